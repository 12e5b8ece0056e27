//! Grenades and smoke (SNP-B11, SNP-B12, 39.62, 39.71).

use arrayvec::ArrayVec;
use board::{Direction, LocationId};
use rules::{Audience, Clause, FaceClasses, Piece, PieceSet, Pool, Resolver, Side};

use crate::mechanics::damage::{self, Hits};
use crate::mechanics::lots::Lots;
use crate::mechanics::reporting::report_to;
use crate::mechanics::{fire, look};
use crate::printed::clause::{B11, B12, S39_62A, S39_62C, S39_71};
use crate::printed::terrain::Barrier;
use crate::printed::words::{Grenade, Hit, Posture};
use crate::setting::sight::{self, Eye};
use crate::setting::smoke::Cloud;
use crate::setting::spot::Level;
use crate::setting::{Setting, underground};
use crate::state::Sniper;
use crate::state::change::Change;
use crate::state::index::Trait;
use crate::state::man::{MEN, Man};
use crate::state::plot::Act;
use crate::state::report::Report;
use crate::view::hearing::{hears_below, notices_smoke};

/// A grenade in the air.
#[derive(Clone, Copy, Debug)]
struct Throw {
    side: Side,
    at: LocationId,
    grenade: Grenade,
    /// Index of the sewer it flies along; `None` above ground.
    line: Option<u8>,
}

/// Thins old smoke, then throws all grenades at once.
pub fn throw_all(resolver: &mut impl Resolver<Sniper>) {
    thin(resolver);
    let mut throws: ArrayVec<Throw, MEN> = ArrayVec::new();
    for piece in resolver.position().men.who(Trait::Acting).iter() {
        let thrown = let_go(resolver, piece);
        throws.extend(thrown.filter(|_| !throws.is_full()));
    }
    if throws.is_empty() {
        return;
    }
    let mut landed: ArrayVec<Throw, MEN> = ArrayVec::new();
    for &throw in &throws {
        landed.extend(land(resolver, throw));
    }
    // Sorted by place and kind, to hide which man threw each.
    landed.sort_by_key(|throw| (throw.at, throw.grenade));
    let mut hits = Hits::new();
    for throw in &landed {
        tell_burst(resolver, throw);
        match throw.grenade {
            Grenade::Frag => burst(resolver, throw, &mut hits),
            Grenade::Smoke => smoke(resolver, throw),
        }
    }
    let noticed = damage::suffer(resolver, &hits);
    fire::watch(resolver, &noticed);
    if landed.iter().any(|throw| throw.grenade == Grenade::Smoke) {
        look::look(resolver);
    }
}

/// Shortens the life of all smoke by a turn.
fn thin(resolver: &mut impl Resolver<Sniper>) {
    if resolver.position().clouds.is_empty() {
        return;
    }
    let clouds = resolver.position().clouds.clone();
    for &Cloud { at, by, turns, .. } in &clouds {
        resolver.change(B12, Change::Smoke { at, by, turns: turns - 1 });
    }
    if resolver.position().clouds.len() < clouds.len() {
        look::look(resolver);
    }
}

/// Starts the throw a man has plotted, if he has reached the place to throw from.
fn let_go(resolver: &mut impl Resolver<Sniper>, piece: Piece) -> Option<Throw> {
    let thrower = resolver.position().man(piece)?;
    let Some(Act::Throw { at, grenade }) = thrower.plot.act else { return None };
    let (man, from) = (*thrower, thrower.at?);
    let here = man.next_step().is_none() && man.stunned == 0;
    let eye = Eye { at: from, posture: man.posture };
    if !here || underground::may_throw(resolver.setting(), eye, at).is_err() {
        resolver.report(B11, Audience::Only(man.side), Report::Dropped { man: piece });
        return None;
    }
    let left = match grenade {
        Grenade::Frag => man.frag,
        Grenade::Smoke => man.smoke,
    };
    resolver.change(B11, Change::Grenades { man: piece, grenade, left: left.saturating_sub(1) });
    let (here, there) = (resolver.setting().spot(from)?, resolver.setting().spot(at)?);
    let line = match (here.level, there.level) {
        (Level::Sewer, _) => {
            let along = |&&(line, _): &&(u8, u8)| here.lines.iter().any(|(other, _)| *other == line);
            there.lines.iter().find(along).map(|(line, _)| *line)
        }
        (_, Level::Sewer) => there.lines.first().map(|(line, _)| *line),
        _ => None,
    };
    Some(Throw { side: man.side, at, grenade, line })
}

/// Returns the throw with the place where it lands (SNP-B11). In a sewer it scatters only along the line.
fn land(resolver: &mut impl Resolver<Sniper>, mut throw: Throw) -> Option<Throw> {
    let clause = if throw.line.is_some() { S39_62A } else { B11 };
    let secret =
        |dice, label, clause| Pool::secret(dice, FaceClasses::SUM, label, clause, throw.side).credited_to(throw.side);
    let total = resolver.roll(secret(2, "scatter", clause)).sum();
    let scatters = resolver.setting().tables.scatter.totals.contains(&total) && B11.is_in_force();
    if scatters {
        let die = resolver.roll(secret(1, "direction", clause)).sum();
        throw.at = match throw.line {
            Some(line) => along(resolver.setting(), throw.at, line, die),
            None => aside(resolver.setting(), throw.at, die),
        };
    }
    let spot = resolver.setting().spot(throw.at)?;
    let (hex, over) = (spot.hex, spot.manhole && spot.level == Level::Surface(0));
    if over && resolver.setting().options.roll_down && S39_62C.is_in_force() {
        let die = resolver.roll(secret(1, "roll down", S39_62C)).sum();
        if let Some(sewer) = resolver.setting().at_level(hex, Level::Sewer).filter(|_| die <= 2) {
            throw.at = sewer;
        }
    }
    Some(throw)
}

/// Moves the landing place along a sewer by the scatter distance: towards its first end on 1 to 3, else towards the
/// last. It stops at the end of the sewer.
fn along(setting: &Setting, at: LocationId, line: u8, die: u16) -> LocationId {
    let place = setting.spot(at).and_then(|spot| spot.lines.iter().find(|(other, _)| *other == line));
    let Some(&(_, place)) = place else { return at };
    let by = setting.tables.scatter.by;
    let last = setting.lines.get(usize::from(line)).map_or(0, |line| line.len().saturating_sub(1));
    let place = if die <= 3 { place.saturating_sub(by) } else { place.saturating_add(by).min(last as u8) };
    setting.on_line(line, place).unwrap_or(at)
}

/// Moves the landing place by the scatter distance; `die` is the direction, 1 north, then clockwise. A wall or the edge
/// of the board stops it. Where the floor it was thrown at doesn't continue, it falls to the ground.
fn aside(setting: &Setting, at: LocationId, die: u16) -> LocationId {
    let Some(spot) = setting.spot(at) else { return at };
    let way = Direction::nth(usize::from(die.max(1) - 1));
    let mut hex = spot.hex;
    for _ in 0..setting.tables.scatter.by {
        let next = setting.board.grid().neighbour(hex, way);
        let Some(next) = next.filter(|next| sight::barrier(&setting.board, hex, *next) != Barrier::Wall) else { break };
        hex = next;
    }
    setting.at_level(hex, spot.level).unwrap_or_else(|| setting.board.ground(hex))
}

/// Reports a burst: above ground to both sides, below ground to the thrower's side and sides with a man near.
fn tell_burst(resolver: &mut impl Resolver<Sniper>, throw: &Throw) {
    let report = Report::Burst { at: throw.at, grenade: throw.grenade };
    let clause: Clause = match (throw.grenade, resolver.setting().is_sewer(throw.at)) {
        (Grenade::Smoke, true) => S39_71,
        (Grenade::Smoke, false) => B12,
        (Grenade::Frag, _) => B11,
    };
    if !resolver.setting().is_sewer(throw.at) {
        return resolver.report(clause, Audience::All, report);
    }
    let notices = match throw.grenade {
        Grenade::Frag => hears_below,
        Grenade::Smoke => notices_smoke,
    };
    for side in Side::BOTH {
        if side == throw.side || notices(resolver.setting(), resolver.position(), side, throw.at) {
            resolver.report(clause, Audience::Only(side), report.clone());
        }
    }
}

/// Returns whether the burst lands in the man's own place (`true`) or beside it (`false`); `None` if it does not reach
/// him.
pub(crate) fn reached(setting: &Setting, man: &Man, at: LocationId, burst: LocationId) -> Option<bool> {
    let (here, there) = (setting.spot(at)?, setting.spot(burst)?);
    if there.level == Level::Sewer {
        // 39.62C: that sewer hex and its neighbours along the sewer.
        let close = sight::one_stretch(here, there)?.1;
        return (close <= 1).then_some(close == 0);
    }
    if here.level == Level::Sewer {
        return None;
    }
    if here.hex == there.hex {
        // 39.62C: as for stairs. The middle level is reached from the ground of its hex, but from no floor above.
        let through = match here.level {
            Level::Middle => there.level == Level::Surface(0) && S39_62C.is_in_force(),
            _ => there.stairs,
        };
        return (here.level == there.level || through).then_some(true);
    }
    let grid = setting.board.grid();
    let level = if here.level == Level::Middle { Level::Surface(0) } else { here.level };
    if grid.distance(here.hex, there.hex) != 1 || level != there.level {
        return None;
    }
    if here.level == Level::Middle {
        return (!underground::is_under_cover(man.posture, false)).then_some(false);
    }
    // Walls, doors and windows protect a man who is not exposed.
    (sight::barrier(&setting.board, here.hex, there.hex) == Barrier::None).then_some(false)
}

fn burst(resolver: &mut impl Resolver<Sniper>, &Throw { at, side: thrower, .. }: &Throw, hits: &mut Hits) {
    let mut struck: ArrayVec<(LocationId, Side, Piece, bool), MEN> = ArrayVec::new();
    let men = &resolver.position().men;
    for (piece, man, here) in men.placed(men.real(Side::A) | men.real(Side::B)) {
        if let Some(landing) = reached(resolver.setting(), man, here, at) {
            struck.push((here, man.side, piece, landing));
        }
    }
    struck.sort_by_key(|(here, side, ..)| (*here, *side == Side::B));
    // Men in one place whom the other side sees are sorted by lot: the order of the list would tell them apart.
    let all = struck.clone();
    let seen = resolver.position().men.who(Trait::Seen);
    let beside = |here: LocationId, side: Side| {
        let there = all.iter().filter(|(other, of, ..)| (*other, *of) == (here, side));
        there.map(|(_, _, piece, _)| *piece).collect::<PieceSet>() & seen
    };
    let mut lots = Lots::default();
    for &(here, side, ..) in &all {
        lots.draw(resolver, B11, side, here, beside(here, side));
    }
    struck.sort_by_key(|&(here, side, piece, _)| (here, side == Side::B, lots.rank(here, beside(here, side), piece)));
    for &(_, _, piece, landing) in &struck {
        let Some(&man) = resolver.position().man(piece) else { continue };
        let tables = &resolver.setting().tables;
        let column = tables.burst(landing);
        let odds = tables.odds(column);
        let more = if !landing && man.posture == Posture::Prone { tables.grenade.prone_in_ring } else { 0 };
        let seen_by = if man.seen { Audience::All } else { Audience::Only(man.side) };
        let sum = resolver
            .roll(Pool { seen_by, ..Pool::open(2, FaceClasses::SUM, "grenade", B11).credited_to(thrower) })
            .sum();
        let roll = sum + u16::from(more);
        let result = if B11.is_in_force() { resolver.setting().tables.hit(column, roll) } else { Hit::None };
        report_to(resolver, B11, man.side, man.seen, Report::Struck { man: piece, odds, roll: roll as u8, result });
        let _ = hits.try_push((piece, result));
    }
}

fn smoke(resolver: &mut impl Resolver<Sniper>, throw: &Throw) {
    let clause = if resolver.setting().is_sewer(throw.at) { S39_71 } else { B12 };
    let turns = resolver.setting().tables.grenade.smoke_turns;
    resolver.change(clause, Change::Smoke { at: throw.at, turns, by: throw.side });
}
