//! Morale: pinned, disrupted and routed squads, recovery, lost figures and retreats.

use board::LocationId;
use rules::{Audience, Clause, Piece, PieceSet, Refusal, Resolver, Side, referee_clauses};

use crate::mechanics::standing::{has_room, is_led};
use crate::printed::clause::{B5, B13, B14, B17, B18, B24, I1, S15};
use crate::printed::figures::Figures;
use crate::printed::tables::STACK;
use crate::printed::words::{Figure, SOVIET, State, Token};
use crate::state::Tide;
use crate::state::change::Change;
use crate::state::report::{Effect, End, Report};
use crate::state::squad::Squad;
use crate::state::step::Step;
use crate::view::eyes::TideEyes;

/// Returns the effect of suppressive fire on a squad (TOI-B13).
#[must_use]
pub fn suppression(squad: &Squad, net: u8) -> Effect {
    let figures = u16::from(squad.figures.total());
    let net = u16::from(net);
    let disrupted = squad.state == State::Disrupted;
    match net {
        _ if !B13.is_in_force() || net == 0 => Effect::None,
        _ if net >= 2 * figures || (net >= figures && disrupted) => Effect::Routed,
        _ if net >= figures => Effect::Disrupted,
        _ => Effect::Pinned,
    }
}

/// Sets a squad's morale, if that makes it worse. A squad in Op Fire mode becomes fatigued (TOI-B14).
pub fn become_state(resolver: &mut impl Resolver<Tide>, clause: Clause, unit: Piece, now: State) {
    let Some(squad) = resolver.position().squad(unit).copied() else { return };
    if squad.state < now {
        resolver.change(clause, Change::State { unit, now });
        if squad.token == Token::OpFire && B14.is_in_force() {
            resolver.change(B14, Change::Token { unit, now: Token::Fatigued });
        }
    }
}

/// Removes a squad from the game. Its card, tokens and marker return to the owner (TOI-S15). The loss of a squad that
/// assaults from a hidden sewer is reported only to its own side (TOI-S5).
pub fn remove(resolver: &mut impl Resolver<Tide>, clause: Clause, unit: Piece, why: End) {
    let card = resolver.position().squad(unit).and_then(Squad::below);
    // The report comes first, because the squad can't be seen after the change.
    let told = if resolver.position().fights_unseen(unit) { Audience::Only(SOVIET) } else { Audience::All };
    resolver.report(clause, told, Report::Destroyed { unit, why });
    resolver.change(clause, Change::Removed { unit });
    if let Some(card) = card {
        resolver.change(S15, Change::Returned { card });
    }
}

/// Returns the morale of a squad after the Status Phase (TOI-B5).
#[must_use]
pub fn recovered(eyes: TideEyes<'_>, squad: &Squad) -> State {
    match squad.state {
        State::Steady | State::Pinned => State::Steady,
        State::Disrupted if is_led(eyes, squad) => State::Steady,
        State::Disrupted => State::Pinned,
    }
}

/// Applies the recovery of all squads (TOI-B5).
pub fn recover(resolver: &mut impl Resolver<Tide>) {
    // Recovery doesn't depend on the state of other squads, so their order doesn't matter.
    for unit in resolver.position().unit_index.shaken.iter() {
        let Some(squad) = resolver.position().squad(unit) else { continue };
        let now = recovered(TideEyes::open(resolver.setting(), resolver.position()), squad);
        if now != squad.state {
            resolver.change(B5, Change::State { unit, now });
        }
    }
}

/// Lists the figures that can be lost now, by squad: officers only if no others are left (TOI-B24).
pub fn can_fall(eyes: TideEyes<'_>, victims: PieceSet) -> impl Iterator<Item = (Piece, Figure)> + Clone {
    let squads = move || victims.iter().filter_map(move |piece| Some((piece, eyes.squad(piece)?.figures)));
    let officers_only =
        B24.is_in_force() && squads().all(|(_, figures)| figures.total() == figures.count(Figure::Officer));
    let kinds = move |(piece, figures): (Piece, Figures)| {
        Figure::ALL
            .into_iter()
            .filter(move |figure| figures.count(*figure) > 0)
            .filter(move |figure| officers_only || *figure != Figure::Officer || !B24.is_in_force())
            .map(move |figure| (piece, figure))
    };
    squads().flat_map(kinds)
}

/// Removes a figure, and the squad with its last figure (TOI-B24).
pub fn lose(resolver: &mut impl Resolver<Tide>, unit: Piece, figure: Figure) {
    let last = resolver.position().squad(unit).is_some_and(|squad| squad.figures.total() <= 1);
    if last {
        remove(resolver, B24, unit, End::Losses);
    } else {
        resolver.change(B24, Change::Lost { unit, figure });
    }
}

/// Returns the first two items. Two items mean that there is a choice.
fn first_two<T>(mut things: impl Iterator<Item = T>) -> (Option<T>, Option<T>) {
    (things.next(), things.next())
}

/// Removes figures one after the other; the owner is asked while there is a choice (TOI-B24). Squads that assault from
/// a hidden sewer lose figures in a fixed order, because a question would reveal them (TOI-S5).
pub fn lose_figures(resolver: &mut impl Resolver<Tide>, side: Side, victims: PieceSet, figures: u8) {
    for left in (1..=figures).rev() {
        let eyes = TideEyes::open(resolver.setting(), resolver.position());
        let (first, second) = first_two(can_fall(eyes, victims));
        let Some((unit, figure)) = first else { return };
        let standing: u16 =
            victims.iter().filter_map(|piece| eyes.squad(piece)).map(|squad| u16::from(squad.figures.total())).sum();
        let asked = !victims.iter().any(|piece| resolver.position().fights_unseen(piece));
        if asked && second.is_some() && standing > u16::from(left) {
            resolver.push(Step::ChooseLoss { side, victims, figures: left });
            return;
        }
        lose(resolver, unit, figure);
    }
}

/// Checks that a beaten squad can retreat to a Location: from the ground to an adjacent hex, from an upper floor to the
/// next one (TOI-B17).
///
/// # Errors
/// - If the squad is unknown or in the sewer.
/// - If the Location is not such a step away.
/// - If an enemy is there, or there is no room.
pub fn may_retreat(eyes: TideEyes<'_>, unit: Piece, to: LocationId) -> Result<(), Refusal> {
    let Some(squad) = eyes.squad(unit) else {
        return Err(Refusal::new(referee_clauses::NAMES, "unknown squad"));
    };
    let (Some(from), there) = (squad.on(), eyes.spot(to)?) else {
        return Err(Refusal::new(B17, "this squad can't retreat because it is in the sewer"));
    };
    let here = eyes.spot(from)?;
    let near = eyes.setting().step_cost(from, to).is_some();
    if !near {
        eyes.setting().check_cliff(from, to)?;
    }
    B17.forbids(
        !near || (here.level == 0 && here.hex == there.hex),
        "a squad retreats one step: from the ground to an adjacent hex, from upstairs to the next floor",
    )?;
    // Sewer tokens don't block a retreat, by a clause of their own (TOI-I1).
    if there.sewer && !I1.is_in_force() {
        return Err(Refusal::new(B17, "a squad can't retreat onto a hex with a sewer token"));
    }
    let room = has_room(eyes, squad.side, to);
    match room {
        Err(refusal) if refusal.clause == B18 => {
            B17.forbids(true, "a squad can't retreat to a Location with an enemy squad or without room")
        }
        other => other,
    }
}

/// Lists the Locations that a beaten squad can retreat to.
pub fn retreats(eyes: TideEyes<'_>, unit: Piece) -> impl Iterator<Item = LocationId> {
    let ways = eyes.squad(unit).and_then(Squad::on).and_then(|at| eyes.setting().spot(at)).map(|spot| &spot.edges);
    ways.into_iter().flatten().map(|way| way.to).filter(move |to| may_retreat(eyes, unit, *to).is_ok())
}

/// Resolves the retreats or losses of several squads beaten in a Location (TOI-B17). Their owner is asked for the next
/// squad and its destination while there is a choice.
pub fn be_beaten_out(resolver: &mut impl Resolver<Tide>, side: Side, at: LocationId) {
    let eyes = TideEyes::open(resolver.setting(), resolver.position());
    let beaten: PieceSet = eyes.of_side_on(side, at).map(|(piece, _)| piece).collect();
    let disrupted = |(piece, squad): (Piece, &Squad)| (squad.state == State::Disrupted).then_some(piece);
    let overrun: PieceSet = eyes.of_side_on(side, at).filter_map(disrupted).collect();
    for unit in overrun.iter() {
        remove(resolver, B17, unit, End::Overrun);
    }
    for unit in (beaten - overrun).iter() {
        let eyes = TideEyes::open(resolver.setting(), resolver.position());
        let left = eyes.of_side_on(side, at).count();
        match first_two(retreats(eyes, unit)) {
            (None, _) => remove(resolver, B17, unit, End::NowhereToGo),
            (Some(to), None) if left + eyes.of_side_on(side, to).count() <= STACK => retreat(resolver, unit, to),
            _ => return resolver.push(Step::ChooseRetreats { side, at }),
        }
    }
}

/// Resolves the retreat or loss of a single beaten squad (TOI-B17).
pub fn be_beaten(resolver: &mut impl Resolver<Tide>, side: Side, unit: Piece) {
    let eyes = TideEyes::open(resolver.setting(), resolver.position());
    let Some(squad) = eyes.squad(unit) else {
        return;
    };
    if squad.state == State::Disrupted {
        return remove(resolver, B17, unit, End::Overrun);
    }
    match first_two(retreats(eyes, unit)) {
        (None, _) => remove(resolver, B17, unit, End::NowhereToGo),
        (Some(to), None) => retreat(resolver, unit, to),
        _ => resolver.push(Step::ChooseRetreat { side, unit }),
    }
}

/// Moves a beaten squad to a Location. A pinned squad becomes disrupted (TOI-B17).
pub fn retreat(resolver: &mut impl Resolver<Tide>, unit: Piece, to: LocationId) {
    resolver.change(B17, Change::Placed { unit, at: to });
    if resolver.position().squad(unit).is_some_and(|squad| squad.state == State::Pinned) {
        resolver.change(B17, Change::State { unit, now: State::Disrupted });
    }
}
