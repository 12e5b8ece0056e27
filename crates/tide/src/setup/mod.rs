//! Setup of a game: builds the setting and the position from the sections of a scenario ([`scenario`]).

pub mod scenario;
mod victory;

use std::sync::Arc;

use arrayvec::ArrayVec;
use board::scenario::{Diagnostic, Diagnostics, Document, Item, Reader, Spanned};
use board::{Board, HexId, Location, LocationId, LocationKind, Network, NetworkKind, NetworkShape};
use rules::agenda::Agenda;
use rules::objectives::{self, Goal, Held, ObjectiveEntry, Objectives};
use rules::{BySide, SetUp, Side};

use crate::printed::clause::{B14, B20, SC1, SC2, SC3};
use crate::printed::tables::{PLACES, SEWER_ASSAULT_PENALTY, STACK, TRACK, Terrain, WORDS};
use crate::printed::words::{Army, Card, Phase, State, Token};
use crate::setting::{NO_OBJECTIVE, Options, Points, SQUARES, Setting, Spot, edges, sight};
use crate::setup::scenario::{Mark, OptionsSection, Play, Unit, Victory};
use crate::setup::victory::{check_draw, read_at_once};
use crate::state::Tide;
use crate::state::position::Position;
use crate::state::squad::{Place, SQUADS, Squad};
use crate::state::step::Step;
use crate::state::unit_index::UnitIndex;

/// Largest number of Locations on a board. Lines of sight between all of them are computed in advance.
const LOCATIONS: usize = 1024;
/// Largest number of sewer tokens. Each is a choice for every squad below.
const TOKENS: usize = 32;

/// Builds the setting and the first position from a scenario.
///
/// # Errors
/// All mistakes in the file, each with its place.
pub fn set_up(document: &Document) -> Result<SetUp<Tide>, Diagnostics> {
    let mut reader = document.reader_of("tide")?;
    let play = reader.required_section::<Play>("play");
    let goal = reader.section_or_default::<Victory>("victory");
    let options = read_options(&mut reader);
    let units = reader.items::<Unit>("unit");
    let marks = reader.items::<Mark>("objective");
    let board = reader.board(&WORDS);
    let parts = board.and_then(|board| {
        check_ground(&mut reader, &board);
        let sewers = read_sewers(&mut reader, &board);
        let (objectives, held) = read_objectives(&mut reader, &board, &marks);
        let at_once = read_at_once(&mut reader, &board, &objectives, &goal.at_once);
        let (squads, names) = read_units(&mut reader, &board, &units);
        let play = check_play(&mut reader, play?);
        Some((board, sewers, objectives, held, squads, names, play, at_once))
    });
    let Some((board, sewers, objectives, held, squads, names, play, at_once)) = parts else {
        return Err(reader.give_up());
    };
    let draw = goal.value.draw;
    let goal = Goal { side: goal.value.side.map(Army::side), points: goal.value.points };
    let most: u32 = objectives.iter().map(|objective| u32::from(objective.brings.victory)).sum();
    let most = most * u32::from(play.rounds.get_ref().0);
    objectives::check_goal(&mut reader, goal, BySide { a: most, b: most });
    check_draw(&mut reader, goal, draw.as_ref());
    check_sewers(&mut reader, &sewers, &options);
    let warnings = reader.finish()?;

    let initiative = play.initiative.side();
    let position = Position {
        unit_index: UnitIndex::of(&squads),
        squads,
        cards: [None; 6],
        held,
        round: 1,
        phase: Phase::Action,
        initiative,
        turn: initiative,
        actions_left: 0,
        victory: BySide::default(),
        command: BySide::default(),
        active: None,
        agenda: {
            let mut agenda = Agenda::default();
            agenda.push(Step::Round);
            agenda
        },
    };
    let draw = draw.map(Spanned::into_inner);
    let setting = Setting { draw, at_once, ..furnish(board, sewers, objectives, options, names, &play, goal) };
    Ok(SetUp { setting, position, warnings })
}

/// Computes the tables of the setting.
fn furnish(
    mut board: Board,
    sewers: Sewers,
    objectives: Objectives<Points>,
    options: Options,
    names: Vec<String>,
    play: &Play,
    goal: Goal,
) -> Setting {
    let spots: Vec<Spot> = board
        .location_ids()
        .filter_map(|at| {
            let location = board.location(at);
            let hex = location.hex?;
            let found = (0u8..).zip(&objectives).find(|(_, objective)| board.hex_of(objective.at) == Some(hex));
            Some(Spot {
                hex,
                level: u8::try_from(location.level).unwrap_or(0),
                height: i16::from(board.elevation(hex)) + i16::from(location.level),
                cover: Terrain::nth(board.terrain(hex).0).cover(),
                sewer: sewers.tokens.contains(&hex),
                objective: found.map_or(NO_OBJECTIVE, |(n, _)| n),
                edges: edges::edges(&board, at),
            })
        })
        .collect();
    let sight = sight::tables(&board, &spots);
    let mut card_places = ArrayVec::new();
    for card in Card::ALL.into_iter().take(usize::from(options.sewer_cards)) {
        let sheet = Location::beside(LocationKind::Card, format!("card/{}", card.words())).holding(1);
        if let Ok(place) = board.add_location(sheet) {
            card_places.push(place);
        }
    }
    let tokens = sewers.tokens.iter().map(|hex| board.ground(*hex)).collect();
    let (rounds, actions) = (play.rounds.get_ref().0, play.actions.get_ref().0);
    let actions = BySide::new(|side| actions[side].0);
    Setting {
        board,
        spots,
        sight,
        networks: sewers.networks,
        tokens,
        card_places,
        options,
        rounds,
        actions,
        objectives,
        goal,
        draw: None,
        at_once: Vec::new(),
        names: names.into_iter().map(Arc::from).collect(),
    }
}

fn check_play(reader: &mut Reader<'_>, play: Item<Play>) -> Play {
    if !play.rounds.get_ref().fits() {
        SC3.broken_by(reader, play.rounds.span(), Diagnostic::new("`rounds` must be 1 to 99"));
    }
    if !Side::BOTH.iter().all(|side| play.actions.get_ref().0[*side].fits()) {
        SC3.broken_by(reader, play.actions.span(), Diagnostic::new("`actions` must be 1 to 20"));
    }
    play.value
}

fn check_ground(reader: &mut Reader<'_>, board: &Board) {
    let mut found = Vec::new();
    if board.locations().len() > LOCATIONS {
        found.push((SC3, format!("a board can have at most {LOCATIONS} hexes and upper floors")));
    }
    for hex in board.grid().hexes() {
        let building = Terrain::nth(board.terrain(hex).0) == Terrain::Building;
        let label = board.grid().label(hex);
        match board.floors(hex) {
            0 => {}
            1..=3 if building => {}
            _ if building => found.push((B20, format!("the building in {label} has more than 3 floors"))),
            _ => found.push((B20, format!("{label} has floors but is not a building"))),
        }
    }
    if found.is_empty() {
        return;
    }
    let span = reader.place_of("board");
    for (clause, message) in found {
        clause.broken_by(reader, span.clone(), Diagnostic::new(message));
    }
}

fn read_options(reader: &mut Reader<'_>) -> Options {
    let section = reader.section_or_default::<OptionsSection>("options").value;
    let sewer_cards = section.sewer_cards.map_or(0, |cards| {
        if usize::from(*cards.get_ref()) > Card::ALL.len() {
            let problem = Diagnostic::new("`sewer_cards` must be 0 to 6, one card for each colour");
            SC3.broken_by(reader, cards.span(), problem);
        }
        (*cards.get_ref()).min(Card::ALL.len() as u8)
    });
    let track = section.track.map_or_else(
        || TRACK.into_iter().collect(),
        |track| {
            let numbers = track.get_ref();
            if numbers.is_empty() || numbers.len() > SQUARES {
                SC3.broken_by(
                    reader,
                    track.span(),
                    Diagnostic::new(format!("`track` must list 1 to {SQUARES} numbers")),
                );
            }
            if !numbers.is_sorted_by(|a, b| a < b) {
                SC3.broken_by(
                    reader,
                    track.span(),
                    Diagnostic::new("each number in `track` must be larger than the one before"),
                );
            }
            numbers.iter().copied().take(SQUARES).collect()
        },
    );
    Options {
        sewer_cards,
        track,
        hidden_sewers: section.hidden_sewers.unwrap_or(false),
        sewer_assault_penalty: section.sewer_assault_penalty.unwrap_or(SEWER_ASSAULT_PENALTY),
    }
}

/// The sewer networks, and all hexes with a sewer token in board order.
struct Sewers {
    networks: Vec<Network>,
    tokens: Vec<HexId>,
}

fn read_sewers(reader: &mut Reader<'_>, board: &Board) -> Sewers {
    let mut tokens: Vec<HexId> = board.manholes().collect();
    let networks = reader.networks(board);
    for network in &networks {
        if network.kind != NetworkKind::Sewer || !matches!(network.course, NetworkShape::Entrances) {
            let problem = Diagnostic::new(format!("network `{}` is not a list of sewer tokens", network.name));
            let problem = problem.help("write kind = \"sewer\" and entrances = [\"C4\", …]");
            let span = reader.place_of("network");
            SC2.broken_by(reader, span, problem);
        }
        tokens.extend(&network.hexes);
    }
    tokens.sort_unstable();
    tokens.dedup();
    if tokens.len() > TOKENS {
        let span = reader.place_of("network");
        SC3.broken_by(reader, span, Diagnostic::new(format!("a board can have at most {TOKENS} sewer tokens")));
    }
    Sewers { networks, tokens }
}

/// Warns of sewers that squads can't use.
fn check_sewers(reader: &mut Reader<'_>, sewers: &Sewers, options: &Options) {
    let (key, problem) = match (sewers.tokens.len(), options.sewer_cards) {
        (0, 0) | (2.., 1..) => return,
        (0, _) => {
            let problem = Diagnostic::new("`sewer_cards` has no effect: the board has no sewer token");
            ("options", problem.help("write manhole = true on hexes of the board, or add a [[network]]"))
        }
        (_, 0) => {
            let problem = Diagnostic::new("the sewer tokens have no effect: the scenario has no sewer cards");
            ("board", problem.help("write sewer_cards = 1 to 6 in [options]"))
        }
        (1, _) => {
            let problem =
                Diagnostic::new("there is only one sewer token: squads can leave the sewer only where they entered");
            ("board", problem.help("write manhole = true on another hex, or add it to `entrances` of a [[network]]"))
        }
    };
    let key = if key == "board" && reader.has("network") { "network" } else { key };
    let span = reader.place_of(key);
    reader.warning(span, problem);
}

fn read_objectives(reader: &mut Reader<'_>, board: &Board, marks: &[Item<Mark>]) -> (Objectives<Points>, Held) {
    objectives::read(reader, SC3, "hex", marks, |reader, mark| {
        let at = board.ground(reader.hex(board, &mark.at)?);
        let nation = mark.nation.map(Army::side);
        let brings = Points { command: mark.command, victory: mark.victory, nation };
        Some(ObjectiveEntry { at, span: mark.at.span(), brings, held_by: mark.held_by.map(Army::side) })
    })
}

fn read_units(reader: &mut Reader<'_>, board: &Board, units: &[Item<Unit>]) -> (ArrayVec<Squad, SQUADS>, Vec<String>) {
    let (mut squads, mut names) = (ArrayVec::<Squad, SQUADS>::new(), Vec::<String>::new());
    for unit in units {
        let name = unit.id.get_ref();
        if names.contains(name) {
            SC3.broken_by(reader, unit.id.span(), Diagnostic::new(format!("two units have the id `{name}`")));
        }
        let places = unit.figures.places();
        if places == 0 || places > u16::from(PLACES) {
            let problem = Diagnostic::new(format!("a squad must fill 1 to {PLACES} places; this one fills {places}"));
            SC3.broken_by(
                reader,
                unit.span.clone(),
                problem.help("a machine-gun crew fills two places, any other figure one"),
            );
        }
        if unit.token == Some(Token::OpFire) && unit.state.is_some_and(|state| state != State::Steady) {
            let problem = Diagnostic::new("a pinned or disrupted squad can't be in Op Fire mode");
            B14.broken_by(reader, unit.span.clone(), problem);
        }
        let Some(at) = reader.location(board, &unit.at) else {
            continue;
        };
        check_place(reader, board, &squads, unit, at);
        let squad = Squad {
            side: unit.side.side(),
            figures: unit.figures,
            place: Place::On(at),
            state: unit.state.unwrap_or(State::Steady),
            token: unit.token.unwrap_or(Token::Fresh),
            name: u8::try_from(names.len()).unwrap_or(u8::MAX),
        };
        if squads.try_push(squad).is_err() {
            let problem = Diagnostic::new(format!("a scenario can have at most {SQUADS} units"));
            SC3.broken_by(reader, unit.span.clone(), problem);
        } else {
            names.push(name.clone());
        }
    }
    let unread = reader.has_error_in("unit");
    for (side, name) in Side::BOTH.into_iter().zip(["Soviet", "German"]) {
        if !unread && !squads.iter().any(|squad| squad.side == side) {
            let problem = Diagnostic::new(format!("the {name} side has no unit")).help("add one with [[unit]]");
            SC3.broken_by(reader, units.last().map_or(0..0, |unit| unit.span.clone()), problem);
        }
    }
    (squads, names)
}

/// Checks that a unit starts on the board, without enemies and with at most two friendly units.
fn check_place(reader: &mut Reader<'_>, board: &Board, squads: &[Squad], unit: &Item<Unit>, at: LocationId) {
    let place = board.location(at);
    if place.hex.is_none() || place.level < 0 {
        SC1.broken_by(reader, unit.at.span(), Diagnostic::new("a unit must start on the board, not below it"));
    }
    let there = || squads.iter().filter(|squad| squad.place == Place::On(at));
    if there().any(|squad| squad.side != unit.side.side()) {
        SC1.broken_by(reader, unit.at.span(), Diagnostic::new("an enemy unit already starts in this Location"));
    } else if there().count() >= STACK {
        SC1.broken_by(reader, unit.at.span(), Diagnostic::new(format!("{STACK} units already start in this Location")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUND: &str = "title = \"A\"\nsystem = \"tide\"\n[board]\nlabels = \"letters\"\nsize = [6, 2]\nfill = \"clear\"\n\
         [[board.hex]]\nat = [\"A1\", \"C1\"]\nmanhole = true\n[play]\nrounds = 4\nactions = 3\ninitiative = \"soviet\"\n\
         [[unit]]\nid = \"r\"\nside = \"soviet\"\nfigures = { regular = 3 }\nat = \"A1\"\n\
         [[unit]]\nid = \"g\"\nside = \"german\"\nfigures = { regular = 3 }\nat = \"F1\"\n\
         [[objective]]\nat = \"D1\"\nvictory = 2\n[options]\nsewer_cards = 2\n";

    fn told(from: &str, to: &str) -> (bool, String) {
        let document = Document::parse("a.toml", &SOUND.replace(from, to)).expect("TOML");
        match set_up(&document) {
            Ok(set_up) => (true, format!("{:?}", set_up.warnings)),
            Err(problems) => (false, format!("{problems:?}")),
        }
    }

    #[test]
    fn what_cant_work_is_warned_of() {
        assert!(!told("", "").1.contains("severity: Warning"), "{}", told("", "").1);
        for (from, to, words) in [
            (", \"C1\"", "", "there is only one sewer token"),
            ("manhole = true", "elevation = 0", "the board has no sewer token"),
            ("sewer_cards = 2", "sewer_cards = 0", "the scenario has no sewer cards"),
            ("[options]", "[victory]\npoints = 9\n[options]", "a side can have at most 8"),
        ] {
            let (sound, told) = told(from, to);
            assert!(sound && told.contains(words), "{words}: {told}");
        }
    }

    #[test]
    fn errors_name_the_range_and_the_key() {
        for (from, to, words) in [
            ("rounds = 4", "rounds = \"4\"", "expected a whole number from 1 to 99"),
            ("rounds = 4", "rounds = 300", "expected a whole number from 1 to 99"),
            ("rounds = 4", "rounds = 0", "`rounds` must be 1 to 99"),
            ("at = \"A1\"", "at = \"Z9\"", "the board has no hex Z9"),
        ] {
            let (sound, told) = told(from, to);
            assert!(!sound && told.contains(words), "{words}: {told}");
            assert!(!told.contains("has no unit") && !told.contains("can't be set up"), "{words}: {told}");
        }
    }
}
