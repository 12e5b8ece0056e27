//! Clauses for sewers and tunnels: selection of the corresponding clause for either kind of network.

use board::NetworkKind;
use rules::Clause;

use crate::printed::clause;

/// The group of clauses that applies to a move or a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Catalogue {
    Sewers,
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
    #[inline]
    #[must_use]
    pub const fn of(kind: NetworkKind) -> Catalogue {
        match kind {
            NetworkKind::Sewer => Catalogue::Sewers,
            NetworkKind::Tunnel => Catalogue::Tunnels,
        }
    }

    #[inline]
    #[must_use]
    pub const fn kind(self) -> NetworkKind {
        match self {
            Catalogue::Sewers => NetworkKind::Sewer,
            Catalogue::Tunnels => NetworkKind::Tunnel,
        }
    }

    both! {
        /// Units move below the board, free of the enemy above.
        beneath = S2, T2;
        connected = S3, T3;
        connects = S4, T4;
        /// An entrance is marked on the ground of its hex.
        marked = S6, T6;
        /// The two entrances of a network are in separate hexes.
        separate = S7, T7;
        /// The inside is a separate Location. Units there and units above can't help each other.
        own_location = S8, T9;
        /// Units inside are at the level of the hex.
        level = S9, T9;
        /// The Location inside is never overstacked.
        stacking = S10, T10;
        access = S11, T11;
        /// A leader or hero begins the move at an entrance and has a limited range.
        led = S12, T12;
        /// Two entrances are at most that range apart.
        apart = S13, T13;
        /// Only Infantry in Good Order can go below ground.
        good_order = S14, T14;
        /// Squads and half-squads need a leader or hero.
        squads = S15, T15;
        /// The unit that leads needs the Sewer Rat card.
        card = S16, T16;
        /// The scenario lists the units that may go below ground.
        granted = S17, T17;
        /// The move takes the whole impulse and allows no Opportunity Fire.
        impulse = S18, T18;
        /// The move leads to a Location inside another entrance.
        destination = S19, T19;
        /// All units of the Location go as one stack.
        stack = S20, T20;
        melee = S21, T21;
        interconnect = S22, T22;
        /// Units can't carry more than their IPC, nor a Gun.
        portage = S23, T23;
        /// No way leads under a Water Obstacle.
        water = S23W, T23W;
        /// Shaken units can rout below ground.
        rout = S24, T24;
        /// There is no Interdiction inside.
        immune = S25, T25;
        /// A rout can't end near Known enemies.
        known = S26, T26;
        fortifications = S27, T27;
        /// Rubble and Blaze close an entrance.
        closed = S28, T28;
        /// The terrain gives no target modifier inside.
        modifier = S29, T29;
    }
}
