//! Monte Carlo tree search over guesses (information-set search).
//!
//! First every order is weighed as `Greedy` does. Then each iteration guesses a truth that fits what the seat knows, walks
//! down the tree of choices in it, plays on for a few orders, and notes how it looks then. The choices of all guesses meet
//! in one tree, so what is best is best on average over what the seat cannot know. All cores search on their own and vote
//! in the end.

use std::collections::HashMap;
use std::num::NonZero;
use std::thread;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::StdRng;
use rules::prospect::worth;
use rules::turn::resolve;
use rules::{Choice, Knowledge, QuickDice, Side, System, any_order};
use serde_json::Value;

use crate::greedy::{Way, Weighed};
use crate::player::{Player, PlayerError, in_words};
use crate::rollout::{Manner, Rollout};
use crate::tree::{Asked, Found, NodeId, ROOT, Tree};

/// How play goes on from the end of the tree.
const MANNER: Manner = Manner { orders: 3, weighed: 2 };
/// The share of the time, one in so many, that is spent at most on a first look at every order.
const LOOKING: u32 = 3;

/// How long to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So long; the answer depends on the machine.
    Time(Duration),
    /// So many iterations, divided among the threads; the answer repeats for the same seed and number of threads.
    Iterations(u32),
}

/// Searches.
#[derive(Debug)]
pub struct Search {
    budget: Budget,
    threads: usize,
    seed: u64,
    asked: u64,
}

impl Search {
    /// A player that searches on all cores.
    #[must_use]
    pub fn new(budget: Budget, seed: u64) -> Self {
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        Search { budget, threads, seed, asked: 0 }
    }

    /// The same on so many threads (at least 1).
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
        self.asked += 1;
        let seed = self.seed.wrapping_add(self.asked.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut rng = StdRng::seed_from_u64(seed);
        let until = match self.budget {
            Budget::Time(time) => Some(begun + time / LOOKING),
            Budget::Iterations(_) => None,
        };
        let weighed = Weighed::<S>::new(known, side, &mut rng, until)?;
        let guess = &weighed.guess;
        let question = S::awaited(S::eyes(known.setting(), guess.position(), side.seat()));
        let root = Asked { side, question: question.ok_or(PlayerError::NoOrder)?.kind };
        let order = match weighed.looks.as_slice() {
            // There is nothing to think about.
            [(way, _)] => way.order,
            looks => self.vote::<S>(known, root, looks, (begun, seed)).ok_or(PlayerError::NoOrder)?,
        };
        in_words(known, guess, &order)
    }
}

impl Search {
    /// Searches on every thread, and takes the order that was looked at most.
    fn vote<S: System>(
        &self,
        known: &Knowledge<S>,
        root: Asked,
        looks: &[(Way<S>, f64)],
        (begun, seed): (Instant, u64),
    ) -> Option<S::Order> {
        let one = |thread: usize| {
            let mut worker = Worker::<S>::new(known, root, seed.wrapping_add(thread as u64 + 1));
            for (way, look) in looks {
                worker.tree.look_at(root, &way.path, *look);
            }
            let share = match self.budget {
                Budget::Iterations(all) => {
                    let (all, threads, thread) = (all as usize, self.threads, thread);
                    Some(all / threads + usize::from(thread < all % threads))
                }
                Budget::Time(_) => None,
            };
            let mut done = 0;
            let goes_on = |done: usize| match (share, self.budget) {
                (Some(share), _) => done < share,
                // At least once, however little time there is.
                (None, Budget::Time(time)) => done == 0 || begun.elapsed() < time,
                (None, Budget::Iterations(_)) => false,
            };
            while goes_on(done) {
                worker.iterate();
                done += 1;
            }
            worker.tree.orders(root)
        };
        let found: Vec<Vec<Found<S>>> = thread::scope(|scope| {
            let others: Vec<_> = (1..self.threads).map(|thread| scope.spawn(move || one(thread))).collect();
            let mut found = vec![one(0)];
            // A thread that failed has no vote.
            found.extend(others.into_iter().filter_map(|other| other.join().ok()));
            found
        });
        most_visited(found.into_iter().flatten(), root.side)
    }
}

/// The order that all threads together visited most; of equals, the one that is worth most to the side.
fn most_visited<S: System>(found: impl Iterator<Item = Found<S>>, side: Side) -> Option<S::Order> {
    // In the order in which they were found, so that equals are told apart the same way every time.
    let mut votes: Vec<(S::Order, u32, f64)> = Vec::new();
    let mut place: HashMap<S::Order, usize> = HashMap::new();
    for Found { order, visits, worth } in found {
        let worth = if side == Side::A { worth } else { 1.0 - worth };
        let n = *place.entry(order).or_insert_with(|| {
            votes.push((order, 0, 0.0));
            votes.len() - 1
        });
        if let Some(vote) = votes.get_mut(n) {
            vote.1 += visits;
            vote.2 += worth;
        }
    }
    let better = |one: &(S::Order, u32, f64), other: &(S::Order, u32, f64)| {
        one.1.cmp(&other.1).then_with(|| one.2.total_cmp(&other.2))
    };
    votes.into_iter().rev().max_by(better).map(|(order, ..)| order)
}

/// One searching thread.
struct Worker<'a, S: System> {
    known: &'a Knowledge<S>,
    root: Asked,
    tree: Tree<S>,
    rng: StdRng,
    dice: QuickDice,
    choices: Vec<Choice<S>>,
    path: Vec<(NodeId, usize)>,
    rollout: Rollout<S>,
    /// The kinds of question that both sides are asked at once.
    together: Vec<&'static str>,
}

impl<'a, S: System> Worker<'a, S> {
    fn new(known: &'a Knowledge<S>, root: Asked, seed: u64) -> Self {
        Worker {
            known,
            root,
            tree: Tree::new(),
            rng: StdRng::seed_from_u64(seed),
            dice: QuickDice::new(seed),
            choices: Vec::with_capacity(512),
            path: Vec::new(),
            rollout: Rollout::new(MANNER),
            together: Vec::new(),
        }
    }

    /// One guess, down the tree and on at random.
    fn iterate(&mut self) {
        let Some(guess) = S::sample(self.known, &mut self.rng) else { return };
        let setting = self.known.setting();
        let mut position = guess.position().clone();
        self.path.clear();
        let mut at = Some(ROOT);
        let mut now = self.root;
        let value = loop {
            let Some(node) = at else {
                break self.rollout.play(setting, &mut position, &mut self.dice);
            };
            let Some((order, edge)) = self.walk(node, now, &position) else {
                break worth::<S>(setting, &position);
            };
            resolve::<S>(setting, &mut position, now.side, &order, &mut self.dice, &mut ());
            self.tree.first_look(edge, || worth::<S>(setting, &position));
            if S::outcome(setting, &position).is_some() {
                break worth::<S>(setting, &position);
            }
            let Some(next) = self.next(&mut position) else { break worth::<S>(setting, &position) };
            let (grown, new) = self.tree.grow(edge.0, edge.1, next);
            now = next;
            at = (!new).then_some(grown);
        };
        for (node, edge) in self.path.drain(..) {
            self.tree.note(node, edge, value);
        }
    }

    /// Chooses an order, through its drafts; with the last edge.
    fn walk(&mut self, mut node: NodeId, now: Asked, position: &S::Position) -> Option<(S::Order, (NodeId, usize))> {
        let setting = self.known.setting();
        let mut draft = None;
        loop {
            self.choices.clear();
            S::offers(S::eyes(setting, position, now.side.seat()), draft.as_ref(), &mut self.choices);
            if self.choices.is_empty() {
                return None;
            }
            let dice = &mut self.dice;
            let edge = self.tree.choose(node, now.side, &self.choices, |bound| dice.below(bound));
            self.path.push((node, edge));
            match self.tree.choice(node, edge)? {
                Choice::Order(order) => return Some((order, (node, edge))),
                Choice::Draft(next) => {
                    draft = Some(next);
                    node = self.tree.grow(node, edge, now).0;
                }
            }
        }
    }

    /// Who is asked next. Where both sides are, the seat's own side chooses first; the other, which does not see what
    /// it chose, answers at random, for in the tree it would answer what it cannot know.
    fn next(&mut self, position: &mut S::Position) -> Option<Asked> {
        let setting = self.known.setting();
        let own = self.root.side;
        let question =
            |position: &S::Position, side: Side| S::awaited(S::eyes(setting, position, side.seat())).map(|q| q.kind);
        loop {
            match (question(position, own), question(position, own.other())) {
                (Some(question), other) => {
                    if other.is_some() && !self.together.contains(&question) {
                        self.together.push(question);
                    }
                    return Some(Asked { side: own, question });
                }
                (None, Some(question)) if self.together.contains(&question) => {
                    let other = own.other();
                    let order = any_order::<S>(setting, position, other, &mut self.dice, &mut self.choices)?;
                    resolve::<S>(setting, position, other, &order, &mut self.dice, &mut ());
                    if S::outcome(setting, position).is_some() {
                        return None;
                    }
                }
                (None, Some(question)) => return Some(Asked { side: own.other(), question }),
                (None, None) => return None,
            }
        }
    }
}
