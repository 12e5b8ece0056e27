//! Order `low_crawl`: a rout of one Location by Low Crawl (ASL-A50).

use board::LocationId;
use rules::scene::OrderText;
use rules::{Audience, Enumeration, OrderKind, Piece, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::reach;
use crate::mechanics::reach::{Steps, factors, outset, under_way};
use crate::mechanics::routing::{clears_dummies, drop_excess, finish, is_put_back, routing};
use crate::orders::LowCrawl;
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::printed::clause::{A14, A50};
use crate::printed::flags::Flag;
use crate::printed::terrain::Terrain;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::report::routs::RoutReport;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::text::names::Names;
use crate::view::AslEyes;

impl OrderKind<Asl> for LowCrawl {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::Fight(Fight::ChooseRout { .. })), A50, "broken units crawl only in the Rout Phase")
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let water = eyes.spot(self.to).is_ok_and(|spot| eyes.terrain(spot) == Terrain::Water);
        A50.forbids(water, "units can't crawl into water")?;
        let steps = may_crawl(eyes, side, self.unit)?;
        if steps.contains(&self.to) {
            return Ok(());
        }
        let (broken, at) = routing(eyes, side, self.unit)?;
        let routs = reach::steps(eyes, side, self.unit, at, factors(broken)).contains(&self.to);
        A50.forbids(routs, "units crawl towards the building or woods that they must rout to")?;
        Err(Refusal::new(A14, "this unit can't rout there"))
    }

    /// Moves a unit one Location with all its movement factors, without Interdiction. Its rout is over.
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        let LowCrawl { unit, to } = *self;
        drop_excess(resolver, unit);
        if is_put_back(resolver, A14, unit, to) {
            return;
        }
        resolver.report(A50, Audience::All, RoutReport::Crawls { unit, to }.into());
        resolver.change(A50, Change::Placed { unit, at: to });
        if resolver.position().unit(unit).is_some_and(|unit| unit.is(Flag::Encircled)) {
            resolver.change(A50, Change::Flag { unit, flag: Flag::Encircled, on: false });
        }
        clears_dummies(resolver, side, to);
        resolver.change(A50, Change::Flag { unit, flag: Flag::Crawled, on: true });
        finish(resolver, unit);
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let sentence = format!("{} crawls to {}, without Interdiction.", reader.unit(self.unit), reader.at(self.to));
        OrderText::new("Low Crawl", sentence, A50).about([self.unit]).at([self.to])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_piece(eyes, side, which, &mut |unit, places, _| {
            places.iter().for_each(|to| sink(LowCrawl { unit, to: *to }));
        });
    }
}

/// Returns the Locations a unit may crawl to, if it can crawl.
fn may_crawl(eyes: AslEyes<'_>, side: Side, unit: Piece) -> Result<Steps, Refusal> {
    if !A50.is_in_force() {
        return Err(Refusal::new(A50, "units can't crawl"));
    }
    A50.forbids(under_way(eyes).is_some(), "units crawl only at the start of their rout")?;
    let (broken, at) = routing(eyes, side, unit)?;
    may_begin(eyes, side, (broken, at))?;
    Ok(outset(eyes, side, unit, at, factors(broken)).crawls)
}

/// Checks that a unit that may begin to rout can crawl.
pub fn may_begin(eyes: AslEyes<'_>, side: Side, (unit, at): (&Unit, LocationId)) -> Result<(), Refusal> {
    A50.forbids(unit.is(Flag::Disrupted), "a Disrupted unit can't crawl")?;
    let enemy = eyes.public().of(side.other()).men().at(at);
    A50.forbids(!enemy.is_empty(), "units can't crawl out of the Location of an enemy")?;
    if A50.is_in_force() { Ok(()) } else { Err(Refusal::new(A50, "units can't crawl")) }
}
