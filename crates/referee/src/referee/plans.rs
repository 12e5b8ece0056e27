//! What is planned out of the other side's sight: for a host that must not let anybody count the other side's orders.

use rules::resolution::resolve_order;
use rules::{Question, QuickDice, Side, System};

use super::Referee;
use crate::entry::Item;

impl<S: System> Referee<S> {
    /// Whether the other side cannot hear what is ordered now before an order ends it: both sides were asked together, or it
    /// is unseen ([`rules::Question::is_unseen`]). It stays so for the one that is left when the other has ended its part.
    #[must_use]
    pub fn plans(&self, side: Side) -> bool {
        let goes_on = |item: &Item<S>| matches!(item, Item::Push(_) | Item::Pop);
        let entries = self.entries.iter().zip(&self.traces).rev();
        let mut since_asked = entries.take_while(|(entry, _)| !entry.items.iter().any(goes_on));
        let mut together = || self.both_awaited() || since_asked.any(|(_, trace)| trace.both_awaited);
        self.pending_question(side).is_some_and(|question| question.is_unseen() || together())
    }

    /// Whether an order that is legal now would end what its side is asked.
    #[must_use]
    pub fn ends(&self, side: Side, order: &S::Order) -> bool {
        let mut position = self.position.clone();
        resolve_order::<S>(&self.setting, &mut position, side, order, &mut QuickDice::new(0), &mut ());
        S::agenda(&position) != S::agenda(&self.position)
            || S::pending_question(S::eyes(&self.setting, &position, side.seat())).is_none()
    }
}
