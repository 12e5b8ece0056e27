//! Games are no longer than the system's bound, however they are played and whatever the dice show.

use std::collections::BTreeMap;

use referee::ledger::ScenarioText;
use rules::{
    BySide, ClassCounts, DiceSource, Effect, EffectObserver, LengthBound, Pool, QuickDice, Side, any_order, resolution,
    side_to_move,
};

use crate::SystemUnderTest;
use crate::shipped::shipped;

/// Number of free orders that a side gives in one question.
const FREE: u64 = 20;
/// Number of orders from which the slow player chooses.
const SAMPLE: usize = 6;
/// Number of tries to find an order that is not free.
const TRIES: usize = 10_000;

/// A way to choose orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Style {
    /// Any order.
    Random,
    /// An order that rolls no dice and is not passive, if there is one: the more remains to do after it, the better.
    Slow,
}

/// A way to roll dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Luck {
    Fair,
    /// Every die shows this face.
    Always(u8),
}

/// Dice of a tested game.
struct Dice {
    luck: Luck,
    fair: QuickDice,
}

impl DiceSource for Dice {
    fn roll(&mut self, pool: &Pool) -> ClassCounts {
        match self.luck {
            Luck::Fair => self.fair.roll(pool),
            Luck::Always(face) => ClassCounts::of_faces(pool.classes, &vec![face; usize::from(pool.dice)]),
        }
    }

    fn faces(&self) -> &[u8] {
        &[]
    }
}

/// Counts the dice of a game.
#[derive(Default)]
struct DiceCount(u64);

impl<S: rules::GameState> EffectObserver<S> for DiceCount {
    const HEARS: bool = false;

    fn changed(&mut self, _: &S::Setting, _: &S::Position, _: &Effect<S>) {}
    fn reported(&mut self, _: rules::Clause, _: rules::Audience, _: &S::Report) {}
    fn rolled(&mut self, pool: &Pool, _: &[u8]) {
        self.0 += u64::from(pool.dice);
    }
}

/// The length of a game that was played.
#[derive(Clone, Copy, Debug, Default)]
struct Length {
    orders: u64,
    free: u64,
    free_questions: u64,
    dice: u64,
}

impl Length {
    /// Returns whether it is within the bound, and the free orders within their limit.
    fn is_within(self, bound: LengthBound) -> bool {
        self.orders <= bound.orders
            && self.dice <= bound.dice
            && self.free_questions <= bound.free_questions
            && self.orders + self.free <= bound.with_free(FREE)
    }
}

/// Checks that no game is longer than the bound: random games, and games of players who avoid losses and the end of every question.
/// Where the bound holds for all dice, also with dice that always show one face. Prints the longest games.
pub fn games_are_bounded<S: SystemUnderTest>() {
    let games = std::env::var("LENGTH_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(4);
    let rare = S::rare().into_iter().map(|(scenario, _)| scenario);
    let all: Vec<ScenarioText> = shipped::<S>().into_iter().chain(S::scenarios()).chain(rare).collect();
    for scenario in all {
        let (setting, start) = referee::set_up::<S>(&scenario).unwrap_or_else(|problems| panic!("{problems}"));
        let bound = S::length_bound(&setting, &start);
        let loaded = bound.certain.then_some([Luck::Always(1), Luck::Always(6)]);
        let lucks = std::iter::once(Luck::Fair).chain(loaded.into_iter().flatten());
        let mut most: BTreeMap<(Style, Luck), Length> = BTreeMap::new();
        for luck in lucks {
            for style in [Style::Random, Style::Slow] {
                for seed in 0..games {
                    let length = play::<S>(&setting, &start, seed, style, luck, bound);
                    let best = most.entry((style, luck)).or_default();
                    if length.orders > best.orders {
                        *best = length;
                    }
                }
            }
        }
        println!("{} {}: {bound:?}", S::NAME, scenario.name);
        most.iter().for_each(|(way, length)| println!("    {way:?}: {length:?}"));
    }
}

/// Plays a game to its end, and counts. Panics if it is longer than the bound.
fn play<S: SystemUnderTest>(
    setting: &S::Setting,
    start: &S::Position,
    seed: u64,
    style: Style,
    luck: Luck,
    bound: LengthBound,
) -> Length {
    let (mut position, mut length, mut rolled) = (start.clone(), Length::default(), DiceCount::default());
    let (mut dice, mut choices) = (Dice { luck, fair: QuickDice::new(seed) }, QuickDice::new(seed ^ 0x5151));
    // Free orders of each side in its present question.
    let mut free = BySide { a: 0u64, b: 0 };
    resolution::settle::<S>(setting, &mut position, &mut dice, &mut rolled);
    while S::outcome(setting, &position).is_none() {
        let side = side_to_move::<S>(setting, &position, &mut choices).expect("a game that is not over asks a side");
        let order = choose::<S>(setting, &position, side, style, free[side] < FREE, &mut choices);
        if is_free::<S>(&order) {
            length.free += 1;
            length.free_questions += u64::from(free[side] == 0);
            free[side] += 1;
        } else {
            length.orders += 1;
            free[side] = 0;
        }
        let before = rolled.0;
        resolution::resolve::<S>(setting, &mut position, side, &order, &mut dice, &mut rolled);
        length.dice = rolled.0;
        assert!(!is_free::<S>(&order) || before == rolled.0, "{order:?} rolls dice, and is free");
        assert!(length.is_within(bound), "seed {seed}, {style:?}, {luck:?}: {length:?} is more than {bound:?}");
    }
    length
}

/// Returns an order of a side, in this style. `free` is whether it may be a free one.
fn choose<S: SystemUnderTest>(
    setting: &S::Setting,
    position: &S::Position,
    side: Side,
    style: Style,
    free: bool,
    choices: &mut QuickDice,
) -> S::Order {
    let mut buffer = Vec::new();
    let mut any =
        || any_order::<S>(setting, position, side, choices, &mut buffer).expect("a side that is asked has an order");
    let mut all: Vec<S::Order> = Vec::new();
    let wanted = if style == Style::Slow { SAMPLE } else { 1 };
    for _ in 0..TRIES {
        let order = any();
        if free || !is_free::<S>(&order) {
            all.push(order);
        }
        if all.len() == wanted {
            break;
        }
    }
    assert!(!all.is_empty(), "a side has only free orders");
    if style == Style::Random {
        return all[0];
    }
    // No dice, which cost units; no passive order; then the most that remains to do.
    let merit = |order: &S::Order| {
        let (mut after, mut rolled) = (position.clone(), DiceCount::default());
        resolution::resolve::<S>(setting, &mut after, side, order, &mut QuickDice::new(3), &mut rolled);
        let goes_on = S::outcome(setting, &after).is_none();
        let passive = S::PASSIVE.contains(&verb::<S>(order).as_str());
        (goes_on, rolled.0 == 0, !passive, S::agenda(&after).steps().len(), S::awaited(setting, &after)[side])
    };
    all.into_iter().max_by_key(merit).expect("several orders")
}

fn is_free<S: SystemUnderTest>(order: &S::Order) -> bool {
    S::FREE.contains(&verb::<S>(order).as_str())
}

/// Returns the verb of an order as it is written: `hold_fire` for `HoldFire`.
fn verb<S: SystemUnderTest>(order: &S::Order) -> String {
    let name = format!("{order:?}");
    let name = name.split_whitespace().next().unwrap_or_default();
    let mut verb = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !verb.is_empty() {
            verb.push('_');
        }
        verb.extend(letter.to_lowercase());
    }
    verb
}
