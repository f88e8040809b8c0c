//! COCO JSON: `images`, `annotations`, `categories`. Boxes are in pixels.
//!
//! An annotation may have a `text`; a crowd is a text that can't be read or a region that nobody labelled in detail. Whoever labels in
//! COCO labels everything of the declared classes, unless the picture has `not_exhaustive_category_ids` (as LVIS has it).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use skillc_records::PixelSize;
use skillc_text::nfc;

use crate::picture::{LabelFileError, LabelledPicture, PixelLabel, rect};

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    images: Vec<Image>,
    #[serde(default)]
    annotations: Vec<Annotation>,
    #[serde(default)]
    categories: Vec<Category>,
}

#[derive(Serialize, Deserialize)]
struct Image {
    id: u64,
    file_name: String,
    width: Option<u32>,
    height: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    app: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    locale: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    theme: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    not_exhaustive_category_ids: Vec<u64>,
}

#[derive(Serialize, Deserialize)]
struct Annotation {
    #[serde(default)]
    id: u64,
    image_id: u64,
    category_id: u64,
    bbox: [f64; 4],
    #[serde(default)]
    area: f64,
    #[serde(default)]
    iscrowd: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// Ours: false where the text is a name that can't be read on the picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    text_visible: Option<bool>,
}

#[derive(Serialize, Deserialize)]
struct Category {
    id: u64,
    name: String,
}

#[derive(Serialize)]
struct Written<'w> {
    info: Info,
    images: Vec<Image>,
    annotations: Vec<Annotation>,
    categories: &'w [Category],
}

#[derive(Serialize)]
struct Info {
    description: &'static str,
}

/// Reads a file: every picture in its order, those without an annotation too.
///
/// # Errors
/// When it is no JSON of this shape, an annotation names a picture or class that isn't declared, or a number is none that a picture has.
pub fn read(text: &str) -> Result<Vec<LabelledPicture>, LabelFileError> {
    let file: File = serde_json::from_str(text)?;
    let classes: BTreeMap<u64, &str> = file
        .categories
        .iter()
        .map(|class| (class.id, class.name.as_str()))
        .collect();
    let places: BTreeMap<u64, usize> = file
        .images
        .iter()
        .enumerate()
        .map(|(place, image)| (image.id, place))
        .collect();
    let mut pictures: Vec<LabelledPicture> = file
        .images
        .iter()
        .map(|image| LabelledPicture {
            file_name: image.file_name.clone(),
            size: image
                .width
                .zip(image.height)
                .map(|(width, height)| PixelSize { width, height }),
            app: image.app.clone(),
            locale: image.locale.clone(),
            is_dark: match image.theme.as_deref() {
                Some("dark") => Some(true),
                Some("light") => Some(false),
                _ => None,
            },
            labels: Vec::new(),
        })
        .collect();
    for annotation in &file.annotations {
        let dangling = |what, id| LabelFileError::Dangling {
            annotation: annotation.id,
            what,
            id,
        };
        let place = places
            .get(&annotation.image_id)
            .ok_or_else(|| dangling("picture", annotation.image_id))?;
        let class = classes
            .get(&annotation.category_id)
            .ok_or_else(|| dangling("class", annotation.category_id))?;
        let image = &file.images[*place];
        let picture = &mut pictures[*place];
        picture.labels.push(PixelLabel {
            class: (*class).to_owned(),
            text: annotation.text.as_deref().map(|text| nfc(text).into_owned()),
            rect: Some(rect(&image.file_name, annotation.bbox)?),
            text_visible: annotation.text_visible.unwrap_or(annotation.iscrowd == 0),
            exhaustive: !image.not_exhaustive_category_ids.contains(&annotation.category_id),
        });
    }
    Ok(pictures)
}

/// Writes pictures as one file. Labels without a place have none in COCO and are left out; the number of them is returned beside it.
pub fn write(pictures: &[LabelledPicture]) -> (String, usize) {
    let mut names: Vec<&str> = pictures
        .iter()
        .flat_map(|picture| &picture.labels)
        .map(|label| label.class.as_str())
        .collect();
    names.sort_unstable();
    names.dedup();
    let categories: Vec<Category> = (1..)
        .zip(&names)
        .map(|(id, name)| Category {
            id,
            name: (*name).to_owned(),
        })
        .collect();
    let id_of = |class: &str| names.binary_search(&class).map_or(0, |place| place as u64 + 1);
    let (mut images, mut annotations, mut left_out) = (Vec::new(), Vec::new(), 0);
    // Ids begin with 1: pycocotools takes annotation 0 for none.
    for (id, picture) in (1..).zip(pictures) {
        let mut partly: Vec<u64> = picture
            .labels
            .iter()
            .filter(|label| !label.exhaustive)
            .map(|label| id_of(&label.class))
            .collect();
        partly.sort_unstable();
        partly.dedup();
        images.push(Image {
            id,
            file_name: picture.file_name.clone(),
            width: picture.size.map(|size| size.width),
            height: picture.size.map(|size| size.height),
            app: picture.app.clone(),
            locale: picture.locale.clone(),
            theme: picture
                .is_dark
                .map(|is_dark| if is_dark { "dark" } else { "light" }.to_owned()),
            not_exhaustive_category_ids: partly,
        });
        for label in &picture.labels {
            let Some(rect) = label.rect else {
                left_out += 1;
                continue;
            };
            annotations.push(Annotation {
                id: annotations.len() as u64 + 1,
                image_id: id,
                category_id: id_of(&label.class),
                bbox: [rect.x, rect.y, rect.width, rect.height],
                area: rect.width * rect.height,
                iscrowd: u8::from(label.class == "text" && !label.text_visible),
                text: label.text.clone(),
                text_visible: (!label.text_visible && label.class != "text").then_some(false),
            });
        }
    }
    let file = Written {
        info: Info {
            description: "labels exported by skillc; boxes in pixels",
        },
        images,
        annotations,
        categories: &categories,
    };
    let text = serde_json::to_string_pretty(&file).unwrap_or_else(|_| unreachable!("texts and finite numbers"));
    (text + "\n", left_out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use skillc_records::PixelRect;

    fn label(class: &str, text: Option<&str>, sides: [f64; 4]) -> PixelLabel {
        let [x, y, width, height] = sides;
        PixelLabel {
            class: class.to_owned(),
            text: text.map(str::to_owned),
            rect: Some(PixelRect::new(x, y, width, height)),
            text_visible: true,
            exhaustive: true,
        }
    }

    #[test]
    fn dangling_annotations_are_named() {
        let text = r#"{"images": [{"id": 0, "file_name": "a.png"}], "categories": [],
            "annotations": [{"id": 7, "image_id": 0, "category_id": 3, "bbox": [0, 0, 1, 1]}]}"#;
        let error = read(text).expect_err("no class 3");
        assert_eq!(
            error.to_string(),
            "annotation 7 is of class 3, which the file doesn't declare"
        );
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(
            texts in prop::collection::vec(("text|icon|tab", proptest::option::of("[a-zé\"<]{0,6}"), prop::array::uniform4(0.0..500.0)), 0..8),
        ) {
            let labels = texts.iter().map(|(class, text, sides)| label(class, text.as_deref(), *sides)).collect();
            let picture = LabelledPicture {
                file_name: "pictures/00001.png".to_owned(),
                size: Some(PixelSize { width: 820, height: 1796 }),
                app: Some("santé".to_owned()),
                locale: Some("fr_CA".to_owned()),
                is_dark: Some(false),
                labels,
            };
            let (text, left_out) = write(std::slice::from_ref(&picture));
            prop_assert_eq!(left_out, 0);
            prop_assert_eq!(read(&text).expect("read"), vec![picture]);
        }

        #[test]
        fn no_text_is_a_panic(text in any::<String>()) {
            let _ = read(&text);
        }
    }
}
