//! One look at the screen, put together from the calls that it took: a tree from one, a picture from the next.

use skillc_recorders::Sight;
use skillc_records::{Attempt, Quality, Scale, Timestamp, WindowSize};

use crate::adapter::{Known, Reading, Refusal, Shot};
use crate::message::Call;

/// Calls further apart than this are two looks, in microseconds.
pub(crate) const APART: i64 = 10_000_000;
/// Width and height may give scales this far apart: pictures have whole pixels.
const SCALE_TOLERANCE: f64 = 0.02;

/// What was seen, between two actions.
#[derive(Debug, Clone)]
pub(crate) struct Look {
    /// How many actions had begun when it was asked for.
    pub(crate) epoch: u64,
    /// When it was first asked for.
    pub(crate) asked_at: Timestamp,
    /// When the last part of it came.
    pub(crate) seen_at: Timestamp,
    elapsed: i64,
    reading: Reading,
    refusal: Option<Refusal>,
    /// The calls that it took, where it took calls of the client's.
    pub(crate) asked: Vec<Call>,
    /// An action had begun before the answer came: it may show either side of it.
    pub(crate) overlaps: bool,
}

impl Look {
    pub(crate) fn new(epoch: u64, asked_at: Timestamp, seen_at: Timestamp, seen: Result<Reading, Refusal>) -> Self {
        let (reading, refusal) = match seen {
            Ok(reading) => (reading, None),
            Err(refusal) => (Reading::default(), Some(refusal)),
        };
        Self {
            epoch,
            asked_at,
            seen_at,
            elapsed: seen_at.0 - asked_at.0,
            reading,
            refusal,
            asked: Vec::new(),
            overlaps: false,
        }
    }

    /// Takes in what another call has shown of the same screen. Gives it back if it is another look.
    pub(crate) fn join(&mut self, other: Look) -> Option<Look> {
        let same_time =
            self.epoch == other.epoch && other.asked_at.0 - self.seen_at.0 <= APART && self.overlaps == other.overlaps;
        let both_worked = self.refusal.is_none() && other.refusal.is_none();
        if !same_time || !both_worked || is_again(&self.reading, &other.reading) {
            return Some(other);
        }
        let (mine, mut theirs) = (&mut self.reading, other.reading);
        if !is_clean(mine) || is_clean(&theirs) && width(&theirs) > width(mine) {
            mine.picture = theirs.picture.take().or(mine.picture.take());
        }
        if mine.detections.is_none() && is_tree(&theirs) {
            mine.nodes = theirs.nodes.or(mine.nodes.take());
            mine.detections = theirs.detections;
            mine.controls = theirs.controls;
            mine.page = theirs.page.or(mine.page);
        }
        mine.window = mine.window.or(theirs.window);
        mine.sparse |= theirs.sparse;
        if mine.quality == Quality::Unstated {
            mine.quality = theirs.quality;
        }
        self.asked.extend(other.asked);
        self.seen_at = other.seen_at;
        self.elapsed += other.elapsed;
        None
    }

    /// Whether just this call was part of it.
    pub(crate) fn has_asked(&self, call: &Call) -> bool {
        self.asked.contains(call)
    }

    /// Whether nothing could be seen.
    pub(crate) fn has_failed(&self) -> bool {
        self.refusal.is_some()
    }

    /// Whether nothing is missing.
    pub(crate) fn is_whole(&self) -> bool {
        self.refusal.is_some() || is_tree(&self.reading) && is_clean(&self.reading)
    }

    /// The look as it is recorded. Learns the window, and the scale of the picture from it.
    pub(crate) fn into_sight(self, known: &mut Known) -> Sight {
        let Self { mut reading, .. } = self;
        fit(&mut reading, known);
        let mut sight = Sight::new(self.asked_at);
        sight.elapsed_ms = u64::try_from(self.elapsed / 1000).ok();
        sight.attempt = match (self.refusal, reading.sparse) {
            (Some(refusal), _) => Attempt::Failed {
                reason: refusal.reason,
                error_type: refusal.error_type,
                exit_code: refusal.exit_code,
            },
            (None, true) => Attempt::Sparse,
            (None, false) => Attempt::Ok,
        };
        sight.quality = match (&reading.picture, self.overlaps) {
            (_, true) => Quality::Degraded {
                reason: "overlaps-action".to_owned(),
            },
            (Some(shot), false) if shot.drawn_over => Quality::DrawnOver,
            _ => reading.quality,
        };
        sight.detections = reading.detections.unwrap_or_default();
        sight.nodes = reading.nodes.unwrap_or_default();
        sight.controls = reading.controls;
        sight.picture = reading.picture.map(|shot| shot.picture);
        sight
    }
}

/// Whether the second shows the same kind of thing as the first, so that it is a look of its own. A picture of another size and a tree
/// with boxes beside one without are the same look, better seen.
fn is_again(a: &Reading, b: &Reading) -> bool {
    let both = |is: fn(&Reading) -> bool| is(a) && is(b);
    both(is_tree) && a.detections.is_some() == b.detections.is_some()
        || both(is_clean) && width(a) == width(b)
        || both(is_drawn_over)
}

fn width(reading: &Reading) -> u32 {
    reading.picture.as_ref().map_or(0, |shot| shot.picture.size.width)
}

fn is_tree(reading: &Reading) -> bool {
    reading.nodes.is_some() || reading.detections.is_some()
}

fn is_clean(reading: &Reading) -> bool {
    reading.picture.as_ref().is_some_and(|shot| !shot.drawn_over)
}

fn is_drawn_over(reading: &Reading) -> bool {
    reading.picture.as_ref().is_some_and(|shot| shot.drawn_over)
}

/// Brings window and picture together: each can tell of the other.
fn fit(reading: &mut Reading, known: &mut Known) {
    let page_width = reading.page.map(|page| page.width).filter(|width| *width > 0.0);
    let Some(Shot { picture, .. }) = &mut reading.picture else {
        known.window = reading.window.or(known.window).or(reading.page);
        return;
    };
    let (width, height) = (f64::from(picture.size.width), f64::from(picture.size.height));
    if reading.window.is_none()
        && known.window.is_none()
        && let Some(scale) = page_width.map(|page| width / page)
        && (0.5..=8.0).contains(&scale)
    {
        // A page is as wide as its window and may be longer.
        reading.window = Some(WindowSize::new(width / scale, (height / scale).round()));
    }
    known.window = reading.window.or(known.window);
    if picture.scale.is_none()
        && let Some(window) = known.window
        && window.width > 0.0
        && window.height > 0.0
    {
        let (across, down) = (width / window.width, height / window.height);
        if (across - down).abs() <= SCALE_TOLERANCE * across {
            picture.scale = Scale::new(across);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skillc_recorders::target::SeenPicture;
    use skillc_records::PixelSize;

    fn shot(width: u32, height: u32, drawn_over: bool) -> Reading {
        Reading {
            picture: Some(Shot {
                picture: SeenPicture {
                    bytes: vec![u8::from(drawn_over)].into(),
                    size: PixelSize { width, height },
                    scale: None,
                },
                drawn_over,
            }),
            ..Reading::default()
        }
    }

    fn tree() -> Reading {
        Reading {
            nodes: Some(Vec::new()),
            page: Some(WindowSize::new(410.0, 2000.0)),
            ..Reading::default()
        }
    }

    fn look(at: i64, reading: Reading) -> Look {
        Look::new(0, Timestamp(at), Timestamp(at + 1), Ok(reading))
    }

    #[test]
    fn a_tree_and_a_picture_are_one_look_in_either_order() {
        for (first, second) in [(tree(), shot(820, 1796, false)), (shot(820, 1796, false), tree())] {
            let mut one = look(0, first);
            assert!(!one.is_whole());
            assert!(one.join(look(5, second)).is_none());
            assert!(one.is_whole());
            let mut known = Known::default();
            let sight = one.into_sight(&mut known);
            assert_eq!(known.window, Some(WindowSize::new(410.0, 898.0)));
            assert_eq!(sight.picture.and_then(|picture| picture.scale), Scale::new(2.0));
        }
    }

    #[test]
    fn a_clean_picture_takes_the_place_of_one_that_is_drawn_over() {
        let mut one = look(0, shot(2, 2, true));
        assert!(one.join(look(1, shot(2, 2, false))).is_none());
        assert!(
            one.join(look(2, shot(2, 2, false))).is_some(),
            "a second clean one is another look"
        );
        let sight = one.into_sight(&mut Known::default());
        assert_eq!(sight.quality, Quality::Unstated);
        let drawn_over = look(0, shot(2, 2, true)).into_sight(&mut Known::default());
        assert_eq!(drawn_over.quality, Quality::DrawnOver);
    }
}
