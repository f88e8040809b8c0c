//! Who acquired a tree: the channel it came through and the producer behind it.
//!
//! Producers on one channel give different guarantees, so whatever assumes presentation, scope or geometry asks for the producer
//! and never for the channel alone. Only the pairs that exist can be built: an [`Acquirer`] *is* a pair.
//!
//! Source: reference on agent-device, §1.3.

use serde::{Deserialize, Serialize};
use skillc_records::Producer;

/// The road that a tree took from the device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Channel {
    /// Apple's test runner.
    Xctest,
    /// Android's accessibility service.
    Android,
    /// HarmonyOS's component tree.
    HarmonyosArkui,
    /// The helper on a Mac.
    MacosHelper,
    /// The accessibility bus of Linux desktops.
    LinuxAtspi,
    /// A browser.
    Web,
}

/// The component that produced a raw tree, together with its channel: the ten pairs that exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Acquirer {
    /// The runner on an Apple device.
    AppleRunner,
    /// The bridge into a simulator's accessibility server.
    SimulatorAxBridge,
    /// Appium's page source of an Apple device.
    AppiumSourceOnXctest,
    /// Limrun's tree of an iPhone.
    LimrunIosTree,
    /// Android's UI Automator.
    AndroidUiautomator,
    /// Appium's page source of an Android device.
    AppiumSourceOnAndroid,
    /// HarmonyOS's test kit.
    HarmonyosUitest,
    /// The helper on a Mac.
    MacosHelper,
    /// The accessibility bus of Linux desktops.
    LinuxAtspi,
    /// agent-browser.
    AgentBrowser,
}

/// Where a tree comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SnapshotSource {
    /// A producer that is known.
    Acquired(Acquirer),
    /// Rebuilt from a bare client result, which doesn't name its producer: nothing but the channel is known.
    Rebuilt(Channel),
}

/// A channel and a producer that don't belong together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no snapshot producer {producer:?} exists on channel {channel:?}")]
pub struct NoSuchSource {
    /// The channel as it was written.
    pub channel: String,
    /// The producer as it was written.
    pub producer: Option<String>,
}

impl Channel {
    /// Every channel.
    pub const ALL: [Self; 6] = [
        Self::Xctest,
        Self::Android,
        Self::HarmonyosArkui,
        Self::MacosHelper,
        Self::LinuxAtspi,
        Self::Web,
    ];

    /// The word in recordings.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Xctest => "xctest",
            Self::Android => "android",
            Self::HarmonyosArkui => "harmonyos-arkui",
            Self::MacosHelper => "macos-helper",
            Self::LinuxAtspi => "linux-atspi",
            Self::Web => "web",
        }
    }
}

impl Acquirer {
    /// Every pair that exists.
    pub const ALL: [Self; 10] = [
        Self::AppleRunner,
        Self::SimulatorAxBridge,
        Self::AppiumSourceOnXctest,
        Self::LimrunIosTree,
        Self::AndroidUiautomator,
        Self::AppiumSourceOnAndroid,
        Self::HarmonyosUitest,
        Self::MacosHelper,
        Self::LinuxAtspi,
        Self::AgentBrowser,
    ];

    /// Its channel.
    pub fn channel(self) -> Channel {
        match self {
            Self::AppleRunner | Self::SimulatorAxBridge | Self::AppiumSourceOnXctest | Self::LimrunIosTree => {
                Channel::Xctest
            }
            Self::AndroidUiautomator | Self::AppiumSourceOnAndroid => Channel::Android,
            Self::HarmonyosUitest => Channel::HarmonyosArkui,
            Self::MacosHelper => Channel::MacosHelper,
            Self::LinuxAtspi => Channel::LinuxAtspi,
            Self::AgentBrowser => Channel::Web,
        }
    }

    /// Its producer's name.
    pub fn producer(self) -> &'static str {
        match self {
            Self::AppleRunner => "apple-runner",
            Self::SimulatorAxBridge => "simulator-ax-bridge",
            Self::AppiumSourceOnXctest | Self::AppiumSourceOnAndroid => "appium-source",
            Self::LimrunIosTree => "limrun-ios-tree",
            Self::AndroidUiautomator => "android-uiautomator",
            Self::HarmonyosUitest => "harmonyos-uitest",
            Self::MacosHelper => "macos-helper",
            Self::LinuxAtspi => "linux-atspi",
            Self::AgentBrowser => "agent-browser",
        }
    }
}

impl SnapshotSource {
    /// The source that `channel` and `producer` name. Without a producer it counts as rebuilt from a client result.
    ///
    /// # Errors
    /// When the two don't belong together, or one of them is unknown.
    pub fn named(channel: &str, producer: Option<&str>) -> Result<Self, NoSuchSource> {
        let unknown = || NoSuchSource {
            channel: channel.to_owned(),
            producer: producer.map(str::to_owned),
        };
        let known = Channel::ALL
            .into_iter()
            .find(|c| c.as_str() == channel)
            .ok_or_else(unknown)?;
        let Some(name) = producer else {
            return Ok(Self::Rebuilt(known));
        };
        let pair = Acquirer::ALL
            .into_iter()
            .find(|a| a.channel() == known && a.producer() == name);
        pair.map(Self::Acquired).ok_or_else(unknown)
    }

    /// The source of the trees that `producer` records on `platform`; none where trees of this kind have no known channel.
    pub fn of_session(producer: Producer, platform: Option<&str>) -> Option<Self> {
        let channel = match (producer, platform.map(|p| p.trim().to_ascii_lowercase()).as_deref()) {
            (Producer::Web, _) | (_, Some("web")) => Channel::Web,
            (_, Some("ios" | "ipados" | "tvos")) => Channel::Xctest,
            (_, Some("android")) => Channel::Android,
            (_, Some("harmonyos")) => Channel::HarmonyosArkui,
            (_, Some("macos")) => Channel::MacosHelper,
            (_, Some("linux")) => Channel::LinuxAtspi,
            _ => return None,
        };
        Some(Self::Rebuilt(channel))
    }

    /// Its channel.
    pub fn channel(self) -> Channel {
        match self {
            Self::Acquired(acquirer) => acquirer.channel(),
            Self::Rebuilt(channel) => channel,
        }
    }

    /// Its producer; none for a tree rebuilt from a client result.
    pub fn acquirer(self) -> Option<Acquirer> {
        match self {
            Self::Acquired(acquirer) => Some(acquirer),
            Self::Rebuilt(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_ten_pairs_exist() {
        let mut legal = 0;
        for channel in Channel::ALL {
            for producer in Acquirer::ALL
                .map(Acquirer::producer)
                .iter()
                .collect::<std::collections::BTreeSet<_>>()
            {
                if let Ok(source) = SnapshotSource::named(channel.as_str(), Some(producer)) {
                    assert_eq!(source.channel(), channel);
                    legal += 1;
                }
            }
        }
        assert_eq!(legal, 10);
        assert!(SnapshotSource::named("android", Some("apple-runner")).is_err());
        assert!(SnapshotSource::named("windows", None).is_err());
        assert_eq!(
            SnapshotSource::named("web", None),
            Ok(SnapshotSource::Rebuilt(Channel::Web))
        );
    }
}
