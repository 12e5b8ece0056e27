//! Letting the movers pass (ASL-A10).
use rules::scene::Phrase;
use rules::{Every, OrderKind, Prompt, Reader, Refusal, Side, Turn};

use crate::orders::HoldFire;
use crate::orders::timing::only;
use crate::printed::clause::A10;
use crate::state::Asl;
use crate::state::fight::Fight;
use crate::state::step::Step;
use crate::view::AslEyes;

impl OrderKind<Asl> for HoldFire {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::Fight(Fight::FirstFire { .. })), A10, "you can hold fire only when enemy units move")
    }

    fn legal(&self, _: Prompt<'_, Asl>) -> Result<(), Refusal> {
        Ok(())
    }

    fn resolve(&self, _: &mut impl Turn<Asl>, _: Side, _: Step) {}

    fn say(&self, _: Reader<'_, Asl>) -> Phrase {
        Phrase::new("Hold fire", "Do not fire at the moving units.".to_owned(), A10)
    }

    fn every(_: AslEyes<'_>, _: Side, _: Every, sink: &mut impl FnMut(Self)) {
        sink(HoldFire {});
    }
}
