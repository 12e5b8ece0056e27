//! Rulebooks: the clauses of each system, in our own words.

use include_dir::Dir;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How reliable a clause is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    /// Confirmed in a source that we have read.
    Found,
    /// Recalled, but not checked against a source.
    Memory,
    /// Our own choice, because no source is at hand.
    Default,
}

impl std::fmt::Display for Confidence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Confidence::Found => "found",
            Confidence::Memory => "memory",
            Confidence::Default => "default",
        })
    }
}

/// Whether a clause has an effect in play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A rule, which causes, requires or forbids something.
    #[default]
    Rule,
    /// A description without effect.
    Text,
}

/// One clause of a rulebook, in our own words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClauseEntry {
    /// The identifier that code and cases cite, such as `TOI-S4`.
    pub id: String,
    /// Short heading of a few words.
    pub title: String,
    /// The rule in one to three sentences.
    pub text: String,
    /// How reliable the clause is.
    pub confidence: Confidence,
    /// The heading of the rulebook section that contains it.
    pub section: String,
    /// Whether the clause is a rule or a description.
    #[serde(default)]
    pub kind: Kind,
    /// Whether effects of the clause may reveal a secret to the other side.
    #[serde(default)]
    pub discloses: bool,
    /// Names of the scenario options that change it.
    #[serde(default)]
    pub options: Vec<String>,
}

/// An option of scenario files, with its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OptionEntry {
    /// Key in the `[options]` section, such as `jump_table`.
    pub name: String,
    /// Title shown to players instead of the key, of at most five words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The default value, written as in a scenario file.
    pub default: String,
    /// Effect of the option, as an English sentence.
    pub text: String,
    /// How reliable the default is.
    pub confidence: Confidence,
    /// Identifier of the clause that the option belongs to.
    pub clause: String,
    /// Values that players may choose when they start a game, written as in a scenario file and including the default.
    /// Empty if only a scenario can set the option.
    #[serde(default)]
    pub values: Vec<String>,
}

/// The rules of one system, as read from `rulebooks/*.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rulebook {
    /// Identifier of the system, such as `tide`.
    pub system: String,
    /// Title of the game, shown to players.
    pub title: String,
    /// The sources of the clauses, and what the rulebook leaves out.
    pub source: String,
    /// The clauses, in rulebook order.
    #[serde(rename = "clause")]
    pub clauses: Vec<ClauseEntry>,
    /// Options that scenario files may set.
    #[serde(rename = "option", default)]
    pub options: Vec<OptionEntry>,
}

impl Rulebook {
    /// Parses a rulebook file (TOML).
    ///
    /// # Errors
    /// Returns the parser's error, with its position, if the text is not TOML or does not have the keys of a rulebook.
    pub fn parse(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }

    /// The clause with this identifier; `None` if there is none.
    #[must_use]
    pub fn entry(&self, id: &str) -> Option<&ClauseEntry> {
        self.clauses.iter().find(|entry| entry.id == id)
    }
}

/// Finds a clause by its identifier, in any case. The part before the first hyphen may be left out if only one clause
/// matches then: `s4` finds `TOI-S4`. `None` if no clause or several match.
pub fn find_clause<'a>(clauses: impl IntoIterator<Item = &'a ClauseEntry>, id: &str) -> Option<&'a ClauseEntry> {
    let mut short = Vec::new();
    for entry in clauses {
        if entry.id.eq_ignore_ascii_case(id) {
            return Some(entry);
        }
        if entry.id.split_once('-').is_some_and(|(_, rest)| rest.eq_ignore_ascii_case(id)) {
            short.push(entry);
        }
    }
    match short.as_slice() {
        [only] => Some(only),
        _ => None,
    }
}

/// A rulebook compiled into the program and parsed on first use.
///
/// If the text does not parse, the book is empty and its title is the error message; a test of each crate detects that.
#[derive(Debug)]
pub struct BuiltinRulebook {
    text: &'static str,
    sources: Sources,
    book: std::sync::OnceLock<Rulebook>,
}

impl BuiltinRulebook {
    /// Creates a rulebook from its text and the source files that enforce it (see [`sources!`](crate::sources)).
    #[must_use]
    pub const fn new(text: &'static str, sources: Sources) -> Self {
        BuiltinRulebook { text, sources, book: std::sync::OnceLock::new() }
    }

    /// The parsed rulebook; parses it at the first call.
    pub fn book(&self) -> &Rulebook {
        self.book.get_or_init(|| {
            Rulebook::parse(self.text).unwrap_or_else(|error| Rulebook {
                system: String::new(),
                title: error.to_string(),
                source: String::new(),
                clauses: Vec::new(),
                options: Vec::new(),
            })
        })
    }

    /// The text as compiled in. Its SHA-256 is part of the ledger header.
    #[must_use]
    pub fn text(&self) -> &'static str {
        self.text
    }

    /// Returns the places where code enforces a clause, as `file:line`. Leaves out its declaration, imports, texts,
    /// computer players and tests. Empty if the clause is not declared.
    #[must_use]
    pub fn cites_of(&self, id: &str) -> Vec<String> {
        let declaration = format!("= \"{id}\"");
        let sources = self.sources();
        let constant = sources.iter().flat_map(|(_, source)| source.lines()).find_map(|line| {
            let (name, rest) = line.trim().split_once(' ')?;
            rest.starts_with(&declaration).then_some(name)
        });
        let Some(constant) = constant else { return Vec::new() };
        let mut places = Vec::new();
        for (file, source) in sources {
            // A folder that consists of one file may be that file: `text.rs`.
            let folder = file.split(['/', '.']).next().unwrap_or_default();
            if SAYS_NO_RULE.contains(&folder) {
                continue;
            }
            for (number, line) in lines_of_rules(source) {
                let code = line.split("//").next().unwrap_or_default();
                let cites = code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == constant);
                if cites && !code.contains(&declaration) {
                    places.push(format!("{file}:{number}"));
                }
            }
        }
        places
    }

    /// The source files as pairs of path and text, sorted by path. Paths are relative to the crate's `src`.
    #[must_use]
    pub fn sources(&self) -> Vec<(&'static str, &'static str)> {
        let mut files = match self.sources {
            Sources::Files(files) => files.to_vec(),
            Sources::Folder(folder) => {
                let mut files = Vec::new();
                collect(folder, &mut files);
                files
            }
        };
        files.sort_unstable();
        files
    }
}

/// Folders of a system's crate that enforce no rule.
const SAYS_NO_RULE: [&str; 3] = ["ai", "tests", "text"];

/// Returns the numbered lines that can enforce a clause. Leaves out imports and functions that only describe an order
/// (`fn describe`, to its closing brace).
fn lines_of_rules(source: &str) -> impl Iterator<Item = (usize, &str)> {
    let (mut importing, mut saying) = (false, None);
    (1..).zip(source.lines()).filter(move |(_, line)| {
        let code = line.trim_start();
        let indent = line.len() - code.len();
        importing |= code.starts_with("use ") || code.starts_with("pub use ");
        if saying.is_none() && code.starts_with("fn describe(") && !code.ends_with('}') {
            saying = Some(indent);
        }
        let counts = !importing && saying.is_none();
        importing &= !code.ends_with(';');
        if saying == Some(indent) && code.starts_with('}') {
            saying = None;
        }
        counts
    })
}

fn collect(folder: &'static Dir<'static>, files: &mut Vec<(&'static str, &'static str)>) {
    for file in folder.files() {
        if let (Some(path), Some(text)) = (file.path().to_str(), file.contents_utf8()) {
            files.push((path, text));
        }
    }
    folder.dirs().for_each(|inner| collect(inner, files));
}

/// The source files that enforce a rulebook, compiled in.
#[derive(Clone, Copy, Debug)]
pub enum Sources {
    /// Listed files: path and text of each.
    Files(&'static [(&'static str, &'static str)]),
    /// All files of a folder, usually a crate's `src`.
    Folder(&'static Dir<'static>),
}

/// Includes source files of a crate, in which the rulebook finds the places that enforce each clause: all files of the
/// crate, those in a folder, or those listed.
#[macro_export]
macro_rules! sources {
    () => { $crate::sources!(in "$CARGO_MANIFEST_DIR/src") };
    (in $folder:tt) => {{
        // The inner macro refers to its crate by this name.
        use $crate::include_dir;
        static FOLDER: include_dir::Dir<'static> = include_dir::include_dir!($folder);
        $crate::rulebook::Sources::Folder(&FOLDER)
    }};
    ($($file:literal),* $(,)?) => { $crate::rulebook::Sources::Files(&[$(($file, include_str!($file))),*]) };
}
