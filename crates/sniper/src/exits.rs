//! The ways out of a Location, to be found by where they lead: at once, not one after the other, for which of them a man
//! takes can seldom be foreseen.

use std::ops::Deref;

use arrayvec::ArrayVec;
use board::LocationId;

use crate::setting::{Exit, WAYS};

/// As many slots as there are numbers of `SLOT_BITS` bits.
const SLOTS: usize = 32;
const SLOT_BITS: u32 = SLOTS.ilog2();
/// In a slot where no way stands.
const NO_WAY: u8 = u8::MAX;

/// The ways out of a Location.
#[derive(Clone, Debug, Default)]
pub struct Exits {
    list: ArrayVec<Exit, WAYS>,
    /// With this factor each goal has a slot of its own.
    factor: u16,
    /// By slot: which way it is.
    slots: [u8; SLOTS],
}

impl Exits {
    /// The way to a Location, if it is one step.
    #[inline]
    #[must_use]
    pub fn to(&self, goal: LocationId) -> Option<&Exit> {
        let exit = self.list.get(usize::from(self.slots[slot(self.factor, goal)]))?;
        (exit.to == goal).then_some(exit)
    }
}

#[inline]
const fn slot(factor: u16, goal: LocationId) -> usize {
    (goal.0.wrapping_mul(factor) >> (u16::BITS - SLOT_BITS)) as usize
}

/// Which way stands in which slot; `None` if two with different goals would stand in one.
fn slots(list: &[Exit], factor: u16) -> Option<[u8; SLOTS]> {
    let mut slots = [NO_WAY; SLOTS];
    for (n, exit) in (0..).zip(list) {
        let slot = slots.get_mut(slot(factor, exit.to))?;
        match list.get(usize::from(*slot)) {
            None => *slot = n,
            Some(other) if other.to == exit.to => {}
            Some(_) => return None,
        }
    }
    Some(slots)
}

impl From<ArrayVec<Exit, WAYS>> for Exits {
    fn from(list: ArrayVec<Exit, WAYS>) -> Exits {
        let found = (1..=u16::MAX).find_map(|factor| Some((factor, slots(&list, factor)?)));
        debug_assert!(found.is_some(), "ten ways and no factor that keeps them apart");
        let (factor, slots) = found.unwrap_or((0, [NO_WAY; SLOTS]));
        Exits { list, factor, slots }
    }
}

impl Deref for Exits {
    type Target = [Exit];

    #[inline]
    fn deref(&self) -> &[Exit] {
        &self.list
    }
}

impl<'a> IntoIterator for &'a Exits {
    type Item = &'a Exit;
    type IntoIter = std::slice::Iter<'a, Exit>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setting::Way;

    /// Ten ways, two of them to one place: the first of these is found.
    #[test]
    fn each_way_is_found_by_its_goal() {
        let goals = [7, 8, 59, 60, 61, 113, 2067, 4133, 4133, 6143].map(LocationId);
        let exit = |(cost, to)| Exit { to, way: Way::Ground, cost, crawl: None };
        let list: ArrayVec<Exit, WAYS> = (1..).zip(goals).map(exit).collect();
        let exits = Exits::from(list.clone());
        for goal in (0..7000).map(LocationId) {
            assert_eq!(exits.to(goal), list.iter().find(|exit| exit.to == goal));
        }
        assert_eq!(Exits::default().to(LocationId(0)), None);
        assert!(exits.iter().eq(&list));
    }
}
