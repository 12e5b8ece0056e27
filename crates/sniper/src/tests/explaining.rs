//! Why a man can't do something, from a few of the orders that could be written and from all of them.

use std::collections::{BTreeMap, BTreeSet};

use board::naming::naming;
use rules::prelude::*;
use rules::{Enumeration, Piece, Side};
use suite::{Game, SystemUnderTest};

use crate::state::Sniper;
use crate::tests::scenario;

const DRAIN: &str = include_str!("../../../../cases/sniper/boards/long-drain.toml");
/// Moments of each game that are looked at, and orders between two of them.
const MOMENTS: (usize, usize) = (7, 5);

type Reasons = BTreeMap<(String, Option<Piece>), Option<(&'static str, String)>>;

/// Returns the clause and the reason that come first, for each verb and each of the side's own men; `None` if he can.
fn reasons(game: &Game<Sniper>, side: Side, which: Enumeration) -> Reasons {
    let referee = &game.referee;
    let (eyes, facts) = (referee.eyes(side.seat()), referee.facts(side.seat()));
    let mut reasons = Reasons::new();
    Sniper::wellformed_orders(eyes, which, &mut |order| {
        let text = Sniper::describe_order(referee.setting(), side.seat(), &facts, &order);
        let man = text.pieces.first().copied();
        if man.is_some_and(|man| eyes.mine(man).is_err()) {
            return;
        }
        let reason = Sniper::check(eyes, &order).err().map(|refusal| (refusal.clause.id(), refusal.why.into_owned()));
        let first = reasons.entry((text.verb, man)).or_insert_with(|| reason.clone());
        // What is available comes first.
        *first = first.take().min(reason);
    });
    reasons
}

#[test]
fn one_order_of_a_verb_explains_as_much_as_all_of_them() {
    let mut seen = BTreeSet::new();
    for text in Sniper::scenarios().into_iter().chain([scenario("drain.toml", DRAIN)]) {
        let mut game = Game::<Sniper>::new(&text, 7);
        for _ in 0..MOMENTS.0 {
            for side in Side::BOTH {
                let [few, all] = [Enumeration::EachKind, Enumeration::All]
                    .map(|which| naming(game.referee.seat(side.seat()).names(), || reasons(&game, side, which)));
                assert_eq!(few, all);
                for ((verb, _), reason) in all {
                    seen.insert(
                        reason.map_or_else(|| format!("can {verb}"), |(clause, _)| format!("{verb}: {clause}")),
                    );
                }
            }
            for _ in 0..MOMENTS.1 {
                let Some((by, order)) = game.choose() else { break };
                game.referee.submit(by, order, None).unwrap();
            }
        }
    }
    for expected in ["can Place", "can Step", "can Climb up", "Go below: 39.22A", "Fire: 39.61A", "Move: SNP-B20"] {
        assert!(seen.contains(expected), "{expected} of {seen:?}");
    }
}
