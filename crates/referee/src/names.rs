//! Names of pieces and Locations for each kind of reader.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use board::naming::{Name, Named, Naming, naming};
use fair::Nonce;
use rules::names::{BareHandles, side_or_location, side_or_location_id};
use rules::{Piece, QuickDice, Seat, System};
use sha2::{Digest, Sha256};

use crate::RefereeError;
use crate::canonical::canonical;

/// The names in the scenario, used by ledgers and conformance cases. They include hidden pieces.
#[derive(Debug)]
pub struct TrueNames<S: System> {
    setting: Arc<S::Setting>,
    /// The names of pieces that came into play after the set-up.
    later: HashMap<u16, String>,
    pieces: HashMap<String, u16>,
    /// Number of pieces.
    count: usize,
}

impl<S: System> TrueNames<S> {
    /// Creates the names for a game's setting and position.
    pub fn new(setting: &Arc<S::Setting>, position: &S::Position) -> Arc<Self> {
        let count = S::pieces(position);
        let ids = || 0..u16::try_from(count).unwrap_or(u16::MAX);
        let later: HashMap<u16, String> = ids()
            .filter(|id| S::piece_name(setting, Piece(*id)).is_none())
            .filter_map(|id| Some((id, S::later_name(setting, position, Piece(id))?)))
            .collect();
        let first = ids().filter_map(|id| Some((S::piece_name(setting, Piece(id))?.to_owned(), id)));
        let pieces = first.chain(later.iter().map(|(id, name)| (name.clone(), *id))).collect();
        Arc::new(TrueNames { setting: Arc::clone(setting), later, pieces, count })
    }

    /// Returns the names for another position of the game. They differ only if pieces came into play.
    pub(crate) fn at(self: &Arc<Self>, position: &S::Position) -> Arc<Self> {
        if S::pieces(position) == self.count { Arc::clone(self) } else { Self::new(&self.setting, position) }
    }

    /// Returns names for reading lines in which pieces come into play.
    pub(crate) fn foreseeing(self: &Arc<Self>) -> Arc<dyn Naming> {
        Arc::new(Foreseen { now: Arc::clone(self), later: Mutex::default() })
    }
}

/// The true names, and names of pieces that are still to come: each gets the next number when it is first read. In a
/// line of a ledger a piece is first named where it comes into play.
#[derive(Debug)]
struct Foreseen<S: System> {
    now: Arc<TrueNames<S>>,
    later: Mutex<Vec<String>>,
}

impl<S: System> Naming for Foreseen<S> {
    fn name(&self, kind: Named, id: u16) -> Option<Name> {
        let later = || {
            let later = self.later.lock().unwrap_or_else(PoisonError::into_inner);
            later.get(usize::from(id).checked_sub(self.now.count)?).cloned().map(Name::Text)
        };
        self.now.name(kind, id).or_else(|| if kind == Named::Piece { later() } else { None })
    }

    fn id(&self, kind: Named, name: &Name) -> Option<u16> {
        let known = self.now.id(kind, name);
        let (None, Named::Piece, Name::Text(text)) = (known, kind, name) else { return known };
        if !S::can_be_later_name(&self.now.setting, text) {
            return None;
        }
        let mut later = self.later.lock().unwrap_or_else(PoisonError::into_inner);
        let n = later.iter().position(|known| known == text).unwrap_or(later.len());
        if n == later.len() {
            later.push(text.clone());
        }
        u16::try_from(self.now.count + n).ok()
    }
}

impl<S: System> Naming for TrueNames<S> {
    fn name(&self, kind: Named, id: u16) -> Option<Name> {
        match kind {
            Named::Piece => {
                let name = S::piece_name(&self.setting, Piece(id)).or_else(|| self.later.get(&id).map(String::as_str));
                name.map(|name| Name::Text(name.to_owned()))
            }
            _ => side_or_location::<S>(&self.setting, kind, id),
        }
    }

    fn id(&self, kind: Named, name: &Name) -> Option<u16> {
        match (kind, name) {
            (Named::Piece, Name::Text(text)) => self.pieces.get(text).copied(),
            _ => side_or_location_id::<S>(&self.setting, kind, name),
        }
    }
}

/// The handles of a seat: its own numbers for the pieces it sees, from 1. A piece that goes out of sight loses its
/// handle for good and returns under a new one. Handles depend only on what the seat has seen.
#[derive(Clone, Debug, Default)]
pub struct Handles {
    of_piece: Vec<Option<u16>>,
    pieces: HashMap<u16, Piece>,
    last: u16,
    /// Whether the list of pieces means nothing to the reader any more, although it has no handles yet.
    in_the_middle: bool,
}

impl Handles {
    /// Returns an empty set of handles for a reader who comes in the middle of a game.
    pub(crate) fn in_the_middle() -> Handles {
        Handles { in_the_middle: true, ..Handles::default() }
    }

    /// The handle of a piece; `None` if the piece is not in sight.
    #[must_use]
    pub fn handle(&self, piece: Piece) -> Option<u16> {
        self.of_piece.get(piece.index()).copied().flatten()
    }

    /// The handle of each piece of the position's list; `None` for one that is not in sight.
    #[must_use]
    pub fn all(&self) -> &[Option<u16>] {
        &self.of_piece
    }

    /// The piece with this handle; `None` if no piece in sight has it.
    #[must_use]
    pub fn piece(&self, handle: u16) -> Option<Piece> {
        self.pieces.get(&handle).copied()
    }

    /// Returns handles for the pieces of a position. `handles[n]` is that of its piece `n`, and `last` the last that was
    /// given.
    pub(crate) fn restored(handles: &[Option<u16>], last: u16) -> Handles {
        let pieces = (0u16..).zip(handles).filter_map(|(id, handle)| Some((handle.as_ref().copied()?, Piece(id))));
        Handles { of_piece: handles.to_vec(), pieces: pieces.collect(), last, in_the_middle: false }
    }

    /// The last handle that was given; 0 if there is none.
    pub(crate) const fn last(&self) -> u16 {
        self.last
    }

    /// Whether these are the handles at a position: no piece came into sight or went.
    pub(crate) fn fits<S: System>(&self, setting: &S::Setting, position: &S::Position, seat: Seat) -> bool {
        let eyes = S::eyes(setting, position, seat);
        // A list that grew by pieces this seat does not see is unchanged for the seat.
        (0..S::pieces(position))
            .map(|index| Piece(index as u16))
            .all(|piece| self.handle(piece).is_some() == S::sees(eyes, piece))
    }

    /// Returns the handles after a change of the position: pieces that came into sight get new ones, and those that
    /// went out of sight lose theirs. `None` if no piece came or went.
    ///
    /// If several pieces appear at once, their order depends on what the seat sees of them. The order of the position's
    /// list is that of the scenario file, and would let a reader of that file distinguish similar pieces. Only the
    /// first call uses it, because the set-up of a scenario is public.
    ///
    /// Those that look alike are ordered by lot.
    ///
    /// # Errors
    /// Fails if the seat has used all 65,535 handles.
    /// Fails if a lot must be drawn first ([`RefereeError::Lot`]).
    pub(crate) fn after<S: System>(
        &self,
        setting: &Arc<S::Setting>,
        position: &S::Position,
        seat: Seat,
        lots: &mut Lots,
    ) -> Result<Option<Handles>, RefereeError> {
        if self.fits::<S>(setting, position, seat) {
            return Ok(None);
        }
        let count = S::pieces(position);
        let eyes = S::eyes(setting, position, seat);
        let sees = |index: usize| S::sees(eyes, Piece(index as u16));
        let mut next = self.clone();
        next.of_piece.resize(count, None);
        let mut come = Vec::new();
        for (index, slot) in next.of_piece.iter_mut().enumerate() {
            match (sees(index), *slot) {
                (true, None) => come.push(index),
                (false, Some(handle)) => {
                    next.pieces.remove(&handle);
                    *slot = None;
                }
                _ => {}
            }
        }
        if come.len() > 1 && (self.in_the_middle || !self.pieces.is_empty()) {
            let looks = next.looks::<S>(setting, position, seat, &come)?;
            come.sort_by_key(|index| looks.get(index));
            for alike in come.chunk_by_mut(|one, other| looks.get(one) == looks.get(other)) {
                lots.order(self.last, alike).map_err(|of| RefereeError::Lot(seat, of))?;
            }
        }
        for index in come {
            next.last = next.last.checked_add(1).ok_or(RefereeError::Handles)?;
            next.pieces.insert(next.last, Piece(index as u16));
            if let Some(slot) = next.of_piece.get_mut(index) {
                *slot = Some(next.last);
            }
        }
        Ok(Some(next))
    }

    /// Returns what a seat sees of each of these pieces: the facts that name any of them, with that piece named 0, and the
    /// others that appear with it 65535.
    fn looks<S: System>(
        &self,
        setting: &Arc<S::Setting>,
        position: &S::Position,
        seat: Seat,
        come: &[usize],
    ) -> Result<HashMap<usize, BTreeSet<String>>, RefereeError> {
        let names = |of: Option<usize>| {
            let mut of_piece = self.of_piece.clone();
            for &other in come {
                if let Some(slot) = of_piece.get_mut(other) {
                    *slot = Some(if Some(other) == of { 0 } else { u16::MAX });
                }
            }
            BareHandles::<S>::of_handles(setting, of_piece)
        };
        let written = |of: Option<usize>, facts: &[S::Fact]| -> Result<BTreeSet<String>, RefereeError> {
            naming(names(of), || facts.iter().map(|fact| canonical(fact).map_err(RefereeError::unnamed)).collect())
        };
        let (mut about, mut same, mut failed) = (Vec::new(), Vec::new(), None);
        let other = u16::MAX.to_string();
        naming(names(None), || {
            S::view(S::eyes(setting, position, seat), &mut |fact| match serde_json::to_string(&fact) {
                Ok(line) if line.contains(&other) => about.push(fact),
                Ok(_) => same.push(fact),
                Err(error) => failed = Some(RefereeError::Unnamed(error)),
            });
        });
        failed.map_or(Ok(()), Err)?;
        let mut looks: Vec<BTreeSet<String>> = Vec::new();
        for piece in come {
            looks.push(written(Some(*piece), &about)?);
        }
        // Sorted by all facts, the pieces have the same order. A look that begins another is the exception: the fact that
        // follows it there, the same for all, may be the higher one. The highest of those facts stands for them.
        let length = looks.first().map(BTreeSet::len);
        if looks.iter().any(|look| Some(look.len()) != length) {
            let last = written(None, &same)?.pop_last();
            looks.iter_mut().for_each(|look| look.extend(last.clone()));
        }
        Ok(come.iter().copied().zip(looks).collect())
    }
}

/// Decides the order of pieces that come into sight at once and look alike to a seat. It must not follow from which
/// pieces they are: else their handles would tell them apart.
#[derive(Clone, Debug)]
pub(crate) enum Lots {
    /// By a key that is secret until the game ends.
    Key(Nonce),
    /// By lots drawn beforehand. Each chooses one of the pieces that are left, counted from 0.
    Drawn {
        /// All lots drawn so far.
        lots: Vec<u8>,
        /// Number of lots used.
        used: usize,
    },
    /// By fast random numbers.
    Quick(QuickDice),
}

impl Lots {
    /// Orders pieces that look alike. `last` is the last handle that was given. Fails with the number of pieces that
    /// are left if a lot must be drawn first.
    fn order(&mut self, last: u16, alike: &mut [usize]) -> Result<(), usize> {
        match self {
            Lots::Key(key) => alike.sort_by_cached_key(|index| draw(key, last, *index)),
            Lots::Quick(dice) => {
                for first in 0..alike.len().saturating_sub(1) {
                    alike.swap(first, first + dice.below(alike.len() - first));
                }
            }
            Lots::Drawn { lots, used } => {
                for first in 0..alike.len().saturating_sub(1) {
                    let left = alike.len() - first;
                    let lot = lots.get(*used).map(|lot| usize::from(*lot)).filter(|lot| *lot < left);
                    let lot = lot.ok_or(left)?;
                    *used += 1;
                    alike.swap(first, first + lot);
                }
            }
        }
        Ok(())
    }
}

/// Returns an unpredictable number for a piece, a different one after each new handle.
fn draw(key: &Nonce, last: u16, index: usize) -> [u8; 32] {
    let hash = Sha256::new_with_prefix(b"undercity/handle/1").chain_update(key.as_bytes());
    hash.chain_update(last.to_be_bytes()).chain_update((index as u64).to_be_bytes()).finalize().into()
}

/// The names that a seat uses: its handles, and the labels of the board.
#[derive(Debug)]
pub struct SeatNames<S: System> {
    setting: Arc<S::Setting>,
    pub(crate) handles: Handles,
}

impl<S: System> SeatNames<S> {
    /// Creates the names that a seat uses while it has these handles.
    pub fn new(setting: &Arc<S::Setting>, handles: Handles) -> Arc<Self> {
        Arc::new(SeatNames { setting: Arc::clone(setting), handles })
    }
}

impl<S: System> Naming for SeatNames<S> {
    fn name(&self, kind: Named, id: u16) -> Option<Name> {
        match kind {
            Named::Piece => self.handles.handle(Piece(id)).map(|handle| Name::Number(u32::from(handle))),
            _ => side_or_location::<S>(&self.setting, kind, id),
        }
    }

    fn id(&self, kind: Named, name: &Name) -> Option<u16> {
        match (kind, name) {
            (Named::Piece, Name::Number(number)) => {
                let handle = u16::try_from(*number).ok()?;
                self.handles.piece(handle).map(|Piece(id)| id)
            }
            _ => side_or_location_id::<S>(&self.setting, kind, name),
        }
    }
}
