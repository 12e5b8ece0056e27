//! Construction of a board from the section `[board]`.

use std::collections::BTreeMap;

use toml::Spanned;

use super::board_section::{
    BoardSection, HexEntry, Hexes, HexsideEntry, LabelsWord, LoweredWord, Meaning, Pairs, RoadEntry,
};
use super::decode::one_of;
use super::diagnostic::{Diagnostic, Span};
use super::reader::Reader;
use crate::board::Board;
use crate::builder::BoardBuilder;
use crate::direction::Direction;
use crate::grid::{Grid, HexId, Shape};
use crate::label::{Labels, Lowered};
use crate::terrain::{BoardWords, FeatureId, Road, TerrainId};

/// The meaning of a character of the rows.
#[derive(Clone, Copy)]
struct Stamp {
    terrain: TerrainId,
    floors: u8,
    elevation: i8,
    edge: Option<FeatureId>,
}

impl Reader<'_> {
    /// Reads the board from the section `[board]`, with the terrain and feature names in `words`. Returns `None` if the
    /// section is missing or its grid is invalid; reports all errors.
    pub fn board(&mut self, words: &BoardWords) -> Option<Board> {
        let section = self.required_section::<BoardSection>("board")?;
        let rows = self.rows(&section, section.span.clone())?;
        let grid = self.grid(&section, &rows, section.span.clone())?;
        let mut builder = BoardBuilder::new(grid, *words);
        self.fill(&section, &rows, words, &mut builder);
        for entry in &section.hex {
            self.hex_entry(entry.get_ref(), words, &mut builder);
        }
        for entry in &section.road {
            self.road_entry(entry.get_ref(), &mut builder);
        }
        for entry in &section.hexside {
            self.hexside_entry(entry, words, &mut builder);
        }
        Some(builder.build())
    }

    /// Returns the characters of the rows with their positions in the file; an empty list if `size` is used instead.
    fn rows(&mut self, section: &BoardSection, whole: Span) -> Option<Vec<Vec<(char, Span)>>> {
        match (&section.rows, &section.size) {
            (Some(rows), None) => Some(rows.iter().map(|row| self.characters(row)).collect()),
            (None, Some(_)) => Some(Vec::new()),
            (Some(_), Some(size)) => {
                self.error(size.span(), Diagnostic::new("a board has `rows` or `size`, not both"));
                None
            }
            (None, None) => {
                let problem = Diagnostic::new("the board has no hexes").label("expected `rows` or `size`");
                self.error(whole, problem.help("write rows = [\". . .\", …] with a legend, or size = [columns, rows]"));
                None
            }
        }
    }

    fn characters(&self, row: &Spanned<String>) -> Vec<(char, Span)> {
        let span = row.span();
        let written = self.text().get(span.clone()).unwrap_or("");
        // A single character can be underlined only if the row is written without escapes.
        let start = written.find(row.get_ref().as_str()).map(|quote| span.start + quote);
        let place = |(at, letter): (usize, char)| match start {
            Some(start) => start + at..start + at + letter.len_utf8(),
            None => span.clone(),
        };
        let letters = row.get_ref().char_indices().filter(|(_, letter)| !letter.is_whitespace());
        letters.map(|at| (at.1, place(at))).collect()
    }

    fn grid(&mut self, section: &BoardSection, rows: &[Vec<(char, Span)>], whole: Span) -> Option<Grid> {
        let (columns, height, span) = match &section.size {
            Some(size) => (size.get_ref()[0], size.get_ref()[1], size.span()),
            None => {
                let half = usize::from(section.half_rows);
                let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
                let height = rows.len().saturating_sub(half);
                let small = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
                (
                    small(columns),
                    small(height),
                    section.rows.iter().flatten().next().map_or(whole.clone(), Spanned::span),
                )
            }
        };
        let labels = match section.labels {
            LabelsWord::Letters => Labels::Letters { board: section.number },
            LabelsWord::Digits => Labels::Digits,
        };
        if section.number.is_some() && labels == Labels::Digits {
            self.error(whole.clone(), Diagnostic::new("only lettered boards have a `number`"));
        }
        if section.number == Some(0) {
            self.error(whole, Diagnostic::new("a board's `number` is 1 or more"));
            return None;
        }
        let lowered = match section.lowered {
            LoweredWord::Second => Lowered::Second,
            LoweredWord::First => Lowered::First,
        };
        let shape = Shape { columns, rows: height, labels, lowered, half_rows: section.half_rows };
        match Grid::new(shape) {
            Ok(grid) => Some(grid),
            Err(error) => {
                self.error(span, Diagnostic::new(error.to_string()));
                None
            }
        }
    }

    fn fill(
        &mut self,
        section: &BoardSection,
        rows: &[Vec<(char, Span)>],
        words: &BoardWords,
        builder: &mut BoardBuilder,
    ) {
        if let Some(fill) = &section.fill
            && let Some(terrain) = self.terrain(fill, words)
        {
            for hex in builder.grid().hexes() {
                builder.terrain(hex, terrain);
            }
        }
        let mut legend = self.legend(section, words);
        let shape = builder.grid().shape();
        let mut edged: BTreeMap<HexId, (char, FeatureId)> = BTreeMap::new();
        for (place, row) in rows.iter().enumerate() {
            self.check_length(row, usize::from(shape.columns), section.rows.as_ref().and_then(|rows| rows.get(place)));
            let number = place as u16 + u16::from(!shape.half_rows);
            for (column, (letter, span)) in row.iter().enumerate() {
                let hex = builder.grid().hex_at(column as u16, number);
                let stamp = legend.get_mut(letter).map(|(stamp, used)| {
                    *used = true;
                    *stamp
                });
                match (hex, *letter, stamp) {
                    (None, '-', _) => {}
                    (None, _, _) => {
                        let problem = Diagnostic::new("there is no hex here").label("expected `-`");
                        self.error(span.clone(), problem.help("row 0 has half hexes in the lowered columns only"));
                    }
                    (Some(hex), _, Some(Some(stamp))) => {
                        builder.terrain(hex, stamp.terrain).floors(hex, stamp.floors).elevation(hex, stamp.elevation);
                        edged.extend(stamp.edge.map(|edge| (hex, (*letter, edge))));
                    }
                    // A character with an invalid meaning was already reported.
                    (Some(_), _, Some(None)) => {}
                    (Some(hex), letter, None) => {
                        let problem = Diagnostic::new(format!("`{letter}` is not in the legend"));
                        let problem = problem.label(format!("hex {}", builder.grid().label(hex)));
                        let known: Vec<String> = legend.keys().map(char::to_string).collect();
                        let known: Vec<&str> = known.iter().map(String::as_str).collect();
                        self.error(span.clone(), problem.help(format!("the legend has {}", one_of(&known))));
                    }
                }
            }
        }
        for (&hex, &(letter, edge)) in &edged {
            let same = |other: HexId| edged.get(&other).is_some_and(|(mark, _)| *mark == letter);
            for way in Direction::ALL {
                if !builder.grid().neighbour(hex, way).is_some_and(same) {
                    builder.feature(hex, way, edge);
                }
            }
        }
        for (letter, (_, used)) in legend {
            if let (false, Some(meaning)) = (used, section.legend.get(&letter.to_string())) {
                self.warning(meaning.span(), Diagnostic::new(format!("no hex of the board is a `{letter}`")));
            }
        }
    }

    fn check_length(&mut self, row: &[(char, Span)], columns: usize, written: Option<&Spanned<String>>) {
        if let (true, Some(written)) = (row.len() != columns, written) {
            let problem = Diagnostic::new(format!("this row has {} hexes, the longest has {columns}", row.len()));
            self.error(written.span(), problem.label(format!("expected {columns} characters")));
        }
    }

    fn legend(&mut self, section: &BoardSection, words: &BoardWords) -> BTreeMap<char, (Option<Stamp>, bool)> {
        let mut legend = BTreeMap::new();
        for (key, meaning) in &section.legend {
            let mut letters = key.chars();
            let (Some(letter), None) = (letters.next(), letters.next()) else {
                let problem = Diagnostic::new(format!("a legend explains single characters, not `{key}`"));
                self.error(meaning.span(), problem);
                continue;
            };
            if letter == '-' || letter.is_whitespace() {
                self.error(meaning.span(), Diagnostic::new("`-` and white space stand for no hex"));
            }
            let (name, floors, elevation, edge) = match meaning.get_ref() {
                Meaning::Terrain(name) => (Spanned::new(meaning.span(), name.clone()), None, None, None),
                Meaning::Table(table) => (table.terrain.clone(), table.floors, table.elevation, table.edge.as_ref()),
            };
            if let Some(feature) = edge {
                self.word("hexside feature", feature, &words.feature_names());
            }
            let stamp = self.terrain(&name, words).map(|terrain| Stamp {
                terrain,
                floors: floors.unwrap_or(0),
                elevation: elevation.unwrap_or(0),
                edge: edge.and_then(|feature| words.feature(feature.get_ref())),
            });
            legend.insert(letter, (stamp, false));
        }
        legend
    }

    fn terrain(&mut self, name: &Spanned<String>, words: &BoardWords) -> Option<TerrainId> {
        self.word("terrain", name, &words.terrain_names())?;
        words.terrain(name.get_ref())
    }

    fn hexes(&mut self, grid: &Grid, hexes: &Spanned<Hexes>) -> Vec<HexId> {
        let whole = hexes.span();
        let mut found = Vec::new();
        for label in &hexes.get_ref().0 {
            let span = if label.span().is_empty() { whole.clone() } else { label.span() };
            found.extend(self.hex_on(grid, &Spanned::new(span, label.get_ref().clone())));
        }
        found
    }

    fn hex_entry(&mut self, entry: &HexEntry, words: &BoardWords, builder: &mut BoardBuilder) {
        let terrain = entry.terrain.as_ref().and_then(|name| self.terrain(name, words));
        for hex in self.hexes(builder.grid(), &entry.at) {
            if let Some(terrain) = terrain {
                builder.terrain(hex, terrain);
            }
            if let Some(floors) = entry.floors {
                builder.floors(hex, floors);
            }
            if let Some(elevation) = entry.elevation {
                builder.elevation(hex, elevation);
            }
            if let Some(building) = &entry.building {
                builder.building(hex, building);
            }
            if let Some(manhole) = entry.manhole {
                builder.manhole(hex, manhole);
            }
        }
    }

    fn road_entry(&mut self, entry: &RoadEntry, builder: &mut BoardBuilder) {
        let kind = entry.kind.unwrap_or(Road::Paved);
        let path = entry.path.get_ref();
        if path.len() < 2 {
            let problem = Diagnostic::new("a road runs through at least two hexes");
            self.error(entry.path.span(), problem.label("expected two or more hexes"));
        }
        let hexes: Vec<_> = path.iter().map(|label| self.hex_on(builder.grid(), label)).collect();
        for (pair, labels) in hexes.windows(2).zip(path.windows(2)) {
            let ([Some(from), Some(to)], [_, label]) = (pair, labels) else {
                continue;
            };
            let (line, straight) = builder.grid().line(*from, *to);
            if !straight || from == to {
                let problem = Diagnostic::new(format!("{} is not next to {}", label.get_ref(), labels[0].get_ref()));
                self.error(label.span(), problem.label("expected an adjacent hex, or one on a straight row"));
                continue;
            }
            for pair in line.windows(2) {
                if let Some(way) = builder.grid().direction(pair[0], pair[1]) {
                    builder.road(pair[0], way, kind);
                }
            }
        }
    }

    fn hexside_entry(&mut self, entry: &Spanned<HexsideEntry>, words: &BoardWords, builder: &mut BoardBuilder) {
        let HexsideEntry { between, around, feature } = entry.get_ref();
        self.word("hexside feature", feature, &words.feature_names());
        let feature = words.feature(feature.get_ref());
        let sides = match (between, around) {
            (Some(between), None) => self.sides_between(builder.grid(), between),
            (None, Some(around)) => {
                let group = self.hexes(builder.grid(), around);
                sides_around(builder.grid(), &group)
            }
            _ => {
                let problem = Diagnostic::new("a hexside feature has either `between` or `around`");
                self.error(entry.span(), problem.label("expected one of the two"));
                Vec::new()
            }
        };
        for (hex, way) in sides {
            if let Some(feature) = feature {
                builder.feature(hex, way, feature);
            }
        }
    }

    fn sides_between(&mut self, grid: &Grid, pairs: &Pairs) -> Vec<(HexId, Direction)> {
        let mut sides = Vec::with_capacity(pairs.0.len());
        for [a, b] in &pairs.0 {
            let (Some(from), Some(to)) = (self.hex_on(grid, a), self.hex_on(grid, b)) else { continue };
            match grid.direction(from, to) {
                Some(way) => sides.push((from, way)),
                None => {
                    let told = format!("{} and {} have no hexside in common", a.get_ref(), b.get_ref());
                    self.error(
                        a.span().start..b.span().end,
                        Diagnostic::new(told).label("expected two adjacent hexes"),
                    );
                }
            }
        }
        sides
    }
}

/// Returns the hexsides around a group of hexes, including those at the edge of the board.
fn sides_around(grid: &Grid, group: &[HexId]) -> Vec<(HexId, Direction)> {
    let sides = group.iter().flat_map(|hex| Direction::ALL.map(|way| (*hex, way)));
    sides.filter(|(hex, way)| grid.neighbour(*hex, *way).is_none_or(|other| !group.contains(&other))).collect()
}
