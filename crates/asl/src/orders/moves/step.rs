//! Order `step`: one step of the moving units (ASL-A4).

use board::LocationId;
use rules::scene::OrderText;
use rules::{Audience, Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::berserk::{self, Ways};
use crate::mechanics::movement::{ROAD, cost, crowding, freed, hemmed_in, may_enter, meets_unknown};
use crate::mechanics::{concealment, first_fire, movement, objectives, pillbox};
use crate::orders;
use crate::orders::timing::only;
use crate::orders::wellformed::places;
use crate::printed::clause::{A4, A21, A46, A56};
use crate::printed::flags::Flag;
use crate::printed::terrain::{MF, Terrain};
use crate::printed::words::Pace;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::position::Moving;
use crate::state::report::Report;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;

impl OrderKind<Asl> for orders::Step {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::StepOn), A4, "none of your units is moving")
    }

    #[inline]
    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        may_step(eyes, side, *self).map(drop)
    }

    /// Checks all but where a charge leads: only steps that it may take are listed.
    #[inline]
    fn is_offer(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> bool {
        may_stride(eyes, side, *self, || true).is_ok()
    }

    /// Moves the units to a Location, and asks the enemy for fire.
    #[inline]
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        let orders::Step { to, careful } = *self;
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        // By the mover's own eyes: enemies unknown to the mover are met here.
        let own = AslEyes::new(resolver.setting(), resolver.position(), side.seat());
        let (Some(moving), Ok(stride)) = (eyes.moving(), may_step(own, side, *self)) else { return };
        let stays = eyes.moving_at().is_some_and(|from| eyes.setting().are_one(from, to));
        resolver.push(Step::CarryOn);
        let residual = if stays { moving.residual } else { 0 };
        let now = Moving {
            mf_left: stride.left,
            spent: stride.cost,
            stepped: true,
            on_road: stride.on_road,
            residual,
            careful,
            ..moving
        };
        for unit in moving.units.iter().filter(|_| stride.minimum) {
            resolver.change(A4, Change::Flag { unit, flag: Flag::Minimum, on: true });
        }
        let met = !stays && meets_unknown(resolver, side, moving.units, to);
        if met && moving.pace != Pace::Berserk {
            resolver.report(A56, Audience::All, Report::Barred { side, at: to });
            set(resolver, now);
            movement::put_back(resolver, moving.units);
            return first_fire::watch(resolver);
        }
        let before = resolver.position().units.changes();
        let clause = concealment::parting(resolver, moving.units, A4);
        if !stays {
            freed(resolver, A4, moving.units);
        }
        for unit in moving.units.iter() {
            resolver.change(clause, Change::Placed { unit, at: to });
        }
        set(resolver, now);
        resolver.report(A4, Audience::All, Report::Enters { side, to });
        // At once, before anybody can fire.
        if resolver.position().units.changes().claims != before.claims {
            objectives::settle(resolver, true);
        }
        let moving = resolver.position().moving.unwrap_or(now);
        let shows = !concealment::are_open(resolver, moving.units) && shows_itself(resolver, moving, to);
        let challenge = if shows { concealment::acts(resolver, side, moving.units) } else { None };
        concealment::crowds(resolver, side, moving.units, to);
        match challenge {
            Some(challenge) => {
                resolver.push(Fight::Entered.into());
                resolver.push(challenge.into());
            }
            None => first_fire::watch(resolver),
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let how = if self.careful { ", from crater to crater" } else { "" };
        OrderText::new("Move to", format!("Move to {}{how}.", reader.at(self.to)), A4).at([self.to])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, _: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        for to in places(eyes, which) {
            sink(orders::Step { to, careful: false });
            sink(orders::Step { to, careful: true });
        }
    }
}

/// A step that the moving units can take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stride {
    /// Half movement factors it costs, without crowding: that could reveal units under a "?" that enters.
    cost: u8,
    /// Half movement factors it costs, as the asking seat knows.
    pub all: u8,
    /// Half movement factors left after it.
    pub left: u8,
    /// Whether it is a Minimum Move: they don't have enough movement factors.
    pub minimum: bool,
    /// Whether they have used only roads, and have not spent the bonus for that.
    pub on_road: bool,
}

/// Units on a move, real or imagined, and where they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    pub moving: Moving,
    pub from: LocationId,
    /// Whether they have left the Location where they began: an encirclement there is over.
    pub parted: bool,
}

/// Returns the steps that a charge may take; `None` if the moving units don't charge.
pub fn charge(eyes: AslEyes<'_>, side: Side) -> Option<Ways> {
    let charging = eyes.moving().filter(|moving| moving.pace == Pace::Berserk)?;
    let first = charging.units.iter().next().zip(eyes.moving_at());
    Some(first.map_or_else(Ways::new, |(piece, from)| berserk::ways(eyes, side, piece, from)))
}

/// Checks that the moving units can step to a Location, and returns the cost.
#[inline]
pub fn may_step(eyes: AslEyes<'_>, side: Side, order: orders::Step) -> Result<Stride, Refusal> {
    may_stride(eyes, side, order, || charge(eyes, side).is_some_and(|ways| ways.contains(&order.to)))
}

/// Checks the same; `leads` says whether a charge may go there.
#[inline]
pub fn may_stride(
    eyes: AslEyes<'_>,
    side: Side,
    order: orders::Step,
    leads: impl FnOnce() -> bool,
) -> Result<Stride, Refusal> {
    let (Some(moving), Some(from)) = (eyes.moving(), eyes.moving_at()) else {
        return Err(Refusal::new(A4, "no unit is moving"));
    };
    stride(eyes, side, Walk { moving, from, parted: false }, order, leads)
}

/// Checks that units on a move can step to a Location, and returns the cost; `leads` says whether a charge may go there.
#[inline]
pub fn stride(
    eyes: AslEyes<'_>,
    side: Side,
    Walk { moving, from, parted }: Walk,
    order: orders::Step,
    leads: impl FnOnce() -> bool,
) -> Result<Stride, Refusal> {
    let orders::Step { to, careful } = order;
    let here = eyes.spot(from)?;
    let (way, there) = may_enter(eyes, here, to)?;
    // A step into an entrenchment or out of it stays in the Location (ASL-A24).
    let stays = eyes.setting().are_one(from, to);
    pillbox::may_enter(eyes, side, moving.units, to, false)?;
    let charges = moving.pace == Pace::Berserk;
    let enemy = !stays && !charges && eyes.at(side.other(), to).next().is_some();
    A4.forbids(enemy, "units can't move into a Location with a known enemy")?;
    let strays = charges && !leads();
    A46.forbids(strays, "a charge takes a shortest way to the nearest enemy that it knows")?;
    let craters = eyes.terrain(there) == Terrain::Shellholes && !stays;
    A21.forbids(careful && !craters, "only shellholes are entered with care, for 1 MF more")?;
    let more = if careful { MF } else { 0 };
    let cost =
        (cost(eyes, here.hex, way, there) + more) * if stays || parted { 1 } else { hemmed_in(eyes, moving.units) };
    let all = cost + if stays { 0 } else { crowding(eyes, side, to, moving.units) };
    let on_road = moving.on_road && way.road;
    let factors = moving.mf_left + if on_road && A21.is_in_force() { ROAD } else { 0 };
    let minimum = all > factors;
    A4.forbids(minimum && (moving.stepped || moving.spent > 0), "these units don't have enough movement factors left")?;
    A4.forbids(minimum && moving.pace != Pace::Normal, "these units don't have enough movement factors")?;
    let last = moving.pace == Pace::Assault && (moving.stepped || all >= moving.mf_left);
    A4.forbids(last, "Assault Movement can enter only one Location and can't use all movement factors")?;
    // The bonus is one movement factor for the whole move: once spent, the next road hex brings no more.
    let on_road = on_road && all <= moving.mf_left;
    Ok(Stride { cost, all, left: moving.mf_left.saturating_sub(all), minimum, on_road })
}

fn set(resolver: &mut impl Resolver<Asl>, moving: Moving) {
    let units = resolver.position().moving.map_or(moving.units, |moving| moving.units);
    resolver.change(A4, Moving { units, ..moving }.into());
}

/// Returns whether units that enter a Location do what costs concealment in sight of the enemy: they move otherwise than
/// by Assault Movement, or into Open Ground.
fn shows_itself(resolver: &impl Resolver<Asl>, moving: Moving, at: LocationId) -> bool {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let bare = |terrain: Terrain| terrain.is_open() || (terrain == Terrain::Shellholes && !moving.careful);
    let open = eyes.spot(at).is_ok_and(|spot| bare(eyes.terrain(spot)));
    open || moving.pace != Pace::Assault
}
