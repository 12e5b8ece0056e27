//! Sequence of play (SNP-B1): both sides plot, then all plots are carried out at once.

use rules::Resolver;

use crate::mechanics::recovery::{self, recover};
use crate::mechanics::routes::plot_routes;
use crate::mechanics::{fire, grenades, in_hand, look, melee, morale, movement, victory};
use crate::printed::clause::{B1, B24, S39_0};
use crate::printed::words::Phase;
use crate::setting::path::STEPS;
use crate::state::Sniper;
use crate::state::change::Change;
use crate::state::step::Step;

/// Carries out one step that doesn't ask a question.
// Most steps are movement points. What is done once in a turn and keeps long lists stands in functions of its own: the
// stack of this one would otherwise have room for all of these lists, and each of its pages is touched at every step.
#[inline]
pub fn step(resolver: &mut impl Resolver<Sniper>, step: Step) {
    match step {
        Step::Begin => {
            show_all(resolver);
            look::look(resolver);
            resolver.change(B1, Change::Turn { now: 1 });
            resolver.push(Step::Turn);
        }
        Step::Turn => {
            plot_routes(resolver);
            resolver.change(B1, Change::Phase { now: Phase::Plot });
            resolver.push(Step::Plot);
        }
        Step::Panic => {
            resolver.change(B1, Change::Phase { now: Phase::Resolution });
            // Pushed in reverse: the last is done first.
            for next in [Step::End, Step::Recovery, Step::Melee, Step::Grenades, Step::Movement, Step::Fire] {
                resolver.push(next);
            }
            morale::panic(resolver);
        }
        Step::Fire => {
            let mut noticed = look::Noticed::default();
            movement::ladders(resolver, &mut noticed);
            fire::fire_all(resolver, &noticed);
        }
        Step::Movement => {
            movement::meet_on_ladders(resolver);
            resolver.push(Step::Pulse { now: 1 });
        }
        Step::Pulse { now } => {
            if usize::from(now) < STEPS {
                resolver.push(Step::Pulse { now: now + 1 });
            }
            movement::pulse(resolver, now);
        }
        Step::Grenades => grenades::throw_all(resolver),
        Step::Melee => melee::fight_all(resolver),
        Step::Recovery => {
            recovery::reload_all(resolver);
            in_hand::rearm_all(resolver);
            recover(resolver);
        }
        Step::End => end(resolver),
        Step::SetUp | Step::Plot => {}
    }
}

/// Shows every man from the beginning, in games without hidden movement (39.0).
fn show_all(resolver: &mut impl Resolver<Sniper>) {
    if resolver.setting().options.hidden {
        return;
    }
    for piece in resolver.position().men.numbers() {
        if resolver.position().man(piece).is_some_and(|man| man.at.is_some() && !man.seen && !man.dummy) {
            resolver.change(S39_0, Change::Seen { man: piece, now: true });
        }
    }
}

fn end(resolver: &mut impl Resolver<Sniper>) {
    if victory::leave(resolver) {
        // A man who left may have been the only one to see an enemy.
        look::look(resolver);
    }
    debug_assert!(look::is_settled(resolver.setting(), resolver.position()), "a man comes into sight unnoticed");
    let now = resolver.position().turn;
    if let Some(winner) = victory::decided(resolver.setting(), resolver.position()) {
        resolver.change(B24, Change::Over { winner });
        resolver.change(B1, Change::Phase { now: Phase::Over });
        return;
    }
    resolver.change(B1, Change::Turn { now: now + 1 });
    resolver.push(Step::Turn);
}
