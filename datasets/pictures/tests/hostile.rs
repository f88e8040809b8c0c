//! Pictures of every kind, and what pretends to be one.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::codecs::webp::WebPEncoder;
use image::{
    DynamicImage, ExtendedColorType, ImageBuffer, ImageEncoder, ImageFormat, Luma, LumaA, Rgb, RgbImage, Rgba,
};
use proptest::prelude::*;
use skillc_pictures::{PictureError, PictureFormat, PictureLimits, decode, header};

const LIMITS: PictureLimits = PictureLimits {
    max_side: 40_000,
    max_pixels: 80_000_000,
    max_bytes: 256 << 20,
};

/// A picture whose four quarters are red, green, blue and white.
fn quarters(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| match (x * 2 < width, y * 2 < height) {
        (true, true) => Rgb([255, 0, 0]),
        (false, true) => Rgb([0, 255, 0]),
        (true, false) => Rgb([0, 0, 255]),
        (false, false) => Rgb([255, 255, 255]),
    })
}

fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    picture.write_to(&mut Cursor::new(&mut bytes), format).expect("encoded");
    bytes
}

fn png(picture: impl Into<DynamicImage>) -> Vec<u8> {
    encoded(&picture.into(), ImageFormat::Png)
}

/// A PNG chunk with its checksum.
fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut crc = !0u32;
    for &byte in kind.iter().chain(data) {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 {
                (crc >> 1) ^ 0xEDB8_8320
            } else {
                crc >> 1
            };
        }
    }
    let mut chunk = (data.len() as u32).to_be_bytes().to_vec();
    chunk.extend_from_slice(kind);
    chunk.extend_from_slice(data);
    chunk.extend_from_slice(&(!crc).to_be_bytes());
    chunk
}

/// A PNG of these pixel bytes (filter bytes included), stored without compression.
fn raw_png(width: u32, height: u32, depth: u8, colour: u8, interlaced: u8, palette: &[u8], rows: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut head = width.to_be_bytes().to_vec();
    head.extend_from_slice(&height.to_be_bytes());
    head.extend_from_slice(&[depth, colour, 0, 0, interlaced]);
    bytes.extend(chunk(b"IHDR", &head));
    if !palette.is_empty() {
        bytes.extend(chunk(b"PLTE", palette));
    }
    let mut data = vec![0x78, 0x01, 0x01];
    data.extend_from_slice(&(rows.len() as u16).to_le_bytes());
    data.extend_from_slice(&(!(rows.len() as u16)).to_le_bytes());
    data.extend_from_slice(rows);
    let (a, b) = rows.iter().fold((1u32, 0u32), |(a, b), &byte| {
        let a = (a + u32::from(byte)) % 65_521;
        (a, (b + a) % 65_521)
    });
    data.extend_from_slice(&(b << 16 | a).to_be_bytes());
    bytes.extend(chunk(b"IDAT", &data));
    bytes.extend(chunk(b"IEND", &[]));
    bytes
}

#[test]
fn sixteen_bits_grey_and_transparent_become_eight_bits_of_colour() {
    let deep = ImageBuffer::<Rgb<u16>, _>::from_pixel(3, 2, Rgb([65_535, 32_768, 0]));
    assert_eq!(
        decode(&png(DynamicImage::ImageRgb16(deep)), &LIMITS)
            .expect("decoded")
            .get_pixel(0, 0),
        &Rgb([255, 128, 0])
    );
    let grey = ImageBuffer::from_pixel(3, 2, Luma([77u8]));
    assert_eq!(
        decode(&png(DynamicImage::ImageLuma8(grey)), &LIMITS)
            .expect("decoded")
            .get_pixel(2, 1),
        &Rgb([77; 3])
    );
    let clear = ImageBuffer::from_pixel(3, 2, LumaA([0u8, 0]));
    assert_eq!(
        decode(&png(DynamicImage::ImageLumaA8(clear)), &LIMITS)
            .expect("decoded")
            .get_pixel(0, 0),
        &Rgb([255; 3])
    );
    let half = ImageBuffer::from_pixel(1, 1, Rgba([0u8, 0, 255, 128]));
    assert_eq!(
        decode(&png(DynamicImage::ImageRgba8(half)), &LIMITS)
            .expect("decoded")
            .get_pixel(0, 0),
        &Rgb([127, 127, 255])
    );
}

#[test]
fn palettes_single_bits_and_interlacing() {
    let palette = raw_png(2, 1, 8, 3, 0, &[10, 20, 30, 40, 50, 60], &[0, 0, 1]);
    let picture = decode(&palette, &LIMITS).expect("a palette");
    assert_eq!(
        (picture.get_pixel(0, 0), picture.get_pixel(1, 0)),
        (&Rgb([10, 20, 30]), &Rgb([40, 50, 60]))
    );
    let bits = raw_png(8, 1, 1, 0, 0, &[], &[0, 0b1010_0000]);
    let picture = decode(&bits, &LIMITS).expect("single bits");
    assert_eq!(
        (picture.get_pixel(0, 0), picture.get_pixel(1, 0)),
        (&Rgb([255; 3]), &Rgb([0; 3]))
    );
    // Adam7: pass 1 holds pixel (0, 0), pass 6 the odd columns, pass 7 the odd rows.
    let interlaced = raw_png(2, 2, 8, 0, 1, &[], &[0, 1, 0, 2, 0, 3, 4]);
    let picture = decode(&interlaced, &LIMITS).expect("interlaced");
    let values: Vec<u8> = picture.pixels().map(|pixel| pixel.0[0]).collect();
    assert_eq!(values, [1, 2, 3, 4]);
}

#[test]
fn jpeg_webp_and_cmyk() {
    let picture = quarters(64, 32);
    for format in [ImageFormat::Jpeg, ImageFormat::WebP] {
        let bytes = encoded(&picture.clone().into(), format);
        let decoded = decode(&bytes, &LIMITS).expect("decoded");
        let near = |x, y, wanted: [u8; 3]| {
            decoded
                .get_pixel(x, y)
                .0
                .iter()
                .zip(wanted)
                .all(|(&a, b)| a.abs_diff(b) < 12)
        };
        assert!(
            near(8, 8, [255, 0, 0]) && near(56, 8, [0, 255, 0]) && near(8, 24, [0, 0, 255]),
            "{format:?}"
        );
    }
    let cmyk = decode(include_bytes!("cmyk.jpg"), &LIMITS).expect("CMYK");
    let [r, g, b] = cmyk.get_pixel(8, 8).0;
    assert!(r > 180 && g < 90 && b < 90, "{:?}", [r, g, b]);
}

#[test]
fn a_jpeg_is_turned_upright_as_its_exif_says() {
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut bytes, 95);
    // Orientation 6: the camera was turned; the first row is the right side.
    let exif = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0".to_vec();
    encoder.set_exif_metadata(exif).expect("exif");
    encoder
        .encode(quarters(64, 32).as_raw(), 64, 32, ExtendedColorType::Rgb8)
        .expect("encoded");
    let size = header(&bytes, &LIMITS).expect("a header").size;
    assert_eq!((size.width, size.height), (32, 64));
    let picture = decode(&bytes, &LIMITS).expect("decoded");
    assert_eq!(picture.dimensions(), (32, 64));
    assert!(
        picture.get_pixel(24, 8).0[0] > 200 && picture.get_pixel(24, 8).0[1] < 60,
        "red is at the top right"
    );
}

#[test]
fn a_declared_size_is_checked_before_anything_is_allocated() {
    let bomb = raw_png(100_000, 100_000, 8, 2, 0, &[], &[0]);
    let error = decode(&bomb, &LIMITS).expect_err("refused");
    assert!(
        matches!(
            error,
            PictureError::TooLarge {
                width: 100_000,
                height: 100_000,
                ..
            }
        ),
        "{error}"
    );
    assert!(matches!(header(&bomb, &LIMITS), Err(PictureError::TooLarge { .. })));
    let wide = raw_png(39_999, 39_999, 8, 2, 0, &[], &[0]);
    assert!(
        matches!(decode(&wide, &LIMITS), Err(PictureError::TooLarge { .. })),
        "many pixels with allowed sides"
    );
    let small = PictureLimits {
        max_bytes: 10,
        ..LIMITS
    };
    assert!(matches!(
        decode(&png(quarters(4, 4)), &small),
        Err(PictureError::FileTooLarge { .. })
    ));
}

#[test]
fn a_long_screenshot_is_read() {
    let mut bytes = Vec::new();
    let picture = RgbImage::from_pixel(390, 20_000, Rgb([250, 250, 250]));
    PngEncoder::new(&mut bytes)
        .write_image(picture.as_raw(), 390, 20_000, ExtendedColorType::Rgb8)
        .expect("encoded");
    assert_eq!(decode(&bytes, &LIMITS).expect("decoded").dimensions(), (390, 20_000));
}

#[test]
fn what_is_no_picture_says_so() {
    assert_eq!(decode(b"", &LIMITS), Err(PictureError::Empty));
    assert_eq!(decode(b"Sort by name\n", &LIMITS), Err(PictureError::NoPicture));
    assert_eq!(
        decode(b"GIF89a\x01\0\x01\0\0\0\0;", &LIMITS),
        Err(PictureError::NoPicture)
    );
    let no_pixels = raw_png(0, 5, 8, 2, 0, &[], &[0]);
    assert!(decode(&no_pixels, &LIMITS).is_err());
}

#[test]
fn every_cut_of_a_picture_is_an_error_or_a_picture_and_never_a_panic() {
    let mut webp = Vec::new();
    WebPEncoder::new_lossless(&mut webp)
        .encode(quarters(40, 40).as_raw(), 40, 40, ExtendedColorType::Rgb8)
        .expect("encoded");
    for bytes in [
        png(quarters(40, 40)),
        encoded(&quarters(40, 40).into(), ImageFormat::Jpeg),
        webp,
    ] {
        for end in 0..bytes.len() {
            let _ = decode(&bytes[..end], &LIMITS);
        }
    }
    let half = png(quarters(400, 400));
    assert!(matches!(
        decode(&half[..half.len() / 2], &LIMITS),
        Err(PictureError::Damaged(_))
    ));
}

#[test]
fn the_header_tells_the_format() {
    let format = |bytes: &[u8]| header(bytes, &LIMITS).expect("a header").format;
    assert_eq!(format(&png(quarters(4, 4))), PictureFormat::Png);
    assert_eq!(
        format(&encoded(&quarters(4, 4).into(), ImageFormat::Jpeg)),
        PictureFormat::Jpeg
    );
    assert_eq!(
        format(&encoded(&quarters(4, 4).into(), ImageFormat::WebP)),
        PictureFormat::WebP
    );
}

proptest! {
    #[test]
    fn damaged_bytes_are_an_error_or_a_picture(
        place in any::<prop::sample::Index>(), value in any::<u8>(), which in 0usize..3
    ) {
        let format = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP][which];
        let mut bytes = encoded(&quarters(24, 24).into(), format);
        let place = place.index(bytes.len());
        bytes[place] = value;
        let _ = decode(&bytes, &PictureLimits { max_pixels: 1_000_000, ..LIMITS });
        let _ = header(&bytes, &LIMITS);
    }
}
