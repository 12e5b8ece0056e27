//! Closed enumerations of the game.

rules::words! {
    /// A man's plan for one turn (D-PLOT).
    Plan {
        /// He stays and does nothing.
        Hold = "hold",
        /// He moves one hex to the left.
        Left = "move left",
        /// He moves one hex to the right.
        Right = "move right",
        /// He fires straight across the gap.
        Fire = "fire",
    }
}

impl Plan {
    /// All plans, in the order of offers.
    pub const ALL: [Plan; 4] = [Plan::Hold, Plan::Left, Plan::Right, Plan::Fire];
}
