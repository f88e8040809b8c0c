//! What a writer is told, file by file.

use proptest::prelude::*;
use skillc_app_check::{
    Code, Finding, Recorded, Safety, SeenScreen, SeenTap, SeenText, Severity, Source, Surroundings, check, fix, masked,
};
use skillc_permissions::{Config, Policy};
use skillc_records::{WindowPoint, WindowSize};

fn findings(text: &str) -> Vec<Finding> {
    check(&Source::new(text), &Surroundings::default())
}

fn codes(text: &str) -> Vec<&'static str> {
    findings(text).iter().map(|finding| finding.code.as_str()).collect()
}

/// A description with this front matter and these sections, without fault of its own.
fn file(front: &str, sections: &str) -> String {
    format!("---\napp: Larder\n{front}---\n## Structure\nA pantry.\n\n{sections}")
}

/// Asserts the codes, and what `--fix` makes of the text (none: nothing), and that fixing twice changes nothing.
#[track_caller]
fn expect(text: &str, expected: &[&str], mended: Option<&str>) {
    assert_eq!(codes(text), expected, "in {text:?}");
    let fixed = fix(text, &Surroundings::default(), Safety::Safe);
    assert_eq!(fixed.text, mended.unwrap_or(text));
    assert_eq!(fix(&fixed.text, &Surroundings::default(), Safety::Safe).mended, 0);
}

#[test]
fn a_plain_file_has_no_findings() {
    expect(
        &file(
            "version: 1\nlocale: fr_CA\narchetype: dashboard\n",
            "## Skip\n- Empty Larder\n",
        ),
        &[],
        None,
    );
}

#[test]
fn a_file_that_is_passed_over_says_why() {
    expect("## Skip\n- x y z\n", &["not-a-description"], None);
    expect("---\napp: A\n---\n## Tips\n- t\n", &["not-a-description"], None);
    expect("", &["not-a-description"], None);
    expect(
        "---\napp: A\n---\n## Simulator Screen s\n- element text: hi\n",
        &[],
        None,
    );
}

#[test]
fn a_byte_order_mark_hides_the_front_matter() {
    let text = format!("\u{feff}{}", file("", ""));
    assert!(codes(&text).contains(&"byte-order-mark"));
    assert_eq!(fix(&text, &Surroundings::default(), Safety::Safe).text, file("", ""));
}

#[test]
fn carriage_returns_are_told_once_and_go() {
    expect(
        &file("", "").replace('\n', "\r\n"),
        &["carriage-returns"],
        Some(&file("", "")),
    );
    expect(
        &file("", "").replace('\n', "\r"),
        &["carriage-returns"],
        Some(&file("", "")),
    );
    assert_eq!(codes(&file("", "## Tips\n- a\u{2028}b\n")), ["odd-line-separator"]);
}

#[test]
fn headings_are_compared_with_those_that_are_read() {
    expect(
        &file("", "## Obstacle\n"),
        &["heading-misspelt"],
        Some(&file("", "## Obstacles\n")),
    );
    expect(
        &file("", "##  Skip\n"),
        &["heading-misspelt"],
        Some(&file("", "## Skip\n")),
    );
    expect(
        &file("", "##Skip\n"),
        &["heading-without-space"],
        Some(&file("", "## Skip\n")),
    );
    expect(&file("", "# Skip\n"), &["heading-level"], Some(&file("", "## Skip\n")));
    expect(&file("", "### Tips\n"), &["heading-level"], None);
    expect(&file("", "## Main Screen\n"), &["heading-unknown"], None);
    expect(
        &file("", "## Simulator screen home\n"),
        &["heading-misspelt"],
        Some(&file("", "## Simulator Screen home\n")),
    );
    expect(&file("", "## Home Tab (start)\nx\n"), &["tab-heading-missed"], None);
    assert_eq!(
        codes(&file("", "## Skip\n- One\n\n## Skip\n- Two\n")),
        ["section-repeated"]
    );
    assert_eq!(
        codes(&file("", "## Tips\n- a\n# Loud\n- b\n")),
        ["title-inside-section"]
    );
}

#[test]
fn code_and_comments_mean_nothing() {
    assert_eq!(codes(&file("", "```\n## Skip\n```\n")), ["heading-in-code"]);
    assert_eq!(codes(&file("", "```\n# ls\n```\n")), ["heading-in-code"]);
    assert_eq!(
        codes(&file("", "<!--\n## Skip\n- Wipe all\n-->\n")),
        ["heading-in-comment", "heading-in-comment"]
    );
    assert_eq!(codes(&file("", "<!-- one line -->\n## Skip\n- Wipe all\n")), [""; 0]);
}

#[test]
fn only_a_hyphen_and_a_space_begin_an_item() {
    expect(
        &file("", "## Skip\n* One\n+ Two\n1. Three\n-Four\n"),
        &["list-line-ignored"; 4],
        Some(&file("", "## Skip\n- One\n- Two\n- Three\n- Four\n")),
    );
    expect(&file("", "## Tips\n- a\n  b\n"), &["list-continuation-ignored"], None);
    expect(&file("", "## Tips\nThe following:\n\n- a\n"), &[], None);
    expect(&file("", "## Tips\n- \"\"\n"), &["list-item-empty"], None);
}

#[test]
fn comments_become_part_of_the_value() {
    expect(
        &file("reset_before_explore: true   # restart\n", ""),
        &["trailing-comment"],
        Some(&file("reset_before_explore: true\n", "")),
    );
    let layout = file(
        "",
        "## Tabs\n- A\n- B\n\n## Tab Layout\n- orientation: vertical     # vertical | horizontal\n- edge: right   # top | left\n",
    );
    let mended = file(
        "",
        "## Tabs\n- A\n- B\n\n## Tab Layout\n- orientation: vertical\n- edge: right\n",
    );
    expect(&layout, &["trailing-comment", "trailing-comment"], Some(&mended));
    assert_eq!(codes("---\napp: Song # 3\n---\n## Skip\n"), ["trailing-comment"]);
    assert_eq!(codes("---\napp: C#\n---\n## Skip\n"), [""; 0]);
}

#[test]
fn the_front_matter_is_closed_where_it_was_meant_to_end() {
    let text = "---\napp: A\nlocale: fr_CA\n\n# A\n\n## Structure\nText: yes.\n";
    let mended = "---\napp: A\nlocale: fr_CA\n\n---\n\n# A\n\n## Structure\nText: yes.\n";
    let found = codes(text);
    assert!(found.contains(&"front-matter-unclosed"), "{found:?}");
    assert_eq!(fix(text, &Surroundings::default(), Safety::Safe).text, mended);
    assert!(codes("## Structure\nA\n\n---\napp: A\n---\n").contains(&"front-matter-late"));
}

#[test]
fn front_matter_values_are_words() {
    expect(
        &file("Locale: fr_CA\n", ""),
        &["front-matter-key-unknown"],
        Some(&file("locale: fr_CA\n", "")),
    );
    expect(&file("author: me\n", ""), &["front-matter-key-unknown"], None);
    expect(
        "---\napp: \"A\"\n---\n## Skip\n",
        &["front-matter-quoted"],
        Some("---\napp: A\n---\n## Skip\n"),
    );
    expect(&file("version: 2\n", ""), &["version-unsupported"], None);
    expect(
        &file("version: 1.0\n", ""),
        &["version-not-integer"],
        Some(&file("version: 1\n", "")),
    );
    expect(
        &file("reset_before_explore: on\n", ""),
        &["flag-unknown"],
        Some(&file("reset_before_explore: true\n", "")),
    );
    expect(
        &file("obstacle_mode: Off\n", ""),
        &["obstacle-mode-unknown"],
        Some(&file("obstacle_mode: off\n", "")),
    );
    expect(
        &file("obstacle_mode: hint\n", "## Obstacles\n"),
        &["obstacle-mode-hint"],
        None,
    );
    expect(
        &file("archetype: dashbord\n", ""),
        &["archetype-unknown"],
        Some(&file("archetype: dashboard\n", "")),
    );
    expect(
        &file("locale: fr-CA\n", ""),
        &["locale-never-matches"],
        Some(&file("locale: fr_CA\n", "")),
    );
    expect(&file("locale: fr\n", ""), &["locale-never-matches"], None);
    expect(&file("locale: zh_Hant_TW\n", ""), &[], None);
    expect(&file("icon: x\n", ""), &["scene-fields-unused"], None);
    assert_eq!(
        codes(&file("locale: fr_CA\nlocale: fr_FR\n", "")),
        ["front-matter-key-repeated"]
    );
    assert_eq!(
        codes(&file("tags:\n  - a\n", "")),
        ["front-matter-line-ignored", "front-matter-line-ignored"]
    );
}

#[test]
fn tabs_are_told_where_they_come_out_otherwise_than_written() {
    assert_eq!(
        codes(&file("", "## Tabs\n- Verger (Orchard)\n- Marché\n")),
        ["tab-name-cut"]
    );
    assert_eq!(
        codes("---\napp: A\n---\n## Structure\ntabs: Grove (trees, shrubs), Cellar\n"),
        ["tab-name-split"]
    );
    assert_eq!(
        codes("---\napp: A\n---\n## Structure\n3 tabs: Home, Search and Profile.\n"),
        ["tab-name-prose"]
    );
    assert_eq!(
        codes("---\napp: A\n---\n## Structure\nIt has tabs:\n- One\n"),
        ["tabs-inline-empty"]
    );
    assert_eq!(
        codes("---\napp: A\n---\n## Structure\ntabs: A, B\n\n## Tabs\n- C\n- D\n"),
        ["tabs-inline-unused"]
    );
    assert_eq!(codes(&file("", "## Tabs\n- Home\n- Home Feed\n")), ["tab-inside-tab"]);
    assert_eq!(codes(&file("", "## Tabs\n- Home\n- home\n")), ["tab-repeated"]);
    assert_eq!(codes(&file("", "## Zoo Tab\nz\n\n## Ant Tab\na\n")), ["tabs-sorted"]);
    assert_eq!(codes(&file("", "## Crosstab\nz\n")), ["tab-heading-accidental"]);
    assert_eq!(codes(&file("", "## Big Table Tab\nz\n")), ["tab-heading-accidental"]);
}

#[test]
fn a_layout_has_to_fit_itself() {
    let layout = |lines: &str| file("", &format!("## Tabs\n- A\n- B\n\n## Tab Layout\n{lines}"));
    expect(&layout("- orientation: vertical\n- edge: right\n"), &[], None);
    expect(&layout("- orientation: vertical\n"), &["layout-mixed"], None);
    expect(&layout("- edge: left\n"), &["layout-mixed"], None);
    expect(
        &layout("- orientation: horizontal\n- edge: left\n"),
        &["layout-mixed"],
        None,
    );
    expect(
        &layout("- edge: botom\n"),
        &["layout-value-unknown"],
        Some(&layout("- edge: bottom\n")),
    );
    let slip = layout("- edge: left\n- orientaton: vertical\n");
    assert_eq!(codes(&slip), ["layout-mixed", "layout-line-ignored"]);
    assert_eq!(
        fix(&slip, &Surroundings::default(), Safety::Safe).text,
        layout("- edge: left\n- orientation: vertical\n")
    );
    assert_eq!(
        codes(&file("", "## Tab Layout\n- edge: top\n")),
        ["layout-without-tabs"]
    );
}

#[test]
fn obstacle_rules_are_read_as_the_explorer_reads_them() {
    let rules = |lines: &str| file("", &format!("## Obstacles\n{lines}"));
    expect(&rules("- Sign in to continue → tap \"Later\"\n"), &[], None);
    expect(
        &rules("- Sign in => tap \"Later\"\n"),
        &["obstacle-without-arrow"],
        Some(&rules("- Sign in → tap \"Later\"\n")),
    );
    expect(&rules("- Sign in → \n"), &["obstacle-side-empty"], None);
    expect(
        &rules("- Wi-Fi -> Cellular → tap \"Stay\"\n"),
        &["obstacle-extra-arrow"],
        None,
    );
    expect(
        &rules("- Sign in -> tap Next -> tap Done\n"),
        &["obstacle-extra-arrow"],
        None,
    );
    expect(
        &rules("- Login prompt → tap \"Fermer\"\n"),
        &["obstacle-trigger-prose"],
        None,
    );
    expect(&rules("- Add to Home Screen → tap \"Cancel\"\n"), &[], None);
    expect(
        &rules("- \"Sign in\" → tap \"Later\"\n"),
        &["obstacle-trigger-quoted"],
        Some(&rules("- Sign in → tap \"Later\"\n")),
    );
    expect(
        &rules("- \"Welcome\" page → tap \"Next\"\n"),
        &["obstacle-trigger-quoted"],
        None,
    );
    expect(&rules("- Hi → tap \"Later\"\n"), &["obstacle-trigger-short"], None);
    expect(
        &rules("- Sign in now → press \"Later\"\n"),
        &["obstacle-action-verb"],
        Some(&rules("- Sign in now → tap \"Later\"\n")),
    );
    expect(&rules("- Pick some → tap \"Select Photos\"\n"), &[], None);
    expect(
        &rules("- Sign in now → tap \"OK\" button\n"),
        &["obstacle-action-quote"],
        None,
    );
    expect(
        &rules("- Find Friends → tap \"Allow\"\n"),
        &["obstacle-action-ambiguous"],
        None,
    );
    expect(&rules("- Story → tap \"X\"\n"), &["obstacle-action-ambiguous"], None);
    expect(
        &rules("- Continue without account → tap \"Continue\"\n"),
        &["obstacle-action-in-trigger"],
        None,
    );
    let twice = rules("- Sign in now → tap \"Later\"\n- sign in NOW → tap \"later\"\n");
    expect(
        &twice,
        &["obstacle-repeated"],
        Some(&rules("- Sign in now → tap \"Later\"\n")),
    );
    expect(
        &rules("- Update → tap \"Later\"\n- Update available → tap \"Not Now\"\n"),
        &["obstacle-shadowed"],
        None,
    );
}

#[test]
fn scenes_tell_what_a_trigger_should_have_said() {
    let text = file(
        "",
        "## Obstacles\n- Location permission dialog → tap \"Not Now\"\n\n## Simulator Screen a\n- title: A\n\n\
         ## Simulator Obstacle o\n- title: \"Share your location?\"\n- buttons: Share, Not Now\n",
    );
    let found = findings(&text);
    assert_eq!(found[0].code, Code::ObstacleTriggerProse);
    assert!(found[0].suggestion.as_ref().unwrap().contains("Share your location?"));
    let fixed = fix(&text, &Surroundings::default(), Safety::Unsafe).text;
    assert!(fixed.contains("- Share your location? → tap \"Not Now\""), "{fixed}");
    assert_eq!(codes(&fixed), [""; 0]);
}

#[test]
fn a_tap_on_a_modal_of_the_scenes_has_to_hit_its_button() {
    let text = file(
        "",
        "## Obstacles\n- use your location → tap \"Allow\"\n\n## Simulator Screen a\n\n\
         ## Simulator Obstacle o\n- title: Allow Larder to use your location?\n- buttons: Don't Allow, Allow\n",
    );
    let found = findings(&text);
    assert!(
        found
            .iter()
            .any(|one| one.code == Code::ObstacleActionAmbiguous && one.severity == Severity::Error),
        "{found:?}"
    );
}

#[test]
fn skip_patterns_are_found_inside_words() {
    let skip = |lines: &str| file("", &format!("## Tabs\n- Home\n- Purchases\n\n## Skip\n{lines}"));
    assert_eq!(codes(&skip("- Wipe all\n")), ["skip-hits-tab"], "the built-in pattern");
    let skip = |lines: &str| file("", &format!("## Tabs\n- Home\n- Orders\n\n## Skip\n{lines}"));
    assert_eq!(codes(&skip("- order\n")), ["skip-hits-tab", "skip-too-broad"]);
    assert_eq!(codes(&skip("- no\n")), ["skip-too-broad"]);
    assert_eq!(codes(&skip("- /wipe.*/\n")), ["skip-regular-expression"]);
    expect(&skip("- Wipe\n- wipe\n"), &["skip-covered"], Some(&skip("- Wipe\n")));
    expect(&skip("- Wipe\n- Wipe all\n"), &["skip-covered"], None);
    let scenes = file(
        "",
        "## Skip\n- Reset\n\n## Simulator Screen a\n- element row: Presets -> a\n",
    );
    assert_eq!(codes(&scenes), ["skip-too-broad", "skip-hits-scene"]);
}

#[test]
fn scripts_without_spaces_have_short_words() {
    let text = file(
        "",
        "## Skip\n- 削除\n\n## Obstacles\n- 通知 → tap \"閉\"\n\n## Simulator Screen a\n- element row: 記録を削除 → a\n",
    );
    assert_eq!(codes(&text), [""; 0]);
}

#[test]
fn of_two_modals_with_the_button_the_other_rule_gets_its_own() {
    let text = file(
        "",
        "## Obstacles\n- Health prompt → tap \"Next\"\n- News prompt → tap \"Not Now\"\n\n## Simulator Screen a\n\n\
         ## Simulator Obstacle o\n- title: Share your steps?\n- buttons: Next, Refuse\n\n\
         ## Simulator Obstacle p\n- title: Get the letter?\n- buttons: Next, Not Now\n",
    );
    let told: Vec<_> = findings(&text)
        .into_iter()
        .filter_map(|one| one.fix)
        .map(|fix| fix.edits[0].replacement.clone())
        .collect();
    assert_eq!(told, ["Share your steps?", "Get the letter?"]);
}

#[test]
fn the_surroundings_say_what_the_file_cannot() {
    let text = file(
        "archetype: my-recipe\n",
        "## Tabs\n- Home\n- Promo\n\n## Credentials\n- id: ${A}\n- pin: ${B:-}\n",
    );
    let policy = |text: &str| {
        Some(Policy {
            config: Config::parse(text).ok(),
            skip_permissions: false,
        })
    };
    let codes = |surroundings: &Surroundings| -> Vec<_> {
        check(&Source::new(&text), surroundings)
            .iter()
            .map(|finding| finding.code.as_str())
            .collect()
    };
    let known = Surroundings {
        recipes: ["my-recipe".to_owned()].into(),
        ..Surroundings::default()
    };
    assert_eq!(codes(&known), [""; 0]);
    let unset = Surroundings {
        variables: Some(["B".to_owned()].into()),
        ..known.clone()
    };
    assert_eq!(codes(&unset), ["credential-undefined"]);
    let nobody = Surroundings {
        policy: policy("malformed"),
        ..known.clone()
    };
    assert_eq!(codes(&nobody), [""; 0]);
    let blocked = Surroundings {
        policy: policy(r#"{"allow": ["*"], "blockedApps": ["LARDER"]}"#),
        ..known.clone()
    };
    assert_eq!(codes(&blocked), ["app-blocked"]);
    let denied = Surroundings {
        policy: policy(r#"{"allow": ["tap"], "skipElements": ["promo"]}"#),
        ..known.clone()
    };
    assert_eq!(codes(&denied), ["tools-denied", "skip-hits-tab"]);
}

#[test]
fn recordings_say_which_rules_could_fire() {
    let text = file(
        "locale: fr_CA\n",
        "## Tabs\n- Home\n- Orders\n\n## Skip\n- Wip\n\n## Obstacles\n- Sign in now → tap \"Later\"\n\
         - Share your place → tap \"Always\"\n- Rate the app → tap \"Refuse\"\n- Say hello → tap \"Never\"\n",
    );
    let session = skillc_records::SessionId::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV").expect("an id");
    let screen = |texts: &[&str]| seen(&session, texts);
    let action = skillc_records::ActionRef {
        session: session.clone(),
        action: skillc_records::ActionIndex(3),
    };
    let recorded = Recorded {
        screens: vec![
            screen(&["Home", "Wiping plan", "Wipe"]),
            screen(&["Sign in now!", "Later"]),
            screen(&["Share your place?", "Never", "Once"]),
            screen(&["Rate the app", "Refuse all", "Refuse"]),
        ],
        locales: ["en_US".to_owned()].into(),
        results: 4,
        doubts: vec![(action, skillc_settle::Doubt::Sparse)],
        sessions: 1,
        ..Recorded::default()
    };
    let surroundings = Surroundings {
        recorded: Some(recorded),
        ..Surroundings::default()
    };
    let found: Vec<_> = check(&Source::new(&text), &surroundings)
        .iter()
        .map(|one| (one.code.as_str(), one.span.line))
        .collect();
    assert_eq!(
        found,
        [
            ("not-observed", 2),
            ("recording-doubtful", 2),
            ("locale-not-recorded", 3),
            ("tab-never-seen", 10),
            ("skip-hits-recorded", 13),
            ("action-never-seen", 17),
            ("action-hits-other", 18),
            ("trigger-never-seen", 19),
        ]
    );
}

/// A screen with these texts below each other.
fn seen(session: &skillc_records::SessionId, texts: &[&str]) -> SeenScreen {
    let text = |(place, text): (usize, &&str)| SeenText {
        text: (*text).to_owned(),
        rect: None,
        at: WindowPoint::new(200.0, 100.0 + 60.0 * place as f64),
    };
    SeenScreen {
        frame: skillc_records::FrameRef {
            session: session.clone(),
            frame: skillc_records::FrameIndex(7),
        },
        window: WindowSize::new(410.0, 898.0),
        texts: texts.iter().enumerate().map(text).collect(),
        icons: Vec::new(),
        tapped: None,
    }
}

/// What is found against `recorded` only, with the frames that show it.
fn against(text: &str, recorded: Recorded) -> Vec<(&'static str, usize, usize)> {
    let alone: Vec<_> = findings(text).into_iter().map(|one| (one.code, one.span)).collect();
    let surroundings = Surroundings {
        recorded: Some(recorded),
        ..Surroundings::default()
    };
    check(&Source::new(text), &surroundings)
        .iter()
        .filter(|one| !alone.contains(&(one.code, one.span)))
        .map(|one| (one.code.as_str(), one.span.line, one.seen.len()))
        .collect()
}

#[test]
fn recordings_show_what_the_file_gets_wrong() {
    let session = skillc_records::SessionId::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV").expect("an id");
    let text = file(
        "locale: ja_JP\n",
        "## Tabs\n- Home\n- Orders\n- More\n\n## Skip\n- Basket\n- Zeppelin\n\n## Obstacles\n- Update → tap \"Later\"\n",
    );
    let mut ordinary = seen(
        &session,
        &["Settings for the whole family", "Update interval of the feed"],
    );
    ordinary.tapped = Some("Update interval of the feed".to_owned());
    let dialog = seen(&session, &["Update available for this device", "Install", "Later"]);
    let mut home = seen(&session, &["Home of all the things", "Basket"]);
    let band = |x| WindowPoint::new(x, 870.0);
    home.icons = vec![band(40.0), band(150.0), band(260.0), band(370.0)];
    let tap = |text: &str, at| SeenTap {
        text: text.to_owned(),
        at: Some(at),
        on: Some((home.frame.clone(), home.window)),
    };
    let recorded = Recorded {
        taps: vec![tap("Basket", WindowPoint::new(200.0, 160.0)), tap("", band(380.0))],
        screens: vec![ordinary, dialog, home.clone()],
        sessions: 1,
        ..Recorded::default()
    };
    assert_eq!(
        against(&text, recorded),
        [
            ("not-observed", 2, 0),
            ("locale-contradicted", 3, 0),
            ("tabs-against-icons", 9, 1),
            ("tab-never-seen", 10, 0),
            ("tab-never-tapped", 10, 0),
            ("tab-never-seen", 11, 0),
            ("skip-hits-tapped", 14, 1),
            ("skip-never-seen", 15, 0),
            ("trigger-on-ordinary-screen", 18, 1),
        ]
    );
}

#[test]
fn what_was_recorded_as_declared_is_fine() {
    let session = skillc_records::SessionId::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV").expect("an id");
    let text = file(
        "locale: en_GB\n",
        "## Tabs\n- Home\n- Orders\n\n## Obstacles\n- Update available → tap \"Later\"\n",
    );
    let mut home = seen(&session, &["All of the things that are yours"]);
    for (place, tab) in ["Home", "Orders"].into_iter().enumerate() {
        home.texts.push(SeenText {
            text: tab.to_owned(),
            rect: None,
            at: WindowPoint::new(100.0 + 200.0 * place as f64, 870.0),
        });
    }
    let mut dialog = seen(&session, &["Update available", "Install", "Later"]);
    dialog.tapped = Some("Later".to_owned());
    let tap = SeenTap {
        text: "Orders".to_owned(),
        at: None,
        on: None,
    };
    let recorded = Recorded {
        taps: vec![tap],
        screens: vec![home, dialog],
        sessions: 1,
        ..Recorded::default()
    };
    assert_eq!(against(&text, recorded), []);
}

#[test]
fn a_rule_for_a_dialog_that_stands_on_no_screen_was_met() {
    let session = skillc_records::SessionId::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV").expect("an id");
    let text = "---\napp: A\n---\n## Obstacles\n- Throw away → tap \"OK\"\n";
    let recorded = |told: &[&str]| Recorded {
        screens: vec![seen(&session, &["Home", "Milk"])],
        told: told.iter().map(|&message| message.to_owned()).collect(),
        sessions: 1,
        ..Recorded::default()
    };
    let is_unmet = |told: &[&str]| {
        against(text, recorded(told))
            .iter()
            .any(|(code, ..)| *code == "trigger-never-seen")
    };
    assert!(is_unmet(&[]));
    assert!(is_unmet(&["Keep it?"]));
    assert!(!is_unmet(&["THROW AWAY the draft?"]));
}

#[test]
fn large_files_are_checked_in_a_moment() {
    let many = |head: &str, line: &dyn Fn(usize) -> String| {
        let text: String = (0..30_000).map(line).collect();
        format!("---\napp: A\n---\n## Structure\nS\n\n{head}\n{text}")
    };
    let texts = [
        many("", &|i| format!("## Section {i}\n")),
        many("## Obstacles", &|i| format!("- Login {i} prompt → tap \"Allow\"\n")),
        many("## Skip", &|i| format!("- word {i}\n")),
        many("## Tabs", &|i| format!("- Tab {i}\n")),
        many("## Credentials", &|i| format!("- name {i}: ${{A:-${{B}}}}\n")),
        many("", &|i| {
            format!("## Simulator Screen s{i}\n- element row: Row → t{i}\n")
        }),
        many("", &|i| format!("# Title {i}\n* x\n```\n")),
    ];
    for text in texts {
        let start = std::time::Instant::now();
        let found = findings(&text).len();
        let took = start.elapsed();
        assert!(
            took < std::time::Duration::from_secs(10),
            "{:?} for {found} findings in {:?}",
            took,
            &text[..60]
        );
        println!("{took:?} for {found} findings in {:?}", &text[37..60]);
    }
}

#[test]
fn credentials_are_told_without_their_values() {
    let section = |lines: &str| file("", &format!("## Credentials\n{lines}"));
    expect(
        &section("- email: ${MAIL:-test@example.com}\n- password: ${PW}\n- No login required\n"),
        &[],
        None,
    );
    expect(&section("- password: hunter2\n"), &["credential-literal"], None);
    expect(&section("- password: ${PW:-hunter2}\n"), &["credential-literal"], None);
    expect(&section("- shipping: fast\n"), &[], None);
    expect(&section("- id: ${A:-${B}}\n"), &["credential-nested-default"], None);
    expect(&section("- id: $USER_ID\n"), &["credential-not-expanded"], None);
    expect(&section("- id: ${A.B}\n"), &["credential-not-expanded"], None);
    expect(&section("- id: ${A\n"), &["credential-not-expanded"], None);
    expect(
        &section("- Note: ask the team for an account\n"),
        &["credential-prose"],
        None,
    );
    expect(&section("- password ${PW}\n"), &["credential-without-colon"], None);
    expect(&section("- id: ${A}\n- id: ${B}\n"), &["credential-repeated"], None);
    expect(&section("- id:\n"), &["credential-empty"], None);
    expect(
        &section("- id: \"${A}\"\n"),
        &["credential-quoted"],
        Some(&section("- id: ${A}\n")),
    );
    for text in [
        "- password: hunter2\n",
        "- password: hunter2\n- password: hunter2\n",
        "- token: ${T:-hunter2}\n",
        "- p: \"hunter2\"\n",
        "- p hunter2\n",
        "* p hunter2\r\n- q: hunter2\r",
    ] {
        let shown = format!(
            "{:?}{}",
            findings(&section(text))
                .iter()
                .map(|one| (&one.message, &one.suggestion))
                .collect::<Vec<_>>(),
            masked(&section(text))
        );
        assert!(!shown.contains("hunter2"), "{shown}");
    }
    // A file that is no description hides its literals too.
    assert!(!masked("---\napp: Toy\n\n# Credential\n\n- p: hunter2\n").contains("hunter2"));
    assert!(masked("## Tips\n\n- p: hunter2\n").contains("hunter2"));
    assert!(masked(&section("- email: ${MAIL:-me@example.com}\n")).contains("- email: ${MAIL:-**************}"));
}

#[test]
fn scenes_lead_somewhere() {
    let scenes = |lines: &str| {
        format!(
            "---\napp: A\n---\n## Simulator\n- root: a\n\n## Simulator Screen a\n{lines}\n\n## Simulator Screen b\n- back: a\n"
        )
    };
    assert_eq!(codes(&scenes("- element row: B → b")), [""; 0]);
    assert_eq!(codes(&scenes("")), ["scene-unreachable"]);
    assert_eq!(
        codes(&scenes("- element row: B → c\n- element row: B2 → b")),
        ["scene-dangling"]
    );
    assert_eq!(
        codes(&scenes("- element tab: B\n- element row: B2 → b")),
        ["scene-element-dropped"]
    );
    assert_eq!(
        codes(&scenes("- element rwo: B\n- element row: B2 → b")),
        ["scene-element-unknown"]
    );
    assert_eq!(
        codes(&scenes("- tabbar: true\n- element row: B2 → b")),
        ["scene-property-unknown"]
    );
    assert_eq!(
        codes(&scenes("- element text: T → b\n- element row: B2 → b")),
        ["scene-text-destination"]
    );
    assert_eq!(
        codes(&scenes(
            "- element row: T → a\n- element row: T → b\n- element row: B → b"
        )),
        ["scene-text-repeated"]
    );
    assert_eq!(
        codes(&scenes("- element slider: V #v = 3\n- element row: B → b")),
        ["scene-value-adjusted"]
    );
    assert_eq!(codes(&scenes("- element tab: B → b")), ["scene-tab-hidden"]);
    let modal = |lines: &str| format!("{}\n## Simulator Obstacle o\n{lines}", scenes("- element row: B → b"));
    assert_eq!(codes(&modal("- body: b\n")), ["modal-without-title"]);
    assert_eq!(codes(&modal("- title: t\n")), ["modal-without-buttons"]);
    expect(
        &modal("- title: t\n- buttons: OK\n- trigger: nevr\n"),
        &["modal-trigger-unknown"],
        Some(&modal("- title: t\n- buttons: OK\n- trigger: never\n")),
    );
    assert_eq!(
        codes("---\napp: A\n---\n## Skip\n\n## Simulator Obstacle o\n- title: t\n"),
        ["modals-without-screens"]
    );
    expect(
        &modal("- title: t\n- buttons: \"OK\", \"No\"\n"),
        &["modal-button-quoted"],
        Some(&modal("- title: t\n- buttons: \"OK, No\"\n")),
    );
    let stuck = "---\napp: A\n---\n## Simulator Screen a\n\n## Simulator Obstacle o\n- title: t\n- buttons: OK\n- trigger: after_n_taps:2\n";
    assert_eq!(codes(stuck), ["modal-never-fires"]);
}

fn fragment() -> impl Strategy<Value = String> {
    let words = prop_oneof![
        Just("---"),
        Just("app: A"),
        Just("app: \"A\" # x"),
        Just("## Structure"),
        Just("## Skip"),
        Just("##Skip"),
        Just("# Tips"),
        Just("## Tabs"),
        Just("## Obstacles"),
        Just("## Credentials"),
        Just("## Tab Layout"),
        Just("## Simulator Screen a"),
        Just("## Simulator Obstacle o"),
        Just("- A → tap \"B\""),
        Just("- \"A\" => press \"B\""),
        Just("* x"),
        Just("- orientation: vertcal # x"),
        Just("- edge: right"),
        Just("- p: ${A:-${B}}"),
        Just("- element row: é → a"),
        Just("- element tab: x"),
        Just("- trigger: nevr"),
        Just("tabs: a, b (c, d)"),
        Just("\u{feff}"),
        Just("```"),
        Just("<!--"),
        Just("-->"),
        Just("- e\u{301}"),
        Just("- 👨‍👩‍👧 → 𝕏"),
        Just("## 𝕏 Tab"),
        Just("\u{a0}- y"),
    ];
    let text = prop_oneof![4 => words.prop_map(str::to_owned), 1 => "\\PC{0,12}"];
    let end = prop_oneof![6 => Just("\n"), 1 => Just("\r\n"), 1 => Just("\r"), 1 => Just("\u{85}"), 1 => Just("\u{2028}"), 1 => Just("")];
    (text, end).prop_map(|(text, end)| text + end)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn fixing_twice_changes_nothing(parts in prop::collection::vec(fragment(), 0..25)) {
        let text: String = parts.concat();
        for safety in [Safety::Safe, Safety::Unsafe] {
            let once = fix(&text, &Surroundings::default(), safety).text;
            let twice = fix(&once, &Surroundings::default(), safety).text;
            prop_assert_eq!(&twice, &once);
        }
    }

    #[test]
    fn spans_lie_in_the_text(parts in prop::collection::vec(fragment(), 0..25)) {
        let text: String = parts.concat();
        for finding in findings(&text) {
            for span in std::iter::once(finding.span).chain(finding.related.iter().map(|one| one.span)) {
                prop_assert!(text.get(span.offset..span.offset + span.length).is_some(), "{:?}", finding);
                prop_assert!(span.line >= 1 && span.column >= 1);
            }
        }
        prop_assert_eq!(masked(&text).len(), text.len());
    }
}
