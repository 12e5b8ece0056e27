//! What seats hear of an act.

use std::sync::Arc;

use rules::System;

use super::SeatLog;
use crate::RefereeError;
use crate::entry::Item;

/// Applies the results of an act to the position one by one. The seats attend each of them, and are asked at the end.
/// `resigned` means that the game is over, whatever the position.
pub(crate) fn happen<S: System>(
    setting: &Arc<S::Setting>,
    position: &mut S::Position,
    seats: &mut [SeatLog<S>],
    items: &[Item<S>],
    resigned: bool,
) -> Result<(), RefereeError> {
    for (number, item) in items.iter().enumerate() {
        item.apply(setting, position);
        if let (Item::Change { change, .. }, Some(Item::Change { change: next, .. })) = (item, items.get(number + 1))
            && S::simultaneous(change, next)
        {
            continue;
        }
        for seat in &mut *seats {
            seat.attend(setting, position, item)?;
        }
    }
    let over = resigned || S::outcome(setting, position).is_some();
    for seat in seats {
        seat.look(setting, position, None, true)?;
        seat.be_asked(setting, position, over)?;
    }
    Ok(())
}
