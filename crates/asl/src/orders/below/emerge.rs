//! Order `emerge`: up from a sewer (B8.41h), or out of a tunnel ([`come_out`](crate::orders::below::come_out)).

use rules::scene::OrderText;
use rules::{
    Audience, DraftKind, Enumeration, OfferSink, OrderKind, PieceSet, Prompt, Reader, Refusal, Resolver, Side,
};

use crate::mechanics::below::out::{more, settle, together};
use crate::mechanics::below::places::manhole;
use crate::mechanics::{advancing, concealment};
use crate::orders::below::come_out::{come_out, may_come_out};
use crate::orders::timing::only;
use crate::orders::wellformed::each_group;
use crate::orders::{Emerge, EmergeWith};
use crate::printed::clause::{B8_5B, B8_5C, B8_41H, B8_41I, B8_42B, B8_42C, B8_42D, B8_61B};
use crate::printed::flags::Flag;
use crate::setting::below::is_tunnel;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::below::BelowReport;
use crate::state::step::Step;
use crate::text::names::{Names, verb};
use crate::view::AslEyes;

impl OrderKind<Asl> for Emerge {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::Advance), B8_41H, "units come up only in their own Advance Phase")
    }

    #[inline]
    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        if is_in_tunnel(eyes, self.units) {
            may_come_out(eyes, side, self.units)
        } else {
            may_emerge(eyes, side, self.units)
        }
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        if is_in_tunnel(AslEyes::open(resolver.setting(), resolver.position()), self.units) {
            come_out(resolver, side, self.units);
        } else {
            emerge(resolver, side, self.units);
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let (units, come) = (reader.units(self.units), verb(self.units, "comes", "come"));
        let phrase = if reader.is_in_tunnel(self.units) {
            OrderText::new("Come out", format!("{units} {come} out of the tunnel."), B8_61B)
        } else {
            OrderText::new("Come up", format!("{units} {come} up."), B8_41H)
        };
        phrase.about(self.units.iter())
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_group(eyes, side, which, &mut |units, _| sink(Emerge { units }));
    }
}

impl DraftKind<Asl> for EmergeWith {
    fn leads_on(&self, _: Prompt<'_, Asl>) -> bool {
        true
    }

    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>, sink: &mut impl OfferSink<Asl>) {
        let units = self.units;
        if !matches!(step, Step::Advance) {
            return;
        }
        let may_emerge = |units: &PieceSet| may_emerge(eyes, side, *units).is_ok();
        if may_emerge(&units) {
            sink.order(Emerge { units });
        }
        more(eyes, side, units).filter(may_emerge).for_each(|units| sink.draft(EmergeWith { units }));
        let may_come_out = |units: &PieceSet| may_come_out(eyes, side, *units).is_ok();
        if may_come_out(&units) {
            sink.order(Emerge { units });
            more(eyes, side, units).filter(may_come_out).for_each(|units| sink.draft(EmergeWith { units }));
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let units = reader.units(self.units);
        let phrase = if reader.is_in_tunnel(self.units) {
            let come = verb(self.units, "comes out of the tunnel", "come out of the tunnel");
            OrderText::new("Come out", format!("{units} {come}: confirm, or add a unit."), B8_61B)
        } else {
            let come = verb(self.units, "comes up", "come up");
            OrderText::new("Come up", format!("{units} {come}: confirm, or add a unit."), B8_41H)
        };
        phrase.about(self.units.iter())
    }
}

/// Returns whether the first of the units is in a tunnel. If so, the rules of tunnels apply to all.
fn is_in_tunnel(eyes: AslEyes<'_>, units: PieceSet) -> bool {
    let first = units.iter().find_map(|piece| eyes.unit(piece)?.at);
    first.is_some_and(|at| is_tunnel(eyes.setting(), at))
}

/// Checks that units can come up into the Manhole Location above them.
pub fn may_emerge(eyes: AslEyes<'_>, side: Side, units: PieceSet) -> Result<(), Refusal> {
    let from = together(eyes, side, units)?;
    let Some(above) = manhole(eyes, from) else {
        let since = units.iter().any(|piece| eyes.unit(piece).is_some_and(|unit| unit.is(Flag::MayEmerge)));
        let clause = if since { B8_5B } else { B8_5C };
        return Err(Refusal::new(clause, "rubble or a Blaze covers the manhole"));
    };
    for unit in units.iter().filter_map(|piece| eyes.unit(piece)) {
        B8_42D.forbids(unit.is(Flag::Discovered), "a discovered stack cannot come up in this Game Turn")?;
        B8_42C.forbids(unit.is(Flag::Stays), "the emergence dr keeps this stack below in this Game Turn")?;
        B8_42B.forbids(!unit.is(Flag::MayEmerge), "a stack can come up only if its emergence dr allowed it")?;
    }
    let stormed = advancing::may_storm(eyes, side, from, above).is_err();
    B8_41H.forbids(stormed, "units can't come up into a Fortified Building Location that an enemy holds")
}

/// Moves units up, concealed, even among enemies and in plain sight.
fn emerge(resolver: &mut impl Resolver<Asl>, side: Side, units: PieceSet) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let from = units.iter().find_map(|piece| eyes.unit(piece)?.at);
    let Some((from, above)) = from.and_then(|from| Some((from, manhole(eyes, from)?))) else { return };
    for unit in units.iter() {
        resolver.change(B8_41H, Change::Flag { unit, flag: Flag::Advanced, on: true });
    }
    if B8_41H.is_in_force() && advancing::is_stormed_in_vain(resolver, side, from, above) {
        return;
    }
    resolver.report(B8_41H, Audience::All, BelowReport::Emerges { side, from, to: above }.into());
    let clause = concealment::parting(resolver, units, B8_41H);
    units.iter().for_each(|unit| settle(resolver, B8_41I, B8_42B, unit));
    for unit in units.iter() {
        resolver.change(clause, Change::Placed { unit, at: above });
    }
}
