//! What the compiler writes, a walk reads back.

use proptest::prelude::*;
use skillc_graph::ScrollDirection;
use skillc_records::WindowPoint;
use skillc_replay::{Instruction, Touch as ReadTouch, read};
use skillc_skills::markdown::plain;
use skillc_skills::sentence::sentence;
use skillc_skills::{Act, Find, Target, Touch};
use skillc_tabs::Edge;

fn instruction(act: &Act) -> Instruction {
    let text = format!("# x\n\n## Steps\n\n1. {}\n", sentence(act, Some(Edge::Bottom)));
    let script = read(&text).expect("a sentence that can be read");
    script.instructions[0].instruction.clone()
}

fn target(label: &str, find: Find) -> Target {
    Target {
        label: label.to_owned(),
        at: Some(WindowPoint::new(12.5, 700.0)),
        find,
        confidence: None,
    }
}

proptest! {
    #[test]
    fn labels_come_back_whatever_is_in_them(label in "\\PC{0,3}[a-z\"\\\\*_<>&-]{1,8}\\PC{0,3}", find in 0..4_usize) {
        let find = [Find::Text, Find::OneOfSeveral, Find::IconTab, Find::Place][find];
        let label = plain(&label);
        prop_assume!(!label.is_empty());
        let read = instruction(&Act::Touch { touch: Touch::Tap, target: target(&label, find) });
        let Instruction::Touch(ReadTouch::Tap, locator) = read else { return Err(TestCaseError::fail("no tap")) };
        prop_assert_eq!(&locator.label, &label);
        prop_assert_eq!(locator.by_place, matches!(find, Find::IconTab | Find::Place));
        prop_assert_eq!(locator.at.is_some(), find != Find::Text);
        let read = instruction(&Act::WaitFor { text: label.clone() });
        prop_assert_eq!(read, Instruction::WaitFor { text: label.clone(), sleep_ms: None });
        let read = instruction(&Act::Type { text: label.clone() });
        prop_assert_eq!(read, Instruction::Type(label));
    }
}

#[test]
fn scrolls_say_how_often_and_until_what() {
    let act = Act::Scroll {
        direction: ScrollDirection::Up,
        count: 3,
        until: "Walking (distance)".to_owned(),
        stroke: None,
    };
    assert_eq!(
        instruction(&act),
        Instruction::Scroll {
            direction: "up".to_owned(),
            count: 3,
            until: "Walking (distance)".to_owned(),
            stroke: None
        }
    );
}

#[test]
fn a_dialog_is_answered_only_if_it_is_there() {
    let act = Act::Answer {
        trigger: "Rate \"us\"?".to_owned(),
        target: target("Later", Find::Text),
    };
    let Instruction::Answer { trigger, answer } = instruction(&act) else {
        panic!("no answer")
    };
    assert_eq!((trigger.as_str(), answer.label.as_str()), ("Rate \"us\"?", "Later"));
}
