//! Order `advance`: one Location above ground in the Advance Phase, into Close Combat too (ASL-A16).

use board::LocationId;
use rules::scene::OrderText;
use rules::{
    Audience, DraftKind, Enumeration, OfferSink, OrderKind, PieceSet, Prompt, Reader, Refusal, Resolver, Side,
};

use crate::mechanics::advancing::{March, is_stormed_in_vain, may_storm, may_unit_advance};
use crate::mechanics::{advancing, concealment, movement, pillbox, stack};
use crate::orders::timing::only;
use crate::orders::wellformed::each_group;
use crate::orders::{Advance, AdvanceWith};
use crate::printed::clause::{A16, A24, B8_41H, B8_61B};
use crate::printed::flags::Flag;
use crate::setting::{MoveEdge, Place};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::step::Step;
use crate::text::names::{Names, verb};
use crate::view::AslEyes;

impl OrderKind<Asl> for Advance {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::Advance), A16, "units advance only in their own Advance Phase")
    }

    #[inline]
    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        may_advance(eyes, side, self.units, self.to)
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        let Advance { units, to } = *self;
        concealment::come_under(resolver, units);
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let Some(from) = units.iter().find_map(|piece| eyes.unit(piece)?.at) else { return };
        let stays = eyes.setting().are_one(from, to);
        let hard = way(eyes, from, to).map(|way| March { eyes, side, units, way });
        let tired: PieceSet =
            units.iter().filter(|piece| hard.as_ref().is_some_and(|hard| hard.is_difficult(*piece))).collect();
        report_advance(resolver, side, units, to);
        for unit in units.iter() {
            resolver.change(A16, Change::Flag { unit, flag: Flag::Advanced, on: true });
        }
        for unit in tired.iter() {
            resolver.change(A16, Change::Flag { unit, flag: Flag::Cx, on: true });
        }
        if is_stormed_in_vain(resolver, side, from, to) || pillbox::is_shut(resolver, side, to) {
            return;
        }
        let clause = concealment::parting(resolver, units, A16);
        if !stays {
            movement::freed(resolver, A16, units);
        }
        for unit in units.iter() {
            resolver.change(clause, Change::Placed { unit, at: to });
        }
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let open = eyes.spot(to).is_ok_and(|spot| eyes.terrain(spot).is_open());
        let challenge = if open { concealment::acts(resolver, side, units) } else { None };
        concealment::crowds(resolver, side, units, to);
        challenge.into_iter().for_each(|challenge| resolver.push(challenge.into()));
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let (units, advance) = (reader.units(self.units), verb(self.units, "advances", "advance"));
        let sentence = format!("{units} {advance} to {}.", reader.at(self.to));
        OrderText::new("Advance", sentence, A16).about(self.units.iter()).at([self.to])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_group(eyes, side, which, &mut |units, places| {
            places.iter().for_each(|to| sink(Advance { units, to: *to }))
        });
    }
}

impl DraftKind<Asl> for AdvanceWith {
    /// Returns whether these units can advance anywhere together.
    #[inline]
    fn leads_on(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> bool {
        let units = self.units;
        let leads = |way: &MoveEdge| may_advance(eyes, side, units, way.to).is_ok();
        may_set_out(eyes, side, units).is_ok_and(|from| eyes.setting().advances(from).iter().any(leads))
    }

    #[inline]
    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>, sink: &mut impl OfferSink<Asl>) {
        let units = self.units;
        if !matches!(step, Step::Advance) {
            return;
        }
        let Ok(from) = may_set_out(eyes, side, units) else { return };
        let (ways, order) = (eyes.setting().advances(from), |way: MoveEdge| Advance { units, to: way.to });
        if advancing::unhindered(eyes, eyes.of(side)).only(units).group() == units {
            sink.each(ways, order);
        } else {
            ways.iter().for_each(|way| sink.order(order(*way)));
        }
        for more in stack::with_another(eyes, side, units, from) {
            sink.draft(AdvanceWith { units: more });
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let (units, advance) = (reader.units(self.units), verb(self.units, "advances", "advance"));
        let sentence = format!("{units} {advance}: choose where, or add a unit.");
        OrderText::new("Advance", sentence, A16).about(self.units.iter())
    }
}

/// Checks that these units can advance together.
pub fn may_advance(eyes: AslEyes<'_>, side: Side, units: PieceSet, to: LocationId) -> Result<(), Refusal> {
    let from = may_set_out(eyes, side, units)?;
    let (way, _) = movement::may_go_by(eyes, way(eyes, from, to), to)?;
    may_storm(eyes, side, from, to)?;
    pillbox::may_enter(eyes, side, units, to, true)?;
    let held = eyes.setting().is_entrenchment(to) && eyes.holds(side.other(), to);
    A24.forbids(held, "an enemy holds the Location of that entrenchment: advance into the hex instead")?;
    March { eyes, side, units, way }.is_easy()
}

/// Returns the edge of an advance from one Location to another.
fn way(eyes: AslEyes<'_>, from: LocationId, to: LocationId) -> Option<&MoveEdge> {
    eyes.setting().advances(from).iter().find(|way| way.to == to)
}

/// Checks that these units can advance together above ground, and returns where from.
pub fn may_set_out(eyes: AslEyes<'_>, side: Side, units: PieceSet) -> Result<LocationId, Refusal> {
    let mut from = None;
    for piece in units.iter() {
        let (_, at) = may_unit_advance(eyes, side, piece)?;
        if from.is_some_and(|from| from != at) {
            return Err(Refusal::new(A16, "units that advance together must start in one Location"));
        }
        from = Some(at);
        movement::keeps_no_gun(eyes, piece)?;
        movement::may_bear(eyes, piece)?;
    }
    let Some(from) = from else {
        return Err(Refusal::new(A16, "choose at least one unit to advance"));
    };
    if eyes.setting().is_below(from) {
        let clause = if eyes.setting().place(from) == Some(Place::Tunnel) { B8_61B } else { B8_41H };
        return Err(Refusal::new(clause, "units below ground can't advance above ground: bring them up instead"));
    }
    Ok(from)
}

/// Reports units that advance, and a "?" that does.
fn report_advance(resolver: &mut impl Resolver<Asl>, side: Side, units: PieceSet, to: LocationId) {
    let open = concealment::open(resolver, units);
    if !open.is_empty() {
        resolver.report(A16, Audience::All, Report::Advances { units: open, to });
    }
    if open != units {
        resolver.report(A16, Audience::All, Report::UnknownAdvances { side, to });
    }
}
