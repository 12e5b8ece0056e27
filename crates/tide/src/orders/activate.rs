//! Order to activate a squad for an action with movement (TOI-B3, TOI-B4).

use rules::scene::OrderText;
use rules::speech::capitalized;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::standing::fresh;
use crate::orders::Activate;
use crate::orders::timing::{has_emerged, is_time_to_act, pieces};
use crate::printed::clause::{B3, B6, B15, B16, B19, B23, S12, S13};
use crate::printed::words::{Action, State};
use crate::state::Tide;
use crate::state::change::Change;
use crate::state::squad::Squad;
use crate::state::step::Step;
use crate::text::names::{GO_BELOW, Names};
use crate::view::eyes::TideEyes;

impl OrderKind<Tide> for Activate {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time_to_act(step)
    }

    #[inline]
    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Tide>) -> Result<(), Refusal> {
        has_emerged(eyes, step, self.unit)?;
        may_take(fresh(eyes, side, self.unit)?, self.action)
    }

    #[inline]
    fn resolve(&self, resolver: &mut impl Resolver<Tide>, _: Side, step: Step) {
        let Activate { unit, action } = *self;
        // A squad that has come up is already activated.
        if step == Step::Act {
            resolver.push(Step::EndActivation);
        }
        let mp = resolver.position().squad(unit).map_or(0, |squad| squad.figures.movement());
        let clause = if action == Action::Assault { B16 } else { B3 };
        resolver.change(clause, Change::Activated { unit, action, mp });
        resolver.push(Step::CarryOn);
    }

    fn describe(&self, reader: Reader<'_, Tide>) -> OrderText {
        let clause = match self.action {
            Action::Advance => B19,
            Action::FireAndMovement => B15,
            Action::Assault => B16,
            Action::Emerge => S12,
            Action::SewerAssault | Action::UnseenAssault => S13,
        };
        let verb = self.action.words();
        let below = reader.way_down(self.unit).filter(|_| self.action == Action::Advance);
        let then = match self.action {
            Action::Advance => "it can move, but not fire",
            Action::FireAndMovement => "it can move, and fire once",
            Action::Assault => "it can move, then assault a squad next to it",
            Action::Emerge | Action::SewerAssault | Action::UnseenAssault => "it acts from below",
        };
        let below_too = below.map(|at| format!(" It can go below in {}.", reader.at(at))).unwrap_or_default();
        let sentence = format!("{} is activated: {then}.{below_too}", capitalized(&reader.squad(self.unit)));
        OrderText::new(verb, sentence, clause).about([self.unit]).opens(below.map(|_| GO_BELOW))
    }

    fn wellformed_orders(eyes: TideEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        let moving = [Action::Advance, Action::FireAndMovement, Action::Assault];
        let below = [Action::Emerge, Action::SewerAssault, Action::UnseenAssault];
        for unit in pieces(eyes) {
            moving.into_iter().chain(below).for_each(|action| sink(Activate { unit, action }));
        }
    }
}

/// Checks that a squad can take this action with movement.
///
/// # Errors
/// - If the squad is pinned or disrupted.
/// - If it has a heavy weapon, except for an Advance.
/// - If the action doesn't begin on the board.
#[inline]
pub fn may_take(squad: &Squad, action: Action) -> Result<(), Refusal> {
    B23.forbids(squad.state == State::Disrupted, "a disrupted squad can only take Fatigue Unit")?;
    B23.forbids(squad.state == State::Pinned, "a pinned squad can't move or assault")?;
    match action {
        Action::Advance => Ok(()),
        Action::FireAndMovement => {
            B6.forbids(squad.figures.is_heavy(), "a squad with a heavy weapon can't use Fire and Movement")
        }
        Action::Assault => B6.forbids(squad.figures.is_heavy(), "a squad with a heavy weapon can't assault"),
        Action::Emerge | Action::SewerAssault | Action::UnseenAssault => Err(Refusal::new(
            B3,
            "a squad on the board can't take this action: only squads in the sewer emerge or assault from there",
        )),
    }
}
