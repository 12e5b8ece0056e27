//! Order to begin a movement with units (HNL-B6), at one of three paces (HNL-B24, HNL-B25).

use board::LocationId;
use rules::scene::OrderText;
use rules::{DraftKind, Enumeration, OfferSink, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::standing::fresh;
use crate::mechanics::{hidden, impulse};
use crate::orders::groups::groups;
use crate::orders::timing::is_time_to_act;
use crate::orders::{Move, Movers};
use crate::printed::clause::{B4, B6, B20, B24, B25, B30, B31, B33};
use crate::printed::counter::Weapon;
use crate::printed::tables::DOUBLE_TIME;
use crate::printed::words::{Activity, Pace};
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::text::names::{Names, verb};
use crate::view::HeroesEyes;

impl OrderKind<Heroes> for Move {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time_to_act(step)
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Heroes>) -> Result<(), Refusal> {
        may_move(eyes, side, self.units, self.pace).map(drop)
    }

    fn resolve(&self, resolver: &mut impl Resolver<Heroes>, _: Side, _: Step) {
        let Move { units, pace } = *self;
        let first = units.iter().next();
        let Some(at) = first.and_then(|first| resolver.position().unit(first)?.at) else { return };
        hidden::come_out(resolver, units);
        impulse::act(resolver, at, true);
        resolver.push(Step::GoOn);
        let eyes = HeroesEyes::open(resolver.setting(), resolver.position());
        let mf_left = points_of(eyes, units, pace);
        let shaken = eyes.unsteady(units);
        let (clause, now) = match pace {
            Pace::Normal => (B4, Activity::Moved),
            Pace::Assault if B31.is_in_force() => (B24, Activity::Assaulted),
            Pace::Assault => (B24, Activity::Complete),
            Pace::Double => (B25, Activity::Moved),
        };
        for unit in units.iter() {
            resolver.change(clause, Change::Activity { unit, now });
            resolver.change(B33, Change::Moved { unit, now: true });
        }
        if now == Activity::Assaulted {
            let before = resolver.position().impulse.map_or(PieceSet::EMPTY, |impulse| impulse.assaulted);
            resolver.change(B31, Change::Assaulted { units: before | units });
        }
        resolver.change(B6, Change::Moving { units, pace, mf_left, stepped: false, shaken });
        resolver.push(Step::CarryOn);
    }

    fn describe(&self, reader: Reader<'_, Heroes>) -> OrderText {
        let Move { units, pace } = *self;
        let (title, how, clause) = match pace {
            Pace::Normal => ("Move", "start to move", B6),
            Pace::Assault => ("Assault move", "start an assault move", B24),
            Pace::Double => ("Double time", "start to move at double time", B25),
        };
        let how = if units.len() == 1 { how.replacen("start", "starts", 1) } else { how.to_owned() };
        OrderText::new(title, format!("{} {how}.", reader.units(units)), clause).about(units.iter())
    }

    fn wellformed_orders(eyes: HeroesEyes<'_>, side: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        for units in groups(eyes, side) {
            Pace::ALL.into_iter().for_each(|pace| sink(Move { units, pace }));
        }
    }
}

impl DraftKind<Heroes> for Movers {
    #[inline(never)]
    fn leads_on(&self, Prompt { eyes, side, .. }: Prompt<'_, Heroes>) -> bool {
        start(eyes, side, self.units).is_some()
    }

    #[inline(never)]
    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Heroes>, sink: &mut impl OfferSink<Heroes>) {
        let units = self.units;
        if !matches!(step, Step::Act | Step::Impulse) {
            return;
        }
        let Some(from) = start(eyes, side, units) else { return };
        for pace in Pace::ALL {
            if may_keep(eyes, units, pace).is_ok() {
                sink.order(Move { units, pace });
            }
        }
        let last = units.last();
        for (unit, _) in eyes.at(side, from).filter(|(unit, _)| last.is_some_and(|last| *unit > last)) {
            sink.draft(Movers { units: units.with(unit) });
        }
    }

    fn describe(&self, reader: Reader<'_, Heroes>) -> OrderText {
        let units = self.units;
        let moves = verb(units, "moves", "move");
        let sentence = format!("{} {moves}: choose a pace, or add a unit.", reader.units(units));
        OrderText::new("Move", sentence, B6).about(units.iter())
    }
}

/// Returns the movement points of units that move together: those of the slowest, adjusted for the pace.
fn points_of(eyes: HeroesEyes<'_>, units: PieceSet, pace: Pace) -> u8 {
    let slowest = units.iter().filter_map(|piece| eyes.unit(piece)).map(Unit::points).min().unwrap_or(0);
    match pace {
        Pace::Normal => slowest,
        Pace::Assault if B24.is_in_force() => slowest.div_ceil(2),
        Pace::Assault => slowest,
        Pace::Double if B25.is_in_force() => slowest.saturating_add(DOUBLE_TIME),
        Pace::Double => slowest,
    }
}

/// Checks that a unit can begin to move now, and returns its Location.
///
/// # Errors
/// - If it has acted, is in melee or is not part of the impulse.
/// - If it has a Gun or no movement points, or no step leads out of its Location.
#[inline]
pub fn may_unit_move(eyes: HeroesEyes<'_>, side: Side, unit: Piece) -> Result<LocationId, Refusal> {
    let (counter, at) = fresh(eyes, side, unit)?;
    B20.forbids(counter.counter.weapon == Weapon::Gun, "a unit can't move with a Gun: drop the Gun first")?;
    B6.forbids(counter.counter.mf == 0, "this unit has no movement points")?;
    B6.forbids(counter.points() == 0, "this unit's load leaves it no movement points")?;
    if eyes.spot(at)?.edges.is_empty() {
        return Err(Refusal::new(B6, "no Location can be entered from where this unit is"));
    }
    impulse::may_act(eyes, at, true)?;
    Ok(at)
}

fn may_move(eyes: HeroesEyes<'_>, side: Side, units: PieceSet, pace: Pace) -> Result<LocationId, Refusal> {
    let mut from = None;
    for unit in units.iter() {
        let at = may_unit_move(eyes, side, unit)?;
        if from.is_some_and(|from| from != at) {
            return Err(Refusal::new(B4, "units must start in the same Location to move together"));
        }
        from = Some(at);
    }
    let Some(from) = from else {
        return Err(Refusal::new(B4, "no unit is chosen to move"));
    };
    may_keep(eyes, units, pace)?;
    Ok(from)
}

/// Returns the Location from which units can move together at the normal pace; `None` where [`may_move`] refuses.
#[inline]
fn start(eyes: HeroesEyes<'_>, side: Side, units: PieceSet) -> Option<LocationId> {
    let able = impulse::able(eyes, side, units & eyes.ready_to_move(side), true);
    let mut places = eyes.each(able).map(|(_, _, at)| at);
    let from = places.next().filter(|_| able == units)?;
    places.all(|at| at == from).then_some(from)
}

/// Checks that units can move together at a pace (HNL-B24, HNL-B25, HNL-B30).
fn may_keep(eyes: HeroesEyes<'_>, units: PieceSet, pace: Pace) -> Result<(), Refusal> {
    if pace == Pace::Normal {
        return Ok(());
    }
    B30.forbids(!eyes.unsteady(units).is_empty(), "Shaken units can move only at the normal pace")?;
    if pace == Pace::Double {
        let led = !eyes.leaders(units).is_empty();
        return B25.forbids(!led, "units need a leader among them to move at double time");
    }
    let able = eyes.each(units).all(|(_, unit, _)| may_assault(eyes, unit));
    B24.forbids(!able, "not all of these units have the capability for an assault move")
}

/// Whether a unit can make assault moves: by its own capability, or by the Assaulter card of a leader in Good Order in
/// its Location (HNL-B24). Hidden leaders don't count, as the move would reveal them.
fn may_assault(eyes: HeroesEyes<'_>, unit: &Unit) -> bool {
    let leads = |leader: &Unit| leader.counter.assaulter && leader.is_good() && (!leader.hidden || unit.hidden);
    let led = |at| eyes.at(unit.side, at).any(|(_, leader)| leads(leader));
    unit.counter.assault || leads(unit) || unit.at.is_some_and(led)
}
