//! Order to fire: Concentrated Fire (TOI-B25), the attack of Fire and Movement (TOI-B15), or Op Fire (TOI-B14).

use rules::scene::OrderText;
use rules::speech::capitalized;
use rules::{DraftKind, Enumeration, OfferSink, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::fire::{self, Shot, Volley, attack};
use crate::orders::support::WHOLE;
use crate::orders::timing::{pieces, untimely};
use crate::orders::{ChooseTarget, Fire, FireWith};
use crate::printed::clause::{B3, B14, B15, B25, B31, S12};
use crate::printed::words::{Mode, Token};
use crate::state::Tide;
use crate::state::change::Change;
use crate::state::squad::Squad;
use crate::state::step::Step;
use crate::text::names::{Names, gun_only, mode_words};
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
            Some(shot) => may_fire(eyes, side, shot, self.volley()),
            None => Err(Refusal::new(B3, "no squad can fire now")),
        }
    }

    /// All squads that take part are fatigued, except in Fire and Movement. Machine-gun crews that fire alone stay in Op
    /// Fire mode (TOI-B31).
    #[inline]
    fn resolve(&self, resolver: &mut impl Resolver<Tide>, _: Side, step: Step) {
        let volley = self.volley();
        let Ok(Some(shot)) = occasion(TideEyes::open(resolver.setting(), resolver.position()), step, self.unit) else {
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
            for unit in volley.firers() {
                let eyes = TideEyes::open(resolver.setting(), resolver.position());
                if clause == B14 && volley.is_rapid(eyes, unit) {
                    resolver.change(B31, Change::CrewsFired { unit });
                } else {
                    resolver.change(clause, Change::Token { unit, now: Token::Fatigued });
                }
            }
        }
        attack(resolver, shot, volley);
    }

    fn describe(&self, reader: Reader<'_, Tide>) -> OrderText {
        let (squad, target, how) = (reader.squad(self.unit), reader.squad(self.target), mode_words(self.mode));
        let (support, crews) = (reader.supported(self.with), reader.crews_only(self.unit, self.crews));
        let pending = reader.facts.iter().find_map(|fact| match fact {
            Fact::Pending(steps) => steps.last(),
            _ => None,
        });
        let clause = match pending {
            Some(Step::OpFire) => B14,
            Some(Step::Move) => B15,
            _ => B25,
        };
        let verb = if self.crews.has(self.unit) { "Fire the machine gun only" } else { "Fire" };
        let gun = gun_only(self.crews.has(self.unit));
        let sentence = format!("{} fires{gun} at {target}{support}{crews}: {how}.", capitalized(&squad));
        let phrase = OrderText::new(verb, sentence, clause);
        phrase.about([self.unit]).about(self.with.iter()).about([self.target])
    }

    fn wellformed_orders(eyes: TideEyes<'_>, side: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        let own: Vec<Piece> = eyes.squads_of(side).map(|(piece, _)| piece).collect();
        let groups = PieceSet::of_some(&own, WHOLE);
        for unit in pieces(eyes) {
            for target in pieces(eyes) {
                for mode in Mode::BOTH {
                    for &with in &groups {
                        // Supporters of an enemy squad's fire are never useful.
                        if with.is_empty() || own.contains(&unit) {
                            held_back(eyes, with.with(unit)).for_each(|crews| {
                                sink(Fire { unit, target, mode, with, crews });
                            });
                        }
                    }
                }
            }
        }
    }
}

impl Fire {
    const fn volley(self) -> Volley {
        let Fire { unit, target, mode, with, crews } = self;
        Volley { unit, target, mode, with, crews }
    }
}

impl FireWith {
    const fn volley(self) -> Volley {
        let FireWith { unit, target, mode, with, crews } = self;
        Volley { unit, target, mode, with, crews }
    }
}

/// Lists the groups of these squads that could fire with their machine-gun crews only: all groups of mixed squads.
fn held_back(eyes: TideEyes<'_>, firers: PieceSet) -> impl Iterator<Item = PieceSet> {
    let mixed: Vec<Piece> = eyes.each(firers).filter(|(_, squad)| squad.figures.is_mixed()).map(|(n, _)| n).collect();
    PieceSet::of_some(&mixed, WHOLE).into_iter()
}

impl DraftKind<Tide> for ChooseTarget {
    #[inline]
    fn leads_on(&self, Prompt { eyes, side, .. }: Prompt<'_, Tide>) -> bool {
        let aims = |(_, part): (bool, Squad)| {
            let aims = |target| fire::may_aim(eyes, side, Shot::Concentrated, &part, target).is_ok();
            eyes.standing(side.other()).any(|(target, _)| aims(target))
        };
        eyes.squad(self.unit).is_some_and(|squad| fire::parts(squad).any(aims))
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
            Ok(Some(shot)) => supporters(eyes, side, shot, self.volley()).next().is_some(),
            _ => false,
        }
    }

    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Tide>, sink: &mut impl OfferSink<Tide>) {
        let volley = self.volley();
        let Ok(Some(shot)) = occasion(eyes, step, volley.unit) else {
            return;
        };
        if may_fire(eyes, side, shot, volley).is_err() {
            return;
        }
        for Volley { unit, target, mode, with, crews } in supporters(eyes, side, shot, volley) {
            sink.order(Fire { unit, target, mode, with, crews });
            sink.draft(FireWith { unit, target, mode, with, crews });
        }
    }

    fn describe(&self, reader: Reader<'_, Tide>) -> OrderText {
        let (squad, target, how) = (reader.squad(self.unit), reader.squad(self.target), mode_words(self.mode));
        let (squad, support, crews) =
            (capitalized(&squad), reader.supported(self.with), reader.crews_only(self.unit, self.crews));
        let gun = gun_only(self.crews.has(self.unit));
        let sentence = format!("{squad} fires{gun} at {target}{support}{crews}: {how}; choose a supporter.");
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
/// - If a squad can't fire or support, or can't reach the target.
/// - If a squad can't fire with its machine-gun crews only.
fn may_fire(eyes: TideEyes<'_>, side: Side, shot: Shot, volley: Volley) -> Result<(), Refusal> {
    let squad = fire::may_shoot(eyes, side, shot, volley.unit)?;
    fire::may_hold_back(eyes, volley)?;
    let part = fire::firing(squad, volley.crews.has(volley.unit));
    fire::may_aim(eyes, side, shot, &part, volley.target)?;
    volley.with.iter().try_for_each(|supporter| fire::may_support(eyes, side, shot, volley, supporter))
}

/// Lists the fire of one squad at one target, alone or with supporters to choose, with all figures or with its
/// machine-gun crews only.
pub fn shots_at(
    eyes: TideEyes<'_>,
    side: Side,
    shot: Shot,
    unit: Piece,
    squad: &Squad,
    target: Piece,
    sink: &mut impl OfferSink<Tide>,
) {
    let with = PieceSet::EMPTY;
    for (crews_only, part) in fire::parts(squad) {
        if fire::may_aim(eyes, side, shot, &part, target).is_err() {
            continue;
        }
        let crews = if crews_only { with.with(unit) } else { with };
        for mode in Mode::BOTH {
            sink.order(Fire { unit, target, mode, with, crews });
            sink.draft(FireWith { unit, target, mode, with, crews });
        }
    }
}

/// Lists the attacks with one more supporter, which fires with all figures or with its machine-gun crews only. Each
/// group is reached in one order only.
fn supporters(eyes: TideEyes<'_>, side: Side, shot: Shot, volley: Volley) -> impl Iterator<Item = Volley> {
    let pieces = match shot {
        Shot::Concentrated => eyes.fresh(side),
        Shot::OpFire(_) => eyes.op_fire(side),
        Shot::OnTheMove(_) => eyes.seen(side),
    };
    pieces
        .iter()
        .filter(move |piece| volley.with.last().is_none_or(|last| *piece > last))
        .flat_map(move |piece| {
            let ways = eyes.squad(piece).map(fire::parts).into_iter().flatten();
            ways.map(move |(crews_only, _)| (piece, volley.joined_by(piece, crews_only)))
        })
        .filter(move |(piece, joined)| fire::may_support(eyes, side, shot, *joined, *piece).is_ok())
        .map(|(_, joined)| joined)
}
