//! Activation for movement, and moving.

use arrayvec::ArrayVec;
use board::{Board, Direction, HexId, LocationId, Road};
use rules::{Piece, Refusal, Side, Turn};

use crate::Tide;
use crate::change::Change;
use crate::clause::{B3, B4, B6, B14, B16, B18, B19, B20, B23, S8, S9};
use crate::eyes::TideEyes;
use crate::fire;
use crate::position::{Action, Squad, State, Token};
use crate::setting::{STEPS, Setting, Way};
use crate::tables::{EASY, STACK, Terrain, UPHILL};
use crate::turn::Step;

/// What it costs to step from one hex into the next on the ground (TOI-B19).
fn cost(board: &Board, from: HexId, direction: Direction, to: HexId) -> u8 {
    let terrain = |hex| Terrain::nth(board.terrain(hex).0);
    let along = match board.road(from, direction) {
        Some(Road::Paved | Road::Unpaved | Road::Rail) => true,
        Some(Road::Path) | None => terrain(from).is_way() && terrain(to).is_way(),
    };
    if along {
        return EASY;
    }
    let uphill = board.elevation(to) > board.elevation(from);
    terrain(to).cost().max(if uphill { UPHILL } else { 0 })
}

/// All steps out of a Location: from the ground to the ground of the hexes around, and between the floors of a building
/// (TOI-B20).
#[must_use]
pub fn ways(board: &Board, from: LocationId) -> ArrayVec<Way, STEPS> {
    let mut ways = ArrayVec::new();
    let location = board.location(from);
    let Some(hex) = location.hex else { return ways };
    let level = u8::try_from(location.level).unwrap_or(0);
    if level == 0 {
        for direction in Direction::ALL {
            if let Some(to) = board.grid().neighbour(hex, direction) {
                ways.push(Way { to: board.ground(to), cost: cost(board, hex, direction, to) });
            }
        }
    }
    let floors = [level.checked_sub(1), level.checked_add(1)];
    for to in floors.into_iter().flatten().filter_map(|floor| board.floor(hex, floor)) {
        ways.push(Way { to, cost: EASY });
    }
    ways
}

impl Setting {
    /// What a step costs; `None` if the two are not one step apart.
    #[inline]
    #[must_use]
    pub fn step_cost(&self, from: LocationId, to: LocationId) -> Option<u8> {
        self.spot(from)?.ways.iter().find(|way| way.to == to).map(|way| way.cost)
    }
}

/// A fresh squad of this side that stands on the board.
///
/// # Errors
/// When it is somebody else's, below (TOI-S9), or not fresh (TOI-B4).
#[inline]
pub fn fresh(eyes: TideEyes<'_>, side: Side, unit: Piece) -> Result<&Squad, Refusal> {
    let squad = eyes.own(side, unit)?;
    if let Some(card) = squad.below() {
        S8.forbids(eyes.sheet(card).is_some_and(|sheet| sheet.fatigued), "this squad is fatigued")?;
        return Err(Refusal::new(S9, "a squad below can advance there, emerge or assault from the sewer"));
    }
    B4.forbids(squad.token != Token::Fresh, "this squad has been activated in this round")?;
    Ok(squad)
}

/// Whether a squad can be activated for one of the actions that move.
///
/// # Errors
/// The refusal with its clause.
#[inline]
pub fn may_activate(eyes: TideEyes<'_>, side: Side, unit: Piece, action: Action) -> Result<(), Refusal> {
    let squad = fresh(eyes, side, unit)?;
    may_take(squad, action)
}

/// Whether a squad that can act is fit for one of the actions that move.
///
/// # Errors
/// The refusal with its clause.
#[inline]
pub fn may_take(squad: &Squad, action: Action) -> Result<(), Refusal> {
    B23.forbids(squad.state == State::Disrupted, "a disrupted squad can only be fatigued")?;
    B23.forbids(squad.state == State::Pinned, "a pinned squad neither moves nor assaults")?;
    match action {
        Action::Advance => Ok(()),
        Action::FireAndMovement => {
            B6.forbids(squad.figures.is_heavy(), "a squad with a heavy weapon does not use Fire and Movement")
        }
        Action::Assault => B6.forbids(squad.figures.is_heavy(), "a squad with a heavy weapon does not assault"),
        Action::Emerge | Action::SewerAssault | Action::UnseenAssault => {
            Err(Refusal::new(B3, "this is not one of the actions; squads below emerge and assault by their own orders"))
        }
    }
}

/// Whether there is room for one more squad, none of the enemy standing there.
///
/// # Errors
/// When the enemy is there or three squads are (TOI-B18).
#[inline]
pub fn has_room(eyes: TideEyes<'_>, side: Side, at: LocationId) -> Result<(), Refusal> {
    let (mut friends, mut enemies) = (0, 0);
    for (_, squad) in eyes.on(at) {
        if squad.side == side {
            friends += 1;
        } else {
            enemies += 1;
        }
    }
    B18.forbids(enemies > 0, "the enemy stands there")?;
    B18.forbids(friends >= STACK, "three squads stand there already")
}

/// Whether the activated squad can step to a Location; with what it has left then.
///
/// # Errors
/// The refusal with its clause.
#[inline]
pub fn may_move(eyes: TideEyes<'_>, side: Side, to: LocationId) -> Result<u8, Refusal> {
    let Some(active) = eyes.active() else {
        return Err(Refusal::new(B3, "no squad is moving"));
    };
    let squad = eyes.own(side, active.piece)?;
    let (Some(from), there) = (squad.on(), eyes.spot(to)?) else {
        return Err(Refusal::new(S9, "this squad is below"));
    };
    let Some(cost) = eyes.setting().step_cost(from, to) else {
        let here = eyes.spot(from)?;
        let between_floors = here.hex == there.hex || here.level > 0 || there.level > 0;
        let clause = if between_floors { B20 } else { B19 };
        return Err(Refusal::new(clause, "this is more than one step away"));
    };
    B19.forbids(cost > active.mp_left, "it has not enough movement points left")?;
    has_room(eyes, side, to)?;
    Ok(active.mp_left.saturating_sub(cost))
}

/// Whether anything but stopping is left for the activated squad.
fn can_go_on(eyes: TideEyes<'_>) -> bool {
    let Some(active) = eyes.active() else {
        return false;
    };
    let Some(squad) = eyes.squad(active.piece) else {
        return false;
    };
    if squad.on().is_none() {
        return false;
    }
    // Whoever has been pinned or disrupted on the way is done.
    if squad.state != State::Steady && B14.is_in_force() {
        return false;
    }
    active.mp_left > 0
        || match active.action {
            Action::Assault => crate::melee::has_target(eyes, squad),
            Action::FireAndMovement => !active.fired && fire::has_target(eyes, squad),
            Action::Advance | Action::Emerge | Action::SewerAssault | Action::UnseenAssault => false,
        }
}

/// Asks the activated squad's side to go on, if there is anything left to do.
pub fn carry_on(turn: &mut impl Turn<Tide>) {
    if can_go_on(TideEyes::open(turn.setting(), turn.position())) {
        turn.push(Step::Move);
    }
}

/// Activates a squad for one of the actions that move.
pub fn activate(turn: &mut impl Turn<Tide>, unit: Piece, action: Action) {
    let mp = turn.position().squad(unit).map_or(0, |squad| squad.figures.movement());
    let clause = if action == Action::Assault { B16 } else { B3 };
    turn.change(clause, Change::Activated { unit, action, mp });
    turn.push(Step::CarryOn);
}

/// Steps to a Location, and lets the enemy answer where a hex was entered.
pub fn step(turn: &mut impl Turn<Tide>, side: Side, to: LocationId) {
    let eyes = TideEyes::open(turn.setting(), turn.position());
    let Some(active) = eyes.active() else { return };
    let Some(from) = eyes.own(side, active.piece).ok().and_then(Squad::on) else { return };
    let Some(cost) = eyes.setting().step_cost(from, to) else { return };
    let mp_left = active.mp_left.saturating_sub(cost);
    let hex = |at: LocationId| eyes.setting().spot(at).map(|spot| spot.hex);
    let entered = hex(from) != hex(to);
    turn.change(B19, Change::Moved { unit: active.piece, to, mp_left });
    turn.push(Step::CarryOn);
    if entered {
        fire::ask_op_fire(turn);
    }
}
