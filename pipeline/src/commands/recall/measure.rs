//! Measuring groups of frames side by side, and putting together what came out, in the order of the groups.

use std::collections::{BTreeMap, BTreeSet};

use skillc_recall::coco::CocoStream;
use skillc_recall::measure::tab_bar::judge;
use skillc_recall::measure::{FrameMatch, Gate, MatchRow, Pairing, Sample, Tally, match_frame, rows};
use skillc_recall::{DetectorReport, Gallery, Report, TruthSummary};

use super::Args;
use super::look::{Frame, Group};
use super::side::Side;
use crate::compile::detections::PictureDetector;
use crate::compile::session::SessionFailure;
use crate::context::Context;
use crate::engine::UnitError;
use crate::engine::unit::AppRun;
use crate::failure::Failure;
use crate::format::FormatKind;

/// Every number of an image in a COCO evaluation begins with that of its group.
const FRAMES_OF_A_GROUP: u64 = 1 << 32;

/// What was measured of any number of groups.
#[derive(Default)]
pub(super) struct Measured {
    truth: TruthSummary,
    detectors: BTreeMap<(usize, String), Detected>,
    pairing: Pairing,
    gallery: Gallery,
    pub(super) problems: Vec<String>,
    /// Rows of the last groups, until somebody takes them.
    pub(super) rows: Vec<MatchRow>,
    /// What was compared, as COCO wants it, if it is wanted.
    pub(super) samples: Vec<(String, Sample, FrameMatch)>,
    /// Reads the picture of a frame for a page.
    pub(super) see: Option<super::output::See>,
}

/// What one detector made of it.
#[derive(Default)]
struct Detected {
    tally: Tally,
    coco: Option<CocoStream>,
    problem: Option<String>,
}

/// One frame as one detector saw it, matched.
struct Looked {
    name: String,
    sample: Sample,
    matched: FrameMatch,
    rows: Vec<MatchRow>,
}

/// What is done with a group beside adding it up.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted {
    /// Every match.
    pub(super) rows: bool,
    /// What is worth a look.
    pub(super) gallery: bool,
    /// What was compared, for COCO files.
    pub(super) samples: bool,
    /// Two sides on the same frames.
    pub(super) is_comparison: bool,
}

impl Wanted {
    pub(super) fn of(args: &Args, sides: &[Side], context: &Context) -> Self {
        Self {
            rows: args.matches.is_some(),
            gallery: context.has_format(FormatKind::Html),
            samples: args.coco.is_some(),
            is_comparison: sides.iter().any(|side| side.is_new),
        }
    }
}

/// Measures one group by every side. `number` is its place among all groups.
pub(super) fn group<'e>(
    group: &Group,
    number: usize,
    sides: &[Side],
    detectors: &[PictureDetector<'e>],
    run: &AppRun<'e>,
    wanted: Wanted,
) -> Result<Measured, Failure> {
    let mut measured = Measured::default();
    let mut batches: BTreeMap<(usize, String), Vec<(Sample, FrameMatch)>> = BTreeMap::new();
    for frame in &group.frames {
        measured.count_truth(frame);
        let mut all: Vec<Option<Looked>> = Vec::new();
        for (place, (side, detector)) in sides.iter().zip(detectors).enumerate() {
            let Some((name, sample)) = look(group, frame, side, detector, run, &mut measured.problems)? else {
                all.push(None);
                continue;
            };
            let matched = match_frame(&sample);
            let tally = &mut measured.detectors.entry((place, name.clone())).or_default().tally;
            tally.add(&sample, &matched, judge(&sample).as_ref());
            let rows = if wanted.rows || wanted.gallery {
                rows::rows(&name, &sample, &matched)
            } else {
                Vec::new()
            };
            if wanted.gallery && (side.is_new || !wanted.is_comparison) {
                measured.gallery.look(&rows);
            }
            all.push(Some(Looked {
                name,
                sample,
                matched,
                rows,
            }));
        }
        if let (true, [Some(old), Some(new)]) = (wanted.is_comparison, all.as_slice()) {
            measured
                .pairing
                .add((&old.sample, &old.matched), (&new.sample, &new.matched));
            measured.gallery.compare(&old.rows, &new.rows);
        }
        for (place, looked) in all.into_iter().enumerate() {
            let Some(Looked {
                name,
                sample,
                matched,
                rows,
            }) = looked
            else {
                continue;
            };
            if wanted.rows {
                measured.rows.extend(rows);
            }
            batches.entry((place, name)).or_default().push((sample, matched));
        }
    }
    for (key, batch) in batches {
        let frames: Vec<(&Sample, &FrameMatch)> = batch.iter().map(|(sample, matched)| (sample, matched)).collect();
        let stream = CocoStream::new().and_then(|mut stream| {
            stream.add(number as u64 * FRAMES_OF_A_GROUP, &frames)?;
            Ok(stream)
        });
        if let Some(detected) = measured.detectors.get_mut(&key) {
            match stream {
                Ok(stream) => detected.coco = Some(stream),
                Err(error) => detected.problem = Some(error.to_string()),
            }
        }
        if wanted.samples {
            measured.samples.extend(
                batch
                    .into_iter()
                    .map(|(sample, matched)| (key.1.clone(), sample, matched)),
            );
        }
    }
    Ok(measured)
}

/// What one side saw on a frame, and what it is called there; none if it has nothing to say of it.
fn look<'e>(
    group: &Group,
    frame: &Frame,
    side: &Side,
    detector: &PictureDetector<'e>,
    run: &AppRun<'e>,
    problems: &mut Vec<String>,
) -> Result<Option<(String, Sample)>, Failure> {
    if side.is_recorded {
        let recorded = frame.recorded.as_ref();
        return Ok(recorded.map(|(name, detections)| (name.clone(), frame.sample(frame.found(detections.clone())))));
    }
    let Some(picture) = &frame.picture else { return Ok(None) };
    let load = || {
        group
            .read(frame)
            .map_err(|_| SessionFailure::NoPicture(picture.hash.clone()))
    };
    let output = match detector.look(run, &picture.hash, frame.window, load) {
        Ok(output) => output,
        // That a picture can't be read is no fault of the detector's.
        Err(UnitError::Failed(failure @ (SessionFailure::NoPicture(_) | SessionFailure::Unreadable(_)))) => {
            problems.push(format!("{}, frame {}: {failure}", frame.at.session, frame.at.frame));
            return Ok(None);
        }
        Err(error) => return Err(unusable(error)),
    };
    let result = output.get().map_err(|_| {
        Failure::new("the cache keeps changing while it is in use").help("try another with --set workspace.cache=DIR")
    })?;
    Ok(Some((
        side.name.clone(),
        frame.sample(frame.seen(result, picture.scale)),
    )))
}

fn unusable(error: UnitError<SessionFailure>) -> Failure {
    Failure::new(error.to_string())
        .because(error)
        .help("skillc doctor says which engines and models there are; --detector recorded needs none")
}

impl Measured {
    /// Nothing but something that couldn't be measured.
    pub(super) fn problem(problem: String) -> Self {
        Self {
            problems: vec![problem],
            ..Self::default()
        }
    }

    fn count_truth(&mut self, frame: &Frame) {
        let truth = &mut self.truth;
        truth.frames += 1;
        truth.labels += frame.truth.labels.len() as u64;
        if !truth.apps.contains(&frame.about.app) {
            truth.apps.insert(frame.about.app.clone());
        }
        for label in &frame.truth.labels {
            if !truth.sources.contains(&label.source) {
                truth.sources.insert(label.source.clone());
            }
        }
        for class in ["text", "icon"] {
            if !frame.truth.whole.has(class) {
                truth.partly.insert(class.to_owned());
            }
        }
    }

    /// Adds what was measured of later groups.
    pub(super) fn merge(&mut self, other: Self) {
        self.truth.frames += other.truth.frames;
        self.truth.labels += other.truth.labels;
        self.truth.sources.extend(other.truth.sources);
        self.truth.apps.extend(other.truth.apps);
        self.truth.partly.extend(other.truth.partly);
        for (key, detected) in other.detectors {
            self.detectors.entry(key).or_default().merge(detected);
        }
        self.pairing.merge(other.pairing);
        self.gallery.merge(other.gallery);
        self.problems.extend(other.problems);
        self.rows.extend(other.rows);
        self.samples.extend(other.samples);
    }

    /// Whether nothing was measured.
    pub(super) fn is_empty(&self) -> bool {
        self.truth.frames == 0 || self.detectors.is_empty()
    }

    /// Why there is nothing.
    pub(super) fn nothing(&self, args: &Args, context: &Context) -> Failure {
        if let Some(problem) = self.problems.first() {
            return Failure::new(format!("nothing could be measured: {problem}"));
        }
        if self.truth.frames > 0 {
            return Failure::new("none of the frames has detections of the wanted kind")
                .help("frames without a picture have recorded detections only, and imported pictures have none: try the other --detector");
        }
        let place = match &args.pictures {
            Some(folder) => crate::failure::shown(folder),
            None => crate::failure::shown(&context.config.captures()),
        };
        Failure::new(format!("there is no ground truth in {place}"))
            .help("sessions of the simulator have it; for others import labels: skillc captures labels import FILE --session SESSION")
    }

    /// The report. Afterwards nothing more can be added.
    pub(super) fn report(&mut self, sides: &[Side], gates: &[Gate]) -> Result<Report, Failure> {
        let mut report = Report {
            truth: std::mem::take(&mut self.truth),
            problems: std::mem::take(&mut self.problems),
            gallery: std::mem::take(&mut self.gallery).finish(),
            ..Report::default()
        };
        let names: BTreeSet<usize> = self.detectors.keys().map(|(place, _)| *place).collect();
        for (place, side) in sides.iter().enumerate() {
            if !names.contains(&place) {
                report.problems.extend(
                    (sides.len() == 2 && side.is_new).then(|| format!("{}: no frame has such detections", side.name)),
                );
            }
        }
        for ((place, name), detected) in std::mem::take(&mut self.detectors) {
            let Detected {
                mut tally,
                coco,
                problem,
            } = detected;
            tally.rank();
            report
                .problems
                .extend(problem.map(|problem| format!("{name}: {problem}")));
            let is_gated = !sides.iter().any(|side| side.is_new) || sides[place].is_new;
            for gate in gates.iter().filter(|_| is_gated) {
                let result = gate.check(&name, &tally).map_err(|error| {
                    Failure::new(error.to_string())
                        .help("a gate that measures nothing would always pass; the tables say which slices there are")
                })?;
                report.gates.push(result);
            }
            let coco = coco.and_then(CocoStream::finish);
            report.detectors.push(DetectorReport::of(&name, &tally, coco));
        }
        if let [old, new] = sides
            && new.is_new
        {
            let recorded = report.detectors.first().map(|detector| detector.name.clone());
            let old = recorded.unwrap_or_else(|| old.name.clone());
            report.comparison = self.pairing.compare(&old, &new.name);
        }
        Ok(report)
    }
}

impl Detected {
    fn merge(&mut self, other: Self) {
        self.tally.merge(other.tally);
        self.problem = self.problem.take().or(other.problem);
        match (&mut self.coco, other.coco) {
            (Some(all), Some(more)) => {
                if let Err(error) = all.merge(more) {
                    self.problem = Some(error.to_string());
                }
            }
            (all @ None, more) => *all = more,
            (Some(_), None) => {}
        }
    }
}
