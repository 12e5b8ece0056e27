//! The ledger: JSON Lines a person can read, each chained to those before it.
//!
//! ```text
//! {"line":{"header":{…}},"hash":"…"}
//! {"line":{"reveal":{"a":"…","b":"…"}},"hash":"…"}
//! {"line":{"entry":{"n":0,"act":"begin","items":[…]}},"hash":"…"}
//! {"line":{"waits":{"by":"soviet","order":{…}}},"hash":"…"}
//! {"line":{"entered":{"label":"attack","faces":[3,5],"by":"soviet"}},"hash":"…"}
//! …
//! {"line":{"close":{"outcome":"soviet"}},"hash":"…"}
//! ```
//!
//! While the game runs the ledger is the referee's own: it holds every secret, the referee's nonce among them.

mod reader;
mod sink;

use std::collections::BTreeMap;
use std::sync::Arc;

use board::naming::{Naming, naming};
use fair::{Binding, Chain, Commitments, GameId, Head, Nonce};
use rules::{Side, System};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::entry::Entry;
use crate::rulings::Rulings;

pub use reader::{Reader, Stopped};
pub use sink::{FileSink, Sink};

/// The version of the format that is written.
pub const FORMAT: u32 = Format::NEWEST.number();

/// The versions of the format that were ever released. All of them are read: a new one gets a line here, and wherever the
/// compiler then asks for it a reader of its own, beside those of before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// The first.
    V1,
}

impl Format {
    /// The one that is written.
    pub const NEWEST: Format = Format::V1;

    /// The version as it stands in a header.
    pub const fn number(self) -> u32 {
        match self {
            Format::V1 => 1,
        }
    }

    /// The version of this number; `None` for one that this program does not know.
    pub fn numbered(number: u64) -> Option<Format> {
        match number {
            1 => Some(Format::V1),
            _ => None,
        }
    }
}

/// A scenario as it was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioText {
    /// The file's name, for messages.
    pub name: String,
    /// The whole file.
    pub text: String,
}

/// On what terms dice are rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum DiceTerms {
    /// From the key made of three nonces; these are the commitments to them.
    Fair(Commitments),
    /// Players enter the rolls that everybody sees; those that only one side sees are from the key.
    Players(Commitments),
    /// Entered dice, by hand or by a script; their fairness can't be checked.
    Given,
}

impl DiceTerms {
    /// The commitments; `None` where no dice come from a key.
    #[must_use]
    pub const fn commitments(&self) -> Option<&Commitments> {
        match self {
            DiceTerms::Fair(commitments) | DiceTerms::Players(commitments) => Some(commitments),
            DiceTerms::Given => None,
        }
    }
}

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    pub undercity: u32,
    /// The rule system.
    pub system: String,
    /// The version of the program that wrote it.
    pub rules: String,
    /// SHA-256 of the rulebook, in hexadecimal.
    pub rulebook: String,
    /// A fingerprint of each ruling, the referee's own included; ledgers of before have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clauses: Option<Rulings>,
    /// The scenario, with the options of this game.
    pub scenario: ScenarioText,
    /// All options as resolved.
    pub options: Value,
    /// The terms of the dice.
    pub dice: DiceTerms,
    /// The version of the rule for commitments; left out in version 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fairness: Option<u32>,
    /// The name of the game that the commitments are bound to; there from version 2 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// The referee's nonce: secret until the game ends.
    pub nonce: Nonce,
    /// What a later program may add and this one does not know: nothing in it changes what the rest means.
    #[serde(flatten)]
    pub unknown: BTreeMap<String, Value>,
}

impl Header {
    /// What the commitments of the game are bound to.
    #[must_use]
    pub fn binding(&self) -> Binding {
        self.game.map_or(Binding::Nonce, Binding::Game)
    }
}

/// A line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", bound = "", deny_unknown_fields)]
pub enum Line<S: System> {
    /// What the game is.
    Header(Box<Header>),
    /// The seats' nonces: from here the dice can be rolled.
    Reveal {
        /// The first side's.
        a: Nonce,
        /// The second side's.
        b: Nonce,
    },
    /// An order was given and waits until players have entered its dice: from here it can be neither undone nor
    /// replaced. Its entry follows when the last of them is entered.
    Waits {
        /// Which side ordered.
        by: Side,
        /// The order.
        order: S::Order,
        /// The client's own id of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// Whether a standing order gave it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        standing: bool,
    },
    /// Dice of the order that waits were entered, and it waits for more.
    Entered {
        /// What the roll is for.
        label: String,
        /// What the dice showed.
        faces: Vec<u8>,
        /// Which side entered them; none for a script.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Side>,
    },
    /// Something was done.
    Entry(Entry<S>),
    /// The game ended.
    Close {
        /// The winner's name, or `draw`.
        outcome: String,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Hashed<'a> {
    #[serde(borrow)]
    line: &'a RawValue,
    hash: Head,
}

/// Writes lines and keeps the chain over them.
#[derive(Clone, Debug)]
pub struct Writer {
    chain: Chain,
}

impl Default for Writer {
    fn default() -> Self {
        Writer { chain: Chain::start("ledger") }
    }
}

impl Writer {
    /// The text of the next line, without the end-of-line, and the chain after it. The writer itself stays where
    /// it is: whoever keeps the line goes on with the one returned.
    ///
    /// # Errors
    /// When something in the line has no name.
    pub fn next<S: System>(
        &self,
        line: &Line<S>,
        names: Arc<dyn Naming>,
    ) -> Result<(String, Writer), serde_json::Error> {
        let text = naming(names, || serde_json::to_string(line))?;
        let mut chain = self.chain;
        let hash = chain.advance(text.as_bytes());
        // As [`Hashed`] writes itself: reading checks that letter by letter.
        Ok((format!("{{\"line\":{text},\"hash\":\"{hash}\"}}"), Writer { chain }))
    }

    /// The hash of the last line.
    #[must_use]
    pub fn head(&self) -> Head {
        self.chain.head()
    }
}
