//! The bundled fonts: what the simulator draws with and what reports write on pictures, the same on every machine.
//!
//! `files/README.md` says what they cover and `files/OFL.txt` under which licence.

use std::sync::{Arc, LazyLock};

use resvg::usvg::fontdb::Database;

/// The family that comes first.
pub const FAMILY: &str = "Inter";

static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    for font in [
        include_bytes!("../files/Inter-Regular.otf").as_slice(),
        include_bytes!("../files/Inter-SemiBold.otf").as_slice(),
        include_bytes!("../files/NotoSansCJKjp-Regular.otf").as_slice(),
        include_bytes!("../files/NotoSansArabic-Regular.ttf").as_slice(),
        include_bytes!("../files/NotoSansHebrew-Regular.ttf").as_slice(),
        include_bytes!("../files/NotoSansSymbols2-Regular.ttf").as_slice(),
    ] {
        fonts.load_font_data(font.to_vec());
    }
    Arc::new(fonts)
});

/// The bundled fonts and no others, [`FAMILY`] first.
pub fn database() -> Arc<Database> {
    Arc::clone(&FONTS)
}
