//! Runs a conformance case.

mod looking;
mod scenario;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use board::naming::naming;
use board::scenario::{Diagnostics, Spanned};
use fair::{Binding, GameId, Nonce};
use referee::ledger::DiceTerms;
use referee::{Ack, GameSetup, Item, Referee, RollAsked, SubmitError, outcome_name, written_view};
use rules::{BySide, Seat, Side, System, reachable};
use serde::Deserialize;
use serde_json::{Value, json};

use super::check::{Vocabulary, clause};
use super::file::{Case, in_a_line};
use super::form::Mistake;
use super::heard::{Heard, Mark};
use super::matching::{Pattern, differing_lines, likeness};
use super::pass::{MOST_ORDERS, passive, written};
use super::step::{Faces, Patterns, Step, Word};
use crate::systems::seat_named;
use scenario::{explain, refused_scenario, wrong_options};

/// The first difference between a case and its run, or an error in the case itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct Failure {
    /// Line in the case file. For a scenario in a file of its own, the line that names it.
    pub line: usize,
    /// Expected and actual result, as text.
    pub why: String,
}

/// Runs a case of a system.
///
/// # Errors
/// The first step whose result differs from the case.
/// A word of the case that doesn't exist.
pub fn run<S: System>(case: &Case) -> Result<(), Failure> {
    run_with::<S>(case, |_| Ok(()))
}

/// A step of a case, before or after it is played.
pub(crate) struct Stepped<'a, S: System> {
    pub step: &'a Step,
    /// Byte offset of the step in the file.
    pub start: usize,
    pub referee: &'a Referee<S>,
    pub played: bool,
}

/// Runs a case as [`run`], and calls `look` before and after each step.
///
/// # Errors
/// The errors of [`run`] and of `look`.
pub(crate) fn run_with<S: System>(
    case: &Case,
    mut look: impl FnMut(Stepped<'_, S>) -> Result<(), Mistake>,
) -> Result<(), Failure> {
    let in_file = |(place, why): Mistake| Failure { line: case.line(place), why };
    let in_scenario = |found: Option<&Diagnostics>, why| Failure { line: case.line_in_scenario(found), why };
    for (id, place) in case.covers.iter().zip(&case.covers_at) {
        clause::<S>(id).map_err(|why| in_file((*place, format!("`covers`: {why}"))))?;
    }
    if let Some(refused) = &case.refused {
        clause::<S>(refused.get_ref()).map_err(|why| in_file((refused.span().start, why)))?;
        return refused_scenario::<S>(case, refused.get_ref()).map_err(|(problems, why)| {
            let here = || match &problems {
                Some(problems) => in_scenario(Some(problems), why),
                None => in_file((refused.span().start, why)),
            };
            wrong_options::<S>(case).map_or_else(here, in_file)
        });
    }
    let referee = open::<S>(case).map_err(|error| {
        let found = match &error {
            referee::RefereeError::Scenario(problems) => Some(problems),
            _ => None,
        };
        wrong_options::<S>(case).map_or_else(|| in_scenario(found, explain(&error)), in_file)
    })?;
    let vocabulary = Vocabulary::new(&referee, &case.scenario.text);
    let read = |(start, step): &(usize, Step)| Ok((*start, vocabulary.read(step)?));
    let steps: Vec<(usize, Step)> = case.steps.iter().map(read).collect::<Result<_, _>>().map_err(in_file)?;
    let mut runner = Runner { referee, stood: BySide::default() };
    for (start, step) in &steps {
        let start = *start;
        look(Stepped { step, start, referee: &runner.referee, played: false }).map_err(in_file)?;
        runner.step(step, start).map_err(in_file)?;
        look(Stepped { step, start, referee: &runner.referee, played: true }).map_err(in_file)?;
    }
    Ok(())
}

/// Opens the game of a case. All dice are given, except that secret rolls come from a constant key if players roll.
fn open<S: System>(case: &Case) -> Result<Referee<S>, referee::RefereeError> {
    let (scenario, game) = (case.scenario.clone(), GameId::from([0; 32]));
    let nonces @ [nonce, a, b] = [[0; 32], [1; 32], [2; 32]].map(Nonce::from);
    let dice = match case.players_roll {
        false => DiceTerms::Given,
        true => DiceTerms::Players(Binding::Game(game).commitments(&nonces)),
    };
    let mut referee = Referee::<S>::open(GameSetup { scenario, game, nonce, dice }, Box::new(()))?;
    if case.players_roll {
        referee.reveal(a, b)?;
    }
    Ok(referee)
}

/// The result of an act.
type Done = Result<Ack, SubmitError>;

struct Runner<S: System> {
    referee: Referee<S>,
    /// Questions of each side after each order of the step. An unchanged question is only one event for a seat.
    stood: BySide<Vec<&'static str>>,
}

impl<S: System> Runner<S> {
    fn step(&mut self, step: &Step, start: usize) -> Result<(), Mistake> {
        let mark = Mark::of(&self.referee);
        self.stood = BySide::default();
        // An order that must wait gets its dice one by one, so superfluous dice are noticed.
        let one_by_one = step.waits.is_some() || step.enter.is_some();
        for (label, faces) in step.dice.iter().filter(|_| !one_by_one) {
            let place = faces.span().start;
            for faces in faces.get_ref().rolls() {
                let given = self.referee.give_dice(label, faces, None);
                given.map_err(|error| (place, format!("dice for `{label}`: {error}")))?;
            }
        }
        let place = step.acts().first().map_or(start, |(_, place)| *place);
        let here = |why| (place, why);
        if let Some(by) = &step.by {
            self.check_roller(by, step)?;
            let done = self.act(by.get_ref(), step).map_err(here)?;
            let (done, unused) = if one_by_one { self.feed(done, step)? } else { (done, None) };
            self.judge(done, step, &mark).map_err(here)?;
            if let Some((label, place)) = unused {
                let asked = self.referee.roll_asked().map(|asked| format!(" before `{}` was waited for", asked.label));
                let asked = asked.unwrap_or_default();
                return Err((place, format!("dice were given for `{label}`, and that roll was not made{asked}")));
            }
        } else if step.answer_standing.is_some() {
            match self.referee.answer_standing() {
                Ok(true) => self.all_dice_rolled(&mark).map_err(here)?,
                Ok(false) => return Err(here("no standing order answers what is asked".to_owned())),
                Err(error) => return Err(here(error.to_string())),
            }
        } else if let Some(until) = &step.pass_until {
            let (question, side) = until.get_ref().parts();
            self.pass_until(question, side, step).and_then(|()| self.all_dice_rolled(&mark)).map_err(here)?;
        }
        if !step.acts().is_empty() {
            self.note_questions();
        }
        self.look_at_items(step, &mark)?;
        if let Some(seat) = &step.seat {
            let seat = seat_of::<S>(seat.get_ref()).map_err(|why| (seat.span().start, why))?;
            self.listen(seat, step, &mark)?;
            self.look_through(seat, step)?;
        }
        if let Some(expected) = &step.outcome {
            let found = self.referee.outcome().map(|outcome| outcome_name::<S>(&outcome)).unwrap_or_default();
            if found != *expected.get_ref() {
                let why = format!("expected the outcome `{}`, found `{found}`", expected.get_ref());
                return Err((expected.span().start, why));
            }
        }
        Ok(())
    }

    fn note_questions(&mut self) {
        for side in Side::BOTH {
            self.stood[side].extend(self.referee.pending_question(side).map(rules::Question::word));
        }
    }

    /// Checks that dice are entered by the side that rolls them.
    fn check_roller(&self, by: &Word, step: &Step) -> Result<(), Mistake> {
        let (Some(side), Some(asked)) = (self.referee.rolling_side(), self.referee.roll_asked()) else { return Ok(()) };
        let name = S::SIDES[side.index()];
        if step.enter.is_none() || name == by.get_ref() {
            return Ok(());
        }
        let why = format!("the roll `{}` is made by {name}; expected `by = \"{name}\"`", asked.label);
        Err((by.span().start, why))
    }

    /// Enters the dice of a step one by one, each when its roll is requested. Returns the result of the act, and a
    /// label whose dice are left over with its byte offset in the file.
    fn feed(&mut self, done: Done, step: &Step) -> Result<(Done, Option<(String, usize)>), Mistake> {
        let mut done = done;
        let rolls = |faces: &Spanned<Faces>| (faces.span().start, VecDeque::from(faces.get_ref().rolls()));
        let mut left: BTreeMap<&str, (usize, VecDeque<Vec<u8>>)> =
            step.dice.iter().map(|(label, faces)| (label, rolls(faces))).collect();
        while let Err(SubmitError::Roll(asked)) = &done {
            let Some((place, rolls)) = left.get_mut(asked.label.as_str()) else { break };
            let Some(faces) = rolls.pop_front() else { break };
            let place = *place;
            let RollAsked { label, dice, clause, .. } = asked.clone();
            if faces.len() != usize::from(dice) {
                let why = format!("the roll `{label}` [{clause}]: given {} faces, wanted {dice}", faces.len());
                return Err((place, why));
            }
            done = match self.referee.give_dice(&label, faces, None) {
                Ok(Some(ack)) => Ok(ack),
                Ok(None) => return Err((place, format!("no order waits for the roll `{label}`"))),
                Err(SubmitError::Refused(refusal)) => return Err((place, format!("dice for `{label}`: {refusal}"))),
                Err(error) => Err(error),
            };
        }
        let unused = left.into_iter().find(|(_, (_, rolls))| !rolls.is_empty());
        Ok((done, unused.map(|(label, (place, _))| (label.to_owned(), place))))
    }

    /// Reads an order in the scenario's names.
    fn read(&self, order: &Value) -> Result<S::Order, String> {
        naming(self.referee.true_names(), || S::Order::deserialize(order))
            .map_err(|error| format!("this is not a valid order: {error}\n    {order}"))
    }

    fn act(&mut self, by: &str, step: &Step) -> Result<Done, String> {
        let side = side_of::<S>(by)?;
        let id = step.id.as_ref().map(|id| id.get_ref().clone());
        if step.undo.is_some() {
            return Ok(self.referee.undo(side));
        }
        if step.resign.is_some() {
            return Ok(self.referee.resign(side));
        }
        if let Some(order) = &step.raw_order {
            return Ok(self.referee.submit_written(side, order.get_ref(), id));
        }
        if let Some(entered) = &step.enter {
            let entered = entered.get_ref();
            return match self.referee.give_dice(&entered.label, entered.faces.clone(), Some(side)) {
                Ok(Some(ack)) => Ok(Ok(ack)),
                Ok(None) => Err("no order waits for these dice".to_owned()),
                Err(error) => Ok(Err(error)),
            };
        }
        if let Some(standing) = step.standing.as_ref().map(Spanned::get_ref) {
            let answer = standing.answer.as_ref().map(|answer| self.read(answer)).transpose()?;
            // The case uses the scenario's names; the referee expects the side's own.
            let names = self.referee.seat(side.seat()).names();
            let words = naming(names, || answer.map(serde_json::to_value).transpose()).map_err(|e| e.to_string())?;
            return Ok(self.referee.stand(side, standing.question.clone(), words.as_ref()));
        }
        let order = step.order.as_ref().ok_or("`by` has no act beside it")?;
        let order = self.read(order.get_ref())?;
        Ok(self.referee.submit(side, order, id))
    }

    /// Checks whether an act ended as the step says: executed, refused, or waiting for a roll.
    fn judge(&mut self, done: Done, step: &Step, mark: &Mark<S>) -> Result<(), String> {
        let refused = step.refused.as_ref().map(|clause| clause.get_ref().as_str());
        let waits = step.waits.as_ref().map(|label| label.get_ref().as_str());
        match (done, refused, waits) {
            (Ok(_), None, None) => self.all_dice_rolled(mark),
            (Ok(_), Some(clause), _) => Err(format!("expected a refusal by {clause}, and the order was done")),
            (Ok(_), None, Some(label)) => {
                Err(format!("expected the order to wait for the roll `{label}`, and it was done"))
            }
            (Err(SubmitError::Refused(refusal)), Some(clause), _) if refusal.clause.id() == clause => {
                if self.referee.roll_asked().is_none() {
                    self.referee.clear_dice();
                }
                if *self.referee.true_position() == *mark.true_position()
                    && self.referee.number_of_entries() == mark.entries()
                {
                    Ok(())
                } else {
                    Err("the order was refused, and yet something changed".to_owned())
                }
            }
            (Err(SubmitError::Refused(refusal)), Some(clause), _) => {
                Err(format!("expected a refusal by {clause}, and it was refused by {refusal}"))
            }
            (Err(SubmitError::Refused(refusal)), None, _) => Err(format!("refused: {refusal}")),
            (Err(SubmitError::Roll(asked)), _, Some(label)) if asked.label == label => Ok(()),
            (Err(SubmitError::Roll(_)), _, _) => Err(self.missing_roll(step)),
            (Err(SubmitError::Failed(failure)), _, _) => Err(failure.to_string()),
        }
    }

    /// Returns the error in the given dice, if none of them fit a roll.
    fn missing_roll(&self, step: &Step) -> String {
        let Some(asked) = self.referee.roll_asked() else { return "a roll has no dice".to_owned() };
        let (label, wanted, clause) = (&asked.label, asked.dice, &asked.clause);
        let Some(given) = step.dice.get(label).map(|faces| faces.get_ref().rolls()) else {
            let others: Vec<String> = step.dice.iter().map(|(label, _)| format!("`{label}`")).collect();
            let given = if others.is_empty() { "none".to_owned() } else { format!("only for {}", others.join(", ")) };
            return format!("the roll `{label}` [{clause}] is asked for: wanted {wanted} faces, given {given}");
        };
        let fitting = self.referee.rolls_fitting();
        match given.get(fitting) {
            Some(faces) => {
                let nth = if given.len() > 1 { format!(", roll {} of that label", fitting + 1) } else { String::new() };
                format!("the roll `{label}` [{clause}]{nth}: given {} faces, wanted {wanted}", faces.len())
            }
            None => {
                let more = fitting + 1;
                format!("the roll `{label}` [{clause}] of {wanted} dice: given {fitting} rolls, wanted {more} or more")
            }
        }
    }

    /// Checks that all given dice were rolled.
    fn all_dice_rolled(&self, mark: &Mark<S>) -> Result<(), String> {
        let mut left = self.referee.unused_dice();
        left.sort();
        let Some(label) = left.first() else { return Ok(()) };
        let items = self.referee.entries().get(mark.entries()..).unwrap_or_default().iter().flat_map(|e| &e.items);
        let made: BTreeSet<String> = items
            .filter_map(|item| match item {
                Item::Roll { label, .. } => Some(format!("`{label}`")),
                _ => None,
            })
            .collect();
        let made: Vec<String> = made.into_iter().collect();
        let made = if made.is_empty() { "none was".to_owned() } else { format!("these were: {}", made.join(", ")) };
        Err(format!("dice were given for `{label}`, and that roll was not made; {made}"))
    }

    /// Gives the most passive order of each side that is asked, until the question is asked.
    fn pass_until(&mut self, question: &str, of: Option<&str>, step: &Step) -> Result<(), String> {
        let of = of.map(side_of::<S>).transpose()?;
        let who = of.map_or("somebody", |side| S::SIDES[side.index()]);
        for given in 0..=MOST_ORDERS {
            let asked = |side: Side| self.referee.pending_question(side).map(rules::Question::word);
            let stands =
                Side::BOTH.into_iter().any(|side| asked(side) == Some(question) && of.is_none_or(|of| of == side));
            if stands && given > 0 {
                return Ok(());
            }
            let Some((side, kind)) = Side::BOTH.into_iter().find_map(|side| Some((side, asked(side)?))) else {
                return Err(format!("{who} is never asked `{question}`: the game is over after {given} orders"));
            };
            let name = S::SIDES[side.index()];
            let order = passive(&self.referee, side)
                .map_err(|why| format!("after {given} orders {name} is asked `{kind}`, and {why}"))?;
            match self.referee.submit(side, order, None) {
                Ok(_) => self.note_questions(),
                Err(SubmitError::Roll(_)) => {
                    let order = written(&self.referee, &order);
                    return Err(format!("after {given} orders, at {order} by {name}: {}", self.missing_roll(step)));
                }
                Err(error) => return Err(format!("after {given} orders: {error}")),
            }
        }
        Err(format!("{who} is not asked `{question}` within {MOST_ORDERS} orders"))
    }
}

fn seat_of<S: System>(name: &str) -> Result<Seat, String> {
    let [a, b] = S::SIDES;
    seat_named(S::SIDES, name).ok_or_else(|| format!("there is no seat `{name}`; expected {a}, {b} or spectator"))
}

fn side_of<S: System>(name: &str) -> Result<Side, String> {
    let [a, b] = S::SIDES;
    let side = seat_named(S::SIDES, name).and_then(Seat::side);
    side.ok_or_else(|| format!("there is no side `{name}`; expected {a} or {b}"))
}
