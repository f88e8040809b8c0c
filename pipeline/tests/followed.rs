//! Sessions as a person has them, read as an agent has to.
//!
//! A form that was filled in becomes steps that fill it in: each field is touched before its text is typed, the texts are credentials
//! by name, what is typed is waited for nowhere, and the form is no dialog. What a search finds is a screen of its own, and no dialog either.

mod program;
mod transcript;

use std::fs;
use std::path::Path;
use std::process::Command;

use program::{files, said, skillc};
use tempfile::TempDir;
use transcript::{Texts, Transcript};

const APP: &str = "---\napp: Desk\n---\n\n## Structure\n\nA desk.\n\n## Credentials\n\n- user: ${DESK_USER}\n\
                   - PIN: ${DESK_PIN}\n\n## Obstacles\n\n- Rate us → tap \"Later\"\n\n## Tabs\n\n- Home\n- Mail\n";
const SECRET: &str = "s3cret-pin";

const FORM: Texts<'_> = &[
    ("9:41", 175, 30),
    ("Sign in to Desk", 150, 120),
    ("User name", 60, 250),
    ("Password", 60, 310),
    ("Sign in", 200, 500),
    ("Forgot password?", 200, 560),
    ("Create account", 200, 620),
];
const HOME: Texts<'_> = &[
    ("9:41", 175, 30),
    ("Welcome back", 150, 120),
    ("Reports", 60, 250),
    (">", 370, 250),
    ("Plans", 60, 310),
    (">", 370, 310),
    ("Home", 100, 860),
    ("Mail", 300, 860),
];
const REPORTS: Texts<'_> = &[
    ("< Back", 40, 80),
    ("Monthly report", 150, 120),
    ("Sales are up", 60, 250),
];
const MAIL: Texts<'_> = &[
    ("Inbox of Ann", 150, 120),
    ("No new mail", 60, 250),
    ("Home", 100, 860),
    ("Mail", 300, 860),
];

/// The form with these texts in its fields.
fn filled<'t>(user: &'t str, pin: &'t str) -> Vec<(&'t str, i32, i32)> {
    let text = |&(text, x, y): &(&'t str, i32, i32)| match text {
        "User name" => (user, x, y),
        "Password" => (pin, x, y),
        _ => (text, x, y),
    };
    FORM.iter().map(text).collect()
}

fn signed_in() -> Transcript {
    let mut session = Transcript::default();
    session.launch("Desk", FORM);
    session.tap(60, 250, FORM);
    session.write("ann@example.org", &filled("ann@example.org", "Password"));
    session.tap(60, 310, &filled("ann@example.org", "Password"));
    session.write(SECRET, &filled("ann@example.org", "••••••••••"));
    session.tap(
        200,
        500,
        &[HOME, &[("Rate us", 200, 400), ("Later", 200, 450)]].concat(),
    );
    session.tap(200, 450, HOME);
    session.tap(60, 250, REPORTS);
    session.tap(40, 80, HOME);
    session.tap(300, 860, MAIL);
    session
}

fn compiled(session: &Transcript) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let root = folder.path();
    fs::write(root.join("APP.md"), APP).expect("written");
    fs::write(root.join("session.jsonl"), session.text()).expect("written");
    let imported = Command::new(env!("CARGO_BIN_EXE_skillc"))
        .args(["captures", "import", "--kind", "transcript", "session.jsonl"])
        .args(["--app-md", "APP.md", "--captures", "C"])
        .env("DESK_PIN", SECRET)
        .env("DESK_USER", "ann@example.org")
        .current_dir(root)
        .output()
        .expect("skillc runs");
    assert!(imported.status.success(), "{}", said(&imported));
    fs::remove_file(root.join("session.jsonl")).expect("removed");
    let compiled = skillc(root, &["compile", "--app", "APP.md", "--captures", "C", "--out", "O"]);
    assert!(compiled.status.success(), "{}", said(&compiled));
    folder
}

#[test]
fn a_form_is_filled_in_step_by_step() {
    let folder = compiled(&signed_in());
    let root = folder.path();
    let skill = fs::read_to_string(root.join("O/agent-skills/desk-sign-in-mail/SKILL.md")).expect("a skill");
    let (_, steps) = skill.split_once("## Steps\n\n").expect("steps");
    let (steps, rest) = steps.split_once("\n\n").expect("an end");
    assert_eq!(
        steps,
        "1. Launch \"Desk\".\n\
         2. Wait until \"Sign in to Desk\" is visible.\n\
         3. Tap \"User name\".\n\
         4. Type \"${user}\".\n\
         5. Tap \"Password\".\n\
         6. Type \"${PIN}\".\n\
         7. Tap \"Sign in\".\n\
         8. Wait until \"Welcome back\" is visible.\n\
         9. Tap \"Mail\".\n\
         10. Wait until \"Inbox of Ann\" is visible."
    );
    assert!(rest.contains("- If you see \"Rate us\", tap \"Later\"."), "{rest}");
    assert!(skill.contains("- `PIN`\n- `user`\n"), "{skill}");
    // A tab bears its name everywhere; where it leads has a name of its own.
    assert!(skill.contains("ends where \"Inbox of Ann\" is visible"), "{skill}");
    assert!(
        root.join("O/agent-skills/desk-sign-in-reports/SKILL.md").is_file(),
        "{:?}",
        files(&root.join("O"))
    );
    for path in files(root) {
        let bytes = fs::read(&path).expect("bytes");
        let found = bytes.windows(SECRET.len()).any(|window| window == SECRET.as_bytes());
        assert!(!found, "{} has the secret", path.display());
    }
}

/// The steps of one skill.
fn steps(root: &Path, name: &str) -> Vec<String> {
    let path = root.join("O/agent-skills").join(name).join("SKILL.md");
    let skill = fs::read_to_string(path)
        .unwrap_or_else(|_| panic!("{name} is none of {:#?}", files(&root.join("O/agent-skills"))));
    let (_, steps) = skill.split_once("## Steps\n\n").expect("steps");
    steps
        .lines()
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_once(". "))
        .map(|(_, step)| step.to_owned())
        .collect()
}

#[test]
fn what_a_search_finds_is_a_screen_of_its_own() {
    let keys: Texts<'_> = &[("ABC", 40, 800), ("space", 200, 800), ("return", 350, 800)];
    let list: Texts<'_> = &[
        ("Contacts", 150, 120),
        ("Search", 60, 180),
        ("Ann Archer", 60, 250),
        ("Bob Baker", 60, 310),
        ("Dora Dale", 60, 370),
        ("Ed East", 60, 430),
    ];
    let typing = [list, keys].concat();
    let found: Texts<'_> = &[
        ("Cancel", 360, 180),
        ("Dora", 60, 180),
        ("Dora Dale", 60, 250),
        ("Dora Dunn", 60, 310),
    ];
    let shown = [found, keys].concat();
    let dunn: Texts<'_> = &[
        ("< Contacts", 40, 80),
        ("Dora Dunn", 150, 120),
        ("mobile 555 0100", 60, 250),
    ];
    let dale: Texts<'_> = &[
        ("< Contacts", 40, 80),
        ("Dora Dale", 150, 120),
        ("work 555 0199", 60, 250),
    ];
    let mut session = Transcript::default();
    session.launch("Desk", list);
    session.tap(60, 180, &typing);
    session.write("Dora", &shown);
    session.tap(60, 310, dunn);
    session.tap(40, 80, &shown);
    session.press("return", found);
    session.tap(60, 250, dale);
    let folder = compiled(&session);
    assert_eq!(
        steps(folder.path(), "desk-search-to-dora-dunn")[4..],
        [
            "Type \"Dora\".",
            "Wait until \"Cancel\" is visible.",
            "Tap \"Dora Dunn\".",
            "Wait until \"mobile 555 0100\" is visible.",
        ]
    );
    assert_eq!(
        steps(folder.path(), "desk-search-to-dora-dale")[6..],
        [
            "Press the \"return\" key.",
            "Wait until \"Cancel\" is visible.",
            "Tap \"Dora Dale\".",
            "Wait until \"work 555 0199\" is visible.",
        ]
    );
}

#[test]
fn after_scrolling_one_waits_for_what_was_not_there_before() {
    let album = |name: &'static str, row: i32| (name, 60, 250 + 60 * row);
    let top: Texts<'_> = &[
        ("Library", 150, 120),
        album("Amber", 0),
        album("Beryl", 1),
        album("Coral", 2),
        album("Daisy", 3),
        album("Ebony", 4),
        album("Fawn", 5),
        album("Grape", 6),
        album("Hazel", 7),
    ];
    let below: Texts<'_> = &[
        ("Library", 150, 120),
        album("Ebony", 0),
        album("Fawn", 1),
        album("Grape", 2),
        album("Hazel", 3),
        album("Ivory", 4),
        album("Jade", 5),
    ];
    let jade: Texts<'_> = &[("< Library", 40, 80), ("Jade", 150, 120), ("Shuffle play", 60, 250)];
    let mut session = Transcript::default();
    session.launch("Desk", top);
    session.swipe_up(below);
    session.tap(60, 550, jade);
    session.tap(40, 80, below);
    session.tap(
        60,
        490,
        &[("< Library", 40, 80), ("Ivory", 150, 120), ("No songs yet", 60, 250)],
    );
    let folder = compiled(&session);
    assert_eq!(
        steps(folder.path(), "desk-jade")[2..],
        [
            "Scroll down until \"Jade\" is visible (swipe up once).",
            "Tap \"Jade\".",
            "Wait until \"Shuffle play\" is visible.",
        ]
    );
    // Whoever goes back stands where they were, further down the same page.
    assert_eq!(steps(folder.path(), "desk-ivory").len(), 5);
}
