//! The invariants of the suite, kept by this system.

use board::LocationId;
use rand::RngExt;
use rand::rngs::StdRng;
use referee::ledger::ScenarioText;
use rules::{Piece, Seat, Side, System};
use suite::{Game, Tested};

use crate::Sniper;
use crate::order::{Order, Posture};
use crate::plot::{Act, Path, Plot};
use crate::position::{Man, Position};
use crate::setting::{Level, Setting};

/// A block with sewers, men to be placed, dummies on both sides.
const CLEAR: &str = include_str!("tested/clear.toml");
/// A patrol with a route, and men waiting below.
const PATROL: &str = include_str!("tested/patrol.toml");
/// No hidden movement.
const OPEN: &str = include_str!("tested/open.toml");

fn scenario(name: &str, text: &str) -> ScenarioText {
    ScenarioText { name: name.to_owned(), text: text.to_owned() }
}

/// Whether a man of the seat's side could see a man elsewhere, by the rule notes: more generous than the rules, so that
/// a scrambled man is out of sight for certain. On the ground whoever is above, below whoever shares a sewer.
fn could_be_seen(setting: &Setting, position: &Position, man: &Man, at: LocationId) -> bool {
    let Some(place) = setting.spot(at) else { return true };
    position.men.iter().filter(|other| other.side != man.side).filter_map(|other| other.at).any(|here| {
        let Some(spot) = setting.spot(here) else { return true };
        let below = |level| level == Level::Sewer;
        let shared = place.lines.iter().any(|(line, _)| spot.lines.iter().any(|(other, _)| line == other));
        match (below(place.level), below(spot.level)) {
            (true, true) => shared,
            (false, false) => crate::sight::is_line_clear(
                &setting.board,
                setting.board.ground(spot.hex),
                setting.board.ground(place.hex),
            ) || matches!(spot.level, Level::Surface(1)) || matches!(place.level, Level::Surface(1)),
            _ => spot.hex == place.hex,
        }
    })
}

/// Somewhere else for a man out of sight.
fn elsewhere(setting: &Setting, position: &Position, n: usize, rng: &mut StdRng) -> Option<LocationId> {
    let man = &position.men[n];
    let at = LocationId(rng.random_range(0..setting.spots.len()) as u16);
    let level = setting.spot(at)?.level;
    let room = if level == Level::Middle { 0 } else { 1 };
    let there = position.men.iter().filter(|other| other.at == Some(at)).count();
    let seen = could_be_seen(setting, position, man, at);
    // Below, others of his side are in the manhole's hex too, and a seat could know what smoke is there.
    (there <= room && !seen && level != Level::Middle && !man.posture.is_on_ladder()).then_some(at)
}

/// Another plot for a man: none, or a step somewhere.
fn other_plot(setting: &Setting, man: &Man, rng: &mut StdRng) -> Plot {
    let Some(at) = man.at.filter(|_| !man.on_route && man.stunned == 0) else { return man.plot };
    let exits = &setting.spot(at).expect("a place of the board").exits;
    let upright: Vec<_> = exits.iter().filter(|exit| exit.cost <= 5 && man.posture != Posture::Prone).collect();
    match rng.random_range(0..3) {
        0 => Plot::default(),
        1 if !man.dummy && man.shots < 3 => Plot { act: Some(Act::Reload), ..Plot::default() },
        _ if upright.is_empty() => Plot::default(),
        _ => {
            let exit = upright[rng.random_range(0..upright.len())];
            Plot { path: Path::default().then(exit.to).expect("one step"), ..Plot::default() }
        }
    }
}

impl Tested for Sniper {
    fn scenarios() -> Vec<ScenarioText> {
        vec![scenario("patrol.toml", PATROL), scenario("open.toml", OPEN), scenario("clear.toml", CLEAR)]
    }

    /// A seat can tell nothing of the other side's plots, of what its men carry, and of where the unseen are.
    fn scramble(setting: &Setting, position: &Position, seat: Seat, rng: &mut StdRng) -> Option<Position> {
        let mut other = position.clone();
        let setting_up = position.agenda.top() == Some(crate::Step::SetUp);
        for n in 0..other.men.len() {
            if seat == Seat::Side(other.men[n].side) || other.men[n].at.is_none() {
                continue;
            }
            let hidden = !other.men[n].seen && setting.options.hidden && !setting_up && seat != Seat::Spectator;
            if let Some(at) = Some(n).filter(|_| hidden).and_then(|n| elsewhere(setting, &other, n, rng)) {
                other.men[n].at = Some(at);
                other.men[n].plot = Plot::default();
            }
            if !setting_up {
                other.men[n].plot = other_plot(setting, &other.men[n], rng);
            }
            if !other.men[n].dummy {
                other.men[n].frag = rng.random_range(0..3);
                other.men[n].smoke = rng.random_range(0..3);
            }
        }
        Some(other)
    }

    const GAMES: u64 = 6;
}

suite::invariants!(Sniper);
