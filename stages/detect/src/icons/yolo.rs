//! Boxes from an output shaped like YOLO's.

use ndarray::{ArrayD, ArrayView2, Axis, Ix3};
use skillc_records::PixelRect;

use super::model::RawBox;
use crate::network::NetworkError;

/// The boxes of the first output that are at least `min_confidence` sure. `classes` is how many the model is said to know; 0 if unknown.
pub(super) fn boxes(outputs: &[ArrayD<f32>], classes: usize, min_confidence: f32) -> Result<Vec<RawBox>, NetworkError> {
    let output = outputs.first().ok_or(NetworkError::Shape {
        expected: "one output",
        got: vec![],
    })?;
    let got = output.shape().to_vec();
    let shape = || NetworkError::Shape {
        expected: "[1, 4 + classes, boxes], [1, boxes, 5 + classes] or [1, boxes, 6]",
        got: got.clone(),
    };
    let output = output.view().into_dimensionality::<Ix3>().map_err(|_| shape())?;
    if output.len_of(Axis(0)) != 1 {
        return Err(shape());
    }
    let plane = output.index_axis_move(Axis(0), 0);
    let (rows, columns) = plane.dim();
    if rows == 0 || columns == 0 {
        return Ok(Vec::new());
    }
    // The axis of the values is the one that fits the number of classes, else the shorter one.
    let fits = |n: usize| classes > 0 && (n == classes + 4 || n == classes + 5);
    let values_last = if fits(columns) != fits(rows) {
        fits(columns)
    } else {
        columns < rows
    };
    let (boxes, values) = if values_last {
        (plane, columns)
    } else {
        (plane.reversed_axes(), rows)
    };
    if values < 5 {
        return Err(shape());
    }
    let kind = match values {
        6 if values_last && classes != 1 && classes != 2 => Kind::Corners,
        n if n == classes + 5 && classes > 0 => Kind::Objectness,
        n if n == classes + 4 && classes > 0 => Kind::Plain,
        _ if values_last => Kind::Objectness,
        _ => Kind::Plain,
    };
    read(boxes, kind, min_confidence)
}

/// What the values of a box are.
#[derive(Clone, Copy)]
enum Kind {
    /// Middle, size, then a score for each class.
    Plain,
    /// Middle, size, a score for being anything, then one for each class.
    Objectness,
    /// Two corners, a score and a class.
    Corners,
}

fn read(boxes: ArrayView2<'_, f32>, kind: Kind, min_confidence: f32) -> Result<Vec<RawBox>, NetworkError> {
    let mut kept = Vec::new();
    for row in boxes.outer_iter() {
        if row.iter().any(|value| !value.is_finite()) {
            return Err(NetworkError::NotANumber);
        }
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| f64::from(row[i]));
        let best = |from: usize| {
            row.iter().skip(from).enumerate().fold(
                (0, 0f32),
                |best, (class, &score)| if score > best.1 { (class, score) } else { best },
            )
        };
        let (rect, class, confidence) = match kind {
            Kind::Plain => {
                let (class, score) = best(4);
                (PixelRect::new(a - c / 2.0, b - d / 2.0, c, d), class, score)
            }
            Kind::Objectness => {
                let (class, score) = if row.len() > 5 { best(5) } else { (0, 1.0) };
                (PixelRect::new(a - c / 2.0, b - d / 2.0, c, d), class, score * row[4])
            }
            Kind::Corners => (PixelRect::new(a, b, c - a, d - b), row[5].max(0.0) as usize, row[4]),
        };
        if confidence >= min_confidence && rect.width > 0.0 && rect.height > 0.0 {
            kept.push(RawBox {
                rect,
                class,
                confidence,
            });
        }
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use ndarray::Array3;

    use super::*;

    fn expected() -> RawBox {
        RawBox {
            rect: PixelRect::new(90.0, 190.0, 20.0, 20.0),
            class: 1,
            confidence: 0.75,
        }
    }

    #[test]
    fn version_8_with_the_values_first() {
        let mut output = Array3::zeros((1, 7, 50));
        for (i, value) in [100.0, 200.0, 20.0, 20.0, 0.1, 0.75, 0.2].into_iter().enumerate() {
            output[[0, i, 17]] = value;
        }
        assert_eq!(boxes(&[output.into_dyn()], 3, 0.3).expect("boxes"), [expected()]);
    }

    #[test]
    fn version_5_with_objectness() {
        let mut output = Array3::zeros((1, 50, 8));
        for (i, value) in [100.0, 200.0, 20.0, 20.0, 0.75, 0.1, 1.0, 0.2].into_iter().enumerate() {
            output[[0, 3, i]] = value;
        }
        assert_eq!(boxes(&[output.into_dyn()], 3, 0.3).expect("boxes"), [expected()]);
    }

    #[test]
    fn version_10_with_corners() {
        let mut output = Array3::zeros((1, 300, 6));
        for (i, value) in [90.0, 190.0, 110.0, 210.0, 0.75, 1.0].into_iter().enumerate() {
            output[[0, 0, i]] = value;
        }
        assert_eq!(boxes(&[output.into_dyn()], 0, 0.3).expect("boxes"), [expected()]);
    }

    #[test]
    fn another_shape_is_refused_and_says_what_came() {
        let output = ArrayD::zeros(vec![1, 3, 4, 5]);
        let NetworkError::Shape { got, .. } = boxes(&[output], 1, 0.3).expect_err("refused") else {
            panic!("shape")
        };
        assert_eq!(got, [1, 3, 4, 5]);
        assert!(boxes(&[], 1, 0.3).is_err());
        assert!(boxes(&[ArrayD::from_elem(vec![1, 5, 9], f32::NAN)], 1, 0.3).is_err());
    }
}
