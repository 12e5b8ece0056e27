//! Running a case.

use board::naming::naming;
use fair::{Binding, GameId, Nonce};
use referee::ledger::DiceTerms;
use referee::{Item, Opening, Referee, SubmitError, outcome_name, written_view};
use rules::{Seat, Side, System, reachable};
use serde::Deserialize;
use serde_json::{Value, json};

use super::file::{Case, Faces, Step};
use super::matching::{differing_lines, likeness, matches};
use crate::systems::seat_named;

/// Where a case went otherwise than it says.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct Failure {
    /// The line of the step in the case file; 0 for the scenario.
    pub line: usize,
    /// What was expected and what came.
    pub why: String,
}

/// Runs a case of a system.
///
/// # Errors
/// The first step that did not go as the case says.
pub fn run<S: System>(case: &Case) -> Result<(), Failure> {
    if let Some(clause) = &case.refused {
        return refused_scenario::<S>(case, clause).map_err(|why| Failure { line: 0, why });
    }
    let opened = open::<S>(case).map_err(|error| Failure { line: 0, why: explain(&error) });
    let mut runner = Runner { referee: opened? };
    for (line, step) in &case.steps {
        runner.step(step).map_err(|why| Failure { line: *line, why })?;
    }
    Ok(())
}

/// Opens the game of a case. Its dice are all given, or what only one side sees comes from a key that is always the same.
fn open<S: System>(case: &Case) -> Result<Referee<S>, referee::RefereeError> {
    let (scenario, game) = (case.scenario.clone(), GameId::from([0; 32]));
    let nonces @ [nonce, a, b] = [[0; 32], [1; 32], [2; 32]].map(Nonce::from);
    let dice = match case.players_roll {
        false => DiceTerms::Given,
        true => DiceTerms::Players(Binding::Game(game).commitments(&nonces)),
    };
    let mut referee = Referee::<S>::open(Opening { scenario, game, nonce, dice }, Box::new(()))?;
    if case.players_roll {
        referee.reveal(a, b)?;
    }
    Ok(referee)
}

/// A case about a scenario that the system must refuse, citing a clause.
fn refused_scenario<S: System>(case: &Case, clause: &str) -> Result<(), String> {
    match referee::set_up::<S>(&case.scenario) {
        Ok(_) => Err(format!("expected the scenario to be refused by {clause}, and it was accepted")),
        Err(problems) if problems.iter().any(|problem| problem.clause.as_deref() == Some(clause)) => Ok(()),
        Err(problems) => {
            Err(format!("expected the scenario to be refused by {clause}:\n{}", problems.render(false, 100)))
        }
    }
}

fn explain(error: &referee::RefereeError) -> String {
    match error {
        referee::RefereeError::Scenario(problems) => format!("{error}\n{}", problems.render(false, 100)),
        other => other.to_string(),
    }
}

struct Runner<S: System> {
    referee: Referee<S>,
}

impl<S: System> Runner<S> {
    fn step(&mut self, step: &Step) -> Result<(), String> {
        for (label, faces) in &step.dice {
            let rolls = match faces {
                Faces::One(faces) => vec![faces.clone()],
                Faces::Several(rolls) => rolls.clone(),
            };
            for faces in rolls {
                self.referee.give_dice(label, faces, None).map_err(|error| format!("dice for `{label}`: {error}"))?;
            }
        }
        if let Some(by) = &step.by {
            self.act(by, step)?;
        } else if step.answer_standing {
            let from = self.referee.entries().len();
            match self.referee.answer_standing() {
                Ok(true) => self.look_at_items(step, from)?,
                Ok(false) => return Err("no standing order answers what is asked".to_owned()),
                Err(error) => return Err(error.to_string()),
            }
        }
        if let Some(name) = &step.seat {
            let seat = seat_named(S::SIDES, name).ok_or_else(|| {
                format!("there is no seat `{name}`; expected {}, {} or spectator", S::SIDES[0], S::SIDES[1])
            })?;
            self.look_through(seat, step)?;
        }
        if let Some(expected) = &step.outcome {
            let found = self.referee.outcome().map(|outcome| outcome_name::<S>(&outcome)).unwrap_or_default();
            if found != *expected {
                return Err(format!("expected the outcome `{expected}`, found `{found}`"));
            }
        }
        Ok(())
    }

    fn side(name: &str) -> Result<Side, String> {
        let expected = || format!("there is no side `{name}`; expected {} or {}", S::SIDES[0], S::SIDES[1]);
        seat_named(S::SIDES, name).and_then(Seat::side).ok_or_else(expected)
    }

    /// Reads an order in the scenario's names.
    fn read(&self, order: &Value) -> Result<S::Order, String> {
        naming(self.referee.true_names(), || S::Order::deserialize(order))
            .map_err(|error| format!("this is no order: {error}\n    {order}"))
    }

    fn act(&mut self, by: &str, step: &Step) -> Result<(), String> {
        let side = Self::side(by)?;
        let from = self.referee.entries().len();
        let before = self.referee.truth().clone();
        let done = if step.undo {
            self.referee.undo(side)
        } else if step.resign {
            self.referee.resign(side)
        } else if let Some(written) = &step.written {
            self.referee.submit_written(side, written, step.id.clone())
        } else if let Some(entered) = &step.enter {
            match self.referee.give_dice(&entered.label, entered.faces.clone(), None) {
                Ok(Some(ack)) => Ok(ack),
                Ok(None) => return Err("no order waits for these dice".to_owned()),
                Err(error) => Err(error),
            }
        } else if let Some(standing) = &step.standing {
            let answer = standing.answer.as_ref().map(|answer| self.read(answer)).transpose()?;
            // Said by the scenario's names in the case, and by the side's own to the referee.
            let names = self.referee.seat(side.seat()).names();
            let words = naming(names, || answer.map(serde_json::to_value).transpose()).map_err(|e| e.to_string())?;
            self.referee.stand(side, standing.question.clone(), words.as_ref())
        } else {
            let order = step
                .order
                .as_ref()
                .ok_or("expected `order`, `written`, `enter`, `undo`, `resign` or `standing` beside `by`")?;
            let order = self.read(order)?;
            self.referee.submit(side, order, step.id.clone())
        };
        match (done, &step.refused) {
            (Ok(_), None) => {
                if let Some(label) = self.referee.unused_dice().first() {
                    return Err(format!("dice were given for `{label}`, and that roll was not made"));
                }
                self.look_at_items(step, from)
            }
            (Ok(_), Some(clause)) => Err(format!("expected a refusal by {clause}, and the order was done")),
            (Err(SubmitError::Refused(refusal)), Some(clause)) if refusal.clause.id() == clause => {
                if self.referee.roll_asked().is_none() {
                    self.referee.clear_dice();
                }
                if *self.referee.truth() == before && self.referee.entries().len() == from {
                    Ok(())
                } else {
                    Err("the order was refused, and yet something changed".to_owned())
                }
            }
            (Err(SubmitError::Refused(refusal)), Some(clause)) => {
                Err(format!("expected a refusal by {clause}, and it was refused by {refusal}"))
            }
            (Err(SubmitError::Refused(refusal)), None) => Err(format!("refused: {refusal}")),
            (Err(SubmitError::Roll(asked)), _) if step.waits.as_ref() == Some(&asked.label) => Ok(()),
            (Err(SubmitError::Roll(asked)), _) => Err(format!(
                "no dice are given for the roll `{}` of {} dice [{}]",
                asked.label, asked.dice, asked.clause
            )),
            (Err(SubmitError::Failed(failure)), _) => Err(failure.to_string()),
        }
    }

    /// Compares what was recorded since an entry with what the step expects.
    fn look_at_items(&self, step: &Step, from: usize) -> Result<(), String> {
        let entries = self.referee.entries().get(from..).unwrap_or_default();
        let items: Vec<&Item<S>> = entries.iter().flat_map(|entry| &entry.items).collect();
        let written =
            naming(self.referee.true_names(), || items.iter().map(|item| plain(item)).collect::<Vec<Value>>());
        for expected in &step.expect {
            expect(expected, &written, "recorded")?;
        }
        for absent in &step.absent {
            if let Some(found) = written.iter().find(|found| matches(absent, found)) {
                return Err(format!("expected nothing like {absent} to be recorded, found {found}"));
            }
        }
        match &step.clause {
            Some(clause) if !items.iter().any(|item| item.clause() == Some(clause)) => {
                let cited: std::collections::BTreeSet<_> = items.iter().filter_map(|item| item.clause()).collect();
                Err(format!("expected an effect by {clause}, found effects by {cited:?}"))
            }
            _ => Ok(()),
        }
    }

    fn look_through(&self, seat: Seat, step: &Step) -> Result<(), String> {
        let referee = &self.referee;
        let names = referee.true_names();
        if !step.sees.is_empty() || !step.hides.is_empty() {
            let view = written_view::<S>(referee.setting(), referee.truth(), seat, names.clone())
                .map_err(|error| error.to_string())?;
            let facts: Vec<Value> = view.facts.iter().filter_map(|fact| serde_json::from_str(fact).ok()).collect();
            for wanted in &step.sees {
                expect(wanted, &facts, "in the view")?;
            }
            for hidden in &step.hides {
                if let Some(found) = facts.iter().find(|found| matches(hidden, found)) {
                    return Err(format!("expected nothing like {hidden} in the view, found {found}"));
                }
            }
        }
        if let Some(expected) = &step.asked {
            let asked = seat.side().and_then(|side| referee.awaited(side)).map_or("", |question| question.kind);
            if asked != expected {
                return Err(format!("expected to be asked `{expected}`, is asked `{asked}`"));
            }
        }
        if !step.offered.is_empty() || !step.unoffered.is_empty() {
            let asked = seat.side().is_some_and(|side| referee.awaited(side).is_some());
            let orders = if asked { reachable::<S>(referee.eyes(seat), |_, _| {}) } else { Default::default() };
            let orders: Vec<Value> =
                naming(names.clone(), || orders.iter().filter_map(|order| serde_json::to_value(order).ok()).collect());
            for wanted in &step.offered {
                expect(wanted, &orders, "offered")?;
            }
            for barred in &step.unoffered {
                if let Some(found) = orders.iter().find(|found| matches(barred, found)) {
                    return Err(format!("expected nothing like {barred} to be offered, found {found}"));
                }
            }
        }
        if let Some(tool) = &step.tool {
            let input = step.input.clone().unwrap_or(Value::Null);
            let answer = naming(names, || S::use_tool(Some(referee.eyes(seat)), tool, &input));
            let answer = answer.map_err(|refusal| format!("the tool refuses: {refusal}"))?;
            let answer = serde_json::to_value(answer).map_err(|error| error.to_string())?;
            if let Some(wanted) = &step.answer {
                expect(wanted, &[answer], "answered")?;
            }
        }
        Ok(())
    }
}

/// An item as a case writes it: `{ report = … }`, `{ change = … }` or `{ roll = … }`.
fn plain<S: System>(item: &Item<S>) -> Value {
    match item {
        Item::Change { change, .. } => json!({ "change": change }),
        Item::Report { report, .. } => json!({ "report": report }),
        Item::Roll { label, faces, clause, .. } => {
            json!({ "roll": { "label": label, "faces": faces, "clause": clause } })
        }
        Item::Push(step) => json!({ "push": step }),
        Item::Pop => json!("pop"),
    }
}

fn expect(wanted: &Value, found: &[Value], how: &str) -> Result<(), String> {
    if found.iter().any(|found| matches(wanted, found)) {
        return Ok(());
    }
    let nearest = found.iter().max_by_key(|found| likeness(wanted, found));
    Err(format!("expected this {how} (`-` is missing, `+` is there instead):\n{}", differing_lines(wanted, nearest)))
}
