//! Orders `fortify` and `unfortify`: recording a building Location as fortified, and removing it (ASL-A22).

use rules::scene::OrderText;
use rules::{DraftKind, Enumeration, OfferSink, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::orders::timing::only;
use crate::orders::wellformed::places;
use crate::orders::{Fortify, FortifyWhere, Unfortify};
use crate::printed::clause::{A22, B8_5A};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::position::FORTS;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;

/// Checks that recording is under way.
fn is_time(step: Step) -> Result<(), Refusal> {
    only(matches!(step, Step::Record), A22, "Fortified Locations are recorded only before set-up")
}

impl OrderKind<Asl> for Fortify {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time(step)
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let (at, (_, forts)) = (self.at, eyes.allotments(side).unwrap_or_default());
        B8_5A.forbids(eyes.setting().is_below(at), "Locations below ground can't be fortified")?;
        A22.forbids(forts == 0, "you have no Fortified Location left to record")?;
        A22.forbids(eyes.fort(side, at).is_some(), "this Location is already fortified")?;
        let own = eyes.forts_of(side).count();
        A22.forbids(own >= FORTS / 2, "your side can't have more Fortified Locations")?;
        A22.forbids(
            !eyes.setting().fortifiable[side].contains(&at),
            "this is not a building Location of your set-up area",
        )
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        resolver.change(A22, Change::Fortified { side, at: self.at });
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        OrderText::new("Fortify", format!("Fortify {}.", reader.at(self.at)), A22).at([self.at])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, _: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        places(eyes, which).for_each(|at| sink(Fortify { at }));
    }
}

impl DraftKind<Asl> for FortifyWhere {
    fn leads_on(&self, _: Prompt<'_, Asl>) -> bool {
        true
    }

    fn next(&self, prompt: Prompt<'_, Asl>, sink: &mut impl OfferSink<Asl>) {
        if !matches!(prompt.step, Step::Record) {
            return;
        }
        for &at in &prompt.eyes.setting().fortifiable[prompt.side] {
            let order = Fortify { at };
            if order.legal(prompt).is_ok() {
                sink.order(order);
            }
        }
    }

    fn describe(&self, _: Reader<'_, Asl>) -> OrderText {
        OrderText::new("Fortify", "Fortify a Location: choose which.".to_owned(), A22)
    }
}

impl OrderKind<Asl> for Unfortify {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time(step)
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let Some(fort) = eyes.fort(side, self.at) else {
            return Err(Refusal::new(A22, "you have recorded no Fortified Location there"));
        };
        A22.forbids(fort.fixed, "the scenario fixes this Fortified Location: you can't erase it")
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        resolver.change(A22, Change::Unfortified { side, at: self.at });
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let sentence = format!("Erase the Fortified Location in {}.", reader.at(self.at));
        OrderText::new("Erase", sentence, A22).at([self.at])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, _: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        places(eyes, which).for_each(|at| sink(Unfortify { at }));
    }
}
