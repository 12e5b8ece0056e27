//! Sources of dice: fair streams, and faces that were given.

use std::collections::{HashMap, VecDeque};

use fair::{Key, Ordinals, Stream};
use rules::{Audience, ClassCounts, DiceSource, Pool, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The stream a roll comes from: what a side rolls in secret must not be counted by anyone else.
#[must_use]
pub fn stream(seen_by: Audience) -> Stream {
    match seen_by {
        Audience::All | Audience::AllBut(_) => Stream::Public,
        Audience::Only(Side::A) => Stream::A,
        Audience::Only(Side::B) => Stream::B,
    }
}

/// Dice computed from the key of the game. Ordinals count on from where the game stands.
#[derive(Clone, Debug)]
pub struct FairDice {
    key: Key,
    ordinals: Ordinals,
    faces: Vec<u8>,
}

impl FairDice {
    /// Dice of this key, after as many rolls as `ordinals` says.
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

/// Dice of a game whose players roll their own: what everybody sees is entered, what only one side sees is computed from
/// the key, at once, so that nobody can count secret rolls by the dice that are asked for.
///
/// The secret rolls of an order are the same in every try of it: they follow from the rolls that the ledger holds.
#[derive(Clone, Debug)]
pub(crate) struct OwnDice {
    pub secret: FairDice,
    pub open: GivenDice,
    /// Whether the last roll was a secret one.
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
            // Nobody entered it.
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

/// A roll that someone has to make at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RollAsked {
    /// What the roll is for.
    pub label: String,
    /// How many six-sided dice.
    pub dice: u8,
    /// The clause that asks for it.
    pub clause: String,
    /// The name of the side that alone sees it; none if all do. Always none where players roll their own dice: secret
    /// rolls are then the referee's. Set only where every roll is given, as by a script.
    pub seen_by: Option<String>,
}

/// The faces of one roll, and the side that entered them; nobody for a script.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Given {
    faces: Vec<u8>,
    by: Option<Side>,
}

/// Faces given by label: scripted dice, dice that players entered, dice of a ledger being checked.
#[derive(Clone, Debug)]
pub struct GivenDice {
    /// The names of the sides.
    sides: [&'static str; 2],
    faces: Vec<u8>,
    given: HashMap<String, VecDeque<Given>>,
    /// Who entered each roll that was used.
    used: Vec<Option<Side>>,
    /// How many rolls of each label were used in this try.
    taken: HashMap<&'static str, usize>,
    missing: Option<Missing>,
}

/// The first roll that was asked for and not there.
#[derive(Clone, Debug)]
pub(crate) struct Missing {
    pub asked: RollAsked,
    /// How many rolls of the label fitted before it.
    fitting: usize,
}

impl GivenDice {
    /// No faces yet, for a game between these sides.
    #[must_use]
    pub fn new(sides: [&'static str; 2]) -> Self {
        let (given, taken) = (HashMap::new(), HashMap::new());
        GivenDice { sides, faces: Vec::new(), given, used: Vec::new(), taken, missing: None }
    }

    /// Adds the faces of one roll of this label, and the side that entered them.
    pub fn give(&mut self, label: &str, faces: Vec<u8>, by: Option<Side>) {
        self.given.entry(label.to_owned()).or_default().push_back(Given { faces, by });
    }

    /// Gives the roll that is missing: after the rolls of its label that fitted, in the place of what did not.
    pub(crate) fn give_missing(&mut self, label: &str, faces: Vec<u8>, by: Option<Side>) {
        let fitting = self.missing.as_ref().map_or(0, |missing| missing.fitting);
        let rolls = self.given.entry(label.to_owned()).or_default();
        rolls.truncate(fitting);
        rolls.push_back(Given { faces, by });
    }

    /// Who entered the rolls used since the last call, in order.
    pub(crate) fn take_used(&mut self) -> Vec<Option<Side>> {
        std::mem::take(&mut self.used)
    }

    /// The first roll that was asked for and not given (or given with another number of dice). What was resolved
    /// after it means nothing.
    #[must_use]
    pub fn missing(&self) -> Option<&RollAsked> {
        self.missing.as_ref().map(|missing| &missing.asked)
    }

    /// How many rolls of the missing roll's label fitted before it.
    pub(crate) fn fitting(&self) -> usize {
        self.missing.as_ref().map_or(0, |missing| missing.fitting)
    }

    /// The same faces, for another try.
    pub(crate) fn for_a_try(&self) -> GivenDice {
        GivenDice { missing: None, used: Vec::new(), taken: HashMap::new(), ..self.clone() }
    }

    /// Takes note of what a try missed.
    pub(crate) fn note_missing(&mut self, a_try: &GivenDice) {
        self.missing = a_try.missing.clone();
    }

    /// How many rolls were given and are not used up.
    pub(crate) fn count(&self) -> usize {
        self.given.values().map(VecDeque::len).sum()
    }

    /// Labels of rolls that were given and not asked for.
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
