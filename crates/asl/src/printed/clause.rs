//! The clauses of `rulebooks/asl.toml` by the names the code cites them by.

rules::clauses! {
    /// Sewers: sewers only by special rule.
    B8_1A = "B8.1a",
    /// Sewers: free of what is above.
    B8_1B = "B8.1b",
    /// Sewers: in and out by manholes.
    B8_1C = "B8.1c",
    /// Sewers: where manholes are.
    B8_1D = "B8.1d",
    /// Sewers: a Sewer Location beneath each manhole.
    B8_2A = "B8.2a",
    /// Sewers: out of sight.
    B8_2B = "B8.2b",
    /// Sewers: sight is mutual.
    B8_2C = "B8.2c",
    /// Sewers: never overstacked.
    B8_2D = "B8.2d",
    /// Sewers: attacked only in sight.
    B8_3A = "B8.3a",
    /// Sewers: point blank and hazardous.
    B8_3B = "B8.3b",
    /// Sewers: no cover.
    B8_3C = "B8.3c",
    /// Sewers: no heavy fire into a sewer.
    B8_3D = "B8.3d",
    /// Sewers: nobody starts below.
    B8_4A = "B8.4a",
    /// Sewers: who enters, and when.
    B8_4B = "B8.4b",
    /// Sewers: capability, or a leader who passes his 4TC.
    B8_4C = "B8.4c",
    /// Sewers: loads below.
    B8_4D = "B8.4d",
    /// Sewers: not beneath water.
    B8_4E = "B8.4e",
    /// Sewers: up to three hexes.
    B8_41A = "B8.41a",
    /// Sewers: one combined stack.
    B8_41B = "B8.41b",
    /// Sewers: under a "Sewer ?".
    B8_41C = "B8.41c",
    /// Sewers: the dr for being lost.
    B8_41D = "B8.41d",
    /// Sewers: the dr in later turns.
    B8_41E = "B8.41e",
    /// Sewers: a stack below has to move.
    B8_41F = "B8.41f",
    /// Sewers: who cannot move is eliminated.
    B8_41G = "B8.41g",
    /// Sewers: up in the Advance Phase only.
    B8_41H = "B8.41h",
    /// Sewers: from an encirclement.
    B8_41I = "B8.41i",
    /// Sewers: the last of a stack.
    B8_41J = "B8.41j",
    /// Sewers: the emergence dr.
    B8_42A = "B8.42a",
    /// Sewers: may emerge.
    B8_42B = "B8.42b",
    /// Sewers: stays below.
    B8_42C = "B8.42c",
    /// Sewers: discovered.
    B8_42D = "B8.42d",
    /// Sewers: a friend above.
    B8_42E = "B8.42e",
    /// Sewers: nobody looks on.
    B8_42F = "B8.42f",
    /// Sewers: lost.
    B8_42G = "B8.42g",
    /// Sewers: enemy squads above.
    B8_42H = "B8.42h",
    /// Sewers: an enemy in the next sewer.
    B8_42I = "B8.42i",
    /// Sewers: they are shown for it.
    B8_42J = "B8.42j",
    /// Sewers: fire upwards.
    B8_43 = "B8.43",
    /// Sewers: no entering an enemy's Sewer Location.
    B8_44A = "B8.44a",
    /// Sewers: side by side beneath manholes.
    B8_44B = "B8.44b",
    /// Sewers: fire between neighbours below.
    B8_44C = "B8.44c",
    /// Sewers: up, or into Close Combat.
    B8_44D = "B8.44d",
    /// Sewers: never in Melee.
    B8_44E = "B8.44e",
    /// Sewers: who breaks below is eliminated.
    B8_45A = "B8.45a",
    /// Sewers: the broken and berserk do not enter.
    B8_45B = "B8.45b",
    /// Sewers: above and below ignore each other.
    B8_45C = "B8.45c",
    /// Sewers: no Fortifications below.
    B8_5A = "B8.5a",
    /// Sewers: a covered manhole is none.
    B8_5B = "B8.5b",
    /// Sewers: no emergence dr beneath one.
    B8_5C = "B8.5c",
    /// Sewers: a charge that buries a sewer.
    B8_5D = "B8.5d",
    /// Sewers: a buried sewer is closed.
    B8_5E = "B8.5e",
    /// Tunnels: where tunnels come from.
    B8_6A = "B8.6a",
    /// Tunnels: recorded in secret.
    B8_6B = "B8.6b",
    /// Tunnels: within three hexes.
    B8_6C = "B8.6c",
    /// Tunnels: where entrances are.
    B8_6D = "B8.6d",
    /// Tunnels: not beneath slopes and water.
    B8_6E = "B8.6e",
    /// Tunnels: out of sight and reach.
    B8_6F = "B8.6f",
    /// Tunnels: who enters, and where he is put.
    B8_61A = "B8.61a",
    /// Tunnels: out in the Advance Phase.
    B8_61B = "B8.61b",
    /// Tunnels: an enemy pillbox at the end.
    B8_61C = "B8.61c",
    /// Tunnels: never overstacked.
    B8_61D = "B8.61d",
    /// Tunnels: loads.
    B8_61E = "B8.61e",
    /// Tunnels: from an encirclement.
    B8_61F = "B8.61f",
    /// Tunnels: routing through.
    B8_62A = "B8.62a",
    /// Tunnels: no Interdiction within.
    B8_62B = "B8.62b",
    /// Tunnels: past the enemy.
    B8_62C = "B8.62c",
    /// Tunnels: not concealed.
    B8_62D = "B8.62d",
    /// Tunnels: destroying a tunnel.
    B8_63A = "B8.63a",
    /// Tunnels: no searching.
    B8_63B = "B8.63b",
    /// Sequence of play.
    A1 = "ASL-A1",
    /// Units and Good Order.
    A2 = "ASL-A2",
    /// Locations and stacking.
    A3 = "ASL-A3",
    /// Movement.
    A4 = "ASL-A4",
    /// Portage and who holds a support weapon.
    A5 = "ASL-A5",
    /// Line of sight.
    A6 = "ASL-A6",
    /// Attacks on the Infantry Fire Table.
    A7 = "ASL-A7",
    /// Modifiers of an attack.
    A8 = "ASL-A8",
    /// Cowering.
    A9 = "ASL-A9",
    /// Defensive First Fire and residual firepower.
    A10 = "ASL-A10",
    /// Morale, pinning and breaking.
    A11 = "ASL-A11",
    /// Casualty Reduction, ELR and the loss of a leader.
    A12 = "ASL-A12",
    /// Rally.
    A13 = "ASL-A13",
    /// Rout and Interdiction.
    A14 = "ASL-A14",
    /// Concealment.
    A15 = "ASL-A15",
    /// The Advance.
    A16 = "ASL-A16",
    /// Ambush and Close Combat.
    A17 = "ASL-A17",
    /// Leaders and heroes.
    A18 = "ASL-A18",
    /// Light machine guns.
    A19 = "ASL-A19",
    /// Demolition charges.
    A20 = "ASL-A20",
    /// Terrain.
    A21 = "ASL-A21",
    /// Fortified buildings.
    A22 = "ASL-A22",
    /// Rubble and Blaze.
    A23 = "ASL-A23",
    /// Pillboxes and entrenchments.
    A24 = "ASL-A24",
    /// Walls and hedges.
    A25 = "ASL-A25",
    /// Water.
    A26 = "ASL-A26",
    /// Hidden units.
    A27 = "ASL-A27",
    /// Encirclement.
    A28 = "ASL-A28",
    /// Recovery.
    A29 = "ASL-A29",
    /// Victory.
    A30 = "ASL-A30",
    /// Melee and surrender.
    A31 = "ASL-A31",
    /// What there is not in this game.
    A32 = "ASL-A32",
    /// Where units start.
    SC1 = "ASL-SC1",
    /// Sewers, manholes and tunnels of a scenario.
    SC2 = "ASL-SC2",
    /// Sizes and counts.
    SC3 = "ASL-SC3",
    /// Scenarios: the set-up is secret until its side is ready.
    SC4 = "ASL-SC4",
}
