//! Reading order.

use super::Line;

/// Sorts rows from the top and each from the left. A line belongs to a row if its middle lies within the first line of the row.
pub(crate) fn sort(lines: &mut Vec<Line>) {
    lines.sort_by(|a, b| a.rect.y.total_cmp(&b.rect.y).then(a.rect.x.total_cmp(&b.rect.x)));
    let mut rest = std::mem::take(lines);
    while !rest.is_empty() {
        let first = rest[0].rect;
        let in_row = |line: &Line| {
            let middle = line.rect.y + line.rect.height / 2.0;
            (first.y..=first.y + first.height).contains(&middle)
        };
        let (mut row, others): (Vec<Line>, Vec<Line>) = rest
            .into_iter()
            .enumerate()
            .map(|(i, line)| (i == 0 || in_row(&line), line))
            .fold((Vec::new(), Vec::new()), |(mut row, mut others), (belongs, line)| {
                if belongs {
                    row.push(line)
                } else {
                    others.push(line)
                }
                (row, others)
            });
        row.sort_by(|a, b| a.rect.x.total_cmp(&b.rect.x));
        lines.append(&mut row);
        rest = others;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use skillc_records::PixelRect;

    use super::*;

    fn line(text: &str, x: f64, y: f64, height: f64) -> Line {
        Line {
            text: text.to_owned(),
            confidence: 1.0,
            rect: PixelRect::new(x, y, 10.0, height),
        }
    }

    #[test]
    fn a_row_is_read_from_the_left_whatever_its_heights() {
        let mut lines = vec![
            line("Off", 200.0, 104.0, 12.0),
            line("below", 0.0, 140.0, 20.0),
            line("Wi-Fi", 10.0, 100.0, 20.0),
        ];
        sort(&mut lines);
        assert_eq!(
            lines.iter().map(|l| l.text.as_str()).collect::<Vec<_>>(),
            ["Wi-Fi", "Off", "below"]
        );
    }

    proptest! {
        #[test]
        fn the_order_does_not_depend_on_the_order_before(
            places in prop::collection::vec((0u8..20, 0u8..20, 1u8..8), 0..12), seed in any::<u64>()
        ) {
            let mut lines: Vec<Line> = places.iter().enumerate()
                .map(|(i, &(x, y, h))| line(&i.to_string(), f64::from(x) + i as f64 / 100.0, f64::from(y), f64::from(h)))
                .collect();
            let mut other = lines.clone();
            let mid = if other.is_empty() { 0 } else { (seed as usize) % other.len() };
            other.rotate_left(mid);
            sort(&mut lines);
            sort(&mut other);
            prop_assert_eq!(lines, other);
        }
    }
}
