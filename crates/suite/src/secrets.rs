//! Secrecy: two positions that a seat can't tell apart stay indistinguishable to it, whatever is played. After a
//! disclosure the two are made to agree on that alone, and play continues.

use std::collections::BTreeMap;
use std::fmt;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use referee::playout::Playout;
use referee::{Act, Item, Referee, discloses};
use rules::{Seat, Side};

use crate::entering::Dice;
use crate::{Game, SystemUnderTest, explore};
use outside::Look;
use pair::{Pair, Went};

mod length;
mod outside;
mod pair;

pub use length::{nothing_leaks_at_length, secrets_at_length};

/// A difference by which a seat can tell two positions apart.
#[derive(Clone, Debug)]
pub struct Leak {
    /// The seat that can tell.
    pub seat: Seat,
    /// Channel of the difference, and its content in both positions.
    pub what: String,
    /// Differing parts of the two positions.
    pub truths: [Vec<String>; 2],
}

/// Amounts of comparisons in a run.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    /// Pairs of positions started.
    pub pairs: u64,
    /// Moments at which every channel examined was the same in both.
    pub moments: u64,
    /// Moments at which both were made to agree on a disclosure, and play continued.
    pub disclosures: u64,
    /// Pairs that ended at a disclosure because nothing else was secret.
    pub settled: u64,
    /// Pairs that ended at a disclosure because the order was illegal in every other position tried.
    pub refused: u64,
    /// Moments at which every channel was examined; at the others the view, the log and one offer were.
    pub whole: u64,
    /// Number of moments at which each kind of secret differed.
    pub varied: BTreeMap<&'static str, u64>,
}

impl Compared {
    fn add(&mut self, other: &Compared) {
        self.pairs += other.pairs;
        self.moments += other.moments;
        self.disclosures += other.disclosures;
        self.settled += other.settled;
        self.refused += other.refused;
        self.whole += other.whole;
        for (kind, moments) in &other.varied {
            *self.varied.entry(kind).or_default() += moments;
        }
    }

    fn vary(&mut self, kind: &'static str) {
        *self.varied.entry(kind).or_default() += 1;
    }

    /// Lists shortages: kinds of secrets that differed too seldom for `runs` short runs, and disclosures after which
    /// too few pairs continued.
    fn too_few<S: SystemUnderTest>(&self, runs: f64) -> Vec<String> {
        let differed = |kind| self.varied.get(kind).copied().unwrap_or(0);
        let least = S::SECRETS.iter().map(|(kind, least)| (kind, ((*least as f64 * runs) as u64).max(1)));
        let few = least.filter(|(kind, least)| differed(**kind) < *least);
        let mut few: Vec<String> = few.map(|(kind, least)| format!("{kind}: {} of {least}", differed(kind))).collect();
        if self.refused as f64 > self.disclosures as f64 * MOST_REFUSED {
            few.push(format!(
                "{} of {} disclosures after which no position allows the order",
                self.refused, self.disclosures
            ));
        }
        few
    }
}

impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Compared { pairs, moments, whole, disclosures, settled, refused, .. } = self;
        write!(f, "{pairs} pairs, {moments} moments ({whole} in every channel), {disclosures} disclosures")?;
        write!(f, " (nothing else secret {settled}, order refused {refused})")?;
        self.varied.iter().try_for_each(|(kind, moments)| write!(f, "; {kind} {moments}"))
    }
}

/// Number of orders played with a pair.
const LONG: usize = 30;

/// Highest share of disclosures that may end a pair because no other position allows the order.
const MOST_REFUSED: f64 = 0.25;

/// The most games for each thousand moments asked for: nothing may be hidden from some seats.
const GAMES: u64 = 100;

/// Plays pairs of positions that a seat may not tell apart until `moments` moments were compared. Returns the first
/// leak, and the amounts compared. All sources of dice are used in turn.
#[must_use]
pub fn find_leak<S: SystemUnderTest>(moments: u64) -> (Option<Leak>, Compared) {
    find_leak_with::<S>(&Dice::ALL, moments)
}

/// Works as [`find_leak`], with only these sources of dice in turn.
#[must_use]
pub fn find_leak_with<S: SystemUnderTest>(dice: &[Dice], moments: u64) -> (Option<Leak>, Compared) {
    let mut compared = Compared::default();
    let scenarios = S::secret_scenarios();
    let mut rng = StdRng::seed_from_u64(moments);
    for (seed, scenario) in (0..GAMES * moments.div_ceil(1000)).zip(scenarios.iter().cycle()) {
        // Every scenario is combined with every source of dice.
        let turn = seed as usize + seed as usize / scenarios.len();
        let mut game = Game::<S>::with(dice[turn % dice.len()], scenario, seed);
        // Starts at early and late moments.
        while game.referee.outcome().is_none() {
            if compared.moments >= moments {
                return (None, compared);
            }
            let orders = 1 << rng.random_range(0..4);
            game.play(orders);
            let seat = Seat::ALL[rng.random_range(0..Seat::ALL.len())];
            let on = if rng.random_ratio(1, 4) { LONG } else { 4 };
            if let Some(leak) = play_pair(&game, seat, on, 4, &mut rng, &mut compared) {
                return (Some(leak), compared);
            }
        }
    }
    (None, compared)
}

/// Starts a pair and plays `orders` orders with it. Every `whole`th moment is compared in every channel, none if 0.
fn play_pair<S: SystemUnderTest>(
    game: &Game<S>,
    seat: Seat,
    orders: usize,
    whole: u64,
    rng: &mut StdRng,
    compared: &mut Compared,
) -> Option<Leak> {
    let mut playout = Playout::new(rng.random());
    let fork = if whole == 0 { Referee::fork_from_here } else { Referee::fork };
    let mut pair = match Pair::begin(&game.referee, seat, fork, rng) {
        Ok(pair) => pair?,
        Err(leak) => return Some(leak),
    };
    compared.pairs += 1;
    for number in 0..=orders {
        let moment: u64 = rng.random();
        let look = if whole > 0 && moment.is_multiple_of(whole) { Look::Whole } else { Look::Glance };
        if let Err(leak) = pair.compare(look, moment, compared) {
            return Some(leak);
        }
        compared.whole += u64::from(look == Look::Whole);
        if number == orders {
            break;
        }
        match pair.play(rng, &mut playout, compared) {
            Went::On => {}
            Went::Out => break,
            Went::Leaked(leak) => return Some(leak),
        }
    }
    None
}

/// Checks that seats can tell two positions apart only by disclosures, and that every kind of secret was tried.
pub fn nothing_leaks<S: SystemUnderTest>() {
    let (leak, compared) = find_leak::<S>(S::MOMENTS);
    println!("{}: {compared}", S::NAME);
    assert!(leak.is_none(), "{leak:#?}");
    let too_few = compared.too_few::<S>(1.0);
    assert!(too_few.is_empty(), "too few moments in which a secret differed: {too_few:?} ({compared})");
}

/// Checks that a piece of the other side comes into sight only by an item whose clause is on the rulebook's list.
pub fn disclosures_are_listed<S: SystemUnderTest>() {
    explore::<S>(6, 400, |game| {
        let (setting, mut position) = referee::set_up::<S>(&game.referee.header().scenario).expect("it was played");
        let mut before = Vec::new();
        let sees = |position: &S::Position| {
            Side::BOTH.map(|side| {
                let eyes = S::eyes(&setting, position, side.seat());
                (0..S::pieces(position) as u16).map(|id| S::sees(eyes, rules::Piece(id))).collect::<Vec<_>>()
            })
        };
        for entry in game.referee.entries() {
            before.push(position.clone());
            if let Act::Undo { entry, .. } = entry.act {
                position = before[entry].clone();
            }
            for item in &entry.items {
                let seen = sees(&position);
                item.apply(&setting, &mut position);
                let came_up = sees(&position)
                    .iter()
                    .zip(&seen)
                    .any(|(now, then)| now.iter().zip(then).any(|(now, then)| *now && !*then));
                if let (true, Item::Change { clause, .. }) = (came_up, item) {
                    assert!(
                        discloses::<S>(clause),
                        "{clause} shows a piece and is on no list of disclosures: {item:?}"
                    );
                }
            }
        }
    });
}
