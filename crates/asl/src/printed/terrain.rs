//! Terrain: cost to enter, modifiers and Hindrance (ASL-A21).

use board::{BoardWords, Edge, Look};

/// Names of terrains and hexsides on boards of this game.
pub const WORDS: BoardWords = BoardWords {
    terrains: &[
        ("open", Look::Plain),
        ("road", Look::Cobbles),
        ("wooden building", Look::Planks),
        ("stone building", Look::Bricks),
        ("rubble", Look::Rubble),
        ("wooden rubble", Look::Rubble),
        ("woods", Look::Trees),
        ("brush", Look::Tufts),
        ("grain", Look::Stalks),
        ("shellholes", Look::Craters),
        ("water", Look::Waves),
        ("pillbox", Look::Bunker),
    ],
    features: &[("wall", Edge::Wall), ("hedge", Edge::Hedge)],
};

rules::words! {
    /// The terrain of a hex, in the order of [`WORDS`].
    Terrain {
        Open = "open ground",
        Road = "road",
        Wood = "wooden building",
        Stone = "stone building",
        Rubble = "stone rubble",
        WoodRubble = "wooden rubble",
        Woods = "woods",
        Brush = "brush",
        Grain = "grain",
        Shellholes = "shellholes",
        Water = "Water Obstacle",
        /// Open Ground with a pillbox.
        Pillbox = "pillbox",
    }
}

/// Half movement factors to a movement factor: grain costs one and a half.
pub const MF: u8 = 2;

/// Returns half movement factors as text, such as `3½`.
#[must_use]
pub fn factors(halves: u8) -> String {
    format!("{}{}", halves / MF, if halves.is_multiple_of(MF) { "" } else { "½" })
}

impl Terrain {
    /// Returns the terrain at this index of [`WORDS`]; Open Ground beyond the list.
    #[must_use]
    pub const fn nth(index: u8) -> Terrain {
        match index {
            1 => Terrain::Road,
            2 => Terrain::Wood,
            3 => Terrain::Stone,
            4 => Terrain::Rubble,
            5 => Terrain::WoodRubble,
            6 => Terrain::Woods,
            7 => Terrain::Brush,
            8 => Terrain::Grain,
            9 => Terrain::Shellholes,
            10 => Terrain::Water,
            11 => Terrain::Pillbox,
            _ => Terrain::Open,
        }
    }

    /// Returns the half movement factors to enter its ground; `None` if units can't enter it.
    #[must_use]
    pub const fn cost(self) -> Option<u8> {
        match self {
            Terrain::Water => None,
            Terrain::Open | Terrain::Road | Terrain::Shellholes | Terrain::Pillbox => Some(MF),
            Terrain::Grain => Some(3),
            Terrain::Wood | Terrain::Stone | Terrain::Woods | Terrain::Brush => Some(2 * MF),
            Terrain::Rubble | Terrain::WoodRubble => Some(3 * MF),
        }
    }

    /// Returns the terrain effects modifier for a target on its ground or its floors.
    #[must_use]
    pub const fn tem(self) -> i8 {
        match self {
            Terrain::Stone | Terrain::Rubble => 3,
            Terrain::Wood | Terrain::WoodRubble => 2,
            Terrain::Woods | Terrain::Shellholes => 1,
            _ => 0,
        }
    }

    /// Returns the Hindrance to a line of sight across it.
    #[must_use]
    pub const fn hindrance(self) -> i8 {
        match self {
            Terrain::Brush | Terrain::Grain => 1,
            _ => 0,
        }
    }

    /// Returns whether it is a building.
    #[must_use]
    pub const fn is_building(self) -> bool {
        matches!(self, Terrain::Wood | Terrain::Stone)
    }

    /// Returns whether it is rubble.
    #[must_use]
    pub const fn is_rubble(self) -> bool {
        matches!(self, Terrain::Rubble | Terrain::WoodRubble)
    }

    /// Returns whether a rout can end in it (ASL-A14).
    #[must_use]
    pub const fn shelters(self) -> bool {
        matches!(self, Terrain::Wood | Terrain::Stone | Terrain::Woods)
    }

    /// Returns how high it is above the ground of its hex, in half levels. A building of several floors is half a level
    /// higher than its highest floor.
    #[must_use]
    pub const fn height(self, floors: u8) -> i16 {
        match self {
            Terrain::Wood | Terrain::Stone if floors > 1 => 2 * floors as i16 - 1,
            Terrain::Wood | Terrain::Stone | Terrain::Woods => 2,
            Terrain::Rubble | Terrain::WoodRubble => 1,
            _ => 0,
        }
    }

    /// Returns whether a unit in it can gain or keep concealment (Concealment Terrain).
    #[must_use]
    pub const fn conceals(self) -> bool {
        !matches!(self, Terrain::Open | Terrain::Road | Terrain::Water | Terrain::Shellholes | Terrain::Pillbox)
    }

    /// Returns whether it is Open Ground for movement, Interdiction and concealment.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Terrain::Open | Terrain::Road | Terrain::Pillbox)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_terrains_are_in_one_order() {
        let said = ["Open", "Road", "Wood", "Stone", "Rubble", "WoodRubble", "Woods", "Brush", "Grain", "Shellholes"];
        for (n, name) in said.into_iter().chain(["Water", "Pillbox"]).enumerate() {
            assert_eq!(format!("{:?}", Terrain::nth(n as u8)), name);
        }
        assert_eq!(WORDS.terrains.len(), 12);
    }
}
