//! The errors in the OpenAPI document. An operation lists only those of its own; the others follow from what it takes.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use serde_json::{Map, Value, json};

use crate::problem::Code;

/// Statuses that any request can have: its host or rate is refused, or the server is busy or has a defect.
const OF_ALL: &[u16] = &[403, 429, 500, 503];
/// Statuses of requests with a parameter in the path, such as a link that belongs to no seat.
const OF_A_PATH: &[u16] = &[404];
/// Statuses of requests with a parameter in the query.
const OF_A_QUERY: &[u16] = &[400];
/// Statuses of requests with a body: it is malformed, too large or not JSON.
const OF_A_BODY: &[u16] = &[400, 413, 415];
/// Statuses of requests that wait until a game is on disk.
const OF_A_GAME: &[u16] = &[507];
/// Statuses whose response says when to try again. Others have no such header.
const TEMPORARY: &[u16] = &[429, 503, 507];

/// Completes the responses of all operations: every error is a problem, and every response has a description.
pub fn describe(document: &mut Value) {
    let mut used = BTreeSet::new();
    for (path, methods) in document["paths"].as_object_mut().into_iter().flatten() {
        for operation in methods.as_object_mut().into_iter().flat_map(Map::values_mut) {
            used.extend(complete(path, operation));
        }
    }
    let responses: Map<_, _> = used.into_iter().map(|status| (name(status), response(status))).collect();
    document["components"]["responses"] = responses.into();
}

/// Completes the responses of an operation. Returns the statuses of its errors.
fn complete(path: &str, operation: &mut Value) -> BTreeSet<u16> {
    let mut errors = implied(path, operation);
    let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) else { return errors };
    for (status, response) in responses.iter_mut() {
        let Ok(status) = status.parse::<StatusCode>() else { continue };
        if status.is_client_error() || status.is_server_error() {
            errors.insert(status.as_u16());
        } else if let Some(reason) = status.canonical_reason() {
            response["description"] = reason.into();
        }
    }
    for status in &errors {
        let reference = json!({ "$ref": format!("#/components/responses/{}", name(*status)) });
        responses.insert(status.to_string(), reference);
    }
    errors
}

/// Returns the statuses of the errors that follow from what an operation takes.
fn implied(path: &str, operation: &Value) -> BTreeSet<u16> {
    let has_query = operation["parameters"].as_array().is_some_and(|all| all.iter().any(|one| one["in"] == "query"));
    let groups = [
        (true, OF_ALL),
        (path.contains('{'), OF_A_PATH),
        (has_query, OF_A_QUERY),
        (operation["requestBody"].is_object(), OF_A_BODY),
        (path.contains("{link}") || path == "/api/games", OF_A_GAME),
    ];
    groups.into_iter().filter(|(applies, _)| *applies).flat_map(|(_, statuses)| statuses).copied().collect()
}

/// Returns the name of the response with an error status, such as `NotFound`.
fn name(status: u16) -> String {
    reason(status).replace(' ', "")
}

fn reason(status: u16) -> &'static str {
    StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason()).unwrap_or("Error")
}

/// Returns the response with an error status, and the codes that it can have.
fn response(status: u16) -> Value {
    let codes = Code::ALL.iter().filter(|code| code.status() == status);
    let codes: Vec<_> = codes.map(|code| format!("`{}`", code.name())).collect();
    let mut response = json!({
        "description": format!("{}: {}", reason(status), codes.join(", ")),
        "content": { "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } } },
    });
    if TEMPORARY.contains(&status) {
        let about = "Seconds after which to try again; left out if that can't be said.";
        let seconds = json!({ "type": "integer", "minimum": 1 });
        response["headers"] = json!({ "Retry-After": { "description": about, "schema": seconds } });
    }
    response
}
