//! Games: opened, read again, and asked what their host may know.

use std::sync::{Arc, Mutex};

use board::draw;
use fair::{GameId, Nonce};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use referee::GameSetup;
use referee::ledger::DiceTerms;
use rules::{Seat as SeatId, Side};
use serde_json::{Map, Value, json};
use table::{Keyed, Lines, Table, seat_named};

use crate::errors::{failed, ledger_error, referee_error, table_error};
use crate::json::{Json, JsonObject, to_python};
use crate::ledger::system_of_ledger;
use crate::scenario::{changed, system};
use crate::seat::Seat;
use crate::work::{internal, watched};

/// A game with its ledger. Each call holds it only for a moment.
pub struct Held {
    table: Mutex<Box<dyn Table>>,
    lines: Lines,
    /// Name of the rule system.
    pub system: &'static str,
    /// Names of both sides.
    pub sides: [&'static str; 2],
}

impl Held {
    fn new(table: Box<dyn Table>, lines: Lines) -> Self {
        let (system, sides) = (table.system(), table.sides());
        Held { table: Mutex::new(table), lines, system, sides }
    }

    /// Calls a function with the game, without the interpreter.
    ///
    /// # Errors
    /// An earlier call panicked while it had the game.
    pub fn with<T: Send>(&self, py: Python<'_>, act: impl FnOnce(&mut dyn Table) -> T + Send) -> PyResult<T> {
        py.detach(|| self.table.lock().map(|mut table| act(table.as_mut())).map_err(|_| internal()))
    }

    /// Returns the ledger as it is now.
    pub fn ledger(&self) -> PyResult<String> {
        self.lines.text().map_err(failed)
    }

    /// Returns the seat of this name.
    pub fn seat(&self, name: &str) -> PyResult<SeatId> {
        let [a, b] = self.sides;
        let expected = || PyValueError::new_err(format!("seat: expected {a}, {b} or spectator, found `{name}`"));
        seat_named(self.sides, name).ok_or_else(expected)
    }
}

/// A game under way or over, as its host has it.
#[pyclass(frozen, module = "undercity._undercity")]
pub struct Game {
    pub held: Arc<Held>,
}

/// Opens a game. `nonces` are three texts of 64 hexadecimal digits, `game_id` is one.
#[pyfunction]
#[pyo3(signature = (name, text, options=None, *, seed=None, nonces=None, game_id=None, dice="fair"))]
#[expect(clippy::too_many_arguments, reason = "they are named in Python")]
pub fn new_game(
    py: Python<'_>,
    name: &str,
    text: &str,
    options: Option<&Bound<'_, PyAny>>,
    seed: Option<u64>,
    nonces: Option<[String; 3]>,
    game_id: Option<&str>,
    dice: &str,
) -> PyResult<Game> {
    let (scenario, document) = changed(name, text, options)?;
    let system = py.detach(|| system(&document))?;
    let nonces = match (seed, nonces) {
        (None, None) => [random()?, random()?, random()?].map(Nonce::from),
        (Some(seed), None) => Keyed::nonces_of(seed),
        (None, Some(given)) => {
            let [own, a, b] = given.map(|nonce| read::<Nonce>("nonces", &nonce));
            [own?, a?, b?]
        }
        (Some(_), Some(_)) => return Err(PyValueError::new_err("seed, nonces: expected at most one of them")),
    };
    let game = match (game_id, seed) {
        (Some(id), _) => read::<GameId>("game_id", id)?,
        (None, Some(_)) => GameId::from([0; 32]),
        (None, None) => random()?.into(),
    };
    let lines = Lines::default();
    let sink = Box::new(lines.clone());
    let own_dice = match dice {
        "fair" => Some(false),
        "players" => Some(true),
        "given" => None,
        _ => return Err(PyValueError::new_err(format!("dice: expected fair, players or given, found `{dice}`"))),
    };
    let table = py.detach(|| match own_dice {
        Some(own_dice) => system.begin(Keyed { scenario, game, nonces, own_dice }, sink),
        None => {
            let [nonce, _, _] = nonces;
            system.open(GameSetup { scenario, game, nonce, dice: DiceTerms::Given }, sink)
        }
    });
    Ok(Game { held: Arc::new(Held::new(table.map_err(referee_error)?, lines)) })
}

fn random() -> PyResult<[u8; 32]> {
    let mut bytes = [0; 32];
    let failed = |error| failed(format_args!("can't read random bytes from the operating system: {error}"));
    getrandom::fill(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

fn read<T: serde::de::DeserializeOwned>(what: &str, text: &str) -> PyResult<T> {
    serde_json::from_value(Value::from(text)).map_err(|error| PyValueError::new_err(format!("{what}: {error}")))
}

/// Reads a game from its ledger, to continue it. A last line that was cut short is dropped.
#[pyfunction]
#[pyo3(signature = (ledger, progress=None))]
pub fn load(py: Python<'_>, ledger: String, progress: Option<&Bound<'_, PyAny>>) -> PyResult<Game> {
    let system = system_of_ledger(&ledger)?;
    watched(py, progress, move |_| {
        let failed = |error| crate::errors::replay_error(error, &ledger);
        let read = system.replay(&ledger, None).map_err(failed)?;
        let (whole, rest) = ledger.split_at_checked(read.length).unwrap_or((&ledger, ""));
        if let Some(why) = read.stopped.filter(|_| rest.contains('\n')) {
            let line = whole.lines().count() + 1;
            let why = why.strip_prefix(&format!("line {line}: ")).unwrap_or(&why).to_owned();
            return Err(ledger_error(why, Some(line), &ledger));
        }
        let lines = Lines::holding(whole);
        let read = system.replay(whole, Some(Box::new(lines.clone()))).map_err(failed)?;
        Ok(Game { held: Arc::new(Held::new(read.table, lines)) })
    })?
}

#[pymethods]
impl Game {
    /// Name of the rule system.
    #[getter]
    fn system(&self) -> &'static str {
        self.held.system
    }

    /// Names of both sides, the first being side A.
    #[getter]
    fn sides(&self) -> (&'static str, &'static str) {
        let [a, b] = self.held.sides;
        (a, b)
    }

    /// System, sides, scenario, options, dice, version of the fairness protocol, id and calculators.
    fn about(&self, py: Python<'_>) -> PyResult<JsonObject> {
        JsonObject::of(&self.held.with(py, |table| table.about())?)
    }

    /// The winner's name, or `draw`, and the reason as spectators read it; `None` while the game is under way.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<(String, String)>> {
        let outcome = self.held.with(py, |table| table.outcome())?;
        Ok(outcome.map(|(winner, why)| (winner, why.words(SeatId::Spectator).to_owned())))
    }

    /// The question of each side that is asked: its kind and its text.
    #[getter]
    fn awaited(&self, py: Python<'_>) -> PyResult<JsonObject> {
        let sides = self.held.sides;
        let asked = self.held.with(py, |table| Side::BOTH.map(|side| table.pending_question(side)))?;
        let rows = sides.into_iter().zip(asked);
        let rows: Map<String, Value> =
            rows.filter_map(|(side, asked)| Some((side.to_owned(), json!(asked?)))).collect();
        JsonObject::of(&rows)
    }

    /// Number of entries in the ledger.
    #[getter]
    fn entries(&self, py: Python<'_>) -> PyResult<usize> {
        self.held.with(py, |table| table.entries())
    }

    /// The ledger. Before the end it has both sides' secrets, so it must be asked for with `secret=True`.
    #[pyo3(signature = (*, secret=false))]
    fn ledger(&self, py: Python<'_>, secret: bool) -> PyResult<String> {
        if !secret && self.held.with(py, |table| table.outcome().is_none())? {
            return Err(failed("the game is not over and its ledger holds secrets: ask with secret=True"));
        }
        self.held.ledger()
    }

    /// The seat of this name: a side, or `spectator`.
    fn seat(&self, name: &str) -> PyResult<Seat> {
        Ok(Seat::new(Arc::clone(&self.held), self.held.seat(name)?))
    }

    /// The roll that an order waits for, with the side that must enter it; `None` if no order waits.
    #[getter]
    fn roll_asked(&self, py: Python<'_>) -> PyResult<Json> {
        let sides = self.held.sides;
        let (asked, by) = self.held.with(py, |table| (table.roll_asked(), table.rolling_side()))?;
        let by = by.map(|side| sides[side.index()]);
        Json::of(&asked.map(|asked| {
            json!({
                "label": asked.label, "dice": asked.dice, "clause": asked.clause, "seen_by": asked.seen_by, "by": by,
            })
        }))
    }

    /// Enters dice. Returns the acknowledgement of the order that waited for them, if it is now done.
    #[pyo3(signature = (label, faces, by=None))]
    fn give_dice(&self, py: Python<'_>, label: &str, faces: Vec<u8>, by: Option<&str>) -> PyResult<Json> {
        let no_side = || PyValueError::new_err("by: expected a side: spectators roll no dice");
        let by = by.map(|by| self.held.seat(by)?.side().ok_or_else(no_side)).transpose()?;
        Json::of(&self.held.with(py, |table| table.give_dice(label, faces, by))?.map_err(table_error)?)
    }

    /// Answers a question by a standing order. Returns whether there was one.
    fn answer_standing(&self, py: Python<'_>) -> PyResult<bool> {
        self.held.with(py, |table| table.answer_standing())?.map_err(table_error)
    }

    /// The effect of every roll of a finished game.
    #[pyo3(signature = (progress=None))]
    fn luck(&self, py: Python<'_>, progress: Option<&Bound<'_, PyAny>>) -> PyResult<JsonObject> {
        if self.held.with(py, |table| table.outcome().is_none())? {
            return Err(failed("the game is not over: its luck would show both sides' secrets"));
        }
        // A copy is measured, so that the game can be used meanwhile.
        let ledger = self.held.ledger()?;
        let system = system_of_ledger(&ledger)?;
        let luck = watched(py, progress, move |steps| {
            let copy = system.replay(&ledger, None).map_err(|error| crate::errors::replay_error(error, &ledger))?;
            copy.table.luck(&mut |done, of| steps.at(done as u64, of as u64)).map_err(table_error)
        })?;
        JsonObject::of(&luck?)
    }

    /// The board and what is printed on it.
    fn board(&self, py: Python<'_>) -> PyResult<JsonObject> {
        JsonObject::of(&self.held.with(py, |table| table.board())?)
    }

    /// The picture of what everybody may see, as SVG.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        self.held.with(py, |table| draw::svg(&table.picture(SeatId::Spectator)))
    }
}

/// Returns lines of JSON as a list of Python objects.
pub fn rows<'py>(py: Python<'py>, lines: &[String]) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let row = |line: &String| to_python(py, &serde_json::from_str::<Value>(line).map_err(failed)?);
    lines.iter().map(row).collect()
}
