//! Order `close`: into Close Combat in the sewers (B8.44d).

use arrayvec::ArrayVec;
use board::LocationId;
use rules::scene::OrderText;
use rules::{
    Audience, DraftKind, Enumeration, OfferSink, OrderKind, PieceSet, Prompt, Reader, Refusal, Resolver, Side,
};

use crate::mechanics::below::out::{more, together};
use crate::mechanics::below::places::{self, are_joined};
use crate::mechanics::carry::may_carry;
use crate::mechanics::{concealment, stack};
use crate::orders::timing::only;
use crate::orders::wellformed::each_group;
use crate::orders::{Close, CloseWith};
use crate::printed::clause::{B8_2D, B8_4D, B8_41F, B8_44B, B8_44D};
use crate::printed::flags::Flag;
use crate::setting::below::is_sewer;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::below::BelowReport;
use crate::state::step::Step;
use crate::text::names::{Names, verb};
use crate::view::AslEyes;

impl OrderKind<Asl> for Close {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(
            matches!(step, Step::Advance),
            B8_44D,
            "units enter Close Combat below ground only in their own Advance Phase",
        )
    }

    #[inline]
    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        may_close(eyes, side, self.units, self.to)
    }

    /// Moves units into the enemy's Sewer Location. The attacks show whether there are units under either counter
    /// (B8.44e).
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        let Close { units, to } = *self;
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let Some(from) = units.iter().find_map(|piece| eyes.unit(piece)?.at) else { return };
        resolver.report(B8_44D, Audience::All, BelowReport::Closes { side, from, to }.into());
        let clause = concealment::parting(resolver, units, B8_44D);
        for unit in units.iter() {
            resolver.change(B8_44D, Change::Flag { unit, flag: Flag::Advanced, on: true });
        }
        for unit in units.iter() {
            resolver.change(clause, Change::Placed { unit, at: to });
        }
        places::join(resolver, side, to);
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let (units, close) = (reader.units(self.units), verb(self.units, "advances", "advance"));
        let sentence = format!("{units} {close} into Close Combat in {}.", reader.at(self.to));
        OrderText::new("Close Combat", sentence, B8_44D).about(self.units.iter()).at([self.to])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_group(eyes, side, which, &mut |units, places| places.iter().for_each(|to| sink(Close { units, to: *to })));
    }
}

impl DraftKind<Asl> for CloseWith {
    fn leads_on(&self, _: Prompt<'_, Asl>) -> bool {
        true
    }

    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>, sink: &mut impl OfferSink<Asl>) {
        let units = self.units;
        if !matches!(step, Step::Advance) {
            return;
        }
        for to in closings(eyes, side, units) {
            sink.order(Close { units, to });
        }
        for more in more(eyes, side, units).filter(|more| closings(eyes, side, *more).next().is_some()) {
            sink.draft(CloseWith { units: more });
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let (units, close) = (reader.units(self.units), verb(self.units, "advances", "advance"));
        let sentence = format!("{units} {close} into Close Combat: choose where, or add a unit.");
        OrderText::new("Close Combat", sentence, B8_44D).about(self.units.iter())
    }
}

/// Checks that units can go into Close Combat with the enemy in an adjacent Sewer Location. The emergence dr doesn't
/// matter.
fn may_close(eyes: AslEyes<'_>, side: Side, units: PieceSet, to: LocationId) -> Result<(), Refusal> {
    let from = together(eyes, side, units)?;
    eyes.spot(to)?;
    may_carry(eyes, units, B8_4D)?;
    if !is_sewer(eyes.setting(), to) || from == to {
        return Err(Refusal::new(B8_41F, "below ground, units can advance only into an adjacent Sewer Location"));
    }
    if eyes.setting().distance(from, to) != 1 {
        return Err(Refusal::new(B8_44D, "that Sewer Location is not adjacent"));
    }
    B8_44B.forbids(!are_joined(eyes, from, to), "both Sewer Locations must be under open manholes")?;
    let enemy = eyes.is_unknown_at(side.other(), to);
    B8_44D.forbids(!enemy, "no enemy counter is in that Sewer Location")?;
    let room = stack::excess_with(eyes, side, to, units) == 0;
    B8_2D.forbids(!room, "a Sewer Location can't be overstacked")
}

/// Returns the Locations where units can advance into Close Combat.
pub fn closings(eyes: AslEyes<'_>, side: Side, units: PieceSet) -> impl Iterator<Item = LocationId> {
    let mut places = ArrayVec::<LocationId, { PieceSet::LIMIT }>::new();
    eyes.unknowns_such(side.other(), |at| is_sewer(eyes.setting(), at), &mut places);
    places.into_iter().filter(move |to| may_close(eyes, side, units, *to).is_ok())
}
