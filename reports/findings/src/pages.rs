//! The page of a code.

use skillc_app_check::Code;

/// The page as Markdown: the code, its severity and title, and what is to be said about it.
pub fn page(code: Code) -> String {
    format!(
        "{code} ({})\n\n{}.\n\n{}\n",
        code.severity().as_str(),
        code.title(),
        code.page()
    )
}

/// Every code with its severity and title, a line each.
pub fn index() -> String {
    let longest = Code::ALL.iter().map(|code| code.as_str().len()).max().unwrap_or(0);
    let line = |code: &Code| {
        format!(
            "{:longest$}  {:7}  {}\n",
            code.as_str(),
            code.severity().as_str(),
            code.title()
        )
    };
    Code::ALL.iter().map(line).collect()
}
