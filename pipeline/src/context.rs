//! What every command is given: configuration, output formats, notices, progress, and whether to stop.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::cli::{Global, LogFormat};
use crate::config::Config;
use crate::failure::Failure;
use crate::format::{Format, FormatKind};
use crate::notice::{Level, Notices};
use crate::progress::Progress;

/// The most threads that may be asked for: every one takes memory, and more than cores gain nothing.
const MAX_JOBS: usize = 1024;

/// What every command is given.
#[derive(Debug)]
pub struct Context {
    /// The configuration in force.
    pub config: Config,
    /// Where the result goes; at least one.
    pub formats: Vec<Format>,
    /// Where notices go.
    pub notices: Notices,
    /// The progress bars.
    pub progress: Progress,
    global: Global,
    stop: Arc<AtomicBool>,
}

impl Context {
    /// The context of one run of the program. Ctrl-C asks the command to stop; a second one ends at once.
    ///
    /// # Errors
    /// When the configuration or a format can't be read.
    pub fn new(global: &Global) -> Result<Self, Failure> {
        let config = Config::load(global)?;
        let mut formats = global
            .format
            .iter()
            .map(|text| text.parse())
            .collect::<Result<Vec<Format>, _>>()?;
        if formats.iter().all(|format| format.file.is_some()) {
            formats.insert(
                0,
                Format {
                    kind: FormatKind::Human,
                    file: None,
                },
            );
        }
        if formats.iter().filter(|format| format.file.is_none()).count() > 1 {
            return Err(Failure::new("two output formats can't both go to standard output")
                .help("give all but one a file, e.g. --format json=FILE"));
        }
        let least = if global.quiet {
            Level::Warning
        } else if global.verbose {
            Level::Detail
        } else {
            Level::Info
        };
        if config.jobs > MAX_JOBS {
            return Err(Failure::new(format!("{} threads are too many", config.jobs))
                .help(format!("use at most {MAX_JOBS}, or 0 for one a core")));
        }
        if config.jobs > 0 {
            // Fails only if the pool exists already (several runs in one test process); then that one is used.
            let _ = rayon::ThreadPoolBuilder::new().num_threads(config.jobs).build_global();
        }
        let stop = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&stop);
        let _ = ctrlc::set_handler(move || {
            if asked.swap(true, Ordering::SeqCst) {
                std::process::exit(2);
            }
        });
        Ok(Self {
            config,
            formats,
            notices: Notices {
                least,
                format: global.log_format,
            },
            progress: Progress::new(!global.quiet && global.log_format == LogFormat::Human),
            global: global.clone(),
            stop,
        })
    }

    /// The same, with the configuration of the workspace in `folder`.
    ///
    /// # Errors
    /// When there is no `skillc.toml`, or a key or value in it is wrong.
    pub fn in_workspace(&self, folder: &Path) -> Result<Self, Failure> {
        Ok(Self {
            config: Config::of_workspace(folder, &self.global)?,
            formats: self.formats.clone(),
            notices: self.notices,
            progress: self.progress.clone(),
            global: self.global.clone(),
            stop: Arc::clone(&self.stop),
        })
    }

    /// The name of a file as the workspace knows it, with slashes, so that what is written says the same wherever the program was
    /// started. Outside a workspace it is the file's name alone.
    pub fn name_in_workspace(&self, name: &str) -> String {
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        let workspace = self.config.workspace.as_deref().map(absolute);
        let path = absolute(Path::new(name));
        let relative = workspace.and_then(|workspace| path.strip_prefix(workspace).ok().map(Path::to_path_buf));
        let relative = relative.unwrap_or_else(|| path.file_name().map(Into::into).unwrap_or(path.clone()));
        let parts: Vec<_> = relative
            .components()
            .map(|part| part.as_os_str().to_string_lossy().into_owned())
            .collect();
        parts.join("/")
    }

    /// The flag that says whether the user asked to stop, for threads of their own.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Whether the user asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Fails if the user asked to stop; called between units of work.
    ///
    /// # Errors
    /// When Ctrl-C was pressed.
    pub fn go_on(&self) -> Result<(), Failure> {
        if self.is_stopped() {
            Err(Failure::new("stopped before the end").help("run it again: it goes on from the cache"))
        } else {
            Ok(())
        }
    }

    /// Says `message` on stderr without disturbing the bars.
    pub fn say(&self, level: Level, message: &str) {
        self.progress.suspend(|| self.notices.say(level, message));
    }

    /// Whether only what went wrong is to be said.
    pub fn is_quiet(&self) -> bool {
        self.global.quiet
    }

    /// Whether people are meant to read stdout.
    pub fn has_format(&self, kind: FormatKind) -> bool {
        self.formats.iter().any(|format| format.kind == kind)
    }
}
