//! Dice that produce every possible result.

use rules::forecast::ways_to_fall;
use rules::{ClassCounts, DiceSource, FaceClasses, Pool};

/// Rolls of an order, each with its label.
pub(super) type Fallen = Vec<(&'static str, Vec<u8>)>;

/// Dice that produce all results the rules distinguish, one combination after the other.
#[derive(Default)]
pub(super) struct Falls {
    /// By roll: the current result, and all results. They are listed once, for listing them takes longer than an order.
    path: Vec<(usize, Vec<ClassCounts>)>,
    pub rolls: Fallen,
}

impl Falls {
    /// Advances to the next combination of results; `false` after the last.
    pub fn advance(&mut self) -> bool {
        while let Some((way, ways)) = self.path.pop() {
            if way + 1 < ways.len() {
                self.path.push((way + 1, ways));
                return true;
            }
        }
        false
    }
}

impl DiceSource for Falls {
    fn roll(&mut self, pool: &Pool) -> ClassCounts {
        if self.rolls.len() == self.path.len() {
            let ways = ways_to_fall(pool.dice, pool.classes);
            self.path.push((0, ways.into_iter().map(|(counts, _)| counts).collect()));
        }
        let (way, ways) = &self.path[self.rolls.len()];
        let faces = faces(pool.classes, ways[*way]);
        // Where only the sum of faces matters, one combination with that sum is enough.
        let counts = ClassCounts::of_faces(pool.classes, &faces);
        self.rolls.push((pool.label, faces));
        counts
    }

    fn faces(&self) -> &[u8] {
        self.rolls.last().map_or(&[], |(_, faces)| faces)
    }
}

/// Returns faces in these classes: for each class its lowest.
fn faces(classes: FaceClasses, counts: ClassCounts) -> Vec<u8> {
    let lowest = |class: usize| (1..=6).find(|face| classes.of(*face) == class).unwrap_or(1);
    (0..classes.len()).flat_map(|class| vec![lowest(class); usize::from(counts.in_class(class))]).collect()
}
