//! The sequence of play (ASL-A1): the set-up, and Game Turns of two Player Turns with eight phases each.

use arrayvec::ArrayVec;
use rules::{Audience, PieceSet, Resolver, Side};

use crate::mechanics::markers::clear;
use crate::mechanics::{
    blaze, charges, clearance, concealment, desperation, gaining, melee, movement, objectives, prisoners,
};
use crate::orders::Order;
use crate::printed::clause::{A1, A23};
use crate::printed::flags::Flag;
use crate::printed::words::{Cover, Phase};
use crate::sequence::{asking, below, close_combat, fights, recording};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::changes::Changes;
use crate::state::fight::Fight;
use crate::state::report::Report;
use crate::state::step::Step;
use crate::view::AslEyes;

#[inline]
pub fn resolve(resolver: &mut impl Resolver<Asl>, side: Side, order: &Order) {
    let Some(question) = resolver.position().agenda.top() else { return };
    // Both sides record at once. The question is removed when both are done.
    if !matches!(question, Step::Record) {
        resolver.pop();
    }
    let before = resolver.position().units.changes();
    let mut again = None;
    match question {
        Step::Move => resolver.push(if matches!(order, Order::Done) { Step::EndOfMovement } else { Step::Move }),
        Step::Advance => resolver.push(if matches!(order, Order::Done) { Step::EndOfAdvance } else { Step::Advance }),
        Step::Fight(question) => {
            again = fights::again(resolver, question, order);
            fights::prepare(resolver, question, order);
        }
        _ => {}
    }
    order.resolve(resolver, side, question);
    desperation::press(resolver);
    match question {
        Step::Record => recording::go_on(resolver, order),
        Step::SetUp { .. } if matches!(order, Order::Place { .. }) => resolver.push(question),
        Step::Fight(Fight::CloseCombat { at, alone, .. }) => close_combat::go_on(resolver, side, at, alone, order),
        Step::Fight(question @ (Fight::Withdraw { .. } | Fight::Infiltrate { .. })) => {
            close_combat::go_on_out(resolver, question, order);
        }
        _ => {}
    }
    // What is placed becomes public only at the end of the set-up.
    settle(resolver, before, matches!(question, Step::Record | Step::SetUp { .. }));
    if let Some(again) = again {
        if matches!(resolver.position().agenda.steps().last(), Some(Step::Fight(fight)) if fight.is_at_once()) {
            ask_after(resolver, again);
        } else {
            asking::ask(resolver, again);
        }
    }
}

/// Asks a question again, after those steps that come at once after the action, before the side acts again.
#[cold]
fn ask_after(resolver: &mut impl Resolver<Asl>, again: Fight) {
    let mut first: ArrayVec<Step, { PieceSet::LIMIT }> = ArrayVec::new();
    while let Some(step @ Step::Fight(fight)) = resolver.position().agenda.top() {
        if !fight.is_at_once() || first.try_push(step).is_err() {
            break;
        }
        resolver.pop();
    }
    asking::ask(resolver, again);
    first.into_iter().rev().for_each(|step| resolver.push(step));
}

/// Carries out one step that is not a question.
// A function of its own: the loop over the steps would look up for all of them what only few need.
#[inline(never)]
pub fn step(resolver: &mut impl Resolver<Asl>, step: Step) {
    let before = resolver.position().units.changes();
    match step {
        Step::GameTurn => begin_game_turn(resolver),
        Step::PlayerTurn { side } => begin_player_turn(resolver, side),
        Step::Phase { now } => begin_phase(resolver, now),
        Step::CarryOn => movement::carry_on(resolver),
        Step::EndOfMovement => {
            resolver.push(Step::Phase { now: Phase::DefensiveFire });
            // The emergence drs come last, so they are pushed first.
            below::end_of_movement(resolver);
            movement::end_of_phase(resolver);
            fights::end_of_movement(resolver);
        }
        Step::EndOfAdvance => {
            resolver.push(Step::Phase { now: Phase::CloseCombat });
        }
        Step::EndOfPlayerTurn => end_player_turn(resolver),
        Step::Fight(step) => fights::step(resolver, step),
        Step::Below(step) => below::step(resolver, step),
        Step::Record | Step::SetUp { .. } | Step::Move | Step::StepOn | Step::Advance => {}
    }
    // In the Close Combat Phase both have waited, and a building may have been Mopped Up before the Movement Phase.
    let anew = matches!(step, Step::GameTurn | Step::Phase { now: Phase::Rally | Phase::Movement });
    if !matches!(step, Step::EndOfPlayerTurn) {
        settle(resolver, before, anew);
    }
}

/// Draws what follows at once from where units are now: who is held in Melee, and who has Control. Both follow from the
/// pieces alone, so unless it is to be drawn `anew`, nothing is drawn if none of those that matter has changed.
#[inline]
fn settle(resolver: &mut impl Resolver<Asl>, before: Changes, anew: bool) {
    if anew || resolver.position().units.changes().any != before.any {
        melee::release(resolver);
        if anew || resolver.position().units.changes().claims != before.claims {
            objectives::settle(resolver, !matches!(resolver.position().phase, Phase::Advance | Phase::CloseCombat));
        }
    }
}

fn begin_game_turn(resolver: &mut impl Resolver<Asl>) {
    let now = resolver.position().turn;
    for n in 0..resolver.setting().covers.len() {
        let cover = resolver.setting().covers[n];
        let on = (cover.from..=cover.until).contains(&now);
        if on != (resolver.position().covered >> n & 1 == 1) {
            resolver.change(A23, Change::Covered { cover: n as u8, on });
            if on && cover.blaze && A23.is_in_force() {
                blaze::break_out(resolver, cover.at);
            }
        }
    }
    if now == 1 {
        meet(resolver);
    }
    let first = resolver.setting().first;
    resolver.push(Step::PlayerTurn { side: first });
}

/// Reveals hidden units in Locations where enemies were placed.
fn meet(resolver: &mut impl Resolver<Asl>) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let among = |side: Side| {
        let hidden = eyes.units_of(side).filter(|(_, unit, _)| unit.cover == Cover::Hidden);
        hidden.filter(move |(_, _, at)| eyes.at(side.other(), *at).next().is_some()).map(|(piece, _, _)| piece)
    };
    let met: PieceSet = Side::BOTH.into_iter().flat_map(among).collect();
    met.iter().for_each(|unit| concealment::appear(resolver, unit));
}

fn begin_player_turn(resolver: &mut impl Resolver<Asl>, side: Side) {
    if resolver.position().attacker != side {
        resolver.change(A1, Change::Attacker { side });
    }
    let now = resolver.position().turn;
    resolver.report(A1, Audience::All, Report::PlayerTurn { turn: now, side });
    resolver.push(Step::Phase { now: Phase::Rally });
}

fn begin_phase(resolver: &mut impl Resolver<Asl>, now: Phase) {
    resolver.change(A1, Change::Phase { now });
    resolver.report(A1, Audience::All, Report::PhaseBegins(now));
    desperation::press(resolver);
    let done = |resolver: &mut _| clear(resolver, &[Flag::Used]);
    match now {
        Phase::Rally => {
            resolver.push(Step::Phase { now: Phase::PrepFire });
            fights::begin_rally(resolver);
        }
        Phase::PrepFire => {
            done(resolver);
            resolver.push(Step::Phase { now: Phase::Movement });
            fights::begin_prep_fire(resolver);
        }
        Phase::Movement => {
            done(resolver);
            charges::end_of_prep_fire(resolver);
            movement::begin_phase(resolver);
            resolver.push(Step::Move);
        }
        Phase::DefensiveFire => {
            done(resolver);
            resolver.push(Step::Phase { now: Phase::AdvancingFire });
            fights::begin_final_fire(resolver);
        }
        Phase::AdvancingFire => {
            done(resolver);
            resolver.push(Step::Phase { now: Phase::Rout });
            fights::begin_advancing_fire(resolver);
        }
        Phase::Rout => {
            done(resolver);
            resolver.push(Step::Phase { now: Phase::Advance });
            fights::begin_rout(resolver);
        }
        Phase::Advance => {
            done(resolver);
            resolver.push(Step::Advance);
        }
        Phase::CloseCombat => {
            resolver.push(Step::EndOfPlayerTurn);
            // Tunnels are destroyed after the fights, so that is pushed first.
            below::end_of_close_combat(resolver);
            fights::begin_close_combat(resolver);
        }
        Phase::SetUp | Phase::Over => {}
    }
}

/// Markers of what a unit has done in a Player Turn, and of what it may do.
const FOR_A_PLAYER_TURN: [Flag; 24] = [
    Flag::Clearing,
    Flag::UsedCharge,
    Flag::Hazardous,
    Flag::Pinned,
    Flag::Ti,
    Flag::PrepFired,
    Flag::FirstFired,
    Flag::FinalFired,
    Flag::AdvanceFired,
    Flag::UsedInherent,
    Flag::KeptRate,
    Flag::Directed,
    Flag::Moved,
    Flag::Advanced,
    Flag::Used,
    Flag::MayEmerge,
    Flag::Stays,
    Flag::Discovered,
    Flag::Routed,
    Flag::Crawled,
    Flag::Fought,
    Flag::Struck,
    Flag::Stopped,
    Flag::Minimum,
];

fn end_player_turn(resolver: &mut impl Resolver<Asl>) {
    below::end_of_player_turn(resolver);
    gaining::end_of_player_turn(resolver);
    prisoners::settle(resolver);
    clearance::end_of_player_turn(resolver);
    clear(resolver, &FOR_A_PLAYER_TURN);
    objectives::settle(resolver, true);
    if objectives::is_decided(resolver) {
        return;
    }
    let (side, now) = (resolver.position().attacker, resolver.position().turn);
    if side == resolver.setting().first {
        resolver.push(Step::PlayerTurn { side: side.other() });
    } else if now < resolver.setting().turns {
        resolver.change(A1, Change::Turn { now: now + 1 });
        resolver.push(Step::GameTurn);
    } else {
        objectives::end(resolver);
    }
}
