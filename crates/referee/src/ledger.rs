//! The ledger: readable JSON Lines, in which each line is chained to those before it.
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
//! During the game the ledger is private to the referee: it contains every secret, including the referee's nonce.

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

/// Version of the ledger format that this program writes.
pub const FORMAT: u32 = Format::NEWEST.number();

/// All released versions of the ledger format. Each one remains readable: a new version is added here and gets a reader
/// of its own wherever the compiler then requires one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// The first version.
    V1,
}

impl Format {
    /// The version that is written.
    pub const NEWEST: Format = Format::V1;

    /// The number of the version in a header.
    pub const fn number(self) -> u32 {
        match self {
            Format::V1 => 1,
        }
    }

    /// Returns the version with this number; `None` if this program does not know it.
    pub fn numbered(number: u64) -> Option<Format> {
        match number {
            1 => Some(Format::V1),
            _ => None,
        }
    }
}

/// The text of a scenario file, as used for this game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioText {
    /// Name of the file, for messages.
    pub name: String,
    /// Complete text of the file.
    pub text: String,
}

/// The source of the dice in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum DiceTerms {
    /// All dice are computed from a key that is made of three nonces. Contains the commitments to them.
    Fair(Commitments),
    /// Players enter the rolls that everybody sees. Rolls that only one side sees are computed from the key.
    Players(Commitments),
    /// All dice are entered, by hand or by a script. Their fairness can't be checked.
    Given,
}

impl DiceTerms {
    /// The commitments to the nonces; `None` if no dice are computed from a key.
    #[must_use]
    pub const fn commitments(&self) -> Option<&Commitments> {
        match self {
            DiceTerms::Fair(commitments) | DiceTerms::Players(commitments) => Some(commitments),
            DiceTerms::Given => None,
        }
    }
}

/// The first line of a ledger: everything that defines the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Version of the ledger format, at present 1.
    pub undercity: u32,
    /// Identifier of the rule system, such as `tide`.
    pub system: String,
    /// Version of the program that began the ledger, such as `0.1.0`.
    pub rules: String,
    /// SHA-256 of the rulebook text, in hexadecimal.
    pub rulebook: String,
    /// Fingerprint of each ruling, including those of the referee. `None` in ledgers older than this field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clauses: Option<Rulings>,
    /// The scenario text, including the options chosen for this game.
    pub scenario: ScenarioText,
    /// All options of the game as resolved, including defaults.
    pub options: Value,
    /// The source of the dice, with commitments to the nonces.
    pub dice: DiceTerms,
    /// Version of the commitment rule, 1 or 2. Omitted from JSON in version 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fairness: Option<u32>,
    /// Random identifier of the game that commitments are bound to. Present from version 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// The referee's nonce, which is secret until the game ends.
    pub nonce: Nonce,
    /// Fields added by later programs, which this one does not know. They don't change the meaning of the other fields.
    #[serde(flatten)]
    pub unknown: BTreeMap<String, Value>,
}

impl Header {
    /// The binding of the commitments: to the game, or in version 1 to the nonce alone.
    #[must_use]
    pub fn binding(&self) -> Binding {
        self.game.map_or(Binding::Nonce, Binding::Game)
    }
}

/// One line of a ledger, without its hash.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", bound = "", deny_unknown_fields)]
pub enum Line<S: System> {
    /// The definition of the game; always the first line.
    Header(Box<Header>),
    /// The nonces of both seats. From here on dice can be computed.
    Reveal {
        /// The nonce of side A.
        a: Nonce,
        /// The nonce of side B.
        b: Nonce,
    },
    /// An order was given and waits for players to enter its dice. It can no longer be undone or replaced. Its entry
    /// follows when the last roll is entered.
    Waits {
        /// The side that gave the order.
        by: Side,
        /// The order in the names of the scenario.
        order: S::Order,
        /// The client's own id of the order. Omitted from JSON if there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// Whether a standing order gave it. Omitted from JSON if false.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        standing: bool,
    },
    /// A roll was entered for the waiting order, which waits for more.
    Entered {
        /// Label of the roll, such as `attack`.
        label: String,
        /// The faces entered, each 1 to 6.
        faces: Vec<u8>,
        /// The side that entered them. Omitted from JSON for a script.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Side>,
    },
    /// One act with its results.
    Entry(Entry<S>),
    /// The end of a finished game; always the last line.
    Close {
        /// The name of the winning side, or `draw`.
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

/// Produces the lines of a ledger and the hash chain over them.
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
    /// Returns the text of the next line, without end of line, and the writer to continue with. The writer itself is
    /// unchanged: the caller replaces it once the line is saved.
    ///
    /// # Errors
    /// Fails if a piece or place in the line has no name in `names`.
    pub fn next<S: System>(
        &self,
        line: &Line<S>,
        names: Arc<dyn Naming>,
    ) -> Result<(String, Writer), serde_json::Error> {
        let text = naming(names, || serde_json::to_string(line))?;
        let mut chain = self.chain;
        let hash = chain.advance(text.as_bytes());
        // Must equal the serialization of [`Hashed`] exactly: the reader compares them.
        Ok((format!("{{\"line\":{text},\"hash\":\"{hash}\"}}"), Writer { chain }))
    }

    /// The hash of the last line.
    #[must_use]
    pub fn head(&self) -> Head {
        self.chain.head()
    }
}
