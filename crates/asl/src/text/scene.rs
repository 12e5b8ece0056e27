//! The view as a scene that any client can draw.

use rules::scene::{
    LineAbout, Mark, Overlay, Scene, SceneLine, SceneMarker, SceneOverlay, ScenePiece, SceneSheet, Size, Sort, State,
    Symbol,
};
use rules::{BySide, Reader, Seat, Side};

use crate::printed::flags::Flag;
use crate::printed::kind::{Class, Kind};
use crate::printed::terrain::factors;
use crate::printed::words::Cover;
use crate::setting::{Place, Setting};
use crate::state::ending;
use crate::state::step::Step;
use crate::text::names::{Names, allotted, army};
use crate::view::fact::Fact;

/// Returns the symbol, the size and the name of a class of counter.
const fn sign(class: Class) -> (Symbol, Size, &'static str) {
    match class {
        Class::Squad => (Symbol::Infantry, Size::Squad, "squad"),
        Class::HalfSquad => (Symbol::Infantry, Size::Half, "half-squad"),
        Class::Leader => (Symbol::Leader, Size::None, "leader"),
        Class::Hero => (Symbol::Hero, Size::None, "hero"),
        Class::Dummy => (Symbol::Unknown, Size::None, "dummy"),
        Class::Lmg => (Symbol::MachineGun, Size::None, "LMG"),
        Class::Dc => (Symbol::Charge, Size::None, "demolition charge"),
        Class::Gun => (Symbol::Gun, Size::None, "Gun"),
    }
}

/// Returns the name of a counter that has no name of its own: its class, if its printed values are figures.
fn called(kind: Kind, words: &'static str) -> &'static str {
    match kind.class() {
        Class::Squad | Class::HalfSquad | Class::Lmg | Class::Dc => words,
        Class::Leader | Class::Hero | Class::Dummy | Class::Gun => kind.name(),
    }
}

/// Returns the numbers along the foot of the counter: firepower, range, morale, leadership, portage points.
fn numbers(kind: Kind) -> Vec<String> {
    let counter = kind.values();
    let printed = [
        (counter.fp > 0, counter.fp.to_string()),
        (counter.range > 0, counter.range.to_string()),
        (counter.morale > 0, counter.morale.to_string()),
        (kind.class() == Class::Leader, format!("{:+}", counter.leadership)),
        (counter.pp > 0, counter.pp.to_string()),
    ];
    printed.into_iter().filter(|(is, _)| *is).map(|(_, number)| number).collect()
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

/// Returns a small number as a word: a figure could be misread next to printed values.
fn number(count: usize) -> String {
    const WORDS: [&str; 11] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    WORDS.get(count).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

/// Returns one or more counters of a kind as text: `4-6-7 squad`, `two dummies`.
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

/// Returns counters as text, such as `two 4-6-7 squads, leader 8-1`.
fn listed(kinds: impl Iterator<Item = Kind>) -> String {
    let mut kinds: Vec<Kind> = kinds.collect();
    kinds.sort_unstable();
    let words = kinds.chunk_by(|a, b| a == b).filter_map(|same| Some(counted(*same.first()?, same.len())));
    words.collect::<Vec<_>>().join(", ")
}

/// Returns the scene of a view.
pub fn scene(setting: &Setting, seat: Seat, facts: &[Fact]) -> Scene {
    let mut scene = Scene::default();
    for fact in facts {
        scene.status.extend(status(fact));
        pieces(setting, fact, &mut scene);
        marks(setting, fact, &mut scene);
        scene.overlays.extend(tunnel(fact));
    }
    points(setting, facts, &mut scene);
    sheets(setting, facts, &mut scene);
    scene.simultaneous = Reader { setting, seat, facts }.asked() == Some(Step::Record);
    scene
}

/// Adds the sheet beside the board with the units that a side has still to place, which only its own seat sees.
fn sheets(setting: &Setting, facts: &[Fact], scene: &mut Scene) {
    for side in Side::BOTH {
        let waits = |fact: &&Fact| matches!(fact, Fact::Unit { side: of, at: None, holder: None, .. } if *of == side);
        let left = facts.iter().filter(waits).count();
        let Some(location) = setting.waiting[side].filter(|_| left > 0) else { continue };
        scene.sheets.push(SceneSheet {
            location,
            title: format!("{} units to place", army(side)),
            paint: None,
            squares: Vec::new(),
            note: format!("{left} left to place. Only your side sees them."),
        });
    }
}

fn status(fact: &Fact) -> Option<SceneLine> {
    Some(match fact {
        Fact::Turn { now, of } => SceneLine::new(LineAbout::Time, "Turn", format!("{now} of {of}")),
        Fact::Phase(phase) => SceneLine::new(LineAbout::Phase, "Phase", phase.words()),
        Fact::Attacker { side } => SceneLine::new(LineAbout::Turn, "ATTACKER", army(*side)),
        Fact::Moving { pace, mf_left: Some(left), .. } => {
            SceneLine::new(LineAbout::Turn, "Moving", format!("{}, {} MF left", pace.words(), factors(*left)))
        }
        Fact::Moving { pace, .. } => SceneLine::new(LineAbout::Turn, "Moving", pace.words()),
        Fact::Unseen { side, counters } => SceneLine::new(
            LineAbout::Account,
            format!("{} unseen units", army(*side)),
            listed(counters.iter().map(|counter| counter.kind)),
        ),
        Fact::Losses { side, kinds } => {
            SceneLine::new(LineAbout::Account, format!("{} losses", army(*side)), listed(kinds.iter().copied()))
        }
        Fact::Prisoner { side, kind, number, .. } => {
            let title = if *number == 1 { "prisoner" } else { "prisoners" };
            SceneLine::new(LineAbout::Account, format!("{} {title}", army(*side)), counted(*kind, usize::from(*number)))
        }
        Fact::NoQuarter { side } => {
            SceneLine::new(LineAbout::Account, "No Quarter", format!("the {} side takes no surrender", army(*side)))
        }
        Fact::Allotted { tunnels, forts, .. } => {
            SceneLine::new(LineAbout::Account, "Left to record", allotted(*tunnels, *forts))
        }
        Fact::Outcome { winner } => SceneLine::new(
            LineAbout::Outcome,
            "Winner",
            winner.map_or("none (draw)".to_owned(), |side| format!("the {} side", army(side))),
        ),
        _ => return None,
    })
}

/// Returns the sort of state that a marker shows.
const fn sort(flag: Flag) -> Sort {
    match flag {
        Flag::Broken | Flag::Dm | Flag::Pinned | Flag::Berserk | Flag::Cx | Flag::Disrupted => Sort::Shaken,
        Flag::Wounded | Flag::Doomed | Flag::Shaken | Flag::Malfunctioned => Sort::Hurt,
        Flag::Ti
        | Flag::Encircled
        | Flag::Melee
        | Flag::Stopped
        | Flag::Minimum
        | Flag::Clearing
        | Flag::Hazardous
        | Flag::Withdrawing => Sort::Held,
        Flag::PrepFired
        | Flag::FirstFired
        | Flag::FinalFired
        | Flag::AdvanceFired
        | Flag::Moved
        | Flag::Advanced
        | Flag::Used
        | Flag::Routed
        | Flag::Fought
        | Flag::Crawled
        | Flag::UsedInherent
        | Flag::KeptRate
        | Flag::Directed
        | Flag::UsedCharge => Sort::Spent,
        Flag::Lost | Flag::MayEmerge | Flag::Stays => Sort::Below,
        Flag::Discovered => Sort::Cover,
        Flag::LeftEncircled
        | Flag::Struck
        | Flag::Fanatic
        | Flag::Heroic
        | Flag::KeepsDm
        | Flag::Solo
        | Flag::Labor
        | Flag::LaborTwice
        | Flag::WasCx
        | Flag::Fused => Sort::Note,
    }
}

fn pieces(setting: &Setting, fact: &Fact, scene: &mut Scene) {
    let Fact::Unit { piece, side, kind, at, cover, flags, granted, known_as, name, holder, .. } = fact else {
        return;
    };
    // Units still to be placed are beside the board.
    let Some(location) = at.or(setting.waiting[*side]) else { return };
    let more = [
        (*cover != Cover::Open, Sort::Cover, cover.words()),
        (known_as.is_some(), Sort::Cover, "enemy knows it as more than it is"),
        (at.is_none(), Sort::Note, "not yet placed"),
        (kind.is_weapon() && holder.is_none(), Sort::Note, "not held"),
    ];
    let states = State::listed(flags.iter().map(|flag| (true, sort(flag), flag.words())).chain(more));
    let mut values = values(*kind);
    values.extend(granted.then(|| "may use the sewers".to_owned()));
    let (symbol, size, words) = sign(kind.class());
    scene.pieces.push(ScenePiece {
        piece: *piece,
        side: *side,
        symbol,
        size,
        // A Gun is not drawn as carried: its crew serves it.
        carried: matches!(kind.class(), Class::Lmg | Class::Dc),
        kind: words.to_owned(),
        label: name.as_deref().unwrap_or_else(|| kind.name()).to_owned(),
        name: name.as_deref().unwrap_or_else(|| called(*kind, words)).to_owned(),
        title: kind.values().green.then(|| "Inexperienced".to_owned()),
        location,
        states,
        values,
        numbers: numbers(*kind),
    });
}

/// Returns a tunnel as the line between its entrances, for seats that know it.
fn tunnel(fact: &Fact) -> Option<SceneOverlay> {
    let Fact::Tunnel { side, ends, gone: false, .. } = fact else { return None };
    let (kind, label) = (Overlay::Link, "tunnel".to_owned());
    Some(SceneOverlay { kind, label, piece: None, side: Some(*side), locations: ends.to_vec() })
}

fn marks(setting: &Setting, fact: &Fact, scene: &mut Scene) {
    let mut mark = |mark, kind: &str, label: &str, at, side| {
        scene.markers.push(SceneMarker::new(mark, kind, label, at).of(side));
    };
    match fact {
        Fact::Unknown { side, at, sewer, lost } => {
            let label = match (sewer, lost) {
                (true, true) => "Lost ?",
                (true, false) => "Sewer ?",
                (false, _) => "?",
            };
            mark(Mark::Unknown, "unknown", label, *at, Some(*side));
        }
        Fact::Discovered { side, at } => mark(Mark::Note, "discovered", "discovered", *at, Some(*side)),
        Fact::Objective { at, held_by, points } => {
            let marker = SceneMarker::new(Mark::Objective, "objective", points.to_string(), *at).of(*held_by);
            scene.markers.push(SceneMarker { numbers: vec![*points], ..marker });
        }
        Fact::Covered { at, blaze } if *blaze => mark(Mark::Blaze, "blaze", "Blaze", *at, None),
        Fact::Covered { at, .. } | Fact::Rubble { at } => mark(Mark::Note, "rubble", "rubble", *at, None),
        Fact::Buried { at } => mark(Mark::Note, "rubble", "rubbled sewer", *at, None),
        Fact::Residual { at, fp } => mark(Mark::Note, "residual", &format!("residual {fp}"), *at, None),
        Fact::TrailBreak { at, .. } => mark(Mark::Note, "trail_break", "trail-break", *at, None),
        Fact::Breach { to, .. } => mark(Mark::Note, "breach", "breach", *to, None),
        Fact::Ruined { at } => mark(Mark::Note, "rubble", "destroyed", *at, None),
        Fact::Charge { at, set, .. } => {
            mark(Mark::Note, "charge", if *set { "Set charge" } else { "Placed charge" }, *at, None);
        }
        Fact::Fort { side, at, known, .. } => {
            mark(Mark::Note, "fortified", if *known { "fortified" } else { "secret fort" }, *at, Some(*side));
        }
        Fact::Tunnel { side, ends, gone, .. } => {
            scene.markers.extend(ends.iter().map(|at| {
                let marker = SceneMarker::new(Mark::Mouth, "entrance", "tunnel", *at).of(Some(*side));
                if *gone { SceneMarker { blocked: true, ..marker.noted("destroyed") } } else { marker }
            }));
        }
        Fact::Entrance { at, .. } => mark(Mark::Mouth, "entrance", "tunnel seen", *at, None),
        Fact::Barred { at } => mark(Mark::Barred, "barred", "barred", *at, None),
        Fact::Turn { .. } => {
            for spot in setting.spots.iter().filter(|spot| spot.place == Place::Sewer) {
                mark(Mark::Lid, "manhole", "manhole", spot.ground, None);
            }
        }
        _ => {}
    }
}

/// Adds the points of each side, as far as this view knows.
fn points(setting: &Setting, facts: &[Fact], scene: &mut Scene) {
    let held = |side| {
        facts.iter().filter_map(move |fact| match fact {
            Fact::Objective { held_by: Some(holder), points, .. } if *holder == side => Some(*points),
            _ => None,
        })
    };
    let mut lost: BySide<Vec<Kind>> = BySide::default();
    for fact in facts {
        match fact {
            Fact::Losses { side, kinds } => lost[*side].extend(kinds),
            // A prisoner counts twice.
            Fact::Prisoner { side, kind, number, .. } => lost[*side].extend((0..*number).map(|_| *kind)),
            _ => {}
        }
    }
    if setting.objectives.is_empty() && !setting.casualties {
        return;
    }
    for side in Side::BOTH {
        let casualties = ending::casualties(setting, lost[side.other()].iter().copied());
        let points = held(side).sum::<u16>() + casualties;
        scene.status.push(SceneLine::new(LineAbout::Account, format!("{} points", army(side)), points.to_string()));
    }
}
