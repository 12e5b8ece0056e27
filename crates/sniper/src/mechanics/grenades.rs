//! Grenades and smoke (SNP-B11, SNP-B12, 39.62, 39.71).

use arrayvec::ArrayVec;
use board::{Direction, LocationId};
use rules::{Audience, Clause, FaceClasses, Piece, PieceSet, Pool, Resolver, Side};

use crate::mechanics::damage::{self, Hits};
use crate::mechanics::lots::Lots;
use crate::mechanics::reporting::report_to;
use crate::mechanics::{exposing, fire, look};
use crate::printed::clause::{B11, B12, B32, B33, B34, S39_62C, S39_71};
use crate::printed::terrain::Barrier;
use crate::printed::words::{Grenade, Hand, Hit, Posture};
use crate::setting::sight::{self, Eye};
use crate::setting::smoke::Cloud;
use crate::setting::spot::Level;
use crate::setting::{Setting, underground};
use crate::state::Sniper;
use crate::state::change::Change;
use crate::state::index::Trait;
use crate::state::man::{MEN, Man};
use crate::state::plot::Act;
use crate::state::position::Dropped;
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
    /// Distance it is thrown, in hexes.
    thrown: u16,
}

/// Thins old smoke, then throws all grenades at once.
// A function of its own: see `steps::step`.
#[inline(never)]
pub fn throw_all(resolver: &mut impl Resolver<Sniper>) {
    thin(resolver);
    expose_throwers(resolver);
    let mut throws: ArrayVec<Throw, MEN> = ArrayVec::new();
    for piece in resolver.position().men.who(Trait::Acting).iter() {
        if let Some(thrown) = let_go(resolver, piece) {
            let _ = throws.try_push(thrown);
        }
    }
    let mut landed: ArrayVec<Throw, MEN> = ArrayVec::new();
    let_fall(resolver, &mut landed);
    if throws.is_empty() && landed.is_empty() {
        return;
    }
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

/// Exposes the men who will throw through a door or window of their own place (SNP-B34).
fn expose_throwers(resolver: &mut impl Resolver<Sniper>) {
    let mut acts: ArrayVec<(Piece, LocationId, LocationId), MEN> = ArrayVec::new();
    for (piece, man, from) in resolver.position().men.placed(resolver.position().men.who(Trait::Acting)) {
        if let Some(Act::Throw { at, .. }) = man.plot.act.filter(|_| can_let_go(resolver.setting(), man, from)) {
            let _ = acts.try_push((piece, from, at));
        }
    }
    exposing::expose(resolver, acts.iter().copied());
}

/// Adds the grenades that were let fall in this turn (SNP-B33). They go off where they lie.
fn let_fall(resolver: &mut impl Resolver<Sniper>, landed: &mut ArrayVec<Throw, MEN>) {
    if resolver.position().dropped.is_empty() {
        return;
    }
    let dropped = resolver.position().dropped.clone();
    for &Dropped { man, at, grenade } in &dropped {
        resolver.change(B33, Change::Dropped { man, at: None, grenade });
        let Some(side) = resolver.position().man(man).map(|man| man.side) else { continue };
        let fallen = roll_down(resolver, Throw { side, at, grenade, line: None, thrown: 0 });
        let _ = landed.try_push(fallen);
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

/// Returns whether a man can carry out the throw he has plotted.
fn can_let_go(setting: &Setting, man: &Man, from: LocationId) -> bool {
    let Some(Act::Throw { at, grenade }) = man.plot.act else { return false };
    // A plot of a game begun before there was preparing throws at once.
    let in_hand = man.hand == grenade.into() || man.plot.prepare.is_none() || !B33.is_in_force();
    let eye = Eye { at: from, posture: man.posture };
    man.next_step().is_none() && in_hand && underground::may_throw(setting, eye, at).is_ok()
}

/// Starts the throw a man has plotted, if he has reached the place to throw from.
fn let_go(resolver: &mut impl Resolver<Sniper>, piece: Piece) -> Option<Throw> {
    let thrower = resolver.position().man(piece)?;
    let Some(Act::Throw { at, grenade }) = thrower.plot.act else { return None };
    let (man, from) = (*thrower, thrower.at?);
    if !can_let_go(resolver.setting(), &man, from) {
        resolver.report(B11, Audience::Only(man.side), Report::Dropped { man: piece });
        return None;
    }
    let left = match grenade {
        Grenade::Frag => man.frag,
        Grenade::Smoke => man.smoke,
    };
    resolver.change(B11, Change::Grenades { man: piece, grenade, left: left.saturating_sub(1) });
    if B33.is_in_force() {
        resolver.change(B33, Change::Hand { man: piece, now: Hand::Empty });
    }
    let (here, there) = (resolver.setting().spot(from)?, resolver.setting().spot(at)?);
    let line = match (here.level, there.level) {
        (Level::Sewer, _) => {
            let along = |&&(line, _): &&(u8, u8)| here.lines.iter().any(|(other, _)| *other == line);
            there.lines.iter().find(along).map(|(line, _)| *line)
        }
        (_, Level::Sewer) => there.lines.first().map(|(line, _)| *line),
        _ => None,
    };
    let thrown = resolver.setting().distance(from, at);
    Some(Throw { side: man.side, at, grenade, line, thrown })
}

/// Returns the throw with the place where it lands (SNP-B11). In a sewer it scatters only along the line.
fn land(resolver: &mut impl Resolver<Sniper>, mut throw: Throw) -> Option<Throw> {
    let secret =
        |dice, label, clause| Pool::secret(dice, FaceClasses::SUM, label, clause, throw.side).credited_to(throw.side);
    let total = resolver.roll(secret(2, "scatter", B32)).sum();
    let scatters = resolver.setting().tables.scatter.totals.contains(&total) && B11.is_in_force();
    if scatters {
        let die = resolver.roll(secret(1, "direction", B32)).sum();
        let off = resolver.setting().tables.scatter.off(throw.thrown);
        throw.at = match throw.line {
            Some(line) => along(resolver.setting(), throw.at, line, (die, off)),
            None => aside(resolver.setting(), throw.at, (die, off)),
        };
    }
    Some(roll_down(resolver, throw))
}

/// Returns the grenade in the sewer if it drops through the manhole it lies over (39.62C).
fn roll_down(resolver: &mut impl Resolver<Sniper>, throw: Throw) -> Throw {
    let spot = resolver.setting().spot(throw.at).filter(|spot| spot.manhole && spot.level == Level::Surface(0));
    let Some(hex) = spot.map(|spot| spot.hex) else { return throw };
    if !resolver.setting().options.roll_down || !S39_62C.is_in_force() {
        return throw;
    }
    let pool = Pool::secret(1, FaceClasses::SUM, "roll down", S39_62C, throw.side).credited_to(throw.side);
    let die = resolver.roll(pool).sum();
    let sewer = resolver.setting().at_level(hex, Level::Sewer).filter(|_| die <= 2);
    Throw { at: sewer.unwrap_or(throw.at), ..throw }
}

/// Moves the landing place `by` hexes along a sewer: towards its first end on 1 to 3, else towards the last. It stops at
/// the end of the sewer.
fn along(setting: &Setting, at: LocationId, line: u8, (die, by): (u16, u8)) -> LocationId {
    let place = setting.spot(at).and_then(|spot| spot.lines.iter().find(|(other, _)| *other == line));
    let Some(&(_, place)) = place else { return at };
    let last = setting.lines.get(usize::from(line)).map_or(0, |line| line.len().saturating_sub(1));
    let place = if die <= 3 { place.saturating_sub(by) } else { place.saturating_add(by).min(last as u8) };
    setting.on_line(line, place).unwrap_or(at)
}

/// Moves the landing place `by` hexes; `die` is the direction, 1 north, then clockwise. A wall or the edge
/// of the board stops it. Where the floor it was thrown at doesn't continue, it falls to the ground.
fn aside(setting: &Setting, at: LocationId, (die, by): (u16, u8)) -> LocationId {
    let Some(spot) = setting.spot(at) else { return at };
    let way = Direction::nth(usize::from(die.max(1) - 1));
    let mut hex = spot.hex;
    for _ in 0..by {
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
pub(crate) fn reached(setting: &Setting, man: Eye, burst: LocationId) -> Option<bool> {
    let (here, there) = (setting.spot(man.at)?, setting.spot(burst)?);
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
    // Doors and windows protect a man who doesn't expose himself (SNP-B34).
    let exposed = man.posture == Posture::Leaning && B34.is_in_force();
    match sight::barrier(&setting.board, here.hex, there.hex) {
        Barrier::None => Some(false),
        Barrier::Door | Barrier::Window => exposed.then_some(false),
        Barrier::Wall => None,
    }
}

fn burst(resolver: &mut impl Resolver<Sniper>, &Throw { at, side: thrower, .. }: &Throw, hits: &mut Hits) {
    let mut struck: ArrayVec<(LocationId, Side, Piece, bool), MEN> = ArrayVec::new();
    let men = &resolver.position().men;
    for (piece, man, here) in men.placed(men.real(Side::A) | men.real(Side::B)) {
        if let Some(landing) = reached(resolver.setting(), Eye { at: here, posture: man.posture }, at) {
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
