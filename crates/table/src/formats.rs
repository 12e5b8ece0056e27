//! The versions of all formats that the table reads and writes (docs/formats.md).

use schemars::JsonSchema;
use serde::Serialize;

/// The version of the program and of each format that it reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Formats {
    /// The version of the program.
    pub program: &'static str,
    /// The engine's protocol.
    pub engine: u32,
    /// Ledgers.
    pub ledger: u32,
    /// Scenario files.
    pub scenario: u32,
    /// Conformance cases.
    pub case: u32,
}

/// Those of this program. Every earlier version of a format is read too.
pub const FORMATS: Formats = Formats {
    program: referee::rulings::PROGRAM,
    engine: crate::engine::PROTOCOL,
    ledger: referee::ledger::FORMAT,
    scenario: board::scenario::FORMAT,
    case: crate::case::FORMAT,
};
