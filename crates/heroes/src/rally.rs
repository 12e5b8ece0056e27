//! The Rally Phase: initiative, and who pulls himself together (HNL-B2).

use rules::{Audience, Piece, Side, Turn};

use crate::Heroes;
use crate::change::{Change, Report};
use crate::clause::B2;
use crate::counter::Kind;
use crate::eyes::HeroesEyes;
use crate::fire::{DIE, small};
use crate::hidden;
use crate::position::{State, Unit};
use crate::tables::RALLY_COVER;
use crate::turn::Step;
use rules::{Classes, Pool};

/// Both sides roll; a tie changes nothing.
pub fn roll_initiative(turn: &mut impl Turn<Heroes>) {
    let soviet = turn.roll(DIE("soviet initiative", B2)).sum();
    let german = turn.roll(DIE("german initiative", B2)).sum();
    let side = match soviet.cmp(&german) {
        std::cmp::Ordering::Greater => Side::A,
        std::cmp::Ordering::Less => Side::B,
        std::cmp::Ordering::Equal => turn.position().initiative,
    };
    turn.report(B2, Audience::All, Report::InitiativeRolled { side });
    if side != turn.position().initiative {
        turn.change(B2, Change::Initiative { side });
    }
}

/// What a Shaken unit has to roll at most on two dice; `None` if it cannot try.
#[must_use]
pub fn needed(eyes: HeroesEyes<'_>, piece: Piece, unit: &Unit) -> Option<i16> {
    let at = unit.at?;
    if unit.is_good() || eyes.in_melee(unit.side, at) {
        return None;
    }
    let others =
        || eyes.in_hex(unit.side, at).filter(|(other, helper)| *other != piece && helper.is_good() && !helper.hidden);
    let helped = others().any(|(_, helper)| helper.counter.kind.is_single());
    if !helped && !unit.counter.self_rally {
        return None;
    }
    let leader = others().map(|(_, leader)| leader.counter.leadership).max().unwrap_or(0);
    let covered = eyes.setting().spot(at).is_some_and(|spot| spot.modifier > 0);
    Some(i16::from(unit.counter.morale) + i16::from(leader) + if covered { RALLY_COVER } else { 0 })
}

/// The units in the order they rally: of the side with the initiative leaders first, then the others; then the other side.
fn nth(turn: &impl Turn<Heroes>, n: usize) -> Option<(Piece, &Unit)> {
    let units = turn.position().units.len();
    let (pass, place) = (n / units.max(1), n % units.max(1));
    let first = turn.position().initiative;
    let (side, leaders) = match pass {
        0 => (first, true),
        1 => (first, false),
        2 => (first.other(), true),
        3 => (first.other(), false),
        _ => return None,
    };
    let unit = turn.position().units.get(place)?;
    let fits = unit.side == side && (unit.counter.kind == Kind::Leader) == leaders;
    Some((Piece(place as u16), unit)).filter(|_| fits)
}

/// The next unit that can try to rally does so; the others follow.
pub fn rally(turn: &mut impl Turn<Heroes>, from: u16) {
    let all = 4 * turn.position().units.len();
    for n in usize::from(from)..all {
        let eyes = HeroesEyes::open(turn.setting(), turn.position());
        let found = nth(turn, n).and_then(|(piece, unit)| Some((piece, needed(eyes, piece, unit)?)));
        let Some((unit, needed)) = found else { continue };
        turn.push(Step::Rally { from: n as u16 + 1 });
        let roll = turn.roll(Pool::open(2, Classes::EACH, "rally", B2)).sum();
        let rallied = roll as i16 <= needed;
        let report = Report::Rally { unit, roll: roll as u8, needed: small(needed), rallied };
        turn.report(B2, Audience::All, report);
        if rallied {
            turn.change(B2, Change::State { unit, now: State::Good });
            hidden::spot(turn);
        }
        return;
    }
}
