//! The log of games, one per line. Games in the log are not played again, and logs of ranges of games can be joined.

use std::collections::BTreeSet;

use fair::{Chain, Head};
use serde::{Deserialize, Serialize};

use super::Played;

/// The first line of a log: the settings of its run, which a later run must match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogHead {
    /// Version of the program, such as `0.1.0`.
    pub undercity: String,
    /// Fingerprint of the program's rules and players ([`program`]). Logs from before it was kept have `None`.
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

/// A log that can't be continued by the requested run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this log belongs to other games: {}", .0.join("; "))]
pub struct OtherGames(
    /// All differences between the log and the run, each as a clause; never empty.
    pub Vec<String>,
);

/// Returns the fingerprint of the sources of the rules, the players and the referee. Every program that is built of the
/// same sources has the same one, so any of them can continue a log.
#[must_use]
pub fn program() -> Head {
    Chain::start("undercity balance").advance(env!("UNDERCITY_SOURCES").as_bytes())
}

/// Returns the games of a log in the order of its lines. A line that was cut short by a stop is ignored, and so is a
/// repeated game. An empty text is a log without games.
///
/// # Errors
/// The first line is not a header.
/// The header has other settings than `asked`.
pub fn read_log(text: &str, asked: &LogHead) -> Result<Vec<Played>, OtherGames> {
    join_logs(&[text], asked)
}

/// Returns the games of several logs, such as of ranges of games that were played on several machines. A game in two of
/// them counts once.
///
/// # Errors
/// One of them can't be continued by the requested run; see [`read_log`].
pub fn join_logs(texts: &[&str], asked: &LogHead) -> Result<Vec<Played>, OtherGames> {
    let (mut numbers, mut games) = (BTreeSet::new(), Vec::new());
    for text in texts.iter().filter(|text| !text.is_empty()) {
        let mut lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
        let head: Option<LogHead> = lines.next().and_then(|line| serde_json::from_str(line).ok());
        let head = head.ok_or_else(|| OtherGames(vec!["its first line is not the header of a balance log".to_owned()]));
        let why = head?.differs(asked);
        if !why.is_empty() {
            return Err(OtherGames(why));
        }
        let read = lines.filter_map(|line| serde_json::from_str(line).ok());
        games.extend(read.filter(|played: &Played| numbers.insert(played.game)));
    }
    Ok(games)
}

/// Returns the text of a log of these games.
///
/// # Errors
/// A game can't be written as JSON: a defect.
pub fn log_text(head: &LogHead, games: &[Played]) -> serde_json::Result<String> {
    let mut text = serde_json::to_string(head)? + "\n";
    for played in games {
        text.push_str(&played.line()?);
    }
    Ok(text)
}
