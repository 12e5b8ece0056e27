//! The Movement Phase: units of one Location move together, step by step (ASL-A4).

use board::LocationId;
use rules::{Audience, Clause, Group, Piece, Refusal, Side, Turn};

use crate::Asl;
use crate::change::Change;
use crate::clause::{A2, A3, A4, A5, A15, A21, A23, A25, A26, A32};
use crate::eyes::{AslEyes, Seen};
use crate::flags::Flag;
use crate::kind::{Class, Kind};
use crate::order::Pace;
use crate::position::{Cover, Moving, Unit};
use crate::report::Report;
use crate::setting::{Place, Spot, Way};
use crate::terrain::{MF, Terrain};
use crate::turn::{Step, clear, clear_side};
use crate::{concealment, fight, stack};

/// Movement factors more for men whom a leader leads all the way, and in double time.
const HASTE: u8 = 2 * MF;
/// Movement factors more along roads all the way.
pub(crate) const ROAD: u8 = MF;

/// The Movement Phase begins: the ATTACKER's units have got their breath back.
pub fn begin_phase(turn: &mut impl Turn<Asl>) {
    let side = turn.position().attacker;
    clear_side(turn, A4, side, Flag::Cx);
}

/// All units of a side that can move in this phase ([`may_unit_move`]), as these eyes see them.
#[inline]
#[must_use]
pub fn movable(eyes: AslEyes<'_>, side: Side) -> Seen<'_> {
    let units = eyes.of(side).units();
    let units = if A2.is_in_force() { units.good() } else { units };
    let done = [Flag::Pinned, Flag::Ti, Flag::PrepFired, Flag::Moved, Flag::Stopped];
    if A4.is_in_force() { done.into_iter().fold(units, Seen::without) } else { units }
}

/// Whether a unit has no Gun to stay with.
///
/// # Errors
/// The refusal with its clause.
#[inline]
pub fn keeps_no_gun(eyes: AslEyes<'_>, piece: Piece) -> Result<(), Refusal> {
    let gun = eyes.weapons(piece).any(|(_, weapon)| weapon.kind.class() == Class::Gun);
    A32.forbids(gun, "a Gun stays where it is")
}

/// Whether a unit can move in this phase by itself, above ground or below. Sewers and tunnels ask the same.
///
/// # Errors
/// The refusal with its clause.
#[inline]
pub fn may_unit_move(eyes: AslEyes<'_>, side: Side, piece: Piece) -> Result<(&Unit, LocationId), Refusal> {
    let (unit, at) = eyes.own(side, piece)?;
    if unit.kind.is_weapon() {
        return Err(Refusal::new(A5, "a weapon moves with whoever holds it"));
    }
    A2.forbids(!unit.is_good(), "only units in Good Order move")?;
    A4.forbids(unit.is(Flag::Pinned), "it is pinned")?;
    A4.forbids(unit.is(Flag::Ti), "it is temporarily immobilised")?;
    A4.forbids(unit.is(Flag::PrepFired), "it fired in the Prep Fire Phase")?;
    A4.forbids(unit.is(Flag::Moved), "it has moved in this phase")?;
    A4.forbids(unit.is(Flag::Stopped), "it does nothing more in this phase")?;
    Ok((unit, at))
}

/// Half movement factors of a counter, led by a leader or not (ASL-A4).
fn printed(kind: Kind, wounded: bool, led: bool) -> u8 {
    let values = kind.values();
    let printed = match values.class {
        Class::Leader | Class::Hero if wounded => 3,
        Class::Leader | Class::Hero => 6,
        _ if values.green && !led => 3,
        _ => 4,
    };
    printed * MF + if led && kind.is_mmc() { HASTE } else { 0 }
}

/// Half movement factors of one unit that moves with others, led by a leader or not (ASL-A4, ASL-A5).
fn factors(eyes: AslEyes<'_>, piece: Piece, unit: &Unit, led: bool) -> u8 {
    let over = if A5.is_in_force() { eyes.load(piece).saturating_sub(unit.ipc()) } else { 0 };
    printed(unit.kind, unit.is(Flag::Wounded), led).saturating_sub(over * MF)
}

/// Half movement factors of units that move together: those of the slowest. That they are counter-exhausted by this
/// very move does not count.
#[must_use]
pub fn factors_of(eyes: AslEyes<'_>, units: Group, pace: Pace) -> u8 {
    let fresh = |unit: &Unit| match pace {
        Pace::Double => Unit { flags: unit.flags.set(Flag::Cx, false), ..*unit },
        _ => *unit,
    };
    let all = || units.iter().filter_map(|piece| Some((piece, fresh(eyes.unit(piece)?))));
    let led = all().any(|(_, unit)| unit.kind.class() == Class::Leader);
    hurried(all().map(|(piece, unit)| factors(eyes, piece, &unit, led)).min().unwrap_or(0), pace)
}

/// Half movement factors of counters that move together, unhurt and not laden too heavily.
#[must_use]
pub fn factors_of_kinds(kinds: impl Iterator<Item = Kind> + Clone, pace: Pace) -> u8 {
    let led = kinds.clone().any(|kind| kind.class() == Class::Leader);
    hurried(kinds.map(|kind| printed(kind, false, led)).min().unwrap_or(0), pace)
}

fn hurried(slowest: u8, pace: Pace) -> u8 {
    if pace == Pace::Double { slowest.saturating_add(HASTE) } else { slowest }
}

/// Whether these units can begin to move together.
///
/// # Errors
/// The refusal with its clause.
pub fn may_go(eyes: AslEyes<'_>, side: Side, units: Group, pace: Pace) -> Result<LocationId, Refusal> {
    let mut from = None;
    for piece in units.iter() {
        let (unit, at) = may_unit_move(eyes, side, piece)?;
        if from.is_some_and(|from| from != at) {
            return Err(Refusal::new(A4, "units that move together start in one Location"));
        }
        from = Some(at);
        keeps_no_gun(eyes, piece)?;
        if pace == Pace::Double {
            may_hurry(unit)?;
        }
    }
    let Some(from) = from else {
        return Err(Refusal::new(A4, "nobody moves"));
    };
    if eyes.setting().is_below(from) || eyes.spot(from)?.ways.is_empty() {
        return Err(Refusal::new(A4, "there is no way out of here above ground"));
    }
    Ok(from)
}

/// Whether a unit can move in double time, if it can move.
///
/// # Errors
/// The refusal with its clause.
#[inline]
pub fn may_hurry(unit: &Unit) -> Result<(), Refusal> {
    A4.forbids(unit.is(Flag::Cx), "it is counter-exhausted")?;
    A4.forbids(unit.is(Flag::Wounded), "a wounded man does not hurry")
}

/// Begins a movement.
pub fn begin(turn: &mut impl Turn<Asl>, side: Side, units: Group, pace: Pace) {
    units.iter().for_each(|unit| concealment::appear(turn, unit));
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let mf_left = factors_of(eyes, units, pace);
    let Some(from) = units.iter().find_map(|piece| eyes.unit(piece)?.at) else { return };
    let open = concealment::open(turn, units);
    if !open.is_empty() {
        turn.report(A4, Audience::All, Report::Goes { units: open, from, pace });
    }
    if open != units {
        turn.report(A4, Audience::All, Report::UnknownGoes { side, from, pace });
    }
    for unit in units.iter() {
        turn.change(A4, Change::Flag { unit, flag: Flag::Moved, on: true });
        if pace == Pace::Double {
            turn.change(A4, Change::Flag { unit, flag: Flag::Cx, on: true });
        }
    }
    turn.change(A4, Change::Moving { units, pace, mf_left, spent: 0, stepped: false, on_road: true });
    turn.push(Step::CarryOn);
}

/// A step that the units on the move can take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stride {
    /// Half movement factors it costs, but for crowding: that could tell what is under a "?" that enters.
    pub cost: u8,
    /// Half movement factors left after it.
    pub left: u8,
    /// Whether it takes a Minimum Move: all they have is not enough.
    pub minimum: bool,
    /// Whether they still keep to roads, and have not spent what that gives.
    pub on_road: bool,
}

/// What a step costs by the terrain as it is now.
fn cost(eyes: AslEyes<'_>, way: &Way, there: &Spot) -> u8 {
    let rubble = eyes.terrain(there) != there.terrain && way.across.is_some() && A23.is_in_force();
    if rubble { eyes.terrain(there).cost().unwrap_or(way.cost) } else { way.cost }
}

/// What crowding adds to the cost of a step (ASL-A3). Those in sight count and those who enter: if others did, a Minimum Move
/// would tell of them.
pub fn crowding(eyes: AslEyes<'_>, side: Side, to: LocationId, units: Group) -> u8 {
    if A3.is_in_force() { stack::excess_seen(eyes, side, to, units) * MF } else { 0 }
}

/// Whether one may enter a Location above ground at all.
///
/// # Errors
/// The refusal with its clause.
#[inline]
pub fn may_enter<'a>(eyes: AslEyes<'a>, from: &'a Spot, to: LocationId) -> Result<(&'a Way, &'a Spot), Refusal> {
    may_go_by(eyes, from.way(to), to)
}

/// Whether one may enter a Location above ground by this way, if there is one.
///
/// # Errors
/// The refusal with its clause.
#[inline]
pub fn may_go_by<'a>(eyes: AslEyes<'a>, way: Option<&'a Way>, to: LocationId) -> Result<(&'a Way, &'a Spot), Refusal> {
    let there = eyes.spot(to)?;
    let water = there.terrain == Terrain::Water && there.place == Place::Ground;
    A26.forbids(water, "nobody wades through a Water Obstacle")?;
    let way = way.ok_or_else(|| Refusal::new(A4, "this is more than one step away"))?;
    A23.forbids(eyes.burns(there.hex), "a Blaze is in that hex")?;
    Ok((way, there))
}

/// Whether the units on the move can step to a Location, and what it takes.
///
/// # Errors
/// The refusal with its clause.
#[inline]
pub fn may_step(eyes: AslEyes<'_>, side: Side, to: LocationId) -> Result<Stride, Refusal> {
    let (Some(moving), Some(from)) = (eyes.moving(), eyes.moving_at()) else {
        return Err(Refusal::new(A4, "nobody is moving"));
    };
    let (way, there) = may_enter(eyes, eyes.spot(from)?, to)?;
    // Into an entrenchment and out of it one stays in the Location (ASL-A24).
    let stays = eyes.setting().are_one(from, to);
    let enemy = !stays && eyes.at(side.other(), to).next().is_some();
    A4.forbids(enemy, "the enemy is there, and one does not move into his Location")?;
    let cost = cost(eyes, way, there);
    let all = cost + if stays { 0 } else { crowding(eyes, side, to, moving.units) };
    let on_road = moving.on_road && way.road;
    let factors = moving.mf_left + if on_road && A21.is_in_force() { ROAD } else { 0 };
    let minimum = all > factors;
    A4.forbids(minimum && moving.stepped, "they have not enough movement factors left")?;
    A4.forbids(minimum && moving.pace != Pace::Normal, "they have not enough movement factors")?;
    let last = moving.pace == Pace::Assault && (moving.stepped || all >= moving.mf_left);
    A4.forbids(last, "an Assault Movement is of one Location, and not with all movement factors")?;
    // The bonus is one movement factor of the whole move: whoever has spent it has none along the next hex of road.
    let on_road = on_road && all <= moving.mf_left;
    Ok(Stride { cost, left: moving.mf_left.saturating_sub(all), minimum, on_road })
}

/// Steps to a Location, and lets the enemy answer.
#[inline]
pub fn step(turn: &mut impl Turn<Asl>, side: Side, to: LocationId) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    // By the mover's own eyes: what he does not know of is met here.
    let own = AslEyes::new(turn.setting(), turn.position(), side.seat());
    let (Some(moving), Ok(stride)) = (eyes.moving(), may_step(own, side, to)) else { return };
    let stays = eyes.moving_at().is_some_and(|from| eyes.setting().are_one(from, to));
    turn.push(Step::CarryOn);
    let now = Moving { mf_left: stride.left, spent: stride.cost, stepped: true, on_road: stride.on_road, ..moving };
    for unit in moving.units.iter().filter(|_| stride.minimum) {
        turn.change(A4, Change::Flag { unit, flag: Flag::Minimum, on: true });
    }
    if !stays && meets_unknown(turn, side, to) {
        turn.report(A15, Audience::All, Report::Barred { side, at: to });
        set(turn, now);
        concealment::show(turn, moving.units);
        return fight::watch(turn);
    }
    let clause = concealment::parting(turn, moving.units, A4);
    if !stays {
        freed(turn, A4, moving.units);
    }
    for unit in moving.units.iter() {
        turn.change(clause, Change::Placed { unit, at: to });
    }
    set(turn, now);
    turn.report(A4, Audience::All, Report::Enters { side, to });
    if !concealment::are_open(turn, moving.units) && shows_itself(turn, side, moving, to) {
        concealment::show(turn, moving.units);
    }
    fight::watch(turn);
}

/// Who leaves a Location where he was Encircled is so no longer.
pub(crate) fn freed(turn: &mut impl Turn<Asl>, clause: Clause, units: Group) {
    for unit in (units & turn.position().units.bearing(Flag::Encircled)).iter() {
        turn.change(clause, Change::Flag { unit, flag: Flag::Encircled, on: false });
    }
}

fn set(turn: &mut impl Turn<Asl>, moving: Moving) {
    let Moving { pace, mf_left, spent, stepped, on_road, .. } = moving;
    let units = turn.position().moving.map_or(moving.units, |moving| moving.units);
    turn.change(A4, Change::Moving { units, pace, mf_left, spent, stepped, on_road });
}

/// Whether who enters a Location gives himself away: he is watched, and moves otherwise than by Assault Movement, or
/// into Open Ground.
fn shows_itself(turn: &mut impl Turn<Asl>, side: Side, moving: Moving, at: LocationId) -> bool {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let open = eyes.spot(at).is_ok_and(|spot| eyes.terrain(spot).is_open());
    let watched = |piece| concealment::is_watched(eyes, side, piece, at);
    (open || moving.pace != Pace::Assault) && moving.units.iter().next().is_some_and(watched)
}

/// Meets whoever the entering side does not see in a Location: dummies are taken off; of the others one is shown, and
/// the way is barred (ASL-A15).
pub(crate) fn meets_unknown(turn: &mut impl Turn<Asl>, side: Side, at: LocationId) -> bool {
    let enemy = side.other();
    let there = AslEyes::open(turn.setting(), turn.position()).of(enemy).units().at(at);
    let unseen = |cover| there.men().lying(cover).group().iter().next();
    let Some(piece) = unseen(Cover::Concealed).or(unseen(Cover::Hidden)) else {
        if !there.is_empty() {
            turn.report(A15, Audience::All, Report::DummiesOnly { side: enemy, at });
            concealment::lose_all(turn, enemy, at);
        }
        return false;
    };
    concealment::lose(turn, piece);
    true
}

/// Asks the moving side to go on, if anybody can.
pub fn carry_on(turn: &mut impl Turn<Asl>) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let (Some(moving), Some(at)) = (eyes.moving(), eyes.moving_at()) else { return stop(turn) };
    let fit = |piece: &Piece| {
        eyes.unit(*piece).is_some_and(|unit| {
            unit.is_good() && unit.at == Some(at) && !unit.is(Flag::Pinned) && !unit.is(Flag::Stopped)
        })
    };
    let units: Group = moving.units.iter().filter(fit).collect();
    // How far a "?" can go tells what is under it: so it is asked on until it stops of itself.
    let spent =
        moving.mf_left == 0 && !moving.on_road && units.iter().all(|piece| eyes.unit(piece).is_some_and(Unit::is_open));
    let over = moving.stepped && (moving.pace == Pace::Assault || spent);
    if units.is_empty() || over {
        return stop(turn);
    }
    if units != moving.units {
        let Moving { pace, mf_left, spent, stepped, on_road, .. } = moving;
        turn.change(A4, Change::Moving { units, pace, mf_left, spent, stepped, on_road });
    }
    turn.push(Step::StepOn);
}

/// The units on the move stop. A Minimum Move leaves them pinned and counter-exhausted.
pub fn stop(turn: &mut impl Turn<Asl>) {
    let Some(moving) = turn.position().moving else { return };
    for unit in moving.units.iter() {
        let spent = turn.position().unit(unit).is_some_and(|unit| unit.is(Flag::Minimum));
        if spent && A4.is_in_force() {
            turn.change(A4, Change::Flag { unit, flag: Flag::Pinned, on: true });
            turn.change(A4, Change::Flag { unit, flag: Flag::Cx, on: true });
        }
    }
    turn.change(A4, Change::MovingOver);
}

/// The Movement Phase ends.
pub fn end_of_phase(turn: &mut impl Turn<Asl>) {
    clear(turn, &[Flag::Minimum, Flag::Stopped]);
}

/// All steps out of a Location above ground, with their costs before rubble falls.
#[must_use]
pub fn ways(board: &board::Board, from: LocationId) -> arrayvec::ArrayVec<Way, { crate::setting::STEPS }> {
    use board::{Direction, LocationKind};

    let mut ways = arrayvec::ArrayVec::new();
    let location = board.location(from);
    let Some(hex) = location.hex.filter(|_| !location.kind.is_underground()) else { return ways };
    let terrain = |hex| Terrain::nth(board.terrain(hex).0);
    let passable = |hex| terrain(hex).cost().is_some();
    let mut add = |to, cost, across, road| {
        let _ = ways.try_push(Way { to, cost, across, road });
    };
    let within = matches!(location.kind, LocationKind::Inside | LocationKind::Entrenchment);
    if within {
        add(board.ground(hex), MF, None, false);
        return ways;
    }
    for across in Direction::ALL {
        let Some(to) = board.grid().neighbour(hex, across) else { continue };
        if location.level > 0 {
            // Upper floors are joined within their building.
            let joined = board.building(hex).is_some() && board.building(hex) == board.building(to);
            let floor = u8::try_from(location.level).ok().and_then(|level| board.floor(to, level));
            if let (true, Some(floor)) = (joined, floor) {
                add(floor, 2 * MF, Some(across), false);
            }
            continue;
        }
        let Some(cost) = terrain(to).cost().filter(|_| passable(hex)) else { continue };
        let road = board.road(hex, across).is_some_and(board::Road::is_road);
        let ground = if road { MF } else { cost };
        let uphill = !road && board.elevation(to) > board.elevation(hex);
        let ground = if uphill { 2 * ground } else { ground };
        let barrier = !board.features(hex, across).is_empty() && !road;
        let barrier = if barrier && A25.is_in_force() { MF } else { 0 };
        add(board.ground(to), ground + barrier, Some(across), road);
    }
    for &to in board.at(hex) {
        let other = board.location(to);
        let stairs = other.kind == LocationKind::Floor && (other.level - location.level).abs() == 1;
        let inside = location.level == 0 && matches!(other.kind, LocationKind::Inside | LocationKind::Entrenchment);
        if stairs || inside {
            add(to, MF, None, false);
        }
    }
    ways
}
