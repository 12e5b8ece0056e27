//! Order to come up from the sewer (TOI-S12).

use rules::scene::OrderText;
use rules::speech::capitalized;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::{melee, sewer};
use crate::orders::Emerge;
use crate::orders::timing::{pieces, untimely};
use crate::printed::clause::{I2, S9, S12};
use crate::printed::tables::STACK;
use crate::printed::words::Action;
use crate::state::Tide;
use crate::state::change::Change;
use crate::state::squad::Squad;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::eyes::TideEyes;

impl OrderKind<Tide> for Emerge {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        match step {
            Step::Act => Ok(()),
            Step::Move => {
                Err(Refusal::new(S9, "emerging is a separate action: finish the activated squad's action first"))
            }
            _ => Err(untimely(step)),
        }
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Tide>) -> Result<(), Refusal> {
        let Emerge { unit, at } = *self;
        sewer::way_out(eyes, side, unit, at, S12)?;
        S12.forbids(eyes.spot(at)?.level > 0, "a squad can leave the sewer only onto the ground floor")?;
        // Enemies on upper floors don't block the exit.
        let barred =
            if I2.is_in_force() { melee::holds(eyes, side.other(), at) } else { sewer::enemy_in_hex(eyes, side, at) };
        S12.forbids(barred, "this squad can't emerge where an enemy squad is")?;
        S12.forbids(
            eyes.of_side_on(side, at).count() >= STACK,
            "this squad can't emerge where three friendly squads are",
        )
    }

    /// The squad may then take an action.
    fn resolve(&self, resolver: &mut impl Resolver<Tide>, _: Side, _: Step) {
        let Emerge { unit, at } = *self;
        let card = resolver.position().squad(unit).and_then(Squad::below);
        resolver.change(S12, Change::Placed { unit, at });
        if let Some(card) = card {
            resolver.change(S12, Change::Returned { card });
        }
        resolver.change(S12, Change::Activated { unit, action: Action::Emerge, mp: 0 });
        if S12.is_in_force() {
            resolver.push(Step::EndActivation);
            resolver.push(Step::AfterEmerging);
        }
    }

    fn describe(&self, reader: Reader<'_, Tide>) -> OrderText {
        let sentence = format!("{} comes up in {}.", capitalized(&reader.squad(self.unit)), reader.at(self.at));
        OrderText::new("Emerge", sentence, S12).about([self.unit]).at([self.at])
    }

    fn wellformed_orders(eyes: TideEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        for unit in pieces(eyes) {
            eyes.setting().board.location_ids().for_each(|at| sink(Emerge { unit, at }));
        }
    }
}
