//! A small position outside any game: units that a calculator names, in one Location of given terrain.
//!
//! The rules of the game are applied to it as to any other position.

use board::LocationId;
use board::scenario::Document;
use rules::{BySide, DiceSource, GameBook, GameState, Piece, Pool, Refusal, SetUp, Side};

use crate::calculators::inputs::wrong;
use crate::printed::flags::Flag;
use crate::printed::kind::Kind;
use crate::printed::words::{Cover, Phase};
use crate::setting::Setting;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::position::Position;
use crate::state::step::Step;
use crate::view::AslEyes;

/// Maximum number of units of a side.
pub const MEN: usize = 6;
/// The hex of the attack, and the one beside it where a charge comes from.
pub const HERE: &str = "I5";
pub const BESIDE: &str = "I6";
/// A hex two hexes away.
pub const AWAY: &str = "I7";

/// Words for the state of a unit. The first are written in a scenario, the rest are marked later.
const STATES: [(&str, Flag, bool); 9] = [
    ("broken", Flag::Broken, true),
    ("cx", Flag::Cx, true),
    ("berserk", Flag::Berserk, true),
    ("wounded", Flag::Wounded, true),
    ("heroic", Flag::Heroic, true),
    ("fanatic", Flag::Fanatic, true),
    ("pinned", Flag::Pinned, false),
    ("ti", Flag::Ti, false),
    ("withdrawing", Flag::Withdrawing, false),
];
/// The word for units under a "?".
const CONCEALED: &str = "concealed";

/// A unit that a calculator names.
#[derive(Clone, Debug)]
pub struct Man {
    /// Its counter.
    pub kind: Kind,
    /// Its markers.
    pub flags: Vec<Flag>,
    /// Whether it is under a "?".
    pub concealed: bool,
    /// As it was written, for results.
    pub name: String,
}

/// Returns the words for the states of units, with commas.
fn states() -> String {
    let words: Vec<&str> = STATES.iter().map(|(word, ..)| *word).chain([CONCEALED]).collect();
    words.join(", ")
}

/// Reads a list of units such as `4-6-7 8-1:pinned+cx hero`.
///
/// # Errors
///
/// - A counter or state is unknown.
/// - There are too many units.
pub fn read_men(field: &str, text: &str) -> Result<Vec<Man>, Refusal> {
    let text = text.to_lowercase().replace("leader ", "");
    let words = text.split(|letter: char| letter.is_whitespace() || letter == ',').filter(|word| !word.is_empty());
    let men = words.map(|word| read_man(field, word)).collect::<Result<Vec<_>, _>>()?;
    if men.len() > MEN {
        return Err(wrong(format!("{field}: expected at most {MEN} units")));
    }
    Ok(men)
}

fn read_man(field: &str, word: &str) -> Result<Man, Refusal> {
    let (counter, state) = word.split_once(':').unwrap_or((word, ""));
    let kind = Kind::named(counter).or_else(|| Kind::named(&format!("leader {counter}")));
    let Some(kind) = kind.filter(|kind| kind.is_men()) else {
        return Err(wrong(format!("{field}: unknown unit `{counter}`; expected a counter such as 4-6-7, 8-1 or hero")));
    };
    let mut man = Man { kind, flags: Vec::new(), concealed: false, name: word.to_owned() };
    for state in state.split('+').filter(|state| !state.is_empty()) {
        match STATES.iter().find(|(known, ..)| *known == state) {
            Some((_, flag, _)) => man.flags.push(*flag),
            None if state == CONCEALED => man.concealed = true,
            None => return Err(wrong(format!("{field}: unknown state `{state}`; expected {}", states()))),
        }
    }
    Ok(man)
}

/// The terrain of the Location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The word of a scenario, such as `stone building`.
    pub terrain: &'static str,
    /// Number of upper floors.
    pub floors: u8,
    /// The level of the Location, 0 on the ground.
    pub level: u8,
    /// Whether it is the Sewer Location below.
    pub sewer: bool,
    /// Whether the second side has fortified it.
    pub fortified: bool,
}

/// Words for terrain: the first is what a player types.
const PLACES: [(&str, &str); 9] = [
    ("open", "open"),
    ("stone", "stone building"),
    ("wooden", "wooden building"),
    ("rubble", "rubble"),
    ("woods", "woods"),
    ("brush", "brush"),
    ("grain", "grain"),
    ("shellholes", "shellholes"),
    ("sewer", "open"),
];

/// Reads the terrain of a Location.
///
/// # Errors
///
/// - The word is unknown.
pub fn read_place(text: &str) -> Result<Place, Refusal> {
    let word = text.trim().to_lowercase();
    let word = word.strip_suffix(" building").unwrap_or(&word);
    let Some((name, terrain)) = PLACES.into_iter().find(|(name, _)| *name == word) else {
        let known: Vec<&str> = PLACES.iter().map(|(name, _)| *name).collect();
        return Err(wrong(format!("terrain: expected {}", known.join(", "))));
    };
    Ok(Place { terrain, floors: 0, level: 0, sewer: name == "sewer", fortified: false })
}

/// A position with units in one Location.
pub struct Stage {
    /// The board and everything else that stays.
    pub setting: Setting,
    /// The position, with no step on the agenda.
    pub position: Position,
    /// The Location.
    pub at: LocationId,
    /// The units of each side, in the order given.
    pub men: BySide<Vec<Piece>>,
}

impl Stage {
    /// Builds a position: units of both sides in the Location, and elsewhere a squad of each. `armed` is the side whose
    /// first unit holds a demolition charge.
    ///
    /// # Errors
    ///
    /// - A unit can't be in its state.
    pub fn build(place: Place, men: BySide<&[Man]>, armed: Option<Side>) -> Result<Stage, Refusal> {
        let document = Document::parse("calculator", &scenario(place, men, armed)).map_err(|told| refused(&told))?;
        let SetUp { setting, position, .. } = Asl::set_up(&document).map_err(|told| refused(&told))?;
        let Some(at) = setting.board.location_named(&label(place)) else {
            return Err(wrong("level: expected a level of the building, at most the number of its floors"));
        };
        let mut first = 0;
        let pieces = BySide::new(|side| {
            let all: Vec<Piece> = (first..first + men[side].len()).map(|n| Piece(n as u16)).collect();
            first += men[side].len();
            all
        });
        let mut stage = Stage { setting, position, at, men: pieces };
        while stage.position.agenda.top().is_some() {
            stage.position.agenda.pop();
        }
        stage.position.placed = BySide { a: true, b: true };
        for side in Side::BOTH {
            for (piece, man) in stage.men[side].clone().into_iter().zip(men[side]) {
                stage.put(piece, at);
                for (_, flag, _) in STATES.iter().filter(|(_, flag, early)| !early && man.flags.contains(flag)) {
                    stage.change(Change::Flag { unit: piece, flag: *flag, on: true });
                }
                if place.sewer {
                    stage.change(Change::Cover { unit: piece, now: Cover::Concealed });
                }
            }
        }
        Ok(stage)
    }

    /// Applies a change.
    pub fn change(&mut self, change: Change) {
        Asl::apply(&self.setting, &mut self.position, &change);
    }

    /// Puts a piece into a Location.
    pub fn put(&mut self, unit: Piece, at: LocationId) {
        self.change(Change::Placed { unit, at });
    }

    /// Begins a phase of a side's Player Turn with a step.
    pub fn begin(&mut self, attacker: Side, now: Phase, step: Step) {
        self.change(Change::Attacker { side: attacker });
        self.change(Change::Phase { now });
        self.position.agenda.push(step);
    }

    /// Returns the view of the referee.
    #[must_use]
    pub fn eyes(&self) -> AslEyes<'_> {
        AslEyes::open(&self.setting, &self.position)
    }

    /// Returns a Location of the board.
    ///
    /// # Errors
    ///
    /// - There is no such Location.
    pub fn named(&self, label: &str) -> Result<LocationId, Refusal> {
        self.setting.board.location_named(label).ok_or_else(|| wrong(format!("unknown Location {label}")))
    }
}

/// Returns what is wrong with units or terrain, in one sentence.
fn refused(told: &board::scenario::Diagnostics) -> Refusal {
    wrong(told.iter().next().map_or_else(String::new, ToString::to_string))
}

/// Returns the label of the Location.
fn label(place: Place) -> String {
    match place {
        Place { sewer: true, .. } => format!("{HERE}/sewer"),
        Place { level: 1.., .. } => format!("{HERE}/{}", place.level),
        _ => HERE.to_owned(),
    }
}

/// Returns the scenario file: units of each side in a row of their own, far apart.
fn scenario(place: Place, men: BySide<&[Man]>, armed: Option<Side>) -> String {
    let Place { terrain, floors, sewer, fortified, .. } = place;
    // A scenario counts the ground as a floor.
    let floors = if floors > 0 { format!(", floors = {}", floors + 1) } else { String::new() };
    let row = |n: usize| {
        if n == 4 { "\". . . . . . . . x . . . . . . . .\"" } else { "\". . . . . . . . . . . . . . . . .\"" }
    };
    let rows: Vec<&str> = (0..9).map(row).collect();
    let manhole = if sewer { format!("[[board.hex]]\nat = [\"{HERE}\"]\nmanhole = true\n") } else { String::new() };
    let mut text = format!(
        "title = \"A calculator\"\nsystem = \"asl\"\n[board]\nlabels = \"letters\"\nrows = [{}]\n[board.legend]\n\
         \".\" = \"open\"\nx = {{ terrain = \"{terrain}\"{floors} }}\n{manhole}[play]\nturns = 9\nfirst = \"german\"\n\
         sewers = {sewer}\n[capability]\ngerman = true\nrussian = true\n[victory]\npoints = 1\n",
        rows.join(", ")
    );
    let mut unit = |id: String, side: Side, kind: &str, rest: String| {
        let side = Asl::SIDES[side.index()];
        text += &format!("[[unit]]\nid = \"{id}\"\nside = \"{side}\"\nkind = \"{kind}\"\n{rest}\n");
    };
    for side in Side::BOTH {
        let row = if side == Side::A { 1 } else { 9 };
        for (man, column) in men[side].iter().zip('A'..='H') {
            let states = STATES.iter().filter(|(_, flag, early)| *early && man.flags.contains(flag));
            let states: Vec<String> = states.map(|(.., flag, _)| format!("{:?}", word(*flag))).collect();
            let rest =
                format!("at = \"{column}{row}\"\nstate = [{}]\nconcealed = {}", states.join(", "), man.concealed);
            unit(format!("{side:?}{column}"), side, man.kind.name(), rest);
        }
    }
    for side in Side::BOTH {
        let row = if side == Side::A { 1 } else { 9 };
        unit(format!("far{side:?}"), side, "4-4-7", format!("at = \"Q{row}\""));
    }
    if let Some(side) = armed.filter(|side| !men[*side].is_empty()) {
        unit("charge".to_owned(), side, "dc", format!("held_by = \"{side:?}A\""));
    }
    if fortified {
        let side = Asl::SIDES[armed.map_or(1, |side| side.other().index())];
        text += &format!("[[fortified]]\nside = \"{side}\"\nat = \"{}\"\n", label(place));
    }
    text
}

/// Returns the word of a marker in scenario files.
fn word(flag: Flag) -> String {
    serde_json::to_value(flag).ok().and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Dice that enumerate the rolls that `follows` accepts, and show an ordinary result of the others.
pub struct Partly<'a, D, F> {
    /// The dice that enumerate.
    pub dice: &'a mut D,
    /// Returns whether a roll is enumerated.
    pub follows: F,
}

impl<D: DiceSource, F: FnMut(&Pool) -> bool> DiceSource for Partly<'_, D, F> {
    fn roll(&mut self, pool: &Pool) -> rules::ClassCounts {
        if (self.follows)(pool) {
            return self.dice.roll(pool);
        }
        rules::ClassCounts::of_faces(pool.classes, &[3, 4, 3, 4, 3, 4][..usize::from(pool.dice).min(6)])
    }

    fn faces(&self) -> &[u8] {
        &[]
    }
}
