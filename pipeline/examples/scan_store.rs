//! Reads the metadata columns of a capture store as `skillc captures list` does, over and over: `scan_store STORE REPEATS`. Prints the
//! seconds of each repeat and, at last, the sums that others have to come to as well, as one line of JSON.

use std::error::Error;
use std::time::Instant;

use skillc_captures::Store;
use skillc_scans::sessions;

#[allow(clippy::print_stdout)] // it is its only way to say it
fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(folder), Some(repeats)) = (arguments.next(), arguments.next()) else {
        return Err("scan_store STORE REPEATS".into());
    };
    let store = Store::open(folder)?;
    let mut seconds = Vec::new();
    let mut sums = [0_u64; 5];
    for _ in 0..repeats.parse::<usize>()? {
        let begin = Instant::now();
        let answer = sessions(&store)?;
        seconds.push(begin.elapsed().as_secs_f64());
        let sum = |number: fn(&skillc_scans::SessionSummary) -> u64| answer.rows.iter().map(number).sum();
        sums = [
            answer.rows.len() as u64,
            sum(|one| one.frames),
            sum(|one| one.pictures),
            sum(|one| one.detections),
            sum(|one| one.actions),
        ];
    }
    println!("{}", serde_json::json!({ "seconds": seconds, "sums": sums }));
    Ok(())
}
