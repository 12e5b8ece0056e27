//! Monte Carlo tree search over possible positions (information-set search).
//!
//! Every order is first scored as [`Greedy`](crate::Greedy) does. The best ones are then compared: a possible position
//! is sampled that fits the seat's knowledge, and each order is played in it with equal dice. Play follows the tree of
//! earlier choices, continues for a few random orders, and the position is then evaluated. The worse half of the orders
//! is dropped repeatedly until one is left. All possible positions share one tree, so the best order is best on average
//! over the seat's uncertainty. Every thread samples its own possible positions; the results decide together which half
//! is dropped.
//!
//! Simultaneous plans are searched differently. A whole plan is sampled for each side without sight of the other's.
//! Each order that is tried changes the player's plan at one place, and both plans are carried out. The position is
//! evaluated after both sides have planned again, so orders differ by nothing else. The rest of the player's plan is
//! made in one possible position and tried in the next, since it must not use hidden information.

mod worker;

use std::num::NonZero;
use std::thread;
use web_time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rules::evaluation;
use rules::resolution::resolve;
use rules::{Choice, Guess, Knowledge, Observation, QuickDice, Side, System};
use serde_json::Value;

use crate::greedy::{CandidateOrder, EvaluatedOrders};
use crate::player::{Player, PlayerError, in_words};
use crate::rollout::{Rollout, RolloutPolicy, pending_questions, planned_at_once};
use crate::tree::{Found, NodeId, Prompt, ROOT, Tree};
use worker::Worker;

/// Play after the end of the tree.
const ROLLOUT: RolloutPolicy = RolloutPolicy { orders: 8, best_of: 3 };
/// Maximum number of orders searched: those with the best scores.
const MAX_CANDIDATES: usize = 16;
/// Number of visits of an order before its successors are added to the tree.
const EXPAND: u32 = 8;
/// Number of dice results that the first score of a choice in the tree averages over.
const FALLS: u32 = 4;
/// Maximum share of the time for the first scores of all orders: one part in this number.
const SCORING: u32 = 3;

/// Number of orders without effect after which only orders that end the question are considered. Otherwise a plan could
/// be changed forever.
const MAX_IDLE_ORDERS: usize = 24;

/// The limit of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// Time per order; the result depends on the machine.
    Time(Duration),
    /// Number of iterations, divided among the threads; the result repeats for equal seeds and thread counts.
    Iterations(u32),
}

/// A player that chooses orders by Monte Carlo tree search.
#[derive(Debug)]
pub struct Search {
    budget: Budget,
    threads: usize,
    seed: u64,
    calls: u64,
}

impl Search {
    /// Returns a player that searches on all cores.
    #[must_use]
    pub fn new(budget: Budget, seed: u64) -> Self {
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        Search { budget, threads, seed, calls: 0 }
    }

    /// Sets the number of threads, at least 1.
    #[must_use]
    pub fn on(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }
}

impl<S: System> Player<S> for Search {
    fn order(&mut self, known: &Knowledge<S>) -> Result<Value, PlayerError> {
        let begun = Instant::now();
        let side = known.seat().side().ok_or(PlayerError::NoOrder)?;
        self.calls += 1;
        let seed = self.seed.wrapping_add(self.calls.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut rng = StdRng::seed_from_u64(seed);
        let until = match self.budget {
            Budget::Time(time) => Some(begun + time / SCORING),
            Budget::Iterations(_) => None,
        };
        let mut evaluated = EvaluatedOrders::<S>::new(known, side, &mut rng, until)?;
        let guess = &evaluated.guess;
        if idle_orders(known, |_| false) >= MAX_IDLE_ORDERS {
            let orders = evaluated.scores.iter().map(|(candidate, _)| candidate.order);
            let ending: Vec<S::Order> = orders.filter(|order| ends::<S>(known, guess, side, order)).collect();
            if !ending.is_empty() && idle_orders(known, |order| ending.contains(order)) >= MAX_IDLE_ORDERS {
                evaluated.scores.retain(|(candidate, _)| ending.contains(&candidate.order));
            }
        }
        if planned_at_once::<S>(known.setting(), guess.position()).is_some() {
            // Orders that change nothing in the plan are not tried again.
            let changed =
                |(candidate, _): &(CandidateOrder<S>, f64)| changes::<S>(known, guess, side, &candidate.order);
            if evaluated.scores.iter().any(changed) {
                evaluated.scores.retain(changed);
            }
        }
        let question = S::pending_question(S::eyes(known.setting(), guess.position(), side.seat()));
        let root = Prompt { side, question: question.ok_or(PlayerError::NoOrder)? };
        let order = match evaluated.scores.as_slice() {
            // With a single order there is no choice.
            [(candidate, _)] => candidate.order,
            [] => return Err(PlayerError::NoOrder),
            scores => self.halve::<S>(known, root, scores, (begun, &mut rng)).ok_or(PlayerError::NoOrder)?,
        };
        in_words(known, guess, &order)
    }
}

/// Returns a possible position after an order.
fn after<S: System>(known: &Knowledge<S>, guess: &Guess<S>, side: Side, order: &S::Order) -> S::Position {
    let mut position = guess.position().clone();
    resolve::<S>(known.setting(), &mut position, side, order, &mut QuickDice::new(1), &mut ());
    position
}

/// Returns whether an order of a side changes the position.
fn changes<S: System>(known: &Knowledge<S>, guess: &Guess<S>, side: Side, order: &S::Order) -> bool {
    after(known, guess, side, order) != *guess.position()
}

/// Returns whether an order ends the question that its side is asked.
fn ends<S: System>(known: &Knowledge<S>, guess: &Guess<S>, side: Side, order: &S::Order) -> bool {
    let question = |position: &S::Position| pending_questions::<S>(known.setting(), position)[side.index()];
    question(&after(known, guess, side, order)) != question(guess.position())
}

/// Returns the number of orders since the last one with a result: a report, a roll or the end of a question. Plans that
/// can be changed again and again consist of such orders.
fn idle_orders<S: System>(known: &Knowledge<S>, ends: impl Fn(&S::Order) -> bool) -> usize {
    let quiet = known.observations().iter().rev().take_while(|observation| match observation {
        Observation::Ordered(order) => !ends(order),
        Observation::ViewChanged { .. } | Observation::HandleReused(_) => true,
        _ => false,
    });
    quiet.filter(|heard| matches!(heard, Observation::Ordered(_))).count()
}

impl Search {
    /// Compares the orders and drops the worse half repeatedly until the budget is spent (sequential halving). Every
    /// thread samples its own possible positions, and their results together decide which half is worse.
    fn halve<'k, S: System>(
        &self,
        known: &'k Knowledge<S>,
        root: Prompt<S>,
        scores: &[(CandidateOrder<S>, f64)],
        (begun, rng): (Instant, &mut StdRng),
    ) -> Option<S::Order> {
        let mut tried: Vec<(S::Order, f64)> =
            scores.iter().map(|(candidate, score)| (candidate.order, *score)).collect();
        let for_side = |value: f64| if root.side == Side::A { value } else { 1.0 - value };
        tried.sort_by(|(_, one), (_, other)| for_side(*other).total_cmp(&for_side(*one)));
        tried.truncate(MAX_CANDIDATES);
        let mut workers: Vec<Worker<'k, S>> =
            (0..self.threads).map(|_| Worker::new(known, root, &tried, rng.next_u64())).collect();
        let mut left: Vec<usize> = (0..tried.len()).collect();
        let rounds = tried.len().max(2).next_power_of_two().ilog2();
        for round in 1..=rounds {
            let until = f64::from(round) / f64::from(rounds);
            let share = |thread: usize, all: u32| {
                all as usize / self.threads + usize::from(thread < all as usize % self.threads)
            };
            let spent = |thread: usize, done: usize| match self.budget {
                Budget::Iterations(all) => done as f64 / share(thread, all).max(1) as f64 >= until,
                Budget::Time(time) => begun.elapsed().as_secs_f64() / time.as_secs_f64() >= until,
            };
            workers = thread::scope(|scope| {
                let (spent, left) = (&spent, &left);
                let one = |(thread, mut worker): (usize, Worker<'k, S>)| {
                    worker.try_all(left, |done| spent(thread, done));
                    worker
                };
                let mut all = workers.into_iter().enumerate();
                let first = all.next();
                let others: Vec<_> = all.map(|own| scope.spawn(move || one(own))).collect();
                // The results of a thread that panicked are left out.
                first.map(one).into_iter().chain(others.into_iter().filter_map(|other| other.join().ok())).collect()
            });
            let value = |n: usize| for_side(together(workers.iter().filter_map(|worker| worker.tree.found(n))));
            left.sort_by(|&one, &other| value(other).total_cmp(&value(one)));
            left.truncate(left.len().div_ceil(2));
        }
        left.first().and_then(|best| tried.get(*best)).map(|(order, _)| *order)
    }
}

/// Returns an order's value for side A over the results of all threads.
fn together(found: impl Iterator<Item = Found>) -> f64 {
    let (sum, visits) = found.fold((0.0, 0.0), |(sum, visits), found| {
        // An order that was never tried keeps its first score.
        let weight = f64::from(found.visits.max(1));
        (sum + weight * found.value, visits + weight)
    });
    if visits > 0.0 { sum / visits } else { 0.5 }
}

#[cfg(test)]
mod tests {
    use rules::Piece;
    use rules::prelude::*;
    use suite::toys::duel::{Duel, Order, Plan};
    use suite::{Game, SystemUnderTest};

    use super::*;

    #[test]
    fn plans_of_a_turn_that_is_over_are_not_in_vain() {
        let mut referee = Game::<Duel>::new(&Duel::scenarios()[0], 1).referee;
        let vain = |referee: &referee::Referee<Duel>| {
            idle_orders(&referee.knowledge(Side::A.seat()).unwrap(), |order| *order == Order::Ready)
        };
        let men = (0..8).map(Piece).map(|man| Order::Plot { man, plan: Plan::Hold });
        let plot = { men }.find(|order| Duel::check(referee.eyes(Side::A.seat()), order).is_ok()).unwrap();
        for planned in 1..=3 {
            referee.submit(Side::A, plot, None).unwrap();
            assert_eq!(vain(&referee), planned);
        }
        referee.submit(Side::A, Order::Ready, None).unwrap();
        assert_eq!(vain(&referee), 0);
    }

    /// Orders that only add to a plan must not count as its end, even if both kinds are offered together.
    #[test]
    fn only_what_ends_the_question_ends_it() {
        let referee = Game::<Duel>::new(&Duel::scenarios()[0], 1).referee;
        let known = referee.knowledge(Side::A.seat()).unwrap();
        let mut rng = StdRng::seed_from_u64(1);
        let EvaluatedOrders { guess, scores } = EvaluatedOrders::<Duel>::new(&known, Side::A, &mut rng, None).unwrap();
        let ending =
            scores.iter().map(|(candidate, _)| candidate.order).filter(|order| ends(&known, &guess, Side::A, order));
        assert_eq!(ending.collect::<Vec<_>>(), [Order::Ready]);
    }

    #[test]
    fn what_all_threads_found_counts_by_how_often_they_tried() {
        assert_eq!(together([Found { visits: 30, value: 0.2 }, Found { visits: 10, value: 0.6 }].into_iter()), 0.3);
        assert_eq!(together([Found { visits: 0, value: 0.7 }].into_iter()), 0.7);
        assert_eq!(together(std::iter::empty()), 0.5);
    }

    #[test]
    fn an_order_is_found_however_little_time_there_is() {
        let referee = Game::<Duel>::new(&Duel::scenarios()[0], 1).referee;
        let mut player = Search::new(Budget::Time(Duration::ZERO), 5).on(2);
        player.order(&referee.knowledge(Side::A.seat()).unwrap()).unwrap();
    }

    #[test]
    fn a_plan_that_cannot_be_bettered_is_ended() {
        let mut referee = Game::<Duel>::new(&Duel::scenarios()[0], 1).referee;
        let mut player = Search::new(Budget::Iterations(200), 5).on(1);
        let mut planned = Vec::new();
        loop {
            let order = player.order(&referee.knowledge(Side::A.seat()).unwrap()).unwrap();
            referee.submit_written(Side::A, &order, None).unwrap();
            if order == "ready" {
                break;
            }
            planned.push(order.to_string());
            assert!(planned.len() < MAX_IDLE_ORDERS / 2, "it plans on and on: {planned:?}");
        }
        assert!(
            planned.iter().any(|order| order.contains("fire")),
            "the man with an enemy before him shoots: {planned:?}"
        );
    }
}
