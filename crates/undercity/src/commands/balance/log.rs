//! The log of games played, one a line: what is in it need not be played again.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Played;
use crate::files;
use crate::outcome::{Failed, refused};

/// The first line of a log: what was played, so that nobody goes on with something else.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct LogHead {
    /// The program's version.
    pub undercity: String,
    /// The scenario's name.
    pub scenario: String,
    /// The whole scenario.
    pub text: String,
    /// Who plays.
    pub players: String,
    /// Whether sides are swapped.
    pub swap: bool,
    /// The seed of the first game.
    pub seed: u64,
}

/// Reads a log that was begun, or begins one. A line that was cut short by a stop is left out.
pub fn take_up(path: &Path, head: &LogHead) -> Result<Vec<Played>, Failed> {
    if !path.exists() {
        let line = serde_json::to_string(head).map_err(refused)?;
        files::write_whole(path, format!("{line}\n").as_bytes())?;
        return Ok(Vec::new());
    }
    let text = files::read(path)?;
    let mut lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    let found: Option<LogHead> = lines.next().and_then(|line| serde_json::from_str(line).ok());
    if found.as_ref() != Some(head) {
        let path = path.display();
        return Err(refused(format_args!("{path}: this log is of other games; choose another file, or remove it")));
    }
    let games: Vec<Played> = lines.filter_map(|line| serde_json::from_str(line).ok()).collect();
    // Written again whole, so that the next line begins a line.
    let whole: Result<Vec<String>, _> = games.iter().map(serde_json::to_string).collect();
    let mut text = serde_json::to_string(head).map_err(refused)?;
    for line in whole.map_err(refused)? {
        text.push('\n');
        text.push_str(&line);
    }
    text.push('\n');
    files::write_whole(path, text.as_bytes())?;
    Ok(games)
}
