//! Requests and errors in the form of JSON-RPC 2.0.

use board::scenario::Diagnostics;
use referee::RefereeError;
use rules::{Seat, Side};
use serde_json::{Map, Value, json};

use super::PROTOCOL;
use crate::formats::FORMATS;
use crate::{AnySystem, TableError, seat_named};

/// An error object of JSON-RPC 2.0.
pub(super) struct RpcError {
    code: i32,
    message: String,
    data: Value,
}

impl RpcError {
    pub(super) fn new(code: i32, message: impl Into<String>) -> Self {
        RpcError { code, message: message.into(), data: Value::Null }
    }

    pub(super) fn params(message: impl std::fmt::Display) -> Self {
        RpcError::new(-32602, format!("wrong parameters: {message}"))
    }
}

/// Error code of a refusal by the rules: `data` holds the clause.
const REFUSED: i32 = 1;
/// Error code for dice that must be entered first: `data` holds the roll.
const ROLL: i32 = 2;
/// Error code of a failure of the referee or the scenario: `data` may hold the problems.
pub(super) const FAILED: i32 = 3;

impl From<TableError> for RpcError {
    fn from(error: TableError) -> Self {
        let message = error.to_string();
        let (code, data) = match error {
            TableError::Refused(refused) => (REFUSED, json!(refused)),
            TableError::Roll(asked) => (ROLL, json!(asked)),
            TableError::NoGuess | TableError::Failed(_) => (FAILED, Value::Null),
        };
        RpcError { code, message, data }
    }
}

impl From<Diagnostics> for RpcError {
    fn from(problems: Diagnostics) -> Self {
        RpcError { code: FAILED, message: problems.to_string(), data: problems.to_json() }
    }
}

impl From<RefereeError> for RpcError {
    fn from(error: RefereeError) -> Self {
        match error {
            RefereeError::Scenario(problems) => problems.into(),
            other => RpcError::new(FAILED, other.to_string()),
        }
    }
}

pub(super) fn failure(id: Value, error: RpcError) -> String {
    let mut body = json!({ "code": error.code, "message": error.message });
    if !error.data.is_null() {
        body["data"] = error.data;
    }
    json!({ "jsonrpc": "2.0", "id": id, "error": body }).to_string()
}

/// The parameters of a request, as a JSON object.
pub(super) struct Params(pub Map<String, Value>);

impl Params {
    pub(super) fn value(&self, key: &str) -> Result<&Value, RpcError> {
        self.0.get(key).ok_or_else(|| RpcError::params(format_args!("expected `{key}`")))
    }

    pub(super) fn text(&self, key: &str) -> Result<&str, RpcError> {
        self.value(key)?.as_str().ok_or_else(|| RpcError::params(format_args!("{key}: expected a string")))
    }

    pub(super) fn system(&self) -> Result<&'static dyn AnySystem, RpcError> {
        let name = self.text("system")?;
        crate::system(name).ok_or_else(|| RpcError::params(format!("unknown rule system `{name}`")))
    }

    pub(super) fn number(&self, key: &str) -> Result<u64, RpcError> {
        self.value(key)?.as_u64().ok_or_else(|| RpcError::params(format_args!("{key}: expected a number")))
    }

    pub(super) fn seat(&self, sides: [&str; 2]) -> Result<Seat, RpcError> {
        let name = self.text("seat")?;
        seat_named(sides, name)
            .ok_or_else(|| RpcError::params(format_args!("seat: expected {}, {} or spectator", sides[0], sides[1])))
    }

    pub(super) fn side(&self, sides: [&str; 2]) -> Result<Side, RpcError> {
        self.seat(sides)?.side().ok_or_else(|| RpcError::params("seat: spectators can't give orders"))
    }
}

/// Returns the versions of all formats. Refuses a client that requires another version of the protocol.
pub(super) fn version(params: &Params) -> Result<Value, RpcError> {
    match params.0.get("engine") {
        None => Ok(json!(FORMATS)),
        Some(engine) if *engine == json!(PROTOCOL) => Ok(json!(FORMATS)),
        Some(engine) => Err(RpcError::params(format_args!(
            "engine: version {engine} is not known; this program speaks version {PROTOCOL}"
        ))),
    }
}
