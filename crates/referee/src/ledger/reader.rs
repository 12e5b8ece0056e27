//! A ledger's text, read line by line.

use std::sync::Arc;

use board::naming::{Naming, naming};
use fair::Binding;
use rules::System;
use serde::Deserialize;

use super::{DiceTerms, Format, Hashed, Header, Line, Writer};

/// How much of an over-long line an error shows.
const SHOWN: usize = 80;

/// Why reading a ledger stopped.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct Stopped {
    /// The line, from 1.
    pub line: usize,
    /// What was expected and what was found.
    pub why: String,
}

/// The lines of a ledger's text, checked against their chain one by one.
#[derive(Debug)]
pub struct Reader<'a> {
    rest: &'a str,
    line: usize,
    length: usize,
    writer: Writer,
    format: Format,
}

impl<'a> Reader<'a> {
    /// Reads from the beginning of a ledger's text.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Reader { rest: text, line: 0, length: 0, writer: Writer::default(), format: Format::NEWEST }
    }

    /// The chain over the lines read so far, to go on writing from.
    #[must_use]
    pub fn writer(&self) -> Writer {
        self.writer.clone()
    }

    /// How many bytes the whole lines read so far take.
    #[must_use]
    pub fn length(&self) -> usize {
        self.length
    }

    /// The number of the line last read, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    fn stop(&self, why: impl Into<String>) -> Stopped {
        Stopped { line: self.line + 1, why: why.into() }
    }

    /// The body of the next line, or `None` at the end.
    ///
    /// # Errors
    /// When the next line is not whole, or was altered.
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

    /// The version of the format; known when the header was read.
    pub(crate) fn format(&self) -> Format {
        self.format
    }

    /// The header, which must be the first line.
    ///
    /// # Errors
    /// When the first line is missing, altered, no header, or of a version that this program does not read.
    pub fn header(&mut self) -> Result<Header, Stopped> {
        let stopped = |why: String| Stopped { line: 1, why };
        let body = self.next_raw()?.ok_or_else(|| stopped("the ledger is empty".to_owned()))?;
        self.format = format_of(body).map_err(stopped)?;
        match self.format {
            Format::V1 => header_1(body),
        }
        .map_err(stopped)
    }

    /// The next line, read with these names.
    ///
    /// # Errors
    /// When it is not whole, was altered, or is not a line of this system.
    pub fn next_line<S: System>(&mut self, names: Arc<dyn Naming>) -> Result<Option<Line<S>>, Stopped> {
        let Some(body) = self.next_raw()? else { return Ok(None) };
        let read = match self.format {
            Format::V1 => naming(names, || serde_json::from_str(body)),
        };
        read.map(Some).map_err(|error| Stopped { line: self.line, why: format!("not an entry of this game: {error}") })
    }
}

/// What the header's line is of any version: its version stands in `undercity`, whatever else stands there.
#[derive(Deserialize)]
struct AnyVersion {
    header: AnyHeader,
}

#[derive(Deserialize)]
struct AnyHeader {
    undercity: u64,
}

/// The version that a header names.
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

/// A header of format 1.
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
