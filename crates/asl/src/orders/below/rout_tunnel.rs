//! Order `rout_tunnel`: routing through a tunnel (B8.62).

use rules::scene::OrderText;
use rules::{Audience, Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::below::rout::may_rout;
use crate::mechanics::below::tunnel::{between, is_seen};
use crate::mechanics::morale;
use crate::mechanics::reach::under_way;
use crate::mechanics::routing::{clears_dummies, is_put_back, may_set_out};
use crate::orders::RoutTunnel;
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::printed::clause::{A14, B8_62A, B8_62B, B8_62D};
use crate::printed::flags::Flag;
use crate::printed::words::Cover;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::report::below::BelowReport;
use crate::state::report::fights::Check;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;

impl OrderKind<Asl> for RoutTunnel {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::Fight(Fight::ChooseRout { .. })), B8_62A, "broken units rout only in the Rout Phase")
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        A14.forbids(under_way(eyes).is_some(), "a rout is under way: finish it first")?;
        may_set_out(eyes, side, self.unit)?;
        may_rout(eyes, side, self.unit, self.to)
    }

    /// Routs a broken unit through a tunnel, without Interdiction. If an unseen enemy is at the other end, one unit
    /// there is shown, and the rout is over where it began.
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        let RoutTunnel { unit, to } = *self;
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let Some(from) = eyes.unit(unit).and_then(|unit| unit.at) else { return };
        let Some((tunnel, _)) = between(eyes, side, from, to) else { return };
        if B8_62A.is_in_force() && is_put_back(resolver, B8_62A, unit, to) {
            // Those beside both entrances see it come and go.
            is_seen(resolver, side, tunnel, from);
            return is_seen(resolver, side, tunnel, to);
        }
        is_seen(resolver, side, tunnel, from);
        resolver.report(B8_62A, Audience::All, BelowReport::RoutsThrough { side, from, to }.into());
        resolver.change(B8_62A, Change::Placed { unit, at: to });
        clears_dummies(resolver, side, to);
        resolver.change(B8_62A, Change::Flag { unit, flag: Flag::Routed, on: true });
        let now = if B8_62D.is_in_force() { Cover::Open } else { Cover::Concealed };
        if resolver.position().unit(unit).is_some_and(|unit| unit.cover != now) {
            resolver.change(B8_62A, Change::Cover { unit, now });
        }
        is_seen(resolver, side, tunnel, to);
        // Without that clause the unit would be fired at on coming out.
        if !B8_62B.is_in_force() {
            morale::morale_check(resolver, unit, Check::Interdiction, 0, None);
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let sentence = format!("{} routs through the tunnel to {}.", reader.unit(self.unit), reader.at(self.to));
        OrderText::new("Rout by tunnel", sentence, B8_62A).about([self.unit]).at([self.to])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_piece(eyes, side, which, &mut |unit, places, _| {
            places.iter().for_each(|to| sink(RoutTunnel { unit, to: *to }));
        });
    }
}
