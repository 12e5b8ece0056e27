//! The Advance Phase above ground: one Location on, into Close Combat too (ASL-A16).

use board::LocationId;
use rules::{Audience, Group, Piece, Refusal, Side, Turn};

use crate::Asl;
use crate::change::Change;
use crate::clause::{A2, A5, A16, A22, A24, B8_41H, B8_61B};
use crate::eyes::{AslEyes, Seen};
use crate::flags::Flag;
use crate::position::Unit;
use crate::report::Report;
use crate::setting::{Place, Spot, Way};
use crate::terrain::MF;
use crate::{concealment, movement};

/// Half movement factors that make an advance difficult.
const DIFFICULT: u8 = 4 * MF;

/// All units of a side that can advance ([`may_unit_advance`]), as these eyes see them.
#[inline]
#[must_use]
pub fn able(eyes: AslEyes<'_>, side: Side) -> Seen<'_> {
    let units = eyes.of(side).units();
    let units = if A2.is_in_force() { units.good() } else { units };
    let done = [Flag::Pinned, Flag::Ti, Flag::Advanced];
    if A16.is_in_force() { done.into_iter().fold(units, Seen::without) } else { units }
}

/// Whether a unit can advance at all, above ground or up from below.
///
/// # Errors
/// The refusal with its clause.
#[inline]
pub fn may_unit_advance(eyes: AslEyes<'_>, side: Side, piece: Piece) -> Result<(&Unit, LocationId), Refusal> {
    let (unit, at) = eyes.own(side, piece)?;
    if unit.kind.is_weapon() {
        return Err(Refusal::new(A5, "a weapon advances with whoever holds it"));
    }
    A2.forbids(!unit.is_good(), "only units in Good Order advance")?;
    A16.forbids(unit.is(Flag::Pinned), "it is pinned")?;
    A16.forbids(unit.is(Flag::Ti), "it is temporarily immobilised")?;
    A16.forbids(unit.is(Flag::Advanced), "it has advanced in this phase")?;
    Ok((unit, at))
}

/// Whether a side may enter a Location that the enemy holds as a Fortified one, as far as it knows (B23.922).
///
/// # Errors
/// The refusal with its clause.
pub fn may_storm(eyes: AslEyes<'_>, side: Side, to: LocationId) -> Result<(), Refusal> {
    let enemy = side.other();
    let fort = eyes.fort(enemy, to).is_some() && eyes.at(enemy, to).any(|(_, unit)| unit.is_men() && unit.is_good());
    A22.forbids(fort, "it is fortified, and an enemy in Good Order holds it")
}

/// Whether these units can advance together.
///
/// # Errors
/// The refusal with its clause.
pub fn may_advance(eyes: AslEyes<'_>, side: Side, units: Group, to: LocationId) -> Result<(), Refusal> {
    let from = may_set_out(eyes, side, units)?;
    let (way, _) = movement::may_go_by(eyes, way(eyes, from, to), to)?;
    may_storm(eyes, side, to)?;
    let held = eyes.setting().is_entrenchment(to) && eyes.holds(side.other(), to);
    A24.forbids(held, "the enemy is in the Location of that entrenchment: advance into the hex")?;
    Advance { eyes, side, units, way }.is_easy()
}

/// The way of an advance from one place to another.
fn way(eyes: AslEyes<'_>, from: LocationId, to: LocationId) -> Option<&Way> {
    eyes.setting().advances(from).iter().find(|way| way.to == to)
}

/// All ways of an advance, by Location. Out of an entrenchment one goes straight to the next hex, and with the step to a hex
/// into its entrenchment; each costs what it costs (ASL-A24).
#[must_use]
pub fn ways(spots: &[Spot]) -> Vec<Vec<Way>> {
    let spot = |at: LocationId| spots.get(at.index());
    let all = spots.iter().map(|from| {
        let ground = spot(from.ground).filter(|_| from.place == Place::Entrenchment);
        let onwards = ground.into_iter().flat_map(|ground| &ground.ways).filter(|way| way.across.is_some());
        let out = onwards.map(|way| Way { cost: way.cost + MF, ..*way });
        let plain: Vec<Way> = from.ways.iter().copied().chain(out).collect();
        let into = |way: &Way| {
            let inner = spot(way.to).filter(|_| way.across.is_some())?.entrenchment?;
            (spot(way.to)?.place == Place::Ground).then_some(Way { to: inner, cost: way.cost + MF, ..*way })
        };
        let inner: Vec<Way> = plain.iter().filter_map(into).collect();
        plain.into_iter().chain(inner).collect()
    });
    all.collect()
}

/// Whether these units can advance together above ground, and from where.
///
/// # Errors
/// The refusal with its clause.
pub fn may_set_out(eyes: AslEyes<'_>, side: Side, units: Group) -> Result<LocationId, Refusal> {
    let mut from = None;
    for piece in units.iter() {
        let (_, at) = may_unit_advance(eyes, side, piece)?;
        if from.is_some_and(|from| from != at) {
            return Err(Refusal::new(A16, "units that advance together start in one Location"));
        }
        from = Some(at);
        movement::keeps_no_gun(eyes, piece)?;
    }
    let Some(from) = from else {
        return Err(Refusal::new(A16, "nobody advances"));
    };
    if eyes.setting().is_below(from) {
        let clause = if eyes.setting().place(from) == Some(Place::Tunnel) { B8_61B } else { B8_41H };
        return Err(Refusal::new(clause, "from below one only comes up"));
    }
    Ok(from)
}

/// Whether these units can advance anywhere together.
#[must_use]
pub fn can_advance(eyes: AslEyes<'_>, side: Side, units: Group) -> bool {
    let leads = |way: &Way| may_advance(eyes, side, units, way.to).is_ok();
    may_set_out(eyes, side, units).is_ok_and(|from| eyes.setting().advances(from).iter().any(leads))
}

/// Those of some units to whom every way there is lies open, if they can set out: they are not tired, none of the scenario's
/// rubble and Blazes is on the board, there is no entrenchment, and no Fortified Location is publicly known.
#[inline]
#[must_use]
pub fn unhindered<'a>(eyes: AslEyes<'a>, units: Seen<'a>) -> Seen<'a> {
    let calm = eyes.is_uncovered() && !eyes.any_fort_known() && !eyes.setting().trenched;
    if calm { units.without(Flag::Cx) } else { units.only(Group::EMPTY) }
}

/// An advance: who, by which way.
struct Advance<'a> {
    eyes: AslEyes<'a>,
    side: Side,
    units: Group,
    way: &'a Way,
}

impl Advance<'_> {
    /// Whether it exhausts one of them: it costs four movement factors or all it has, crowding included (ASL-A16). Everybody
    /// sees whether a unit in sight is exhausted. So only units in sight count for it, or it would tell whether a leader is
    /// under the "?" beside it.
    fn is_difficult(&self, piece: Piece) -> bool {
        let Some(unit) = self.eyes.unit(piece) else { return false };
        let eyes = if unit.is_open() { self.eyes.public() } else { self.eyes };
        let cost = self.way.cost + movement::crowding(eyes, self.side, self.way.to, self.units);
        let all = movement::factors_of(eyes, self.units, crate::order::Pace::Normal);
        unit.is_men() && (cost >= DIFFICULT || cost >= all)
    }

    /// Whether each of them can go: a counter-exhausted unit takes no way that exhausts it.
    #[inline]
    fn is_easy(&self) -> Result<(), Refusal> {
        let tired = |piece| self.eyes.unit(piece).is_some_and(|unit| unit.is(Flag::Cx)) && self.is_difficult(piece);
        A16.forbids(self.units.iter().any(tired), "it is counter-exhausted, and the way is difficult")
    }
}

/// Advances.
pub fn advance(turn: &mut impl Turn<Asl>, side: Side, units: Group, to: LocationId) {
    units.iter().for_each(|unit| concealment::appear(turn, unit));
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let Some(from) = units.iter().find_map(|piece| eyes.unit(piece)?.at) else { return };
    let stays = eyes.setting().are_one(from, to);
    let hard = way(eyes, from, to).map(|way| Advance { eyes, side, units, way });
    let tired: Group =
        units.iter().filter(|piece| hard.as_ref().is_some_and(|hard| hard.is_difficult(*piece))).collect();
    tell(turn, side, units, to);
    for unit in units.iter() {
        turn.change(A16, Change::Flag { unit, flag: Flag::Advanced, on: true });
    }
    for unit in tired.iter() {
        turn.change(A16, Change::Flag { unit, flag: Flag::Cx, on: true });
    }
    if is_stormed_in_vain(turn, side, to) {
        return;
    }
    let clause = concealment::parting(turn, units, A16);
    if !stays {
        movement::freed(turn, A16, units);
    }
    for unit in units.iter() {
        turn.change(clause, Change::Placed { unit, at: to });
    }
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let open = eyes.spot(to).is_ok_and(|spot| eyes.terrain(spot).is_open());
    let watched = |piece| concealment::is_watched(eyes, side, piece, to);
    if open && !concealment::are_open(turn, units) && units.iter().next().is_some_and(watched) {
        concealment::show(turn, units);
    }
}

/// Tells of units that advance, and of a "?" that does.
fn tell(turn: &mut impl Turn<Asl>, side: Side, units: Group, to: LocationId) {
    let open = concealment::open(turn, units);
    if !open.is_empty() {
        turn.report(A16, Audience::All, Report::Advances { units: open, to });
    }
    if open != units {
        turn.report(A16, Audience::All, Report::UnknownAdvances { side, to });
    }
}

/// Whether a Fortified Location that nobody told of holds the advance up: an unseen enemy in it shows himself (B23.922).
pub fn is_stormed_in_vain(turn: &mut impl Turn<Asl>, side: Side, to: LocationId) -> bool {
    let enemy = side.other();
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let Some(fort) = eyes.fort(enemy, to).copied() else { return false };
    let Some(holder) = eyes.of(enemy).men().good().at(to).group().iter().next() else { return false };
    if !A22.is_in_force() {
        return false;
    }
    if !fort.known {
        turn.change(A22, Change::FortKnown { side: enemy, at: to });
    }
    concealment::lose(turn, holder);
    turn.report(A22, Audience::All, Report::Barred { side, at: to });
    true
}
