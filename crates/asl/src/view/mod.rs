//! What a seat may look at: the only way to secrets.
//!
//! Secret are: what lies under a "?" and how much; where hidden units are; whether a unit below ground still lives, and
//! as what; tunnels; Fortified Locations until they count; what an emergence dr allowed; where a stack was barred; and all
//! that a side does in its set-up, until it says that it is ready.
//!
//! The fields are private to this file and those in its folder, and whoever adds to them lets more be seen.

pub mod counters;
pub mod disclosing;
pub mod fact;
pub mod ground;
pub mod seen;
pub mod steps;
pub mod units;
pub mod works;

use board::LocationId;
use rules::{GameView, Piece, PieceSet, Refusal, Seat, Side, referee_clauses};

use crate::printed::words::Phase;
use crate::setting::{Setting, Spot};
use crate::state::change::{self, Change};
use crate::state::position::{Moving, Position};
use crate::state::step::{Question, Step};
use crate::state::{Asl, ending};
use crate::view::fact::Fact;
use crate::view::seen::Seen;

/// The true position as one seat may look at it.
#[derive(Clone, Copy, Debug)]
pub struct AslEyes<'a> {
    setting: &'a Setting,
    position: &'a Position,
    seat: Seat,
    /// Whether nothing is hidden from them.
    open: bool,
}

impl<'a> AslEyes<'a> {
    /// The eyes of a seat.
    #[inline]
    #[must_use]
    pub fn new(setting: &'a Setting, position: &'a Position, seat: Seat) -> Self {
        AslEyes { setting, position, seat, open: false }
    }

    /// The referee's own eyes, for resolving what has been checked.
    #[inline]
    pub(crate) fn open(setting: &'a Setting, position: &'a Position) -> Self {
        AslEyes { setting, position, seat: Seat::Spectator, open: true }
    }

    /// The same position as everybody may look at it: what a question may depend on.
    #[inline]
    #[must_use]
    pub fn public(self) -> Self {
        AslEyes { seat: Seat::Spectator, open: false, ..self }
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

    /// The question that stands, if it is put to a side.
    // Asked of both sides before every order: inlined, what the agenda has on top is looked at once.
    #[inline(always)]
    #[must_use]
    pub fn asked(self, side: Side) -> Option<&'a Step> {
        let step = self.position.agenda.steps().last()?;
        if step.asks(self.position, side) { Some(step) } else { None }
    }

    /// The top of the agenda, whoever is asked it: for a side that is known to be.
    #[inline]
    #[must_use]
    pub(crate) fn top(self) -> Option<Step> {
        self.position.agenda.top()
    }

    /// The question that stands, with all that will follow, as this seat may read it; empty while the referee is at
    /// work.
    #[must_use]
    pub fn pending(self) -> Vec<Step> {
        let asks = Side::BOTH.into_iter().any(|side| self.asked(side).is_some());
        let steps = if asks { self.position.agenda.steps() } else { &[] };
        steps.iter().map(|step| step.seen(self)).collect()
    }

    /// How many steps are on the agenda. Public.
    #[must_use]
    pub fn steps_to_do(self) -> usize {
        self.position.agenda.steps().len()
    }

    /// The Game Turn, from 1.
    #[inline]
    #[must_use]
    pub const fn turn(self) -> u8 {
        self.position.turn
    }

    /// The phase.
    #[inline]
    #[must_use]
    pub const fn phase(self) -> Phase {
        self.position.phase
    }

    /// The ATTACKER.
    #[inline]
    #[must_use]
    pub const fn attacker(self) -> Side {
        self.position.attacker
    }

    /// The units on the move; of those in a group, the ones this seat sees.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn moving(self) -> Option<Moving> {
        let moving = self.position.moving?;
        Some(Moving { units: self.seen(moving.units), ..moving })
    }

    /// Where the units on the move are. Public: they are counters, if only a "?".
    #[inline]
    #[must_use]
    pub fn moving_at(self) -> Option<LocationId> {
        let moving = self.position.moving?;
        moving.units.iter().find_map(|piece| self.position.unit(piece)?.at)
    }

    /// Those of some pieces that have a line of sight to the units on the move, above ground. Where these are is public.
    #[inline]
    #[must_use]
    pub fn watching_movers(self, pieces: Seen<'a>) -> Seen<'a> {
        let mover = self.position.moving.and_then(|moving| moving.units.iter().next());
        mover.map_or(pieces.only(PieceSet::EMPTY), |mover| pieces.in_sight_of(mover))
    }

    /// Where this seat's units have been barred from.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn barred(self) -> &'a [LocationId] {
        let barred = &self.position.barred;
        let asked = Side::BOTH.into_iter().find(|side| !barred.is_empty() && self.asked(*side).is_some());
        match asked {
            _ if self.open => barred,
            Some(side) if self.knows(side) => barred,
            _ => &[],
        }
    }

    /// Whether a stack has entered the sewers from a Location in this Movement Phase. Public: its counter was put down.
    #[inline]
    #[must_use]
    pub fn has_entered(self, at: LocationId) -> bool {
        self.position.entered.contains(&at)
    }

    /// Where stacks have entered the sewers in this Movement Phase.
    #[must_use]
    pub fn entered(self) -> &'a [LocationId] {
        &self.position.entered
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

impl GameView for Asl {
    type Eyes<'a> = AslEyes<'a>;
    type Fact = Fact;

    #[inline]
    fn eyes<'a>(setting: &'a Setting, position: &'a Position, seat: Seat) -> AslEyes<'a> {
        AslEyes::new(setting, position, seat)
    }

    #[inline(always)]
    fn pending_question(eyes: AslEyes<'_>) -> Option<Question> {
        eyes.asked(eyes.seat().side()?)?.question()
    }

    #[inline]
    fn sees(eyes: AslEyes<'_>, piece: Piece) -> bool {
        eyes.unit(piece).is_some()
    }

    fn view(eyes: AslEyes<'_>, sink: &mut impl FnMut(Fact)) {
        fact::view(eyes, sink);
    }

    fn tells_of_enemy(seat: Seat, fact: &Fact) -> bool {
        fact::tells_of_enemy(seat, fact)
    }

    fn settles_after_entry(fact: &Fact) -> bool {
        matches!(fact, Fact::Pending(_))
    }

    fn could_disclose(_: &Setting, change: &Change) -> bool {
        disclosing::could_disclose(change)
    }

    fn simultaneous(one: &Change, next: &Change) -> bool {
        change::simultaneous(one, next)
    }
}
