//! Closed words that more than one of the other files needs: phases, what has become of a piece, how it lies, how units move.

rules::army! { German = "German", Russian = "Russian" }

rules::words! {
    /// The phases of a game. Each Player Turn has the eight from Rally to Close Combat.
    Phase {
        /// Before the first turn.
        SetUp = "set-up",
        /// Rally Phase.
        Rally = "Rally Phase",
        /// Prep Fire Phase.
        PrepFire = "Prep Fire Phase",
        /// Movement Phase.
        Movement = "Movement Phase",
        /// Defensive Fire Phase.
        DefensiveFire = "Defensive Fire Phase",
        /// Advancing Fire Phase.
        AdvancingFire = "Advancing Fire Phase",
        /// Rout Phase.
        Rout = "Rout Phase",
        /// Advance Phase.
        Advance = "Advance Phase",
        /// Close Combat Phase.
        CloseCombat = "Close Combat Phase",
        /// The game is over.
        Over = "game over",
    }
}

rules::words! {
    /// What has become of a piece.
    Fate {
        /// It has still to be placed by its side.
        Waiting = "not yet placed",
        /// It is in the game.
        InPlay = "in play",
        /// It is eliminated, and everybody knows.
        Lost = "eliminated",
        /// It is eliminated under a "?" below ground, and only its own side knows.
        LostUnseen = "eliminated unseen",
        /// It was a dummy and is taken off.
        Removed = "removed",
        /// It has surrendered.
        Captured = "captured",
    }
}

rules::words! {
    /// Whether the enemy sees a piece.
    Cover {
        /// It lies open.
        Open = "in sight",
        /// It lies under a "?".
        Concealed = "concealed",
        /// It is not on the board for the enemy.
        Hidden = "hidden",
    }
}

rules::words! {
    /// How units move together.
    Pace {
        /// As far as their movement factors reach.
        Normal = "normal move",
        /// One Location, with some movement factors left (Assault Movement).
        Assault = "Assault Movement",
        /// In double time: two movement factors more, and counter-exhausted.
        Double = "Double Time",
    }
}

impl Pace {
    /// All ways.
    pub const ALL: [Pace; 3] = [Pace::Normal, Pace::Assault, Pace::Double];
    /// All but double time.
    pub const UNHURRIED: [Pace; 2] = [Pace::Normal, Pace::Assault];
}
