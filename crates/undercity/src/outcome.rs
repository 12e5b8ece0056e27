//! Results of commands, and output.

use std::io::{IsTerminal, Write};

use board::scenario::Diagnostics;
use rules::speech::capitalized;

/// The reason why a command did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum Failed {
    /// The request was refused or failed: exit status 1.
    #[error("{0}")]
    Refused(String),
    /// The scenario has mistakes: exit status 1.
    #[error("{0}")]
    Diagnostics(Diagnostics),
    /// The arguments contradict each other: exit status 2.
    #[error("{0}")]
    Usage(String),
    /// Output could not be written: exit status 1.
    #[error("{0}")]
    Output(#[from] std::io::Error),
    /// The user stopped the command. The text says what was saved. Exit status 130, as in shells.
    #[error("{0}")]
    Interrupted(String),
    /// The error has already been printed: exit status 1.
    #[error("")]
    Told,
}

impl Failed {
    pub fn status(&self) -> u8 {
        match self {
            Failed::Usage(_) => 2,
            Failed::Interrupted(_) => 130,
            _ => 1,
        }
    }

    /// Prints the error to standard error.
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

/// Formats diagnostics as a compiler does.
pub fn render(problems: &Diagnostics) -> String {
    problems.render(std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none(), 110)
}

/// Says how a game ended, by the winner's name, or `draw`, and the reason.
pub fn ending(winner: &str, why: &str) -> String {
    let why = capitalized(why);
    match winner {
        "draw" => format!("The game is over: a draw. {why}."),
        side => format!("The game is over: the {} side wins. {why}.", capitalized(side)),
    }
}

/// Returns an error that is only a message.
pub fn refused(why: impl std::fmt::Display) -> Failed {
    Failed::Refused(why.to_string())
}

/// Returns the error of opening or replaying a game. It shows the scenario's mistakes if they are the cause.
pub fn opening(error: referee::RefereeError) -> Failed {
    match error {
        referee::RefereeError::Scenario(problems) => Failed::Diagnostics(problems),
        other => refused(other),
    }
}

/// Prints a value as JSON with a line break.
pub fn print_json(value: &impl serde::Serialize) -> Result<(), Failed> {
    let mut out = std::io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, value).map_err(|error| Failed::Output(error.into()))?;
    writeln!(out)?;
    Ok(())
}

pub fn print(text: impl std::fmt::Display) -> Result<(), Failed> {
    writeln!(std::io::stdout().lock(), "{text}")?;
    Ok(())
}

/// Returns a number with its noun: `1 entry`, `2 entries`.
pub fn counted(number: usize, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}
