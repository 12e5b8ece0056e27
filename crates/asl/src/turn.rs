//! The sequence of play (ASL-A1): the set-up, and two Player Turns of eight phases to a Game Turn.

use board::LocationId;
use rules::{Audience, Clause, Group, Side, Turn};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Asl;
use crate::below::{self, Below};
use crate::change::Change;
use crate::clause::{
    A1, A4, A7, A10, A13, A14, A16, A17, A23, A30, B8_6B, B8_41A, B8_41D, B8_42E, B8_42J, B8_63A, SC1,
};
use crate::eyes::AslEyes;
use crate::fight::{self, Fight};
use crate::flags::Flag;
use crate::order::Order;
use crate::position::{Cover, Fate, Phase, Position};
use crate::report::Report;
use crate::{advance, carry, concealment, movement, place, record, victory};

rules::questions! {
    /// The kinds of questions.
    Question {
        /// What is dug and fortified.
        Record = "record" by B8_6B,
        /// Where the units are: answered out of the other's sight.
        SetUp = "set_up" by SC1 unseen,
        /// Who rallies, and what changes hands.
        Rally = "rally" by A13,
        /// Who fires before anybody moves.
        PrepFire = "prep_fire" by A7,
        /// Who moves.
        Move = "move" by A4,
        /// Where those on the move go next.
        Step = "step" by A4,
        /// Where a stack below goes.
        Choose = "choose" by B8_41A,
        /// Where the enemy's lost stack goes.
        Direct = "direct" by B8_41D,
        /// Whether those on the move are fired at.
        FirstFire = "first_fire" by A10,
        /// Whether the ATTACKER shows a friend for an emergence dr.
        Claim = "claim" by B8_42E,
        /// Whom the DEFENDER shows for it.
        Show = "show" by B8_42J,
        /// Who fires when all have moved.
        FinalFire = "final_fire" by A7,
        /// Which of those who moved fires.
        AdvancingFire = "advancing_fire" by A7,
        /// Who routs, and where to.
        Rout = "rout" by A14,
        /// Who advances.
        Advance = "advance" by A16,
        /// Who strikes whom.
        CloseCombat = "close_combat" by A17,
        /// Whether a tunnel is destroyed.
        Destroy = "destroy" by B8_63A,
    }
}

/// An item of the agenda. The questions come first. Steps of fights and of the sewers are written like the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    /// Asked of both sides at once: tunnels and Fortified Locations to be recorded in secret.
    Record,
    /// Asked: where a side's units are placed.
    SetUp {
        /// Whose.
        side: Side,
    },
    /// Asked of the ATTACKER in the Movement Phase: who moves next.
    Move,
    /// Asked of the ATTACKER: where the units on the move go.
    StepOn,
    /// Asked of the ATTACKER in the Advance Phase: who advances.
    Advance,
    /// The Game Turn begins.
    GameTurn,
    /// A Player Turn begins.
    PlayerTurn {
        /// Whose.
        side: Side,
    },
    /// A phase begins.
    Phase {
        /// Which.
        now: Phase,
    },
    /// The units on the move go on, if they can.
    CarryOn,
    /// The Movement Phase ends.
    EndOfMovement,
    /// The Advance Phase ends.
    EndOfAdvance,
    /// A Player Turn ends.
    EndOfPlayerTurn,
    /// Fights.
    #[serde(untagged)]
    Fight(Fight),
    /// Sewers and tunnels.
    #[serde(untagged)]
    Below(Below),
}

impl Step {
    /// The question it asks, if it is one.
    #[inline]
    #[must_use]
    pub const fn question(self) -> Option<Question> {
        Some(match self {
            Step::Record => Question::Record,
            Step::SetUp { .. } => Question::SetUp,
            Step::Move => Question::Move,
            Step::StepOn => Question::Step,
            Step::Advance => Question::Advance,
            Step::Fight(step) => return step.question(),
            Step::Below(step) => return step.question(),
            _ => return None,
        })
    }

}

impl Step {
    /// Whether it is a question that somebody has still to answer.
    #[inline]
    #[must_use]
    pub fn asks_anybody(&self, position: &Position) -> bool {
        match self {
            Step::Record => !(position.recorded.a && position.recorded.b),
            step => step.question().is_some(),
        }
    }

    /// Whether it is a question to a side.
    #[inline(always)]
    #[must_use]
    pub fn asks(self, position: &Position, side: Side) -> bool {
        match self {
            Step::Record => !position.recorded[side],
            Step::SetUp { side: asked } => asked == side,
            Step::Move | Step::StepOn | Step::Advance => position.attacker == side,
            Step::Fight(step) => step.asks(position) == Some(side),
            Step::Below(step) => step.asks(position) == Some(side),
            _ => false,
        }
    }

}

impl Step {
    /// The step as a seat may read it.
    #[must_use]
    pub fn seen(self, eyes: AslEyes<'_>) -> Step {
        match self {
            Step::Fight(step) => Step::Fight(step.seen(eyes)),
            Step::Below(step) => Step::Below(step.seen(eyes)),
            plain => plain,
        }
    }
}

/// Resolves a checked order.
#[inline]
pub fn resolve(turn: &mut impl Turn<Asl>, side: Side, order: &Order) {
    let Some(question) = turn.position().agenda.top() else { return };
    // Both sides record at once; the question goes when both are done.
    if question == Step::Record {
        return record::resolve(turn, side, order);
    }
    turn.pop();
    match question {
        Step::SetUp { .. } => place::resolve(turn, side, order),
        Step::Move => match *order {
            Order::Done => turn.push(Step::EndOfMovement),
            Order::Leave { unit, sw } => {
                turn.push(Step::Move);
                carry::leave(turn, side, unit, sw);
            }
            Order::Go { units, pace } => {
                turn.push(Step::Move);
                movement::begin(turn, side, units, pace);
            }
            _ => {
                turn.push(Step::Move);
                below::begin(turn, side, order);
            }
        },
        Step::StepOn => match *order {
            Order::Step { to } => movement::step(turn, side, to),
            _ => movement::stop(turn),
        },
        Step::Advance => match *order {
            Order::Done => turn.push(Step::EndOfAdvance),
            Order::Leave { unit, sw } => {
                turn.push(Step::Advance);
                carry::leave(turn, side, unit, sw);
            }
            Order::Advance { units, to } => {
                turn.push(Step::Advance);
                advance::advance(turn, side, units, to);
            }
            _ => {
                turn.push(Step::Advance);
                below::advance(turn, side, order);
            }
        },
        Step::Fight(question) => fight::resolve(turn, side, question, order),
        Step::Below(question) => below::resolve(turn, side, question, order),
        _ => {}
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
            fight::end_of_movement(turn);
        }
        Step::EndOfAdvance => {
            turn.push(Step::Phase { now: Phase::CloseCombat });
        }
        Step::EndOfPlayerTurn => end_player_turn(turn),
        Step::Fight(step) => fight::step(turn, step),
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
            fight::begin_rally(turn);
        }
        Phase::PrepFire => {
            done(turn);
            turn.push(Step::Phase { now: Phase::Movement });
            fight::begin_prep_fire(turn);
        }
        Phase::Movement => {
            done(turn);
            movement::begin_phase(turn);
            turn.push(Step::Move);
        }
        Phase::DefensiveFire => {
            done(turn);
            turn.push(Step::Phase { now: Phase::AdvancingFire });
            fight::begin_final_fire(turn);
        }
        Phase::AdvancingFire => {
            done(turn);
            turn.push(Step::Phase { now: Phase::Rout });
            fight::begin_advancing_fire(turn);
        }
        Phase::Rout => {
            done(turn);
            turn.push(Step::Phase { now: Phase::Advance });
            fight::begin_rout(turn);
        }
        Phase::Advance => turn.push(Step::Advance),
        Phase::CloseCombat => {
            turn.push(Step::EndOfPlayerTurn);
            // Tunnels are destroyed after the fights, so that is pushed first.
            below::end_of_close_combat(turn);
            fight::begin_close_combat(turn);
        }
        Phase::SetUp | Phase::Over => {}
    }
}

/// Takes markers off all units that bear them.
pub(crate) fn clear(turn: &mut impl Turn<Asl>, flags: &[Flag]) {
    for &flag in flags {
        if turn.position().units.bearing(flag).is_empty() {
            continue;
        }
        for side in Side::BOTH {
            clear_side(turn, A1, side, flag);
        }
    }
}

/// Takes a marker off all units of a side that bear it.
pub(crate) fn clear_side(turn: &mut impl Turn<Asl>, clause: Clause, side: Side, flag: Flag) {
    let units = &turn.position().units;
    if !(units.bearing(flag) & units.of(side)).is_empty() {
        turn.change(clause, Change::Clear { side, flag });
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
    victory::settle(turn);
    if victory::is_decided(turn) {
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
