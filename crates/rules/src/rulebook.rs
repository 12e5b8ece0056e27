//! Rulebooks: the clauses of each system, in our own words.

use include_dir::Dir;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How reliable a clause is. In a clause that has a source, sentences from "Ours:" on are ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    /// Confirmed in a source that we have read.
    Found,
    /// Taken from a sister game, another edition or one account of a player, and not confirmed for this game.
    Sibling,
    /// Recalled, but not checked against a source.
    Memory,
    /// Our own choice, because no source is at hand.
    Default,
}

impl std::fmt::Display for Confidence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Confidence::Found => "found",
            Confidence::Sibling => "sibling",
            Confidence::Memory => "memory",
            Confidence::Default => "default",
        })
    }
}

impl Confidence {
    /// All levels, the most reliable first.
    pub const ALL: [Confidence; 4] = [Confidence::Found, Confidence::Sibling, Confidence::Memory, Confidence::Default];

    /// What the level means, as a text for players.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Confidence::Found => "found in a source",
            Confidence::Sibling => "from a sister game, another edition or one player's account",
            Confidence::Memory => "from memory, not checked against a source",
            Confidence::Default => "our own ruling",
        }
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
    /// What the clause rests on: the key of a reference, and after `: ` the section or page, such as `FAQ 1.5` or
    /// `R51: p44`. Empty if the clause is ours.
    #[serde(default)]
    pub sources: Vec<String>,
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

impl ClauseEntry {
    /// Whether the clause has a source, and details that are ours. These begin with "Ours" or "Our reading".
    #[must_use]
    pub fn has_details_of_ours(&self) -> bool {
        self.confidence != Confidence::Default
            && ["Ours:", "Our reading", "is ours"].iter().any(|mark| self.text.contains(mark))
    }
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

/// A source that clauses rest on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reference {
    /// Short name that clauses cite, such as `R51`.
    pub key: String,
    /// Title, edition and year.
    pub title: String,
    /// What kind of source it is, and how reliable.
    pub about: String,
}

/// A part of the published game that the program leaves out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LeftOut {
    /// Name of the part, such as `vehicles`.
    pub name: String,
    /// Why it is left out, or what stands for it. Empty if the name says enough.
    #[serde(default)]
    pub why: String,
}

/// The rules of one system, as read from `rulebooks/*.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rulebook {
    /// Identifier of the system, such as `tide`.
    pub system: String,
    /// Title of the game, shown to players.
    pub title: String,
    /// The sources of the clauses, in one or two sentences.
    pub source: String,
    /// The sources that clauses cite.
    #[serde(rename = "reference", default)]
    pub references: Vec<Reference>,
    /// The parts of the published game that the program leaves out.
    #[serde(default)]
    pub left_out: Vec<LeftOut>,
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

    /// The reference that a source of a clause names, with the section or page after it; `None` if there is none.
    #[must_use]
    pub fn reference<'a>(&self, source: &'a str) -> Option<(&Reference, &'a str)> {
        let (key, section) = source.split_once(": ").unwrap_or((source, ""));
        self.references.iter().find(|reference| reference.key == key).map(|reference| (reference, section))
    }

    /// The names of the parts that the program leaves out, separated by commas; of those beyond the first `most` only the
    /// number.
    #[must_use]
    pub fn left_out_names(&self, most: usize) -> String {
        let names: Vec<&str> = self.left_out.iter().take(most).map(|left_out| left_out.name.as_str()).collect();
        let more = self.left_out.len() - names.len();
        if more == 0 { names.join(", ") } else { format!("{}, and {more} more", names.join(", ")) }
    }

    /// The number of clauses that have a source, and details that are ours.
    #[must_use]
    pub fn with_details_of_ours(&self) -> usize {
        self.clauses.iter().filter(|entry| entry.has_details_of_ours()).count()
    }

    /// The number of clauses with this confidence.
    #[must_use]
    pub fn count(&self, confidence: Confidence) -> usize {
        self.clauses.iter().filter(|entry| entry.confidence == confidence).count()
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
                references: Vec::new(),
                left_out: Vec::new(),
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
        // A page would download them, and shows no code.
        #[cfg(target_family = "wasm")]
        {
            $crate::rulebook::Sources::Files(&[])
        }
        #[cfg(not(target_family = "wasm"))]
        {
            // The inner macro refers to its crate by this name.
            use $crate::include_dir;
            static FOLDER: include_dir::Dir<'static> = include_dir::include_dir!($folder);
            $crate::rulebook::Sources::Folder(&FOLDER)
        }
    }};
    ($($file:literal),* $(,)?) => { $crate::rulebook::Sources::Files(&[$(($file, include_str!($file))),*]) };
}
