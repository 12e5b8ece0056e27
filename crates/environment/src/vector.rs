//! Many games at once.

use std::sync::Arc;

use board::naming::naming;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rayon::prelude::*;
use referee::ledger::ScenarioText;
use referee::trial::QuickTrial;
use rules::{BySide, Choice, Side, System};

use crate::flat::Numbers;
use crate::game::{Shape, Spaces};
use crate::keys::{FEATURES, Sorted, features_of_draft};
use crate::observe::{Arrays, Layout, Reading, Seen};
use crate::{ActionError, FREE_ORDERS};

/// The arrays that a step writes, one row for each game. All have the length that [`Vector::games`] and the spaces ask for.
pub struct Outputs<'a> {
    /// Planes of the side on turn: for each place, the last of them for what is at no place, the number of each plane.
    pub planes: &'a mut [u8],
    /// Scalars of the side on turn.
    pub scalars: &'a mut [f32],
    /// Features of the legal actions; the rest is 0.
    pub offers: &'a mut [i32],
    /// Features of the draft chosen.
    pub draft: &'a mut [i32],
    /// Number of legal actions.
    pub actions: &'a mut [i32],
    /// The side on turn: 0 for A, 1 for B.
    pub side: &'a mut [u8],
    /// The result for side A of the game that the last action ended: 1 won, -1 lost, else 0.
    pub returns: &'a mut [f32],
    /// 1 if the last action ended a game. The rest is then about the game that follows it.
    pub over: &'a mut [u8],
}

/// Arrays for [`Outputs`], at first all 0.
#[derive(Clone, Debug, PartialEq)]
pub struct OutputArrays {
    /// Planes of the side on turn: for each place, the number of each plane.
    pub planes: Vec<u8>,
    /// Scalars of the side on turn.
    pub scalars: Vec<f32>,
    /// Features of the legal actions.
    pub offers: Vec<i32>,
    /// Features of the draft chosen.
    pub draft: Vec<i32>,
    /// Number of legal actions.
    pub actions: Vec<i32>,
    /// The side on turn.
    pub side: Vec<u8>,
    /// Result for side A of the game that the last action ended.
    pub returns: Vec<f32>,
    /// 1 if the last action ended a game.
    pub over: Vec<u8>,
}

impl OutputArrays {
    /// Creates arrays for a number of games.
    #[must_use]
    pub fn new(spaces: &Spaces, games: usize) -> Self {
        OutputArrays {
            planes: vec![0; games * spaces.planes.len() * (spaces.places.len() + 1)],
            scalars: vec![0.0; games * spaces.scalars.len()],
            offers: vec![0; games * spaces.actions * FEATURES.len()],
            draft: vec![0; games * FEATURES.len()],
            actions: vec![0; games],
            side: vec![0; games],
            returns: vec![0.0; games],
            over: vec![0; games],
        }
    }

    /// The arrays, for a step to write.
    pub fn outputs(&mut self) -> Outputs<'_> {
        Outputs {
            planes: &mut self.planes,
            scalars: &mut self.scalars,
            offers: &mut self.offers,
            draft: &mut self.draft,
            actions: &mut self.actions,
            side: &mut self.side,
            returns: &mut self.returns,
            over: &mut self.over,
        }
    }
}

/// Many games at once, each with its own random numbers. When a game ends, the next begins in its place.
pub trait Vector: Send {
    /// Returns the number of games.
    fn games(&self) -> usize;
    /// Writes the arrays as they are, whatever was in them.
    ///
    /// # Errors
    /// A fact has no form as numbers.
    fn look(&mut self, outputs: Outputs<'_>) -> Result<(), ActionError>;
    /// Takes an action in each game, and writes the arrays that follow. They must be those that were written last: only what
    /// differs is written.
    ///
    /// # Errors
    /// An action is not legal: then no game has changed.
    /// The referee fails.
    fn step(&mut self, actions: &[i64], outputs: Outputs<'_>) -> Result<(), ActionError>;
}

/// Games of a system.
pub(crate) struct Lanes<S: System> {
    shape: Arc<Shape>,
    lanes: Vec<Lane<S>>,
    pool: rayon::ThreadPool,
}

/// One of the games.
struct Lane<S: System> {
    trial: QuickTrial<S>,
    /// The names of each side, as they are now.
    numbers: [Arc<Numbers>; 2],
    side: Side,
    draft: Option<S::Draft>,
    before: usize,
    /// Number of free orders that each side has given since its last other order.
    free: BySide<u32>,
    sorted: Sorted<S>,
    /// Whether the side on turn may see something else than what was read last. A draft changes nothing on the board.
    changed: bool,
    /// What each side has seen last.
    readings: [Reading<S>; 2],
    /// Numbers of planes and scalars that were written to.
    written: (Vec<u32>, Vec<u32>),
    offered: usize,
}

impl<S: System> Lanes<S> {
    pub(crate) fn new(
        shape: Arc<Shape>,
        scenario: &ScenarioText,
        games: usize,
        seed: u64,
        threads: usize,
    ) -> Result<Self, ActionError> {
        // Seeds that are close to one another must not share games.
        let mut seeds = StdRng::seed_from_u64(seed);
        let lanes = (0..games).map(|_| Lane::new(&shape, scenario, seeds.next_u64())).collect::<Result<_, _>>()?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| ActionError::Threads(error.to_string()))?;
        Ok(Lanes { shape, lanes, pool })
    }

    /// Checks the lengths of the arrays.
    fn fits(&self, outputs: &Outputs<'_>) -> Result<(), ActionError> {
        let games = self.lanes.len();
        let (planes, scalars) = self.shape.widths();
        let lengths = [
            ("planes", outputs.planes.len(), planes),
            ("scalars", outputs.scalars.len(), scalars),
            ("offers", outputs.offers.len(), self.shape.page() * FEATURES.len()),
            ("draft", outputs.draft.len(), FEATURES.len()),
            ("actions", outputs.actions.len(), 1),
            ("side", outputs.side.len(), 1),
            ("returns", outputs.returns.len(), 1),
            ("over", outputs.over.len(), 1),
        ];
        match lengths.into_iter().find(|(_, length, width)| *length != games * width) {
            Some((array, length, width)) => Err(ActionError::Length { array, length, expected: games * width }),
            None => Ok(()),
        }
    }

    fn run(&mut self, actions: Option<&[i64]>, outputs: Outputs<'_>) -> Result<(), ActionError> {
        self.fits(&outputs)?;
        let Lanes { shape, lanes, pool } = self;
        let (planes, scalars) = shape.widths();
        let Outputs { planes: all_planes, scalars: all_scalars, offers, draft, actions: numbers, side, returns, over } =
            outputs;
        let rows = lanes
            .par_iter_mut()
            .zip(chunks(all_planes, planes))
            .zip(chunks(all_scalars, scalars))
            .zip(offers.par_chunks_mut(shape.page() * FEATURES.len()))
            .zip(draft.par_chunks_mut(FEATURES.len()))
            .zip(numbers)
            .zip(side)
            .zip(returns)
            .zip(over)
            .enumerate();
        pool.install(|| {
            // A view is read into the room of one that was read before, by whatever game.
            rows.with_min_len(4).try_for_each_init(
                Seen::default,
                |room, (number, ((((((((lane, planes), scalars), offers), draft), actions_), side), returns), over))| {
                    let row = Row { planes, scalars, offers, draft, actions: actions_, side, returns, over };
                    let action = actions.and_then(|actions| actions.get(number).copied());
                    lane.run(shape, action.map(|action| action as usize), row, room)
                },
            )
        })
    }
}

/// Returns the rows of an array, also if they are empty.
fn chunks<T: Send>(all: &mut [T], width: usize) -> rayon::slice::ChunksMut<'_, T> {
    all.par_chunks_mut(width.max(1))
}

/// The outputs of one game.
struct Row<'a> {
    planes: &'a mut [u8],
    scalars: &'a mut [f32],
    offers: &'a mut [i32],
    draft: &'a mut [i32],
    actions: &'a mut i32,
    side: &'a mut u8,
    returns: &'a mut f32,
    over: &'a mut u8,
}

impl<S: System> Vector for Lanes<S> {
    fn games(&self) -> usize {
        self.lanes.len()
    }

    fn look(&mut self, outputs: Outputs<'_>) -> Result<(), ActionError> {
        self.fits(&outputs)?;
        // Arrays of a caller may have anything in them.
        outputs.planes.fill(0);
        outputs.scalars.fill(0.0);
        outputs.offers.fill(0);
        for lane in &mut self.lanes {
            lane.written.0.clear();
            lane.written.1.clear();
            lane.offered = 0;
            lane.changed = true;
        }
        self.run(None, outputs)
    }

    fn step(&mut self, actions: &[i64], outputs: Outputs<'_>) -> Result<(), ActionError> {
        if actions.len() != self.lanes.len() {
            let (length, expected) = (actions.len(), self.lanes.len());
            return Err(ActionError::Length { array: "the actions taken", length, expected });
        }
        self.fits(&outputs)?;
        for (lane, action) in self.lanes.iter().zip(actions) {
            let of = lane.legal(&self.shape);
            let action = usize::try_from(*action).unwrap_or(usize::MAX);
            if action >= of {
                return Err(ActionError::Action { action, of });
            }
        }
        self.run(Some(actions), outputs)
    }
}

impl<S: System> Lane<S> {
    fn new(shape: &Shape, scenario: &ScenarioText, seed: u64) -> Result<Self, ActionError> {
        let trial = QuickTrial::new(scenario, seed)?;
        let mut lane = Lane {
            numbers: Side::BOTH.map(|side| Arc::new(Numbers::new(trial.handles(side), side))),
            trial,
            side: Side::A,
            draft: None,
            before: 0,
            free: BySide::default(),
            sorted: Sorted::default(),
            changed: true,
            readings: Default::default(),
            written: Default::default(),
            offered: 0,
        };
        lane.list(shape)?;
        Ok(lane)
    }

    fn legal(&self, shape: &Shape) -> usize {
        (self.sorted.len() - self.before).min(shape.page())
    }

    fn is_more(&self, shape: &Shape, action: usize) -> bool {
        action == shape.page() - 1 && self.sorted.len() - self.before > shape.page()
    }

    /// The names of the side on turn.
    fn numbers(&self) -> Arc<Numbers> {
        Arc::clone(&self.numbers[self.side.index()])
    }

    /// Renews the names of both sides after an order.
    fn rename(&mut self) {
        for (side, numbers) in Side::BOTH.into_iter().zip(&mut self.numbers) {
            if self.trial.take_renamed(side) {
                *numbers = Arc::new(Numbers::new(self.trial.handles(side), side));
            }
        }
    }

    fn list(&mut self, shape: &Shape) -> Result<(), ActionError> {
        let stuck = referee::RefereeError::Order("no side has an order to give, but the game is not over");
        self.side = self.trial.to_order().ok_or(stuck)?;
        let numbers = self.numbers();
        let Lane { trial, sorted, draft, side, free, .. } = self;
        let free = (free[*side] >= FREE_ORDERS).then_some(shape.free.as_slice());
        naming(numbers, || sorted.list(trial.eyes(side.seat()), draft.as_ref(), free))?;
        Ok(())
    }

    fn act(&mut self, shape: &Shape, action: usize) -> Result<Option<f32>, ActionError> {
        let mut result = None;
        if self.is_more(shape, action) {
            self.before += shape.page() - 1;
            return Ok(result);
        }
        let place = self.before + action;
        match self.sorted.get(place).copied() {
            Some(Choice::Draft(draft)) => self.draft = Some(draft),
            Some(Choice::Order(order)) => {
                let is_free = self.sorted.is_free(place, &shape.free);
                self.free[self.side] = if is_free { self.free[self.side].saturating_add(1) } else { 0 };
                self.changed = true;
                self.trial.order(self.side, &order)?;
                self.draft = None;
                if let Some(outcome) = self.trial.outcome() {
                    result = Some(match outcome.winner {
                        Some(Side::A) => 1.0,
                        Some(Side::B) => -1.0,
                        None => 0.0,
                    });
                    self.trial.begin()?;
                    self.free = BySide::default();
                }
                self.rename();
            }
            None => return Err(ActionError::Action { action, of: self.legal(shape) }),
        }
        self.before = 0;
        self.list(shape)?;
        Ok(result)
    }

    fn run(
        &mut self,
        shape: &Shape,
        action: Option<usize>,
        row: Row<'_>,
        room: &mut Seen<S>,
    ) -> Result<(), ActionError> {
        let result = match action {
            Some(action) => self.act(shape, action)?,
            None => None,
        };
        (*row.over, *row.returns) = (u8::from(result.is_some()), result.unwrap_or_default());
        (*row.side, *row.actions) = (self.side.index() as u8, self.legal(shape) as i32);
        let numbers = self.numbers();
        let Lane { trial, sorted, draft, side, changed, readings, before, written, offered, .. } = self;
        let reading = &mut readings[side.index()];
        naming(Arc::clone(&numbers) as _, || {
            if *changed {
                written.0.drain(..).for_each(|at| row.planes[at as usize] = 0);
                written.1.drain(..).for_each(|at| row.scalars[at as usize] = 0.0);
                let eyes = trial.eyes(side.seat());
                reading.view(&shape.channels, eyes, &numbers, room)?;
                let layout = Layout::by_place(shape.places(), &shape.channels);
                let mut arrays = Arrays { planes: &mut *row.planes, scalars: &mut *row.scalars, layout };
                let touched = |plane: bool, at| if plane { &mut written.0 } else { &mut written.1 }.push(at as u32);
                reading.write(&shape.channels, &mut arrays, touched);
                *changed = false;
            }
            let left = sorted.len() - *before;
            let shown = if left > shape.page() { shape.page() - 1 } else { left };
            let features = sorted.features(&reading.whereabouts).skip(*before).take(shown);
            let mut rows = row.offers.chunks_exact_mut(FEATURES.len());
            features.zip(&mut rows).for_each(|(features, row)| row.copy_from_slice(&features));
            // What is left of a longer list.
            rows.take(offered.saturating_sub(shown)).for_each(|row| row.fill(0));
            *offered = shown;
            let draft = draft.map(|draft| features_of_draft::<S>(draft, &reading.whereabouts)).transpose()?;
            row.draft.copy_from_slice(&draft.unwrap_or_default());
            Ok(())
        })
    }
}
