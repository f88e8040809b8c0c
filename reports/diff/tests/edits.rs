//! What one edit of APP.md does, and why: each field of APP.md edited, and nothing but the edit reported.

mod toy;

use proptest::prelude::*;
use skillc_diff::{Cause, ChangeKind, Report, Severities, Severity};
use toy::{APP, Recording, compile, model, recording};

fn report(old: &str, new: &str) -> Report {
    over(old, new, &recording(), &recording())
}

fn over(old: &str, new: &str, before: &Recording, after: &Recording) -> Report {
    let mut report = Report::new("old", "new");
    let (old, new) = (model(old, before), model(new, after));
    report.add("toy", &old, &new, &Severities::default(), &mut |description: &_| {
        Some(compile(description, after))
    });
    report
}

fn kinds(report: &Report) -> Vec<ChangeKind> {
    let mut kinds: Vec<ChangeKind> = report.changes.iter().map(|change| change.kind).collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

fn of(report: &Report, kind: ChangeKind) -> &Cause {
    &report
        .changes
        .iter()
        .find(|change| change.kind == kind)
        .expect("such a change")
        .cause
}

#[test]
fn nothing_changed_nothing_said() {
    assert_eq!(report(APP, APP).changes, []);
    assert_eq!(report(APP, &APP.replace('\n', "\r\n")).changes, []);
}

#[test]
fn a_renamed_tab_is_relabelled_in_every_skill_on_it_and_nothing_else() {
    let report = report(APP, &APP.replace("- Summary", "- Overview"));
    assert_eq!(kinds(&report), [ChangeKind::Renamed, ChangeKind::Relabelled]);
    let relabelled = report
        .changes
        .iter()
        .filter(|change| change.kind == ChangeKind::Relabelled)
        .count();
    assert_eq!(relabelled, 2, "steps and sleep");
    for change in &report.changes {
        let cause = &change.cause;
        assert_eq!(
            (cause.field.as_str(), cause.old.as_deref(), cause.new.as_deref()),
            ("Tabs[0]", Some("Summary"), Some("Overview"))
        );
        assert_eq!((cause.line, cause.old_line), (Some(8), Some(8)));
        assert!(!change.evidence.is_empty());
    }
    assert_eq!(report.worst(), Some(Severity::Cosmetic));
    assert_eq!(
        (
            report.summary().skills_changed,
            report.summary().added,
            report.summary().removed
        ),
        (2, 0, 0)
    );
}

#[test]
fn a_new_skip_pattern_loses_a_skill_and_its_screen() {
    let report = report(APP, &APP.replace("- Sign out\n", "- Sign out\n- Groups\n"));
    assert_eq!(kinds(&report), [ChangeKind::Removed, ChangeKind::OutOfReach]);
    for change in &report.changes {
        assert_eq!(
            (
                change.cause.field.as_str(),
                change.cause.new.as_deref(),
                change.cause.line
            ),
            ("Skip[2]", Some("Groups"), Some(18))
        );
        assert_eq!(
            (change.cause.old.as_deref(), change.severity),
            (None, Severity::Breaking)
        );
    }
    let lost = report
        .changes
        .iter()
        .find(|change| change.kind == ChangeKind::OutOfReach)
        .expect("lost");
    assert_eq!(lost.before.as_deref(), Some("Groups page"));
    assert!(lost.after.as_deref().is_some_and(|after| after.contains("Groups")));
}

#[test]
fn a_skip_pattern_that_goes_lets_something_forbidden_be_touched() {
    let report = report(APP, &APP.replace("- Delete\n", ""));
    assert_eq!(
        kinds(&report),
        [ChangeKind::Forbidden, ChangeKind::Added, ChangeKind::Reachable]
    );
    let cause = of(&report, ChangeKind::Forbidden);
    assert_eq!(
        (cause.field.as_str(), cause.old.as_deref(), cause.new.as_deref()),
        ("Skip[0]", Some("Delete"), None)
    );
    assert_eq!((cause.line, report.worst()), (Some(16), Some(Severity::Breaking)));
}

#[test]
fn obstacles_are_said_once_for_all_skills() {
    let more = report(APP, &APP.replace("## Skip", "- Cookies → Accept\n\n## Skip"));
    assert_eq!(more.changes.len(), 1);
    assert_eq!(kinds(&more), [ChangeKind::ObstacleHandled]);
    assert_eq!(of(&more, ChangeKind::ObstacleHandled).field, "Obstacles[1].trigger");
    let fewer = report(APP, &APP.replace("- Rate this app → Not now\n", ""));
    assert_eq!(kinds(&fewer), [ChangeKind::ObstacleUnhandled]);
    assert_eq!(fewer.worst(), Some(Severity::Risky));
    let other = report(APP, &APP.replace("Not now", "Later"));
    assert_eq!(kinds(&other), [ChangeKind::ObstacleChanged]);
    assert_eq!(of(&other, ChangeKind::ObstacleChanged).field, "Obstacles[0].action");
    let off = report(APP, &APP.replace("app: Toy", "app: Toy\nobstacle_mode: off"));
    assert_eq!(kinds(&off), [ChangeKind::ObstacleUnhandled]);
    assert_eq!(of(&off, ChangeKind::ObstacleUnhandled).field, "obstacle_mode");
}

#[test]
fn texts_name_their_own_line() {
    let tips = report(APP, &APP.replace("Be patient.", "Be quick."));
    assert_eq!(kinds(&tips), [ChangeKind::Tips]);
    assert_eq!(
        (
            of(&tips, ChangeKind::Tips).field.as_str(),
            of(&tips, ChangeKind::Tips).line
        ),
        ("Tips[0]", Some(23))
    );
    let context = report(APP, &APP.replace("A toy.", "A toy with three tabs."));
    assert_eq!(kinds(&context), [ChangeKind::Context]);
    assert_eq!(of(&context, ChangeKind::Context).field, "Structure");
    let credentials = report(APP, &APP.replace("TEST_EMAIL", "TEST_USER"));
    assert_eq!(kinds(&credentials), [ChangeKind::Credentials]);
    assert_eq!(of(&credentials, ChangeKind::Credentials).field, "Credentials.TEST_USER");
    let template = report(APP, &APP.replace("${EMAIL}", "${EMAIL:-me@example.org}"));
    assert_eq!(template.changes, [], "values are nobody's business");
    let app = report(APP, &APP.replace("app: Toy", "app: Tay"));
    assert_eq!(kinds(&app), [ChangeKind::App, ChangeKind::Renamed]);
    assert_eq!(of(&app, ChangeKind::Renamed).field, "app");
}

#[test]
fn another_layout_gives_another_target() {
    let report = report(
        APP,
        &APP.replace(
            "## Obstacles",
            "## Tab Layout\n- orientation: vertical\n- edge: right\n\n## Obstacles",
        ),
    );
    assert_eq!(kinds(&report), [ChangeKind::Relabelled]);
    assert!(of(&report, ChangeKind::Relabelled).field.starts_with("Tab Layout."));
}

#[test]
fn order_and_white_space_make_no_noise() {
    let shuffled = APP
        .replace("- Delete\n- Sign out\n", "- Sign out\n\n- Delete\n")
        .replace("- Be patient.\n- Stay calm.\n", "- Stay calm.\n- Be patient.\n")
        .replace("A toy.\n", "A toy.  \n\n\n");
    assert_eq!(report(APP, &shuffled).changes, []);
}

#[test]
fn of_several_edits_each_change_gets_its_own() {
    let new = APP
        .replace("- Summary", "- Overview")
        .replace("- Sign out\n", "- Sign out\n- Groups\n")
        .replace("- Delete\n", "")
        .replace("Be patient.", "Be quick.")
        .replace("Not now", "Later");
    let report = report(APP, &new);
    for (kind, field) in [
        (ChangeKind::Relabelled, "Tabs[0]"),
        (ChangeKind::Removed, "Skip[1]"),
        (ChangeKind::OutOfReach, "Skip[1]"),
        (ChangeKind::Reachable, "Skip[0]"),
        (ChangeKind::Forbidden, "Skip[0]"),
        (ChangeKind::Tips, "Tips[0]"),
        (ChangeKind::ObstacleChanged, "Obstacles[0].action"),
    ] {
        let cause = of(&report, kind);
        assert_eq!(cause.field, field, "{kind}: {cause:?}");
        assert_eq!(cause.also.len(), 0, "{kind}: {cause:?}");
    }
}

#[test]
fn edits_that_only_work_together_are_both_named() {
    // The page is behind two names: only taking both patterns away frees it.
    let old = APP.replace("- Delete\n", "- Delete\n- data\n");
    let report = report(&old, &APP.replace("- Delete\n", ""));
    let cause = of(&report, ChangeKind::Reachable);
    let fields: Vec<&str> = std::iter::once(cause.field.as_str())
        .chain(cause.also.iter().map(|part| part.field.as_str()))
        .collect();
    assert_eq!(fields, ["Skip[0]", "Skip[1]"]);
}

#[test]
fn another_recording_is_the_cause_of_what_it_shows() {
    let mut after = recording();
    after.session = toy::OTHER_SESSION;
    after.tabs[1].rows.remove(0);
    after.tabs[2].rows.push("Imprint".to_owned());
    let report = over(APP, APP, &recording(), &after);
    assert_eq!(
        kinds(&report),
        [
            ChangeKind::Removed,
            ChangeKind::OutOfReach,
            ChangeKind::Added,
            ChangeKind::Reachable
        ]
    );
    for change in &report.changes {
        assert_eq!(change.cause.kind, skillc_diff::CauseKind::Recording);
        assert_eq!(change.cause.new.as_deref(), Some(toy::OTHER_SESSION));
        assert!(change.evidence.iter().any(|one| one.frame.is_some()));
    }
}

#[test]
fn recording_and_edit_are_told_apart() {
    let mut after = recording();
    after.session = toy::OTHER_SESSION;
    after.tabs[1].rows.remove(0);
    let report = over(
        APP,
        &APP.replace("- More", "- Rest").replace("- Summary", "- Overview"),
        &recording(),
        &after,
    );
    assert_eq!(of(&report, ChangeKind::Removed).kind, skillc_diff::CauseKind::Recording);
    let relabelled = report
        .changes
        .iter()
        .filter(|change| change.kind == ChangeKind::Relabelled);
    let fields: Vec<&str> = relabelled.map(|change| change.cause.field.as_str()).collect();
    assert_eq!(fields, ["Tabs[0]", "Tabs[0]", "Tabs[2]"]);
}

#[test]
fn another_detector_is_the_cause_where_nothing_else_differs() {
    let (old, mut new) = (model(APP, &recording()), model(APP, &recording()));
    new.inputs.detectors = vec!["ppocr@1".to_owned()];
    for step in new
        .skills
        .iter_mut()
        .flat_map(|skill| &mut skill.steps)
        .filter(|step| step.label == "Steps")
    {
        (step.label, step.element) = ("Stops".to_owned(), "Stops".to_owned());
    }
    let mut report = Report::new("a", "b");
    let after = new.clone();
    report.add("toy", &old, &new, &Severities::default(), &mut |_: &_| {
        Some(after.clone())
    });
    assert_eq!(kinds(&report), [ChangeKind::Relabelled]);
    let cause = of(&report, ChangeKind::Relabelled);
    assert_eq!(
        (cause.kind, cause.new.as_deref()),
        (skillc_diff::CauseKind::Detection, Some("ppocr@1"))
    );
}

#[test]
fn severities_can_be_set() {
    let mut severities = Severities::default();
    severities.set(ChangeKind::Renamed, None);
    severities.set(ChangeKind::Relabelled, Some(Severity::Breaking));
    let mut report = Report::new("old", "new");
    let (old, new) = (
        model(APP, &recording()),
        model(&APP.replace("- Summary", "- Overview"), &recording()),
    );
    report.add("toy", &old, &new, &severities, &mut |description: &_| {
        Some(compile(description, &recording()))
    });
    assert_eq!(kinds(&report), [ChangeKind::Relabelled]);
    assert_eq!(report.worst(), Some(Severity::Breaking));
}

fn any_recording() -> impl Strategy<Value = Recording> {
    let tab = prop::collection::hash_set("[a-z]{3,6}", 1..5).prop_map(|rows| {
        let mut rows: Vec<String> = rows.into_iter().collect();
        rows.sort();
        toy::Tab { rows }
    });
    prop::collection::vec(tab, 1..5).prop_map(|mut tabs| {
        for (place, tab) in tabs.iter_mut().enumerate() {
            for row in &mut tab.rows {
                row.push_str(&format!("{place}"));
            }
        }
        Recording {
            session: toy::SESSION,
            tabs,
        }
    })
}

proptest! {
    #[test]
    fn the_same_models_never_differ(recording in any_recording(), seed in any::<u64>()) {
        prop_assert_eq!(over(APP, APP, &recording, &recording).changes, []);
        // Skills in another order make no difference either.
        let (old, mut new) = (model(APP, &recording), model(APP, &recording));
        let turns = usize::try_from(seed % 7).expect("small") % new.skills.len().max(1);
        new.skills.rotate_left(turns);
        new.reachable.reverse();
        prop_assert_eq!(skillc_diff::compare(&old, &new), []);
    }

    #[test]
    fn one_mutation_is_one_change(recording in any_recording(), at in any::<prop::sample::Index>(), which in 0usize..5) {
        let old = model(APP, &recording);
        let mut new = old.clone();
        let skill = at.index(new.skills.len());
        let expected = match which {
            0 => { new.skills[skill].steps[3].element = "another".into(); new.skills[skill].steps[3].action = None; ChangeKind::Retargeted }
            1 => { new.skills[skill].steps[3].label.push('x'); ChangeKind::Relabelled }
            2 => { new.skills[skill].steps.remove(3); ChangeKind::Dropped }
            3 => { let step = new.skills[skill].steps[3].clone(); new.skills[skill].steps.insert(3, skillc_model::StepModel { deed: "type".into(), label: "hi".into(), action: None, ..step }); ChangeKind::Inserted }
            _ => { new.skills[skill].name.push('x'); ChangeKind::Renamed }
        };
        let differences = skillc_diff::compare(&old, &new);
        prop_assert_eq!(differences.len(), 1, "{:?}", differences);
        prop_assert_eq!(differences[0].kind, expected);
        prop_assert_eq!(differences[0].subject.as_str(), old.skills[skill].name.as_str());
    }

    #[test]
    fn every_change_has_a_cause(recording in any_recording(), tab in "[A-Z][a-z]{2}", pattern in "[a-z]", drop in 0usize..6) {
        let lines = ["- Summary\n", "- Delete\n", "- Sign out\n", "- Be patient.\n", "- Rate this app → Not now\n", "- More\n"];
        let new = APP.replace("- People", &format!("- {tab}")).replace("- Sign out\n", &format!("- Sign out\n- {pattern}\n")).replace(lines[drop], "");
        for change in over(APP, &new, &recording, &recording).changes {
            prop_assert_eq!(change.cause.kind, skillc_diff::CauseKind::AppMd);
            prop_assert!(change.cause.line.is_some(), "{:?}", change);
        }
    }
}
