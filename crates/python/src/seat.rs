//! A seat of a game: what it sees, may choose and orders.

use std::sync::Arc;

use board::draw;
use players::Skill;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rules::{Seat as SeatId, Side};
use serde_json::Value;
use table::{SubmitResult, Table, any_order};

use crate::errors::{failed, table_error};
use crate::game::{Held, rows};
use crate::json::{Json, JsonObject, JsonRows, from_python};
use crate::work::watched;

/// One seat of a game. Everything that it returns is what this seat may know.
#[pyclass(frozen, module = "undercity._undercity")]
pub struct Seat {
    held: Arc<Held>,
    seat: SeatId,
}

impl Seat {
    pub fn new(held: Arc<Held>, seat: SeatId) -> Self {
        Seat { held, seat }
    }

    fn side(&self) -> PyResult<Side> {
        self.seat.side().ok_or_else(|| PyValueError::new_err("a spectator has no orders to give"))
    }

    fn act(
        &self,
        py: Python<'_>,
        act: impl FnOnce(&mut dyn Table, Side) -> SubmitResult + Send,
    ) -> PyResult<JsonObject> {
        let side = self.side()?;
        JsonObject::of(&self.held.with(py, |table| act(table, side))?.map_err(table_error)?)
    }
}

#[pymethods]
impl Seat {
    /// Name of the seat: a side, or `spectator`.
    #[getter]
    fn name(&self) -> &'static str {
        self.seat.side().map_or("spectator", |side| self.held.sides[side.index()])
    }

    /// Name of the rule system.
    #[getter]
    fn system(&self) -> &'static str {
        self.held.system
    }

    /// The kind of question that the seat is asked, and its text; `None` if it waits.
    #[getter]
    fn asked(&self, py: Python<'_>) -> PyResult<Option<(&'static str, String)>> {
        match self.seat.side() {
            Some(side) => self.held.with(py, |table| table.pending_question(side)),
            None => Ok(None),
        }
    }

    /// The winner's name, or `draw`, and the reason as this seat reads it; `None` while the game is under way.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<(String, String)>> {
        let outcome = self.held.with(py, |table| table.outcome())?;
        Ok(outcome.map(|(winner, why)| (winner, why.words(self.seat).to_owned())))
    }

    /// What the seat sees now: facts, question, number of events, log heads, outcome.
    fn view(&self, py: Python<'_>) -> PyResult<JsonObject> {
        JsonObject::of(&self.held.with(py, |table| table.view(self.seat))?.map_err(table_error)?)
    }

    /// The events of the seat's log from this number, counted from 0.
    #[pyo3(signature = (start=0))]
    fn events<'py>(&self, py: Python<'py>, start: usize) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let events = self.held.with(py, |table| table.events(self.seat, start).into_owned())?;
        rows(py, &events)
    }

    /// The offers of the side: the first ones, or those after a draft. Empty if the side waits.
    #[pyo3(signature = (draft=None))]
    fn offers(&self, py: Python<'_>, draft: Option<&Bound<'_, PyAny>>) -> PyResult<JsonRows> {
        let side = self.side()?;
        let draft = draft.map(|draft| from_python("draft", draft)).transpose()?;
        JsonRows::of(&self.held.with(py, |table| table.offers(side, draft.as_ref()))?.map_err(table_error)?)
    }

    /// The verbs that the side's pieces can't use now, with the reasons.
    fn why_not(&self, py: Python<'_>) -> PyResult<JsonRows> {
        let side = self.side()?;
        JsonRows::of(&self.held.with(py, |table| table.why_not(side))?.map_err(table_error)?)
    }

    /// Gives an order. Repeated under the same `id`, it is acknowledged again and not carried out again.
    #[pyo3(signature = (order, id=None))]
    fn order(&self, py: Python<'_>, order: &Bound<'_, PyAny>, id: Option<String>) -> PyResult<JsonObject> {
        let order = from_python("order", order)?;
        self.act(py, move |table, side| table.submit(side, &order, id))
    }

    /// Takes back the side's last order.
    fn undo(&self, py: Python<'_>) -> PyResult<JsonObject> {
        self.act(py, |table, side| table.undo(side))
    }

    /// Gives the game up.
    fn resign(&self, py: Python<'_>) -> PyResult<JsonObject> {
        self.act(py, |table, side| table.resign(side))
    }

    /// Sets the standing order for a kind of question; `None` clears it.
    #[pyo3(signature = (question, answer=None))]
    fn stand(&self, py: Python<'_>, question: &str, answer: Option<&Bound<'_, PyAny>>) -> PyResult<JsonObject> {
        let answer = answer.map(|answer| from_python("answer", answer)).transpose()?;
        self.act(py, move |table, side| table.stand(side, question, answer.as_ref()))
    }

    /// The odds of an order, from what the side knows.
    #[pyo3(signature = (order, progress=None))]
    fn odds(
        &self,
        py: Python<'_>,
        order: &Bound<'_, PyAny>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<JsonObject> {
        let (side, order) = (self.side()?, from_python("order", order)?);
        let odds = self.held.with(py, |table| table.odds(side, &order))?.map_err(table_error)?;
        JsonObject::of(&watched(py, progress, move |_| odds())?.map_err(table_error)?)
    }

    /// The order that a computer player would give: `random`, `greedy`, `search:…` or a level. Where it finds none, any
    /// offer.
    #[pyo3(signature = (player, seed, threads=1, progress=None))]
    fn choose(
        &self,
        py: Python<'_>,
        player: &str,
        seed: u64,
        threads: usize,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Json> {
        let side = self.side()?;
        let skill: Skill = player.parse().map_err(|error| PyValueError::new_err(format!("player: {error}")))?;
        if !(1..=256).contains(&threads) {
            return Err(PyValueError::new_err(format!("threads: expected 1 to 256, found {threads}")));
        }
        if self.held.with(py, |table| table.pending_question(side).is_none())? {
            return Err(failed(format_args!("{} has no order to give now", self.name())));
        }
        let thinking = self.held.with(py, |table| table.think(side, seed))?.map_err(table_error)?;
        let found = watched(py, progress, move |_| thinking(skill, threads))?;
        let chosen = self.held.with(py, move |table| match found {
            // In rare positions a player's guess leads to an order that the rules refuse.
            Some(order) if table.ends(side, &order).is_ok() => Ok(Some(order)),
            _ => any_order(seed, |draft| table.offers(side, draft)),
        })?;
        match chosen.map_err(table_error)? {
            Some(order) => Json::of(&order),
            None => Err(failed(format_args!("{} has no order to give now", self.name()))),
        }
    }

    /// What a client can draw.
    fn scene(&self, py: Python<'_>) -> PyResult<JsonObject> {
        JsonObject::of(&self.held.with(py, |table| table.scene(self.seat))?.map_err(table_error)?)
    }

    /// The picture of what the seat sees, as SVG.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        self.held.with(py, |table| draw::svg(&table.picture(self.seat)))
    }

    /// The picture of what the seat sees, as text.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        self.held.with(py, |table| draw::text(&table.picture(self.seat)))
    }

    /// The calculators of the system.
    fn tools(&self, py: Python<'_>) -> PyResult<JsonRows> {
        JsonRows::of(&self.held.with(py, |table| table.tools())?)
    }

    /// Runs a calculator with what the seat knows.
    fn tool(&self, py: Python<'_>, tool: &str, input: &Bound<'_, PyAny>) -> PyResult<JsonObject> {
        let input: Value = from_python("input", input)?;
        JsonObject::of(&self.held.with(py, |table| table.tool(self.seat, tool, &input))?.map_err(table_error)?)
    }
}
