//! How fast an engine is on this machine.

use std::time::{Duration, Instant};

use ndarray::Array4;
use skillc_detect::{Network, NetworkError};
use skillc_models::{TEXT_DETECTION, TEXT_RECOGNITION};

use crate::engine::Engine;
use crate::model_file::ModelFile;

/// How often each model is run; the fastest counts, since other programs can only slow it down.
const RUNS: usize = 3;

/// How long one thread takes for a screen in small: finding texts on a quarter of a phone's screen and reading two lines.
///
/// # Errors
/// When the bundled models can't be run.
pub fn time_of(engine: &Engine) -> Result<Duration, NetworkError> {
    let detection = engine.load(&ModelFile::bundled(TEXT_DETECTION))?;
    let recognition = engine.load(&ModelFile::bundled(TEXT_RECOGNITION))?;
    let line = fastest(recognition.as_ref(), (48, 320))?;
    Ok(fastest(detection.as_ref(), (480, 256))? + 2 * line)
}

fn fastest(network: &dyn Network, (height, width): (usize, usize)) -> Result<Duration, NetworkError> {
    let input = Array4::from_shape_fn((1, 3, height, width), |(_, _, y, x)| ((y / 7 + x / 5) % 3) as f32 - 1.0);
    let name = network
        .inputs()
        .first()
        .map(|input| input.name.clone())
        .ok_or(NetworkError::NoInput)?;
    let mut best = Duration::MAX;
    for _ in 0..RUNS {
        let start = Instant::now();
        network.run(&[(name.as_str(), input.view().into_dyn())])?;
        best = best.min(start.elapsed());
    }
    Ok(best)
}
