//! What a seat may look at: the only door to secrets.
//!
//! Secret are: what lies under a "?" and how much; where hidden units are; whether a unit below ground still lives, and
//! as what; tunnels; Fortified Locations until they count; what an emergence dr allowed; and where a stack was barred.

use board::{HexId, LocationId};
use rules::{Group, Piece, Refusal, Seat, Side, house};

use crate::change::Change;
use crate::clause::{A2, A15, A27};
use crate::flags::Flag;
use crate::kind::Kind;
use crate::position::{Cover, Fate, Fort, Moving, Phase, Position, Residual, Tunnel, Unit};
use crate::setting::{CoverEntry, Setting, Spot};
use crate::sight::Line;
use crate::terrain::Terrain;
use crate::turn::Step;

/// The truth as one seat may look at it.
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

    /// The same truth as everybody may look at it: what a question may depend on.
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
    pub fn knows(self, side: Side) -> bool {
        self.open || self.seat == Seat::Side(side)
    }

    #[inline]
    fn sees_unit(self, unit: &Unit) -> bool {
        match unit.fate {
            Fate::InPlay => {
                self.knows(unit.side)
                    || match unit.cover {
                        Cover::Open => true,
                        Cover::Concealed => !A15.is_in_force(),
                        Cover::Hidden => !A27.is_in_force(),
                    }
            }
            Fate::Waiting => self.knows(unit.side),
            _ => false,
        }
    }

    /// A piece in the game, or one still to be placed, if this seat sees it.
    #[inline]
    #[must_use]
    pub fn unit(self, piece: Piece) -> Option<&'a Unit> {
        self.position.unit(piece).filter(|unit| self.sees_unit(unit))
    }

    /// All pieces this seat sees, on the board or still to be placed.
    pub fn all_seen(self) -> impl Iterator<Item = (Piece, &'a Unit)> + Clone {
        self.position.all().filter(move |(_, unit)| self.sees_unit(unit))
    }

    /// All pieces of a side on the board that this seat sees, weapons too.
    #[inline]
    pub fn pieces_of(self, side: Side) -> impl Iterator<Item = (Piece, &'a Unit, LocationId)> + Clone {
        self.position.sides[side].iter().filter_map(move |piece| {
            let unit = self.unit(piece)?;
            Some((piece, unit, unit.at?))
        })
    }

    /// All units and dummies of a side on the board that this seat sees.
    #[inline]
    pub fn units_of(self, side: Side) -> impl Iterator<Item = (Piece, &'a Unit, LocationId)> + Clone {
        self.pieces_of(side).filter(|(_, unit, _)| !unit.kind.is_weapon())
    }

    /// All units and dummies of a side in a Location that this seat sees.
    #[inline]
    pub fn at(self, side: Side, at: LocationId) -> impl Iterator<Item = (Piece, &'a Unit)> + Clone {
        self.units_of(side).filter(move |(_, _, place)| *place == at).map(|(piece, unit, _)| (piece, unit))
    }

    /// Whether a side has a "?" in a Location, with whatever is under it. Public.
    #[inline]
    #[must_use]
    pub fn is_unknown_at(self, side: Side, at: LocationId) -> bool {
        self.position.sides[side]
            .iter()
            .any(|piece| self.position.unit(piece).is_some_and(|unit| unit.at == Some(at) && unit.is_under_counter()))
    }

    /// The Locations in which a side has a "?", each once, in their order. Public.
    pub fn unknowns(self, side: Side) -> arrayvec::ArrayVec<LocationId, { Group::LIMIT }> {
        let mut places: arrayvec::ArrayVec<LocationId, { Group::LIMIT }> = (self.position.sides[side].iter())
            .filter_map(|piece| self.position.unit(piece).filter(|unit| unit.is_under_counter())?.at)
            .collect();
        places.sort_unstable();
        let mut last = None;
        places.retain(|at| last.replace(*at) != Some(*at));
        places
    }

    /// Whether anybody of a side is in a Location as far as this seat can tell: somebody it sees, or a "?".
    #[inline]
    #[must_use]
    pub fn holds(self, side: Side, at: LocationId) -> bool {
        self.is_unknown_at(side, at) || self.at(side, at).next().is_some()
    }

    /// Whether a "Sewer ?" of a side in a Location lies with its side "Lost ?" up. Public.
    #[must_use]
    pub fn is_lost_at(self, side: Side, at: LocationId) -> bool {
        self.marks(side, at, Flag::Lost)
    }

    /// Whether the stack of a side in a Sewer Location is discovered. Public.
    #[must_use]
    pub fn is_discovered_at(self, side: Side, at: LocationId) -> bool {
        self.marks(side, at, Flag::Discovered)
    }

    fn marks(self, side: Side, at: LocationId, flag: Flag) -> bool {
        let bears = |piece| self.position.unit(piece).is_some_and(|unit| unit.at == Some(at) && unit.is(flag));
        self.position.sides[side].iter().any(bears)
    }

    /// A unit of this side that the seat can give orders to, and its Location.
    ///
    /// # Errors
    /// When there is no such unit, or it is the enemy's.
    #[inline]
    pub fn own(self, side: Side, piece: Piece) -> Result<(&'a Unit, LocationId), Refusal> {
        let Some((unit, at)) = self.unit(piece).and_then(|unit| Some((unit, unit.at?))) else {
            return Err(Refusal::new(house::NAMES, "there is no such unit on the board"));
        };
        if unit.side != side {
            return Err(Refusal::new(A2, "this unit is the enemy's"));
        }
        Ok((unit, at))
    }

    /// The weapons a unit holds, of those this seat sees.
    #[inline]
    pub fn weapons(self, holder: Piece) -> impl Iterator<Item = (Piece, &'a Unit)> + Clone {
        let side = self.position.unit(holder).map_or(Side::A, |unit| unit.side);
        self.pieces_of(side)
            .filter(move |(_, unit, _)| unit.holder == Some(holder))
            .map(|(piece, unit, _)| (piece, unit))
    }

    /// Portage points of what a unit holds (ASL-A5).
    #[inline]
    #[must_use]
    pub fn load(self, holder: Piece) -> u8 {
        self.weapons(holder).map(|(_, weapon)| weapon.kind.values().pp).sum()
    }

    /// What the rules want to know of a Location.
    ///
    /// # Errors
    /// When it is not of this board.
    #[inline]
    pub fn spot(self, at: LocationId) -> Result<&'a Spot, Refusal> {
        self.setting.spot(at).ok_or_else(|| Refusal::new(house::NAMES, "there is no such place"))
    }

    /// The question that stands, if it is put to a side.
    #[inline]
    #[must_use]
    pub fn asked(self, side: Side) -> Option<Step> {
        let step = self.position.agenda.top()?;
        step.asks(self.position, side).then_some(step)
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

    /// Those of a group on the board that this seat sees.
    #[inline]
    #[must_use]
    pub fn seen(self, group: Group) -> Group {
        group.iter().filter(|piece| self.unit(*piece).is_some()).collect()
    }

    /// Whether a side has units hidden. Public.
    #[inline]
    #[must_use]
    pub fn has_hidden(self, side: Side) -> bool {
        self.position.units.iter().any(|unit| {
            unit.cover == Cover::Hidden && unit.side == side && matches!(unit.fate, Fate::InPlay | Fate::Waiting)
        })
    }

    /// What a side has that this seat does not see, as last known, in an order that tells nothing. Public: the forces
    /// are in the scenario, and it is known which of them were seen to go. What has still to be placed is among it: else
    /// it would be seen which "?" is which.
    #[must_use]
    pub fn unseen(self, side: Side) -> Vec<Unseen> {
        // When all is over, who has fallen unseen is told among the losses.
        let over = self.position.phase == Phase::Over;
        let out = |unit: &&Unit| {
            let fallen = unit.fate == Fate::LostUnseen && !over;
            let lurks = fallen || matches!(unit.fate, Fate::InPlay | Fate::Waiting);
            unit.side == side && lurks && !self.sees_unit(unit)
        };
        let mut counters: Vec<Unseen> = (self.position.units.iter().filter(out))
            .map(|unit| Unseen {
                kind: unit.known_as,
                granted: unit.granted,
                hidden: unit.cover == Cover::Hidden && unit.fate != Fate::LostUnseen,
            })
            .collect();
        counters.sort_unstable();
        counters
    }

    /// The terrain of a Location's hex now: rubble may have fallen.
    #[inline]
    #[must_use]
    pub fn terrain(self, spot: &Spot) -> Terrain {
        let source = spot.terrain;
        if source.is_rubble() || !self.is_rubble(spot.hex) {
            return source;
        }
        if source == Terrain::Wood { Terrain::WoodRubble } else { Terrain::Rubble }
    }

    /// Whether rubble lies in a hex: on the map, by the scenario, or fallen in play.
    #[inline]
    #[must_use]
    pub fn is_rubble(self, hex: HexId) -> bool {
        Terrain::nth(self.setting.board.terrain(hex).0).is_rubble()
            || self.position.rubble.contains(&hex)
            || self.covers(hex).any(|cover| !cover.blaze)
    }

    /// Whether rubble has fallen in a hex in play.
    #[inline]
    #[must_use]
    pub fn has_fallen(self, hex: HexId) -> bool {
        self.position.rubble.contains(&hex)
    }

    /// Whether a hex burns.
    #[inline]
    #[must_use]
    pub fn burns(self, hex: HexId) -> bool {
        self.covers(hex).any(|cover| cover.blaze)
    }

    /// Rubble and Blaze of the scenario that is in a hex now.
    #[inline]
    pub fn covers(self, hex: HexId) -> impl Iterator<Item = &'a CoverEntry> + Clone {
        let ground = self.setting.board.ground(hex);
        let there = move |n: usize| self.position.covered >> n & 1 == 1;
        let covers = self.setting.covers.iter().enumerate();
        covers.filter(move |(n, cover)| cover.at == ground && there(*n)).map(|(_, cover)| cover)
    }

    /// Whether the sewer below a hex is buried (B8.5e).
    #[inline]
    #[must_use]
    pub fn is_buried(self, hex: HexId) -> bool {
        self.position.buried.contains(&hex)
    }

    /// The line of sight between two Locations above ground, with the Blazes and the rubble of the scenario as they are now. Public.
    #[inline]
    #[must_use]
    pub fn line(self, from: LocationId, to: LocationId) -> Option<Line> {
        self.setting.sight.line(from, to, self.position.covered)
    }

    /// Hexes with fallen rubble, and hexes with a buried sewer.
    #[must_use]
    pub fn fallen(self) -> (&'a [HexId], &'a [HexId]) {
        (&self.position.rubble, &self.position.buried)
    }

    /// Residual firepower.
    #[must_use]
    pub fn residual(self) -> &'a [Residual] {
        &self.position.residual
    }

    /// The Fortified Location of a side in this place, if this seat knows of it.
    #[inline]
    #[must_use]
    pub fn fort(self, side: Side, at: LocationId) -> Option<&'a Fort> {
        self.forts().find(|fort| fort.at == at && fort.side == side)
    }

    /// The Fortified Locations this seat knows of.
    #[inline]
    pub fn forts(self) -> impl Iterator<Item = &'a Fort> + Clone {
        self.position.forts.iter().filter(move |fort| fort.known || self.knows(fort.side))
    }

    /// A side's own tunnels, with their numbers; nothing for other seats.
    #[inline]
    pub fn tunnels(self, side: Side) -> impl Iterator<Item = (u8, &'a Tunnel)> + Clone {
        (0u8..).zip(&self.position.tunnels[side]).filter(move |_| self.knows(side))
    }

    /// Tunnel entrances of the enemy that a side's units saw used: the tunnel, the end, and who saw it and who of them
    /// has found it.
    pub fn entrances_seen(self, side: Side) -> impl Iterator<Item = EntranceSeen> + Clone + 'a {
        let tunnels = (0u8..).zip(&self.position.tunnels[side.other()]);
        let theirs = tunnels.filter(move |(_, tunnel)| !tunnel.gone && self.knows(side));
        theirs
            .flat_map(|(n, tunnel)| {
                (0u8..2)
                    .zip(tunnel.ends)
                    .zip(tunnel.saw.into_iter().zip(tunnel.found))
                    .map(move |((end, at), (saw, found))| EntranceSeen { tunnel: n, end, at, saw, found })
            })
            .filter(|entrance| !entrance.saw.is_empty())
    }

    /// Tunnels and Fortified Locations a side may still record; nothing for other seats.
    #[must_use]
    pub fn allotments(self, side: Side) -> Option<(u8, u8)> {
        self.knows(side).then(|| (self.position.tunnels_left[side], self.position.forts_left[side]))
    }

    /// Where this seat's units have been barred from.
    #[inline]
    #[must_use]
    pub fn barred(self) -> &'a [LocationId] {
        let own = match (self.seat, self.position.agenda.top()) {
            _ if self.open => true,
            (Seat::Side(side), Some(step)) => step.asks(self.position, side),
            _ => false,
        };
        if own { &self.position.barred } else { &[] }
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

    /// How many counters of a side everybody last knew to be squads or half-squads, and nobody but the side sees now.
    #[inline]
    #[must_use]
    pub fn unseen_mmcs(self, side: Side) -> u8 {
        let lurks = |unit: &&Unit| {
            let there = matches!(unit.fate, Fate::InPlay | Fate::LostUnseen) && unit.cover != Cover::Open;
            unit.side == side && unit.known_as.is_mmc() && there
        };
        u8::try_from(self.position.units.iter().filter(lurks).count()).unwrap_or(u8::MAX)
    }

    /// Whether a side may have weapons under its "?"s. Public.
    #[must_use]
    pub fn unseen_weapons(self, side: Side) -> bool {
        self.position.units.iter().any(|unit| {
            let there = matches!(unit.fate, Fate::InPlay | Fate::LostUnseen) && unit.cover == Cover::Concealed;
            unit.side == side && unit.kind.is_weapon() && there
        })
    }

    /// Who holds an objective.
    #[must_use]
    pub fn held(self, objective: usize) -> Option<Side> {
        self.position.held.get(objective).copied().flatten()
    }

    /// Pieces of a side that are known to be eliminated or captured, as counters.
    pub fn losses(self, side: Side) -> impl Iterator<Item = Kind> + 'a {
        let over = self.position.phase == Phase::Over;
        let known = move |unit: &&Unit| match unit.fate {
            Fate::Lost | Fate::Captured => true,
            Fate::LostUnseen => over || self.knows(side),
            _ => false,
        };
        self.position.units.iter().filter(move |unit| unit.side == side).filter(known).map(|unit| unit.kind)
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn outcome(self) -> Option<rules::Outcome> {
        crate::victory::outcome(self.setting, self.position)
    }
}

/// A piece out of a seat's sight, as far as everybody knows it.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct Unseen {
    /// What it was when it was last seen, or in the scenario.
    pub kind: Kind,
    /// Whether it may use the sewers without a task check.
    pub granted: bool,
    /// Whether it is set up hidden.
    pub hidden: bool,
}

/// A tunnel entrance of the enemy that was used in sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntranceSeen {
    /// The tunnel.
    pub tunnel: u8,
    /// The end, 0 or 1.
    pub end: u8,
    /// Where it is.
    pub at: LocationId,
    /// Who saw it used.
    pub saw: Group,
    /// Who of them has found it.
    pub found: Group,
}

/// Whether a change could make something known to the other side, whoever really saw it.
#[must_use]
pub fn could_disclose(change: &Change) -> bool {
    matches!(
        change,
        Change::Cover { .. }
            | Change::FortKnown { .. }
            | Change::Barred { .. }
            | Change::Rubble { .. }
            | Change::Gone { .. }
            | Change::SawTunnel { .. }
            | Change::TunnelGone { .. }
    )
}
