//! Setup of a game: builds the setting and the position from the sections of a scenario ([`crate::setup::scenario`]).

pub(crate) mod maps;
pub(crate) mod networks;
pub(crate) mod options;
pub(crate) mod roster;
pub mod scenario;

use arrayvec::ArrayVec;
use board::scenario::{Diagnostic, Diagnostics, Document, Item, Reader};
use board::{Board, HexId, LocationId, NetworkKind};
use rules::agenda::Agenda;
use rules::objectives::{self, Goal, Held, ObjectiveEntry, Objectives};
use rules::{BySide, PieceSet, SetUp, Side};

use crate::printed::catalogue::Catalogue;
use crate::printed::clause::{B22, SC3};
use crate::printed::tables::{FOXHOLES, STEP_INSIDE, Terrain, WORDS};
use crate::printed::words::{Army, Phase};
use crate::setting::{
    BLAZES, Blaze, Entrance, HEXES, MoveEdge, NONE, Options, STEPS, Setting, Spot, UNSEEN, edges, sight,
};
use crate::setup::maps::Cities;
use crate::setup::networks::Below;
use crate::setup::options::read_options;
use crate::setup::roster::read_units;
use crate::setup::scenario::{
    BlazeEntry, Fortification, Granted, Link, Lists, MapEntry, Mark, Play, UnitEntry, Victory, Work,
};
use crate::state::Heroes;
use crate::state::position::Position;
use crate::state::step::Step;
use crate::state::unit::{UNITS, Unit};
use crate::state::unit_index::UnitIndex;

/// Largest number of Locations where a hidden unit can be placed. All of them are offered at once.
const HIDEOUTS: usize = 500;

/// All sections of the file except board, play, maps and networks.
struct Sections {
    goal: Goal,
    options: Options,
    units: Vec<Item<UnitEntry>>,
    granted: Granted,
    hidden: Lists,
    marks: Vec<Item<Mark>>,
    links: Vec<Item<Link>>,
    blazes: Vec<Item<BlazeEntry>>,
    works: Vec<Item<Fortification>>,
}

fn sections(reader: &mut Reader<'_>) -> Sections {
    let goal = reader.section_or_default::<Victory>("victory");
    Sections {
        goal: Goal { side: goal.side.map(Army::side), points: goal.points },
        options: read_options(reader),
        units: reader.items::<UnitEntry>("unit"),
        granted: reader.section_or_default::<Granted>("granted").value,
        hidden: reader.section_or_default::<Lists>("hidden").value,
        marks: reader.items::<Mark>("objective"),
        links: reader.items::<Link>("link"),
        blazes: reader.items::<BlazeEntry>("blaze"),
        works: reader.items::<Fortification>("fortification"),
    }
}

/// Builds the setting and the first position from a scenario.
///
/// # Errors
/// All mistakes in the file, each with its place.
pub fn set_up(document: &Document) -> Result<SetUp<Heroes>, Diagnostics> {
    let mut reader = document.reader_of("heroes")?;
    let play = reader.required_section::<Play>("play").map(|play| check_play(&mut reader, play));
    let sections = sections(&mut reader);
    let city = play.as_ref().is_none_or(|play| play.city);
    let maps = reader.items::<MapEntry>("map");
    let board = reader.board(&WORDS).filter(|board| check_ground(&mut reader, board));
    let parts = board.map(|mut board| {
        let cities = Cities::read(&mut reader, &board, &maps, city);
        let below = networks::read(&mut reader, &mut board, &sections.links, &cities, &sections.options);
        furnish(&mut reader, board, below, &sections)
    });
    let (Some(play), Some((mut setting, units, held))) = (play, parts) else {
        // Without a board the networks were not read; this prevents an error about unused sections.
        reader.place_of("network");
        return Err(reader.give_up());
    };
    let most: u32 = setting.objectives.iter().map(|objective| u32::from(objective.brings)).sum();
    objectives::check_goal(&mut reader, setting.goal, BySide { a: most, b: most });
    let warnings = reader.finish()?;
    setting.turns = play.turns.get_ref().0;
    let initiative = play.initiative.side();
    let mut agenda = Agenda::default();
    agenda.push(Step::Turn);
    // The step pushed last is asked first.
    for side in [Side::B, Side::A] {
        if setting.options.secret_set_up && units.iter().any(|unit| unit.hidden && unit.side == side) {
            agenda.push(Step::Hide { side, done: PieceSet::EMPTY });
        }
    }
    let position = Position {
        unit_index: UnitIndex::of(&setting, &units),
        units,
        held,
        turn: 1,
        phase: Phase::Rally,
        initiative,
        to_act: initiative,
        passes: 0,
        impulse: None,
        moving: None,
        burning: 0,
        lying: ArrayVec::new(),
        barred: ArrayVec::new(),
        attempt: None,
        locked: ArrayVec::new(),
        agenda,
    };
    Ok(SetUp { setting, position, warnings })
}

fn check_play(reader: &mut Reader<'_>, play: Item<Play>) -> Play {
    if !play.turns.get_ref().fits() {
        SC3.broken_by(reader, play.turns.span(), Diagnostic::new("`turns` must be 1 to 99"));
    }
    play.value
}

/// Whether the board is within the size limit. Reports boards that are too large or have upper floors.
fn check_ground(reader: &mut Reader<'_>, board: &Board) -> bool {
    let small = board.grid().len() <= HEXES;
    let storeys = board.grid().hexes().find(|hex| board.floors(*hex) > 1);
    if small && storeys.is_none() {
        return true;
    }
    let span = reader.place_of("board");
    if !small {
        reader.error(span.clone(), Diagnostic::new(format!("a board can have at most {HEXES} hexes")).clause(SC3.id()));
    }
    if let Some(hex) = storeys {
        let problem =
            Diagnostic::new(format!("{} has upper floors, which this game doesn't have", board.grid().label(hex)));
        SC3.broken_by(reader, span, problem);
    }
    small
}

/// Computes the tables of the setting and places the units.
fn furnish(
    reader: &mut Reader<'_>,
    board: Board,
    below: Below,
    sections: &Sections,
) -> (Setting, ArrayVec<Unit, UNITS>, Held) {
    let (objectives, held) = read_objectives(reader, &board, &sections.marks);
    let blazes = read_blazes(reader, &board, &sections.blazes);
    let works = read_works(reader, &board, &sections.works);
    let spots: Vec<Spot> =
        board.location_ids().filter_map(|at| spot(&board, &below, &objectives, &blazes, &works, at)).collect();
    let sight::Tables { sight, smoke, degraded } = sight::tables(&board, &blazes);
    let passages = below.passages(&board, &sections.options);
    let unlisted = BySide::new(|side| sections.granted.to(side, None));
    let mut setting = Setting {
        board,
        spots,
        sight,
        smoke,
        degraded,
        networks: below.networks,
        network_links: below.network_links,
        entrances: below.entrances,
        passages,
        hideouts: BySide::default(),
        watched: BySide::default(),
        near_hideouts: Vec::new(),
        options: sections.options,
        turns: 1,
        objectives,
        blazes,
        goal: sections.goal,
        names: Vec::new(),
        listed: 0,
        unlisted,
    };
    setting.hideouts = read_hideouts(reader, &setting, &sections.hidden);
    let units = read_units(reader, &mut setting, &sections.units, &sections.granted);
    for side in Side::BOTH {
        let hides = units.iter().any(|unit| unit.hidden && unit.side == side);
        if setting.options.secret_set_up && hides && setting.hideouts[side].len() > HIDEOUTS {
            let problem = Diagnostic::new(format!(
                "a side that places its hidden units can have at most {HIDEOUTS} Locations to choose from"
            ));
            let span = reader.place_of("options");
            SC3.broken_by(reader, span, problem.help("list its Locations under [hidden]"));
        }
    }
    setting.watched = watched(&setting);
    setting.near_hideouts = near_hideouts(&setting, &units);
    (setting, units, held)
}

/// Returns the properties of a Location.
fn spot(
    board: &Board,
    below: &Below,
    objectives: &Objectives,
    blazes: &[Blaze],
    works: &[(LocationId, Work)],
    at: LocationId,
) -> Option<Spot> {
    let hex = board.hex_of(at)?;
    let ground = board.ground(hex);
    let terrain = Terrain::nth(board.terrain(hex).0);
    let inside = below.entrances.iter().find(|entrance| entrance.inside == at);
    let in_hex = || below.entrances.iter().filter(|entrance| entrance.hex == hex);
    let mut places = [ground; 3];
    for (place, entrance) in places.iter_mut().skip(1).zip(in_hex()) {
        *place = entrance.inside;
    }
    let mut entrances = [NONE; 2];
    let own = |entrance: &Entrance| entrance.hex == hex && inside.is_none_or(|own| own == entrance);
    let numbers = (0u8..).zip(&below.entrances).filter(|(_, entrance)| own(entrance)).map(|(n, _)| n);
    for (slot, n) in entrances.iter_mut().zip(numbers) {
        *slot = n;
    }
    let has = |work| inside.is_none() && works.contains(&(ground, work));
    let blaze = blazes.iter().position(|blaze| blaze.at == ground).and_then(|n| u8::try_from(n).ok());
    let objective = objectives::index_of(objectives, ground).and_then(|n| u8::try_from(n).ok());
    let above = if has(Work::Foxholes) && B22.is_in_force() {
        terrain.target_modifier().max(FOXHOLES)
    } else {
        terrain.target_modifier()
    };
    let modifier = match inside {
        Some(entrance) if Catalogue::of(entrance.kind).modifier().is_in_force() => 0,
        _ => above,
    };
    let ways = match inside {
        Some(_) => ArrayVec::<MoveEdge, STEPS>::from_iter([MoveEdge { to: ground, cost: STEP_INSIDE }]),
        None => edges::edges(board, in_hex(), at),
    };
    Some(Spot {
        hex,
        places,
        inside: inside.map(|entrance| entrance.kind),
        terrain,
        modifier,
        wire: has(Work::Wire),
        foxholes: has(Work::Foxholes),
        mines: has(Work::Mines),
        entrances,
        blaze: blaze.unwrap_or(NONE),
        objective: objective.unwrap_or(NONE),
        edges: ways,
    })
}

fn read_objectives(reader: &mut Reader<'_>, board: &Board, marks: &[Item<Mark>]) -> (Objectives, Held) {
    objectives::read(reader, SC3, "hex", marks, |reader, mark| {
        let at = board.ground(reader.hex(board, &mark.at)?);
        let (brings, held_by) = (mark.points.unwrap_or(1), mark.held_by.map(Army::side));
        Some(ObjectiveEntry { at, span: mark.at.span(), brings, held_by })
    })
}

fn read_blazes(reader: &mut Reader<'_>, board: &Board, entries: &[Item<BlazeEntry>]) -> ArrayVec<Blaze, BLAZES> {
    let mut blazes = ArrayVec::<Blaze, BLAZES>::new();
    for entry in entries {
        let Some(hex) = reader.hex(board, &entry.at) else { continue };
        let (at, from, until) = (board.ground(hex), entry.from.unwrap_or(1), entry.until.unwrap_or(u8::MAX));
        if from == 0 || until < from {
            let problem = Diagnostic::new("a blaze must start in turn 1 or later, and can't end before it starts");
            SC3.broken_by(reader, entry.span.clone(), problem);
        }
        if blazes.iter().any(|other| other.at == at) {
            SC3.broken_by(reader, entry.at.span(), Diagnostic::new("this hex already has a blaze"));
        }
        if blazes.try_push(Blaze { at, from, until }).is_err() {
            let problem = Diagnostic::new(format!("a scenario can have at most {BLAZES} blazes"));
            SC3.broken_by(reader, entry.span.clone(), problem);
        }
    }
    blazes
}

fn read_works(reader: &mut Reader<'_>, board: &Board, entries: &[Item<Fortification>]) -> Vec<(LocationId, Work)> {
    let mut works = Vec::new();
    for entry in entries {
        let Some(at) = reader.location(board, &entry.at) else { continue };
        let location = board.location(at);
        let kind = match location.kind {
            board::LocationKind::Sewer => Some(NetworkKind::Sewer),
            board::LocationKind::Tunnel => Some(NetworkKind::Tunnel),
            _ => None,
        };
        if let Some(kind) = kind {
            let problem = Diagnostic::new("a sewer or tunnel can't have fortifications");
            Catalogue::of(kind).fortifications().broken_by(reader, entry.at.span(), problem);
        }
        works.push((at, entry.kind));
    }
    works
}

/// Reads the Locations where hidden units may be. By default these are all Locations with a positive target modifier,
/// and the inside of all entrances.
fn read_hideouts(reader: &mut Reader<'_>, setting: &Setting, lists: &Lists) -> BySide<Vec<LocationId>> {
    BySide::new(|side| match lists.of(side) {
        Some(list) => {
            let mut places = Vec::with_capacity(list.len());
            for at in list.iter().filter_map(|label| reader.location(&setting.board, label)) {
                if !places.contains(&at) {
                    places.push(at);
                }
            }
            places
        }
        None => {
            let covers = |spot: &Spot| spot.inside.is_some() || spot.modifier > 0;
            let all = setting.board.location_ids().filter(|at| setting.spot(*at).is_some_and(covers));
            all.collect()
        }
    })
}

/// Returns by hex whether it is a hideout of a side with hidden units, or adjacent to one.
fn near_hideouts(setting: &Setting, units: &[Unit]) -> Vec<bool> {
    let hides = |side: Side| units.iter().any(|unit| unit.hidden && unit.side == side);
    let hideouts: Vec<HexId> = (Side::BOTH.into_iter().filter(|side| hides(*side)))
        .flat_map(|side| setting.hideouts[side].iter().filter_map(|at| setting.hex(*at)))
        .collect();
    let grid = setting.board.grid();
    grid.hexes().map(|hex| hideouts.iter().any(|hideout| grid.distance(hex, *hideout) <= 1)).collect()
}

/// Returns by hex whether a hideout of a side has a line of sight to it.
fn watched(setting: &Setting) -> BySide<Vec<bool>> {
    let hexes = setting.board.grid().len();
    BySide::new(|side| {
        let mut seen = vec![false; hexes];
        for hex in setting.hideouts[side].iter().filter_map(|at| setting.hex(*at)) {
            for (seen, distance) in seen.iter_mut().zip(setting.sight_from(hex)) {
                *seen |= *distance != UNSEEN;
            }
        }
        seen
    })
}
