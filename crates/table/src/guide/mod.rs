//! Guided games: a scenario played by a script, in which the learner gives the orders of the lessons.
//!
//! A guide is a conformance case with a table `[guide]` and steps that say something. Its dice are laid down beforehand, so
//! it can be played in only one way.

mod reading;
mod script;

use referee::Ack;
use referee::ledger::ScenarioText;
use rules::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Offer, Table, TableError};

pub(crate) use reading::of_case;
pub use reading::read_guide;
pub use script::Scripted;

/// A guided game, ready to be played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Guide {
    /// Title of the guided game.
    pub title: String,
    /// What it teaches, in one sentence.
    pub about: String,
    /// What the learner is told at the end.
    pub end: String,
    /// Side that the learner plays.
    #[serde(with = "numbered")]
    pub side: Side,
    /// Scenario with the options of the guide.
    pub scenario: ScenarioText,
    /// All orders of the game, those of both sides.
    moves: Vec<Move>,
}

/// What is said of a guided game that has ended before its last lesson.
const LEFT: &str = "The game is over before the end of the lesson. You can begin it again from the start page.";

/// One order of a guided game, with the dice that it rolls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Move {
    #[serde(with = "numbered")]
    by: Side,
    /// The order in the names of the scenario.
    order: Value,
    /// Label and faces of each roll, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    dice: Vec<(String, Vec<u8>)>,
    /// What the learner is told before it; `None` if the script gives the order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lesson: Option<Lesson>,
}

/// A side as its number: a stored guide is read where no side has a name.
mod numbered {
    use rules::Side;
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub fn serialize<S: Serializer>(side: &Side, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(side.index() as u64)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Side, D::Error> {
        let index = usize::deserialize(deserializer)?;
        Side::from_index(index).ok_or_else(|| de::Error::custom("expected the number of a side, 0 or 1"))
    }
}

/// The text of a lesson.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Lesson {
    say: String,
    /// Names of pieces and Locations in the scenario; those of the order if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    point: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    instead: Option<String>,
}

/// The state of a guided game, as the learner sees it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct GuideState {
    /// Title of the guided game.
    pub title: String,
    /// Number of the present lesson, from 1; the number of lessons at the end.
    pub step: usize,
    /// Number of lessons.
    pub of: usize,
    /// The present lesson. Null while the script plays, and at the end.
    pub lesson: Option<LessonState>,
    /// What the learner is told at the end; null before.
    pub end: Option<String>,
}

/// A lesson in the learner's own names.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LessonState {
    /// What to do and why, in one or two sentences.
    pub say: String,
    /// Pieces to point at.
    #[schemars(with = "Vec<board::naming::Name>")]
    pub pieces: Vec<Value>,
    /// Labels of the Locations to point at.
    #[schemars(with = "Vec<String>")]
    pub places: Vec<Value>,
    /// The offers to choose one after the other: drafts, and at last the order.
    pub path: Vec<Offer>,
}

/// The reason why an order was not given in a guided game.
#[derive(Debug, thiserror::Error)]
pub enum GuideError {
    /// The order is allowed, but the lesson shows another one.
    #[error("{0}")]
    Another(String),
    /// The table refuses it.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl Guide {
    /// Returns the number of lessons.
    #[must_use]
    pub fn lessons(&self) -> usize {
        self.moves.iter().filter(|one| one.lesson.is_some()).count()
    }

    /// Returns the number of moves that have been made, if the game is still guided.
    fn at(&self, table: &dyn Table) -> Option<usize> {
        // The first entry is the beginning of play; in a guided game each other one is an order.
        let made = table.entries().checked_sub(1)?;
        (made < self.moves.len() && table.outcome().is_none()).then_some(made)
    }

    fn next(&self, table: &dyn Table) -> Option<&Move> {
        self.moves.get(self.at(table)?)
    }

    /// Returns whether the script still leads the game.
    #[must_use]
    pub fn leads(&self, table: &dyn Table) -> bool {
        self.at(table).is_some()
    }

    /// Returns whether the script makes the next move.
    #[must_use]
    pub fn plays(&self, table: &dyn Table) -> bool {
        self.next(table).is_some_and(|next| next.lesson.is_none())
    }

    /// Makes the next move, if it is the script's. Returns its acknowledgement; `None` if it made none.
    ///
    /// # Errors
    /// The guide doesn't fit the rules that this program plays by.
    pub fn play(&self, table: &mut dyn Table) -> Result<Option<Ack>, TableError> {
        let Some(next) = self.next(table).filter(|next| next.lesson.is_none()) else { return Ok(None) };
        let order = table.own_order(next.by, &next.order)?;
        give(table, next, &order, None).map(Some)
    }

    /// Gives an order of the learner, if it is the one that the lesson teaches.
    ///
    /// # Errors
    /// Another order, although it is allowed.
    /// The table refuses the order.
    pub fn submit(&self, table: &mut dyn Table, order: &Value, id: Option<String>) -> Result<Ack, GuideError> {
        let Some(next) = self.next(table) else { return Ok(table.submit(self.side, order, id)?) };
        let Some(lesson) = &next.lesson else {
            return Err(GuideError::Another("The other side acts first: wait a moment.".to_owned()));
        };
        if table.is_order(self.side, order, &next.order)? {
            return Ok(give(table, next, order, id)?);
        }
        // A rule that forbids the order is the better answer.
        table.ends(self.side, order)?;
        let why = lesson.instead.clone().unwrap_or_else(|| format!("You could do that, but first: {}", lesson.say));
        Err(GuideError::Another(why))
    }

    /// Returns the state of the game for the learner.
    #[must_use]
    pub fn state(&self, table: &dyn Table) -> GuideState {
        let at = self.at(table);
        let of = self.lessons();
        let made = at.map_or(of, |at| self.moves.iter().take(at).filter(|one| one.lesson.is_some()).count());
        let lesson = self.next(table).and_then(|next| Some((next, next.lesson.as_ref()?)));
        let lesson = lesson.map(|(next, lesson)| lesson_state(table, next, lesson));
        let done = table.entries() > self.moves.len();
        let end = at.is_none().then(|| if done { self.end.clone() } else { LEFT.to_owned() });
        GuideState { title: self.title.clone(), step: of.min(made + 1), of, lesson, end }
    }
}

/// Gives an order with its dice laid down.
fn give(table: &mut dyn Table, next: &Move, order: &Value, id: Option<String>) -> Result<Ack, TableError> {
    for (label, faces) in &next.dice {
        table.give_dice(label, faces.clone(), None)?;
    }
    let done = table.submit(next.by, order, id);
    if matches!(done, Err(TableError::Refused(_))) {
        // They are for no other order.
        table.clear_dice();
    }
    done
}

/// Returns a lesson in the learner's names. What it can't point at, because the rules have changed since the guide was
/// written, is left out.
fn lesson_state(table: &dyn Table, next: &Move, lesson: &Lesson) -> LessonState {
    let path = table.path_to(next.by, &next.order).unwrap_or_default();
    let (pieces, places) = match (lesson.point.as_slice(), path.last()) {
        ([], Some(offer)) => (offer.pieces.clone(), offer.places.clone()),
        (names, _) => table.pointed(next.by, names).unwrap_or_default(),
    };
    LessonState { say: lesson.say.clone(), pieces, places, path }
}
