//! Scenarios as environments for programs that learn.

use std::sync::{Arc, Mutex};

use ::environment::{ActionError, Outputs, Turn};
use numpy::{
    PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2, PyReadwriteArray3,
};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use referee::ledger::ScenarioText;
use rules::Side;

use crate::errors::{failed, referee_error};
use crate::json::{Json, JsonObject};
use crate::work::internal;

fn error(error: ActionError) -> PyErr {
    match error {
        ActionError::Action { .. } => PyIndexError::new_err(error.to_string()),
        other => failed(other),
    }
}

fn side(player: usize) -> PyResult<Side> {
    Side::from_index(player).ok_or_else(|| PyValueError::new_err(format!("player: expected 0 or 1, found {player}")))
}

/// A scenario as an environment: numbered actions, chance one die at a time, arrays.
#[pyclass(frozen, module = "undercity._undercity")]
pub struct Environment {
    game: Arc<dyn ::environment::Game>,
    scenario: ScenarioText,
}

/// Returns the environment of a scenario. `text` is its file, with its options.
#[pyfunction]
pub fn environment(py: Python<'_>, name: &str, text: &str) -> PyResult<Environment> {
    let scenario = ScenarioText { name: name.to_owned(), text: text.to_owned() };
    let game = py.detach(|| ::environment::game(scenario.clone())).map_err(referee_error)?;
    Ok(Environment { game, scenario })
}

#[pymethods]
impl Environment {
    /// Name of the scenario, and its text.
    #[getter]
    fn scenario(&self) -> (&str, &str) {
        (&self.scenario.name, &self.scenario.text)
    }

    /// What the arrays mean.
    fn spaces(&self) -> PyResult<JsonObject> {
        JsonObject::of(self.game.spaces())
    }

    /// Begins a game.
    fn begin(&self) -> PyResult<State> {
        let state = self.game.begin().map_err(error)?;
        Ok(State::new(state))
    }

    /// Reads a state from its bytes.
    fn read(&self, written: &[u8]) -> PyResult<State> {
        let state = self.game.read(written).map_err(error)?;
        Ok(State::new(state))
    }

    /// Begins many games.
    fn vector(&self, py: Python<'_>, games: usize, seed: u64, threads: usize) -> PyResult<Vector> {
        let vector = py.detach(|| self.game.vector(games, seed, threads)).map_err(error)?;
        Ok(Vector { vector: Mutex::new(vector) })
    }
}

/// A game under way.
#[pyclass(frozen, module = "undercity._undercity")]
pub struct State {
    state: Mutex<Box<dyn ::environment::State>>,
}

impl State {
    fn with<T>(&self, act: impl FnOnce(&mut dyn ::environment::State) -> T) -> PyResult<T> {
        self.state.lock().map(|mut state| act(state.as_mut())).map_err(|_| internal())
    }

    fn new(state: Box<dyn ::environment::State>) -> Self {
        State { state: Mutex::new(state) }
    }
}

#[pymethods]
impl State {
    /// Who decides next: player 0 or 1, -1 for chance, -4 if the game is over.
    #[getter]
    fn player(&self) -> PyResult<i32> {
        self.with(|state| match state.turn() {
            Turn::Player(side) => side.index() as i32,
            Turn::Chance(_) => -1,
            Turn::Over => -4,
        })
    }

    /// Number of legal actions: they are the numbers from 0 to one less.
    #[getter]
    fn actions(&self) -> PyResult<usize> {
        self.with(|state| state.actions())
    }

    /// All actions so far, those of chance too.
    #[getter]
    fn history(&self) -> PyResult<Vec<u16>> {
        self.with(|state| state.history().to_vec())
    }

    /// The results of both players.
    #[getter]
    fn returns(&self) -> PyResult<(f64, f64)> {
        self.with(|state| state.returns().into())
    }

    /// Takes an action.
    fn act(&self, py: Python<'_>, action: i64) -> PyResult<()> {
        let action = usize::try_from(action)
            .map_err(|_| PyIndexError::new_err(format!("action {action} is not legal: actions are numbers from 0")))?;
        py.detach(|| self.with(|state| state.act(action)))?.map_err(error)
    }

    /// The sentence of an action.
    fn sentence(&self, action: usize) -> PyResult<String> {
        let (found, of) = self.with(|state| (state.sentence(action), state.actions()))?;
        found.ok_or_else(|| error(ActionError::Action { action, of }))
    }

    /// The offer of an action; `None` for one of chance.
    fn offer(&self, action: usize) -> PyResult<Option<Json>> {
        self.with(|state| state.offer(action))?.map(|offer| Json::of(&offer)).transpose()
    }

    /// All that a player knows.
    fn information(&self, player: usize) -> PyResult<String> {
        let side = side(player)?;
        self.with(|state| state.information(side))
    }

    /// The hash of all that a player knows.
    fn information_hash(&self, player: usize) -> PyResult<String> {
        let side = side(player)?;
        let hash = self.with(|state| state.information_hash(side))?;
        Ok(hash.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// What a player sees.
    fn observation(&self, player: usize) -> PyResult<String> {
        let side = side(player)?;
        self.with(|state| state.observation_text(side))
    }

    /// What a player sees as arrays: planes, scalars, the features of the offers, those of the draft.
    #[expect(clippy::type_complexity, reason = "four arrays")]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        player: usize,
    ) -> PyResult<(
        Bound<'py, PyArray1<u8>>,
        Bound<'py, PyArray1<f32>>,
        Bound<'py, PyArray2<i32>>,
        Bound<'py, PyArray1<i32>>,
    )> {
        let side = side(player)?;
        let seen = py.detach(|| self.with(|state| state.observe(side)))?.map_err(error)?;
        let width = seen.draft.len();
        let offers: Vec<i32> = seen.offers.as_flattened().to_vec();
        Ok((
            PyArray1::from_vec(py, seen.planes),
            PyArray1::from_vec(py, seen.scalars),
            PyArray1::from_vec(py, offers).reshape([seen.offers.len(), width])?,
            PyArray1::from_vec(py, seen.draft.to_vec()),
        ))
    }

    /// A state as it could be for all that the player on turn knows.
    fn resample(&self, py: Python<'_>, seed: u64) -> PyResult<Self> {
        let state = py.detach(|| self.with(|state| state.resample(seed)))?.map_err(error)?;
        Ok(State::new(state))
    }

    /// The actions by which a computer player would give its next order.
    fn advise(&self, py: Python<'_>, player: &str, seed: u64, threads: usize) -> PyResult<Vec<usize>> {
        let skill: players::Skill = player.parse().map_err(|why| PyValueError::new_err(format!("player: {why}")))?;
        py.detach(|| self.with(|state| state.advise(skill, seed, threads)))?.map_err(error)
    }

    /// The state as bytes, for `Environment.read`.
    fn written<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let written = py.detach(|| self.with(|state| state.written()))?.map_err(error)?;
        Ok(PyBytes::new(py, &written))
    }

    /// An independent copy.
    fn copy(&self) -> PyResult<Self> {
        let state = self.with(|state| state.copy())?;
        Ok(State::new(state))
    }
}

/// Many games at once.
#[pyclass(frozen, module = "undercity._undercity")]
pub struct Vector {
    vector: Mutex<Box<dyn ::environment::Vector>>,
}

#[pymethods]
impl Vector {
    /// Takes an action in each game, or none, and writes the arrays.
    #[pyo3(signature = (actions, planes, scalars, offers, draft, legal, player, returns, over))]
    #[expect(clippy::too_many_arguments, reason = "an array each")]
    fn step(
        &self,
        py: Python<'_>,
        actions: Option<PyReadonlyArray1<'_, i64>>,
        mut planes: PyReadwriteArray3<'_, u8>,
        mut scalars: PyReadwriteArray2<'_, f32>,
        mut offers: PyReadwriteArray3<'_, i32>,
        mut draft: PyReadwriteArray2<'_, i32>,
        mut legal: PyReadwriteArray1<'_, i32>,
        mut player: PyReadwriteArray1<'_, u8>,
        mut returns: PyReadwriteArray1<'_, f32>,
        mut over: PyReadwriteArray1<'_, u8>,
    ) -> PyResult<()> {
        let flat = |_| PyValueError::new_err("the arrays must be contiguous");
        let actions = actions.as_ref().map(|actions| actions.as_slice()).transpose().map_err(flat)?;
        let outputs = Outputs {
            planes: planes.as_slice_mut().map_err(flat)?,
            scalars: scalars.as_slice_mut().map_err(flat)?,
            offers: offers.as_slice_mut().map_err(flat)?,
            draft: draft.as_slice_mut().map_err(flat)?,
            actions: legal.as_slice_mut().map_err(flat)?,
            side: player.as_slice_mut().map_err(flat)?,
            returns: returns.as_slice_mut().map_err(flat)?,
            over: over.as_slice_mut().map_err(flat)?,
        };
        let done = py.detach(|| {
            let mut vector = self.vector.lock().map_err(|_| internal())?;
            Ok::<_, PyErr>(match actions {
                Some(actions) => vector.step(actions, outputs),
                None => vector.look(outputs),
            })
        });
        done?.map_err(error)
    }

    /// Number of games.
    fn __len__(&self) -> PyResult<usize> {
        self.vector.lock().map(|vector| vector.games()).map_err(|_| internal())
    }
}
