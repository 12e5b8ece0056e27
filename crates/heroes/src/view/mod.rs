//! View of a seat: the only access to hidden information.
//!
//! Hidden information is the Locations of hidden units (HNL-B19). Their number and counters are public. Locations from
//! which a rout is barred follow from them, so only the routing side knows these.

pub mod disclosing;
pub mod fact;
mod spotting;
mod units;

use board::{HexId, LocationId};
use rules::{BySide, GameView, Piece, Refusal, Seat, Side, referee_clauses};

use crate::printed::clause::B19;
use crate::printed::counter::Weapon;
use crate::printed::words::Phase;
use crate::setting::{Setting, Spot, UNSEEN};
use crate::state::change::Change;
use crate::state::position::{Impulse, Lying, Moving, Position};
use crate::state::step::{Question, Step};
use crate::state::{Heroes, ending};
use crate::view::fact::Fact;

/// Access to the true position, limited to what one seat may see.
#[derive(Clone, Copy, Debug)]
pub struct HeroesEyes<'a> {
    setting: &'a Setting,
    position: &'a Position,
    outlook: Outlook,
}

/// A seat, and whether all hidden information is visible, as for the referee.
// One word, because views are copied for every question: a copy of single bytes that have just been written must wait
// for them.
#[derive(Clone, Copy, Debug)]
struct Outlook(usize);

impl Outlook {
    /// Set if all hidden information is visible.
    const OPEN: usize = 4;

    #[inline]
    const fn new(seat: Seat, open: bool) -> Outlook {
        let number = match seat {
            Seat::Side(side) => side.index(),
            Seat::Spectator => Side::BOTH.len(),
        };
        Outlook(if open { number | Outlook::OPEN } else { number })
    }

    #[inline]
    const fn seat(self) -> Seat {
        match self.0 % Outlook::OPEN {
            0 => Seat::Side(Side::A),
            1 => Seat::Side(Side::B),
            _ => Seat::Spectator,
        }
    }

    #[inline]
    const fn is_open(self) -> bool {
        self.0 >= Outlook::OPEN
    }
}

impl<'a> HeroesEyes<'a> {
    /// Returns the view of a seat.
    #[inline]
    #[must_use]
    pub fn new(setting: &'a Setting, position: &'a Position, seat: Seat) -> Self {
        HeroesEyes { setting, position, outlook: Outlook::new(seat, !B19.is_in_force()) }
    }

    /// Returns the referee's unlimited view, for resolving checked orders.
    #[inline]
    pub(crate) fn open(setting: &'a Setting, position: &'a Position) -> Self {
        HeroesEyes { setting, position, outlook: Outlook::new(Seat::Spectator, true) }
    }

    #[inline]
    #[must_use]
    pub const fn setting(self) -> &'a Setting {
        self.setting
    }

    /// The seat that this view belongs to.
    #[inline]
    #[must_use]
    pub const fn seat(self) -> Seat {
        self.outlook.seat()
    }

    /// Whether this seat sees the hidden information of a side.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn knows(self, side: Side) -> bool {
        self.outlook.is_open() || rules::looks::knows(self.seat() == Seat::Side(side))
    }

    /// Returns the properties of a Location.
    ///
    /// # Errors
    /// If the Location is not on this board.
    #[inline]
    pub fn spot(self, at: LocationId) -> Result<&'a Spot, Refusal> {
        self.setting.spot(at).ok_or_else(|| Refusal::new(referee_clauses::NAMES, "unknown Location"))
    }

    /// Returns the distance of two hexes in line of sight (HNL-B17, HNL-B32); `None` if they are out of sight. Fire
    /// between them blocks it (HNL-B21).
    #[inline]
    #[must_use]
    pub fn sight(self, a: HexId, b: HexId) -> Option<u8> {
        let place = a.index() * self.setting.board.grid().len() + b.index();
        let distance = self.setting.sight.get(place).copied().filter(|distance| *distance != UNSEEN)?;
        let smoke = self.setting.smoke.get(place).copied().unwrap_or(0);
        (smoke & self.position.burning == 0).then_some(distance)
    }

    /// Whether the hex of a Location is on fire.
    #[inline]
    #[must_use]
    pub fn burns(self, spot: &Spot) -> bool {
        spot.blaze < 8 && self.position.burning >> spot.blaze & 1 == 1
    }

    /// Whether the blaze with this index is burning.
    #[must_use]
    pub fn blaze_burns(self, blaze: usize) -> bool {
        blaze < 8 && self.position.burning >> blaze & 1 == 1
    }

    /// Returns the step to resolve next: the open question, if there is one.
    #[inline]
    #[must_use]
    pub fn top(self) -> Option<Step> {
        self.position.agenda.top()
    }

    /// Returns the side that is asked, and the question.
    #[inline]
    #[must_use]
    pub fn asked(self) -> Option<(Side, Step)> {
        let step = self.position.agenda.top()?;
        let turn = self.position.to_act;
        let side = match step {
            Step::Act | Step::Impulse | Step::Move => turn,
            Step::OpFire => turn.other(),
            Step::ChooseRout { side, .. } | Step::Hide { side, .. } | Step::ChooseTargets { side, .. } => side,
            _ => return None,
        };
        Some((side, step))
    }

    /// Returns the agenda with the open question last; empty while the referee resolves steps.
    #[must_use]
    pub fn pending(self) -> &'a [Step] {
        if self.asked().is_some() { self.position.agenda.steps() } else { &[] }
    }

    /// Lists the weapons that lie in Locations. Public.
    #[must_use]
    pub fn lying(self) -> &'a [Lying] {
        &self.position.lying
    }

    #[must_use]
    pub fn lies(self, weapon: Weapon, at: LocationId) -> bool {
        self.position.lying.contains(&Lying { at, weapon })
    }

    /// Number of the turn, from 1.
    #[must_use]
    pub const fn turn(self) -> u8 {
        self.position.turn
    }

    #[must_use]
    pub const fn phase(self) -> Phase {
        self.position.phase
    }

    /// The side that has the initiative.
    #[must_use]
    pub const fn initiative(self) -> Side {
        self.position.initiative
    }

    /// The side whose impulse or routs these are.
    #[must_use]
    pub const fn to_act(self) -> Side {
        self.position.to_act
    }

    /// Number of passes in a row.
    #[must_use]
    pub const fn passes(self) -> u8 {
        self.position.passes
    }

    /// Returns the impulse under way. A leader who opened it is no longer hidden.
    #[inline]
    #[must_use]
    pub const fn impulse(self) -> Option<Impulse> {
        self.position.impulse
    }

    /// Returns the moving units. They are no longer hidden.
    #[inline]
    #[must_use]
    pub const fn moving(self) -> Option<Moving> {
        self.position.moving
    }

    /// Lists the hexes from which this seat's units have been barred in this rout.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn barred(self) -> &'a [LocationId] {
        let routs = self.position.phase == Phase::Rout && self.knows(self.position.to_act);
        if self.outlook.is_open() || routs { &self.position.barred } else { &[] }
    }

    /// The side that holds an objective; `None` if neither does.
    #[must_use]
    pub fn held(self, objective: usize) -> Option<Side> {
        self.position.held.get(objective).copied().flatten()
    }

    /// Returns how the game ended; `None` before its end.
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
    fn awaited(setting: &Setting, position: &Position) -> BySide<bool> {
        let asked = HeroesEyes::open(setting, position).asked().map(|(side, _)| side);
        BySide::new(|side| asked == Some(side))
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
