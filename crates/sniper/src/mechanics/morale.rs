//! Panic (SNP-B3), and chits for losses (SNP-B29).

use board::{Direction, LocationId};
use rules::{FaceClasses, Piece, Pool, Resolver, Side};

use crate::mechanics::reporting::report_to;
use crate::printed::clause::{B3, B29};
use crate::printed::words::{Panic, Posture};
use crate::setting::Setting;
use crate::setting::path::Path;
use crate::setting::spot::{Level, Spot};
use crate::state::Sniper;
use crate::state::change::Change;
use crate::state::man::Man;
use crate::state::plot::Plot;
use crate::state::report::Report;

/// Rolls a die for each side, which names the hexes where its men panic. All dice are secret and rolled in every turn:
/// they tell the other side neither where men are nor what they were to do.
pub fn panic(resolver: &mut impl Resolver<Sniper>) {
    for side in Side::BOTH {
        if !resolver.setting().panics[side] || !B3.is_in_force() {
            continue;
        }
        let label = match side {
            Side::A => "attacker panic",
            Side::B => "defender panic",
        };
        let die = roll(resolver, side, label);
        let (setting, men) = (resolver.setting(), &resolver.position().men);
        // Most hexes are not named: of the men there only the places are read.
        let named = men.able(side).only(|piece| is_named(setting, men.places()[piece.index()], die));
        for piece in named.iter() {
            give_way(resolver, side, piece, die);
        }
    }
}

fn roll(resolver: &mut impl Resolver<Sniper>, side: Side, label: &'static str) -> u8 {
    resolver.roll(Pool::secret(1, FaceClasses::SUM, label, B3, side).credited_to(side)).sum() as u8
}

/// Returns whether men panic at a place on this roll: the die names the last digits of hex numbers.
#[inline]
#[must_use]
pub fn is_named(setting: &Setting, at: LocationId, die: u8) -> bool {
    let dice = setting.panic_dice.get(at.index()).copied().unwrap_or(0);
    dice >> (die.saturating_sub(1) % 8) & 1 == 1
}

/// Carries out the panic of a man whose hex the die has named.
fn give_way(resolver: &mut impl Resolver<Sniper>, side: Side, piece: Piece, die: u8) {
    let Some((man, at)) = resolver.position().man(piece).and_then(|man| Some((*man, man.at?))) else { return };
    // A man on a route doesn't leave it.
    let still = resolver.setting().tables.panic.still;
    let hexes = if man.on_route { 0 } else { roll(resolver, side, "nerves").saturating_sub(still) };
    let path = if hexes > 0 {
        let way = roll(resolver, side, "direction");
        run(resolver.setting(), &man, at, way, hexes)
    } else {
        Path::default()
    };
    let plot = Plot { path, ..Plot::default() };
    if plot != man.plot {
        resolver.change(B3, Change::Plot { man: piece, plot });
    }
    let does = if path.is_empty() { Panic::Nothing } else { Panic::Runs };
    report_to(resolver, B3, side, false, Report::Panicked { man: piece, roll: die, does });
}

/// Returns the way a man runs in a panic: straight on by the die, as far as he can go. A prone man crawls. On a ladder he
/// climbs down on 1 to 3 and up on 4 to 6. In a sewer he goes towards its first end on 1 to 3, else towards its last;
/// where two cross, even numbers take the second.
#[must_use]
pub fn run(setting: &Setting, man: &Man, at: LocationId, way: u8, hexes: u8) -> Path {
    let movement = &setting.tables.movement;
    let points = if man.wounded { movement.wounded } else { movement.turn };
    let (mut path, mut here, mut spent) = (Path::default(), at, 0u8);
    let climbs = setting.is_middle(at);
    let line = setting.spot(at).and_then(|spot| {
        let second = spot.lines.len() > 1 && way.is_multiple_of(2);
        spot.lines.get(usize::from(second)).map(|(line, _)| *line)
    });
    for _ in 0..if climbs { 1 } else { hexes } {
        let Some(spot) = setting.spot(here) else { break };
        let Some(to) = next(setting, spot, line, way) else { break };
        let cost = spot.exit(to).and_then(|exit| exit.cost_for(man.posture == Posture::Prone));
        let Some(cost) = cost.filter(|cost| spent.saturating_add(*cost) <= points) else { break };
        if path.push(to).is_none() {
            break;
        }
        (here, spent) = (to, spent + cost);
    }
    path
}

fn next(setting: &Setting, spot: &Spot, line: Option<u8>, way: u8) -> Option<LocationId> {
    match spot.level {
        Level::Surface(_) => {
            let way = Direction::nth(usize::from(way.max(1) - 1));
            setting.at_level(setting.board.grid().neighbour(spot.hex, way)?, spot.level)
        }
        Level::Middle => setting.at_level(spot.hex, if way <= 3 { Level::Sewer } else { Level::Surface(0) }),
        Level::Sewer => {
            let (line, place) = *spot.lines.iter().find(|(other, _)| Some(*other) == line)?;
            let place = if way <= 3 { place.checked_sub(1)? } else { place.checked_add(1)? };
            setting.on_line(line, place)
        }
    }
}

/// Draws a chit for a man whose status has changed (SNP-B29). Its worth is known to his side only.
pub fn draw_chit(resolver: &mut impl Resolver<Sniper>, man: Piece) {
    let Some(side) = resolver.position().man(man).map(|man| man.side) else { return };
    if resolver.setting().preservation[side].is_none() || !B29.is_in_force() {
        return;
    }
    let die = resolver.roll(Pool::secret(1, FaceClasses::SUM, "chit", B29, side).credited_to(side.other())).sum();
    let worth = resolver.setting().tables.chits.worth.get(usize::from(die.saturating_sub(1))).copied().unwrap_or(0);
    let total = resolver.position().chits[side].saturating_add(worth);
    report_to(resolver, B29, side, false, Report::Chit { man, worth });
    if worth > 0 {
        resolver.change(B29, Change::Chits { side, total });
    }
}
