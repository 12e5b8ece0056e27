//! Odds of an order, averaged over possible positions and never computed from the true position. They are exact where
//! all dice results can be enumerated, and otherwise sampled.

mod reactions;
mod stakes;
mod teller;

use std::collections::HashMap;

use board::naming::naming;
use rand::Rng;
use rules::forecast::{SideOrder, forecast, sample_forecast};
use rules::{Guess, Knowledge, Onlooker, Onlookers, Piece, Seat, Side, System};
use serde_json::Value;

use crate::RefereeError;
pub use reactions::Reaction;
use reactions::Reactions;
use teller::Teller;

/// One possible result of an order, as the seat would see it.
#[derive(Clone, Debug, PartialEq)]
pub struct OddsOutcome {
    /// Probability of this result, 0 to 1.
    pub probability: f64,
    /// The reports that the seat would receive, in order and in its own names. Units that come into sight get the
    /// handles following those it has used.
    pub reports: Value,
    /// The reports as English text, one line each.
    pub told: Vec<String>,
    /// Short summary, such as `the attack succeeds`. Empty if the result has no effect.
    pub summary: String,
}

/// The distribution of results of an order, up to the next question.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// The possible results, most probable first.
    pub outcomes: Vec<OddsOutcome>,
    /// Number of random samples used for possible positions with too many dice results to enumerate; 0 if all
    /// probabilities are exact for their positions.
    pub samples: usize,
    /// Sampling error of each probability, 0.0 to 1.0: two standard deviations at p = 0.5. 0.0 if nothing was sampled.
    /// Excludes uncertainty about hidden units.
    pub sampling_error: f64,
    /// Whether the odds assume that no other unit acts ([`rules::Plans::isolate_order`]).
    pub isolated: bool,
    /// Whether the side could undo the order, and knows it: false if it can't tell in which position it gives the order.
    pub reversible: bool,
    /// Number of dice results resolved in all positions together.
    pub branches: usize,
    /// Number of possible positions averaged; 1 if all were equal.
    pub guesses: usize,
    /// The enemy pieces that could react to the order, those that are most likely to be able first. Empty if none could.
    pub reactions: Vec<Reaction>,
    /// Where the enemy plans at the same time, those in sight that see the places of the plan, by the seat's handles.
    /// `None` for any other order.
    pub onlookers: Option<Onlookers<u16>>,
}

/// Limits on the work for one calculation of odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Number of possible positions to average; 0 gives no odds.
    pub guesses: usize,
    /// Maximum number of dice results enumerated in all positions together.
    pub branches: usize,
    /// Number of random samples in all positions together, used where there are too many dice results.
    pub plays: u64,
    /// Maximum number of dice results enumerated or sampled for all reactions together. With 0 the reactions have no
    /// results.
    pub reactions: usize,
}

/// Computes the odds of an order from a seat's knowledge. Each distinct possible position is resolved once, exactly or
/// by sampling, and weighted by its frequency. `None` for a spectator, or if no possible position was found.
///
/// # Errors
/// Fails if the order or a report cannot be expressed in the names of a possible position, which is a defect of the
/// system's `sample`.
pub fn odds<S: System>(
    known: &Knowledge<S>,
    order: &Value,
    effort: Effort,
    rng: &mut impl Rng,
) -> Result<Option<Odds>, RefereeError> {
    let Some(side) = known.seat().side() else { return Ok(None) };
    let tried = guesses(known, effort.guesses, rng);
    let total: usize = tried.iter().map(|(_, times)| times).sum();
    if total == 0 {
        return Ok(None);
    }
    let mut reactions = Reactions::new(known, side, tried.len());
    let mut outcomes: Vec<(Key, OddsOutcome)> = Vec::new();
    let mut places: HashMap<Key, usize> = HashMap::new();
    let (mut plays_drawn, mut branches, mut isolated, mut reversible) = (0, 0, false, true);
    let mut variance = 0.0;
    let mut from = 0;
    let mut onlookers = None;
    for (n, (guess, times)) in tried.iter().enumerate() {
        let share = *times as f64 / total as f64;
        let teller = Teller::new(known, guess);
        let order: S::Order =
            naming(teller.names(), || serde_json::from_value(order.clone())).map_err(RefereeError::unnamed)?;
        reversible = reversible && stakes::reversible::<S>(known.setting(), guess.position(), side, &order);
        if n == 0 {
            onlookers = seen_by(guess, known.setting(), side, &order);
        }
        let apart = S::PLANS.and_then(|plans| (plans.isolate_order)(known.setting(), guess.position(), side, &order));
        isolated |= apart.is_some();
        let (position, order) = apart.unwrap_or_else(|| (guess.position().clone(), order));
        // Each position gets an equal part of what the previous ones left.
        let limit = effort.branches.saturating_sub(branches) / (tried.len() - n);
        let mut found = forecast::<S>(known.setting(), &position, side, &order, limit);
        branches += found.branches;
        if found.unresolved > 0.0 {
            let plays = (effort.plays * *times as u64 / total as u64).max(1);
            let act = Some(SideOrder { side, order: &order });
            found = sample_forecast::<S>(known.setting(), &position, act, &[], Some(side.seat()), from..from + plays);
            from += plays;
            plays_drawn += found.leaves.len();
            variance += share * share / plays as f64;
        }
        reactions.look(guess, &found.leaves, share);
        for leaf in &found.leaves {
            let names = teller.names();
            let written =
                naming(names.clone(), || serde_json::to_string(&leaf.heard)).map_err(RefereeError::unnamed)?;
            // Possible positions differ in the identity of unknown units, which the text may mention even if the
            // reports don't.
            let words = (names.number() > 0).then(|| teller.describe(leaf, names.clone()));
            let key = (written, words);
            if let Some(place) = places.get(&key) {
                outcomes[*place].1.probability += share * leaf.probability;
                continue;
            }
            let reports = serde_json::from_str(&key.0).map_err(RefereeError::unnamed)?;
            let (told, summary) = key.1.clone().unwrap_or_else(|| teller.describe(leaf, names));
            places.insert(key.clone(), outcomes.len());
            outcomes.push((key, OddsOutcome { probability: share * leaf.probability, reports, told, summary }));
        }
    }
    outcomes.sort_by(|(one_key, one), (other_key, other)| {
        other.probability.total_cmp(&one.probability).then_with(|| one_key.cmp(other_key))
    });
    let outcomes = outcomes.into_iter().map(|(_, way)| way).collect();
    let guesses = if tried.len() == 1 { 1 } else { total };
    let sampling_error = variance.sqrt();
    // Something unknown may answer an order that no sampled position answers.
    reversible = reversible && tried.len() == 1;
    let reactions = reactions.resolve(effort.reactions)?;
    Ok(Some(Odds {
        outcomes,
        samples: plays_drawn,
        sampling_error,
        isolated,
        reversible,
        branches,
        guesses,
        reactions,
        onlookers,
    }))
}

/// Returns the enemies in sight that see the places of a plan. Each possible position has the same, since all of them
/// look alike to the side.
fn seen_by<S: System>(guess: &Guess<S>, setting: &S::Setting, side: Side, order: &S::Order) -> Option<Onlookers<u16>> {
    let eyes = S::eyes(setting, guess.position(), side.seat());
    let Onlookers { text, seen } = (S::PLANS?.onlookers)(eyes, order)?;
    let named = |Onlooker { piece, places }: Onlooker<Piece>| {
        let handle = guess.handles().get(piece.index()).copied().flatten()?;
        Some(Onlooker { piece: handle, places })
    };
    Some(Onlookers { text, seen: seen.into_iter().filter_map(named).collect() })
}

/// Returns the distinct possible positions among a number of samples, each with its frequency.
fn guesses<S: System>(known: &Knowledge<S>, number: usize, rng: &mut impl Rng) -> Vec<(Guess<S>, usize)> {
    let mut tried: Vec<(Guess<S>, usize)> = Vec::new();
    for _ in 0..number {
        let Some(guess) = S::sample(known, rng) else { continue };
        match tried.iter_mut().find(|(same, _)| same.position() == guess.position()) {
            Some((_, times)) => *times += 1,
            None => tried.push((guess, 1)),
        }
    }
    tried
}

/// The key by which results are distinguished: the reports, and their text and summary if they mention unknown units.
type Key = (String, Option<(Vec<String>, String)>);

/// Returns the facts that a seat would see in a position.
fn view<S: System>(setting: &S::Setting, position: &S::Position, seat: Seat) -> Vec<S::Fact> {
    let mut facts = Vec::new();
    S::view(S::eyes(setting, position, seat), &mut |fact| facts.push(fact));
    facts
}
