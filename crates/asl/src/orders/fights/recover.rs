//! Order `recover`: taking up an unpossessed weapon, in the Rally Phase or on the move (ASL-A29).

use rules::scene::OrderText;
use rules::{Audience, Enumeration, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::movement::factors_of;
use crate::mechanics::weapons::{is_free, is_undisturbed, portable};
use crate::mechanics::{carry, concealment, first_fire, morale};
use crate::orders::Recover;
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::printed::clause::{A4, A29, A66};
use crate::printed::flags::Flag;
use crate::printed::tables::RECOVERY;
use crate::printed::terrain::MF;
use crate::printed::words::{Cover, Pace};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::position::Moving;
use crate::state::report::Report;
use crate::state::report::fights::FightReport;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::text::names::Names;
use crate::view::AslEyes;

impl OrderKind<Asl> for Recover {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        let now = matches!(step, Step::Fight(Fight::Rally { .. }) | Step::StepOn);
        only(now, A29, "units recover weapons only in the Rally Phase, and while they move")
    }

    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        may_recover(eyes, side, self.unit, self.sw)?;
        if matches!(step, Step::StepOn) { may_pause(eyes, self.unit) } else { Ok(()) }
    }

    /// Makes the recovery dr. Below ground only the unit's own side learns of it, and the unit stays under its "?"; above
    /// ground too, if no enemy sees it.
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, step: Step) {
        let Recover { unit, sw } = *self;
        let Some(finder) = resolver.position().unit(unit).copied() else { return };
        let on_the_way = matches!(step, Step::StepOn);
        if on_the_way {
            resolver.push(Step::CarryOn);
        }
        let challenge = concealment::acts(resolver, side, PieceSet::EMPTY.with(unit));
        resolver.change(A29, Change::Flag { unit, flag: Flag::Used, on: true });
        if let Some(at) = finder.at.filter(|_| on_the_way) {
            resolver.report(A29, Audience::All, Report::Pauses { side, at });
        }
        let before = factors(resolver);
        seek(resolver, unit, sw, &finder);
        if on_the_way {
            pause(resolver, before);
        }
        match challenge {
            None if on_the_way => first_fire::watch(resolver),
            None => {}
            Some(challenge) => {
                if on_the_way {
                    resolver.push(Fight::Entered.into());
                }
                resolver.push(challenge.into());
            }
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let sentence = format!("{} tries to recover {}.", reader.unit(self.unit), reader.unit(self.sw));
        OrderText::new("Recover", sentence, A29).about([self.unit, self.sw])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_piece(eyes, side, which, &mut |unit, _, pieces| {
            pieces.iter().for_each(|sw| sink(Recover { unit, sw: *sw }))
        });
    }
}

/// Makes the recovery dr. A weapon found by a unit under a "?" goes under it.
fn seek(resolver: &mut impl Resolver<Asl>, unit: Piece, sw: Piece, finder: &Unit) {
    let cover = resolver.position().unit(unit).map_or(Cover::Open, |unit| unit.cover);
    let finder = Unit { cover, ..*finder };
    let dr = morale::roll(resolver, A29, &finder, 1, "recovery") + u16::from(finder.is(Flag::Cx));
    let found = dr <= RECOVERY;
    let report = FightReport::Recovers { unit, sw, dr: dr as u8, found };
    if cover == Cover::Open {
        morale::report_fight(resolver, A29, &finder, report);
    } else {
        resolver.report(A29, Audience::Only(finder.side), report.into());
    }
    if !found {
        return;
    }
    carry::take_under(resolver, A29, unit, sw);
}

/// Returns the half movement factors that the moving units have in all, with what they carry.
fn factors(resolver: &impl Resolver<Asl>) -> u8 {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    eyes.moving().map_or(0, |moving| factors_of(eyes, moving.units, moving.pace))
}

/// Makes the moving units spend 1 MF where they are, and what the new load takes from them.
fn pause(resolver: &mut impl Resolver<Asl>, before: u8) {
    let Some(moving) = resolver.position().moving else { return };
    let heavier = before.saturating_sub(factors(resolver));
    let mf_left = moving.mf_left.saturating_sub(MF + heavier);
    resolver.change(A29, Moving { mf_left, spent: MF, ..moving }.into());
}

/// Checks that a unit is on the move and has 1 MF left to take up a weapon.
fn may_pause(eyes: AslEyes<'_>, unit: Piece) -> Result<(), Refusal> {
    let moving = eyes.moving().filter(|moving| moving.units.has(unit));
    let Some(moving) = moving else { return Err(Refusal::new(A29, "only the moving units can recover a weapon now")) };
    A29.forbids(moving.mf_left < MF, "to recover a weapon costs 1 MF, and these units have none left")?;
    let last = moving.pace == Pace::Assault && moving.mf_left <= MF;
    A4.forbids(last, "Assault Movement can't use all movement factors")
}

/// Checks that a unit can try to take up an unpossessed weapon in its Location.
pub fn may_recover(eyes: AslEyes<'_>, side: Side, unit: Piece, sw: Piece) -> Result<(), Refusal> {
    let (finder, at) = is_free(eyes, side, unit)?;
    let (weapon, place) = eyes.own(side, sw)?;
    portable(weapon)?;
    is_undisturbed(eyes, side, finder, at)?;
    A66.forbids(weapon.is(Flag::Fused), "a charge that is Placed or Set can't be recovered")?;
    A29.forbids(!eyes.setting().are_one(place, at), "the weapon is not in this unit's Location")?;
    A29.forbids(weapon.holder.is_some(), "a unit already holds that weapon")?;
    carry::may_take(eyes, side, (unit, finder), weapon)
}

/// Checks that a moving unit can take up a weapon where it is.
pub fn may_recover_moving(eyes: AslEyes<'_>, side: Side, unit: Piece, sw: Piece) -> Result<(), Refusal> {
    may_pause(eyes, unit)?;
    may_recover(eyes, side, unit, sw)
}
