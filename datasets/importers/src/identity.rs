//! Ids that follow from the content.

use skillc_captures::picture_hash;
use skillc_records::{SessionId, Slug, Timestamp};

use crate::kind::Kind;

/// The id of the session that `content` becomes under the name of `app`: it sorts by `began`, and is the same for the same content,
/// so that nothing is imported twice. Filed under another app, the same content is another session.
pub fn session_id(kind: Kind, app: &str, began: Timestamp, content: &str) -> SessionId {
    let mut named = format!("{}\n{}\n", kind.as_str(), Slug::of(app));
    named.push_str(content);
    let hash = picture_hash(named.as_bytes());
    let chance = u128::from_str_radix(&hash[..20], 16).unwrap_or(0);
    let milliseconds = u64::try_from(began.0 / 1000).unwrap_or(0);
    let ulid = ulid::Ulid::from_parts(milliseconds, chance).to_string();
    SessionId::parse(&ulid).unwrap_or_else(|_| unreachable!("a ULID has 26 characters of Crockford base 32"))
}
