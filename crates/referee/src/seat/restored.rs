//! Logs in another position, and as they were saved.

use std::sync::Arc;

use board::naming::Naming;
use fair::{Chain, Head};
use rules::{Seat, System};

use super::{SeatLog, facts_of};
use crate::RefereeError;
use crate::facts::{Facts, SavedFacts};
use crate::names::{Handles, Lots, SeatNames};

/// The state of a log beside its events.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct SavedSeat {
    handles: Vec<Option<u16>>,
    last: u16,
    facts: SavedFacts,
    asked: bool,
}

impl<S: System> SeatLog<S> {
    /// Returns an empty log of a seat that comes in the middle of a game.
    pub(crate) fn in_the_middle(setting: &Arc<S::Setting>, seat: Seat, tag: &str, lots: Lots) -> Self {
        let mut log = Self::with_lots(setting, seat, tag, lots);
        log.names = SeatNames::new(setting, Handles::in_the_middle());
        log
    }

    /// Returns this log as it is in another position that the seat can't tell from its own, with the same handles.
    /// `handles[n]` is that of piece `n` there. `None` if the seat would see anything else there.
    pub(crate) fn moved(
        &self,
        setting: &Arc<S::Setting>,
        position: &S::Position,
        handles: &[Option<u16>],
    ) -> Result<Option<Self>, RefereeError> {
        let mut moved = self.fork(setting, vec![String::new(); self.events.len()]);
        moved.names = SeatNames::new(setting, Handles::restored(handles, self.names.handles.last()));
        let said = facts_of::<S>(setting, position, self.seat);
        let same = moved.facts.restate(said, Arc::clone(&moved.names) as Arc<dyn Naming>)?;
        moved.asked = S::pending_question(S::eyes(setting, position, self.seat));
        Ok((same && moved.asked == self.asked).then_some(moved))
    }

    /// Returns what [`SeatLog::restored`] needs beside the position, the events and the head.
    pub(crate) fn saved(&self) -> SavedSeat {
        SavedSeat {
            handles: self.names.handles.all().to_vec(),
            last: self.names.handles.last(),
            facts: self.facts.numbers(),
            asked: self.asked.is_some(),
        }
    }

    /// Returns a log without events as it was saved in this position; `None` if it doesn't fit the position.
    pub(crate) fn restored(
        setting: &Arc<S::Setting>,
        seat: Seat,
        position: &S::Position,
        saved: SavedSeat,
        head: Head,
    ) -> Result<Option<Self>, RefereeError> {
        let mut log = Self::with_lots(setting, seat, "", Lots::Drawn { lots: Vec::new(), used: 0 });
        let names = SeatNames::new(setting, Handles::restored(&saved.handles, saved.last));
        log.names = Arc::clone(&names);
        log.chain = Chain::from(head);
        log.facts = Facts::numbered(saved.facts);
        let said = facts_of::<S>(setting, position, seat);
        if !log.facts.restate(said, names as Arc<dyn Naming>)? {
            return Ok(None);
        }
        log.asked = saved.asked.then(|| S::pending_question(S::eyes(setting, position, seat))).flatten();
        Ok(Some(log))
    }
}
