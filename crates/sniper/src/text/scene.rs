//! A view as a scene that any client can draw.

use std::collections::{BTreeMap, BTreeSet};

use board::LocationId;
use rules::scene::{
    LineAbout, Mark, Overlay, Scene, SceneLine, SceneMarker, SceneOverlay, ScenePiece, Size, Sort, State, Symbol,
};
use rules::speech::counted;
use rules::{Piece, Reader, Seat, Side};

use crate::printed::words::{Grenade, Phase, Posture};
use crate::setting::{Setting, smoke};
use crate::state::Sniper;
use crate::state::plot::{Act, Plot};
use crate::text::names::Names;
use crate::view::fact::Fact;

/// Returns the view as a scene.
#[must_use]
pub fn scene(reader: Reader<'_, Sniper>) -> Scene {
    let Reader { setting, seat, facts } = reader;
    let mut scene = Scene::default();
    scene.status.push(SceneLine::new(LineAbout::Account, "Scenario", setting.kind.words()));
    let over = facts.contains(&Fact::Phase(Phase::Over));
    for fact in facts.iter().filter(|fact| !(over && matches!(fact, Fact::Ready { .. }))) {
        status(setting, fact, &mut scene);
        pieces(reader, fact, &mut scene);
    }
    scene.simultaneous = facts.iter().any(|fact| matches!(fact, Fact::Phase(Phase::SetUp | Phase::Plot)));
    if let Seat::Side(_) = seat
        && !over
    {
        let all = facts.iter().filter(|fact| matches!(fact, Fact::Plot { .. })).count();
        scene.status.push(SceneLine::new(
            LineAbout::Account,
            "Plots",
            counted(all, "man or dummy plotted", "men and dummies plotted"),
        ));
        if facts.iter().any(|fact| matches!(fact, Fact::OnRoute { .. })) {
            scene.status.push(SceneLine::new(
                LineAbout::Account,
                "Routes",
                "men on a route follow it until your side sees an enemy",
            ));
        }
    }
    // A side knows its own men.
    for side in Side::BOTH.into_iter().filter(|side| seat != Seat::Side(*side)) {
        scene.status.push(SceneLine::new(LineAbout::Account, &setting.titles[side], listed(reader, side)));
    }
    if beginning(facts) {
        for side in Side::BOTH {
            scene.overlays.extend(areas(setting, side));
        }
    }
    if !setting.tables.note.is_empty() {
        scene.status.push(SceneLine::new(LineAbout::Account, "Tables", setting.tables.note.clone()));
    }
    for middle in &setting.middles {
        if let Some(spot) = setting.spot(*middle) {
            scene.markers.push(SceneMarker::new(Mark::Lid, "manhole", "manhole", setting.board.ground(spot.hex)));
        }
    }
    scene
}

/// Returns whether both sides are still at their starts, or place their men.
fn beginning(facts: &[Fact]) -> bool {
    let plots = facts.contains(&Fact::Phase(Phase::SetUp)) || facts.contains(&Fact::Phase(Phase::Plot));
    plots && facts.iter().any(|fact| matches!(fact, Fact::Turn { now: 0 | 1, .. }))
}

/// Start of an entry in the scenario's list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Begins {
    /// Placed in secret, in the area with this index.
    In(usize),
    /// At a place given by the scenario.
    At(LocationId),
}

/// Describes a side's men by the scenario's list, with their possible starts. Both sides may read this list, but not
/// the routes.
fn listed(reader: Reader<'_, Sniper>, side: Side) -> String {
    let setting = reader.setting;
    let mut list: BTreeMap<Begins, BTreeMap<Kit<'_>, usize>> = BTreeMap::new();
    for (man, area) in setting.roster.iter().zip(&setting.area_of).filter(|(man, _)| man.side == side) {
        let Some(begins) = area.map(Begins::In).or(man.at.map(Begins::At)) else { continue };
        let weapon = setting.tables.weapon(man.weapon).map_or("unarmed man", |weapon| &weapon.name);
        let kit = if man.dummy { Kit::Dummy } else { Kit::Man { weapon, thrown: [man.frag, man.smoke] } };
        *list.entry(begins).or_default().entry(kit).or_default() += 1;
    }
    let group = |(begins, men): (Begins, BTreeMap<Kit<'_>, usize>)| {
        let men: Vec<String> = men.into_iter().map(|(kit, number)| kit.words(number)).collect();
        let place = match begins {
            Begins::In(area) => setting.area_names.get(area).cloned().unwrap_or_default(),
            Begins::At(at) => reader.at(at),
        };
        format!("{place}: {}", men.join(", "))
    };
    list.into_iter().map(group).collect::<Vec<_>>().join("; ")
}

/// Equipment of an entry in the scenario's list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kit<'s> {
    /// A man with a weapon.
    Man {
        /// Display name of his weapon.
        weapon: &'s str,
        /// Number of fragmentation and smoke grenades.
        thrown: [u8; 2],
    },
    /// A dummy, without equipment.
    Dummy,
}

impl Kit<'_> {
    /// Returns the text for `number` entries with this equipment.
    fn words(self, number: usize) -> String {
        let Kit::Man { weapon, thrown } = self else {
            return counted(number, "dummy", "dummies");
        };
        let many = |number: usize, one: &str| counted(number, one, &format!("{one}s"));
        let thrown = thrown.into_iter().zip(["grenade", "smoke grenade"]).filter(|(number, _)| *number > 0);
        let thrown: Vec<String> = thrown.map(|(number, one)| many(number.into(), one)).collect();
        let with = if thrown.is_empty() { "" } else { " with " };
        let each = if number > 1 && !thrown.is_empty() { " each" } else { "" };
        format!("{}{with}{}{each}", many(number, weapon), thrown.join(" and "))
    }
}

/// Returns overlays of the areas in which a side places its men.
fn areas(setting: &Setting, side: Side) -> impl Iterator<Item = SceneOverlay> {
    let own = setting.roster.iter().zip(&setting.area_of).filter(move |(man, _)| man.side == side);
    let areas: BTreeSet<usize> = own.filter_map(|(_, area)| *area).collect();
    areas.into_iter().filter_map(move |area| {
        Some(SceneOverlay {
            kind: Overlay::Start,
            label: setting.area_names.get(area)?.clone(),
            piece: None,
            side: Some(side),
            locations: setting.areas.get(area)?.clone(),
        })
    })
}

fn status(setting: &Setting, fact: &Fact, scene: &mut Scene) {
    let line = match fact {
        Fact::Turn { now, of } => {
            let text = of.map_or_else(|| now.to_string(), |of| format!("{now} of {of}"));
            SceneLine::new(LineAbout::Time, "Turn", text)
        }
        Fact::Phase(phase) => SceneLine::new(LineAbout::Phase, "Phase", phase.words()),
        Fact::Ready { side } => SceneLine::new(
            LineAbout::Turn,
            "Ready",
            format!("{} is ready; waiting for the other side", setting.titles[*side]),
        ),
        Fact::Alerted { side } => {
            SceneLine::new(LineAbout::Account, "Alert", format!("{} has seen an enemy", setting.titles[*side]))
        }
        Fact::Left { side, men } => SceneLine::new(
            LineAbout::Account,
            "Left the map",
            format!("{}: {}", setting.titles[*side], counted(*men, "man", "men")),
        ),
        Fact::Chits { total, level, .. } => {
            SceneLine::new(LineAbout::Account, "Chits for losses", format!("{total} of {level}"))
        }
        Fact::Outcome { winner } => SceneLine::new(
            LineAbout::Outcome,
            "Winner",
            winner.map_or("draw".to_owned(), |side| setting.titles[side].clone()),
        ),
        _ => return,
    };
    scene.status.push(line);
}

fn pieces(reader: Reader<'_, Sniper>, fact: &Fact, scene: &mut Scene) {
    let setting = reader.setting;
    match fact {
        Fact::Man { piece, side, at, posture, weapon: key, wounded, incapacitated, stunned } => {
            let mut said = vec![
                (*posture != Posture::Standing, Sort::Posture, posture.words()),
                (*wounded && !*incapacitated, Sort::Hurt, "wounded"),
                (*incapacitated, Sort::Hurt, "incapacitated"),
                (*stunned, Sort::Shaken, "stunned"),
            ];
            let kind = format!("man with {}", reader.weapon(key));
            // Lists without kinds show the first values.
            let mut values = vec![kind.clone()];
            for own in reader.facts {
                match own {
                    Fact::Kit { piece: of, shots, frag, smoke, hand, seen, .. } if of == piece => {
                        values.push(counted(*shots, "shot", "shots"));
                        values.extend(grenades(*frag, *smoke));
                        said.push((!hand.is_weapon(), Sort::Note, hand.words()));
                        said.push((*seen, Sort::Cover, "seen by the enemy"));
                    }
                    Fact::Mission { piece: of } if of == piece => said.push((true, Sort::Note, "on the way back")),
                    Fact::OnRoute { piece: of, .. } if of == piece => said.push((true, Sort::Note, "on route")),
                    _ => {}
                }
            }
            let label = reader.name(*piece).unwrap_or("enemy").to_owned();
            let armed = setting.tables.weapons.iter().find(|(known, _)| known == key);
            let automatic = armed.is_some_and(|(_, weapon)| weapon.automatic == Some(true));
            scene.pieces.push(ScenePiece {
                piece: *piece,
                side: *side,
                symbol: if automatic { Symbol::MachineGun } else { Symbol::Infantry },
                size: Size::None,
                carried: false,
                kind,
                name: label.clone(),
                label,
                title: None,
                location: *at,
                states: State::listed(said),
                values,
                numbers: Vec::new(),
            });
        }
        Fact::Dummy { piece, at, .. } => {
            let side = setting.roster.iter().zip(&setting.names);
            let label = reader.name(*piece).unwrap_or("dummy").to_owned();
            let owner = side.into_iter().find(|(_, name)| ***name == *label).map_or(Side::A, |(man, _)| man.side);
            scene.pieces.push(ScenePiece {
                piece: *piece,
                side: owner,
                symbol: Symbol::Unknown,
                size: Size::None,
                carried: false,
                kind: "dummy".to_owned(),
                name: label.clone(),
                label,
                title: None,
                location: *at,
                states: vec![State::new(Sort::Note, "dummy")],
                values: Vec::new(),
                numbers: Vec::new(),
            });
        }
        Fact::Smoke { at, turns, by } => {
            scene.markers.push(SceneMarker::new(Mark::Note, "smoke", format!("smoke {turns}"), *at).of(*by));
            let overlay = |locations| SceneOverlay {
                kind: Overlay::Area,
                label: "smoke".to_owned(),
                piece: None,
                side: *by,
                locations,
            };
            scene.overlays.push(overlay(smoky(setting, *at)));
        }
        Fact::Plot { piece, plot, .. } => overlays(reader, *piece, plot, scene),
        _ => {}
    }
}

/// Describes a man's grenades; `None` if he has none.
fn grenades(frag: u8, smoke: u8) -> Option<String> {
    let frag = match frag {
        0 => None,
        1 => Some("1 grenade".to_owned()),
        _ => Some(format!("{frag} grenades")),
    };
    let smoke = (smoke > 0).then(|| format!("{smoke} smoke"));
    let have: Vec<String> = frag.into_iter().chain(smoke).collect();
    (!have.is_empty()).then(|| have.join(", "))
}

/// Lists the Locations filled by smoke thrown at a Location, ignoring walls.
fn smoky(setting: &Setting, at: LocationId) -> Vec<LocationId> {
    let Some(spot) = setting.spot(at) else {
        return Vec::new();
    };
    if !setting.is_sewer(at) {
        return setting.board.grid().within(spot.hex, 1).map(|hex| setting.board.ground(hex)).collect();
    }
    let on = |&(line, _): &(u8, u8)| {
        let (first, last) = smoke::smoke_on(setting, at, line);
        (first..=last).filter_map(move |place| setting.on_line(line, place))
    };
    spot.lines.iter().flat_map(on).collect()
}

/// Draws a man's plot over the board, for his own side.
fn overlays(reader: Reader<'_, Sniper>, piece: Piece, plot: &Plot, scene: &mut Scene) {
    let Some(here) = reader.place(piece) else { return };
    let mut add = |kind, label: &str, locations: Vec<LocationId>| {
        let label = label.to_owned();
        scene.overlays.push(SceneOverlay { kind, label, piece: Some(piece), side: None, locations });
    };
    let end = plot.path.end().unwrap_or(here);
    if !plot.path.is_empty() {
        add(Overlay::Path, "moves", std::iter::once(here).chain(plot.path.steps().iter().copied()).collect());
    }
    match plot.act {
        Some(Act::Fire { at }) => add(Overlay::Aim, "fires", vec![here, at]),
        Some(Act::Watch { at }) => add(Overlay::Aim, "watches", vec![here, at]),
        Some(Act::WatchSide { at, beyond }) => {
            // The last Location is the target.
            let sides = if beyond == here { [beyond, at] } else { [at, beyond] };
            let label = format!("watches the {}", reader.aperture(at, beyond));
            add(Overlay::Aim, &label, [here].into_iter().chain(sides).collect());
        }
        Some(Act::Throw { at, grenade: Grenade::Frag }) => add(Overlay::Aim, "throws", vec![end, at]),
        Some(Act::Throw { at, grenade: Grenade::Smoke }) => add(Overlay::Aim, "throws smoke", vec![end, at]),
        Some(Act::Reload) => add(Overlay::Aim, "reloads", vec![here]),
        Some(Act::Rearm) => add(Overlay::Aim, "rearms", vec![here]),
        None => {}
    }
    if let Some(grenade) = plot.prepare {
        add(Overlay::Aim, &format!("prepares a {}", grenade.words()), vec![here]);
    }
    if let Some(posture) = plot.posture {
        add(Overlay::Aim, posture.words(), vec![here]);
    }
}
