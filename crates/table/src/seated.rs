//! The `Table` trait: a game of any system as a JSON interface.

mod answers;
mod chances;

use board::draw::Picture;
use board::naming::naming;
use players::Skill;
use referee::{Ack, Referee, RefereeError, RollAsked, SubmitError, outcome_name};
use rules::scene::Scene;
use rules::{CalculatorInfo, CalculatorOutput, Question as _, Reason, Refusal, Seat, Side, System};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use std::borrow::Cow;

use crate::board_json::{BoardJson, board_json};
use crate::guide::Scripted;
use crate::luck::{Luck, luck};
use crate::offer::{Offer, WhyNot, offers, why_not};
use crate::picture::picture;

pub use answers::{
    Odds, OddsOutcome, OnlookerJson, OnlookersJson, PendingOdds, PendingOrder, Reaction, RefusalJson, SubmitResult,
    TableError, View,
};
use chances::compute_odds;
pub use chances::summary;

/// A game of any system. All input and output of a seat is JSON in that seat's own names.
pub trait Table: Scripted + Send {
    /// Returns the name of the rule system, such as `tide`.
    fn system(&self) -> &'static str;
    /// Returns the names of both sides, such as `german` and `soviet`; the first is side A.
    fn sides(&self) -> [&'static str; 2];
    /// Returns facts about the game as a JSON object: system, sides, scenario name, options as resolved, dice, version
    /// of the fairness protocol, game id and calculators.
    fn about(&self) -> Value;
    /// Returns what a seat sees now, as facts, with the question it is asked.
    ///
    /// # Errors
    /// A fact can't be written in the seat's names (a failure of the referee).
    fn view(&self, seat: Seat) -> Result<View, TableError>;
    /// Returns what a seat sees as a scene to draw.
    ///
    /// # Errors
    /// The scene can't be written in the seat's names (a failure of the referee).
    fn scene(&self, seat: Seat) -> Result<Value, TableError>;
    /// Returns the board and everything printed on it. It is equal for every seat and doesn't change during the game.
    fn board(&self) -> BoardJson;
    /// Returns what a seat sees as a picture for print.
    fn picture(&self, seat: Seat) -> Picture<'_>;
    /// Returns the kind of question that a side is asked and its text; `None` if the side waits.
    fn pending_question(&self, side: Side) -> Option<(&'static str, String)>;
    /// Whether a side is asked something in the middle of an order of the other side, as for fire at units that move.
    fn is_reaction(&self, side: Side) -> bool;
    /// Returns the offers of a side: the first ones, or those after `draft`. Empty if the side waits.
    ///
    /// # Errors
    /// The draft can't be read.
    /// The referee fails.
    fn offers(&self, side: Side, draft: Option<&Value>) -> Result<Vec<Offer>, TableError>;
    /// Returns the verbs that a side's pieces can't use now, with the reasons. Empty if the side waits.
    ///
    /// # Errors
    /// The referee fails.
    fn why_not(&self, side: Side) -> Result<Vec<WhyNot>, TableError>;
    /// Submits an order. `id` is the client's own id: an order repeated under the same id is answered again and not
    /// executed again.
    ///
    /// # Errors
    /// A rule refuses the order.
    /// Dice must be entered first ([`TableError::Roll`]).
    /// The referee fails.
    fn submit(&mut self, side: Side, order: &Value, id: Option<String>) -> SubmitResult;
    /// Undoes the side's last order.
    ///
    /// # Errors
    /// The undo is refused, for example because the order revealed something.
    /// The referee fails.
    fn undo(&mut self, side: Side) -> SubmitResult;
    /// Resigns the game for a side, even if the other side must order now.
    ///
    /// # Errors
    /// The game is not under way.
    /// The referee fails.
    fn resign(&mut self, side: Side) -> SubmitResult;
    /// Sets the standing order for a kind of question; `None` as answer clears it.
    ///
    /// # Errors
    /// There is no such kind of question.
    /// The answer is not an order.
    /// The game is not under way.
    fn stand(&mut self, side: Side, question: &str, answer: Option<&Value>) -> SubmitResult;
    /// Answers one pending question by a standing order. Returns false if no standing order covers it.
    ///
    /// # Errors
    /// Dice must be entered first.
    /// The referee fails.
    fn answer_standing(&mut self) -> Result<bool, TableError>;
    /// Enters dice for a coming roll. `by` is the side that rolled them, `None` for a script. Returns the
    /// acknowledgement of the order that waited for them, if it is now done.
    ///
    /// # Errors
    /// The referee rolls the dice of this game.
    /// No order waits for dice, and players roll their own.
    /// The faces don't fit the roll.
    fn give_dice(&mut self, label: &str, faces: Vec<u8>, by: Option<Side>) -> Result<Option<Ack>, TableError>;
    /// Returns the roll that an order waits for; `None` if no order waits.
    fn roll_asked(&self) -> Option<RollAsked>;
    /// Returns the side that must enter the roll an order waits for: the only side that may see it, or else the side
    /// that ordered.
    fn rolling_side(&self) -> Option<Side>;
    /// Returns the side whose order waits for dice, and the client's id of that order.
    fn order_waiting_for_dice(&self) -> Option<(Side, Option<&str>)>;
    /// Returns whether an order of this side was already executed under this id.
    fn has_answered(&self, side: Side, id: &str) -> bool;
    /// Returns the odds of an order, from what the side knows. The order is checked immediately. The odds are computed
    /// when the result is called, and the game isn't locked meanwhile.
    ///
    /// # Errors
    /// A rule refuses the order.
    /// The referee fails.
    fn odds(&self, side: Side, order: &Value) -> Result<PendingOdds, TableError>;
    /// Returns all calculators of the system.
    fn tools(&self) -> Vec<CalculatorInfo>;
    /// Returns a computer player's order for a side. Its knowledge is taken immediately. The order is computed when the
    /// result is called.
    ///
    /// # Errors
    /// The referee fails.
    fn think(&self, side: Side, seed: u64) -> Result<PendingOrder, TableError>;
    /// Returns whether the other side can't see what this side orders until an order ends it: both sides plan at once,
    /// or this side sets up.
    fn orders_are_unseen(&self, side: Side) -> bool;
    /// Returns whether an order would end the question that its side is asked.
    ///
    /// # Errors
    /// A rule refuses the order.
    fn ends(&self, side: Side, order: &Value) -> Result<bool, TableError>;
    /// Returns the order that ends the question of a side as it stands, if one is offered.
    ///
    /// # Errors
    /// The errors of [`Table::offers`].
    fn ending(&self, side: Side) -> Result<Option<Value>, TableError> {
        let whole = self.offers(side, None)?.into_iter().filter_map(|offer| offer.order);
        Ok({ whole }.find(|order| self.ends(side, order).unwrap_or_default()))
    }
    /// Returns the effect of every roll compared with average dice. Available only after the game, because it reveals
    /// both sides' secrets. `progress` receives the number of entries done and the total.
    ///
    /// # Errors
    /// The game is not over.
    /// The game was played under other rulings.
    fn luck(&self, progress: &mut dyn FnMut(usize, usize)) -> Result<Luck, TableError>;
    /// Runs one of the system's calculators.
    ///
    /// # Errors
    /// The calculator is unknown.
    /// Its input is wrong.
    fn tool(&self, seat: Seat, tool: &str, input: &Value) -> Result<CalculatorOutput, TableError>;
    /// Returns a seat's events from number `from` (counted from 0), each as a line of JSON.
    fn events(&self, seat: Seat, from: usize) -> Cow<'_, [String]>;
    /// Returns the winner's name, or `draw`, and the reason, which each seat reads in its own words; `None` while the
    /// game is under way.
    fn outcome(&self) -> Option<(String, Reason)>;
    /// Returns the number of events in a seat's log, and its log head.
    fn ack(&self, seat: Seat) -> Ack;
    /// Returns the number of entries in the ledger.
    fn entries(&self) -> usize;
    /// Returns whether play has begun, so dice can be rolled.
    fn begun(&self) -> bool;
    /// Returns the estimated bytes that the game takes in memory, without what it shares with other games.
    fn bytes(&self) -> usize;
    /// Packs what is seldom looked at ([`Referee::pack`]). Returns whether there may be more to pack.
    fn pack(&mut self) -> bool;
    /// Forgets what takes long to read again ([`Referee::forget`]).
    fn forget(&self);
    /// Returns the estimated bytes of what the game shares with all other games of its scenario in memory, and a number
    /// that only these games have.
    fn shared_bytes(&self) -> (usize, usize);
}

impl<S: System> Table for Referee<S> {
    fn system(&self) -> &'static str {
        S::NAME
    }

    fn sides(&self) -> [&'static str; 2] {
        S::SIDES
    }

    fn about(&self) -> Value {
        json!({
            "system": S::NAME,
            "sides": S::SIDES,
            "scenario": self.header().scenario.name,
            "options": self.header().options,
            "dice": self.header().dice,
            "fairness": self.header().binding().version(),
            "game_id": self.header().game,
            "tools": self.tools(),
        })
    }

    fn view(&self, seat: Seat) -> Result<View, TableError> {
        let log = self.seat(seat);
        let facts = log.facts().map(serde_json::from_str).collect::<Result<_, _>>();
        let question = seat.side().and_then(|side| Table::pending_question(self, side));
        Ok(View {
            facts: facts.map_err(RefereeError::Unnamed)?,
            asked: question.as_ref().map(|(_, words)| words.clone()),
            question: question.map(|(kind, _)| kind.to_owned()),
            ack: self.ack(seat),
            outcome: Table::outcome(self).map(|(name, _)| name),
        })
    }

    fn scene(&self, seat: Seat) -> Result<Value, TableError> {
        let scene: Scene = scene_of(self, seat);
        naming(self.seat(seat).names(), || serde_json::to_value(scene))
            .map_err(|error| RefereeError::Unnamed(error).into())
    }

    fn board(&self) -> BoardJson {
        board_json::<S>(self.setting(), &self.header().scenario)
    }

    fn picture(&self, seat: Seat) -> Picture<'_> {
        let title = title(&self.header().scenario);
        picture::<S>(self.setting(), seat, &scene_of(self, seat), title)
    }

    fn pending_question(&self, side: Side) -> Option<(&'static str, String)> {
        let question = self.pending_question(side)?;
        let words = naming(self.seat(side.seat()).names(), || {
            S::describe_question(self.setting(), question, &self.facts(side.seat()))
        });
        Some((question.word(), words))
    }

    fn is_reaction(&self, side: Side) -> bool {
        self.pending_question(side).is_some_and(rules::Question::is_reaction)
    }

    fn offers(&self, side: Side, draft: Option<&Value>) -> Result<Vec<Offer>, TableError> {
        let draft: Option<S::Draft> = draft.map(|draft| self.read(side.seat(), draft)).transpose()?;
        Ok(offers(self, side, draft.as_ref())?)
    }

    fn why_not(&self, side: Side) -> Result<Vec<WhyNot>, TableError> {
        if self.pending_question(side).is_none() {
            return Ok(Vec::new());
        }
        Ok(why_not(self, side)?)
    }

    fn submit(&mut self, side: Side, order: &Value, id: Option<String>) -> SubmitResult {
        Ok(self.submit_written(side, order, id)?)
    }

    fn undo(&mut self, side: Side) -> SubmitResult {
        Ok(Referee::undo(self, side)?)
    }

    fn resign(&mut self, side: Side) -> SubmitResult {
        Ok(Referee::resign(self, side)?)
    }

    fn stand(&mut self, side: Side, question: &str, answer: Option<&Value>) -> SubmitResult {
        Ok(Referee::stand(self, side, question.to_owned(), answer)?)
    }

    fn answer_standing(&mut self) -> Result<bool, TableError> {
        Ok(Referee::answer_standing(self)?)
    }

    fn give_dice(&mut self, label: &str, faces: Vec<u8>, by: Option<Side>) -> Result<Option<Ack>, TableError> {
        Ok(Referee::give_dice(self, label, faces, by)?)
    }

    fn roll_asked(&self) -> Option<RollAsked> {
        Referee::roll_asked(self).cloned()
    }

    fn rolling_side(&self) -> Option<Side> {
        Referee::rolling_side(self)
    }

    fn order_waiting_for_dice(&self) -> Option<(Side, Option<&str>)> {
        Referee::order_waiting_for_dice(self)
    }

    fn has_answered(&self, side: Side, id: &str) -> bool {
        Referee::has_answered(self, side, id)
    }

    fn odds(&self, side: Side, order: &Value) -> Result<PendingOdds, TableError> {
        let seat = side.seat();
        let typed: S::Order = self.read(seat, order)?;
        self.check(side, &typed)?;
        let known = self.knowledge(seat)?;
        // The seed depends only on the seat's log: equal questions get equal answers.
        let seed = self.seat(seat).heard() as u64;
        let order = order.clone();
        Ok(Box::new(move || compute_odds::<S>(&known, &order, seed)))
    }

    fn tools(&self) -> Vec<CalculatorInfo> {
        rules::calculators::<S>().copied().collect()
    }

    fn tool(&self, seat: Seat, tool: &str, input: &Value) -> Result<CalculatorOutput, TableError> {
        Ok(naming(self.seat(seat).names(), || rules::calculate::<S>(Some(self.eyes(seat)), tool, input))?)
    }

    fn think(&self, side: Side, seed: u64) -> Result<PendingOrder, TableError> {
        let known = self.knowledge(side.seat())?;
        Ok(Box::new(move |skill, threads| skill.player::<S>(seed, threads).order(&known).ok()))
    }

    fn orders_are_unseen(&self, side: Side) -> bool {
        Referee::orders_are_unseen(self, side)
    }

    fn ends(&self, side: Side, order: &Value) -> Result<bool, TableError> {
        let order: S::Order = self.read(side.seat(), order)?;
        self.check(side, &order)?;
        Ok(Referee::ends(self, side, &order))
    }

    fn luck(&self, progress: &mut dyn FnMut(usize, usize)) -> Result<Luck, TableError> {
        Ok(luck(self, progress)?)
    }

    fn events(&self, seat: Seat, from: usize) -> Cow<'_, [String]> {
        self.seat(seat).events_since(from)
    }

    fn outcome(&self) -> Option<(String, Reason)> {
        Referee::outcome(self).map(|outcome| (outcome_name::<S>(&outcome), outcome.why))
    }

    fn ack(&self, seat: Seat) -> Ack {
        Referee::ack(self, seat)
    }

    fn entries(&self) -> usize {
        self.number_of_entries()
    }

    fn begun(&self) -> bool {
        self.number_of_entries() > 0
    }

    fn bytes(&self) -> usize {
        Referee::bytes(self)
    }

    fn pack(&mut self) -> bool {
        Referee::pack(self)
    }

    fn forget(&self) {
        Referee::forget(self);
    }

    fn shared_bytes(&self) -> (usize, usize) {
        Referee::shared_bytes(self)
    }
}

fn scene_of<S: System>(referee: &Referee<S>, seat: Seat) -> Scene {
    let mut facts = referee.facts(seat);
    // The order of facts follows the true list of pieces; the scene must not.
    naming(referee.seat(seat).names(), || {
        facts.sort_by_cached_key(|fact| serde_json::to_string(fact).unwrap_or_default());
        S::scene(referee.setting(), seat, &facts)
    })
}

/// Returns a scenario's title, or the name of its file.
pub(crate) fn title(scenario: &referee::ledger::ScenarioText) -> String {
    board::scenario::Document::parse(&scenario.name, &scenario.text)
        .map_or_else(|_| scenario.name.clone(), |document| document.reader().head().title.into_inner())
}
