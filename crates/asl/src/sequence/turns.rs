//! The sequence of play (ASL-A1): the set-up, and two Player Turns of eight phases to a Game Turn.

use board::LocationId;
use rules::{Audience, Group, Side, Turn};

use crate::mechanics::markers::clear;
use crate::mechanics::{concealment, movement, objectives};
use crate::orders::Order;
use crate::printed::clause::{A1, A23, A30};
use crate::printed::flags::Flag;
use crate::printed::words::{Cover, Fate, Phase};
use crate::sequence::{asking, below, close_combat, fights, recording};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::report::Report;
use crate::state::step::Step;
use crate::view::AslEyes;

/// Resolves a checked order.
#[inline]
pub fn resolve(turn: &mut impl Turn<Asl>, side: Side, order: &Order) {
    let Some(question) = turn.position().agenda.top() else { return };
    // Both sides record at once; the question goes when both are done.
    if !matches!(question, Step::Record) {
        turn.pop();
    }
    let mut again = None;
    match question {
        Step::Move => turn.push(if matches!(order, Order::Done) { Step::EndOfMovement } else { Step::Move }),
        Step::Advance => turn.push(if matches!(order, Order::Done) { Step::EndOfAdvance } else { Step::Advance }),
        Step::Fight(question) => {
            again = fights::again(turn, question, order);
            fights::prepare(turn, question, order);
        }
        _ => {}
    }
    order.resolve(turn, side, question);
    match question {
        Step::Record => recording::go_on(turn, order),
        Step::SetUp { .. } if matches!(order, Order::Place { .. }) => turn.push(question),
        Step::Fight(Fight::CloseCombat { at, alone, .. }) => close_combat::go_on(turn, side, at, alone, order),
        _ => {}
    }
    if let Some(again) = again {
        asking::ask(turn, again);
    }
}

/// Does one step that is no question.
#[inline]
pub fn step(turn: &mut impl Turn<Asl>, step: Step) {
    match step {
        Step::GameTurn => begin_game_turn(turn),
        Step::PlayerTurn { side } => begin_player_turn(turn, side),
        Step::Phase { now } => begin_phase(turn, now),
        Step::CarryOn => movement::carry_on(turn),
        Step::EndOfMovement => {
            turn.push(Step::Phase { now: Phase::DefensiveFire });
            // The emergence drs come last, so they are pushed first.
            below::end_of_movement(turn);
            movement::end_of_phase(turn);
            fights::end_of_movement(turn);
        }
        Step::EndOfAdvance => {
            turn.push(Step::Phase { now: Phase::CloseCombat });
        }
        Step::EndOfPlayerTurn => end_player_turn(turn),
        Step::Fight(step) => fights::step(turn, step),
        Step::Below(step) => below::step(turn, step),
        Step::Record | Step::SetUp { .. } | Step::Move | Step::StepOn | Step::Advance => {}
    }
}

fn begin_game_turn(turn: &mut impl Turn<Asl>) {
    let now = turn.position().turn;
    for n in 0..turn.setting().covers.len() {
        let cover = turn.setting().covers[n];
        let on = (cover.from..=cover.until).contains(&now);
        if on != (turn.position().covered >> n & 1 == 1) {
            turn.change(A23, Change::Covered { cover: n as u8, on });
            if on && cover.blaze && A23.is_in_force() {
                burn(turn, cover.at);
            }
        }
    }
    if now == 1 {
        meet(turn);
    }
    let first = turn.setting().first;
    turn.push(Step::PlayerTurn { side: first });
}

/// Whoever is above ground in a hex where a Blaze breaks out is lost.
fn burn(turn: &mut impl Turn<Asl>, at: LocationId) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let there = |side| eyes.pieces_of(side).filter(|(_, _, place)| eyes.setting().same_hex(at, *place));
    let all = Side::BOTH.into_iter().flat_map(there).filter(|(_, _, place)| !eyes.setting().is_below(*place));
    let lost: Group = all.map(|(piece, _, _)| piece).collect();
    if lost.is_empty() {
        return;
    }
    turn.report(A23, Audience::All, Report::Burns { at });
    concealment::show(turn, lost);
    for unit in lost.iter() {
        let Some(burnt) = turn.position().unit(unit).filter(|unit| unit.at.is_some()) else { continue };
        let fate = if burnt.is_men() { Fate::Lost } else { Fate::Removed };
        turn.change(A23, Change::Gone { unit, fate });
    }
}

/// Hidden units that the enemy, not knowing, was placed among come into sight.
fn meet(turn: &mut impl Turn<Asl>) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let among = |side: Side| {
        let hidden = eyes.units_of(side).filter(|(_, unit, _)| unit.cover == Cover::Hidden);
        hidden.filter(move |(_, _, at)| eyes.at(side.other(), *at).next().is_some()).map(|(piece, _, _)| piece)
    };
    let met: Group = Side::BOTH.into_iter().flat_map(among).collect();
    met.iter().for_each(|unit| concealment::appear(turn, unit));
}

fn begin_player_turn(turn: &mut impl Turn<Asl>, side: Side) {
    if turn.position().attacker != side {
        turn.change(A1, Change::Attacker { side });
    }
    let now = turn.position().turn;
    turn.report(A1, Audience::All, Report::PlayerTurn { turn: now, side });
    turn.push(Step::Phase { now: Phase::Rally });
}

fn begin_phase(turn: &mut impl Turn<Asl>, now: Phase) {
    turn.change(A1, Change::Phase { now });
    turn.report(A1, Audience::All, Report::PhaseBegins(now));
    let done = |turn: &mut _| clear(turn, &[Flag::Used]);
    match now {
        Phase::Rally => {
            turn.push(Step::Phase { now: Phase::PrepFire });
            fights::begin_rally(turn);
        }
        Phase::PrepFire => {
            done(turn);
            turn.push(Step::Phase { now: Phase::Movement });
            fights::begin_prep_fire(turn);
        }
        Phase::Movement => {
            done(turn);
            movement::begin_phase(turn);
            turn.push(Step::Move);
        }
        Phase::DefensiveFire => {
            done(turn);
            turn.push(Step::Phase { now: Phase::AdvancingFire });
            fights::begin_final_fire(turn);
        }
        Phase::AdvancingFire => {
            done(turn);
            turn.push(Step::Phase { now: Phase::Rout });
            fights::begin_advancing_fire(turn);
        }
        Phase::Rout => {
            done(turn);
            turn.push(Step::Phase { now: Phase::Advance });
            fights::begin_rout(turn);
        }
        Phase::Advance => turn.push(Step::Advance),
        Phase::CloseCombat => {
            turn.push(Step::EndOfPlayerTurn);
            // Tunnels are destroyed after the fights, so that is pushed first.
            below::end_of_close_combat(turn);
            fights::begin_close_combat(turn);
        }
        Phase::SetUp | Phase::Over => {}
    }
}

/// What a unit has done in a Player Turn, and what it may do.
const FOR_A_PLAYER_TURN: [Flag; 17] = [
    Flag::Pinned,
    Flag::Ti,
    Flag::PrepFired,
    Flag::FirstFired,
    Flag::FinalFired,
    Flag::AdvanceFired,
    Flag::Moved,
    Flag::Advanced,
    Flag::Used,
    Flag::MayEmerge,
    Flag::Stays,
    Flag::Discovered,
    Flag::Routed,
    Flag::Fought,
    Flag::Struck,
    Flag::Stopped,
    Flag::Minimum,
];

fn end_player_turn(turn: &mut impl Turn<Asl>) {
    below::end_of_player_turn(turn);
    concealment::end_of_player_turn(turn);
    clear(turn, &FOR_A_PLAYER_TURN);
    objectives::settle(turn);
    if objectives::is_decided(turn) {
        return;
    }
    let (side, now) = (turn.position().attacker, turn.position().turn);
    if side == turn.setting().first {
        turn.push(Step::PlayerTurn { side: side.other() });
    } else if now < turn.setting().turns {
        turn.change(A1, Change::Turn { now: now + 1 });
        turn.push(Step::GameTurn);
    } else {
        turn.change(A30, Change::Phase { now: Phase::Over });
    }
}
