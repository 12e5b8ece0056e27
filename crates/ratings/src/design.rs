//! How much a further game would tell.

use crate::matrix::{Factor, dot};
use crate::model::{add_information, chance};
use crate::record::Cell;
use crate::{ELO, Fit};

/// The uncertainty of a fit, with which further games can be compared before they are played.
pub struct Design<'a> {
    fit: &'a Fit,
    information: Factor,
}

impl<'a> Design<'a> {
    /// Returns the uncertainty of a fit. `pending` are games that are in play, with their number: they are expected to
    /// tell what such games tell, however they end.
    #[must_use]
    pub fn new(fit: &'a Fit, pending: impl IntoIterator<Item = (Cell, f64)>) -> Self {
        let (shape, parameters) = (fit.model.shape, &fit.best.parameters);
        let mut rows = fit.model.information(parameters);
        for (cell, games) in pending {
            let terms = shape.terms(cell);
            add_information(&mut rows, &terms, games * weight(fit, cell));
        }
        Design { fit, information: Factor::of(shape.size(), rows) }
    }

    /// Returns the standard error of the difference between two players, in points.
    #[must_use]
    pub fn error(&self, player: usize, other: usize) -> f64 {
        let weights = self.fit.model.shape.difference(player, other);
        ELO * dot(&weights, &self.information.solve(&weights)).sqrt()
    }

    /// Returns by how much the variance of the difference between two players falls for each cell, if a pair of games is
    /// played there: one, and one with the sides exchanged. In square points.
    #[must_use]
    pub fn gains(&self, player: usize, other: usize, cells: &[Cell]) -> Vec<f64> {
        let shape = self.fit.model.shape;
        let along = self.information.solve(&shape.difference(player, other));
        let gain = |cell: &Cell| {
            let both = [*cell, cell.exchanged()];
            let terms = both.map(|cell| shape.terms(cell));
            let [a, b] = both.map(|cell| 1.0 / weight(self.fit, cell).max(1e-12));
            let row = terms.map(|terms| {
                let mut row = vec![0.0; shape.size()];
                for (parameter, sign) in terms {
                    row[parameter] += sign;
                }
                row
            });
            let solved = row.each_ref().map(|row| self.information.solve(row));
            let [u, v] = row.each_ref().map(|row| dot(row, &along));
            // The inverse of a matrix of two rows: the noise of both games and what is known of them.
            let (aa, bb) = (a + dot(&row[0], &solved[0]), b + dot(&row[1], &solved[1]));
            let ab = dot(&row[0], &solved[1]);
            ELO * ELO * (bb * u * u - 2.0 * ab * u * v + aa * v * v) / (aa * bb - ab * ab)
        };
        cells.iter().map(gain).collect()
    }
}

/// The expected information of one game of a cell about its log-odds, at most 1/4.
fn weight(fit: &Fit, cell: Cell) -> f64 {
    let terms = fit.model.shape.terms(cell);
    let chance = chance(terms.iter().map(|(parameter, sign)| sign * fit.best.parameters[*parameter]).sum());
    chance * (1.0 - chance)
}
