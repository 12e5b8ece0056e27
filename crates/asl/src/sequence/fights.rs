//! Questions of fights, and what follows an answer.

use rules::{Group, OfferSink, Side, Turn};

use crate::mechanics::{blows, melee};
use crate::orders::fights::{charge, fire};
use crate::orders::{Draft, Order};
use crate::printed::clause::A10;
use crate::sequence::{asking, close_combat, first_fire, rallying, routs};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::view::AslEyes;

/// What the side could order in answer to the question.
#[inline]
pub fn candidates(
    eyes: AslEyes<'_>,
    side: Side,
    question: Fight,
    draft: Option<&Draft>,
    sink: &mut impl OfferSink<Asl>,
) {
    match question {
        Fight::Rally { alone, .. } => rallying::offers(eyes, side, alone, draft, sink),
        Fight::ChooseRout { .. } => routs::offers(eyes, side, draft, sink),
        Fight::CloseCombat { at, .. } => close_combat::offers(eyes, side, at, draft, sink),
        Fight::FirstFire { .. } => {
            fire::candidates(eyes, side, question, draft, sink);
            if draft.is_none() {
                sink.each(&[Order::HoldFire], |hold| hold);
            }
        }
        _ => {
            fire::candidates(eyes, side, question, draft, sink);
            charge::candidates(eyes, side, question, draft, sink);
            if draft.is_none() {
                sink.each(&[Order::Done], |done| done);
            }
        }
    }
}

/// Resolves a checked order. The question is off the agenda already.
#[inline]
pub fn resolve(turn: &mut impl Turn<Asl>, side: Side, question: Fight, order: &Order) {
    match (question, *order) {
        (Fight::Rally { alone, .. }, _) => rallying::resolve(turn, side, alone, order),
        (Fight::ChooseRout { .. }, _) => routs::resolve(turn, side, order),
        (Fight::CloseCombat { at, alone, .. }, _) => close_combat::resolve(turn, side, at, alone, order),
        (Fight::FirstFire { fired }, Order::Fire { units, leader, at }) => {
            let fired = units.iter().chain(leader).fold(fired, Group::with);
            turn.push(Fight::Watch { fired }.into());
            fire::fire(turn, side, question, units, leader, at);
        }
        (_, Order::Fire { units, leader, at }) => {
            fire::fire(turn, side, question, units, leader, at);
            asking::ask(turn, question);
        }
        (_, Order::Charge { unit, at }) => {
            charge::throw(turn, side, question, unit, at);
            asking::ask(turn, question);
        }
        _ => {}
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
