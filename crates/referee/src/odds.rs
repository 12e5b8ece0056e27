//! Exact odds: the forecast of an order, averaged over guesses at what its seat cannot know; never from the truth.

use board::naming::naming;
use rand::Rng;
use rules::forecast::forecast;
use rules::names::BareHandles;
use rules::{Guess, Knowledge, System};

use crate::RefereeError;

/// One way an order can go, as a seat would hear of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Way<S: System> {
    /// How likely it is, 0 to 1.
    pub probability: f64,
    /// What the seat would be told, in order.
    pub reports: Vec<S::Report>,
}

/// Every way an order can go up to the next question.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds<S: System> {
    /// The ways, likeliest first.
    pub ways: Vec<Way<S>>,
    /// The probability that the work bound left unresolved: every figure may be too low by at most this.
    pub unresolved: f64,
    /// How many ways the dice fell were resolved.
    pub branches: usize,
    /// How many guesses at what the seat cannot know were averaged; 1 when it knows all that matters.
    pub guesses: usize,
}

/// The odds of an order from what a seat knows: exact for each guess, averaged over `guesses` guesses (fewer when the
/// first guesses are all the same truth).
///
/// # Errors
/// When the order cannot be said in the names of a guess: a defect of the system's `sample`.
pub fn odds<S: System>(
    known: &Knowledge<S>,
    order: &serde_json::Value,
    guesses: usize,
    limit: usize,
    rng: &mut impl Rng,
) -> Result<Option<Odds<S>>, RefereeError> {
    let Some(side) = known.seat().side() else { return Ok(None) };
    let mut tried: Vec<(Guess<S>, usize)> = Vec::new();
    for _ in 0..guesses {
        let Some(guess) = S::sample(known, rng) else { continue };
        match tried.iter_mut().find(|(same, _)| same.position() == guess.position()) {
            Some((_, times)) => *times += 1,
            None => tried.push((guess, 1)),
        }
    }
    let total: usize = tried.iter().map(|(_, times)| times).sum();
    if total == 0 {
        return Ok(None);
    }
    let mut ways: Vec<(String, Way<S>)> = Vec::new();
    let (mut unresolved, mut branches) = (0.0, 0);
    let bare = BareHandles::<S>::of_knowledge(known.setting());
    for (guess, times) in &tried {
        let share = *times as f64 / total as f64;
        let names = BareHandles::of_guess(known.setting(), guess);
        let order: S::Order =
            naming(names.clone(), || serde_json::from_value(order.clone())).map_err(RefereeError::unnamed)?;
        let forecast = forecast::<S>(known.setting(), guess.position(), side, &order, limit / tried.len().max(1));
        unresolved += share * forecast.unresolved;
        branches += forecast.branches;
        for leaf in forecast.leaves {
            let p = leaf.probability;
            let written =
                naming(names.clone(), || serde_json::to_string(&leaf.heard)).map_err(RefereeError::unnamed)?;
            match ways.iter_mut().find(|(same, _)| *same == written) {
                Some((_, way)) => way.probability += share * p,
                None => {
                    let reports =
                        naming(bare.clone(), || serde_json::from_str(&written)).map_err(RefereeError::unnamed)?;
                    ways.push((written, Way { probability: share * p, reports }));
                }
            }
        }
    }
    ways.sort_by(|(one_written, one), (other_written, other)| {
        other.probability.total_cmp(&one.probability).then_with(|| one_written.cmp(other_written))
    });
    let ways = ways.into_iter().map(|(_, way)| way).collect();
    Ok(Some(Odds { ways, unresolved, branches, guesses: tried.len() }))
}
