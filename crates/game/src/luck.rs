//! The luck of each side in a finished game.

use table::Luck;

use crate::problem::{Code, Problem};

/// Returns the effect of each roll of a finished game compared with average dice, and the luck of each side.
///
/// # Errors
/// The ledger can't be replayed.
pub fn luck(ledger: &str) -> Result<Luck, Problem> {
    let failed = || Problem::new(Code::Failed, "the ledger cannot be replayed");
    let header = referee::replay::header(ledger).map_err(|_| failed())?;
    let system = table::system(&header.system).ok_or_else(failed)?;
    let replayed = system.replay(ledger, None).map_err(|_| failed())?;
    Ok(replayed.table.luck(&mut |_, _| {})?)
}
