//! The answers to orders that have a client's id.

use std::collections::HashMap;

use rules::Side;

use super::weight::A_TEXT;
use crate::Ack;

/// Orders with a client's id, as text in the side's own names, and their answers.
#[derive(Clone, Debug, Default)]
pub struct Answered {
    by_id: HashMap<(Side, String), (String, Ack)>,
    bytes: usize,
}

impl Answered {
    /// Returns the order with this id and its answer.
    pub fn get(&self, side: Side, id: &str) -> Option<&(String, Ack)> {
        self.by_id.get(&(side, id.to_owned()))
    }

    /// Notes an answer. An id has only one.
    pub fn insert(&mut self, side: Side, id: String, words: String, ack: Ack) {
        let weight = |words: &str| words.len() + 4 * A_TEXT;
        self.bytes += weight(&words);
        if let Some((replaced, _)) = self.by_id.insert((side, id), (words, ack)) {
            self.bytes -= weight(&replaced);
        }
    }

    /// Returns the estimated bytes of all answers.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}
