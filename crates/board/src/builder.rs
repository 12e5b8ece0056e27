//! Construction of a board, hex by hex.

use crate::board::Board;
use crate::direction::Direction;
use crate::grid::{Grid, HexId};
use crate::terrain::{BoardWords, BuildingId, FeatureId, Features, Road, TerrainId};

/// The contents of one hex and its hexsides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ground {
    pub(crate) terrain: TerrainId,
    pub(crate) elevation: i8,
    pub(crate) floors: u8,
    pub(crate) building: Option<BuildingId>,
    pub(crate) manhole: bool,
    pub(crate) roads: [Option<Road>; 6],
    pub(crate) features: [Features; 6],
}

/// A board under construction. All hexes have the first terrain and nothing else until changed.
#[derive(Clone, Debug)]
pub struct BoardBuilder {
    grid: Grid,
    words: BoardWords,
    ground: Vec<Ground>,
    buildings: Vec<String>,
}

impl BoardBuilder {
    /// Starts a board on `grid`, with the first terrain of `words` everywhere.
    pub fn new(grid: Grid, words: BoardWords) -> BoardBuilder {
        let ground = vec![Ground::default(); grid.len()];
        BoardBuilder { grid, words, ground, buildings: Vec::new() }
    }

    /// The grid that the board is built on.
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    fn hex(&mut self, hex: HexId) -> &mut Ground {
        &mut self.ground[hex.index()]
    }

    /// Sets the terrain of a hex.
    pub fn terrain(&mut self, hex: HexId, terrain: TerrainId) -> &mut Self {
        self.hex(hex).terrain = terrain;
        self
    }

    /// Sets the elevation of a hex, in levels.
    pub fn elevation(&mut self, hex: HexId, elevation: i8) -> &mut Self {
        self.hex(hex).elevation = elevation;
        self
    }

    /// Sets the number of floors in a hex; 0 removes the building.
    pub fn floors(&mut self, hex: HexId, floors: u8) -> &mut Self {
        self.hex(hex).floors = floors;
        self
    }

    /// Makes a hex part of the building with this name.
    pub fn building(&mut self, hex: HexId, name: &str) -> &mut Self {
        let known = self.buildings.iter().position(|building| building == name);
        let id = known.unwrap_or_else(|| {
            self.buildings.push(name.to_owned());
            self.buildings.len() - 1
        });
        self.hex(hex).building = Some(BuildingId(id as u16));
        self
    }

    /// Adds a printed manhole (or sewer token) to a hex, or removes it.
    pub fn manhole(&mut self, hex: HexId, printed: bool) -> &mut Self {
        self.hex(hex).manhole = printed;
        self
    }

    /// Adds a road across a hexside, seen from both hexes. Replaces a road that is already there.
    pub fn road(&mut self, hex: HexId, direction: Direction, road: Road) -> &mut Self {
        self.hex(hex).roads[direction.index()] = Some(road);
        if let Some(other) = self.grid.neighbour(hex, direction) {
            self.hex(other).roads[direction.opposite().index()] = Some(road);
        }
        self
    }

    /// Adds a feature to a hexside, seen from both hexes.
    pub fn feature(&mut self, hex: HexId, direction: Direction, feature: FeatureId) -> &mut Self {
        self.hex(hex).features[direction.index()].insert(feature);
        if let Some(other) = self.grid.neighbour(hex, direction) {
            self.hex(other).features[direction.opposite().index()].insert(feature);
        }
        self
    }

    /// Finishes the board: groups buildings without names, and creates the Locations above ground.
    pub fn build(mut self) -> Board {
        self.group_buildings();
        Board::new(self.grid, self.words, self.ground, self.buildings)
    }

    /// Groups adjacent hexes of one terrain that have floors and no building name into a building named after its first
    /// hex.
    fn group_buildings(&mut self) {
        for hex in self.grid.hexes() {
            if self.nameless(hex) {
                let name = self.grid.label(hex).to_owned();
                let terrain = self.hex(hex).terrain;
                let mut open = vec![hex];
                while let Some(hex) = open.pop() {
                    if self.nameless(hex) && self.hex(hex).terrain == terrain {
                        self.building(hex, &name);
                        open.extend(self.grid.neighbours(hex).into_iter().flatten());
                    }
                }
            }
        }
    }

    fn nameless(&mut self, hex: HexId) -> bool {
        let ground = self.hex(hex);
        ground.floors > 0 && ground.building.is_none()
    }
}
