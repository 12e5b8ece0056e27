//! The agenda: steps still to do.

use arrayvec::ArrayVec;

/// How many steps an agenda holds. Nesting deeper than this is a defect of a system, found by `check_invariants`.
pub const DEPTH: usize = 24;

/// A small stack of steps; the top is done next. Part of a position, so flat and comparable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Agenda<T> {
    steps: ArrayVec<T, DEPTH>,
    /// A step did not fit. Kept, not hidden: `check_invariants` must find it.
    overflowed: bool,
}

impl<T> Default for Agenda<T> {
    fn default() -> Self {
        Agenda { steps: ArrayVec::new(), overflowed: false }
    }
}

impl<T: Copy> Agenda<T> {
    /// The step to be done next.
    #[inline]
    #[must_use]
    pub fn top(&self) -> Option<T> {
        self.steps.last().copied()
    }

    /// Puts a step on top.
    #[inline]
    pub fn push(&mut self, step: T) {
        if self.steps.try_push(step).is_err() {
            self.overflowed = true;
        }
    }

    /// Takes the top step off; nothing happens when there is none.
    #[inline]
    pub fn pop(&mut self) {
        self.steps.pop();
    }

    /// The steps, the one to be done last first.
    #[must_use]
    pub fn steps(&self) -> &[T] {
        &self.steps
    }

    /// Whether a step was ever lost for want of room.
    #[must_use]
    pub fn overflowed(&self) -> bool {
        self.overflowed
    }
}
