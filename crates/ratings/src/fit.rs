//! Ratings with their intervals.

use serde::Serialize;

use crate::matrix::dot;
use crate::model::{Best, Condition, Model};
use crate::{ELO, Record};

/// Values of the spread that are weighed, in log-odds.
const SPREADS: [f64; 8] = [0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1.1, 1.6];

/// Scale of the spread before any game (half-normal), in log-odds.
const SPREAD_PRIOR: f64 = 1.0;

/// The 97.5% quantile of the normal distribution. Its square is the 95% quantile of chi-squared with one degree.
const Z: f64 = 1.959_964;

/// Most steps in the search for one end of an interval.
const STEPS: usize = 40;

/// A value with its 95% interval, in points of the Elo scale.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// Best value.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Returns the distance between both ends.
    #[must_use]
    pub fn width(self) -> f64 {
        self.high - self.low
    }
}

/// The parameters of the model that explain the games of a record best.
pub struct Fit {
    pub(crate) model: Model,
    pub(crate) best: Best,
    spread: f64,
}

impl Fit {
    /// Returns the ratings of these games.
    #[must_use]
    pub fn of(record: &Record) -> Self {
        let mut from = Vec::new();
        let mut weighed = Vec::with_capacity(SPREADS.len());
        for spread in SPREADS {
            let model = Model::new(record, spread);
            from.resize(model.shape.size(), 0.0);
            let best = model.best(&from, None);
            let before = -0.5 * (spread / SPREAD_PRIOR) * (spread / SPREAD_PRIOR);
            weighed.push((spread, model.ln_evidence(&best) + before));
            from = best.parameters;
        }
        // The values are not equally far apart: each stands for those around it.
        let reach = |place: usize| {
            let [before, after] = [place.saturating_sub(1), (place + 1).min(SPREADS.len() - 1)].map(|at| SPREADS[at]);
            after - before
        };
        let top = weighed.iter().map(|(_, evidence)| *evidence).fold(f64::NEG_INFINITY, f64::max);
        let weights = weighed.iter().enumerate().map(|(place, (_, evidence))| reach(place) * libm::exp(evidence - top));
        let weights: Vec<f64> = weights.collect();
        let squares = weighed.iter().zip(&weights).map(|((spread, _), weight)| spread * spread * weight);
        Fit::with_spread(record, ELO * (squares.sum::<f64>() / weights.iter().sum::<f64>()).sqrt())
    }

    /// Returns the ratings of these games, if the strength of a player in a scenario deviates from its general strength
    /// by this standard deviation, in points above 0. This is faster than [`Fit::of`], which estimates it.
    #[must_use]
    pub fn with_spread(record: &Record, spread: f64) -> Self {
        let model = Model::new(record, spread.max(f64::MIN_POSITIVE.sqrt()) / ELO);
        let best = model.best(&vec![0.0; model.shape.size()], None);
        Fit { model, best, spread }
    }

    /// Standard deviation of a player's strength between scenarios, in points.
    #[must_use]
    pub const fn spread(&self) -> f64 {
        self.spread
    }

    /// Returns the rating of a player: its mean strength over all scenarios less that of player 0.
    #[must_use]
    pub fn rating(&self, player: usize) -> Interval {
        self.difference(player, 0)
    }

    /// Returns the mean strength of a player over all scenarios less that of another.
    #[must_use]
    pub fn difference(&self, player: usize, other: usize) -> Interval {
        if player == other {
            return Interval { value: 0.0, low: 0.0, high: 0.0 };
        }
        self.interval(&self.model.shape.difference(player, other))
    }

    /// Returns the mean strength of a player less that of another without an interval, which takes longer.
    #[must_use]
    pub fn value(&self, player: usize, other: usize) -> f64 {
        ELO * dot(&self.model.shape.difference(player, other), &self.best.parameters)
    }

    /// Returns the advantage of the first side in a scenario, between equal players.
    #[must_use]
    pub fn side(&self, scenario: usize) -> Interval {
        let mut weights = vec![0.0; self.model.shape.size()];
        weights[self.model.shape.side(scenario)] = 1.0;
        self.interval(&weights)
    }

    /// Returns the interval of a weighted sum of parameters.
    fn interval(&self, weights: &[f64]) -> Interval {
        let value = dot(weights, &self.best.parameters);
        let error = dot(weights, &self.best.information.solve(weights)).sqrt();
        let [low, high] = [-1.0, 1.0].map(|sign| self.end(weights, value, sign * Z * error));
        Interval { value: ELO * value, low: ELO * low, high: ELO * high }
    }

    /// Returns the end of an interval that begins at `value`: where the games are explained so much worse that the signed
    /// root of the likelihood ratio is `Z`. `step` is the first guess of its distance.
    fn end(&self, weights: &[f64], value: f64, step: f64) -> f64 {
        let (mut at, mut from) = (step, self.best.parameters.clone());
        for _ in 0..STEPS {
            let condition = Condition { weights, value: value + at };
            let best = self.model.best(&from, Some(&condition));
            let root = (2.0 * (self.best.fit - best.fit).max(0.0)).sqrt();
            from = best.parameters;
            // The root grows with the distance, at most in proportion: from above and below this comes to the end.
            let times = Z / root.max(Z / 8.0);
            at *= times;
            if (times - 1.0).abs() < 1e-4 {
                break;
            }
        }
        value + at
    }
}
