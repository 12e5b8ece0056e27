//! Berserk units: how they become so, their charge, and how they calm down (ASL-A46).

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Audience, Piece, PieceSet, Refusal, Resolver, Side};

use crate::mechanics::concealment;
use crate::mechanics::heat::is_subject;
use crate::mechanics::losses::{self, Aftermath};
use crate::mechanics::morale::{self, alive, leadership, report_fight, roll};
use crate::mechanics::movement::{cost_by, cost_of};
use crate::printed::clause::{A46, A70, B8_45A};
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::printed::terrain::MF;
use crate::printed::words::{Cover, Pace};
use crate::setting::{LOCATIONS, STEPS};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::position::Moving;
use crate::state::report::Report;
use crate::state::report::fights::{Check, FightReport, Verdict};
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::view::AslEyes;
use crate::view::seen::Seen;

/// Half movement factors of a charge.
const CHARGE: u8 = 8 * MF;
/// Half movement factors of a wounded man's charge.
const WOUNDED: u8 = 3 * MF;

/// Markers that a unit loses when it goes berserk.
const SHED: [Flag; 8] =
    [Flag::Broken, Flag::Dm, Flag::KeepsDm, Flag::Disrupted, Flag::Pinned, Flag::Cx, Flag::Ti, Flag::Minimum];

/// Makes a unit berserk; below ground it is eliminated (B8.45a). If it is a leader, those with him may follow.
pub fn rage(resolver: &mut impl Resolver<Asl>, piece: Piece, after: &mut Aftermath) {
    go_mad(resolver, piece, after);
    if alive(resolver, piece).is_some_and(|unit| unit.kind.class() == Class::Leader) {
        after.note_frenzy(piece);
    }
}

fn go_mad(resolver: &mut impl Resolver<Asl>, piece: Piece, after: &mut Aftermath) {
    let Some(unit) = alive(resolver, piece).filter(|_| A46.is_in_force()) else { return };
    report_fight(resolver, A46, &unit, FightReport::GoesBerserk { unit: piece });
    if unit.at.is_some_and(|at| resolver.setting().is_below(at)) && B8_45A.is_in_force() {
        return losses::perish(resolver, B8_45A, piece, after);
    }
    concealment::lose(resolver, piece);
    for flag in SHED.into_iter().filter(|flag| unit.is(*flag)) {
        resolver.change(A46, Change::Flag { unit: piece, flag, on: false });
    }
    resolver.change(A46, Change::Flag { unit: piece, flag: Flag::Berserk, on: true });
}

/// Makes the checks of those in sight in the Location of a leader who has gone berserk: those who pass follow him
/// (A15.41).
pub fn take_along(resolver: &mut impl Resolver<Asl>, leader: Piece, after: &mut Aftermath) {
    let Some(mad) = alive(resolver, leader) else { return };
    let Some(at) = mad.at else { return };
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let beside = eyes.of(mad.side).men().lying(Cover::Open).at(at).iter();
    let others = beside.filter(|(piece, unit, _)| *piece != leader && is_subject(unit)).map(|(piece, _, _)| piece);
    let others: PieceSet = others.collect();
    let drm = i16::from(leadership(&mad));
    morale::each(resolver, others, |resolver, piece| {
        let Some(unit) = alive(resolver, piece) else { return };
        let dr = roll(resolver, A46, &unit, 2, "berserk check");
        let morale = unit.morale();
        let passed = dr as i16 + drm <= i16::from(morale);
        let verdict = if passed { Verdict::Passed } else { Verdict::Failed };
        let (dr, drm) = (dr as u8, drm as i8);
        let report = FightReport::Checked { unit: piece, check: Check::Berserk, dr, drm, morale, verdict };
        report_fight(resolver, A46, &unit, report);
        if passed {
            go_mad(resolver, piece, after);
        }
    });
}

/// Returns the enemies above ground that a side knows, wherever they are.
fn known(eyes: AslEyes<'_>, side: Side) -> Seen<'_> {
    eyes.public().of(side.other()).men().above()
}

/// Returns the berserk units of a side that have to charge: they see an enemy that they know, in another Location, and
/// can take a step towards it.
pub fn waiting(eyes: AslEyes<'_>, side: Side) -> PieceSet {
    let mad = eyes.of(side).men().bearing(Flag::Berserk);
    if mad.is_empty() || !A46.is_in_force() {
        return PieceSet::EMPTY;
    }
    let done = [Flag::Moved, Flag::Stopped, Flag::Ti, Flag::Pinned, Flag::Melee];
    let ready = done.into_iter().fold(mad, Seen::without).above();
    ready.iter().filter(|(piece, _, at)| has_goal(eyes, side, *piece, *at)).map(|(piece, _, _)| piece).collect()
}

/// Returns whether a berserk unit sees an enemy that it knows in another Location, and can take a step towards it.
fn has_goal(eyes: AslEyes<'_>, side: Side, piece: Piece, at: LocationId) -> bool {
    let seen = known(eyes, side).in_sight_of(piece);
    let reaches = |to: &LocationId| cost_by(eyes, at, *to).is_some_and(|cost| cost <= CHARGE);
    !seen.is_empty() && seen.at(at).is_empty() && ways(eyes, side, piece, at).iter().any(reaches)
}

/// Returns those of the moving units in a Location that have gone berserk on their move.
pub fn on_the_way(eyes: AslEyes<'_>, moving: Moving, at: LocationId) -> PieceSet {
    if moving.pace == Pace::Berserk || !A46.is_in_force() {
        return PieceSet::EMPTY;
    }
    let mad = |piece: &Piece| {
        let raging = |unit: &Unit| unit.is(Flag::Berserk) && unit.at == Some(at) && !unit.is(Flag::Stopped);
        eyes.unit(*piece).is_some_and(raging)
    };
    moving.units.iter().filter(mad).collect()
}

/// Begins the charge of units that went berserk on their move, with the factors they have left (A15.431).
pub fn charge_on(resolver: &mut impl Resolver<Asl>, units: PieceSet, spent: u8, on_road: bool) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let side = eyes.attacker();
    let mad = eyes.of(side).men().only(units).bearing(Flag::Berserk).iter();
    let units: PieceSet =
        mad.filter(|(piece, _, at)| has_goal(eyes, side, *piece, *at)).map(|(piece, _, _)| piece).collect();
    let Some(from) = units.iter().find_map(|piece| eyes.unit(piece)?.at) else { return };
    let mf_left = factors(eyes, units).saturating_sub(spent);
    resolver.report(A46, Audience::All, Report::Goes { units, from, pace: Pace::Berserk });
    let moving = Moving { allotted: spent + mf_left, on_road, ..Moving::begun(units, Pace::Berserk, mf_left) };
    resolver.change(A46, moving.into());
    resolver.push(Step::CarryOn);
}

/// Refuses every other order of the Movement Phase while berserk units have to charge.
pub fn charge_first(eyes: AslEyes<'_>, side: Side) -> Result<(), Refusal> {
    A46.forbids(!waiting(eyes, side).is_empty(), "berserk units must charge first")
}

/// Checks that these units begin a charge: all in one Location that have to, together. Returns the Location.
pub fn may_charge(eyes: AslEyes<'_>, side: Side, units: PieceSet) -> Result<LocationId, Refusal> {
    let must = waiting(eyes, side);
    let Some(first) = units.iter().next() else {
        return Err(Refusal::new(A46, "choose the berserk units that charge"));
    };
    let (_, at) = eyes.own(side, first)?;
    let here = eyes.of(side).only(must).at(at).group();
    if here != units {
        return Err(Refusal::new(
            A46,
            "all berserk units of a Location that see an enemy charge together, and no others",
        ));
    }
    Ok(at)
}

/// Lists the charges that a side has to begin.
pub fn charges(eyes: AslEyes<'_>, side: Side) -> impl Iterator<Item = PieceSet> {
    let must = eyes.of(side).only(waiting(eyes, side));
    must.places().map(move |at| must.at(at).group())
}

/// Returns the half movement factors of a charge: those of the slowest.
#[must_use]
pub fn factors(eyes: AslEyes<'_>, units: PieceSet) -> u8 {
    let of = |piece| {
        let unit = eyes.unit(piece)?;
        let all = if unit.is(Flag::Wounded) { WOUNDED } else { CHARGE };
        Some(all.saturating_sub(eyes.load(piece).saturating_sub(unit.ipc()) * MF))
    };
    units.iter().filter_map(of).min().unwrap_or(0)
}

/// The steps that a charge may take.
pub type Ways = ArrayVec<LocationId, STEPS>;

/// Returns the steps that a charge may take from a Location: on a shortest way to the nearest enemy that the unit knows
/// and sees. Where it sees none on its way, the nearest that it knows counts; at its goal there is none.
#[must_use]
pub fn ways(eyes: AslEyes<'_>, side: Side, piece: Piece, at: LocationId) -> Ways {
    let known = known(eyes, side);
    let seen = known.in_sight_of(piece);
    let enemies = if seen.is_empty() { known } else { seen };
    let distance = |to: LocationId| eyes.setting().distance(at, to);
    let nearest = enemies.places().map(distance).min();
    let goals: PieceSet =
        enemies.iter().filter(|(_, _, to)| Some(distance(*to)) == nearest).map(|(piece, _, _)| piece).collect();
    let goals = enemies.only(goals);
    // A charge at enemies in a pillbox ends in its hex: nobody enters it while they hold it (ASL-A70).
    let outside = |to: LocationId| eyes.setting().pillbox(to).and_then(|_| Some(eyes.setting().spot(to)?.ground));
    let stands_before = |to: LocationId| A70.is_in_force() && outside(to) == Some(at);
    if !goals.at(at).is_empty() || goals.places().any(stands_before) {
        return ArrayVec::new();
    }
    let firsts = shortest(eyes, at, goals);
    eyes.setting().edges(at).iter().zip(0..).filter(|(_, n)| firsts >> *n & 1 == 1).map(|(way, _)| way.to).collect()
}

/// What is known of a Location while the shortest ways are looked for.
#[derive(Clone, Copy)]
struct Stage {
    /// Half movement factors of the cheapest way found so far.
    cost: u16,
    /// The first steps of all ways that cost so much, as bits.
    firsts: u16,
}

/// A Location from which ways may lead on.
#[derive(Clone, Copy)]
struct Open {
    /// The least that a way through it to a goal can cost, and what it costs to come there: the first of these is next.
    order: (u16, u16),
    at: LocationId,
}

/// Returns the first steps of the shortest ways from a Location to the nearest of some units, as bits in the order of the
/// steps out of it.
// No step costs less than one movement factor for each hex. Ways are therefore looked for towards the goals first, and the
// rest of the board is not looked at. Of two Locations that promise the same, the one that costs less to come to goes
// first: all ways into a Location are known when it is looked at.
fn shortest(eyes: AslEyes<'_>, start: LocationId, goals: Seen<'_>) -> u16 {
    const { assert!(STEPS <= 16) };
    let setting = eyes.setting();
    let ends: ArrayVec<LocationId, { PieceSet::LIMIT }> = goals.places().collect();
    let promise = |at: LocationId, cost: u16| {
        let hexes = ends.iter().map(|end| setting.distance(at, *end)).min().unwrap_or(0);
        (cost.saturating_add(hexes.saturating_mul(u16::from(MF))), cost)
    };
    let mut stages = [Stage { cost: u16::MAX, firsts: 0 }; LOCATIONS + 1];
    let mut open: ArrayVec<Open, { LOCATIONS + 1 }> = ArrayVec::new();
    let (mut least, mut firsts) = (u16::MAX, 0);
    stages[start.index() % (LOCATIONS + 1)] = Stage { cost: 0, firsts: 0 };
    let mut here = Some(Open { order: promise(start, 0), at: start });
    while let Some(Open { order: (promised, _), at }) = here {
        if promised > least {
            break;
        }
        let Some(&stage) = stages.get(at.index()) else { break };
        if stage.cost <= least && !goals.in_part(at).is_empty() {
            (least, firsts) = (stage.cost, firsts | stage.firsts);
        }
        let from = setting.hex(at);
        for (way, n) in setting.edges(at).iter().zip(0..) {
            // It may cost no more to be there than here: then no way leads back.
            if stages.get(way.to.index()).is_none_or(|next| next.cost <= stage.cost) {
                continue;
            }
            let Some(step) = from.and_then(|from| cost_of(eyes, from, way)) else { continue };
            let cost = stage.cost.saturating_add(u16::from(step));
            let firsts = if at == start { 1 << n } else { stage.firsts };
            let Some(next) = stages.get_mut(way.to.index()).filter(|next| cost <= next.cost) else { continue };
            let (first, cheaper) = (next.cost == u16::MAX, cost < next.cost);
            *next = Stage { cost, firsts: if cheaper { firsts } else { next.firsts | firsts } };
            if first {
                let _ = open.try_push(Open { order: promise(way.to, cost), at: way.to });
            } else if cheaper && let Some(known) = open.iter_mut().find(|open| open.at == way.to) {
                known.order = promise(way.to, cost);
            }
        }
        let next = (0..open.len()).min_by_key(|n| open[*n].order);
        here = next.map(|n| open.swap_remove(n));
    }
    firsts
}

/// Ends the frenzy of a unit.
fn calm(resolver: &mut impl Resolver<Asl>, units: PieceSet) {
    for unit in (units & resolver.position().units.bearing(Flag::Berserk)).iter() {
        let Some(mad) = alive(resolver, unit).filter(|_| A46.is_in_force()) else { continue };
        report_fight(resolver, A46, &mad, FightReport::Calms { unit });
        resolver.change(A46, Change::Flag { unit, flag: Flag::Berserk, on: false });
    }
}

/// Calms the berserk units of a side in a Location, if no enemy that they know is left there: after Close Combat, or
/// after their Advancing Fire at it (A15.46).
pub fn after_victory(resolver: &mut impl Resolver<Asl>, side: Side, at: LocationId) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let mad = eyes.of(side).men().bearing(Flag::Berserk).at(at).group();
    if !mad.is_empty() && known(eyes, side).at(at).is_empty() {
        calm(resolver, mad);
    }
}

/// Ends a charge: units that see no enemy that they know are themselves again.
pub fn after_charge(resolver: &mut impl Resolver<Asl>, side: Side, units: PieceSet) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let blind = |piece: &Piece| known(eyes, side).in_sight_of(*piece).is_empty();
    let blind: PieceSet = units.iter().filter(blind).collect();
    calm(resolver, blind);
}
