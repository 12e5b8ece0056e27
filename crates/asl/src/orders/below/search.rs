//! Order `search`: looking for a tunnel entrance (B8.63a, B8.63b).

use board::LocationId;
use rules::scene::OrderText;
use rules::{Audience, Enumeration, FaceClasses, OrderKind, Piece, Pool, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::below::entrances::seen;
use crate::orders::Search;
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::printed::clause::{A29, B8_63A, B8_63B};
use crate::printed::flags::Flag;
use crate::printed::tables::RECOVERY;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::report::below::BelowReport;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;

impl OrderKind<Asl> for Search {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        let rally = matches!(step, Step::Fight(Fight::Rally { .. }));
        only(rally, B8_63A, "units look for tunnel entrances only in the Rally Phase")
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        may_search(eyes, side, self.unit, self.entrance)
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        let Search { unit, entrance } = *self;
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let Some(seen) = seen(eyes, side, unit, entrance).find(|seen| !seen.found.has(unit)) else { return };
        let tired = eyes.unit(unit).is_some_and(|unit| unit.is(Flag::Cx));
        let dr = resolver.roll(Pool::open(1, FaceClasses::SUM, "recovery", B8_63A)).sum() + u16::from(tired);
        let found = dr <= RECOVERY;
        resolver.report(
            B8_63A,
            Audience::All,
            BelowReport::Searches { side, at: entrance, dr: dr as u8, found }.into(),
        );
        resolver.change(B8_63A, Change::Flag { unit, flag: Flag::Used, on: true });
        if found {
            resolver.change(
                B8_63A,
                Change::FoundTunnel { side: side.other(), tunnel: seen.tunnel, end: seen.end, by: unit },
            );
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let (unit, entrance) = (reader.unit(self.unit), reader.at(self.entrance));
        let sentence = format!("{unit} looks for the tunnel entrance in {entrance}.");
        OrderText::new("Search", sentence, B8_63A).about([self.unit]).at([self.entrance])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_piece(eyes, side, which, &mut |unit, places, _| {
            places.iter().for_each(|entrance| sink(Search { unit, entrance: *entrance }));
        });
    }
}

/// Checks that a unit can search for an entrance that it saw used (B8.63a, B8.63b).
pub fn may_search(eyes: AslEyes<'_>, side: Side, unit: Piece, entrance: LocationId) -> Result<(), Refusal> {
    let (searcher, at) = eyes.own(side, unit)?;
    eyes.spot(entrance)?;
    B8_63A.forbids(!searcher.is_men() || !searcher.is_good(), "only Good Order Infantry can look for an entrance")?;
    A29.forbids(searcher.is(Flag::Used), "this unit has already acted in this phase")?;
    B8_63A
        .forbids(!eyes.setting().are_one(at, entrance), "a unit can look for an entrance only in its own Location")?;
    let seen = || seen(eyes, side, unit, entrance);
    B8_63B.forbids(seen().next().is_none(), "this unit saw no entrance used here, and Searching never reveals one")?;
    B8_63A.forbids(seen().all(|seen| seen.found.has(unit)), "this unit has already found the entrance")
}
