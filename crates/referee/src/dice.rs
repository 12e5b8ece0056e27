//! Sources of dice: fair streams and given faces.

use std::collections::{HashMap, VecDeque};

use fair::{Key, Ordinals, Stream};
use rules::{Audience, ClassCounts, DiceSource, Pool, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Returns the stream for a roll with this audience. Secret rolls of a side have a stream of their own and cannot be
/// counted by others.
#[must_use]
pub fn stream(seen_by: Audience) -> Stream {
    match seen_by {
        Audience::All | Audience::AllBut(_) => Stream::Public,
        Audience::Only(Side::A) => Stream::A,
        Audience::Only(Side::B) => Stream::B,
    }
}

/// Dice computed from the key of the game. Each stream continues from its current ordinal.
#[derive(Clone, Debug)]
pub struct FairDice {
    key: Key,
    ordinals: Ordinals,
    faces: Vec<u8>,
}

impl FairDice {
    /// Creates the dice of `key`, starting after the rolls counted in `ordinals`.
    #[must_use]
    pub fn new(key: Key, ordinals: Ordinals) -> Self {
        FairDice { key, ordinals, faces: Vec::new() }
    }
}

impl DiceSource for FairDice {
    fn roll(&mut self, pool: &Pool) -> ClassCounts {
        let stream = stream(pool.seen_by);
        let ordinal = self.ordinals.take(stream);
        self.faces.resize(usize::from(pool.dice), 0);
        self.key.roll_into(stream, ordinal, pool.label, &mut self.faces);
        ClassCounts::of_faces(pool.classes, &self.faces)
    }

    fn faces(&self) -> &[u8] {
        &self.faces
    }
}

/// Dice of a game whose players roll their own. Public rolls are entered. Secret rolls are computed from the key at
/// once, and cannot be counted by watching which dice are requested.
///
/// The secret rolls of an order are the same in every attempt, because they depend on the rolls recorded in the ledger.
#[derive(Clone, Debug)]
pub(crate) struct OwnDice {
    pub secret: FairDice,
    pub open: GivenDice,
    /// Whether the last roll was secret.
    was_secret: bool,
}

impl OwnDice {
    pub fn new(secret: FairDice, open: GivenDice) -> Self {
        OwnDice { secret, open, was_secret: false }
    }
}

impl DiceSource for OwnDice {
    fn roll(&mut self, pool: &Pool) -> ClassCounts {
        self.was_secret = stream(pool.seen_by) != Stream::Public;
        if self.was_secret {
            // Computed, not entered by a player.
            self.open.used.push(None);
            self.secret.roll(pool)
        } else {
            self.open.roll(pool)
        }
    }

    fn faces(&self) -> &[u8] {
        if self.was_secret { self.secret.faces() } else { self.open.faces() }
    }
}

/// A roll that a player has to make and enter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RollAsked {
    /// Label of the roll, such as `attack`, which [`crate::Referee::give_dice`] expects.
    pub label: String,
    /// Number of six-sided dice to roll.
    pub dice: u8,
    /// Identifier of the clause that requires the roll.
    pub clause: String,
    /// Name of the only side that may see the roll; `None` if everyone may. Always `None` where players roll their own
    /// dice, because the referee then makes secret rolls. Set only where all rolls are given, as by a script.
    pub seen_by: Option<String>,
}

/// The faces of one roll and the side that entered them; no side for a script.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Given {
    faces: Vec<u8>,
    by: Option<Side>,
}

/// Faces given in advance by label: scripted dice, dice entered by players, dice of a ledger being verified.
#[derive(Clone, Debug)]
pub struct GivenDice {
    /// Names of side A and side B, for messages.
    sides: [&'static str; 2],
    faces: Vec<u8>,
    given: HashMap<String, VecDeque<Given>>,
    /// For each roll used, the side that entered it; `None` for a script.
    used: Vec<Option<Side>>,
    /// Number of rolls of each label used in this attempt.
    taken: HashMap<&'static str, usize>,
    missing: Option<Missing>,
}

/// The first roll that was requested without fitting faces.
#[derive(Clone, Debug)]
pub(crate) struct Missing {
    pub asked: RollAsked,
    /// Number of rolls of the label that fitted before it.
    fitting: usize,
}

impl GivenDice {
    /// Creates a source without faces. `sides` are the names of side A and side B.
    #[must_use]
    pub fn new(sides: [&'static str; 2]) -> Self {
        let (given, taken) = (HashMap::new(), HashMap::new());
        GivenDice { sides, faces: Vec::new(), given, used: Vec::new(), taken, missing: None }
    }

    /// Appends the faces of one roll with this label, each 1 to 6. `by` is the side that entered them; `None` for a
    /// script.
    pub fn give(&mut self, label: &str, faces: Vec<u8>, by: Option<Side>) {
        self.given.entry(label.to_owned()).or_default().push_back(Given { faces, by });
    }

    /// Gives the missing roll: it follows the rolls of its label that fitted, and replaces the one that did not.
    pub(crate) fn give_missing(&mut self, label: &str, faces: Vec<u8>, by: Option<Side>) {
        let fitting = self.missing.as_ref().map_or(0, |missing| missing.fitting);
        let rolls = self.given.entry(label.to_owned()).or_default();
        rolls.truncate(fitting);
        rolls.push_back(Given { faces, by });
    }

    /// Returns the sides that entered the rolls used since the last call, in order of use.
    pub(crate) fn take_used(&mut self) -> Vec<Option<Side>> {
        std::mem::take(&mut self.used)
    }

    /// The first roll that was requested and not given, or given with another number of dice; `None` if all were given.
    /// Results of later rolls are meaningless.
    #[must_use]
    pub fn missing(&self) -> Option<&RollAsked> {
        self.missing.as_ref().map(|missing| &missing.asked)
    }

    /// Number of rolls of the missing roll's label that fitted before it.
    pub(crate) fn fitting(&self) -> usize {
        self.missing.as_ref().map_or(0, |missing| missing.fitting)
    }

    /// Returns a copy with all faces unused, for another attempt.
    pub(crate) fn for_a_try(&self) -> GivenDice {
        GivenDice { missing: None, used: Vec::new(), taken: HashMap::new(), ..self.clone() }
    }

    /// Records which roll an attempt lacked.
    pub(crate) fn note_missing(&mut self, a_try: &GivenDice) {
        self.missing = a_try.missing.clone();
    }

    /// Number of rolls given and not yet used.
    pub(crate) fn count(&self) -> usize {
        self.given.values().map(VecDeque::len).sum()
    }

    /// Labels of given rolls that were not requested, each label once.
    pub fn left_over(&self) -> impl Iterator<Item = &str> {
        self.given.iter().filter(|(_, rolls)| !rolls.is_empty()).map(|(label, _)| label.as_str())
    }
}

impl DiceSource for GivenDice {
    fn roll(&mut self, pool: &Pool) -> ClassCounts {
        let wanted = usize::from(pool.dice);
        let empty = |roll: &Given| roll.faces.is_empty();
        let next = if wanted == 0 && !self.given.get(pool.label).and_then(|q| q.front()).is_some_and(empty) {
            Some(Given { faces: Vec::new(), by: None })
        } else {
            self.given.get_mut(pool.label).and_then(VecDeque::pop_front)
        };
        match next {
            Some(Given { faces, by }) if faces.len() == wanted && faces.iter().all(|face| (1..=6).contains(face)) => {
                self.faces = faces;
                self.used.push(by);
                *self.taken.entry(pool.label).or_default() += 1;
            }
            _ => {
                self.faces = vec![1; wanted];
                let fitting = self.taken.get(pool.label).copied().unwrap_or_default();
                self.missing.get_or_insert(Missing {
                    asked: RollAsked {
                        label: pool.label.to_owned(),
                        dice: pool.dice,
                        clause: pool.clause.id().to_owned(),
                        seen_by: match pool.seen_by {
                            Audience::All | Audience::AllBut(_) => None,
                            Audience::Only(side) => Some(self.sides[side.index()].to_owned()),
                        },
                    },
                    fitting,
                });
            }
        }
        ClassCounts::of_faces(pool.classes, &self.faces)
    }

    fn faces(&self) -> &[u8] {
        &self.faces
    }
}

#[cfg(test)]
mod tests {
    use rules::{FaceClasses, referee_clauses};

    use super::*;

    #[test]
    fn a_roll_in_secret_names_the_side_that_makes_it() {
        let missing = |pool: Pool| {
            let mut dice = GivenDice::new(["attacker", "defender"]);
            dice.roll(&pool);
            dice.missing().expect("no faces were given").clone()
        };
        let secret = missing(Pool::secret(2, FaceClasses::EACH, "panic", referee_clauses::ENTERED, Side::B));
        assert_eq!(secret.seen_by.as_deref(), Some("defender"));
        assert_eq!((secret.label.as_str(), secret.dice), ("panic", 2));
        assert_eq!(missing(Pool::open(1, FaceClasses::EACH, "fire", referee_clauses::ENTERED)).seen_by, None);
    }
}
