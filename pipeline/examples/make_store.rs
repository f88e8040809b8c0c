//! Makes a workspace of any size to measure with: `make_store FOLDER --apps N --sessions M --frames F [--pictures]`.
//!
//! A few apps are invented and explored in the simulator; the others are the same under other names. Every session has exactly `F`
//! frames. Sessions of one app differ in their times and by fractions of a point in every place, as recordings of a real app do.
//! Without `--pictures` frames hold only what was detected, so that stores for the rule stages are made quickly.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use skillc_app_description::parse;
use skillc_captures::{Capture, Picture, SessionWriter, Store};
use skillc_recorders::target::SeenPicture;
use skillc_recorders::{Budget, Explorer, Guide, Sight, SimulatedTarget, SimulatorRun, Tape, simulator_session};
use skillc_records::{Action, ActionIndex, Detection, FrameIndex, Timestamp, WindowPoint};
use skillc_simulator::{Simulator, SimulatorOptions};

/// Apps that are really explored.
const INVENTED: usize = 4;

/// What a row or a text may say. Enough of them that no two screens of an app are alike.
const WORDS: [&str; 40] = [
    "Account",
    "Alerts",
    "Archive",
    "Backup",
    "Battery",
    "Billing",
    "Calendar",
    "Camera",
    "Charts",
    "Comments",
    "Contacts",
    "Display",
    "Documents",
    "Drafts",
    "Events",
    "Family",
    "Favorites",
    "Filters",
    "Folders",
    "Friends",
    "Gallery",
    "Groups",
    "History",
    "Invoices",
    "Keyboard",
    "Language",
    "Library",
    "Location",
    "Messages",
    "Network",
    "Orders",
    "Payments",
    "Photos",
    "Playlists",
    "Privacy",
    "Projects",
    "Reports",
    "Routes",
    "Sharing",
    "Storage",
];

struct Size {
    folder: PathBuf,
    apps: usize,
    sessions: usize,
    frames: usize,
    pictures: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let size = arguments()?;
    let invented = INVENTED.min(size.apps);
    let recorded: Vec<Recorded> = (0..invented)
        .into_par_iter()
        .map(|app| explore(app, size.frames).map_err(|error| error.to_string()))
        .collect::<Result<_, String>>()?;
    fs::create_dir_all(&size.folder)?;
    fs::write(size.folder.join("skillc.toml"), "[workspace]\n")?;
    let store = Store::create(size.folder.join("captures"))?;
    for app in 0..size.apps {
        let folder = size.folder.join("apps").join(format!("app-{app:03}"));
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("APP.md"), app_md(app))?;
    }
    let units: Vec<(usize, usize)> = (0..size.apps)
        .flat_map(|app| (0..size.sessions).map(move |session| (app, session)))
        .collect();
    units.into_par_iter().try_for_each(|(app, session)| {
        write(&store, &recorded[app % invented], (app, session), &size).map_err(|error| error.to_string())
    })?;
    Ok(())
}

fn arguments() -> Result<Size, Box<dyn Error>> {
    let mut size = Size {
        folder: PathBuf::new(),
        apps: 1,
        sessions: 1,
        frames: 100,
        pictures: false,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number =
            || -> Result<usize, Box<dyn Error>> { Ok(arguments.next().ok_or("a number is missing")?.parse()?) };
        match argument.as_str() {
            "--apps" => size.apps = number()?,
            "--sessions" => size.sessions = number()?,
            "--frames" => size.frames = number()?,
            "--pictures" => size.pictures = true,
            folder => size.folder = Path::new(folder).to_owned(),
        }
    }
    if size.folder.as_os_str().is_empty() || size.apps == 0 {
        return Err("make_store FOLDER --apps N --sessions M --frames F [--pictures]".into());
    }
    Ok(size)
}

/// An app with four tabs, three levels and two obstacles. Apps that are the same but for their name have the same place modulo
/// [`INVENTED`].
fn app_md(app: usize) -> String {
    let kind = app % INVENTED;
    let word = |at: usize| WORDS[(at * 7 + kind * 11) % WORDS.len()];
    let tabs: Vec<&str> = (0..4).map(word).collect();
    let mut text =
        format!("---\napp: Bench {app:03}\nversion: 1\n---\n\n## Structure\n\nAn app to measure with.\n\n## Tabs\n\n");
    tabs.iter().for_each(|tab| text += &format!("- {tab}\n"));
    text += "\n## Obstacles\n\n- Enjoying the app? → tap \"Not Now\"\n- What's new → dismiss \"Continue\"\n\n## Skip\n\n- Delete Everything\n\n";
    text += "## Tips\n\n- Start at the first tab\n\n## Simulator\n\n- root: t0\n";
    for tab in 0..4 {
        let _ = write!(text, "\n## Simulator Screen t{tab}\n\n- title: {}\n", tabs[tab]);
        (0..4).for_each(|other| text += &format!("- element tab: {} → t{other}\n", tabs[other]));
        for row in 0..5 {
            let _ = writeln!(text, "- element row: {} → t{tab}r{row}", name(&[tab, row], &word));
        }
        for row in 0..5 {
            let title = name(&[tab, row], &word);
            let _ = write!(
                text,
                "\n## Simulator Screen t{tab}r{row}\n\n- title: {title}\n- back: t{tab}\n"
            );
            for detail in 0..2 {
                let _ = writeln!(
                    text,
                    "- element row: {} → t{tab}r{row}d{detail}",
                    name(&[tab, row, detail], &word)
                );
            }
            let _ = writeln!(text, "- element text: Everything about {title}");
            for detail in 0..2 {
                let title = name(&[tab, row, detail], &word);
                let _ = write!(
                    text,
                    "\n## Simulator Screen t{tab}r{row}d{detail}\n\n- title: {title}\n- back: t{tab}r{row}\n\
                     - element text: {title} is on\n- element text: Last changed by you\n"
                );
            }
        }
    }
    text += "\n## Simulator Obstacle 1_rate\n\n- title: Enjoying the app?\n- buttons: Rate, Not Now\n- trigger: after_n_taps:4\n";
    text += "\n## Simulator Obstacle 2_news\n\n- title: What's new\n- body: A few things are better.\n- buttons: Continue\n- trigger: on_first_describe\n";
    text
}

/// A name that no other place of the app has.
fn name(place: &[usize], word: &dyn Fn(usize) -> &'static str) -> String {
    match place {
        [tab, row] => format!("{} {}", word(4 + tab * 5 + row), word(tab + 1)),
        [tab, row, detail] => format!(
            "{} {} {}",
            word(30 + detail * 3 + row),
            word(tab * 5 + row),
            word(detail + tab)
        ),
        _ => String::new(),
    }
}

/// What was explored of an invented app.
struct Recorded {
    sights: Vec<Sight>,
    actions: Vec<Action>,
}

/// Keeps everything in memory, with the pictures.
#[derive(Default)]
struct Reel {
    sights: Vec<Sight>,
    actions: Vec<Action>,
}

impl Tape for Reel {
    type Error = Infallible;

    fn frame(&mut self, sight: &Sight) -> Result<FrameIndex, Infallible> {
        self.sights.push(sight.clone());
        Ok(FrameIndex((self.sights.len() - 1) as u32))
    }

    fn action(&mut self, action: Action) -> Result<ActionIndex, Infallible> {
        let index = ActionIndex(self.actions.len() as u32);
        self.actions.push(Action { index, ..action });
        Ok(index)
    }

    fn amend(&mut self, action: &Action) -> Result<(), Infallible> {
        self.actions[action.index.0 as usize] = action.clone();
        Ok(())
    }
}

/// Explores an invented app until there are enough frames, over and over if it is too small.
fn explore(app: usize, frames: usize) -> Result<Recorded, Box<dyn Error>> {
    let parsed = parse(&app_md(app));
    let description = parsed.description.map_err(|reason| format!("{reason:?}"))?;
    let spec = parsed.simulator.ok_or("no scenes")?;
    let simulator = Simulator::new(spec, description.tab_layout, SimulatorOptions::default())?;
    let guide = Guide::of(&description, &[]);
    let mut target = SimulatedTarget::new(simulator);
    let mut reel = Reel::default();
    let budget = Budget {
        seconds: 100_000,
        screens: 1000,
        ..Budget::default()
    };
    while reel.sights.len() < frames {
        let before = reel.sights.len();
        Explorer::explore(&mut target, &mut reel, &guide, budget, &mut |explored| {
            (explored.looks as usize) + before < frames + 8
        })?;
        if reel.sights.len() == before {
            return Err("nothing was explored".into());
        }
    }
    reel.sights.truncate(frames);
    let whole = |action: &Action| {
        let inside = |frame: Option<FrameIndex>| frame.is_none_or(|frame| (frame.0 as usize) < frames);
        inside(action.frame_before) && inside(action.frame_after)
    };
    let actions = reel.actions.into_iter().take_while(whole).collect();
    Ok(Recorded {
        sights: reel.sights,
        actions,
    })
}

/// Writes one session: what was explored, later by some days and moved by less than half a point.
fn write(
    store: &Store,
    recorded: &Recorded,
    (app, session): (usize, usize),
    size: &Size,
) -> Result<(), Box<dyn Error>> {
    let text = app_md(app);
    let simulator = SimulatedTarget::new(simulator_of(&text)?);
    let later = Timestamp(session as i64 * 86_400_000_000 + app as i64 * 1_000_000);
    let at = |time: Timestamp| Timestamp(time.0 + later.0);
    let first = recorded.sights.first().map_or(Timestamp(0), |sight| sight.captured_at);
    let head = simulator_session(&SimulatorRun {
        app: &format!("Bench {app:03}"),
        app_md: &text,
        locale: None,
        goal: Some("measure"),
        options: SimulatorOptions::default(),
        limits: &format!("{session}"),
        window: skillc_recorders::Target::window(&simulator),
        started_at: at(Timestamp(first.0 - 2_000_000)),
    });
    let mut writer = SessionWriter::begin(store, head)?;
    let mut ended = at(first);
    let mut actions: BTreeMap<u32, Vec<&Action>> = BTreeMap::new();
    for action in &recorded.actions {
        let last = action.frame_before.max(action.frame_after).map_or(0, |frame| frame.0);
        actions.entry(last).or_default().push(action);
    }
    let (dx, dy) = (offset(app * 31 + session * 7), offset(session * 13 + app));
    for (place, sight) in recorded.sights.iter().enumerate() {
        let detections: Vec<Detection> = sight
            .detections
            .iter()
            .map(|detection| moved(detection, dx, dy))
            .collect();
        ended = at(sight.captured_at);
        let mut capture = Capture::new(ended);
        capture.picture = sight.picture.as_ref().filter(|_| size.pictures).map(picture);
        capture.detections = &detections;
        writer.frame(capture)?;
        for action in actions.get(&(place as u32)).into_iter().flatten() {
            let mut action = (*action).clone();
            action.started_at = at(action.started_at);
            action.ended_at = action.ended_at.map(at);
            writer.action(action)?;
        }
    }
    writer.seal(ended)?;
    Ok(())
}

fn simulator_of(text: &str) -> Result<Simulator, Box<dyn Error>> {
    let spec = parse(text).simulator.ok_or("no scenes")?;
    Ok(Simulator::new(spec, None, SimulatorOptions::default())?)
}

fn picture(seen: &SeenPicture) -> Picture<'_> {
    Picture {
        bytes: &seen.bytes,
        scale: seen.scale,
    }
}

/// A fraction of a point, in 1/64.
fn offset(seed: usize) -> f64 {
    (seed % 29) as f64 / 64.0
}

fn moved(detection: &Detection, dx: f64, dy: f64) -> Detection {
    let mut moved = detection.clone();
    moved.tap = WindowPoint {
        x: moved.tap.x + dx,
        y: moved.tap.y + dy,
    };
    if let Some(rect) = &mut moved.rect {
        rect.x += dx;
        rect.y += dy;
    }
    moved
}
