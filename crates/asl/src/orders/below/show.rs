//! Orders `show` and `show_nothing`: showing a unit to count against an emergence (B8.42j).

use rules::scene::OrderText;
use rules::{Audience, Enumeration, OrderKind, Piece, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::below::emergence::{ask_to_show, is_neighbour_shown, is_unwatched, place, watches};
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::orders::{Show, ShowNothing};
use crate::printed::clause::B8_42J;
use crate::printed::words::Cover;
use crate::setting::below::are_adjacent;
use crate::state::Asl;
use crate::state::below::{Below, Dr};
use crate::state::report::below::BelowReport;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::text::questions::{cast, outcome, shows_nobody};
use crate::view::AslEyes;
use crate::view::fact::Fact;

/// Checks that the DEFENDER can show this unit to count against the dr (B8.42j): a squad in the manhole, a unit in an
/// adjacent sewer, or a hidden one that watches the manhole.
pub fn may_show(eyes: AslEyes<'_>, side: Side, cast: &Dr, piece: Piece) -> Result<(), Refusal> {
    let (unit, at) = eyes.own(side, piece)?;
    B8_42J.forbids(cast.shown.has(piece), "this unit has already been shown")?;
    B8_42J.forbids(!unit.is_men(), "dummies don't count for the emergence dr")?;
    let above = eyes.spot(cast.at)?.ground;
    let squad = eyes.setting().are_one(at, above) && unit.kind.is_mmc() && unit.is_good() && !unit.is_open();
    let neighbour = are_adjacent(eyes.setting(), at, cast.at) && !is_neighbour_shown(eyes, cast);
    let hidden = unit.cover == Cover::Hidden && watches(eyes, at, above) && is_unwatched(eyes.public(), side, above);
    B8_42J.forbids(!squad && !neighbour && !hidden, "this unit doesn't count for the emergence dr")
}

/// Checks that the DEFENDER is asked: after the ATTACKER has made a claim or none.
fn is_time(step: Step) -> Result<(), Refusal> {
    let now = matches!(step, Step::Below(Below::Show(_)));
    only(now, B8_42J, "no enemy stack is taking an emergence dr")
}

impl OrderKind<Asl> for Show {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time(step)
    }

    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let Step::Below(Below::Show(cast)) = step else { return self.timely(step) };
        may_show(eyes, side, &cast, self.unit)
    }

    /// Shows the unit temporarily.
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, _: Side, step: Step) {
        let (piece, Step::Below(Below::Show(cast))) = (self.unit, step) else { return };
        let shown = resolver.position().unit(piece).copied();
        place(resolver, B8_42J, piece);
        if let Some((kind, at)) = shown.and_then(|unit| Some((unit.kind, unit.at?))) {
            let side = resolver.position().attacker.other();
            resolver.report(B8_42J, Audience::All, BelowReport::ShownFor { side, kind, at }.into());
        }
        ask_to_show(resolver, Dr { shown: cast.shown.with(piece), ..cast });
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let then = |cast: Dr| format!(": {}", outcome(&cast, counts(reader, &cast, self.unit)));
        let then = cast(reader).map_or_else(String::new, then);
        let sentence = format!("Show {} for this emergence dr{then}.", reader.unit(self.unit));
        OrderText::new("Show", sentence, B8_42J).about([self.unit]).at(reader.place_of(self.unit))
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_piece(eyes, side, which, &mut |unit, _, _| sink(Show { unit }));
    }
}

impl OrderKind<Asl> for ShowNothing {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time(step)
    }

    fn legal(&self, _: Prompt<'_, Asl>) -> Result<(), Refusal> {
        Ok(())
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, _: Side, step: Step) {
        if let Step::Below(Below::Show(cast)) = step {
            resolver.push(Step::Below(Below::Verdict(cast)));
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        OrderText::new("Show none", shows_nobody(reader), B8_42J)
    }

    fn wellformed_orders(_: AslEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        sink(ShowNothing {});
    }
}

/// Returns the modifier of an emergence dr when the DEFENDER shows a unit; `None` if they may not (B8.42f, B8.42h,
/// B8.42i).
fn counts(reader: Reader<'_, Asl>, cast: &Dr, shown: Piece) -> i8 {
    let known = reader.facts.iter().find_map(|fact| match fact {
        Fact::Unit { piece, at: Some(place), cover, kind, .. } if *piece == shown => Some((*place, *cover, *kind)),
        _ => None,
    });
    let Some((place, cover, kind)) = known else { return 0 };
    if reader.setting.is_below(place) {
        return 1;
    }
    let above = reader.setting.spot(cast.at).is_some_and(|spot| reader.setting.are_one(spot.ground, place));
    i8::from(above && kind.is_mmc()) + i8::from(cover == Cover::Hidden && cast.drm.unwatched != 0)
}
