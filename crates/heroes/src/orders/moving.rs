//! Order to begin a movement with units (HNL-B6), at one of three paces (HNL-B24, HNL-B25).

use board::LocationId;
use rules::scene::OrderText;
use rules::{DraftKind, Enumeration, OfferSink, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::standing::ready;
use crate::mechanics::{hidden, impulse};
use crate::orders::groups::groups;
use crate::orders::timing::is_time_to_act;
use crate::orders::{Move, Movers};
use crate::printed::clause::{B4, B6, B20, B24, B25};
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
        let (clause, now) = match pace {
            Pace::Normal => (B4, Activity::Moved),
            Pace::Assault => (B24, Activity::Complete),
            Pace::Double => (B25, Activity::Moved),
        };
        for unit in units.iter() {
            resolver.change(clause, Change::Activity { unit, now });
        }
        resolver.change(B6, Change::Moving { units, pace, mf_left, stepped: false });
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

    fn wellformed_orders(eyes: HeroesEyes<'_>, side: Side, _: Enumeration, sink: &mut impl FnMut(Self)) {
        for units in groups(eyes, side) {
            Pace::ALL.into_iter().for_each(|pace| sink(Move { units, pace }));
        }
    }
}

impl DraftKind<Heroes> for Movers {
    #[inline]
    fn leads_on(&self, Prompt { eyes, side, .. }: Prompt<'_, Heroes>) -> bool {
        may_move(eyes, side, self.units, Pace::Normal).is_ok()
    }

    #[inline]
    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Heroes>, sink: &mut impl OfferSink<Heroes>) {
        let units = self.units;
        if !matches!(step, Step::Act | Step::Impulse) {
            return;
        }
        let Ok(from) = may_move(eyes, side, units, Pace::Normal) else { return };
        let led = may_hurry(eyes, units).is_ok();
        let paces = if led { &Pace::ALL[..] } else { &[Pace::Normal, Pace::Assault] };
        sink.each(paces, |pace| Move { units, pace });
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

/// Returns the movement points of a unit, less the excess of its load over its IPC (HNL-B20).
fn points(unit: &Unit) -> u8 {
    let (_, _, portage) = unit.counter.weapon.values();
    let over = portage.saturating_sub(unit.counter.kind.ipc(unit.wounded));
    if B20.is_in_force() { unit.counter.mf.saturating_sub(over) } else { unit.counter.mf }
}

/// Returns the movement points of units that move together: those of the slowest, adjusted for the pace.
fn points_of(eyes: HeroesEyes<'_>, units: PieceSet, pace: Pace) -> u8 {
    let slowest = units.iter().filter_map(|piece| eyes.unit(piece)).map(points).min().unwrap_or(0);
    match pace {
        Pace::Normal => slowest,
        Pace::Assault if B24.is_in_force() => slowest.div_ceil(2),
        Pace::Assault => slowest,
        Pace::Double if B25.is_in_force() => slowest.saturating_add(DOUBLE_TIME),
        Pace::Double => slowest,
    }
}

#[inline]
fn may_unit_move(eyes: HeroesEyes<'_>, side: Side, unit: Piece) -> Result<LocationId, Refusal> {
    let (counter, at) = ready(eyes, side, unit)?;
    B20.forbids(counter.counter.weapon == Weapon::Gun, "a unit can't move with a Gun: drop the Gun first")?;
    B6.forbids(counter.counter.mf == 0, "this unit has no movement points")?;
    B6.forbids(points(counter) == 0, "this unit's load leaves it no movement points")?;
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
    if pace == Pace::Double {
        may_hurry(eyes, units)?;
    }
    Ok(from)
}

/// Checks that units can move together at double time.
fn may_hurry(eyes: HeroesEyes<'_>, units: PieceSet) -> Result<(), Refusal> {
    let led = units.iter().filter_map(|piece| eyes.unit(piece)).any(Unit::is_leader);
    B25.forbids(!led, "units need a leader among them to move at double time")
}
