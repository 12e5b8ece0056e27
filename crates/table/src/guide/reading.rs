//! Reading of a guide: its case is played, and its orders and dice are noted.

use std::cell::Cell;

use board::naming::naming;
use board::scenario::{Diagnostic, Diagnostics};
use referee::ledger::ScenarioText;
use referee::{Act, Item, Referee};
use rules::{Side, System};

use super::{Guide, Lesson, Move, Scripted};
use crate::case::{Case, CaseError, Failure, Mistake, Step, Stepped, run_with};
use crate::seat_named;

/// Maximum number of orders of a guided game, those of `pass_until` included.
const MOVES: usize = 2000;

/// Reads the guide of a scenario, and plays it through. `name` is that of its file.
///
/// # Errors
/// The text is not a guide of this scenario, or a step of it can't be played.
/// The scenario has mistakes.
pub fn read_guide(name: &str, text: &str, scenario: &ScenarioText) -> Result<Guide, Diagnostics> {
    let mistake = |at: usize, why: String| {
        let line = text.get(at..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let problem = Diagnostic { span: Some(at..at + line.trim_end().len()), ..Diagnostic::new(why) };
        Diagnostics::about(name, text, vec![problem])
    };
    let named = Cell::new(false);
    let case = Case::parse(name, text, |_| {
        named.set(true);
        Ok(scenario.clone())
    })
    .map_err(|error| match error {
        CaseError::Scenario(problems) => problems,
        CaseError::Form { at, message, .. } => mistake(at, message),
        error @ CaseError::Read { .. } => mistake(0, error.to_string()),
    })?;
    if !named.get() {
        return Err(mistake(0, "a guide is for a scenario file; expected `scenario = \"…\"`, not `inline`".to_owned()));
    }
    let system = crate::system(&case.system)
        .ok_or_else(|| mistake(0, format!("its scenario names an unknown rule system `{}`", case.system)))?;
    system.guide(&case).map_err(|Failure { line, why }| {
        let above: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
        mistake(above, why)
    })
}

/// Plays a guide and returns its moves.
///
/// # Errors
/// The first step whose result differs from the case.
/// The case has no table `[guide]`.
/// The learner isn't offered the order of a lesson, or doesn't see what it points at.
pub fn of_case<S: System>(case: &Case) -> Result<Guide, Failure> {
    let in_file = |(place, why): Mistake| Failure { line: case.line(place), why };
    let Some(head) = &case.guide else {
        return Err(Failure { line: 1, why: "this case is not a guided game; expected a table `[guide]`".to_owned() });
    };
    let side = seat_named(S::SIDES, head.side.get_ref()).and_then(rules::Seat::side).ok_or_else(|| {
        let [a, b] = S::SIDES;
        in_file((head.side.span().start, format!("there is no side `{}`; expected {a} or {b}", head.side.get_ref())))
    })?;
    let mut moves: Vec<Move> = Vec::new();
    run_with::<S>(case, |Stepped { step, start, referee, played }| {
        if played { note_moves(referee, step, start, &mut moves) } else { check_lesson(referee, side, step) }
    })?;
    Ok(Guide {
        title: case.title.clone(),
        about: head.about.get_ref().clone(),
        end: head.end.get_ref().clone(),
        side,
        scenario: case.scenario.clone(),
        moves,
    })
}

/// Checks that the learner can choose the order of a lesson and sees what it points at.
fn check_lesson<S: System>(referee: &Referee<S>, side: Side, step: &Step) -> Result<(), Mistake> {
    let (Some(say), Some(order)) = (&step.say, &step.order) else { return Ok(()) };
    let path = referee.path_to(side, order.get_ref()).map_err(|error| (order.span().start, error.to_string()))?;
    if path.is_empty() {
        let why = "the learner isn't offered this order; expected one of the offers of `undercity play --terminal`";
        return Err((order.span().start, why.to_owned()));
    }
    let place = step.point.place().unwrap_or_else(|| say.span().start);
    referee.pointed(side, &points(step)).map(drop).map_err(|error| (place, format!("`point`: {error}")))
}

fn points(step: &Step) -> Vec<String> {
    step.point.iter().map(|name| name.get_ref().clone()).collect()
}

/// Adds the orders that a step has given, with their dice.
fn note_moves<S: System>(
    referee: &Referee<S>,
    step: &Step,
    start: usize,
    moves: &mut Vec<Move>,
) -> Result<(), Mistake> {
    // The first entry is the beginning of play.
    for entry in referee.entries().get(1 + moves.len()..).unwrap_or_default() {
        if moves.len() == MOVES {
            return Err((start, format!("a guided game has at most {MOVES} orders")));
        }
        let Act::Order { by, order, .. } = &entry.act else {
            return Err((
                start,
                "a guided game is made of orders, and this step has recorded something else".to_owned(),
            ));
        };
        let order = naming(referee.true_names(), || serde_json::to_value(order));
        let dice = entry.items.iter().filter_map(|item| match item {
            Item::Roll { label, faces, .. } => Some((label.clone(), faces.clone())),
            _ => None,
        });
        let lesson = step.say.as_ref().map(|say| Lesson {
            say: say.get_ref().clone(),
            point: points(step),
            instead: step.instead.as_ref().map(|instead| instead.get_ref().clone()),
        });
        let order = order.map_err(|error| (start, error.to_string()))?;
        moves.push(Move { by: *by, order, dice: dice.collect(), lesson });
    }
    Ok(())
}
