//! All lines from a hex at once: those that begin with the same legs are followed together, and none beyond what stops
//! it. So what one sees from a hex takes a look at every hex in sight, not a line to every hex of the board.

use board::{HexId, Leg, Point};

use crate::setting::passages::LegId;

/// A leg that lines which have begun alike go on with.
#[derive(Clone, Copy, Debug)]
struct Twig {
    leg: LegId,
    /// How many legs come before it.
    depth: u8,
    /// Whether a line ends with it, at the centre of a hex.
    ends: bool,
    /// The first twig that does not grow out of it.
    after: u32,
}

/// Lines that lead from a hex to others, whichever hex it is: a tree, each twig followed by those that grow out of it.
#[derive(Debug)]
pub struct LineTree {
    twigs: Vec<Twig>,
}

/// No line of a board has so many legs.
const LONGEST: usize = 256;

impl LineTree {
    /// Of lines that lead no further than half way round, such as downwards only, each with its legs.
    #[must_use]
    pub fn new(mut lines: Vec<(Point, &[Leg])>) -> LineTree {
        // From right to left, of those that go the same way the shorter first: so lines that begin alike stand together.
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

    /// The line_tree of the lines that lead the other way.
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

    /// Follows all lines from a hex. `pass` says where a leg leads from a hex, none if it is stopped; `seen` hears of
    /// each hex that a line comes to its end in.
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
