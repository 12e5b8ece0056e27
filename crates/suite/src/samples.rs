//! Sampled positions: one that fits a seat's knowledge can always be found, and is sound.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use board::naming::naming;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use referee::odds::{Effort, Odds, OddsOutcome, odds};
use referee::replay::replay;
use referee::written_view;
use rules::names::BareHandles;
use rules::{Guess, Knowledge, Observation, Question as _, Seat, Side};

use crate::{Game, SystemUnderTest, explore};

/// Checks that sampled positions pass `check_invariants`, look to the seat exactly like the true position, and are
/// nearly always found. They must not change when numbers of pieces that went out of sight are reused at once.
pub fn samples_fit<S: SystemUnderTest>() {
    let (mut found, mut asked) = ([0_u32; 2], [0_u32; 2]);
    explore::<S>(4, 9, |game| {
        for side in Side::BOTH {
            let seat = Seat::Side(side);
            let known = game.referee.knowledge(seat).expect("knowledge has names");
            let again = game.referee.knowledge_anew(seat, 0).expect("knowledge has names");
            asked[side.index()] += 3;
            found[side.index()] += fitting(game, seat, &known, 3);
            let seed = game.referee.entries().len() as u64;
            let [one, other] = [known, again].map(|known| S::sample(&known, &mut StdRng::seed_from_u64(seed)));
            let same = match (&one, &other) {
                (Some(one), Some(other)) => one.position() == other.position() && one.handles() == other.handles(),
                (one, other) => one.is_none() && other.is_none(),
            };
            assert!(same, "{side:?} guesses otherwise when numbers are given again");
        }
    });
    let nearly_all = |(found, asked): (&u32, u32)| asked > 0 && 10 * found >= 9 * asked;
    assert!(found.iter().zip(asked).all(nearly_all), "of {asked:?} guesses but {found:?} were found");
}

/// Returns the number of samples found that fit.
fn fitting<S: SystemUnderTest>(game: &Game<S>, seat: Seat, known: &Knowledge<S>, times: u32) -> u32 {
    let mut rng = StdRng::seed_from_u64(game.referee.entries().len() as u64);
    let mut numbered: Option<Vec<Option<u16>>> = None;
    let mut found = 0;
    for guess in (0..times).filter_map(|_| S::sample(known, &mut rng)) {
        found += 1;
        S::check_invariants(known.setting(), guess.position())
            .unwrap_or_else(|flaw| panic!("a guess of {seat:?}: {flaw}"));
        let mut seen = guess.handles().to_vec();
        seen.truncate(seen.iter().rposition(Option::is_some).map_or(0, |last| last + 1));
        let first = numbered.get_or_insert_with(|| seen.clone());
        assert_eq!(*first, seen, "guesses number the pieces in sight differently");
        let names = BareHandles::of_guess(known.setting(), &guess);
        let guessed = written_view::<S>(known.setting(), guess.position(), seat, names).expect("names").facts;
        let facts: BTreeSet<String> = game.referee.seat(seat).facts().map(str::to_owned).collect();
        let missing: Vec<_> = facts.difference(&guessed).collect();
        let added: Vec<_> = guessed.difference(&facts).collect();
        assert!(missing.is_empty(), "{seat:?} knows, the guess does not: {missing:?}");
        assert!(added.is_empty(), "the guess of {seat:?} shows what it does not know: {added:?}");
    }
    found
}

/// Checks that every complete order on offer has odds with text, and that the probabilities of outcomes add up to one,
/// whether exact or sampled.
pub fn odds_are_found<S: SystemUnderTest>() {
    let (mut compared, mut reacting) = (0, 0);
    explore::<S>(3, 11, |game| {
        for _ in 0..2 {
            let Some((side, order)) = game.choose() else { return };
            let seat = Seat::Side(side);
            let known = game.referee.knowledge(seat).expect("knowledge has names");
            let order = naming(game.referee.seat(seat).names(), || serde_json::to_value(order)).expect("the order");
            let found = |branches: usize| {
                let mut rng = StdRng::seed_from_u64(game.referee.entries().len() as u64);
                let effort = Effort { guesses: 4, branches, plays: 2000, reactions: 100 };
                odds::<S>(&known, &order, effort, &mut rng).expect("every way has words")
            };
            let Some(drawn) = found(0) else { continue };
            let found = found(4000).expect("the same guesses");
            for odds in [&found, &drawn] {
                let whole: f64 = odds.outcomes.iter().map(|way| way.probability).sum();
                assert!((whole - 1.0).abs() < 1e-9, "the ways of {order} come to {whole}");
            }
            if found.samples == 0 && found.outcomes.len() > 1 {
                compared += 1;
            }
            // Sampled odds are close to the computed ones: within seven standard errors.
            for (summary, computed) in summaries(&found).into_iter().filter(|_| found.samples == 0) {
                let was_drawn = summaries(&drawn).get(summary).copied().unwrap_or(0.0);
                assert!((computed - was_drawn).abs() < 0.08, "{order}: {summary}: {computed}, drawn {was_drawn}");
            }
            reacting += reactions_are_of_enemies::<S>(&known, side, &found);
            let silent = |way: &&OddsOutcome| way.told.iter().any(String::is_empty);
            assert_eq!(found.outcomes.iter().find(silent), None, "something of {order} is told in no words");
        }
    });
    assert!(compared > 3 || !S::ROLLS_AT_ONCE, "{compared} orders with dice were both followed and drawn");
    let can_react = S::Question::ALL.iter().any(|question| question.is_reaction());
    assert_eq!(reacting > 0, can_react, "reactions to {reacting} orders were listed");
}

/// Checks that the reactions to an order are those of enemies, most probable first, and each at most certain. Returns 1 if
/// there are any, else 0.
fn reactions_are_of_enemies<S: SystemUnderTest>(known: &Knowledge<S>, side: Side, odds: &Odds) -> usize {
    let scene = S::scene(known.setting(), known.seat(), known.facts());
    for reaction in &odds.reactions {
        let of = |handle| scene.pieces.iter().find(|piece| known.handle(piece.piece) == Some(handle));
        let enemy = reaction.piece.is_none_or(|handle| of(handle).is_some_and(|piece| piece.side == side.other()));
        assert!(enemy, "a reaction of no enemy that the seat sees: {reaction:?}");
        let whole: f64 = reaction.outcomes.iter().map(|outcome| outcome.probability).sum();
        assert!(reaction.probability > 0.0 && reaction.probability <= 1.0 && whole < 1.0 + 1e-9, "{reaction:?}");
    }
    assert!(odds.reactions.is_sorted_by(|one, next| one.probability >= next.probability), "{:?}", odds.reactions);
    usize::from(!odds.reactions.is_empty())
}

/// Checks that an order with dice visible to its side has at least one outcome with a summary. Otherwise odds would
/// list whole reports, one for each roll. Plans carried out later are exempt, since only then their targets are known.
pub fn odds_have_gists<S: SystemUnderTest>() {
    let (mut several, mut silent) = (0, BTreeMap::new());
    explore::<S>(5, 3, |game| {
        let Some((side, order)) = game.choose() else { return };
        let known = game.referee.knowledge(side.seat()).expect("knowledge has names");
        let order = naming(game.referee.seat(side.seat()).names(), || serde_json::to_value(order)).expect("the order");
        let mut rng = StdRng::seed_from_u64(game.referee.entries().len() as u64);
        // One sampled position: outcomes then differ only by dice.
        let effort = Effort { guesses: 1, branches: 200, plays: 50, reactions: 0 };
        let Some(found) = odds::<S>(&known, &order, effort, &mut rng).expect("every way has words") else { return };
        if found.outcomes.len() > 1 && S::ROLLS_AT_ONCE {
            several += 1;
            if found.outcomes.iter().all(|way| way.summary.is_empty()) {
                silent.insert(order.to_string(), found.outcomes.into_iter().map(|way| way.told).collect::<Vec<_>>());
            }
        }
    });
    assert!(silent.is_empty(), "orders with dice that come down to nothing: {silent:#?}");
    assert!(several > 3 || !S::ROLLS_AT_ONCE, "only {several} orders rolled dice");
}

/// Returns the summaries of an order's outcomes with their probabilities.
fn summaries(odds: &Odds) -> BTreeMap<&str, f64> {
    let mut summaries = BTreeMap::new();
    for way in &odds.outcomes {
        *summaries.entry(way.summary.as_str()).or_insert(0.0) += way.probability;
    }
    summaries
}

/// Number of positions of each kind that are sampled to measure their spread.
const DRAWS: usize = 24;

/// Checks that sampled positions vary wherever the rules leave a seat in doubt. The measure is the entropy of the other
/// side's view in them, relative to scrambled positions, over whole games.
pub fn samples_spread<S: SystemUnderTest>() {
    let (mut guessed, mut possible) = ([0.0; 2], [0.0; 2]);
    for scenario in S::scenarios() {
        for seed in 0..3 {
            let mut game = Game::<S>::new(&scenario, 40 + seed);
            for _ in 0..10 {
                game.play(16);
                if game.referee.outcome().is_some() {
                    break;
                }
                for side in Side::BOTH {
                    let known = game.referee.knowledge(side.seat()).expect("knowledge has names");
                    let setting = known.setting();
                    let rng = &mut game.rng;
                    let truth = game.referee.true_position();
                    let scrambled: Vec<S::Position> =
                        (0..DRAWS).filter_map(|_| S::scramble(setting, truth, side.seat(), &[], rng)).collect();
                    let guesses: Vec<_> = (0..DRAWS).filter_map(|_| S::sample(&known, rng)).collect();
                    if scrambled.len() < DRAWS || guesses.len() < DRAWS {
                        continue;
                    }
                    possible[side.index()] += entropy::<S>(setting, side.other(), scrambled.iter());
                    guessed[side.index()] += entropy::<S>(setting, side.other(), guesses.iter().map(Guess::position));
                }
            }
        }
    }
    assert!(possible.iter().sum::<f64>() > 0.0, "nothing was ever in doubt");
    for (guessed, possible) in guessed.iter().zip(possible) {
        assert!(
            *guessed >= S::SPREAD * possible,
            "guesses spread over {guessed:.1} bits where {possible:.1} are in doubt"
        );
    }
}

/// Returns the entropy, in bits, of a side's views of these positions, with pieces interchangeable.
fn entropy<'a, S: SystemUnderTest>(
    setting: &Arc<S::Setting>,
    side: Side,
    truths: impl ExactSizeIterator<Item = &'a S::Position>,
) -> f64 {
    let all = truths.len() as f64;
    let mut times: HashMap<BTreeSet<String>, f64> = HashMap::new();
    for truth in truths {
        let names = BareHandles::<S>::of_handles(setting, vec![Some(0); S::pieces(truth)]);
        let seen = written_view::<S>(setting, truth, side.seat(), names).expect("names").facts;
        *times.entry(seen).or_insert(0.0) += 1.0;
    }
    times.values().map(|times| times / all).map(|share| -share * libm::log2(share)).sum()
}

/// Checks that knowledge updated event by event equals knowledge read from the whole log.
pub fn knowledge_grows<S: SystemUnderTest>() {
    for scenario in S::scenarios() {
        let mut game = Game::<S>::new(&scenario, 17);
        for _ in 0..12 {
            for _ in 0..3 {
                game.play(5);
                for seat in Seat::ALL {
                    game.referee.knowledge(seat).expect("knowledge has names");
                }
            }
            let again = replay::<S>(&game.ledger()).expect("its own ledger").referee;
            for seat in Seat::ALL {
                let grown = game.referee.knowledge(seat).expect("knowledge has names");
                let whole = again.knowledge(seat).expect("knowledge has names");
                assert_eq!(grown.facts(), whole.facts());
                assert_eq!(format!("{:?}", grown.observations()), format!("{:?}", whole.observations()));
            }
        }
    }
}

/// Checks that after an undo a seat's observations lack the order, except for pieces with new handles.
pub fn what_is_undone_was_not_heard<S: SystemUnderTest>() {
    for scenario in S::scenarios() {
        let mut game = Game::<S>::new(&scenario, 23);
        for _ in 0..120 {
            let Some((side, order)) = game.choose() else { break };
            let knowledge = |game: &Game<S>| Seat::ALL.map(|seat| game.referee.knowledge(seat).expect("names"));
            let before = knowledge(&game);
            game.referee.submit(side, order, None).expect("what is offered is done");
            if game.referee.undoable(side).is_none() {
                continue;
            }
            if game.rng.random_ratio(1, 2) {
                knowledge(&game);
            }
            game.referee.undo(side).expect("what is offered is done");
            for (before, after) in before.iter().zip(knowledge(&game)) {
                let heard = match after.observations().split_last() {
                    Some((Observation::Undone { gone, new }, heard))
                        if after.observations().len() > before.observations().len() =>
                    {
                        assert_eq!(gone.len(), new.len());
                        assert!(gone.iter().all(|fact| before.facts().contains(fact)), "{gone:?} was not so before");
                        assert!(new.iter().all(|fact| after.facts().contains(fact)), "{new:?} is not so now");
                        heard
                    }
                    _ => {
                        assert_eq!(before.facts(), after.facts());
                        after.observations()
                    }
                };
                assert_eq!(format!("{:?}", before.observations()), format!("{heard:?}"));
            }
        }
    }
}
