//! Order `destroy`: destroys a tunnel (B8.63).

use board::LocationId;
use rules::scene::OrderText;
use rules::{Audience, Enumeration, OrderKind, Piece, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::below::entrances::ask_to_destroy;
use crate::orders::Destroy;
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::printed::clause::B8_63A;
use crate::state::Asl;
use crate::state::below::Below;
use crate::state::change::Change;
use crate::state::report::below::BelowReport;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;

impl OrderKind<Asl> for Destroy {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        let now = matches!(step, Step::Below(Below::Destroy { .. }));
        only(now, B8_63A, "units destroy tunnels only at the end of the Close Combat Phase")
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        may_destroy(eyes, side, self.unit, self.entrance)
    }

    /// Destroys the tunnel from end to end.
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        let Destroy { unit, entrance } = *self;
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let Some(seen) = eyes.entrances_seen(side).find(|seen| seen.at == entrance && seen.found.has(unit)) else {
            return;
        };
        resolver.report(B8_63A, Audience::All, BelowReport::TunnelDestroyed { side, at: entrance }.into());
        resolver.change(B8_63A, Change::TunnelGone { side: side.other(), tunnel: seen.tunnel });
        ask_to_destroy(resolver, side);
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let (unit, entrance) = (reader.unit(self.unit), reader.at(self.entrance));
        let sentence = format!("{unit} destroys the tunnel with the entrance in {entrance}.");
        OrderText::new("Destroy tunnel", sentence, B8_63A).about([self.unit]).at([self.entrance])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_piece(eyes, side, which, &mut |unit, places, _| {
            places.iter().for_each(|entrance| sink(Destroy { unit, entrance: *entrance }));
        });
    }
}

/// Checks that a unit can destroy the tunnel whose entrance it has found (B8.63a).
pub fn may_destroy(eyes: AslEyes<'_>, side: Side, unit: Piece, entrance: LocationId) -> Result<(), Refusal> {
    let (destroyer, at) = eyes.own(side, unit)?;
    eyes.spot(entrance)?;
    B8_63A.forbids(!destroyer.is_men() || !destroyer.is_good(), "only Good Order Infantry can destroy a tunnel")?;
    B8_63A.forbids(
        !eyes.setting().are_one(at, entrance),
        "a unit can destroy a tunnel only from an entrance in its own Location",
    )?;
    let known = eyes.at(side.other(), entrance).any(|(_, enemy)| enemy.is_open());
    B8_63A.forbids(known, "a unit can't destroy a tunnel while a Known enemy is in its Location")?;
    let found = eyes.entrances_seen(side).any(|seen| seen.at == entrance && seen.found.has(unit));
    if found { Ok(()) } else { Err(Refusal::new(B8_63A, "this unit has found no entrance there")) }
}
