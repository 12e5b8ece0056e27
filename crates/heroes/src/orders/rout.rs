//! Order to rout a Shaken unit below ground (HNL-B14, SEW-24, TUN-24).

use board::LocationId;
use rules::scene::OrderText;
use rules::{Audience, Enumeration, OrderKind, Piece, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::rout::{done, is_exposed, routing};
use crate::mechanics::{damage, hidden, underground};
use crate::orders::Rout;
use crate::orders::groups::pieces;
use crate::orders::timing::time_to_rout;
use crate::printed::clause::{B14, B26};
use crate::printed::tables::INTERDICTION;
use crate::setting::below;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::HeroesEyes;

impl OrderKind<Heroes> for Rout {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        time_to_rout(step).map(drop)
    }

    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Heroes>) -> Result<(), Refusal> {
        let Rout { unit, to } = *self;
        routing(eyes, side, unit, time_to_rout(step)?)?;
        let inside = eyes.spot(to)?.inside.is_some();
        B14.forbids(!inside, "units rout only below ground, to a Sewer or Tunnel Location")?;
        underground::may_rout(eyes, side, unit, to)
    }

    /// A hidden enemy at the exit bars the rout. The unit then stays, so that it can't search for hidden enemies by
    /// trying several exits (SEW-24, TUN-24).
    fn resolve(&self, resolver: &mut impl Resolver<Heroes>, side: Side, _: Step) {
        let Rout { unit, to } = *self;
        let Some(from) = resolver.position().unit(unit).and_then(|unit| unit.at) else { return };
        let catalogue = below::catalogue(resolver.setting(), from, to);
        let open = HeroesEyes::open(resolver.setting(), resolver.position());
        if open.holds(side.other(), to) {
            hidden::bar(resolver, side, unit, to, catalogue.rout());
            return done(resolver, unit);
        }
        done(resolver, unit);
        if !catalogue.immune().is_in_force() {
            interdict(resolver, unit, from);
        }
        resolver.report(catalogue.rout(), Audience::All, Report::Routs { unit, to });
        resolver.change(catalogue.rout(), Change::Placed { unit, at: to });
    }

    fn describe(&self, reader: Reader<'_, Heroes>) -> OrderText {
        let Rout { unit, to } = *self;
        let from = reader.located(unit);
        let clause = if reader.is_inside(to) { reader.catalogue(from, to).rout() } else { B14 };
        let sentence = format!("{} {}.", reader.unit(unit), reader.routs(from, to));
        OrderText::new("Rout", sentence, clause).about([unit]).at([to])
    }

    fn wellformed_orders(eyes: HeroesEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        for unit in pieces(eyes) {
            eyes.setting().board.location_ids().for_each(|to| sink(Rout { unit, to }));
        }
    }
}

/// Makes a morale check for a routing unit that enemies could fire at (HNL-B26).
fn interdict(resolver: &mut impl Resolver<Heroes>, unit: Piece, at: LocationId) {
    let eyes = HeroesEyes::open(resolver.setting(), resolver.position());
    let (Some(counter), Some(spot)) = (eyes.unit(unit), eyes.setting().spot(at)) else { return };
    let known = HeroesEyes::new(resolver.setting(), resolver.position(), counter.side.seat());
    if B26.is_in_force() && is_exposed(known, counter.side, spot) {
        resolver.report(B26, Audience::All, Report::Interdicted { unit, at });
        damage::check(resolver, B26, "interdiction", unit, INTERDICTION);
    }
}
