//! The log of games, one per line. Games in the log are not played again.

use std::collections::BTreeSet;
use std::path::Path;

use fair::{Chain, Head};
use serde::{Deserialize, Serialize};

use super::Played;
use crate::files;
use crate::outcome::{Failed, refused};

/// The first line of a log: the settings of its run, which a later run must match.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct LogHead {
    /// Version of the program, such as `0.1.0`.
    pub undercity: String,
    /// Hash of the program file: other rules or players have another one, even in the same version.
    #[serde(default)]
    pub program: Option<Head>,
    /// Name of the scenario.
    pub scenario: String,
    /// Changed options of the scenario, each as `key=value`.
    #[serde(default)]
    pub options: Vec<String>,
    /// Text of the scenario with these options.
    pub text: String,
    /// Names of both players.
    pub players: String,
    /// Whether the players swap sides in every second game.
    pub swap: bool,
    /// Seed of the first game.
    pub seed: u64,
    /// Number of threads per computer player.
    pub threads: u64,
}

impl LogHead {
    /// Returns all differences between this log and the requested run.
    fn differs(&self, asked: &LogHead) -> Vec<String> {
        let mut why = Vec::new();
        let mut compare = |what: &str, of: String, now: String| {
            if of != now {
                why.push(format!("its {what} is {of}, but this run uses {now}"));
            }
        };
        compare("scenario", self.scenario.clone(), asked.scenario.clone());
        compare("--players", self.players.clone(), asked.players.clone());
        compare("--seed", self.seed.to_string(), asked.seed.to_string());
        compare("--threads", self.threads.to_string(), asked.threads.to_string());
        compare("version", self.undercity.clone(), asked.undercity.clone());
        if self.swap != asked.swap {
            let [of, now] = [self.swap, asked.swap].map(|swap| if swap { "with" } else { "without" });
            why.push(format!("its games are {of} --swap, but this run is {now}"));
        }
        if self.scenario == asked.scenario && self.text != asked.text {
            let with = |options: &[String]| match options {
                [] => "without --option".to_owned(),
                options => format!("with --option {}", options.join(" --option ")),
            };
            let [of, now] = [self, asked].map(|head| with(&head.options));
            why.push(if of == now {
                "the scenario's text has changed since".to_owned()
            } else {
                format!("its games are {of}, but this run is {now}")
            });
        }
        if self.undercity == asked.undercity && self.program != asked.program {
            why.push("the program has changed since: rules and players may differ".to_owned());
        }
        why
    }
}

/// Returns the hash of the running program's file.
pub fn program() -> Result<Head, Failed> {
    let bytes = std::env::current_exe().and_then(std::fs::read);
    let bytes = bytes.map_err(|error| refused(format_args!("can't read the program's own file: {error}")))?;
    Ok(Chain::start("undercity balance").advance(&bytes))
}

/// Reads a log, or creates one. A line that was cut short by a stop is ignored, and so is a repeated game.
pub fn take_up(path: &Path, head: &LogHead) -> Result<Vec<Played>, Failed> {
    let text = if path.exists() { files::read(path)? } else { String::new() };
    let mut lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    if !text.is_empty() {
        let found: Option<LogHead> = lines.next().and_then(|line| serde_json::from_str(line).ok());
        let why = found
            .map_or_else(|| vec!["its first line is not the header of a balance log".to_owned()], |f| f.differs(head));
        if !why.is_empty() {
            let (path, why) = (path.display(), why.join("; "));
            return Err(refused(format_args!(
                "{path}: this log belongs to other games: {why}. Choose another file with --log, or remove this one"
            )));
        }
    }
    let mut numbers = BTreeSet::new();
    let games: Vec<Played> = lines
        .filter_map(|line| serde_json::from_str(line).ok())
        .filter(|played: &Played| numbers.insert(played.game))
        .collect();
    // The whole log is rewritten, so the next game begins on a new line.
    let mut text = serde_json::to_string(head).map_err(refused)? + "\n";
    for played in &games {
        text.push_str(&serde_json::to_string(played).map_err(refused)?);
        text.push('\n');
    }
    files::write_whole(path, text.as_bytes())?;
    Ok(games)
}
