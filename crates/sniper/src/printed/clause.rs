//! Names of the clauses in `rulebooks/sniper.toml`, as the code cites them.

rules::clauses! {
    /// Sewers and hidden movement.
    S39_0 = "39.0",
    /// Two kinds of sewer hex.
    S39_1 = "39.1",
    /// The levels of a hex.
    S39_11 = "39.11",
    /// Movement along the sewer.
    S39_21A = "39.21A",
    /// Movement over a manhole hex.
    S39_21B = "39.21B",
    /// Movement up and down.
    S39_22A = "39.22A",
    /// Movement on the ladder.
    S39_22B = "39.22B",
    /// Movement through the manhole.
    S39_22C = "39.22C",
    /// No prone men on the ladder.
    S39_31 = "39.31",
    /// One man on the ladder.
    S39_41 = "39.41",
    /// Sight along the sewer.
    S39_51A = "39.51A",
    /// Ground above a sewer.
    S39_51B = "39.51B",
    /// Sight within a manhole hex.
    S39_52A = "39.52A",
    /// Manhole hexes otherwise normal.
    S39_52B = "39.52B",
    /// Sight between ground and sewer.
    S39_52C = "39.52C",
    /// Sight at middle level.
    S39_52D = "39.52D",
    /// Fire only at what is seen.
    S39_61A = "39.61A",
    /// Defence on the ladder.
    S39_61B = "39.61B",
    /// Fire from the ladder.
    S39_61C = "39.61C",
    /// Throwing in the sewer.
    S39_62A = "39.62A",
    /// Throwing from the ladder.
    S39_62B = "39.62B",
    /// Grenades at a manhole.
    S39_62C = "39.62C",
    /// Falling off the ladder.
    S39_63A = "39.63a",
    /// Ducked under the cover.
    S39_63B = "39.63b",
    /// Smoke in the sewer.
    S39_71 = "39.71",
    /// Patrol: no entry by sewer.
    S39_81A = "39.81A",
    /// Patrol: the far end by sewer.
    S39_81B = "39.81B",
    /// Block Clearing: defenders below.
    S39_82A = "39.82A",
    /// Ambush: no entry by sewer.
    S39_83A = "39.83A",
    /// Cordon: no start below.
    S39_84A = "39.84A",
    /// Shape of a sewer.
    S39_9A = "39.9A",
    /// Colours on the map.
    S39_9B = "39.9B",
    /// The sewers suggested for the map.
    S39_9C = "39.9C",
    /// Steps of a turn.
    B1 = "SNP-B1",
    /// Secret plots of men.
    B2 = "SNP-B2",
    /// Panic in hexes named by a die.
    B3 = "SNP-B3",
    /// Standing, prone and ladder postures.
    B4 = "SNP-B4",
    /// Movement points and their use.
    B5 = "SNP-B5",
    /// Walls, doors, windows and stairs.
    B6 = "SNP-B6",
    /// Sight along straight lines.
    B7 = "SNP-B7",
    /// Fire and its strengths.
    B8 = "SNP-B8",
    /// Defence Strength of a target.
    B9 = "SNP-B9",
    /// Results of fire and bursts.
    B10 = "SNP-B10",
    /// Throwing and scatter of grenades.
    B11 = "SNP-B11",
    /// Smoke above the ground.
    B12 = "SNP-B12",
    /// Recovery from being stunned.
    B13 = "SNP-B13",
    /// Stacking limit of a place.
    B14 = "SNP-B14",
    /// Hand-to-hand combat in a place.
    B15 = "SNP-B15",
    /// Opportunity fire of watching men.
    B16 = "SNP-B16",
    /// Weapons, magazines and reloading.
    B17 = "SNP-B17",
    /// Hidden movement and sight.
    B18 = "SNP-B18",
    /// Setting up, openly or in secret.
    B19 = "SNP-B19",
    /// Scenario kind: a patrol.
    B20 = "SNP-B20",
    /// Scenario kind: block clearing.
    B21 = "SNP-B21",
    /// Scenario kind: an ambush.
    B22 = "SNP-B22",
    /// Scenario kind: a cordon.
    B23 = "SNP-B23",
    /// Victory in every scenario.
    B24 = "SNP-B24",
    /// Rules that are left out.
    B25 = "SNP-B25",
    /// Stuns: who is stunned, and what he may do.
    B26 = "SNP-B26",
    /// Length of a game.
    B27 = "SNP-B27",
    /// Incapacitated men stay on the map.
    B28 = "SNP-B28",
    /// Preservation: chits drawn for losses.
    B29 = "SNP-B29",
    /// Upright men in the line of a shot.
    B30 = "SNP-B30",
    /// Lying behind a window.
    B31 = "SNP-B31",
    /// Scatter by the distance of a throw.
    B32 = "SNP-B32",
    /// Grenades prepared, thrown and dropped; rearming.
    B33 = "SNP-B33",
    /// Men who expose themselves at doors, windows and manholes.
    B34 = "SNP-B34",
    /// Names of places in scenarios.
    SC1 = "SNP-SC1",
    /// Sewers in a scenario.
    SC2 = "SNP-SC2",
    /// Limits on sizes and counts.
    SC3 = "SNP-SC3",
}
