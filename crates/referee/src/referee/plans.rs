//! Hidden plans: information for hosts that must prevent one side from counting the other's orders.

use rules::resolution::resolve_order;
use rules::{Question, QuickDice, Side, System};

use super::Referee;

impl<S: System> Referee<S> {
    /// Whether the other side receives nothing about the orders that `side` gives now until one ends its part: both
    /// sides were asked at the same time, or the question is unseen ([`rules::Question::is_unseen`]). Stays true for
    /// one side when the other has finished its part.
    #[must_use]
    pub fn orders_are_unseen(&self, side: Side) -> bool {
        let mut since_asked = self.traces.iter().rev().take_while(|trace| !trace.goes_on);
        let mut together = || self.both_awaited() || since_asked.any(|trace| trace.both_awaited);
        self.pending_question(side).is_some_and(|question| question.is_unseen() || together())
    }

    /// Whether a legal order would complete what the side is asked to do now.
    #[must_use]
    pub fn ends(&self, side: Side, order: &S::Order) -> bool {
        let mut position = self.position.clone();
        resolve_order::<S>(&self.start.setting, &mut position, side, order, &mut QuickDice::new(0), &mut ());
        S::agenda(&position) != S::agenda(&self.position)
            || S::pending_question(S::eyes(&self.start.setting, &position, side.seat())).is_none()
    }
}
