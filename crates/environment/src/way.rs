//! The way to an order by actions.

use std::collections::HashSet;

use board::naming::naming;
use rules::{Choice, Side, System};

use crate::ActionError;
use crate::keys::pieces;
use crate::of_system::Of;

impl<S: System> Of<S> {
    /// Returns the actions that lead to an order from the first list of the side on turn, through drafts if need be; `None`
    /// if it isn't offered.
    pub(crate) fn way_to(&self, side: Side, order: &S::Order) -> Result<Option<Vec<usize>>, ActionError> {
        let wanted = naming(self.numbers(side), || pieces(order))?;
        let mut ways = vec![(None, Vec::new())];
        let mut seen = HashSet::new();
        while let Some((draft, way)) = ways.pop() {
            let listed = self.listed(side, draft.as_ref())?;
            for place in 0..listed.len() {
                let with = || [way.as_slice(), &self.turned_to(place, listed.len())].concat();
                match listed.get(place) {
                    Some(Choice::Order(other)) if other == order => return Ok(Some(with())),
                    // What a draft names stays: those that name others lead elsewhere, and in a large melee they are
                    // too many to follow.
                    Some(Choice::Draft(draft)) if seen.insert(*draft) => {
                        let named = naming(self.numbers(side), || pieces(draft))?;
                        if named.iter().all(|handle| wanted.contains(handle)) {
                            ways.push((Some(*draft), with()));
                        }
                    }
                    _ => {}
                }
            }
        }
        Ok(None)
    }

    /// Returns the actions that choose the offer at this place of a list of this length.
    fn turned_to(&self, place: usize, of: usize) -> Vec<usize> {
        let page = self.shape.page();
        let mut before = 0;
        let mut actions = Vec::new();
        while of - before > page && place - before >= page - 1 {
            actions.push(page - 1);
            before += page - 1;
        }
        actions.push(place - before);
        actions
    }
}
