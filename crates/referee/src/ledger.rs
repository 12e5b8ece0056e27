//! The ledger: JSON Lines a person can read, each chained to those before it.
//!
//! ```text
//! {"line":{"header":{…}},"hash":"…"}
//! {"line":{"reveal":{"a":"…","b":"…"}},"hash":"…"}
//! {"line":{"entry":{"n":0,"act":"begin","items":[…]}},"hash":"…"}
//! {"line":{"waits":{"by":"soviet","order":{…}}},"hash":"…"}
//! {"line":{"entered":{"label":"attack","faces":[3,5],"by":"soviet"}},"hash":"…"}
//! …
//! {"line":{"close":{"outcome":"soviet"}},"hash":"…"}
//! ```
//!
//! While the game runs the ledger is the referee's own: it holds every secret, the referee's nonce among them.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use board::naming::{Naming, naming};
use fair::{Binding, Chain, Commitments, GameId, Head, Nonce};
use rules::{Side, System};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::entry::Entry;

/// The version of the format.
pub const FORMAT: u32 = 1;

/// How much of an over-long line an error shows.
const SHOWN: usize = 80;

/// A scenario as it was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioText {
    /// The file's name, for messages.
    pub name: String,
    /// The whole file.
    pub text: String,
}

/// On what terms dice are rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum DiceTerms {
    /// From the key made of three nonces; these are the commitments to them.
    Fair(Commitments),
    /// Players enter the rolls that everybody sees; those that only one side sees are from the key.
    Players(Commitments),
    /// Entered by hand or by a script; their fairness cannot be checked.
    Given,
}

impl DiceTerms {
    /// The commitments; `None` where no dice come from a key.
    #[must_use]
    pub const fn commitments(&self) -> Option<&Commitments> {
        match self {
            DiceTerms::Fair(commitments) | DiceTerms::Players(commitments) => Some(commitments),
            DiceTerms::Given => None,
        }
    }
}

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the format.
    pub undercity: u32,
    /// The rule system.
    pub system: String,
    /// The version of the program that wrote it.
    pub rules: String,
    /// SHA-256 of the rulebook, in hexadecimal.
    pub rulebook: String,
    /// The scenario, with the options of this game.
    pub scenario: ScenarioText,
    /// All options as resolved.
    pub options: Value,
    /// The terms of the dice.
    pub dice: DiceTerms,
    /// The version of the rule for commitments; left out in version 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fairness: Option<u32>,
    /// The name of the game that the commitments are bound to; there from version 2 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// The referee's nonce: secret until the game ends.
    pub nonce: Nonce,
}

impl Header {
    /// What the commitments of the game are bound to.
    #[must_use]
    pub fn binding(&self) -> Binding {
        self.game.map_or(Binding::Nonce, Binding::Game)
    }
}

/// A line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", bound = "", deny_unknown_fields)]
pub enum Line<S: System> {
    /// What the game is.
    Header(Box<Header>),
    /// The seats' nonces: from here the dice can be rolled.
    Reveal {
        /// The first side's.
        a: Nonce,
        /// The second side's.
        b: Nonce,
    },
    /// An order was given and waits until players have entered its dice: from here it can be neither withdrawn nor
    /// replaced. Its entry follows when the last of them is entered.
    Waits {
        /// Which side ordered.
        by: Side,
        /// The order.
        order: S::Order,
        /// The client's own id of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// Whether a standing order gave it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        standing: bool,
    },
    /// Dice of the order that waits were entered, and it waits for more.
    Entered {
        /// What the roll is for.
        label: String,
        /// What the dice showed.
        faces: Vec<u8>,
        /// Which side entered them; none for a script.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Side>,
    },
    /// Something was done.
    Entry(Entry<S>),
    /// The game ended.
    Close {
        /// The winner's name, or `draw`.
        outcome: String,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Hashed<'a> {
    #[serde(borrow)]
    line: &'a RawValue,
    hash: Head,
}

/// Writes lines and keeps the chain over them.
#[derive(Clone, Debug)]
pub struct Writer {
    chain: Chain,
}

impl Default for Writer {
    fn default() -> Self {
        Writer { chain: Chain::start("ledger") }
    }
}

impl Writer {
    /// The text of the next line, without the end-of-line, and the chain after it. The writer itself stays where
    /// it is: whoever keeps the line goes on with the one returned.
    ///
    /// # Errors
    /// When something in the line has no name.
    pub fn next<S: System>(
        &self,
        line: &Line<S>,
        names: Arc<dyn Naming>,
    ) -> Result<(String, Writer), serde_json::Error> {
        let text = naming(names, || serde_json::to_string(line))?;
        let mut chain = self.chain;
        let hash = chain.advance(text.as_bytes());
        // As [`Hashed`] writes itself: reading checks that letter by letter.
        Ok((format!("{{\"line\":{text},\"hash\":\"{hash}\"}}"), Writer { chain }))
    }

    /// The hash of the last line.
    #[must_use]
    pub fn head(&self) -> Head {
        self.chain.head()
    }
}

/// Where lines are kept. `append` returns only when the line is safe.
pub trait Sink: Send {
    /// Keeps one line (without its end-of-line).
    ///
    /// # Errors
    /// When it could not be kept; then nothing of it may count.
    fn append(&mut self, line: &str) -> io::Result<()>;
}

impl Sink for Vec<String> {
    fn append(&mut self, line: &str) -> io::Result<()> {
        self.push(line.to_owned());
        Ok(())
    }
}

/// Forgets every line: for playouts and checks.
impl Sink for () {
    fn append(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }
}

/// A ledger file; every line is synced to disk before it counts.
#[derive(Debug)]
pub struct FileSink {
    file: std::fs::File,
    path: PathBuf,
    length: u64,
}

impl FileSink {
    /// Opens a file for a new ledger. Only its owner may read it, where the machine knows owners: it holds secrets.
    ///
    /// # Errors
    /// When it exists already or cannot be made.
    pub fn create(path: &Path) -> io::Result<Self> {
        let mut options = std::fs::OpenOptions::new();
        options.append(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(path)?;
        file.try_lock()?;
        // The name of a new file is only safe when its folder is.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if cfg!(unix) {
            std::fs::File::open(folder)?.sync_all()?;
        }
        Ok(FileSink { file, path: path.to_owned(), length: 0 })
    }

    /// Opens a ledger to go on with. It stays locked as long as this lives: nobody else can go on with it meanwhile.
    /// Read the file only now, and tell with [`FileSink::cut`] how much of it was whole.
    ///
    /// # Errors
    /// When the file cannot be opened, or somebody else goes on with it.
    pub fn resume(path: &Path) -> io::Result<Self> {
        let file = std::fs::OpenOptions::new().append(true).open(path)?;
        file.try_lock()?;
        let length = file.metadata()?.len();
        Ok(FileSink { file, path: path.to_owned(), length })
    }

    /// Cuts off a torn last line: keeps the first `length` bytes.
    ///
    /// # Errors
    /// When the file cannot be cut.
    pub fn cut(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length)?;
        self.file.sync_data()?;
        self.length = length;
        Ok(())
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Sink for FileSink {
    fn append(&mut self, line: &str) -> io::Result<()> {
        use std::io::Write;
        let written = self.file.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.file.sync_data());
        match written {
            Ok(()) => {
                self.length += line.len() as u64 + 1;
                Ok(())
            }
            Err(error) => {
                // Half a line must not stay; if it does, the referee has stopped and reading will find it.
                let _ = self.cut(self.length);
                Err(error)
            }
        }
    }
}

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
}

impl<'a> Reader<'a> {
    /// Reads from the beginning of a ledger's text.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Reader { rest: text, line: 0, length: 0, writer: Writer::default() }
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

    /// The header, which must be the first line.
    ///
    /// # Errors
    /// When the first line is missing, altered, or no header of this format.
    pub fn header(&mut self) -> Result<Header, Stopped> {
        #[derive(Deserialize)]
        #[serde(rename_all = "snake_case", deny_unknown_fields)]
        enum First {
            Header(Header),
        }
        let place = Stopped { line: 1, why: String::new() };
        let body = self.next_raw()?.ok_or(Stopped { why: "the ledger is empty".into(), ..place.clone() })?;
        let First::Header(header) = serde_json::from_str(body)
            .map_err(|error| Stopped { why: format!("expected the header of a ledger: {error}"), ..place.clone() })?;
        if header.undercity != FORMAT {
            let why = format!("format {} is not known; this program reads format {FORMAT}", header.undercity);
            return Err(Stopped { why, ..place });
        }
        match (header.fairness, header.game) {
            (None, None) if matches!(header.dice, DiceTerms::Players(_)) => {
                let why = "dice of `players` need version 2 of `fairness`: no game of version 1 had them";
                Err(Stopped { why: why.to_owned(), ..place })
            }
            (None, None) => Ok(header),
            (Some(version), Some(game)) if version == Binding::Game(game).version() => Ok(header),
            (version, _) => {
                let found = version.map_or_else(|| "no version".to_owned(), |version| format!("version {version}"));
                let why = format!(
                    "{found} of `fairness` does not fit `game`; this program reads version 1 (neither is there) and \
                     version 2 (with `game`)"
                );
                Err(Stopped { why, ..place })
            }
        }
    }

    /// The next line, read with these names.
    ///
    /// # Errors
    /// When it is not whole, was altered, or is not a line of this system.
    pub fn next_line<S: System>(&mut self, names: Arc<dyn Naming>) -> Result<Option<Line<S>>, Stopped> {
        let Some(body) = self.next_raw()? else { return Ok(None) };
        naming(names, || serde_json::from_str(body))
            .map(Some)
            .map_err(|error| Stopped { line: self.line, why: format!("not an entry of this game: {error}") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_table_goes_on_with_a_ledger() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let first = FileSink::create(&path).unwrap();
        assert!(FileSink::resume(&path).is_err(), "two referees would write over each other");
        drop(first);
        let mut second = FileSink::resume(&path).unwrap();
        second.append("a line").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "a line\n");
        assert!(FileSink::create(&path).is_err(), "a ledger is never written over");
    }
}
