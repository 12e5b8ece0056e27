//! Length and balance of the built-in scenarios, as `undercity balance --measures` wrote them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

static FILE: &str = include_str!("../../../data/measured.json");

/// The pace of a person who reads and thinks, for the length of a game in minutes.
const SECONDS_PER_DECISION: f64 = 10.0;

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
    /// Returns the number of decisions of one side in a game, the mean of both sides.
    #[must_use]
    pub fn mean_decisions(&self) -> f64 {
        f64::midpoint(self.decisions[0], self.decisions[1])
    }

    /// Returns the minutes that a game takes a person. From 10 minutes on they are multiples of 5.
    #[must_use]
    pub fn minutes(&self) -> u32 {
        let minutes = self.mean_decisions() * SECONDS_PER_DECISION / 60.0;
        let step = if minutes < 10.0 { 1.0 } else { 5.0 };
        ((minutes / step).round() * step).max(1.0) as u32
    }
}

/// Returns the figures of the built-in scenarios, by name.
#[must_use]
pub fn measures() -> Measures {
    // A file that can't be parsed is a defect, which the test in `undercity` reports.
    serde_json::from_str(FILE).unwrap_or_default()
}
