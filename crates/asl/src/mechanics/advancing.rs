//! Conditions for an advance, and for the Location entered (ASL-A16, ASL-A22).

use board::LocationId;
use rules::{Audience, Piece, PieceSet, Refusal, Resolver, Side};

use crate::mechanics::{concealment, movement};
use crate::printed::clause::{A2, A5, A16, A22, A72};
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::printed::words::Pace;
use crate::setting::MoveEdge;
use crate::setting::edges::DIFFICULT;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::unit::Unit;
use crate::view::AslEyes;
use crate::view::seen::Seen;

/// Returns all units of a side that can advance ([`may_unit_advance`]), as these eyes see them.
#[inline]
#[must_use]
pub fn able(eyes: AslEyes<'_>, side: Side) -> Seen<'_> {
    let units = eyes.of(side).units();
    let units = if A2.is_in_force() { units.good() } else { units };
    let done = [Flag::Pinned, Flag::Ti, Flag::Advanced];
    if A16.is_in_force() { done.into_iter().fold(units, Seen::without) } else { units }
}

/// Checks that a unit can advance at all, above ground or up from below.
#[inline]
pub fn may_unit_advance(eyes: AslEyes<'_>, side: Side, piece: Piece) -> Result<(&Unit, LocationId), Refusal> {
    let (unit, at) = eyes.own(side, piece)?;
    if unit.kind.is_weapon() {
        return Err(Refusal::new(A5, "a weapon can't advance by itself: advance the unit that holds it"));
    }
    A2.forbids(!unit.is_good(), "only units in Good Order can advance")?;
    A16.forbids(unit.is(Flag::Pinned), "a pinned unit can't advance")?;
    A16.forbids(unit.is(Flag::Ti), "a temporarily immobilised (TI) unit can't advance")?;
    A16.forbids(unit.is(Flag::Advanced), "this unit has already advanced in this phase")?;
    Ok((unit, at))
}

/// Checks that a side may enter a Location that the enemy holds as a Fortified one, as far as it knows (B23.922).
pub fn may_storm(eyes: AslEyes<'_>, side: Side, from: LocationId, to: LocationId) -> Result<(), Refusal> {
    let enemy = side.other();
    let barred =
        eyes.fort(enemy, to).is_some() && is_whole(eyes, from, to) && !barring(eyes.of(enemy).at(to)).is_empty();
    A22.forbids(barred, "units can't enter a Fortified Location that an unpinned enemy squad in Good Order holds")
}

/// Returns whether the building of a Fortified Location stands, without a breach in the hexside towards another
/// Location.
fn is_whole(eyes: AslEyes<'_>, from: LocationId, to: LocationId) -> bool {
    let stands = eyes.setting().spot(to).is_some_and(|spot| eyes.terrain(spot).is_building());
    stands && !(A72.is_in_force() && eyes.is_breached(from, to))
}

/// Returns those who keep enemies out of a Fortified Location: a squad or two half-squads, in Good Order and unpinned;
/// if there are too few, none.
fn barring(there: Seen<'_>) -> PieceSet {
    let able = there.men().good().without(Flag::Pinned);
    let of =
        |class: Class| able.iter().filter(move |(_, unit, _)| unit.kind.class() == class).map(|(piece, _, _)| piece);
    let halves: PieceSet = of(Class::HalfSquad).take(2).collect();
    match of(Class::Squad).next() {
        Some(squad) => PieceSet::EMPTY.with(squad),
        None if halves.len() == 2 => halves,
        None => PieceSet::EMPTY,
    }
}

/// An advance: units and the edge they use.
pub struct March<'a> {
    pub eyes: AslEyes<'a>,
    pub side: Side,
    pub units: PieceSet,
    pub way: &'a MoveEdge,
}

impl March<'_> {
    /// Returns the half movement factors that it would cost, crowding included, as some eyes see it.
    #[must_use]
    pub fn cost(&self, eyes: AslEyes<'_>) -> u8 {
        self.way.cost * movement::hemmed_in(eyes, self.units)
            + movement::crowding(eyes, self.side, self.way.to, self.units)
    }

    /// Returns whether it exhausts one of them: it costs four movement factors or all it has, crowding included
    /// (ASL-A16).
    ///
    /// All players see whether a unit in sight is exhausted. Therefore only units in sight count; otherwise it would
    /// show whether a leader is under the "?" beside it.
    #[must_use]
    pub fn is_difficult(&self, piece: Piece) -> bool {
        let Some(unit) = self.eyes.unit(piece) else { return false };
        let eyes = if unit.is_open() { self.eyes.public() } else { self.eyes };
        let cost = self.cost(eyes);
        let all = || movement::factors_of(eyes, self.units, Pace::Normal);
        unit.is_men() && (cost >= DIFFICULT || (cost >= movement::least_factors(eyes, self.units) && cost >= all()))
    }

    /// Checks that each of them can go: a counter-exhausted unit uses no edge that exhausts it.
    #[inline]
    pub fn is_easy(&self) -> Result<(), Refusal> {
        let tired = |piece| self.eyes.unit(piece).is_some_and(|unit| unit.is(Flag::Cx)) && self.is_difficult(piece);
        A16.forbids(
            self.units.iter().any(tired),
            "a counter-exhausted (CX) unit can't advance there: it costs 4 MF or all it has",
        )
    }
}

/// Returns those of some units that can use every edge if they can advance at all.
///
/// They are not tired, no rubble or Blaze of the scenario is on the board, there is no entrenchment, and no Fortified
/// Location is publicly known.
#[inline]
#[must_use]
pub fn unhindered<'a>(eyes: AslEyes<'a>, units: Seen<'a>) -> Seen<'a> {
    let calm = eyes.setting().pillboxes.is_empty()
        && eyes.ruined().is_empty()
        && eyes.is_uncovered()
        && !eyes.any_fort_known()
        && !eyes.setting().trenched;
    if calm { units.without(Flag::Cx) } else { units.only(PieceSet::EMPTY) }
}

/// Returns whether an unknown Fortified Location stops the advance. If so, the unseen enemies who bar it are revealed
/// (B23.922).
pub fn is_stormed_in_vain(resolver: &mut impl Resolver<Asl>, side: Side, from: LocationId, to: LocationId) -> bool {
    let enemy = side.other();
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let Some(fort) = eyes.fort(enemy, to).copied() else { return false };
    let holders = barring(eyes.of(enemy).at(to));
    if holders.is_empty() || !is_whole(eyes, from, to) || !A22.is_in_force() {
        return false;
    }
    if !fort.known {
        resolver.change(A22, Change::FortKnown { side: enemy, at: to });
    }
    concealment::show(resolver, holders);
    resolver.report(A22, Audience::All, Report::Barred { side, at: to });
    true
}
