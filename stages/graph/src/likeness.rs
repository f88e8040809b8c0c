//! Which known screen a new one is.
//!
//! Of the known screens in ascending order of their fingerprints, the first that is like the new one: title-aware similarity of at
//! least 0.8, or similarity from 0.70 up to 0.85 with pictures that are nearly the same. Comparing with every screen would take time
//! in the square of their number, so screens are looked up by their rarest texts: a screen with `n` texts that is at least 0.70
//! similar shares ⌈0.7·n⌉ of them, hence at least one of any `n − ⌈0.7·n⌉ + 1`. The answer is the same as that of the full search;
//! a test holds it to that.
//!
//! Upstream goes on to tell matched screens apart by refined hashes when they are less than 0.6 similar. A match is at least 0.70
//! similar, so that never happens, and it isn't done here.
//!
//! Source: reference on mirroir's semantics, §11, "start".

use std::collections::HashMap;
use std::num::NonZeroU64;

use skillc_records::ScreenPoints;
use skillc_screens::{Fingerprint, SAME_SCREEN, ScreenIdentity};
use skillc_text::nfc;

/// From here on up to [`BORDERLINE_END`], a picture that is nearly the same decides.
const BORDERLINE: f64 = 0.70;
/// The end of the borderline, exclusive.
const BORDERLINE_END: f64 = 0.85;
/// Perceptual hashes that differ in at most so many bits are of nearly the same picture.
const NEARLY_SAME_BITS: u32 = 10;

/// Whether two screens have the same texts and are those of two tabs: a title stands more often on one than on the other, for the bar
/// has the names of both.
pub fn are_twins(a: (&ScreenIdentity, &ScreenPoints), b: (&ScreenIdentity, &ScreenPoints)) -> bool {
    let often = |points: &ScreenPoints, title: &str| points.points.iter().filter(|point| point.text == title).count();
    let mut titles = [&a.0.title, &b.0.title].into_iter().flatten();
    a.0.fingerprint == b.0.fingerprint && titles.any(|title| often(a.1, title) != often(b.1, title))
}

/// The known screens, by what they show.
#[derive(Debug, Default)]
pub struct KnownScreens {
    texts: HashMap<String, u32>,
    /// By text: the screens that have it, in order.
    showing: Vec<Vec<u32>>,
    /// The screens without a structural text.
    blank: Vec<u32>,
    known: Vec<Known>,
    /// What was found for a screen before, so that only newer screens need a look.
    found: HashMap<Fingerprint, Vec<Found>>,
}

#[derive(Debug)]
struct Known {
    fingerprint: Fingerprint,
    texts: Vec<u32>,
    title: Option<u32>,
    visual: Option<NonZeroU64>,
}

#[derive(Debug)]
struct Found {
    title: Option<u32>,
    visual: Option<NonZeroU64>,
    best: Option<u32>,
    looked_at: u32,
}

impl KnownScreens {
    /// Adds a screen. Screens are numbered from 0 in the order in which they are added.
    pub fn add(&mut self, identity: &ScreenIdentity, visual: Option<NonZeroU64>) {
        let number = self.count();
        let mut texts: Vec<u32> = identity
            .structural
            .as_slice()
            .iter()
            .map(|text| self.intern(text))
            .collect();
        texts.sort_unstable();
        texts.dedup();
        for &text in &texts {
            self.showing[text as usize].push(number);
        }
        if texts.is_empty() {
            self.blank.push(number);
        }
        let title = identity.title.as_deref().map(|title| self.intern(title));
        self.known.push(Known {
            fingerprint: identity.fingerprint.clone(),
            texts,
            title,
            visual,
        });
    }

    /// Takes the next number for a screen that nothing can be said to be like.
    pub fn add_unlike(&mut self, identity: &ScreenIdentity) {
        self.known.push(Known {
            fingerprint: identity.fingerprint.clone(),
            texts: Vec::new(),
            title: None,
            visual: None,
        });
    }

    /// The number of the known screen that `identity` is; none if it is new.
    pub fn find(&mut self, identity: &ScreenIdentity, visual: Option<NonZeroU64>) -> Option<u32> {
        let title = identity.title.as_deref().map(|title| self.intern(title));
        let count = self.count();
        let before = self
            .found
            .get(&identity.fingerprint)
            .and_then(|seen| seen.iter().find(|found| found.title == title && found.visual == visual));
        let (mut best, looked_at) = before.map_or((None, 0), |found| (found.best, found.looked_at));
        if looked_at < count {
            let texts = self.known_texts(identity);
            let total = identity.structural.as_slice().len();
            for candidate in self.candidates(&texts, total, looked_at) {
                let known = &self.known[candidate as usize];
                let earlier = best.is_none_or(|best| known.fingerprint < self.known[best as usize].fingerprint);
                if earlier && known.is_like(&texts, total, title, visual) {
                    best = Some(candidate);
                }
            }
            let seen = self.found.entry(identity.fingerprint.clone()).or_default();
            match seen
                .iter_mut()
                .find(|found| found.title == title && found.visual == visual)
            {
                Some(found) => (found.best, found.looked_at) = (best, count),
                None => seen.push(Found {
                    title,
                    visual,
                    best,
                    looked_at: count,
                }),
            }
        }
        best
    }

    fn count(&self) -> u32 {
        u32::try_from(self.known.len()).unwrap_or(u32::MAX)
    }

    fn intern(&mut self, text: &str) -> u32 {
        if let Some(&number) = self.texts.get(text) {
            return number;
        }
        let text = nfc(text).into_owned();
        let next = u32::try_from(self.showing.len()).unwrap_or(u32::MAX);
        let number = *self.texts.entry(text).or_insert(next);
        if number == next {
            self.showing.push(Vec::new());
        }
        number
    }

    /// The texts of `identity` that some known screen has too, sorted.
    fn known_texts(&self, identity: &ScreenIdentity) -> Vec<u32> {
        let mut texts: Vec<u32> = identity
            .structural
            .as_slice()
            .iter()
            .filter_map(|text| self.texts.get(&*nfc(text)).copied())
            .collect();
        texts.sort_unstable();
        texts
    }

    /// The screens from `from` on that may be at least [`BORDERLINE`] similar to one with `total` texts, of which `texts` are known.
    fn candidates(&self, texts: &[u32], total: usize, from: u32) -> Vec<u32> {
        if total == 0 {
            return newer(&self.blank, from).to_vec();
        }
        let shared = (7 * total).div_ceil(10);
        let probes = (total - shared + 1).saturating_sub(total - texts.len());
        let mut rarest: Vec<&[u32]> = texts
            .iter()
            .map(|&text| newer(&self.showing[text as usize], from))
            .collect();
        rarest.sort_by_key(|screens| screens.len());
        let mut candidates: Vec<u32> = rarest.into_iter().take(probes).flatten().copied().collect();
        candidates.sort_unstable();
        candidates.dedup();
        candidates
    }
}

impl Known {
    fn is_like(&self, texts: &[u32], total: usize, title: Option<u32>, visual: Option<NonZeroU64>) -> bool {
        let plain = jaccard(&self.texts, texts, total);
        let titles_differ = matches!((self.title, title), (Some(a), Some(b)) if a != b);
        if !titles_differ && plain >= SAME_SCREEN {
            return true;
        }
        // The borderline looks at the title-aware similarity too: screens with different titles are at 0.
        let similarity = if titles_differ { 0.0 } else { plain };
        (BORDERLINE..BORDERLINE_END).contains(&similarity)
            && matches!((self.visual, visual), (Some(a), Some(b)) if (a.get() ^ b.get()).count_ones() <= NEARLY_SAME_BITS)
    }
}

/// The part of `screens` (sorted) that is not before `from`.
fn newer(screens: &[u32], from: u32) -> &[u32] {
    &screens[screens.partition_point(|&screen| screen < from)..]
}

/// The texts that both have, as a part of all that either has; `total` counts those of `b` that no known screen has, too.
fn jaccard(a: &[u32], b: &[u32], total: usize) -> f64 {
    if a.is_empty() && total == 0 {
        return 1.0;
    }
    let (mut i, mut j, mut shared) = (0, 0, 0_usize);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => (i, j, shared) = (i + 1, j + 1, shared + 1),
        }
    }
    shared as f64 / (a.len() + total - shared) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use skillc_records::{ScreenPoints, TapPoint, WindowPoint, WindowSize};
    use skillc_screens::{identity, title_aware_similarity};

    fn screen(texts: &[u8]) -> ScreenIdentity {
        let points = texts.iter().enumerate().map(|(row, text)| TapPoint {
            text: format!("Text {}", char::from(b'a' + text % 12)),
            at: WindowPoint::new(100.0, 180.0 + 60.0 * row as f64),
            confidence: None,
            rect: None,
        });
        let points = ScreenPoints {
            points: points.collect(),
            icons: Vec::new(),
        };
        identity(&points, WindowSize::new(410.0, 898.0))
    }

    proptest! {
        #[test]
        fn looking_up_rare_texts_finds_what_the_full_search_finds(
            screens in prop::collection::vec(prop::collection::vec(0..12_u8, 0..9), 1..24),
        ) {
            let mut known = KnownScreens::default();
            let mut all: Vec<ScreenIdentity> = Vec::new();
            for texts in &screens {
                let seen = screen(texts);
                // Twice, so that what is remembered from before is asked too.
                for _ in 0..2 {
                    let mut alike: Vec<usize> =
                        (0..all.len()).filter(|&i| title_aware_similarity(&all[i], &seen) >= SAME_SCREEN).collect();
                    alike.sort_by(|&a, &b| all[a].fingerprint.cmp(&all[b].fingerprint));
                    let found = known.find(&seen, None).map(|found| found as usize);
                    prop_assert_eq!(found, alike.first().copied());
                    if found.is_none() && !all.iter().any(|other| other.fingerprint == seen.fingerprint) {
                        known.add(&seen, None);
                        all.push(seen.clone());
                    }
                }
            }
        }
    }
}
