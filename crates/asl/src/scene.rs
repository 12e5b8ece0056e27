//! A view as something any client can draw.

use rules::scene::{Scene, SceneLine, SceneMarker, ScenePiece};
use rules::{BySide, Seat, Side};

use crate::fact::Fact;
use crate::kind::{Class, Kind};
use crate::position::Cover;
use crate::setting::Setting;
use crate::terrain::MF;
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

fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// Counters in words, such as `2 4-6-7, leader 8-1`.
fn listed(kinds: impl Iterator<Item = Kind>) -> String {
    let mut kinds: Vec<Kind> = kinds.collect();
    kinds.sort_unstable();
    let mut words: Vec<String> = Vec::new();
    for same in kinds.chunk_by(|a, b| a == b) {
        let name = same.first().map_or("", |kind| kind.name());
        words.push(if same.len() == 1 { name.to_owned() } else { format!("{} {name}", same.len()) });
    }
    words.join(", ")
}

/// The view as a scene.
pub fn scene(setting: &Setting, _: Seat, facts: &[Fact]) -> Scene {
    let mut scene = Scene::default();
    for fact in facts {
        scene.status.extend(status(fact));
        pieces(fact, &mut scene);
        marks(setting, fact, &mut scene);
    }
    points(setting, facts, &mut scene);
    scene
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
        Fact::Allotted { tunnels, forts, .. } => {
            let words =
                format!("{}, {}", counted(usize::from(*tunnels), "tunnel"), counted(usize::from(*forts), "fort"));
            line("Still to be recorded", words)
        }
        Fact::Outcome { winner } => {
            line("Winner", winner.map_or("nobody".to_owned(), |side| format!("the {} side", army(side))))
        }
        _ => return None,
    })
}

fn pieces(fact: &Fact, scene: &mut Scene) {
    let Fact::Unit { piece, side, kind, at: Some(at), cover, flags, granted, known_as, name, holder, .. } = fact else {
        return;
    };
    let mut states: Vec<String> = flags.iter().map(|flag| flag.words().to_owned()).collect();
    let mut add = |holds: bool, words: &str| states.extend(holds.then(|| words.to_owned()));
    add(*cover != Cover::Open, cover.words());
    add(known_as.is_some(), "known as more than it is");
    add(kind.is_weapon() && holder.is_none(), "lies about");
    let mut values = values(*kind);
    values.extend(granted.then(|| "may use the sewers".to_owned()));
    scene.pieces.push(ScenePiece {
        piece: *piece,
        side: *side,
        kind: symbol(*kind).to_owned(),
        label: name.as_deref().unwrap_or_else(|| kind.name()).to_owned(),
        location: *at,
        states,
        values,
    });
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
            mark("fortified", if *known { "fortified" } else { "fortified (secret)" }, *at, Some(*side));
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
