//! Platforms: families that share mechanics, and the leaves whose support is told apart.

use serde::{Deserialize, Serialize};

/// A group of automation platforms that share their mechanics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlatformFamily {
    /// iOS, tvOS, macOS.
    Apple,
    /// Phones, tablets and televisions with Android.
    Android,
    /// HarmonyOS.
    Harmonyos,
    /// Vega.
    Vega,
    /// Linux desktops.
    Linux,
    /// Browsers.
    Web,
}

/// One system on one shape of device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlatformLeaf {
    /// A simulated iPhone or iPad.
    IosSimulator,
    /// A physical iPhone or iPad.
    IosDevice,
    /// An Apple TV.
    Tvos,
    /// A Mac.
    Macos,
    /// An emulated Android phone or tablet.
    AndroidEmulator,
    /// A physical Android phone or tablet.
    AndroidDevice,
    /// An Android television.
    AndroidTv,
    /// A HarmonyOS device.
    HarmonyosDevice,
    /// A Vega television.
    VegaTv,
    /// A Linux desktop.
    LinuxDesktop,
    /// A page in a browser.
    WebPage,
}

/// What is driven: the device class that a script may ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AutomationTarget {
    /// A phone or tablet.
    Mobile,
    /// A television.
    Tv,
    /// A desktop or a page.
    Desktop,
}

impl PlatformLeaf {
    /// Every leaf, grouped by family.
    pub const ALL: [Self; 11] = [
        Self::IosSimulator,
        Self::IosDevice,
        Self::Tvos,
        Self::Macos,
        Self::AndroidEmulator,
        Self::AndroidDevice,
        Self::AndroidTv,
        Self::HarmonyosDevice,
        Self::VegaTv,
        Self::LinuxDesktop,
        Self::WebPage,
    ];

    /// The family that owns its mechanics.
    pub fn family(self) -> PlatformFamily {
        match self {
            Self::IosSimulator | Self::IosDevice | Self::Tvos | Self::Macos => PlatformFamily::Apple,
            Self::AndroidEmulator | Self::AndroidDevice | Self::AndroidTv => PlatformFamily::Android,
            Self::HarmonyosDevice => PlatformFamily::Harmonyos,
            Self::VegaTv => PlatformFamily::Vega,
            Self::LinuxDesktop => PlatformFamily::Linux,
            Self::WebPage => PlatformFamily::Web,
        }
    }

    /// What kind of thing is driven.
    pub fn target(self) -> AutomationTarget {
        match self {
            Self::Tvos | Self::AndroidTv | Self::VegaTv => AutomationTarget::Tv,
            Self::Macos | Self::LinuxDesktop | Self::WebPage => AutomationTarget::Desktop,
            _ => AutomationTarget::Mobile,
        }
    }
}

impl PlatformFamily {
    /// The family behind a platform's name as recorders write it (`ios`, `android`, `linux`, …); none for others.
    pub fn of_platform(name: &str) -> Option<Self> {
        Some(match name.trim().to_ascii_lowercase().as_str() {
            "ios" | "ipados" | "tvos" | "macos" | "apple" => Self::Apple,
            "android" => Self::Android,
            "harmonyos" => Self::Harmonyos,
            "vega" => Self::Vega,
            "linux" => Self::Linux,
            "web" => Self::Web,
            _ => return None,
        })
    }
}
