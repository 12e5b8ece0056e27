//! Steps out of a Location, found by their destination in constant time. Branches would be slow here, because which
//! step a man takes is hard to predict.

use std::ops::Deref;

use arrayvec::ArrayVec;
use board::LocationId;

/// The most steps out of a Location.
pub const EXITS: usize = 10;
/// Number of slots: one for each number of `SLOT_BITS` bits.
const SLOTS: usize = 32;
const SLOT_BITS: u32 = SLOTS.ilog2();
/// Mark of an empty slot.
const NO_WAY: u8 = u8::MAX;

/// Kind of step, which decides cost and clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepKind {
    /// To the next hex above ground.
    Ground,
    /// Above ground, onto a manhole hex (39.21B).
    Hole,
    /// Up or down stairs, from floor to floor.
    Stairs,
    /// Through a window, upright only.
    Window,
    /// Between sewer and middle level (39.22B).
    Ladder,
    /// Between middle level and ground (39.22C).
    Manhole,
    /// Along a sewer (39.21A).
    Sewer,
}

impl StepKind {
    /// Returns whether it is a step onto or off a ladder.
    #[inline]
    #[must_use]
    pub const fn is_ladder(self) -> bool {
        matches!(self, StepKind::Ladder | StepKind::Manhole)
    }
}

/// A step out of a Location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exit {
    pub to: LocationId,
    /// Kind of step, which decides its clause.
    pub way: StepKind,
    /// Movement points when upright.
    pub cost: u8,
    /// Movement points when crawling; `None` if the step can't be crawled.
    pub crawl: Option<u8>,
}

impl Exit {
    /// Returns the movement points, upright or crawling; `None` if the step can't be crawled.
    #[inline]
    #[must_use]
    pub const fn cost_for(&self, prone: bool) -> Option<u8> {
        if prone { self.crawl } else { Some(self.cost) }
    }
}

/// All steps out of a Location.
#[derive(Clone, Debug, Default)]
pub struct Exits {
    list: ArrayVec<Exit, EXITS>,
    /// Hash factor with which each destination has a slot of its own.
    factor: u16,
    /// By slot: index of the step.
    slots: [u8; SLOTS],
}

impl Exits {
    /// Returns the step to a Location; `None` if there is none.
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

/// Returns the slot table for a hash factor; `None` if two destinations share a slot.
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

impl From<ArrayVec<Exit, EXITS>> for Exits {
    fn from(list: ArrayVec<Exit, EXITS>) -> Exits {
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
    use crate::setting::exits::StepKind;

    /// With ten steps, two of them to one place, the first of these two is found.
    #[test]
    fn each_way_is_found_by_its_goal() {
        let goals = [7, 8, 59, 60, 61, 113, 2067, 4133, 4133, 6143].map(LocationId);
        let exit = |(cost, to)| Exit { to, way: StepKind::Ground, cost, crawl: None };
        let list: ArrayVec<Exit, EXITS> = (1..).zip(goals).map(exit).collect();
        let exits = Exits::from(list.clone());
        for goal in (0..7000).map(LocationId) {
            assert_eq!(exits.to(goal), list.iter().find(|exit| exit.to == goal));
        }
        assert_eq!(Exits::default().to(LocationId(0)), None);
        assert!(exits.iter().eq(&list));
    }
}
