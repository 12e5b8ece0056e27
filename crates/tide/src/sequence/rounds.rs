//! The sequence of play.

use rules::{Audience, Side, Turn};

use crate::mechanics::{melee, morale, movement, objectives, sewer};
use crate::printed::clause::{B1, B2, B4, B5, B27, S12, S15, S16};
use crate::printed::words::{Action, Phase, Token};
use crate::state::Tide;
use crate::state::change::Change;
use crate::state::position::{has_fresh, has_squads};
use crate::state::report::Report;
use crate::state::squad::Squad;
use crate::state::step::Step;

/// Does one step that is no question.
#[inline]
pub fn step(turn: &mut impl Turn<Tide>, step: Step) {
    match step {
        Step::Round => begin_round(turn),
        Step::Next => next(turn),
        Step::CarryOn => movement::carry_on(turn),
        Step::EndActivation => end_activation(turn),
        Step::Lose { side, victims, figures } => morale::lose_figures(turn, side, victims, figures),
        Step::AssaultOver { unit, at, defenders, won } => melee::conclude(turn, unit, at, defenders, won),
        Step::Beaten { side, unit } => morale::be_beaten(turn, side, unit),
        Step::BeatenOut { side, at } => morale::be_beaten_out(turn, side, at),
        Step::Occupy { unit, at } => melee::occupy(turn, unit, at),
        Step::Command => command_phase(turn),
        Step::Status => status_phase(turn),
        Step::Act
        | Step::Move
        | Step::AfterEmerging
        | Step::OpFire
        | Step::ChooseLoss { .. }
        | Step::ChooseRetreat { .. }
        | Step::ChooseRetreats { .. } => {}
    }
}

fn begin_round(turn: &mut impl Turn<Tide>) {
    let now = turn.position().round;
    turn.report(B1, Audience::All, Report::RoundBegins(now));
    turn.change(B1, Change::Phase { now: Phase::Action });
    let initiative = turn.position().initiative;
    begin_turn(turn, initiative);
}

/// The turn of this side; of the other one if it is done; with both done the phase ends.
fn begin_turn(turn: &mut impl Turn<Tide>, first: Side) {
    for side in [first, first.other()] {
        if has_fresh(turn.position(), side) {
            let actions = turn.setting().actions;
            turn.change(B2, Change::Turn { side, actions });
            turn.push(Step::Act);
            return;
        }
    }
    turn.push(Step::Command);
}

fn next(turn: &mut impl Turn<Tide>) {
    objectives::settle(turn);
    let position = turn.position();
    if B27.is_in_force() && Side::BOTH.iter().any(|side| !has_squads(position, *side)) {
        turn.change(B27, Change::Phase { now: Phase::Over });
        return;
    }
    let side = position.turn;
    if position.actions_left > 0 && has_fresh(position, side) {
        turn.push(Step::Act);
    } else {
        begin_turn(turn, side.other());
    }
}

/// The activated squad is fatigued, unless it is in Op Fire mode or below.
fn end_activation(turn: &mut impl Turn<Tide>) {
    let Some(active) = turn.position().active else {
        return;
    };
    let clause = match active.action {
        Action::Emerge => S12,
        Action::SewerAssault | Action::UnseenAssault => {
            let up = turn.position().squad(active.piece).is_some_and(|squad| squad.on().is_some());
            if up { S15 } else { S16 }
        }
        Action::Advance | Action::FireAndMovement | Action::Assault => B4,
    };
    let unit = active.piece;
    let fresh = |squad: &Squad| squad.on().is_some() && squad.token == Token::Fresh;
    if turn.position().squad(unit).is_some_and(fresh) {
        turn.change(clause, Change::Token { unit, now: Token::Fatigued });
    }
    turn.change(clause, Change::Done);
}

fn command_phase(turn: &mut impl Turn<Tide>) {
    turn.change(B1, Change::Phase { now: Phase::Command });
    objectives::command_phase(turn);
    turn.push(Step::Status);
}

fn status_phase(turn: &mut impl Turn<Tide>) {
    turn.change(B1, Change::Phase { now: Phase::Status });
    let spent = turn.position().muster.on - turn.position().muster.fresh;
    for unit in spent.iter() {
        turn.change(B5, Change::Token { unit, now: Token::Fresh });
    }
    morale::recover(turn);
    sewer::turn_tokens(turn);
    let round = turn.position().round;
    if round >= turn.setting().rounds {
        turn.change(B1, Change::Phase { now: Phase::Over });
    } else {
        turn.change(B1, Change::Round { now: round + 1 });
        turn.push(Step::Round);
    }
}
