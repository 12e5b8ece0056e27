//! What closes an entrance (SEW-28, TUN-28).

use rules::Refusal;

use crate::printed::catalogue::Catalogue;
use crate::setting::Spot;
use crate::view::HeroesEyes;

/// Whether Rubble and Blaze leave the entrance of a hex open (SEW-28, TUN-28).
///
/// # Errors
/// When one of them covers it.
#[inline]
pub fn is_open(eyes: HeroesEyes<'_>, catalogue: Catalogue, spot: &Spot) -> Result<(), Refusal> {
    let [first, _] = spot.entrances;
    let rubble = eyes.setting().entrances.get(usize::from(first)).is_some_and(|entrance| entrance.rubble);
    catalogue.closed().forbids(rubble, "rubble blocks the entrance")?;
    catalogue.closed().forbids(eyes.burns(spot), "a Blaze blocks the entrance")
}
