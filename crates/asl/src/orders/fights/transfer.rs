//! Order `transfer`: a weapon changes hands (ASL-A5).

use rules::scene::OrderText;
use rules::{DraftKind, Enumeration, OfferSink, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::weapons::{is_free, is_undisturbed, portable};
use crate::mechanics::{carry, concealment};
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::orders::{Transfer, TransferTo};
use crate::printed::clause::{A5, A29};
use crate::printed::flags::Flag;
use crate::printed::words::{Cover, Phase};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;

impl OrderKind<Asl> for Transfer {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        let now = matches!(step, Step::Fight(Fight::Rally { .. }) | Step::Advance);
        only(now, A29, "units transfer weapons only in the Rally Phase, and in the Advance Phase before they advance")
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        may_transfer(eyes, side, self.from, self.to, self.sw)
    }

    /// Two hidden units stay hidden, as no enemy can see that the weapon passes; others are under a "?" then, or are shown.
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        let Transfer { from, to, sw } = *self;
        let both = PieceSet::EMPTY.with(from).with(to);
        let hidden = (both - resolver.position().units.lying(Cover::Hidden)).is_empty();
        let challenge = if hidden { None } else { concealment::acts(resolver, side, both) };
        carry::take_under(resolver, A5, to, sw);
        resolver.change(A5, Change::Flag { unit: to, flag: Flag::Used, on: true });
        challenge.into_iter().for_each(|challenge| resolver.push(challenge.into()));
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let (from, to, sw) = (reader.unit(self.from), reader.unit(self.to), reader.unit(self.sw));
        OrderText::new("Transfer", format!("{from} transfers {sw} to {to}."), A5).about([self.from, self.to, self.sw])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_piece(eyes, side, which, &mut |from, _, pieces| {
            for &to in pieces {
                let weapons = eyes.weapons(from).map(|(weapon, _)| weapon);
                weapons.for_each(|sw| sink(Transfer { from, to, sw }));
            }
        });
    }
}

impl DraftKind<Asl> for TransferTo {
    fn leads_on(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> bool {
        let TransferTo { from, sw } = *self;
        let Some(at) = eyes.unit(from).and_then(|unit| unit.at) else { return false };
        eyes.at(side, at).any(|(to, _)| may_transfer(eyes, side, from, to, sw).is_ok())
    }

    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>, sink: &mut impl OfferSink<Asl>) {
        let (TransferTo { from, sw }, Step::Fight(Fight::Rally { .. }) | Step::Advance) = (*self, step) else { return };
        let Some(at) = eyes.unit(from).and_then(|unit| unit.at) else { return };
        for (to, _) in eyes.at(side, at) {
            if may_transfer(eyes, side, from, to, sw).is_ok() {
                sink.order(Transfer { from, to, sw });
            }
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let sentence = format!("{} transfers {}: choose the new holder.", reader.unit(self.from), reader.unit(self.sw));
        OrderText::new("Transfer", sentence, A5).about([self.from, self.sw])
    }
}

/// Checks that a weapon can be transferred.
pub fn may_transfer(eyes: AslEyes<'_>, side: Side, from: Piece, to: Piece, sw: Piece) -> Result<(), Refusal> {
    let (giver, at) = is_free(eyes, side, from)?;
    let (taker, place) = is_free(eyes, side, to)?;
    for unit in [giver, taker] {
        is_undisturbed(eyes, side, unit, at)?;
        let gone = eyes.phase() == Phase::Advance && unit.is(Flag::Advanced);
        A29.forbids(gone, "in the Advance Phase weapons are transferred before the units advance")?;
    }
    let (weapon, _) = eyes.own(side, sw)?;
    portable(weapon)?;
    A5.forbids(from == to, "this unit already holds that weapon")?;
    A5.forbids(!eyes.setting().are_one(place, at), "the two units are in different Locations")?;
    A5.forbids(weapon.holder != Some(from), "this unit does not hold that weapon")?;
    carry::may_take(eyes, side, (to, taker), weapon)
}
