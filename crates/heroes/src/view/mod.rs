//! What a seat may look at: the only way to secrets.
//!
//! There is one secret: where the hidden units of a side are (HNL-B19). That there are some, and which, is public. What
//! follows from it is a secret too: from which Locations a rout is barred, only the routing side knows.

pub mod disclosing;
pub mod fact;
mod units;

use board::{HexId, LocationId};
use rules::{GameView, Piece, Refusal, Seat, Side, referee_clauses};

use crate::printed::clause::B19;
use crate::printed::counter::Weapon;
use crate::printed::words::Phase;
use crate::setting::{Setting, Spot, UNSEEN};
use crate::state::change::Change;
use crate::state::position::{Impulse, Lying, Moving, Position};
use crate::state::step::{Question, Step};
use crate::state::{Heroes, ending};
use crate::view::fact::Fact;

/// The true position as one seat may look at it.
#[derive(Clone, Copy, Debug)]
pub struct HeroesEyes<'a> {
    setting: &'a Setting,
    position: &'a Position,
    seat: Seat,
    /// Whether nothing is hidden from them.
    open: bool,
}

impl<'a> HeroesEyes<'a> {
    /// The eyes of a seat.
    #[inline]
    #[must_use]
    pub fn new(setting: &'a Setting, position: &'a Position, seat: Seat) -> Self {
        HeroesEyes { setting, position, seat, open: !B19.is_in_force() }
    }

    /// The referee's own eyes, for resolving what has been checked.
    #[inline]
    pub(crate) fn open(setting: &'a Setting, position: &'a Position) -> Self {
        HeroesEyes { setting, position, seat: Seat::Spectator, open: true }
    }

    /// What never changes.
    #[inline]
    #[must_use]
    pub const fn setting(self) -> &'a Setting {
        self.setting
    }

    /// Whose eyes they are.
    #[inline]
    #[must_use]
    pub const fn seat(self) -> Seat {
        self.seat
    }

    /// Whether this seat knows the secrets of a side.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn knows(self, side: Side) -> bool {
        self.open || rules::looks::knows(self.seat == Seat::Side(side))
    }

    /// What the rules want to know of a Location.
    ///
    /// # Errors
    /// When it is not of this board.
    #[inline]
    pub fn spot(self, at: LocationId) -> Result<&'a Spot, Refusal> {
        self.setting.spot(at).ok_or_else(|| Refusal::new(referee_clauses::NAMES, "unknown Location"))
    }

    /// The distance of two hexes that see each other (HNL-B17); fire between blocks sight (HNL-B21).
    #[inline]
    #[must_use]
    pub fn sight(self, a: HexId, b: HexId) -> Option<u8> {
        let place = a.index() * self.setting.board.grid().len() + b.index();
        let distance = self.setting.sight.get(place).copied().filter(|distance| *distance != UNSEEN)?;
        let smoke = self.setting.smoke.get(place).copied().unwrap_or(0);
        (smoke & self.position.burning == 0).then_some(distance)
    }

    /// Whether the hex of a Location burns.
    #[inline]
    #[must_use]
    pub fn burns(self, spot: &Spot) -> bool {
        spot.blaze < 8 && self.position.burning >> spot.blaze & 1 == 1
    }

    /// Whether a blaze of the scenario burns.
    #[must_use]
    pub fn blaze_burns(self, blaze: usize) -> bool {
        blaze < 8 && self.position.burning >> blaze & 1 == 1
    }

    /// The question that stands, and to whom.
    #[inline]
    #[must_use]
    pub fn asked(self) -> Option<(Side, Step)> {
        let step = self.position.agenda.top()?;
        let turn = self.position.to_act;
        let side = match step {
            Step::Act | Step::Impulse | Step::Move => turn,
            Step::OpFire => turn.other(),
            Step::ChooseRout { side, .. } | Step::Hide { side, .. } => side,
            _ => return None,
        };
        Some((side, step))
    }

    /// The question that stands, with all that will follow; empty while the referee is at work.
    #[must_use]
    pub fn pending(self) -> &'a [Step] {
        if self.asked().is_some() { self.position.agenda.steps() } else { &[] }
    }

    /// What lies about: kinds of weapons, each with its Location. Public.
    #[must_use]
    pub fn lying(self) -> &'a [Lying] {
        &self.position.lying
    }

    /// Whether a weapon of this kind lies in a Location.
    #[must_use]
    pub fn lies(self, weapon: Weapon, at: LocationId) -> bool {
        self.position.lying.contains(&Lying { at, weapon })
    }

    /// The turn, from 1.
    #[must_use]
    pub const fn turn(self) -> u8 {
        self.position.turn
    }

    /// The phase.
    #[must_use]
    pub const fn phase(self) -> Phase {
        self.position.phase
    }

    /// Who has the initiative.
    #[must_use]
    pub const fn initiative(self) -> Side {
        self.position.initiative
    }

    /// Whose impulse it is.
    #[must_use]
    pub const fn to_act(self) -> Side {
        self.position.to_act
    }

    /// Passes in a row.
    #[must_use]
    pub const fn passes(self) -> u8 {
        self.position.passes
    }

    /// The impulse under way. Who leads it has been shown by that.
    #[inline]
    #[must_use]
    pub const fn impulse(self) -> Option<Impulse> {
        self.position.impulse
    }

    /// The units on the move. They have been shown by that.
    #[inline]
    #[must_use]
    pub const fn moving(self) -> Option<Moving> {
        self.position.moving
    }

    /// Where this seat's units have been barred from while they rout.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn barred(self) -> &'a [LocationId] {
        let routs = self.position.phase == Phase::Rout && self.knows(self.position.to_act);
        if self.open || routs { &self.position.barred } else { &[] }
    }

    /// Who holds an objective.
    #[must_use]
    pub fn held(self, objective: usize) -> Option<Side> {
        self.position.held.get(objective).copied().flatten()
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn outcome(self) -> Option<rules::Outcome> {
        ending::outcome(self.setting, self.position)
    }
}

impl GameView for Heroes {
    type Eyes<'a> = HeroesEyes<'a>;
    type Fact = Fact;

    #[inline]
    fn eyes<'a>(setting: &'a Setting, position: &'a Position, seat: Seat) -> HeroesEyes<'a> {
        HeroesEyes::new(setting, position, seat)
    }

    #[inline]
    fn pending_question(eyes: HeroesEyes<'_>) -> Option<Question> {
        let (side, step) = eyes.asked()?;
        if eyes.seat() == Seat::Side(side) { step.question() } else { None }
    }

    #[inline]
    fn sees(eyes: HeroesEyes<'_>, piece: Piece) -> bool {
        eyes.unit(piece).is_some()
    }

    fn view(eyes: HeroesEyes<'_>, sink: &mut impl FnMut(Fact)) {
        fact::view(eyes, sink);
    }

    fn tells_of_enemy(seat: Seat, fact: &Fact) -> bool {
        fact::tells_of_enemy(seat, fact)
    }

    fn settles_after_entry(fact: &Fact) -> bool {
        fact::settles_after_entry(fact)
    }

    fn could_disclose(setting: &Setting, change: &Change) -> bool {
        disclosing::could_disclose(setting, change)
    }

    fn simultaneous(one: &Change, next: &Change) -> bool {
        disclosing::simultaneous(one, next)
    }
}
