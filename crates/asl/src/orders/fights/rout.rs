//! Order `rout`: one step of a rout (ASL-A14).

use board::LocationId;
use rules::scene::OrderText;
use rules::{
    Audience, DraftKind, Enumeration, OfferSink, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver, Side,
};

use crate::mechanics::below::rout as tunnels;
use crate::mechanics::interdiction::is_interdicted;
use crate::mechanics::reach::{Flight, Stand, Steps, factors, has_steps, outset, steps, under_way};
use crate::mechanics::routing::{clears_dummies, drop_excess, is_put_back, may_set_out, routing};
use crate::mechanics::{interdiction, morale};
use crate::orders::fights::low_crawl::may_begin;
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::orders::{LowCrawl, Rout, RoutTunnel, RoutWhere};
use crate::printed::clause::{A14, A21};
use crate::printed::flags::Flag;
use crate::printed::terrain::{MF, Terrain};
use crate::printed::words::Pace;
use crate::setting::Place;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::position::Moving;
use crate::state::report::fights::Check;
use crate::state::report::routs::RoutReport;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::text::names::Names;
use crate::view::AslEyes;

impl OrderKind<Asl> for Rout {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::Fight(Fight::ChooseRout { .. })), A14, "broken units rout only in the Rout Phase")
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let steps = may_step(eyes, side, self.unit)?;
        if !steps.contains(&self.to) {
            return Err(Refusal::new(A14, "this unit can't rout there"));
        }
        if self.careful { may_take_care(eyes, side, self.unit, self.to) } else { Ok(()) }
    }

    /// Moves a unit one step of its rout, unless an enemy it doesn't know of is there. A Known enemy may Interdict it,
    /// or the other side is asked whether an unseen one does.
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        let Rout { unit, to, careful } = *self;
        if resolver.position().moving.is_none() {
            drop_excess(resolver, unit);
        }
        if is_put_back(resolver, A14, unit, to) {
            return;
        }
        let own = AslEyes::new(resolver.setting(), resolver.position(), side.seat());
        let Some((broken, from)) = own.unit(unit).and_then(|unit| Some((unit, unit.at?))) else { return };
        let left = under_way(own).map_or(factors(broken), |(_, moving)| moving.mf_left);
        let cost = cost(own, side, unit, from, to).unwrap_or(left) + if careful { CARE } else { 0 };
        let encircled = broken.is(Flag::Encircled);
        resolver.report(A14, Audience::All, RoutReport::Routs { unit, to }.into());
        let units = PieceSet::EMPTY.with(unit);
        let mf_left = left.saturating_sub(cost);
        let moving = Moving { spent: cost, careful, ..Moving::begun(units, Pace::Normal, mf_left) };
        resolver.change(A14, moving.into());
        resolver.change(A14, Change::Placed { unit, at: to });
        if encircled {
            resolver.change(A14, Change::Flag { unit, flag: Flag::Encircled, on: false });
        }
        clears_dummies(resolver, side, to);
        resolver.push(Fight::Arrives { side, unit: PieceSet::EMPTY.with(unit) }.into());
        if is_interdicted(AslEyes::open(resolver.setting(), resolver.position()), side, to, careful) {
            morale::morale_check(resolver, unit, Check::Interdiction, 0, None);
        } else {
            interdiction::ask(resolver, side, unit, to, careful);
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let how = if self.careful { ", into the cover of its shellholes" } else { "" };
        let sentence = format!("{} routs to {}{how}.", reader.unit(self.unit), reader.at(self.to));
        OrderText::new("Rout", sentence, A14).about([self.unit]).at([self.to])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_piece(eyes, side, which, &mut |unit, places, _| {
            for to in places {
                [false, true].into_iter().for_each(|careful| sink(Rout { unit, to: *to, careful }));
            }
        });
    }
}

impl DraftKind<Asl> for RoutWhere {
    /// Returns whether the unit can take any step, or leave through a tunnel.
    fn leads_on(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> bool {
        let unit = self.unit;
        let steps = |(broken, at): (&Unit, _)| has_steps(eyes, side, unit, at, factors(broken));
        let mut any = routing(eyes, side, unit).is_ok_and(steps);
        tunnels::ends(eyes, side, unit, &mut |_| any = true);
        any
    }

    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>, sink: &mut impl OfferSink<Asl>) {
        let (unit, Step::Fight(Fight::ChooseRout { .. })) = (self.unit, step) else { return };
        if under_way(eyes).is_some() {
            return;
        }
        if let Ok((broken, at)) = routing(eyes, side, unit) {
            let ways = outset(eyes, side, unit, at, factors(broken));
            each_of(eyes, side, unit, &ways.steps, &mut |rout| sink.order(rout));
            if may_begin(eyes, side, (broken, at)).is_ok() {
                ways.crawls.iter().for_each(|to| sink.order(LowCrawl { unit, to: *to }));
            }
        }
        if may_set_out(eyes, side, unit).is_ok() {
            tunnels::ends(eyes, side, unit, &mut |to| sink.order(RoutTunnel { unit, to }));
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        OrderText::new("Rout", format!("{} routs: choose where.", reader.unit(self.unit)), A14).about([self.unit])
    }
}

/// Half movement factors that the cover of shellholes costs beside the step into them (ASL-A21).
const CARE: u8 = MF;

/// Returns the half movement factors of a step of a rout; `None` if the unit may not take it.
fn cost(eyes: AslEyes<'_>, side: Side, unit: Piece, from: LocationId, to: LocationId) -> Option<u8> {
    let flight = Flight::of(eyes, side, unit);
    let way = eyes.setting().spot(from)?.way(to)?;
    Some(flight.first(Stand::at(&flight, from).stride(way)?))
}

/// Returns the steps a unit may take now, if it can rout.
pub fn may_step(eyes: AslEyes<'_>, side: Side, unit: Piece) -> Result<Steps, Refusal> {
    if let Some((piece, moving)) = under_way(eyes) {
        A14.forbids(piece != unit, "another unit is routing: finish its rout first")?;
        let (_, at) = eyes.own(side, unit)?;
        return Ok(steps(eyes, side, unit, at, moving.mf_left));
    }
    let (broken, at) = routing(eyes, side, unit)?;
    Ok(steps(eyes, side, unit, at, factors(broken)))
}

/// Checks that a unit that may step into a Location can pay for the cover of shellholes there.
fn may_take_care(eyes: AslEyes<'_>, side: Side, unit: Piece, to: LocationId) -> Result<(), Refusal> {
    let (broken, from) = eyes.own(side, unit)?;
    let holes = eyes.spot(to).is_ok_and(|spot| {
        spot.place == Place::Ground && eyes.terrain(spot) == Terrain::Shellholes && !eyes.setting().are_one(from, to)
    });
    A21.forbids(!holes, "only shellholes give cover at a price")?;
    let left = under_way(eyes).map_or(factors(broken), |(_, moving)| moving.mf_left);
    let pays = cost(eyes, side, unit, from, to).is_some_and(|cost| cost + CARE <= left);
    A21.forbids(!pays, "this unit doesn't have enough movement factors left for that cover")
}

/// Lists the steps that a unit may take now.
pub fn each_step(eyes: AslEyes<'_>, side: Side, unit: Piece, sink: &mut dyn FnMut(Rout)) {
    each_of(eyes, side, unit, &may_step(eyes, side, unit).unwrap_or_default(), sink);
}

/// Lists these steps of a unit, each also with the cover of shellholes if there are any.
fn each_of(eyes: AslEyes<'_>, side: Side, unit: Piece, steps: &[LocationId], sink: &mut dyn FnMut(Rout)) {
    for &to in steps {
        sink(Rout { unit, to, careful: false });
        if may_take_care(eyes, side, unit, to).is_ok() {
            sink(Rout { unit, to, careful: true });
        }
    }
}
