//! Order `stay`: ending a rout, or not beginning one (ASL-A14, ASL-A31).

use rules::scene::OrderText;
use rules::{Audience, Enumeration, OrderKind, Piece, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::morale;
use crate::mechanics::reach::{Flight, is_near};
use crate::mechanics::routing::{FACTORS, finish, must_rout, routing, under_way};
use crate::orders::Stay;
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::printed::clause::{A14, A31};
use crate::printed::words::Fate;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::report::fights::FightReport;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;
use crate::view::fact::Fact;

impl OrderKind<Asl> for Stay {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::Fight(Fight::ChooseRout { .. })), A14, "broken units rout only in the Rout Phase")
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        may_stay(eyes, side, self.unit)
    }

    /// Ends the rout of a unit. If it could not begin one, it surrenders next to an enemy in Good Order; elsewhere it
    /// is eliminated.
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        let unit = self.unit;
        if resolver.position().moving.is_some() {
            return finish(resolver, unit);
        }
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let Some(at) = eyes.unit(unit).and_then(|unit| unit.at) else { return };
        if is_near(eyes, side, unit, at) && A31.is_in_force() {
            resolver.report(A31, Audience::All, FightReport::Surrenders { unit }.into());
            resolver.change(A31, Change::Gone { unit, fate: Fate::Captured });
        } else {
            morale::eliminate(resolver, A14, unit);
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let unit = reader.unit(self.unit);
        let under_way = reader.facts.iter().any(|fact| matches!(fact, Fact::Moving { .. }));
        let phrase = if under_way {
            OrderText::new("End rout", format!("{unit} ends its rout."), A14)
        } else {
            OrderText::new("Stay", format!("{unit} can't rout: it surrenders or is eliminated."), A14)
        };
        phrase.about([self.unit])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut impl FnMut(Self)) {
        each_piece(eyes, side, which, &mut |unit, _, _| sink(Stay { unit }));
    }
}

/// Checks that a unit may stay where it is.
///
/// At the end of a rout it may stay wherever it need not rout further. Before a rout it may stay only if there is no
/// way out above ground; then it surrenders or is eliminated.
pub fn may_stay(eyes: AslEyes<'_>, side: Side, unit: Piece) -> Result<(), Refusal> {
    let (broken, at) = match under_way(eyes) {
        Some((piece, _)) => {
            A14.forbids(piece != unit, "another unit is routing: finish its rout first")?;
            eyes.own(side, unit)?
        }
        None => routing(eyes, side, unit)?,
    };
    let left = under_way(eyes).map_or(FACTORS, |(_, moving)| moving.mf_left);
    let stuck = || !Flight::of(eyes, side).can_step(at, left);
    let must = must_rout(eyes, unit, broken);
    if under_way(eyes).is_some() {
        return A14.forbids(must && !stuck(), "this unit must continue its rout: choose where");
    }
    A14.forbids(!must, "this unit doesn't need to rout")?;
    A14.forbids(!stuck(), "this unit must rout: choose where")
}
