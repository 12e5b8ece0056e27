//! Order to continue a movement by one step (HNL-B6).

use board::LocationId;
use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::entrances::is_open;
use crate::mechanics::standing::on_the_move;
use crate::mechanics::{damage, hidden, objectives, stack, underground};
use crate::orders;
use crate::orders::timing::untimely;
use crate::printed::catalogue::Catalogue;
use crate::printed::clause::{B6, B21, B22, B27, B30};
use crate::printed::tables::STEP_INSIDE;
use crate::printed::words::Occasion;
use crate::setting::edges::blocks;
use crate::setting::{Spot, UNSEEN};
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::position::Moving;
use crate::state::step::Step;
use crate::text::names::{Names, verb};
use crate::view::HeroesEyes;

impl OrderKind<Heroes> for orders::Step {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        match step {
            Step::Move => Ok(()),
            Step::Act => Err(Refusal::new(B6, "no unit is moving: choose units to move first")),
            _ => Err(untimely(step)),
        }
    }

    #[inline(never)]
    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Heroes>) -> Result<(), Refusal> {
        let Some((moving, from)) = on_the_move(eyes) else {
            return Err(Refusal::new(B6, "no unit is moving"));
        };
        may_step(eyes, side, moving, from, self.to).map(drop)
    }

    /// Ends in a melee if an enemy is in the hex. Otherwise the enemy may use Opportunity Fire. A hidden enemy
    /// bars Shaken units from its hex, and they stop (HNL-B30).
    fn resolve(&self, resolver: &mut impl Resolver<Heroes>, side: Side, _: Step) {
        let to = self.to;
        let eyes = HeroesEyes::open(resolver.setting(), resolver.position());
        let Some((moving, from)) = on_the_move(eyes) else { return };
        let (Ok(here), Ok(there)) = (eyes.spot(from), eyes.spot(to)) else { return };
        let Ok(cost) = cost(eyes, here, to, there) else { return };
        let left = moving.mf_left.saturating_sub(cost);
        let (wire, mines) = (there.wire && B22.is_in_force(), there.mines && B22.is_in_force());
        let units = moving.units;
        let hidden = || eyes.in_hex(side.other(), to).any(|(_, unit)| unit.hidden);
        if let Some(unit) = moving.shaken.iter().next().filter(|_| hidden() && B30.is_in_force()) {
            hidden::bar(resolver, side, unit, to, B30);
            resolver.change(B30, Change::Unbarred);
            // To the enemy it looks as if they had stopped.
            return resolver.change(B6, Change::MovingOver);
        }
        for unit in units.iter() {
            resolver.change(B6, Change::Placed { unit, at: to });
        }
        // Units that are found are shown before the report that they stop the movement.
        hidden::spot(resolver);
        objectives::settle(resolver);
        let eyes = HeroesEyes::open(resolver.setting(), resolver.position());
        let melee = units.iter().next().is_some_and(|unit| eyes.in_melee(side, unit, to));
        let mf_left = if wire || melee { 0 } else { left };
        let (pace, shaken) = (moving.pace, moving.shaken);
        resolver.change(B6, Change::Moving { units, pace, mf_left, stepped: true, shaken });
        resolver.push(Step::CarryOn);
        resolver.push(if melee { Step::Melee { at: to } } else { Step::Watch });
        if mines {
            damage::mines(resolver, units, to, Occasion::Mines);
        }
    }

    fn describe(&self, reader: Reader<'_, Heroes>) -> OrderText {
        let (to, movers) = (self.to, reader.moving());
        let (go, more) = if reader.is_inside(to) {
            (verb(movers, "goes down into", "go down into"), ", and no further: only “Go below” leads to an exit")
        } else if movers.iter().filter_map(|unit| reader.located(unit)).any(|at| reader.is_inside(at)) {
            (verb(movers, "comes up to the surface of", "come up to the surface of"), "")
        } else {
            (verb(movers, "goes to", "go to"), "")
        };
        let sentence = format!("{} {go} {}{more}.", reader.units(movers), reader.at(to));
        OrderText::new("Go", sentence, B6).about(movers.iter()).at([to])
    }

    fn wellformed_orders(eyes: HeroesEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        eyes.setting().board.location_ids().for_each(|to| sink(orders::Step { to }));
    }
}

/// Checks that moving units can take a step from one Location to another, and returns its cost.
///
/// # Errors
/// - If no step leads there, or it costs more points than are left.
/// - If an entrance on the way is closed, or the hex is on fire.
/// - If Shaken units would come closer to an enemy.
/// - If a unit can't carry its weapon below ground, or there is no room.
#[inline]
pub fn may_step(
    eyes: HeroesEyes<'_>,
    side: Side,
    moving: Moving,
    from: LocationId,
    to: LocationId,
) -> Result<u8, Refusal> {
    let (here, there) = (eyes.spot(from)?, eyes.spot(to)?);
    let cost = cost(eyes, here, to, there)?;
    let inside = here.inside.or(there.inside);
    if let Some(kind) = inside {
        is_open(eyes, Catalogue::of(kind), here)?;
    } else {
        B21.forbids(eyes.burns(there), "units can't enter a hex on fire")?;
    }
    // The first step is always possible, whatever it costs. So is a step in or out with any points left.
    let enough = cost <= moving.mf_left || (inside.is_some() && moving.mf_left > 0);
    B6.forbids(!enough && moving.stepped, "the moving units don't have enough movement points left")?;
    if !moving.shaken.is_empty() {
        may_creep(eyes, side, from, to)?;
    }
    if let Some(kind) = there.inside {
        for unit in moving.units.iter().filter_map(|piece| eyes.unit(piece)) {
            underground::may_carry(Catalogue::of(kind), unit)?;
        }
    }
    stack::has_room(eyes, side, to, moving.units)?;
    Ok(cost)
}

/// Checks that Shaken units can take a step (HNL-B30, SEW-14, TUN-14).
///
/// # Errors
/// - If they would go into an entrance.
/// - If they would enter a melee.
/// - If they would come closer to an enemy in their line of sight.
fn may_creep(eyes: HeroesEyes<'_>, side: Side, from: LocationId, to: LocationId) -> Result<(), Refusal> {
    let (here, there) = (eyes.spot(from)?, eyes.spot(to)?);
    if let Some(kind) = there.inside {
        Catalogue::of(kind).good_order().forbids(true, "Shaken units can go below ground only to rout")?;
    }
    let melee = eyes.fighters(side.other(), to).next().is_some();
    B30.forbids(melee, "Shaken units can't move into a melee")?;
    let setting = eyes.setting();
    let closer = |enemy: &Spot| {
        let before = eyes.line(here, enemy);
        before.is_some_and(|before| setting.board.grid().distance(there.hex, enemy.hex) < u16::from(before))
    };
    // Most enemies are out of sight, so this is checked first.
    let in_line = eyes.list(eyes.in_line(here, eyes.seen(side.other()), UNSEEN));
    let near = in_line.filter_map(|(_, _, at)| setting.spot(at)).any(closer);
    B30.forbids(near, "Shaken units can't come closer to an enemy unit in their line of sight")
}

/// Returns why no step leads from one Location to another. If the clause that forbids it is not in force, returns the
/// cost of the step instead.
fn no_way(eyes: HeroesEyes<'_>, from: &Spot, to: &Spot) -> Result<u8, Refusal> {
    let other = from.hex != to.hex;
    if let Some(kind) = to.inside.filter(|_| other) {
        Catalogue::of(kind).marked().forbids(true, "units can enter that Location only from the surface of its hex")?;
        return Ok(STEP_INSIDE);
    }
    if let Some(kind) = from.inside.filter(|_| other || to.inside.is_some()) {
        Catalogue::of(kind).access().forbids(true, "units can leave this Location only to the surface of its hex")?;
        return Ok(STEP_INSIDE);
    }
    Err(no_step(eyes, from, to))
}

/// Returns why no step leads from the ground of one hex to the ground of another.
fn no_step(eyes: HeroesEyes<'_>, from: &Spot, to: &Spot) -> Refusal {
    let adjacent = eyes.setting().board.grid().distance(from.hex, to.hex) == 1;
    match [from.terrain, to.terrain].into_iter().find_map(blocks).filter(|_| adjacent) {
        Some(B27) => Refusal::new(B27, "units can't enter a Water Obstacle"),
        Some(clause) => Refusal::new(clause, "units can enter or leave a bunker only through its tunnel"),
        None => Refusal::new(B6, "that Location is not one step away"),
    }
}

/// Returns the cost of a step, or why there is none.
#[inline]
fn cost(eyes: HeroesEyes<'_>, here: &Spot, to: LocationId, there: &Spot) -> Result<u8, Refusal> {
    // To the end, without a branch for each: which of the ways is taken can't be predicted.
    let cost = here.edges.iter().fold(None, |cost, way| if way.to == to { Some(way.cost) } else { cost });
    cost.map_or_else(|| no_way(eyes, here, there), Ok)
}
