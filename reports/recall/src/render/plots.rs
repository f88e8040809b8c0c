//! The drawings of the page, as SVG. Two detectors differ in colour and in their dashes or order, and every bar says its number.

use std::error::Error;

use plotters::prelude::*;
use skillc_formats::terminal::safe;
use skillc_formats::words::shortened;

use crate::measure::cell::Dimension;
use crate::measure::measures::Calibration;
use crate::report::{DetectorReport, Report, percent};

/// A drawing with what it shows in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plot {
    pub(super) title: String,
    pub(super) svg: String,
    pub(super) width: u32,
    pub(super) height: u32,
}

/// A plot that can't be drawn is left out: the tables say the same.
type Drawn = Result<(), Box<dyn Error>>;

const COLOURS: [RGBColor; 4] = [
    RGBColor(0x0b, 0x5c, 0xad),
    RGBColor(0xc2, 0x41, 0x0c),
    RGBColor(0x1a, 0x6b, 0x34),
    RGBColor(0x7a, 0x3e, 0x9d),
];
const INK: RGBColor = RGBColor(0x1b, 0x1f, 0x24);
const FAINT: RGBColor = RGBColor(0xd3, 0xd9, 0xe0);
const WIDTH: u32 = 560;
/// The most bars of a plot; the tables have the rest.
const MOST_BARS: usize = 14;

/// Every plot of a report.
pub(super) fn plots(report: &Report) -> Vec<Plot> {
    let mut plots = Vec::new();
    for dimension in Dimension::ALL {
        plots.extend(recall(report, dimension));
    }
    for class in ["text", "icon"] {
        plots.extend(precision_recall(report, class));
    }
    plots.extend(errors(report));
    for (place, detector) in report.detectors.iter().enumerate() {
        if let Some(calibration) = &detector.calibration {
            plots.extend(reliability(&detector.name, calibration, COLOURS[place % COLOURS.len()]));
        }
    }
    plots
}

fn draw(
    title: String,
    height: u32,
    paint: impl FnOnce(&DrawingArea<SVGBackend<'_>, plotters::coord::Shift>) -> Drawn,
) -> Option<Plot> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        area.fill(&WHITE).ok()?;
        paint(&area).ok()?;
        area.present().ok()?;
    }
    Some(Plot {
        title,
        svg,
        width: WIDTH,
        height,
    })
}

/// A text as a drawing can hold it.
fn words(text: &str, longest: usize) -> String {
    shortened(&safe(text), longest)
}

/// A value, how far it may be off, and what is written beside it.
type Bar = (f64, Option<[f64; 2]>, String);

/// A detector's place, its name and its curve.
type NamedCurve<'r> = (usize, &'r str, &'r [(f64, f64)]);

/// One bar: a name, and a value for each detector with how far it may be off.
struct Bars {
    name: String,
    values: Vec<Option<Bar>>,
}

/// Horizontal bars, one a detector under each name, on a scale from 0 to `most`.
fn bars(title: String, detectors: &[DetectorReport], rows: &[Bars], most: f64) -> Option<Plot> {
    const LEFT: i32 = 150;
    const RIGHT: i32 = 60;
    const BAR: i32 = 12;
    let legend = if detectors.len() > 1 { 20 } else { 0 };
    let row_height = BAR * detectors.len() as i32 + 8;
    let height = legend + 12 + row_height * rows.len() as i32 + 8;
    let text = |size: i32| ("sans-serif", size).into_font().color(&INK);
    draw(title, height as u32, |area| {
        let span = WIDTH as i32 - LEFT - RIGHT;
        let at = |value: f64| LEFT + (value / most * f64::from(span)).round() as i32;
        for part in 0..=4 {
            let x = at(most * f64::from(part) / 4.0);
            area.draw(&PathElement::new(
                vec![(x, legend + 4), (x, height - 6)],
                FAINT.stroke_width(1),
            ))?;
        }
        if legend > 0 {
            let mut x = LEFT;
            for (place, detector) in detectors.iter().enumerate() {
                area.draw(&Rectangle::new(
                    [(x, 6), (x + 10, 16)],
                    COLOURS[place % COLOURS.len()].filled(),
                ))?;
                let name = words(&detector.name, 28);
                area.draw(&Text::new(name.clone(), (x + 14, 5), text(12)))?;
                x += 30 + 7 * name.chars().count() as i32;
            }
        }
        for (row, bars) in rows.iter().enumerate() {
            let top = legend + 10 + row_height * row as i32;
            area.draw(&Text::new(
                words(&bars.name, 22),
                (4, top + (row_height - 8) / 2 - 6),
                text(12),
            ))?;
            for (place, value) in bars.values.iter().enumerate() {
                let y = top + BAR * place as i32;
                let Some((value, interval, told)) = value else {
                    area.draw(&Text::new("–", (LEFT + 4, y - 1), text(11)))?;
                    continue;
                };
                let colour = COLOURS[place % COLOURS.len()];
                area.draw(&Rectangle::new([(LEFT, y), (at(*value), y + BAR - 2)], colour.filled()))?;
                let mut end = at(*value);
                if let Some([low, high]) = interval {
                    let middle = y + BAR / 2 - 1;
                    area.draw(&PathElement::new(
                        vec![(at(*low), middle), (at(*high), middle)],
                        INK.stroke_width(2),
                    ))?;
                    end = end.max(at(*high));
                }
                area.draw(&Text::new(told.clone(), (end + 5, y - 1), text(11)))?;
            }
        }
        Ok(())
    })
}

/// Recall by the values of a dimension.
fn recall(report: &Report, dimension: Dimension) -> Option<Plot> {
    let mut names: Vec<&str> = Vec::new();
    for slice in report
        .detectors
        .iter()
        .flat_map(|detector| detector.slices_of(dimension))
    {
        if slice.measures.labels > 0 && !names.contains(&slice.value.as_str()) {
            names.push(&slice.value);
        }
    }
    if names.len() < 2 {
        return None;
    }
    let row = |name: &&str| {
        let value = |detector: &DetectorReport| {
            let slices = detector.slices_of(dimension);
            let slice = slices.iter().find(|slice| slice.value == **name)?;
            let recall = slice.measures.recall?;
            Some((recall, slice.measures.recall_interval, percent(Some(recall))))
        };
        Bars {
            name: (*name).to_owned(),
            values: report.detectors.iter().map(value).collect(),
        }
    };
    let rows: Vec<Bars> = names.iter().take(MOST_BARS).map(row).collect();
    bars(
        format!("Recall by {}", dimension.as_str()),
        &report.detectors,
        &rows,
        1.0,
    )
}

/// How often each kind of error happens.
fn errors(report: &Report) -> Option<Plot> {
    let most = report
        .detectors
        .iter()
        .flat_map(|detector| &detector.errors)
        .map(|error| error.count)
        .max()?;
    if most == 0 {
        return None;
    }
    let row = |place: usize| Bars {
        name: report.detectors[0].errors[place].kind.as_str().to_owned(),
        values: report
            .detectors
            .iter()
            .map(|detector| {
                let count = detector.errors[place].count;
                Some((count as f64, None, count.to_string()))
            })
            .collect(),
    };
    let rows: Vec<Bars> = (0..report.detectors[0].errors.len()).map(row).collect();
    bars("Errors by kind".to_owned(), &report.detectors, &rows, most as f64)
}

/// Precision over recall of one class.
fn precision_recall(report: &Report, class: &str) -> Option<Plot> {
    let curves: Vec<NamedCurve<'_>> = report
        .detectors
        .iter()
        .enumerate()
        .filter_map(|(place, detector)| {
            let curve = detector.curves.iter().find(|curve| curve.class == class)?;
            Some((place, detector.name.as_str(), curve.points.as_slice()))
        })
        .collect();
    if curves.is_empty() {
        return None;
    }
    draw(
        format!("Precision over recall, class {class}, at overlap 0.5"),
        320,
        |area| {
            let mut chart = ChartBuilder::on(area)
                .margin(10)
                .x_label_area_size(34)
                .y_label_area_size(44)
                .build_cartesian_2d(0.0..1.0, 0.0..1.02)?;
            chart
                .configure_mesh()
                .light_line_style(WHITE)
                .x_desc("recall")
                .y_desc("precision")
                .draw()?;
            for (place, name, points) in curves {
                let colour = COLOURS[place % COLOURS.len()];
                let style = colour.stroke_width(2);
                let series = if place == 0 {
                    chart.draw_series(LineSeries::new(points.iter().copied(), style))?
                } else {
                    chart.draw_series(DashedLineSeries::new(points.iter().copied(), 6, 4, style))?
                };
                series
                    .label(words(name, 40))
                    .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 18, y)], style));
            }
            chart
                .configure_series_labels()
                .position(SeriesLabelPosition::LowerLeft)
                .background_style(WHITE.mix(0.8))
                .border_style(FAINT)
                .draw()?;
            Ok(())
        },
    )
}

/// The share that is right over confidence, against the diagonal.
fn reliability(detector: &str, calibration: &Calibration, colour: RGBColor) -> Option<Plot> {
    let title = format!("Confidence of {}: how often it is right", words(detector, 40));
    draw(title, 320, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(10)
            .x_label_area_size(34)
            .y_label_area_size(44)
            .build_cartesian_2d(0.0..1.0, 0.0..1.02)?;
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .x_desc("confidence")
            .y_desc("share that is right")
            .draw()?;
        let diagonal = vec![(0.0, 0.0), (1.0, 1.0)];
        chart.draw_series(DashedLineSeries::new(diagonal, 4, 4, INK.stroke_width(1)))?;
        let bins: Vec<_> = calibration.bins.iter().filter(|bin| bin.count > 0).collect();
        let points = || bins.iter().map(|bin| (bin.confidence, bin.right));
        chart.draw_series(LineSeries::new(points(), colour.stroke_width(2)))?;
        chart.draw_series(points().map(|at| Circle::new(at, 4, colour.filled())))?;
        chart.draw_series(bins.iter().map(|bin| {
            let font = ("sans-serif", 11).into_font().color(&INK);
            EmptyElement::at((bin.confidence, bin.right)) + Text::new(bin.count.to_string(), (6, -14), font)
        }))?;
        Ok(())
    })
}
