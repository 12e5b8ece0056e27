//! Comparison of recorded values with the patterns of a case, by subset.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

/// A pattern of a case: a part of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    /// `{}`, which matches any value.
    Anything,
    /// A word, a number or a truth value, which matches an equal one.
    Value(Value),
    /// A table, which matches a table in which each of these fields matches.
    Table(BTreeMap<String, Pattern>),
    /// A list, which matches a list of equal length, entry by entry in this order.
    List(Vec<Pattern>),
    /// A list, which matches a list of equal length in any order.
    Unordered(Vec<Pattern>),
}

impl Pattern {
    /// Returns whether `found` contains everything in this pattern. A value `false` or an empty list may be absent,
    /// except under the outermost `kinds` keys, which name the kind of the value.
    pub fn matches(&self, found: &Value, kinds: usize) -> bool {
        let inner = kinds.saturating_sub(1);
        match (self, found) {
            (Pattern::Anything, _) => true,
            (Pattern::Value(wanted), found) => wanted == found,
            (Pattern::Table(wanted), Value::Object(found)) => wanted.iter().all(|(key, wanted)| match found.get(key) {
                Some(found) => wanted.matches(found, inner),
                None => kinds == 0 && wanted.is_left_out(),
            }),
            (Pattern::List(wanted), Value::Array(found)) => {
                wanted.len() == found.len()
                    && wanted.iter().zip(found).all(|(wanted, found)| wanted.matches(found, inner))
            }
            (Pattern::Unordered(wanted), Value::Array(found)) => {
                wanted.len() == found.len() && pair_up(wanted, found, inner)
            }
            _ => false,
        }
    }

    /// Returns whether a field of this value is left out of facts, changes and reports.
    fn is_left_out(&self) -> bool {
        match self {
            Pattern::Value(value) => *value == Value::Bool(false),
            Pattern::List(entries) | Pattern::Unordered(entries) => entries.is_empty(),
            Pattern::Anything | Pattern::Table(_) => false,
        }
    }

    /// Returns the pattern as written in the case.
    pub fn written(&self) -> Value {
        match self {
            Pattern::Anything => Value::Object(Map::new()),
            Pattern::Value(value) => value.clone(),
            Pattern::Table(fields) => fields.iter().map(|(key, field)| (key.clone(), field.written())).collect(),
            Pattern::List(entries) | Pattern::Unordered(entries) => entries.iter().map(Pattern::written).collect(),
        }
    }
}

/// Every list is ordered here: only a schema can say that an order has no meaning.
impl From<&Value> for Pattern {
    fn from(value: &Value) -> Pattern {
        match value {
            Value::Object(fields) if fields.is_empty() => Pattern::Anything,
            Value::Object(fields) => {
                Pattern::Table(fields.iter().map(|(key, value)| (key.clone(), value.into())).collect())
            }
            Value::Array(entries) => Pattern::List(entries.iter().map(Pattern::from).collect()),
            value => Pattern::Value(value.clone()),
        }
    }
}

impl<'de> Deserialize<'de> for Pattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::deserialize(deserializer).map(|value| Pattern::from(&value))
    }
}

/// Returns whether the patterns can be matched one to one with the entries. Both lists have equal length.
fn pair_up(wanted: &[Pattern], found: &[Value], kinds: usize) -> bool {
    let fits: Vec<Vec<usize>> = wanted
        .iter()
        .map(|wanted| (0..found.len()).filter(|&entry| wanted.matches(&found[entry], kinds)).collect())
        .collect();
    let mut holders = vec![None; found.len()];
    (0..wanted.len()).all(|pattern| assign(pattern, &fits, &mut holders, &mut vec![false; found.len()]))
}

/// Assigns an entry to a pattern. The pattern that already holds the entry moves to another one.
fn assign(pattern: usize, fits: &[Vec<usize>], holders: &mut [Option<usize>], tried: &mut [bool]) -> bool {
    fits[pattern].iter().any(|&entry| {
        !std::mem::replace(&mut tried[entry], true)
            && holders[entry].is_none_or(|holder| assign(holder, fits, holders, tried))
            && {
                holders[entry] = Some(pattern);
                true
            }
    })
}

/// Returns how many values of `wanted` are in `found`, to choose the closest of many.
pub fn likeness(wanted: &Pattern, found: &Value) -> usize {
    match (wanted, found) {
        (Pattern::Table(wanted), Value::Object(found)) => {
            wanted.iter().filter_map(|(key, value)| Some(4 + likeness(value, found.get(key)?))).sum()
        }
        _ => usize::from(wanted.matches(found, 0)) * 4,
    }
}

/// Returns the lines of both values; lines that differ are marked `-` (the case) and `+` (the result).
pub fn differing_lines(wanted: &Value, found: Option<&Value>) -> String {
    let lines = |value: &Value| -> Vec<String> {
        let text = serde_json::to_string_pretty(value).unwrap_or_default();
        text.lines().map(|line| line.trim_end_matches(',').to_owned()).collect()
    };
    let wanted = lines(wanted);
    let found = found.map(lines).unwrap_or_default();
    let mut out = String::new();
    for line in &wanted {
        let mark = if found.contains(line) { ' ' } else { '-' };
        out.push_str(&format!("    {mark} {line}\n"));
    }
    for line in found.iter().filter(|line| !wanted.contains(line)) {
        out.push_str(&format!("    + {line}\n"));
    }
    out
}
