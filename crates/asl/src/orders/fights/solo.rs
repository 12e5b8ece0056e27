//! Order `solo`: a single man fights alone in this Close Combat (ASL-A62).

use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::withdrawal::may_be_alone;
use crate::orders::Solo;
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::printed::clause::A62;
use crate::printed::flags::Flag;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;

impl OrderKind<Asl> for Solo {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        let now = matches!(step, Step::Fight(Fight::Withdraw { ambush: false, .. }));
        only(now, A62, "single men choose to fight alone before the attacks of the Close Combat Phase")
    }

    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let Step::Fight(Fight::Withdraw { at, .. }) = step else { return self.timely(step) };
        may_be_alone(eyes, side, at, self.unit)
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, _: Side, _: Step) {
        resolver.change(A62, Change::Flag { unit: self.unit, flag: Flag::Solo, on: true });
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let sentence = format!("{} attacks and defends alone.", reader.unit(self.unit));
        OrderText::new("Fight alone", sentence, A62).about([self.unit])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_piece(eyes, side, which, &mut |unit, _, _| sink(Solo { unit }));
    }
}
