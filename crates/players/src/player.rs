//! What a player is, and how good.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use board::naming::naming;
use rules::names::BareHandles;
use rules::{Guess, Knowledge, System};
use serde_json::Value;
use thiserror::Error;

use crate::{Budget, Greedy, Random, Search};

/// Why a player has no order.
#[derive(Debug, Error)]
pub enum PlayerError {
    /// No truth could be guessed that fits what the seat knows.
    #[error("found no possible position consistent with what the seat knows")]
    NoGuess,
    /// The seat is not asked, or nothing is on offer.
    #[error("the seat has no order to give")]
    NoOrder,
    /// An order has no words for the seat: a defect of the system's `sample`.
    #[error("an order can't be named in the seat's terms: {0}")]
    Unnamed(#[from] serde_json::Error),
}

/// Somebody who plays.
pub trait Player<S: System> {
    /// An order for the question that stands, in the seat's own words.
    ///
    /// # Errors
    /// When no order is found.
    fn order(&mut self, known: &Knowledge<S>) -> Result<Value, PlayerError>;
}

/// An order of a guess, in the words of the seat whose knowledge it fits.
pub(crate) fn in_words<S: System>(
    known: &Knowledge<S>,
    guess: &Guess<S>,
    order: &S::Order,
) -> Result<Value, PlayerError> {
    let names = BareHandles::of_guess(known.setting(), guess);
    Ok(naming(names, || serde_json::to_value(order))?)
}

/// How a player chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Skill {
    /// Any offer.
    Random,
    /// One order deep.
    Greedy,
    /// By search.
    Search(Budget),
}

impl Skill {
    /// A player of this skill, which thinks on so many threads. The same seed, threads and knowledge give the same
    /// orders, where the budget is not one of time.
    #[must_use]
    pub fn player<S: System>(self, seed: u64, threads: usize) -> Box<dyn Player<S> + Send> {
        match self {
            Skill::Random => Box::new(Random::new(seed)),
            Skill::Greedy => Box::new(Greedy::new(seed)),
            Skill::Search(budget) => Box::new(Search::new(budget, seed).on(threads)),
        }
    }
}

impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Skill::Random => f.write_str("random"),
            Skill::Greedy => f.write_str("greedy"),
            Skill::Search(Budget::Time(time)) => write!(f, "search:{}", time.as_secs_f64()),
            Skill::Search(Budget::Iterations(times)) => write!(f, "search:{times}x"),
        }
    }
}

/// What was expected of the name of a skill.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{0}`: expected random, greedy, search:SECONDS (search:1.5), search:TIMESx (search:2000x) or a level (recruit, \
     regular, veteran, elite)"
)]
pub struct SkillError(String);

impl FromStr for Skill {
    type Err = SkillError;

    fn from_str(text: &str) -> Result<Self, SkillError> {
        let wrong = || SkillError(text.to_owned());
        match text.split_once(':') {
            None if text == "random" => Ok(Skill::Random),
            None if text == "greedy" => Ok(Skill::Greedy),
            Some(("search", budget)) => match budget.strip_suffix('x') {
                Some(times) => {
                    let times = times.parse().ok().filter(|times| *times > 0).ok_or_else(wrong)?;
                    Ok(Skill::Search(Budget::Iterations(times)))
                }
                None => {
                    let seconds: f64 = budget.parse().map_err(|_| wrong())?;
                    let seconds = Some(seconds).filter(|seconds| (0.001..=3600.0).contains(seconds));
                    let time = seconds.map(Duration::from_secs_f64).ok_or_else(wrong)?;
                    Ok(Skill::Search(Budget::Time(time)))
                }
            },
            None => Level::named(text).map(|level| level.skill(level.time())).ok_or_else(wrong),
            _ => Err(wrong()),
        }
    }
}

/// How strong an opponent is, for those who choose one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Does whatever comes to mind.
    #[default]
    Recruit,
    /// Takes what looks best at once.
    Regular,
    /// Thinks for half a second.
    Veteran,
    /// Thinks for two seconds.
    Elite,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 4] = [Level::Recruit, Level::Regular, Level::Veteran, Level::Elite];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Recruit => "recruit",
            Level::Regular => "regular",
            Level::Veteran => "veteran",
            Level::Elite => "elite",
        }
    }

    /// What it does, for people.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Level::Recruit => "gives any order that comes to mind",
            Level::Regular => "takes what looks best at once",
            Level::Veteran => "thinks ahead for half a second",
            Level::Elite => "thinks ahead for two seconds",
        }
    }

    /// The level of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }

    /// How long it thinks about one order.
    #[must_use]
    pub const fn time(self) -> Duration {
        match self {
            Level::Recruit => Duration::ZERO,
            Level::Regular | Level::Veteran => Duration::from_millis(500),
            Level::Elite => Duration::from_millis(2000),
        }
    }

    /// How long it thinks about all that it plans unseen: as long as about four orders, for somebody waits.
    #[must_use]
    pub fn plan_time(self) -> Duration {
        4 * self.time()
    }

    /// How it chooses an order in so much time. The two weakest levels take what time they take.
    #[must_use]
    pub const fn skill(self, time: Duration) -> Skill {
        match self {
            Level::Recruit => Skill::Random,
            Level::Regular => Skill::Greedy,
            Level::Veteran | Level::Elite => Skill::Search(Budget::Time(time)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skills_are_read_as_they_are_written() {
        for text in ["random", "greedy", "search:1.5", "search:2", "search:2000x"] {
            assert_eq!(text.parse::<Skill>().map(|skill| skill.to_string()).as_deref(), Ok(text));
        }
        for text in ["", "search", "search:", "search:x", "search:0x", "search:-1", "search:nan", "search:1e9", "luck"]
        {
            assert!(text.parse::<Skill>().is_err(), "{text}");
        }
    }

    #[test]
    fn levels_are_found_by_name() {
        for level in Level::ALL {
            assert_eq!(Level::named(level.name()), Some(level));
            assert_eq!(level.name().parse(), Ok(level.skill(level.time())));
        }
        assert_eq!(Level::named("general"), None);
    }
}
