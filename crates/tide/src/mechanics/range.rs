//! Range of a target for fire.

use rules::Refusal;

use crate::printed::clause::{B8, B22, B35};
use crate::printed::tables::Band;
use crate::setting::{Setting, Spot};
use crate::state::squad::Squad;
use crate::view::eyes::TideEyes;

/// Returns the range band of a target.
///
/// # Errors
/// - If one of the squads is in the sewer.
/// - If there is no line of sight (TOI-B22, TOI-B35).
/// - If the target is beyond long range (TOI-B8).
#[inline]
pub fn band(eyes: TideEyes<'_>, firer: &Squad, target: &Squad) -> Result<Band, Refusal> {
    let (Some(from), Some(to)) = (firer.on(), target.on()) else {
        return Err(Refusal::new(B22, "squads can't fire into or out of the sewer"));
    };
    let setting: &Setting = eyes.setting();
    let sight = &setting.sight;
    B35.forbids(!sight.over_hills.sees(from, to), "the firing squad can't see the target over a hill between them")?;
    B22.forbids(!sight.free.sees(from, to), "the firing squad can't see the target")?;
    let (here, there) = (eyes.spot(from)?, eyes.spot(to)?);
    let (band, within) = band_of(setting, here, there, firer.figures.range());
    B8.forbids(!within, "the target is beyond long range")?;
    Ok(band)
}

/// Returns the range band from one place to another for figures with this range, and whether the other place is within
/// long range (TOI-B8).
#[inline]
#[must_use]
pub fn band_of(setting: &Setting, here: &Spot, there: &Spot, range: u8) -> (Band, bool) {
    let distance = setting.board.grid().distance(here.hex, there.hex);
    let range = u16::from(range) + u16::from(fires_down(here, there));
    let band = match distance {
        0 | 1 => Band::Close,
        _ if distance <= range => Band::Normal,
        _ => Band::Long,
    };
    (band, distance <= 2 * range)
}

/// Whether fire from one place to another gains range because it comes from a higher elevation (TOI-B8).
#[inline]
#[must_use]
pub fn fires_down(here: &Spot, there: &Spot) -> bool {
    here.height > there.height && B8.is_in_force()
}
