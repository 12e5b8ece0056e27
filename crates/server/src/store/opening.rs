//! The stored form of a game's setup and header. The text of a scenario is apart from both, since many games have the
//! same one.

use referee::ledger::ScenarioText;
use rusqlite::{Connection, OptionalExtension, params};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use game::PreGame;

/// Stands in a stored header for the text of the scenario. JSON never contains this character.
const TEXT: char = '\u{1}';
/// The field of the setup that is stored apart.
const SCENARIO: &str = "scenario";

/// Returns a setup as JSON without its scenario.
pub fn without_scenario(pre_game: &PreGame) -> serde_json::Result<String> {
    let mut opening = serde_json::to_value(pre_game)?;
    if let Some(fields) = opening.as_object_mut() {
        fields.remove(SCENARIO);
    }
    serde_json::to_string(&opening)
}

/// Returns the setup of a stored game; `None` if it can't be read.
pub fn with_scenario(opening: &str, scenario: &ScenarioText) -> Option<PreGame> {
    let mut fields: Map<String, Value> = serde_json::from_str(opening).ok()?;
    fields.insert(SCENARIO.to_owned(), serde_json::to_value(scenario).ok()?);
    serde_json::from_value(fields.into()).ok()
}

/// Returns the setup of a game of version 1 or 2; `None` if it can't be read.
pub fn whole(opening: &str) -> Option<PreGame> {
    serde_json::from_str(opening).ok()
}

/// Returns the hash by which a scenario is found in the store.
pub fn scenario_hash(scenario: &ScenarioText) -> [u8; 32] {
    let ScenarioText { name, text } = scenario;
    Sha256::new().chain_update(name).chain_update([0]).chain_update(text).finalize().into()
}

/// Returns the number of a scenario in the store, which is added if it is new.
pub fn scenario_id(connection: &Connection, scenario: &ScenarioText) -> rusqlite::Result<i64> {
    let ScenarioText { name, text } = scenario;
    let hash = scenario_hash(scenario);
    let mut find = connection.prepare_cached("SELECT id FROM scenario WHERE hash = ?1")?;
    if let Some(found) = find.query_row([hash], |row| row.get(0)).optional()? {
        return Ok(found);
    }
    let mut insert = connection.prepare_cached("INSERT INTO scenario (hash, name, text) VALUES (?1, ?2, ?3)")?;
    insert.insert(params![hash, name, text])
}

/// Returns a header without the text of the scenario; `None` if the line doesn't contain the text.
pub fn shortened(line: &str, text: &str) -> Option<String> {
    let quoted = serde_json::to_string(text).ok()?;
    let (before, after) = line.split_once(&quoted)?;
    (!line.contains(TEXT)).then(|| format!("{before}{TEXT}{after}"))
}

/// Returns a line as it was before [`shortened`].
pub fn lengthened(line: &str, text: &str) -> String {
    match line.split_once(TEXT) {
        Some((before, after)) => format!("{before}{}{after}", Value::from(text)),
        None => line.to_owned(),
    }
}

/// Returns whether this line ends a finished game.
pub fn closes(line: &str) -> bool {
    line.starts_with("{\"line\":{\"close\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_stored_without_its_scenario_and_read_with_it() {
        let text = "title = \"A\tb \u{1} \u{7f} ä\"\r\n";
        let line = format!("{{\"line\":{{\"header\":{{\"text\":{},\"x\":1}}}}}}", Value::from(text));
        let short = shortened(&line, text).unwrap();
        assert!(short.len() < line.len() - text.len());
        assert_eq!(lengthened(&short, text), line);
        // A line without the text is stored as it is.
        assert_eq!(shortened(&line, "another text"), None);
        assert_eq!(lengthened(&line, text), line);
    }
}
