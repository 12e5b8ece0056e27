//! Questions of sewers and tunnels: what can be chosen, and what follows an answer.

use rules::{Group, OfferSink, Side, Turn};

use crate::mechanics::below::out::more;
use crate::mechanics::below::way::Stack;
use crate::mechanics::below::{emergence, entrances};
use crate::mechanics::markers::clear_side;
use crate::orders::below::close::{self, closings};
use crate::orders::below::emerge::{self, may_emerge};
use crate::orders::below::{claim, come_out, destroy, sewer, show, to, tunnel_move};
use crate::orders::check::{is_in_tunnel, stack};
use crate::orders::{Draft, Order};
use crate::printed::clause::{B8_41A, B8_41I};
use crate::printed::flags::Flag;
use crate::setting::below::is_sewer;
use crate::state::Asl;
use crate::state::below::Below;
use crate::state::change::Change;
use crate::state::step::Step;
use crate::view::AslEyes;

/// Everything the side may order in answer to a question of sewers and tunnels.
#[inline]
pub fn offers(eyes: AslEyes<'_>, side: Side, question: Below, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    if draft.is_some() {
        return;
    }
    match question {
        Below::Choose { from, units, .. } | Below::Direct { from, units, .. } => {
            to::offer_ways(eyes, stack(eyes, from, units), sink);
        }
        Below::Claim(cast) => claim::offer_claims(eyes, side, &cast, sink),
        Below::Show(cast) => show::offer_shows(eyes, side, &cast, sink),
        Below::Destroy { .. } => destroy::offer_destroy(eyes, side, sink),
        Below::Emergence { .. } | Below::Verdict(_) | Below::MayDestroy { .. } => {}
    }
}

/// Resolves a checked order. The question is off the agenda already.
#[inline]
pub fn resolve(turn: &mut impl Turn<Asl>, side: Side, question: Below, order: &Order) {
    let attacker = turn.position().attacker;
    match (question, *order) {
        (Below::Choose { from, units, way } | Below::Direct { from, units, way }, Order::To { to }) => {
            to::direct(turn, side, Stack { side: attacker, from, units }, way, to);
        }
        (Below::Claim(cast), Order::Claim { unit }) => claim::claim(turn, cast, Some(unit)),
        (Below::Claim(cast), _) => claim::claim(turn, cast, None),
        (Below::Show(cast), Order::Show { unit }) => show::show(turn, cast, Some(unit)),
        (Below::Show(cast), _) => show::show(turn, cast, None),
        (Below::Destroy { .. }, Order::Destroy { unit, entrance }) => destroy::destroy(turn, side, unit, entrance),
        _ => {}
    }
}

/// Does one step that is no question.
#[inline]
pub fn step(turn: &mut impl Turn<Asl>, step: Below) {
    match step {
        Below::Emergence { after } => emergence::next(turn, after),
        Below::Verdict(cast) => emergence::verdict(turn, cast),
        Below::MayDestroy { side } => entrances::ask_to_destroy(turn, side),
        _ => {}
    }
}

/// Sewer and tunnel movement that the ATTACKER could begin.
pub fn offer_begin(eyes: AslEyes<'_>, side: Side, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    sewer::offer_begin(eyes, side, draft, sink);
    tunnel_move::offer_moves(eyes, side, draft, sink);
}

/// Whether these units, by themselves or with others, can begin Sewer Movement.
pub fn may_begin_with(eyes: AslEyes<'_>, side: Side, units: Group) -> bool {
    sewer::may_begin_with(eyes, side, units)
}

/// Begins Sewer Movement or goes through a tunnel. The Movement Phase's own question is on the agenda below already.
pub fn begin(turn: &mut impl Turn<Asl>, side: Side, order: &Order) {
    match *order {
        Order::Sewer { units, leader } => sewer::begin(turn, side, units, leader),
        Order::TunnelMove { units, to } => tunnel_move::use_tunnel(turn, side, units, to),
        _ => {}
    }
}

/// The end of the Movement Phase: the emergence drs.
pub fn end_of_movement(turn: &mut impl Turn<Asl>) {
    emergence::end_of_movement(turn);
    if !turn.position().entered.is_empty() {
        turn.change(B8_41A, Change::SewersFresh);
    }
}

/// What units below may do in the Advance Phase.
pub fn offer_advance(eyes: AslEyes<'_>, side: Side, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    offer(eyes, side, draft, sink);
    come_out::offer_come_out(eyes, side, draft, sink);
}

/// Comes up, or closes with the enemy below. The Advance Phase's own question is on the agenda below already.
pub fn advance(turn: &mut impl Turn<Asl>, side: Side, order: &Order) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    match *order {
        Order::Emerge { units } if is_in_tunnel(eyes, units) => come_out::come_out(turn, side, units),
        Order::Emerge { units } => emerge::emerge(turn, side, units),
        Order::Close { units, to } => close::close(turn, side, units, to),
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

/// What units in the sewers may do in the Advance Phase.
pub fn offer(eyes: AslEyes<'_>, side: Side, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    match draft {
        None => {
            let below = eyes.of(side).units().below();
            let enemies = || eyes.any_unknown(side.other(), |at| is_sewer(eyes.setting(), at));
            let enemies_below = !below.is_empty() && enemies();
            for (piece, _, at) in below.iter() {
                if !is_sewer(eyes.setting(), at) {
                    continue;
                }
                let units = Group::EMPTY.with(piece);
                if may_emerge(eyes, side, units).is_ok() {
                    sink.draft(Draft::Emerge { units });
                }
                if enemies_below && closings(eyes, side, units).next().is_some() {
                    sink.draft(Draft::Close { units });
                }
            }
        }
        Some(Draft::Emerge { units }) => {
            if may_emerge(eyes, side, *units).is_ok() {
                sink.order(Order::Emerge { units: *units });
            }
            for more in more(eyes, side, *units).filter(|more| may_emerge(eyes, side, *more).is_ok()) {
                sink.draft(Draft::Emerge { units: more });
            }
        }
        Some(Draft::Close { units }) => {
            for to in closings(eyes, side, *units) {
                sink.order(Order::Close { units: *units, to });
            }
            for more in more(eyes, side, *units).filter(|more| closings(eyes, side, *more).next().is_some()) {
                sink.draft(Draft::Close { units: more });
            }
        }
        Some(_) => {}
    }
}
