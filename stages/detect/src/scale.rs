//! Pixels per point of a picture that comes without a session.

use skillc_records::{PixelSize, Scale};

/// Pixels per point as devices have them.
const SCALES: [f64; 8] = [1.0, 1.5, 2.0, 2.625, 2.75, 3.0, 3.5, 4.0];

/// The short side of a phone in points, about: from 320 to 440 on all that were sold.
const PHONE_POINTS: f64 = 390.0;

/// The short side of a tablet in points, about.
const TABLET_POINTS: f64 = 800.0;

/// Phones are at least this many times as long as wide.
const PHONE_ASPECT: f64 = 1.6;

/// The likeliest pixels per point of a screen of `size` pixels: the device scale that brings the short side nearest to what
/// phones (long screens) or tablets (the others) have.
///
/// A guess, for pictures without a session only: it decides how finely a picture is searched and which icons are near enough to be
/// one, and not where anything is.
pub fn likely_scale(size: PixelSize) -> Scale {
    let short = f64::from(size.width.min(size.height)).max(1.0);
    let long = f64::from(size.width.max(size.height)).max(1.0);
    let wanted = if long / short >= PHONE_ASPECT && short < 1600.0 {
        PHONE_POINTS
    } else {
        TABLET_POINTS
    };
    let distance = |scale: f64| (short / scale / wanted).ln().abs();
    let best = SCALES
        .into_iter()
        .min_by(|a, b| distance(*a).total_cmp(&distance(*b)))
        .unwrap_or(1.0);
    Scale::new(best).unwrap_or(Scale::ONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_of_today() {
        let scale = |width, height| likely_scale(PixelSize { width, height }).pixels_per_point();
        assert_eq!(scale(1179, 2556), 3.0); // iPhone 15
        assert_eq!(scale(750, 1334), 2.0); // iPhone 8
        assert_eq!(scale(2532, 1170), 3.0); // iPhone 14, landscape
        assert_eq!(scale(1536, 2048), 2.0); // iPad 9.7"
        assert_eq!(scale(1080, 2400), 2.75); // Android phone
        assert_eq!(scale(2880, 1800), 2.0); // Android tablet
        assert_eq!(scale(410, 898), 1.0); // the simulator's window
        assert_eq!(scale(1, 1), 1.0);
    }
}
