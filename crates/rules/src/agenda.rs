//! The agenda of a position: a stack of steps that still have to be resolved.

use arrayvec::ArrayVec;

/// Maximum number of steps on an agenda. A system that needs deeper nesting is defective; `check_invariants` reports
/// it.
pub const DEPTH: usize = 24;

/// A stack of at most [`DEPTH`] steps, of which the top one is resolved next. It is part of a position and therefore
/// flat, comparable and hashable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Agenda<T> {
    steps: ArrayVec<T, DEPTH>,
    /// Whether a step did not fit. Recorded rather than ignored, for `check_invariants` to report.
    overflowed: bool,
}

impl<T> Default for Agenda<T> {
    fn default() -> Self {
        Agenda { steps: ArrayVec::new(), overflowed: false }
    }
}

impl<T: Copy> Agenda<T> {
    /// The step to resolve next, or `None` if the agenda is empty.
    #[inline]
    #[must_use]
    pub fn top(&self) -> Option<T> {
        self.steps.last().copied()
    }

    /// Puts a step on top. If the agenda is full, the step is dropped and [`overflowed`](Agenda::overflowed) becomes
    /// true.
    #[inline]
    pub fn push(&mut self, step: T) {
        if self.steps.try_push(step).is_err() {
            self.overflowed = true;
        }
    }

    /// Removes the top step. Does nothing if the agenda is empty.
    #[inline]
    pub fn pop(&mut self) {
        self.steps.pop();
    }

    /// All steps, bottom first: the last element is resolved next.
    #[must_use]
    pub fn steps(&self) -> &[T] {
        &self.steps
    }

    /// Whether a push ever exceeded [`DEPTH`] and lost its step.
    #[must_use]
    pub fn overflowed(&self) -> bool {
        self.overflowed
    }
}
