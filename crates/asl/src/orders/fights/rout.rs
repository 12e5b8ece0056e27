//! Order `rout`: one step of a rout (ASL-A14).

use rules::scene::OrderText;
use rules::{
    Audience, DraftKind, Enumeration, OfferSink, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver, Side,
    referee_clauses,
};

use crate::mechanics::morale;
use crate::mechanics::reach::{Flight, Stand, Steps, is_exposed, steps};
use crate::mechanics::routing::{FACTORS, finish, routing, under_way};
use crate::orders::below::rout_tunnel;
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::orders::{Rout, RoutTunnel, RoutWhere};
use crate::printed::clause::A14;
use crate::printed::flags::Flag;
use crate::printed::words::Pace;
use crate::setting::Spot;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::position::Moving;
use crate::state::report::fights::{Check, FightReport};
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;

impl OrderKind<Asl> for Rout {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::Fight(Fight::ChooseRout { .. })), A14, "broken units rout only in the Rout Phase")
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let steps = may_step(eyes, side, self.unit)?;
        if steps.contains(&self.to) { Ok(()) } else { Err(Refusal::new(A14, "this unit can't rout there")) }
    }

    /// Moves a unit one step of its rout, unless a hidden enemy bars it.
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        let Rout { unit, to } = *self;
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let Some(from) = eyes.unit(unit).and_then(|unit| unit.at) else { return };
        if eyes.at(side.other(), to).any(|(_, enemy)| enemy.is_men()) {
            resolver.report(
                referee_clauses::BARRED,
                Audience::Only(side),
                FightReport::RoutBarred { unit, at: to }.into(),
            );
            return resolver.change(A14, Change::Barred { at: to });
        }
        let left = under_way(eyes).map_or(FACTORS, |(_, moving)| moving.mf_left);
        let way = eyes.setting().spot(from).and_then(|spot| spot.way(to).copied());
        let cost = way.and_then(|way| Stand::at(&Flight::of(eyes, side), from).stride(&way)).unwrap_or(left);
        let encircled = eyes.unit(unit).is_some_and(|unit| unit.is(Flag::Encircled));
        resolver.report(A14, Audience::All, FightReport::Routs { unit, to }.into());
        let units = PieceSet::EMPTY.with(unit);
        let mf_left = left.saturating_sub(cost);
        let (pace, on_road) = (Pace::Normal, false);
        let moving = Moving { units, pace, mf_left, spent: cost, stepped: true, on_road, residual: 0, shots: 0 };
        resolver.change(A14, moving.into());
        resolver.change(A14, Change::Placed { unit, at: to });
        if encircled {
            resolver.change(A14, Change::Flag { unit, flag: Flag::Encircled, on: false });
        }
        if is_exposed(AslEyes::open(resolver.setting(), resolver.position()), side, unit, to) {
            morale::morale_check(resolver, unit, Check::Interdiction, 0, None);
        }
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let own = AslEyes::new(resolver.setting(), resolver.position(), side.seat());
        let flight = Flight::of(own, side);
        let sheltered = |spot: &Spot| flight.is_shelter(spot, to);
        let arrived = eyes.unit(unit).is_none() || own.spot(to).is_ok_and(sheltered) || !flight.can_step(to, mf_left);
        if arrived {
            finish(resolver, unit);
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let sentence = format!("{} routs to {}.", reader.unit(self.unit), reader.at(self.to));
        OrderText::new("Rout", sentence, A14).about([self.unit]).at([self.to])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut impl FnMut(Self)) {
        each_piece(eyes, side, which, &mut |unit, places, _| places.iter().for_each(|to| sink(Rout { unit, to: *to })));
    }
}

impl DraftKind<Asl> for RoutWhere {
    fn leads_on(&self, _: Prompt<'_, Asl>) -> bool {
        true
    }

    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>, sink: &mut impl OfferSink<Asl>) {
        let (unit, Step::Fight(Fight::ChooseRout { .. })) = (self.unit, step) else { return };
        if under_way(eyes).is_some() {
            return;
        }
        for to in may_step(eyes, side, unit).into_iter().flatten() {
            sink.order(Rout { unit, to });
        }
        if routing(eyes, side, unit).is_ok() {
            rout_tunnel::ends(eyes, side, unit, &mut |to| sink.order(RoutTunnel { unit, to }));
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        OrderText::new("Rout", format!("{} routs: choose where.", reader.unit(self.unit)), A14).about([self.unit])
    }
}

/// Returns the steps a unit may take now, if it can rout.
pub fn may_step(eyes: AslEyes<'_>, side: Side, unit: Piece) -> Result<Steps, Refusal> {
    if let Some((piece, moving)) = under_way(eyes) {
        A14.forbids(piece != unit, "another unit is routing: finish its rout first")?;
        let (_, at) = eyes.own(side, unit)?;
        return Ok(steps(eyes, side, at, moving.mf_left));
    }
    let (_, at) = routing(eyes, side, unit)?;
    Ok(steps(eyes, side, at, FACTORS))
}
