#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
// A test suite states what must hold by panicking where it does not.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used, clippy::missing_panics_doc)]

pub mod bench;
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

/// What the suite must be told of a system.
pub trait SystemUnderTest: System {
    /// Checks what must hold of every position.
    ///
    /// # Errors
    /// What does not hold.
    fn check_invariants(setting: &Self::Setting, position: &Self::Position) -> Result<(), InvariantViolation>;

    /// Checks a scene against the facts that it is made of: that all that is seen is drawn.
    fn check_scene(seat: Seat, facts: &[Self::Fact], scene: &Scene);

    /// How many kinds of orders there are, all of which must be given in random games.
    const VERBS: usize;

    /// How many random games are played of each shipped scenario.
    const SHIPPED_GAMES: u64;

    /// Who must win some of them.
    const WINS: Wins;

    /// Small scenarios in which orders are given that are rare elsewhere, with how many games are played of each.
    fn rare() -> Vec<(ScenarioText, u64)>;

    /// The scenarios to play, secrets in them; small ones first.
    fn scenarios() -> Vec<ScenarioText>;

    /// The scenarios in which pairs of positions are played, such as let every kind of secret come up soon.
    fn secret_scenarios() -> Vec<ScenarioText> {
        Self::scenarios()
    }

    /// A secret, as small as what one disclosure tells: whatever the disclosure of one says nothing of is another.
    type Secret: Copy + Debug + PartialEq;

    /// The kinds of secret that [`varied`](SystemUnderTest::varied) tells apart, and in how many compared moments of a short run
    /// each must have differed at least.
    const SECRETS: &'static [(&'static str, u64)];

    /// Another position that this seat may not be able to tell from the given one, but for secrets in which both agree
    /// (`kept`): written from the rules, not from the system's own eyes. `None` where the seat has nothing hidden from it.
    fn scramble(
        setting: &Self::Setting,
        position: &Self::Position,
        seat: Seat,
        kept: &[Self::Secret],
        rng: &mut StdRng,
    ) -> Option<Self::Position>;

    /// The secrets that an item tells, by the clause it cites one of the rulebook's list: from the rules too. `before` is
    /// the true position before the item.
    fn disclosed(
        setting: &Self::Setting,
        before: &Self::Position,
        item: &Item<Self>,
        sink: &mut impl FnMut(Self::Secret),
    );

    /// Whether two positions are made to agree on a disclosed secret even where the seat noticed no difference, since orders that
    /// come after would be about other things in either: as where a set-up is over, and counters lie in other places.
    #[must_use]
    fn settles(secret: &Self::Secret) -> bool {
        let _ = secret;
        false
    }

    /// The kinds of secret of which a seat is told nothing in which two positions differ.
    fn varied(
        setting: &Self::Setting,
        one: &Self::Position,
        two: &Self::Position,
        seat: Seat,
        sink: &mut impl FnMut(&'static str),
    );

    /// Whether a fact about the other side that names no piece follows from what all seats see or know anyway, as where a
    /// "?" moves or what a side has lost. Any other one becomes known only under a clause that discloses.
    #[must_use]
    fn is_public(setting: &Self::Setting, fact: &Self::Fact) -> bool {
        let _ = (setting, fact);
        false
    }

    /// How many games each test plays from each scenario.
    const GAMES: u64 = 12;

    /// How many moments of two positions a short run compares.
    const MOMENTS: u64 = 1500;

    /// How much of the doubt that scrambled positions show, guesses show at least. Less where a seat can tell more from what
    /// it has heard than a scramble, which looks at one moment, takes into account.
    const SPREAD: f64 = 0.5;

    /// How many rolls there must be at least where players roll their own dice: those that everybody sees, which are asked
    /// for, and those that only one side sees, which are not.
    const OWN_DICE: [usize; 2];

    /// So many files of a folder may import each other in a circle, if more than six.
    const CIRCLE: usize = 0;

    /// Whether orders roll dice as they are given; not where all that both sides plan is carried out later.
    const ROLLS_AT_ONCE: bool = true;
}

/// Every invariant as a test of its own, for one system.
#[macro_export]
macro_rules! invariants {
    ($system:ty) => {
        $crate::invariants!(@ $system: offers_are_checks, refused_orders_change_nothing, repeated_orders_are_answered,
            playouts_end, words_round_trip, replay_and_verify_agree, luck_is_told_of_every_roll, own_dice_verify, altered_ledgers_fail,
            rewritten_ledgers_fail, torn_ledgers_replay, restructured_ledgers_fail, nothing_leaks,
            disclosures_are_listed, what_is_told_is_listed, samples_fit, odds_are_found, odds_have_gists, knowledge_grows, what_is_undone_was_not_heard, simultaneous_orders_commute,
            rulebook_and_code_agree, folders_are_layered, shipped_scenarios_are_played);

        /// `make secrets`: as many pairs of positions as asked for.
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

/// That no look through a seat's eyes can be altered unnoticed, as a test of a system's own crate (`make mutants`): by the
/// cases, the invariants, and these tests of its own.
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
