//! Two catalogues that say nearly the same of sewers and of tunnels: which clause of the two to cite.

use board::NetworkKind;
use rules::Clause;

use crate::printed::clause;

/// Which of the two lists speaks of a move or a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Catalogue {
    /// Of sewers.
    Sewers,
    /// Of tunnels.
    Tunnels,
}

macro_rules! both {
    ($($(#[$doc:meta])* $name:ident = $sewer:ident, $tunnel:ident;)*) => {
        $($(#[$doc])*
        #[must_use]
        #[inline]
        pub const fn $name(self) -> Clause {
            match self {
                Catalogue::Sewers => clause::$sewer,
                Catalogue::Tunnels => clause::$tunnel,
            }
        })*
    };
}

impl Catalogue {
    /// The list that speaks of this kind of network.
    #[inline]
    #[must_use]
    pub const fn of(kind: NetworkKind) -> Catalogue {
        match kind {
            NetworkKind::Sewer => Catalogue::Sewers,
            NetworkKind::Tunnel => Catalogue::Tunnels,
        }
    }

    /// The kind of network that this list speaks of.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> NetworkKind {
        match self {
            Catalogue::Sewers => NetworkKind::Sewer,
            Catalogue::Tunnels => NetworkKind::Tunnel,
        }
    }

    both! {
        /// Infantry moves beneath the board, free of the enemy above.
        beneath = S2, T2;
        /// Entrances are connected by networks.
        connected = S3, T3;
        /// What may be connected.
        connects = S4, T4;
        /// An entrance is marked on the ground of its hex.
        marked = S6, T6;
        /// Start and destination are separate.
        separate = S7, T7;
        /// The Location inside is one of its own: nobody in it helps those above, nor they him.
        own_location = S8, T9;
        /// Who is inside is at the level of the hex.
        level = S9, T9;
        /// Never overstacked.
        stacking = S10, T10;
        /// Ways in and out.
        access = S11, T11;
        /// A hero or leader who begins there, within six hexes.
        led = S12, T12;
        /// How far two entrances are apart.
        apart = S13, T13;
        /// Good Order Infantry only.
        good_order = S14, T14;
        /// Squads and half-squads are led.
        squads = S15, T15;
        /// The card.
        card = S16, T16;
        /// The list.
        granted = S17, T17;
        /// No Opportunity Fire; the whole impulse.
        impulse = S18, T18;
        /// From such a Location to another.
        destination = S19, T19;
        /// One combined stack.
        stack = S20, T20;
        /// Melee on arrival.
        melee = S21, T21;
        /// Sewers and tunnels interconnect.
        interconnect = S22, T22;
        /// Portage, and no Gun.
        portage = S23, T23;
        /// Not beneath water.
        water = S23W, T23W;
        /// Routing through it.
        rout = S24, T24;
        /// No Interdiction inside.
        immune = S25, T25;
        /// Known enemies.
        known = S26, T26;
        /// No fortifications inside.
        fortifications = S27, T27;
        /// Rubble and Blaze close it.
        closed = S28, T28;
        /// No TEM inside.
        modifier = S29, T29;
    }
}
