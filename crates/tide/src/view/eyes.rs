//! View of a seat: the only access to hidden information.
//!
//! With hidden sewers (TOI-S5), only the Soviet side sees squads below, their cards and squares, and their entrance
//! markers, until the squad is on the board again. A squad that assaults from a hidden sewer stays hidden until it has
//! won and takes the Location ([`Action::UnseenAssault`]).

use board::LocationId;
use rules::{BySide, Piece, PieceSet, Refusal, Seat, Side, referee_clauses};

use crate::printed::clause::{B3, B4, B14};
use crate::printed::words::{Action, Card, Phase, SOVIET};
use crate::setting::{Setting, Spot};
use crate::state::position::{Active, Command, Position, Sheet};
use crate::state::squad::{Place, Squad};
use crate::state::step::Step;

/// Access to the true position, limited to what one seat may see.
#[derive(Clone, Copy, Debug)]
pub struct TideEyes<'a> {
    setting: &'a Setting,
    position: &'a Position,
    seat: Seat,
    /// Whether squads below are hidden from this seat.
    blind_below: bool,
}

impl<'a> TideEyes<'a> {
    /// Returns the view of a seat.
    #[inline]
    #[must_use]
    pub fn new(setting: &'a Setting, position: &'a Position, seat: Seat) -> Self {
        TideEyes { setting, position, seat, blind_below: setting.hides_below() && seat != Seat::Side(SOVIET) }
    }

    /// Returns the referee's unlimited view, for resolving checked orders.
    #[inline]
    pub(crate) fn open(setting: &'a Setting, position: &'a Position) -> Self {
        TideEyes { setting, position, seat: Seat::Spectator, blind_below: false }
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
        self.seat
    }

    /// Whether this seat sees squads below.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    fn sees_below(self) -> bool {
        // Views of the referee, and of games without hidden sewers, are not counted as looks at hidden information.
        let open = !self.setting.hides_below() || (self.seat == Seat::Spectator && !self.blind_below);
        open || rules::looks::knows(!self.blind_below)
    }

    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    fn sees_squad(self, piece: Piece, squad: &Squad) -> bool {
        match squad.place {
            Place::On(_) => true,
            Place::Below(_) => self.sees_below() || self.assaults_from_below(piece),
            Place::Gone => false,
        }
    }

    /// Whether a squad below is visible because it assaults. With hidden sewers, this happens only in old ledgers.
    fn assaults_from_below(self, piece: Piece) -> bool {
        self.position.active.is_some_and(|active| active.piece == piece && active.action == Action::SewerAssault)
    }

    /// Returns a squad in the game, if this seat sees it.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn squad(self, piece: Piece) -> Option<&'a Squad> {
        let squad = self.position.squad(piece)?;
        if self.sees_squad(piece, squad) { Some(squad) } else { None }
    }

    /// Returns the squads of a side that this seat sees.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn seen(self, side: Side) -> PieceSet {
        let unit_index = &self.position.unit_index;
        let (all, below) = (unit_index.sides[side], unit_index.sides[side] - unit_index.on);
        if below.is_empty() || self.sees_below() {
            return all;
        }
        (all & unit_index.on) | below.iter().filter(|piece| self.assaults_from_below(*piece)).collect()
    }

    /// Returns the squads of a side that can take an action on the board now (compare `standing::fresh`).
    #[inline]
    #[must_use]
    pub fn fresh(self, side: Side) -> PieceSet {
        let unit_index = &self.position.unit_index;
        unit_index.sides[side] & if B4.is_in_force() { unit_index.fresh } else { unit_index.on }
    }

    /// Returns the squads of a side below that this seat sees.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn below(self, side: Side) -> PieceSet {
        self.seen(side) - self.position.unit_index.on
    }

    /// Returns the squads of a side in Op Fire mode.
    #[inline]
    #[must_use]
    pub fn op_fire(self, side: Side) -> PieceSet {
        let unit_index = &self.position.unit_index;
        unit_index.sides[side] & if B14.is_in_force() { unit_index.op_fire } else { unit_index.on }
    }

    /// Lists the squads of a side on the board.
    #[inline]
    pub fn standing(self, side: Side) -> impl Iterator<Item = (Piece, &'a Squad)> + Clone {
        self.list(self.position.unit_index.sides[side] & self.position.unit_index.on)
    }

    /// Lists all squads in the game that this seat sees.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn squads(self) -> impl Iterator<Item = (Piece, &'a Squad)> + Clone {
        self.each(self.seen(Side::A) | self.seen(Side::B))
    }

    /// Lists the squads of a side that this seat sees.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn squads_of(self, side: Side) -> impl Iterator<Item = (Piece, &'a Squad)> + Clone {
        self.each(self.seen(side))
    }

    /// Lists the squads of a group that this seat sees. The group may contain any pieces.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn each(self, squads: PieceSet) -> impl Iterator<Item = (Piece, &'a Squad)> + Clone {
        let seen = self.seen(Side::A) | self.seen(Side::B);
        self.list(squads & seen)
    }

    /// Lists squads that this seat is known to see.
    #[inline]
    fn list(self, squads: PieceSet) -> impl Iterator<Item = (Piece, &'a Squad)> + Clone {
        squads.iter().filter_map(move |piece| Some((piece, self.position.squad(piece)?)))
    }

    /// Lists all squads in a Location of the board.
    #[inline]
    pub fn on(self, at: LocationId) -> impl Iterator<Item = (Piece, &'a Squad)> + Clone {
        self.list(self.position.unit_index.on).filter(move |(_, squad)| squad.place == Place::On(at))
    }

    /// Lists the squads of a side in a Location of the board.
    #[inline]
    pub fn of_side_on(self, side: Side, at: LocationId) -> impl Iterator<Item = (Piece, &'a Squad)> + Clone {
        self.standing(side).filter(move |(_, squad)| squad.place == Place::On(at))
    }

    /// Returns a squad of this side that the seat can give orders to.
    ///
    /// # Errors
    /// If there is no such squad of this side. Enemy squads are not examined, so the refusal doesn't reveal hidden
    /// ones.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn own(self, side: Side, piece: Piece) -> Result<&'a Squad, Refusal> {
        let own = self.position.squad(piece).filter(|squad| squad.side == side && self.sees_squad(piece, squad));
        own.ok_or_else(|| Refusal::new(B3, "this is not one of your squads in play"))
    }

    /// Returns the properties of a Location.
    ///
    /// # Errors
    /// If the Location is not on the board.
    #[inline]
    pub fn spot(self, at: LocationId) -> Result<&'a Spot, Refusal> {
        self.setting.spot(at).ok_or_else(|| Refusal::new(referee_clauses::NAMES, "this Location is not on the board"))
    }

    /// Returns a sewer card in use, if this seat sees it.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn sheet(self, card: Card) -> Option<&'a Sheet> {
        let sheet = self.position.cards[card.index()].as_ref()?;
        let shown = self.holder(card).is_some() || self.sees_below();
        shown.then_some(sheet)
    }

    /// Returns the squad on a card, if this seat sees it.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn holder(self, card: Card) -> Option<Piece> {
        self.each(self.below(SOVIET)).find(|(_, squad)| squad.place == Place::Below(card)).map(|(piece, _)| piece)
    }

    /// Returns the activated squad, if this seat sees it. A squad that fought from a hidden sewer is not shown as
    /// activated after it comes up, because it is done.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn active(self) -> Option<Active> {
        let active = self.position.active?;
        let unseen = active.action == Action::UnseenAssault && !self.sees_below();
        if unseen || self.squad(active.piece).is_none() { None } else { Some(active) }
    }

    /// Returns the side that is asked, and the question.
    #[inline]
    #[must_use]
    pub fn asked(self) -> Option<(Side, Step)> {
        let step = self.position.agenda.top()?;
        let turn = self.position.turn;
        let side = match step {
            Step::Act | Step::Move | Step::AfterEmerging => turn,
            Step::OpFire => turn.other(),
            Step::ChooseLoss { side, .. }
            | Step::ChooseRetreat { side, .. }
            | Step::ChooseRetreats { side, .. }
            | Step::Spend { side }
            | Step::Ready { side }
            | Step::Transfer { side, .. } => side,
            _ => return None,
        };
        Some((side, step))
    }

    /// Returns the top of the agenda, for a side that is known to be asked.
    #[inline]
    #[must_use]
    pub(crate) fn top(self) -> Option<Step> {
        self.position.agenda.top()
    }

    /// Returns the agenda with the open question last; empty while the referee resolves steps.
    #[must_use]
    pub fn pending(self) -> &'a [Step] {
        if self.asked().is_some() { self.position.agenda.steps() } else { &[] }
    }

    /// Number of the round, from 1.
    #[must_use]
    pub const fn round(self) -> u8 {
        self.position.round
    }

    #[must_use]
    pub const fn phase(self) -> Phase {
        self.position.phase
    }

    /// The side that begins the next Action Phase.
    #[must_use]
    pub const fn initiative(self) -> Side {
        self.position.initiative
    }

    /// The side whose turn it is, and the number of actions left in it.
    #[must_use]
    pub const fn turn(self) -> (Side, u8) {
        (self.position.turn, self.position.actions_left)
    }

    /// Victory points of each side.
    #[must_use]
    pub const fn victory(self) -> BySide<u16> {
        self.position.victory
    }

    /// Command points of each side.
    #[must_use]
    pub const fn command(self) -> BySide<Command> {
        self.position.command
    }

    /// The side that holds an objective; `None` if neither does.
    #[must_use]
    pub fn held(self, objective: usize) -> Option<Side> {
        self.position.held.get(objective).copied().flatten()
    }

    /// Returns how the game ended; `None` before its end.
    #[must_use]
    pub fn outcome(self) -> Option<rules::Outcome> {
        crate::state::ending::outcome(self.setting, self.position)
    }
}
