//! A list that isn't empty can't be built without an item.

use skillc_snapshot::{NonEmpty, OverlayRef};

fn main() {
    let _: NonEmpty<OverlayRef> = NonEmpty::default();
}
