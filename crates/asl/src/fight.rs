//! The hall of fights: fire, morale, rally, rout and Close Combat. Its questions, and where each is answered.

use board::LocationId;
use rules::{Group, OfferSink, Piece, Refusal, Side, Turn};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Asl;
use crate::clause::{A10, A20};
use crate::eyes::AslEyes;
use crate::order::{Draft, Order};
use crate::position::Position;
use crate::turn::{Question, Step};
use crate::when::out_of_time;
use crate::{asking, charge, close_combat, fire, first_fire, melee, rally, rout};

mod report;
mod words;

pub use report::{Check, Dug, FightReport, Occasion, Verdict};
pub use words::{gist, tell};

/// What there is to do in fights. The questions come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fight {
    /// Asked in the Rally Phase: who rallies, or recovers or hands over something.
    Rally {
        /// Whose units.
        side: Side,
        /// Whether a squad has tried to rally by itself: one may.
        alone: bool,
    },
    /// Asked of the ATTACKER in the Prep Fire Phase: who fires.
    PrepFire,
    /// Asked of the DEFENDER in the Movement Phase: whether he fires at the movers.
    FirstFire {
        /// Who has fired at them where they are now.
        fired: Group,
    },
    /// Asked of the DEFENDER in the Defensive Fire Phase: who fires.
    FinalFire,
    /// Asked of the ATTACKER in the Advancing Fire Phase: who fires.
    AdvancingFire,
    /// Asked in the Rout Phase: who routs.
    ChooseRout {
        /// Whose units.
        side: Side,
    },
    /// Asked in the Close Combat Phase: who attacks whom.
    CloseCombat {
        /// Whose units.
        side: Side,
        /// Where.
        at: LocationId,
        /// Whether it is an ambush or the answer to one, so that the blows fall before the others are asked.
        alone: bool,
    },
    /// The Rally Phase is over.
    EndOfRally,
    /// Whether the DEFENDER is asked for fire at the movers.
    Watch {
        /// Who has fired at them where they are now.
        fired: Group,
    },
    /// The routs of a side go on, or end.
    Routs {
        /// Whose units.
        side: Side,
    },
    /// The next Close Combat.
    CloseCombats {
        /// In this Location or one after it.
        from: u16,
    },
    /// Whether a side is asked for its blows in Close Combat.
    Blows {
        /// Whose.
        side: Side,
        /// Where.
        at: LocationId,
        /// As in the question.
        alone: bool,
    },
    /// A blow in Close Combat that has been declared.
    Blow {
        /// Who strikes.
        units: Group,
        /// Whom.
        against: Group,
    },
    /// A blow below ground at the "?", by those of a side who have chosen to strike.
    BlowBelow {
        /// Who strikes.
        side: Side,
        /// Where.
        at: LocationId,
    },
    /// A blow above ground at what is under a "?".
    BlowUnknown {
        /// Which side strikes.
        side: Side,
        /// Who strikes.
        units: Group,
        /// Who lay there when it was declared, of those that this reader can name.
        against: Group,
        /// Where.
        at: LocationId,
    },
    /// Whoever was hit in Close Combat goes.
    Settle {
        /// Where.
        at: LocationId,
    },
    /// A Close Combat is over for this turn.
    EndOfCombat {
        /// Where.
        at: LocationId,
    },
}

impl From<Fight> for Step {
    fn from(fight: Fight) -> Step {
        Step::Fight(fight)
    }
}

impl Fight {
    /// Whether it asks for fire.
    #[inline]
    #[must_use]
    pub const fn is_fire(self) -> bool {
        matches!(self, Fight::PrepFire | Fight::FirstFire { .. } | Fight::FinalFire | Fight::AdvancingFire)
    }

    /// The question it asks, if it is one.
    #[inline]
    #[must_use]
    pub const fn question(self) -> Option<Question> {
        Some(match self {
            Fight::Rally { .. } => Question::Rally,
            Fight::PrepFire => Question::PrepFire,
            Fight::FirstFire { .. } => Question::FirstFire,
            Fight::FinalFire => Question::FinalFire,
            Fight::AdvancingFire => Question::AdvancingFire,
            Fight::ChooseRout { .. } => Question::Rout,
            Fight::CloseCombat { .. } => Question::CloseCombat,
            _ => return None,
        })
    }

    /// The step with other pieces in it.
    #[must_use]
    pub fn renamed(self, group: impl Fn(Group) -> Group, _: impl Fn(Piece) -> Option<Piece>) -> Fight {
        match self {
            Fight::FirstFire { fired } => Fight::FirstFire { fired: group(fired) },
            Fight::Watch { fired } => Fight::Watch { fired: group(fired) },
            Fight::Blow { units, against } => Fight::Blow { units: group(units), against: group(against) },
            Fight::BlowUnknown { side, units, against, at } => {
                Fight::BlowUnknown { side, units: group(units), against: group(against), at }
            }
            plain => plain,
        }
    }
}

impl Fight {
    /// Whom it asks, if it is a question.
    #[inline(always)]
    #[must_use]
    pub fn asks(self, position: &Position) -> Option<Side> {
        Some(match self {
            Fight::Rally { side, .. } | Fight::ChooseRout { side } | Fight::CloseCombat { side, .. } => side,
            Fight::PrepFire | Fight::AdvancingFire => position.attacker,
            Fight::FirstFire { .. } | Fight::FinalFire => position.attacker.other(),
            _ => return None,
        })
    }
}

impl Fight {
    /// The step as a seat may read it.
    #[must_use]
    pub fn seen(self, eyes: AslEyes<'_>) -> Fight {
        match self {
            Fight::FirstFire { fired } => Fight::FirstFire { fired: eyes.seen(fired) },
            Fight::Watch { fired } => Fight::Watch { fired: eyes.seen(fired) },
            // Strikers and named targets lie open until the blow has fallen, so of them nothing is filtered.
            Fight::BlowUnknown { side, units, against, at } => {
                Fight::BlowUnknown { side, units, against: eyes.seen(against), at }
            }
            plain => plain,
        }
    }
}

/// Whether the side may give the order in answer to the question.
///
/// # Errors
/// The refusal with its clause.
#[inline]
pub fn check(eyes: AslEyes<'_>, side: Side, question: Fight, order: &Order) -> Result<(), Refusal> {
    match (question, *order) {
        (Fight::Rally { alone, .. }, _) => rally::check(eyes, side, alone, order),
        (Fight::ChooseRout { .. }, _) => rout::check(eyes, side, order),
        (Fight::CloseCombat { at, .. }, _) => close_combat::check(eyes, side, at, order),
        (_, Order::Fire { units, leader, at }) => fire::may_fire(eyes, side, question, units, leader, at),
        (Fight::FirstFire { .. }, Order::HoldFire) => Ok(()),
        (Fight::FirstFire { .. }, Order::Charge { .. }) => {
            Err(Refusal::new(A20, "a demolition charge is not thrown at movers"))
        }
        (Fight::FirstFire { .. }, Order::Done) => Err(Refusal::new(A10, "fire at the movers, or hold fire")),
        (Fight::FirstFire { .. }, _) => Err(out_of_time(question.into(), order)),
        (_, Order::Charge { unit, at }) => charge::may_throw(eyes, side, question, unit, at),
        (_, Order::Done) => Ok(()),
        _ => Err(out_of_time(question.into(), order)),
    }
}

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
        Fight::Rally { alone, .. } => rally::offers(eyes, side, alone, draft, sink),
        Fight::ChooseRout { .. } => rout::offers(eyes, side, draft, sink),
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
        (Fight::Rally { alone, .. }, _) => rally::resolve(turn, side, alone, order),
        (Fight::ChooseRout { .. }, _) => rout::resolve(turn, side, order),
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
        Fight::EndOfRally => rally::end(turn),
        Fight::Watch { fired } => first_fire::ask(turn, fired),
        Fight::Routs { side } => rout::go_on(turn, side),
        Fight::CloseCombats { from } => melee::next(turn, from),
        Fight::Blows { side, at, alone } => close_combat::ask(turn, side, at, alone),
        Fight::Blow { units, against } => close_combat::strike(turn, units, against),
        Fight::BlowBelow { side, at } => close_combat::strike_below(turn, side, at),
        Fight::BlowUnknown { side, units, against, at } => close_combat::strike_unknown(turn, side, units, against, at),
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

/// After units on the move have spent MF: residual firepower, and the question for First Fire where public facts allow
/// it. What goes on with the movement is on the agenda below.
pub fn watch(turn: &mut impl Turn<Asl>) {
    turn.push(Fight::Watch { fired: Group::EMPTY }.into());
    first_fire::residual(turn);
}

/// The end of the Movement Phase, before the emergence drs.
pub fn end_of_movement(turn: &mut impl Turn<Asl>) {
    if !turn.position().residual.is_empty() {
        turn.change(A10, crate::change::Change::ResidualGone);
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
