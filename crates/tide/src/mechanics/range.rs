//! Range of a target for fire.

use rules::Refusal;

use crate::printed::clause::{B8, B22, B35};
use crate::printed::tables::Band;
use crate::setting::Setting;
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
    let distance = setting.board.grid().distance(here.hex, there.hex);
    let higher = here.height > there.height && B8.is_in_force();
    let range = u16::from(firer.figures.range()) + u16::from(higher);
    B8.forbids(distance > 2 * range, "the target is beyond long range")?;
    Ok(match distance {
        0 | 1 => Band::Close,
        _ if distance <= range => Band::Normal,
        _ => Band::Long,
    })
}
