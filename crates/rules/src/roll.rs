//! Rolls of dice, requested as pools.
//!
//! The rules contain no randomness. They request a pool of six-sided dice with its purpose and the classes of faces
//! that matter, and receive the number of dice in each class. Fair dice, entered dice, scripted dice and exact odds
//! (which branch by class, not by face) all use the same interface.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Audience, Clause, Side};

/// A partition of the faces 1 to 6 into the classes that a rule distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FaceClasses {
    of_face: [u8; 6],
    count: u8,
    summed: bool,
}

impl FaceClasses {
    /// Returns two classes: 0 for faces below `least`, 1 for `least` (1 to 6) and above.
    #[must_use]
    pub const fn at_least(least: u8) -> Self {
        let mut of_face = [0; 6];
        let mut face = 1;
        while face <= 6 {
            if face >= least {
                of_face[face as usize - 1] = 1;
            }
            face += 1;
        }
        FaceClasses { of_face, count: 2, summed: false }
    }

    /// Six classes, one for each face; class 0 is face 1.
    pub const EACH: FaceClasses = FaceClasses { of_face: [0, 1, 2, 3, 4, 5], count: 6, summed: false };

    /// Six classes, of which only the sum of faces matters ([`ClassCounts::sum`]). An enumeration visits each sum once
    /// (two dice: 11 results, not 21).
    pub const SUM: FaceClasses = FaceClasses { summed: true, ..FaceClasses::EACH };

    /// Whether only the sum of the faces matters, as in [`FaceClasses::SUM`].
    #[must_use]
    pub const fn summed(self) -> bool {
        self.summed
    }

    /// Returns the class of a face. Values outside 1 to 6 count as the nearest face.
    #[inline]
    #[must_use]
    pub fn of(self, face: u8) -> usize {
        self.of_face[(face.clamp(1, 6) - 1) as usize] as usize
    }

    /// Number of classes, 1 to 6.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.count as usize
    }

    /// Always false: there is at least one class.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.count == 0
    }

    /// Returns the number of faces in a class, 0 to 6.
    #[must_use]
    pub fn faces(self, class: usize) -> u32 {
        self.of_face.iter().filter(|&&c| c as usize == class).count() as u32
    }
}

/// A roll that the rules request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pool {
    /// Number of six-sided dice; may be 0.
    pub dice: u8,
    /// The classes of faces that the rule distinguishes.
    pub classes: FaceClasses,
    /// Name of the roll in scripts, logs and the dice stream, such as `assault attack`. Another label gives other dice.
    pub label: &'static str,
    /// The clause that requires the roll.
    pub clause: Clause,
    /// The seats that see the dice.
    pub seen_by: Audience,
    /// The side that luck statistics credit with the roll; `None` for the side whose order caused it. Needed for plans
    /// that both sides carry out together, and for rolls at the start or end of a phase. Not shown to players before
    /// the end of the game.
    pub credited_side: Option<Side>,
}

impl Pool {
    /// Returns a roll that every seat sees.
    #[must_use]
    pub const fn open(dice: u8, classes: FaceClasses, label: &'static str, clause: Clause) -> Self {
        Pool { dice, classes, label, clause, seen_by: Audience::All, credited_side: None }
    }

    /// Returns a roll that only `side` sees. It uses that side's own dice stream, which hides the number of such rolls
    /// from the other side.
    #[must_use]
    pub const fn secret(dice: u8, classes: FaceClasses, label: &'static str, clause: Clause, side: Side) -> Self {
        Pool { dice, classes, label, clause, seen_by: Audience::Only(side), credited_side: None }
    }

    /// Returns this pool with `side` credited for the roll. Affects luck statistics only.
    #[must_use]
    pub const fn credited_to(self, side: Side) -> Self {
        Pool { credited_side: Some(side), ..self }
    }
}

/// The number of dice in each class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ClassCounts([u8; 6]);

impl ClassCounts {
    /// Creates the counts from one number per class; unused classes are 0.
    #[must_use]
    pub const fn new(counts: [u8; 6]) -> Self {
        ClassCounts(counts)
    }

    /// Counts how many of `faces` fall into each class.
    #[must_use]
    pub fn of_faces(classes: FaceClasses, faces: &[u8]) -> Self {
        let mut counts = [0; 6];
        for &face in faces {
            counts[classes.of(face)] += 1;
        }
        ClassCounts(counts)
    }

    /// Number of dice in a class; 0 for a class that does not exist.
    #[inline]
    #[must_use]
    pub fn in_class(self, class: usize) -> u8 {
        self.0.get(class).copied().unwrap_or(0)
    }

    /// Number of dice that reached the least face of [`FaceClasses::at_least`].
    #[inline]
    #[must_use]
    pub fn successes(self) -> u8 {
        self.0[1]
    }

    /// Sum of the faces, for [`FaceClasses::SUM`] and [`FaceClasses::EACH`].
    #[must_use]
    pub fn sum(self) -> u16 {
        (1..).zip(self.0).map(|(face, n): (u16, u8)| face * u16::from(n)).sum()
    }
}

/// A source of dice: computed, entered, scripted, or enumerating every result.
pub trait DiceSource {
    /// Rolls the pool and returns the number of dice in each class.
    fn roll(&mut self, pool: &Pool) -> ClassCounts;
    /// The faces of the last roll in order; empty if this source has no faces.
    fn faces(&self) -> &[u8];
}

impl<R: DiceSource + ?Sized> DiceSource for &mut R {
    fn roll(&mut self, pool: &Pool) -> ClassCounts {
        (**self).roll(pool)
    }
    fn faces(&self) -> &[u8] {
        (**self).faces()
    }
}

/// A roll as recorded in the ledger and in observations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RollRecord {
    /// The label of the pool, such as `assault attack`.
    pub label: String,
    /// Identifier of the clause that required the roll.
    pub clause: String,
    /// The faces, each 1 to 6, in the order they fell.
    pub faces: Vec<u8>,
}

/// Fast pseudo-random dice for playouts. They report no faces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuickDice {
    state: u64,
}

impl QuickDice {
    /// Creates dice that give the same results for the same seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        QuickDice { state: seed ^ 0x9E37_79B9_7F4A_7C15 }
    }

    /// Returns the next 64 pseudo-random bits (SplitMix64).
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number from 0 to `bound - 1`. `bound` must be at least 1.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        (((self.bits() >> 32) * bound as u64) >> 32) as usize
    }
}

impl DiceSource for QuickDice {
    #[inline]
    fn roll(&mut self, pool: &Pool) -> ClassCounts {
        // A byte for each class: what is written to an array byte by byte can't be read at once just after.
        let mut counts = 0u64;
        for _ in 0..pool.dice {
            counts += 1 << (8 * (pool.classes.of(self.below(6) as u8 + 1) & 7));
        }
        let [a, b, c, d, e, f, ..] = counts.to_le_bytes();
        ClassCounts([a, b, c, d, e, f])
    }

    fn faces(&self) -> &[u8] {
        &[]
    }
}
