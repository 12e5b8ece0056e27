//! Order to choose the enemy units that a side attacks in a melee (HNL-B35).

use board::LocationId;
use rules::scene::OrderText;
use rules::{DraftKind, Enumeration, OfferSink, OrderKind, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::melee::choose;
use crate::orders::groups::groups;
use crate::orders::timing::untimely;
use crate::orders::{Melee, Targets};
use crate::printed::clause::B35;
use crate::state::Heroes;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::HeroesEyes;

impl OrderKind<Heroes> for Melee {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        place(step).map(drop)
    }

    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Heroes>) -> Result<(), Refusal> {
        may_attack(eyes, side, place(step)?, self.targets)
    }

    fn resolve(&self, resolver: &mut impl Resolver<Heroes>, side: Side, _: Step) {
        choose(resolver, side, self.targets);
    }

    fn describe(&self, reader: Reader<'_, Heroes>) -> OrderText {
        let targets = self.targets;
        OrderText::new("Attack", format!("Attack {} in the melee.", reader.units(targets)), B35).about(targets.iter())
    }

    fn wellformed_orders(eyes: HeroesEyes<'_>, side: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        groups(eyes, side.other()).into_iter().for_each(|targets| sink(Melee { targets }));
    }
}

impl DraftKind<Heroes> for Targets {
    #[inline(never)]
    fn leads_on(&self, Prompt { eyes, side, step }: Prompt<'_, Heroes>) -> bool {
        place(step).is_ok_and(|at| may_attack(eyes, side, at, self.targets).is_ok())
    }

    #[inline(never)]
    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Heroes>, sink: &mut impl OfferSink<Heroes>) {
        let (targets, Ok(at)) = (self.targets, place(step)) else { return };
        let all = enemies(eyes, side, at);
        sink.order(Melee { targets });
        // In any order: one that followed from the list of pieces would tell enemies apart that look alike.
        for unit in all.iter().filter(|unit| !targets.has(*unit)) {
            // All enemies together are offered before the first is chosen.
            let targets = targets.with(unit);
            if targets != all {
                sink.draft(Targets { targets });
            }
        }
    }

    fn describe(&self, reader: Reader<'_, Heroes>) -> OrderText {
        let targets = self.targets;
        let sentence = format!("Attack {}: confirm, or add a unit.", reader.units(targets));
        OrderText::new("Attack", sentence, B35).about(targets.iter())
    }
}

/// Returns a Location of the melee that waits for targets.
fn place(step: Step) -> Result<LocationId, Refusal> {
    match step {
        Step::ChooseTargets { at, .. } => Ok(at),
        Step::Act => Err(Refusal::new(B35, "targets are chosen only when a melee is fought")),
        _ => Err(untimely(step)),
    }
}

/// Returns the enemies that a side can attack in the melee of a Location.
pub fn enemies(eyes: HeroesEyes<'_>, side: Side, at: LocationId) -> PieceSet {
    eyes.fighters(side.other(), at).map(|(piece, _)| piece).collect()
}

/// Checks that a side can attack these units in the melee of a Location.
fn may_attack(eyes: HeroesEyes<'_>, side: Side, at: LocationId, targets: PieceSet) -> Result<(), Refusal> {
    let all = enemies(eyes, side, at);
    if targets.is_empty() {
        return Err(Refusal::new(B35, "choose at least one enemy unit in the melee"));
    }
    if targets.iter().any(|unit| !all.has(unit)) {
        return Err(Refusal::new(B35, "the targets must be enemy units in this melee"));
    }
    Ok(())
}
