//! The hall below: sewers and tunnels. Its questions, and where each is answered.

use board::LocationId;
use rules::{Group, OfferSink, Piece, Refusal, Side, Turn};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Asl;
use crate::clause::{B8_41A, B8_41I, B8_44A, B8_61A, B8_61B};
use crate::eyes::AslEyes;
use crate::flags::Flag;
use crate::order::{Draft, Order};
use crate::position::Position;
use crate::sewer::{self, Dr, Stack, WayDr};
use crate::turn::{Question, Step, clear_side};
use crate::when::out_of_time;
use crate::{change::Change, tunnel};

pub use crate::sewer::may_end_movement;
pub use crate::tunnel::{may_end_advance, may_record, offer_record};
pub use report::{BelowReport, gist, tell};

mod report;

/// What there is to do below. The questions come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Below {
    /// Asked of the ATTACKER: where the stack that uses Sewer Movement goes.
    Choose {
        /// Where it starts.
        from: LocationId,
        /// Who it is, for its own side.
        units: Group,
        /// The dr for the way.
        way: WayDr,
    },
    /// Asked of the DEFENDER: where the lost stack goes.
    Direct {
        /// Where it starts.
        from: LocationId,
        /// Who it is, for its own side.
        units: Group,
        /// The dr for the way.
        way: WayDr,
    },
    /// Asked of the ATTACKER after the emergence dr: whether he claims a friend above.
    Claim(Dr),
    /// Asked of the DEFENDER after the emergence dr: whether he shows somebody.
    Show(Dr),
    /// Asked at the end of the Close Combat Phase: who destroys a tunnel.
    Destroy {
        /// Whose units.
        side: Side,
    },
    /// The next stack of the ATTACKER's casts its emergence dr.
    Emergence {
        /// The Sewer Location of the last one.
        after: Option<LocationId>,
    },
    /// An emergence dr is settled.
    Verdict(Dr),
    /// A side is asked whether it destroys a tunnel, if it can.
    MayDestroy {
        /// Which.
        side: Side,
    },
}

impl From<Below> for Step {
    fn from(below: Below) -> Step {
        Step::Below(below)
    }
}

impl Below {
    /// The question it asks, if it is one.
    #[inline]
    #[must_use]
    pub const fn question(self) -> Option<Question> {
        Some(match self {
            Below::Choose { .. } => Question::Choose,
            Below::Direct { .. } => Question::Direct,
            Below::Claim(_) => Question::Claim,
            Below::Show(_) => Question::Show,
            Below::Destroy { .. } => Question::Destroy,
            Below::Emergence { .. } | Below::Verdict(_) | Below::MayDestroy { .. } => return None,
        })
    }

    /// The step about other pieces: each group, and each piece, as it is called elsewhere.
    #[must_use]
    pub fn renamed(self, group: impl Fn(Group) -> Group, _: impl Fn(Piece) -> Option<Piece>) -> Below {
        let named = |cast: Dr| Dr { shown: group(cast.shown), ..cast };
        match self {
            Below::Choose { from, units, way } => Below::Choose { from, units: group(units), way },
            Below::Direct { from, units, way } => Below::Direct { from, units: group(units), way },
            Below::Claim(cast) => Below::Claim(named(cast)),
            Below::Show(cast) => Below::Show(named(cast)),
            Below::Verdict(cast) => Below::Verdict(named(cast)),
            Below::Destroy { .. } | Below::Emergence { .. } | Below::MayDestroy { .. } => self,
        }
    }
}

impl Below {
    /// Whom it asks, if it is a question.
    #[inline(always)]
    #[must_use]
    pub fn asks(self, position: &Position) -> Option<Side> {
        Some(match self {
            Below::Choose { .. } | Below::Claim(_) => position.attacker,
            Below::Direct { .. } | Below::Show(_) => position.attacker.other(),
            Below::Destroy { side } => side,
            Below::Emergence { .. } | Below::Verdict(_) | Below::MayDestroy { .. } => return None,
        })
    }
}

impl Below {
    /// The step as a seat may read it.
    #[must_use]
    pub fn seen(self, eyes: AslEyes<'_>) -> Below {
        self.renamed(|units| eyes.seen(units), Some)
    }
}

/// The stack that a side is asked about, as its eyes see it.
fn stack(eyes: AslEyes<'_>, from: LocationId, units: Group) -> Stack {
    Stack { side: eyes.attacker(), from, units: eyes.seen(units) }
}

/// Whether the side may give the order in answer to a question of this hall.
///
/// # Errors
/// The refusal with its clause.
#[inline]
pub fn check(eyes: AslEyes<'_>, side: Side, question: Below, order: &Order) -> Result<(), Refusal> {
    match (question, *order) {
        (Below::Choose { from, units, .. } | Below::Direct { from, units, .. }, Order::To { to }) => {
            sewer::may_go(eyes, stack(eyes, from, units), to)?;
            B8_44A.forbids(eyes.barred().contains(&to), "the way there is barred")
        }
        (Below::Claim(cast), Order::Claim { unit }) => sewer::may_claim(eyes, side, &cast, unit),
        (Below::Show(cast), Order::Show { unit }) => sewer::may_show(eyes, side, &cast, unit),
        (Below::Destroy { .. }, Order::Destroy { unit, entrance }) => tunnel::may_destroy(eyes, side, unit, entrance),
        (Below::Claim(_), Order::ClaimNothing)
        | (Below::Show(_), Order::ShowNothing)
        | (Below::Destroy { .. }, Order::Done) => Ok(()),
        _ => Err(out_of_time(question.into(), order)),
    }
}

/// Everything the side may order in answer to a question of this hall.
#[inline]
pub fn offers(eyes: AslEyes<'_>, side: Side, question: Below, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    if draft.is_some() {
        return;
    }
    match question {
        Below::Choose { from, units, .. } | Below::Direct { from, units, .. } => {
            sewer::offer_ways(eyes, stack(eyes, from, units), sink);
        }
        Below::Claim(cast) => sewer::offer_claims(eyes, side, &cast, sink),
        Below::Show(cast) => sewer::offer_shows(eyes, side, &cast, sink),
        Below::Destroy { .. } => tunnel::offer_destroy(eyes, side, sink),
        Below::Emergence { .. } | Below::Verdict(_) | Below::MayDestroy { .. } => {}
    }
}

/// Resolves a checked order. The question is off the agenda already.
#[inline]
pub fn resolve(turn: &mut impl Turn<Asl>, side: Side, question: Below, order: &Order) {
    let attacker = turn.position().attacker;
    match (question, *order) {
        (Below::Choose { from, units, way } | Below::Direct { from, units, way }, Order::To { to }) => {
            sewer::direct(turn, side, Stack { side: attacker, from, units }, way, to);
        }
        (Below::Claim(cast), Order::Claim { unit }) => sewer::claim(turn, cast, Some(unit)),
        (Below::Claim(cast), _) => sewer::claim(turn, cast, None),
        (Below::Show(cast), Order::Show { unit }) => sewer::show(turn, cast, Some(unit)),
        (Below::Show(cast), _) => sewer::show(turn, cast, None),
        (Below::Destroy { .. }, Order::Destroy { unit, entrance }) => tunnel::destroy(turn, side, unit, entrance),
        _ => {}
    }
}

/// Does one step that is no question.
#[inline]
pub fn step(turn: &mut impl Turn<Asl>, step: Below) {
    match step {
        Below::Emergence { after } => sewer::next(turn, after),
        Below::Verdict(cast) => sewer::verdict(turn, cast),
        Below::MayDestroy { side } => tunnel::ask_to_destroy(turn, side),
        _ => {}
    }
}

/// Whether the ATTACKER may begin Sewer Movement (`sewer`) or go through a tunnel (`tunnel_move`) in his Movement Phase.
///
/// # Errors
/// The refusal with its clause.
pub fn may_begin(eyes: AslEyes<'_>, side: Side, order: &Order) -> Result<(), Refusal> {
    match *order {
        Order::Sewer { units, leader } => sewer::may_begin(eyes, side, units, leader).map(drop),
        Order::TunnelMove { units, to } => tunnel::may_move(eyes, side, units, to),
        _ => Err(Refusal::new(B8_61A, "move units, or end the phase")),
    }
}

/// Sewer and tunnel movement that the ATTACKER could begin.
pub fn offer_begin(eyes: AslEyes<'_>, side: Side, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    sewer::offer_begin(eyes, side, draft, sink);
    tunnel::offer_moves(eyes, side, draft, sink);
}

/// Whether these units, by themselves or with others, can begin Sewer Movement.
pub fn may_begin_with(eyes: AslEyes<'_>, side: Side, units: Group) -> bool {
    sewer::may_begin_with(eyes, side, units)
}

/// Begins Sewer Movement or goes through a tunnel. The Movement Phase's own question is on the agenda below already.
pub fn begin(turn: &mut impl Turn<Asl>, side: Side, order: &Order) {
    match *order {
        Order::Sewer { units, leader } => sewer::begin(turn, side, units, leader),
        Order::TunnelMove { units, to } => tunnel::use_tunnel(turn, side, units, to),
        _ => {}
    }
}

/// The end of the Movement Phase: the emergence drs.
pub fn end_of_movement(turn: &mut impl Turn<Asl>) {
    sewer::end_of_movement(turn);
    if !turn.position().entered.is_empty() {
        turn.change(B8_41A, Change::SewersFresh);
    }
}

/// Whether the ATTACKER may come up (`emerge`) or close with the enemy below (`close`) in his Advance Phase.
///
/// # Errors
/// The refusal with its clause.
pub fn may_advance(eyes: AslEyes<'_>, side: Side, order: &Order) -> Result<(), Refusal> {
    match *order {
        Order::Emerge { units } if is_in_tunnel(eyes, units) => tunnel::may_come_out(eyes, side, units),
        Order::Emerge { units } => sewer::may_emerge(eyes, side, units),
        Order::Close { units, to } => sewer::may_close(eyes, side, units, to),
        _ => Err(Refusal::new(B8_61B, "advance units, or end the phase")),
    }
}

/// Whether the first of the units is in a tunnel: its rules then speak of all.
fn is_in_tunnel(eyes: AslEyes<'_>, units: Group) -> bool {
    let first = units.iter().find_map(|piece| eyes.unit(piece)?.at);
    first.is_some_and(|at| tunnel::is_tunnel(eyes.setting(), at))
}

/// What units below may do in the Advance Phase.
pub fn offer_advance(eyes: AslEyes<'_>, side: Side, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    sewer::offer(eyes, side, draft, sink);
    tunnel::offer_come_out(eyes, side, draft, sink);
}

/// Comes up, or closes with the enemy below. The Advance Phase's own question is on the agenda below already.
pub fn advance(turn: &mut impl Turn<Asl>, side: Side, order: &Order) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    match *order {
        Order::Emerge { units } if is_in_tunnel(eyes, units) => tunnel::come_out(turn, side, units),
        Order::Emerge { units } => sewer::emerge(turn, side, units),
        Order::Close { units, to } => sewer::close(turn, side, units, to),
        _ => {}
    }
}

/// The end of the Close Combat Phase: tunnels are destroyed, by the ATTACKER first.
pub fn end_of_close_combat(turn: &mut impl Turn<Asl>) {
    let side = turn.position().attacker;
    for side in [side.other(), side] {
        turn.push(Step::Below(Below::MayDestroy { side }));
    }
}

/// The end of the Player Turn: what holds of a stack below for one Player Turn only.
pub fn end_of_player_turn(turn: &mut impl Turn<Asl>) {
    let side = turn.position().attacker;
    clear_side(turn, B8_41I, side, Flag::LeftEncircled);
}
