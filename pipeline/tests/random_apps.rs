//! Invented apps through the built program: every skill made from a simulator recording replays to its end, whatever the app: screens
//! with the same titles, links across, tab bars on some screens, dialogs that a rule knows and dialogs that none does.

mod recorded;

use std::fmt::Write as _;
use std::fs;

use rayon::prelude::*;
use recorded::{code, said, skillc};
use tempfile::TempDir;

const APPS: u8 = 32;
const WORDS: [&str; 30] = [
    "Account", "Alerts", "Archive", "Backup", "Battery", "Billing", "Calendar", "Camera", "Charts", "Comments",
    "Contacts", "Drafts", "Events", "Files", "Groups", "Health", "History", "Inbox", "Library", "Maps", "Music",
    "News", "Notes", "Orders", "Photos", "Profile", "Recipes", "Storage", "Videos", "Weather",
];

/// Chance, the same in every run: xorshift.
struct Dice(u64);

impl Dice {
    fn of(number: u8) -> Self {
        Self(0x9e37_79b9_7f4a_7c15 ^ (u64::from(number) << 32 | 0x2545))
    }

    /// From 0 on, below `end`.
    fn below(&mut self, end: usize) -> usize {
        for shift in [13_i32, -7, 17] {
            let by = shift.unsigned_abs();
            self.0 ^= if shift > 0 { self.0 << by } else { self.0 >> by };
        }
        (self.0 >> 33) as usize % end
    }

    fn word(&mut self) -> &'static str {
        WORDS[self.below(WORDS.len())]
    }

    /// True so many times in ten.
    fn often(&mut self, times: usize) -> bool {
        self.below(10) < times
    }
}

/// An app of a few screens in a tree, some of them tabs, with links across and things in the way.
fn app(number: u8) -> String {
    let mut dice = Dice::of(number);
    let screens = 4 + dice.below(10);
    let tabs: Vec<&str> = (0..[0, 0, 3, 4][dice.below(4)].min(screens))
        .map(|tab| WORDS[(usize::from(number) + 7 * tab) % WORDS.len()])
        .collect();
    let titles: Vec<&str> = (0..screens).map(|_| dice.word()).collect();
    let parents: Vec<usize> = (0..screens).map(|screen| dice.below(screen.max(1))).collect();
    let mut text = format!("---\napp: Invented {number}\n---\n\n## Structure\n\nNobody made it.\n\n");
    if !tabs.is_empty() {
        let _ = write!(text, "## Tabs\n\n- {}\n\n", tabs.join("\n- "));
    }
    let _ = write!(
        text,
        "## Obstacles\n\n- Alpha notice → tap \"Later\"\n\n## Skip\n\n- {}\n\n## Simulator\n\n- root: s0\n\n",
        dice.word()
    );
    for screen in 0..screens {
        let is_tab = screen < tabs.len();
        let _ = write!(text, "## Simulator Screen s{screen}\n\n- title: {}\n", titles[screen]);
        if screen > 0 && !is_tab && dice.often(9) {
            let _ = writeln!(text, "- back: s{}", parents[screen]);
        }
        if is_tab || dice.often(2) {
            text.push_str("- tab_bar: true\n");
            for (place, tab) in tabs.iter().enumerate() {
                let _ = writeln!(text, "- element tab: {tab} → s{place}");
            }
        }
        for child in (tabs.len().max(1)..screens).filter(|&child| parents[child] == screen) {
            let kind = if dice.often(7) { "row" } else { "button" };
            let label = if dice.often(7) { titles[child] } else { dice.word() };
            let _ = writeln!(text, "- element {kind}: {label} → s{child}");
        }
        for _ in 0..dice.below(4) {
            let _ = writeln!(
                text,
                "- element text: {} {} {}",
                dice.word(),
                dice.word().to_lowercase(),
                dice.below(99)
            );
        }
        if dice.often(2) {
            let _ = writeln!(text, "- element row: {} → s{}", dice.word(), dice.below(screens));
        }
        text.push('\n');
    }
    if dice.often(5) {
        let after = 1 + dice.below(5);
        let _ = write!(
            text,
            "## Simulator Obstacle 1_known\n\n- title: Alpha notice\n- buttons: Now, Later\n- trigger: after_n_taps:{after}\n\n"
        );
    }
    if dice.often(5) {
        let (buttons, after) = (["Yes, No", "OK", "Allow, Deny"][dice.below(3)], 2 + dice.below(7));
        let _ = write!(
            text,
            "## Simulator Obstacle 2_unknown\n\n- title: Unknown thing\n- buttons: {buttons}\n- trigger: after_n_taps:{after}\n"
        );
    }
    text
}

/// The skills of one app that an agent would not get to the end of; those of mirroir's dialect have upstream's order and may stop.
fn stopped(number: u8) -> Vec<String> {
    let folder = TempDir::new().expect("a folder");
    let root = folder.path();
    fs::create_dir_all(root.join("apps/app")).expect("folders");
    fs::write(root.join("apps/app/APP.md"), app(number)).expect("written");
    fs::write(root.join("skillc.toml"), "[detect]\nsource = \"recorded\"\n").expect("written");
    for arguments in [&["record", "--app", "apps/app/APP.md"][..], &["compile"]] {
        let output = skillc(root, arguments);
        assert_eq!(code(&output), 0, "app {number}: {}", said(&output));
    }
    let output = skillc(root, &["replay", "out", "--app", "apps/app/APP.md"]);
    let text = said(&output);
    let stops = text.lines().filter(|line| line.contains("stops at"));
    let ours = stops.filter(|line| line.contains("agent-skills") || line.contains(".compiled.json"));
    ours.map(|line| format!("app {number}: {}", line.trim())).collect()
}

#[test]
fn skills_of_invented_apps_replay_to_their_end() {
    let stopped: Vec<String> = (0..APPS).into_par_iter().flat_map_iter(stopped).collect();
    assert!(stopped.is_empty(), "{}", stopped.join("\n"));
}
