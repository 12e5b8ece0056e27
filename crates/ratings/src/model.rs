//! The chances of games by the model, and the parameters that explain the games best.

use crate::matrix::{Factor, dot, place};
use crate::record::{Cell, Record};
use crate::{SIDE_PRIOR, STRENGTH_PRIOR};

/// Most steps of a maximization. Newton's method needs about six.
const STEPS: usize = 60;

/// The parameters that the log-odds of a game are the sum of, each with its sign.
pub type Terms = [(usize, f64); 5];

/// The games of a cell.
struct Games {
    terms: Terms,
    number: f64,
    /// Number of games that the first side won, and half the number of drawn ones.
    score: f64,
}

/// The parameters, in this order: the strength of each player, the advantage of each scenario's first side, and the
/// deviation of each player in each scenario. All are in log-odds.
#[derive(Clone, Copy)]
pub struct Shape {
    pub players: usize,
    pub scenarios: usize,
}

impl Shape {
    pub const fn size(self) -> usize {
        self.players + self.scenarios + self.players * self.scenarios
    }

    pub const fn side(self, scenario: usize) -> usize {
        self.players + scenario
    }

    const fn deviation(self, player: usize, scenario: usize) -> usize {
        self.players + self.scenarios + player * self.scenarios + scenario
    }

    pub const fn terms(self, cell: Cell) -> Terms {
        let Cell { scenario, first, second } = cell;
        [
            (first, 1.0),
            (second, -1.0),
            (self.side(scenario), 1.0),
            (self.deviation(first, scenario), 1.0),
            (self.deviation(second, scenario), -1.0),
        ]
    }

    /// The mean strength of one player over all scenarios less that of another, as weights of the parameters.
    pub fn difference(self, player: usize, other: usize) -> Vec<f64> {
        let mut weights = vec![0.0; self.size()];
        for (player, sign) in [(player, 1.0), (other, -1.0)] {
            weights[player] += sign;
            for scenario in 0..self.scenarios {
                weights[self.deviation(player, scenario)] += sign / self.scenarios as f64;
            }
        }
        weights
    }
}

/// Returns the logistic function of log-odds: a chance.
pub fn chance(log_odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-log_odds))
}

/// Returns the logarithm of a chance, without overflow.
fn ln_chance(log_odds: f64) -> f64 {
    if log_odds > 0.0 { -libm::log1p(libm::exp(-log_odds)) } else { log_odds - libm::log1p(libm::exp(log_odds)) }
}

/// The games with the prior.
pub struct Model {
    pub shape: Shape,
    games: Vec<Games>,
    /// Variance of each parameter before any game.
    prior: Vec<f64>,
}

/// A condition on the parameters: the sum of the weighted parameters is `value`.
pub struct Condition<'a> {
    pub weights: &'a [f64],
    pub value: f64,
}

/// The best parameters.
pub struct Best {
    pub parameters: Vec<f64>,
    /// Logarithm of the likelihood and the prior.
    pub fit: f64,
    /// The observed information, factored.
    pub information: Factor,
}

impl Model {
    /// `spread` is the standard deviation of a player's deviations in scenarios, in log-odds.
    pub fn new(record: &Record, spread: f64) -> Self {
        let shape = Shape { players: record.players(), scenarios: record.scenarios() };
        let mut prior = vec![STRENGTH_PRIOR * STRENGTH_PRIOR; shape.players];
        prior.resize(shape.players + shape.scenarios, SIDE_PRIOR * SIDE_PRIOR);
        prior.resize(shape.size(), spread * spread);
        let games = record.cells().map(|(cell, tally)| Games {
            terms: shape.terms(cell),
            number: tally.games() as f64,
            score: tally.score(),
        });
        Model { shape, games: games.collect(), prior }
    }

    fn fit(&self, x: &[f64]) -> f64 {
        let games = self.games.iter().map(|Games { terms, number, score }| {
            let odds = log_odds(terms, x);
            score * ln_chance(odds) + (number - score) * ln_chance(-odds)
        });
        games.sum::<f64>() - 0.5 * x.iter().zip(&self.prior).map(|(x, variance)| x * x / variance).sum::<f64>()
    }

    fn gradient(&self, x: &[f64]) -> Vec<f64> {
        let mut gradient: Vec<f64> = x.iter().zip(&self.prior).map(|(x, variance)| -x / variance).collect();
        for Games { terms, number, score } in &self.games {
            let missed = score - number * chance(log_odds(terms, x));
            for (parameter, sign) in terms {
                gradient[*parameter] += sign * missed;
            }
        }
        gradient
    }

    /// Returns the lower triangle of the observed information.
    pub fn information(&self, x: &[f64]) -> Vec<f64> {
        let mut rows = vec![0.0; place(self.shape.size(), 0)];
        for (parameter, variance) in self.prior.iter().enumerate() {
            rows[place(parameter, parameter)] = 1.0 / variance;
        }
        for Games { terms, number, .. } in &self.games {
            let chance = chance(log_odds(terms, x));
            add_information(&mut rows, terms, number * chance * (1.0 - chance));
        }
        rows
    }

    /// Returns the parameters that explain the games best, from a first guess. All are concave, so there is one best.
    pub fn best(&self, from: &[f64], condition: Option<&Condition<'_>>) -> Best {
        let size = self.shape.size();
        let mut x = from.to_vec();
        let mut information = Factor::of(size, self.information(&x));
        if let Some(Condition { weights, value }) = condition {
            let along = information.solve(weights);
            let step = (value - dot(weights, &x)) / dot(weights, &along);
            add(&mut x, step, &along);
            information = Factor::of(size, self.information(&x));
        }
        let mut fit = self.fit(&x);
        for _ in 0..STEPS {
            let gradient = self.gradient(&x);
            let mut step = information.solve(&gradient);
            if let Some(Condition { weights, .. }) = condition {
                let along = information.solve(weights);
                let off = -dot(weights, &step) / dot(weights, &along);
                add(&mut step, off, &along);
            }
            let hoped = dot(&gradient, &step);
            if hoped < 1e-9 {
                break;
            }
            // Far from the best, a whole step may be too long.
            let mut share = 1.0;
            let next = loop {
                let mut next = x.clone();
                add(&mut next, share, &step);
                if self.fit(&next) >= fit + 1e-4 * share * hoped || share < 1e-6 {
                    break next;
                }
                share *= 0.5;
            };
            x = next;
            fit = self.fit(&x);
            information = Factor::of(size, self.information(&x));
        }
        Best { parameters: x, fit, information }
    }

    /// Returns the logarithm of the evidence for the prior, up to a constant. It is the likelihood of the games,
    /// integrated over all parameters (Laplace's approximation).
    pub fn ln_evidence(&self, best: &Best) -> f64 {
        best.fit
            - 0.5 * self.prior.iter().map(|variance| libm::log(*variance)).sum::<f64>()
            - 0.5 * best.information.ln_determinant()
    }
}

fn log_odds(terms: &Terms, x: &[f64]) -> f64 {
    terms.iter().map(|(parameter, sign)| sign * x[*parameter]).sum()
}

/// Adds the information of games with these terms, of a weight in all, to a lower triangle.
pub fn add_information(rows: &mut [f64], terms: &Terms, weight: f64) {
    for (row, a) in terms {
        for (column, b) in terms.iter().filter(|(column, _)| column <= row) {
            rows[place(*row, *column)] += weight * a * b;
        }
    }
}

fn add(x: &mut [f64], times: f64, step: &[f64]) {
    for (x, step) in x.iter_mut().zip(step) {
        *x += times * step;
    }
}
