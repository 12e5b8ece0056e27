//! The board: its grid, the contents of hexes and hexsides, and its table of Locations.

use std::collections::HashMap;

use crate::builder::Ground;
use crate::direction::Direction;
use crate::grid::{Grid, HexId, Hexside};
use crate::location::{Location, LocationError, LocationKind, MOST_LOCATIONS};
use crate::naming::LocationId;
use crate::terrain::{BoardWords, BuildingId, Features, Road, TerrainId};

/// A board with everything printed on it. It does not change during play, except that a system may add Locations during
/// set-up.
#[derive(Clone, Debug)]
pub struct Board {
    grid: Grid,
    words: BoardWords,
    ground: Vec<Ground>,
    buildings: Vec<String>,
    locations: Vec<Location>,
    at: Vec<Vec<LocationId>>,
    named: HashMap<String, LocationId>,
}

impl Board {
    /// Creates a board with the Locations above ground.
    pub(crate) fn new(grid: Grid, words: BoardWords, ground: Vec<Ground>, buildings: Vec<String>) -> Board {
        let at = vec![Vec::new(); grid.len()];
        let named = HashMap::new();
        let mut board = Board { grid, words, ground, buildings, locations: Vec::new(), at, named };
        board.add_ground();
        board.add_floors();
        board
    }

    fn add_ground(&mut self) {
        for hex in self.grid.hexes() {
            let kind = if self.floors(hex) > 0 { LocationKind::Floor } else { LocationKind::Street };
            let label = self.grid.label(hex).to_owned();
            self.push(Location { hex: Some(hex), level: 0, kind, capacity: None, label });
        }
    }

    fn add_floors(&mut self) {
        for hex in self.grid.hexes() {
            for floor in 1..self.floors(hex) {
                let label = format!("{}/{floor}", self.grid.label(hex));
                let level = i8::try_from(floor).unwrap_or(i8::MAX);
                self.push(Location { hex: Some(hex), level, kind: LocationKind::Floor, capacity: None, label });
            }
        }
    }

    fn push(&mut self, location: Location) -> LocationId {
        let id = LocationId(self.locations.len() as u16);
        if let Some(at) = location.hex.and_then(|hex| self.at.get_mut(hex.index())) {
            at.push(id);
        }
        self.named.insert(location.label.clone(), id);
        self.locations.push(location);
        id
    }

    /// Adds a Location that is not in the board file: a sewer, a card beside the board.
    ///
    /// # Errors
    /// Fails if:
    /// - the label is already in use;
    /// - the board has [`MOST_LOCATIONS`] Locations;
    /// - the hex is not on this board.
    pub fn add_location(&mut self, location: Location) -> Result<LocationId, LocationError> {
        if self.named.contains_key(&location.label) {
            return Err(LocationError::Taken(location.label));
        }
        if self.locations.len() >= MOST_LOCATIONS {
            return Err(LocationError::Full);
        }
        if location.hex.is_some_and(|hex| hex.index() >= self.grid.len()) {
            return Err(LocationError::Hex(location.label));
        }
        Ok(self.push(location))
    }

    /// Adds a Location above or below a hex, with a label made from hex and kind (`C4/sewer`).
    ///
    /// # Errors
    /// Fails if:
    /// - a Location with that label exists;
    /// - the board has [`MOST_LOCATIONS`] Locations;
    /// - the hex is not on this board.
    pub fn add_location_in(&mut self, hex: HexId, kind: LocationKind, level: i8) -> Result<LocationId, LocationError> {
        if hex.index() >= self.grid.len() {
            return Err(LocationError::Hex(kind.suffix().to_owned()));
        }
        let label = format!("{}/{}", self.grid.label(hex), kind.suffix());
        self.add_location(Location { hex: Some(hex), level, kind, capacity: None, label })
    }

    /// The hexes of the board and their geometry.
    #[inline]
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The terrain and feature names that this board uses.
    pub const fn words(&self) -> &BoardWords {
        &self.words
    }

    fn hex(&self, hex: HexId) -> &Ground {
        &self.ground[hex.index()]
    }

    /// The kind of terrain in a hex.
    #[inline]
    pub fn terrain(&self, hex: HexId) -> TerrainId {
        self.hex(hex).terrain
    }

    /// The name of the terrain in a hex, such as `woods`.
    pub fn terrain_name(&self, hex: HexId) -> &'static str {
        self.words.terrain_name(self.terrain(hex))
    }

    /// Height of the ground in a hex, in levels; 0 is the base level of the board.
    #[inline]
    pub fn elevation(&self, hex: HexId) -> i8 {
        self.hex(hex).elevation
    }

    /// Number of floors in a hex, numbered from 0; 0 if there is no building.
    #[inline]
    pub fn floors(&self, hex: HexId) -> u8 {
        self.hex(hex).floors
    }

    /// The building that a hex is part of; `None` if there is none.
    #[inline]
    pub fn building(&self, hex: HexId) -> Option<BuildingId> {
        self.hex(hex).building
    }

    /// The name of a building, or the label of its first hex if the board file gives none. Empty for an unknown id.
    pub fn building_name(&self, building: BuildingId) -> &str {
        self.buildings.get(usize::from(building.0)).map_or("", String::as_str)
    }

    /// All hexes that are part of a building, in board order.
    pub fn building_hexes(&self, building: BuildingId) -> impl Iterator<Item = HexId> + '_ {
        self.grid.hexes().filter(move |hex| self.building(*hex) == Some(building))
    }

    /// Whether a manhole or sewer token is printed in the hex.
    #[inline]
    pub fn manhole(&self, hex: HexId) -> bool {
        self.hex(hex).manhole
    }

    /// All hexes with a printed manhole or sewer token, in board order.
    pub fn manholes(&self) -> impl Iterator<Item = HexId> + '_ {
        self.grid.hexes().filter(|hex| self.manhole(*hex))
    }

    /// The road across a hexside; `None` if there is none.
    #[inline]
    pub fn road(&self, hex: HexId, direction: Direction) -> Option<Road> {
        self.hex(hex).roads[direction.index()]
    }

    /// The features on the hexside of `hex` in `direction`.
    #[inline]
    pub fn features(&self, hex: HexId, direction: Direction) -> Features {
        self.hex(hex).features[direction.index()]
    }

    /// The features on a hexside.
    #[inline]
    pub fn features_on(&self, side: Hexside) -> Features {
        self.features(side.hex(), side.direction())
    }

    /// The features on the hexside between two hexes; empty if they are not adjacent.
    pub fn features_between(&self, a: HexId, b: HexId) -> Features {
        match self.grid.direction(a, b) {
            Some(direction) => self.features(a, direction),
            None => Features::default(),
        }
    }

    /// All Locations, indexed by [`LocationId`].
    pub fn locations(&self) -> &[Location] {
        &self.locations
    }

    /// The ids of all Locations, in order.
    pub fn location_ids(&self) -> impl ExactSizeIterator<Item = LocationId> + use<> {
        (0..self.locations.len() as u16).map(LocationId)
    }

    /// The Location with this id.
    ///
    /// # Panics
    /// Panics if the id is out of range, as one of another board may be.
    #[inline]
    pub fn location(&self, id: LocationId) -> &Location {
        &self.locations[id.index()]
    }

    /// The Location with this label, such as `C4/1`; `None` if there is none.
    pub fn location_named(&self, label: &str) -> Option<LocationId> {
        self.named.get(label).copied()
    }

    /// The hex that a Location is in; `None` if it is beside the board.
    #[inline]
    pub fn hex_of(&self, id: LocationId) -> Option<HexId> {
        self.location(id).hex
    }

    /// The Location at ground level of a hex: the street, or the ground floor of its building.
    ///
    /// These are the first Locations, in the order of the hexes.
    #[inline]
    pub const fn ground(&self, hex: HexId) -> LocationId {
        LocationId(hex.0)
    }

    /// The Location of a floor in a hex, where 0 is ground level; `None` if there is no such floor.
    pub fn floor(&self, hex: HexId, floor: u8) -> Option<LocationId> {
        match floor {
            0 => Some(self.ground(hex)),
            _ => self.at(hex).iter().copied().find(|id| {
                let location = self.location(*id);
                location.kind == LocationKind::Floor && i16::from(location.level) == i16::from(floor)
            }),
        }
    }

    /// The first Location of this kind in a hex; `None` if there is none.
    pub fn kind_at(&self, hex: HexId, kind: LocationKind) -> Option<LocationId> {
        self.at(hex).iter().copied().find(|id| self.location(*id).kind == kind)
    }

    /// All Locations in a hex, ground level first.
    #[inline]
    pub fn at(&self, hex: HexId) -> &[LocationId] {
        &self.at[hex.index()]
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::builder::BoardBuilder;
    use crate::grid::Shape;
    use crate::label::{Labels, Lowered};
    use crate::terrain::{Edge, Look};

    pub(crate) const WORDS: BoardWords = BoardWords {
        terrains: &[("clear", Look::Plain), ("woods", Look::Trees), ("building", Look::House), ("water", Look::Waves)],
        features: &[("wall", Edge::Wall), ("hedge", Edge::Hedge), ("door", Edge::Door), ("window", Edge::Window)],
    };

    pub(crate) fn bare(columns: u16, rows: u16) -> BoardBuilder {
        let labels = Labels::Letters { board: None };
        let shape = Shape { columns, rows, labels, lowered: Lowered::Second, half_rows: false };
        BoardBuilder::new(Grid::new(shape).unwrap(), WORDS)
    }

    #[test]
    fn locations_of_a_building() {
        let mut builder = bare(4, 4);
        let c2 = builder.grid().hex("C2").unwrap();
        builder.floors(c2, 3);
        let mut board = builder.build();
        let sewer = board.add_location_in(c2, LocationKind::Sewer, -1).unwrap();
        let labels: Vec<_> = board.at(c2).iter().map(|id| board.location(*id).label.as_str()).collect();
        assert_eq!(labels, ["C2", "C2/1", "C2/2", "C2/sewer"]);
        assert_eq!(board.floor(c2, 2), board.location_named("C2/2"));
        assert_eq!(board.floor(c2, 3), None);
        assert_eq!(board.kind_at(c2, LocationKind::Sewer), Some(sewer));
        assert_eq!(board.add_location_in(c2, LocationKind::Sewer, -1), Err(LocationError::Taken("C2/sewer".into())));
    }

    #[test]
    fn nameless_buildings_are_grouped_by_adjacency() {
        let mut builder = bare(6, 3);
        let hexes = ["A1", "A2", "C2", "F1"].map(|label| builder.grid().hex(label).unwrap());
        for hex in hexes {
            builder.floors(hex, 1);
        }
        builder.building(hexes[3], "mill");
        let board = builder.build();
        assert_eq!(board.building(hexes[0]), board.building(hexes[1]));
        assert_ne!(board.building(hexes[0]), board.building(hexes[2]));
        assert_eq!(board.building_name(board.building(hexes[3]).unwrap()), "mill");
    }

    #[test]
    fn roads_and_features_have_two_sides() {
        let mut builder = bare(3, 3);
        let (a, b) = (builder.grid().hex("A1").unwrap(), builder.grid().hex("B1").unwrap());
        let wall = WORDS.feature("wall").unwrap();
        builder.road(a, Direction::SE, Road::Paved).feature(b, Direction::NW, wall);
        let board = builder.build();
        assert_eq!(board.road(b, Direction::NW), Some(Road::Paved));
        assert!(board.features(a, Direction::SE).contains(wall));
        assert!(board.features_between(a, b).contains(wall));
    }
}
