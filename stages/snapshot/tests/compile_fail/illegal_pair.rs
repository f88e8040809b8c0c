//! A producer on a channel that it doesn't serve can't be built.

use skillc_snapshot::{Acquirer, Channel, SnapshotSource};

fn main() {
    let _ = SnapshotSource::Acquired(Channel::Android, Acquirer::AppleRunner);
}
