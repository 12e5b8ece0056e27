//! Access of a seat to the position, and its facts.

pub mod eyes;
pub mod fact;

use rules::{GameView, Piece, Seat};

use crate::toys::duel::setting::Setting;
use crate::toys::duel::state::Duel;
use crate::toys::duel::state::change::Change;
use crate::toys::duel::state::position::Position;
use crate::toys::duel::state::step::Question;
use crate::toys::duel::view::eyes::DuelEyes;
use crate::toys::duel::view::fact::Fact;

impl GameView for Duel {
    type Eyes<'a> = DuelEyes<'a>;
    type Fact = Fact;

    fn eyes<'a>(setting: &'a Setting, position: &'a Position, seat: Seat) -> DuelEyes<'a> {
        DuelEyes::new(setting, position, seat)
    }

    fn pending_question(eyes: DuelEyes<'_>) -> Option<Question> {
        eyes.plotting().map(|_| Question::Plot)
    }

    fn sees(_: DuelEyes<'_>, _: Piece) -> bool {
        true
    }

    fn view(eyes: DuelEyes<'_>, sink: &mut impl FnMut(Fact)) {
        fact::view(eyes, sink);
    }

    fn tells_of_enemy(seat: Seat, fact: &Fact) -> bool {
        matches!(fact, Fact::Man { side, .. } if seat.side() != Some(*side))
    }

    fn settles_after_entry(_: &Fact) -> bool {
        false
    }

    fn could_disclose(_: &Setting, change: &Change) -> bool {
        !matches!(change, Change::Plot { .. })
    }

    fn simultaneous(_: &Change, _: &Change) -> bool {
        false
    }
}
