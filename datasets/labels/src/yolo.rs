//! YOLO text files: one a picture, a line a label: class number, centre and size as shares of the picture. Classes are numbered from 0
//! in the order of `classes.txt`.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::picture::{LabelledPicture, stem};

/// A file to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YoloFile {
    /// Its path, with slashes.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// The files of a data set: `classes.txt`, `data.yaml`, and `labels/<picture>.txt`. Labels without a place or of a picture without a
/// size are left out; the number of them is returned beside it.
pub fn write(pictures: &[LabelledPicture]) -> (Vec<YoloFile>, usize) {
    let classes: BTreeSet<&str> = pictures
        .iter()
        .flat_map(|picture| &picture.labels)
        .map(|label| label.class.as_str())
        .collect();
    let classes: Vec<&str> = classes.into_iter().collect();
    let mut files = vec![
        YoloFile {
            path: "classes.txt".to_owned(),
            text: classes.iter().map(|class| format!("{class}\n")).collect(),
        },
        YoloFile {
            path: "data.yaml".to_owned(),
            text: data_yaml(&classes),
        },
    ];
    let mut left_out = 0;
    for picture in pictures {
        let mut text = String::new();
        for label in &picture.labels {
            let size = picture.size.filter(|size| size.width > 0 && size.height > 0);
            let (Some(rect), Some(size)) = (label.rect, size) else {
                left_out += 1;
                continue;
            };
            let (width, height) = (f64::from(size.width), f64::from(size.height));
            // What reaches over the edge of the picture is cut there: shares must lie between 0 and 1.
            let (left, right) = (rect.x.clamp(0.0, width), (rect.x + rect.width).clamp(0.0, width));
            let (top, bottom) = (rect.y.clamp(0.0, height), (rect.y + rect.height).clamp(0.0, height));
            let class = classes.binary_search(&label.class.as_str()).unwrap_or(0);
            let _ = writeln!(
                text,
                "{class} {:.6} {:.6} {:.6} {:.6}",
                (left + right) / 2.0 / width,
                (top + bottom) / 2.0 / height,
                (right - left) / width,
                (bottom - top) / height
            );
        }
        files.push(YoloFile {
            path: format!("labels/{}.txt", stem(&picture.file_name)),
            text,
        });
    }
    (files, left_out)
}

fn data_yaml(classes: &[&str]) -> String {
    let mut text = "path: .\ntrain: images\nval: images\nnames:\n".to_owned();
    for (number, class) in classes.iter().enumerate() {
        // JSON's strings are YAML's, whatever a class is called.
        let name = serde_json::to_string(class).unwrap_or_default();
        let _ = writeln!(text, "  {number}: {name}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::PixelLabel;
    use skillc_records::{PixelRect, PixelSize};

    #[test]
    fn shares_of_the_picture() {
        let label = PixelLabel {
            class: "icon".to_owned(),
            text: None,
            rect: Some(PixelRect::new(-10.0, 50.0, 60.0, 50.0)),
            text_visible: false,
            exhaustive: true,
        };
        let unplaced = PixelLabel {
            rect: None,
            ..label.clone()
        };
        let picture = LabelledPicture {
            file_name: "a/b.png".to_owned(),
            size: Some(PixelSize {
                width: 100,
                height: 200,
            }),
            app: None,
            locale: None,
            is_dark: None,
            labels: vec![label, unplaced],
        };
        let (files, left_out) = write(&[picture]);
        assert_eq!(left_out, 1);
        assert_eq!(files[2].path, "labels/b.txt");
        assert_eq!(files[2].text, "0 0.250000 0.375000 0.500000 0.250000\n");
    }
}
