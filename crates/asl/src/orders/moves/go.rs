//! Order `go`: begins a move (ASL-A4).

use board::LocationId;
use rules::scene::OrderText;
use rules::{
    Audience, DraftKind, Enumeration, OfferSink, OrderKind, PieceSet, Prompt, Reader, Refusal, Resolver, Side,
};

use crate::mechanics::movement::{factors_of, is_led, keeps_no_gun, may_bear, may_unit_move};
use crate::mechanics::{berserk, concealment, stack};
use crate::orders::timing::only;
use crate::orders::wellformed::each_group;
use crate::orders::{Go, GoWith};
use crate::printed::clause::A4;
use crate::printed::flags::Flag;
use crate::printed::words::Pace;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::position::Moving;
use crate::state::report::Report;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::text::names::{Names, verb};
use crate::view::AslEyes;

impl OrderKind<Asl> for Go {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::Move), A4, "units move only in their own Movement Phase")
    }

    #[inline]
    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        may_go(eyes, side, self.units, self.pace).map(drop)
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        let Go { units, pace } = *self;
        concealment::come_under(resolver, units);
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let charges = pace == Pace::Berserk;
        let mf_left = if charges { berserk::factors(eyes, units) } else { factors_of(eyes, units, pace) };
        let led = !charges && is_led(eyes, units);
        let Some(from) = units.iter().find_map(|piece| eyes.unit(piece)?.at) else { return };
        let open = concealment::open(resolver, units);
        if !open.is_empty() {
            resolver.report(A4, Audience::All, Report::Goes { units: open, from, pace });
        }
        if open != units {
            resolver.report(A4, Audience::All, Report::UnknownGoes { side, from, pace });
        }
        for unit in units.iter() {
            resolver.change(A4, Change::Flag { unit, flag: Flag::Moved, on: true });
            if pace == Pace::Double {
                resolver.change(A4, Change::Flag { unit, flag: Flag::Cx, on: true });
            }
        }
        let moving = Moving { stepped: false, on_road: true, led, ..Moving::begun(units, pace, mf_left) };
        resolver.change(A4, moving.into());
        resolver.push(Step::CarryOn);
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let (title, how) = match self.pace {
            Pace::Normal => ("Move", ""),
            Pace::Assault => ("Assault Movement", " by Assault Movement"),
            Pace::Double => ("Double Time", " at Double Time"),
            Pace::Berserk => ("Charge", " berserk"),
        };
        let (units, moves) = (reader.units(self.units), verb(self.units, "moves", "move"));
        OrderText::new(title, format!("{units} {moves}{how}."), A4).about(self.units.iter())
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        let mad = !eyes.of(side).bearing(Flag::Berserk).is_empty();
        each_group(eyes, side, which, &mut |units, _| {
            let paces = Pace::ALL.into_iter().chain(mad.then_some(Pace::Berserk));
            paces.for_each(|pace| sink(Go { units, pace }));
        });
    }
}

impl DraftKind<Asl> for GoWith {
    #[inline]
    fn leads_on(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> bool {
        may_go(eyes, side, self.units, Pace::Normal).is_ok()
    }

    #[inline]
    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>, sink: &mut impl OfferSink<Asl>) {
        let units = self.units;
        if !matches!(step, Step::Move) {
            return;
        }
        let Ok(from) = may_go(eyes, side, units, Pace::Normal) else { return };
        let hurried = units.iter().filter_map(|piece| eyes.unit(piece)).all(|unit| may_hurry(unit).is_ok());
        let paces = if hurried { &Pace::ALL[..] } else { &Pace::UNHURRIED };
        sink.each(paces, |pace| Go { units, pace });
        for more in stack::with_another(eyes, side, units, from) {
            sink.draft(GoWith { units: more });
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let (units, moves) = (reader.units(self.units), verb(self.units, "moves", "move"));
        OrderText::new("Move", format!("{units} {moves}: choose how, or add a unit."), A4).about(self.units.iter())
    }
}

/// Checks that these units can begin to move together.
pub fn may_go(eyes: AslEyes<'_>, side: Side, units: PieceSet, pace: Pace) -> Result<LocationId, Refusal> {
    if pace == Pace::Berserk {
        return berserk::may_charge(eyes, side, units);
    }
    berserk::charge_first(eyes, side)?;
    let mut from = None;
    for piece in units.iter() {
        let (unit, at) = may_unit_move(eyes, side, piece)?;
        if from.is_some_and(|from| from != at) {
            return Err(Refusal::new(A4, "units that move together must start in one Location"));
        }
        from = Some(at);
        keeps_no_gun(eyes, piece)?;
        may_bear(eyes, piece)?;
        if pace == Pace::Double {
            may_hurry(unit)?;
        }
    }
    let Some(from) = from else {
        return Err(Refusal::new(A4, "choose at least one unit to move"));
    };
    if eyes.setting().is_below(from) || eyes.spot(from)?.edges.is_empty() {
        return Err(Refusal::new(A4, "units here have no way out above ground"));
    }
    Ok(from)
}

/// Checks that a unit can move in double time, if it can move.
#[inline]
pub fn may_hurry(unit: &Unit) -> Result<(), Refusal> {
    let tired = unit.is(Flag::Cx) || unit.is(Flag::WasCx);
    A4.forbids(
        tired,
        "a unit that is counter-exhausted (CX), or was at the start of this phase, can't use Double Time",
    )?;
    A4.forbids(unit.is(Flag::Wounded), "a wounded man can't use Double Time")
}
