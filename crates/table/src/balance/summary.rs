//! Statistics of the games.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::{Played, written};
use crate::MatchResult;

/// The 97.5% quantile of the normal distribution, for intervals of 95%.
const Z: f64 = 1.959_964;

/// A share of games with its 95% confidence interval (Wilson).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// Number of games that count.
    pub count: usize,
    /// Number of all games.
    pub of: usize,
    /// Share of the games, 0 to 1.
    pub share: f64,
    /// Lower end of the confidence interval, 0 to 1.
    pub low: f64,
    /// Upper end of the confidence interval, 0 to 1.
    pub high: f64,
}

impl Share {
    /// Returns the share of `count` games in `of`.
    #[must_use]
    pub fn new(count: usize, of: usize) -> Self {
        if of == 0 {
            return Share { count, of, share: 0.0, low: 0.0, high: 1.0 };
        }
        let (n, share) = (of as f64, count as f64 / of as f64);
        let middle = share + Z * Z / (2.0 * n);
        let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        let whole = 1.0 + Z * Z / n;
        Share { count, of, share, low: ((middle - half) / whole).max(0.0), high: ((middle + half) / whole).min(1.0) }
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [share, low, high] = [self.share, self.low, self.high].map(|share| 100.0 * share);
        write!(f, "{share:.1}% ({low:.0} to {high:.0}%), {} of {}", self.count, self.of)
    }
}

/// A mean with the first and last deciles of its values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// Arithmetic mean of the values.
    pub mean: f64,
    /// First decile: a tenth of the values are lower.
    pub low: f64,
    /// Last decile: a tenth of the values are higher.
    pub high: f64,
}

impl Spread {
    fn of(values: impl Iterator<Item = f64>) -> Self {
        let mut values: Vec<f64> = values.collect();
        values.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let place = (share * values.len().saturating_sub(1) as f64).round() as usize;
            values.get(place).copied().unwrap_or(0.0)
        };
        Spread { mean: values.iter().sum::<f64>() / values.len().max(1) as f64, low: at(0.1), high: at(0.9) }
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} ({:.0} to {:.0})", self.mean, self.low, self.high)
    }
}

/// One kind of order below ground.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Below {
    /// Side that gave the orders.
    pub side: &'static str,
    /// Verb of the orders, such as `move`.
    pub verb: String,
    /// Average number of these orders per game.
    pub a_game: f64,
    /// Share of wins of that side in games with such an order.
    pub with: Share,
    /// Share of wins of that side in games without such an order.
    pub without: Share,
}

/// Statistics of all games of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Name or file of the scenario.
    pub scenario: String,
    /// Changed options of the scenario, each as `key=value`.
    pub options: Vec<String>,
    /// Names of both players.
    pub players: String,
    /// Number of games in the run.
    pub games: usize,
    /// Share of wins of each side, and of draws.
    pub wins: Vec<(&'static str, Share)>,
    /// Share of wins of the first player, if the sides were swapped. Draws count as not won.
    pub first_player: Option<Share>,
    /// Share of wins of the first player by the side that it played.
    pub first_player_as: Vec<(&'static str, Share)>,
    /// Number of orders in a game.
    pub orders: Spread,
    /// Number of orders of each side in a game.
    pub orders_of_side: Vec<(&'static str, Spread)>,
    /// Number of orders in all games chosen at random, because no possible position was found that fits the side's
    /// knowledge.
    #[serde(rename = "unguessed")]
    pub fallback_orders: usize,
    /// Number of orders in each game, by the game's number.
    pub lengths: Vec<usize>,
    /// Status lines at the end of the games, such as the round: number of games by line and value.
    pub ends: BTreeMap<String, BTreeMap<String, usize>>,
    /// Number of units or men lost by each side in a game.
    pub losses: Vec<(&'static str, Spread)>,
    /// Orders that were given below ground.
    pub below: Vec<Below>,
}

impl Summary {
    /// Returns the statistics of the games of a run.
    #[must_use]
    pub fn of(run: &super::BalanceRun, games: &[Played]) -> Self {
        let summary = Summary::of_games(run.system.sides(), &run.scenario.name, &written(run.players), games);
        Summary { options: run.options.clone(), ..summary }
    }

    /// Returns the statistics of games between these sides, of a scenario without changed options.
    #[must_use]
    pub fn of_games(sides: [&'static str; 2], scenario: &str, players: &str, games: &[Played]) -> Self {
        let won = |side: &str| games.iter().filter(|played| played.result.winner == side).count();
        let share = |side: &'static str| (side, Share::new(won(side), games.len()));
        let first_player = games.iter().any(|played| played.swapped).then(|| {
            let first = |played: &&Played| played.result.winner == sides[usize::from(played.swapped)];
            Share::new(games.iter().filter(first).count(), games.len())
        });
        let played_as = |side: usize| {
            let those = || games.iter().filter(move |played| usize::from(played.swapped) == side);
            let won = those().filter(|played| played.result.winner == sides[side]).count();
            (sides[side], Share::new(won, those().count()))
        };
        let first_player_as = first_player.iter().flat_map(|_| [played_as(0), played_as(1)]).collect();
        let lost = |side: usize| {
            let lost = |played: &Played| played.result.lost[side] as f64;
            (sides[side], Spread::of(games.iter().map(lost)))
        };
        let given = |side: usize| {
            let given = |played: &Played| played.result.orders[side] as f64;
            (sides[side], Spread::of(games.iter().map(given)))
        };
        let mut ends: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
        for (name, value) in games.iter().flat_map(|played| &played.result.status) {
            *ends.entry(name.clone()).or_default().entry(value.clone()).or_default() += 1;
        }
        let mut lengths: Vec<(u64, usize)> =
            games.iter().map(|played| (played.game, played.result.orders.iter().sum())).collect();
        lengths.sort_unstable();
        let lengths: Vec<usize> = lengths.into_iter().map(|(_, orders)| orders).collect();
        Summary {
            scenario: scenario.to_owned(),
            options: Vec::new(),
            players: players.to_owned(),
            games: games.len(),
            wins: vec![share(sides[0]), share(sides[1]), share("draw")],
            first_player,
            first_player_as,
            orders: Spread::of(lengths.iter().map(|orders| *orders as f64)),
            orders_of_side: vec![given(0), given(1)],
            fallback_orders: games.iter().map(|played| played.result.fallback_orders.iter().sum::<usize>()).sum(),
            lengths,
            ends,
            losses: vec![lost(0), lost(1)],
            below: (0..2).flat_map(|side| below(sides, side, games)).collect(),
        }
    }
}

fn below(sides: [&'static str; 2], side: usize, games: &[Played]) -> Vec<Below> {
    let mut verbs: Vec<&String> = games.iter().flat_map(|played| played.result.below[side].keys()).collect();
    verbs.sort_unstable();
    verbs.dedup();
    let of_verb = |verb: &String| {
        let did = |result: &MatchResult| result.below[side].get(verb).copied().unwrap_or(0);
        let share = |with: bool| {
            let those: Vec<&Played> = games.iter().filter(|played| (did(&played.result) > 0) == with).collect();
            Share::new(those.iter().filter(|played| played.result.winner == sides[side]).count(), those.len())
        };
        let all: usize = games.iter().map(|played| did(&played.result)).sum();
        let a_game = all as f64 / games.len().max(1) as f64;
        Below { side: sides[side], verb: verb.clone(), a_game, with: share(true), without: share(false) }
    };
    verbs.into_iter().map(of_verb).collect()
}

/// Writes the statistics as lines of text, without a line break at the end.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<22}{}", "scenario", self.scenario)?;
        let mut line = |name: &str, value: &dyn fmt::Display| write!(f, "\n{name:<22}{value}");
        if !self.options.is_empty() {
            line("options", &self.options.join(", "))?;
        }
        line("players", &self.players)?;
        line("games", &self.games)?;
        for (name, share) in &self.wins {
            line(&if *name == "draw" { "draws".to_owned() } else { format!("{name} wins") }, share)?;
        }
        if let Some(share) = &self.first_player {
            line("first player wins", share)?;
        }
        for (side, share) in &self.first_player_as {
            line(&format!("  as {side}"), share)?;
        }
        line("orders per game", &self.orders)?;
        for (side, orders) in &self.orders_of_side {
            line(&format!("  by {side}"), orders)?;
        }
        if self.fallback_orders > 0 {
            line("  fallback orders", &format_args!("{} in all games, chosen at random", self.fallback_orders))?;
        }
        for (side, lost) in &self.losses {
            line(&format!("{side} losses"), lost)?;
        }
        if !self.below.is_empty() {
            write!(f, "\n\nbelow ground         per game   side wins with it, and without")?;
        }
        for kind in &self.below {
            let name = format!("{}: {}", kind.side, kind.verb);
            let [with, without] = [kind.with, kind.without].map(|share| 100.0 * share.share);
            write!(f, "\n{name:<22} {:>6.2}   ", kind.a_game)?;
            write!(f, "{with:.0}% of {}, {without:.0}% of {}", kind.with.of, kind.without.of)?;
        }
        Ok(())
    }
}
