//! Nothing leaks: two positions that a seat cannot tell apart stay indistinguishable to it, whatever is played. Where
//! something is disclosed, the two are made to agree on that alone, and play goes on.

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

/// Where a seat could tell two positions apart.
#[derive(Clone, Debug)]
pub struct Leak {
    /// The seat that noticed.
    pub seat: Seat,
    /// By which channel, and what it saw in either position.
    pub what: String,
    /// The parts in which the two positions differ.
    pub truths: [Vec<String>; 2],
}

/// How much was compared.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    /// Pairs of positions begun.
    pub pairs: u64,
    /// Moments at which every channel looked at was the same in both.
    pub moments: u64,
    /// Moments at which both were made to agree on something disclosed, and went on.
    pub disclosures: u64,
    /// Pairs that ended there since nothing else was secret.
    pub settled: u64,
    /// Pairs that ended there since the other side could not have given its order in any position that was tried.
    pub refused: u64,
    /// Moments at which every channel was looked at; at the others the view, the transcript and one offer were.
    pub whole: u64,
    /// In how many moments each kind of secret differed.
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

    /// What was compared too seldom: kinds of secret that differed in fewer moments than they must in `runs` short runs, and
    /// disclosures after which too few pairs could be played on.
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

/// How many orders a pair is played on for.
const LONG: usize = 30;

/// After at most so many of the disclosures a pair may end since no other position lets the other side give its order.
const MOST_REFUSED: f64 = 0.25;

/// At most so many games for each thousand moments asked for: some seat may have nothing hidden from it.
const GAMES: u64 = 100;

/// Plays pairs of positions that a seat may not tell apart until so many moments were compared, and returns the first way it
/// can; and how much was compared. Whoever can roll the dice, does so by turns.
#[must_use]
pub fn find_leak<S: SystemUnderTest>(moments: u64) -> (Option<Leak>, Compared) {
    find_leak_with::<S>(&Dice::ALL, moments)
}

/// [`find_leak`] in games with these dice only, by turns.
#[must_use]
pub fn find_leak_with<S: SystemUnderTest>(dice: &[Dice], moments: u64) -> (Option<Leak>, Compared) {
    let mut compared = Compared::default();
    let scenarios = S::secret_scenarios();
    let mut rng = StdRng::seed_from_u64(moments);
    for (seed, scenario) in (0..GAMES * moments.div_ceil(1000)).zip(scenarios.iter().cycle()) {
        // Each scenario with each kind of dice in turn.
        let turn = seed as usize + seed as usize / scenarios.len();
        let mut game = Game::<S>::with(dice[turn % dice.len()], scenario, seed);
        // Early and late moments alike.
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

/// Begins a pair and plays it on for so many orders; every `whole`th moment is looked at in every channel, none if 0.
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

/// No seat can tell two positions apart but by what is disclosed, and every kind of secret has been tried.
pub fn nothing_leaks<S: SystemUnderTest>() {
    let (leak, compared) = find_leak::<S>(S::MOMENTS);
    println!("{}: {compared}", S::NAME);
    assert!(leak.is_none(), "{leak:#?}");
    let too_few = compared.too_few::<S>(1.0);
    assert!(too_few.is_empty(), "too few moments in which a secret differed: {too_few:?} ({compared})");
}

/// A piece of the other side comes into sight only by an item whose clause is on the rulebook's list.
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
