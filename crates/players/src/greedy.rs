//! The order with the best prospect, one order deep.

use std::collections::{HashSet, VecDeque};
use std::time::Instant;

use rand::rngs::StdRng;
use rand::{Rng, RngExt, SeedableRng};
use rules::forecast::{Act, drawn, outlook};
use rules::prospect::worth;
use rules::{Choice, Guess, Knowledge, Side, System, number_below};
use serde_json::Value;

use crate::player::{Player, PlayerError, in_words};

/// How many guesses an order is weighed in.
const GUESSES: usize = 4;
/// How many orders are weighed at most; of more, these many are taken at random.
const ORDERS: usize = 160;
/// Of how many drafts at most those orders are found.
const DRAFTS: usize = 1000;
/// How many ways of the dice are followed for one order in one guess.
const WAYS: usize = 120;
/// How many plays are drawn in one guess where those are not all.
const DRAWN: u64 = 60;
/// Prospects this close are the same.
const SAME: f64 = 1e-9;

/// Weighs every order by the odds of what comes of it up to the next question, exact ones where the ways of the dice are not
/// too many to follow, and takes the best.
#[derive(Debug)]
pub struct Greedy {
    rng: StdRng,
}

impl Greedy {
    /// A player that repeats for the same seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Greedy { rng: StdRng::seed_from_u64(seed) }
    }
}

impl<S: System> Player<S> for Greedy {
    fn order(&mut self, known: &Knowledge<S>) -> Result<Value, PlayerError> {
        let side = known.seat().side().ok_or(PlayerError::NoOrder)?;
        let weighed = Weighed::new(known, side, &mut self.rng, None)?;
        let for_side = |look: f64| if side == Side::A { look } else { 1.0 - look };
        let mut best: Option<(f64, S::Order)> = None;
        let mut equals = 0;
        for (way, look) in &weighed.looks {
            let look = for_side(*look);
            match &best {
                Some((most, _)) if look < *most - SAME => {}
                Some((most, _)) if look <= *most + SAME => {
                    // One of equals, each as likely as the others.
                    equals += 1;
                    if number_below(&mut self.rng, equals + 1) == 0 {
                        best = Some((look, way.order));
                    }
                }
                _ => (equals, best) = (0, Some((look, way.order))),
            }
        }
        let (_, order) = best.ok_or(PlayerError::NoOrder)?;
        in_words(known, &weighed.guess, &order)
    }
}

/// An order on offer.
#[derive(Clone, Debug)]
pub(crate) struct Way<S: System> {
    pub order: S::Order,
    /// Whether nothing is chosen before the order: mostly one that ends a question.
    pub is_plain: bool,
}

/// Orders, weighed.
#[derive(Debug)]
pub(crate) struct Weighed<S: System> {
    /// A guess in whose words the orders are.
    pub guess: Guess<S>,
    /// How each order looks for side A, averaged over guesses and dice.
    pub looks: Vec<(Way<S>, f64)>,
}

impl<S: System> Weighed<S> {
    /// Weighs all orders of a side, one after the other, as long as there is time, and at least one. A single one is not
    /// weighed.
    pub fn new(
        known: &Knowledge<S>,
        side: Side,
        rng: &mut impl Rng,
        until: Option<Instant>,
    ) -> Result<Self, PlayerError> {
        let guesses: Vec<Guess<S>> = (0..GUESSES).filter_map(|_| S::sample(known, rng)).collect();
        let guess = guesses.first().ok_or(PlayerError::NoGuess)?.clone();
        let mut ways = ways_of::<S>(known, &guess, side, until);
        if let [_] = ways.as_slice() {
            return Ok(Weighed { guess, looks: ways.into_iter().map(|way| (way, 0.5)).collect() });
        }
        if ways.len() > ORDERS || until.is_some() {
            // Plain orders are not left to chance.
            ways.sort_by_key(|way| !way.is_plain);
            let plain = ways.iter().take_while(|way| way.is_plain).count();
            let from = if plain < ORDERS { plain } else { 0 };
            for n in from..ways.len().min(ORDERS) {
                let other = n + number_below(rng, ways.len() - n);
                ways.swap(n, other);
            }
            ways.truncate(ORDERS);
        }
        let dice = u64::from(rng.random::<u32>()) << 16;
        let in_time = |(n, _): &(usize, Way<S>)| *n == 0 || until.is_none_or(|until| Instant::now() < until);
        let look = |(_, way): (usize, Way<S>)| {
            let look = looks::<S>((known, &guesses), side, &way.order, (WAYS, dice));
            (way, look)
        };
        Ok(Weighed { looks: ways.into_iter().enumerate().take_while(in_time).map(look).collect(), guess })
    }
}

/// All orders on offer, those behind drafts too, plain ones first and those behind most drafts last: not all of them where
/// there are very many, or where time runs out, but at least one. (What can be chosen together, as units that fire as one,
/// doubles with each.)
fn ways_of<S: System>(known: &Knowledge<S>, guess: &Guess<S>, side: Side, until: Option<Instant>) -> Vec<Way<S>> {
    let eyes = || S::eyes(known.setting(), guess.position(), side.seat());
    let (mut orders, mut drafts) = (HashSet::new(), HashSet::new());
    let mut ways = Vec::new();
    let mut open: VecDeque<Option<S::Draft>> = VecDeque::from([None]);
    let mut choices: Vec<Choice<S>> = Vec::new();
    while let Some(draft) = open.pop_front() {
        choices.clear();
        rules::offers::<S>(eyes(), draft.as_ref(), &mut choices);
        for choice in &choices {
            match choice {
                Choice::Order(order) if orders.insert(*order) => {
                    ways.push(Way { order: *order, is_plain: draft.is_none() });
                }
                Choice::Draft(draft) if drafts.len() < DRAFTS && drafts.insert(*draft) => open.push_back(Some(*draft)),
                Choice::Order(_) | Choice::Draft(_) => {}
            }
        }
        if !ways.is_empty() && until.is_some_and(|until| Instant::now() >= until) {
            break;
        }
    }
    ways
}

/// How an order looks for side A, averaged over guesses and dice; of the dice so many ways are followed at most, else plays
/// are drawn from this number on.
fn looks<S: System>(
    (known, guesses): (&Knowledge<S>, &[Guess<S>]),
    side: Side,
    order: &S::Order,
    (limit, dice): (usize, u64),
) -> f64 {
    let setting = known.setting();
    let in_guess = |(n, guess): (u64, &Guess<S>)| {
        let (position, act) = (guess.position(), Some(Act { side, order }));
        let mut ways = outlook::<S>(setting, position, act, &[], limit);
        if !ways.is_settled() {
            // The same dice for all orders, others for each guess.
            let from = dice + n * DRAWN;
            ways = drawn::<S>(setting, position, act, &[], None, from..from + DRAWN);
        }
        ways.mean(|position| worth::<S>(setting, position)).unwrap_or(0.5)
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

    /// An order whose dice have too many ways to follow looks as it would if all were followed, but for chance.
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
            for Way { order, .. } in ways_of::<Tide>(&known, &guesses[0], side, None) {
                let look = |limit| looks::<Tide>((&known, &guesses), side, &order, (limit, 7));
                let (followed, drawn) = (look(100_000), look(0));
                assert!((followed - drawn).abs() < 0.02, "{order:?}: {followed}, drawn {drawn}");
                rolled += usize::from(followed != drawn);
            }
        }
        assert!(rolled > 20, "{rolled} orders rolled dice");
    }

    /// Units that fire as one can be chosen in a number of ways that doubles with each: not all are looked at.
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
            let all = ways_of::<Asl>(&known, &guess, side, None);
            let plain = all.iter().find(|way| way.is_plain).expect("what ends the question is always found");
            most = most.max(all.len());
            // However little time there is, something is found.
            assert!(!ways_of::<Asl>(&known, &guess, side, Some(Instant::now())).is_empty());
            let ending = plain.order;
            game.referee.submit(side, ending, None).unwrap();
        }
        assert!(most > 500, "there were only {most} orders");
        assert!(most < 10 * DRAFTS, "{most} orders were looked at");
    }
}
