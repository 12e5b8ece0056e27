//! What verification finds.

use fair::Head;
use rules::speech::capitalized;
use serde::Serialize;

use crate::ledger::Stopped;
use crate::replay::ReplayError;
use crate::rulings::{OtherRulings, PROGRAM};

/// What verification found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// How many entries were resolved again.
    pub entries: usize,
    /// Whether all dice were computed from the nonces and every entry resolved again as recorded, so that fairness is
    /// proved; not when any dice were given or entered by players.
    pub proved: bool,
    /// How many rolls were computed again from the nonces: all where dice are fair, the secret ones where players roll
    /// their own, none where dice were given.
    pub rolls: usize,
    /// The outcome, or `None` when the game is unfinished.
    pub outcome: Option<String>,
    /// Things a reader should know although they prove nothing wrong.
    pub notes: Vec<String>,
    /// How today's rulings differ from those that the ledger was begun under; `None` if they do not.
    pub other: Option<OtherRulings>,
    /// Whether a log head was given and belongs to a point of this game.
    pub head_found: bool,
    /// What comes out otherwise by today's rulings. Empty where there is a verdict at all; filled in
    /// [`VerifyError::OtherRulings`].
    pub differing: Vec<Differing>,
    /// The last public log head.
    pub public_head: String,
}

/// Something recorded that comes out otherwise by today's rulings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Differing {
    /// The line, from 1.
    pub line: usize,
    /// The entry, from 0; none for the end of the game.
    pub entry: Option<usize>,
    /// The clause of the first item that differs; none if that cites none, or the act is refused.
    pub clause: Option<String>,
    /// What differs.
    pub why: String,
}

impl Differing {
    pub(super) fn new(line: usize, entry: Option<usize>, why: impl Into<String>) -> Self {
        Differing { line, entry, clause: None, why: why.into() }
    }
}

/// Why a ledger is not what an honest referee would have written.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// It cannot be read to the end.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// It cannot be opened.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// It does not follow from its scenario, dice and orders.
    #[error("line {line}: {why}")]
    Differs {
        /// The line, from 1.
        line: usize,
        /// What differs.
        why: String,
    },
    /// No log of this game ever had the log head that a seat kept.
    #[error(
        "log head {0} matches no point of this game: the ledger was rewritten, or the log head is from another game"
    )]
    Head(Head),
    /// No log has this log head, and logs are made by today's rulings, which are not those of then.
    #[error(
        "log head {0} matches no point of this game under today's rulings: the ledger was rewritten, or the rulings changed \
         what a seat sees; {1}; version {version} of the program can tell which", version = .1.program
    )]
    HeadToday(Head, Box<OtherRulings>),
    /// Nothing is wrong with it but that today's rulings, which are not those of then, give something else.
    #[error("{}", told(.0))]
    OtherRulings(Box<Verdict>),
}

/// What is said of a ledger that comes out otherwise by today's rulings.
fn told(verdict: &Verdict) -> String {
    let Verdict { differing, other: Some(other), entries, .. } = verdict else { return "other rulings".to_owned() };
    let changed = |one: &Differing| other.clauses.iter().find(|changed| Some(&changed.clause) == one.clause.as_ref());
    // What no changed ruling explains comes first.
    let unexplained = differing.iter().find(|one| one.clause.is_some() && changed(one).is_none());
    let unexplained = unexplained.filter(|_| other.complete);
    let mut told = String::new();
    if let Some(first) = unexplained.or(differing.first()) {
        let by = match (&first.clause, changed(first)) {
            (_, Some(changed)) => format!("today's {changed}"),
            (Some(clause), None) if other.complete => format!("today's {clause}, which has not changed since"),
            (Some(clause), None) => format!("today's {clause}"),
            (None, None) => "today's rulings".to_owned(),
        };
        let what = first.entry.map_or_else(|| "its end".to_owned(), |entry| format!("entry {entry}"));
        told = format!("line {}: played under other rulings: {what} differs under {by}: {}\n", first.line, first.why);
    }
    let entries_differing = differing.iter().filter(|one| one.entry.is_some()).count();
    let heard = if verdict.head_found { "; the log head is one of this game's" } else { "" };
    let advice = if other.program == PROGRAM {
        "It was begun by another build of this same version".to_owned()
    } else {
        format!("Verify it with version {} of the program", other.program)
    };
    told + &format!(
        "{entries_differing} of {entries} entries differ; the chain is whole, and every computed roll is what the nonces \
         give for its label{heard}. {}. {advice}: nothing here proves that its rulings were kept",
        capitalized(&other.to_string()),
    )
}
