//! There is no place for a message where a failure reason is decided.

use skillc_snapshot::failure::MachineValues;

fn main() {
    let _ = MachineValues { error_type: None, exit_code: None, decided: None, message: Some("timed out") };
}
