//! Invariants of every position.

use rules::{InvariantViolation, Side};

use crate::printed::clause::{B14, B18, S39_41};
use crate::printed::tables::STOP;
use crate::printed::words::{Phase, Posture};
use crate::setting::path::STEPS;
use crate::setting::sight::{self, Eye};
use crate::setting::spot::Level;
use crate::setting::{Setting, entering};
use crate::state::man::Man;
use crate::state::position::Position;
use crate::state::step::Step;

/// Checks the invariants of a position.
///
/// # Errors
/// Returns the first violation.
pub fn check_invariants(setting: &Setting, position: &Position) -> Result<(), InvariantViolation> {
    men(setting, position)?;
    places(setting, position)?;
    plots(setting, position)?;
    seen(setting, position)?;
    agenda(setting, position)
}

fn men(setting: &Setting, position: &Position) -> Result<(), InvariantViolation> {
    InvariantViolation::unless(position.men.is_sound(), || "the index is not that of the men".to_owned())?;
    for (n, man) in position.men.iter().enumerate() {
        let Some(at) = man.at else { continue };
        let Some(spot) = setting.spot(at) else { return Err(InvariantViolation(format!("man {n} is nowhere"))) };
        let middle = spot.level == Level::Middle;
        let fits = match man.posture {
            Posture::Ducked => middle,
            Posture::Leaning => middle || spot.apertures,
            Posture::Standing | Posture::Prone => !middle,
        };
        InvariantViolation::unless(fits, || format!("man {n} is {} there", man.posture.words()))?;
        InvariantViolation::unless(!man.dummy || !man.seen, || format!("dummy {n} is seen"))?;
        InvariantViolation::unless(!man.dummy || (!man.wounded && man.stunned == 0), || format!("dummy {n} was hit"))?;
        InvariantViolation::unless(man.stunned <= 3, || format!("man {n} is stunned too long"))?;
        let lies = man.posture == Posture::Prone || middle;
        InvariantViolation::unless(!man.incapacitated || (lies && man.plot.is_empty() && man.wounded), || {
            format!("man {n} is incapacitated and does something")
        })?;
        let magazine = setting.tables.weapon(man.weapon).map_or(0, |weapon| weapon.magazine);
        InvariantViolation::unless(man.shots <= magazine && man.frag <= 9 && man.smoke <= 9, || {
            format!("man {n} carries too much")
        })?;
    }
    InvariantViolation::unless(position.dropped.is_empty() || position.agenda.top() != Some(Step::Plot), || {
        "a grenade still lies there".to_owned()
    })?;
    Ok(())
}

fn places(setting: &Setting, position: &Position) -> Result<(), InvariantViolation> {
    for (piece, man, at) in position.here() {
        let fills = move |side: Side, man: &Man| man.side == side && !man.incapacitated;
        let all = |side: Side| position.here().filter(move |(_, man, here)| fills(side, man) && *here == at).count();
        if setting.is_middle(at) && S39_41.is_in_force() {
            InvariantViolation::unless(all(Side::A) + all(Side::B) == 1, || {
                format!("{piece:?} is not alone on the ladder")
            })?;
        // A man who falls off a ladder may fall among others (39.63a).
        } else if B14.is_in_force() && !(setting.is_sewer(at) && setting.spot(at).is_some_and(|spot| spot.manhole)) {
            let room = entering::room(setting, at);
            InvariantViolation::unless(all(man.side) <= room, || {
                format!("too many stand at {}", setting.board.location(at).label)
            })?;
        }
    }
    Ok(())
}

fn plots(setting: &Setting, position: &Position) -> Result<(), InvariantViolation> {
    for (n, man) in position.men.iter().enumerate() {
        let Some(at) = man.at else {
            InvariantViolation::unless(man.plot.is_empty() && !man.seen, || {
                format!("man {n} is gone and still plotted")
            })?;
            continue;
        };
        InvariantViolation::unless(usize::from(man.walked) <= STEPS, || format!("man {n} has walked too far"))?;
        let mut from = at;
        for &to in man.plot.path.steps().iter().skip(usize::from(man.walked)) {
            let way = setting.spot(from).and_then(|spot| spot.exit(to)).is_some();
            InvariantViolation::unless(way, || format!("man {n} is plotted where no way leads"))?;
            from = to;
        }
        InvariantViolation::unless(man.plot.act.is_none() || !man.dummy, || format!("dummy {n} is plotted to act"))?;
    }
    Ok(())
}

/// Checks between turns that the record of men in sight is right (SNP-B18).
fn seen(setting: &Setting, position: &Position) -> Result<(), InvariantViolation> {
    let rests = position.agenda.top() == Some(Step::Plot) && setting.options.hidden;
    if !rests || !B18.is_in_force() {
        return Ok(());
    }
    for (piece, man, at) in position.here() {
        let eye = Eye { at, posture: man.posture };
        let looks =
            position.here().filter(|(_, other, _)| other.side != man.side && !other.dummy && !other.incapacitated);
        let seen = looks.filter_map(|(_, other, at)| {
            sight::sees(setting, &position.clouds, Eye { at, posture: other.posture }, eye)
        });
        let mut clauses = seen.peekable();
        let in_force = clauses.peek().is_none_or(|clause| clause.is_in_force());
        let any = clauses.next().is_some();
        InvariantViolation::unless(!in_force || any == (man.seen || (man.dummy && any)), || {
            format!("{piece:?} is seen: {any}, not so")
        })?;
        InvariantViolation::unless(!(man.dummy && any), || format!("dummy {piece:?} is in sight"))?;
    }
    Ok(())
}

fn agenda(setting: &Setting, position: &Position) -> Result<(), InvariantViolation> {
    InvariantViolation::unless(!position.agenda.overflowed(), || "a step was lost".to_owned())?;
    InvariantViolation::unless((1..=setting.limit.unwrap_or(STOP)).contains(&position.turn), || {
        "no such turn".to_owned()
    })?;
    let top = position.agenda.top();
    InvariantViolation::unless(position.over.is_some() || top.is_some(), || "nothing left to do".to_owned())?;
    match top {
        Some(Step::Plot) => {
            InvariantViolation::unless(position.phase == Phase::Plot, || "plots in another phase".to_owned())?;
            InvariantViolation::unless(!(position.ready.a && position.ready.b), || "both sides are ready".to_owned())?;
            InvariantViolation::unless(position.pulse == 0, || "movement has begun".to_owned())
        }
        Some(Step::SetUp) => {
            InvariantViolation::unless(position.phase == Phase::SetUp, || "set-up in another phase".to_owned())
        }
        _ => Ok(()),
    }
}
