//! Entrances closed by Rubble or a Blaze (SEW-28, TUN-28).

use rules::Refusal;

use crate::printed::catalogue::Catalogue;
use crate::setting::Spot;
use crate::view::HeroesEyes;

/// Checks that an entrance is open (SEW-28, TUN-28).
///
/// # Errors
/// If Rubble or a Blaze closes it.
#[inline]
pub fn is_open(eyes: HeroesEyes<'_>, catalogue: Catalogue, spot: &Spot) -> Result<(), Refusal> {
    let [first, _] = spot.entrances;
    let rubble = eyes.setting().entrances.get(usize::from(first)).is_some_and(|entrance| entrance.rubble);
    catalogue.closed().forbids(rubble, "rubble blocks the entrance")?;
    catalogue.closed().forbids(eyes.burns(spot), "a Blaze blocks the entrance")
}
