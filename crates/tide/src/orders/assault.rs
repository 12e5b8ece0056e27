//! Order to assault with the activated squad (TOI-B16).

use board::LocationId;
use rules::scene::OrderText;
use rules::speech::capitalized;
use rules::{DraftKind, Enumeration, OfferSink, OrderKind, Piece, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::melee;
use crate::orders::support::{add_supporters, assault_supporters, groups};
use crate::orders::timing::untimely;
use crate::orders::{Assault, AssaultWith};
use crate::printed::clause::{B6, B16, B20};
use crate::printed::tables::SUPPORTERS;
use crate::printed::words::Action;
use crate::state::Tide;
use crate::state::position::Active;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::eyes::TideEyes;

impl OrderKind<Tide> for Assault {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        if step == Step::Move { Ok(()) } else { Err(untimely(step)) }
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Tide>) -> Result<(), Refusal> {
        let unit = may_assault(eyes, side, self.target)?;
        melee::may_all_support(eyes, side, unit, self.target, self.with, false)
    }

    #[inline]
    fn resolve(&self, resolver: &mut impl Resolver<Tide>, _: Side, _: Step) {
        if let Some(Active { piece, .. }) = resolver.position().active {
            melee::assault(resolver, piece, self.target, self.with, false);
        }
    }

    fn describe(&self, reader: Reader<'_, Tide>) -> OrderText {
        let support = reader.supported(self.with);
        let sentence = format!("{} assaults {}{support}.", capitalized(&reader.mover()), reader.at(self.target));
        OrderText::new("Assault", sentence, B16).about(reader.active()).about(self.with.iter()).at([self.target])
    }

    fn wellformed_orders(eyes: TideEyes<'_>, side: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        let groups = groups(eyes, side);
        for target in eyes.setting().board.location_ids() {
            groups.iter().for_each(|with| sink(Assault { target, with: *with }));
        }
    }
}

impl DraftKind<Tide> for AssaultWith {
    fn leads_on(&self, _: Prompt<'_, Tide>) -> bool {
        true
    }

    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Tide>, sink: &mut impl OfferSink<Tide>) {
        let AssaultWith { target, with } = *self;
        if step != Step::Move {
            return;
        }
        let Ok(unit) = may_assault(eyes, side, target) else {
            return;
        };
        if melee::may_all_support(eyes, side, unit, target, with, false).is_err() {
            return;
        }
        add_supporters(
            with,
            assault_supporters(eyes, side, unit, target, with, false),
            SUPPORTERS,
            sink,
            |with| Assault { target, with },
            |with| AssaultWith { target, with },
        );
    }

    fn describe(&self, reader: Reader<'_, Tide>) -> OrderText {
        let support = reader.supported(self.with);
        let sentence = format!(
            "{} assaults {}{support}: choose a supporter.",
            capitalized(&reader.mover()),
            reader.at(self.target)
        );
        let phrase = OrderText::new("Assault with support", sentence, B16);
        phrase.about(reader.active()).about(self.with.iter()).at([self.target])
    }
}

/// Returns the activated squad, if it can assault a Location.
///
/// # Errors
/// - If no squad is activated for an Assault, or the squad has a heavy weapon.
/// - If the Location is not one step away.
/// - If no enemy squad is there.
#[inline]
pub fn may_assault(eyes: TideEyes<'_>, side: Side, target: LocationId) -> Result<Piece, Refusal> {
    let active = eyes.active().filter(|active| active.action == Action::Assault);
    let Some(active) = active else {
        return Err(Refusal::new(B16, "only a squad activated for an Assault can assault"));
    };
    let squad = eyes.own(side, active.piece)?;
    B6.forbids(squad.figures.is_heavy(), "a squad with a heavy weapon can't assault")?;
    let there = eyes.spot(target)?;
    let near = squad.on().is_some_and(|at| eyes.setting().step_cost(at, target).is_some());
    if let Some(from) = squad.on().filter(|_| !near) {
        eyes.setting().check_cliff(from, target)?;
    }
    if !near {
        let clause = if there.level > 0 { B20 } else { B16 };
        return Err(Refusal::new(
            clause,
            "a squad can assault only an adjacent hex, or the next floor of its building",
        ));
    }
    B16.forbids(!melee::holds(eyes, side.other(), target), "there is no enemy squad to assault")?;
    Ok(active.piece)
}
