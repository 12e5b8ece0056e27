//! Recording a building Location as fortified, and striking it out (ASL-A22).

use rules::scene::Phrase;
use rules::{DraftKind, Every, OfferSink, OrderKind, Prompt, Reader, Refusal, Side, Turn};

use crate::orders::every::places;
use crate::orders::timing::only;
use crate::orders::{Fortify, FortifyWhere, Unfortify};
use crate::printed::clause::{A22, B8_5A};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::position::FORTS;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;

/// Fortified Locations are recorded first of all.
///
/// # Errors
/// At any other question.
fn is_time(step: Step) -> Result<(), Refusal> {
    only(matches!(step, Step::Record), A22, "Fortified Locations are recorded before anybody is placed")
}

impl OrderKind<Asl> for Fortify {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time(step)
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let (at, (_, forts)) = (self.at, eyes.allotments(side).unwrap_or_default());
        B8_5A.forbids(eyes.setting().is_below(at), "nothing is fortified below ground")?;
        A22.forbids(forts == 0, "no Fortified Location is left to be recorded")?;
        A22.forbids(eyes.fort(side, at).is_some(), "it is fortified already")?;
        let own = eyes.forts_of(side).count();
        A22.forbids(own >= FORTS / 2, "these are too many Fortified Locations")?;
        A22.forbids(!eyes.setting().fortifiable[side].contains(&at), "it is no building Location that you set up in")
    }

    fn resolve(&self, turn: &mut impl Turn<Asl>, side: Side, _: Step) {
        turn.change(A22, Change::Fortified { side, at: self.at });
    }

    fn say(&self, reader: Reader<'_, Asl>) -> Phrase {
        Phrase::new("Fortify", format!("{} is fortified.", reader.at(self.at)), A22).at([self.at])
    }

    fn every(eyes: AslEyes<'_>, _: Side, which: Every, sink: &mut impl FnMut(Self)) {
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

    fn say(&self, _: Reader<'_, Asl>) -> Phrase {
        Phrase::new("Fortify", "A Location is fortified: choose which.".to_owned(), A22)
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
        A22.forbids(fort.fixed, "the scenario names this place, so it is not to be struck out")
    }

    fn resolve(&self, turn: &mut impl Turn<Asl>, side: Side, _: Step) {
        turn.change(A22, Change::Unfortified { side, at: self.at });
    }

    fn say(&self, reader: Reader<'_, Asl>) -> Phrase {
        let sentence = format!("{} is not fortified after all.", reader.at(self.at));
        Phrase::new("Strike out", sentence, A22).at([self.at])
    }

    fn every(eyes: AslEyes<'_>, _: Side, which: Every, sink: &mut impl FnMut(Self)) {
        places(eyes, which).for_each(|at| sink(Unfortify { at }));
    }
}
