//! Enumerations that several modules use: phases, the fate and cover of pieces, and kinds of movement.

rules::army! { German = "German", Russian = "Russian" }

rules::words! {
    /// The phases of a game. Each Player Turn has the eight from Rally to Close Combat.
    Phase {
        /// Recording and placement before the first turn.
        SetUp = "set-up",
        /// Units rally, recover and transfer weapons.
        Rally = "Rally Phase",
        /// The ATTACKER fires before moving.
        PrepFire = "Prep Fire Phase",
        /// The ATTACKER moves; the DEFENDER fires at moving units.
        Movement = "Movement Phase",
        /// The DEFENDER fires after all movement.
        DefensiveFire = "Defensive Fire Phase",
        /// The ATTACKER fires after the DEFENDER.
        AdvancingFire = "Advancing Fire Phase",
        /// Broken units of both sides rout.
        Rout = "Rout Phase",
        /// The ATTACKER's units advance one Location.
        Advance = "Advance Phase",
        /// Units of both sides in one Location attack each other.
        CloseCombat = "Close Combat Phase",
        /// The game is over.
        Over = "game over",
    }
}

rules::words! {
    /// Whether a piece is in the game, or how it left.
    Fate {
        /// Its side has still to place it.
        Waiting = "not yet placed",
        /// It is on the board.
        InPlay = "in play",
        /// It is eliminated, and all players know.
        Lost = "eliminated",
        /// It is eliminated under a "?" below ground, and only its own side knows.
        LostUnseen = "eliminated unseen",
        /// It was a dummy and is removed.
        Removed = "removed",
        /// It has surrendered to the enemy.
        Captured = "captured",
        /// It has recombined with another half-squad, whose counter is now that of both.
        Merged = "recombined",
        /// It was captured and has escaped. It counts for neither side.
        Freed = "freed",
    }
}

rules::words! {
    /// Whether the enemy sees a piece.
    Cover {
        /// The enemy sees the counter.
        Open = "in sight",
        /// The enemy sees a "?" in its place.
        Concealed = "concealed",
        /// The enemy does not see it at all.
        Hidden = "hidden",
    }
}

rules::words! {
    /// The kinds of moves of units that move together.
    Pace {
        /// As far as their movement factors allow.
        Normal = "normal move",
        /// One Location, with some movement factors left (Assault Movement).
        Assault = "Assault Movement",
        /// In double time: two more movement factors, and counter-exhausted.
        Double = "Double Time",
        /// The charge of berserk units.
        Berserk = "berserk charge",
    }
}

rules::words! {
    /// What units fire with.
    #[derive(Default)]
    Arms {
        /// Everything they can fire together.
        #[default]
        All = "everything",
        /// Their own firepower, without machine guns.
        Men = "their own firepower",
        /// Machine guns only.
        Guns = "machine guns only",
    }
}

impl Arms {
    /// All choices.
    pub const EVERY: [Arms; 3] = [Arms::All, Arms::Men, Arms::Guns];

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
    pub(crate) fn is_all(&self) -> bool {
        *self == Arms::All
    }
}

impl Pace {
    /// All kinds of moves that a side chooses.
    pub const ALL: [Pace; 3] = [Pace::Normal, Pace::Assault, Pace::Double];
    /// All kinds of moves except double time.
    pub const UNHURRIED: [Pace; 2] = [Pace::Normal, Pace::Assault];
}
