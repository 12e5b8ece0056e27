//! The clauses of `rulebooks/heroes.toml` by the names the code cites them by.

rules::clauses! {
    /// Sewers: what they are.
    S1 = "SEW-1",
    /// Sewers: beneath the board.
    S2 = "SEW-2",
    /// Sewers: networks.
    S3 = "SEW-3",
    /// Sewers: what they connect.
    S4 = "SEW-4",
    /// Sewers: entrances.
    S6 = "SEW-6",
    /// Sewers: two separate entrances.
    S7 = "SEW-7",
    /// Sewers: a Location of its own.
    S8 = "SEW-8",
    /// Sewers: at the level of the hex.
    S9 = "SEW-9",
    /// Sewers: never overstacked.
    S10 = "SEW-10",
    /// Sewers: ways in and out.
    S11 = "SEW-11",
    /// Sewers: a Hero or Leader, six hexes.
    S12 = "SEW-12",
    /// Sewers: entrances six hexes apart.
    S13 = "SEW-13",
    /// Sewers: good Order Infantry.
    S14 = "SEW-14",
    /// Sewers: squads only with a Hero or Leader.
    S15 = "SEW-15",
    /// Sewers: sewer Rat.
    S16 = "SEW-16",
    /// Sewers: granted units.
    S17 = "SEW-17",
    /// Sewers: no Opportunity Fire.
    S18 = "SEW-18",
    /// Sewers: from Location to Location.
    S19 = "SEW-19",
    /// Sewers: one combined stack.
    S20 = "SEW-20",
    /// Sewers: melee on arrival.
    S21 = "SEW-21",
    /// Sewers: sewers and tunnels interconnect.
    S22 = "SEW-22",
    /// Sewers: portage and Guns.
    S23 = "SEW-23",
    /// Sewers: not beneath water.
    S23W = "SEW-23w",
    /// Sewers: routing through it.
    S24 = "SEW-24",
    /// Sewers: immune to Interdiction.
    S25 = "SEW-25",
    /// Sewers: known enemies and the rout.
    S26 = "SEW-26",
    /// Sewers: no Fortifications.
    S27 = "SEW-27",
    /// Sewers: rubble or Blaze above.
    S28 = "SEW-28",
    /// Sewers: no TEM.
    S29 = "SEW-29",
    /// Tunnels: what they are.
    T1 = "TUN-1",
    /// Tunnels: beneath the board.
    T2 = "TUN-2",
    /// Tunnels: networks.
    T3 = "TUN-3",
    /// Tunnels: what they connect.
    T4 = "TUN-4",
    /// Tunnels: not dug in play.
    T5 = "TUN-5",
    /// Tunnels: entrances.
    T6 = "TUN-6",
    /// Tunnels: two separate entrances.
    T7 = "TUN-7",
    /// Tunnels: at the level of the hex.
    T9 = "TUN-9",
    /// Tunnels: never overstacked.
    T10 = "TUN-10",
    /// Tunnels: ways in and out.
    T11 = "TUN-11",
    /// Tunnels: a Hero or Leader, six hexes.
    T12 = "TUN-12",
    /// Tunnels: entrances six hexes apart.
    T13 = "TUN-13",
    /// Tunnels: good Order Infantry.
    T14 = "TUN-14",
    /// Tunnels: squads only with a Hero or Leader.
    T15 = "TUN-15",
    /// Tunnels: sewer Rat.
    T16 = "TUN-16",
    /// Tunnels: granted units.
    T17 = "TUN-17",
    /// Tunnels: no Opportunity Fire.
    T18 = "TUN-18",
    /// Tunnels: from Location to Location.
    T19 = "TUN-19",
    /// Tunnels: one combined stack.
    T20 = "TUN-20",
    /// Tunnels: melee on arrival.
    T21 = "TUN-21",
    /// Tunnels: sewers and tunnels interconnect.
    T22 = "TUN-22",
    /// Tunnels: portage and Guns.
    T23 = "TUN-23",
    /// Tunnels: not beneath water.
    T23W = "TUN-23w",
    /// Tunnels: routing through it.
    T24 = "TUN-24",
    /// Tunnels: immune to Interdiction.
    T25 = "TUN-25",
    /// Tunnels: known enemies and the rout.
    T26 = "TUN-26",
    /// Tunnels: no Fortifications.
    T27 = "TUN-27",
    /// Tunnels: rubble or Blaze above.
    T28 = "TUN-28",
    /// Tunnels: no TEM.
    T29 = "TUN-29",
    /// Turn.
    B1 = "HNL-B1",
    /// Rally and initiative.
    B2 = "HNL-B2",
    /// Operations.
    B3 = "HNL-B3",
    /// Impulse.
    B4 = "HNL-B4",
    /// Stacking.
    B5 = "HNL-B5",
    /// Movement.
    B6 = "HNL-B6",
    /// Opportunity Fire.
    B7 = "HNL-B7",
    /// Direct fire.
    B8 = "HNL-B8",
    /// Damage check.
    B9 = "HNL-B9",
    /// Hero creation.
    B10 = "HNL-B10",
    /// Melee.
    B11 = "HNL-B11",
    /// Target modifier.
    B12 = "HNL-B12",
    /// Bunker and Fortress.
    B13 = "HNL-B13",
    /// Rout.
    B14 = "HNL-B14",
    /// Known.
    B15 = "HNL-B15",
    /// Units.
    B16 = "HNL-B16",
    /// Line of sight.
    B17 = "HNL-B17",
    /// Objectives and victory.
    B18 = "HNL-B18",
    /// Hidden units.
    B19 = "HNL-B19",
    /// Weapons, portage and Guns.
    B20 = "HNL-B20",
    /// Blaze.
    B21 = "HNL-B21",
    /// Fortifications.
    B22 = "HNL-B22",
    /// Activation by a leader.
    B23 = "HNL-B23",
    /// Assault move.
    B24 = "HNL-B24",
    /// Double time.
    B25 = "HNL-B25",
    /// Interdiction.
    B26 = "HNL-B26",
    /// Water.
    B27 = "HNL-B27",
    /// Weapons change hands.
    B28 = "HNL-B28",
    /// Starting places.
    SC1 = "HNL-SC1",
    /// Networks in a scenario.
    SC2 = "HNL-SC2",
    /// Sizes and counts.
    SC3 = "HNL-SC3",
}
