//! Access of a seat to the position: every look at secrets goes through it.
//!
//! Secret are: places of men out of sight; dummies; all plots, and whether there are any; readiness; remaining shots
//! and grenades; chits; which men of a patrol have been at the far edge. [`Man::seen`] says which men the other side sees. The
//! sight sweep (`look`) updates it, and so each man who comes into sight is a change with its own clause.

pub mod disclosing;
pub mod fact;
pub mod hearing;

use board::LocationId;
use rules::{BySide, Clause, GameView, Piece, PieceSet, PieceSetIter, Refusal, Seat, Side};

use crate::printed::clause::{B2, B18, B20, B28};
use crate::printed::words::Phase;
use crate::setting::Setting;
use crate::setting::smoke::Cloud;
use crate::state::change::Change;
use crate::state::index::Trait;
use crate::state::man::{MEN, Man};
use crate::state::position::Position;
use crate::state::step::{Question, Step};
use crate::state::{Sniper, ending};
use crate::view::fact::Fact;
use crate::view::hearing::notices_smoke;

/// The true position as one seat may look at it.
#[derive(Clone, Copy, Debug)]
pub struct SniperEyes<'a> {
    setting: &'a Setting,
    position: &'a Position,
    seat: Seat,
}

impl<'a> SniperEyes<'a> {
    /// Returns the eyes of a seat.
    #[inline]
    #[must_use]
    pub const fn new(setting: &'a Setting, position: &'a Position, seat: Seat) -> Self {
        SniperEyes { setting, position, seat }
    }

    #[inline]
    #[must_use]
    pub const fn setting(self) -> &'a Setting {
        self.setting
    }

    /// Returns the seat that looks.
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
        rules::looks::knows(self.seat == Seat::Side(side))
    }

    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    fn sees_man(self, man: &Man) -> bool {
        let shown = man.seen || !B18.is_in_force();
        man.at.is_some() && ((shown && !man.dummy) || self.knows(man.side))
    }

    /// Returns a man in the game, if this seat sees him.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn man(self, piece: Piece) -> Option<&'a Man> {
        let man = self.position.man(piece)?;
        if self.sees_man(man) { Some(man) } else { None }
    }

    /// Returns the men of a side in the game that this seat sees; of its own side also the dummies.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    fn seen_of(self, side: Side) -> PieceSet {
        let men = &self.position.men;
        match () {
            () if self.knows(side) => men.of(side),
            () if B18.is_in_force() => men.real(side) & men.who(Trait::Seen),
            () => men.real(side),
        }
    }

    /// Lists all men in the game that this seat sees, with their Locations.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn men(self) -> impl Iterator<Item = (Piece, &'a Man, LocationId)> + Clone {
        self.position.men.placed(self.seen_of(Side::A) | self.seen_of(Side::B))
    }

    /// Lists the numbers of this seat's own men and dummies.
    #[inline]
    pub fn own_numbers(self) -> PieceSetIter {
        self.seat.side().map_or(PieceSet::EMPTY, |side| self.position.men.of(side)).iter()
    }

    /// Returns those of them who can be plotted for: neither on a route (SNP-B20) nor incapacitated
    /// (SNP-B28).
    #[inline]
    #[must_use]
    pub fn heedful(self) -> PieceSet {
        let men = &self.position.men;
        let but = |clause: Clause, is| if clause.is_in_force() { men.who(is) } else { PieceSet::EMPTY };
        let own = self.seat.side().map_or(PieceSet::EMPTY, |side| men.of(side));
        own - but(B20, Trait::OnRoute) - but(B28, Trait::Incapacitated)
    }

    /// Lists this seat's own men and dummies with their Locations.
    #[inline]
    pub fn own(self) -> impl Iterator<Item = (Piece, &'a Man, LocationId)> + Clone {
        self.own_numbers().filter_map(move |piece| {
            let man = self.position.man(piece)?;
            Some((piece, man, man.at?))
        })
    }

    /// Lists the enemies of a side that this seat sees, with their Locations.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn enemies(self, side: Side) -> impl Iterator<Item = (Piece, &'a Man, LocationId)> + Clone {
        self.position.men.placed(self.seen_of(side.other()))
    }

    /// Returns this seat's own men and dummies in a Location.
    #[inline]
    pub fn own_at(self, at: LocationId) -> PieceSet {
        self.seat.side().map_or(PieceSet::EMPTY, |side| self.position.men.at(at, self.position.men.of(side)))
    }

    /// Returns this seat's own men and dummies for whom no step is plotted.
    #[inline]
    #[must_use]
    pub fn staying(self) -> PieceSet {
        let men = &self.position.men;
        self.seat.side().map_or(PieceSet::EMPTY, |side| men.of(side) - men.who(Trait::Bound))
    }

    /// Returns the place of a man of this seat who is in the game.
    #[inline]
    fn own_place(self, piece: Piece) -> LocationId {
        self.position.men.places()[piece.index() % MEN]
    }

    /// Returns whether one of this seat's men and dummies without a plotted step is at middle level.
    #[inline]
    #[must_use]
    pub fn any_stays_on_a_ladder(self) -> bool {
        self.staying().iter().any(|piece| self.setting.is_middle(self.own_place(piece)))
    }

    /// Returns whether this seat's side sees an enemy.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn sees_enemies(self) -> bool {
        self.seat.side().is_some_and(|side| !self.seen_of(side.other()).is_empty())
    }

    /// Lists the enemies of a side that this seat sees in a Location.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn enemies_at(self, side: Side, at: LocationId) -> impl Iterator<Item = (Piece, &'a Man)> + Clone {
        let men = &self.position.men;
        men.each(men.at(at, self.seen_of(side.other())))
    }

    /// Returns a man or dummy of this seat.
    ///
    /// # Errors
    /// Refuses if there is no such man of this side. Enemies are refused in the same way, whether hidden or in sight.
    #[inline]
    pub fn mine(self, piece: Piece) -> Result<(&'a Man, LocationId), Refusal> {
        let own = self.position.man(piece).filter(|man| self.seat == Seat::Side(man.side));
        own.and_then(|man| Some((man, man.at?)))
            .ok_or_else(|| Refusal::new(B2, "this is not one of your men or dummies in the game"))
    }

    /// Returns the question this seat is asked; `None` once its side is ready, whatever the other does.
    #[inline]
    #[must_use]
    pub fn question(self) -> Option<Step> {
        let side = self.seat.side()?;
        let step = self.position.agenda.top().filter(|step| matches!(step, Step::SetUp | Step::Plot))?;
        (!self.position.ready[side]).then_some(step)
    }

    /// Returns this seat's side if it is ready.
    #[must_use]
    pub fn ready(self) -> Option<Side> {
        self.seat.side().filter(|side| self.position.ready[*side])
    }

    /// Returns the number of the turn, from 1.
    #[must_use]
    pub const fn turn(self) -> u8 {
        self.position.turn
    }

    /// Returns the phase of the game.
    #[must_use]
    pub const fn phase(self) -> Phase {
        self.position.phase
    }

    /// Returns this seat's side if it has seen an enemy.
    #[must_use]
    pub fn alerted(self) -> Option<Side> {
        self.seat.side().filter(|side| self.position.alerted[*side])
    }

    /// Returns the number of a side's men who have left and count for it. Public, since each leaving is reported.
    #[must_use]
    pub fn left(self, side: Side) -> u8 {
        self.position.left[side]
    }

    /// Returns this seat's side with the total of its chits (SNP-B29).
    #[must_use]
    pub fn chits(self) -> Option<(Side, u8)> {
        self.seat.side().map(|side| (side, self.position.chits[side]))
    }

    /// Lists the smoke this seat knows of: all above ground, and below ground its own and what its men notice.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn clouds(self) -> impl Iterator<Item = &'a Cloud> {
        let knows = BySide { a: self.knows(Side::A), b: self.knows(Side::B) };
        self.position.clouds.iter().filter(move |cloud| knows[cloud.by] || self.notices(cloud))
    }

    fn notices(self, cloud: &Cloud) -> bool {
        !self.setting.is_sewer(cloud.at)
            || self
                .seat
                .side()
                .is_some_and(|side| !cloud.unnoticed && notices_smoke(self.setting, self.position, side, cloud.at))
    }

    /// Returns whether this seat's side notices all smoke in a sewer (39.71): one of its men is in it.
    #[must_use]
    pub fn notices_smoke_in(self, line: u8) -> bool {
        let in_it = |at| self.setting.spot(at).is_some_and(|spot| spot.lines.iter().any(|(other, _)| *other == line));
        let able = |man: &Man| !man.dummy && !man.incapacitated;
        self.own().any(|(_, man, at)| able(man) && self.setting.is_sewer(at) && in_it(at))
    }

    /// Returns all smoke, to calculate sight. A side knows of the smoke between two men of one stretch of sewer.
    #[inline]
    pub(crate) fn smoke(self) -> &'a [Cloud] {
        &self.position.clouds
    }

    /// Returns how the game ended; `None` while it continues.
    #[must_use]
    pub fn outcome(self) -> Option<rules::Outcome> {
        ending::outcome(self.setting, self.position)
    }
}

impl GameView for Sniper {
    type Eyes<'a> = SniperEyes<'a>;
    type Fact = Fact;

    #[inline]
    fn eyes<'a>(setting: &'a Setting, position: &'a Position, seat: Seat) -> SniperEyes<'a> {
        SniperEyes::new(setting, position, seat)
    }

    #[inline]
    fn pending_question(eyes: SniperEyes<'_>) -> Option<Question> {
        eyes.question()?.question()
    }

    #[inline]
    fn sees(eyes: SniperEyes<'_>, piece: Piece) -> bool {
        eyes.man(piece).is_some()
    }

    fn view(eyes: SniperEyes<'_>, sink: &mut impl FnMut(Fact)) {
        fact::view(eyes, sink);
    }

    fn tells_of_enemy(seat: Seat, fact: &Fact) -> bool {
        fact::tells_of_enemy(seat, fact)
    }

    fn settles_after_entry(_: &Fact) -> bool {
        false
    }

    fn could_disclose(_: &Setting, change: &Change) -> bool {
        disclosing::could_disclose(change)
    }

    fn simultaneous(one: &Change, next: &Change) -> bool {
        disclosing::simultaneous(one, next)
    }
}
