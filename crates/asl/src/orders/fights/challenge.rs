//! Orders `challenge` and `let_pass`: a unit under a "?" that sees an enemy act under his is shown, or is not (ASL-A55).
//!
//! A side is asked whenever its "?" sees it, also if there are only dummies under it. If no unit is shown, that tells
//! nothing.

use rules::scene::OrderText;
use rules::{Audience, Enumeration, OrderKind, Piece, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::concealment;
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::orders::{Challenge, LetPass};
use crate::printed::clause::A55;
use crate::printed::tables::FARTHEST;
use crate::printed::words::Cover;
use crate::state::Asl;
use crate::state::fight::Fight;
use crate::state::report::Report;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;

/// Checks that a challenge is asked for.
fn is_asked(step: Step) -> Result<(), Refusal> {
    only(matches!(step, Step::Fight(Fight::Challenge { .. })), A55, "no enemy under a \"?\" has just acted")
}

impl OrderKind<Asl> for Challenge {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_asked(step)
    }

    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        may_challenge(eyes, side, step, self.unit)
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, step: Step) {
        let Step::Fight(Fight::Challenge { units, .. }) = step else { return };
        let Some(unit) = resolver.position().unit(self.unit).copied() else { return };
        let Some(at) = unit.at else { return };
        resolver.report(A55, Audience::All, Report::Challenges { at, side, kind: unit.kind });
        concealment::show(resolver, units);
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let sentence =
            format!("Show {} for the moment: it keeps its \"?\", and the enemy loses his.", reader.unit(self.unit));
        OrderText::new("Show", sentence, A55).about([self.unit])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_piece(eyes, side, which, &mut |unit, _, _| sink(Challenge { unit }));
    }
}

impl OrderKind<Asl> for LetPass {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_asked(step)
    }

    fn legal(&self, _: Prompt<'_, Asl>) -> Result<(), Refusal> {
        Ok(())
    }

    fn resolve(&self, _: &mut impl Resolver<Asl>, _: Side, _: Step) {}

    fn describe(&self, _: Reader<'_, Asl>) -> OrderText {
        OrderText::new("Let pass", "Show no unit: the enemy keeps his \"?\" and learns nothing.".to_owned(), A55)
    }

    fn wellformed_orders(_: AslEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        sink(LetPass {});
    }
}

/// Checks that a unit can be shown: it is in Good Order under a "?", and sees the Location from at most sixteen hexes.
pub fn may_challenge(eyes: AslEyes<'_>, side: Side, step: Step, piece: Piece) -> Result<(), Refusal> {
    let Step::Fight(Fight::Challenge { at, .. }) = step else { return is_asked(step) };
    let (unit, from) = eyes.own(side, piece)?;
    A55.forbids(!unit.is_men(), "only a unit can be shown: dummies and weapons can't")?;
    A55.forbids(unit.cover != Cover::Concealed, "only a unit under a \"?\" needs to be shown")?;
    A55.forbids(!unit.is_good(), "only a unit in Good Order can be shown")?;
    let view = eyes.view(from);
    let sees = !view.is_below(at) && view.sees(at) && view.distance(at) <= FARTHEST;
    A55.forbids(!sees, "this unit doesn't see the enemy's \"?\" from at most 16 hexes")
}
