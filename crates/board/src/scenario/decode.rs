//! Deserialization of TOML values with a report of every error.
//!
//! serde stops at the first error. The entry in error is therefore reported and removed, and the rest is deserialized
//! again.

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeValue, ValueDeserializer};

use super::diagnostic::{Diagnostic, Span};

/// Deserializes a value as a `T` and reports all errors. Returns what could be read despite them.
pub(crate) fn decode<T: DeserializeOwned>(value: &Spanned<DeValue<'_>>, problems: &mut Vec<Diagnostic>) -> Option<T> {
    let mut value = value.clone();
    let mut taken_out: Vec<Taken> = Vec::new();
    while taken_out.len() < MOST_MISTAKES {
        let error = match T::deserialize(ValueDeserializer::from(value.clone())) {
            Ok(decoded) => return Some(decoded),
            Err(error) => error,
        };
        let span = error.span().unwrap_or_else(|| value.span());
        if !taken_out.iter().any(|taken| taken.explains(error.message())) {
            problems.push(Diagnostic { span: Some(span.clone()), ..explain(error.message()) });
        }
        taken_out.push(take_out(value.get_mut(), &span)?);
    }
    None
}

/// Maximum number of errors reported in one section, because each costs another attempt.
const MOST_MISTAKES: usize = 25;

/// An entry removed to continue after an error.
enum Taken {
    /// The entry of a table under this key.
    Key(String),
    /// An entry of a list.
    Entry,
}

impl Taken {
    /// Whether a later error is caused only by the removal.
    fn explains(&self, message: &str) -> bool {
        match self {
            Taken::Key(key) => message == format!("missing field `{key}`"),
            Taken::Entry => message.starts_with("invalid length"),
        }
    }
}

/// Removes the innermost entry that an error refers to; `None` if it refers to the whole value.
fn take_out(value: &mut DeValue<'_>, span: &Span) -> Option<Taken> {
    match value {
        DeValue::Table(table) => {
            let mut found = None;
            for (key, entry) in table.iter_mut() {
                if let Some(inner) = take_out(entry.get_mut(), span) {
                    return Some(inner);
                }
                if key.span() == *span || encloses(&entry.span(), span) {
                    found = Some(key.get_ref().to_string());
                }
            }
            let key = found?;
            table.remove(key.as_str());
            Some(Taken::Key(key))
        }
        DeValue::Array(array) => {
            if let Some(inner) = array.iter_mut().find_map(|entry| take_out(entry.get_mut(), span)) {
                return Some(inner);
            }
            let mistaken = array.iter().position(|entry| encloses(&entry.span(), span))?;
            let rest = array.iter().enumerate().filter(|(place, _)| *place != mistaken);
            *array = rest.map(|(_, entry)| entry.clone()).collect();
            Some(Taken::Entry)
        }
        _ => None,
    }
}

fn encloses(outer: &Span, inner: &Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// Converts an error message of serde into a diagnostic in terms of scenario files, with advice.
#[must_use]
pub fn explain(message: &str) -> Diagnostic {
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let advice = |wrong: &str, right: &[&str]| {
        nearest(wrong, right.iter().copied())
            .map(|near| format!("did you mean `{near}`?"))
            .or_else(|| (!right.is_empty()).then(|| format!("expected {}", one_of(right))))
    };
    if let (Some(_), [wrong, right @ ..]) = (message.strip_prefix("unknown field "), quoted.as_slice()) {
        return Diagnostic::new(format!("unknown key `{wrong}`"))
            .label("not known here")
            .maybe_help(advice(wrong, right));
    }
    if let (Some(_), [wrong, right @ ..]) = (message.strip_prefix("unknown variant "), quoted.as_slice()) {
        return Diagnostic::new(format!("unknown word `{wrong}`"))
            .label(format!("expected {}", one_of(right)))
            .maybe_help(nearest(wrong, right.iter().copied()).map(|near| format!("did you mean `{near}`?")));
    }
    if let (Some(_), [field]) = (message.strip_prefix("missing field "), quoted.as_slice()) {
        return Diagnostic::new(format!("`{field}` is missing")).label(format!("expected `{field} = …` here"));
    }
    let mismatch = (message.strip_prefix("invalid type: "))
        .or_else(|| message.strip_prefix("invalid value: "))
        .or_else(|| message.strip_prefix("invalid length "));
    if let Some((found, expected)) = mismatch.and_then(|told| told.rsplit_once(", expected ")) {
        return Diagnostic::new(format!("expected {}", plain(expected))).label(format!("found {}", plain(found)));
    }
    Diagnostic::new(message)
}

/// Returns the name for a type of Rust or serde in terms of scenario files.
fn plain(words: &str) -> String {
    match words {
        "u8" => "a whole number from 0 to 255".to_owned(),
        "u16" => "a whole number from 0 to 65535".to_owned(),
        "i8" => "a whole number from -128 to 127".to_owned(),
        "u32" | "u64" | "usize" => "a whole number, 0 or more".to_owned(),
        "i16" | "i32" | "i64" => "a whole number".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a string" => "a text in quotes".to_owned(),
        "a sequence" => "a list".to_owned(),
        "map" | "a map" => "a table".to_owned(),
        "sequence" => "a list".to_owned(),
        _ if words.starts_with("struct ") => "a table".to_owned(),
        _ => words.strip_prefix("string ").map_or_else(|| words.to_owned(), |text| format!("the text {text}")),
    }
}

/// Lists words as prose: `a`, `b` or `c`. Returns `nothing` for an empty list.
#[must_use]
pub fn one_of(words: &[&str]) -> String {
    match words {
        [] => "nothing".to_owned(),
        [word] => format!("`{word}`"),
        [first @ .., last] => {
            let first: Vec<_> = first.iter().map(|word| format!("`{word}`")).collect();
            format!("{} or `{last}`", first.join(", "))
        }
    }
}

/// Returns the word most similar to a misspelled one; `None` if none is similar.
pub fn nearest<'a>(wrong: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // An unknown word can be as long as the file; comparing it would take too long.
    if wrong.len() > 64 {
        return None;
    }
    let alike = |word: &str| strsim::damerau_levenshtein(&wrong.to_lowercase(), &word.to_lowercase());
    let most = (wrong.chars().count() / 3).max(1);
    words.into_iter().map(|word| (alike(word), word)).filter(|(off, _)| *off <= most).min().map(|(_, word)| word)
}
