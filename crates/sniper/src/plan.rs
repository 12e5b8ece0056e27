//! Plotting: what can be added to a man's plot (SNP-B2), by the eyes of his side.

use board::LocationId;
use rules::{Piece, Refusal, Side, house};

use crate::clause::{B2, B4, B5, B6, B8, B10, B11, B16, B17, B18, B20, S39_11, S39_31, S39_41, S39_61A};
use crate::eyes::SniperEyes;
use crate::order::{Grenade, Posture};
use crate::plot::{Act, Plot};
use crate::position::Man;
use crate::reach::{self, Reach};
use crate::setting::{Level, Setting, Spot};
use crate::sight::{self, Eye};
use crate::tables::{Barrier, WATCH};
use crate::underground;

/// A man with what has been plotted for him.
#[derive(Clone, Copy, Debug)]
pub struct Planned<'a> {
    /// Who.
    pub piece: Piece,
    /// The man.
    pub man: &'a Man,
    /// Where he is.
    pub at: LocationId,
    /// Movement points he has.
    pub points: u8,
    /// How he holds himself when he has taken his plotted posture.
    pub posture: Posture,
    /// Movement points his posture costs.
    pub posture_cost: u8,
}

impl Planned<'_> {
    fn eye(&self) -> Eye {
        Eye { at: self.at, posture: self.posture }
    }

    fn side(&self) -> Side {
        self.man.side
    }

    /// Where his path ends, and how he will hold himself there.
    #[must_use]
    pub fn end(&self, setting: &Setting) -> Eye {
        let Some(at) = self.man.plot.path.end() else { return self.eye() };
        Eye { at, posture: arriving(setting, self.posture, at) }
    }

    /// Movement points his posture and path cost.
    #[must_use]
    pub fn spent(&self, setting: &Setting) -> u8 {
        let prone = self.posture == Posture::Prone;
        let (mut at, mut spent) = (self.at, self.posture_cost);
        for &to in self.man.plot.path.steps() {
            spent = spent.saturating_add(cost(setting, at, to, prone).unwrap_or(u8::MAX));
            at = to;
        }
        spent
    }
}

/// How a man holds himself who comes into a place: below the cover at middle level, upright when he leaves it.
#[inline]
#[must_use]
pub fn arriving(setting: &Setting, posture: Posture, at: LocationId) -> Posture {
    match (setting.is_middle(at), posture.is_on_ladder()) {
        (true, _) => Posture::Ducked,
        (false, true) => Posture::Standing,
        (false, false) => posture,
    }
}

/// Movement points of a step.
#[inline]
#[must_use]
pub fn cost(setting: &Setting, from: LocationId, to: LocationId, prone: bool) -> Option<u8> {
    let exit = setting.spot(from)?.exit(to)?;
    if prone { exit.crawl } else { Some(exit.cost) }
}

/// Movement points to change posture.
#[inline]
#[must_use]
pub fn posture_cost(setting: &Setting, from: Posture, to: Posture) -> u8 {
    match (from, to) {
        (Posture::Standing, Posture::Prone) => setting.tables.movement.lie_down,
        (Posture::Prone, Posture::Standing) => setting.tables.movement.stand_up,
        _ => 0,
    }
}

/// A man who can be plotted for.
///
/// # Errors
/// Why he cannot.
#[inline]
pub fn planned(eyes: SniperEyes<'_>, piece: Piece) -> Result<Planned<'_>, Refusal> {
    let (man, at) = eyes.mine(piece)?;
    B10.forbids(man.stunned > 0, "a stunned man does nothing")?;
    B20.forbids(man.on_route, "he follows his route until something is seen")?;
    let movement = &eyes.setting().tables.movement;
    let points = if man.wounded { movement.wounded } else { movement.turn };
    let posture = man.plot.posture.unwrap_or(man.posture);
    let posture_cost = posture_cost(eyes.setting(), man.posture, posture);
    Ok(Planned { piece, man, at, points, posture, posture_cost })
}

fn place<'a>(eyes: SniperEyes<'a>, at: LocationId) -> Result<&'a Spot, Refusal> {
    eyes.setting().spot(at).ok_or_else(|| Refusal::new(house::NAMES, "there is no such place"))
}

/// Whether the middle level is closed to a man by one of his own (39.41): one who is there and is not plotted out of it,
/// or whose plot ends there.
#[inline]
fn is_taken(eyes: SniperEyes<'_>, piece: Piece, at: LocationId) -> bool {
    let held =
        |(other, man, here): (Piece, &Man, LocationId)| other != piece && man.plot.path.end().unwrap_or(here) == at;
    eyes.setting().is_middle(at) && S39_41.is_in_force() && eyes.own().any(held)
}

/// What may be plotted before a man moves or goes on.
fn may_still_move(planned: &Planned<'_>) -> Result<(), Refusal> {
    B5.forbids(planned.man.plot.act.is_some(), "his act comes last and is plotted already: clear his plot first")
}

/// One more step (SNP-B5, 39.2).
///
/// # Errors
/// The refusal.
#[inline]
pub fn step(eyes: SniperEyes<'_>, man: Piece, to: LocationId) -> Result<Plot, Refusal> {
    let planned = planned(eyes, man)?;
    may_still_move(&planned)?;
    let goal = place(eyes, to)?;
    let setting = eyes.setting();
    let end = planned.end(setting);
    let from = place(eyes, end.at)?;
    let Some(exit) = from.exit(to) else {
        return Err(underground::no_way(from, goal).unwrap_or_else(|| no_step(setting, from, goal)));
    };
    let prone = end.posture == Posture::Prone;
    S39_31.forbids(prone && goal.level == Level::Middle, "nobody lies on a ladder: he stands up first")?;
    S39_31.forbids(planned.posture == Posture::Prone && from.level == Level::Middle, "nobody lies on a ladder")?;
    let Some(cost) = (if prone { exit.crawl } else { Some(exit.cost) }) else {
        return Err(Refusal::new(B4, "he stands up first: nobody crawls there"));
    };
    if is_taken(eyes, man, to) {
        return Err(Refusal::new(S39_41, "one of yours holds the middle level"));
    }
    B5.forbids(planned.spent(setting).saturating_add(cost) > planned.points, "he has not movement points enough")?;
    let path =
        planned.man.plot.path.then(to).ok_or_else(|| Refusal::new(B5, "his path is as long as a turn allows"))?;
    Ok(Plot { path, ..planned.man.plot })
}

/// Why a step above ground is none.
fn no_step(setting: &Setting, from: &Spot, goal: &Spot) -> Refusal {
    if from.hex == goal.hex {
        return Refusal::new(B6, "there are no stairs");
    }
    let next = setting.board.grid().distance(from.hex, goal.hex) == 1;
    if next && sight::barrier(&setting.board, from.hex, goal.hex) == Barrier::Wall {
        return Refusal::new(B6, "a wall is in the way");
    }
    if next && from.level != goal.level {
        return Refusal::new(B6, "one changes floors by the stairs only");
    }
    Refusal::new(B5, "that is not one step from there")
}

/// Everywhere a man can march to.
#[inline]
pub fn reach<'a>(eyes: SniperEyes<'a>, man: Piece) -> Result<Reach, Refusal> {
    let planned = planned(eyes, man)?;
    may_still_move(&planned)?;
    let points = planned.points.saturating_sub(planned.posture_cost);
    Ok(reach::reach(eyes.setting(), planned.at, planned.posture == Posture::Prone, points, |at| {
        is_taken(eyes, man, at)
    }))
}

/// Whether a man can march anywhere.
#[inline]
pub fn can_march(eyes: SniperEyes<'_>, man: Piece) -> bool {
    let Ok(planned) = planned(eyes, man) else { return false };
    let points = planned.points.saturating_sub(planned.posture_cost);
    let prone = planned.posture == Posture::Prone;
    let exits = eyes.setting().spot(planned.at).map(|spot| &spot.exits);
    let free = may_still_move(&planned).is_ok();
    free && exits.into_iter().flatten().any(|exit| {
        let cost = if prone { exit.crawl } else { Some(exit.cost) };
        cost.is_some_and(|cost| cost <= points) && !is_taken(eyes, man, exit.to)
    })
}

/// The cheapest way somewhere, in place of the steps plotted so far (SNP-B5).
///
/// # Errors
/// The refusal.
pub fn march(eyes: SniperEyes<'_>, man: Piece, to: LocationId) -> Result<Plot, Refusal> {
    place(eyes, to)?;
    let reach = reach(eyes, man)?;
    let Some(path) = reach.path(to) else {
        return Err(Refusal::new(B5, "he knows no way there that his movement points allow"));
    };
    let plot = planned(eyes, man)?.man.plot;
    Ok(Plot { path, ..plot })
}

/// What takes all movement points: firing and reloading (SNP-B5).
fn all_points(planned: &Planned<'_>) -> Result<(), Refusal> {
    B18.forbids(planned.man.dummy, "a dummy only moves")?;
    let busy = !planned.man.plot.path.is_empty() || planned.posture_cost > 0;
    B5.forbids(busy, "that takes all his movement points: clear his plot first")
}

/// Fire into a Location (SNP-B8, 39.61A).
///
/// # Errors
/// The refusal.
#[inline]
pub fn fire(eyes: SniperEyes<'_>, man: Piece, at: LocationId) -> Result<Plot, Refusal> {
    let planned = planned(eyes, man)?;
    all_points(&planned)?;
    let target = place(eyes, at)?;
    B17.forbids(planned.man.shots == 0, "his magazine is empty")?;
    B8.forbids(at == planned.at, "nobody fires into the place he is in")?;
    if S39_61A.is_in_force() {
        let mut any = false;
        let side = planned.side();
        let seen = eyes.enemies_at(side, at).any(|(_, enemy)| {
            any = true;
            sight::sees(eyes.setting(), eyes.smoke(), planned.eye(), Eye { at, posture: enemy.posture }).is_some()
        });
        S39_61A.forbids(!any, "you see no enemy there")?;
        if !seen {
            return Err(underground::unseen(planned.eye(), place(eyes, planned.at)?, target));
        }
    }
    B8.forbids(
        is_below_the_sill(eyes.setting(), planned.eye(), at),
        "lying, he cannot fire through an aperture of his hex",
    )?;
    let range = crate::fire::range(eyes.setting(), planned.at, at);
    let weapon = eyes.setting().tables.weapon(planned.man.weapon);
    let reaches = weapon.is_some_and(|weapon| weapon.attack_at(range).is_some());
    B8.forbids(!reaches, "his weapon does not reach so far")?;
    Ok(Plot { act: Some(Act::Fire { at }), ..planned.man.plot })
}

/// Whether a man lies behind an aperture of his own hex, through which he would have to fire. A man who leans out of a
/// manhole is prone as a modifier only (39.61C).
fn is_below_the_sill(setting: &Setting, eye: Eye, at: LocationId) -> bool {
    let (Some(from), Some(to)) = (setting.spot(eye.at), setting.spot(at)) else { return false };
    eye.posture == Posture::Prone
        && from.hex != to.hex
        && matches!(from.level, Level::Surface(_))
        && sight::threshold(&setting.board, from.hex, to.hex).1.is_aperture()
}

/// Opportunity fire into a Location or stretch (SNP-B16).
///
/// # Errors
/// The refusal.
#[inline]
pub fn watch(eyes: SniperEyes<'_>, man: Piece, at: LocationId) -> Result<Plot, Refusal> {
    let planned = planned(eyes, man)?;
    all_points(&planned)?;
    let target = place(eyes, at)?;
    B17.forbids(planned.man.shots == 0, "his magazine is empty")?;
    B16.forbids(at == planned.at, "nobody fires into the place he is in")?;
    let from = place(eyes, planned.at)?;
    if !could_see(eyes.setting(), planned.eye(), at) {
        return Err(underground::unseen(planned.eye(), from, target));
    }
    B8.forbids(
        is_below_the_sill(eyes.setting(), planned.eye(), at),
        "lying, he cannot fire through an aperture of his hex",
    )?;
    let far = target.level != Level::Sewer && eyes.setting().distance(planned.at, at) > WATCH;
    B16.forbids(far, "nobody watches a place so far away")?;
    Ok(Plot { act: Some(Act::Watch { at }), ..planned.man.plot })
}

/// Whether a man would see somebody who shows himself in a place, smoke aside.
#[inline]
fn could_see(setting: &Setting, eye: Eye, at: LocationId) -> bool {
    let posture = if setting.is_middle(at) { Posture::Leaning } else { Posture::Standing };
    sight::sees(setting, &[], eye, Eye { at, posture }).is_some()
}

/// A grenade (SNP-B11, 39.62), thrown from where his path ends.
///
/// # Errors
/// The refusal.
#[inline]
pub fn throw(eyes: SniperEyes<'_>, man: Piece, at: LocationId, grenade: Grenade) -> Result<Plot, Refusal> {
    let planned = can_throw(eyes, man, grenade)?;
    underground::may_throw(eyes.setting(), planned.end(eyes.setting()), at)?;
    Ok(Plot { act: Some(Act::Throw { at, grenade }), ..planned.man.plot })
}

/// Whether a man can throw at all.
fn can_throw(eyes: SniperEyes<'_>, man: Piece, grenade: Grenade) -> Result<Planned<'_>, Refusal> {
    let planned = planned(eyes, man)?;
    B18.forbids(planned.man.dummy, "a dummy only moves")?;
    let left = match grenade {
        Grenade::Frag => planned.man.frag,
        Grenade::Smoke => planned.man.smoke,
    };
    B11.forbids(left == 0, "he has no such grenade")?;
    let spent = planned.spent(eyes.setting()).saturating_add(eyes.setting().tables.movement.throw);
    B5.forbids(spent > planned.points, "he has not movement points enough to throw")?;
    Ok(planned)
}

/// A posture, taken first (SNP-B4, 39.11, 39.31).
///
/// # Errors
/// The refusal.
#[inline]
pub fn posture(eyes: SniperEyes<'_>, man: Piece, to: Posture) -> Result<Plot, Refusal> {
    let planned = planned(eyes, man)?;
    let plot = planned.man.plot;
    B4.forbids(!plot.path.is_empty() || plot.act.is_some(), "his posture is plotted first: clear his plot")?;
    let middle = eyes.setting().is_middle(planned.at);
    S39_31.forbids(middle && to == Posture::Prone, "nobody lies on a ladder")?;
    S39_11.forbids(middle && to == Posture::Standing, "at middle level he ducks or leans out")?;
    S39_11.forbids(!middle && to.is_on_ladder(), "only at middle level does one duck or lean out")?;
    B4.forbids(to == planned.posture, "that is his posture")?;
    let cost = posture_cost(eyes.setting(), planned.man.posture, to);
    B5.forbids(cost > planned.points, "he has not movement points enough")?;
    let posture = (to != planned.man.posture).then_some(to);
    Ok(Plot { posture, ..plot })
}

/// Reloading (SNP-B17).
///
/// # Errors
/// The refusal.
#[inline]
pub fn reload(eyes: SniperEyes<'_>, man: Piece) -> Result<Plot, Refusal> {
    let planned = planned(eyes, man)?;
    all_points(&planned)?;
    let full =
        eyes.setting().tables.weapon(planned.man.weapon).is_none_or(|weapon| planned.man.shots >= weapon.magazine);
    B17.forbids(full, "his magazine is full")?;
    Ok(Plot { act: Some(Act::Reload), ..planned.man.plot })
}

/// No plot (SNP-B2).
///
/// # Errors
/// When there is none to clear.
#[inline]
pub fn clear(eyes: SniperEyes<'_>, man: Piece) -> Result<Plot, Refusal> {
    let planned = planned(eyes, man)?;
    B2.forbids(planned.man.plot.is_empty(), "he has no plot")?;
    Ok(Plot::default())
}

/// Places that could be watched or thrown at from somewhere: all above ground that is seen, middle levels, the sewers
/// there, and the hex itself.
pub fn candidates(setting: &Setting, from: LocationId) -> impl Iterator<Item = LocationId> + '_ {
    let spot = setting.spot(from);
    let ground = spot.map(|spot| match spot.level {
        Level::Surface(_) => from,
        Level::Middle | Level::Sewer => setting.board.ground(spot.hex),
    });
    let below = spot.filter(|spot| spot.level == Level::Sewer);
    let above = ground.filter(|_| below.is_none());
    let stretches = below.into_iter().flat_map(|spot| &spot.lines);
    let lines = stretches.filter_map(|(line, _)| setting.lines.get(usize::from(*line))).flatten().copied();
    let hex = spot.into_iter().flat_map(|spot| setting.board.at(spot.hex)).copied();
    let hex = hex.filter(move |at| !(below.is_some() && setting.is_sewer(*at)));
    let here = ground;
    above
        .into_iter()
        .flat_map(|at| sight::all_above(setting, at))
        .chain(above.into_iter().flat_map(|_| setting.middles.iter().copied()))
        .chain(lines)
        .filter(move |at| setting.spot(*at).map(|spot| spot.hex) != here.and_then(|at| setting.board.hex_of(at)))
        .chain(hex)
}

/// Where a man can throw.
pub fn throws<'a>(eyes: SniperEyes<'a>, man: Piece, grenade: Grenade) -> impl Iterator<Item = LocationId> + use<'a> {
    let setting = eyes.setting();
    let end = can_throw(eyes, man, grenade).ok().map(|planned| planned.end(setting));
    end.into_iter().flat_map(move |end| {
        candidates(setting, end.at).filter(move |at| underground::may_throw(setting, end, *at).is_ok())
    })
}

/// What a man can watch.
pub fn watches<'a>(eyes: SniperEyes<'a>, man: Piece) -> impl Iterator<Item = LocationId> + use<'a> {
    let setting = eyes.setting();
    let free = planned(eyes, man).ok().filter(|planned| all_points(planned).is_ok() && planned.man.shots > 0);
    free.into_iter().flat_map(move |planned| {
        candidates(setting, planned.at).filter(move |at| watch(eyes, planned.piece, *at).is_ok())
    })
}

/// Where a man can fire, each place once.
pub fn fires<'a>(eyes: SniperEyes<'a>, man: Piece) -> impl Iterator<Item = LocationId> + use<'a> {
    let free = planned(eyes, man).ok().filter(|planned| all_points(planned).is_ok() && planned.man.shots > 0);
    free.into_iter().flat_map(move |planned| {
        let side = planned.man.side;
        eyes.men()
            .filter(move |(piece, enemy, at)| {
                let first = eyes.enemies_at(side, *at).next().is_some_and(|(first, _)| first == *piece);
                enemy.side != side && first
            })
            .map(|(_, _, at)| at)
            .filter(move |at| fire(eyes, planned.piece, *at).is_ok())
    })
}
