//! Words that give a writer away, in the languages in which descriptions are written.

/// What an obstacle is called, at the end of a trigger that describes it instead of quoting it.
pub(super) const OBSTACLE_NOUNS: [&str; 34] = [
    "alert",
    "banner",
    "dialog",
    "dialogue",
    "interstitial",
    "modal",
    "notice",
    "onboarding",
    "overlay",
    "paywall",
    "permission",
    "permissions",
    "popup",
    "pop-up",
    "popover",
    "prompt",
    "request",
    "screen",
    "sheet",
    "splash",
    "toast",
    "tooltip",
    "walkthrough",
    "wall",
    "window",
    "boîte",
    "bannière",
    "fenêtre",
    "diálogo",
    "ventana",
    "dialogfeld",
    "hinweis",
    "finestra",
    "autorisation",
];

/// Verbs that aren't stripped from an action, unlike `tap` and `dismiss`.
pub(super) const ACTION_VERBS: [&str; 14] = [
    "press",
    "click",
    "click on",
    "touch",
    "select",
    "choose",
    "hit",
    "push",
    "tap on",
    "appuyer sur",
    "toucher",
    "tippe auf",
    "tocar",
    "pulsar",
];

/// Buttons that contain the text of another one and do the opposite: the text, then the other.
pub(super) const CONTAINED: [(&str, &str); 21] = [
    ("allow", "Don't Allow"),
    ("erlauben", "Nicht erlauben"),
    ("autoriser", "Ne pas autoriser"),
    ("permitir", "No permitir"),
    ("consenti", "Non consentire"),
    ("agree", "Disagree"),
    ("accept", "Don't accept"),
    ("accepter", "Continuer sans accepter"),
    ("aceptar", "Continuar sin aceptar"),
    ("enable", "Don't enable"),
    ("activer", "Ne pas activer"),
    ("aktivieren", "Deaktivieren"),
    ("activate", "Deactivate"),
    ("save", "Don't Save"),
    ("follow", "Unfollow"),
    ("subscribe", "Unsubscribe"),
    ("install", "Uninstall"),
    ("block", "Unblock"),
    ("link", "Unlink"),
    ("lock", "Unlock"),
    ("connect", "Disconnect"),
];

/// Innocent words that contain a pattern someone might skip: the pattern, then the word.
pub(super) const INNOCENT: [(&str, &str); 14] = [
    ("order", "Reorder"),
    ("post", "Postcode"),
    ("pay", "Display"),
    ("sign", "Design"),
    ("log", "Login"),
    ("rate", "Generate"),
    ("ad", "Downloads"),
    ("ads", "Downloads"),
    ("add", "Address"),
    ("off", "Offers"),
    ("out", "About"),
    ("reset", "Presets"),
    ("edit", "Credits"),
    ("live", "Delivery"),
];

/// Names of credentials whose values are secrets.
pub(super) const SECRET_NAMES: [&str; 22] = [
    "password",
    "passwd",
    "passcode",
    "passphrase",
    "pwd",
    "secret",
    "token",
    "api_key",
    "apikey",
    "api key",
    "access key",
    "private key",
    "pin",
    "otp",
    "cvv",
    "mot de passe",
    "passwort",
    "kennwort",
    "contraseña",
    "senha",
    "wachtwoord",
    "パスワード",
];

/// How secrets of well-known services begin.
pub(super) const SECRET_PREFIXES: [&str; 9] = [
    "ghp_",
    "gho_",
    "github_pat_",
    "glpat-",
    "sk-",
    "sk_live_",
    "xox",
    "AKIA",
    "eyJ",
];

/// Whether a text is in a script that puts no spaces between words, or hangs particles on them: two characters may be a whole word
/// there, and the parts of a word can't be told apart.
pub(super) fn is_unspaced(text: &str) -> bool {
    text.chars().any(|c| {
        matches!(u32::from(c),
            0x0E00..=0x0EFF | 0x1000..=0x109F | 0x1100..=0x11FF | 0x1780..=0x17FF | 0x2E80..=0xA4CF | 0xAC00..=0xD7FF | 0xF900..=0xFAFF
            | 0x2_0000..=0x3_FFFF)
    })
}
