//! Walks through small apps, and the graphs that come out of them.

use proptest::prelude::*;
use skillc_graph::{
    Acquaintance, Deed, Dismissal, DismissalCause, NavigationGraph, PageEnd, SeenAction, SeenScreen, SessionEvidence,
    SkipList, SkipPattern, SkipSource, build,
};
use skillc_records::{ActionIndex, ActionKind, FrameIndex, ScreenPoints, SessionId, TapPoint, WindowPoint, WindowSize};
use skillc_screens::identity;

const WINDOW: WindowSize = WindowSize::new(410.0, 898.0);

/// A session under construction: screens are lists of texts, the first of them the title.
struct Walk {
    evidence: SessionEvidence,
}

impl Walk {
    fn new(number: usize) -> Self {
        let session = SessionId::parse(&format!("01KE6WAPR0GKQ98T9SH7BV{number:04}")).expect("a session id");
        Self {
            evidence: SessionEvidence {
                session,
                window: WINDOW,
                screens: Vec::new(),
                actions: Vec::new(),
            },
        }
    }

    fn see(&mut self, texts: &[&str], below: f64) -> u32 {
        let points = texts.iter().enumerate().map(|(row, text)| TapPoint {
            text: (*text).to_owned(),
            at: WindowPoint::new(
                100.0,
                if row == 0 {
                    120.0
                } else {
                    220.0 + 60.0 * row as f64 - below
                },
            ),
            confidence: None,
            rect: None,
        });
        let points = ScreenPoints {
            points: points.collect(),
            icons: Vec::new(),
        };
        let place = u32::try_from(self.evidence.screens.len()).expect("few screens");
        let identity = identity(&points, WINDOW);
        self.evidence.screens.push(SeenScreen {
            frame: FrameIndex(place),
            points,
            identity,
            visual: None,
            known: Acquaintance::Seen,
            doubt: None,
        });
        place
    }

    fn act(&mut self, kind: ActionKind, target: &str, texts: &[&str]) -> &mut SeenAction {
        let before = self
            .evidence
            .screens
            .len()
            .checked_sub(1)
            .and_then(|last| u32::try_from(last).ok());
        let after = self.see(texts, 0.0);
        let action = ActionIndex(u32::try_from(self.evidence.actions.len()).expect("few actions"));
        self.evidence.actions.push(SeenAction {
            action,
            kind,
            target_text: (!target.is_empty()).then(|| target.to_owned()),
            display_label: None,
            tab: None,
            row: None,
            dismissal: None,
            before,
            after: Some(after),
            delay_ms: Some(400),
            failed: false,
        });
        self.evidence.actions.last_mut().expect("the action")
    }

    fn launch(mut self, texts: &[&str]) -> Self {
        self.act(
            ActionKind::Launch {
                app: "Ledger".to_owned(),
            },
            "",
            texts,
        );
        self
    }

    fn tap(mut self, target: &str, texts: &[&str]) -> Self {
        let at = self
            .evidence
            .screens
            .last()
            .and_then(|screen| screen.points.points.iter().find(|point| point.text == target));
        let at = at.map(|point| point.at);
        self.act(ActionKind::Tap { at }, target, texts);
        self
    }
}

const ROOT: &[&str] = &["Ledger", "Accounts >", "Delete all", "Help"];
const ACCOUNTS: &[&str] = &["Accounts", "< Back", "Savings", "Checking"];
const SAVINGS: &[&str] = &["Savings", "< Back", "Balance 20 CHF"];
const HELP: &[&str] = &["Help", "< Back", "Write to us"];

fn skip(pattern: &str) -> SkipList {
    SkipList(vec![SkipPattern {
        text: pattern.to_owned(),
        source: SkipSource::AppMd(0),
    }])
}

fn titles(graph: &NavigationGraph) -> Vec<&str> {
    graph
        .screens
        .iter()
        .filter_map(|screen| screen.identity.title.as_deref())
        .collect()
}

#[test]
fn a_walk_becomes_screens_and_edges_in_the_order_of_discovery() {
    let walk = Walk::new(1)
        .launch(ROOT)
        .tap("Accounts >", ACCOUNTS)
        .tap("Savings", SAVINGS)
        .tap("< Back", ACCOUNTS);
    let graph = build(&[walk.evidence], &SkipList::default());
    assert_eq!(titles(&graph), ["Ledger", "Accounts", "Savings"].map(|title| title));
    assert_eq!(
        graph.screens.iter().map(|screen| screen.depth).collect::<Vec<_>>(),
        [0, 1, 2]
    );
    let edges: Vec<_> = graph
        .edges
        .iter()
        .map(|edge| (edge.from.0, edge.to.0, edge.label.as_str()))
        .collect();
    assert_eq!(edges, [(0, 1, "Accounts >"), (1, 2, "Savings"), (2, 1, "< Back")]);
    assert!(graph.unplaced.is_empty());
}

#[test]
fn a_cut_edge_names_what_is_lost_behind_it() {
    let walk = Walk::new(1)
        .launch(ROOT)
        .tap("Delete all", HELP)
        .tap("Write to us", SAVINGS);
    let graph = build(&[walk.evidence], &skip("DELETE"));
    assert!(graph.edges[0].cut.is_some());
    assert_eq!(
        graph.unreachable.iter().map(|screen| screen.0).collect::<Vec<_>>(),
        [1, 2]
    );
    assert!(graph.screens[0].reachable && !graph.screens[2].reachable);
}

#[test]
fn a_screen_that_is_found_again_without_the_cut_edge_counts_from_there() {
    let walk = Walk::new(1)
        .launch(ROOT)
        .tap("Delete all", SAVINGS)
        .tap("< Back", ROOT)
        .tap("Accounts >", ACCOUNTS)
        .tap("Savings", SAVINGS);
    let graph = build(&[walk.evidence], &skip("delete"));
    assert!(graph.unreachable.is_empty());
    assert_eq!(graph.screens[1].depth, 2);
}

#[test]
fn sessions_that_disagree_make_an_edge_flaky() {
    let one = Walk::new(1).launch(ROOT).tap("Help", HELP);
    let other = Walk::new(2).launch(ROOT).tap("Help", ACCOUNTS);
    let graph = build(&[one.evidence, other.evidence], &SkipList::default());
    assert!(graph.edges.iter().all(skillc_graph::Edge::is_flaky));
    assert_eq!(
        graph.edges[0].disagreements[0].to.map(|to| to.0),
        Some(graph.edges[1].to.0)
    );
}

#[test]
fn a_dismissal_is_no_edge_and_the_way_remembers_it() {
    let alert: &[&str] = &["Rate us?", "Not Now", "OK"];
    let mut walk = Walk::new(1)
        .launch(ROOT)
        .tap("Accounts >", alert)
        .tap("Not Now", ACCOUNTS);
    walk.evidence.actions[2].dismissal = Some(Dismissal {
        cause: DismissalCause::Rule(3),
        trigger: "Rate us".to_owned(),
        answer: "Not Now".to_owned(),
    });
    let graph = build(&[walk.evidence], &SkipList::default());
    assert_eq!(titles(&graph), ["Ledger", "Accounts"]);
    let seen = &graph.edges[0].observations[0];
    assert_eq!(seen.interruptions[0].dismissal.cause, DismissalCause::Rule(3));
    assert_eq!(seen.after.as_ref().map(|frame| frame.frame.0), Some(2));
}

#[test]
fn dialogs_before_the_first_screen_belong_to_the_launch() {
    let dialog: &[&str] = &["Welcome to Ledger", "Continue"];
    let walk = Walk::new(1).launch(dialog).tap("Continue", ROOT).tap("Help", HELP);
    let graph = build(&[walk.evidence], &SkipList::default());
    assert_eq!(titles(&graph), ["Ledger", "Help"]);
    assert_eq!(graph.entries[0].interruptions[0].dismissal.answer, "Continue");
}

#[test]
fn an_app_of_small_screens_has_no_dialogs() {
    let (home, rows, deep) = (&["Home", "Rows", "More"], &["Rows", "Deep"], &["Deep", "leaf"]);
    let walk = Walk::new(1).launch(home).tap("Rows", rows).tap("Deep", deep);
    let graph = build(&[walk.evidence], &SkipList(Vec::new()));
    assert_eq!(graph.screens.len(), 3);
    assert!(
        graph
            .edges
            .iter()
            .all(|edge| edge.observations.iter().all(|seen| seen.interruptions.is_empty()))
    );
}

#[test]
fn what_a_file_states_as_a_screen_is_no_dialog() {
    let welcome: &[&str] = &["Welcome to Ledger", "Continue"];
    let mut walk = Walk::new(1).launch(welcome).tap("Continue", ROOT).tap("Help", HELP);
    for screen in &mut walk.evidence.screens {
        screen.known = Acquaintance::Stated;
    }
    let graph = build(&[walk.evidence], &SkipList(Vec::new()));
    assert_eq!(graph.screens.len(), 3);
    assert!(graph.screens.iter().all(|screen| screen.dialog.is_none()));
}

#[test]
fn a_first_screen_that_one_can_return_to_is_no_dialog() {
    let first: &[&str] = &["Pocket", "Start"];
    let walk = Walk::new(1).launch(first).tap("Start", ACCOUNTS);
    let graph = build(&[walk.evidence], &SkipList::default());
    assert_eq!(titles(&graph), ["Pocket", "Accounts"]);
}

#[test]
fn typed_text_and_the_touch_before_it_go_along_with_the_way() {
    let form: &[&str] = &["Sign in", "Email", "Terms", "Go", "About this app"];
    let typed: &[&str] = &["Sign in", "${EMAIL}", "Terms", "Go", "About this app"];
    let mut walk = Walk::new(1).launch(form).tap("Terms", form).tap("Email", form);
    walk.act(
        ActionKind::Type {
            value: "${EMAIL}".to_owned(),
        },
        "",
        typed,
    );
    let walk = walk.tap("Go", ACCOUNTS);
    let graph = build(&[walk.evidence], &SkipList::default());
    // The form with the text in it is less than 0.8 similar, so typing is a way of its own here.
    let deeds: Vec<_> = graph
        .edges
        .iter()
        .flat_map(|edge| &edge.observations[0].preparations)
        .map(|deed| &deed.deed)
        .collect();
    let typed = graph.edges.iter().any(|edge| matches!(edge.deed, Deed::Type { .. }));
    assert!(typed || deeds.iter().any(|deed| matches!(deed, Deed::Type { .. })));
    assert!(!deeds.is_empty() || typed);
}

#[test]
fn a_stroke_that_shows_half_of_the_screen_again_scrolls_it() {
    let rows: &[&str] = &["Ledger", "One", "Two", "Three", "Four"];
    let mut walk = Walk::new(1).launch(rows);
    walk.act(
        ActionKind::Swipe {
            from: Some(WindowPoint::new(200.0, 600.0)),
            to: Some(WindowPoint::new(200.0, 300.0)),
            direction: None,
        },
        "",
        &["Two", "Three", "Four", "Five", "Six"],
    );
    let walk = walk.tap("Six", HELP);
    let graph = build(&[walk.evidence], &SkipList::default());
    assert_eq!(graph.screens.len(), 2);
    assert_eq!(graph.edges[0].observations[0].scrolls[0].count, 1);
}

#[test]
fn a_page_ends_where_a_stroke_moves_nothing_and_is_endless_after_all_strokes_that_calibration_has() {
    let posts: Vec<String> = (0..50).map(|post| format!("Post by {post}")).collect();
    let shown = |first: usize| -> Vec<&str> {
        let rows = posts[2 * first..2 * first + 6].iter().map(String::as_str);
        std::iter::once("Feed").chain(rows).collect()
    };
    let stroke = |from: f64, to: f64| ActionKind::Swipe {
        from: Some(WindowPoint::new(200.0, from)),
        to: Some(WindowPoint::new(200.0, to)),
        direction: None,
    };
    let end = |places: &[usize]| {
        let mut walk = Walk::new(1).launch(&shown(0));
        let mut here = 0;
        for &place in places {
            let kind = if place < here {
                stroke(300.0, 600.0)
            } else {
                stroke(600.0, 300.0)
            };
            walk.act(kind, "", &shown(place));
            here = place;
        }
        let graph = build(&[walk.evidence], &SkipList::default());
        assert_eq!(graph.screens.len(), 1);
        let file = skillc_graph::disk::GraphFile::of(&graph, skillc_records::Timestamp(0)).expect("a root");
        let node = &file.nodes[0];
        let page_end = graph.screens[0].page_end;
        assert_eq!(
            (node.is_infinite_scroll, node.scroll_exhausted),
            (page_end == PageEnd::Endless, page_end == PageEnd::Reached)
        );
        page_end
    };
    let down: Vec<usize> = (1..=15).collect();
    assert_eq!(end(&[]), PageEnd::Unseen);
    assert_eq!(end(&down[..14]), PageEnd::Unseen);
    assert_eq!(end(&down), PageEnd::Endless);
    // Going back up and down again shows nothing new and changes nothing.
    assert_eq!(end(&[&down[..], &[14, 13, 14]].concat()), PageEnd::Endless);
    assert_eq!(end(&[1, 2, 2]), PageEnd::Reached);
    assert_eq!(end(&[&down[..], &[15]].concat()), PageEnd::Reached);
    // A stroke down at the top says nothing about the other end.
    assert_eq!(end(&[1, 0]), PageEnd::Unseen);
}

#[test]
fn a_failed_action_says_nothing() {
    let mut walk = Walk::new(1).launch(ROOT).tap("Help", HELP);
    walk.evidence.actions[1].failed = true;
    let graph = build(&[walk.evidence], &SkipList::default());
    assert_eq!((graph.edges.len(), graph.unplaced.len()), (0, 1));
}

#[test]
fn a_graph_file_reads_back_as_it_was_written() {
    let walk = Walk::new(1)
        .launch(ROOT)
        .tap("Accounts >", ACCOUNTS)
        .tap("Savings", SAVINGS);
    let graph = build(&[walk.evidence], &SkipList::default());
    let file = skillc_graph::disk::GraphFile::of(&graph, skillc_records::Timestamp(0)).expect("a root");
    assert_eq!(
        skillc_graph::disk::GraphFile::read(&file.write()).expect("a graph file"),
        file
    );
}

const SCREENS: [&[&str]; 4] = [ROOT, ACCOUNTS, SAVINGS, HELP];

fn walks() -> impl Strategy<Value = Vec<Vec<(usize, usize)>>> {
    prop::collection::vec(prop::collection::vec((0..4_usize, 0..4_usize), 0..12), 1..5)
}

proptest! {
    #[test]
    fn the_order_of_sessions_on_disk_means_nothing(walks in walks(), turn in 0..5_usize) {
        let mut sessions: Vec<SessionEvidence> = walks
            .iter()
            .enumerate()
            .map(|(number, steps)| {
                let walk = Walk::new(number).launch(ROOT);
                steps.iter().fold(walk, |walk, &(row, to)| {
                    let shown = walk.evidence.screens.last().map(|screen| screen.points.points.clone()).unwrap_or_default();
                    let text = shown.get(row).map(|point| point.text.clone()).unwrap_or_default();
                    walk.tap(&text, SCREENS[to])
                }).evidence
            })
            .collect();
        let graph = build(&sessions, &skip("delete"));
        let middle = turn % sessions.len();
        sessions.rotate_left(middle);
        sessions.reverse();
        prop_assert_eq!(&graph, &build(&sessions, &skip("delete")));
        prop_assert!(graph.edges.iter().all(|edge| !edge.observations.is_empty()));
        prop_assert!(graph.edges.iter().all(|edge| edge.to.get() < graph.screens.len() && edge.from.get() < graph.screens.len()));
    }
}

#[test]
fn whoever_comes_back_to_a_viewport_further_down_is_on_the_same_screen() {
    let rows: &[&str] = &["Ledger", "One", "Two", "Three", "Four"];
    let below: &[&str] = &["Three", "Four", "Five", "Six"];
    let mut walk = Walk::new(1).launch(rows);
    let stroke = ActionKind::Swipe {
        from: Some(WindowPoint::new(200.0, 600.0)),
        to: Some(WindowPoint::new(200.0, 300.0)),
        direction: None,
    };
    walk.act(stroke, "", below);
    let walk = walk
        .tap("Five", &["< Ledger", "The fifth", "Long ago"])
        .tap("< Ledger", below)
        .tap("Six", HELP);
    let graph = build(&[walk.evidence], &SkipList::default());
    assert_eq!(graph.screens.len(), 3);
    let way = graph.edges.iter().find(|edge| edge.label == "Six").expect("a way");
    assert_eq!((way.from, way.observations[0].scrolls.len()), (graph.edges[0].from, 1));
}

#[test]
fn what_tells_a_dialog_stands_on_no_ordinary_screen_and_nobody_asked_for_it() {
    let menu: &[&str] = &["Accounts >", "Add to queue", "Share"];
    let offer: &[&str] = &["A better plan", "Take it", "No thanks"];
    let after: &[&str] = &["Queue", "Nothing waits", "< Ledger", "Edit"];
    let dialogs = |held: bool, shown: &[&str], answer: &str| {
        let mut walk = Walk::new(1).launch(ROOT);
        let at = WindowPoint::new(100.0, 280.0);
        let kind = if held {
            ActionKind::LongPress { at: Some(at) }
        } else {
            ActionKind::Tap { at: Some(at) }
        };
        walk.act(kind, "Accounts >", shown);
        let graph = build(&[walk.tap(answer, after).evidence], &SkipList::default());
        graph.screens.iter().filter(|screen| screen.dialog.is_some()).count()
    };
    assert_eq!(dialogs(false, offer, "No thanks"), 1);
    assert_eq!(dialogs(true, offer, "No thanks"), 0);
    assert_eq!(dialogs(false, menu, "Add to queue"), 0);
}

const DRAFTS: &[&str] = &["Drafts", "< Back", "Profile >", "Archive >"];
const MODAL: &[&str] = &["Unknown thing", "Allow", "Deny"];

#[test]
fn a_dialog_that_only_came_up_is_no_short_cut_between_screens() {
    // Twice on the way, once after each tap.
    let one = Walk::new(1)
        .launch(ROOT)
        .tap("Accounts >", ACCOUNTS)
        .tap("Savings", MODAL)
        .tap("Allow", SAVINGS);
    let other = Walk::new(2)
        .launch(ROOT)
        .tap("Accounts >", MODAL)
        .tap("Allow", ACCOUNTS)
        .tap("Savings", SAVINGS);
    let graph = build(&[one.evidence, other.evidence], &SkipList::default());
    let to_savings: Vec<_> = graph
        .edges
        .iter()
        .filter(|edge| graph.screens[edge.to.get()].identity.title.as_deref() == Some("Savings"))
        .collect();
    assert_eq!(to_savings.len(), 1, "{to_savings:#?}");
    assert_eq!(to_savings[0].label, "Savings");
    assert_eq!(to_savings[0].observations.len(), 2);
    let met = &to_savings[0].observations[0].interruptions[0].dismissal;
    assert_eq!((met.trigger.as_str(), met.answer.as_str()), ("Unknown thing", "Allow"));
    let modal = graph
        .screens
        .iter()
        .position(|screen| screen.points.points[0].text == "Unknown thing")
        .unwrap();
    assert!(!graph.screens[modal].reachable);
    assert!(to_savings[0].disagreements.is_empty());
}

#[test]
fn a_small_screen_that_always_leads_on_stays_a_screen() {
    let walk = |number| Walk::new(number).launch(ROOT).tap("Help", MODAL).tap("Allow", DRAFTS);
    let graph = build(&[walk(1).evidence, walk(2).evidence], &SkipList::default());
    let titles = titles(&graph);
    assert!(
        titles.contains(&"Unknown thing") && titles.contains(&"Drafts"),
        "{titles:?}"
    );
    assert_eq!(graph.edges.len(), 2);
}

#[test]
fn two_tabs_that_show_the_same_are_two_screens() {
    let feed: &[&str] = &["Feed", "Settings >", "Feed", "Chat"];
    let chat: &[&str] = &["Chat", "Settings >", "Feed", "Chat"];
    let walk = Walk::new(1).launch(feed).tap("Chat", chat).tap("Settings >", HELP);
    let graph = build(&[walk.evidence], &SkipList::default());
    assert_eq!(titles(&graph), ["Feed", "Chat", "Help"]);
    assert_eq!(graph.edges[1].from, graph.edges[0].to);
}

#[test]
fn a_known_dialog_at_the_end_of_a_walk_is_no_place_to_go() {
    let walk = Walk::new(1)
        .launch(ROOT)
        .tap("Help", MODAL)
        .tap("Allow", HELP)
        .tap("Write to us", MODAL);
    let graph = build(&[walk.evidence], &SkipList::default());
    let modal = graph
        .screens
        .iter()
        .find(|screen| screen.points.points[0].text == "Unknown thing");
    assert!(modal.is_none_or(|modal| !modal.reachable), "{:#?}", graph.edges);
}
