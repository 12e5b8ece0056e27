//! The sequence of play.

use board::LocationId;
use rules::{Audience, Group, Piece, Side, Turn};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Tide;
use crate::change::{Change, Report};
use crate::clause::{B1, B2, B3, B4, B5, B14, B17, B24, B27, S12, S15, S16};
use crate::eyes::TideEyes;
use crate::fire;
use crate::order::Order;
use crate::position::{Action, Active, Phase, Place, Position, Squad, Token};
use crate::{melee, morale, movement, objectives, underground};

rules::questions! {
    /// The kinds of questions.
    Question {
        /// Which squad acts, and how.
        Act = "act" by B3,
        /// What the activated squad does next.
        Move = "move" by B3,
        /// Which action a squad takes that has come up.
        AfterEmerging = "after-emerging" by S12,
        /// Whether a squad that has entered a hex is fired at.
        OpFire = "op-fire" by B14,
        /// Which figure falls.
        Lose = "lose" by B24,
        /// Which beaten squad goes where.
        Retreat = "retreat" by B17,
    }
}

/// An item of the agenda. The questions come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    /// Asked: which squad acts, and how.
    Act,
    /// Asked: where the activated squad goes next.
    Move,
    /// Asked: what the squad does that has come up.
    AfterEmerging,
    /// Asked: whether to answer the mover with Op Fire.
    OpFire,
    /// Asked: which figure falls.
    ChooseLoss {
        /// Whose.
        side: Side,
        /// The squads that were hit.
        victims: Group,
        /// How many figures have still to fall.
        figures: u8,
    },
    /// Asked: where the only beaten squad goes.
    ChooseRetreat {
        /// Whose.
        side: Side,
        /// The squad.
        unit: Piece,
    },
    /// Asked: which of the beaten squads goes next, and where.
    ChooseRetreats {
        /// Whose.
        side: Side,
        /// The Location they are beaten out of.
        at: LocationId,
    },
    /// A round begins.
    Round,
    /// The next action, turn or phase.
    Next,
    /// The activated squad goes on if it can.
    CarryOn,
    /// The activated squad is done.
    EndActivation,
    /// Figures fall.
    Lose {
        /// Whose.
        side: Side,
        /// The squads that were hit.
        victims: Group,
        /// How many figures fall.
        figures: u8,
    },
    /// An assault has been fought.
    AssaultOver {
        /// The assaulting squad.
        unit: Piece,
        /// The Location assaulted.
        at: LocationId,
        /// Who defended it.
        defenders: Group,
        /// Whether the attacker has won.
        won: bool,
    },
    /// The only beaten squad retreats. In games begun earlier each of several did so for itself.
    Beaten {
        /// Whose.
        side: Side,
        /// The squad.
        unit: Piece,
    },
    /// Several squads that are beaten out of a Location retreat.
    BeatenOut {
        /// Whose.
        side: Side,
        /// The Location.
        at: LocationId,
    },
    /// The winner of an assault takes the place.
    Occupy {
        /// The squad.
        unit: Piece,
        /// The place.
        at: LocationId,
    },
    /// The Command Phase.
    Command,
    /// The Status Phase.
    Status,
}

impl Step {
    /// The question it asks, if it is one.
    #[inline]
    #[must_use]
    pub const fn question(self) -> Option<Question> {
        Some(match self {
            Step::Act => Question::Act,
            Step::Move => Question::Move,
            Step::AfterEmerging => Question::AfterEmerging,
            Step::OpFire => Question::OpFire,
            Step::ChooseLoss { .. } => Question::Lose,
            Step::ChooseRetreat { .. } | Step::ChooseRetreats { .. } => Question::Retreat,
            _ => return None,
        })
    }
}

/// Resolves a checked order.
#[inline]
pub fn resolve(turn: &mut impl Turn<Tide>, side: Side, order: &Order) {
    let Some(question) = turn.position().agenda.top() else {
        return;
    };
    turn.pop();
    if question == Step::Act {
        turn.change(B3, Change::ActionSpent);
        turn.push(Step::Next);
    }
    match *order {
        Order::Activate { unit, action } => {
            // A squad that has come up is activated already.
            if question == Step::Act {
                turn.push(Step::EndActivation);
            }
            movement::activate(turn, unit, action);
        }
        Order::Prepare { unit } => turn.change(B14, Change::Token { unit, now: Token::OpFire }),
        Order::Fatigue { unit } => fatigue(turn, side, unit),
        Order::Fire { unit, target, mode, with } => {
            let eyes = TideEyes::open(turn.setting(), turn.position());
            if let Ok(Some(shot)) = fire::occasion(eyes, question, unit) {
                fire::fire(turn, shot, unit, target, mode, with);
            }
        }
        Order::HoldFire | Order::Stop => {}
        Order::Move { to } => movement::step(turn, side, to),
        Order::Enter { card } => underground::enter(turn, card),
        Order::Assault { target, with } => {
            if let Some(Active { piece, .. }) = turn.position().active {
                melee::assault(turn, piece, target, with, false);
            }
        }
        Order::AdvanceBelow { unit } => underground::act_below(turn, side, unit, true),
        Order::Emerge { unit, at } => underground::emerge(turn, unit, at),
        Order::AssaultFromSewer { unit, at, with } => underground::assault(turn, unit, at, with),
        Order::Lose { unit, figure } => {
            morale::lose(turn, unit, figure);
            if let Step::ChooseLoss { side, victims, figures } = question
                && figures > 1
            {
                turn.push(Step::Lose { side, victims, figures: figures - 1 });
            }
        }
        Order::Retreat { unit, to } => {
            morale::retreat(turn, unit, to);
            if let Step::ChooseRetreats { side, at } = question {
                turn.push(Step::BeatenOut { side, at });
            }
        }
    }
}

fn fatigue(turn: &mut impl Turn<Tide>, side: Side, unit: Piece) {
    match turn.position().squad(unit).map(|squad| squad.place) {
        Some(Place::Below(_)) => underground::act_below(turn, side, unit, false),
        _ => turn.change(B4, Change::Token { unit, now: Token::Fatigued }),
    }
}

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

/// Whether the side has anything left to activate (TOI-B2).
#[inline]
#[must_use]
pub fn has_fresh(position: &Position, side: Side) -> bool {
    let (squads, muster) = (position.muster.sides[side], &position.muster);
    let fresh_below = |squad: &Squad| {
        let sheet = squad.below().and_then(|card| position.cards[card.index()]);
        sheet.is_none_or(|sheet| !sheet.fatigued)
    };
    !(squads & muster.fresh).is_empty()
        || (squads - muster.on).iter().filter_map(|piece| position.squad(piece)).any(fresh_below)
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

/// Whether the side has a squad left, above or below.
#[inline]
#[must_use]
pub fn has_squads(position: &Position, side: Side) -> bool {
    let squads = position.muster.sides[side];
    // Squads below are alive.
    !if crate::clause::I3.is_in_force() { squads } else { squads & position.muster.on }.is_empty()
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
    underground::turn_tokens(turn);
    let round = turn.position().round;
    if round >= turn.setting().rounds {
        turn.change(B1, Change::Phase { now: Phase::Over });
    } else {
        turn.change(B1, Change::Round { now: round + 1 });
        turn.push(Step::Round);
    }
}
