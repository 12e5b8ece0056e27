//! Line of sight and fire below ground (B8.2b, B8.2c, B8.3a, B8.3d, B8.42b to d, B8.43, B8.44c).

use board::LocationId;
use rules::{Refusal, Side};

use crate::mechanics::below::places::{are_joined, manhole};
use crate::printed::clause::{B8_2B, B8_2C, B8_3A, B8_6F, B8_42D, B8_43, B8_44C};
use crate::printed::words::Phase;
use crate::setting::below::{is_sewer, is_tunnel};
use crate::view::AslEyes;

/// Returns whether there is a line of sight between two Locations, at least one of them below ground.
///
/// In the sewers, units see into their own and the adjacent Sewer Locations. Up and down a manhole there is sight only
/// if the stack below was discovered in this Player Turn, and then both ways.
#[must_use]
pub fn sees(eyes: AslEyes<'_>, from: LocationId, to: LocationId) -> bool {
    let setting = eyes.setting();
    if B8_6F.is_in_force() && (is_tunnel(setting, from) || is_tunnel(setting, to)) {
        return false;
    }
    match (is_sewer(setting, from), is_sewer(setting, to)) {
        (true, true) => from == to || (B8_2B.is_in_force() && setting.distance(from, to) == 1),
        (false, true) => looks_down(eyes, from, to),
        (true, false) => B8_2C.is_in_force() && looks_down(eyes, to, from),
        (false, false) => false,
    }
}

/// Returns whether any unit could see so far, in hexes, into, out of or in a sewer.
#[inline]
#[must_use]
pub fn could_see(distance: u16) -> bool {
    distance <= 1 || !B8_3A.is_in_force() || !B8_43.is_in_force()
}

/// Returns whether a Location is the open manhole above a discovered stack.
fn looks_down(eyes: AslEyes<'_>, above: LocationId, sewer: LocationId) -> bool {
    manhole(eyes, sewer).is_some_and(|manhole| eyes.setting().are_one(manhole, above))
        && eyes.is_discovered_at(eyes.attacker(), sewer)
}

/// Checks that Infantry of a side may fire from one Location at another in this phase, if at least one of them is below
/// ground.
pub fn may_fire_at(eyes: AslEyes<'_>, side: Side, from: LocationId, to: LocationId) -> Result<(), Refusal> {
    let (setting, phase) = (eyes.setting(), eyes.phase());
    let turn = eyes.attacker() == side;
    let (below, target_below) = (setting.is_below(from), setting.is_below(to));
    let tunnel = is_tunnel(setting, from) || is_tunnel(setting, to);
    B8_6F.forbids(tunnel, "units can't fire into or out of a tunnel")?;
    let blind = !sees(eyes, from, to);
    if !below {
        B8_2B.forbids(
            blind && is_sewer(setting, to),
            "units see into a sewer only from the manhole above a discovered stack",
        )?;
        B8_3A.forbids(blind, "this unit doesn't see the target")?;
        return B8_42D.forbids(
            turn || phase != Phase::DefensiveFire,
            "only the DEFENDER can fire down a manhole, in the Defensive Fire Phase",
        );
    }
    if !target_below {
        B8_43.forbids(blind, "an undiscovered stack in a sewer doesn't see the Manhole Location above")?;
        return B8_43.forbids(
            !turn || phase != Phase::AdvancingFire,
            "only the ATTACKER can fire up a manhole, in the Advancing Fire Phase",
        );
    }
    B8_3A.forbids(blind, "this unit doesn't see the target")?;
    let near = from == to || are_joined(eyes, from, to);
    B8_44C.forbids(!near, "units below ground can fire only between open manholes of adjacent hexes")?;
    let time = matches!((phase, turn), (Phase::DefensiveFire, false) | (Phase::AdvancingFire, true));
    B8_44C.forbids(
        !time,
        "below ground, the DEFENDER fires in the Defensive Fire Phase and the ATTACKER in the Advancing Fire Phase",
    )
}
