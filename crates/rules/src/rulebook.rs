//! Rulebooks: every clause of a system in our own words.

use include_dir::Dir;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How sure we are of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    /// Read in a source.
    Found,
    /// Recalled, not checked against a source.
    Memory,
    /// Ours: no source is at hand.
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

/// What a clause is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// It says what happens or what is not allowed.
    #[default]
    Rule,
    /// It only describes.
    Text,
}

/// One clause in our own words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClauseEntry {
    /// The identifier that code and cases cite.
    pub id: String,
    /// A few words.
    pub title: String,
    /// One to three sentences.
    pub text: String,
    /// How sure we are.
    pub confidence: Confidence,
    /// The heading it stands under.
    pub section: String,
    /// Rule or description.
    #[serde(default)]
    pub kind: Kind,
    /// Whether the clause may make a secret known to the other side.
    #[serde(default)]
    pub discloses: bool,
    /// The scenario options that bear on it.
    #[serde(default)]
    pub options: Vec<String>,
}

/// An option of a scenario file and its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OptionEntry {
    /// Its key under `[options]`.
    pub name: String,
    /// What players read for the key, in at most five words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The default, as written in a scenario.
    pub default: String,
    /// What it changes.
    pub text: String,
    /// How sure we are of the default.
    pub confidence: Confidence,
    /// The clause it belongs to.
    pub clause: String,
    /// What players may choose when they begin a game, each as written in a scenario, the default among them; empty where
    /// only a scenario sets it.
    #[serde(default)]
    pub values: Vec<String>,
}

/// A rulebook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rulebook {
    /// The name of the system.
    pub system: String,
    /// The title of the game.
    pub title: String,
    /// Where the clauses come from.
    pub source: String,
    /// The clauses, in the book's order.
    #[serde(rename = "clause")]
    pub clauses: Vec<ClauseEntry>,
    /// The options.
    #[serde(rename = "option", default)]
    pub options: Vec<OptionEntry>,
}

impl Rulebook {
    /// Reads a rulebook file.
    ///
    /// # Errors
    /// When the text is not a rulebook: what the parser found where.
    pub fn parse(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }

    /// The entry of a clause.
    #[must_use]
    pub fn entry(&self, id: &str) -> Option<&ClauseEntry> {
        self.clauses.iter().find(|entry| entry.id == id)
    }
}

/// A rulebook that is part of the program: read once, from text compiled in.
///
/// A built-in book that does not parse is a defect that a test of its crate finds; here it becomes an empty book.
#[derive(Debug)]
pub struct BuiltinRulebook {
    text: &'static str,
    sources: Sources,
    book: std::sync::OnceLock<Rulebook>,
}

impl BuiltinRulebook {
    /// The rulebook's text, and the source files that enforce it (see [`sources!`](crate::sources)).
    #[must_use]
    pub const fn new(text: &'static str, sources: Sources) -> Self {
        BuiltinRulebook { text, sources, book: std::sync::OnceLock::new() }
    }

    /// The book.
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

    /// The text as compiled in, for hashing.
    #[must_use]
    pub fn text(&self) -> &'static str {
        self.text
    }

    /// Where the code enforces a clause, as `file:line`: the list that declares it, words for people, computer players and
    /// tests left out.
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
            // A folder of one file may be that file: `text.rs`.
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

    /// The source files, each by its path inside the crate's `src`, sorted by path.
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

/// The folders of a system's crate that carry out no rule.
const SAYS_NO_RULE: [&str; 3] = ["ai", "tests", "text"];

/// The lines that can enforce a clause, with their numbers: no imports, and nothing that only says an order in words
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

/// The source files that enforce a rulebook.
#[derive(Clone, Copy, Debug)]
pub enum Sources {
    /// These files: path and text of each.
    Files(&'static [(&'static str, &'static str)]),
    /// All files of a crate.
    Folder(&'static Dir<'static>),
}

/// The source files of a crate, so that the rulebook can say where each clause is enforced: all of them, those in a folder,
/// or those named.
#[macro_export]
macro_rules! sources {
    () => { $crate::sources!(in "$CARGO_MANIFEST_DIR/src") };
    (in $folder:tt) => {{
        // What the inner macro writes names its crate so.
        use $crate::include_dir;
        static FOLDER: include_dir::Dir<'static> = include_dir::include_dir!($folder);
        $crate::rulebook::Sources::Folder(&FOLDER)
    }};
    ($($file:literal),* $(,)?) => { $crate::rulebook::Sources::Files(&[$(($file, include_str!($file))),*]) };
}
