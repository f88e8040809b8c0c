//! Generated programs.

use proptest::prelude::*;
use skillc_maestro::{
    Attempt, Config, Direction, Gesture, Hundredths, Include, Key, MaestroCommand, Point, Program, Selector, Sourced,
    Tap, TapTarget, Value, Wait, When,
};

pub(crate) fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zA-Z ]{1,8}",
        "\\PC{1,10}",
        prop::sample::select(vec![
            "5",
            "true",
            "null",
            "~",
            "- x",
            "a: b",
            "#",
            "\"",
            "\\",
            "'",
            "*a",
            "&a",
            "é🙂ع",
            " x ",
            "${NAME}",
            "\u{7f}\u{85}\u{2028}\u{feff}",
            "a\nb",
            "\t"
        ])
        .prop_map(str::to_owned),
    ]
}

fn selector() -> impl Strategy<Value = Selector> {
    let simple = prop_oneof![
        text().prop_map(Selector::text),
        text().prop_map(Selector::id),
        (text(), any::<bool>(), 0i64..4).prop_map(|(id, enabled, index)| Selector {
            id: Some(id),
            enabled: Some(enabled),
            index: Some(index),
            ..Selector::default()
        }),
    ];
    (
        simple.clone(),
        prop::option::of(simple.clone()),
        prop::collection::vec(simple, 0..3),
    )
        .prop_map(|(own, below, inside)| Selector {
            below: below.map(Box::new),
            contains_descendants: inside,
            ..own
        })
}

fn attempt() -> impl Strategy<Value = Attempt> {
    (prop::option::of(any::<bool>()), prop::option::of(text()))
        .prop_map(|(optional, label)| Attempt { optional, label })
}

fn point() -> impl Strategy<Value = Point> {
    prop_oneof![
        (0u32..900, 0u32..900).prop_map(|(x, y)| Point::Absolute(x, y)),
        (part(), part()).prop_map(|(x, y)| Point::Percent(x, y)),
    ]
}

fn part() -> impl Strategy<Value = Hundredths> {
    (0u8..=100).prop_map(|part| Hundredths::new(part).expect("a part"))
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        text().prop_map(Value::Text),
        any::<bool>().prop_map(Value::Flag),
        (0i32..99).prop_map(|n| Value::Number(n.into()))
    ]
}

fn env() -> impl Strategy<Value = Vec<(String, Value)>> {
    prop::collection::btree_map("[A-Z]{1,4}", value(), 0..3).prop_map(|map| map.into_iter().collect())
}

fn command() -> impl Strategy<Value = MaestroCommand> {
    use MaestroCommand as C;
    let direction = || prop::sample::select(vec![Direction::Up, Direction::Down, Direction::Left, Direction::Right]);
    let ms = || prop::option::of(0u64..9000);
    prop_oneof![
        (prop::option::of(text()), prop::option::of(any::<bool>()), env()).prop_map(|(app_id, stop_app, arguments)| {
            C::LaunchApp {
                app_id,
                stop_app,
                clear_state: stop_app,
                arguments,
            }
        }),
        (selector(), attempt(), prop::option::of(1u32..4)).prop_map(|(target, attempt, repeat)| C::TapOn(Tap {
            repeat: repeat.and_then(std::num::NonZeroU32::new),
            attempt,
            ..Tap::on(TapTarget::Element(target))
        })),
        point().prop_map(|point| C::TapOn(Tap::on(TapTarget::Point(point)))),
        selector().prop_map(|target| C::LongPressOn(Tap::on(TapTarget::Element(target)))),
        text().prop_map(|text| C::InputText { text, label: None }),
        prop::option::of(1u32..9).prop_map(|count| C::EraseText {
            characters: count.and_then(std::num::NonZeroU32::new)
        }),
        (selector(), attempt()).prop_map(|(target, attempt)| C::AssertVisible { target, attempt }),
        (selector(), ms(), attempt()).prop_map(|(target, timeout_ms, attempt)| C::ExtendedWaitUntil {
            wait: Wait::Visible(target),
            timeout_ms,
            attempt
        }),
        (selector(), direction(), ms()).prop_map(|(element, direction, timeout_ms)| C::ScrollUntilVisible {
            element,
            direction: Some(direction),
            timeout_ms,
            attempt: Attempt::default()
        }),
        ((part(), part(), 0u32..900), any::<bool>(), ms()).prop_map(|((x, y, far), percent, duration_ms)| {
            let gesture = if percent {
                Gesture::Percent((x, y), (y, x))
            } else {
                Gesture::Absolute((far, 1), (2, far))
            };
            C::Swipe {
                gesture,
                duration_ms,
                attempt: Attempt::default(),
            }
        }),
        direction().prop_map(|direction| C::Swipe {
            gesture: Gesture::Screen(direction),
            duration_ms: None,
            attempt: Attempt::default()
        }),
        prop::sample::select(vec![
            C::Back,
            C::Scroll,
            C::HideKeyboard,
            C::PressKey(Key::Enter),
            C::WaitForAnimationToEnd { timeout_ms: None }
        ]),
        text().prop_map(|path| C::TakeScreenshot { path }),
        (text(), env()).prop_map(|(file, env)| C::RunFlow {
            include: Include::File(file),
            when: None,
            env,
            label: None
        }),
        selector().prop_map(|target| C::RunFlow {
            include: Include::Commands(vec![C::Back.made()]),
            when: Some(When {
                visible: Some(target),
                platform: Some("ios".into()),
                ..When::default()
            }),
            env: Vec::new(),
            label: None,
        }),
        (1u32..4).prop_map(|times| C::Repeat {
            times: Value::Number(times.into()),
            commands: vec![C::Scroll.made(), C::Back.made()]
        }),
    ]
}

pub(crate) fn program() -> impl Strategy<Value = Program> {
    let config = (
        prop::option::of(text()),
        prop::option::of(text()),
        prop::collection::vec(text(), 0..3),
        env(),
    )
        .prop_map(|(app_id, name, tags, env)| Config {
            app_id,
            name,
            tags,
            env,
            ..Config::default()
        });
    (
        config,
        prop::collection::vec(command().prop_map(|command| Sourced { line: 0, command }), 0..6),
    )
        .prop_map(|(config, commands)| Program { config, commands })
}
