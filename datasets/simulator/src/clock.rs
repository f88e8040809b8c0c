//! Simulated time: starts where the seed says and goes on by what is done.

use skillc_records::Timestamp;

const MICROSECONDS_A_MINUTE: i64 = 60_000_000;

/// 5 January 2026, 09:41 UTC.
const FIRST_START: i64 = 1_767_606_060_000_000;

/// Starts are this far apart from one seed to the next, so that the sessions of seeds 1, 2, 3 sort in this order.
const MINUTES_A_SEED: u64 = 67;

/// More seeds than anybody uses, and few enough that the last one starts before the year 2155.
const SEEDS: u64 = 1_000_000;

/// The clock of a simulated device.
#[derive(Debug, Clone)]
pub struct Clock {
    now: i64,
    noise: u64,
}

impl Clock {
    /// The clock of `seed`.
    pub fn new(seed: u64) -> Self {
        let minutes = i64::try_from(seed % SEEDS * MINUTES_A_SEED).unwrap_or(0);
        Self {
            now: FIRST_START + minutes * MICROSECONDS_A_MINUTE,
            noise: seed,
        }
    }

    /// What the clock shows now.
    pub fn now(&self) -> Timestamp {
        Timestamp(self.now)
    }

    /// The time of day in hours and minutes, UTC.
    pub fn time_of_day(&self) -> (i64, i64) {
        let minutes = self.now.div_euclid(MICROSECONDS_A_MINUTE).rem_euclid(24 * 60);
        (minutes / 60, minutes % 60)
    }

    /// Lets `milliseconds` pass, a quarter more or less.
    pub fn pass(&mut self, milliseconds: u32) {
        let around = i64::from(milliseconds) * 750;
        let spread = u64::from(milliseconds) * 500 + 1;
        self.now += around + i64::try_from(self.next_noise() % spread).unwrap_or(0);
    }

    /// SplitMix64: enough to tell one delay from the next, the same everywhere.
    fn next_noise(&mut self) -> u64 {
        self.noise = self.noise.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.noise;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_starts_in_the_morning_and_a_later_seed_starts_later() {
        assert_eq!(Clock::new(0).time_of_day(), (9, 41));
        assert!(Clock::new(2).now() > Clock::new(1).now());
        assert!(Clock::new(u64::MAX).now() > Clock::new(0).now());
    }

    #[test]
    fn time_passes_by_about_what_is_asked_for_and_the_same_for_the_same_seed() {
        let mut first = Clock::new(7);
        let mut second = Clock::new(7);
        let start = first.now().0;
        for _ in 0..1000 {
            let before = first.now().0;
            first.pass(400);
            second.pass(400);
            assert!((300_000..=500_000).contains(&(first.now().0 - before)));
        }
        assert_eq!(first.now(), second.now());
        assert!((380_000_000..=420_000_000).contains(&(first.now().0 - start)));
    }
}
