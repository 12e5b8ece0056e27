//! The men as the scenario lists them.

use board::LocationId;
use rules::Side;

use crate::printed::words::Posture;

/// A man or dummy as the scenario lists him.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recruit {
    /// Whose he is.
    pub side: Side,
    /// Where he begins; `None` for who is placed, until there is a place for him.
    pub at: Option<LocationId>,
    /// Whether he is a dummy.
    pub dummy: bool,
    /// How he holds himself.
    pub posture: Posture,
    /// His weapon, as a place in the setting's list.
    pub weapon: u8,
    /// Shots in the magazine.
    pub shots: u8,
    /// His grenades.
    pub frag: u8,
    /// His smoke grenades.
    pub smoke: u8,
    /// Whether he is wounded.
    pub wounded: bool,
    /// Whether he follows a route (SNP-B20).
    pub on_route: bool,
}
