//! A step of a case: an act, its expected effects, and the expected view of a seat.

use std::collections::BTreeMap;

use board::scenario::Spanned;
use serde::{Deserialize, Deserializer, de};
use serde_json::Value;

use super::matching::Pattern;
use super::panel::PanelStep;
use super::words::known;

/// An order, or the input of a calculator, with its byte offset in the file.
pub type Written = Spanned<Value>;

/// A word of a case file, with its byte offset.
pub type Word = Spanned<String>;

/// A step of a case. Its keys decide what kind of step it is.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Step {
    /// Name of the side that acts.
    pub by: Option<Word>,
    /// Order of the side, in the scenario's names.
    pub order: Option<Written>,
    /// Order in the seat's own names, with its own handles.
    #[serde(alias = "written")]
    pub raw_order: Option<Written>,
    /// Label of the roll that the order then waits for.
    pub waits: Option<Word>,
    /// Faces entered for a roll that an order waits for.
    pub enter: Option<Spanned<EnteredDice>>,
    /// Undo of the side's last order.
    pub undo: Option<Spanned<Yes>>,
    /// Resignation of the side.
    pub resign: Option<Spanned<Yes>>,
    /// Standing order to set: `{ question = …, answer = … }`. Without `answer` it is cleared.
    pub standing: Option<Spanned<Standing>>,
    /// Answer to one question by a standing order.
    pub answer_standing: Option<Spanned<Yes>>,
    /// Question until which both sides give passive orders.
    pub pass_until: Option<Spanned<PassUntil>>,
    /// Id that the client gives the order.
    pub id: Option<Word>,
    /// Faces by label: one roll, or a list of rolls.
    pub dice: Dice,
    /// Items that must have been recorded.
    pub expect: Patterns,
    /// Items that must not have been recorded.
    #[serde(alias = "absent")]
    pub expect_not: Patterns,
    /// Clause that at least one recorded item cites.
    pub clause: Option<Word>,
    /// Clause that refuses the order.
    pub refused: Option<Word>,
    /// Seat whose view and log the step checks.
    pub seat: Option<Word>,
    /// Facts that must be in the seat's view.
    pub sees: Patterns,
    /// Facts that must not be in the seat's view.
    #[serde(alias = "hides")]
    pub not_sees: Patterns,
    /// Kind of question that the seat is asked; empty if it must not be asked any.
    pub asked: Option<Word>,
    /// Orders that must be offered.
    pub offered: Patterns,
    /// Orders that must not be offered.
    #[serde(alias = "unoffered")]
    pub not_offered: Patterns,
    /// Reports that the seat must hear in this step.
    pub told: Patterns,
    /// Reports that the seat must not hear in this step.
    pub untold: Patterns,
    /// Rolls that the seat must see.
    pub rolled: Patterns,
    /// Rolls that the seat must not see.
    pub unrolled: Patterns,
    /// Facts that must come into the seat's view, with the clause that reveals them.
    pub shown: Patterns,
    /// Facts that must not come into the seat's view, not even for a moment.
    pub unshown: Patterns,
    /// Questions that the seat must not be asked, not even in between.
    pub unasked: Listed<String>,
    /// Name of the winner, `draw`, or empty while the game is under way.
    pub outcome: Option<Word>,
    /// Calculator of the system to run.
    pub tool: Option<Word>,
    /// Input of the calculator, as a table.
    pub input: Option<Written>,
    /// Expected output of the calculator.
    pub answer: Option<Spanned<Pattern>>,
    /// In a guide: what the learner is told before the order, which makes the step a lesson.
    pub say: Option<Word>,
    /// In a lesson: names of the pieces and Locations to point at. Without it, those of the order.
    pub point: Listed<String>,
    /// In a lesson: why another order, although allowed, is not the one to give here.
    pub instead: Option<Word>,
    /// In an explained page: the panel that shows the position after the step.
    pub panel: Option<Spanned<PanelStep>>,
}

impl Step {
    /// Returns the acts of the step by key, each with its byte offset. A step has at most one.
    pub fn acts(&self) -> Vec<(&'static str, usize)> {
        fn place<T>(key: &'static str, value: Option<&Spanned<T>>) -> Option<(&'static str, usize)> {
            value.map(|value| (key, value.span().start))
        }
        [
            place("order", self.order.as_ref()),
            place("raw_order", self.raw_order.as_ref()),
            place("enter", self.enter.as_ref()),
            place("undo", self.undo.as_ref()),
            place("resign", self.resign.as_ref()),
            place("standing", self.standing.as_ref()),
            place("answer_standing", self.answer_standing.as_ref()),
            place("pass_until", self.pass_until.as_ref()),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// Returns the expectations about recorded items by key, each with its byte offset.
    pub fn effects(&self) -> Vec<(&'static str, usize)> {
        let clause = self.clause.as_ref().map(|clause| ("clause", clause.span().start));
        let lists = [("expect", &self.expect), ("expect_not", &self.expect_not)];
        lists.into_iter().filter_map(|(key, list)| Some((key, list.place()?))).chain(clause).collect()
    }

    /// Returns the expectations about events of the seat by key, each with its byte offset.
    pub fn hearing(&self) -> Vec<(&'static str, usize)> {
        let lists = [
            ("told", &self.told),
            ("untold", &self.untold),
            ("rolled", &self.rolled),
            ("unrolled", &self.unrolled),
            ("shown", &self.shown),
            ("unshown", &self.unshown),
        ];
        let unasked = self.unasked.place().map(|place| ("unasked", place));
        lists.into_iter().filter_map(|(key, list)| Some((key, list.place()?))).chain(unasked).collect()
    }

    /// Returns the expectations about a seat's view, questions and offers, and the calculator, by key.
    pub fn looks(&self) -> Vec<(&'static str, usize)> {
        let lists = [
            ("sees", &self.sees),
            ("not_sees", &self.not_sees),
            ("offered", &self.offered),
            ("not_offered", &self.not_offered),
        ];
        let words = [("asked", &self.asked), ("tool", &self.tool)];
        let words = words.into_iter().filter_map(|(key, word)| Some((key, word.as_ref()?.span().start)));
        lists.into_iter().filter_map(|(key, list)| Some((key, list.place()?))).chain(words).collect()
    }
}

/// A switch that can only be `true`: `false` would be a key without effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Yes;

impl<'de> Deserialize<'de> for Yes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if bool::deserialize(deserializer)? {
            Ok(Yes)
        } else {
            Err(de::Error::custom("`false` does nothing; expected `true`, or no such key"))
        }
    }
}

/// Faces by label: at least one label, or none if the key is left out.
#[derive(Clone, Debug, Default)]
pub struct Dice(BTreeMap<String, Spanned<Faces>>);

impl Dice {
    /// Returns the labels with their rolls.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Spanned<Faces>)> {
        self.0.iter().map(|(label, faces)| (label.as_str(), faces))
    }

    /// Returns the rolls of a label.
    pub fn get(&self, label: &str) -> Option<&Spanned<Faces>> {
        self.0.get(label)
    }

    /// Returns the byte offset of the first roll.
    pub fn place(&self) -> Option<usize> {
        self.0.values().map(|faces| faces.span().start).min()
    }
}

impl<'de> Deserialize<'de> for Dice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let dice = BTreeMap::deserialize(deserializer)?;
        if dice.is_empty() {
            return Err(de::Error::custom("no dice are given here; expected faces by label, or no such key"));
        }
        Ok(Dice(dice))
    }
}

/// A list of patterns that must, or must not, match.
pub type Patterns = Listed<Pattern>;

/// A list with at least one entry, or empty if the key is left out.
#[derive(Clone, Debug)]
pub struct Listed<T>(Vec<Spanned<T>>);

impl<T> Default for Listed<T> {
    fn default() -> Self {
        Listed(Vec::new())
    }
}

impl<T> Listed<T> {
    /// Returns the entries in their order.
    pub fn iter(&self) -> impl Iterator<Item = &Spanned<T>> {
        self.0.iter()
    }

    /// Returns this list with each entry converted by `read`.
    ///
    /// # Errors
    /// The first error of `read`.
    pub fn read<E>(&self, read: impl FnMut(&Spanned<T>) -> Result<Spanned<T>, E>) -> Result<Self, E> {
        self.0.iter().map(read).collect::<Result<_, _>>().map(Listed)
    }

    /// Returns the entries as a vector.
    pub fn into_vec(self) -> Vec<Spanned<T>> {
        self.0
    }

    /// Returns whether the key is left out.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the byte offset of the first entry.
    pub fn place(&self) -> Option<usize> {
        self.0.first().map(|entry| entry.span().start)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Listed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list = Vec::<Spanned<T>>::deserialize(deserializer)?;
        if list.is_empty() {
            return Err(de::Error::custom("an empty list tests nothing; expected an entry, or no such key"));
        }
        Ok(Listed(list))
    }
}

/// A standing order in a case.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// Kind of question that it answers.
    pub question: String,
    /// Answer to the question; `None` clears the standing order.
    pub answer: Option<Value>,
}

/// Faces that a player enters for one roll.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnteredDice {
    /// Label of the roll that these faces are for.
    pub label: String,
    /// Faces of the dice, each 1 to 6.
    pub faces: Vec<u8>,
}

/// The condition that ends `pass_until`.
#[derive(Clone, Debug)]
pub enum PassUntil {
    /// Any side is asked this question.
    Question(String),
    /// This side is asked the question.
    Of(AskedOf),
}

impl PassUntil {
    /// Returns the question, and the side that must be asked it, if there is one.
    pub fn parts(&self) -> (&str, Option<&str>) {
        match self {
            PassUntil::Question(question) => (question, None),
            PassUntil::Of(AskedOf { question, side }) => (question, Some(side)),
        }
    }
}

impl<'de> Deserialize<'de> for PassUntil {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let value = Value::deserialize(deserializer)?;
        let asked = match &value {
            Value::String(question) => return Ok(PassUntil::Question(question.clone())),
            Value::Object(fields) => {
                if let Some(why) = fields.keys().find_map(|key| known("key", key, ["question", "side"]).err()) {
                    return Err(de::Error::custom(why));
                }
                fields.get("question").and_then(text).zip(fields.get("side").and_then(text))
            }
            _ => None,
        };
        let (question, side) = asked.ok_or_else(|| {
            let forms = "a question, such as `\"act\"`, or `{ question = …, side = … }`";
            de::Error::custom(format!("`pass_until`: expected {forms}, found `{value}`"))
        })?;
        Ok(PassUntil::Of(AskedOf { question, side }))
    }
}

/// A question with the side that must be asked it.
#[derive(Clone, Debug)]
pub struct AskedOf {
    /// Kind of question, such as `move`.
    pub question: String,
    /// Name of the side that must be asked.
    pub side: String,
}

/// Faces of one roll or of several rolls.
#[derive(Clone, Debug)]
pub enum Faces {
    /// Faces of a single roll.
    One(Vec<u8>),
    /// Faces of several rolls with one label.
    Several(Vec<Vec<u8>>),
}

impl<'de> Deserialize<'de> for Faces {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let roll = |value: &Value| -> Option<Vec<u8>> {
            value.as_array()?.iter().map(|face| face.as_u64().and_then(|face| u8::try_from(face).ok())).collect()
        };
        let several = || value.as_array()?.iter().map(roll).collect::<Option<Vec<_>>>().map(Faces::Several);
        roll(&value).map(Faces::One).or_else(several).ok_or_else(|| {
            let forms = "faces from 1 to 6, such as `[6, 5]`, or a list of rolls, such as `[[6], [5]]`";
            de::Error::custom(format!("`dice`: expected {forms}, found `{value}`"))
        })
    }
}

impl Faces {
    /// Returns the faces of each roll.
    pub fn rolls(&self) -> Vec<Vec<u8>> {
        match self {
            Faces::One(faces) => vec![faces.clone()],
            Faces::Several(rolls) => rolls.clone(),
        }
    }
}
