//! Section-by-section reading of a scenario.

use std::collections::BTreeSet;
use std::ops::Deref;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::DeValue;

use super::about;
use super::decode::{decode, nearest, one_of};
use super::diagnostic::{Diagnostic, Diagnostics, Severity, Span, Warnings};
use super::document::{Document, Head};
use crate::board::Board;
use crate::grid::{Grid, HexId};
use crate::label::Labels;
use crate::naming::LocationId;

/// A section or list entry with its position in the file.
#[derive(Clone, Debug)]
pub struct Item<T> {
    /// The deserialized section or entry.
    pub value: T,
    /// Byte range of the section or entry in the file.
    pub span: Span,
}

impl<T> Deref for Item<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

/// Reads the sections of a document and collects all errors.
///
/// Reading does not stop at an error: everything that could be read is returned, and [`Reader::finish`] shows whether
/// it may be used.
#[derive(Debug)]
pub struct Reader<'d> {
    document: &'d Document,
    root: Spanned<DeValue<'d>>,
    read: BTreeSet<String>,
    pub(crate) problems: Vec<Diagnostic>,
}

impl<'d> Reader<'d> {
    pub(crate) fn new(document: &'d Document, root: Spanned<DeValue<'d>>) -> Reader<'d> {
        Reader { document, root, read: BTreeSet::new(), problems: Vec::new() }
    }

    /// Reads title, system and the other keys of the head. Missing required keys are reported and returned empty.
    pub fn head(&mut self) -> Head {
        // The version was checked before anything else was read.
        self.value("format");
        Head {
            title: self.required("title"),
            system: self.required("system"),
            summary: self.entry("summary").map(|item| item.value),
            author: self.entry("author").map(|item| item.value),
            source: self.entry("source").map(|item| item.value),
            about: about::read(self),
        }
    }

    fn required(&mut self, key: &str) -> Spanned<String> {
        if self.value(key).is_none() {
            let problem = Diagnostic::new(format!("the scenario has no {key}"));
            self.error(0..0, problem.label(format!("expected `{key} = \"…\"` at the top")));
        }
        let item = self.entry::<String>(key);
        item.map_or_else(|| Spanned::new(0..0, String::new()), |item| Spanned::new(item.span, item.value))
    }

    pub(crate) fn value(&mut self, key: &str) -> Option<Spanned<DeValue<'d>>> {
        self.read.insert(key.to_owned());
        self.root.get_ref().as_table()?.get(key).cloned()
    }

    /// Whether the file has this section, without reading it.
    pub fn has(&self, key: &str) -> bool {
        self.root.get_ref().as_table().is_some_and(|table| table.contains_key(key))
    }

    /// Reads a section at the top level. `None` if it is missing or cannot be read at all.
    pub fn section<T: DeserializeOwned>(&mut self, key: &str) -> Option<Item<T>> {
        let value = self.value(key)?;
        let entries = value.get_ref().as_array();
        if entries.is_some_and(|list| !list.is_empty() && list.iter().all(|entry| entry.get_ref().is_table())) {
            let problem =
                Diagnostic::new(format!("`{key}` is one section, not a list")).label("found a list of tables");
            self.error(value.span(), problem.help(format!("write [{key}] once, in single brackets")));
            return None;
        }
        self.entry(key)
    }

    /// Reads a section or single value at the top level. `None` if it is missing or cannot be read at all.
    fn entry<T: DeserializeOwned>(&mut self, key: &str) -> Option<Item<T>> {
        let value = self.value(key)?;
        decode(&value, &mut self.problems).map(|read| Item { value: read, span: value.span() })
    }

    /// Reads an optional section; its default value if it is missing.
    pub fn section_or_default<T: DeserializeOwned + Default>(&mut self, key: &str) -> Item<T> {
        self.section(key).unwrap_or_else(|| Item { value: T::default(), span: 0..0 })
    }

    /// Reads a required section, and reports an error if it is missing.
    pub fn required_section<T: DeserializeOwned>(&mut self, key: &str) -> Option<Item<T>> {
        if !self.has(key) {
            let problem = Diagnostic::new(format!("the scenario has no `{key}`"));
            self.error(0..0, problem.label(format!("expected a section [{key}] somewhere in the file")));
        }
        self.section(key)
    }

    /// Reads the entries of a list of tables (`[[unit]]`), each independently. A missing list is empty.
    pub fn items<T: DeserializeOwned>(&mut self, key: &str) -> Vec<Item<T>> {
        let Some(list) = self.value(key) else {
            return Vec::new();
        };
        let DeValue::Array(entries) = list.get_ref() else {
            let found = format!("found one {}", list.get_ref().type_str());
            let problem = Diagnostic::new(format!("expected a list of tables `{key}`")).label(found);
            self.error(list.span(), problem.help(format!("begin each entry with [[{key}]]")));
            return Vec::new();
        };
        let mut items = Vec::new();
        for entry in entries.iter() {
            if let Some(value) = decode(entry, &mut self.problems) {
                items.push(Item { value, span: entry.span() });
            }
        }
        items
    }

    /// Reports an error at a position in the file.
    pub fn error(&mut self, span: Span, problem: Diagnostic) {
        self.problems.push(Diagnostic { span: Some(span), severity: Severity::Error, ..problem });
    }

    /// Runs `read`, and adds `clause` to the diagnostics reported meanwhile that cite no clause.
    pub fn citing<T>(&mut self, clause: Option<&str>, read: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.problems.len();
        let value = read(self);
        for problem in self.problems.iter_mut().skip(before).filter(|problem| problem.clause.is_none()) {
            problem.clause = clause.map(str::to_owned);
        }
        value
    }

    /// Reports a warning at a position in the file.
    pub fn warning(&mut self, span: Span, problem: Diagnostic) {
        self.problems.push(Diagnostic { span: Some(span), severity: Severity::Warning, ..problem });
    }

    /// Position of a section, for diagnostics about the whole of it; the start of the file if it is missing.
    pub fn place_of(&mut self, key: &str) -> Span {
        self.value(key).map_or(0..0, |value| value.span())
    }

    /// Whether any error was reported so far. Warnings about the scenario as a whole are of no use then.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.problems.iter().any(|problem| problem.severity == Severity::Error)
    }

    /// Whether an error was reported so far for an entry of this list or anything inside it. What is counted over the
    /// list is not meaningful then.
    pub fn has_error_in(&mut self, key: &str) -> bool {
        let Some(list) = self.value(key) else { return false };
        let Some(entries) = list.get_ref().as_array() else { return true };
        let errors = self.problems.iter().filter(|problem| problem.severity == Severity::Error);
        errors.filter_map(|problem| problem.span.as_ref()).any(|span| entries.iter().any(|entry| holds(entry, span)))
    }

    /// Returns the hex with a label, or reports an error if the board has none.
    pub fn hex(&mut self, board: &Board, label: &Spanned<String>) -> Option<HexId> {
        self.hex_on(board.grid(), label)
    }

    pub(crate) fn hex_on(&mut self, grid: &Grid, label: &Spanned<String>) -> Option<HexId> {
        let text = label.get_ref();
        let found = grid.hex(text);
        if found.is_none() {
            let problem = match grid.shape().labels.parse(text) {
                Ok(_) => Diagnostic::new(format!("the board has no hex {text}")).label(extent(grid)),
                Err(error) => Diagnostic::new(format!("`{text}` is not a hex of this board")).label(error.to_string()),
            };
            let help = meant(grid, text).map(|near| format!("did you mean {near}?"));
            self.error(label.span(), problem.maybe_help(help));
        }
        found
    }

    /// Returns the Location with a label (`C4`, `C4/1`, `card/red`), or reports an error if there is none.
    pub fn location(&mut self, board: &Board, label: &Spanned<String>) -> Option<LocationId> {
        let text = label.get_ref();
        let found = board.location_named(text);
        if found.is_none() {
            let hex = text.split_once('/').and_then(|(hex, _)| board.grid().hex(hex));
            if hex.is_none() && !text.contains('/') {
                self.hex(board, label);
                return None;
            }
            let there: Vec<&str> = match hex {
                Some(hex) => board.at(hex).iter().map(|id| board.location(*id).label.as_str()).collect(),
                None => board.locations().iter().map(|location| location.label.as_str()).collect(),
            };
            let help = match (hex, nearest(text, there.iter().copied())) {
                (Some(_), _) => Some(format!("in this hex there is {}", one_of(&there).replace(" or ", " and "))),
                (None, near) => near.map(|near| format!("did you mean {near}?")),
            };
            let problem = Diagnostic::new(format!("there is no Location {text}")).label("not on this board");
            self.error(label.span(), problem.maybe_help(help));
        }
        found
    }

    /// Returns the index of a word in a list of allowed ones, or reports an error with `noun` if it is not in it.
    pub fn word(&mut self, noun: &str, word: &Spanned<String>, allowed: &[&str]) -> Option<usize> {
        let text = word.get_ref();
        let found = allowed.iter().position(|known| known == text);
        if found.is_none() {
            let near = nearest(text, allowed.iter().copied());
            let help = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None if allowed.is_empty() => {
                    format!("{} has no {noun}s", self.document.system().unwrap_or_else(|| "this system".to_owned()))
                }
                None => format!("expected {}", one_of(allowed)),
            };
            let problem = Diagnostic::new(format!("unknown {noun} `{text}`")).label(format!("no such {noun}"));
            self.error(word.span(), problem.help(help));
        }
        found
    }

    /// The text of the file, for finding a position inside a longer string.
    pub(crate) fn text(&self) -> &'d str {
        self.document.text()
    }

    /// Finishes reading a scenario from which no game can be set up, and returns all diagnostics. At least one of them is
    /// an error: if none was reported, a general one is added.
    pub fn give_up(mut self) -> Diagnostics {
        if !self.has_errors() {
            self.error(0..0, Diagnostic::new("the scenario can't be set up"));
        }
        match self.finish() {
            Err(problems) => problems,
            Ok(warnings) => warnings.0,
        }
    }

    /// Finishes reading, and reports top-level keys that were not read as errors.
    ///
    /// # Errors
    /// Returns all diagnostics, including warnings, if at least one is an error.
    pub fn finish(mut self) -> Result<Warnings, Diagnostics> {
        let known: Vec<&str> = self.read.iter().map(String::as_str).collect();
        let mut strays = Vec::new();
        for (key, _) in self.root.get_ref().as_table().into_iter().flatten() {
            if !self.read.contains(key.get_ref().as_ref()) {
                let near = nearest(key.get_ref(), known.iter().copied());
                let help = near.map_or_else(
                    || format!("known are {}", known.join(", ")),
                    |near| format!("did you mean `{near}`?"),
                );
                let problem = Diagnostic::new(format!("unknown section or key `{}`", key.get_ref()));
                strays.push(Diagnostic { span: Some(key.span()), ..problem.label("not known here").help(help) });
            }
        }
        self.problems.append(&mut strays);
        let failed = self.has_errors();
        let problems = Diagnostics::new(self.document.source(), self.problems);
        if failed { Err(problems) } else { Ok(Warnings(problems)) }
    }
}

/// Whether a position is that of a value, or of something inside it.
fn holds(value: &Spanned<DeValue<'_>>, span: &Span) -> bool {
    let own = value.span();
    let inside = own.start <= span.start && span.end <= own.end;
    inside
        || match value.get_ref() {
            DeValue::Table(table) => table.iter().any(|(key, entry)| key.span() == *span || holds(entry, span)),
            DeValue::Array(list) => list.iter().any(|entry| holds(entry, span)),
            _ => false,
        }
}

/// Describes the range of hex labels of a board as English text.
fn extent(grid: &Grid) -> String {
    let mut hexes = grid.hexes();
    match (hexes.next(), hexes.next_back()) {
        (Some(first), Some(last)) => format!("its hexes are {} to {}", grid.label(first), grid.label(last)),
        (Some(only), None) => format!("its only hex is {}", grid.label(only)),
        _ => String::new(),
    }
}

/// Returns the hex that a misspelled label probably means: lower case, missing board number, missing zeros.
fn meant<'g>(grid: &'g Grid, text: &str) -> Option<&'g str> {
    let text = text.trim().to_uppercase();
    let padded = match text.len() {
        0..4 => format!("{text:0>4}"),
        _ => text.clone(),
    };
    let number = match grid.shape().labels {
        Labels::Letters { board: Some(number) } => number.to_string(),
        _ => String::new(),
    };
    let plain = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let spellings = [text.as_str(), &padded, &format!("{number}{plain}")].map(|spelling| grid.hex(spelling));
    spellings.into_iter().flatten().next().map(|hex| grid.label(hex))
}
