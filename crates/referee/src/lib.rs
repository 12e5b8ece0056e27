#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod canonical;
mod dice;
mod entry;
mod error;
mod event;
mod facts;
mod history;
pub mod ledger;
pub mod luck;
mod memory;
pub mod names;
pub mod odds;
pub mod patch;
pub mod playout;
mod referee;
pub mod replay;
pub mod rulings;
mod seat;
mod shared;
pub mod trial;
mod verify;

use rules::rulebook::BuiltinRulebook;

pub use dice::{FairDice, GivenDice, RollAsked};
pub use entry::{Act, Entry, Item};
pub use error::{RefereeError, SubmitError};
pub use event::Event;
pub use facts::Numbered;
pub use referee::{Ack, GameSetup, Offered, Referee, discloses, outcome_name, rulebook_hash, set_up};
pub use seat::{SeatLog, View, written_view};

static RULEBOOK: BuiltinRulebook = BuiltinRulebook::new(
    include_str!("../../../rulebooks/referee.toml"),
    rules::sources!(
        "../../rules/src/clause.rs",
        "canonical.rs",
        "dice.rs",
        "entry.rs",
        "error.rs",
        "facts.rs",
        "ledger.rs",
        "ledger/reader.rs",
        "ledger/sink.rs",
        "names.rs",
        "odds.rs",
        "patch.rs",
        "playout.rs",
        "referee.rs",
        "referee/answer.rs",
        "referee/dice_box.rs",
        "referee/offered.rs",
        "referee/setup.rs",
        "referee/perform.rs",
        "referee/recorded.rs",
        "referee/repeated.rs",
        "referee/resign.rs",
        "referee/standing.rs",
        "referee/undo.rs",
        "replay.rs",
        "rulings.rs",
        "seat.rs",
        "seat/happen.rs",
        "seat/restored.rs",
        "shared.rs",
        "trial.rs",
        "trial/fallen.rs",
        "trial/imagined.rs",
        "trial/knowledge.rs",
        "trial/quick.rs",
        "trial/saved.rs",
        "trial/transcript.rs",
        "verify.rs",
        "verify/again.rs",
        "verify/finding.rs"
    ),
);

/// The rulebook of the referee itself, whose clauses REF-1 and following apply in every system.
#[must_use]
pub fn referee_rulebook() -> &'static BuiltinRulebook {
    &RULEBOOK
}
