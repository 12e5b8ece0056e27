//! Order `place_charge`: Places a demolition charge in a neighbouring Location, in a move (ASL-A66).

use board::LocationId;
use rules::scene::OrderText;
use rules::{Audience, Enumeration, OfferSink, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::movement::{cost, may_enter};
use crate::mechanics::{charges, concealment, first_fire};
use crate::orders::PlaceCharge;
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::printed::clause::{A20, A66};
use crate::printed::flags::Flag;
use crate::printed::terrain::MF;
use crate::printed::words::Pace;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::position::{BREACHES, CHARGES, Moving};
use crate::state::report::fights::FightReport;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;

impl OrderKind<Asl> for PlaceCharge {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::StepOn), A66, "only moving units Place a demolition charge")
    }

    #[inline]
    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        may_place(eyes, side, *self).map(drop)
    }

    /// Spends the movement factors of entering the Location, draws fire for them, and then Places the charge.
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        let PlaceCharge { unit, at, breach } = *self;
        let own = AslEyes::new(resolver.setting(), resolver.position(), side.seat());
        let (Some(moving), Ok(spent)) = (own.moving(), may_place(own, side, *self)) else { return };
        // Whether it is halved is public: no enemy in sight is there.
        let halved = own.public().of(side.other()).men().at(at).is_empty();
        resolver.push(Step::CarryOn);
        resolver.push(Fight::Placing { unit: rules::PieceSet::EMPTY.with(unit), at, breach, halved }.into());
        resolver.report(A66, Audience::All, FightReport::Placing { at }.into());
        resolver.change(A20, Change::Flag { unit, flag: Flag::UsedCharge, on: true });
        let mf_left = moving.mf_left.saturating_sub(spent);
        resolver.change(A66, Moving { mf_left, spent, on_road: false, ..moving }.into());
        match concealment::acts(resolver, side, rules::PieceSet::EMPTY.with(unit)) {
            Some(challenge) => {
                resolver.push(Fight::Entered.into());
                resolver.push(challenge.into());
            }
            None => first_fire::watch(resolver),
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let (unit, at) = (reader.unit(self.unit), reader.at(self.at));
        let how = if self.breach { "on the hexside of" } else { "in" };
        let sentence = format!("{unit} Places a demolition charge {how} {at}.");
        OrderText::new("Place charge", sentence, A66).about([self.unit]).at([self.at])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_piece(eyes, side, which, &mut |unit, places, _| {
            for breach in [false, true] {
                places.iter().for_each(|at| sink(PlaceCharge { unit, at: *at, breach }));
            }
        });
    }
}

/// Lists the charges that moving units could Place around them.
pub fn offers(eyes: AslEyes<'_>, side: Side, moving: &Moving, from: LocationId, sink: &mut impl OfferSink<Asl>) {
    let holders = super::charge::holders(eyes, side) & moving.units;
    for unit in holders.iter() {
        for way in eyes.setting().edges(from) {
            for breach in [false, true] {
                sink.order(PlaceCharge { unit, at: way.to, breach });
            }
            let inside = eyes.setting().spot(way.to).and_then(|spot| spot.pillbox).filter(|_| way.across.is_some());
            inside.into_iter().for_each(|at| sink.order(PlaceCharge { unit, at, breach: false }));
        }
    }
}

/// Checks that a moving unit can Place its charge, and returns the half movement factors it costs.
fn may_place(eyes: AslEyes<'_>, side: Side, order: PlaceCharge) -> Result<u8, Refusal> {
    let PlaceCharge { unit, at, breach } = order;
    let (Some(moving), Some(from)) = (eyes.moving(), eyes.moving_at()) else {
        return Err(Refusal::new(A66, "no unit is moving"));
    };
    let (placer, _) = eyes.own(side, unit)?;
    if !moving.units.has(unit) {
        return Err(Refusal::new(A66, "only a unit that is moving Places a charge"));
    }
    if charges::held(eyes, unit).is_none() {
        return Err(Refusal::new(A66, "this unit has no demolition charge"));
    }
    A20.forbids(placer.is(Flag::UsedCharge), "this unit has already used a demolition charge in this Player Turn")?;
    let near = !eyes.setting().are_one(from, at) && !eyes.setting().is_below(at) && charges::is_next(eyes, from, at);
    A66.forbids(!near, "a charge is Placed only in an ADJACENT Location")?;
    let here = eyes.spot(from)?;
    // A charge at a pillbox is carried into its hex, and in.
    let inside = eyes.setting().pillbox(at).is_some() && !eyes.setting().same_hex(from, at);
    let to = if inside { eyes.spot(at)?.ground } else { at };
    A66.forbids(eyes.is_ruined(at), "that Location is destroyed")?;
    let (way, there) = may_enter(eyes, here, to)?;
    let cost = cost(eyes, here.hex, way, there) + if inside { MF } else { 0 };
    A66.forbids(cost > moving.mf_left, "these units don't have enough movement factors left")?;
    let all = moving.pace == Pace::Assault && cost >= moving.mf_left;
    A66.forbids(all, "Assault Movement can't use all movement factors")?;
    let charges = eyes.charges().count();
    A66.forbids(charges >= CHARGES, "no more charges can be placed now")?;
    let begun = eyes.charges().filter(|charge| charge.toward.is_some()).count();
    let full = eyes.breaches().len() + begun >= BREACHES;
    A66.forbids(breach && full, "no more hexsides can be breached")?;
    let known = eyes.public().forts().any(|fort| fort.at == at) && eyes.terrain(there).is_building();
    let wall = known && way.across.is_some() && !eyes.is_breached(from, at);
    A66.forbids(breach && !wall, "a charge is Placed on a hexside only to breach a known Fortified Building Location")?;
    Ok(cost)
}
