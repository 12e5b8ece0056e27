//! Dice that fall in every way.

use rules::forecast::ways_to_fall;
use rules::{ClassCounts, DiceSource, FaceClasses, Pool};

/// The rolls of an order, by label.
pub(super) type Fallen = Vec<(&'static str, Vec<u8>)>;

/// Dice that fall in every way that the rules tell apart, one way after the other.
#[derive(Default)]
pub(super) struct Falls {
    /// The way taken at each roll, and how many it has.
    path: Vec<(usize, usize)>,
    pub rolls: Fallen,
}

impl Falls {
    /// Goes on to the next combination of ways; false after the last.
    pub fn advance(&mut self) -> bool {
        while let Some((way, ways)) = self.path.pop() {
            if way + 1 < ways {
                self.path.push((way + 1, ways));
                return true;
            }
        }
        false
    }
}

impl DiceSource for Falls {
    fn roll(&mut self, pool: &Pool) -> ClassCounts {
        let ways = ways_to_fall(pool.dice, pool.classes);
        if self.rolls.len() == self.path.len() {
            self.path.push((0, ways.len()));
        }
        let (counts, _) = ways[self.path[self.rolls.len()].0];
        let faces = faces(pool.classes, counts);
        // Of faces of which only the sum matters, one way to make it stands for all.
        let counts = ClassCounts::of_faces(pool.classes, &faces);
        self.rolls.push((pool.label, faces));
        counts
    }

    fn faces(&self) -> &[u8] {
        self.rolls.last().map_or(&[], |(_, faces)| faces)
    }
}

/// Faces that fall into these classes: of each class its lowest.
fn faces(classes: FaceClasses, counts: ClassCounts) -> Vec<u8> {
    let lowest = |class: usize| (1..=6).find(|face| classes.of(*face) == class).unwrap_or(1);
    (0..classes.len()).flat_map(|class| vec![lowest(class); usize::from(counts.in_class(class))]).collect()
}
