//! Facts of a seat's view.

use board::LocationId;
use rules::{Piece, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fact {
    Man {
        piece: Piece,
        side: Side,
        at: LocationId,
        below: bool,
        real: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tag: Option<u8>,
    },
    Unknown {
        at: LocationId,
        count: u8,
        tag: u16,
    },
    Round {
        now: u8,
        stamp: u8,
    },
    Listening {
        at: LocationId,
    },
    Directing {
        at: LocationId,
    },
}
