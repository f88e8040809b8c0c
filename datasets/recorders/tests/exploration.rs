//! What the explorer does with an app, and what it leaves on the tape.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use skillc_app_description::{Element, SimulatorSpec, parse};
use skillc_captures::{SessionWriter, Store};
use skillc_recorders::{
    Budget, Explored, Explorer, Guide, MemoryTape, SimulatedTarget, SimulatorRun, Stop, simulator_session,
};
use skillc_records::{ActionKind, ActionOutcome, Recording};
use skillc_simulator::{Simulator, SimulatorOptions, TabStyle};

const GENEROUS: Budget = Budget {
    depth: 20,
    screens: 500,
    seconds: 100_000,
    actions_per_screen: 100,
    scrolls: 40,
};

struct Run {
    recording: Recording,
    explored: Explored,
}

fn explore(app_md: &str, options: SimulatorOptions, budget: Budget) -> Run {
    let parsed = parse(app_md);
    let spec = parsed.simulator.clone().expect("scenes");
    let layout = parsed.description().and_then(|description| description.tab_layout);
    let guide = match parsed.description() {
        Some(description) => Guide::of(description, &[]),
        None => Guide::of_app(&spec.app_name, &[], &[]),
    };
    let simulator = Simulator::new(spec, layout, options).expect("starts");
    let session = simulator_session(&SimulatorRun {
        app: &guide.app,
        app_md,
        locale: None,
        goal: None,
        options,
        limits: "",
        window: simulator.window(),
        started_at: simulator.now(),
    });
    let mut target = SimulatedTarget::new(simulator);
    let mut tape = MemoryTape::default();
    let explored = Explorer::explore(&mut target, &mut tape, &guide, budget, &mut |_| true).expect("explores");
    Run {
        recording: tape.into_recording(session),
        explored,
    }
}

impl Run {
    /// Every text that was seen.
    fn seen(&self) -> BTreeSet<&str> {
        self.recording
            .detections
            .values()
            .flatten()
            .filter_map(|detection| detection.text.as_deref())
            .collect()
    }

    /// What was tapped, by text or by the label that the explorer gave it.
    fn tapped(&self) -> Vec<&str> {
        let taps = self
            .recording
            .actions
            .iter()
            .filter(|action| matches!(action.kind, ActionKind::Tap { .. }));
        taps.filter_map(|action| action.target_text.as_deref().or(action.display_label.as_deref()))
            .collect()
    }
}

fn library() -> String {
    "---\napp: Library\n---\n## Structure\nTwo tabs: Books, People.\n\n## Skip\n- Burn\n\n\
     ## Obstacles\n- Join the club → tap \"No, thank you\"\n\n\
     ## Simulator\n- root: books\n\
     ## Simulator Screen books\n- title: Books\n- tab_bar: true\n\
     - element row: Novels -> novels\n- element row: Burn everything -> ashes\n- element row: Delete account -> ashes\n\
     - element tab: Books -> books\n- element tab: People -> people\n\
     ## Simulator Screen novels\n- title: Novels\n- back: books\n- element row: Dune -> dune\n\
     ## Simulator Screen dune\n- title: Dune\n- back: novels\n- element text: Sand and spice\n\
     ## Simulator Screen people\n- title: People\n- tab_bar: true\n- element row: Ada -> ada\n\
     - element tab: Books -> books\n- element tab: People -> people\n\
     ## Simulator Screen ada\n- title: Ada\n- back: people\n\
     ## Simulator Screen ashes\n- title: Ashes\n\
     ## Simulator Obstacle club\n- title: Join the club today\n- buttons: Join, \"No, thank you\"\n- trigger: after_n_taps:2\n"
        .replace("\"No, thank you\"", "No thank you")
}

#[test]
fn every_screen_is_found_and_nothing_forbidden_is_touched() {
    let run = explore(&library(), SimulatorOptions::default(), Budget::default());
    let seen = run.seen();
    for title in ["Books", "Novels", "Dune", "People", "Ada"] {
        assert!(seen.contains(title), "{title} was not seen");
    }
    assert!(!seen.contains("Ashes"));
    assert!(
        run.tapped()
            .iter()
            .all(|text| !text.contains("Burn") && !text.contains("Delete")),
        "{:?}",
        run.tapped()
    );
    assert_eq!(run.explored.stop, Stop::Finished);
}

#[test]
fn obstacles_are_dismissed_as_the_rules_say_and_tabs_come_first() {
    let run = explore(&library(), SimulatorOptions::default(), Budget::default());
    let tapped = run.tapped();
    assert!(
        tapped.contains(&"No thank you") && !tapped.contains(&"Join"),
        "{tapped:?}"
    );
    let first = |text: &str| tapped.iter().position(|tapped| *tapped == text);
    assert!(first("People") < first("Novels"), "{tapped:?}");
}

#[test]
fn the_tape_is_whole() {
    let run = explore(&library(), SimulatorOptions::default(), Budget::default());
    let Recording {
        frames,
        actions,
        labels,
        ..
    } = &run.recording;
    assert!(matches!(actions[0].kind, ActionKind::Launch { .. }) && actions[0].frame_before.is_none());
    for (place, action) in actions.iter().enumerate() {
        assert_eq!(action.index.0 as usize, place);
        assert_eq!(action.outcome, ActionOutcome::Ok);
        // Each action is looked at once, so frame k is the result of action k.
        assert_eq!(action.frame_after.map(|frame| frame.0 as usize), Some(place));
        assert_eq!(action.frame_before.map(|frame| frame.0 as usize), place.checked_sub(1));
        assert!(action.ended_at > Some(action.started_at));
    }
    assert_eq!(frames.len(), actions.len());
    assert!(frames.windows(2).all(|pair| pair[0].captured_at < pair[1].captured_at));
    let labelled: BTreeSet<_> = labels.iter().map(|label| label.frame).collect();
    assert_eq!(labelled.len(), frames.len());
}

#[test]
fn the_same_seed_gives_the_same_recording_and_another_one_another() {
    let run = |seed| {
        explore(
            &library(),
            SimulatorOptions {
                seed,
                ..SimulatorOptions::default()
            },
            Budget::default(),
        )
    };
    assert_eq!(run(5).recording, run(5).recording);
    let (five, six) = (run(5).recording.session, run(6).recording.session);
    assert!(five.id < six.id, "{} {}", five.id, six.id);
}

#[test]
fn a_bar_without_labels_is_walked_by_geometry() {
    let options = SimulatorOptions {
        tab_style: TabStyle::IconOnly,
        ..SimulatorOptions::default()
    };
    let run = explore(&library(), options, Budget::default());
    assert!(run.seen().contains("Ada"));
    let by_geometry = run
        .recording
        .actions
        .iter()
        .find(|action| action.display_label.as_deref() == Some("People"));
    assert_eq!(by_geometry.expect("the tab was tapped").target_text, None);
}

#[test]
fn a_dialog_that_no_rule_knows_is_answered_and_the_plain_way_is_walked_too() {
    let app = "---\napp: Kiosk\n---\n## Structure\nA kiosk.\n\
               ## Simulator Screen a\n- title: Kiosk\n- element row: Papers -> papers\n- element row: Sweets -> sweets\n\
               ## Simulator Screen papers\n- title: Today's papers\n- back: a\n- element text: Three of them\n\
               ## Simulator Screen sweets\n- title: Sweets\n- back: a\n\
               ## Simulator Obstacle hello\n- title: Bonjour\n- body: Nous sommes ravis.\n- buttons: Entrer, Plus tard\n\
               - trigger: on_first_describe\n\
               ## Simulator Obstacle card\n- title: Une carte de client ?\n- buttons: Oui, Non merci\n- trigger: after_n_taps:1\n";
    let run = explore(app, SimulatorOptions::default(), Budget::default());
    let seen = run.seen();
    assert!(seen.contains("Today's papers") && seen.contains("Sweets"), "{seen:?}");
    // Then each new screen is visited on its own.
    let tapped = [
        "Plus tard",
        "Papers",
        "Non merci",
        "Papers",
        "Sweets",
        "Papers",
        "Three of them",
        "Sweets",
    ];
    assert_eq!(run.tapped(), tapped);
}

#[test]
fn it_gets_out_of_screens_without_a_way_back() {
    let app = "---\napp: Maze\n---\n## Structure\nA maze.\n\
               ## Simulator Screen a\n- title: Entrance\n- element row: Left -> left\n- element row: Right -> right\n\
               - element row: Nowhere -> lost\n\
               ## Simulator Screen left\n- title: Left hall\n- element row: Deeper -> deep\n\
               ## Simulator Screen deep\n- title: Cellar\n- element text: A dead end\n\
               ## Simulator Screen right\n- title: Right hall\n- back: gone\n- element button: Window -> deep\n";
    let run = explore(app, SimulatorOptions::default(), Budget::default());
    for title in ["Entrance", "Left hall", "Cellar", "Right hall"] {
        assert!(run.seen().contains(title), "{title} was not seen: {:?}", run.tapped());
    }
    assert!(run.tapped().contains(&"Nowhere") && run.tapped().contains(&"Window"));
    assert_eq!(run.explored.stop, Stop::Finished);
}

#[test]
fn rows_below_are_found_and_reached_by_scrolling() {
    let rows: String = (0..30)
        .map(|row| format!("- element row: Room {row} -> r{row}\n"))
        .collect();
    let rooms: String = (0..30)
        .map(|row| format!("## Simulator Screen r{row}\n- title: Inside {row}\n- back: a\n"))
        .collect();
    let app =
        format!("---\napp: Hotel\n---\n## Structure\nA hotel.\n## Simulator Screen a\n- title: Hotel\n{rows}{rooms}");
    let run = explore(&app, SimulatorOptions::default(), GENEROUS);
    assert!(
        (0..30).all(|row| run.seen().contains(format!("Inside {row}").as_str())),
        "{:?}",
        run.seen()
    );
}

#[test]
fn ten_thousand_rows_end_with_the_budget() {
    let rows: String = (0..10_000)
        .map(|row| format!("- element row: Room {row} -> r\n"))
        .collect();
    let app = format!(
        "---\napp: Palace\n---\n## Structure\nA palace.\n## Simulator Screen a\n- title: Palace\n{rows}\
         ## Simulator Screen r\n- title: A room\n- back: a\n"
    );
    let start = std::time::Instant::now();
    let run = explore(&app, SimulatorOptions::default(), Budget::default());
    assert!(
        run.seen().contains("A room") && run.explored.actions < 60,
        "{:?}",
        run.explored
    );
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn an_app_of_texts_only_and_an_empty_one_come_to_an_end() {
    let texts = "---\napp: Note\n---\n## Structure\nA note.\n## Simulator Screen a\n- title: Note\n- element text: Milk\n\
                 - element text: 23°\n- element text: Bread\n";
    for app in [
        texts,
        "---\napp: Void\n---\n## Structure\n-\n## Simulator Screen a\n- title:\n",
    ] {
        let run = explore(app, SimulatorOptions::default(), Budget::default());
        assert_eq!((run.explored.stop, run.explored.screens), (Stop::Finished, 1));
        assert!(run.explored.actions < 20);
    }
}

#[test]
fn budgets_are_kept() {
    let app = library();
    let run = |budget| explore(&app, SimulatorOptions::default(), budget).explored;
    assert_eq!(
        run(Budget {
            screens: 2,
            ..Budget::default()
        })
        .stop,
        Stop::Screens
    );
    assert_eq!(
        run(Budget {
            seconds: 4,
            ..Budget::default()
        })
        .stop,
        Stop::Time
    );
    assert_eq!(
        run(Budget {
            depth: 0,
            ..Budget::default()
        })
        .screens,
        1
    );
    let shallow = explore(
        &app,
        SimulatorOptions::default(),
        Budget {
            depth: 1,
            ..Budget::default()
        },
    );
    assert!(shallow.seen().contains("Novels") && !shallow.seen().contains("Sand and spice"));
    let parsed = parse(&app);
    let simulator =
        Simulator::new(parsed.simulator.expect("scenes"), None, SimulatorOptions::default()).expect("starts");
    let mut asked = 0;
    let mut stop_at_three = |_: &Explored| {
        asked += 1;
        asked < 3
    };
    let guide = Guide::of_app("Library", &[], &[]);
    let mut tape = MemoryTape::default();
    let mut target = SimulatedTarget::new(simulator);
    let explored = Explorer::explore(&mut target, &mut tape, &guide, Budget::default(), &mut stop_at_three);
    assert_eq!(explored.expect("explores").stop, Stop::Asked);
}

#[test]
fn a_session_goes_into_the_store_as_it_was_and_the_same_bytes_come_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let app_md = library();
    let record = |name: &str| {
        let store = Store::create(folder.path().join(name)).expect("a store");
        let parsed = parse(&app_md);
        let guide = Guide::of(parsed.description().expect("a description"), &[]);
        let options = SimulatorOptions {
            seed: 11,
            ..SimulatorOptions::default()
        };
        let simulator = Simulator::new(parsed.simulator.clone().expect("scenes"), None, options).expect("starts");
        let session = simulator_session(&SimulatorRun {
            app: &guide.app,
            app_md: &app_md,
            locale: None,
            goal: None,
            options,
            limits: "",
            window: simulator.window(),
            started_at: simulator.now(),
        });
        let id = session.id.clone();
        let mut writer = SessionWriter::begin(&store, session).expect("begins");
        let mut target = SimulatedTarget::new(simulator);
        Explorer::explore(&mut target, &mut writer, &guide, Budget::default(), &mut |_| true).expect("explores");
        writer.seal(target.simulator().now()).expect("seals");
        store.read(&id).expect("reads")
    };
    let stored = record("one");
    assert_eq!(stored, record("two"));
    assert_eq!(files(&folder.path().join("one")), files(&folder.path().join("two")));
    let remembered = explore(
        &app_md,
        SimulatorOptions {
            seed: 11,
            ..SimulatorOptions::default()
        },
        Budget::default(),
    );
    assert_eq!(stored.actions, remembered.recording.actions);
    assert_eq!(stored.frames, remembered.recording.frames);
    assert_eq!(stored.labels, remembered.recording.labels);
}

/// Every file below `folder` with its bytes.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(&next).expect("lists") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else {
                files.push((
                    path.strip_prefix(folder).expect("below").to_path_buf(),
                    std::fs::read(&path).expect("reads"),
                ));
            }
        }
    }
    files.sort();
    files
}

/// The titles of the screens that can be reached from the root without touching anything forbidden.
fn reachable(spec: &SimulatorSpec, guide: &Guide) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut open = vec![spec.root.clone()];
    while let Some(id) = open.pop() {
        let Some(scene) = spec.screen(&id).filter(|scene| !reached.contains(&scene.id)) else {
            continue;
        };
        reached.insert(scene.id.clone());
        let ways = scene.elements.iter().filter(|element| {
            let shown = scene.tab_bar || !matches!(element, Element::Tab { .. });
            shown && element.text().is_some_and(|text| !guide.forbids(text))
        });
        open.extend(ways.filter_map(Element::destination).map(ToOwned::to_owned));
    }
    reached
        .into_iter()
        .filter_map(|id| spec.screen(&id).map(|scene| scene.title.clone()))
        .filter(|title| !title.is_empty())
        .collect()
}

fn app_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.is_dir() {
            app_files(&path, found);
        } else if path.file_name().is_some_and(|name| name.eq_ignore_ascii_case("app.md")) {
            found.push(path);
        }
    }
    found.sort();
}

#[test]
fn every_reachable_screen_of_the_sample_and_of_real_apps_is_found() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut apps = Vec::new();
    app_files(&here.join("../sample/apps"), &mut apps);
    let sample = apps.len();
    let shared = std::env::var_os("SKILLC_SHARED").map_or_else(|| here.join("../../../shared"), PathBuf::from);
    app_files(&shared.join("apps/patterns/apps"), &mut apps);
    if apps.len() == sample {
        println!("notice: no apps below {}; set SKILLC_SHARED", shared.display());
    }
    for app in apps {
        let text = std::fs::read_to_string(&app).expect("reads");
        let parsed = parse(&text);
        let Some(spec) = parsed.simulator.clone() else { continue };
        let guide = parsed.description().map_or_else(
            || Guide::of_app(&spec.app_name, &[], &[]),
            |description| Guide::of(description, &[]),
        );
        for tab_style in [TabStyle::Labelled, TabStyle::IconOnly] {
            // Without labels and without declared tabs nobody can know what the icons are.
            if tab_style == TabStyle::IconOnly && guide.tabs.tabs.is_empty() {
                continue;
            }
            let run = explore(
                &text,
                SimulatorOptions {
                    tab_style,
                    ..SimulatorOptions::default()
                },
                GENEROUS,
            );
            let seen = run.seen();
            let missing: Vec<_> = reachable(&spec, &guide)
                .into_iter()
                .filter(|title| !seen.contains(title.as_str()))
                .collect();
            assert!(
                missing.is_empty(),
                "{} {tab_style:?}: never saw {missing:?}",
                app.display()
            );
            assert_eq!(run.explored.stop, Stop::Finished);
            println!("{}: {:?}", app.display(), run.explored);
        }
    }
}

#[test]
fn a_small_screen_that_comes_back_by_going_back_is_explored_like_any_other() {
    let pizza = "---\napp: Pizza\n---\n\n## Structure\n\nOrder a pizza.\n\n## Simulator\n\n- root: home\n\n\
        ## Simulator Screen home\n\n- title: Menu\n- element row: Margherita → size\n- element row: Funghi → size\n\
        - element row: About us → about\n\n\
        ## Simulator Screen size\n\n- title: Choose size\n- element button: Small → small\n- element button: Large → large\n\n\
        ## Simulator Screen small\n\n- title: Small basket\n- back: size\n- element row: Change address → addr\n\n\
        ## Simulator Screen large\n\n- title: Large basket\n- back: size\n- element text: One large pizza\n\n\
        ## Simulator Screen addr\n\n- title: Address\n- back: small\n- element text: Nothing here\n\n\
        ## Simulator Screen about\n\n- title: About us\n- back: home\n- element text: Since 1990\n";
    let run = explore(pizza, SimulatorOptions::default(), GENEROUS);
    assert_eq!(run.explored.stop, Stop::Finished);
    for seen in ["One large pizza", "Change address", "Nothing here", "Since 1990"] {
        assert!(run.seen().contains(seen), "{seen}: {:?}", run.tapped());
    }
}

#[test]
fn a_tab_that_the_skip_list_forbids_is_never_touched() {
    let tabs = "- tab_bar: true\n- element tab: Home → home\n- element tab: Deals → deals\n- element tab: Me → me\n\n";
    let app = format!(
        "---\napp: Shop\n---\n\n## Structure\n\nA shop.\n\n## Tabs\n\n- Home\n- Deals\n- Me\n\n## Skip\n\n- Deals\n\n\
        ## Simulator\n\n- root: home\n\n\
        ## Simulator Screen home\n\n- title: Welcome\n- element row: News → news\n{tabs}\
        ## Simulator Screen deals\n\n- title: Offers\n- element row: Half price → news\n{tabs}\
        ## Simulator Screen me\n\n- title: Profile\n- element row: Orders → news\n{tabs}\
        ## Simulator Screen news\n\n- title: News\n- back: home\n- element text: Nothing new\n"
    );
    for icon_only in [false, true] {
        let options = SimulatorOptions {
            tab_style: if icon_only {
                TabStyle::IconOnly
            } else {
                TabStyle::default()
            },
            ..SimulatorOptions::default()
        };
        let run = explore(&app, options, GENEROUS);
        assert!(run.seen().contains("Profile"), "{:?}", run.tapped());
        assert!(!run.tapped().contains(&"Deals"), "{:?}", run.tapped());
        assert!(!run.seen().contains("Offers"));
    }
}
