//! Rolls of dice, asked for as pools.
//!
//! The rules never hold randomness. They ask for a pool of six-sided dice, say what it is for and which faces they
//! tell apart, and get back how many dice fell in each class. So fair dice, the players' own dice, scripted dice and
//! exact odds (which fork by class, not by face) all serve the same code.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Audience, Clause, Side};

/// Which faces a rule tells apart: each face 1 to 6 belongs to one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FaceClasses {
    of_face: [u8; 6],
    count: u8,
    summed: bool,
}

impl FaceClasses {
    /// Two classes: 0 for faces below `least`, 1 for `least` (1 to 6) and above.
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

    /// Six classes: every face for itself; class 0 is face 1.
    pub const EACH: FaceClasses = FaceClasses { of_face: [0, 1, 2, 3, 4, 5], count: 6, summed: false };

    /// Of the faces only the sum matters ([`ClassCounts::sum`]): whoever follows all ways the dice can fall follows each sum once
    /// (two dice: 11 ways, not 21).
    pub const SUM: FaceClasses = FaceClasses { summed: true, ..FaceClasses::EACH };

    /// Whether only the sum of the faces matters.
    #[must_use]
    pub const fn summed(self) -> bool {
        self.summed
    }

    /// The class of a face; faces outside 1 to 6 count as the nearest.
    #[inline]
    #[must_use]
    pub fn of(self, face: u8) -> usize {
        self.of_face[(face.clamp(1, 6) - 1) as usize] as usize
    }

    /// How many classes there are, 1 to 6.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.count as usize
    }

    /// Never true: there is always a class.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.count == 0
    }

    /// How many of the six faces belong to the class.
    #[must_use]
    pub fn faces(self, class: usize) -> u32 {
        self.of_face.iter().filter(|&&c| c as usize == class).count() as u32
    }
}

/// A roll as the rules ask for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pool {
    /// How many six-sided dice; may be 0.
    pub dice: u8,
    /// Which faces are told apart.
    pub classes: FaceClasses,
    /// What the roll is called, for scripts, for people and for the dice stream.
    pub label: &'static str,
    /// The clause that asks for it.
    pub clause: Clause,
    /// Who sees the dice fall.
    pub seen_by: Audience,
    /// The side that luck statistics credit with the roll, where that need not be the side whose order brought it about: what both sides planned or
    /// declared is carried out together, and what a phase begins or ends with follows the last order of either. Told of no
    /// roll before the end.
    pub credited_side: Option<Side>,
}

impl Pool {
    /// A roll that everybody sees.
    #[must_use]
    pub const fn open(dice: u8, classes: FaceClasses, label: &'static str, clause: Clause) -> Self {
        Pool { dice, classes, label, clause, seen_by: Audience::All, credited_side: None }
    }

    /// A roll that one side sees, from its own stream, so that nobody else can count it.
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

/// How many dice fell in each class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ClassCounts([u8; 6]);

impl ClassCounts {
    /// Counts given class by class.
    #[must_use]
    pub const fn new(counts: [u8; 6]) -> Self {
        ClassCounts(counts)
    }

    /// Sorts faces into classes.
    #[must_use]
    pub fn of_faces(classes: FaceClasses, faces: &[u8]) -> Self {
        let mut counts = [0; 6];
        for &face in faces {
            counts[classes.of(face)] += 1;
        }
        ClassCounts(counts)
    }

    /// Dice in a class; 0 for a class that does not exist.
    #[inline]
    #[must_use]
    pub fn in_class(self, class: usize) -> u8 {
        self.0.get(class).copied().unwrap_or(0)
    }

    /// For [`FaceClasses::at_least`]: the dice that reached the least face.
    #[inline]
    #[must_use]
    pub fn successes(self) -> u8 {
        self.0[1]
    }

    /// For [`FaceClasses::SUM`] and [`FaceClasses::EACH`]: the sum of the faces.
    #[must_use]
    pub fn sum(self) -> u16 {
        (1..).zip(self.0).map(|(face, n): (u16, u8)| face * u16::from(n)).sum()
    }
}

/// A source of dice: computed, entered, scripted, or going through every result.
pub trait DiceSource {
    /// Rolls the pool.
    fn roll(&mut self, pool: &Pool) -> ClassCounts;
    /// The faces of the last roll, where the source has faces.
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

/// A roll as it is recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RollRecord {
    /// What the roll was for.
    pub label: String,
    /// The clause that asked for it.
    pub clause: String,
    /// The faces, in the order they fell.
    pub faces: Vec<u8>,
}

/// Quick dice for playouts: a small generator, no record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuickDice {
    state: u64,
}

impl QuickDice {
    /// Dice that repeat for the same seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        QuickDice { state: seed ^ 0x9E37_79B9_7F4A_7C15 }
    }

    /// The next 64 bits (SplitMix64).
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound` (at least 1).
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        (((self.bits() >> 32) * bound as u64) >> 32) as usize
    }
}

impl DiceSource for QuickDice {
    #[inline]
    fn roll(&mut self, pool: &Pool) -> ClassCounts {
        let mut counts = [0; 6];
        for _ in 0..pool.dice {
            counts[pool.classes.of(self.below(6) as u8 + 1)] += 1;
        }
        ClassCounts(counts)
    }

    fn faces(&self) -> &[u8] {
        &[]
    }
}
