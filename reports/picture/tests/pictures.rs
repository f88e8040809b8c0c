//! Frames are drawn readably, and pictures of strangers can't do harm.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop at that place")]

use std::io::Cursor;

use image::{GenericImageView as _, ImageFormat, Rgb, RgbImage, Rgba};
use skillc_picture::{Background, DrawError, FrameView, Mark, MarkKind, crop, draw_frame};
use skillc_records::*;

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    RgbImage::from_pixel(width, height, Rgb([10, 20, 30]))
        .write_to(&mut bytes, ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}

fn detection(text: &str, rect: WindowRect) -> Detection {
    Detection {
        detector: DetectorId::recorded("simulator"),
        kind: DetectionKind::Text,
        text: Some(text.to_owned()),
        confidence: Confidence::new(0.98),
        rect: Some(rect),
        tap: rect.center(),
    }
}

fn view<'a>(background: Background<'a>, detections: &'a [Detection]) -> FrameView<'a> {
    let heading = vec!["Santé, frame 3".to_owned()];
    FrameView {
        background,
        heading,
        detections,
        labels: &[],
        actions: &[],
        masked: &[],
    }
}

#[test]
fn the_picture_stays_as_it_is_beside_its_list() {
    let bytes = png(400, 820);
    let background = Background::Picture {
        bytes: &bytes,
        scale: Scale::new(2.0).unwrap(),
    };
    let detections = [detection(
        "Général <b> & \"x\" 設定 الصحة",
        WindowRect::new(20.0, 100.0, 80.0, 20.0),
    )];
    let drawn = image::load_from_memory(&draw_frame(&view(background, &detections)).unwrap()).unwrap();
    assert_eq!((drawn.width(), drawn.height()), (400 + 640, 820));
    assert_eq!(drawn.get_pixel(300, 700), Rgba([10, 20, 30, 255]));
    // The box's left edge, at it or a little outside of it, in pixels.
    let is_blue = |x| matches!(drawn.get_pixel(x, 225).0, [red, _, blue, _] if blue > 150 && red < 120);
    assert!((34..42).any(is_blue));
    // Something was written in the list.
    assert!((400..1040).any(|x| (0..200).any(|y| drawn.get_pixel(x, y).0[0] < 80)));
}

#[test]
fn a_frame_without_a_picture_is_drawn_on_blank_paper() {
    let window = WindowSize::new(410.0, 898.0);
    let detections = vec![detection("OK", WindowRect::new(20.0, 100.0, 80.0, 20.0)); 2000];
    let drawn = draw_frame(&view(Background::Blank { window }, &detections)).unwrap();
    assert_eq!(image::load_from_memory(&drawn).unwrap().height(), 1796);
    for window in [
        WindowSize::new(f64::NAN, 5.0),
        WindowSize::new(1e9, 5.0),
        WindowSize::new(0.0, 0.0),
    ] {
        assert!(matches!(
            draw_frame(&view(Background::Blank { window }, &[])),
            Err(DrawError::Size)
        ));
    }
}

#[test]
fn a_crop_shows_its_marks_and_ends_at_the_picture() {
    let bytes = png(200, 200);
    let scale = Scale::new(2.0).unwrap();
    let rect = Some(WindowRect::new(60.0, 60.0, 20.0, 20.0));
    let mark = Mark {
        kind: MarkKind::Missed,
        rect,
        point: None,
        tag: None,
    };
    let drawn = crop(&bytes, scale, WindowRect::new(50.0, 50.0, 100.0, 40.0), &[mark]).unwrap();
    let drawn = image::load_from_memory(&drawn).unwrap();
    assert_eq!((drawn.width(), drawn.height()), (100, 80));
    assert!((15..26).any(|x| drawn.get_pixel(x, 40).0[0] > 150));
    let outside = WindowRect::new(500.0, 500.0, 10.0, 10.0);
    assert!(matches!(crop(&bytes, scale, outside, &[]), Err(DrawError::Size)));
}

#[test]
fn strange_pictures_and_numbers_are_refused_or_left_out() {
    let scale = Scale::new(2.0).unwrap();
    let mut huge = png(4, 4);
    // The width in the header; its checksum is wrong then too, and neither may be trusted.
    huge[16..20].copy_from_slice(&0x7fff_ffff_u32.to_be_bytes());
    for bytes in [&b"GIF89a"[..], b"", &huge, &png(4, 4)[..40]] {
        let background = Background::Picture { bytes, scale };
        assert!(matches!(
            draw_frame(&view(background, &[])),
            Err(DrawError::Unreadable(_))
        ));
    }
    let bytes = png(40, 40);
    let background = Background::Picture { bytes: &bytes, scale };
    let far = [f64::MAX, f64::MIN, f64::INFINITY, f64::NAN, 1e30, -1e30];
    let detections: Vec<_> = far
        .iter()
        .map(|&x| detection("\u{0}\u{1}\u{202e}", WindowRect::new(x, x, x, x)))
        .collect();
    draw_frame(&view(background, &detections)).unwrap();
}
