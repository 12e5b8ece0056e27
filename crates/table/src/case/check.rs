//! Every word of a step is looked up before the step is played: in the rulebook, in the system's own types and in the
//! scenario.

use std::marker::PhantomData;

use referee::{Referee, house_rules};
use rules::System;
use serde_json::{Value, json};

use super::form::Mistake;
use super::step::{Pattern, Patterns, Step, Word};
use super::words::{self, Names, known};

/// Looks up the words of a game's steps.
pub struct Vocabulary<S: System> {
    names: Names,
    system: PhantomData<S>,
}

impl<S: System> Vocabulary<S> {
    /// The words of a game.
    pub fn new(referee: &Referee<S>) -> Self {
        let locations = S::board(referee.setting()).locations().len();
        let names = Names::new(referee.true_names(), S::SIDES, S::pieces(referee.truth()), locations);
        Vocabulary { names, system: PhantomData }
    }

    /// Looks up every word of a step.
    ///
    /// # Errors
    /// The first that is unknown, with its place and what is nearest.
    pub fn check(&self, step: &Step) -> Result<(), Mistake> {
        self.check_words(step)?;
        self.check_order("order", step.order.iter())?;
        self.check_order("offered", step.offered.iter())?;
        self.check_order("unoffered", step.unoffered.iter())?;
        for list in [&step.expect, &step.absent] {
            each(list, |item| self.item(item))?;
        }
        for list in [&step.sees, &step.hides] {
            each(list, |fact| self.fact(fact))?;
        }
        for list in [&step.told, &step.untold] {
            each(list, |report| self.pattern::<S::Report>(report, "report"))?;
        }
        for list in [&step.rolled, &step.unrolled] {
            each(list, |roll| self.roll(roll))?;
        }
        for list in [&step.shown, &step.unshown] {
            each(list, |shown| self.shown(shown))?;
        }
        Ok(())
    }

    /// The single words: sides, seats, clauses, questions, labels of rolls, calculators.
    fn check_words(&self, step: &Step) -> Result<(), Mistake> {
        let seats = || S::SIDES.into_iter().chain(["spectator"]);
        one(step.by.as_ref(), |by| known("side", by, S::SIDES))?;
        one(step.seat.as_ref(), |seat| known("seat", seat, seats()))?;
        one(step.clause.as_ref(), clause::<S>)?;
        one(step.refused.as_ref(), clause::<S>)?;
        one(step.waits.as_ref(), label::<S>)?;
        one(step.asked.as_ref(), |kind| if kind.is_empty() { Ok(()) } else { question::<S>(kind) })?;
        one(step.tool.as_ref(), |tool| known("calculator", tool, S::tools().iter().map(|tool| tool.name)))?;
        let ends = || S::SIDES.into_iter().chain(["draw", ""]);
        one(step.outcome.as_ref(), |outcome| known("outcome", outcome, ends()))?;
        for kind in step.unasked.iter() {
            question::<S>(kind.get_ref()).map_err(at(kind.span().start))?;
        }
        for (word, faces) in &step.dice {
            label::<S>(word).map_err(at(faces.span().start))?;
        }
        if let Some(entered) = &step.enter {
            label::<S>(&entered.get_ref().label).map_err(at(entered.span().start))?;
        }
        if let Some(until) = &step.pass_until {
            let (kind, side) = until.get_ref().parts();
            let side = side.map_or(Ok(()), |side| known("side", side, S::SIDES));
            question::<S>(kind).and(side).map_err(at(until.span().start))?;
        }
        if let Some(standing) = &step.standing {
            let place = standing.span().start;
            let standing = standing.get_ref();
            question::<S>(&standing.question).map_err(at(place))?;
            if let Some(answer) = &standing.answer {
                self.pattern::<S::Order>(answer, "order").map_err(at(place))?;
            }
        }
        Ok(())
    }

    fn check_order<'p>(&self, key: &str, patterns: impl Iterator<Item = &'p Pattern>) -> Result<(), Mistake> {
        for pattern in patterns {
            let checked = self.pattern::<S::Order>(pattern.get_ref(), "order");
            checked.map_err(|why| (pattern.span().start, format!("`{key}`: {why}")))?;
        }
        Ok(())
    }

    fn pattern<T: schemars::JsonSchema + 'static>(&self, pattern: &Value, noun: &str) -> Result<(), String> {
        words::check(&words::schema::<T>(), pattern, noun, &self.names).map_err(words::Unknown::why)
    }

    fn fact(&self, pattern: &Value) -> Result<(), String> {
        self.pattern::<S::Fact>(pattern, "fact")
    }

    /// `{ change = … }`, `{ report = … }`, `{ roll = … }`, `{ push = … }` or `pop`.
    fn item(&self, pattern: &Value) -> Result<(), String> {
        const KINDS: [&str; 4] = ["change", "report", "roll", "push"];
        let Value::Object(fields) = pattern else {
            let expected = || format!("expected a table with `change`, `report`, `roll` or `push`, found `{pattern}`");
            return if *pattern == json!("pop") { Ok(()) } else { Err(expected()) };
        };
        for (kind, pattern) in fields {
            match kind.as_str() {
                "change" => self.pattern::<S::Change>(pattern, "change")?,
                "report" => self.pattern::<S::Report>(pattern, "report")?,
                "push" => self.pattern::<S::Step>(pattern, "step")?,
                "roll" => self.roll(pattern)?,
                other => known("kind of item", other, KINDS)?,
            }
        }
        if fields.len() > 1 {
            return Err("an item is one of `change`, `report`, `roll` and `push`, never several at once".to_owned());
        }
        Ok(())
    }

    /// A roll: its label, clause and faces.
    fn roll(&self, pattern: &Value) -> Result<(), String> {
        self.pattern::<rules::Rolled>(pattern, "roll")?;
        if let Some(word) = pattern.get("label").and_then(Value::as_str) {
            label::<S>(word)?;
        }
        if let Some(id) = pattern.get("clause").and_then(Value::as_str) {
            clause::<S>(id)?;
        }
        Ok(())
    }

    /// `{ clause = …, fact = … }`
    fn shown(&self, pattern: &Value) -> Result<(), String> {
        let expected = || format!("expected {{ clause = …, fact = … }}, found `{pattern}`");
        let fields = pattern.as_object().filter(|fields| !fields.is_empty()).ok_or_else(expected)?;
        for (key, value) in fields {
            match (key.as_str(), value) {
                ("clause", Value::String(id)) => clause::<S>(id)?,
                ("fact", fact) => self.fact(fact)?,
                ("clause", _) => return Err(expected()),
                (other, _) => known("field", other, ["clause", "fact"])?,
            }
        }
        Ok(())
    }
}

/// Whether there is such a clause, in the system's rulebook or the referee's.
///
/// # Errors
/// What is nearest.
pub fn clause<S: System>(id: &str) -> Result<(), String> {
    let books = [S::rulebook().book(), house_rules().book()];
    known("clause", id, books.iter().flat_map(|book| &book.clauses).map(|entry| entry.id.as_str()))
}

fn question<S: System>(kind: &str) -> Result<(), String> {
    known("question", kind, S::QUESTIONS.iter().copied())
}

fn label<S: System>(word: &str) -> Result<(), String> {
    known("roll", word, S::ROLLS.iter().copied())
}

fn at(place: usize) -> impl Fn(String) -> Mistake {
    move |why| (place, why)
}

fn one(word: Option<&Word>, check: impl Fn(&str) -> Result<(), String>) -> Result<(), Mistake> {
    word.map_or(Ok(()), |word| check(word.get_ref()).map_err(at(word.span().start)))
}

fn each(patterns: &Patterns, check: impl Fn(&Value) -> Result<(), String>) -> Result<(), Mistake> {
    patterns.iter().try_for_each(|pattern| check(pattern.get_ref()).map_err(at(pattern.span().start)))
}
