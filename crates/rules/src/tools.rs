//! Tools on the board: line of sight and range between two Locations, the Locations that a piece can reach, and the
//! effects of terrain.
//!
//! The first two are [calculators](crate::Calculator) with one name, one set of inputs and one form of output in all
//! systems. So a client can draw the output on any board.

use std::borrow::Cow;

use board::{Grid, HexId, Hexside, LocationId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    CalculatorField, CalculatorInfo, CalculatorOutput, Clause, InputKind, Piece, Refusal, Sentence, TextTable,
};

/// The calculator of line of sight and range. Its input is a [`SightInput`], its output a [`SightAnswer`].
pub const SIGHT: CalculatorInfo = CalculatorInfo {
    name: "sight",
    about: "Line of sight and range between two Locations, with the obstacles between them.",
    inputs: &[
        CalculatorField {
            name: "from",
            kind: InputKind::Location,
            about: "the Location that looks, such as C4",
            default: None,
        },
        CalculatorField {
            name: "to",
            kind: InputKind::Location,
            about: "the Location that it looks at, such as F5",
            default: None,
        },
    ],
    needs_game: true,
};

/// The calculator of the Locations that a piece can reach. Its input is a [`ReachInput`], its output a [`ReachAnswer`].
pub const REACH: CalculatorInfo = CalculatorInfo {
    name: "reach",
    about: "Locations that a piece can reach in one move, and the cost of each. Ignores enemy fire, and enemies \
            that you don't see.",
    inputs: &[CalculatorField {
        name: "unit",
        kind: InputKind::Piece,
        about: "the piece that moves, yours or an enemy that you see",
        default: None,
    }],
    needs_game: true,
};

/// The two ends of a line, as the calculator [`SIGHT`] takes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SightInput {
    /// The Location that looks.
    pub from: LocationId,
    /// The Location that it looks at.
    pub to: LocationId,
}

/// The piece whose ways are searched, as the calculator [`REACH`] takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReachInput {
    /// The piece that moves.
    pub unit: Piece,
}

/// Output of [`SIGHT`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SightAnswer {
    /// The Location that looks.
    pub from: LocationId,
    /// The Location that it looks at.
    pub to: LocationId,
    /// Distance in hexes; `None` if no distance is counted between the two, such as to a Location beside the board.
    pub range: Option<u16>,
    /// Whether the line of sight is free; `None` if that depends on something that the seat can't know.
    pub clear: Option<bool>,
    /// Hexes and hexsides that block the line, in order from the first Location: `D4`, or `D4-E4` for a hexside. Empty
    /// unless `clear` is false, and if no place on the line is the reason.
    pub blocked_at: Vec<String>,
    /// Sentences that state the result, each with its clause.
    #[serde(skip)]
    pub text: Vec<Sentence>,
}

impl SightAnswer {
    /// Returns an answer without sentences, for a line that is free unless the caller changes it.
    #[must_use]
    pub const fn new(SightInput { from, to }: SightInput, range: Option<u16>) -> SightAnswer {
        SightAnswer { from, to, range, clear: Some(true), blocked_at: Vec::new(), text: Vec::new() }
    }

    /// Marks the line as blocked without a place on it that does so: an end may lie below ground.
    pub fn block(&mut self, clause: Clause, words: impl Into<String>) {
        self.clear = Some(false);
        self.say(clause, words);
    }

    /// Marks the line as blocked at a place, which [`hexside_label`] names if it is a hexside.
    pub fn block_at(&mut self, place: impl Into<String>, clause: Clause, words: impl Into<String>) {
        self.blocked_at.push(place.into());
        self.block(clause, words);
    }

    /// Appends a sentence with its clause.
    pub fn say(&mut self, clause: Clause, words: impl Into<String>) {
        self.text.push(Sentence::by(clause, words));
    }

    /// Converts the answer to the output of a calculator.
    ///
    /// # Errors
    /// If the reader can't name one of the Locations.
    pub fn output(self) -> Result<CalculatorOutput, Refusal> {
        Ok(CalculatorOutput { text: self.text.clone(), ..CalculatorOutput::of(&self)? })
    }
}

/// Returns the label of a hexside, such as `D4-E4`, or the label of its hex at the edge of the board.
#[must_use]
pub fn hexside_label(grid: &Grid, side: Hexside) -> String {
    let label = |hex: HexId| grid.label(hex);
    match grid.hexes_of(side) {
        (one, Some(other)) => format!("{}-{}", label(one), label(other)),
        (one, None) => label(one).to_owned(),
    }
}

/// A Location that a piece can reach. `C` is the type of the system's movement points: whole ones, unless it says
/// otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reached<C = u16> {
    /// The Location.
    pub at: LocationId,
    /// Lowest cost in the system's movement points. A move that takes the whole allowance costs all of it.
    pub cost: C,
    /// The cost as English text, such as `2 MF`.
    pub words: String,
}

/// Output of [`REACH`]. `C` is the type of the system's movement points, as in [`Reached`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReachAnswer<C = u16> {
    /// The piece that moves.
    pub unit: Piece,
    /// Movement points that it has for the move; `None` if the move isn't limited by points.
    pub budget: Option<C>,
    /// The Locations, cheapest first, without the one where the piece is.
    pub places: Vec<Reached<C>>,
    /// Sentences that state the result, each with its clause.
    #[serde(skip)]
    pub text: Vec<Sentence>,
}

/// Largest number of Locations in a row of the table of [`ReachAnswer::output`].
const ROW: usize = 12;

impl<C: Copy + Ord + Serialize> ReachAnswer<C> {
    /// Returns an answer without places and sentences.
    #[must_use]
    pub const fn new(unit: Piece, budget: Option<C>) -> ReachAnswer<C> {
        ReachAnswer { unit, budget, places: Vec::new(), text: Vec::new() }
    }

    /// Appends a sentence with its clause.
    pub fn say(&mut self, clause: Clause, words: impl Into<String>) {
        self.text.push(Sentence::by(clause, words));
    }

    /// Appends a sentence without a clause.
    pub fn remark(&mut self, words: impl Into<String>) {
        self.text.push(Sentence::from(words));
    }

    /// Converts the answer to the output of a calculator, with a table of the places by cost. `words` returns the name
    /// of a Location in text.
    ///
    /// # Errors
    /// If the reader can't name the piece or a Location.
    pub fn output(mut self, words: impl Fn(LocationId) -> String) -> Result<CalculatorOutput, Refusal> {
        self.places.sort_by_key(|place| (place.cost, place.at));
        let groups = self.places.chunk_by(|one, next| (one.cost, &one.words) == (next.cost, &next.words));
        let rows = groups.flat_map(|group| group.chunks(ROW)).map(|row| {
            let places: Vec<String> = row.iter().map(|place| words(place.at)).collect();
            let comma = if places.iter().any(|place| place.contains(',')) { "; " } else { ", " };
            vec![places.join(comma), row.first().map_or_else(String::new, |place| place.words.clone())]
        });
        let rows: Vec<Vec<String>> = rows.collect();
        let columns = vec![Cow::Borrowed("Location"), Cow::Borrowed("cost")];
        let table = TextTable { title: "Within reach".to_owned(), columns, rows };
        let tables = if table.rows.is_empty() { Vec::new() } else { vec![table] };
        Ok(CalculatorOutput { text: self.text.clone(), tables, ..CalculatorOutput::of(&self)? })
    }
}

/// An effect of a terrain or another thing on the board, with its clause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RuleNote {
    /// English text without a full stop, such as `2 movement points to enter`.
    pub words: Cow<'static, str>,
    /// The clause that rules it, such as `TOI-B21`.
    #[schemars(with = "String")]
    pub clause: Clause,
}

impl RuleNote {
    /// Creates a note.
    #[must_use]
    pub fn new(clause: Clause, words: impl Into<Cow<'static, str>>) -> RuleNote {
        RuleNote { words: words.into(), clause }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use board::naming::{Name, Named, Naming, naming};
    use board::{Direction, Labels, Lowered, Shape};
    use serde_json::{Value, json};

    use super::*;
    use crate::referee_clauses::COMPLETE;

    /// Names of the form `p3`.
    struct Letters;

    impl Naming for Letters {
        fn name(&self, kind: Named, id: u16) -> Option<Name> {
            let letter = if kind == Named::Piece { 'p' } else { 'l' };
            Some(Name::Text(format!("{letter}{id}")))
        }

        fn id(&self, _: Named, _: &Name) -> Option<u16> {
            None
        }
    }

    fn written(output: impl FnOnce() -> Result<CalculatorOutput, Refusal>) -> Value {
        naming(Arc::new(Letters), || serde_json::to_value(output().unwrap_or_default()).unwrap_or_default())
    }

    #[test]
    fn a_blocked_line_is_written_with_its_places() {
        let input = SightInput { from: LocationId(1), to: LocationId(2) };
        let mut answer = SightAnswer::new(input, Some(3));
        assert_eq!(answer.clear, Some(true));
        answer.block_at("D4", COMPLETE, "The house in D4 blocks it.");
        let expected = json!({
            "from": "l1", "to": "l2", "range": 3, "clear": false, "blocked_at": ["D4"], "charts": [], "tables": [],
            "text": [{ "words": "The house in D4 blocks it.", "clause": "REF-8" }],
        });
        assert_eq!(written(|| answer.output()), expected);
    }

    #[test]
    fn a_hexside_has_the_labels_of_its_hexes() {
        let shape = Shape {
            columns: 2,
            rows: 2,
            lowered: Lowered::Second,
            labels: Labels::Letters { board: None },
            half_rows: false,
        };
        let grid = Grid::new(shape).unwrap();
        let hex = grid.hex("A1").unwrap();
        assert_eq!(hexside_label(&grid, grid.hexside(hex, Direction::ALL[3])), "A1-A2");
        assert_eq!(hexside_label(&grid, grid.hexside(hex, Direction::ALL[0])), "A1");
    }

    #[test]
    fn places_are_listed_by_cost() {
        let mut answer = ReachAnswer::new(Piece(7), Some(4u16));
        let costs = [(3u16, 2u16), (1, 1), (2, 2)];
        answer.places =
            costs.map(|(at, cost)| Reached { at: LocationId(at), cost, words: format!("{cost} MF") }).into();
        answer.remark("Fire is ignored.");
        let written = written(|| answer.output(|at| ["A1", "B1", "C1", "D1"][at.index()].to_owned()));
        assert_eq!(written["places"][0], json!({ "at": "l1", "cost": 1, "words": "1 MF" }));
        assert_eq!(written["tables"][0]["rows"], json!([["B1", "1 MF"], ["C1, D1", "2 MF"]]));
        assert_eq!((&written["unit"], &written["budget"]), (&json!("p7"), &json!(4)));
    }

    #[test]
    fn places_with_a_comma_are_separated_by_semicolons() {
        let mut answer = ReachAnswer::new(Piece(0), Some(4u16));
        answer.places = [0, 1].map(|at| Reached { at: LocationId(at), cost: 1, words: "1 MF".to_owned() }).into();
        let written = written(|| answer.output(|at| ["A1", "A1, in the sewer"][at.index()].to_owned()));
        assert_eq!(written["tables"][0]["rows"], json!([["A1; A1, in the sewer", "1 MF"]]));
    }

    #[test]
    fn a_long_row_is_broken() {
        let mut answer = ReachAnswer::new(Piece(0), None);
        let place = |at| Reached { at: LocationId(at), cost: 1u16, words: "1 MF".to_owned() };
        answer.places = (0..13).map(place).collect();
        let written = written(|| answer.output(|_| "A1".to_owned()));
        assert_eq!(written["tables"][0]["rows"].as_array().map(Vec::len), Some(2));
        assert_eq!(written["tables"][0]["rows"][1], json!(["A1", "1 MF"]));
    }
}
