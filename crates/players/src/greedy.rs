//! A player that evaluates every order one step deep.

use std::collections::{HashSet, VecDeque};
use web_time::Instant;

use rand::rngs::StdRng;
use rand::{Rng, RngExt, SeedableRng};
use rules::evaluation;
use rules::forecast::{SideOrder, forecast_positions, sample_forecast};
use rules::{Choice, Guess, Knowledge, Side, System, number_below};
use serde_json::Value;

use crate::player::{Player, PlayerError, in_words};

/// Number of possible positions in which an order is evaluated.
const GUESSES: usize = 4;
/// Maximum number of orders evaluated; if there are more, this many are chosen at random.
const ORDERS: usize = 160;
/// Maximum number of drafts searched for orders.
const DRAFTS: usize = 1000;
/// Maximum number of dice results enumerated for one order in one guess.
const WAYS: usize = 120;
/// Number of plays sampled in one possible position if there are more dice results than [`WAYS`].
const DRAWN: u64 = 60;
/// Maximum difference of scores that count as equal.
const SAME: f64 = 1e-9;

/// A player that evaluates every order by its odds up to the next question and takes the best. The odds are exact if
/// there are few enough dice results to enumerate, and sampled otherwise.
#[derive(Debug)]
pub struct Greedy {
    rng: StdRng,
}

impl Greedy {
    /// Returns a player that gives equal orders for equal seeds.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Greedy { rng: StdRng::seed_from_u64(seed) }
    }
}

impl<S: System> Player<S> for Greedy {
    fn order(&mut self, known: &Knowledge<S>) -> Result<Value, PlayerError> {
        let side = known.seat().side().ok_or(PlayerError::NoOrder)?;
        let evaluated = EvaluatedOrders::new(known, side, &mut self.rng, None)?;
        let for_side = |score: f64| if side == Side::A { score } else { 1.0 - score };
        let mut best: Option<(f64, S::Order)> = None;
        let mut equals = 0;
        for (candidate, score) in &evaluated.scores {
            let score = for_side(*score);
            match &best {
                Some((most, _)) if score < *most - SAME => {}
                Some((most, _)) if score <= *most + SAME => {
                    // Each of several equal orders has the same chance.
                    equals += 1;
                    if number_below(&mut self.rng, equals + 1) == 0 {
                        best = Some((score, candidate.order));
                    }
                }
                _ => (equals, best) = (0, Some((score, candidate.order))),
            }
        }
        let (_, order) = best.ok_or(PlayerError::NoOrder)?;
        in_words(known, &evaluated.guess, &order)
    }
}

/// An offered order that has no score yet.
#[derive(Clone, Debug)]
pub(crate) struct CandidateOrder<S: System> {
    pub order: S::Order,
    /// Whether the order is offered directly, without a draft. Most orders that end a question are.
    pub is_plain: bool,
}

/// The orders of a side with their scores.
#[derive(Debug)]
pub(crate) struct EvaluatedOrders<S: System> {
    /// Possible position whose names the orders use.
    pub guess: Guess<S>,
    /// Score of each order for side A, 0 to 1, averaged over possible positions and dice.
    pub scores: Vec<(CandidateOrder<S>, f64)>,
}

impl<S: System> EvaluatedOrders<S> {
    /// Scores the orders of a side one after another until the time is up, but at least one. A single order gets 0.5.
    pub fn new(
        known: &Knowledge<S>,
        side: Side,
        rng: &mut impl Rng,
        until: Option<Instant>,
    ) -> Result<Self, PlayerError> {
        let guesses: Vec<Guess<S>> = (0..GUESSES).filter_map(|_| S::sample(known, rng)).collect();
        let guess = guesses.first().ok_or(PlayerError::NoGuess)?.clone();
        let mut candidates = candidates_of::<S>(known, &guess, side, until);
        if let [_] = candidates.as_slice() {
            return Ok(EvaluatedOrders {
                guess,
                scores: candidates.into_iter().map(|candidate| (candidate, 0.5)).collect(),
            });
        }
        if candidates.len() > ORDERS || until.is_some() {
            // Plain orders are all kept if there are fewer than `ORDERS`; the others are chosen at random.
            candidates.sort_by_key(|candidate| !candidate.is_plain);
            let plain = candidates.iter().take_while(|candidate| candidate.is_plain).count();
            let from = if plain < ORDERS { plain } else { 0 };
            for n in from..candidates.len().min(ORDERS) {
                let other = n + number_below(rng, candidates.len() - n);
                candidates.swap(n, other);
            }
            candidates.truncate(ORDERS);
        }
        let dice = u64::from(rng.random::<u32>()) << 16;
        let in_time = |(n, _): &(usize, CandidateOrder<S>)| *n == 0 || until.is_none_or(|until| Instant::now() < until);
        let score = |(_, candidate): (usize, CandidateOrder<S>)| {
            let score = score::<S>((known, &guesses), side, &candidate.order, (WAYS, dice));
            (candidate, score)
        };
        Ok(EvaluatedOrders {
            scores: candidates.into_iter().enumerate().take_while(in_time).map(score).collect(),
            guess,
        })
    }
}

/// Returns the offered orders, including those behind drafts: plain ones first, those behind the most drafts last. The
/// list is incomplete if there are very many orders or the time is up, but never empty. (Joint choices, such as units
/// that fire together, double the number with each unit.)
fn candidates_of<S: System>(
    known: &Knowledge<S>,
    guess: &Guess<S>,
    side: Side,
    until: Option<Instant>,
) -> Vec<CandidateOrder<S>> {
    let eyes = || S::eyes(known.setting(), guess.position(), side.seat());
    let (mut orders, mut drafts) = (HashSet::new(), HashSet::new());
    let mut candidates = Vec::new();
    let mut open: VecDeque<Option<S::Draft>> = VecDeque::from([None]);
    let mut choices: Vec<Choice<S>> = Vec::new();
    while let Some(draft) = open.pop_front() {
        choices.clear();
        rules::offers::<S>(eyes(), draft.as_ref(), &mut choices);
        for choice in &choices {
            match choice {
                Choice::Order(order) if orders.insert(*order) => {
                    candidates.push(CandidateOrder { order: *order, is_plain: draft.is_none() });
                }
                Choice::Draft(draft) if drafts.len() < DRAFTS && drafts.insert(*draft) => open.push_back(Some(*draft)),
                Choice::Order(_) | Choice::Draft(_) => {}
            }
        }
        if !candidates.is_empty() && until.is_some_and(|until| Instant::now() >= until) {
            break;
        }
    }
    candidates
}

/// Returns an order's score for side A, 0 to 1, averaged over possible positions and dice. At most `limit` dice results
/// are enumerated; beyond that, plays are sampled with seeds from `dice` on.
fn score<S: System>(
    (known, guesses): (&Knowledge<S>, &[Guess<S>]),
    side: Side,
    order: &S::Order,
    (limit, dice): (usize, u64),
) -> f64 {
    let setting = known.setting();
    let in_guess = |(n, guess): (u64, &Guess<S>)| {
        let (position, act) = (guess.position(), Some(SideOrder { side, order }));
        let mut ways = forecast_positions::<S>(setting, position, act, &[], limit);
        if !ways.is_settled() {
            // All orders get equal dice, but each possible position gets others.
            let from = dice + n * DRAWN;
            ways = sample_forecast::<S>(setting, position, act, &[], None, from..from + DRAWN);
        }
        ways.mean(|position| evaluation::score::<S>(setting, position)).unwrap_or(0.5)
    };
    (0..).zip(guesses).map(in_guess).sum::<f64>() / guesses.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use asl::Asl;
    use referee::ledger::ScenarioText;
    use rules::prelude::*;
    use suite::Game;
    use tide::Tide;

    use super::*;

    /// An order with too many dice results to enumerate gets the score of the full enumeration, up to sampling error.
    #[test]
    fn what_is_too_much_work_is_drawn() {
        let text = include_str!("../../../scenarios/tide/first.toml").to_owned();
        let mut game = Game::<Tide>::new(&ScenarioText { name: "first.toml".to_owned(), text }, 1);
        let mut rolled = 0;
        for _ in 0..12 {
            game.play(3);
            let Some((side, _)) = game.choose() else { break };
            let known = game.referee.knowledge(side.seat()).unwrap();
            let guesses: Vec<Guess<Tide>> = (0..GUESSES).filter_map(|_| Tide::sample(&known, &mut game.rng)).collect();
            for CandidateOrder { order, .. } in candidates_of::<Tide>(&known, &guesses[0], side, None) {
                let score = |limit| score::<Tide>((&known, &guesses), side, &order, (limit, 7));
                let (followed, drawn) = (score(100_000), score(0));
                assert!((followed - drawn).abs() < 0.02, "{order:?}: {followed}, drawn {drawn}");
                rolled += usize::from(followed != drawn);
            }
        }
        assert!(rolled > 20, "{rolled} orders rolled dice");
    }

    /// Each unit that can join a fire group doubles the number of orders, so not all of them are listed.
    #[test]
    fn a_crowd_does_not_take_for_ever() {
        let mut text = String::from(
            "title = \"Crowd\"\nsummary = \"A firing line.\"\nsystem = \"asl\"\n\
             board = { labels = \"letters\", size = [12, 3], fill = \"open\" }\n\
             play = { turns = 1, first = \"russian\" }\nvictory = { side = \"russian\", points = 1 }\n\
             objective = [{ at = \"E2\", points = 1, held_by = \"german\" }]\n\
             [[unit]]\nid = \"target\"\nside = \"german\"\nkind = \"4-6-7\"\nat = \"E2\"\n",
        );
        for n in 0..18 {
            let at = ["B1", "B2", "B3", "C1", "C2", "C3"][n / 3];
            text += &format!("[[unit]]\nid = \"{n}\"\nside = \"russian\"\nkind = \"4-4-7\"\nat = \"{at}\"\n");
        }
        let mut game = Game::<Asl>::new(&ScenarioText { name: "crowd.toml".to_owned(), text }, 1);
        let mut most = 0;
        for _ in 0..6 {
            let Some((side, _)) = game.choose() else { break };
            let known = game.referee.knowledge(side.seat()).unwrap();
            let guess = Asl::sample(&known, &mut game.rng).unwrap();
            let all = candidates_of::<Asl>(&known, &guess, side, None);
            let plain =
                all.iter().find(|candidate| candidate.is_plain).expect("what ends the question is always found");
            most = most.max(all.len());
            // Even without time at least one order is found.
            assert!(!candidates_of::<Asl>(&known, &guess, side, Some(Instant::now())).is_empty());
            let ending = plain.order;
            game.referee.submit(side, ending, None).unwrap();
        }
        assert!(most > 500, "there were only {most} orders");
        assert!(most < 10 * DRAFTS, "{most} orders were looked at");
    }
}
