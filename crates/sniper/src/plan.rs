//! Plotting: what can be added to a man's plot (SNP-B2), by the eyes of his side.

use board::LocationId;
use rules::{Piece, Refusal, Side, house};

use crate::clause::{B2, B4, B5, B6, B10, B20, S39_11, S39_31, S39_41};
use crate::eyes::SniperEyes;
use crate::order::{Order, Posture, WatchSide};
use crate::plot::{Act, Plot, STEPS};
use crate::position::{Man, Phase, Position};
use crate::reach::Reach;
use crate::setting::{Exit, Level, Setting, Spot};
use crate::sight::{self, Eye};
use crate::terrain::Barrier;
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

impl<'a> Planned<'a> {
    /// A man somewhere.
    #[inline]
    #[must_use]
    pub fn of(setting: &Setting, piece: Piece, man: &'a Man, at: LocationId) -> Planned<'a> {
        let movement = &setting.tables.movement;
        let points = if man.wounded { movement.wounded } else { movement.turn };
        let posture = man.plot.posture.unwrap_or(man.posture);
        Planned { piece, man, at, points, posture, posture_cost: posture_cost(setting, man.posture, posture) }
    }

    /// His eyes where he is, in his plotted posture.
    #[inline]
    #[must_use]
    pub const fn eye(&self) -> Eye {
        Eye { at: self.at, posture: self.posture }
    }

    /// Where his path ends, and how he will hold himself there.
    #[inline]
    #[must_use]
    pub fn end(&self, setting: &Setting) -> Eye {
        let Some(at) = self.man.plot.path.end() else { return self.eye() };
        Eye { at, posture: arriving(setting, self.posture, at) }
    }

    /// Movement points his posture and path cost.
    #[inline]
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

    /// Everywhere he gets from where he is, and the movement points he has for it.
    fn reach<'s>(&self, setting: &'s Setting) -> Option<(&'s Reach, u8)> {
        let reach = setting.reach(self.at, self.posture == Posture::Prone)?;
        Some((reach, self.points.saturating_sub(self.posture_cost)))
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
    exit.cost_for(prone)
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
    Ok(Planned::of(eyes.setting(), piece, man, at))
}

/// Takes back what a side has plotted, and that it is ready. A route is no plot of the side's (SNP-B20); where men are
/// placed is a plan too (SNP-B19), so until then they are nowhere.
pub fn unplan(setting: &Setting, position: &mut Position, side: Side) {
    position.ready[side] = false;
    let placing = position.phase == Phase::SetUp;
    for piece in position.men.of(side).iter() {
        position.men.change(piece, |man| {
            if placing && setting.area(piece).is_some() {
                man.at = None;
            }
            if !man.on_route {
                man.plot = Plot::default();
            }
        });
    }
}

pub(crate) fn place<'a>(eyes: SniperEyes<'a>, at: LocationId) -> Result<&'a Spot, Refusal> {
    eyes.setting().spot(at).ok_or_else(|| Refusal::new(house::NAMES, "there is no such place"))
}

/// Whether the middle level is closed to a man by one of his own (39.41): one who stands there and has no step plotted.
#[inline]
fn is_taken(eyes: SniperEyes<'_>, piece: Piece, at: LocationId) -> bool {
    let held = |(other, man, here): (Piece, &Man, LocationId)| other != piece && here == at && man.plot.path.is_empty();
    eyes.setting().is_middle(at) && S39_41.is_in_force() && eyes.own().any(held)
}

/// A man who may go on: where his path ends, and what he has spent on it.
struct Walking<'a> {
    planned: &'a Planned<'a>,
    end: Eye,
    spent: u8,
    /// The place he goes on from.
    from: &'a Spot,
}

/// A man who may go on, with the movement points he has spent, or why he may not.
#[inline]
fn walking<'a>(eyes: SniperEyes<'a>, planned: &'a Planned<'a>, spent: u8) -> Result<Walking<'a>, Refusal> {
    may_still_move(planned)?;
    let end = planned.end(eyes.setting());
    Ok(Walking { planned, end, spent, from: place(eyes, end.at)? })
}

/// Whether a man may move or go on.
///
/// # Errors
/// The refusal.
#[inline]
pub fn may_still_move(planned: &Planned<'_>) -> Result<(), Refusal> {
    B5.forbids(planned.man.plot.act.is_some(), "his act comes last and is plotted already: clear his plot first")
}

/// Whether a man can take one more step this way (SNP-B5, 39.2), or why not.
#[inline]
fn may_take_exit(eyes: SniperEyes<'_>, walking: &Walking<'_>, exit: &Exit) -> Result<(), Refusal> {
    let Walking { planned, end, spent, from } = walking;
    let prone = end.posture == Posture::Prone;
    let onto_ladder = exit.way.is_ladder() && eyes.setting().is_middle(exit.to);
    S39_31.forbids(prone && onto_ladder, "nobody lies on a ladder: he stands up first")?;
    S39_31.forbids(planned.posture == Posture::Prone && from.level == Level::Middle, "nobody lies on a ladder")?;
    let Some(cost) = exit.cost_for(prone) else {
        return Err(Refusal::new(B4, "he stands up first: nobody crawls there"));
    };
    S39_41.forbids(onto_ladder && is_taken(eyes, planned.piece, exit.to), TAKEN)?;
    B5.forbids(spent.saturating_add(cost) > planned.points, "he has not movement points enough")?;
    B5.forbids(planned.man.plot.path.steps().len() >= STEPS, "his path is as long as a turn allows")
}

const TAKEN: &str = "a man of yours stands on the ladder: plot a step out of it for him first";

/// Whether a man can take one more step (SNP-B5, 39.2).
///
/// # Errors
/// The refusal.
#[inline]
pub fn may_step(eyes: SniperEyes<'_>, planned: &Planned<'_>, to: LocationId) -> Result<(), Refusal> {
    let walking = walking(eyes, planned, planned.spent(eyes.setting()))?;
    let goal = place(eyes, to)?;
    let Some(exit) = walking.from.exit(to) else {
        let no_way = || no_step(eyes.setting(), walking.from, goal);
        return Err(underground::no_way(walking.from, goal).unwrap_or_else(no_way));
    };
    may_take_exit(eyes, &walking, exit)
}

/// The ways a man can take next, who has spent so many movement points: he is shown all together, or one by one.
#[inline]
pub fn steps(eyes: SniperEyes<'_>, planned: &Planned<'_>, spent: u8, mut open: impl FnMut(&[Exit])) {
    let Ok(walking) = walking(eyes, planned, spent) else { return };
    let (exits, prone) = (&walking.from.exits, walking.end.posture == Posture::Prone);
    let all = walking.from.dearest[usize::from(prone)]
        .is_some_and(|cost| spent.saturating_add(cost) <= planned.points && planned.man.plot.path.len() < STEPS);
    if all {
        return open(exits);
    }
    for exit in exits {
        if may_take_exit(eyes, &walking, exit).is_ok() {
            open(std::slice::from_ref(exit));
        }
    }
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

/// A man who may march, by the cheapest way and in place of the steps plotted so far (SNP-B5).
#[derive(Clone, Copy)]
pub struct Marching<'a> {
    eyes: SniperEyes<'a>,
    piece: Piece,
    reach: &'a Reach,
    points: u8,
}

/// A man who may march.
///
/// # Errors
/// Why he may not.
#[inline]
pub fn marching<'a>(eyes: SniperEyes<'a>, planned: &Planned<'a>) -> Result<Marching<'a>, Refusal> {
    may_still_move(planned)?;
    let reach = planned.reach(eyes.setting());
    let (reach, points) = reach.ok_or_else(|| Refusal::new(house::NAMES, "he is nowhere"))?;
    Ok(Marching { eyes, piece: planned.piece, reach, points })
}

impl<'a> Marching<'a> {
    fn is_closed(&self, at: LocationId) -> bool {
        is_taken(self.eyes, self.piece, at)
    }

    /// The places within reach, if the way to all of them is free.
    #[inline]
    #[must_use]
    pub fn all(self) -> Option<&'a [LocationId]> {
        let closed = self.reach.any_closed(self.points, |at| self.is_closed(at));
        (!closed).then(|| self.reach.places(self.points))
    }

    /// The places to which the way is free.
    pub fn free(self) -> impl Iterator<Item = LocationId> + use<'a> {
        let places = self.reach.places(self.points).iter().copied().enumerate();
        places.filter(move |(n, _)| !self.reach.is_barred(*n, |at| self.is_closed(at))).map(|(_, at)| at)
    }
}

/// Whether a man can march somewhere (SNP-B5).
///
/// # Errors
/// The refusal.
pub fn may_march(eyes: SniperEyes<'_>, planned: &Planned<'_>, to: LocationId) -> Result<(), Refusal> {
    place(eyes, to)?;
    let marching = marching(eyes, planned)?;
    let Some(n) = marching.reach.find(to, marching.points) else {
        return Err(Refusal::new(B5, "he knows no way there that his movement points allow"));
    };
    S39_41.forbids(marching.reach.is_barred(n, |at| marching.is_closed(at)), TAKEN)
}

/// Whether a man can take a posture first (SNP-B4, 39.11, 39.31).
///
/// # Errors
/// The refusal.
#[inline]
pub fn may_take(setting: &Setting, planned: &Planned<'_>, to: Posture) -> Result<(), Refusal> {
    may_still_take(planned)?;
    let middle = setting.is_middle(planned.at);
    S39_31.forbids(middle && to == Posture::Prone, "nobody lies on a ladder")?;
    S39_11.forbids(middle && to == Posture::Standing, "at middle level he ducks or leans out")?;
    S39_11.forbids(!middle && to.is_on_ladder(), "only at middle level does one duck or lean out")?;
    B4.forbids(to == planned.posture, "that is his posture")?;
    let cost = posture_cost(setting, planned.man.posture, to);
    B5.forbids(cost > planned.points, "he has not movement points enough")
}

/// Whether a man's posture may still be plotted.
///
/// # Errors
/// The refusal.
#[inline]
pub fn may_still_take(planned: &Planned<'_>) -> Result<(), Refusal> {
    let plot = &planned.man.plot;
    B4.forbids(!plot.path.is_empty() || plot.act.is_some(), "his posture is plotted first: clear his plot")
}

/// Whether a man's plot can be cleared (SNP-B2).
///
/// # Errors
/// When there is none to clear.
#[inline]
pub fn may_clear(planned: &Planned<'_>) -> Result<(), Refusal> {
    B2.forbids(planned.man.plot.is_empty(), "he has no plot")
}

/// What a checked order makes of a man's plot; `None` for one that writes no plot.
#[inline]
#[must_use]
pub fn plotted(setting: &Setting, piece: Piece, man: &Man, order: &Order) -> Option<Plot> {
    let plot = man.plot;
    let act = |act| Some(Plot { act: Some(act), ..plot });
    match *order {
        Order::Step { to, .. } => {
            let mut plot = plot;
            let _ = plot.path.push(to);
            Some(plot)
        }
        Order::March { to, .. } => {
            let (reach, points) = Planned::of(setting, piece, man, man.at?).reach(setting)?;
            Some(Plot { path: reach.path(reach.find(to, points)?), ..plot })
        }
        Order::Fire { at, .. } => act(Act::Fire { at }),
        Order::Watch { at, .. } => act(Act::Watch { at }),
        Order::WatchSide(WatchSide { at, beyond, .. }) => act(Act::WatchSide { at, beyond }),
        Order::Throw { at, grenade, .. } => act(Act::Throw { at, grenade }),
        Order::Posture { to, .. } => Some(Plot { posture: (to != man.posture).then_some(to), ..plot }),
        Order::Reload { .. } => act(Act::Reload),
        Order::Clear { .. } => Some(Plot::default()),
        Order::Place { .. } | Order::Ready => None,
    }
}

/// A position in which a shot or a throw is the only plan, ready to be carried out, for its odds.
#[must_use]
pub fn alone(setting: &Setting, position: &Position, side: Side, order: &Order) -> Option<(Position, Order)> {
    let (Order::Fire { man: piece, .. } | Order::Throw { man: piece, .. }) = *order else { return None };
    let plot = plotted(setting, piece, position.man(piece)?, order)?;
    let mut alone = position.clone();
    for other in position.men.numbers() {
        let plot = if other == piece { plot } else { Plot::default() };
        alone.men.change(other, |man| man.plot = plot);
    }
    alone.ready[side.other()] = true;
    Some((alone, Order::Ready))
}
