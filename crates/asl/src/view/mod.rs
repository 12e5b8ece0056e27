//! The view of a seat: the only access to secrets.
//!
//! Secrets are:
//!
//! - what is under a "?", and how much;
//! - where hidden units are;
//! - whether a unit below ground still lives, and its kind;
//! - tunnels, and Fortified Locations until they count;
//! - the result of an emergence dr, and where a stack was barred;
//! - everything that a side does in its set-up, until it ends it.
//!
//! The fields are private to this file and the files in its folder. Every addition here lets more be seen.

pub mod counters;
pub mod disclosing;
pub mod fact;
mod facts;
pub mod ground;
pub mod seen;
pub mod steps;
pub mod units;
pub mod works;

use board::LocationId;
use rules::{BySide, GameView, Piece, PieceSet, Refusal, Seat, Side, referee_clauses};

use crate::printed::kind::Kind;
use crate::printed::words::Phase;
use crate::setting::{Setting, Spot};
use crate::state::change::{self, Change};
use crate::state::fight::Fight;
use crate::state::position::{Moving, Position};
use crate::state::step::{Question, Step};
use crate::state::{Asl, ending};
use crate::view::fact::Fact;
use crate::view::seen::Seen;

/// The true position as one seat may see it.
#[derive(Clone, Copy, Debug)]
pub struct AslEyes<'a> {
    setting: &'a Setting,
    position: &'a Position,
    seat: Seat,
    /// Whether nothing is hidden from them.
    open: bool,
}

impl<'a> AslEyes<'a> {
    /// Returns the view of a seat.
    #[inline]
    #[must_use]
    pub fn new(setting: &'a Setting, position: &'a Position, seat: Seat) -> Self {
        AslEyes { setting, position, seat, open: false }
    }

    /// Returns the referee's own view, for resolving checked orders.
    #[inline]
    pub(crate) fn open(setting: &'a Setting, position: &'a Position) -> Self {
        AslEyes { setting, position, seat: Seat::Spectator, open: true }
    }

    /// Returns the public view of this position. Only public facts may decide whether a question is asked.
    #[inline]
    #[must_use]
    pub fn public(self) -> Self {
        AslEyes { seat: Seat::Spectator, open: false, ..self }
    }

    #[inline]
    #[must_use]
    pub const fn setting(self) -> &'a Setting {
        self.setting
    }

    /// Returns the seat of this view.
    #[inline]
    #[must_use]
    pub const fn seat(self) -> Seat {
        self.seat
    }

    /// Returns whether this seat knows the secrets of a side.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn knows(self, side: Side) -> bool {
        self.open || rules::looks::knows(self.seat == Seat::Side(side))
    }

    /// Returns whether nothing is hidden from these eyes: they are the referee's.
    #[must_use]
    pub(crate) const fn sees_all(self) -> bool {
        self.open
    }

    /// Returns the properties of a Location.
    ///
    /// # Errors
    ///
    /// - The Location is not on this board.
    #[inline]
    pub fn spot(self, at: LocationId) -> Result<&'a Spot, Refusal> {
        self.setting.spot(at).ok_or_else(|| Refusal::new(referee_clauses::NAMES, "unknown Location"))
    }

    /// Returns the present question, if a side is asked.
    // Called for both sides before every order. Inlined, the top of the agenda is read only once.
    #[inline(always)]
    #[must_use]
    pub fn asked(self, side: Side) -> Option<&'a Step> {
        let step = self.position.agenda.steps().last()?;
        if step.asks(self.position, side) { Some(step) } else { None }
    }

    /// Returns the top of the agenda without checking which side is asked. Only for a side that is known to be.
    #[inline]
    #[must_use]
    pub(crate) fn top(self) -> Option<Step> {
        self.position.agenda.top()
    }

    /// Returns the present question and all steps that follow, as this seat may read them; empty while the referee is
    /// at work.
    #[must_use]
    pub fn pending(self) -> Vec<Step> {
        let asks = Side::BOTH.into_iter().any(|side| self.asked(side).is_some());
        let steps = if asks { self.position.agenda.steps() } else { &[] };
        steps.iter().map(|step| step.seen(self)).collect()
    }

    /// Returns the number of steps on the agenda. Public.
    #[must_use]
    pub fn steps_to_do(self) -> usize {
        self.position.agenda.steps().len()
    }

    /// Returns the Location of the Close Combat under way, and the side that has ambushed the other in it. Public.
    #[must_use]
    pub fn close_combat(self) -> Option<(LocationId, Option<Side>)> {
        self.position.agenda.steps().iter().rev().find_map(|step| match step {
            Step::Fight(Fight::EndOfCombat { at, by }) => Some((*at, *by)),
            _ => None,
        })
    }

    /// The Game Turn, from 1.
    #[inline]
    #[must_use]
    pub const fn turn(self) -> u8 {
        self.position.turn
    }

    #[inline]
    #[must_use]
    pub const fn phase(self) -> Phase {
        self.position.phase
    }

    #[inline]
    #[must_use]
    pub const fn attacker(self) -> Side {
        self.position.attacker
    }

    /// Returns the moving units: of a group, those this seat sees.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn moving(self) -> Option<Moving> {
        let moving = self.position.moving?;
        Some(Moving { units: self.seen(moving.units), ..moving })
    }

    /// Returns the Location of the moving units. Public: they are counters, if only a "?".
    #[inline]
    #[must_use]
    pub fn moving_at(self) -> Option<LocationId> {
        let moving = self.position.moving?;
        moving.units.iter().find_map(|piece| self.position.unit(piece)?.at)
    }

    /// Returns those of some pieces that have a line of sight to the moving units, above ground. The Location of these
    /// is public.
    #[inline]
    #[must_use]
    pub fn watching_movers(self, pieces: Seen<'a>) -> Seen<'a> {
        let mover = self.position.moving.and_then(|moving| moving.units.iter().next());
        mover.map_or(pieces.only(PieceSet::EMPTY), |mover| pieces.in_sight_of(mover))
    }

    /// Returns the Location where the rout under way began. Public: routing units are in sight.
    #[inline]
    #[must_use]
    pub fn rout_from(self) -> Option<LocationId> {
        self.position.rout_from
    }

    /// Returns the enemies that the routing unit has seen on its way. Public: they were in the open, and no unit goes
    /// under a "?" during a rout.
    #[inline]
    #[must_use]
    pub fn fled_from(self) -> PieceSet {
        self.position.fled_from
    }

    /// Returns whether a side has refused a surrender (No Quarter). Public.
    #[inline]
    #[must_use]
    pub fn gives_no_quarter(self, side: Side) -> bool {
        self.position.no_quarter[side]
    }

    /// Returns whether any unit has a Guard. Public.
    #[inline]
    #[must_use]
    pub fn has_prisoners(self) -> bool {
        !self.position.prisoners.is_empty()
    }

    /// Returns the prisoners with their Guards, in an order that reveals nothing.
    #[must_use]
    pub fn prisoners(self) -> Vec<Prisoner> {
        let all = self.position.units.each(self.position.prisoners);
        let seen = |guard: &Piece| self.unit(*guard).is_some();
        let mut all: Vec<Prisoner> = all
            .map(|(_, unit)| Prisoner { side: unit.side, kind: unit.kind, guard: unit.holder.filter(seen) })
            .collect();
        all.sort_unstable_by_key(|prisoner| (prisoner.side, prisoner.kind, prisoner.guard));
        all
    }

    /// Returns the size of the prisoners of a unit. The caller must know the unit.
    #[must_use]
    pub fn guarded_by(self, guard: Piece) -> u8 {
        let all = self.position.units.each(self.position.prisoners);
        all.filter(|(_, unit)| unit.holder == Some(guard)).map(|(_, unit)| unit.kind.size()).sum()
    }

    /// Returns the Locations that this seat's units have been barred from.
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

    /// Returns whether a stack has entered the sewers from a Location in this Movement Phase. Public: its counter was
    /// placed.
    #[inline]
    #[must_use]
    pub fn has_entered(self, at: LocationId) -> bool {
        self.position.entered.contains(&at)
    }

    /// Returns the Locations where stacks have entered the sewers in this Movement Phase.
    #[must_use]
    pub fn entered(self) -> &'a [LocationId] {
        &self.position.entered
    }

    /// Returns the pairs of a Location that units have fired from in this phase (in First Fire: at this expenditure of
    /// movement factors), and the Location fired at. Public: the firers were seen, or their fire was.
    #[inline]
    #[must_use]
    pub fn fired_at(self) -> &'a [(LocationId, LocationId)] {
        &self.position.fired_at
    }

    /// Returns the side that holds an objective.
    #[must_use]
    pub fn held(self, objective: usize) -> Option<Side> {
        self.position.held.get(objective).copied().flatten()
    }

    /// Returns whether a side has gained an objective unseen. Only this side knows, even if the enemy has gained it unseen
    /// since.
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn has_gained_unseen(self, side: Side, objective: usize) -> bool {
        self.knows(side) && self.position.unseen_gains[side].get(objective).copied().unwrap_or(false)
    }

    /// Returns the side that truly Controls an objective. Only for the referee: a seat knows who holds it, and what its own
    /// side has gained.
    #[must_use]
    pub(crate) fn truly_held(self, objective: usize) -> Option<Side> {
        if self.open { self.position.truly.get(objective).copied().flatten() } else { self.held(objective) }
    }

    /// Returns the outcome of the game; `None` while it is not over.
    #[must_use]
    pub fn outcome(self) -> Option<rules::Outcome> {
        ending::outcome(self.setting, self.position)
    }
}

/// A captured unit, and its Guard if the seat sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prisoner {
    pub side: Side,
    pub kind: Kind,
    pub guard: Option<Piece>,
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
    fn awaited(_: &Setting, position: &Position) -> BySide<bool> {
        let top = position.agenda.steps().last();
        top.map_or_else(BySide::default, |step| step.awaits(position))
    }

    #[inline]
    fn sees(eyes: AslEyes<'_>, piece: Piece) -> bool {
        eyes.unit(piece).is_some()
    }

    fn view(eyes: AslEyes<'_>, sink: &mut impl FnMut(Fact)) {
        facts::view(eyes, sink);
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
