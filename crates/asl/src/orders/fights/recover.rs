//! Order `recover`: taking up an unpossessed weapon (ASL-A29).

use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Piece, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::weapons::{is_free, portable};
use crate::mechanics::{carry, concealment, morale};
use crate::orders::Recover;
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::printed::clause::{A29, A66};
use crate::printed::flags::Flag;
use crate::printed::tables::RECOVERY;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::report::fights::FightReport;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;

impl OrderKind<Asl> for Recover {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::Fight(Fight::Rally { .. })), A29, "units recover weapons only in the Rally Phase")
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        may_recover(eyes, side, self.unit, self.sw)
    }

    /// Makes the recovery dr. Below ground only the unit's own side learns of it, and the unit stays under its "?".
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, _: Side, _: Step) {
        let Recover { unit, sw } = *self;
        let Some(finder) = resolver.position().unit(unit).copied() else { return };
        if !finder.below {
            concealment::lose(resolver, unit);
        }
        resolver.change(A29, Change::Flag { unit, flag: Flag::Used, on: true });
        let dr = morale::roll(resolver, A29, &finder, 1, "recovery") + u16::from(finder.is(Flag::Cx));
        let found = dr <= RECOVERY;
        morale::report_fight(resolver, A29, &finder, FightReport::Recovers { unit, sw, dr: dr as u8, found });
        if found {
            carry::take(resolver, A29, unit, sw);
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let sentence = format!("{} tries to recover {}.", reader.unit(self.unit), reader.unit(self.sw));
        OrderText::new("Recover", sentence, A29).about([self.unit, self.sw])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut impl FnMut(Self)) {
        each_piece(eyes, side, which, &mut |unit, _, pieces| {
            pieces.iter().for_each(|sw| sink(Recover { unit, sw: *sw }))
        });
    }
}

/// Checks that a unit can try to take up an unpossessed weapon in its Location.
pub fn may_recover(eyes: AslEyes<'_>, side: Side, unit: Piece, sw: Piece) -> Result<(), Refusal> {
    let (finder, at) = is_free(eyes, side, unit)?;
    let (weapon, place) = eyes.own(side, sw)?;
    portable(weapon)?;
    A66.forbids(weapon.is(Flag::Fused), "a charge that is Placed or Set can't be recovered")?;
    A29.forbids(!eyes.setting().are_one(place, at), "the weapon is not in this unit's Location")?;
    A29.forbids(weapon.holder.is_some(), "a unit already holds that weapon")?;
    carry::may_take(eyes, side, (unit, finder), weapon)
}
