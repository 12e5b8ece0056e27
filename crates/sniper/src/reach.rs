//! Everywhere a man gets to with his movement points, by the cheapest way.

use arrayvec::ArrayVec;
use board::LocationId;

use crate::plot::{Path, STEPS};
use crate::setting::{LOCATIONS, Setting};

/// The most places that are looked at.
const PLACES: usize = 640;

#[derive(Clone, Copy)]
struct Node {
    at: LocationId,
    from: u16,
}

/// Places within reach, each with the way there. The first is where he starts.
pub struct Reach {
    nodes: ArrayVec<Node, PLACES>,
}

impl Reach {
    /// All places, the nearest first, where he starts left out.
    pub fn places(&self) -> impl Iterator<Item = LocationId> + '_ {
        self.nodes.iter().skip(1).map(|node| node.at)
    }

    /// The way to a place; `None` if it is out of reach.
    #[must_use]
    pub fn path(&self, to: LocationId) -> Option<Path> {
        let mut node = self.nodes.iter().skip(1).position(|node| node.at == to)? + 1;
        let mut back: ArrayVec<LocationId, STEPS> = ArrayVec::new();
        while node > 0 {
            let Node { at, from } = *self.nodes.get(node)?;
            back.try_push(at).ok()?;
            node = usize::from(from);
        }
        back.iter().rev().try_fold(Path::default(), |path, at| path.then(*at))
    }
}

/// Places by the movement points they cost.
type Bucket = ArrayVec<(LocationId, u16), PLACES>;

/// Everywhere within `points` movement points (10 at most); `closed` says where nobody may go.
pub fn reach(
    setting: &Setting,
    start: LocationId,
    prone: bool,
    points: u8,
    closed: impl Fn(LocationId) -> bool,
) -> Reach {
    let mut nodes = ArrayVec::new();
    let mut settled = [0u64; LOCATIONS / 64];
    let mut open: [Bucket; STEPS + 1] = Default::default();
    if let Some(bucket) = open.first_mut() {
        bucket.push((start, 0));
    }
    for spent in 0..=usize::from(points).min(STEPS) {
        let mut next = 0;
        while let Some(&(at, from)) = open.get(spent).and_then(|bucket| bucket.get(next)) {
            next += 1;
            let Some(word) = settled.get_mut(at.index() / 64) else { continue };
            let bit = 1 << (at.index() % 64);
            if *word & bit != 0 {
                continue;
            }
            *word |= bit;
            let node = nodes.len() as u16;
            if nodes.try_push(Node { at, from }).is_err() {
                return Reach { nodes };
            }
            for exit in setting.spot(at).into_iter().flat_map(|spot| &spot.exits) {
                let Some(cost) = (if prone { exit.crawl } else { Some(exit.cost) }) else { continue };
                let known =
                    settled.get(exit.to.index() / 64).is_some_and(|word| word >> (exit.to.index() % 64) & 1 == 1);
                let total = spent + usize::from(cost.max(1));
                if let (false, Some(bucket)) =
                    (known || total > usize::from(points) || closed(exit.to), open.get_mut(total))
                {
                    // A board so open that this overflows has places enough to choose from.
                    let _ = bucket.try_push((exit.to, node));
                }
            }
        }
    }
    Reach { nodes }
}
