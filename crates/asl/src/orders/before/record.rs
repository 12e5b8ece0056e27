//! What the sides record in secret before anybody is placed: tunnels and Fortified Locations (B8.6a, B8.6b, ASL-A22).
//!
//! Both do so at once, each for itself, and neither hears of the other. While both are asked nothing can be taken back
//! (REF-2), so what was recorded by mistake is struck out by an order.

use board::LocationId;
use rules::{Refusal, Side};

use crate::orders::Order;
use crate::orders::before::tunnel;
use crate::orders::when::out_of_time;
use crate::printed::clause::{A22, B8_5A, B8_6A, B8_6B};
use crate::state::position::FORTS;
use crate::state::step::Step;
use crate::view::AslEyes;

/// Whether a side may record this.
///
/// # Errors
/// The refusal with its clause.
pub fn check(eyes: AslEyes<'_>, side: Side, order: &Order) -> Result<(), Refusal> {
    let (tunnels, forts) = eyes.allotments(side).unwrap_or_default();
    match *order {
        Order::Recorded => Ok(()),
        Order::Tunnel { from, to, entrenchment, from_entrenchment } => {
            B8_6A.forbids(tunnels == 0, "no tunnel is left to be recorded")?;
            tunnel::may_record(eyes, side, [from, to], [from_entrenchment, entrenchment])
        }
        Order::Forfeit { at: None } => {
            B8_6A.forbids(forts == 0, "no Fortified Building Location is left to be given up")
        }
        Order::Forfeit { at: Some(at) } => {
            let Some(fort) = eyes.fort(side, at) else {
                return Err(Refusal::new(B8_6A, "you have no Fortified Building Location there"));
            };
            B8_6A.forbids(fort.fixed, "the scenario names this place, so it is not to be given up")
        }
        Order::Fortify { at } => may_fortify(eyes, side, forts, at),
        Order::Erase { from, to } => match recorded(eyes, side, from, to) {
            Some(_) => Ok(()),
            None => Err(Refusal::new(B8_6B, "you have recorded no such tunnel")),
        },
        Order::Unfortify { at } => {
            let Some(fort) = eyes.fort(side, at) else {
                return Err(Refusal::new(A22, "you have recorded no Fortified Location there"));
            };
            A22.forbids(fort.fixed, "the scenario names this place, so it is not to be struck out")
        }
        Order::Keep => {
            let have = eyes.tunnels(side).count() + usize::from(tunnels);
            let given_up = have > usize::from(eyes.setting().tunnels[side]);
            B8_6A.forbids(!given_up, "you have given up no Fortified Location")?;
            B8_6A.forbids(tunnels == 0, "the tunnel for it is recorded: strike out one first")
        }
        _ => Err(out_of_time(Step::Record, order)),
    }
}

/// The number of a side's own tunnel with these ends.
pub fn recorded(eyes: AslEyes<'_>, side: Side, from: LocationId, to: LocationId) -> Option<u8> {
    eyes.tunnels(side).find(|(_, tunnel)| tunnel.ends == [from, to]).map(|(n, _)| n)
}

fn may_fortify(eyes: AslEyes<'_>, side: Side, forts: u8, at: LocationId) -> Result<(), Refusal> {
    B8_5A.forbids(eyes.setting().is_below(at), "nothing is fortified below ground")?;
    A22.forbids(forts == 0, "no Fortified Location is left to be recorded")?;
    A22.forbids(eyes.fort(side, at).is_some(), "it is fortified already")?;
    let own = eyes.forts_of(side).count();
    A22.forbids(own >= FORTS / 2, "these are too many Fortified Locations")?;
    A22.forbids(!eyes.setting().fortifiable[side].contains(&at), "it is no building Location that you set up in")
}
