//! What names a screen, through the public door.

use proptest::prelude::*;
use skillc_records::{Icon, ScreenPoints, TapPoint, WindowPoint, WindowSize};
use skillc_screens::{
    Refinement, ScreenIdentity, compile_similarity, distinguishing_level, identity, similarity, title_aware_similarity,
};

fn seen(texts: &[(&str, f64)], icons: usize) -> ScreenIdentity {
    let point = |&(text, y): &(&str, f64)| TapPoint {
        text: text.to_owned(),
        at: WindowPoint::new(10.0, y),
        confidence: None,
        rect: None,
    };
    let icon = Icon {
        at: WindowPoint::default(),
        size: 24.0,
    };
    let screen = ScreenPoints {
        points: texts.iter().map(point).collect(),
        icons: vec![icon; icons],
    };
    identity(&screen, WindowSize::new(410.0, 898.0))
}

#[test]
fn what_passes_leaves_the_fingerprint_alone() {
    let now = [
        ("9:41", 30.0),
        ("Budget", 120.0),
        ("Rent", 300.0),
        ("12", 300.0),
        ("Monday", 320.0),
        ("Sync, 9:41", 360.0),
    ];
    let later = [
        ("10:02", 30.0),
        ("Budget", 118.0),
        ("Rent", 302.0),
        ("13", 300.0),
        ("Tue", 320.0),
        ("Sync, 10:02", 361.0),
    ];
    assert_eq!(seen(&now, 3).fingerprint, seen(&later, 3).fingerprint);
    assert_ne!(seen(&now, 3).fingerprint, seen(&now, 4).fingerprint);
}

#[test]
fn the_status_bar_ends_at_80_points() {
    assert_eq!(
        seen(&[("Edge", 80.0), ("Gone", 79.9), ("Lost", f64::NAN)], 0)
            .structural
            .as_slice(),
        ["Edge"]
    );
}

#[test]
fn the_first_of_equally_long_titles_wins() {
    assert_eq!(
        seen(&[("Ledger", 250.0), ("Totals", 100.0)], 0).title.as_deref(),
        Some("Ledger")
    );
}

#[test]
fn a_title_is_not_cut_off_and_not_filtered_by_length() {
    let long = "A title that is longer than the fifty graphemes that a structural text may have";
    let screen = seen(
        &[
            ("Short", 100.0),
            (long, 250.0),
            ("Longest of all but below the header band, where titles are", 250.5),
        ],
        0,
    );
    assert_eq!(screen.title.as_deref(), Some(long));
    assert_eq!(
        seen(&[("ab", 120.0), ("12:30", 120.0), ("December", 120.0)], 0).title,
        None
    );
}

#[test]
fn refinements_tell_apart_what_the_plain_fingerprint_does_not() {
    let (high, low) = (seen(&[("Inbox", 120.0)], 0), seen(&[("Inbox", 400.0)], 0));
    assert_eq!(high.fingerprint, low.fingerprint);
    assert_eq!(distinguishing_level(&high, &low), Some(Refinement::Title));
    assert_ne!(high.refined(Refinement::Title), low.refined(Refinement::Title));
    let lower = seen(&[("Inbox", 800.0)], 0);
    assert_eq!(distinguishing_level(&low, &lower), Some(Refinement::Zones));
    assert_eq!(low.refined(Refinement::Title), lower.refined(Refinement::Title));
    assert_ne!(low.refined(Refinement::Zones), lower.refined(Refinement::Zones));
    assert_eq!(distinguishing_level(&low, &seen(&[("Inbox", 500.0)], 0)), None);
}

#[test]
fn a_screen_of_moments_is_an_empty_screen() {
    let moments = seen(&[("9:41", 300.0), ("7", 300.0), ("May", 300.0)], 0);
    assert!(moments.structural.is_empty());
    assert!((similarity(&moments.structural, &seen(&[], 5).structural) - 1.0).abs() < f64::EPSILON);
}

#[test]
fn equal_hashes_are_alike_whatever_the_texts_say() {
    let screen = seen(&[("Inbox", 120.0)], 2).compile_fingerprint();
    let mut edited = screen.clone();
    edited.structural_texts = seen(&[("Other", 120.0)], 2).structural;
    assert!((compile_similarity(&screen, &edited) - 1.0).abs() < f64::EPSILON);
}

proptest! {
    #[test]
    fn the_order_of_texts_does_not_matter(
        texts in prop::collection::vec(("[A-Za-zé0-9: ]{0,8}", 0.0..900.0_f64), 0..10), icons in 0_usize..6,
    ) {
        let texts: Vec<(&str, f64)> = texts.iter().map(|(text, y)| (text.as_str(), *y)).collect();
        let mut turned = texts.clone();
        turned.reverse();
        let (a, b) = (seen(&texts, icons), seen(&turned, icons));
        prop_assert_eq!(&a.fingerprint, &b.fingerprint);
        prop_assert_eq!(a.zones, b.zones);
        prop_assert_eq!(a.fingerprint.as_str().len(), 64);
        let bytes = postcard::to_allocvec(&a).expect("serialises");
        prop_assert_eq!(postcard::from_bytes::<ScreenIdentity>(&bytes).expect("reads back"), a);
    }

    #[test]
    fn a_screen_is_like_itself_and_titles_only_lower_similarity(
        a in prop::collection::vec(("[A-C]{3}", 100.0..900.0_f64), 0..6), b in prop::collection::vec(("[A-C]{3}", 100.0..900.0_f64), 0..6),
    ) {
        let list = |texts: &[(String, f64)]| {
            let texts: Vec<(&str, f64)> = texts.iter().map(|(text, y)| (text.as_str(), *y)).collect();
            seen(&texts, 0)
        };
        let (a, b) = (list(&a), list(&b));
        prop_assert!((title_aware_similarity(&a, &a) - 1.0).abs() < f64::EPSILON);
        let aware = title_aware_similarity(&a, &b);
        prop_assert!(aware <= similarity(&a.structural, &b.structural));
        prop_assert!((aware - title_aware_similarity(&b, &a)).abs() < f64::EPSILON);
    }
}
