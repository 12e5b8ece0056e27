//! Order to try to spot enemies, before an impulse (HNL-B29).

use arrayvec::ArrayVec;
use board::LocationId;
use rules::scene::OrderText;
use rules::{DraftKind, Enumeration, OfferSink, OrderKind, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::spotting::{attempt, may_spot, sights};
use crate::orders::groups::pieces;
use crate::orders::timing::untimely;
use crate::orders::{ChooseSight, Spot};
use crate::printed::clause::B29;
use crate::state::Heroes;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::HeroesEyes;

impl OrderKind<Heroes> for Spot {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        match step {
            Step::Act => Ok(()),
            Step::Impulse => Err(Refusal::new(B29, "units try to spot before an impulse, not during one")),
            _ => Err(untimely(step)),
        }
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Heroes>) -> Result<(), Refusal> {
        may_spot(eyes, side, self.unit, self.target)
    }

    fn resolve(&self, resolver: &mut impl Resolver<Heroes>, side: Side, _: Step) {
        attempt(resolver, side, self.unit, self.target);
    }

    fn describe(&self, reader: Reader<'_, Heroes>) -> OrderText {
        let sentence = format!("{} tries to spot the enemy in {}.", reader.unit(self.unit), reader.at(self.target));
        OrderText::new("Spot", sentence, B29).about([self.unit]).at([self.target])
    }

    fn wellformed_orders(eyes: HeroesEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        for unit in pieces(eyes) {
            eyes.setting().board.location_ids().for_each(|target| sink(Spot { unit, target }));
        }
    }
}

impl DraftKind<Heroes> for ChooseSight {
    #[inline(never)]
    fn leads_on(&self, Prompt { eyes, side, step }: Prompt<'_, Heroes>) -> bool {
        matches!(step, Step::Act) && sights(eyes, side, self.unit).next().is_some()
    }

    #[inline(never)]
    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Heroes>, sink: &mut impl OfferSink<Heroes>) {
        let unit = self.unit;
        if !matches!(step, Step::Act) {
            return;
        }
        let mut listed: ArrayVec<LocationId, { PieceSet::LIMIT }> = ArrayVec::new();
        for target in sights(eyes, side, unit) {
            if !listed.contains(&target) {
                listed.push(target);
                sink.order(Spot { unit, target });
            }
        }
    }

    fn describe(&self, reader: Reader<'_, Heroes>) -> OrderText {
        let sentence = format!("{} tries to spot: choose where.", reader.unit(self.unit));
        OrderText::new("Spot", sentence, B29).about([self.unit])
    }
}
