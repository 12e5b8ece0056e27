//! Access of a seat to the position.

pub mod fact;

use board::LocationId;
use rules::{GameView, Piece, Seat};

use crate::toys::hide::printed::{HOUND, MOLE, leak};
use crate::toys::hide::setting::Setting;
use crate::toys::hide::state::{Change, Hide, Man, Position, Question, Step};
use crate::toys::hide::view::fact::Fact;

/// The true position as one seat may look at it.
#[derive(Clone, Copy, Debug)]
pub struct Eyes<'a> {
    setting: &'a Setting,
    truth: &'a Position,
    seat: Seat,
}

impl<'a> Eyes<'a> {
    pub(super) fn seat(self) -> Seat {
        self.seat
    }

    pub(super) fn man(self, piece: Piece) -> Option<&'a Man> {
        let man = self.truth.men.get(piece.index())?;
        let known = !man.out && (!man.below || self.seat == MOLE.seat());
        known.then_some(man)
    }

    pub(super) fn men(self) -> impl Iterator<Item = (Piece, &'a Man)> {
        (0..self.truth.men.len() as u16).filter_map(move |id| Some((Piece(id), self.man(Piece(id))?)))
    }

    pub(super) fn step(self) -> Option<Step> {
        self.truth.agenda.top()
    }

    /// Returns the number of counters on a hex, which is public.
    pub(super) fn counters(self, at: LocationId) -> u8 {
        self.truth.men.iter().filter(|man| man.below && !man.out && man.at == at).count() as u8
    }

    pub(super) fn counter_of(self, mole: Piece) -> Option<LocationId> {
        self.truth.men.get(mole.index()).map(|man| man.at)
    }

    pub(super) fn hexes(self) -> impl Iterator<Item = LocationId> {
        self.setting.board.location_ids()
    }

    /// Returns whether a mole is below a hex: a query that only leaking copies make.
    pub(super) fn leaked_real(self, at: LocationId) -> bool {
        self.truth.real_below(at)
    }
}

impl<const LEAK: u8> GameView for Hide<LEAK> {
    type Eyes<'a> = Eyes<'a>;
    type Fact = Fact;

    fn eyes<'a>(setting: &'a Setting, truth: &'a Position, seat: Seat) -> Eyes<'a> {
        Eyes { setting, truth, seat }
    }

    fn pending_question(eyes: Eyes<'_>) -> Option<Question> {
        let side = eyes.seat.side()?;
        match (side, eyes.step()?) {
            (MOLE, Step::Mole) => Some(Question::Mole),
            (MOLE, Step::Flee { .. }) => Some(Question::Flee),
            (HOUND, Step::Hound) => Some(Question::Hound),
            (HOUND, Step::Direct { .. }) => Some(Question::Direct),
            (HOUND, Step::Listen { .. }) => Some(Question::Listen),
            (HOUND, Step::Pounce { .. }) => Some(Question::Pounce),
            _ => None,
        }
    }

    fn sees(eyes: Eyes<'_>, piece: Piece) -> bool {
        eyes.man(piece).is_some()
    }

    fn view(eyes: Eyes<'_>, sink: &mut impl FnMut(Fact)) {
        for (piece, man) in eyes.men() {
            let Man { side, at, below, real, .. } = *man;
            let tag = (LEAK == leak::VAGUE && eyes.seat != side.seat() && eyes.truth.stamp > 0).then_some(7);
            sink(Fact::Man { piece, side, at, below, real, tag });
        }
        for at in eyes.hexes() {
            let count = eyes.counters(at);
            if count > 0 {
                let tag = u16::from(LEAK == leak::ID && eyes.leaked_real(at));
                sink(Fact::Unknown { at, count, tag });
            }
        }
        let stamp = if LEAK == leak::SEQUENCE { eyes.truth.stamp } else { 0 };
        sink(Fact::Round { now: eyes.truth.round, stamp });
        match eyes.step() {
            Some(Step::Direct { mole }) => {
                eyes.counter_of(mole).into_iter().for_each(|at| sink(Fact::Directing { at }))
            }
            Some(Step::Listen { mole }) => {
                eyes.counter_of(mole).into_iter().for_each(|at| sink(Fact::Listening { at }))
            }
            _ => {}
        }
    }

    fn tells_of_enemy(seat: Seat, fact: &Fact) -> bool {
        match fact {
            Fact::Man { side, .. } => seat.side() != Some(*side),
            Fact::Unknown { .. } => seat != MOLE.seat(),
            Fact::Round { .. } | Fact::Listening { .. } | Fact::Directing { .. } => false,
        }
    }

    fn settles_after_entry(_: &Fact) -> bool {
        false
    }

    fn could_disclose(_: &Setting, change: &Change) -> bool {
        match change {
            // An unhindered step discloses that no mole was below.
            Change::Step { near, .. } => LEAK != leak::UNDO || *near,
            Change::Surface { .. } | Change::Remove { .. } => true,
            Change::Round { .. } | Change::Stamp => false,
        }
    }

    fn simultaneous(one: &Change, next: &Change) -> bool {
        LEAK == leak::CITED && matches!((one, next), (Change::Surface { .. }, Change::Stamp))
    }
}
