//! Conversion of a view to a scene that any client can draw.

use rules::scene::{
    LineAbout, Mark, Scene, SceneLine, SceneMarker, ScenePiece, Size, Sort, State as SceneState, Symbol,
};
use rules::speech::counted;
use rules::{Reader, Seat, Side};

use crate::printed::counter::{Counter, Kind, Weapon};
use crate::printed::words::{Activity, Pace, State};
use crate::setting::{Entrance, Setting};
use crate::state::step::Step;
use crate::text::names::{Names, army, what};
use crate::view::fact::Fact;

/// Returns the symbol of a counter: for leaders and heroes their kind, for others their weapon.
const fn symbol(counter: Counter) -> Symbol {
    match (counter.kind, counter.weapon) {
        (Kind::Leader, _) => Symbol::Leader,
        (Kind::Hero, _) => Symbol::Hero,
        (_, Weapon::Gun) => Symbol::Gun,
        (_, Weapon::Lmg | Weapon::Mmg | Weapon::Hmg) => Symbol::MachineGun,
        (_, Weapon::None) => Symbol::Infantry,
    }
}

const fn size(kind: Kind) -> Size {
    match kind {
        Kind::Squad => Size::Squad,
        Kind::HalfSquad => Size::Half,
        Kind::Leader | Kind::Hero => Size::None,
    }
}

/// Describes a counter in few words, for use on the board.
fn kind(counter: Counter) -> String {
    if counter.kind.is_single() { counter.kind.words().to_owned() } else { what(counter) }
}

/// Returns the numbers along the bottom of a counter: firepower, range, movement, morale and, if not 0, leadership.
fn numbers(counter: Counter) -> Vec<String> {
    let leadership = (counter.leadership > 0).then(|| counter.leadership.to_string());
    let printed = [
        counter.firepower().to_string(),
        counter.reach().to_string(),
        counter.mf.to_string(),
        counter.morale.to_string(),
    ];
    printed.into_iter().chain(leadership).collect()
}

/// Returns a label for a counter without a known name: firepower, range and movement, such as `2-5-4`.
fn short(counter: Counter) -> String {
    format!("{}-{}-{}", counter.firepower(), counter.reach(), counter.mf)
}

/// Name of the Sewer Rat card (SEW-16, TUN-16).
const SEWER_RAT: &str = "Sewer Rat";

fn values(counter: Counter) -> Vec<String> {
    let mut values = vec![
        what(counter),
        format!("firepower {}", counter.firepower()),
        format!("range {}", counter.reach()),
        format!("movement {}", counter.mf),
        format!("morale {}", counter.morale),
    ];
    if counter.leadership > 0 {
        values.push(format!("leadership {}", counter.leadership));
    }
    values.extend(counter.sewer_rat.then(|| SEWER_RAT.to_owned()));
    values.extend(counter.assaulter.then(|| "Assaulter".to_owned()));
    values.extend(counter.assault.then(|| "can make assault moves".to_owned()));
    if counter.granted {
        values.push(match counter.granted_only {
            None => "may go below ground".to_owned(),
            Some(only) => format!("may go below ground in {}s only", only.words()),
        });
    }
    values
}

/// Builds the scene of a seat's view.
pub fn scene(setting: &Setting, seat: Seat, facts: &[Fact]) -> Scene {
    let mut scene = Scene::default();
    let placing = match (Reader { setting, seat, facts }).asked() {
        Some(Step::Hide { side, .. }) => Some(side),
        _ => None,
    };
    for fact in facts {
        status(fact, placing, &mut scene);
        pieces(setting, fact, &mut scene);
    }
    for entrance in &setting.entrances {
        scene.markers.push(mouth(entrance, facts));
    }
    if !setting.objectives.is_empty() {
        scene.status.push(SceneLine::new(LineAbout::Account, "Objectives", objectives(setting, facts)));
    }
    scene.status.sort_by_key(|line| line.about);
    scene
}

/// Describes the points of the sides and the points needed to win (HNL-B18).
fn objectives(setting: &Setting, facts: &[Fact]) -> String {
    let held = |side| {
        facts.iter().filter_map(move |fact| match fact {
            Fact::Objective { held_by: Some(holder), points, .. } if *holder == side => Some(*points),
            _ => None,
        })
    };
    let points = |side| held(side).sum::<u16>();
    let needed = setting.goal.points;
    match setting.goal.side {
        Some(side) => {
            let (own, other) = (army(side), army(side.other()));
            format!("{own} {} of {needed} points needed to win at the end; otherwise {other} wins", points(side))
        }
        None => {
            let [soviet, german] = Side::BOTH.map(points);
            format!(
                "Soviet {soviet}, German {german}; at the end, {} or more and the lead needed to win",
                needed.max(1)
            )
        }
    }
}

/// Returns the marker of an entrance, and whether it is blocked (SEW-28, TUN-28).
fn mouth(entrance: &Entrance, facts: &[Fact]) -> SceneMarker {
    let (mark, kind, name) = match entrance.kind {
        board::NetworkKind::Sewer => (Mark::Lid, "manhole", "manhole"),
        board::NetworkKind::Tunnel => (Mark::Mouth, "entrance", "stairs"),
    };
    let burns = facts.iter().any(|fact| matches!(fact, Fact::Blaze { at } if *at == entrance.ground));
    let marker = SceneMarker::new(mark, kind, name, entrance.ground);
    let marker = match (entrance.rubble, burns) {
        (true, _) => marker.noted("blocked by rubble"),
        (_, true) => marker.noted("blocked by fire"),
        _ => marker,
    };
    SceneMarker { blocked: entrance.rubble || burns, ..marker }
}

/// Adds the status line for a fact. `placing` is the side that places hidden units now.
fn status(fact: &Fact, placing: Option<Side>, scene: &mut Scene) {
    let line = match fact {
        Fact::Turn { now, of } => SceneLine::new(LineAbout::Time, "Turn", format!("{now} of {of}")),
        Fact::Phase(_) if placing.is_some() => SceneLine::new(LineAbout::Phase, "Phase", "Set-up"),
        Fact::ToAct { side } if placing.is_some() => {
            SceneLine::new(LineAbout::Turn, "To act", army(placing.unwrap_or(*side)))
        }
        Fact::Phase(phase) => SceneLine::new(LineAbout::Phase, "Phase", phase.words()),
        Fact::ToAct { side } => SceneLine::new(LineAbout::Turn, "To act", army(*side)),
        Fact::Initiative { side } => SceneLine::new(LineAbout::Turn, "Initiative", army(*side)),
        Fact::Passes(0) => return,
        Fact::Passes(passes) => SceneLine::new(LineAbout::Turn, "Passes in a row", passes.to_string()),
        Fact::Moving { pace, mf_left, .. } => {
            let left = counted(*mf_left, "movement point", "movement points");
            let left = format!("{left} left");
            SceneLine::new(
                LineAbout::Turn,
                "Moving",
                if *pace == Pace::Normal { left } else { format!("{}, {left}", pace.words()) },
            )
        }
        Fact::Hidden { side, counters } => {
            let all: Vec<String> = counters.iter().map(|counter| what(*counter)).collect();
            SceneLine::new(LineAbout::Account, format!("Hidden {} units", army(*side)), all.join(", "))
        }
        Fact::Outcome { winner } => SceneLine::new(
            LineAbout::Outcome,
            "Winner",
            winner.map_or("none".to_owned(), |side| format!("the {} side", army(side))),
        ),
        _ => return,
    };
    scene.status.push(line);
}

/// Whether the words of an activity say that the unit has moved.
const fn is_move(activity: Activity) -> bool {
    matches!(activity, Activity::Moved | Activity::Assaulted)
}

fn pieces(setting: &Setting, fact: &Fact, scene: &mut Scene) {
    let mut mark = |mark, kind: &str, label: &str, at| scene.markers.push(SceneMarker::new(mark, kind, label, at));
    match fact {
        Fact::Unit {
            piece,
            side,
            counter,
            at,
            state,
            wounded,
            activity,
            fought,
            traded,
            spotted,
            moved,
            hidden,
            name,
        } => {
            let states = SceneState::listed([
                (*state != State::Good, Sort::Shaken, state.words()),
                (*wounded, Sort::Hurt, "wounded"),
                (*activity != Activity::Fresh, Sort::Spent, activity.words()),
                (*fought, Sort::Spent, "has fought"),
                (*traded, Sort::Note, "has received a weapon"),
                (*moved && !is_move(*activity), Sort::Note, "has moved"),
                (!*spotted && !*hidden, Sort::Cover, "not spotted"),
                (*hidden, Sort::Cover, "hidden"),
            ]);
            scene.pieces.push(ScenePiece {
                piece: *piece,
                side: *side,
                symbol: symbol(*counter),
                size: size(counter.kind),
                carried: false,
                kind: kind(*counter),
                label: name.as_deref().map_or_else(|| short(*counter), str::to_owned),
                name: name.as_deref().map_or_else(|| kind(*counter), str::to_owned),
                title: counter.sewer_rat.then(|| SEWER_RAT.to_owned()),
                location: *at,
                numbers: numbers(*counter),
                states,
                values: values(*counter),
            });
        }
        Fact::Objective { at, held_by, points } => {
            let marker = SceneMarker::new(Mark::Objective, "objective", points.to_string(), *at).of(*held_by);
            scene.markers.push(SceneMarker { numbers: vec![*points], ..marker });
        }
        Fact::Weapons { at, weapons } => {
            for weapon in weapons {
                mark(Mark::Note, "weapon", weapon.words(), *at);
            }
        }
        Fact::Melee { at } => mark(Mark::Note, "melee", "melee above and inside", *at),
        Fact::Blaze { at } => mark(Mark::Blaze, "blaze", "blaze", *at),
        Fact::Barred { at } => mark(Mark::Barred, "barred", "barred", *at),
        Fact::Turn { .. } => {
            // Fortifications, including mines, are public in the scenario.
            for (at, spot) in setting.board.location_ids().zip(&setting.spots) {
                let works = [(spot.wire, "wire"), (spot.mines, "mines"), (spot.foxholes, "foxholes")];
                for (_, work) in works.into_iter().filter(|(there, _)| *there) {
                    mark(Mark::Note, work, work, at);
                }
            }
        }
        _ => {}
    }
}
