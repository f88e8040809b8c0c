//! A body, put into the shell.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use minijinja::value::Value;
use minijinja::{AutoEscape, Environment, Error, ErrorKind, Output, State, context, escape_formatter};
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use skillc_formats::terminal::turns;

use crate::pictures::Pictures;

const SHELL: &str = include_str!("shell.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// A page to be.
#[derive(Debug, Clone)]
pub struct Page<'p, T> {
    /// Its title.
    pub title: &'p str,
    /// The template of its body (minijinja, escaped as HTML).
    pub body: &'p str,
    /// What the body is made from.
    pub content: &'p T,
    /// Style of its own.
    pub style: &'p str,
    /// Its pictures.
    pub pictures: &'p Pictures,
}

/// A page that could not be made: a fault in its template.
#[derive(Debug, thiserror::Error)]
#[error("the page could not be made: {0}")]
pub struct PageError(#[from] Error);

impl<T: Serialize> Page<'_, T> {
    /// The file.
    ///
    /// # Errors
    /// When the template of the body is at fault.
    pub fn html(&self) -> Result<String, PageError> {
        let mut environment = Environment::new();
        environment.set_formatter(visible);
        environment.set_auto_escape_callback(|_| AutoEscape::Html);
        let body = environment.render_named_str(
            "body.html",
            self.body,
            Value::from(minijinja::value::Serde(self.content)),
        )?;
        let style = format!("{STYLE}\n{}\n{}", self.style, self.pictures.style());
        let policy = format!(
            "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
            STANDARD.encode(Sha256::digest(SCRIPT.as_bytes()))
        );
        Ok(environment.render_named_str(
            "shell.html",
            SHELL,
            context! {
                title => self.title,
                policy => Value::from_safe_string(policy),
                style => Value::from_safe_string(style),
                script => Value::from_safe_string(SCRIPT.to_owned()),
                body => Value::from_safe_string(body),
            },
        )?)
    }
}

/// Escapes, and shows what a browser would act on or hide: control characters and marks that turn the writing direction.
fn visible(out: &mut Output<'_>, state: &mut State<'_, '_>, value: &Value) -> Result<(), Error> {
    let acts = |c: char| (c.is_control() && c != '\n') || turns(c);
    match value.as_str() {
        Some(text) if !value.is_safe() && text.contains(acts) => {
            let shown: String = text.chars().map(|c| if acts(c) { '\u{fffd}' } else { c }).collect();
            escape_formatter(out, state, &Value::from(shown))
        }
        _ if value.is_undefined() => Err(Error::new(
            ErrorKind::UndefinedError,
            "a value that the report doesn't give",
        )),
        _ => escape_formatter(out, state, value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_markup() {
        let hostile = "</style><script>alert(1)</script>\"'\u{202e}\u{1b}[2J";
        let pictures = Pictures::default();
        let page = Page {
            title: hostile,
            body: "<p title=\"{{ text }}\">{{ text }}</p>",
            content: &context! { text => hostile },
            style: "",
            pictures: &pictures,
        };
        let html = page.html().expect("a page");
        assert_eq!(html.matches("<script>").count(), 1, "only the shell's own");
        assert!(!html.contains('\u{202e}') && !html.contains('\u{1b}'));
        assert!(html.contains("&lt;script&gt;"));
    }

    #[test]
    fn the_page_names_no_other_host() {
        let pictures = Pictures::default();
        let html = Page {
            title: "t",
            body: "",
            content: &context! {},
            style: "",
            pictures: &pictures,
        }
        .html()
        .expect("a page");
        assert!(!html.contains("http:") && !html.contains("https:") && !html.contains("@import"));
        assert!(html.contains("default-src 'none'"));
    }

    #[test]
    fn a_missing_value_is_a_fault() {
        let pictures = Pictures::default();
        let page = Page {
            title: "t",
            body: "{{ gone }}",
            content: &context! {},
            style: "",
            pictures: &pictures,
        };
        assert!(page.html().is_err());
    }
}
