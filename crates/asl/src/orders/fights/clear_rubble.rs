//! Order `clear_rubble`: begins to clear rubble (ASL-A71).

use board::LocationId;
use rules::scene::OrderText;
use rules::{DraftKind, Enumeration, OfferSink, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::clearance::{around, is_clearable, toil};
use crate::mechanics::first_fire;
use crate::mechanics::movement::may_unit_move;
use crate::orders::timing::only;
use crate::orders::wellformed::{each_group, leaders};
use crate::orders::{ClearRubble, ClearWith};
use crate::printed::clause::A71;
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::setting::Place;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::position::{CLEARED, CLEARINGS};
use crate::state::step::Step;
use crate::text::names::{Names, verb};
use crate::view::AslEyes;

impl OrderKind<Asl> for ClearRubble {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::Move), A71, "units begin to clear rubble only in their own Movement Phase")
    }

    #[inline]
    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let at = may_work(eyes, side, self.units, self.leader)?;
        let [one, two] = self.way;
        let beside = |to: LocationId| around(eyes, at).any(|near| near == to);
        A71.forbids(one == two || !beside(one) || !beside(two), "a trail-break leads to two neighbouring hexes")
    }

    /// The units are immobilised, and draw fire for their movement factors. Their DR comes after the Close Combats.
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, _: Side, _: Step) {
        let all = self.leader.into_iter().fold(self.units, PieceSet::with);
        let Some(at) = self.units.iter().find_map(|unit| resolver.position().unit(unit)?.at) else { return };
        toil(resolver, A71, all, None);
        for unit in all.iter() {
            for flag in [Flag::Ti, Flag::Clearing] {
                resolver.change(A71, Change::Flag { unit, flag, on: true });
            }
        }
        resolver.change(A71, Change::Clears { units: all, at, way: self.way });
        first_fire::watch(resolver);
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let [one, two] = self.way.map(|at| reader.at(at));
        let help = self.leader.map_or_else(String::new, |leader| format!(" with {}", reader.unit(leader)));
        let (units, clear) = (reader.units(self.units), verb(self.units, "clears", "clear"));
        let sentence = format!("{units} {clear} rubble{help}, towards {one} and {two}.");
        OrderText::new("Clear rubble", sentence, A71).about(self.units.iter()).about(self.leader).at(self.way)
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_group(eyes, side, which, &mut |units, _| {
            let Some(at) = units.iter().find_map(|unit| eyes.unit(unit)?.at) else { return };
            for leader in leaders(eyes, units) {
                ways(eyes, at).for_each(|way| sink(ClearRubble { units, leader, way }));
            }
        });
    }
}

impl DraftKind<Asl> for ClearWith {
    fn leads_on(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> bool {
        may_work(eyes, side, self.units, self.leader).is_ok()
    }

    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>, sink: &mut impl OfferSink<Asl>) {
        let ClearWith { units, leader } = *self;
        if !matches!(step, Step::Move) {
            return;
        }
        let Ok(at) = may_work(eyes, side, units, leader) else { return };
        for way in ways(eyes, at) {
            sink.order(ClearRubble { units, leader, way });
        }
        for (piece, unit) in eyes.at(side, at).filter(|(piece, _)| leader.is_none() && !units.has(*piece)) {
            let leads = unit.kind.class() == Class::Leader;
            let more = if leads { units } else { units.with(piece) };
            sink.draft(ClearWith { units: more, leader: leads.then_some(piece) });
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let (units, clear) = (reader.units(self.units), verb(self.units, "clears", "clear"));
        let sentence = format!("{units} {clear} rubble: choose the way, or add a unit.");
        OrderText::new("Clear rubble", sentence, A71).about(self.units.iter()).about(self.leader)
    }
}

/// Lists the units that could clear rubble.
pub fn offers(eyes: AslEyes<'_>, side: Side, sink: &mut impl OfferSink<Asl>) {
    let (fallen, _) = eyes.fallen();
    if eyes.is_uncovered() && fallen.is_empty() {
        return;
    }
    for (unit, _, _) in eyes.of(side).men().above().iter() {
        let units = PieceSet::EMPTY.with(unit);
        if may_work(eyes, side, units, None).is_ok() {
            sink.draft(ClearWith { units, leader: None });
        }
    }
}

/// Returns every pair of hexes around a Location.
fn ways(eyes: AslEyes<'_>, at: LocationId) -> impl Iterator<Item = [LocationId; 2]> + '_ {
    let all: arrayvec::ArrayVec<LocationId, 6> = around(eyes, at).collect();
    (0..all.len()).flat_map(move |n| {
        let all = all.clone();
        (0..all.len()).filter(move |m| *m > n).map(move |m| [all[n], all[m]])
    })
}

/// Checks that these units can clear the rubble of their hex together, and returns where.
fn may_work(eyes: AslEyes<'_>, side: Side, units: PieceSet, leader: Option<Piece>) -> Result<LocationId, Refusal> {
    let twice = leader.is_some_and(|leader| units.has(leader));
    A71.forbids(twice, "the leader who helps is not one of the units that clear rubble")?;
    let mut at = None;
    for piece in units.iter().chain(leader) {
        let moved = eyes.own_piece(side, piece).is_some_and(|unit| unit.is(Flag::Moved));
        A71.forbids(moved, "a unit that has moved can't clear rubble")?;
        let (unit, place) = may_unit_move(eyes, side, piece)?;
        let kind = if leader == Some(piece) { unit.kind.class() == Class::Leader } else { unit.kind.is_mmc() };
        if !kind {
            return Err(Refusal::new(A71, "squads and half-squads clear rubble, and a leader helps"));
        }
        if at.is_some_and(|at| at != place) {
            return Err(Refusal::new(A71, "units that clear rubble together must be in one Location"));
        }
        at = Some(place);
    }
    let Some(at) = at.filter(|_| !units.is_empty()) else {
        return Err(Refusal::new(A71, "choose at least one unit to clear rubble"));
    };
    let spot = eyes.spot(at)?;
    let fallen = spot.place == Place::Ground && is_clearable(eyes, spot.hex);
    A71.forbids(!fallen, "there is no rubble here that could be cleared")?;
    let full = eyes.clearings().count() >= CLEARINGS;
    A71.forbids(full, "no more units can clear rubble in this Player Turn")?;
    let all = eyes.all_cleared() + eyes.clearings().count() >= CLEARED;
    A71.forbids(all, "no more trail-breaks can be made in this game")?;
    Ok(at)
}
