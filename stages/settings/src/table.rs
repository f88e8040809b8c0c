//! Every setting: key, type, default.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::source::{Origin, Problem, SettingValue, Sources, look_up};

/// Declares the settings once; the struct, its defaults, the list of keys and the reading all come from this.
macro_rules! settings {
    ($($(#[$doc:meta])* $field:ident $key:literal: $type:ty = $default:expr;)*) => {
        /// The settings in force. Lengths are window points unless the name says otherwise.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        pub struct Settings {
            $($(#[$doc])* pub $field: $type,)*
        }

        impl Default for Settings {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        /// The keys, in the order of the table.
        pub const KEYS: &[&str] = &[$($key),*];

        impl Settings {
            /// The settings that `sources` give.
            pub fn read(sources: &Sources<'_>) -> Resolved {
                let defaults = Self::default();
                let (mut origins, mut problems) = (Vec::new(), Vec::new());
                let settings = Self {
                    $($field: {
                        let (value, origin) = look_up(sources, $key, defaults.$field, &mut problems);
                        origins.push(($key, origin));
                        value
                    },)*
                };
                Resolved { settings, origins, problems }
            }
        }
    };
}

/// Settings, where each is from, and what could not be used.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolved {
    /// The settings in force.
    pub settings: Settings,
    /// Where each is from, in the order of the table.
    pub origins: Vec<(&'static str, Origin)>,
    /// Values that were given and can't be used.
    pub problems: Vec<Problem>,
}

settings! {
    /// Elements that a band must hold before tabs are placed in it by geometry.
    tab_synthesis_min_zone_evidence "tabSynthesisMinZoneEvidence": i64 = 1;
    /// Icons nearer than this to a text are dropped.
    icon_ocr_proximity_filter "iconOcrProximityFilter": f64 = 20.0;
    /// The least height of a zone that is searched for icons.
    icon_min_zone_height "iconMinZoneHeight": f64 = 40.0;
    /// The least height of a zone for saliency.
    icon_saliency_min_zone "iconSaliencyMinZone": f64 = 60.0;
    /// The bottom zone as a fraction of the window's height.
    icon_bottom_zone_fraction "iconBottomZoneFraction": f64 = 0.08;
    /// The lower end of the top zone as a fraction of the window's height.
    icon_top_zone_fraction "iconTopZoneFraction": f64 = 0.12;
    /// Texts of more than [`Self::icon_noise_max_length`] graphemes that a zone may hold.
    icon_max_zone_elements "iconMaxZoneElements": i64 = 1;
    /// Texts up to this many graphemes count as icons.
    icon_noise_max_length "iconNoiseMaxLength": i64 = 1;
    /// The largest object of saliency.
    icon_max_saliency_size "iconMaxSaliencySize": f64 = 60.0;
    /// Icons that are needed before others are placed between and beside them.
    icon_min_for_interpolation "iconMinForInterpolation": i64 = 2;
    /// How far a gap may be from the median gap, as a fraction of it.
    icon_spacing_tolerance "iconSpacingTolerance": f64 = 0.3;
    /// Icons nearer than this are one.
    icon_deduplication_radius "iconDeduplicationRadius": f64 = 25.0;
    /// How far a colour channel must be from the background, 0 to 255.
    icon_color_threshold "iconColorThreshold": i64 = 30;
    /// Foreground pixels that a column needs.
    icon_min_column_density "iconMinColumnDensity": i64 = 1;
    /// The narrowest cluster in pixels.
    icon_min_cluster_width "iconMinClusterWidth": i64 = 10;
    /// The widest cluster in pixels.
    icon_max_cluster_width "iconMaxClusterWidth": i64 = 80;
    /// The box filter over the columns, in pixels.
    icon_smoothing_window "iconSmoothingWindow": i64 = 5;
    /// Pixels that are left out at the corners.
    icon_corner_inset_pixels "iconCornerInsetPixels": i64 = 40;
    /// Background samples that a row of a bar needs, as a fraction.
    icon_bar_row_bg_fraction "iconBarRowBgFraction": f64 = 0.60;
    /// The least confidence of the icon model.
    yolo_confidence_threshold "yoloConfidenceThreshold": f64 = 0.3;
    /// Which text and icon backend is used, in the live explorer's word.
    ocr_backend "ocrBackend": String = "auto".to_owned();
    /// Narrower pictures, in pixels, are enlarged before reading.
    ocr_min_image_width "ocrMinImageWidth": i64 = 600;
    /// A pixel is dark if no channel is brighter, 0 to 255.
    brightness_threshold "brightnessThreshold": i64 = 20;
    /// The longest label of an icon row, in graphemes.
    tap_max_label_length "tapMaxLabelLength": i64 = 15;
    /// The widest label of an icon row as a fraction of the window's width.
    tap_max_label_width_fraction "tapMaxLabelWidthFraction": f64 = 0.4;
    /// The gap above a label from which the tap goes above it.
    tap_min_gap_for_offset "tapMinGapForOffset": f64 = 50.0;
    /// Labels that an icon row needs.
    tap_icon_row_min_labels "tapIconRowMinLabels": i64 = 3;
    /// How far above its label an icon is tapped.
    tap_icon_offset "tapIconOffset": f64 = 30.0;
    /// Texts whose tops are nearer than this stand in one row.
    tap_row_tolerance "tapRowTolerance": f64 = 10.0;
    /// Where the bottom zone begins, as a fraction of the window's height.
    tap_bottom_zone_fraction "tapBottomZoneFraction": f64 = 0.90;
    /// The largest gap between labels of an icon row over the smallest.
    tap_icon_row_max_spacing_ratio "tapIconRowMaxSpacingRatio": f64 = 1.5;
    /// A finger that moved less than this tapped.
    event_tap_distance_threshold "eventTapDistanceThreshold": f64 = 5.0;
    /// A finger that moved at least this far swiped.
    event_swipe_distance_threshold "eventSwipeDistanceThreshold": f64 = 30.0;
    /// Seconds from which a touch is long.
    event_long_press_threshold "eventLongPressThreshold": f64 = 0.5;
    /// How far a touch may be from the label that it gets.
    event_label_max_distance "eventLabelMaxDistance": f64 = 30.0;
    /// How texts seen twice while scrolling become one.
    scroll_dedup_strategy "scrollDedupStrategy": ScrollDedup = ScrollDedup::Exact;
    /// Edits by which two such texts may differ.
    scroll_dedup_levenshtein_max "scrollDedupLevenshteinMax": i64 = 3;
    /// How far apart two such texts may be.
    scroll_dedup_proximity_pt "scrollDedupProximityPt": f64 = 15.0;
    /// The width of a bucket of the merge key.
    scroll_dedup_x_bucket_size "scrollDedupXBucketSize": f64 = 20.0;
    /// How far apart two texts with one key may be on the page.
    scroll_dedup_page_y_tolerance "scrollDedupPageYTolerance": f64 = 30.0;
    /// How far to the side a text may move between two views of a page.
    scroll_content_match_x_tolerance "scrollContentMatchXTolerance": f64 = 30.0;
    /// Offsets further than this from the median are outliers.
    scroll_content_match_outlier_threshold "scrollContentMatchOutlierThreshold": f64 = 20.0;
    /// Texts that two views must share to measure the scroll.
    scroll_content_match_min_count "scrollContentMatchMinCount": i64 = 2;
    /// A page that moved less than this didn't scroll.
    scroll_min_offset_threshold "scrollMinOffsetThreshold": f64 = 20.0;
    /// Texts that stay in place and are needed as anchors.
    scroll_anchor_min_count "scrollAnchorMinCount": i64 = 1;
    /// Scrolls before a text is given up.
    default_scroll_max_attempts "defaultScrollMaxAttempts": i64 = 10;
    /// The length of a swipe as a fraction of the window.
    swipe_distance_fraction "swipeDistanceFraction": f64 = 0.3;
    /// Milliseconds of a swipe.
    default_swipe_duration_ms "defaultSwipeDurationMs": i64 = 300;
    /// Milliseconds of a drag.
    default_drag_duration_ms "defaultDragDurationMs": i64 = 1000;
    /// Milliseconds of a long press.
    default_long_press_duration_ms "defaultLongPressDurationMs": i64 = 500;
    /// Seconds to wait for a text.
    wait_for_timeout_seconds "waitForTimeoutSeconds": i64 = 15;
    /// Milliseconds after each step.
    step_settling_delay_ms "stepSettlingDelayMs": i64 = 500;
    /// Milliseconds that a compiled wait is longer than what was observed.
    compiled_sleep_buffer_ms "compiledSleepBufferMs": i64 = 200;
    /// The least confidence of a compiled tap.
    compiled_tap_min_confidence "compiledTapMinConfidence": f64 = 0.7;
    /// How many screens deep is explored.
    exploration_max_depth "explorationMaxDepth": i64 = 6;
    /// How many screens are explored.
    exploration_max_screens "explorationMaxScreens": i64 = 30;
    /// For how many seconds is explored.
    exploration_max_time_seconds "explorationMaxTimeSeconds": i64 = 300;
    /// The part of unclassified elements from which a calibration fails.
    calibration_unclassified_threshold "calibrationUnclassifiedThreshold": f64 = 0.5;
}

/// How texts seen twice while scrolling become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScrollDedup {
    /// The last of each text.
    Exact,
    /// Texts that differ in a few edits.
    Levenshtein,
    /// Texts that are near each other.
    Proximity,
}

impl SettingValue for ScrollDedup {
    const EXPECTED: &'static str = "exact, levenshtein or proximity";

    fn of_json(value: &Value) -> Option<Self> {
        value.as_str().and_then(Self::of_text)
    }

    fn of_text(text: &str) -> Option<Self> {
        [Self::Exact, Self::Levenshtein, Self::Proximity]
            .into_iter()
            .zip(["exact", "levenshtein", "proximity"])
            .find_map(|(value, word)| (word == text).then_some(value))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn the_file_comes_before_the_environment_and_the_default() {
        let file = serde_json::json!({ "tapRowTolerance": 12, "explorationMaxDepth": "six" });
        let environment: BTreeMap<_, _> = [
            ("MIRROIR_TAP_ROW_TOLERANCE", "99"),
            ("MIRROIR_EXPLORATION_MAX_DEPTH", "8"),
            ("MIRROIR_SCROLL_DEDUP_STRATEGY", "loud"),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into();
        let read = Settings::read(&Sources {
            file: file.as_object(),
            environment: &environment,
        });
        assert_eq!(read.settings.tap_row_tolerance, 12.0);
        assert_eq!(read.settings.exploration_max_depth, 8);
        assert_eq!(read.settings.scroll_dedup_strategy, ScrollDedup::Exact);
        assert_eq!(
            read.origins[KEYS.iter().position(|key| *key == "tapRowTolerance").unwrap()].1,
            Origin::File
        );
        let told: Vec<_> = read.problems.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                r#"scrollDedupStrategy is "loud" in the environment; expected exact, levenshtein or proximity"#,
                r#"explorationMaxDepth is "\"six\"" in settings.json; expected an integer"#,
            ]
        );
    }

    #[test]
    fn nothing_given_gives_the_defaults() {
        let read = Settings::read(&Sources {
            file: None,
            environment: &BTreeMap::new(),
        });
        assert_eq!(read.settings, Settings::default());
        assert!(read.origins.iter().all(|(_, origin)| *origin == Origin::Default));
    }
}
