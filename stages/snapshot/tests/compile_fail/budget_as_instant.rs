//! The budget of a retry schedule is a duration and never an instant.

use skillc_records::Timestamp;
use skillc_snapshot::freshness::RetrySchedule;

fn main() {
    let _ = RetrySchedule { budget: Timestamp(1_500_000), delays: Vec::new() };
}
