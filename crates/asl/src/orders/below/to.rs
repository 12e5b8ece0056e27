//! Where a stack below goes (B8.41, B8.44a).

use board::LocationId;
use rules::{Audience, OfferSink, Side, Turn};

use crate::mechanics::below::way::{Stack, ask, may_go, unbar, ways_for};
use crate::mechanics::concealment;
use crate::orders::Order;
use crate::printed::clause::{B8_41A, B8_41F, B8_44A};
use crate::printed::flags::Flag;
use crate::state::Asl;
use crate::state::below::WayDr;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::report::below::BelowReport;
use crate::view::AslEyes;

/// Where the asked side may send the stack.
pub fn offer_ways(eyes: AslEyes<'_>, stack: Stack, sink: &mut impl OfferSink<Asl>) {
    for to in ways_for(eyes, stack) {
        sink.order(Order::To { to });
    }
}

/// The stack goes where it is sent, unless the truth bars the way: then the asked side hears no more than that, and is
/// asked again.
pub fn direct(turn: &mut impl Turn<Asl>, asked: Side, stack: Stack, way: WayDr, to: LocationId) {
    let lost = asked != stack.side;
    let eyes = AslEyes::open(turn.setting(), turn.position());
    if may_go(eyes, stack, to).is_err() {
        turn.change(B8_44A, Change::Barred { at: to });
        turn.report(B8_44A, Audience::Only(asked), Report::Barred { side: stack.side, at: to });
        return ask(turn, stack, way);
    }
    unbar(turn);
    concealment::find_out(turn, B8_44A, stack.side.other(), to);
    let report = BelowReport::Moves { side: stack.side, from: stack.from, to, lost };
    turn.report(B8_41A, Audience::All, report.into());
    let clause = concealment::parting(turn, stack.units, B8_41A);
    for unit in stack.units.iter() {
        turn.change(B8_41F, Change::Flag { unit, flag: Flag::Moved, on: true });
    }
    for unit in stack.units.iter() {
        turn.change(clause, Change::Placed { unit, at: to });
    }
}
