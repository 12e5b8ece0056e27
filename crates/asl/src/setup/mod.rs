//! Reading a scenario: builds a setting and a position from the sections of the file ([`crate::setup::scenario`]).

pub mod digging;
pub mod ground;
pub mod roster;
pub mod scenario;
mod warnings;

use arrayvec::ArrayVec;
use board::scenario::{Diagnostic, Diagnostics, Document, Item, Reader};
use board::{Board, Location, LocationId, LocationKind};
use rules::agenda::Agenda;
use rules::objectives::{self, Goal, Held, Objectives};
use rules::{BySide, GameBook, PieceSet, SetUp, Side};

use crate::printed::clause::{SC2, SC3};
use crate::printed::kind::Class;
use crate::printed::terrain::{Terrain, WORDS};
use crate::printed::words::{Army, Fate, Phase};
use crate::setting::below::beneath;
use crate::setting::sight::Sight;
use crate::setting::steps::Pairs;
use crate::setting::{
    Building, HEXES, LOCATIONS, NONE, Options, Place, Setting, Spot, edges, pillboxes, sewer_edges, tunnel_edges,
};
use crate::setup::ground::{fortifiable, read_areas, read_covers, read_forts, read_objectives};
use crate::setup::roster::read_units;
use crate::setup::scenario::{
    AreaEntry, Capability, Cover, EntrenchmentEntry, FortEntry, Mark, Numbers, OptionsSection, PillboxEntry, Play,
    UnitEntry, Victory,
};
use crate::state::Asl;
use crate::state::lines::Lines;
use crate::state::position::{FORTS, Fort, Position, TUNNELS};
use crate::state::step::Step;
use crate::state::unit::{PIECES, Unit};

/// Experience Level Rating if the scenario has none.
const ELR: u8 = 3;

/// All sections of the file except the board.
struct Sections {
    play: Option<Play>,
    elr: Numbers,
    areas: Vec<Item<AreaEntry>>,
    units: Vec<Item<UnitEntry>>,
    capability: Capability,
    forts: Vec<Item<FortEntry>>,
    fortify: Numbers,
    tunnels: Item<Numbers>,
    trenches: Vec<Item<EntrenchmentEntry>>,
    pillboxes: Vec<Item<PillboxEntry>>,
    covers: Vec<Item<Cover>>,
    blazes: Vec<Item<Cover>>,
    marks: Vec<Item<Mark>>,
    goal: Goal,
    casualties: bool,
    options: OptionsSection,
}

fn sections(reader: &mut Reader<'_>) -> Sections {
    let goal = reader.section_or_default::<Victory>("victory");
    let play = reader.required_section::<Play>("play");
    if let Some(play) = play.as_ref().filter(|play| !play.turns.get_ref().fits()) {
        SC3.broken_by(reader, play.turns.span(), Diagnostic::new("`turns` must be 1 to 99"));
    }
    if reader.has("network") {
        let span = reader.place_of("network");
        let problem = Diagnostic::new("unknown section or key `network`").label("not known here");
        reader.error(span, problem.help("asl sewers follow from the manholes of the map"));
    }
    Sections {
        play: play.map(|play| play.value),
        elr: reader.section_or_default::<Numbers>("elr").value,
        areas: reader.items("area"),
        units: reader.items("unit"),
        capability: reader.section_or_default::<Capability>("capability").value,
        forts: reader.items("fortified"),
        fortify: reader.section_or_default::<Numbers>("fortify").value,
        tunnels: reader.section_or_default("tunnels"),
        trenches: reader.items("entrenchment"),
        pillboxes: reader.items("pillbox"),
        covers: reader.items("cover"),
        blazes: reader.items("blaze"),
        marks: reader.items("objective"),
        goal: Goal { side: goal.side.map(Army::side), points: goal.points },
        casualties: goal.casualties,
        options: reader.section_or_default::<OptionsSection>("options").value,
    }
}

/// Reads a scenario.
///
/// # Errors
///
/// - Every error of the file, each with its line and column.
pub fn set_up(document: &Document) -> Result<SetUp<Asl>, Diagnostics> {
    let mut reader = document.reader_of("asl")?;
    let sections = sections(&mut reader);
    let board = reader.board(&WORDS).filter(|board| check_size(&mut reader, board));
    let parts = board.zip(sections.play.as_ref()).map(|(board, play)| furnish(&mut reader, board, play, &sections));
    let Some((setting, position)) = parts.flatten() else {
        return Err(reader.give_up());
    };
    let warnings = reader.finish()?;
    Ok(SetUp { setting, position, warnings })
}

/// Returns whether the board is small enough to continue.
pub fn check_size(reader: &mut Reader<'_>, board: &Board) -> bool {
    let small = board.grid().len() <= HEXES && board.locations().len() <= LOCATIONS;
    if !small {
        let span = reader.place_of("board");
        let words = format!("a board can't have more than {HEXES} hexes or {LOCATIONS} Locations");
        reader.error(span, Diagnostic::new(words).clause(SC3.id()));
    }
    small
}

/// Computes the tables that rules use, and places the units.
fn furnish(reader: &mut Reader<'_>, mut board: Board, play: &Play, sections: &Sections) -> Option<(Setting, Position)> {
    if !digging::dig(reader, &mut board, play.deluxe, &sections.trenches) {
        return None;
    }
    let (objectives, held) = read_objectives(reader, &board, &sections.marks);
    let covers = read_covers(reader, &board, &sections.covers, &sections.blazes);
    let spots: Vec<Spot> = board.location_ids().filter_map(|at| spot(&board, &objectives, at)).collect();
    let pillboxes = pillboxes::all(&board, &digging::pillboxes(reader, &board, &sections.pillboxes));
    let mut sight = Sight::build(&board, &covers);
    sight.wall_up(&board, &pillboxes);
    let sewer_edges = sewer_edges::all(&board, &spots);
    let (advances, around, pairs) = (edges::advances(&spots), edges::around(&spots), Pairs::of(&spots));
    let tunnel_edges = tunnel_edges::edges(&board, &spots);
    let areas = read_areas(reader, &board, &sections.areas);
    let first = play.first.side();
    let buildings = Building::all(&board);
    let mut setting = Setting {
        board,
        spots,
        sight,
        pillboxes,
        buildings,
        pairs,
        around,
        advances,
        sewer_edges,
        tunnel_edges,
        turns: play.turns.get_ref().0,
        first,
        first_to_place: play.first_to_place.map_or(first.other(), Army::side),
        elr: BySide::new(|side| sections.elr.of(side).unwrap_or(ELR)),
        options: Options {
            sewers: play.sewers.unwrap_or(false),
            deluxe: play.deluxe,
            straight_down: sections.options.straight_down,
        },
        objectives,
        covers,
        areas,
        allotted: BySide::new(|side| left(&sections.fortify, side) + left(&sections.tunnels, side) > 0),
        tunnels: BySide::new(|side| left(&sections.tunnels, side)),
        forts: BySide::new(|side| left(&sections.fortify, side)),
        fortifiable: BySide::default(),
        manholes: Vec::new(),
        cratered: false,
        trenched: !sections.trenches.is_empty(),
        entrenchments: BySide::default(),
        waiting: BySide::default(),
        unbound: false,
        goal: sections.goal,
        casualties: sections.casualties,
        names: Vec::new(),
    };
    setting.entrenchments = digging::entrenchments(reader, &setting, &sections.trenches);
    let units = read_units(reader, &mut setting, &sections.units, &sections.capability);
    let leads_on = |spot: &Spot| spot.place.is_below() || !spot.edges.is_empty();
    setting.manholes = setting.board.location_ids().filter(|at| beneath(&setting, *at).is_some()).collect();
    setting.cratered = setting.spots.iter().any(|spot| spot.terrain == Terrain::Shellholes);
    setting.unbound = setting.spots.iter().all(leads_on) && units.iter().all(|unit| unit.kind.class() != Class::Gun);
    setting.fortifiable = BySide::new(|side| fortifiable(&setting, &units, side));
    let forts = read_forts(reader, &setting, &sections.forts);
    check_numbers(reader, sections);
    warnings::check(reader, &setting, play, &units);
    let mut position = opening(&setting, units, sections, held, forts);
    position.look(&setting);
    // Last of all: no scenario can name it.
    for side in Side::BOTH.into_iter().filter(|side| !position.placed[*side]) {
        let beside = Location::beside(LocationKind::Beside, format!("beside/{}", Asl::SIDES[side.index()]));
        setting.waiting[side] = setting.board.add_location(beside).ok();
    }
    Some((setting, position))
}

/// Returns the position with which a game begins.
fn opening(
    setting: &Setting,
    units: ArrayVec<Unit, PIECES>,
    sections: &Sections,
    held: Held,
    forts: ArrayVec<Fort, FORTS>,
) -> Position {
    Position {
        turn: 1,
        phase: Phase::SetUp,
        attacker: setting.first,
        moving: None,
        tunnels: BySide::default(),
        forts,
        tunnels_left: BySide::new(|side| left(&sections.tunnels, side)),
        forts_left: BySide::new(|side| left(&sections.fortify, side)),
        recorded: BySide::default(),
        placed: BySide::new(|side| !is_placed_by_its_side(&units, side)),
        residual: ArrayVec::new(),
        covered: 0,
        rubble: ArrayVec::new(),
        buried: ArrayVec::new(),
        barred: ArrayVec::new(),
        entered: ArrayVec::new(),
        fired_at: ArrayVec::new(),
        no_quarter: BySide::default(),
        fled_from: PieceSet::EMPTY,
        rout_from: None,
        prisoners: PieceSet::EMPTY,
        truly: held.clone(),
        unseen_gains: BySide::default(),
        held,
        charges: ArrayVec::new(),
        breaches: ArrayVec::new(),
        cleared: ArrayVec::new(),
        clearings: ArrayVec::new(),
        ruined: ArrayVec::new(),
        agenda: agenda(setting, &units),
        units: units.into_iter().collect(),
        lines: Lines::default(),
    }
}

/// Returns how many a side may record.
fn left(numbers: &Numbers, side: Side) -> u8 {
    numbers.of(side).unwrap_or(0)
}

/// Checks that neither side may record more than the position can hold.
fn check_numbers(reader: &mut Reader<'_>, sections: &Sections) {
    let over = |side| left(&sections.tunnels, side) + left(&sections.fortify, side) > TUNNELS as u8;
    if Side::BOTH.into_iter().any(over) {
        let problem =
            Diagnostic::new(format!("a side can't record more than {TUNNELS} tunnels and Fortified Locations"));
        SC2.broken_by(reader, sections.tunnels.span.clone(), problem);
    }
}

/// Returns whether a side has units that it places itself.
fn is_placed_by_its_side(units: &[Unit], side: Side) -> bool {
    units.iter().any(|unit| unit.side == side && unit.fate == Fate::Waiting)
}

/// Returns the first steps: recording, placement, the first turn.
fn agenda(setting: &Setting, units: &[Unit]) -> Agenda<Step> {
    let mut agenda = Agenda::default();
    agenda.push(Step::GameTurn);
    for side in [setting.first_to_place.other(), setting.first_to_place] {
        if is_placed_by_its_side(units, side) {
            agenda.push(Step::SetUp { side });
        }
    }
    if let Some(step) = first_step(setting.allotted) {
        agenda.push(step);
    }
    agenda
}

/// Returns the properties of a Location.
fn spot(board: &Board, objectives: &Objectives, at: LocationId) -> Option<Spot> {
    let location = board.location(at);
    let hex = location.hex?;
    let place = match location.kind {
        LocationKind::Sewer => Place::Sewer,
        LocationKind::Tunnel => Place::Tunnel,
        LocationKind::Inside => Place::Pillbox,
        LocationKind::Entrenchment => Place::Entrenchment,
        _ if location.level > 0 => Place::Floor,
        _ => Place::Ground,
    };
    let objective = objectives::index_of(objectives, at);
    Some(Spot {
        hex,
        place,
        level: location.level,
        elevation: board.elevation(hex),
        terrain: Terrain::nth(board.terrain(hex).0),
        ground: board.ground(hex),
        sewer: board.kind_at(hex, LocationKind::Sewer),
        tunnel: board.kind_at(hex, LocationKind::Tunnel),
        pillbox: board.kind_at(hex, LocationKind::Inside),
        entrenchment: board.kind_at(hex, LocationKind::Entrenchment),
        objective: objective.and_then(|n| u8::try_from(n).ok()).unwrap_or(NONE),
        edges: edges::edges(board, at),
    })
}

/// Returns the question for recording, if the scenario lets either side record anything.
#[must_use]
pub fn first_step(allotted: rules::BySide<bool>) -> Option<Step> {
    (allotted.a || allotted.b).then_some(Step::Record)
}
