//! What the running app does when it is touched.

use skillc_app_description::{SimulatorSpec, parse};
use skillc_records::{Detection, DetectionKind, FrameIndex, WindowPoint};
use skillc_simulator::{Sight, Simulator, SimulatorError, SimulatorOptions, TabStyle, Theme, Touched};

fn app(scenes: &str) -> SimulatorSpec {
    parse(&format!("---\napp: Atlas\n---\n{scenes}"))
        .simulator
        .expect("scenes")
}

fn start(scenes: &str) -> Simulator {
    Simulator::new(app(scenes), None, SimulatorOptions::default()).expect("starts")
}

fn find<'s>(sight: &'s Sight, text: &str) -> &'s Detection {
    let found = sight
        .detections
        .iter()
        .find(|detection| detection.text.as_deref() == Some(text));
    found.unwrap_or_else(|| panic!("{text:?} is not on the screen: {:?}", texts(sight)))
}

fn texts(sight: &Sight) -> Vec<&str> {
    sight
        .detections
        .iter()
        .filter_map(|detection| detection.text.as_deref())
        .collect()
}

fn tap(simulator: &mut Simulator, text: &str) -> Touched {
    let sight = simulator.look().expect("a picture");
    simulator.tap(find(&sight, text).tap)
}

const ATLAS: &str = "\
## Simulator
- root: home
## Simulator Screen home
- title: Home
- tab_bar: true
- element row: Rivers -> rivers
- element row: Lakes -> nowhere
- element button: Draw -> draw
- element tab: Home -> home
- element tab: Maps -> maps
- element tab: Profile -> me
## Simulator Screen rivers
- title: Rivers
- back: home
- element textfield: Name of a river #river
- element slider: Zoom #zoom = 0.25
## Simulator Screen draw
- title: Draw
- back: home
## Simulator Screen maps
- title: Maps
- tab_bar: true
- element tab: Home -> home
- element tab: Maps -> maps
- element tab: Profile -> me
## Simulator Screen me
- title: Me
";

#[test]
fn rows_buttons_tabs_and_the_way_back_lead_where_they_are_declared_to() {
    let mut atlas = start(ATLAS);
    assert_eq!(tap(&mut atlas, "Rivers"), Touched::Screen { id: "rivers".into() });
    assert_eq!(tap(&mut atlas, "< Back"), Touched::Screen { id: "home".into() });
    assert_eq!(tap(&mut atlas, "Draw"), Touched::Screen { id: "draw".into() });
    // Where the live explorer taps when it sees no chevron of its own: (0.112 W, 0.135 H).
    assert_eq!(
        atlas.tap(WindowPoint::new(45.9, 121.2)),
        Touched::Screen { id: "home".into() }
    );
    assert_eq!(tap(&mut atlas, "Maps"), Touched::Screen { id: "maps".into() });
    assert_eq!(tap(&mut atlas, "Home"), Touched::Screen { id: "home".into() });
}

#[test]
fn a_way_to_nowhere_does_nothing() {
    let mut atlas = start(ATLAS);
    assert_eq!(tap(&mut atlas, "Lakes"), Touched::Dangling { id: "nowhere".into() });
    assert_eq!(atlas.screen().id, "home");
    assert_eq!(atlas.tap(WindowPoint::new(f64::NAN, f64::INFINITY)), Touched::Nothing);
}

#[test]
fn typing_needs_a_field_and_a_slider_follows_the_finger() {
    let mut atlas = start(ATLAS);
    tap(&mut atlas, "Rivers");
    assert!(!atlas.type_text("Rhine"));
    assert_eq!(
        tap(&mut atlas, "Name of a river"),
        Touched::Field { id: "river".into() }
    );
    assert!(atlas.type_text("Rhine"));
    let sight = atlas.look().expect("a picture");
    assert!(
        texts(&sight).contains(&"Rhine") && texts(&sight).contains(&"25%"),
        "{:?}",
        texts(&sight)
    );
    let slider = sight
        .labels(FrameIndex(0))
        .into_iter()
        .find(|label| label.class == "slider")
        .expect("a slider")
        .rect;
    let (from, to) = (slider.center(), WindowPoint::new(slider.right() + 50.0, 0.0));
    assert_eq!(atlas.swipe(from, to), Touched::Slider { id: "zoom".into() });
    assert!(texts(&atlas.look().expect("a picture")).contains(&"100%"));
    atlas.cold_launch();
    tap(&mut atlas, "Rivers");
    assert!(texts(&atlas.look().expect("a picture")).contains(&"Name of a river"));
}

const MODALS: &str = "\
## Simulator Screen a
- title: First
- element row: On -> b
## Simulator Screen b
- title: Second
- element row: Back again -> a
- element row: Lost -> nowhere
## Simulator Obstacle late
- title: After two
- buttons: Fine
- trigger: after_n_taps:2
## Simulator Obstacle never
- title: Never seen
- buttons: Odd
- trigger: never
## Simulator Obstacle welcome
- title: Welcome
- body: A text that is long enough to be broken into two lines on a card of this width.
- buttons: Later, Go on
- trigger: on_first_describe
";

#[test]
fn modals_come_when_they_are_declared_to_and_take_all_touches() {
    let mut app = start(MODALS);
    let sight = app.look().expect("a picture");
    assert_eq!(texts(&sight)[..2], ["9:41", "Welcome"]);
    assert!(!texts(&sight).contains(&"First"), "what is below can't be read");
    assert_eq!(app.tap(WindowPoint::new(60.0, 262.0)), Touched::Nothing);
    let gone = Touched::Modal {
        id: "welcome".into(),
        button: "Go on".into(),
    };
    assert_eq!(tap(&mut app, "Go on"), gone);
    assert_eq!(tap(&mut app, "On"), Touched::Screen { id: "b".into() });
    // A way to nowhere isn't counted.
    tap(&mut app, "Lost");
    assert!(app.modal().is_none());
    tap(&mut app, "Back again");
    assert_eq!(app.modal().map(|modal| modal.id.as_str()), Some("late"));
    tap(&mut app, "Fine");
    for _ in 0..4 {
        tap(&mut app, "On");
        tap(&mut app, "Back again");
    }
    assert!(app.modal().is_none(), "each comes once");
    app.launch();
    assert!(
        texts(&app.look().expect("a picture")).contains(&"First"),
        "a running app keeps its state"
    );
    app.cold_launch();
    assert!(texts(&app.look().expect("a picture")).contains(&"Welcome"));
}

#[test]
fn more_than_two_buttons_stand_below_each_other_and_all_answer() {
    for button in ["Allow once", "Allow while using the app", "Never"] {
        let mut app = start(
            "## Simulator Screen a\n## Simulator Obstacle o\n- title: Where are you?\n\
             - buttons: Allow once, Allow while using the app, Never\n",
        );
        assert_eq!(
            tap(&mut app, button),
            Touched::Modal {
                id: "o".into(),
                button: button.into()
            }
        );
    }
}

#[test]
fn ten_thousand_rows_scroll_to_the_last_one() {
    let rows: String = (0..10_000)
        .map(|row| format!("- element row: Row {row} -> r{row}\n"))
        .collect();
    let mut app = start(&format!(
        "## Simulator Screen a\n- title: Long\n{rows}## Simulator Screen r9999\n- title: End\n"
    ));
    let start = std::time::Instant::now();
    for _ in 0..40 {
        app.swipe(WindowPoint::new(200.0, 800.0), WindowPoint::new(200.0, 400.0));
        assert!(texts(&app.look().expect("a picture")).len() < 40);
    }
    app.swipe(WindowPoint::new(200.0, 1e9), WindowPoint::new(200.0, 0.0));
    assert_eq!(tap(&mut app, "Row 9999"), Touched::Screen { id: "r9999".into() });
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn the_same_seed_and_touches_give_the_same_bytes() {
    let run = |seed| {
        let options = SimulatorOptions {
            seed,
            ..SimulatorOptions::default()
        };
        let mut app = Simulator::new(app(ATLAS), None, options).expect("starts");
        let first = app.look().expect("a picture");
        tap(&mut app, "Rivers");
        let second = app.look().expect("a picture");
        (first.picture, second.picture, second.captured_at)
    };
    assert_eq!(run(3), run(3));
    assert_ne!(run(3).2, run(4).2);
}

#[test]
fn the_truth_says_what_can_be_read() {
    for theme in [Theme::Light, Theme::Dark] {
        let options = SimulatorOptions {
            theme,
            tab_style: TabStyle::IconOnly,
            ..SimulatorOptions::default()
        };
        let mut app = Simulator::new(app(ATLAS), None, options).expect("starts");
        let sight = app.look().expect("a picture");
        let labels = sight.labels(FrameIndex(4));
        let tabs: Vec<_> = labels.iter().filter(|label| label.class == "tab").collect();
        assert_eq!(
            tabs.iter().map(|tab| tab.text.as_deref()).collect::<Vec<_>>(),
            [Some("Home"), Some("Maps"), Some("Profile")]
        );
        assert!(tabs.iter().all(|tab| !tab.text_visible));
        let icons = sight
            .detections
            .iter()
            .filter(|detection| detection.kind == DetectionKind::Icon);
        // Thirds of the window, on whole pixels.
        let anchors: Vec<f64> = icons.map(|icon| icon.tap.x).collect();
        assert_eq!(anchors, [68.5, 205.0, 341.5]);
        assert_eq!(
            labels.iter().filter(|label| label.class == "text").count(),
            texts(&sight).len()
        );
        assert!(
            labels
                .iter()
                .all(|label| label.frame == FrameIndex(4) && label.rect.width > 0.0)
        );
    }
}

#[test]
fn without_screens_or_with_a_lost_root_it_says_what_to_do() {
    let none = Simulator::new(app("## Simulator\n- root: a\n"), None, SimulatorOptions::default());
    assert!(matches!(none.map(|_| ()), Err(SimulatorError::NoScreens { .. })));
    let lost = Simulator::new(
        app("## Simulator\n- root: a\n## Simulator Screen b\n"),
        None,
        SimulatorOptions::default(),
    );
    let Err(error) = lost else { panic!("started") };
    assert_eq!(
        error.to_string(),
        "\"Atlas\" starts at screen \"a\", which is not declared: make `root` one of \"b\""
    );
}

#[test]
fn right_to_left_lines_end_at_the_left_with_their_full_stop_and_are_covered() {
    let mut app = start(
        "## Simulator Screen a\n- title: الصحة\n- element text: لا توجد بيانات.\n- element slider: حجم الخط #s = 0.5\n",
    );
    let sight = app.look().expect("a picture");
    assert!(sight.uncovered.is_empty(), "{:?}", sight.uncovered);
    let text = find(&sight, "لا توجد بيانات.").rect.expect("a box");
    assert!((text.right() - 390.0).abs() < 3.0, "{text:?}");
    let (label, percent) = (
        find(&sight, "حجم الخط").rect.expect("a box"),
        find(&sight, "50%").rect.expect("a box"),
    );
    assert!(label.right() <= percent.x);
}
