//! What a flow is called.
//!
//! Labels that are empty don't count. Without a label: `exploration`. Up to two: joined by ` > `. More: the first and the landmark of
//! the last screen, or the last label if it has none. All in lower case.
//!
//! Source: reference on mirroir's semantics, §11, "Name".

use skillc_text::lower;

/// The name of a path with `labels` to a screen with `landmark`.
pub fn path_name<'l>(labels: impl IntoIterator<Item = &'l str>, landmark: Option<&str>) -> String {
    let labels: Vec<&str> = labels.into_iter().filter(|label| !label.is_empty()).collect();
    let name = match (labels.as_slice(), landmark) {
        ([], _) => "exploration".to_owned(),
        ([first, _, _, ..], Some(landmark)) => format!("{first} to {landmark}"),
        ([first, _, .., last], None) => format!("{first} to {last}"),
        (few, _) => few.join(" > "),
    };
    lower(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_labels_decides_the_shape() {
        assert_eq!(path_name(["", ""], None), "exploration");
        assert_eq!(path_name(["Maps", "", "Pins"], Some("Pins")), "maps > pins");
        assert_eq!(
            path_name(["Admin", "API", "Limits"], Some("Rate Limits")),
            "admin to rate limits"
        );
        assert_eq!(path_name(["Admin", "API", "Limits"], None), "admin to limits");
        assert_eq!(path_name(["Admin", "Limits"], None), "admin > limits");
    }
}
