//! Questions of fights, and what follows an answer.

use rules::{Group, OfferSink, Side, Turn};

use crate::mechanics::aim::{Targets, able};
use crate::mechanics::{blows, melee};
use crate::orders::fights::charge;
use crate::orders::{ChargeWhere, Done, FireWith, HoldFire, Order};
use crate::printed::clause::A10;
use crate::sequence::{asking, close_combat, first_fire, rallying, routs};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::view::AslEyes;

/// What the side could order in answer to the question.
#[inline]
pub fn candidates(eyes: AslEyes<'_>, side: Side, question: Fight, sink: &mut impl OfferSink<Asl>) {
    match question {
        Fight::Rally { alone, .. } => rallying::offers(eyes, side, alone, sink),
        Fight::ChooseRout { .. } => routs::offers(eyes, side, sink),
        Fight::CloseCombat { at, .. } => close_combat::offers(eyes, side, at, sink),
        Fight::FirstFire { .. } => {
            fires(eyes, side, question, sink);
            sink.each(&[HoldFire {}], |hold| hold);
        }
        _ => {
            fires(eyes, side, question, sink);
            charge::holders(eyes, side).iter().for_each(|unit| sink.draft(ChargeWhere { unit }));
            sink.each(&[Done {}], |done| done);
        }
    }
}

/// Who could fire.
#[inline]
fn fires(eyes: AslEyes<'_>, side: Side, when: Fight, sink: &mut impl OfferSink<Asl>) {
    for piece in Targets::of(eyes, side, when).faced_by_some(able(eyes, side, when).armed()) {
        sink.draft(FireWith { units: Group::EMPTY.with(piece), leader: None });
    }
}

/// What comes after an answer is put on the agenda before the answer is carried out.
#[inline]
pub fn prepare(turn: &mut impl Turn<Asl>, question: Fight, order: &Order) {
    match (question, *order) {
        (Fight::ChooseRout { .. }, Order::Done) => routs::end(turn),
        (Fight::ChooseRout { side }, _) => turn.push(Fight::Routs { side }.into()),
        (Fight::FirstFire { fired }, Order::Fire { units, leader, .. }) => {
            let fired = units.iter().chain(leader).fold(fired, Group::with);
            turn.push(Fight::Watch { fired }.into());
        }
        _ => {}
    }
}

/// The question that a side is asked again when it has answered, if there is still something to do.
#[inline]
pub fn again(turn: &impl Turn<Asl>, question: Fight, order: &Order) -> Option<Fight> {
    match (question, order) {
        (_, Order::Done) => None,
        (Fight::Rally { side, alone }, _) => {
            Some(Fight::Rally { side, alone: alone || rallying::is_alone(turn, order) })
        }
        (Fight::PrepFire | Fight::FinalFire | Fight::AdvancingFire, _) => Some(question),
        _ => None,
    }
}

/// Does one step that is no question.
#[inline]
pub fn step(turn: &mut impl Turn<Asl>, step: Fight) {
    match step {
        Fight::EndOfRally => rallying::end(turn),
        Fight::Watch { fired } => first_fire::ask(turn, fired),
        Fight::Routs { side } => routs::go_on(turn, side),
        Fight::CloseCombats { from } => melee::next(turn, from),
        Fight::Blows { side, at, alone } => close_combat::ask(turn, side, at, alone),
        Fight::Blow { units, against } => blows::strike(turn, units, against),
        Fight::BlowBelow { side, at } => blows::strike_below(turn, side, at),
        Fight::BlowUnknown { side, units, against, at } => blows::strike_unknown(turn, side, units, against, at),
        Fight::Settle { at } => melee::settle(turn, at),
        Fight::EndOfCombat { at } => melee::end(turn, at),
        _ => {}
    }
}

/// The Rally Phase of the ATTACKER's units.
pub fn begin_rally(turn: &mut impl Turn<Asl>) {
    let side = turn.position().attacker;
    turn.push(Fight::EndOfRally.into());
    asking::ask(turn, Fight::Rally { side, alone: false });
}

/// The Prep Fire Phase.
pub fn begin_prep_fire(turn: &mut impl Turn<Asl>) {
    asking::ask(turn, Fight::PrepFire);
}

/// The end of the Movement Phase, before the emergence drs.
pub fn end_of_movement(turn: &mut impl Turn<Asl>) {
    if !turn.position().residual.is_empty() {
        turn.change(A10, Change::ResidualGone);
    }
}

/// The Defensive Fire Phase.
pub fn begin_final_fire(turn: &mut impl Turn<Asl>) {
    asking::ask(turn, Fight::FinalFire);
}

/// The Advancing Fire Phase.
pub fn begin_advancing_fire(turn: &mut impl Turn<Asl>) {
    asking::ask(turn, Fight::AdvancingFire);
}

/// The Rout Phase, the ATTACKER first.
pub fn begin_rout(turn: &mut impl Turn<Asl>) {
    let attacker = turn.position().attacker;
    turn.push(Fight::Routs { side: attacker.other() }.into());
    turn.push(Fight::Routs { side: attacker }.into());
}

/// The Close Combat Phase.
pub fn begin_close_combat(turn: &mut impl Turn<Asl>) {
    turn.push(Fight::CloseCombats { from: 0 }.into());
}
