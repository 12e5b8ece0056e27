//! Reading what is on the board: objectives, rubble and Blazes, areas, Fortified Locations.

use arrayvec::ArrayVec;
use board::scenario::{Diagnostic, Item, Reader};
use board::{Board, HexId, LocationId};
use rules::Side;
use rules::objectives::{self, Held, ObjectiveEntry, Objectives};

use crate::printed::clause::{A22, A23, B8_4A, B8_5A, SC1, SC3};
use crate::printed::terrain::Terrain;
use crate::printed::words::Army;
use crate::setting::sight::CoverEntry;
use crate::setting::{AREAS, Area, COVERS, Place, Setting};
use crate::setup::scenario::{AreaEntry, Cover, FortEntry, Mark};
use crate::state::position::{FORTS, Fort};
use crate::state::unit::Unit;

/// Maximum number of Locations of an area: they are all offered at once.
const AREA: usize = 400;

pub fn read_objectives(reader: &mut Reader<'_>, board: &Board, marks: &[Item<Mark>]) -> (Objectives, Held) {
    objectives::read(reader, SC3, "Location", marks, |reader, mark| {
        let (at, span) = (reader.location(board, &mark.at)?, mark.at.span());
        if board.location(at).kind.is_underground() {
            SC3.broken_by(reader, span.clone(), Diagnostic::new("an objective can't be in a sewer or tunnel"));
        }
        Some(ObjectiveEntry { at, span, brings: mark.points.unwrap_or(1), held_by: mark.held_by.map(Army::side) })
    })
}

pub fn read_covers(
    reader: &mut Reader<'_>,
    board: &Board,
    rubble: &[Item<Cover>],
    blazes: &[Item<Cover>],
) -> ArrayVec<CoverEntry, COVERS> {
    let mut covers = ArrayVec::<CoverEntry, COVERS>::new();
    let all = rubble.iter().map(|cover| (cover, false)).chain(blazes.iter().map(|cover| (cover, true)));
    for (entry, blaze) in all {
        let Some(hex) = reader.hex(board, &entry.at) else { continue };
        let way = way_of(reader, board, hex, entry);
        let (at, from, until) = (board.ground(hex), entry.from.unwrap_or(1), entry.until.unwrap_or(u8::MAX));
        let mut wrong = |holds: bool, words: &str| {
            if holds {
                A23.broken_by(reader, entry.span.clone(), Diagnostic::new(words.to_owned()));
            }
        };
        wrong(from == 0 || until < from, "`from` must be at least 1 and not later than `until`");
        wrong(blaze && entry.trail_break, "only rubble can have a `trail_break`");
        wrong(!blaze && board.floors(hex) > 1, "rubble can't be in a hex with upper floors");
        wrong(Terrain::nth(board.terrain(hex).0) == Terrain::Water, "a water hex can't have rubble or a Blaze");
        wrong(
            covers.iter().any(|other| other.at == at && other.blaze == blaze),
            if blaze { "this hex already has a Blaze" } else { "this hex already has rubble" },
        );
        if covers.try_push(CoverEntry { at, blaze, trail_break: entry.trail_break, way, from, until }).is_err() {
            let problem = Diagnostic::new(format!("a scenario can't have more than {COVERS} Blazes and rubble hexes"));
            SC3.broken_by(reader, entry.span.clone(), problem);
        }
    }
    covers
}

/// Returns the two hexes that the trail-break of a rubble entry leads to.
fn way_of(reader: &mut Reader<'_>, board: &Board, hex: HexId, entry: &Item<Cover>) -> Option<[HexId; 2]> {
    let labels = entry.way.as_ref()?;
    let hexes: Vec<HexId> = labels.iter().filter_map(|label| reader.hex(board, label)).collect();
    let beside = |other: &HexId| board.grid().distance(hex, *other) == 1;
    match hexes[..] {
        [one, two] if one != two && hexes.iter().all(beside) && entry.trail_break => Some([one, two]),
        _ => {
            let words = "`way` must name two neighbouring hexes of rubble with `trail_break = true`";
            A23.broken_by(reader, entry.span.clone(), Diagnostic::new(words));
            None
        }
    }
}

pub fn read_areas(reader: &mut Reader<'_>, board: &Board, entries: &[Item<AreaEntry>]) -> Vec<Area> {
    let mut areas: Vec<Area> = Vec::new();
    for entry in entries {
        let name = entry.name.get_ref();
        if areas.iter().any(|area| area.name == *name) {
            SC1.broken_by(reader, entry.name.span(), Diagnostic::new(format!("two areas have the name `{name}`")));
        }
        let mut places = Vec::with_capacity(entry.at.len());
        for label in &entry.at {
            let Some(at) = reader.location(board, label) else { continue };
            if board.location(at).kind.is_underground() {
                let problem = Diagnostic::new("units can't start below ground");
                B8_4A.broken_by(reader, label.span(), problem);
            }
            let water = board.hex_of(at).is_some_and(|hex| Terrain::nth(board.terrain(hex).0) == Terrain::Water);
            if water {
                SC1.broken_by(reader, label.span(), Diagnostic::new("units can't start in a Water Obstacle"));
            }
            if !places.contains(&at) {
                places.push(at);
            }
        }
        if places.len() > AREA {
            let problem = Diagnostic::new(format!("an area can't have more than {AREA} Locations"));
            SC3.broken_by(reader, entry.span.clone(), problem);
        }
        areas.push(Area { name: name.clone(), side: entry.side.map(Army::side), places });
    }
    if areas.len() > AREAS {
        let span = reader.place_of("area");
        SC3.broken_by(reader, span, Diagnostic::new(format!("a scenario can't have more than {AREAS} areas")));
    }
    areas
}

/// Returns whether a Location can be fortified: part of a building.
fn can_be_fortified(setting: &Setting, at: LocationId) -> bool {
    setting
        .spot(at)
        .is_some_and(|spot| spot.terrain.is_building() && matches!(spot.place, Place::Ground | Place::Floor))
}

/// Returns the Locations that a side may record as fortified: in the buildings it is placed in.
pub fn fortifiable(setting: &Setting, units: &[Unit], side: Side) -> Vec<LocationId> {
    let used = |n: usize| units.iter().any(|unit| unit.side == side && usize::from(unit.area) == n);
    let areas = setting.areas.iter().enumerate().filter(|(n, _)| used(*n)).flat_map(|(_, area)| area.places.clone());
    let fixed = units.iter().filter(|unit| unit.side == side).filter_map(|unit| unit.at);
    let mut places: Vec<LocationId> = areas.chain(fixed).filter(|at| can_be_fortified(setting, *at)).collect();
    places.sort_unstable();
    places.dedup();
    places
}

pub fn read_forts(reader: &mut Reader<'_>, setting: &Setting, entries: &[Item<FortEntry>]) -> ArrayVec<Fort, FORTS> {
    let mut forts = ArrayVec::<Fort, FORTS>::new();
    for entry in entries {
        let Some(at) = reader.location(&setting.board, &entry.at) else { continue };
        if setting.is_below(at) {
            let problem = Diagnostic::new("Fortifications can't be in a sewer or tunnel");
            B8_5A.broken_by(reader, entry.at.span(), problem);
        } else if !can_be_fortified(setting, at) {
            A22.broken_by(reader, entry.at.span(), Diagnostic::new("only building Locations can be fortified"));
        }
        let side = entry.side.side();
        if forts.iter().any(|fort| fort.at == at) {
            A22.broken_by(reader, entry.at.span(), Diagnostic::new("this Location is already fortified"));
        }
        let own = forts.iter().filter(|fort| fort.side == side).count();
        if own >= FORTS / 2 || forts.try_push(Fort { side, at, known: true, fixed: true }).is_err() {
            let problem = Diagnostic::new(format!("a side can't have more than {} Fortified Locations", FORTS / 2));
            SC3.broken_by(reader, entry.span.clone(), problem);
        }
    }
    forts.sort_unstable_by_key(|fort| (fort.side, fort.at));
    forts
}
