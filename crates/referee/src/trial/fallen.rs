//! Dice whose faces are decided outside.

use rules::{ClassCounts, DiceSource, Pool};

/// Dice that have fallen already.
pub(super) struct Fallen<'a> {
    pub faces: std::slice::Iter<'a, u8>,
    pub now: Vec<u8>,
    /// The first roll whose dice have not all fallen. What is rolled after it is meaningless.
    pub missing: Option<Pool>,
}

impl DiceSource for Fallen<'_> {
    fn roll(&mut self, pool: &Pool) -> ClassCounts {
        let dice = usize::from(pool.dice);
        self.now.clear();
        if self.missing.is_none() && self.faces.len() >= dice {
            self.now.extend(self.faces.by_ref().take(dice));
        } else {
            self.missing.get_or_insert(*pool);
            self.now.resize(dice, 1);
        }
        ClassCounts::of_faces(pool.classes, &self.now)
    }

    fn faces(&self) -> &[u8] {
        &self.now
    }
}
