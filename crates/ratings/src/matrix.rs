//! Symmetric positive definite matrices.

/// A lower triangular factor `L` of a matrix `L Lᵀ` (Cholesky).
pub struct Factor {
    size: usize,
    /// The lower triangle, row by row.
    rows: Vec<f64>,
}

/// The place of an entry in the lower triangle.
pub const fn place(row: usize, column: usize) -> usize {
    if row >= column { row * (row + 1) / 2 + column } else { column * (column + 1) / 2 + row }
}

impl Factor {
    /// Factors a matrix, given by its lower triangle. Its smallest eigenvalue must be well above 0: here the prior makes
    /// it so.
    pub fn of(size: usize, mut rows: Vec<f64>) -> Self {
        for row in 0..size {
            for column in 0..=row {
                let (a, b) = (place(row, 0), place(column, 0));
                let done: f64 = (0..column).map(|inner| rows[a + inner] * rows[b + inner]).sum();
                let left = rows[a + column] - done;
                rows[a + column] =
                    if row == column { left.max(f64::MIN_POSITIVE).sqrt() } else { left / rows[b + column] };
            }
        }
        Factor { size, rows }
    }

    /// Returns the solution `x` of `L Lᵀ x = right`.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut x = right.to_vec();
        for row in 0..self.size {
            let known: f64 = (0..row).map(|column| self.rows[place(row, column)] * x[column]).sum();
            x[row] = (x[row] - known) / self.rows[place(row, row)];
        }
        for row in (0..self.size).rev() {
            let known: f64 = (row + 1..self.size).map(|below| self.rows[place(below, row)] * x[below]).sum();
            x[row] = (x[row] - known) / self.rows[place(row, row)];
        }
        x
    }

    /// Returns the natural logarithm of the matrix's determinant.
    pub fn ln_determinant(&self) -> f64 {
        2.0 * (0..self.size).map(|row| libm::log(self.rows[place(row, row)])).sum::<f64>()
    }
}

pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_is_solved() {
        // [4 2 0; 2 5 1; 0 1 3], determinant 4*(15-1) - 2*(6-0) = 44.
        let factor = Factor::of(3, vec![4.0, 2.0, 5.0, 0.0, 1.0, 3.0]);
        assert!((factor.ln_determinant() - libm::log(44.0)).abs() < 1e-12);
        // Of x = (1, -2, 3) the right side is (0, -5, 7).
        let x = factor.solve(&[0.0, -5.0, 7.0]);
        assert!(x.iter().zip([1.0, -2.0, 3.0]).all(|(x, known)| (x - known).abs() < 1e-12), "{x:?}");
    }
}
