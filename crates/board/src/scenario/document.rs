//! A scenario file as valid TOML text.

use std::sync::Arc;

use miette::NamedSource;
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::about::About;
use super::decode::{decode, nearest, one_of};
use super::diagnostic::{Diagnostic, Diagnostics};
use super::reader::Reader;

/// Version of the scenario file format, as in the top-level key `format`. Files without the key have version 1.
pub const FORMAT: u32 = 1;

/// A scenario file that is valid TOML.
#[derive(Clone, Debug)]
pub struct Document {
    source: Arc<NamedSource<String>>,
}

/// The description of a scenario at the top of its file.
#[derive(Clone, Debug, Deserialize)]
pub struct Head {
    /// Title of the scenario, shown to players.
    pub title: Spanned<String>,
    /// Identifier of the rule system, such as `tide`.
    pub system: Spanned<String>,
    /// The story in a sentence or two; `None` if left out.
    pub summary: Option<String>,
    /// The author of the scenario; `None` if left out.
    pub author: Option<String>,
    /// The publication that it is based on; `None` if left out.
    pub source: Option<String>,
    /// Help with the choice of a scenario; empty if left out.
    pub about: About,
}

impl Document {
    /// Parses a text as TOML. Diagnostics refer to the file as `name`.
    ///
    /// # Errors
    /// Returns all syntax errors, or one error if the file has an unknown format version.
    pub fn parse(name: &str, text: &str) -> Result<Document, Diagnostics> {
        let source = Arc::new(NamedSource::new(name, text.to_owned()));
        let (table, errors) = DeTable::parse_recoverable(text);
        if errors.is_empty() {
            // Nothing else is reported for a later version, in which other rules may apply.
            let problems = other_format(table.get_ref());
            return if problems.is_empty() { Ok(Document { source }) } else { Err(Diagnostics::new(source, problems)) };
        }
        let problems = errors.into_iter().map(|error| Diagnostic {
            span: Some(error.span().unwrap_or(0..0)),
            ..Diagnostic::new(error.message()).label("not TOML from here")
        });
        Err(Diagnostics::new(source, problems.collect()))
    }

    /// Parses bytes as TOML.
    ///
    /// # Errors
    /// Returns an error if the bytes are not UTF-8, all syntax errors, or one error if the file has an unknown format
    /// version.
    pub fn parse_bytes(name: &str, bytes: &[u8]) -> Result<Document, Diagnostics> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Document::parse(name, text),
            Err(error) => {
                let start = error.valid_up_to();
                let sound = String::from_utf8_lossy(bytes.get(..start).unwrap_or_default()).into_owned();
                let problem = Diagnostic {
                    span: Some(start..start),
                    ..Diagnostic::new("the file is not UTF-8 text").label("these bytes are not valid UTF-8")
                };
                Err(Diagnostics::new(Arc::new(NamedSource::new(name, sound)), vec![problem]))
            }
        }
    }

    /// The rule system that the file names; `None` if it names none.
    pub fn system(&self) -> Option<String> {
        let table = DeTable::parse(self.text()).ok()?;
        table.get_ref().get("system").and_then(|system| system.get_ref().as_str()).map(str::to_owned)
    }

    /// Returns the error for a file whose system is not one of `known`.
    pub fn unknown_system(&self, known: &[&str]) -> Diagnostics {
        let mut reader = self.reader();
        let system = reader.head().system;
        // A missing system, or one that is not a text, was reported by reading the head.
        if self.system().is_some() {
            let word = system.get_ref();
            let help = nearest(word, known.iter().copied()).map(|near| format!("did you mean `{near}`?"));
            let problem = Diagnostic::new(format!("unknown rule system `{word}`"));
            let problem = problem.label(format!("expected {}", one_of(known))).maybe_help(help);
            reader.error(system.span(), problem);
        }
        Diagnostics::new(self.source(), reader.problems)
    }

    /// Starts reading the sections of the file.
    pub fn reader(&self) -> Reader<'_> {
        let (table, _) = DeTable::parse_recoverable(self.text());
        let span = table.span();
        Reader::new(self, Spanned::new(span, DeValue::Table(table.into_inner())))
    }

    /// Starts reading the sections after checking that the file names this system. A missing name is reported by
    /// [`Reader::finish`] instead.
    ///
    /// # Errors
    /// Returns an error if the scenario is for another system, because nothing else can be checked then.
    pub fn reader_of(&self, system: &str) -> Result<Reader<'_>, Diagnostics> {
        let mut reader = self.reader();
        let named = reader.head().system;
        if named.get_ref() == system || named.get_ref().is_empty() {
            return Ok(reader);
        }
        let problem = Diagnostic::new("this scenario is for another system").label(format!("expected `{system}`"));
        reader.error(named.span(), problem);
        Err(Diagnostics::new(self.source(), reader.problems))
    }

    /// The complete text of the file.
    pub fn text(&self) -> &str {
        self.source.inner()
    }

    /// The name by which diagnostics refer to the file.
    pub fn name(&self) -> &str {
        self.source.name()
    }

    pub(crate) fn source(&self) -> Arc<NamedSource<String>> {
        Arc::clone(&self.source)
    }
}

/// Returns the errors about the format version of a file.
fn other_format(table: &DeTable<'_>) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    let Some(value) = table.get("format") else { return problems };
    match decode::<u32>(value, &mut problems) {
        None | Some(FORMAT) => {}
        Some(found) => problems.push(Diagnostic {
            span: Some(value.span()),
            ..Diagnostic::new(format!("unknown scenario format {found}"))
                .label(format!("this program reads format {FORMAT}"))
                .help("a newer program may read it")
        }),
    }
    problems
}
