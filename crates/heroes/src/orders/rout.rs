//! Order to rout a Shaken unit, above or below ground (HNL-B14, SEW-24, TUN-24).

use arrayvec::ArrayVec;
use board::LocationId;
use rules::scene::OrderText;
use rules::{
    Audience, Clause, Enumeration, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver, Side, referee_clauses,
};

use crate::mechanics::reach::{reach, way};
use crate::mechanics::rout::{done, is_exposed, must_rout, routing};
use crate::mechanics::{damage, underground};
use crate::orders::Rout;
use crate::orders::groups::pieces;
use crate::orders::timing::time_to_rout;
use crate::printed::clause::{B14, B22, B26};
use crate::printed::tables::INTERDICTION;
use crate::printed::words::Occasion;
use crate::setting::below;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::HeroesEyes;

impl OrderKind<Heroes> for Rout {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        time_to_rout(step).map(drop)
    }

    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Heroes>) -> Result<(), Refusal> {
        let Rout { unit, to } = *self;
        let (counter, at) = routing(eyes, side, unit, time_to_rout(step)?)?;
        if eyes.spot(to)?.inside.is_some() {
            return underground::may_rout(eyes, side, unit, to);
        }
        if !must_rout(eyes, unit, counter) {
            return Err(Refusal::new(B14, "this unit doesn't have to rout, so it can rout only below ground"));
        }
        let reach = reach(eyes, side, unit, counter, at, None);
        if reach.iter().any(|stop| stop.at == to && stop.may_end) {
            return Ok(());
        }
        Err(Refusal::new(B14, "this unit can't rout to that Location"))
    }

    /// A hidden enemy on the way bars the rout. Then a unit that must rout looks for another way, and any other unit
    /// stays (SEW-24, TUN-24).
    fn resolve(&self, resolver: &mut impl Resolver<Heroes>, side: Side, _: Step) {
        let Rout { unit, to } = *self;
        // The way is found with what the side sees, so that a hidden enemy doesn't change it.
        let own = HeroesEyes::new(resolver.setting(), resolver.position(), side.seat());
        let Ok((counter, from)) = own.own(side, unit) else { return };
        let forced = must_rout(own, unit, counter);
        let below = resolver.setting().spot(to).is_some_and(|spot| spot.inside.is_some());
        let (way, clause) = if below {
            let clause = below::catalogue(resolver.setting(), from, to).rout();
            (ArrayVec::from_iter([to]), clause)
        } else {
            (way(&reach(own, side, unit, counter, from, Some(to)), to, from), B14)
        };
        let open = HeroesEyes::open(resolver.setting(), resolver.position());
        if let Some(at) = barrier(open, side, way.iter().copied()) {
            be_barred(resolver, side, unit, at, clause);
            // A unit that doesn't have to rout can't search for hidden enemies by trying several exits.
            if !forced {
                done(resolver, unit);
            }
            return;
        }
        done(resolver, unit);
        if below {
            return come_up(resolver, unit, to);
        }
        resolver.report(B14, Audience::All, Report::Routs { unit, to });
        for at in way {
            resolver.change(B14, Change::Placed { unit, at });
            interdict(resolver, unit, at);
            // The damage by mines is resolved after the last step of the way.
            if resolver.setting().spot(at).is_some_and(|spot| spot.mines) && B22.is_in_force() {
                damage::mines(resolver, PieceSet::EMPTY.with(unit), at, Occasion::Mines);
            }
            if resolver.position().unit(unit).is_none_or(|unit| unit.at.is_none()) {
                return;
            }
        }
    }

    fn describe(&self, reader: Reader<'_, Heroes>) -> OrderText {
        let Rout { unit, to } = *self;
        let from = reader.located(unit);
        let clause = if reader.is_inside(to) { reader.catalogue(from, to).rout() } else { B14 };
        let sentence = format!("{} {}.", reader.unit(unit), reader.routs(from, to));
        OrderText::new("Rout", sentence, clause).about([unit]).at([to])
    }

    fn wellformed_orders(eyes: HeroesEyes<'_>, _: Side, _: Enumeration, sink: &mut impl FnMut(Self)) {
        for unit in pieces(eyes) {
            eyes.setting().board.location_ids().for_each(|to| sink(Rout { unit, to }));
        }
    }
}

/// Returns the first Location on the way whose hex holds an enemy.
fn barrier(eyes: HeroesEyes<'_>, side: Side, places: impl IntoIterator<Item = LocationId>) -> Option<LocationId> {
    places.into_iter().find(|at| eyes.holds(side.other(), *at))
}

/// Reports to its side that a rout is barred, without a reason.
fn be_barred(resolver: &mut impl Resolver<Heroes>, side: Side, unit: Piece, at: LocationId, clause: Clause) {
    let ground = resolver.setting().hex(at).map_or(at, |hex| resolver.setting().board.ground(hex));
    resolver.report(referee_clauses::BARRED, Audience::Only(side), Report::Barred { unit, at });
    resolver.change(clause, Change::Barred { at: ground });
}

/// Moves a routing unit through the sewers or tunnels.
fn come_up(resolver: &mut impl Resolver<Heroes>, unit: Piece, to: LocationId) {
    let Some(from) = resolver.position().unit(unit).and_then(|unit| unit.at) else { return };
    let catalogue = below::catalogue(resolver.setting(), from, to);
    if !catalogue.immune().is_in_force() {
        interdict(resolver, unit, from);
    }
    resolver.report(catalogue.rout(), Audience::All, Report::Routs { unit, to });
    resolver.change(catalogue.rout(), Change::Placed { unit, at: to });
}

/// Makes a morale check for a routing unit that enemies could fire at (HNL-B26).
fn interdict(resolver: &mut impl Resolver<Heroes>, unit: Piece, at: LocationId) {
    let eyes = HeroesEyes::open(resolver.setting(), resolver.position());
    let (Some(counter), Some(spot)) = (eyes.unit(unit), eyes.setting().spot(at)) else { return };
    let known = HeroesEyes::new(resolver.setting(), resolver.position(), counter.side.seat());
    if B26.is_in_force() && is_exposed(known, counter.side, spot) {
        resolver.report(B26, Audience::All, Report::Interdicted { unit, at });
        damage::check(resolver, B26, "interdiction", unit, INTERDICTION);
    }
}
