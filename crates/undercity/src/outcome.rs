//! How a command ends.

use std::io::{IsTerminal, Write};

use board::scenario::Diagnostics;

/// Why a command did not end well.
#[derive(Debug, thiserror::Error)]
pub enum Failed {
    /// Something was refused or failed: status 1.
    #[error("{0}")]
    Refused(String),
    /// A scenario has mistakes: status 1.
    #[error("{0}")]
    Diagnostics(Diagnostics),
    /// The arguments make no sense together: status 2.
    #[error("{0}")]
    Usage(String),
    /// Output could not be written: status 1.
    #[error("{0}")]
    Output(#[from] std::io::Error),
    /// The user stopped it, and this is left: status 130, as shells give it.
    #[error("{0}")]
    Interrupted(String),
    /// It was all said already: status 1.
    #[error("")]
    Told,
}

impl Failed {
    /// The exit status.
    pub fn status(&self) -> u8 {
        match self {
            Failed::Usage(_) => 2,
            Failed::Interrupted(_) => 130,
            _ => 1,
        }
    }

    /// Says it on standard error.
    pub fn show(&self) {
        let mut err = std::io::stderr().lock();
        let _ = match self {
            Failed::Told => Ok(()),
            Failed::Interrupted(left) => writeln!(err, "{left}"),
            Failed::Diagnostics(problems) => {
                write!(err, "{}", render(problems)).and_then(|()| writeln!(err, "{problems}"))
            }
            other => writeln!(err, "error: {other}"),
        };
    }
}

/// Problems as a compiler would show them.
pub fn render(problems: &Diagnostics) -> String {
    problems.render(std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none(), 110)
}

/// Anything that only needs to be told.
pub fn refused(why: impl std::fmt::Display) -> Failed {
    Failed::Refused(why.to_string())
}

/// A failure of opening or replaying, with the scenario's mistakes shown where those are the cause.
pub fn opening(error: referee::RefereeError) -> Failed {
    match error {
        referee::RefereeError::Scenario(problems) => Failed::Diagnostics(problems),
        other => refused(other),
    }
}

/// Prints a value as JSON, a line break after it.
pub fn print_json(value: &impl serde::Serialize) -> Result<(), Failed> {
    let mut out = std::io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, value).map_err(|error| Failed::Output(error.into()))?;
    writeln!(out)?;
    Ok(())
}

/// Prints text.
pub fn print(text: impl std::fmt::Display) -> Result<(), Failed> {
    writeln!(std::io::stdout().lock(), "{text}")?;
    Ok(())
}

/// A number with its noun: `1 entry`, `2 entries`.
pub fn counted(number: usize, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}
