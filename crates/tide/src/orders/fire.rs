//! Order to fire: Concentrated Fire (TOI-B25), the attack of Fire and Movement (TOI-B15), or Op Fire (TOI-B14).

use rules::scene::OrderText;
use rules::speech::capitalized;
use rules::{DraftKind, Enumeration, OfferSink, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::fire::{self, Shot, attack};
use crate::orders::support::{WHOLE, add_supporters};
use crate::orders::timing::{pieces, untimely};
use crate::orders::{ChooseTarget, Fire, FireWith};
use crate::printed::clause::{B3, B14, B15, B25, S12};
use crate::printed::words::{Mode, Token};
use crate::state::Tide;
use crate::state::change::Change;
use crate::state::squad::Squad;
use crate::state::step::Step;
use crate::text::names::{Names, mode_words};
use crate::view::eyes::TideEyes;
use crate::view::fact::Fact;

impl OrderKind<Tide> for Fire {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        match step {
            Step::Act | Step::AfterEmerging | Step::Move | Step::OpFire => Ok(()),
            _ => Err(untimely(step)),
        }
    }

    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Tide>) -> Result<(), Refusal> {
        match occasion(eyes, step, self.unit)? {
            Some(shot) => may_fire(eyes, side, shot, self.unit, self.target, self.with),
            None => Err(Refusal::new(B3, "no squad can fire now")),
        }
    }

    /// All squads that take part are fatigued, except in Fire and Movement.
    #[inline]
    fn resolve(&self, resolver: &mut impl Resolver<Tide>, _: Side, step: Step) {
        let Fire { unit, target, mode, with } = *self;
        let Ok(Some(shot)) = occasion(TideEyes::open(resolver.setting(), resolver.position()), step, unit) else {
            return;
        };
        let clause = match shot {
            Shot::OnTheMove(active) => {
                // Squads fire before or after their movement, not between steps.
                let mp_left = if active.moved { 0 } else { active.mp_left };
                resolver.change(B15, Change::Fired { mp_left });
                resolver.push(Step::CarryOn);
                None
            }
            Shot::Concentrated => Some(B25),
            Shot::OpFire(_) => Some(B14),
        };
        if let Some(clause) = clause {
            for piece in std::iter::once(unit).chain(with.iter()) {
                resolver.change(clause, Change::Token { unit: piece, now: Token::Fatigued });
            }
        }
        attack(resolver, shot, unit, target, mode, with);
    }

    fn describe(&self, reader: Reader<'_, Tide>) -> OrderText {
        let (squad, target, how) = (reader.squad(self.unit), reader.squad(self.target), mode_words(self.mode));
        let support = reader.supported(self.with);
        let pending = reader.facts.iter().find_map(|fact| match fact {
            Fact::Pending(steps) => steps.last(),
            _ => None,
        });
        let clause = match pending {
            Some(Step::OpFire) => B14,
            Some(Step::Move) => B15,
            _ => B25,
        };
        let phrase =
            OrderText::new("Fire", format!("{} fires at {target}{support}: {how}.", capitalized(&squad)), clause);
        phrase.about([self.unit]).about(self.with.iter()).about([self.target])
    }

    fn wellformed_orders(eyes: TideEyes<'_>, side: Side, _: Enumeration, sink: &mut impl FnMut(Self)) {
        let own: Vec<Piece> = eyes.squads_of(side).map(|(piece, _)| piece).collect();
        let groups = PieceSet::of_some(&own, WHOLE);
        for unit in pieces(eyes) {
            for target in pieces(eyes) {
                for mode in Mode::BOTH {
                    for &with in &groups {
                        // Supporters of an enemy squad's fire are never useful.
                        if with.is_empty() || own.contains(&unit) {
                            sink(Fire { unit, target, mode, with });
                        }
                    }
                }
            }
        }
    }
}

impl DraftKind<Tide> for ChooseTarget {
    #[inline]
    fn leads_on(&self, Prompt { eyes, side, .. }: Prompt<'_, Tide>) -> bool {
        let aims = |squad| {
            let aims = |target| fire::may_aim(eyes, side, Shot::Concentrated, squad, target).is_ok();
            eyes.standing(side.other()).any(|(target, _)| aims(target))
        };
        eyes.squad(self.unit).is_some_and(aims)
    }

    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Tide>, sink: &mut impl OfferSink<Tide>) {
        let unit = self.unit;
        let Ok(Some(shot)) = occasion(eyes, step, unit) else {
            return;
        };
        let Ok(squad) = fire::may_shoot(eyes, side, shot, unit) else {
            return;
        };
        if let Shot::OnTheMove(_) = shot {
            return;
        }
        for (target, _) in eyes.standing(side.other()) {
            shots_at(eyes, side, shot, unit, squad, target, sink);
        }
    }

    fn describe(&self, reader: Reader<'_, Tide>) -> OrderText {
        let sentence = format!("{} fires: choose a target.", capitalized(&reader.squad(self.unit)));
        OrderText::new("Fire", sentence, B25).about([self.unit])
    }
}

impl DraftKind<Tide> for FireWith {
    #[inline]
    fn leads_on(&self, Prompt { eyes, side, step }: Prompt<'_, Tide>) -> bool {
        match occasion(eyes, step, self.unit) {
            Ok(Some(shot)) => supporters(eyes, side, shot, self.unit, self.target, self.with).next().is_some(),
            _ => false,
        }
    }

    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Tide>, sink: &mut impl OfferSink<Tide>) {
        let FireWith { unit, target, mode, with } = *self;
        let Ok(Some(shot)) = occasion(eyes, step, unit) else {
            return;
        };
        if may_fire(eyes, side, shot, unit, target, with).is_err() {
            return;
        }
        add_supporters(
            with,
            supporters(eyes, side, shot, unit, target, with),
            PieceSet::LIMIT,
            sink,
            |with| Fire { unit, target, mode, with },
            |with| FireWith { unit, target, mode, with },
        );
    }

    fn describe(&self, reader: Reader<'_, Tide>) -> OrderText {
        let (squad, target, how) = (reader.squad(self.unit), reader.squad(self.target), mode_words(self.mode));
        let (squad, support) = (capitalized(&squad), reader.supported(self.with));
        let sentence = format!("{squad} fires at {target}{support}: {how}; choose a supporter.");
        let phrase = OrderText::new("Fire with support", sentence, B25);
        phrase.about([self.unit]).about(self.with.iter()).about([self.target])
    }
}

/// Returns the kind of fire that answers this question; `None` if there is none.
///
/// # Errors
/// If another squad wants to fire after a squad has emerged.
pub fn occasion(eyes: TideEyes<'_>, question: Step, unit: Piece) -> Result<Option<Shot>, Refusal> {
    let active = eyes.active();
    Ok(match (question, active) {
        (Step::Act, _) => Some(Shot::Concentrated),
        (Step::AfterEmerging, Some(active)) => {
            S12.forbids(active.piece != unit, "only the squad that came up can act now")?;
            Some(Shot::Concentrated)
        }
        (Step::Move, Some(active)) => Some(Shot::OnTheMove(active)),
        (Step::OpFire, Some(active)) => Some(Shot::OpFire(active)),
        _ => None,
    })
}

/// Checks that the fire is possible with all supporters.
///
/// # Errors
/// If a squad can't fire or support, or can't reach the target.
fn may_fire(
    eyes: TideEyes<'_>,
    side: Side,
    shot: Shot,
    unit: Piece,
    target: Piece,
    with: PieceSet,
) -> Result<(), Refusal> {
    let squad = fire::may_shoot(eyes, side, shot, unit)?;
    fire::may_aim(eyes, side, shot, squad, target)?;
    with.iter().try_for_each(|supporter| fire::may_support(eyes, side, shot, unit, target, supporter))
}

/// Lists the fire of one squad at one target, alone or with supporters to choose.
pub fn shots_at(
    eyes: TideEyes<'_>,
    side: Side,
    shot: Shot,
    unit: Piece,
    squad: &Squad,
    target: Piece,
    sink: &mut impl OfferSink<Tide>,
) {
    if fire::may_aim(eyes, side, shot, squad, target).is_err() {
        return;
    }
    for mode in Mode::BOTH {
        sink.order(Fire { unit, target, mode, with: PieceSet::EMPTY });
        sink.draft(FireWith { unit, target, mode, with: PieceSet::EMPTY });
    }
}

/// Lists the squads that can be added as supporters. Each group is reached in one order only.
fn supporters(
    eyes: TideEyes<'_>,
    side: Side,
    shot: Shot,
    unit: Piece,
    target: Piece,
    with: PieceSet,
) -> impl Iterator<Item = Piece> + Clone {
    let pieces = match shot {
        Shot::Concentrated => eyes.fresh(side),
        Shot::OpFire(_) => eyes.op_fire(side),
        Shot::OnTheMove(_) => eyes.seen(side),
    };
    pieces
        .iter()
        .filter(move |piece| with.last().is_none_or(|last| *piece > last))
        .filter(move |piece| fire::may_support(eyes, side, shot, unit, target, *piece).is_ok())
}
