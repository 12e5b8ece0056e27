//! Length and balance of the built-in scenarios, as `undercity balance --measures` wrote them.

use std::collections::BTreeMap;

use game::Measured;
use serde::{Deserialize, Serialize};

static FILE: &str = include_str!("../../../data/measured.json");

/// The pace of a person who reads and thinks, for the length of a game in minutes.
pub const SECONDS_PER_DECISION: f64 = 10.0;

/// The file: figures of each scenario, by name.
pub type Measures = BTreeMap<String, Figures>;

/// Figures of a scenario's games between two equal players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// The command that measured them.
    pub command: String,
    /// The computer player of both sides.
    pub players: String,
    /// Number of games.
    pub games: u64,
    /// Number of games that each side won, the first side first.
    pub wins: [u64; 2],
    /// Number of decisions of each side in a game, on average.
    pub decisions: [f64; 2],
    /// Name of the side that won less often, if the 95% confidence interval of its share is below one half.
    pub harder: Option<String>,
}

impl Figures {
    /// Returns the figures for the list of scenarios.
    fn to_measured(&self) -> Measured {
        let decisions = f64::midpoint(self.decisions[0], self.decisions[1]);
        Measured {
            games: self.games,
            players: self.players.clone(),
            decisions: decisions.round() as u32,
            minutes: minutes(decisions),
            wins: self.wins,
            harder: self.harder.clone(),
        }
    }
}

/// Returns the minutes that a number of decisions takes. From 10 minutes on they are multiples of 5.
fn minutes(decisions: f64) -> u32 {
    let minutes = decisions * SECONDS_PER_DECISION / 60.0;
    let step = if minutes < 10.0 { 1.0 } else { 5.0 };
    ((minutes / step).round() * step).max(1.0) as u32
}

/// Returns the length and balance of the built-in scenarios, by name.
pub fn measured() -> BTreeMap<String, Measured> {
    let file: Measures = serde_json::from_str(FILE).unwrap_or_default();
    file.into_iter().map(|(name, figures)| (name, figures.to_measured())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin;

    /// The file has every built-in scenario and no other, and each harder side is a side of its game.
    #[test]
    fn every_scenario_is_measured() {
        let measured = measured();
        let names: Vec<&str> = builtin::all().iter().map(|builtin| builtin.name).collect();
        assert_eq!(measured.keys().map(String::as_str).collect::<Vec<_>>(), names, "`make measures` writes the file");
        for scenario in builtin::all() {
            let of = &measured[scenario.name];
            let sides = builtin::system_of(&scenario.to_text()).unwrap().sides();
            assert!(of.harder.as_deref().is_none_or(|side| sides.contains(&side)), "{}: {of:?}", scenario.name);
            assert!(of.wins[0] + of.wins[1] <= of.games && of.games >= 40, "{}: {of:?}", scenario.name);
            assert!((1..=120).contains(&of.minutes), "{}: {of:?}", scenario.name);
        }
    }

    #[test]
    fn minutes_are_rounded() {
        assert_eq!([1.0, 27.0, 62.0, 100.0].map(minutes), [1, 5, 10, 15]);
    }
}
