//! Invariants of every position.

use rules::{InvariantViolation, Side};

use crate::printed::tables::{PLACES, STACK};
use crate::printed::words::{Card, Phase, SOVIET, State, Token};
use crate::setting::Setting;
use crate::state::position::{Position, has_fresh};
use crate::state::squad::{Place, Squad};
use crate::state::step::Step;
use crate::state::unit_index::UnitIndex;

/// Checks the invariants of a position.
///
/// # Errors
/// The first invariant that is violated.
pub fn check_invariants(setting: &Setting, position: &Position) -> Result<(), InvariantViolation> {
    squads(setting, position)?;
    cards(setting, position)?;
    counts(setting, position)?;
    agenda(position)
}

fn squads(setting: &Setting, position: &Position) -> Result<(), InvariantViolation> {
    let known = position.unit_index == UnitIndex::of(&position.squads);
    InvariantViolation::unless(known, || "the unit index is not that of the squads".to_owned())?;
    for (n, squad) in position.squads.iter().enumerate() {
        let figures = squad.figures;
        InvariantViolation::unless(squad.token != Token::OpFire || squad.state == State::Steady, || {
            format!("squad {n} is shaken in Op Fire mode")
        })?;
        match squad.place {
            Place::On(at) => {
                InvariantViolation::unless(setting.spot(at).is_some(), || format!("squad {n} is beside the board"))?;
                let there = || position.squads.iter().filter(|other| other.place == squad.place);
                InvariantViolation::unless(there().count() <= STACK, || format!("too many squads with squad {n}"))?;
                InvariantViolation::unless(there().all(|other| other.side == squad.side), || {
                    format!("both sides stand with squad {n}")
                })?;
            }
            Place::Below(card) => {
                InvariantViolation::unless(squad.side == SOVIET, || format!("squad {n} is below and not Soviet"))?;
                InvariantViolation::unless(position.cards[card.index()].is_some(), || {
                    format!("the card of squad {n} is not in use")
                })?;
                let sharing = position.squads.iter().filter(|other| other.place == squad.place).count();
                InvariantViolation::unless(sharing == 1, || format!("squad {n} shares its card"))?;
                InvariantViolation::unless(squad.state == State::Steady, || format!("squad {n} is shaken below"))?;
                InvariantViolation::unless(squad.token == Token::Fresh, || format!("squad {n} carries a token below"))?;
            }
            Place::Gone => continue,
        }
        InvariantViolation::unless(figures.total() > 0, || format!("squad {n} has no figures"))?;
        InvariantViolation::unless(figures.places() <= u16::from(PLACES), || {
            format!("squad {n} has too many figures")
        })?;
    }
    Ok(())
}

fn cards(setting: &Setting, position: &Position) -> Result<(), InvariantViolation> {
    let in_assault = position.active.map(|active| active.piece).and_then(|piece| position.squad(piece));
    for card in Card::ALL {
        let Some(sheet) = position.cards[card.index()] else {
            continue;
        };
        let words = card.words();
        InvariantViolation::unless(setting.card_place(card).is_some(), || {
            format!("there is no {words} card in this scenario")
        })?;
        let holder = position.squads.iter().find(|squad| squad.place == Place::Below(card));
        InvariantViolation::unless(holder.is_some(), || format!("the {words} card is in use and empty"))?;
        let most = setting.options.track.len();
        InvariantViolation::unless(usize::from(sheet.covered) <= most, || {
            format!("too many tokens on the {words} card")
        })?;
        let assaults = in_assault.and_then(Squad::below) == Some(card);
        InvariantViolation::unless(sheet.covered > 0 || assaults, || format!("no token on the {words} card"))?;
        InvariantViolation::unless(setting.tokens.contains(&sheet.entrance), || {
            format!("the {words} marker lies on no sewer token")
        })?;
    }
    Ok(())
}

fn counts(setting: &Setting, position: &Position) -> Result<(), InvariantViolation> {
    InvariantViolation::unless((1..=setting.rounds).contains(&position.round), || "no such round".to_owned())?;
    InvariantViolation::unless(position.actions_left <= setting.actions[position.turn], || {
        "too many actions left".to_owned()
    })?;
    InvariantViolation::unless(position.held.len() == setting.objectives.len(), || {
        "objectives are missing".to_owned()
    })?;
    let Some(active) = position.active else {
        return Ok(());
    };
    // A squad can die while it is activated; then the end of its activation follows.
    InvariantViolation::unless(position.squad(active.piece).is_some(), || "nobody is activated".to_owned())
}

fn agenda(position: &Position) -> Result<(), InvariantViolation> {
    InvariantViolation::unless(!position.agenda.overflowed(), || "a step was lost".to_owned())?;
    let top = position.agenda.top();
    let asked = top.and_then(Step::question).is_some();
    if position.phase == Phase::Over {
        return InvariantViolation::unless(!asked, || "a question after the end".to_owned());
    }
    InvariantViolation::unless(top.is_some(), || "nothing left to do".to_owned())?;
    match top {
        Some(Step::Act) => {
            InvariantViolation::unless(position.active.is_none(), || "a squad is activated already".to_owned())
                .and_then(|()| {
                    InvariantViolation::unless(has_fresh(position, position.turn), || "nobody can act".to_owned())
                })
        }
        Some(Step::Move | Step::AfterEmerging | Step::OpFire) => {
            InvariantViolation::unless(position.active.is_some(), || "nobody is activated".to_owned())
        }
        Some(Step::ChooseLoss { side, victims, .. }) => {
            let of_side =
                |side: Side| victims.iter().all(|piece| position.squad(piece).is_some_and(|squad| squad.side == side));
            InvariantViolation::unless(of_side(side), || "losses of the other side".to_owned())
        }
        Some(Step::ChooseRetreats { side, at }) => {
            let beaten = |squad: &Squad| squad.side == side && squad.on() == Some(at);
            InvariantViolation::unless(position.squads.iter().any(beaten), || "nobody is left to retreat".to_owned())
        }
        _ => Ok(()),
    }
}
