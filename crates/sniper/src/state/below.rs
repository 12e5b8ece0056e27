//! Starts that are not allowed below ground (39.8).

use board::LocationId;
use rules::{Clause, Piece, Side};

use crate::printed::clause::{S39_81A, S39_82A, S39_83A, S39_84A};
use crate::printed::words::Kind;
use crate::setting::Setting;
use crate::setting::spot::Level;
use crate::state::man::Man;

/// Number of a side's pieces that begin at sewer level.
#[derive(Clone, Copy, Debug, Default)]
pub struct BelowAlready {
    pub men: usize,
    pub dummies: usize,
}

impl BelowAlready {
    /// Adds `by` to the count if the man or dummy is at sewer level; -1 removes him.
    pub(crate) fn add(&mut self, setting: &Setting, at: Option<LocationId>, dummy: bool, by: isize) {
        if at.is_some_and(|at| setting.is_sewer(at)) {
            let count = if dummy { &mut self.dummies } else { &mut self.men };
            *count = count.saturating_add_signed(by);
        }
    }
}

/// Returns the clause that forbids a man or dummy to begin at a level in this kind of scenario (39.8), with the reason;
/// `None` if he may.
#[must_use]
pub fn barred_start(
    kind: Kind,
    side: Side,
    dummy: bool,
    level: Level,
    already: BelowAlready,
) -> Option<(Clause, &'static str)> {
    let sewer = level == Level::Sewer;
    match kind {
        Kind::Patrol if side == Side::A && sewer => {
            Some((S39_81A, "in Patrol, the attacker's men and dummies can't begin at sewer level"))
        }
        Kind::Ambush if side == Side::A && sewer => {
            Some((S39_83A, "in Ambush, the attacker's men and dummies can't begin at sewer level"))
        }
        Kind::Cordon if sewer => Some((S39_84A, "in Cordon, men and dummies can't begin at sewer level")),
        Kind::BlockClearing if side == Side::B && sewer => {
            let too_many = if dummy { already.dummies >= 3 } else { already.men >= 2 };
            too_many.then_some((
                S39_82A,
                "in Block Clearing, the defender can have at most 2 men and 3 dummies at sewer level",
            ))
        }
        _ => None,
    }
    .filter(|(clause, _)| clause.is_in_force())
}

/// Counts these men at sewer level, except the piece `but`.
pub fn below<'m>(setting: &Setting, men: impl Iterator<Item = (Piece, &'m Man)>, but: Piece) -> BelowAlready {
    let mut already = BelowAlready::default();
    men.filter(|(piece, _)| *piece != but).for_each(|(_, man)| already.add(setting, man.at, man.dummy, 1));
    already
}
