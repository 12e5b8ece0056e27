//! The odds of an order, from what a side knows.

use board::naming::Name;
use rand::SeedableRng;
use rand::rngs::StdRng;
use referee::odds::{Effort, odds};
use rules::{Chance, Knowledge, Onlooker, Onlookers, System};
use serde_json::Value;

use super::{Odds, OddsOutcome, OnlookerJson, OnlookersJson, Reaction, TableError};

/// Limits of work for the odds of one order.
const EFFORT: Effort = Effort { guesses: 24, branches: 200_000, plays: 10_000, reactions: 4000 };

/// Name of the enemy pieces that a side doesn't see.
const UNSEEN: &str = "an enemy that you don't see";

/// Computes the odds of an order. An equal seed gives equal odds.
pub fn compute_odds<S: System>(known: &Knowledge<S>, order: &Value, seed: u64) -> Result<Odds, TableError> {
    let found = odds(known, order, EFFORT, &mut StdRng::seed_from_u64(seed))?.ok_or(TableError::NoGuess)?;
    let summary = summary(&found.outcomes);
    let told = |way: referee::odds::OddsOutcome| OddsOutcome {
        probability: way.probability,
        text: way.told,
        reports: way.reports,
    };
    Ok(Odds {
        outcomes: found.outcomes.into_iter().map(told).collect(),
        summary,
        samples: found.samples,
        sampling_error: found.sampling_error,
        isolated: found.isolated,
        reversible: found.reversible,
        branches: found.branches,
        guesses: found.guesses,
        reactions: reactions(known, found.reactions),
        onlookers: found.onlookers.map(|found| onlookers(known, found)),
    })
}

/// Returns the name and the place of a piece in sight, by its handle.
fn names<S: System>(known: &Knowledge<S>) -> impl Fn(u16) -> Option<String> {
    let scene = S::scene(known.setting(), known.seat(), known.facts());
    move |handle| {
        let piece = scene.pieces.iter().find(|piece| known.handle(piece.piece) == Some(handle))?;
        Some(format!("{} ({})", piece.name, S::place_words(known.setting(), piece.location)))
    }
}

/// Returns the enemies that see the places of a plan, with their names and the labels of the places.
fn onlookers<S: System>(known: &Knowledge<S>, found: Onlookers<u16>) -> OnlookersJson {
    let board = S::ground(known.setting()).board;
    let name = names(known);
    let named = |Onlooker { piece, places }: Onlooker<u16>| {
        let places = places.iter().map(|at| board.location(*at).label.clone()).collect();
        Some(OnlookerJson { piece: Name::Number(u32::from(piece)), name: name(piece)?, places })
    };
    OnlookersJson { text: found.text, seen: found.seen.into_iter().filter_map(named).collect() }
}

/// Returns the reactions with the names of their pieces.
fn reactions<S: System>(known: &Knowledge<S>, found: Vec<referee::odds::Reaction>) -> Vec<Reaction> {
    if found.is_empty() {
        return Vec::new();
    }
    let name = names(known);
    let named = |reaction: referee::odds::Reaction| Reaction {
        piece: reaction.piece.map(|handle| Name::Number(u32::from(handle))),
        name: reaction.piece.and_then(&name).unwrap_or_else(|| UNSEEN.to_owned()),
        probability: reaction.probability,
        outcomes: reaction.outcomes,
    };
    found.into_iter().map(named).collect()
}

/// Returns the probabilities of the outcomes by their summaries, the most likely first. If no outcome has a summary, as
/// when a grenade hits no unit, the text of each outcome's reports is used.
pub fn summary(outcomes: &[referee::odds::OddsOutcome]) -> Vec<Chance> {
    let plain = outcomes.len() > 1 && outcomes.iter().all(|way| way.summary.is_empty());
    let mut summary: Vec<Chance> = Vec::new();
    for way in outcomes {
        let text = if plain { way.told.join(" ") } else { way.summary.clone() };
        match summary.iter_mut().find(|same| same.text == text) {
            Some(same) => same.probability += way.probability,
            None => summary.push(Chance { probability: way.probability, text }),
        }
    }
    summary.sort_by(|one, other| other.probability.total_cmp(&one.probability));
    summary
}
