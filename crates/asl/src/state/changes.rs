//! A count of the changes to pieces, for what follows from them alone.

/// How often pieces have changed, modulo 2³². What follows from pieces alone need not be looked up again while the number
/// is the same. It says nothing else, and two lists may be equal without it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Changes {
    /// Changes to where pieces are, what they are and what covers or holds them, and to the markers that decide what they
    /// can do where they are.
    pub any: u32,
    /// The changes among them that can decide who Controls an objective: to pieces that may be at an objective, and to what
    /// a side may have hidden.
    pub claims: u32,
}

impl Changes {
    /// Counts a change.
    #[inline]
    pub(crate) fn count(&mut self, claims: bool) {
        self.any = self.any.wrapping_add(1);
        self.claims = self.claims.wrapping_add(u32::from(claims));
    }
}
