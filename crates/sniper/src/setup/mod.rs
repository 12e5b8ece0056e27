//! Reading a scenario: converts the file's sections ([`crate::setup::scenario`]) to a setting and a position.

mod areas;
mod roster;
pub mod scenario;
mod sewers;

use arrayvec::ArrayVec;
use board::scenario::{Diagnostic, Diagnostics, Document, Item, Reader, Spanned};
use board::{Board, Direction, HexId, LocationId};
use rules::agenda::Agenda;
use rules::{BySide, SetUp, Side};

use crate::printed::clause::{B6, B20, B21, B22, B23, B24, B25, S39_0, S39_21B, S39_22B, SC3};
use crate::printed::sections::PanicTable;
use crate::printed::tables::{self, Tables};
use crate::printed::terrain::{Terrain, WORDS};
use crate::printed::words::{Kind, Phase};
use crate::setting::goal::Goal;
use crate::setting::options::Options;
use crate::setting::spot::{Crossing, LOCATIONS, Level, Spot};
use crate::setting::steps::{self, Ground};
use crate::setting::{Known, Setting, sight};
use crate::setup::scenario::{
    AreaEntry, DummyEntry, Edge, Even, ManEntry, OptionsSection, Panics, Play, Preservation, Sewers as SewersWord,
    Titles, Victory,
};
use crate::setup::sewers::Sewers;
use crate::state::Sniper;
use crate::state::man::Man;
use crate::state::position::Position;
use crate::state::step::Step;

/// Sections of the file, without board and networks.
struct Sections {
    play: Option<Play>,
    titles: Titles,
    men: Vec<Item<ManEntry>>,
    dummies: Vec<Item<DummyEntry>>,
    areas: Vec<Item<AreaEntry>>,
    panics: BySide<bool>,
    preservation: BySide<Option<u8>>,
    victory: Option<Item<Victory>>,
    options: Options,
    tables: Option<Tables>,
}

fn sections(reader: &mut Reader<'_>) -> Sections {
    Sections {
        play: reader.required_section::<Play>("play").map(|play| check_play(reader, play)),
        titles: reader.section_or_default::<Titles>("sides").value,
        men: reader.items("man"),
        dummies: reader.items("dummy"),
        areas: reader.items("area"),
        panics: read_panic(reader),
        preservation: read_preservation(reader),
        victory: reader.section("victory"),
        options: read_options(reader),
        tables: tables::read(reader),
    }
}

/// Reads a scenario.
///
/// # Errors
/// Returns all errors in the file, each with its place.
pub fn set_up(document: &Document) -> Result<SetUp<Sniper>, Diagnostics> {
    let mut reader = document.reader_of("sniper")?;
    let mut sections = sections(&mut reader);
    let board = reader.board(&WORDS).filter(|board| check_ground(&mut reader, board));
    let sewers = board.map(|mut board| {
        let sewers = sewers::read(&mut reader, &mut board, sections.options.as_printed);
        (board, sewers)
    });
    let parts = match (sewers, sections.play.take(), sections.tables.take()) {
        (Some((board, sewers)), Some(play), Some(tables)) => {
            furnish(&mut reader, board, sewers, &play, tables, &sections)
        }
        (sewers, _, _) => {
            if sewers.is_none() {
                // Without a board the networks were not read: they are not reported as unknown.
                reader.place_of("network");
                reader.place_of("printed");
            }
            None
        }
    };
    let Some(setting) = parts else {
        return Err(reader.give_up());
    };
    let warnings = reader.finish()?;
    let mut agenda = Agenda::default();
    let placed = setting.area_of.iter().any(Option::is_some);
    agenda.push(if placed { Step::SetUp } else { Step::Begin });
    let position = Position {
        men: setting.roster.iter().map(Man::from).collect(),
        ready: BySide::default(),
        turn: 1,
        phase: Phase::SetUp,
        pulse: 0,
        alerted: BySide::default(),
        left: BySide::default(),
        chits: BySide::default(),
        dropped: ArrayVec::new(),
        clouds: ArrayVec::new(),
        over: None,
        agenda,
    };
    Ok(SetUp { setting, position, warnings })
}

fn check_play(reader: &mut Reader<'_>, play: Item<Play>) -> Play {
    if let Some(turns) = play.turns.as_ref().filter(|turns| !turns.get_ref().fits()) {
        SC3.broken_by(reader, turns.span(), Diagnostic::new("the number of turns must be 1 to 99"));
    }
    play.value
}

fn read_panic(reader: &mut Reader<'_>) -> BySide<bool> {
    let section = reader.section_or_default::<Panics>("panic").value;
    BySide { a: section.attacker, b: section.defender }
}

fn read_preservation(reader: &mut Reader<'_>) -> BySide<Option<u8>> {
    let section = reader.section_or_default::<Preservation>("preservation");
    let levels = BySide { a: section.attacker, b: section.defender };
    if Side::BOTH.iter().any(|side| levels[*side].is_some_and(|level| !(1..=99).contains(&level))) {
        SC3.broken_by(reader, section.span.clone(), Diagnostic::new("a preservation level must be 1 to 99"));
    }
    levels
}

fn read_options(reader: &mut Reader<'_>) -> Options {
    let section = reader.section_or_default::<OptionsSection>("options").value;
    let mut points = |value: Option<Spanned<u8>>, default: u8| {
        value.map_or(default, |value| {
            if !(1..=10).contains(value.get_ref()) {
                SC3.broken_by(reader, value.span(), Diagnostic::new("this cost must be 1 to 10 movement points"));
            }
            *value.get_ref()
        })
    };
    Options {
        hole_cost: if S39_21B.is_in_force() { points(section.hole_cost, 2) } else { 1 },
        ladder_cost: if S39_22B.is_in_force() { points(section.ladder_cost, 5) } else { 1 },
        hidden: section.hidden_movement.unwrap_or(true) && S39_0.is_in_force(),
        even_is_level: section.even == Even::Level,
        roll_down: section.roll_down,
        jump_table: section.jump_table,
        as_printed: section.sewers == SewersWord::AsPrinted,
    }
}

/// The most hexes of a row or column. Sight lines of longer boards take too long to calculate.
const LONGEST: u16 = 99;

/// Checks that the board is small enough to continue and its features are consistent.
fn check_ground(reader: &mut Reader<'_>, board: &Board) -> bool {
    let span = reader.place_of("board");
    let hexes = board.grid().len();
    let floors: usize = board.grid().hexes().map(|hex| usize::from(board.floors(hex).saturating_sub(1))).sum();
    // Leaves room for a sewer and a middle level in every hex.
    let shape = board.grid().shape();
    let small = hexes * 2 + floors < LOCATIONS && shape.columns <= LONGEST && shape.rows <= LONGEST;
    if !small {
        reader.error(
            span.clone(),
            Diagnostic::new("this board is too large: at most about 2500 hexes, and 99 in a row or column")
                .clause(SC3.id()),
        );
    }
    for hex in board.grid().hexes() {
        let (label, floors) = (board.grid().label(hex), board.floors(hex));
        if floors > 2 {
            let problem = Diagnostic::new(format!("hex {label} has a second upper floor: only one is supported"));
            B25.broken_by(reader, span.clone(), problem);
            break;
        }
        let terrain = Terrain::nth(board.terrain(hex).0);
        if terrain == Terrain::Stairs && floors < 2 {
            let problem = Diagnostic::new(format!("the stairs in {label} lead to no floor")).help("write floors = 2");
            B6.broken_by(reader, span.clone(), problem);
            break;
        }
    }
    small
}

/// Calculates the setting's derived data and creates the men.
fn furnish(
    reader: &mut Reader<'_>,
    board: Board,
    sewers: Sewers,
    play: &Play,
    tables: Tables,
    sections: &Sections,
) -> Option<Setting> {
    let surface = board.location_ids().take_while(|at| matches!(steps::level(&board, *at), Level::Surface(_)));
    let surface = surface.count();
    let ground = Ground { board: &board, lines: &sewers.lines, movement: &tables.movement, options: &sections.options };
    let spot = |at| {
        let hex = board.hex_of(at)?;
        let terrain = Terrain::nth(board.terrain(hex).0);
        let exits = ground.exits(at);
        Some(Spot {
            hex,
            level: steps::level(&board, at),
            manhole: board.manhole(hex) && !sewers.through(hex).is_empty(),
            stairs: terrain == Terrain::Stairs,
            apertures: sight::has_apertures(&board, hex, steps::level(&board, at)),
            windows: sight::has_windows(&board, hex, steps::level(&board, at)),
            rubble: terrain == Terrain::Rubble && steps::level(&board, at) == Level::Surface(0),
            lines: sewers.through(hex),
            dearest: [false, true].map(|prone| steps::dearest(&exits, prone)),
            exits: exits.into(),
        })
    };
    let spots: Vec<Spot> = board.location_ids().filter_map(spot).collect();
    if spots.len() != board.locations().len() || spots.len() > LOCATIONS {
        return None;
    }
    let title = |title: &Option<String>, usual: &str| title.clone().unwrap_or_else(|| usual.to_owned());
    let titles =
        BySide { a: title(&sections.titles.attacker, "attacker"), b: title(&sections.titles.defender, "defender") };
    let mut setting = Setting {
        panic_dice: board.location_ids().map(|at| panic_dice(&board, &tables.panic, at)).collect(),
        board,
        networks: sewers.networks,
        crossings: crossings_of(&spots, sewers.lines.len()),
        lines: sewers.lines,
        middles: sewers.middles,
        known: Known::nothing(spots.len(), surface),
        spots,
        tables,
        options: sections.options,
        kind: play.kind,
        titles,
        limit: play.turns.as_ref().map(|turns| turns.get_ref().0),
        panics: sections.panics,
        preservation: sections.preservation,
        goal: Goal::None,
        areas: Vec::new(),
        area_names: Vec::new(),
        area_of: Vec::new(),
        routes: Vec::new(),
        names: Vec::new(),
        roster: Vec::new(),
    };
    areas::read_areas(reader, &mut setting, &sections.areas);
    let names = setting.area_names.clone();
    roster::read_men(reader, &mut setting, &sections.men, &sections.dummies, &names);
    if let Some(victory) = &sections.victory {
        setting.goal = read_goal(reader, &setting, victory, &names);
    }
    Some(setting)
}

/// Returns a bit for each roll of the panic die, from 1, that names the last digit of a Location's hex (SNP-B3).
fn panic_dice(board: &Board, table: &PanicTable, at: LocationId) -> u8 {
    let Some(hex) = board.hex_of(at) else { return 0 };
    let last = board.grid().label(hex).bytes().last().map_or(0, |byte| byte.wrapping_sub(b'0'));
    let rolls = table.digits.iter().enumerate().filter(|(_, digits)| digits.contains(&last));
    rolls.fold(0, |dice, (roll, _)| dice | 1 << roll)
}

/// Lists by sewer where it crosses others.
fn crossings_of(spots: &[Spot], sewers: usize) -> Vec<Vec<Crossing>> {
    let mut crossings = vec![Vec::new(); sewers];
    for spot in spots.iter().filter(|spot| spot.level == Level::Sewer) {
        for &(line, place) in &spot.lines {
            let others = spot.lines.iter().filter(|(other, _)| *other != line);
            if let Some(of_line) = crossings.get_mut(usize::from(line)) {
                of_line.extend(others.map(|&(other, there)| Crossing { place, other, there }));
            }
        }
    }
    crossings
}

fn along_edge(board: &Board, edge: Edge) -> Vec<bool> {
    let grid = board.grid();
    let shape = grid.shape();
    let on = |hex: HexId| {
        let label = grid.label_parts(hex);
        match edge {
            Edge::West => label.column == 0,
            Edge::East => label.column + 1 == shape.columns,
            Edge::North => grid.neighbour(hex, Direction::N).is_none(),
            Edge::South => grid.neighbour(hex, Direction::S).is_none(),
        }
    };
    grid.hexes().map(on).collect()
}

fn read_goal(reader: &mut Reader<'_>, setting: &Setting, victory: &Item<Victory>, areas: &[String]) -> Goal {
    let (board, men, span) = (&setting.board, victory.men, || victory.span.clone());
    let mut missing = |clause: rules::Clause, what: &str| {
        clause.broken_by(reader, span(), Diagnostic::new(format!("[victory] lacks {what}")));
        Goal::None
    };
    match setting.kind {
        Kind::Patrol => match (victory.entry, victory.far) {
            (Some(entry), Some(far)) => Goal::GetOut {
                side: rules::Side::A,
                men,
                exits: along_edge(board, entry),
                far: Some(along_edge(board, far)),
                names: [entry, far].map(Edge::words),
            },
            _ => missing(B20, "`entry` or `far`"),
        },
        Kind::Ambush => match victory.edge {
            Some(edge) => Goal::GetOut {
                side: rules::Side::A,
                men,
                exits: along_edge(board, edge),
                far: None,
                names: [edge.words(), ""],
            },
            None => missing(B22, "`edge`"),
        },
        Kind::Cordon => {
            if !B23.is_in_force() {
                return Goal::None;
            }
            let edges = [Edge::North, Edge::South, Edge::East, Edge::West].map(|edge| along_edge(board, edge));
            let exits = (0..board.grid().len()).map(|hex| edges.iter().any(|edge| edge.get(hex) == Some(&true)));
            Goal::GetOut { side: rules::Side::B, men, exits: exits.collect(), far: None, names: ["any edge", ""] }
        }
        Kind::BlockClearing => {
            let Some(name) = &victory.area else { return missing(B21, "`area`") };
            let Some(n) = areas.iter().position(|area| area == name.get_ref()) else {
                let problem = Diagnostic::new(format!("unknown area `{}`", name.get_ref()));
                B24.broken_by(reader, name.span(), problem);
                return Goal::None;
            };
            let mut places = vec![false; setting.spots.len()];
            for at in setting.areas.get(n).into_iter().flatten() {
                if let Some(slot) = places.get_mut(at.index()) {
                    *slot = true;
                }
            }
            Goal::Clear { places, men, name: name.get_ref().clone() }
        }
    }
}
