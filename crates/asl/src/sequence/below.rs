//! Questions of sewers and tunnels: the offers, and what follows an answer.

use rules::{Choice, OfferSink, Piece, PieceSet, Resolver, Side};

use crate::mechanics::below::entrances::each;
use crate::mechanics::below::way::{Stack, ways_for};
use crate::mechanics::below::{emergence, entrances};
use crate::mechanics::markers::clear_side;
use crate::mechanics::movement;
use crate::orders::below::claim::may_claim;
use crate::orders::below::close::closings;
use crate::orders::below::come_out::may_come_out;
use crate::orders::below::destroy::may_destroy;
use crate::orders::below::emerge::may_emerge;
use crate::orders::below::sewer::waiting;
use crate::orders::below::show::may_show;
use crate::orders::below::tunnel_move::goals;
use crate::orders::{
    Claim, ClaimNothing, CloseWith, Destroy, Done, EmergeWith, Sewer, SewerWith, Show, ShowNothing, To, TunnelWith,
};
use crate::printed::clause::{B8_4B, B8_41A, B8_41I};
use crate::printed::flags::Flag;
use crate::setting::below::{beneath, is_sewer};
use crate::state::Asl;
use crate::state::below::Below;
use crate::state::change::Change;
use crate::state::step::Step;
use crate::state::unit::NO_TUNNEL;
use crate::view::AslEyes;

/// Lists all orders that the side may give in answer to a question of sewers and tunnels.
#[inline]
pub fn offers(eyes: AslEyes<'_>, side: Side, question: Below, sink: &mut impl OfferSink<Asl>) {
    match question {
        Below::Choose { from, units, .. } | Below::Direct { from, units, .. } => {
            ways_for(eyes, Stack::seen(eyes, from, units)).for_each(|to| sink.order(To { to }));
        }
        Below::Claim(cast) => {
            for (unit, _, _) in eyes.units_of(side) {
                if may_claim(eyes, side, &cast, unit).is_ok() {
                    sink.order(Claim { unit });
                }
            }
            sink.order(ClaimNothing {});
        }
        Below::Show(cast) => {
            for (unit, _, _) in eyes.units_of(side) {
                if may_show(eyes, side, &cast, unit).is_ok() {
                    sink.order(Show { unit });
                }
            }
            sink.order(ShowNothing {});
        }
        Below::Destroy { .. } => {
            each(eyes, side, |unit, entrance| {
                if may_destroy(eyes, side, unit, entrance).is_ok() {
                    sink.order(Destroy { unit, entrance });
                }
            });
            sink.order(Done {});
        }
        Below::Emergence { .. } | Below::Verdict(_) | Below::MayDestroy { .. } => {}
    }
}

/// Carries out one step that is not a question.
#[inline]
pub fn step(resolver: &mut impl Resolver<Asl>, step: Below) {
    match step {
        Below::Emergence { after } => emergence::next(resolver, after),
        Below::Verdict(cast) => emergence::verdict(resolver, cast),
        Below::MayDestroy { side } => entrances::ask_to_destroy(resolver, side),
        _ => {}
    }
}

/// Lists sewer and tunnel movement that the ATTACKER could begin.
pub fn begin(eyes: AslEyes<'_>, side: Side, sink: &mut impl OfferSink<Asl>) {
    if eyes.setting().options.sewers {
        begin_in_sewers(eyes, side, sink);
    }
    if eyes.tunnels(side).next().is_none() {
        return;
    }
    for (piece, _, _) in eyes.units_of(side) {
        let units = PieceSet::EMPTY.with(piece);
        if goals(eyes, side, units).next().is_some() {
            sink.draft(TunnelWith { units });
        }
    }
}

/// Lists Sewer Movement that the ATTACKER could begin.
fn begin_in_sewers(eyes: AslEyes<'_>, side: Side, sink: &mut impl OfferSink<Asl>) {
    let all = eyes.of(side).units();
    // Units that enter must be able to move. For units below, the stack that has to move together matters.
    let enter = if B8_4B.is_in_force() { movement::movable(eyes, side) } else { all.without(Flag::Moved) };
    let enter = enter.above().perhaps_in(&eyes.setting().manholes).group();
    sink.of_pieces(eyes, enter | all.below().group(), begins_below);
    sink.of_pieces(eyes, enter, |eyes, piece| {
        let (units, leader) = (PieceSet::EMPTY.with(piece), Some(piece));
        enters_alone(eyes, piece)?.then(|| Choice::Order(Sewer { units, leader }.into()))
    });
}

/// Returns how a unit begins Sewer Movement without a leader to check: with others, if it can go with some.
fn begins_below(eyes: AslEyes<'_>, piece: Piece) -> Option<Choice<Asl>> {
    let (side, unit) = (eyes.seat().side()?, eyes.unit(piece)?);
    let at = unit.at?;
    if unit.below && is_sewer(eyes.setting(), at) {
        let units = waiting(eyes, side, at);
        return (units.iter().next() == Some(piece)).then(|| Choice::Order(Sewer { units, leader: None }.into()));
    }
    let units = PieceSet::EMPTY.with(piece);
    // A single unit offers no choice.
    let alone = enters_alone(eyes, piece)?;
    let order = || Choice::Order(Sewer { units, leader: None }.into());
    Some(if alone { order() } else { Choice::Draft(SewerWith { units }.into()) })
}

/// Returns whether a unit in a Manhole Location is the only one there; `None` if it is in none.
fn enters_alone(eyes: AslEyes<'_>, piece: Piece) -> Option<bool> {
    let (side, at) = (eyes.seat().side()?, eyes.unit(piece)?.at?);
    beneath(eyes.setting(), at)?;
    Some(eyes.at(side, at).nth(1).is_none())
}

/// Lists what units below may do in the Advance Phase.
pub fn advance(eyes: AslEyes<'_>, side: Side, sink: &mut impl OfferSink<Asl>) {
    let below = eyes.of(side).units().below();
    let enemies = || eyes.any_unknown(side.other(), |at| is_sewer(eyes.setting(), at));
    let enemies_below = !below.is_empty() && enemies();
    sink.of_pieces(eyes, below.group(), emerges);
    if enemies_below {
        sink.of_pieces(eyes, below.group(), |eyes, piece| {
            let (side, units) = (eyes.seat().side()?, PieceSet::EMPTY.with(piece));
            let closes = is_in_sewer(eyes, piece) && closings(eyes, side, units).next().is_some();
            closes.then(|| Choice::Draft(CloseWith { units }.into()))
        });
    }
}

/// Returns the draft of a unit that can come up from a sewer, or out of a tunnel.
fn emerges(eyes: AslEyes<'_>, piece: Piece) -> Option<Choice<Asl>> {
    let (side, units) = (eyes.seat().side()?, PieceSet::EMPTY.with(piece));
    let up = || is_in_sewer(eyes, piece) && may_emerge(eyes, side, units).is_ok();
    let inside = eyes.unit(piece)?.tunnel != NO_TUNNEL;
    (up() || (inside && may_come_out(eyes, side, units).is_ok())).then(|| Choice::Draft(EmergeWith { units }.into()))
}

fn is_in_sewer(eyes: AslEyes<'_>, piece: Piece) -> bool {
    eyes.unit(piece).and_then(|unit| unit.at).is_some_and(|at| is_sewer(eyes.setting(), at))
}

/// Ends the Movement Phase: the emergence drs.
pub fn end_of_movement(resolver: &mut impl Resolver<Asl>) {
    emergence::end_of_movement(resolver);
    if !resolver.position().entered.is_empty() {
        resolver.change(B8_41A, Change::SewersFresh);
    }
}

/// Ends the Close Combat Phase: tunnels are destroyed, by the ATTACKER first.
pub fn end_of_close_combat(resolver: &mut impl Resolver<Asl>) {
    let side = resolver.position().attacker;
    for side in [side.other(), side] {
        resolver.push(Step::Below(Below::MayDestroy { side }));
    }
}

/// Ends the Player Turn: clears markers of stacks below that last for one Player Turn only.
pub fn end_of_player_turn(resolver: &mut impl Resolver<Asl>) {
    let side = resolver.position().attacker;
    clear_side(resolver, B8_41I, side, Flag::LeftEncircled);
}
