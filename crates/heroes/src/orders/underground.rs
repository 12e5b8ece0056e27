//! Order to move a leader or hero and his stack through the sewers or tunnels (SEW-11 to SEW-23, TUN-11 to TUN-23).

use board::LocationId;
use rules::scene::OrderText;
use rules::{
    Audience, DraftKind, Enumeration, OfferSink, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver, Side,
};

use crate::mechanics::underground::{may_carry, passes, route};
use crate::mechanics::{hidden, stack};
use crate::orders::groups::pieces;
use crate::orders::timing::is_time_to_act;
use crate::orders::{ChooseExit, Underground};
use crate::printed::catalogue::Catalogue;
use crate::printed::clause::{B6, B33};
use crate::printed::words::{Activity, Below, Pace};
use crate::setting::below;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::text::names::Names;
use crate::view::HeroesEyes;

impl OrderKind<Heroes> for Underground {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time_to_act(step)
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Heroes>) -> Result<(), Refusal> {
        may_go(eyes, side, self.leader, self.to)
    }

    /// Takes the whole impulse of the stack. The enemy doesn't see it on the way; enemies at the exit are met in melee.
    fn resolve(&self, resolver: &mut impl Resolver<Heroes>, side: Side, _: Step) {
        let Underground { leader, to } = *self;
        let eyes = HeroesEyes::open(resolver.setting(), resolver.position());
        let Some(from) = eyes.unit(leader).and_then(|unit| unit.at) else { return };
        let catalogue = below::catalogue(resolver.setting(), from, to);
        let units = stack_of(eyes, side, leader, from, catalogue);
        hidden::come_out(resolver, units);
        resolver.report(catalogue.destination(), Audience::All, Report::WentBelow { units, from, to });
        for unit in units.iter() {
            resolver.change(catalogue.impulse(), Change::Activity { unit, now: Activity::Moved });
            resolver.change(B33, Change::Moved { unit, now: true });
            resolver.change(catalogue.beneath(), Change::Placed { unit, at: to });
        }
        hidden::spot(resolver);
        if catalogue.melee().is_in_force() {
            resolver.push(Step::Arrival { at: to, kind: Below::of(catalogue) });
        }
        // If Opportunity Fire at this move is allowed, it takes place at the exit.
        if !catalogue.impulse().is_in_force() {
            let pace = Pace::Normal;
            resolver.change(B6, Change::Moving { units, pace, mf_left: 0, stepped: true, shaken: PieceSet::EMPTY });
            resolver.push(Step::CarryOn);
            resolver.push(Step::Watch);
        }
    }

    fn describe(&self, reader: Reader<'_, Heroes>) -> OrderText {
        let Underground { leader, to } = *self;
        let stack = reader.together(leader);
        let go = if stack.len() == 1 { "goes" } else { "go" };
        let from = reader.located(leader);
        // The report has the same text, so that the log shows it once.
        let whence = from.map(|at| format!(" from {}", reader.at(at))).unwrap_or_default();
        let sentence = format!("{} {go} below ground{whence} to {}.", reader.listed(stack), reader.at(to));
        let clause = reader.catalogue(from, to).destination();
        OrderText::new("Go below", sentence, clause).about([leader]).at([to])
    }

    fn wellformed_orders(eyes: HeroesEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        for leader in pieces(eyes) {
            eyes.setting().board.location_ids().for_each(|to| sink(Underground { leader, to }));
        }
    }
}

impl DraftKind<Heroes> for ChooseExit {
    #[inline(never)]
    fn leads_on(&self, Prompt { eyes, side, .. }: Prompt<'_, Heroes>) -> bool {
        let goes = |at| below::exits(eyes.setting(), at).any(|to| may_go(eyes, side, self.leader, to).is_ok());
        eyes.own(side, self.leader).is_ok_and(|(_, at)| goes(at))
    }

    #[inline(never)]
    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Heroes>, sink: &mut impl OfferSink<Heroes>) {
        let leader = self.leader;
        if !matches!(step, Step::Act) {
            return;
        }
        let Ok((_, at)) = eyes.own(side, leader) else { return };
        for to in below::exits(eyes.setting(), at) {
            sink.order(Underground { leader, to });
        }
    }

    fn describe(&self, reader: Reader<'_, Heroes>) -> OrderText {
        let leader = self.leader;
        let with = if reader.together(leader).len() > 1 { " with his stack" } else { "" };
        let name = reader.unit(leader);
        let sentence = format!("{name} goes below ground{with}: choose the exit. To come up there takes a later move.");
        let start = reader.located(leader).and_then(|at| reader.setting.catalogue(at));
        OrderText::new("Go below", sentence, start.unwrap_or(Catalogue::Sewers).destination()).about([leader])
    }
}

/// Returns the units that go with a leader or hero: all in his Location that are in Good Order and have not acted
/// (SEW-20, TUN-20).
pub fn stack_of(eyes: HeroesEyes<'_>, side: Side, leader: Piece, at: LocationId, catalogue: Catalogue) -> PieceSet {
    if !catalogue.stack().is_in_force() {
        return PieceSet::EMPTY.with(leader);
    }
    let fit = |unit: &Unit| unit.is_good() && unit.activity == Activity::Fresh;
    eyes.at(side, at).filter(|(_, unit)| fit(unit)).map(|(piece, _)| piece).collect()
}

/// Checks that a leader or hero can lead a move below ground, whatever the exit. Returns his stack.
fn may_begin(eyes: HeroesEyes<'_>, side: Side, leader: Piece, catalogue: Catalogue) -> Result<PieceSet, Refusal> {
    let (unit, at) = eyes.own(side, leader)?;
    catalogue.squads().forbids(!unit.counter.kind.is_single(), "only a leader or hero can lead a move below ground")?;
    catalogue.good_order().forbids(!unit.is_good(), "Shaken units can go below ground only to rout")?;
    catalogue.good_order().forbids(eyes.in_melee(side, leader, at), "units in melee can't go below ground")?;
    let acted = unit.activity != Activity::Fresh || eyes.impulse().is_some();
    catalogue
        .impulse()
        .forbids(acted, "only a unit that hasn't acted can go below ground, and only as a whole impulse")?;
    catalogue.card().forbids(!unit.counter.sewer_rat, "this unit doesn't have the Sewer Rat card")?;
    let units = stack_of(eyes, side, leader, at, catalogue);
    are_granted(eyes, units, catalogue)?;
    for unit in units.iter().filter_map(|piece| eyes.unit(piece)) {
        may_carry(catalogue, unit)?;
    }
    Ok(units)
}

/// Checks that all units may use the kind of network (SEW-17, TUN-17).
fn are_granted(eyes: HeroesEyes<'_>, units: PieceSet, catalogue: Catalogue) -> Result<(), Refusal> {
    let all = units.iter().filter_map(|piece| eyes.unit(piece)).all(|unit| unit.counter.may_use(catalogue.kind()));
    let (sewers, tunnels) = (
        "the scenario doesn't grant sewer movement to every unit of this stack",
        "the scenario doesn't grant tunnel movement to every unit of this stack",
    );
    catalogue.granted().forbids(!all, if catalogue == Catalogue::Sewers { sewers } else { tunnels })
}

/// Checks that a leader or hero can go below ground to another entrance with his stack.
pub fn may_go(eyes: HeroesEyes<'_>, side: Side, leader: Piece, to: LocationId) -> Result<(), Refusal> {
    let (_, from) = eyes.own(side, leader)?;
    eyes.spot(to)?;
    let units = may_begin(eyes, side, leader, below::catalogue(eyes.setting(), from, to))?;
    let route = route(eyes, from, to, Catalogue::led)?;
    passes(eyes, &route, route.catalogue.led())?;
    are_granted(eyes, units, Catalogue::of(route.to.1.kind))?;
    stack::has_room(eyes, side, to, units)
}
