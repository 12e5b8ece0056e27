#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
// Used in this workspace only: names that say enough have no comment.
#![allow(missing_docs)]
// Tests state conditions and panic where they fail.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used, clippy::missing_panics_doc)]

pub mod bench;
mod bounds;
mod disclosures;
mod entering;
mod game;
mod layers;
mod ledgers;
#[cfg(feature = "looks")]
mod looks;
mod offers;
mod own_dice;
mod playouts;
mod rulebooks;
mod samples;
mod secrets;
mod shipped;
mod simultaneous;
pub mod toys;
pub mod worlds;

use std::fmt::Debug;

use rand::rngs::StdRng;
use referee::Item;
use referee::ledger::ScenarioText;
use rules::scene::Scene;
use rules::{InvariantViolation, Seat, System};

pub use bounds::games_are_bounded;
pub use disclosures::{Found, Unlisted, find_unlisted, what_is_told_is_listed};
pub use entering::Dice;
pub use game::{Game, explore};
pub use layers::folders_are_layered;
pub use ledgers::{
    altered_ledgers_fail, luck_is_told_of_every_roll, replay_and_verify_agree, restructured_ledgers_fail,
    rewritten_ledgers_fail, torn_ledgers_replay,
};
#[cfg(feature = "looks")]
pub use looks::every_look_matters;
pub use offers::{offers_are_checks, refused_orders_change_nothing, repeated_orders_are_answered};
pub use own_dice::own_dice_verify;
pub use playouts::{golden_playthrough, playouts_end, verdicts_of_playthroughs, words_round_trip};
pub use rulebooks::rulebook_and_code_agree;
pub use samples::{
    knowledge_grows, odds_are_found, odds_have_gists, samples_fit, samples_spread, what_is_undone_was_not_heard,
};
pub use secrets::{
    Compared, Leak, disclosures_are_listed, find_leak, find_leak_with, nothing_leaks, nothing_leaks_at_length,
    secrets_at_length,
};
pub use shipped::{Wins, shipped_scenarios_are_played};
pub use simultaneous::simultaneous_orders_commute;

/// Test data and independent rules of a system, required by the suite.
pub trait SystemUnderTest: System {
    /// Checks the invariants of a position.
    ///
    /// # Errors
    /// Returns the first violation.
    fn check_invariants(setting: &Self::Setting, position: &Self::Position) -> Result<(), InvariantViolation>;

    /// Checks that a scene shows everything in the facts it is made from.
    fn check_scene(seat: Seat, facts: &[Self::Fact], scene: &Scene);

    /// Number of kinds of orders. Random games must give orders of every kind.
    const VERBS: usize;

    /// Number of random games played of each built-in scenario.
    const SHIPPED_GAMES: u64;

    /// Sides that must win some of those games.
    const WINS: Wins;

    /// Returns small scenarios in which rare orders occur, each with the number of games to play.
    fn rare() -> Vec<(ScenarioText, u64)>;

    /// Returns the scenarios to play, which contain secrets; small ones first.
    fn scenarios() -> Vec<ScenarioText>;

    /// Returns the scenarios for pairs of positions. Every kind of secret should come up in them soon.
    fn secret_scenarios() -> Vec<ScenarioText> {
        Self::scenarios()
    }

    /// A secret, as small as one disclosure: parts that can be disclosed separately are separate secrets.
    type Secret: Copy + Debug + PartialEq;

    /// Kinds of secrets distinguished by [`varied`](SystemUnderTest::varied), each with the number of compared moments
    /// of a short run in which it must have differed.
    const SECRETS: &'static [(&'static str, u64)];

    /// Returns a second position that the seat may not be able to tell from the first, with the secrets in `kept`
    /// unchanged. It must be written from the rules, not from the system's own eyes. `None` if nothing is hidden from
    /// the seat.
    fn scramble(
        setting: &Self::Setting,
        position: &Self::Position,
        seat: Seat,
        kept: &[Self::Secret],
        rng: &mut StdRng,
    ) -> Option<Self::Position>;

    /// Lists the secrets disclosed by an item under its clause, which is one of the rulebook's list. It must be written
    /// from the rules too. `before` is the true position before the item.
    fn disclosed(
        setting: &Self::Setting,
        before: &Self::Position,
        item: &Item<Self>,
        sink: &mut impl FnMut(Self::Secret),
    );

    /// Returns whether two positions are made to agree on a disclosed secret even if the seat noticed no difference.
    /// Needed where later orders would concern different things, such as after set-up, when counters are in different
    /// places.
    #[must_use]
    fn settles(secret: &Self::Secret) -> bool {
        let _ = secret;
        false
    }

    /// Lists the kinds of secrets unknown to the seat in which two positions differ.
    fn varied(
        setting: &Self::Setting,
        one: &Self::Position,
        two: &Self::Position,
        seat: Seat,
        sink: &mut impl FnMut(&'static str),
    );

    /// Returns whether a fact about the other side that names no piece out of sight follows from public knowledge, such
    /// as a moving "?", a side's losses or its prisoners. Other facts become known only under a clause that discloses.
    #[must_use]
    fn is_public(setting: &Self::Setting, fact: &Self::Fact) -> bool {
        let _ = (setting, fact);
        false
    }

    /// Number of games that each test plays from each scenario.
    const GAMES: u64 = 12;

    /// Number of moments compared in a short run of pairs of positions.
    const MOMENTS: u64 = 1500;

    /// Minimum uncertainty in sampled positions, as a share of that in scrambled ones. Less where a seat can conclude
    /// more from its observations than a scramble, which considers only one moment.
    const SPREAD: f64 = 0.5;

    /// Minimum number of rolls where players roll their own dice: first public rolls, which players make, then
    /// one-sided rolls, which the referee makes.
    const OWN_DICE: [usize; 2];

    /// The most files of a folder that may import each other in a circle, if more than six.
    const CIRCLE: usize = 0;

    /// Whether orders roll dice when they are given; `false` where plans are carried out later.
    const ROLLS_AT_ONCE: bool = true;
}

/// Expands to one test for every invariant, for one system.
#[macro_export]
macro_rules! invariants {
    ($system:ty) => {
        $crate::invariants!(@ $system: offers_are_checks, refused_orders_change_nothing, repeated_orders_are_answered,
            playouts_end, games_are_bounded, words_round_trip, replay_and_verify_agree, luck_is_told_of_every_roll, own_dice_verify, altered_ledgers_fail,
            rewritten_ledgers_fail, torn_ledgers_replay, restructured_ledgers_fail, nothing_leaks,
            disclosures_are_listed, what_is_told_is_listed, samples_fit, odds_are_found, odds_have_gists, knowledge_grows, what_is_undone_was_not_heard, simultaneous_orders_commute,
            rulebook_and_code_agree, folders_are_layered, shipped_scenarios_are_played);

        /// Compares the number of pairs that `make secrets` asks for.
        #[test]
        #[ignore = "long: make secrets"]
        fn secrets_at_length() {
            $crate::secrets_at_length::<$system>();
        }
    };
    (@ $system:ty: $($test:ident),*) => {
        $(#[test]
        fn $test() {
            $crate::$test::<$system>();
        })*
    };
}

/// Expands to a test that no look through a seat's eyes can be altered unnoticed by the cases, the invariants and the
/// given tests. For `make mutants`, in a system's own crate.
#[macro_export]
macro_rules! every_look_matters {
    ($system:ty: $($test:path),* $(,)?) => {
        #[cfg(feature = "looks")]
        #[test]
        #[ignore = "long: make mutants"]
        fn every_look_matters() {
            let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
            $crate::every_look_matters::<$system>(&root, include_str!("harmless.toml"), &[$($test),*]);
        }
    };
}
