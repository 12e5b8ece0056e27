//! The clauses of `rulebooks/tide.toml` by the names the code cites them by.

rules::clauses! {
    /// Sewer cards.
    S1 = "TOI-S1",
    /// Going below.
    S2 = "TOI-S2",
    /// Only from the ground.
    S3 = "TOI-S3",
    /// One squad, one card.
    S4 = "TOI-S4",
    /// Entrance marker.
    S5 = "TOI-S5",
    /// The first token.
    S6 = "TOI-S6",
    /// Tokens below in the Status Phase.
    S7 = "TOI-S7",
    /// Fatigued below.
    S8 = "TOI-S8",
    /// Actions below.
    S9 = "TOI-S9",
    /// Advancing below.
    S10 = "TOI-S10",
    /// Exit range.
    S11 = "TOI-S11",
    /// Emerging.
    S12 = "TOI-S12",
    /// Assault from the sewer.
    S13 = "TOI-S13",
    /// Fighting out of a manhole.
    S14 = "TOI-S14",
    /// The assault succeeds.
    S15 = "TOI-S15",
    /// The assault fails.
    S16 = "TOI-S16",
    /// Slower than the street.
    S17 = "TOI-S17",
    /// Example: the red squad.
    E1 = "TOI-E1",
    /// Round.
    B1 = "TOI-B1",
    /// Turns of the Action Phase.
    B2 = "TOI-B2",
    /// Actions.
    B3 = "TOI-B3",
    /// Fresh units only.
    B4 = "TOI-B4",
    /// Status Phase.
    B5 = "TOI-B5",
    /// Command Phase.
    B26 = "TOI-B26",
    /// Victory.
    B27 = "TOI-B27",
    /// No passing.
    B28 = "TOI-B28",
    /// Squads and figures.
    B6 = "TOI-B6",
    /// Mixed squads.
    B7 = "TOI-B7",
    /// Stacking.
    B18 = "TOI-B18",
    /// Pinned and disrupted.
    B23 = "TOI-B23",
    /// Movement costs.
    B19 = "TOI-B19",
    /// Elevation and floors.
    B20 = "TOI-B20",
    /// Cover.
    B21 = "TOI-B21",
    /// Line of sight.
    B22 = "TOI-B22",
    /// Range bands.
    B8 = "TOI-B8",
    /// Hits.
    B9 = "TOI-B9",
    /// Attack strength.
    B10 = "TOI-B10",
    /// Defence.
    B11 = "TOI-B11",
    /// Normal fire.
    B12 = "TOI-B12",
    /// Suppressive fire.
    B13 = "TOI-B13",
    /// Op Fire.
    B14 = "TOI-B14",
    /// Fire and Movement.
    B15 = "TOI-B15",
    /// Concentrated Fire.
    B25 = "TOI-B25",
    /// Losses.
    B24 = "TOI-B24",
    /// Assault.
    B16 = "TOI-B16",
    /// Assault result and retreat.
    B17 = "TOI-B17",
    /// Retreat onto a sewer token.
    I1 = "TOI-I1",
    /// Upper floors and the sewer.
    I2 = "TOI-I2",
    /// Below at the end.
    I3 = "TOI-I3",
    /// Starting places.
    SC1 = "TOI-SC1",
    /// Sewers in a scenario.
    SC2 = "TOI-SC2",
    /// Sizes and counts.
    SC3 = "TOI-SC3",
}
