//! The secrets that APP.md and the flags declare. Their values are read here and go nowhere else than into [`Secrets`].

use std::collections::BTreeMap;
use std::env;

use skillc_app_description::Credential;
use skillc_live::Secrets;

use crate::compile::AppSource;
use crate::failure::Failure;

/// Flags about secrets.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct SecretArgs {
    /// A secret by its name in the recording and the environment variable that has its value; repeat it for several. The credentials
    /// of APP.md are secrets already
    #[arg(long, value_name = "NAME=VARIABLE")]
    pub secret: Vec<String>,
}

/// The declared secrets: those of the flags, and the credentials of `app` that have a value here.
///
/// # Errors
/// When a flag is no pair of names, or its variable isn't set. The message never has a value.
pub(super) fn secrets(args: &SecretArgs, app: Option<&AppSource>) -> Result<Secrets, Failure> {
    let environment: BTreeMap<String, String> = env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect();
    let mut values = Vec::new();
    for pair in &args.secret {
        let Some((name, variable)) = pair.split_once('=').filter(|(name, _)| is_name(name)) else {
            return Err(Failure::new("--secret is no pair of names")
                .help("write --secret NAME=VARIABLE, where VARIABLE is the environment variable that has the value"));
        };
        // Not told what was given: somebody may have written the value itself.
        let value = environment.get(variable).ok_or_else(|| {
            Failure::new(format!("the environment variable of the secret {name} is not set"))
                .help("name the variable and not the value; it is read when recording begins")
        })?;
        values.push((name.to_owned(), value.clone()));
    }
    for credential in app.iter().flat_map(|app| &app.description.credentials) {
        let value = credential.template.resolve(&environment);
        values.push((name_of(credential), value.expose().to_owned()));
    }
    Ok(Secrets::new(values))
}

/// The name of a credential in a recording: its variable where it is just one, else its own.
fn name_of(credential: &Credential) -> String {
    match credential.template.variables().as_slice() {
        [variable] => variable.name.clone(),
        _ => {
            let name: String = credential
                .name
                .chars()
                .map(|c| if c.is_alphanumeric() { c } else { '_' })
                .collect();
            name.to_uppercase()
        }
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}
