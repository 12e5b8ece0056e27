//! Enumerations of the game: morale, activities, phases, paces, attacks and damage.

use board::NetworkKind;

use crate::printed::catalogue::Catalogue;

rules::army! { Soviet = "Soviet", German = "German" }

rules::words! {
    /// Morale of a unit (HNL-B16). “Shaken” is what the sewer and tunnel rules call broken.
    State {
        /// In Good Order, able to act.
        Good = "Good Order",
        /// Shaken: it can only move, rally and rout below ground.
        Shaken = "Shaken",
    }
}

rules::words! {
    /// The last action of a unit in this turn (HNL-B4).
    Activity {
        /// It has not acted yet this turn.
        Fresh = "fresh",
        /// Ops Complete: it has led, or tried to spot. Before version 0.2 also: it has made an assault move.
        Complete = "Ops Complete",
        /// It has made an assault move and can still fire (HNL-B31).
        Assaulted = "assault moved",
        /// It has moved this turn.
        Moved = "moved",
        /// It has fired this turn.
        Fired = "fired",
    }
}

rules::words! {
    /// A phase of the turn (HNL-B1).
    Phase {
        /// Rally Phase: initiative and rally rolls.
        Rally = "Rally Phase",
        /// Operations Phase: the sides take impulses in turn.
        Operations = "Operations Phase",
        /// Routs at the end of the Operations Phase.
        Rout = "Rout Phase",
        /// Administrative Phase at the end of the turn.
        Administrative = "Administrative Phase",
        /// The game has ended.
        Over = "game over",
    }
}

rules::words! {
    /// Pace at which units move together.
    Pace {
        /// All movement points of the slowest unit (HNL-B6).
        Normal = "move",
        /// Half the movement points, rounded up (HNL-B24).
        Assault = "assault move",
        /// Extra movement points; a leader must move along (HNL-B25).
        Double = "double time",
    }
}

impl Pace {
    pub const ALL: [Pace; 3] = [Pace::Normal, Pace::Assault, Pace::Double];
}

rules::words! {
    /// The part of a unit that fires (HNL-B34).
    With {
        /// The men and their weapon.
        All = "all",
        /// The men without their weapon.
        Men = "men",
        /// The weapon alone.
        Weapons = "weapons",
    }
}

#[allow(clippy::derivable_impls)] // `words!` has no place for the attribute of a default
impl Default for With {
    fn default() -> Self {
        With::All
    }
}

impl With {
    pub const ALL: [With; 3] = [With::All, With::Men, With::Weapons];

    #[allow(clippy::trivially_copy_pass_by_ref)] // as serde wants it
    pub const fn is_all(&self) -> bool {
        matches!(self, With::All)
    }

    /// Whether the men fire.
    #[must_use]
    pub const fn men(self) -> bool {
        !matches!(self, With::Weapons)
    }

    /// Whether the weapons fire.
    #[must_use]
    pub const fn weapons(self) -> bool {
        !matches!(self, With::Men)
    }
}

rules::words! {
    /// Kind of an attack.
    Occasion {
        /// Fire in the side's own impulse.
        Direct = "fire",
        /// Opportunity Fire at moving units.
        Opportunity = "opportunity fire",
        /// Mines in a hex that units enter.
        Mines = "mines",
    }
}

rules::words! {
    /// Result of a damage check (HNL-B9).
    Damage {
        /// The unit passed its check.
        None = "no damage",
        /// The unit becomes Shaken.
        Shaken = "Shaken",
        /// A Shaken unit is reduced.
        Reduced = "reduced",
        /// The unit becomes Shaken and is reduced.
        ShakenAndReduced = "Shaken and reduced",
        /// The leader becomes Shaken and is wounded.
        ShakenAndWounded = "Shaken and wounded",
        /// The single man is wounded.
        Wounded = "wounded",
        /// The unit leaves the game.
        Eliminated = "eliminated",
    }
}

rules::words! {
    /// Kind of network that units came from.
    Below {
        /// A sewer, under the SEW clauses.
        Sewer = "sewer",
        /// A tunnel, under the TUN clauses.
        Tunnel = "tunnel",
    }
}

impl Below {
    #[must_use]
    pub const fn of(catalogue: Catalogue) -> Below {
        match catalogue {
            Catalogue::Sewers => Below::Sewer,
            Catalogue::Tunnels => Below::Tunnel,
        }
    }

    #[must_use]
    pub const fn kind(self) -> NetworkKind {
        match self {
            Below::Sewer => NetworkKind::Sewer,
            Below::Tunnel => NetworkKind::Tunnel,
        }
    }
}
