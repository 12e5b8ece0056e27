//! Order `erase`: removes a tunnel that was recorded (B8.6b).

use board::LocationId;
use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::orders::before::tunnel::is_time_to_dig;
use crate::orders::{Erase, wellformed};
use crate::printed::clause::B8_6B;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;

impl OrderKind<Asl> for Erase {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time_to_dig(step)
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        match recorded(eyes, side, self.from, self.to) {
            Some(_) => Ok(()),
            None => Err(Refusal::new(B8_6B, "you have recorded no such tunnel")),
        }
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        let eyes = AslEyes::new(resolver.setting(), resolver.position(), side.seat());
        if let Some(tunnel) = recorded(eyes, side, self.from, self.to) {
            resolver.change(B8_6B, Change::TunnelErased { side, tunnel });
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let sentence = format!("Erase the tunnel from {} to {}.", reader.at(self.from), reader.at(self.to));
        OrderText::new("Erase", sentence, B8_6B).at([self.from, self.to])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, _: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        wellformed::tunnels(eyes, which, &mut |from, to| sink(Erase { from, to }));
    }
}

/// Returns the index of a side's own tunnel with these ends.
fn recorded(eyes: AslEyes<'_>, side: Side, from: LocationId, to: LocationId) -> Option<u8> {
    eyes.tunnels(side).find(|(_, tunnel)| tunnel.ends == [from, to]).map(|(n, _)| n)
}
