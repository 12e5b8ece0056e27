//! Order `flee`: an unbroken unit leaves a Blaze in the Rout Phase (ASL-A23).

use board::LocationId;
use rules::scene::OrderText;
use rules::{Audience, Enumeration, OfferSink, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::interdiction::is_interdicted;
use crate::mechanics::movement::{freed, may_enter, meets_unknown};
use crate::mechanics::reach::under_way;
use crate::mechanics::{blaze, concealment, morale};
use crate::orders::Flee;
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::printed::clause::{A23, A56};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::report::Report;
use crate::state::report::fights::Check;
use crate::state::report::routs::RoutReport;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;

impl OrderKind<Asl> for Flee {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::Fight(Fight::ChooseRout { .. })), A23, "units flee only in the Rout Phase")
    }

    #[inline]
    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        may_flee(eyes, side, self.unit, self.to)
    }

    /// Moves the unit one Location, under Interdiction like a rout, unless a hidden enemy is there, who bars the way.
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        let Flee { unit, to } = *self;
        let group = PieceSet::EMPTY.with(unit);
        if meets_unknown(resolver, side, group, to) {
            resolver.report(A56, Audience::All, Report::Barred { side, at: to });
            return concealment::show(resolver, group);
        }
        let report = if concealment::are_open(resolver, group) {
            RoutReport::Flees { unit, to }
        } else {
            RoutReport::UnknownFlees { side, to }
        };
        resolver.report(A23, Audience::All, report.into());
        let clause = concealment::parting(resolver, group, A23);
        freed(resolver, A23, group);
        resolver.change(clause, Change::Placed { unit, at: to });
        let challenge = concealment::acts(resolver, side, group);
        challenge.into_iter().for_each(|challenge| resolver.push(challenge.into()));
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let open = eyes.unit(unit).is_some_and(|unit| unit.is_men() && unit.is_open());
        if open && is_interdicted(eyes, side, to, false) {
            morale::morale_check(resolver, unit, Check::Interdiction, 0, None);
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let sentence = format!("{} flees from the Blaze to {}.", reader.unit(self.unit), reader.at(self.to));
        OrderText::new("Flee", sentence, A23).about([self.unit]).at([self.to])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_piece(eyes, side, which, &mut |unit, places, _| places.iter().for_each(|to| sink(Flee { unit, to: *to })));
    }
}

/// Lists where the units of a side in a Blaze could flee.
pub fn offers(eyes: AslEyes<'_>, side: Side, sink: &mut impl OfferSink<Asl>) {
    for (unit, _, at) in blaze::fleeing(eyes, side).iter() {
        for way in eyes.setting().edges(at) {
            sink.order(Flee { unit, to: way.to });
        }
    }
}

/// Checks that a unit can flee from a Blaze to a Location.
fn may_flee(eyes: AslEyes<'_>, side: Side, unit: Piece, to: LocationId) -> Result<(), Refusal> {
    A23.forbids(under_way(eyes).is_some(), "a rout is under way: finish it first")?;
    let (_, from) = eyes.own(side, unit)?;
    if !blaze::fleeing(eyes, side).group().has(unit) {
        return Err(Refusal::new(A23, "only an unbroken, unpinned unit in a Blaze flees"));
    }
    let near = eyes.spot(from)?.way(to).is_some();
    A23.forbids(!near, "that Location is more than one step away")?;
    may_enter(eyes, eyes.spot(from)?, to)?;
    A23.forbids(eyes.holds(side.other(), to), "units can't flee into a Location with an enemy")
}
