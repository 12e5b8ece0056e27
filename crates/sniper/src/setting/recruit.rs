//! Men and dummies as the scenario lists them.

use board::LocationId;
use rules::Side;

use crate::printed::words::{Hand, Posture};

/// A man or dummy with his equipment at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recruit {
    pub side: Side,
    /// Starting place; `None` for a man placed by his side until a place is chosen.
    pub at: Option<LocationId>,
    /// Whether he is a dummy.
    pub dummy: bool,
    /// Posture at the start.
    pub posture: Posture,
    /// Index of his weapon in the tables.
    pub weapon: u8,
    /// Shots in his magazine.
    pub shots: u8,
    /// Number of fragmentation grenades.
    pub frag: u8,
    /// Number of smoke grenades.
    pub smoke: u8,
    /// What he has in hand.
    pub hand: Hand,
    /// Whether he is wounded.
    pub wounded: bool,
    /// Whether he has a route (SNP-B20).
    pub on_route: bool,
}
