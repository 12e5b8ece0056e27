//! Order `to`: the destination of a stack below (B8.41, B8.44a).

use board::LocationId;
use rules::scene::OrderText;
use rules::{Audience, Enumeration, OrderKind, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::below::way::{Stack, ask, may_go, unbar};
use crate::mechanics::concealment;
use crate::orders::timing::only;
use crate::orders::{To, wellformed};
use crate::printed::clause::{B8_41A, B8_41D, B8_41F, B8_44A};
use crate::printed::flags::Flag;
use crate::state::Asl;
use crate::state::below::{Below, WayDr};
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::report::below::BelowReport;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;

/// Returns the stack that is moving, if the question is its destination.
const fn on_its_way(step: Step) -> Option<(LocationId, PieceSet, WayDr)> {
    match step {
        Step::Below(Below::Choose { from, units, way } | Below::Direct { from, units, way }) => {
            Some((from, units, way))
        }
        _ => None,
    }
}

impl OrderKind<Asl> for To {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(on_its_way(step).is_some(), B8_41A, "no stack is moving through the sewers")
    }

    fn legal(&self, Prompt { eyes, step, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let Some((from, units, _)) = on_its_way(step) else { return self.timely(step) };
        may_go(eyes, Stack::seen(eyes, from, units), self.to)?;
        B8_44A.forbids(eyes.barred().contains(&self.to), "the way to that Sewer Location is barred")
    }

    /// Moves the stack to its destination. If the true position bars the way, the asked side only learns that, and is
    /// asked again.
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, asked: Side, step: Step) {
        let (to, Some((from, units, way))) = (self.to, on_its_way(step)) else { return };
        let stack = Stack { side: resolver.position().attacker, from, units };
        let lost = asked != stack.side;
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        if may_go(eyes, stack, to).is_err() {
            resolver.change(B8_44A, Change::Barred { at: to });
            resolver.report(B8_44A, Audience::Only(asked), Report::Barred { side: stack.side, at: to });
            return ask(resolver, stack, way);
        }
        unbar(resolver);
        concealment::find_out(resolver, B8_44A, stack.side.other(), to);
        let report = BelowReport::Moves { side: stack.side, from: stack.from, to, lost };
        resolver.report(B8_41A, Audience::All, report.into());
        let clause = concealment::parting(resolver, stack.units, B8_41A);
        for unit in stack.units.iter() {
            resolver.change(B8_41F, Change::Flag { unit, flag: Flag::Moved, on: true });
        }
        for unit in stack.units.iter() {
            resolver.change(clause, Change::Placed { unit, at: to });
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let place = reader.at(self.to);
        let (verb, sentence, clause) = match reader.asked() {
            Some(Step::Below(Below::Direct { .. })) => {
                ("Send", format!("The lost stack ends its move in {place}."), B8_41D)
            }
            _ => ("Move below", format!("The stack moves to {place}, and stays below."), B8_41A),
        };
        OrderText::new(verb, sentence, clause).at([self.to])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, _: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        wellformed::places(eyes, which).for_each(|to| sink(To { to }));
    }
}
