//! A view as something any client can draw.

use rules::scene::{Scene, SceneLine, SceneMarker, SceneOverlay, ScenePiece, SceneSheet};
use rules::{BySide, Seat, Side};

use crate::fact::Fact;
use crate::kind::{Class, Kind};
use crate::phrase::{allotted, asked};
use crate::position::Cover;
use crate::setting::Setting;
use crate::terrain::MF;
use crate::turn::Step;
use crate::victory;

/// The name of a side, as an adjective.
pub(crate) const fn army(side: Side) -> &'static str {
    match side {
        Side::A => "German",
        Side::B => "Russian",
    }
}

/// The kind of symbol that is drawn.
fn symbol(kind: Kind) -> &'static str {
    match kind.class() {
        Class::Squad => "squad",
        Class::HalfSquad => "half-squad",
        Class::Leader => "leader",
        Class::Hero => "hero",
        Class::Dummy => "dummy",
        Class::Lmg => "LMG",
        Class::Dc => "demolition charge",
        Class::Gun => "Gun",
    }
}

fn values(kind: Kind) -> Vec<String> {
    let counter = kind.values();
    let mut values = vec![kind.class().words().to_owned()];
    let mut add = |holds: bool, words: String| values.extend(holds.then_some(words));
    add(counter.fp > 0, format!("firepower {}", counter.fp));
    add(counter.range > 0, format!("range {}", counter.range));
    add(counter.morale > 0, format!("morale {} ({} broken)", counter.morale, counter.broken));
    add(kind.class() == Class::Leader, format!("leadership {:+}", counter.leadership));
    add(counter.green, "Inexperienced".to_owned());
    add(counter.pp > 0, format!("portage points {}", counter.pp));
    values
}

fn line(name: &str, value: impl Into<String>) -> SceneLine {
    SceneLine { name: name.to_owned(), value: value.into() }
}

/// Half movement factors in words, such as `3½`.
pub(crate) fn factors(halves: u8) -> String {
    format!("{}{}", halves / MF, if halves.is_multiple_of(MF) { "" } else { "½" })
}

/// A small number in words: beside what is printed on counters a figure would be misread.
fn number(count: usize) -> String {
    const WORDS: [&str; 11] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    WORDS.get(count).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

/// A counter of a kind in words, or so many: `4-6-7 squad`, `two dummies`.
fn counted(kind: Kind, count: usize) -> String {
    let name = kind.name();
    let many = |one: String, all: String| if count == 1 { one } else { format!("{} {all}", number(count)) };
    match kind.class() {
        Class::Squad => many(format!("{name} squad"), format!("{name} squads")),
        Class::HalfSquad => many(format!("{name} half-squad"), format!("{name} half-squads")),
        Class::Leader => many(name.to_owned(), name.replacen("leader", "leaders", 1)),
        Class::Hero => many("hero".to_owned(), "heroes".to_owned()),
        Class::Dummy => many("dummy".to_owned(), "dummies".to_owned()),
        Class::Lmg => many("light machine gun".to_owned(), "light machine guns".to_owned()),
        Class::Dc => many("demolition charge".to_owned(), "demolition charges".to_owned()),
        Class::Gun => many("Gun".to_owned(), "Guns".to_owned()),
    }
}

/// Counters in words, such as `two 4-6-7 squads, leader 8-1`.
fn listed(kinds: impl Iterator<Item = Kind>) -> String {
    let mut kinds: Vec<Kind> = kinds.collect();
    kinds.sort_unstable();
    let words = kinds.chunk_by(|a, b| a == b).filter_map(|same| Some(counted(*same.first()?, same.len())));
    words.collect::<Vec<_>>().join(", ")
}

/// The view as a scene.
pub fn scene(setting: &Setting, _: Seat, facts: &[Fact]) -> Scene {
    let mut scene = Scene::default();
    for fact in facts {
        scene.status.extend(status(fact));
        pieces(setting, fact, &mut scene);
        marks(setting, fact, &mut scene);
        scene.overlays.extend(tunnel(fact));
    }
    points(setting, facts, &mut scene);
    sheets(setting, facts, &mut scene);
    scene.together = asked(facts) == Some(Step::Record);
    scene
}

/// The sheet beside the board with the units that a side has still to place: its own seat alone sees them.
fn sheets(setting: &Setting, facts: &[Fact], scene: &mut Scene) {
    for side in Side::BOTH {
        let waits = |fact: &&Fact| matches!(fact, Fact::Unit { side: of, at: None, holder: None, .. } if *of == side);
        let left = facts.iter().filter(waits).count();
        let Some(location) = setting.waiting[side].filter(|_| left > 0) else { continue };
        scene.sheets.push(SceneSheet {
            location,
            title: format!("{} units to be placed", army(side)),
            squares: Vec::new(),
            note: format!("{left} still to be placed. Only you see them."),
        });
    }
}

fn status(fact: &Fact) -> Option<SceneLine> {
    Some(match fact {
        Fact::Turn { now, of } => line("Turn", format!("{now} of {of}")),
        Fact::Phase(phase) => line("Phase", phase.words()),
        Fact::Attacker { side } => line("ATTACKER", army(*side)),
        Fact::Moving { pace, mf_left: Some(left), .. } => {
            line("On the move", format!("{}, {} movement factors left", pace.words(), factors(*left)))
        }
        Fact::Moving { pace, .. } => line("On the move", pace.words()),
        Fact::Unseen { side, counters } => {
            line(&format!("{} units out of sight", army(*side)), listed(counters.iter().map(|counter| counter.kind)))
        }
        Fact::Losses { side, kinds } => line(&format!("{} losses", army(*side)), listed(kinds.iter().copied())),
        Fact::Allotted { tunnels, forts, .. } => line("Still to be recorded", allotted(*tunnels, *forts)),
        Fact::Outcome { winner } => {
            line("Winner", winner.map_or("nobody".to_owned(), |side| format!("the {} side", army(side))))
        }
        _ => return None,
    })
}

fn pieces(setting: &Setting, fact: &Fact, scene: &mut Scene) {
    let Fact::Unit { piece, side, kind, at, cover, flags, granted, known_as, name, holder, .. } = fact else {
        return;
    };
    // Whoever has still to be placed lies beside the board.
    let Some(location) = at.or(setting.waiting[*side]) else { return };
    let mut states: Vec<String> = flags.iter().map(|flag| flag.words().to_owned()).collect();
    let mut add = |holds: bool, words: &str| states.extend(holds.then(|| words.to_owned()));
    add(*cover != Cover::Open, cover.words());
    add(known_as.is_some(), "known as more than it is");
    add(at.is_none(), "to be placed");
    add(kind.is_weapon() && holder.is_none(), "held by nobody");
    let mut values = values(*kind);
    values.extend(granted.then(|| "may use the sewers".to_owned()));
    scene.pieces.push(ScenePiece {
        piece: *piece,
        side: *side,
        kind: symbol(*kind).to_owned(),
        label: name.as_deref().unwrap_or_else(|| kind.name()).to_owned(),
        location,
        states,
        values,
    });
}

/// A tunnel as the line between its entrances, for whoever knows it.
fn tunnel(fact: &Fact) -> Option<SceneOverlay> {
    let Fact::Tunnel { side, ends, gone: false, .. } = fact else { return None };
    let (kind, label) = ("link".to_owned(), "tunnel".to_owned());
    Some(SceneOverlay { kind, label, piece: None, side: Some(*side), locations: ends.to_vec() })
}

fn marks(setting: &Setting, fact: &Fact, scene: &mut Scene) {
    let mut mark = |kind: &str, label: &str, location, side| {
        scene.markers.push(SceneMarker { kind: kind.to_owned(), label: label.to_owned(), location, side });
    };
    match fact {
        Fact::Unknown { side, at, sewer, lost } => {
            let label = match (sewer, lost) {
                (true, true) => "Lost ?",
                (true, false) => "Sewer ?",
                (false, _) => "?",
            };
            mark("unknown", label, *at, Some(*side));
        }
        Fact::Discovered { side, at } => mark("discovered", "discovered", *at, Some(*side)),
        Fact::Objective { at, held_by, points } => mark("objective", &points.to_string(), *at, *held_by),
        Fact::Covered { at, blaze } if *blaze => mark("blaze", "Blaze", *at, None),
        Fact::Covered { at, .. } | Fact::Rubble { at } => mark("rubble", "rubble", *at, None),
        Fact::Buried { at } => mark("rubble", "rubbled sewer", *at, None),
        Fact::Residual { at, fp } => mark("residual", &format!("residual {fp}"), *at, None),
        Fact::Fort { side, at, known, .. } => {
            mark("fortified", if *known { "fortified" } else { "secret fort" }, *at, Some(*side));
        }
        Fact::Tunnel { side, ends, gone, .. } => {
            for at in ends {
                mark("entrance", if *gone { "tunnel, destroyed" } else { "tunnel" }, *at, Some(*side));
            }
        }
        Fact::Entrance { at, .. } => mark("entrance", "tunnel seen", *at, None),
        Fact::Barred { at } => mark("barred", "barred", *at, None),
        Fact::Turn { .. } => {
            for spot in setting.spots.iter().filter(|spot| spot.place == crate::setting::Place::Sewer) {
                mark("manhole", "manhole", spot.ground, None);
            }
        }
        _ => {}
    }
}

/// The points of either side, as far as this view knows.
fn points(setting: &Setting, facts: &[Fact], scene: &mut Scene) {
    let held = |n: usize| {
        let wanted = setting.objectives.get(n)?.at;
        facts.iter().find_map(|fact| match fact {
            Fact::Objective { at, held_by, .. } if *at == wanted => *held_by,
            _ => None,
        })
    };
    let mut lost: BySide<Vec<Kind>> = BySide::default();
    for fact in facts {
        if let Fact::Losses { side, kinds } = fact {
            lost[*side].clone_from(kinds);
        }
    }
    if setting.objectives.is_empty() && !setting.goal.casualties {
        return;
    }
    for side in Side::BOTH {
        let points = victory::points(setting, held, lost[side.other()].iter().copied(), side);
        scene.status.push(line(&format!("{} points", army(side)), points.to_string()));
    }
}
