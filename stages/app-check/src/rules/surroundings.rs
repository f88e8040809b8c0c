//! What `permissions.json` does to the app.

use skillc_permissions::Refusal;
use skillc_records::AppField;

use crate::code::Code;
use crate::finding::Finding;
use crate::source::Source;
use crate::surroundings::Surroundings;

/// Whether the app may be explored at all.
pub fn permissions(source: &Source<'_>, surroundings: &Surroundings) -> Vec<Finding> {
    let policy = surroundings.policy.as_ref().filter(|policy| policy.config.is_some());
    let (Some(policy), Some(description)) = (policy, source.description()) else {
        return Vec::new();
    };
    let at = source.place(&AppField::App);
    let finding = match policy.explore(&description.app) {
        Ok(()) => return Vec::new(),
        Err(refusal @ Refusal::BlockedApp { .. }) => {
            Finding::new(Code::AppBlocked, at, format!("this app is never explored: {refusal}"))
                .suggest("take it out of `blockedApps`, or keep the file for replaying only")
        }
        Err(refusal @ Refusal::ToolsDenied { .. }) => {
            Finding::new(Code::ToolsDenied, at, format!("this app is never explored: {refusal}"))
                .suggest("allow the tools for this app under `perApp`")
        }
    };
    vec![finding]
}
