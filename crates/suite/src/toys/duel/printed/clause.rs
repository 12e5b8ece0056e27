//! The clauses of the rulebook, in its order.

rules::clauses! {
    /// Where men start.
    SET_UP = "D-SETUP",
    /// Plotting.
    PLOT = "D-PLOT",
    /// Both sides are ready.
    READY = "D-READY",
    /// Shots.
    FIRE = "D-FIRE",
    /// Moves.
    MOVE = "D-MOVE",
    /// The end of the game.
    END = "D-END",
}
