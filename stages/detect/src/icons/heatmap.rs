//! Boxes from a heatmap of centres.
//!
//! Source: "Objects as Points" (Zhou et al., 2019), §4: peaks of the heatmap are centres; size and offset are read where the peak is.

use ndarray::{Array3, ArrayD, Axis, Ix4, concatenate};
use skillc_records::PixelRect;

use super::model::RawBox;
use crate::network::NetworkError;

/// The boxes whose peak is at least `min_confidence`, for an input of this width and height. Sizes and offsets are in cells of the
/// heatmap.
pub(super) fn boxes(
    outputs: &[ArrayD<f32>],
    (width, height): (usize, usize),
    min_confidence: f32,
) -> Result<Vec<RawBox>, NetworkError> {
    let planes = planes(outputs)?;
    let (channels, rows, columns) = planes.dim();
    let extra = match outputs.len() {
        2 => 2,
        _ => 4,
    };
    if channels <= extra || rows == 0 || columns == 0 {
        let expected = "at least one plane of centres, two of sizes and, unless there are two outputs, two of offsets";
        return Err(NetworkError::Shape {
            expected,
            got: vec![1, channels, rows, columns],
        });
    }
    if planes.iter().any(|value| !value.is_finite()) {
        return Err(NetworkError::NotANumber);
    }
    let classes = channels - extra;
    let cell = (width as f64 / columns as f64, height as f64 / rows as f64);
    let mut kept = Vec::new();
    for class in 0..classes {
        for (y, x) in (0..rows).flat_map(|y| (0..columns).map(move |x| (y, x))) {
            let confidence = planes[[class, y, x]];
            if confidence < min_confidence || !is_peak(&planes, class, y, x) {
                continue;
            }
            let value = |plane: usize| f64::from(planes[[classes + plane, y, x]]);
            let offset = if extra == 4 { (value(2), value(3)) } else { (0.5, 0.5) };
            let (w, h) = (value(0) * cell.0, value(1) * cell.1);
            let (cx, cy) = ((x as f64 + offset.0) * cell.0, (y as f64 + offset.1) * cell.1);
            if w > 0.0 && h > 0.0 {
                kept.push(RawBox {
                    rect: PixelRect::new(cx - w / 2.0, cy - h / 2.0, w, h),
                    class,
                    confidence,
                });
            }
        }
    }
    Ok(kept)
}

/// All outputs as planes of one: centres, sizes, offsets.
fn planes(outputs: &[ArrayD<f32>]) -> Result<Array3<f32>, NetworkError> {
    let shape = |got: &[usize]| NetworkError::Shape {
        expected: "[1, planes, height, width]",
        got: got.to_vec(),
    };
    let mut parts = Vec::new();
    for output in outputs.iter().take(3) {
        let view = output
            .view()
            .into_dimensionality::<Ix4>()
            .map_err(|_| shape(output.shape()))?;
        if view.len_of(Axis(0)) != 1 {
            return Err(shape(output.shape()));
        }
        parts.push(view.index_axis_move(Axis(0), 0));
    }
    let got = parts.last().map(|part| part.shape().to_vec()).unwrap_or_default();
    if parts.is_empty() {
        return Err(shape(&got));
    }
    concatenate(Axis(0), &parts).map_err(|_| shape(&got))
}

/// Whether nothing around is higher, and nothing before it as high.
fn is_peak(planes: &Array3<f32>, class: usize, y: usize, x: usize) -> bool {
    let (_, rows, columns) = planes.dim();
    let here = planes[[class, y, x]];
    let around = (y.saturating_sub(1)..(y + 2).min(rows))
        .flat_map(|ny| (x.saturating_sub(1)..(x + 2).min(columns)).map(move |nx| (ny, nx)));
    around.filter(|&place| place != (y, x)).all(|(ny, nx)| {
        let there = planes[[class, ny, nx]];
        there < here || (there == here && (ny, nx) > (y, x))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(planes: usize) -> ArrayD<f32> {
        ArrayD::zeros(vec![1, planes, 16, 8])
    }

    #[test]
    fn a_peak_is_one_box_with_its_size_and_offset() {
        let mut heat = output(2);
        heat[[0, 1, 5, 3]] = 0.8;
        heat[[0, 1, 5, 4]] = 0.7;
        let (mut size, mut offset) = (output(2), output(2));
        (size[[0, 0, 5, 3]], size[[0, 1, 5, 3]]) = (2.0, 4.0);
        (offset[[0, 0, 5, 3]], offset[[0, 1, 5, 3]]) = (0.25, 0.5);
        let expected = RawBox {
            rect: PixelRect::new(9.0, 14.0, 8.0, 16.0),
            class: 1,
            confidence: 0.8,
        };
        let apart = [heat.clone(), size.clone(), offset.clone()];
        assert_eq!(boxes(&apart, (32, 64), 0.3).expect("boxes"), [expected]);
        let views = apart.iter().map(|o| o.view()).collect::<Vec<_>>();
        let together = concatenate(Axis(1), &views).expect("same sizes");
        assert_eq!(boxes(&[together], (32, 64), 0.3).expect("boxes"), [expected]);
    }

    #[test]
    fn a_plateau_is_one_peak() {
        let mut heat = output(1);
        (heat[[0, 0, 5, 3]], heat[[0, 0, 5, 4]]) = (0.8, 0.8);
        let size = ArrayD::from_elem(vec![1, 2, 16, 8], 1.0);
        assert_eq!(boxes(&[heat, size], (32, 64), 0.3).expect("boxes").len(), 1);
    }

    #[test]
    fn other_shapes_are_refused() {
        assert!(boxes(&[], (32, 64), 0.3).is_err());
        assert!(boxes(&[output(3)], (32, 64), 0.3).is_err());
        assert!(boxes(&[output(1), ArrayD::zeros(vec![1, 2, 8, 8])], (32, 64), 0.3).is_err());
        assert!(boxes(&[ArrayD::zeros(vec![4])], (32, 64), 0.3).is_err());
    }
}
