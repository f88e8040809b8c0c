//! Overlays on generated, hostile and recorded trees.
#![allow(clippy::unwrap_used, reason = "a test may end where something is missing")]

mod shared;

use proptest::prelude::*;
use shared::{acquisition, nodes, recorded_trees};
use skillc_records::{PixelSize, WindowRect};
use skillc_snapshot::{
    Channel, FoldPolicy, Node, OverlayOptions, OverlayRef, PresentationOptions, Tree,
    overlay::{Canvas, draw, overlay},
    present,
};

const PICTURE: PixelSize = PixelSize {
    width: 400,
    height: 800,
};

fn node(parent: Option<usize>, kind: &str, label: Option<&str>, rect: (f64, f64, f64, f64)) -> Node {
    let rect = Some(WindowRect::new(rect.0, rect.1, rect.2, rect.3));
    Node {
        parent,
        kind: Some(kind.into()),
        label: label.map(str::to_owned),
        rect,
        ..Node::default()
    }
}

fn hittable(node: Node) -> Node {
    Node {
        hittable: Some(true),
        ..node
    }
}

fn of(nodes: Vec<Node>, channel: Channel) -> Vec<OverlayRef> {
    overlay(&Tree::from(nodes), Some(channel), PICTURE, &OverlayOptions::default())
}

fn refs(shown: &[OverlayRef]) -> Vec<&str> {
    shown.iter().map(|shown| shown.reference.as_str()).collect()
}

fn root() -> Node {
    node(None, "Application", None, (0.0, 0.0, 400.0, 800.0))
}

#[test]
fn a_text_points_at_the_row_that_it_names() {
    let nodes = vec![
        root(),
        hittable(node(Some(0), "Cell", None, (0.0, 100.0, 400.0, 60.0))),
        node(Some(1), "StaticText", Some("General"), (10.0, 110.0, 80.0, 20.0)),
        node(Some(0), "StaticText", Some("a caption"), (10.0, 700.0, 80.0, 20.0)),
    ];
    let shown = of(nodes, Channel::Xctest);
    assert_eq!(
        refs(&shown),
        ["e2"],
        "a text that nothing can be done with earns no ref"
    );
    assert_eq!(shown[0].label.as_deref(), Some("General"));
}

#[test]
fn an_unnamed_clickable_earns_a_ref_up_to_a_quarter_of_the_screen() {
    let icon = |part: f64| {
        hittable(node(
            Some(0),
            "android.view.View",
            None,
            (0.0, 0.0, 400.0, 800.0 * part),
        ))
    };
    assert_eq!(refs(&of(vec![root(), icon(0.25)], Channel::Android)), ["e2"]);
    assert!(of(vec![root(), icon(0.26)], Channel::Android).is_empty());
    assert!(of(vec![root(), icon(0.1)], Channel::Xctest).is_empty());
}

#[test]
fn furniture_and_bare_flags_name_nothing() {
    for label in ["", "true", "FALSE", "12", "Toolbar", "Vertical scroll bar, 3 pages"] {
        let nodes = vec![
            root(),
            hittable(node(Some(0), "Button", Some(label), (0.0, 0.0, 40.0, 40.0))),
        ];
        assert!(of(nodes, Channel::Xctest).is_empty(), "{label}");
    }
    let by_id = |id: &str| Node {
        identifier: Some(id.into()),
        ..hittable(node(Some(0), "Button", None, (0.0, 0.0, 40.0, 40.0)))
    };
    assert_eq!(of(vec![root(), by_id("pay_now")], Channel::Xctest).len(), 1);
    assert!(of(vec![root(), by_id("com.x:id/pay")], Channel::Xctest).is_empty());
}

#[test]
fn the_same_label_twice_is_shown_once_and_small() {
    let nodes = vec![
        root(),
        hittable(node(Some(0), "Cell", Some("Pay"), (0.0, 0.0, 400.0, 100.0))),
        hittable(node(Some(1), "Button", Some("Pay"), (10.0, 10.0, 80.0, 40.0))),
    ];
    assert_eq!(refs(&of(nodes, Channel::Xctest)), ["e3"]);
}

#[test]
fn the_best_24_are_shown_from_top_to_bottom_and_the_steps_target_always() {
    let buttons = (0..40).map(|i| {
        let y = f64::from(39 - i) * 20.0;
        let button = node(Some(0), "Button", Some(&format!("b{i}")), (0.0, y, 40.0, 18.0));
        if i < 30 { hittable(button) } else { button }
    });
    let nodes: Vec<_> = std::iter::once(root()).chain(buttons).collect();
    let shown = of(nodes.clone(), Channel::Xctest);
    assert_eq!(shown.len(), 24);
    assert!(
        shown
            .windows(2)
            .all(|pair| pair[0].overlay_rect.y < pair[1].overlay_rect.y)
    );
    assert!(!refs(&shown).contains(&"e40"));
    let options = OverlayOptions {
        primary: Some(39),
        ..OverlayOptions::default()
    };
    assert!(refs(&overlay(&Tree::from(nodes), Some(Channel::Xctest), PICTURE, &options)).contains(&"e40"));
}

#[test]
fn a_recorded_screen_shows_its_buttons() {
    for (_, nodes) in recorded_trees() {
        let acquired = acquisition("linux-atspi", nodes);
        let shown = present(&acquired, &PresentationOptions::default(), &FoldPolicy::DESKTOP);
        let picture = PixelSize {
            width: 410,
            height: 898,
        };
        let refs = overlay(
            &shown.tree,
            Some(Channel::LinuxAtspi),
            picture,
            &OverlayOptions::default(),
        );
        assert!(!refs.is_empty());
        for shown in refs {
            assert!(shown.overlay_rect.x + shown.overlay_rect.width <= 410.0);
            assert!(shown.overlay_rect.y + shown.overlay_rect.height <= 898.0);
        }
    }
}

proptest! {
    #[test]
    fn refs_lie_in_the_picture_and_can_be_drawn(nodes in nodes(true), width in 1u32..90, height in 1u32..90, android: bool) {
        let picture = PixelSize { width, height };
        let channel = if android { Channel::Android } else { Channel::Xctest };
        let refs = overlay(&Tree::from(nodes), Some(channel), picture, &OverlayOptions::default());
        prop_assert!(refs.len() <= 24);
        for shown in &refs {
            let rect = shown.overlay_rect;
            prop_assert!(rect.x >= 0.0 && rect.y >= 0.0 && rect.width >= 1.0 && rect.height >= 1.0);
            prop_assert!(rect.x + rect.width <= f64::from(width) && rect.y + rect.height <= f64::from(height));
        }
        let mut pixels = vec![0; (width * height * 4) as usize];
        draw(&mut Canvas::new(width, height, &mut pixels).unwrap(), &refs);
    }
}
