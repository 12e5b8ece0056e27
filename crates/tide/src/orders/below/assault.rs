//! Order to assault from the sewer (TOI-S13).

use board::LocationId;
use rules::scene::OrderText;
use rules::speech::capitalized;
use rules::{DraftKind, Enumeration, OfferSink, OrderKind, Piece, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::{melee, sewer};
use crate::orders::support::{add_supporters, assault_supporters, groups};
use crate::orders::timing::{pieces, untimely};
use crate::orders::{AssaultFromSewer, SewerAssaultWith};
use crate::printed::clause::{I2, S13};
use crate::printed::tables::SUPPORTERS;
use crate::printed::words::Action;
use crate::state::Tide;
use crate::state::change::Change;
use crate::state::squad::Squad;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::eyes::TideEyes;

impl OrderKind<Tide> for AssaultFromSewer {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        match step {
            Step::Act => Ok(()),
            Step::Move => Err(Refusal::new(
                S13,
                "an assault from the sewer is a separate action: finish the activated squad's action first",
            )),
            _ => Err(untimely(step)),
        }
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Tide>) -> Result<(), Refusal> {
        let AssaultFromSewer { unit, at, with } = *self;
        may_assault(eyes, side, unit, at)?;
        melee::may_all_support(eyes, side, unit, at, with, true)
    }

    /// Moves the marker and clears the card. The other side doesn't see this if sewers are hidden (TOI-S5).
    fn resolve(&self, resolver: &mut impl Resolver<Tide>, _: Side, _: Step) {
        let AssaultFromSewer { unit, at, with } = *self;
        let Some(card) = resolver.position().squad(unit).and_then(Squad::below) else {
            return;
        };
        let action = if resolver.setting().hides_below() { Action::UnseenAssault } else { Action::SewerAssault };
        resolver.change(S13, Change::Marker { card, at });
        resolver.change(S13, Change::Activated { unit, action, mp: 0 });
        resolver.push(Step::EndActivation);
        melee::assault(resolver, unit, at, with, true);
    }

    fn describe(&self, reader: Reader<'_, Tide>) -> OrderText {
        let (squad, at, support) = (reader.squad(self.unit), reader.at(self.at), reader.supported(self.with));
        let sentence = format!("{} assaults {at} from the sewer{support}.", capitalized(&squad));
        OrderText::new("Assault from the sewer", sentence, S13).about([self.unit]).about(self.with.iter()).at([self.at])
    }

    fn wellformed_orders(eyes: TideEyes<'_>, side: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        let sewer = |at: &LocationId| eyes.setting().spot(*at).is_some_and(|spot| spot.sewer);
        let groups = groups(eyes, side);
        for unit in pieces(eyes) {
            for at in eyes.setting().board.location_ids().filter(sewer) {
                groups.iter().for_each(|with| sink(AssaultFromSewer { unit, at, with: *with }));
            }
        }
    }
}

impl DraftKind<Tide> for SewerAssaultWith {
    fn leads_on(&self, _: Prompt<'_, Tide>) -> bool {
        true
    }

    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Tide>, sink: &mut impl OfferSink<Tide>) {
        let SewerAssaultWith { unit, at, with } = *self;
        let may =
            may_assault(eyes, side, unit, at).and_then(|()| melee::may_all_support(eyes, side, unit, at, with, true));
        if step != Step::Act || may.is_err() {
            return;
        }
        add_supporters(
            with,
            assault_supporters(eyes, side, unit, at, with, true),
            SUPPORTERS,
            sink,
            |with| AssaultFromSewer { unit, at, with },
            |with| SewerAssaultWith { unit, at, with },
        );
    }

    fn describe(&self, reader: Reader<'_, Tide>) -> OrderText {
        let (squad, at, support) = (reader.squad(self.unit), reader.at(self.at), reader.supported(self.with));
        let sentence = format!("{} assaults {at} from the sewer{support}: choose a supporter.", capitalized(&squad));
        let phrase = OrderText::new("Assault from the sewer with support", sentence, S13);
        phrase.about([self.unit]).about(self.with.iter()).at([self.at])
    }
}

/// Checks that a squad below can assault a hex.
///
/// # Errors
/// - If it is not a fresh squad below, or the hex is not an exit in range.
/// - If it has a heavy weapon.
/// - If no enemy squad is on the ground floor.
pub fn may_assault(eyes: TideEyes<'_>, side: Side, unit: Piece, at: LocationId) -> Result<(), Refusal> {
    sewer::way_out(eyes, side, unit, at, S13)?;
    let heavy = eyes.own(side, unit)?.figures.is_heavy();
    S13.forbids(heavy, "a squad with a heavy weapon can't assault")?;
    let enemy = melee::holds(eyes, side.other(), at);
    if eyes.spot(at)?.level > 0 {
        I2.forbids(enemy, "enemy squads on upper floors can't be assaulted from the sewer")?;
        S13.forbids(true, "a squad can leave the sewer only onto the ground floor")?;
    }
    if !enemy {
        I2.forbids(
            sewer::enemy_in_hex(eyes, side, at),
            "all enemy squads there are on upper floors and can't be assaulted from the sewer",
        )?;
        S13.forbids(true, "there is no enemy squad to assault")?;
    }
    Ok(())
}
