//! Luck: the effect of each roll of a game, compared with its expected effect.
//!
//! Available only after the end of a game, because it is computed from the true position.

use rules::evaluation::score;
use rules::forecast::{SideOrder, forecast_positions, play, sample_forecast};
use rules::{Audience, ClassCounts, Clause, DiceSource, Effect, EffectObserver, Pool, Side, System};
use schemars::JsonSchema;
use serde::Serialize;

use crate::entry::{Act, Entry, Item};
use crate::{Referee, RefereeError};

/// Maximum number of dice results enumerated for one average.
const WAYS: usize = 1500;
/// Number of random samples where that does not settle it.
const DRAWN: u64 = 500;

/// The quantity counted in a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Counted {
    /// Number of dice that reached the required face.
    Successes,
    /// Sum of all faces.
    Sum,
}

/// One roll of a finished game with its effect.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LuckyRoll {
    /// Number of the ledger entry that contains the roll, from 0.
    pub entry: usize,
    /// The side credited with the roll; `None` for rolls at the start of play.
    #[serde(skip)]
    pub by: Option<Side>,
    /// Label of the roll, such as `attack`.
    pub label: String,
    /// Identifier of the clause that required the roll.
    pub clause: String,
    /// The faces shown, each 1 to 6, in order.
    pub faces: Vec<u8>,
    /// The quantity that `got` and `expected` refer to.
    pub counted: Counted,
    /// The actual number of successes, or sum of faces.
    pub got: f64,
    /// The average number of successes, or sum of faces.
    pub expected: f64,
    /// Change in the winning chances of side A compared with the expectation before the roll, -1.0 to 1.0. Positive
    /// values favour side A.
    pub swing: f64,
}

/// Dice that repeat recorded faces.
struct Again<'a> {
    rolls: std::slice::Iter<'a, &'a [u8]>,
    now: &'a [u8],
    wrong: bool,
}

impl DiceSource for Again<'_> {
    fn roll(&mut self, pool: &Pool) -> ClassCounts {
        self.now = self.rolls.next().copied().unwrap_or_default();
        self.wrong |= self.now.len() != usize::from(pool.dice);
        ClassCounts::of_faces(pool.classes, self.now)
    }

    fn faces(&self) -> &[u8] {
        self.now
    }
}

/// An observer that collects the pools rolled, with their results.
#[derive(Default)]
struct Pools(Vec<(Pool, ClassCounts)>);

impl<S: System> EffectObserver<S> for Pools {
    fn changed(&mut self, _: &S::Setting, _: &S::Position, _: &Effect<S>) {}
    fn reported(&mut self, _: Clause, _: Audience, _: &S::Report) {}
    fn rolled(&mut self, pool: &Pool, faces: &[u8]) {
        self.0.push((*pool, ClassCounts::of_faces(pool.classes, faces)));
    }
}

impl<S: System> Referee<S> {
    /// Returns every roll of the game with its effect, in order. Calls `progress` with the number of entries processed
    /// and their total.
    ///
    /// # Errors
    /// Fails if the game is not over, or its entries do not re-resolve as recorded because it was played under other
    /// rules.
    pub fn luck(&self, mut progress: impl FnMut(usize, usize)) -> Result<Vec<LuckyRoll>, RefereeError> {
        if self.outcome().is_none() {
            return Err(RefereeError::Order("luck is available only after the game is over"));
        }
        let mut rolls = Vec::new();
        for entry in self.entries() {
            if entry.items.iter().any(|item| matches!(item, Item::Roll { .. })) {
                self.luck_of(entry, &mut rolls)?;
            }
            progress(entry.n + 1, self.number_of_entries());
        }
        Ok(rolls)
    }

    fn luck_of(&self, entry: &Entry<S>, rolls: &mut Vec<LuckyRoll>) -> Result<(), RefereeError> {
        const OTHER: RefereeError = RefereeError::Order("the game was played by other rules than these");
        let (setting, before) = (self.setting(), &self.before(entry.n).ok_or(OTHER)?);
        let act = match &entry.act {
            Act::Order { by, order, .. } => Some(SideOrder { side: *by, order }),
            _ => None,
        };
        let fell: Vec<&[u8]> = (entry.items.iter())
            .filter_map(|item| match item {
                Item::Roll { faces, .. } => Some(faces.as_slice()),
                _ => None,
            })
            .collect();
        let mut dice = Again { rolls: fell.iter(), now: &[], wrong: false };
        let mut pools = Pools::default();
        let after = play::<S>(setting, before, act, &mut dice, &mut pools);
        if dice.wrong || dice.rolls.next().is_some() || pools.0.len() != fell.len() {
            return Err(OTHER);
        }
        let given: Vec<ClassCounts> = pools.0.iter().map(|(_, counts)| *counts).collect();
        let averages = Averages::<S> { setting, before, act };
        let (mut was, mut was_drawn) = (averages.exact(&[]), None);
        for (n, ((pool, counts), faces)) in pools.0.iter().zip(fell).enumerate() {
            let [till, with] = [n, n + 1].map(|rolls| given.get(..rolls).unwrap_or_default());
            let last = with.len() == given.len();
            let is = if last { Some(score::<S>(setting, &after)) } else { averages.exact(with) };
            let (swing, now_drawn) = match (was, is) {
                (Some(was), Some(is)) => (is - was, None),
                // Both averages use the same samples: only the roll itself makes the difference.
                _ => {
                    let was = was_drawn.unwrap_or_else(|| averages.drawn(till));
                    // After the last roll nothing remains to be sampled.
                    let is = is.filter(|_| last).unwrap_or_else(|| averages.drawn(with));
                    (is - was, Some(is))
                }
            };
            let (counted, got, expected) = counted(pool, *counts, faces);
            rolls.push(LuckyRoll {
                entry: entry.n,
                by: pool.credited_side.or(act.map(|act| act.side)),
                label: pool.label.to_owned(),
                clause: pool.clause.id().to_owned(),
                faces: faces.to_vec(),
                counted,
                got,
                expected,
                swing,
            });
            (was, was_drawn) = (is, now_drawn);
        }
        Ok(())
    }
}

/// Expected results for side A, with the first rolls of an order or of the remaining steps fixed.
struct Averages<'a, S: System> {
    setting: &'a S::Setting,
    before: &'a S::Position,
    act: Option<SideOrder<'a, S>>,
}

impl<S: System> Averages<'_, S> {
    /// Averages over all dice results; `None` if there are too many to enumerate.
    fn exact(&self, given: &[ClassCounts]) -> Option<f64> {
        let found = forecast_positions::<S>(self.setting, self.before, self.act, given, WAYS);
        found.mean(|position| score::<S>(self.setting, position)).filter(|_| found.is_settled())
    }

    /// Averages over random samples, which use the same dice regardless of the given rolls.
    fn drawn(&self, given: &[ClassCounts]) -> f64 {
        let found = sample_forecast::<S>(self.setting, self.before, self.act, given, None, 0..DRAWN);
        found.mean(|position| score::<S>(self.setting, position)).unwrap_or(0.5)
    }
}

/// Returns the quantity counted in a roll, its actual value and its average.
fn counted(pool: &Pool, counts: ClassCounts, faces: &[u8]) -> (Counted, f64, f64) {
    let dice = f64::from(pool.dice);
    if pool.classes.len() == 2 {
        let chance = f64::from(pool.classes.faces(1)) / 6.0;
        (Counted::Successes, f64::from(counts.successes()), dice * chance)
    } else {
        (Counted::Sum, faces.iter().map(|face| f64::from(*face)).sum(), dice * 3.5)
    }
}
