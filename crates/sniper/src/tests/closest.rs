//! Why a man can't do something, from a few of the orders that could be written and from all of them.

use std::collections::BTreeMap;

use board::naming::naming;
use rules::prelude::*;
use rules::{Enumeration, Piece, Side};
use suite::Game;

use crate::state::Sniper;
use crate::tests::scenario;

const DRAIN: &str = include_str!("../../../../cases/sniper/boards/long-drain.toml");
const AMBUSH: &str = include_str!("../../../../scenarios/sniper/ambush.toml");

/// Returns, for each verb and each of the side's own men, the clause and reason that come first; `None` if he can do it.
fn reasons(game: &Game<Sniper>, side: Side, which: Enumeration) -> BTreeMap<(String, Option<Piece>), Option<String>> {
    let referee = &game.referee;
    let (eyes, facts) = (referee.eyes(side.seat()), referee.facts(side.seat()));
    let mut reasons = BTreeMap::new();
    Sniper::wellformed_orders(eyes, which, &mut |order| {
        let text = Sniper::describe_order(referee.setting(), side.seat(), &facts, &order);
        let man = text.pieces.first().copied();
        if man.is_some_and(|man| eyes.mine(man).is_err()) {
            return;
        }
        let reason =
            Sniper::check(eyes, &order).err().map(|refusal| format!("{} {}", refusal.clause.id(), refusal.why));
        let first = reasons.entry((text.verb, man)).or_insert_with(|| reason.clone());
        // What is available comes first.
        *first = first.take().min(reason);
    });
    reasons
}

#[test]
fn one_order_of_a_verb_explains_as_much_as_all_of_them() {
    for (text, every) in [(DRAIN, 3), (AMBUSH, 16)] {
        let mut game = Game::<Sniper>::new(&scenario("closest.toml", text), 7);
        let mut available = 0;
        for n in 0..80 {
            let Some((by, order)) = game.choose() else { break };
            if n % every == 0 {
                for side in Side::BOTH {
                    let [few, all] = [Enumeration::EachKind, Enumeration::All]
                        .map(|which| naming(game.referee.seat(side.seat()).names(), || reasons(&game, side, which)));
                    assert_eq!(few, all);
                    available += all.values().filter(|reason| reason.is_none()).count();
                }
            }
            game.referee.submit(by, order, None).unwrap();
        }
        assert!(available > 20, "{available}");
    }
}
