//! Order `tunnel_move`: going into a tunnel (B8.61a).

use board::LocationId;
use rules::scene::OrderText;
use rules::{
    Audience, DraftKind, Enumeration, OfferSink, OrderKind, PieceSet, Prompt, Reader, Refusal, Resolver, Side,
};

use crate::mechanics::below::fit::fit;
use crate::mechanics::below::out::more;
use crate::mechanics::below::tunnel::{between, has_room, is_full, is_seen, others};
use crate::mechanics::carry::may_carry;
use crate::mechanics::{berserk, concealment};
use crate::orders::timing::only;
use crate::orders::wellformed::each_group;
use crate::orders::{TunnelMove, TunnelWith};
use crate::printed::clause::{B8_61A, B8_61B, B8_61C, B8_61E, B8_61F};
use crate::printed::flags::Flag;
use crate::printed::words::Cover;
use crate::setting::below::end_beneath;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::below::BelowReport;
use crate::state::step::Step;
use crate::text::names::{Names, verb};
use crate::view::AslEyes;

impl OrderKind<Asl> for TunnelMove {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::Move), B8_61A, "units enter a tunnel only at the start of their own Movement Phase")
    }

    #[inline]
    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        may_move(eyes, side, self.units, self.to)
    }

    /// Moves units into a tunnel: a "Sewer ?" appears in the hex of its other end.
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        let TunnelMove { units, to } = *self;
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let Some(from) = units.iter().find_map(|piece| eyes.unit(piece)?.at) else { return };
        let Some((tunnel, _)) = between(eyes, side, from, to) else { return };
        let Some(end) = end_beneath(resolver.setting(), to) else { return };
        is_seen(resolver, side, tunnel, from);
        resolver.report(B8_61A, Audience::All, BelowReport::UsesTunnel { side, to: end }.into());
        let clause = concealment::parting(resolver, units, B8_61A);
        // Changes of one kind follow one another, so onlookers see the stack move at once and can't count it.
        for unit in units.iter() {
            resolver.change(B8_61A, Change::InTunnel { unit, tunnel: Some(tunnel) });
        }
        units.iter().for_each(|piece| concealment::appear(resolver, piece));
        for piece in units.iter() {
            let Some(unit) = resolver.position().unit(piece).copied() else { continue };
            if unit.cover != Cover::Concealed {
                resolver.change(B8_61A, Change::Cover { unit: piece, now: Cover::Concealed });
            }
            if unit.is(Flag::Encircled) {
                resolver.change(B8_61F, Change::Flag { unit: piece, flag: Flag::LeftEncircled, on: true });
            }
            resolver.change(B8_61A, Change::Flag { unit: piece, flag: Flag::Moved, on: true });
        }
        for unit in units.iter() {
            resolver.change(clause, Change::Placed { unit, at: end });
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let (units, go) = (reader.units(self.units), verb(self.units, "moves", "move"));
        let sentence = format!("{units} {go} through the tunnel to {}.", reader.at(self.to));
        OrderText::new("Use tunnel", sentence, B8_61A).about(self.units.iter()).at([self.to])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_group(eyes, side, which, &mut |units, places| {
            places.iter().for_each(|to| sink(TunnelMove { units, to: *to }))
        });
    }
}

impl DraftKind<Asl> for TunnelWith {
    fn leads_on(&self, _: Prompt<'_, Asl>) -> bool {
        true
    }

    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>, sink: &mut impl OfferSink<Asl>) {
        let units = self.units;
        if !matches!(step, Step::Move) {
            return;
        }
        for to in goals(eyes, side, units) {
            sink.order(TunnelMove { units, to });
        }
        for more in more(eyes, side, units).filter(|more| goals(eyes, side, *more).next().is_some()) {
            sink.draft(TunnelWith { units: more });
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let go = verb(self.units, "moves through a tunnel", "move through a tunnel");
        let sentence = format!("{} {go}: choose the exit, or add a unit.", reader.units(self.units));
        OrderText::new("Use tunnel", sentence, B8_61A).about(self.units.iter())
    }
}

/// Returns the entrance Location that all these units are in, at the start of their Movement Phase.
fn together(eyes: AslEyes<'_>, side: Side, units: PieceSet) -> Result<LocationId, Refusal> {
    let mut from = None;
    for piece in units.iter() {
        let (_, at) = fit(eyes, side, piece, B8_61A, B8_61A)?;
        let at = eyes.setting().location(at);
        if from.replace(at).is_some_and(|from| from != at) {
            return Err(Refusal::new(B8_61A, "units that use a tunnel together must start in one Location"));
        }
    }
    from.ok_or_else(|| Refusal::new(B8_61A, "choose at least one unit to enter the tunnel"))
}

/// Checks that units can go through a tunnel of their side to its other end.
fn may_move(eyes: AslEyes<'_>, side: Side, units: PieceSet, to: LocationId) -> Result<(), Refusal> {
    berserk::charge_first(eyes, side)?;
    let from = together(eyes, side, units)?;
    let spot = eyes.spot(to)?;
    let Some((tunnel, _)) = between(eyes, side, from, to) else {
        return Err(Refusal::new(B8_61A, "no tunnel of your side leads from here to there"));
    };
    may_carry(eyes, units, B8_61E)?;
    has_room(eyes, side, tunnel, units)?;
    B8_61C.forbids(is_full(eyes, side, to, units), "the pillbox at the other end is full")?;
    B8_61B.forbids(eyes.burns(spot.hex), "the hex at the other end is burning")
}

/// Returns the other ends of the tunnels that these units can enter.
pub fn goals(eyes: AslEyes<'_>, side: Side, units: PieceSet) -> impl Iterator<Item = LocationId> {
    let from = units.iter().next().and_then(|piece| eyes.unit(piece)?.at);
    let ends = from.into_iter().flat_map(move |from| others(eyes, side, from));
    ends.filter(move |to| may_move(eyes, side, units, *to).is_ok())
}
