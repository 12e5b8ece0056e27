//! Closed words of the game: what a unit is in, does and suffers.

use board::NetworkKind;

use crate::printed::catalogue::Catalogue;

rules::army! { Soviet = "Soviet", German = "German" }

rules::words! {
    /// A unit's morale (HNL-B16). Shaken is what the sewer and tunnel rules call broken.
    State {
        /// In Good Order.
        Good = "Good Order",
        /// Shaken.
        Shaken = "Shaken",
    }
}

rules::words! {
    /// What a unit has done this turn (HNL-B4).
    Activity {
        /// Nothing yet.
        Fresh = "fresh",
        /// It is Ops Complete: it has led, or made an assault move.
        Complete = "Ops Complete",
        /// It has moved.
        Moved = "moved",
        /// It has fired.
        Fired = "fired",
    }
}

rules::words! {
    /// The phases of a turn (HNL-B1).
    Phase {
        /// Rally Phase.
        Rally = "Rally Phase",
        /// Operations Phase.
        Operations = "Operations Phase",
        /// Routs at the end of the Operations Phase.
        Rout = "Rout Phase",
        /// Administrative Phase.
        Administrative = "Administrative Phase",
        /// The game is over.
        Over = "game over",
    }
}

rules::words! {
    /// How units move together.
    Pace {
        /// With all their movement points (HNL-B6).
        Normal = "move",
        /// With half of them, watching out (HNL-B24).
        Assault = "assault move",
        /// Hurried on by a leader (HNL-B25).
        Double = "double time",
    }
}

impl Pace {
    /// All ways.
    pub const ALL: [Pace; 3] = [Pace::Normal, Pace::Assault, Pace::Double];
}

rules::words! {
    /// Why units are fired at, or hit.
    Occasion {
        /// Fire in an impulse.
        Direct = "fire",
        /// Opportunity Fire.
        Opportunity = "opportunity fire",
        /// Mines.
        Mines = "mines",
    }
}

rules::words! {
    /// What a damage check did to a unit (HNL-B9).
    Damage {
        /// Nothing.
        None = "no damage",
        /// It is Shaken.
        Shaken = "Shaken",
        /// It is reduced, Shaken already.
        Reduced = "reduced",
        /// It is Shaken and reduced.
        ShakenAndReduced = "Shaken and reduced",
        /// He is Shaken and wounded.
        ShakenAndWounded = "Shaken and wounded",
        /// He is wounded.
        Wounded = "wounded",
        /// It is out of the game.
        Eliminated = "eliminated",
    }
}

rules::words! {
    /// By which list units came up.
    Below {
        /// That of sewers.
        Sewer = "sewer",
        /// That of tunnels.
        Tunnel = "tunnel",
    }
}

impl Below {
    /// By the list that speaks of it.
    #[must_use]
    pub const fn of(catalogue: Catalogue) -> Below {
        match catalogue {
            Catalogue::Sewers => Below::Sewer,
            Catalogue::Tunnels => Below::Tunnel,
        }
    }

    /// The kind of network.
    #[must_use]
    pub const fn kind(self) -> NetworkKind {
        match self {
            Below::Sewer => NetworkKind::Sewer,
            Below::Tunnel => NetworkKind::Tunnel,
        }
    }
}
