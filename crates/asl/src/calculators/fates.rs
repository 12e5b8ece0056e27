//! What becomes of units, with its probability.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use rules::{Side, TextTable};
use serde::Serialize;

use crate::calculators::stage::{MEN, Man, Stage};
use crate::calculators::trip_text::percent;
use crate::printed::flags::Flag;
use crate::printed::words::Fate;
use crate::state::position::Position;

/// What may become of a unit, in the order of the columns.
const FATES: [&str; 8] =
    ["unharmed", "pinned", "broken", "wounded", "reduced", "half captured", "captured", "eliminated"];

/// Returns the index in [`FATES`] of what has become of a unit.
fn fate(before: &Position, after: &Position, piece: rules::Piece) -> usize {
    let (Some(was), Some(is)) = (before.unit(piece), after.unit(piece)) else { return 0 };
    let born = |unit: &&crate::state::unit::Unit| unit.name == was.name && unit.fate == Fate::Captured;
    match () {
        () if is.fate == Fate::Captured => 6,
        () if is.at.is_none() => 7,
        () if is.kind != was.kind && after.units.iter().skip(before.units.len()).any(|unit| born(&unit)) => 5,
        () if is.kind != was.kind => 4,
        () if is.is(Flag::Wounded) && !was.is(Flag::Wounded) => 3,
        () if is.is(Flag::Broken) && !was.is(Flag::Broken) => 2,
        () if is.is(Flag::Pinned) && !was.is(Flag::Pinned) => 1,
        () => 0,
    }
}

/// The probabilities of what becomes of one unit.
#[derive(Clone, Debug, Serialize)]
pub struct UnitOdds {
    /// The unit as it was written.
    pub unit: String,
    /// The probability of each result.
    #[serde(flatten)]
    pub results: BTreeMap<&'static str, f64>,
}

/// What has become of the units of a side, in their order: indexes in the list of fates.
pub type Fates = ArrayVec<usize, MEN>;

/// Returns what has become of the units of a side in a position.
#[must_use]
pub fn fates(stage: &Stage, side: Side, after: &Position) -> Fates {
    stage.men[side].iter().map(|piece| fate(&stage.position, after, *piece)).collect()
}

/// Returns the probabilities of what becomes of units, from those of all results together.
#[must_use]
pub fn unit_odds(men: &[Man], all: impl IntoIterator<Item = (Fates, f64)>) -> Vec<UnitOdds> {
    let mut sums = vec![[0.0; FATES.len()]; men.len()];
    for (fates, weight) in all {
        for (sum, fate) in sums.iter_mut().zip(fates) {
            sum[fate] += weight;
        }
    }
    let one = |(man, sum): (&Man, [f64; FATES.len()])| {
        let results = FATES.into_iter().zip(sum).filter(|(_, chance)| *chance > 0.0).collect();
        UnitOdds { unit: man.name.clone(), results }
    };
    men.iter().zip(sums).map(one).collect()
}

/// Returns a table of what becomes of units; results that never happen are left out.
pub fn unit_table(title: String, units: &[UnitOdds]) -> TextTable {
    let happens = |what: &&&str| units.iter().any(|unit| unit.results.contains_key(**what));
    let columns: Vec<&str> = FATES.iter().filter(happens).copied().collect();
    let row = |unit: &UnitOdds| {
        let cell = |what: &&str| unit.results.get(what).map_or_else(|| "–".to_owned(), |chance| percent(*chance));
        std::iter::once(unit.unit.clone()).chain(columns.iter().map(cell)).collect()
    };
    let rows = units.iter().map(row).collect();
    TextTable { title, columns: std::iter::once("unit").chain(columns.iter().copied()).map(Into::into).collect(), rows }
}
