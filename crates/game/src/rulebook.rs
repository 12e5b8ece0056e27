//! The rulebooks, and the levels of the computer player.

use players::Level;
use rules::rulebook::{ClauseEntry, LeftOut, OptionEntry, Reference};
use serde::Serialize;
use utoipa::ToSchema;

use crate::named;
use crate::problem::{Code, Problem};

/// A computer player, which a client can choose by name.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpponentRow {
    /// Name of the level, as the player of a side in a new game: `recruit`, `regular`, `veteran` or `elite`.
    pub name: &'static str,
    /// Description of how it plays.
    pub about: &'static str,
}

/// Returns the computer players, the weakest first.
#[must_use]
pub fn opponents() -> Vec<OpponentRow> {
    Level::ALL.map(|level| OpponentRow { name: level.name(), about: level.about() }).into()
}

/// A rulebook with its clauses and options.
#[derive(Debug, Serialize, ToSchema)]
pub struct RulebookAnswer {
    /// Name of the rule system, such as `tide`.
    system: &'static str,
    /// Title of the published game.
    title: &'static str,
    /// Sources of the clauses.
    source: &'static str,
    /// Sources that clauses cite.
    #[schema(schema_with = named::references)]
    references: &'static [Reference],
    /// Parts of the published game that the program leaves out.
    #[schema(schema_with = named::left_out)]
    left_out: &'static [LeftOut],
    /// Clauses in the order of the book.
    #[schema(schema_with = named::clauses)]
    clauses: &'static [ClauseEntry],
    /// Options that a scenario of this system can set.
    #[schema(schema_with = named::options)]
    options: &'static [OptionEntry],
    /// The referee's own clauses, which apply to every game.
    #[schema(schema_with = named::clauses)]
    house: &'static [ClauseEntry],
}

/// Returns the rulebook of a rule system: its clauses in our own words, and its options.
///
/// # Errors
/// No rule system has this name.
pub fn rulebook(name: &str) -> Result<RulebookAnswer, Problem> {
    let system = table::system(name)
        .ok_or_else(|| Problem::new(Code::UnknownSystem, format!("unknown rule system `{name}`")))?;
    let book = system.rulebook();
    Ok(RulebookAnswer {
        system: system.name(),
        title: &book.title,
        source: &book.source,
        references: &book.references,
        left_out: &book.left_out,
        clauses: &book.clauses,
        options: &book.options,
        house: &referee::referee_rulebook().book().clauses,
    })
}
