//! True odds: the forecast of an order, averaged over guesses at what its seat cannot know; never from the true position. Exact where
//! the ways of the dice can all be followed, else drawn.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use board::naming::{Name, Named, Naming, naming};
use rand::Rng;
use rules::forecast::{Leaf, SideOrder, forecast, sample_forecast};
use rules::names::BareHandles;
use rules::{Guess, Knowledge, Seat, System};
use serde_json::Value;

use crate::RefereeError;

/// One way an order can go, as a seat would hear of it.
#[derive(Clone, Debug, PartialEq)]
pub struct OddsOutcome {
    /// How likely it is, 0 to 1.
    pub probability: f64,
    /// What the seat would be told, in order, in its own names: whoever comes into sight is numbered on from them.
    pub reports: Value,
    /// The same in plain words.
    pub told: Vec<String>,
    /// What it comes down to; empty if to nothing of weight.
    pub summary: String,
}

/// Every way an order can go up to the next question.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// The ways, likeliest first.
    pub outcomes: Vec<OddsOutcome>,
    /// How many plays with random dice stand for the ways of the dice in guesses where those were too many to follow; 0 where
    /// all figures are exact for their guesses.
    pub samples: usize,
    /// By how much a figure is mostly off at most, by those plays, 0 to 1: two standard deviations of what happens half of the
    /// time.
    pub sampling_error: f64,
    /// Whether it is told what comes of the order if nobody else does anything ([`rules::Plans::isolate_order`]).
    pub isolated: bool,
    /// How many ways the dice fell were resolved.
    pub branches: usize,
    /// How many guesses at what the seat cannot know were averaged; 1 when all are alike.
    pub guesses: usize,
}

/// How much is done for odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many guesses are averaged.
    pub guesses: usize,
    /// How many ways of the dice are followed in all of them together.
    pub branches: usize,
    /// How many plays are drawn in all guesses together, should there be too many ways in each.
    pub plays: u64,
}

/// The odds of an order from what a seat knows: for each guess exact, or drawn where there are too many ways, averaged over
/// the guesses, each different one resolved once.
///
/// # Errors
/// When the order cannot be said in the names of a guess: a defect of the system's `sample`.
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
    let (mut plays_drawn, mut branches, mut isolated) = (0, 0, false);
    let mut variance = 0.0;
    let mut from = 0;
    for (n, (guess, times)) in tried.iter().enumerate() {
        let share = *times as f64 / total as f64;
        let teller = Teller::new(known, guess);
        let order: S::Order =
            naming(teller.names(), || serde_json::from_value(order.clone())).map_err(RefereeError::unnamed)?;
        let apart = S::PLANS.and_then(|plans| (plans.isolate_order)(known.setting(), guess.position(), side, &order));
        isolated |= apart.is_some();
        let (position, order) = apart.unwrap_or_else(|| (guess.position().clone(), order));
        // Each has its part of what those before it have left.
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
            // Guesses differ in who a stranger is, which the reports need not say but the words do.
            let words = (names.number() > 0).then(|| teller.tell(leaf, names.clone()));
            let key = (written, words);
            if let Some(place) = places.get(&key) {
                outcomes[*place].1.probability += share * leaf.probability;
                continue;
            }
            let reports = serde_json::from_str(&key.0).map_err(RefereeError::unnamed)?;
            let (told, summary) = key.1.clone().unwrap_or_else(|| teller.tell(leaf, names));
            places.insert(key.clone(), outcomes.len());
            outcomes.push((key, OddsOutcome { probability: share * leaf.probability, reports, told, summary }));
        }
    }
    outcomes.sort_by(|(one_key, one), (other_key, other)| {
        other.probability.total_cmp(&one.probability).then_with(|| one_key.cmp(other_key))
    });
    let outcomes = outcomes.into_iter().map(|(_, way)| way).collect();
    let guesses = if tried.len() == 1 { 1 } else { total };
    Ok(Some(Odds { outcomes, samples: plays_drawn, sampling_error: variance.sqrt(), isolated, branches, guesses }))
}

/// By what ways are told apart: the reports as written, and their words with the summary where they tell of strangers.
type Key = (String, Option<(Vec<String>, String)>);

/// Tells a seat what would come of an order if a guess were the true position.
struct Teller<'a, S: System> {
    setting: &'a Arc<S::Setting>,
    seat: Seat,
    bare: Arc<BareHandles<S>>,
    last: u16,
    /// What the seat sees before the order.
    facts: Vec<S::Fact>,
    /// What the other side sees of its own then, if the guess is true.
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

    /// Names in which nobody has been met yet.
    fn names(&self) -> Arc<Strangers<S>> {
        Arc::new(Strangers { bare: Arc::clone(&self.bare), last: self.last, met: Mutex::default() })
    }

    /// What the seat would hear in plain words, and what that comes down to, in names that have met whoever it is told of.
    fn tell(&self, leaf: &Leaf<S>, names: Arc<Strangers<S>>) -> (Vec<String>, String) {
        let strangers = names.number() > 0;
        naming(names, || {
            let mut facts = self.facts.clone();
            if strangers {
                // Who came into sight on the way is told of as it was before, as everybody is; who was nowhere then, as it
                // is seen at the end.
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

/// What a seat would see of a position.
fn view<S: System>(setting: &S::Setting, position: &S::Position, seat: Seat) -> Vec<S::Fact> {
    let mut facts = Vec::new();
    S::view(S::eyes(setting, position, seat), &mut |fact| facts.push(fact));
    facts
}

/// The names of a guess, and numbers for pieces that the seat does not see yet, in the order in which it meets them: so
/// the same tale of two guesses is told in the same words.
struct Strangers<S: System> {
    bare: Arc<BareHandles<S>>,
    last: u16,
    met: Mutex<Vec<u16>>,
}

impl<S: System> Strangers<S> {
    /// How many were met.
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
