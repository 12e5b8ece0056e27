//! Results of verification.

use fair::Head;
use rules::speech::capitalized;
use serde::Serialize;

use crate::ledger::Stopped;
use crate::replay::ReplayError;
use crate::rulings::{OtherRulings, PROGRAM};

/// The result of verifying a ledger without finding a mismatch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Number of entries that were re-resolved.
    pub entries: usize,
    /// Whether fairness is proved: all dice were computed from the nonces, and every entry re-resolved as recorded.
    /// False if any dice were given or entered by players.
    pub proved: bool,
    /// Number of rolls recomputed from the nonces: all rolls if dice are fair, the secret ones if players roll their
    /// own, 0 if dice were given.
    pub rolls: usize,
    /// The name of the winning side, or `draw`; `None` if the game is unfinished.
    pub outcome: Option<String>,
    /// Remarks that don't indicate an error, as English sentences.
    pub notes: Vec<String>,
    /// The differences between today's rulings and those of the ledger; `None` if there are none.
    pub other: Option<OtherRulings>,
    /// Whether a log head was supplied and matches a point of this game.
    pub head_found: bool,
    /// The entries whose results differ under today's rulings. Empty unless the verdict is inside
    /// [`VerifyError::OtherRulings`].
    pub differing: Vec<Differing>,
    /// The last public log head, as 64 hexadecimal digits.
    pub public_head: String,
}

impl Verdict {
    /// Returns the verdict in a word or two: `fair` only if the dice are proven and the results follow from today's
    /// rulings; else `consistent`, `unfinished` or `other rulings`.
    #[must_use]
    pub fn word(&self) -> &'static str {
        if !self.differing.is_empty() {
            return "other rulings";
        }
        match (&self.outcome, self.proved) {
            (None, _) => "unfinished",
            (Some(_), true) => "fair",
            (Some(_), false) => "consistent",
        }
    }
}

/// A recorded result that differs under today's rulings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Differing {
    /// The line of the ledger, from 1.
    pub line: usize,
    /// The number of the entry, from 0; `None` for the closing line.
    pub entry: Option<usize>,
    /// Identifier of the clause of the first difference; `None` if it cites none, or the act was refused.
    pub clause: Option<String>,
    /// Description of the difference, as English text.
    pub why: String,
}

impl Differing {
    pub(super) fn new(line: usize, entry: Option<usize>, why: impl Into<String>) -> Self {
        Differing { line, entry, clause: None, why: why.into() }
    }
}

/// The reason why a ledger is not what an honest referee would have written.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The ledger cannot be read to the end.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The ledger cannot be opened, such as for a faulty header.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The ledger does not follow from its scenario, dice and orders.
    #[error("line {line}: {why}")]
    Differs {
        /// The line of the ledger, from 1.
        line: usize,
        /// Description of the difference, as English text.
        why: String,
    },
    /// The supplied log head occurs in no log of this game.
    #[error(
        "log head {0} matches no point of this game: the ledger was rewritten, or the log head is from another game"
    )]
    Head(Head),
    /// The supplied log head occurs in no log, but logs depend on rulings, and these have changed since the ledger was
    /// begun.
    #[error(
        "log head {0} matches no point of this game under today's rulings: the ledger was rewritten, or the rulings changed \
         what a seat sees; {1}; version {version} of the program can tell which", version = .1.program
    )]
    HeadToday(Head, Box<OtherRulings>),
    /// The only differences are results that changed rulings may explain. Contains the verdict.
    #[error("{}", told(.0))]
    OtherRulings(Box<Verdict>),
}

/// Returns the message for a ledger whose results differ under today's rulings.
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
