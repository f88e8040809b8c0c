//! Whether a page ends or goes on for ever.
//!
//! A page was read to its end when a scroll shows hardly anything new. It is taken for endless when the explorer used up its scrolls and
//! most of them showed mostly new texts.
//!
//! Source: mirroir's calibration scroll.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use skillc_records::TapPoint;
use skillc_text::nfc;

/// Scrolls that the live explorer allows for one page.
pub const MAX_SCROLLS: usize = 10;

/// A screen of which less than this part is new ends the page.
const HARDLY_NEW: f64 = 0.10;

/// A screen of which at least this part is new is mostly new.
const MOSTLY_NEW: f64 = 0.5;

/// How a page ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PageEnd {
    /// It was not scrolled far enough to tell.
    #[default]
    Unseen,
    /// A scroll showed hardly anything new.
    Reached,
    /// All scrolls were used up, and most showed mostly new texts.
    Endless,
}

/// How the page ends whose screens, one scroll after another, are `screens`; the first is the one before any scroll.
pub fn page_end<S: AsRef<[TapPoint]>>(screens: &[S], max_scrolls: usize) -> PageEnd {
    let texts = |screen: &S| {
        screen
            .as_ref()
            .iter()
            .map(|point| nfc(&point.text).into_owned())
            .collect::<BTreeSet<_>>()
    };
    let Some((first, scrolled)) = screens.split_first() else {
        return PageEnd::Unseen;
    };
    let mut known = texts(first);
    let mut mostly_new = 0;
    for screen in scrolled.iter().take(max_scrolls) {
        let shown = texts(screen);
        let new = shown.difference(&known).count();
        let part = if shown.is_empty() {
            0.0
        } else {
            new as f64 / shown.len() as f64
        };
        if part < HARDLY_NEW {
            return PageEnd::Reached;
        }
        mostly_new += usize::from(part >= MOSTLY_NEW);
        known.extend(shown);
    }
    let used_up = max_scrolls > 0 && scrolled.len() >= max_scrolls;
    if used_up && mostly_new > max_scrolls / 2 {
        PageEnd::Endless
    } else {
        PageEnd::Unseen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skillc_records::WindowPoint;

    fn screen(texts: std::ops::Range<usize>) -> Vec<TapPoint> {
        let text = |i| TapPoint {
            text: format!("post {i}"),
            at: WindowPoint::default(),
            confidence: None,
            rect: None,
        };
        texts.map(text).collect()
    }

    #[test]
    fn a_feed_is_endless_only_when_all_scrolls_are_used_up() {
        let feed: Vec<_> = (0..=10).map(|i| screen(i * 8..i * 8 + 10)).collect();
        assert_eq!(page_end(&feed, MAX_SCROLLS), PageEnd::Endless);
        assert_eq!(page_end(&feed[..10], MAX_SCROLLS), PageEnd::Unseen);
    }

    #[test]
    fn a_list_ends_when_a_scroll_shows_hardly_anything_new() {
        assert_eq!(
            page_end(&[screen(0..10), screen(5..15), screen(5..15)], MAX_SCROLLS),
            PageEnd::Reached
        );
        assert_eq!(page_end(&[screen(0..10), screen(0..11)], MAX_SCROLLS), PageEnd::Reached);
        assert_eq!(page_end(&[screen(0..10), screen(1..11)], MAX_SCROLLS), PageEnd::Unseen);
        assert_eq!(page_end::<Vec<TapPoint>>(&[], MAX_SCROLLS), PageEnd::Unseen);
    }
}
