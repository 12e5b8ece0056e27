//! Fire (SNP-B8, 39.61) and opportunity fire (SNP-B16).

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Audience, Clause, FaceClasses, Piece, PieceSet, Pool, Resolver, Side};

use crate::mechanics::aim::{Aim, range};
use crate::mechanics::damage::{self, Hits};
use crate::mechanics::look::Noticed;
use crate::mechanics::lots::Lots;
use crate::mechanics::{exposing, line_of_fire, meeting};
use crate::printed::clause::{B8, B16, B17, B18, B30, S39_61B, S39_61C};
use crate::printed::words::Hit;
use crate::setting::lookout::Lookout;
use crate::setting::sight::{self, Eye, Stand};
use crate::setting::spot::Spot;
use crate::setting::{Setting, underground};
use crate::state::Sniper;
use crate::state::change::Change;
use crate::state::index::Trait;
use crate::state::man::{MEN, Man};
use crate::state::plot::{Act, Plot};
use crate::state::position::Position;
use crate::state::report::Report;

/// A shot about to be fired.
#[derive(Clone, Copy, Debug)]
struct Shot {
    by: Piece,
    from: LocationId,
    /// Whether the other side sees the firer.
    open: bool,
    at: LocationId,
    target: Piece,
    occasion: Clause,
}

fn stand<'a>(setting: &'a Setting, man: &Man) -> Option<Stand<'a>> {
    Stand::of(setting, Eye { at: man.at?, posture: man.posture })
}

/// Shots fired at the same time, all calculated from one state.
#[derive(Default)]
struct Volley {
    shots: ArrayVec<Shot, { 2 * MEN }>,
    firers: ArrayVec<Firer, MEN>,
}

/// A man who fires, whether he hits or misses.
#[derive(Clone, Copy, Debug)]
struct Firer {
    piece: Piece,
    side: Side,
    /// Shots left in his magazine.
    left: u8,
    /// His remaining plot, if this shot ends his watch.
    then: Option<Plot>,
    /// The place he fires at without a target, with the clause that says why.
    missed: Option<(Clause, LocationId)>,
}

/// Resolves all fire of a turn before movement (SNP-B8), including that of watchers at men who duck or lean out. All of
/// it is calculated before any result takes effect.
// A function of its own: see `steps::step`.
#[inline(never)]
pub fn fire_all(resolver: &mut impl Resolver<Sniper>, noticed: &Noticed) {
    let mut volley = Volley::default();
    plotted(resolver, &mut volley);
    awaited(resolver, noticed, &mut volley);
    shoot_all(resolver, volley);
}

/// Resolves opportunity fire during movement or after a fall off a ladder (SNP-B16).
#[inline]
pub fn watch(resolver: &mut impl Resolver<Sniper>, noticed: &Noticed) {
    if !resolver.position().men.who(Trait::Watching).is_empty() {
        answer_all(resolver, noticed);
    }
}

#[inline(never)]
fn answer_all(resolver: &mut impl Resolver<Sniper>, noticed: &Noticed) {
    let mut volley = Volley::default();
    awaited(resolver, noticed, &mut volley);
    shoot_all(resolver, volley);
}

/// Resolves all fire of a moment. A man who falls from it may draw opportunity fire from others; each man fires once.
fn shoot_all(resolver: &mut impl Resolver<Sniper>, mut volley: Volley) {
    while !volley.firers.is_empty() {
        let noticed = shoot(resolver, &mut volley);
        meeting::stop_at_enemies(resolver, noticed.came);
        volley = Volley::default();
        awaited(resolver, &noticed, &mut volley);
    }
}

/// Returns the men with a plotted action who are able to act.
fn ready_to_act(position: &Position) -> impl Iterator<Item = (Piece, &Man, LocationId)> {
    let men = &position.men;
    men.placed(men.who(Trait::Acting))
}

/// Returns whether any man, known to the firer or not, stops a shot (SNP-B30).
fn is_stopped(setting: &Setting, position: &Position, from: LocationId, at: LocationId) -> bool {
    let men = &position.men;
    let all = men.placed(men.real(Side::A) | men.real(Side::B));
    line_of_fire::is_stopped(setting, from, at, all.map(|(_, man, at)| Eye { at, posture: man.posture }))
}

/// Returns whether a man whom this side knows of stops a shot (SNP-B30).
fn is_seen_to_be_stopped(setting: &Setting, position: &Position, side: Side, from: LocationId, at: LocationId) -> bool {
    let men = &position.men;
    let seen = if B18.is_in_force() { men.who(Trait::Seen) } else { men.real(side.other()) };
    let known = men.real(side) | (men.real(side.other()) & seen);
    let eye = |(_, man, at): (Piece, &Man, LocationId)| Eye { at, posture: man.posture };
    line_of_fire::is_stopped(setting, from, at, men.placed(known).map(eye))
}

/// Adds the plotted shots (SNP-B8) to a volley.
fn plotted(resolver: &impl Resolver<Sniper>, volley: &mut Volley) {
    let (setting, position) = (resolver.setting(), resolver.position());
    for (piece, man, from) in ready_to_act(position) {
        let Some(Act::Fire { at }) = man.plot.act.filter(|_| man.shots > 0) else { continue };
        let Some(own) = stand(setting, man) else { continue };
        let before = volley.shots.len();
        let there = position.men.at(at, position.men.real(man.side.other()));
        let stopped = is_stopped(setting, position, from, at);
        let there = if stopped { PieceSet::EMPTY } else { there };
        for (target, enemy) in position.men.each(there) {
            let sees = |enemy| own.sees(setting, &position.clouds, &enemy).is_some();
            if stand(setting, enemy).is_some_and(sees) {
                let _ = volley.shots.try_push(Shot { by: piece, from, open: man.seen, at, target, occasion: B8 });
            }
        }
        let missed = (volley.shots.len() == before).then_some((if stopped { B30 } else { B8 }, at));
        let _ = volley.firers.try_push(Firer { piece, side: man.side, left: man.shots - 1, then: None, missed });
    }
}

/// An opportunity shot at one of several men in one place.
#[derive(Clone, Copy, Debug)]
struct Chance {
    shot: Shot,
    /// Side of the possible targets.
    side: Side,
    men: PieceSet,
}

/// Adds opportunity fire (SNP-B16): each watcher fires at the first enemy to appear.
fn awaited(resolver: &mut impl Resolver<Sniper>, noticed: &Noticed, volley: &mut Volley) {
    let mut chances: ArrayVec<Chance, MEN> = ArrayVec::new();
    answer(resolver, noticed, volley, &mut chances);
    // Sorted by place, with one lot for all who fire at the same men: the lots then don't show which men watch.
    chances.sort_by_key(|chance| chance.shot.at);
    let mut lots = Lots::default();
    // By reference: moved out, the whole list would be copied at every movement point, nearly always for nothing.
    for &Chance { shot, side, men } in &chances {
        lots.draw(resolver, B16, side, shot.at, men);
        let target = lots.first(shot.at, men).unwrap_or(shot.target);
        let _ = volley.shots.try_push(Shot { target, ..shot });
    }
}

/// Adds the watchers who fire at men just noticed, with their possible targets.
fn answer(
    resolver: &impl Resolver<Sniper>,
    noticed: &Noticed,
    volley: &mut Volley,
    chances: &mut ArrayVec<Chance, MEN>,
) {
    if noticed.stirred.is_empty() && noticed.vanished.is_empty() || !B16.is_in_force() {
        return;
    }
    let (setting, position) = (resolver.setting(), resolver.position());
    let men = &position.men;
    let mut watchers = men.who(Trait::Watching);
    if watchers.is_empty() {
        return;
    }
    let stirred: PieceSet = noticed.stirred.iter().copied().collect();
    for side in Side::BOTH {
        if noticed.vanished.is_empty() && (stirred & men.able(side.other())).is_empty() {
            watchers = watchers - men.of(side);
        }
    }
    for (piece, man, from) in men.placed(watchers) {
        let Some(act) = man.plot.act.filter(|_| man.shots > 0) else { continue };
        let watched = watched(act);
        let eye = Eye { at: from, posture: man.posture };
        let shows_itself = |there: Eye| {
            let watches = |at: &LocationId| covers(setting, from, *at, there.at) && is_watched(setting, eye, act, *at);
            watched.iter().any(watches)
                && sight::sees(setting, &position.clouds, eye, there).is_some()
                && !is_seen_to_be_stopped(setting, position, man.side, from, there.at)
        };
        let enemies = men.placed(stirred & men.able(man.side.other()));
        let shown = enemies.filter(|(_, enemy, at)| shows_itself(Eye { at: *at, posture: enemy.posture }));
        let found_out = |&(side, there): &(Side, Eye)| (side != man.side && shows_itself(there)).then_some(there.at);
        // Among several at once the nearest is chosen, not the first in the list of men: their order is secret.
        let nearest = |at: LocationId| (range(setting, from, at), at);
        let goal = shown.clone().map(|(_, _, at)| at).min_by_key(|at| nearest(*at));
        let dummy = noticed.vanished.iter().filter_map(found_out).min_by_key(|at| nearest(*at));
        // A man out of sight may stop the shot (SNP-B30).
        let (goal, stopped) = match goal.filter(|at| is_stopped(setting, position, from, *at)) {
            Some(at) => (None, Some((B30, at))),
            None => (goal, None),
        };
        let missed = match (goal, stopped.or(dummy.map(|place| (B18, place)))) {
            (Some(_), _) => None,
            (None, Some(missed)) => Some(missed),
            (None, None) => continue,
        };
        let then = Some(Plot { act: None, ..man.plot });
        let _ = volley.firers.try_push(Firer { piece, side: man.side, left: man.shots - 1, then, missed });
        let Some(at) = goal else { continue };
        let men: PieceSet = shown.filter(|(.., here)| *here == at).map(|(target, ..)| target).collect();
        let Some(target) = men.iter().next() else { continue };
        let shot = Shot { by: piece, from, open: man.seen, at, target, occasion: B16 };
        let _ = chances.try_push(Chance { shot, side: man.side.other(), men });
    }
}

/// Returns the places a man watches: for a door or window those on both sides.
fn watched(act: Act) -> ArrayVec<LocationId, 2> {
    match act {
        Act::Watch { at } => [at].into_iter().collect(),
        Act::WatchSide { at, beyond } => [at, beyond].into(),
        Act::Fire { .. } | Act::Throw { .. } | Act::Reload | Act::Rearm => ArrayVec::new(),
    }
}

/// Returns whether a man with these eyes watches `at`. Of a door or window only a side counts that he could watch by
/// itself.
fn is_watched(setting: &Setting, eye: Eye, act: Act, at: LocationId) -> bool {
    !matches!(act, Act::WatchSide { .. }) || Lookout::of(setting, eye).is_ok_and(|out| out.may_watch(at).is_ok())
}

/// Returns whether a watched place covers another. In a sewer that is every place of the stretches shared with the
/// watcher. Elsewhere it is that place and its manhole. The watcher's own place is never covered (SNP-B8).
#[inline]
fn covers(setting: &Setting, from: LocationId, watched: LocationId, at: LocationId) -> bool {
    if from == at && B8.is_in_force() {
        return false;
    }
    if watched == at || setting.is_on_surface(at) {
        return watched == at;
    }
    let Some(there) = setting.spot(at) else { return false };
    let (Some(from), Some(watch)) = (setting.spot(from), setting.spot(watched)) else { return false };
    let line = |(line, _): &(u8, u8)| {
        let on = |spot: &Spot| spot.lines.iter().any(|(other, _)| other == line);
        on(from) && on(watch)
    };
    let sewer = setting.is_sewer(watched) && setting.is_sewer(at) && there.lines.iter().any(line);
    let manhole = watch.hex == there.hex && setting.is_middle(at) && !setting.is_sewer(watched);
    sewer || manhole
}

fn shoot(resolver: &mut impl Resolver<Sniper>, volley: &mut Volley) -> Noticed {
    let Volley { shots, firers } = volley;
    for &Firer { piece, side, left, then, missed } in firers.iter() {
        resolver.change(B17, Change::Shots { man: piece, left });
        if let Some(plot) = then {
            resolver.change(B16, Change::Plot { man: piece, plot });
        }
        if let Some((clause, at)) = missed {
            resolver.report(clause, Audience::Only(side), Report::Missed { by: piece, at });
        }
    }
    exposing::expose(resolver, shots.iter().map(|shot| (shot.by, shot.from, shot.at)));
    put_in_order(resolver, shots);
    let mut hits = Hits::new();
    for &shot in shots.iter() {
        let hit = one_shot(resolver, shot);
        let _ = hits.try_push((shot.target, hit));
    }
    damage::suffer(resolver, &hits)
}

/// Sorts shots without showing the order of men in the list: by the place fired at, visible firers by their place, and
/// men in one place by lot.
fn put_in_order(resolver: &mut impl Resolver<Sniper>, shots: &mut ArrayVec<Shot, { 2 * MEN }>) {
    let places = |shot: &Shot| (shot.at, !shot.open, if shot.open { shot.from } else { LocationId(0) });
    shots.sort_by_key(places);
    if shots.len() < 2 {
        return;
    }
    let all = shots.clone();
    let firers =
        |of: &Shot| all.iter().filter(|shot| places(shot) == places(of)).map(|shot| shot.by).collect::<PieceSet>();
    let targets = |of: &Shot| all.iter().filter(|shot| shot.at == of.at).map(|shot| shot.target).collect::<PieceSet>();
    let (mut by, mut at) = (Lots::default(), Lots::default());
    for shot in &all {
        let Some(side) = resolver.position().man(shot.by).map(|man| man.side) else { continue };
        if shot.open {
            by.draw(resolver, B8, side, shot.from, firers(shot));
        }
        at.draw(resolver, B8, side.other(), shot.at, targets(shot));
    }
    let ranks = |shot: &Shot| (by.rank(shot.from, firers(shot), shot.by), at.rank(shot.at, targets(shot), shot.target));
    shots.sort_by_key(|shot| (places(shot), ranks(shot)));
}

fn one_shot(resolver: &mut impl Resolver<Sniper>, shot: Shot) -> Hit {
    let setting = resolver.setting();
    let (Some(&man), Some(&enemy)) = (resolver.position().man(shot.by), resolver.position().man(shot.target)) else {
        return Hit::None;
    };
    let (Some(from), Some(target)) = (setting.spot(shot.from), setting.spot(shot.at)) else {
        return Hit::None;
    };
    let Some(aim) = Aim::new(setting, (&man, shot.from), (&enemy, shot.at)) else {
        return Hit::None;
    };
    let Aim { attack, defence, column } = aim;
    let odds = column.map(|column| setting.tables.odds(column));
    let clause = match () {
        () if underground::ladder_defence(setting, from, target).is_some() => S39_61B,
        () if underground::fires_prone(setting, from, target) => S39_61C,
        () => shot.occasion,
    };
    let pool = |seen| Pool { seen_by: seen, ..Pool::open(2, FaceClasses::SUM, "fire", B8).credited_to(man.side) };
    let audience = if shot.open { Audience::All } else { Audience::Only(man.side) };
    let roll = column.map(|_| resolver.roll(pool(audience)).sum());
    let result = match (column, roll) {
        (Some(column), Some(roll)) => resolver.setting().tables.shot(column, roll),
        _ => Hit::None,
    };
    let full = Report::Shot {
        by: Some(shot.by),
        at: shot.at,
        target: shot.target,
        attack: Some(attack),
        defence: Some(defence),
        odds,
        roll: roll.map(|roll| roll as u8),
        result,
    };
    if shot.open {
        resolver.report(clause, Audience::All, full);
    } else {
        resolver.report(clause, Audience::Only(man.side), full);
        let (by, attack, defence, odds, roll) = (None, None, None, None, None);
        let veiled = Report::Shot { by, at: shot.at, target: shot.target, attack, defence, odds, roll, result };
        resolver.report(B8, Audience::Only(man.side.other()), veiled);
    }
    result
}
