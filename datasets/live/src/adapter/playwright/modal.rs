//! The dialog that every answer tells of while it is open. Only `browser_handle_dialog` works then.
//!
//! ```text
//! ### Modal state
//! - ["confirm" dialog with message "Throw away the draft?"]: can be handled by browser_handle_dialog
//! ```
//!
//! The message is the page's own: it may have quotes and line ends in it. Source: the server's own texts.

use skillc_recorders::ToldDialog;
use skillc_text::nfc;

use crate::message::ToolResult;

/// The longest message that is kept, in bytes.
const LONGEST: usize = 16 << 10;

pub(crate) fn dialog(result: &ToolResult) -> Option<ToldDialog> {
    let text = result.texts().find(|text| text.contains("### Modal state\n"))?;
    // The server's own heading stands at the beginning of a line, and before it nothing that a page says.
    let (before, told) = text.split_once("### Modal state\n")?;
    if !(before.is_empty() || before.ends_with('\n')) {
        return None;
    }
    let (kind, rest) = told.strip_prefix("- [\"")?.split_once("\" dialog with message \"")?;
    let (message, _) = rest.rsplit_once("\"]: can be handled by browser_handle_dialog")?;
    let mut end = message.len().min(LONGEST);
    while !message.is_char_boundary(end) {
        end -= 1;
    }
    Some(ToldDialog {
        message: nfc(&message[..end]).into_owned(),
        has_choice: kind != "alert",
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(text: &str) -> Option<(String, bool)> {
        let result = ToolResult(json!({"content": [{"type": "text", "text": text}]}));
        dialog(&result).map(|dialog| (dialog.message, dialog.has_choice))
    }

    #[test]
    fn the_message_is_whatever_the_page_says() {
        let state = |kind: &str, message: &str| {
            format!(
                "### Page\n- Page URL: about:blank\n### Modal state\n- [\"{kind}\" dialog with message \"{message}\"]: can be handled by browser_handle_dialog\n### Snapshot\n- [Snapshot](x.yml)"
            )
        };
        for message in [
            "Saved",
            "",
            "Say \"please\"",
            "two\nlines",
            "]: can be handled by",
            "\" dialog with message \"",
            "حذف؟ 🗑",
        ] {
            assert_eq!(
                told(&state("alert", message)),
                Some((message.to_owned(), false)),
                "{message}"
            );
            assert_eq!(
                told(&state("confirm", message)),
                Some((message.to_owned(), true)),
                "{message}"
            );
        }
        let long = "é".repeat(20_000);
        assert_eq!(told(&state("prompt", &long)).map(|told| told.0.len()), Some(LONGEST));
        for none in [
            "",
            "### Page",
            "- heading \"### Modal state\n- [\\\"alert\\\"",
            "### Modal state\n- [File chooser]: can be handled by browser_file_upload",
        ] {
            assert_eq!(told(none), None, "{none}");
        }
    }
}
