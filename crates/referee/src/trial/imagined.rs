//! Trials as they could be for all that a side knows.

use std::sync::Arc;

use fair::{Ordinals, Stream};
use rules::{Audience, BySide, Guess, QuickDice, Side, System};

use super::{Awaited, Trial, TrialError};
use crate::RefereeError;
use crate::dice::stream;
use crate::names::Lots;
use crate::seat::SeatLog;

impl<S: System> Trial<S> {
    /// Returns a trial as it could be for all that a side knows: in the position of a guess. The side's own transcript
    /// is the same; the other side's begins here, with handles that follow from `seed`. Where both have an order to give, this side comes first, since it can't
    /// know whether the other has given its own.
    ///
    /// # Errors
    /// The trial waits for something else than an order of this side.
    /// The guess doesn't fit what the side knows: a defect of the system.
    pub fn imagine(&self, side: Side, guess: &Guess<S>, seed: u64) -> Result<Self, TrialError> {
        if self.awaited()? != Awaited::Order(side) {
            return Err(TrialError::NotAwaited("an order of this side"));
        }
        let (setting, position) = (&self.start.setting, guess.position().clone());
        let own = self.log(side).moved(setting, &position, guess.handles())?;
        let own = own.ok_or(RefereeError::Order("a guess doesn't fit what the side knows"))?;
        // The other side has seen the pieces come in some order, which this side doesn't know.
        let lots = Lots::Quick(QuickDice::new(seed));
        let mut other = SeatLog::<S>::in_the_middle(setting, side.other().seat(), S::NAME, lots);
        other.look(setting, &position, None, true)?;
        other.be_asked(&self.start.setting, &position, false)?;
        let seats = if side == Side::A { [own, other] } else { [other, own] };
        let mut transcripts = BySide::default();
        transcripts[side] = self.transcripts[side].clone();
        let start = Arc::clone(&self.start);
        // How often the other side has rolled in secret isn't known to this one.
        let mut ordinals = Ordinals::default();
        for stream in [Stream::Public, stream(Audience::Only(side))] {
            while ordinals.taken(stream) < self.ordinals.taken(stream) {
                ordinals.take(stream);
            }
        }
        let orders = self.orders;
        let mut imagined =
            Trial { start, position, seats, transcripts, acts: None, ordinals, under_way: None, orders, first: side };
        imagined.write_down()?;
        Ok(imagined)
    }
}
