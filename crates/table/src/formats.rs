//! The versions of all formats that the table reads and writes (docs/formats.md).

use schemars::JsonSchema;
use serde::Serialize;

/// The version of the program and of each format that it reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Formats {
    /// Version of the program, such as `0.1.0`.
    pub program: &'static str,
    /// Version of the JSON-RPC protocol of `undercity engine`.
    pub engine: u32,
    /// Version of the ledger format.
    pub ledger: u32,
    /// Version of the format of scenario files.
    pub scenario: u32,
    /// Version of the format of conformance cases.
    pub case: u32,
}

/// The versions that this program writes. It also reads every earlier version.
pub const FORMATS: Formats = Formats {
    program: referee::rulings::PROGRAM,
    engine: crate::engine::PROTOCOL,
    ledger: referee::ledger::FORMAT,
    scenario: board::scenario::FORMAT,
    case: crate::case::FORMAT,
};
