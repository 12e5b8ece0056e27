//! Whether an order could be undone, as far as its side knows.

use rules::resolution::resolve;
use rules::{Audience, Clause, Effect, EffectObserver, Pool, QuickDice, Seat, Side, System};

use super::view;
use crate::referee::discloses;

/// Notes what bars an undo ([`crate::Referee::undoable`]).
struct Watch {
    seat: Seat,
    barred: bool,
}

impl<S: System> EffectObserver<S> for Watch {
    fn changed(&mut self, setting: &S::Setting, _: &S::Position, effect: &Effect<S>) {
        if let Effect::Change(_, change) = effect {
            self.barred |= S::could_disclose(setting, change);
        }
    }

    fn reported(&mut self, clause: Clause, audience: Audience, _: &S::Report) {
        self.barred |= audience.includes(self.seat) && discloses::<S>(clause.id());
    }

    fn rolled(&mut self, pool: &Pool, _: &[u8]) {
        self.barred |= pool.seen_by.includes(self.seat);
    }
}

/// Returns whether a side that gave an order in this position could undo it: no dice, nothing disclosed or learnt, and
/// the side orders next. A plan that both sides make at once can be changed as long as it isn't ended.
pub fn reversible<S: System>(setting: &S::Setting, position: &S::Position, side: Side, order: &S::Order) -> bool {
    let seat = side.seat();
    let mut after = position.clone();
    let mut watch = Watch { seat, barred: false };
    resolve::<S>(setting, &mut after, side, order, &mut QuickDice::new(0), &mut watch);
    let asked = |position: &S::Position, side: Side| S::pending_question(S::eyes(setting, position, side.seat()));
    let enemy = |position: &S::Position| {
        let facts = view::<S>(setting, position, seat).into_iter();
        facts.filter(|fact| S::tells_of_enemy(seat, fact)).collect::<Vec<_>>()
    };
    let next = asked(&after, side);
    let planned = asked(&after, side.other()).is_none() || next == asked(position, side);
    // The views are compared last: they cost most.
    !watch.barred && next.is_some() && planned && enemy(position) == enemy(&after)
}
