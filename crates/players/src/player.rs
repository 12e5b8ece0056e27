//! Computer players and their levels.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use board::naming::naming;
use rules::names::BareHandles;
use rules::{Guess, Knowledge, System};
use serde_json::Value;
use thiserror::Error;

use crate::{Budget, Greedy, Random, Search};

/// The reason why a player has no order.
#[derive(Debug, Error)]
pub enum PlayerError {
    /// No possible position fits the seat's knowledge.
    #[error("found no possible position consistent with what the seat knows")]
    NoGuess,
    /// The seat is not asked, or nothing is offered.
    #[error("the seat has no order to give")]
    NoOrder,
    /// The order can't be written in the seat's names: a defect of the system's `sample`.
    #[error("an order can't be named in the seat's terms: {0}")]
    Unnamed(#[from] serde_json::Error),
}

/// A computer player, which chooses orders from a seat's knowledge only.
pub trait Player<S: System> {
    /// Returns an order for the pending question, as JSON in the seat's own names.
    ///
    /// # Errors
    /// No possible position fits the seat's knowledge.
    /// The seat is not asked, or nothing is offered.
    /// The order can't be written in the seat's names.
    fn order(&mut self, known: &Knowledge<S>) -> Result<Value, PlayerError>;
}

/// Returns an order of a possible position in the names of the seat whose knowledge it fits.
pub(crate) fn in_words<S: System>(
    known: &Knowledge<S>,
    guess: &Guess<S>,
    order: &S::Order,
) -> Result<Value, PlayerError> {
    let names = BareHandles::of_guess(known.setting(), guess);
    Ok(naming(names, || serde_json::to_value(order))?)
}

/// The method by which a player chooses orders.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Skill {
    /// Any offer, chosen at random.
    Random,
    /// The order with the best odds, one order deep.
    Greedy,
    /// Monte Carlo tree search within a budget.
    Search(Budget),
}

impl Skill {
    /// Returns a player of this skill that uses `threads` threads. Equal seeds, threads and knowledge give equal
    /// orders, unless the budget is a time.
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

/// A name that is not a skill; the message lists the accepted forms.
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

/// The strength of a computer opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Gives any offered order at random.
    #[default]
    Recruit,
    /// Takes the order with the best odds, without looking further ahead.
    Regular,
    /// Searches for half a second per order.
    Veteran,
    /// Searches for two seconds per order.
    Elite,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 4] = [Level::Recruit, Level::Regular, Level::Veteran, Level::Elite];

    /// Returns the name of the level, such as `recruit`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Recruit => "recruit",
            Level::Regular => "regular",
            Level::Veteran => "veteran",
            Level::Elite => "elite",
        }
    }

    /// Returns a description of the level for players, such as “thinks ahead for two seconds”.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Level::Recruit => "gives any order that comes to mind",
            Level::Regular => "takes what looks best at once",
            Level::Veteran => "thinks ahead for half a second",
            Level::Elite => "thinks ahead for two seconds",
        }
    }

    /// Returns the level of this name; `None` if there is none.
    #[must_use]
    pub fn named(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }

    /// Returns the thinking time for one order. Zero for the weakest level.
    #[must_use]
    pub const fn time(self) -> Duration {
        match self {
            Level::Recruit => Duration::ZERO,
            Level::Regular | Level::Veteran => Duration::from_millis(500),
            Level::Elite => Duration::from_millis(2000),
        }
    }

    /// Returns the thinking time for a whole plan that the other side can't see. It is the time of four orders, since
    /// the other side may be waiting.
    #[must_use]
    pub fn plan_time(self) -> Duration {
        4 * self.time()
    }

    /// Returns the skill of this level for this time per order. The two weakest levels ignore the time.
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
