//! A stage depends on what it declares and on nothing else: with any other field of APP.md or any other setting altered, the same key
//! stands for the same result. A planted stage that reads what it doesn't declare has to be found.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::path::{Path, PathBuf};

use serde_json::json;
use skillc::compile::{AppSource, Compiler};
use skillc::config::{DetectSource, Layout, Settings};
use skillc::engine::stage::Field;
use skillc::engine::trace::Ingredients;
use skillc::engine::{Cache, Engine, StageName};
use skillc_app_description::{
    AppDescription, Axis, Credential, CredentialTemplate, Edge, ObstacleMode, ObstacleRule, TabLayout,
};
use skillc_captures::Store;
use tempfile::TempDir;

type Units = BTreeMap<(StageName, String), Ingredients>;

/// A field of APP.md made to say something else, in a way that changes as little as possible of what comes out, so that the stages
/// after the one that reads it can be compared as well.
struct Alteration {
    what: &'static str,
    /// The declared names of the field; none if no stage may read it.
    fields: &'static [Field],
    alter: fn(&mut AppDescription),
}

fn alterations() -> Vec<Alteration> {
    let one = |what, fields, alter| Alteration { what, fields, alter };
    vec![
        one("version", &[], |app| app.version += 1),
        one("locale", &[], |app| app.locale = Some("xx_XX".to_owned())),
        one("reset_before_explore", &[], |app| app.reset_before_explore ^= true),
        one("simulator", &[], |app| app.simulator = None),
        one("a credential's template", &[], |app| {
            app.credentials
                .iter_mut()
                .for_each(|one| one.template = CredentialTemplate::new("${X:-y}"));
        }),
        one("app", &[Field::App], |app| app.app += "!"),
        one("archetype", &[Field::Archetype], |app| {
            app.archetype = Some("another".to_owned())
        }),
        one("context", &[Field::Context], |app| app.context += "\nMore.\n"),
        one("tips", &[Field::Tips], |app| app.tips.push("Another tip".to_owned())),
        one("credentials", &[Field::CredentialNames], |app| {
            app.credentials.push(Credential {
                name: "another".to_owned(),
                template: CredentialTemplate::new("${X}"),
            });
        }),
        one("skip", &[Field::Skip], |app| {
            app.skip.push("Nowhere on any screen".to_owned())
        }),
        one("tabs", &[Field::Tabs], |app| {
            app.tabs.push("Nowhere on any screen".to_owned())
        }),
        one("tab layout", &[Field::TabLayout], |app| {
            app.tab_layout = match app.tab_layout {
                None => Some(TabLayout {
                    orientation: Axis::Horizontal,
                    edge: Edge::Bottom,
                }),
                Some(_) => None,
            };
        }),
        one("an obstacle's answer", &[Field::Obstacles], |app| {
            app.obstacles.last_mut().expect("a rule").action += "!";
        }),
        one("obstacles", &[Field::Obstacles, Field::ObstacleTriggers], |app| {
            app.obstacles.push(ObstacleRule {
                trigger: "Nowhere on any screen".to_owned(),
                action: "Never".to_owned(),
            });
        }),
        one("obstacle_mode", &[Field::ObstacleMode], |app| {
            app.obstacle_mode = match app.obstacle_mode {
                ObstacleMode::Auto => ObstacleMode::Hint,
                ObstacleMode::Hint | ObstacleMode::Off => ObstacleMode::Auto,
            };
        }),
    ]
}

/// Does not compile when the description gets a field that no alteration above knows.
fn every_field_is_altered(app: AppDescription) {
    let AppDescription {
        app: _,
        version: _,
        locale: _,
        archetype: _,
        reset_before_explore: _,
        obstacle_mode: _,
        context: _,
        obstacles: _,
        skip: _,
        credentials: _,
        tips: _,
        tabs: _,
        tab_layout: _,
        simulator: _,
    } = app;
}

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../datasets/sample")
}

/// An app of the sample, with one more obstacle that never gets in the way.
fn app() -> AppSource {
    let mut app = AppSource::read(&sample().join("apps/vitalite/APP.md")).expect("the sample's app");
    app.description.obstacles.push(ObstacleRule {
        trigger: "Never on any screen".to_owned(),
        action: "Whatever".to_owned(),
    });
    app
}

fn settings() -> Settings {
    let mut settings = Settings::default();
    settings.detect.source = DetectSource::Recorded;
    settings
}

/// Every unit of the app over an empty cache. With `planted`, one that reads the tips and doesn't declare it is among them.
fn units(app: &AppSource, settings: &Settings, planted: bool) -> Units {
    let folder = TempDir::new().expect("a folder");
    let engine = Engine::new(Cache::new(folder.path().to_owned()), false);
    let store = Store::open(sample().join("captures")).expect("the sample's captures");
    let compiler = Compiler::new(&engine, &store, settings, true).expect("a listing");
    let result = compiler.compile(app, &|| true, &|| {});
    assert_eq!(result.problems, []);
    let mut units = engine.trace(app.slug.as_str()).units;
    if planted {
        let run = engine.app("planted");
        let read = || Ok::<_, skillc::engine::UnitError<Infallible>>(app.description.tips.clone());
        run.unit(StageName::Screens.stage(), "planted", &json!({}), BTreeMap::new(), read)
            .expect("a result");
        run.finish(true);
        units.extend(engine.trace("planted").units);
    }
    units
}

/// What two runs show: units with the same key and another result, and the stages of which a unit had the same key.
fn compared(one: &Units, other: &Units) -> (Vec<String>, BTreeSet<StageName>) {
    let (mut wrong, mut compared) = (Vec::new(), BTreeSet::new());
    for (unit, before) in one {
        // The app's own units are named after it.
        let Some(after) = other
            .get(unit)
            .or_else(|| other.iter().find(|(key, _)| key.0 == unit.0).map(|(_, after)| after))
        else {
            continue;
        };
        let same_key =
            (before.version, &before.parameters, &before.inputs) == (after.version, &after.parameters, &after.inputs);
        if same_key {
            compared.insert(unit.0);
            if before.result != after.result {
                wrong.push(format!("{} {}", unit.0, unit.1));
            }
        }
    }
    (wrong, compared)
}

#[test]
fn no_stage_reads_a_field_that_it_does_not_declare() {
    let app = app();
    every_field_is_altered(app.description.clone());
    let before = units(&app, &settings(), false);
    let mut bare = app.clone();
    bare.description.obstacles.clear();
    let without_obstacles = units(&bare, &settings(), false);
    for Alteration { what, fields, alter } in alterations() {
        let mut altered = app.clone();
        let mut before = &before;
        if fields.contains(&Field::ObstacleMode) {
            // Where there are obstacles the mode decides what comes out, and then what comes after can't be compared.
            altered.description.obstacles.clear();
            before = &without_obstacles;
        }
        let unaltered = altered.description.clone();
        alter(&mut altered.description);
        assert_ne!(altered.description, unaltered, "{what} is altered");
        let (wrong, compared) = compared(before, &units(&altered, &settings(), false));
        assert!(wrong.is_empty(), "{what} is read without being declared by {wrong:?}");
        for stage in StageName::ALL.map(StageName::stage) {
            // Nothing is detected here, and detection isn't given the description at all.
            let reads = fields.iter().any(|field| stage.reads.contains(field)) || stage.name == StageName::Detect;
            assert_eq!(
                compared.contains(&stage.name),
                !reads,
                "{what}, {}: {compared:?}",
                stage.name
            );
        }
    }
}

#[test]
fn no_stage_reads_a_setting_that_it_does_not_declare() {
    let app = app();
    let before = units(&app, &settings(), false);
    let mut other = settings();
    other.compile.skip = vec!["Nowhere on any screen".to_owned()];
    other.compile.layout = Layout::PerFlow;
    other.compile.dialects.clear();
    other.jobs = 3;
    let (wrong, compared) = compared(&before, &units(&app, &other, false));
    assert_eq!(wrong, [] as [String; 0]);
    assert!(
        compared.contains(&StageName::Points) && compared.contains(&StageName::Flows),
        "{compared:?}"
    );
    assert!(
        !compared.contains(&StageName::Graph) && !compared.contains(&StageName::Skills),
        "{compared:?}"
    );
}

#[test]
fn a_planted_stage_that_reads_the_tips_is_found() {
    let app = app();
    let mut altered = app.clone();
    altered.description.tips.push("Another tip".to_owned());
    let (wrong, _) = compared(&units(&app, &settings(), true), &units(&altered, &settings(), true));
    assert_eq!(wrong, ["screens planted"]);
}
