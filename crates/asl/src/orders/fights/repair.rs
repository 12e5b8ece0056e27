//! Order `repair`: the repair dr for a machine gun that has malfunctioned (ASL-A38).

use rules::scene::OrderText;
use rules::{Audience, Enumeration, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::{breakdown, concealment, morale};
use crate::orders::Repair;
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::printed::clause::A38;
use crate::printed::flags::Flag;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::report::fights::FightReport;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;

/// The repair dr that removes the weapon.
const BEYOND_REPAIR: u16 = 6;

impl OrderKind<Asl> for Repair {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::Fight(Fight::Rally { .. })), A38, "units repair machine guns only in the Rally Phase")
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        may_repair(eyes, side, self.unit, self.sw)
    }

    /// Makes the repair dr. Below ground only the unit's own side learns of it, and the unit stays under its "?"; above
    /// ground too, if no enemy sees it.
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        let Repair { unit, sw } = *self;
        let challenge = concealment::acts(resolver, side, PieceSet::EMPTY.with(unit));
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let Some((holder, gun)) = eyes.unit(unit).copied().zip(eyes.unit(sw).copied()) else { return };
        let dr = morale::roll(resolver, A38, &holder, 1, "repair");
        let repaired = dr <= u16::from(gun.kind.values().repair);
        let report = FightReport::Repairs { unit, sw, dr: dr as u8, repaired };
        if holder.is_open() {
            morale::report_fight(resolver, A38, &holder, report);
        } else {
            resolver.report(A38, Audience::Only(side), report.into());
        }
        match dr {
            _ if repaired => resolver.change(A38, Change::Flag { unit: sw, flag: Flag::Malfunctioned, on: false }),
            BEYOND_REPAIR => breakdown::remove(resolver, A38, sw),
            _ => resolver.change(A38, Change::Flag { unit: sw, flag: Flag::Used, on: true }),
        }
        challenge.into_iter().for_each(|challenge| resolver.push(challenge.into()));
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let sentence = format!("{} tries to repair {}.", reader.unit(self.unit), reader.unit(self.sw));
        OrderText::new("Repair", sentence, A38).about([self.unit, self.sw])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_piece(eyes, side, which, &mut |unit, _, pieces| {
            pieces.iter().for_each(|sw| sink(Repair { unit, sw: *sw }))
        });
    }
}

/// Checks that a unit can try to repair a machine gun it holds.
pub fn may_repair(eyes: AslEyes<'_>, side: Side, unit: Piece, sw: Piece) -> Result<(), Refusal> {
    let (holder, _) = eyes.own(side, unit)?;
    let (gun, _) = eyes.own(side, sw)?;
    let theirs = gun.kind.is_weapon() && gun.holder == Some(unit);
    if !theirs || !gun.is(Flag::Malfunctioned) {
        return Err(Refusal::new(A38, "this unit holds no such weapon that has malfunctioned"));
    }
    A38.forbids(!holder.is_good(), "only a unit in Good Order can repair a weapon")?;
    A38.forbids(gun.is(Flag::Used), "a repair of this weapon has been tried in this phase")
}
