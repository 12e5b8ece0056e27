//! Order `fire`: the units that may fire, their targets, and the choices offered (ASL-A7, ASL-A9, ASL-A10). The result
//! of a shot is in [`crate::mechanics::attack`].

use board::LocationId;
use rules::scene::OrderText;
use rules::{
    Clause, DraftKind, Enumeration, OfferSink, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver, Side,
};

use crate::mechanics::aim::{Aim, Targets, able, is_target, may_aim, may_take_part};
use crate::mechanics::attack;
use crate::mechanics::shot::{Shot, line};
use crate::orders::timing::only;
use crate::orders::wellformed::{each_group, leaders};
use crate::orders::{Fire, FireWith, wellformed};
use crate::printed::clause::{A6, A7, A10, A18, A46, B8_3D};
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::state::Asl;
use crate::state::fight::Fight;
use crate::state::step::{Question, Step};
use crate::text::names::{Names, verb};
use crate::view::AslEyes;
use crate::view::seen::Seen;

/// Returns the question, if it is a question about fire.
#[inline]
const fn when(step: Step) -> Option<Fight> {
    match step {
        Step::Fight(when) if when.is_fire() => Some(when),
        _ => None,
    }
}

impl OrderKind<Asl> for Fire {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        let why = "units fire in their own Prep Fire and Advancing Fire Phases, or as DEFENDER at moving units and in the Defensive Fire Phase";
        only(when(step).is_some(), A7, why)
    }

    #[inline]
    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let (Fire { units, leader, at: to }, Some(when)) = (*self, when(step)) else { return self.timely(step) };
        is_target(eyes, side, when, to)?;
        if units.is_empty() {
            return Err(Refusal::new(A7, "choose at least one unit to fire"));
        }
        let below = eyes.setting().is_below(to);
        for piece in units.iter() {
            let ordnance = |piece| eyes.own_piece(side, piece).is_some_and(|unit| unit.kind.class() == Class::Gun);
            B8_3D.forbids(below && ordnance(piece), "a Gun can't fire into a sewer")?;
            let (unit, from) = may_take_part(eyes, side, when, piece)?;
            Aim::of(eyes, side, when, (piece, unit, from)).at(to)?;
        }
        may_join(eyes, side, when, units, leader)?;
        A6.forbids(!leader_sees(eyes, leader, to), "the leader doesn't see the target")
    }

    /// Resolves fire at a Location: the firers are revealed, get the marker of their fire, and shoot.
    #[inline]
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, step: Step) {
        let (Fire { units, leader, at }, Some(when)) = (*self, when(step)) else { return };
        attack::shoot(resolver, Shot { side, when, units, leader, at });
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let led = self.leader.map_or_else(String::new, |leader| format!(", directed by {}", reader.unit(leader)));
        let (units, fire) = (reader.units(self.units), verb(self.units, "fires", "fire"));
        let sentence = format!("{units} {fire} at {}{led}.", reader.at(self.at));
        let phrase = OrderText::new("Fire", sentence, clause(reader));
        phrase.about(self.units.iter()).about(self.leader).at([self.at])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut impl FnMut(Self)) {
        each_group(eyes, side, which, &mut |units, places| {
            let leaders = leaders(eyes, units);
            for &at in places {
                leaders.iter().for_each(|leader| sink(Fire { units, leader: *leader, at }));
            }
        });
        if which == Enumeration::All {
            from_several(eyes, side, sink);
        }
    }
}

impl DraftKind<Asl> for FireWith {
    /// Returns whether these units can [`Fire`] together at any target.
    #[inline]
    fn leads_on(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>) -> bool {
        let (FireWith { units, leader }, Some(when)) = (*self, when(step)) else { return true };
        let able = able(eyes, side, when).only(units);
        let Some(first) = able.iter().next().filter(|_| able.group() == units) else { return false };
        let aim = Aim::of(eyes, side, when, first);
        let targets = Targets::of(eyes, side, when);
        let others = units.without(first.0);
        if others.is_empty() && leader.is_none() {
            return aim.hits_any(targets, |_| true);
        }
        may_join(eyes, side, when, units, leader).is_ok()
            && aim.hits_any(targets, |to| {
                others.iter().all(|piece| may_aim(eyes, side, when, piece, to).is_ok())
                    && (leader_sees(eyes, leader, to) || !A6.is_in_force())
            })
    }

    #[inline]
    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>, sink: &mut impl OfferSink<Asl>) {
        let (FireWith { units, leader }, Some(when)) = (*self, when(step)) else { return };
        let Some(first) = eyes.of(side).only(units).group().iter().next() else { return };
        Targets::of(eyes, side, when).faced_by(first).each(|at| {
            sink.order(Fire { units, leader, at });
        });
        if leader.is_none() {
            joining(eyes, side, when, units, sink);
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let then = match self.leader {
            Some(leader) => format!(", directed by {}: choose the target", reader.unit(leader)),
            None => ": choose the target, or add a unit".to_owned(),
        };
        let sentence = format!("{} {}{then}.", reader.units(self.units), verb(self.units, "fires", "fire"));
        OrderText::new("Fire", sentence, clause(reader)).about(self.units.iter()).about(self.leader)
    }
}

/// Returns the clause of a shot in answer to the present question.
fn clause(reader: Reader<'_, Asl>) -> Clause {
    match reader.asked().and_then(Step::question) {
        Some(Question::FirstFire) => A10,
        _ => A7,
    }
}

/// Checks that these units can fire together, under this leader, at any target.
#[inline]
fn may_join(eyes: AslEyes<'_>, side: Side, when: Fight, units: PieceSet, leader: Option<Piece>) -> Result<(), Refusal> {
    A7.forbids(!is_joined(eyes, units), "a fire group must be in one Location or in ADJACENT Locations")?;
    leader.map_or(Ok(()), |leader| may_direct(eyes, side, when, units, leader))
}

/// Returns whether the leader who directs, if there is one, sees the target.
#[inline]
fn leader_sees(eyes: AslEyes<'_>, leader: Option<Piece>, to: LocationId) -> bool {
    let Some(leader) = leader else { return true };
    eyes.unit(leader).and_then(|leader| leader.at).is_some_and(|from| line(eyes, from, to).is_some())
}

/// Checks that a leader can direct the fire of these units: in the same Location as all of them (ASL-A18).
fn may_direct(eyes: AslEyes<'_>, side: Side, when: Fight, units: PieceSet, leader: Piece) -> Result<(), Refusal> {
    let (unit, at) = may_take_part(eyes, side, when, leader)?;
    if unit.kind.class() != Class::Leader {
        return Err(Refusal::new(A18, "only a leader can direct fire"));
    }
    A18.forbids(unit.is(Flag::Pinned), "a pinned leader can't direct fire")?;
    A46.forbids(unit.is(Flag::Berserk), "a berserk leader can't direct fire")?;
    let spent = matches!(when, Fight::FirstFire { .. }) && unit.is(Flag::FinalFired);
    A18.forbids(spent || unit.is(Flag::Used), "this leader has already acted in this phase")?;
    let here = |place: LocationId| eyes.setting().are_one(place, at);
    let with = |piece: Piece| eyes.unit(piece).and_then(|unit| unit.at).is_some_and(here);
    A18.forbids(!units.iter().all(with), "the leader is not in one Location with all firing units")
}

/// Returns whether all are in one Location, or in a chain of adjacent Locations that see each other.
#[inline]
fn is_joined(eyes: AslEyes<'_>, units: PieceSet) -> bool {
    let at = |piece| eyes.unit(piece).and_then(|unit| unit.at);
    let Some(first) = units.iter().next() else { return true };
    let mut joined = PieceSet::EMPTY.with(first);
    while joined != units {
        let near = |piece: &Piece| {
            !joined.has(*piece)
                && joined.iter().any(|other| at(*piece).zip(at(other)).is_some_and(|(a, b)| is_near(eyes, a, b)))
        };
        let Some(next) = units.iter().find(near) else { break };
        joined = joined.with(next);
    }
    joined == units
}

/// Returns whether two Locations are the same or ADJACENT: below ground, adjacent with a line of sight.
#[inline]
fn is_near(eyes: AslEyes<'_>, a: LocationId, b: LocationId) -> bool {
    let view = eyes.view(a);
    if view.is_below(b) {
        return a == b || (view.distance(b) <= 1 && line(eyes, a, b).is_some());
    }
    eyes.are_adjacent(a, b)
}

/// Returns those of some units that are near a Location.
fn near_by(eyes: AslEyes<'_>, units: Seen<'_>, to: LocationId) -> PieceSet {
    units.iter().filter(|(_, _, at)| is_near(eyes, *at, to)).map(|(piece, _, _)| piece).collect()
}

/// Lists the units that could join a fire group. It grows from any of its members by adjacent units; a leader must be
/// with all of them.
fn joining(eyes: AslEyes<'_>, side: Side, when: Fight, units: PieceSet, sink: &mut impl OfferSink<Asl>) {
    let others = able(eyes, side, when).but(units);
    let members = eyes.of(side).only(units);
    let near = members.places().fold(PieceSet::EMPTY, |near, member| near | near_by(eyes, others.but(near), member));
    for (piece, unit, at) in others.only(near).iter() {
        if unit.kind.class() != Class::Leader {
            sink.draft(FireWith { units: units.with(piece), leader: None });
        } else if members.but(members.at(at).group()).is_empty() {
            sink.draft(FireWith { units, leader: Some(piece) });
        }
    }
}

/// Number of units of a side up to which fire groups of all sizes are listed; beyond it, only those of one or two.
const WHOLE_SIDE: usize = 8;

/// Lists groups that could fire together from several Locations.
fn from_several(eyes: AslEyes<'_>, side: Side, sink: &mut impl FnMut(Fire)) {
    let units: Vec<(Piece, LocationId)> = eyes.units_of(side).map(|(piece, _, at)| (piece, at)).collect();
    let leads = |piece: &Piece| eyes.unit(*piece).is_some_and(|unit| unit.kind.class() == Class::Leader);
    let pieces: Vec<Piece> = units.iter().map(|(piece, _)| *piece).collect();
    let leaders: Vec<Option<Piece>> =
        std::iter::once(None).chain(pieces.iter().copied().filter(leads).map(Some)).collect();
    let at = |piece: Piece| units.iter().find(|(other, _)| *other == piece).map(|(_, at)| *at);
    for units in PieceSet::of_some(&pieces, WHOLE_SIDE) {
        let mut from = units.iter().map(at);
        let first = from.next();
        if from.all(|at| Some(at) == first) {
            continue;
        }
        for &leader in &leaders {
            wellformed::places(eyes, Enumeration::All).for_each(|at| sink(Fire { units, leader, at }));
        }
    }
}
