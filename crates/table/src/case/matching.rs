//! Whether a recorded thing is as a case says: by subset.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

/// What a case says of a thing: a part of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    /// `{}`: matches anything.
    Anything,
    /// A word, a number or a truth value: matches its equal.
    Value(Value),
    /// Matches a table in which each of these fields matches.
    Table(BTreeMap<String, Pattern>),
    /// Matches a list of as many entries, one by one in this order.
    List(Vec<Pattern>),
    /// Matches a list of as many entries, in any order.
    Unordered(Vec<Pattern>),
}

impl Pattern {
    /// Whether `found` has everything that this says. What is `false` or an empty list may have been left out, but not
    /// under the outermost `kinds` keys: those say of what kind a thing is.
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

    /// Whether a field of this value is not written in facts, changes and reports.
    fn is_left_out(&self) -> bool {
        match self {
            Pattern::Value(value) => *value == Value::Bool(false),
            Pattern::List(entries) | Pattern::Unordered(entries) => entries.is_empty(),
            Pattern::Anything | Pattern::Table(_) => false,
        }
    }

    /// As it stands in the case.
    pub fn written(&self) -> Value {
        match self {
            Pattern::Anything => Value::Object(Map::new()),
            Pattern::Value(value) => value.clone(),
            Pattern::Table(fields) => fields.iter().map(|(key, field)| (key.clone(), field.written())).collect(),
            Pattern::List(entries) | Pattern::Unordered(entries) => entries.iter().map(Pattern::written).collect(),
        }
    }
}

/// Every list in it is ordered: only a schema can say that the order of one means nothing.
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

/// Whether each pattern can have an entry of its own that it matches. There are as many of both.
fn pair_up(wanted: &[Pattern], found: &[Value], kinds: usize) -> bool {
    let fits: Vec<Vec<usize>> = wanted
        .iter()
        .map(|wanted| (0..found.len()).filter(|&entry| wanted.matches(&found[entry], kinds)).collect())
        .collect();
    let mut holders = vec![None; found.len()];
    (0..wanted.len()).all(|pattern| assign(pattern, &fits, &mut holders, &mut vec![false; found.len()]))
}

/// Gives a pattern an entry; a pattern that already holds that entry moves to another.
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

/// How much of `wanted` is in `found`: to show the nearest of many.
pub fn likeness(wanted: &Pattern, found: &Value) -> usize {
    match (wanted, found) {
        (Pattern::Table(wanted), Value::Object(found)) => {
            wanted.iter().filter_map(|(key, value)| Some(4 + likeness(value, found.get(key)?))).sum()
        }
        _ => usize::from(wanted.matches(found, 0)) * 4,
    }
}

/// The lines of both, those that differ marked `-` (as the case says) and `+` (as it was).
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
