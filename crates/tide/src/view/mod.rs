//! View of a seat: facts, and access to the position.

pub mod eyes;
pub mod fact;

use rules::{GameView, Piece, Seat};

use crate::printed::words::Action;
use crate::setting::Setting;
use crate::state::Tide;
use crate::state::change::Change;
use crate::state::position::Position;
use crate::state::step::Question;
use crate::view::eyes::TideEyes;
use crate::view::fact::Fact;

impl GameView for Tide {
    type Eyes<'a> = TideEyes<'a>;
    type Fact = Fact;

    #[inline]
    fn eyes<'a>(setting: &'a Setting, position: &'a Position, seat: Seat) -> TideEyes<'a> {
        TideEyes::new(setting, position, seat)
    }

    #[inline]
    fn pending_question(eyes: TideEyes<'_>) -> Option<Question> {
        let (side, step) = eyes.asked()?;
        if eyes.seat() == Seat::Side(side) { step.question() } else { None }
    }

    #[inline]
    fn sees(eyes: TideEyes<'_>, piece: Piece) -> bool {
        eyes.squad(piece).is_some()
    }

    fn view(eyes: TideEyes<'_>, sink: &mut impl FnMut(Fact)) {
        fact::view(eyes, sink);
    }

    fn tells_of_enemy(seat: Seat, fact: &Fact) -> bool {
        fact::tells_of_enemy(seat, fact)
    }

    fn settles_after_entry(fact: &Fact) -> bool {
        matches!(fact, Fact::Pending(_))
    }

    /// Whether a change brings a squad up or reveals its assault, with hidden sewers (TOI-S12, TOI-S13, TOI-S15).
    fn could_disclose(setting: &Setting, change: &Change) -> bool {
        setting.options.hidden_sewers
            && matches!(
                change,
                Change::Placed { .. }
                    | Change::Activated { action: Action::Emerge | Action::SewerAssault | Action::UnseenAssault, .. }
            )
    }

    fn simultaneous(one: &Change, next: &Change) -> bool {
        let sweep = |change: &Change| matches!(change, Change::Token { .. } | Change::State { .. });
        sweep(one) && sweep(next)
    }
}
