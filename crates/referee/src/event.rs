//! The events in the log of a seat.

use fair::Seal;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::canonical::canonical;

/// One event in the log of a seat. All names in it are those of the seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The seat's view changed. Facts are numbered from 0 in order of appearance. Empty fields are omitted from JSON.
    Saw {
        /// Identifier of the clause that caused the change; `None` if no single clause did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<String>,
        /// Numbers of the facts that no longer hold.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        gone: Vec<u32>,
        /// Facts that began to hold. Each takes the next number.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        new: Vec<Value>,
        /// Facts that changed, each as its number and a merge patch (RFC 7396).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        now: Vec<(u32, Value)>,
    },
    /// The seat received a report.
    Told {
        /// Identifier of the clause that requires the report.
        clause: String,
        /// The report as JSON in the system's form.
        report: Value,
        /// The report as English text.
        text: String,
        /// The piece that the report removes from the game; `None` if it removes none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<rules::scene::Out>")]
        out: Option<Value>,
    },
    /// The seat saw a roll of dice.
    Rolled {
        /// Label of the roll, such as `attack`.
        label: String,
        /// Identifier of the clause that required the roll.
        clause: String,
        /// The dice stream: `public`, `a` or `b`.
        #[schemars(with = "String")]
        stream: fair::Stream,
        /// Index of the roll in its stream, from 0.
        ordinal: u64,
        /// The faces shown, each 1 to 6, in order.
        faces: Vec<u8>,
        /// Name of the side that entered the dice, where players roll their own; `None` if the referee or a script
        /// rolled them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        entered_by: Option<String>,
    },
    /// The seat gave an order.
    Ordered {
        /// The order as JSON, in the names that the seat used.
        order: Value,
        /// The order as an English sentence.
        text: String,
    },
    /// The seat set or cleared a standing order.
    Standing {
        /// The kind of question that it answers.
        question: String,
        /// The answer as JSON; `None` if the standing order was cleared.
        answer: Option<Value>,
        /// The answer as an English sentence; `None` if it was cleared or its names are no longer known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// The last order in this log was undone.
    Undone,
    /// A side resigned, and the other side wins.
    Resigned {
        /// Name of the side that resigned.
        by: String,
    },
    /// The seat got a question, or its question ended.
    Asked {
        /// The kind of question; `None` if the seat has to wait.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        question: Option<String>,
        /// Identifier of the clause that requires an answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<String>,
    },
    /// A seal over the whole ledger up to here. When it is opened at the end, it proves that nothing was rewritten. Its
    /// size does not depend on the content.
    Sealed(#[schemars(with = "String")] Seal),
}

/// Returns what is hashed of an event: all but `text` and `out`.
pub(crate) fn hashed(mut event: Value) -> Result<String, serde_json::Error> {
    if let Some(Value::Object(fields)) = event.as_object_mut().and_then(|event| event.values_mut().next()) {
        fields.remove("text");
        fields.remove("out");
    }
    canonical(&event)
}
