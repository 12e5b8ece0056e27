//! The closed lists of words.

rules::words! {
    /// What a man is to do this turn (D-PLOT).
    Plan {
        /// Stay and do nothing.
        Hold = "hold",
        /// Move one hex to the left.
        Left = "move left",
        /// Move one hex to the right.
        Right = "move right",
        /// Fire straight across.
        Fire = "fire",
    }
}

impl Plan {
    /// Every plan, in the order in which they are offered.
    pub const ALL: [Plan; 4] = [Plan::Hold, Plan::Left, Plan::Right, Plan::Fire];
}
