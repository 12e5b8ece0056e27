//! Simulated tournaments with known strengths: how often an interval contains the truth.
#![allow(clippy::panic, clippy::unwrap_used)]

use ratings::{Cell, Design, ELO, Fit, Record, Score};

/// Random numbers (SplitMix64).
struct Chance(u64);

impl Chance {
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A normal number, as the sum of twelve uniform ones.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.share()).sum::<f64>() - 6.0
    }
}

/// A tournament whose strengths are known, in log-odds.
struct World {
    /// The strength of each player in each scenario.
    strengths: Vec<Vec<f64>>,
    sides: Vec<f64>,
    /// Share of games that are drawn, whatever the players.
    draws: f64,
}

impl World {
    fn new(chance: &mut Chance, general: &[f64], scenarios: usize, spread: f64, draws: f64) -> Self {
        let mut strength = |general: &f64| (0..scenarios).map(|_| general + spread * chance.normal()).collect();
        let strengths = general.iter().map(&mut strength).collect();
        World { strengths, sides: (0..scenarios).map(|_| chance.normal()).collect(), draws }
    }

    fn play(&self, chance: &mut Chance, cell: Cell) -> Score {
        let Cell { scenario, first, second } = cell;
        let odds = self.strengths[first][scenario] - self.strengths[second][scenario] + self.sides[scenario];
        if chance.share() < self.draws {
            Score::Drawn
        } else if chance.share() < 1.0 / (1.0 + libm::exp(-odds)) {
            Score::Won
        } else {
            Score::Lost
        }
    }

    /// The true rating of a player.
    fn rating(&self, player: usize) -> f64 {
        let mean = |player: usize| self.strengths[player].iter().sum::<f64>() / self.sides.len() as f64;
        ELO * (mean(player) - mean(0))
    }
}

fn cells(players: usize, scenarios: usize) -> Vec<Cell> {
    let of = |scenario| (0..players).flat_map(move |first| (0..players).map(move |second| (scenario, first, second)));
    let all = (0..scenarios).flat_map(of).filter(|(_, first, second)| first != second);
    all.map(|(scenario, first, second)| Cell { scenario, first, second }).collect()
}

/// Returns the share of ratings whose interval contains the truth, and the mean error in points.
fn covered(
    tournaments: u64,
    make: impl Fn(&mut Chance) -> World,
    play: impl Fn(&World, &mut Chance) -> Record,
) -> (f64, f64) {
    let (mut inside, mut all, mut error) = (0, 0, 0.0);
    for tournament in 0..tournaments {
        let mut chance = Chance(tournament.wrapping_mul(0xD134_2543_DE82_EF95));
        let world = make(&mut chance);
        let record = play(&world, &mut chance);
        let fit = Fit::of(&record);
        for player in 1..record.players() {
            let (rating, truth) = (fit.rating(player), world.rating(player));
            inside += u32::from(rating.low <= truth && truth <= rating.high);
            all += 1;
            error += rating.value - truth;
        }
    }
    let (share, error) = (f64::from(inside) / f64::from(all), error / f64::from(all));
    println!("{inside} of {all} ({share:.3}), mean error {error:.1}");
    (share, error)
}

/// Plays each cell this many times.
fn evenly(games: u64) -> impl Fn(&World, &mut Chance) -> Record {
    move |world, chance| {
        let (players, scenarios) = (world.strengths.len(), world.sides.len());
        let mut record = Record::new(players, scenarios);
        for cell in cells(players, scenarios) {
            for _ in 0..games {
                record.add(cell, world.play(chance, cell));
            }
        }
        record
    }
}

const LADDER: [f64; 4] = [0.0, 1.5, 2.2, 2.6];

#[test]
fn intervals_cover_where_players_differ_alike_in_all_scenarios() {
    let (share, error) = covered(250, |chance| World::new(chance, &LADDER, 4, 0.0, 0.0), evenly(10));
    assert!((0.92..=0.99).contains(&share), "{share}");
    assert!(error.abs() < 10.0, "{error}");
}

#[test]
fn intervals_cover_where_scenarios_suit_players_differently() {
    let (share, error) = covered(250, |chance| World::new(chance, &LADDER, 6, 0.6, 0.0), evenly(15));
    assert!((0.93..=0.98).contains(&share), "{share}");
    assert!(error.abs() < 10.0, "{error}");
}

#[test]
fn intervals_cover_with_few_games_and_strong_players() {
    let (share, _) = covered(300, |chance| World::new(chance, &[0.0, 3.0, 4.5], 3, 0.3, 0.0), evenly(4));
    assert!(share >= 0.93, "{share}");
}

/// Draws have less variance than the model assumes, so intervals are wider than they need be, never narrower.
#[test]
fn intervals_cover_with_draws() {
    // Half of the games are drawn, which draws the players together: the truth is that of equal players.
    let (share, error) = covered(200, |chance| World::new(chance, &[0.0; 4], 3, 0.0, 0.5), evenly(10));
    assert!(share >= 0.95, "{share}");
    assert!(error.abs() < 10.0, "{error}");
}

/// Games that are chosen by the results of those before.
#[test]
fn intervals_cover_where_the_next_games_are_chosen_by_those_before() {
    let play = |world: &World, chance: &mut Chance| {
        let (players, scenarios) = (world.strengths.len(), world.sides.len());
        let all: Vec<Cell> = cells(players, scenarios).into_iter().filter(|cell| cell.first < cell.second).collect();
        let mut record = Record::new(players, scenarios);
        for _ in 0..40 {
            let fit = Fit::with_spread(&record, 60.0);
            let design = Design::new(&fit, []);
            let by_width = |a: &usize, b: &usize| design.error(*a, 0).total_cmp(&design.error(*b, 0));
            let widest = (1..players).max_by(by_width).unwrap();
            // Games of strong players cost more.
            let cost = |cell: &Cell| (1 + cell.first) as f64 * (1 + cell.second) as f64;
            let gains = design.gains(widest, 0, &all);
            let rates = all.iter().zip(&gains).map(|(cell, gain)| gain / cost(cell));
            let (best, _) = rates.enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b)).unwrap();
            for cell in [all[best], all[best].exchanged()] {
                for _ in 0..4 {
                    record.add(cell, world.play(chance, cell));
                }
            }
        }
        record
    };
    let (share, error) = covered(150, |chance| World::new(chance, &LADDER, 3, 0.35, 0.0), play);
    assert!((0.92..=0.99).contains(&share), "{share}");
    assert!(error.abs() < 20.0, "{error}");
}
