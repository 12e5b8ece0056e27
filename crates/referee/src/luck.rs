//! Luck: what each roll of a game did, against what it could be expected to do.
//!
//! For the end of a game: it is reckoned from the true position.

use rules::evaluation::score;
use rules::forecast::{SideOrder, forecast_positions, play, sample_forecast};
use rules::{Audience, ClassCounts, Clause, DiceSource, Effect, EffectObserver, Pool, Side, System};
use schemars::JsonSchema;
use serde::Serialize;

use crate::entry::{Act, Entry, Item};
use crate::{Referee, RefereeError};

/// How many ways of the dice are followed for one average.
const WAYS: usize = 1500;
/// How many plays are drawn instead where that does not settle it.
const DRAWN: u64 = 500;

/// What is counted of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Counted {
    /// The dice that reached what they needed.
    Successes,
    /// The sum of the faces.
    Sum,
}

/// A roll and what it did.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LuckyRoll {
    /// The entry of the ledger, from 0.
    pub entry: usize,
    /// The side whose doing it was; none at the start of play.
    #[serde(skip)]
    pub by: Option<Side>,
    /// What for.
    pub label: String,
    /// By which clause.
    pub clause: String,
    /// What the dice showed.
    pub faces: Vec<u8>,
    /// What is counted of it.
    pub counted: Counted,
    /// What it came to.
    pub got: f64,
    /// What it comes to on average.
    pub expected: f64,
    /// By how much it bettered the prospects of side A beyond what was to be expected before it, -1 to 1.
    pub swing: f64,
}

/// Dice that fall as they fell.
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

/// The pools that were rolled, with what came.
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
    /// What every roll of the game did, in order; `progress` is told how many entries are done, and of how many.
    ///
    /// # Errors
    /// When the game is not over, or was played by other rules than these.
    pub fn luck(&self, mut progress: impl FnMut(usize, usize)) -> Result<Vec<LuckyRoll>, RefereeError> {
        if self.outcome().is_none() {
            return Err(RefereeError::Order("luck is available only after the game is over"));
        }
        let mut rolls = Vec::new();
        for entry in self.entries() {
            if entry.items.iter().any(|item| matches!(item, Item::Roll { .. })) {
                self.luck_of(entry, &mut rolls)?;
            }
            progress(entry.n + 1, self.entries().len());
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
                // The same dice before and after, so that only what was rolled makes the difference.
                _ => {
                    let was = was_drawn.unwrap_or_else(|| averages.drawn(till));
                    // After the last roll nothing is left to be drawn.
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

/// What is to be expected for side A once the first rolls of an order, or of the steps still to do, have fallen as given.
struct Averages<'a, S: System> {
    setting: &'a S::Setting,
    before: &'a S::Position,
    act: Option<SideOrder<'a, S>>,
}

impl<S: System> Averages<'_, S> {
    /// Over all ways, if they are not too many to follow.
    fn exact(&self, given: &[ClassCounts]) -> Option<f64> {
        let found = forecast_positions::<S>(self.setting, self.before, self.act, given, WAYS);
        found.mean(|position| score::<S>(self.setting, position)).filter(|_| found.is_settled())
    }

    /// Over some ways, drawn with the same dice whatever is given.
    fn drawn(&self, given: &[ClassCounts]) -> f64 {
        let found = sample_forecast::<S>(self.setting, self.before, self.act, given, None, 0..DRAWN);
        found.mean(|position| score::<S>(self.setting, position)).unwrap_or(0.5)
    }
}

/// What a roll came to, and what it comes to on average.
fn counted(pool: &Pool, counts: ClassCounts, faces: &[u8]) -> (Counted, f64, f64) {
    let dice = f64::from(pool.dice);
    if pool.classes.len() == 2 {
        let chance = f64::from(pool.classes.faces(1)) / 6.0;
        (Counted::Successes, f64::from(counts.successes()), dice * chance)
    } else {
        (Counted::Sum, faces.iter().map(|face| f64::from(*face)).sum(), dice * 3.5)
    }
}
