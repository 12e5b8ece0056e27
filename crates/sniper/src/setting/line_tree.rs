//! All lines from a hex at once. Lines that begin with the same legs are followed together, and none beyond what stops
//! it. The cost of sight from a hex is then one visit for each hex in sight, not one line for each hex of the board.

use board::{HexId, Leg, Point};

use crate::setting::passages::LegId;

/// A leg shared by all lines that begin alike up to it.
#[derive(Clone, Copy, Debug)]
struct Twig {
    leg: LegId,
    /// Number of legs before it.
    depth: u8,
    /// Whether a line ends after it, in the centre of a hex.
    ends: bool,
    /// Index of the first later twig that doesn't grow from it.
    after: u32,
}

/// Lines from any one hex to others, as a tree: each twig is followed by those that grow from it.
#[derive(Debug)]
pub struct LineTree {
    twigs: Vec<Twig>,
}

/// More legs than any line of a board has.
const LONGEST: usize = 256;

impl LineTree {
    /// Builds the tree from lines in one half of all directions, such as downwards, each with its legs.
    #[must_use]
    pub fn new(mut lines: Vec<(Point, &[Leg])>) -> LineTree {
        // Sorted from right to left, shorter lines of one direction first: lines that begin alike are then neighbours.
        lines.sort_unstable_by(|(a, _), (b, _)| {
            (b.x * a.y).cmp(&(a.x * b.y)).then((a.x.abs(), a.y).cmp(&(b.x.abs(), b.y)))
        });
        let mut line_tree = LineTree { twigs: Vec::new() };
        let mut stem: Vec<usize> = Vec::new();
        for (_, legs) in lines {
            debug_assert!(legs.len() < LONGEST);
            let legs = legs.iter().map(|leg| LegId::of(*leg)).take(LONGEST - 1);
            let is_twig = |n: usize, leg: LegId| line_tree.twigs.get(n).is_some_and(|twig| twig.leg == leg);
            let alike = stem.iter().zip(legs.clone()).take_while(|(n, leg)| is_twig(**n, *leg)).count();
            let length = legs.len();
            if alike < length {
                line_tree.end_growth(stem.drain(alike..));
            }
            for (depth, leg) in (0u8..).zip(legs).skip(alike) {
                stem.push(line_tree.twigs.len());
                line_tree.twigs.push(Twig { leg, depth, ends: false, after: 0 });
            }
            let last = length.checked_sub(1).and_then(|last| stem.get(last));
            if let Some(twig) = last.and_then(|n| line_tree.twigs.get_mut(*n)) {
                twig.ends = true;
            }
        }
        line_tree.end_growth(stem.drain(..));
        line_tree
    }

    /// Returns the tree of the opposite lines.
    #[must_use]
    pub fn turned(&self) -> LineTree {
        LineTree { twigs: self.twigs.iter().map(|twig| Twig { leg: twig.leg.turned(), ..*twig }).collect() }
    }

    fn end_growth(&mut self, twigs: impl Iterator<Item = usize>) {
        let after = self.twigs.len() as u32;
        for n in twigs {
            if let Some(twig) = self.twigs.get_mut(n) {
                twig.after = after;
            }
        }
    }

    /// Follows all lines from a hex. `pass` returns the hex a leg leads to, `None` if it is stopped. `seen` is called
    /// for each hex in which a line ends.
    #[inline]
    pub fn follow(&self, start: HexId, pass: impl Fn(HexId, LegId) -> Option<HexId>, mut seen: impl FnMut(HexId)) {
        let mut trail = [start; LONGEST];
        let mut next = 0;
        while let Some(&Twig { leg, depth, ends, after }) = self.twigs.get(next) {
            let depth = usize::from(depth);
            let Some(to) = pass(trail[depth], leg) else {
                next = after as usize;
                continue;
            };
            trail[(depth + 1) % LONGEST] = to;
            next += 1;
            if ends {
                seen(to);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use board::legs;

    use super::*;

    /// Every line of a small board is followed once, by its own legs.
    #[test]
    fn a_fan_has_every_line_once() {
        let ways = (0..=24).flat_map(|y| (-8..=8).map(move |column| Point { x: 3 * column, y }));
        let ways: Vec<Point> = ways.filter(|way| (way.x / 3 + way.y) % 2 == 0 && (way.y > 0 || way.x > 0)).collect();
        let all: Vec<Vec<Leg>> = ways.iter().map(|way| legs(*way).collect()).collect();
        let line_tree = LineTree::new(ways.iter().copied().zip(all.iter().map(Vec::as_slice)).collect());
        let mut told: Vec<Vec<LegId>> = Vec::new();
        let mut stem: Vec<LegId> = Vec::new();
        for twig in line_tree.twigs.iter().chain(&line_tree.turned().twigs) {
            stem.truncate(usize::from(twig.depth));
            stem.push(twig.leg);
            told.extend(twig.ends.then(|| stem.clone()));
        }
        let upwards = ways.iter().map(|way| legs(Point { x: -way.x, y: -way.y }).collect());
        let id = |legs: Vec<Leg>| legs.into_iter().map(LegId::of).collect();
        let mut want: Vec<Vec<LegId>> = all.iter().cloned().chain(upwards).map(id).collect();
        let key = |legs: &Vec<LegId>| format!("{legs:?}");
        told.sort_by_key(key);
        want.sort_by_key(key);
        assert_eq!(told, want);
        assert!(line_tree.twigs.len() < all.iter().map(Vec::len).sum(), "{} twigs", line_tree.twigs.len());
    }
}
