//! Lists and maps that know the bytes of their content, so that the size of a game is a sum of few numbers.

use std::ops::Deref;

/// Something whose memory is estimated.
pub(crate) trait Weight {
    /// Returns the estimated bytes that it takes in memory.
    fn weight(&self) -> usize;
}

/// A list that only grows.
#[derive(Clone, Debug)]
pub(crate) struct Weighed<T> {
    list: Vec<T>,
    bytes: usize,
}

impl<T> Default for Weighed<T> {
    fn default() -> Self {
        Weighed { list: Vec::new(), bytes: 0 }
    }
}

impl<T: Weight> Weighed<T> {
    pub(crate) fn push(&mut self, one: T) {
        self.bytes += one.weight();
        self.list.push(one);
    }
}

impl<T> Weighed<T> {
    /// Returns the sum of all weights.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}

impl<T> Deref for Weighed<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.list
    }
}

impl<T: Weight> FromIterator<T> for Weighed<T> {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Self {
        let list = Vec::from_iter(all);
        Weighed { bytes: list.iter().map(T::weight).sum(), list }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_the_sum_of_what_was_added() {
        let mut lines: Weighed<String> = ["a", "bcd"].map(str::to_owned).into_iter().collect();
        lines.push("x".repeat(1000));
        assert_eq!(lines.bytes(), lines.iter().map(String::weight).sum::<usize>());
        assert!(lines.bytes() > 1000 && lines.len() == 3);
        assert_eq!(Weighed::<String>::default().bytes(), 0);
    }
}
