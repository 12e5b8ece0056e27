//! Upper bounds of the length of a game, for programs that need them before the first order.

/// Upper bounds of the length of any game of one scenario. They follow from the rules and the setting, not from games
/// that were played.
///
/// Free orders ([`GameBook::FREE`](crate::GameBook::FREE)) are not counted: a side can repeat them without end. A program
/// that needs a finite game limits them itself: after some free orders in one question, it offers no further ones.
/// [`LengthBound::with_free`] is the bound for that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthBound {
    /// Most orders of both sides together, without free orders.
    pub orders: u64,
    /// Most six-sided dice rolled.
    pub dice: u64,
    /// Most questions with free orders. A question that is put to both sides at once counts as two.
    pub free_questions: u64,
    /// Whether no dice can make a game longer. If false, the rules let a lucky roll give another action without end,
    /// and a game is longer with a probability below 2^-64, however it is played.
    pub certain: bool,
}

impl LengthBound {
    /// Returns the most orders of both sides together, if each side gives at most `limit` free orders in a question.
    #[must_use]
    pub const fn with_free(self, limit: u64) -> u64 {
        self.orders.saturating_add(self.free_questions.saturating_mul(limit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_orders_are_limited_by_question() {
        let bound = LengthBound { orders: 10, dice: 0, free_questions: 3, certain: true };
        assert_eq!((bound.with_free(0), bound.with_free(20)), (10, 70));
        assert_eq!(LengthBound { orders: u64::MAX, ..bound }.with_free(1), u64::MAX);
    }
}
