//! A scenario file as text that is at least TOML.

use std::sync::Arc;

use miette::NamedSource;
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::decode::decode;
use super::diagnostic::{Diagnostic, Diagnostics};
use super::reader::Reader;

/// The version of the format of scenario files: the key `format` at the top of one; none means 1.
pub const FORMAT: u32 = 1;

/// A scenario file that is sound TOML.
#[derive(Clone, Debug)]
pub struct Document {
    source: Arc<NamedSource<String>>,
}

/// What a scenario says about itself.
#[derive(Clone, Debug, Deserialize)]
pub struct Head {
    /// Its title.
    pub title: Spanned<String>,
    /// The rule system it is for.
    pub system: Spanned<String>,
    /// What it is about, in a sentence or two.
    pub summary: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// What it is taken from.
    pub source: Option<String>,
}

impl Document {
    /// Reads a text as TOML. `name` is what problems call the file.
    ///
    /// # Errors
    /// With all mistakes of syntax; or that the file is of a version that this program does not read.
    pub fn parse(name: &str, text: &str) -> Result<Document, Diagnostics> {
        let source = Arc::new(NamedSource::new(name, text.to_owned()));
        let (table, errors) = DeTable::parse_recoverable(text);
        if errors.is_empty() {
            // Of a later version nothing else may be said: what is wrong in this one may be right in that.
            let problems = other_format(table.get_ref());
            return if problems.is_empty() { Ok(Document { source }) } else { Err(Diagnostics::new(source, problems)) };
        }
        let problems = errors.into_iter().map(|error| Diagnostic {
            span: Some(error.span().unwrap_or(0..0)),
            ..Diagnostic::new(error.message()).label("not TOML from here")
        });
        Err(Diagnostics::new(source, problems.collect()))
    }

    /// Reads bytes as TOML.
    ///
    /// # Errors
    /// As [`Document::parse`], or when the bytes are not UTF-8.
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

    /// The rule system that the file names, if it names one at all.
    pub fn system(&self) -> Option<String> {
        let table = DeTable::parse(self.text()).ok()?;
        table.get_ref().get("system").and_then(|system| system.get_ref().as_str()).map(str::to_owned)
    }

    /// The problem of a file that names none of the systems there are.
    pub fn unknown_system(&self, known: &[&str]) -> Diagnostics {
        let mut reader = self.reader();
        let system = reader.head().system;
        reader.error(
            system.span(),
            Diagnostic::new("unknown rule system").label("expected one of these").help(known.join(", ")),
        );
        Diagnostics::new(self.source(), reader.problems)
    }

    /// Starts reading the sections.
    pub fn reader(&self) -> Reader<'_> {
        let (table, _) = DeTable::parse_recoverable(self.text());
        let span = table.span();
        Reader::new(self, Spanned::new(span, DeValue::Table(table.into_inner())))
    }

    /// Starts reading the sections behind the head, which must name this system or none (a mistake of its own).
    ///
    /// # Errors
    /// That the scenario is of another system: nothing more can be said of it then.
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

    /// The whole text.
    pub fn text(&self) -> &str {
        self.source.inner()
    }

    /// What problems call the file.
    pub fn name(&self) -> &str {
        self.source.name()
    }

    pub(crate) fn source(&self) -> Arc<NamedSource<String>> {
        Arc::clone(&self.source)
    }
}

/// What is wrong with the version that a file names.
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
