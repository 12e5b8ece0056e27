//! Secrets of games, in every form in which a log might have them.

use std::collections::BTreeSet;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD};
use serde_json::Value;

/// Texts that a log may contain although seats send or receive them: names of the program.
const PUBLIC: [&str; 11] =
    ["game", "a", "order", "refused", "stale", "other", env!("CARGO_PKG_VERSION"), "asl", "heroes", "sniper", "tide"];

/// Everything that must not be in a log.
#[derive(Default)]
pub struct Secrets {
    /// Links, nonces and orders, which no other text contains by chance.
    long: BTreeSet<String>,
    /// Names of pieces and places, and everything else that seats send and receive.
    words: BTreeSet<String>,
}

impl Secrets {
    /// Adds a link or a nonce in all its forms.
    pub fn add_key(&mut self, key: &str) {
        let bytes = hex::decode(key).unwrap();
        self.long.extend([key.to_owned(), key.to_uppercase(), hex::encode(key)]);
        for engine in [STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD] {
            self.long.extend([engine.encode(&bytes), engine.encode(key)]);
        }
        let list = format!("{bytes:?}");
        self.long.insert(list.trim_matches(['[', ']']).to_owned());
    }

    /// Adds a whole body of a request or a response, and all strings in it.
    pub fn add_body(&mut self, body: &str) {
        match serde_json::from_str(body) {
            Ok(json) => self.add_strings(&json),
            Err(_) => body.lines().for_each(|line| self.add_line(line)),
        }
    }

    fn add_line(&mut self, line: &str) {
        match serde_json::from_str::<Value>(line) {
            Ok(json) => self.add_strings(&json),
            Err(_) => drop(self.words.insert(line.to_owned())),
        }
    }

    /// Adds an order, as it is written.
    pub fn add_order(&mut self, order: &Value) {
        let text = order.to_string();
        self.add_strings(order);
        if text.len() > 8 {
            self.long.extend([text.replace('"', "\\\""), text]);
        }
    }

    fn add_strings(&mut self, json: &Value) {
        match json {
            // A number without its name tells nothing.
            Value::String(text) if text.parse::<f64>().is_err() => drop(self.words.insert(text.clone())),
            Value::Array(list) => list.iter().for_each(|one| self.add_strings(one)),
            // Names of places are keys of the board.
            Value::Object(fields) => fields.iter().for_each(|(key, value)| {
                self.words.insert(key.clone());
                self.add_strings(value);
            }),
            _ => {}
        }
    }

    pub fn len(&self) -> usize {
        self.long.len() + self.words.len()
    }

    /// Returns links, nonces and orders that are in a log, in any form.
    pub fn keys_in(&self, log: &str) -> Vec<&str> {
        self.long.iter().map(String::as_str).filter(|secret| log.contains(secret)).collect()
    }

    /// Returns some secrets of both kinds.
    pub fn some(&self) -> Vec<&str> {
        let longest = self.long.iter().step_by(self.long.len() / 8 + 1);
        let words = self.words.iter().filter(|word| !PUBLIC.contains(&word.as_str()) && !word.is_empty());
        longest.chain(words.step_by(self.words.len() / 40 + 1)).map(String::as_str).collect()
    }

    /// Returns the secrets that are in a log. A word counts if it is not a part of a longer one.
    pub fn found_in(&self, log: &str) -> Vec<&str> {
        let long = self.long.iter().filter(|secret| log.contains(secret.as_str()));
        let words = self.words.iter().filter(|word| !PUBLIC.contains(&word.as_str()) && has_word(log, word));
        long.chain(words).map(String::as_str).collect()
    }
}

fn has_word(log: &str, word: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    !word.is_empty()
        && log
            .match_indices(word)
            .any(|(at, _)| !log[..at].ends_with(inside) && !log[at + word.len()..].starts_with(inside))
}

#[test]
fn a_secret_is_found_in_every_form() {
    let mut secrets = Secrets::default();
    let key = "00ff10".repeat(8);
    secrets.add_key(&key);
    secrets.add_body("{\"at\":\"card/3\",\"board\":{\"H5\":1},\"label\":\"Rifle squad 2\"}");
    secrets.add_order(&serde_json::json!({ "move": { "piece": 3, "to": "H6" } }));
    let bytes = hex::decode(&key).unwrap();
    for line in [
        format!("path=/seat/{key}"),
        format!("bytes={bytes:?}"),
        format!("link={}", STANDARD.encode(&bytes)),
        format!("link={}", URL_SAFE_NO_PAD.encode(&key)),
        "at=card/3 x".to_owned(),
        "at \"H5\"".to_owned(),
        "{\"said\":\"Rifle squad 2 moves\"}".to_owned(),
        "order={\"move\":{\"piece\":3,\"to\":\"H6\"}}".to_owned(),
        "{\"order\":\"{\\\"move\\\":{\\\"piece\\\":3,\\\"to\\\":\\\"H6\\\"}}\"}".to_owned(),
    ] {
        assert!(!secrets.found_in(&line).is_empty(), "{line}");
    }
    assert_eq!(secrets.found_in("a1H5 H55 card/33 00ff"), Vec::<&str>::new());
}
