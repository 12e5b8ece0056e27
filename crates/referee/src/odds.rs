//! Odds of an order, averaged over possible positions and never computed from the true position. They are exact where
//! all dice results can be enumerated, and otherwise sampled.

mod stakes;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use board::naming::{Name, Named, Naming, naming};
use rand::Rng;
use rules::forecast::{Leaf, SideOrder, forecast, sample_forecast};
use rules::names::BareHandles;
use rules::{Guess, Knowledge, Seat, System};
use serde_json::Value;

use crate::RefereeError;

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
    let mut tried: Vec<(Guess<S>, usize)> = Vec::new();
    for _ in 0..effort.guesses {
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
    let mut outcomes: Vec<(Key, OddsOutcome)> = Vec::new();
    let mut places: HashMap<Key, usize> = HashMap::new();
    let (mut plays_drawn, mut branches, mut isolated, mut reversible) = (0, 0, false, true);
    let mut variance = 0.0;
    let mut from = 0;
    for (n, (guess, times)) in tried.iter().enumerate() {
        let share = *times as f64 / total as f64;
        let teller = Teller::new(known, guess);
        let order: S::Order =
            naming(teller.names(), || serde_json::from_value(order.clone())).map_err(RefereeError::unnamed)?;
        reversible = reversible && stakes::reversible::<S>(known.setting(), guess.position(), side, &order);
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
    Ok(Some(Odds { outcomes, samples: plays_drawn, sampling_error, isolated, reversible, branches, guesses }))
}

/// The key by which results are distinguished: the reports, and their text and summary if they mention unknown units.
type Key = (String, Option<(Vec<String>, String)>);

/// Describes the results of an order to a seat, as if a possible position were the true one.
struct Teller<'a, S: System> {
    setting: &'a Arc<S::Setting>,
    seat: Seat,
    bare: Arc<BareHandles<S>>,
    last: u16,
    /// The facts that the seat sees before the order.
    facts: Vec<S::Fact>,
    /// The facts that the other side would see of its own units.
    theirs: Vec<S::Fact>,
}

impl<'a, S: System> Teller<'a, S> {
    fn new(known: &'a Knowledge<S>, guess: &Guess<S>) -> Self {
        let (setting, seat) = (known.setting(), known.seat());
        let bare = BareHandles::of_guess(setting, guess);
        let facts = view::<S>(setting, guess.position(), seat);
        let other = seat.side().map_or_else(Vec::new, |side| view::<S>(setting, guess.position(), side.other().seat()));
        let theirs = other.into_iter().filter(|fact| S::tells_of_enemy(seat, fact)).collect();
        Teller { setting, seat, bare, last: known.last_handle(), facts, theirs }
    }

    /// Returns names in which no unknown unit has been met yet.
    fn names(&self) -> Arc<Strangers<S>> {
        Arc::new(Strangers { bare: Arc::clone(&self.bare), last: self.last, met: Mutex::default() })
    }

    /// Returns the English text and the summary of a result. `names` must already contain the unknown units that the
    /// reports mention.
    fn describe(&self, leaf: &Leaf<S>, names: Arc<Strangers<S>>) -> (Vec<String>, String) {
        let strangers = names.number() > 0;
        naming(names, || {
            let mut facts = self.facts.clone();
            if strangers {
                // A unit that came into sight on the way is described as it was before the order, like every other
                // unit; one that did not exist then, as it is seen at the end.
                let after = view::<S>(self.setting, &leaf.position, self.seat);
                facts.extend(self.theirs.iter().chain(&after).filter(|fact| !self.facts.contains(fact)).cloned());
            }
            let told =
                leaf.heard.iter().map(|report| S::describe_report(self.setting, self.seat, &facts, report)).collect();
            let summaries = leaf.heard.iter().filter_map(|report| S::summary(self.setting, &facts, report));
            (told, summaries.collect::<Vec<_>>().join("; "))
        })
    }
}

/// Returns the facts that a seat would see in a position.
fn view<S: System>(setting: &S::Setting, position: &S::Position, seat: Seat) -> Vec<S::Fact> {
    let mut facts = Vec::new();
    S::view(S::eyes(setting, position, seat), &mut |fact| facts.push(fact));
    facts
}

/// The names of a possible position, with numbers for pieces that the seat does not see yet, in order of first mention.
/// Equal results in two positions therefore get equal text.
struct Strangers<S: System> {
    bare: Arc<BareHandles<S>>,
    last: u16,
    met: Mutex<Vec<u16>>,
}

impl<S: System> Strangers<S> {
    /// Number of unknown units mentioned so far.
    fn number(&self) -> usize {
        self.met.lock().map_or(0, |met| met.len())
    }

    fn meet(&self, id: u16) -> Option<Name> {
        let mut met = self.met.lock().ok()?;
        let place = met.iter().position(|other| *other == id).unwrap_or_else(|| {
            met.push(id);
            met.len() - 1
        });
        Some(Name::Number(u32::from(self.last) + 1 + u32::try_from(place).ok()?))
    }
}

impl<S: System> Naming for Strangers<S> {
    fn name(&self, kind: Named, id: u16) -> Option<Name> {
        self.bare.name(kind, id).or_else(|| if kind == Named::Piece { self.meet(id) } else { None })
    }

    fn id(&self, kind: Named, name: &Name) -> Option<u16> {
        self.bare.id(kind, name)
    }
}
