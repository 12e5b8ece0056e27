//! Clauses of the rulebook, in its order.

rules::clauses! {
    /// The ledges, and where men start.
    SET_UP = "D-SETUP",
    /// Secret plans of both sides.
    PLOT = "D-PLOT",
    /// The plans when both sides are ready.
    READY = "D-READY",
    /// Shots across the gap.
    FIRE = "D-FIRE",
    /// Moves along the ledge.
    MOVE = "D-MOVE",
    /// The end of the game.
    END = "D-END",
}
