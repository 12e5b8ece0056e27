//! Orders `forfeit` and `keep`: giving up a Fortified Building Location for a tunnel, and taking it back (B8.6a).

use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::orders::timing::only;
use crate::orders::wellformed::places;
use crate::orders::{Forfeit, Keep};
use crate::printed::clause::B8_6A;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;

/// Checks that recording is under way.
fn is_time(step: Step) -> Result<(), Refusal> {
    let why = "Fortified Locations are exchanged for tunnels only before set-up";
    only(matches!(step, Step::Record), B8_6A, why)
}

impl OrderKind<Asl> for Forfeit {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time(step)
    }

    /// Gives up a Location not recorded yet, or the one in this place.
    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let (_, forts) = eyes.allotments(side).unwrap_or_default();
        let Some(at) = self.at else {
            return B8_6A.forbids(forts == 0, "you have no Fortified Building Location left to exchange");
        };
        let Some(fort) = eyes.fort(side, at) else {
            return Err(Refusal::new(B8_6A, "you have no Fortified Building Location there"));
        };
        B8_6A.forbids(fort.fixed, "the scenario fixes this Fortified Location: you can't exchange it")
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        resolver.change(B8_6A, Change::Forfeited { side, at: self.at });
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let sentence = match self.at {
            None => "Exchange an unrecorded Fortified Location for a tunnel.".to_owned(),
            Some(at) => format!("Exchange the Fortified Location in {} for a tunnel.", reader.at(at)),
        };
        OrderText::new("Exchange", sentence, B8_6A).at(self.at)
    }

    fn wellformed_orders(eyes: AslEyes<'_>, _: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        sink(Forfeit { at: None });
        places(eyes, which).for_each(|at| sink(Forfeit { at: Some(at) }));
    }
}

impl OrderKind<Asl> for Keep {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time(step)
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let (tunnels, _) = eyes.allotments(side).unwrap_or_default();
        let have = eyes.tunnels(side).count() + usize::from(tunnels);
        let given_up = have > usize::from(eyes.setting().tunnels[side]);
        B8_6A.forbids(!given_up, "you have exchanged no Fortified Location")?;
        B8_6A.forbids(tunnels == 0, "your tunnels are all recorded: erase one first")
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        resolver.change(B8_6A, Change::Kept { side });
    }

    fn describe(&self, _: Reader<'_, Asl>) -> OrderText {
        let sentence = "Take a Fortified Location back and give up its tunnel.";
        OrderText::new("Cancel exchange", sentence.to_owned(), B8_6A)
    }

    fn wellformed_orders(_: AslEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        sink(Keep {});
    }
}
