//! A step of a case: an act, what must come of it, and what a seat knows.

use std::collections::BTreeMap;

use board::scenario::Spanned;
use serde::{Deserialize, Deserializer, de};
use serde_json::Value;

use super::matching::Pattern;
use super::words::known;

/// An order, or what a calculator is asked, and its place in the file.
pub type Written = Spanned<Value>;

/// A word of a case file, and its place.
pub type Word = Spanned<String>;

/// A step of a case; which keys it has says what kind it is.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Step {
    /// The side that orders.
    pub by: Option<Word>,
    /// Its order.
    pub order: Option<Written>,
    /// Or an order as the seat itself would write it, with its own handles.
    #[serde(alias = "written")]
    pub raw_order: Option<Written>,
    /// The roll that the order then waits for.
    pub waits: Option<Word>,
    /// Faces entered for a roll that an order waits for.
    pub enter: Option<Spanned<EnteredDice>>,
    /// The side undoes its last order.
    pub undo: Option<Spanned<Yes>>,
    /// It gives the game up.
    pub resign: Option<Spanned<Yes>>,
    /// It sets a standing order, `{ question = …, answer = … }`; without `answer` it clears it.
    pub standing: Option<Spanned<Standing>>,
    /// The referee answers one question by a standing order.
    pub answer_standing: Option<Spanned<Yes>>,
    /// The sides that are asked let things go on until a question stands.
    pub pass_until: Option<Spanned<PassUntil>>,
    /// The client's id of the order.
    pub id: Option<Word>,
    /// Faces by label: one roll, or a list of rolls.
    pub dice: Dice,
    /// Recorded items that must be there.
    pub expect: Patterns,
    /// Recorded items that must not be there.
    #[serde(alias = "absent")]
    pub expect_not: Patterns,
    /// A clause that some recorded item cites.
    pub clause: Option<Word>,
    /// The clause that refuses the order.
    pub refused: Option<Word>,
    /// Whose eyes the step looks through.
    pub seat: Option<Word>,
    /// Facts of the seat's view.
    pub sees: Patterns,
    /// Facts that are not in the seat's view.
    #[serde(alias = "hides")]
    pub not_sees: Patterns,
    /// The kind of question the seat is asked; empty for none.
    pub asked: Option<Word>,
    /// Orders that are offered.
    pub offered: Patterns,
    /// Orders that are not offered.
    #[serde(alias = "unoffered")]
    pub not_offered: Patterns,
    /// Reports that the seat hears in this step.
    pub told: Patterns,
    /// Reports that it does not hear.
    pub untold: Patterns,
    /// Rolls that it sees fall.
    pub rolled: Patterns,
    /// Rolls that it does not see.
    pub unrolled: Patterns,
    /// Facts that come into its view, with the clause that tells them.
    pub shown: Patterns,
    /// Facts that do not come into its view, not even for a moment.
    pub unshown: Patterns,
    /// Questions that it is not asked, not even in between.
    pub unasked: Listed<String>,
    /// The winner, `draw`, or empty while the game goes on.
    pub outcome: Option<Word>,
    /// A calculator of the system.
    pub tool: Option<Word>,
    /// What the calculator is asked.
    pub input: Option<Written>,
    /// What it answers.
    pub answer: Option<Spanned<Pattern>>,
}

impl Step {
    /// The acts it has, by key, each with its place. A step has one at most.
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

    /// What it says of an entry's items, by key, each with its place.
    pub fn effects(&self) -> Vec<(&'static str, usize)> {
        let clause = self.clause.as_ref().map(|clause| ("clause", clause.span().start));
        let lists = [("expect", &self.expect), ("expect_not", &self.expect_not)];
        lists.into_iter().filter_map(|(key, list)| Some((key, list.place()?))).chain(clause).collect()
    }

    /// What it says of events that reach its seat in this step.
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

    /// What it says of a seat's view, questions and offers, and the calculator it asks.
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

/// What is only ever switched on. Switched off it would be a key that does nothing.
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

/// Faces by label, with at least one label, or none where the key is left out.
#[derive(Clone, Debug, Default)]
pub struct Dice(BTreeMap<String, Spanned<Faces>>);

impl Dice {
    /// The labels, each with its rolls.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Spanned<Faces>)> {
        self.0.iter().map(|(label, faces)| (label.as_str(), faces))
    }

    /// The rolls of a label.
    pub fn get(&self, label: &str) -> Option<&Spanned<Faces>> {
        self.0.get(label)
    }

    /// Where the first roll stands.
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

/// Patterns: what must or must not be there.
pub type Patterns = Listed<Pattern>;

/// A list with at least one entry, or none where the key is left out.
#[derive(Clone, Debug)]
pub struct Listed<T>(Vec<Spanned<T>>);

impl<T> Default for Listed<T> {
    fn default() -> Self {
        Listed(Vec::new())
    }
}

impl<T> Listed<T> {
    /// The entries, in their order.
    pub fn iter(&self) -> impl Iterator<Item = &Spanned<T>> {
        self.0.iter()
    }

    /// The same list with each entry as it is read.
    ///
    /// # Errors
    /// The first that cannot be read.
    pub fn read<E>(&self, read: impl FnMut(&Spanned<T>) -> Result<Spanned<T>, E>) -> Result<Self, E> {
        self.0.iter().map(read).collect::<Result<_, _>>().map(Listed)
    }

    /// The entries.
    pub fn into_vec(self) -> Vec<Spanned<T>> {
        self.0
    }

    /// Where the first entry stands.
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

/// A standing order of a case.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// The kind of question.
    pub question: String,
    /// The answer; none clears the standing order.
    pub answer: Option<Value>,
}

/// Entered dice.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnteredDice {
    /// What the roll is for.
    pub label: String,
    /// What the dice showed.
    pub faces: Vec<u8>,
}

/// Until when the sides pass.
#[derive(Clone, Debug)]
pub enum PassUntil {
    /// Until any side is asked this question.
    Question(String),
    /// Until this side is asked it.
    Of(AskedOf),
}

impl PassUntil {
    /// The question, and the side it must be put to.
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

/// A question to a side.
#[derive(Clone, Debug)]
pub struct AskedOf {
    /// The kind of question.
    pub question: String,
    /// The side.
    pub side: String,
}

/// The faces of one roll, or of several.
#[derive(Clone, Debug)]
pub enum Faces {
    /// One roll.
    One(Vec<u8>),
    /// Several rolls of the same label.
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
    /// Roll by roll.
    pub fn rolls(&self) -> Vec<Vec<u8>> {
        match self {
            Faces::One(faces) => vec![faces.clone()],
            Faces::Several(rolls) => rolls.clone(),
        }
    }
}
