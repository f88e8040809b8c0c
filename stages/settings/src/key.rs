//! From a key to the name of its environment variable.

/// Variables with a name of their own, which belong to no key of the table.
pub const FIXED_VARIABLES: [&str; 10] = [
    "MIRROIR_OCR_BACKEND",
    "MIRROIR_YOLO_MODEL_URL",
    "MIRROIR_YOLO_MODEL_PATH",
    "MIRROIR_OMIT_SCREENSHOT",
    "MIRROIR_BUNDLE_ID",
    "MIRROIR_PROCESS_NAME",
    "MIRROIR_CURSOR_FREE",
    "MIRROIR_SCROLL_DEDUP_STRATEGY",
    "MIRROIR_OCR_LANGUAGES",
    "IPHONE_KEYBOARD_LAYOUT",
];

/// The variable of `key`: `iconOcrProximityFilter` gives `MIRROIR_ICON_OCR_PROXIMITY_FILTER`, and every capital counts
/// (`openAITimeoutSeconds` gives `MIRROIR_OPEN_A_I_TIMEOUT_SECONDS`).
pub fn variable(key: &str) -> String {
    let mut name = "MIRROIR_".to_owned();
    for c in key.chars() {
        if c.is_uppercase() {
            name.push('_');
        }
        name.extend(c.to_uppercase());
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_capital_gets_its_own_underscore() {
        assert_eq!(variable("openAITimeoutSeconds"), "MIRROIR_OPEN_A_I_TIMEOUT_SECONDS");
        assert_eq!(
            variable("tabSynthesisMinZoneEvidence"),
            "MIRROIR_TAB_SYNTHESIS_MIN_ZONE_EVIDENCE"
        );
        assert_eq!(variable("ocrBackend"), "MIRROIR_OCR_BACKEND");
    }
}
