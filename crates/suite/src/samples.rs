//! Some truth that a seat's knowledge allows can always be found, and is sound.

use std::collections::BTreeSet;

use rand::SeedableRng;
use rand::rngs::StdRng;
use referee::written_view;
use rules::names::BareHandles;
use rules::{Seat, Side};

use crate::{Tested, explore};

/// Guesses pass `audit`, look to the seat exactly as the truth does, and can be found for both sides.
pub fn samples_fit<S: Tested>() {
    let mut found = [0_u32; 2];
    explore::<S>(4, 9, |game| {
        for side in Side::BOTH {
            let seat = Seat::Side(side);
            let known = game.referee.knowledge(seat).expect("knowledge has names");
            let mut rng = StdRng::seed_from_u64(game.referee.entries().len() as u64);
            let mut numbered: Option<Vec<Option<u16>>> = None;
            for _ in 0..3 {
                let Some(guess) = S::sample(&known, &mut rng) else { continue };
                found[side.index()] += 1;
                S::audit(known.setting(), guess.position())
                    .unwrap_or_else(|flaw| panic!("a guess of {side:?}: {flaw}"));
                let mut seen = guess.handles().to_vec();
                seen.truncate(seen.iter().rposition(Option::is_some).map_or(0, |last| last + 1));
                let first = numbered.get_or_insert_with(|| seen.clone());
                assert_eq!(*first, seen, "guesses number the pieces in sight differently");
                let names = BareHandles::of_guess(known.setting(), &guess);
                let guessed = written_view::<S>(known.setting(), guess.position(), seat, names).expect("names").facts;
                let facts: BTreeSet<String> = game.referee.seat(seat).facts().map(str::to_owned).collect();
                let missing: Vec<_> = facts.difference(&guessed).collect();
                let added: Vec<_> = guessed.difference(&facts).collect();
                assert!(missing.is_empty(), "{side:?} knows, the guess does not: {missing:?}");
                assert!(added.is_empty(), "the guess of {side:?} shows what it does not know: {added:?}");
            }
        }
    });
    assert!(found.iter().all(|found| *found > 0), "no guess was ever found for a side: {found:?}");
}
