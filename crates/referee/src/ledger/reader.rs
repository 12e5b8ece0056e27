//! Reading and checking a ledger line by line.

use std::sync::Arc;

use board::naming::{Naming, naming};
use fair::Binding;
use rules::System;
use serde::Deserialize;

use super::{DiceTerms, Format, Hashed, Header, Line, Writer};

/// Number of characters of a malformed line that an error shows.
const SHOWN: usize = 80;

/// The reason why reading a ledger stopped.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct Stopped {
    /// The number of the faulty line, from 1.
    pub line: usize,
    /// The problem, with expected and actual content.
    pub why: String,
}

/// An iterator-like reader of a ledger's lines, which checks each one against the hash chain.
#[derive(Debug)]
pub struct Reader<'a> {
    rest: &'a str,
    line: usize,
    length: usize,
    writer: Writer,
    format: Format,
}

impl<'a> Reader<'a> {
    /// Creates a reader at the beginning of a ledger's text.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Reader { rest: text, line: 0, length: 0, writer: Writer::default(), format: Format::NEWEST }
    }

    /// A writer that continues the chain after the lines read so far.
    #[must_use]
    pub fn writer(&self) -> Writer {
        self.writer.clone()
    }

    /// Length of the complete lines read so far, in bytes.
    #[must_use]
    pub fn length(&self) -> usize {
        self.length
    }

    /// Number of the line read last, from 1; 0 before the first.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    fn stop(&self, why: impl Into<String>) -> Stopped {
        Stopped { line: self.line + 1, why: why.into() }
    }

    /// Reads the body of the next line; `None` at the end of the text.
    ///
    /// # Errors
    /// Fails if the next line:
    /// - is incomplete or not JSON of the expected form;
    /// - has a hash that does not match it and the lines before it.
    pub fn next_raw(&mut self) -> Result<Option<&'a str>, Stopped> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        let Some((text, rest)) = self.rest.split_once('\n') else {
            return Err(self.stop("the last line is cut short (no end of line)"));
        };
        let hashed: Hashed<'a> = serde_json::from_str(text).map_err(|error| {
            let shown: String = text.chars().take(SHOWN).collect();
            self.stop(format!("expected {{\"line\":…,\"hash\":…}}, found `{shown}`: {error}"))
        })?;
        let body = hashed.line.get();
        let mut chain = self.writer.chain;
        let hash = chain.advance(body.as_bytes());
        if hash != hashed.hash {
            return Err(self.stop("altered: its hash does not follow from it and the lines before it"));
        }
        if serde_json::to_string(&hashed).ok().as_deref() != Some(text) {
            return Err(self.stop("altered: not written as the referee writes"));
        }
        self.writer = Writer { chain };
        self.length += text.len() + 1;
        self.rest = rest;
        self.line += 1;
        Ok(Some(body))
    }

    /// The format version, which is known once the header has been read.
    pub(crate) fn format(&self) -> Format {
        self.format
    }

    /// Reads the header, which must be the first line.
    ///
    /// # Errors
    /// Fails if the first line:
    /// - is missing, incomplete or altered;
    /// - is not a header, or has an unknown format version;
    /// - has values of `fairness`, `game` and `dice` that don't fit together.
    pub fn header(&mut self) -> Result<Header, Stopped> {
        let stopped = |why: String| Stopped { line: 1, why };
        let body = self.next_raw()?.ok_or_else(|| stopped("the ledger is empty".to_owned()))?;
        self.format = format_of(body).map_err(stopped)?;
        match self.format {
            Format::V1 => header_1(body),
        }
        .map_err(stopped)
    }

    /// Reads the next line, resolving names by `names`; `None` at the end of the text.
    ///
    /// # Errors
    /// Fails if the line is incomplete, altered, or not a line of this system.
    pub fn next_line<S: System>(&mut self, names: Arc<dyn Naming>) -> Result<Option<Line<S>>, Stopped> {
        let Some(body) = self.next_raw()? else { return Ok(None) };
        let read = match self.format {
            Format::V1 => naming(names, || serde_json::from_str(body)),
        };
        read.map(Some).map_err(|error| Stopped { line: self.line, why: format!("not an entry of this game: {error}") })
    }
}

/// The part of a header line that all versions share: the version number in `undercity`.
#[derive(Deserialize)]
struct AnyVersion {
    header: AnyHeader,
}

#[derive(Deserialize)]
struct AnyHeader {
    undercity: u64,
}

/// Reads the format version from a header line.
fn format_of(body: &str) -> Result<Format, String> {
    let AnyVersion { header } =
        serde_json::from_str(body).map_err(|error| format!("expected the header of a ledger: {error}"))?;
    Format::numbered(header.undercity).ok_or_else(|| {
        let (found, newest) = (header.undercity, Format::NEWEST.number());
        format!(
            "format {found} is not known; this program reads format {newest}{}",
            if found > newest.into() { ": a newer program wrote this ledger" } else { "" }
        )
    })
}

/// Reads a header of format 1.
fn header_1(body: &str) -> Result<Header, String> {
    #[derive(Deserialize)]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum First {
        Header(Header),
    }
    let First::Header(header) =
        serde_json::from_str(body).map_err(|error| format!("expected the header of a ledger: {error}"))?;
    match (header.fairness, header.game) {
        (None, None) if matches!(header.dice, DiceTerms::Players(_)) => {
            Err("dice of `players` need version 2 of `fairness`: no game of version 1 had them".to_owned())
        }
        (None, None) => Ok(header),
        (Some(version), Some(game)) if version == Binding::Game(game).version() => Ok(header),
        (version, _) => {
            let found = version.map_or_else(|| "no version".to_owned(), |version| format!("version {version}"));
            Err(format!(
                "{found} of `fairness` does not fit `game`; this program reads version 1 (neither is there) and version 2 \
                 (with `game`)"
            ))
        }
    }
}
