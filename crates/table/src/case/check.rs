//! Checks of all words of a step before the step is played: against the rulebook, the system's own types and the
//! scenario.

use std::collections::{BTreeMap, BTreeSet};
use std::marker::PhantomData;

use board::naming::naming;
use board::scenario::Spanned;
use referee::{Referee, referee_rulebook, written_view};
use rules::{Piece, Question as _, Side, System};
use serde_json::{Value, json};

use super::form::Mistake;
use super::matching::Pattern;
use super::panel::PanelStep;
use super::step::{Patterns, Step, Word};
use super::words::{self, Names, Texts, known};

/// The known words of a game's steps.
pub struct Vocabulary<S: System> {
    names: Names,
    system: PhantomData<S>,
}

impl<S: System> Vocabulary<S> {
    /// Returns the words for a game of this scenario that has just been set up.
    pub fn new(referee: &Referee<S>, scenario: &str) -> Self {
        let locations = S::ground(referee.setting()).board.locations().len();
        let (names, pieces) = (referee.names_to_come(), S::pieces(referee.true_position()));
        let names = Names::new(names, S::SIDES, pieces, locations, texts(referee, scenario));
        Vocabulary { names, system: PhantomData }
    }

    /// Checks all words of a step and reads its patterns against the system's types.
    ///
    /// # Errors
    /// The first unknown word, with its place and the nearest known word.
    pub fn read(&self, step: &Step) -> Result<Step, Mistake> {
        self.check_words(step)?;
        let named = |key: &'static str| move |why: String| format!("`{key}`: {why}");
        let order = |order: &Value| self.pattern::<S::Order>(order, "order");
        let told = |report: &Value| self.pattern::<S::Report>(report, "report");
        if let Some(pattern) = &step.order {
            order(pattern.get_ref()).map_err(named("order")).map_err(at(pattern.span().start))?;
        }
        Ok(Step {
            offered: each(&step.offered, |one| order(one).map_err(named("offered")))?,
            not_offered: each(&step.not_offered, |one| order(one).map_err(named("not_offered")))?,
            expect: each(&step.expect, |item| self.item(item))?,
            expect_not: each(&step.expect_not, |item| self.item(item))?,
            sees: each(&step.sees, |fact| self.fact(fact))?,
            not_sees: each(&step.not_sees, |fact| self.fact(fact))?,
            told: each(&step.told, told)?,
            untold: each(&step.untold, told)?,
            rolled: each(&step.rolled, |roll| self.roll(roll))?,
            unrolled: each(&step.unrolled, |roll| self.roll(roll))?,
            shown: each(&step.shown, |shown| self.shown(shown))?,
            unshown: each(&step.unshown, |shown| self.shown(shown))?,
            panel: step.panel.as_ref().map(|panel| self.panel(panel)).transpose()?,
            ..step.clone()
        })
    }

    /// Checks the single words: sides, seats, clauses, questions, labels of rolls, calculators.
    fn check_words(&self, step: &Step) -> Result<(), Mistake> {
        let seats = || S::SIDES.into_iter().chain(["spectator"]);
        one(step.by.as_ref(), |by| known("side", by, S::SIDES))?;
        one(step.seat.as_ref(), |seat| known("seat", seat, seats()))?;
        one(step.clause.as_ref(), clause::<S>)?;
        one(step.refused.as_ref(), clause::<S>)?;
        one(step.waits.as_ref(), label::<S>)?;
        one(step.asked.as_ref(), |kind| if kind.is_empty() { Ok(()) } else { question::<S>(kind) })?;
        one(step.tool.as_ref(), |tool| known("calculator", tool, rules::calculators::<S>().map(|tool| tool.name)))?;
        if let Some(panel) = &step.panel {
            panel.get_ref().check_words(seats, clause::<S>)?;
        }
        let ends = || S::SIDES.into_iter().chain(["draw", ""]);
        one(step.outcome.as_ref(), |outcome| known("outcome", outcome, ends()))?;
        for kind in step.unasked.iter() {
            question::<S>(kind.get_ref()).map_err(at(kind.span().start))?;
        }
        for (word, faces) in step.dice.iter() {
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
                self.pattern::<S::Order>(answer, "order").map(drop).map_err(at(place))?;
            }
        }
        Ok(())
    }

    /// Reads a pattern of an order, a fact or another type. A complete pattern is also deserialized as the type itself,
    /// since the type may forbid values that its schema allows, or write them in another way.
    fn pattern<T: rules::WireValue>(&self, pattern: &Value, noun: &str) -> Result<Pattern, String> {
        let schema = words::schema::<T>();
        let read = |pattern: &Value| words::read(&schema, pattern, noun, &self.names).map_err(words::Unknown::why);
        let (as_written, is_whole) = read(pattern)?;
        if !is_whole {
            return Ok(as_written);
        }
        let written = naming(self.names.naming(), || T::deserialize(pattern).map(|whole| serde_json::to_value(whole)));
        match written.map_err(|error| format!("no {noun} is like this: {error}"))? {
            Ok(whole) if has_same_fields(&whole, pattern) => read(&whole).map(|(pattern, _)| pattern),
            _ => Ok(as_written),
        }
    }

    fn panel(&self, panel: &Spanned<PanelStep>) -> Result<Spanned<PanelStep>, Mistake> {
        let read = panel.get_ref().read(|facts| each(facts, |fact| self.fact(fact)))?;
        Ok(Spanned::new(panel.span(), read))
    }

    fn fact(&self, pattern: &Value) -> Result<Pattern, String> {
        let empty = |value: &Value| value.as_array().is_some_and(Vec::is_empty);
        if let Some((kind, _)) = pattern.as_object().and_then(|fields| fields.iter().find(|(_, value)| empty(value))) {
            return Err(format!("no fact is an empty list; expected {{ {kind} = {{}} }}, for whether there is any"));
        }
        self.pattern::<S::Fact>(pattern, "fact")
    }

    /// Reads `{ change = … }`, `{ report = … }`, `{ roll = … }`, `{ push = … }` or `pop`.
    fn item(&self, pattern: &Value) -> Result<Pattern, String> {
        const KINDS: [&str; 4] = ["change", "report", "roll", "push"];
        let Value::Object(fields) = pattern else {
            let expected = || format!("expected a table with `change`, `report`, `roll` or `push`, found `{pattern}`");
            return if *pattern == json!("pop") { Ok(pattern.into()) } else { Err(expected()) };
        };
        if fields.is_empty() {
            return Ok(Pattern::Anything);
        }
        let mut read = BTreeMap::new();
        for (kind, pattern) in fields {
            let pattern = match kind.as_str() {
                "change" => self.pattern::<S::Change>(pattern, "change")?,
                "report" => self.pattern::<S::Report>(pattern, "report")?,
                "push" => self.pattern::<S::Step>(pattern, "step")?,
                "roll" => self.roll(pattern)?,
                other => known("kind of item", other, KINDS).map(|()| pattern.into())?,
            };
            read.insert(kind.clone(), pattern);
        }
        if fields.len() > 1 {
            return Err("an item is one of `change`, `report`, `roll` and `push`, never several at once".to_owned());
        }
        Ok(Pattern::Table(read))
    }

    /// Reads the pattern of a roll: its label, clause and faces.
    fn roll(&self, pattern: &Value) -> Result<Pattern, String> {
        let read = self.pattern::<rules::RollRecord>(pattern, "roll")?;
        if let Some(word) = pattern.get("label").and_then(Value::as_str) {
            label::<S>(word)?;
        }
        if let Some(id) = pattern.get("clause").and_then(Value::as_str) {
            clause::<S>(id)?;
        }
        let faces = pattern.get("faces").and_then(Value::as_array).into_iter().flatten();
        match faces.filter_map(Value::as_u64).find(|face| !(1..=6).contains(face)) {
            Some(face) => Err(format!("no die shows `{face}`; expected a whole number from 1 to 6 (in `faces`)")),
            None => Ok(read),
        }
    }

    /// Reads `{ clause = …, fact = … }`, a fact with the clause that reveals it.
    fn shown(&self, pattern: &Value) -> Result<Pattern, String> {
        let expected = || format!("expected {{ clause = …, fact = … }}, found `{pattern}`");
        let fields = pattern.as_object().filter(|fields| !fields.is_empty()).ok_or_else(expected)?;
        let read = fields.iter().map(|(key, value)| {
            let read = match (key.as_str(), value) {
                ("clause", Value::String(id)) => clause::<S>(id).map(|()| value.into())?,
                ("fact", fact) => self.fact(fact)?,
                ("clause", _) => return Err(expected()),
                (other, _) => known("field", other, ["clause", "fact"]).map(|()| value.into())?,
            };
            Ok((key.clone(), read))
        });
        read.collect::<Result<_, _>>().map(Pattern::Table)
    }
}

/// Returns whether both values have the same fields, and lists of the same length, at every depth.
fn has_same_fields(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let same = |(key, one): (&String, &Value)| other.get(key).is_some_and(|other| has_same_fields(one, other));
            one.len() == other.len() && one.iter().all(same)
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| has_same_fields(one, other))
        }
        (Value::Object(_) | Value::Array(_), _) | (_, Value::Object(_) | Value::Array(_)) => false,
        _ => true,
    }
}

/// Returns the texts of a game: the names of its pieces, and the weapons of its scenario.
fn texts<S: System>(referee: &Referee<S>, scenario: &str) -> Texts {
    let setting = referee.setting();
    let names = (0..=u16::MAX).map_while(|piece| S::piece_name(setting, Piece(piece)));
    let mut weapons = BTreeSet::new();
    for side in Side::BOTH {
        // A view that can't be written is reported later, by the step that looks at it.
        let view = written_view::<S>(setting, referee.true_position(), side.seat(), referee.true_names());
        let facts = view.map(|view| view.facts).unwrap_or_default();
        facts.iter().filter_map(|fact| serde_json::from_str(fact).ok()).for_each(|fact| collect(&fact, &mut weapons));
    }
    if let Ok(file) = toml::from_str::<Value>(scenario) {
        collect(&file, &mut weapons);
    }
    let known = [("name", names.map(str::to_owned).collect()), ("weapon", weapons)];
    known.into_iter().filter(|(_, texts)| !texts.is_empty()).collect()
}

/// Collects every weapon that a fact or a scenario names, and those that have a table of their own.
fn collect(value: &Value, weapons: &mut BTreeSet<String>) {
    match value {
        Value::Array(entries) => entries.iter().for_each(|entry| collect(entry, weapons)),
        Value::Object(fields) => {
            for (key, value) in fields {
                match value {
                    Value::String(text) if key == "weapon" => weapons.extend([text.clone()]),
                    Value::Object(tables) if key == "weapon" => weapons.extend(tables.keys().cloned()),
                    _ => collect(value, weapons),
                }
            }
        }
        _ => {}
    }
}

/// Checks whether the system's rulebook or the referee's has a clause of this id.
///
/// # Errors
/// The id is unknown: the message names the nearest one.
pub fn clause<S: System>(id: &str) -> Result<(), String> {
    let books = [S::rulebook().book(), referee_rulebook().book()];
    known("clause", id, books.iter().flat_map(|book| &book.clauses).map(|entry| entry.id.as_str()))
}

fn question<S: System>(kind: &str) -> Result<(), String> {
    known("question", kind, S::Question::ALL.iter().map(|kind| kind.word()))
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

fn each(patterns: &Patterns, read: impl Fn(&Value) -> Result<Pattern, String>) -> Result<Patterns, Mistake> {
    patterns.read(|pattern| {
        let value = read(&pattern.get_ref().written()).map_err(at(pattern.span().start))?;
        Ok(Spanned::new(pattern.span(), value))
    })
}
