//! A game behind one JSON surface.

mod answers;

use board::draw::Picture;
use board::naming::naming;
use players::Skill;
use rand::SeedableRng;
use rand::rngs::StdRng;
use referee::odds::{Effort, odds};
use referee::{Ack, Referee, RefereeError, RollAsked, SubmitError, outcome_name};
use rules::scene::Scene;
use rules::{CalculatorInfo, CalculatorOutput, Chance, Knowledge, Question as _, Refusal, Seat, Side, System};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::board_json::{BoardJson, board_json};
use crate::luck::{Luck, luck};
use crate::offer::{Offer, WhyNot, facts, offers, why_not};
use crate::picture::picture;

pub use answers::{Odds, OddsOutcome, PendingOdds, PendingOrder, RefusalJson, SubmitResult, TableError, View};

/// How much is done for the odds of an order.
const EFFORT: Effort = Effort { guesses: 24, branches: 200_000, plays: 10_000 };

/// A game of any system. Everything said to and by a seat is JSON in that seat's own names.
pub trait Table: Send {
    /// The system's name.
    fn system(&self) -> &'static str;
    /// The names of the sides.
    fn sides(&self) -> [&'static str; 2];
    /// The scenario's title and the options as resolved.
    fn about(&self) -> Value;
    /// What a seat sees now.
    ///
    /// # Errors
    /// A failure of the referee.
    fn view(&self, seat: Seat) -> Result<View, TableError>;
    /// What a seat sees, to be drawn.
    ///
    /// # Errors
    /// A failure of the referee.
    fn scene(&self, seat: Seat) -> Result<Value, TableError>;
    /// The board with everything on it that does not move, the same for every seat.
    fn board(&self) -> BoardJson;
    /// What a seat sees, on paper.
    fn picture(&self, seat: Seat) -> Picture<'_>;
    /// The kind of question a side is asked, and the question in plain words.
    fn asked(&self, side: Side) -> Option<(&'static str, String)>;
    /// What a side may choose now, or next after a draft.
    ///
    /// # Errors
    /// When the draft cannot be read.
    fn offers(&self, side: Side, draft: Option<&Value>) -> Result<Vec<Offer>, TableError>;
    /// The verbs that are closed to a side's pieces now, and why.
    ///
    /// # Errors
    /// A failure of the referee.
    fn why_not(&self, side: Side) -> Result<Vec<WhyNot>, TableError>;
    /// Gives an order.
    ///
    /// # Errors
    /// A refusal, dice that must be entered first, or a failure of the referee.
    fn submit(&mut self, side: Side, order: &Value, id: Option<String>) -> SubmitResult;
    /// Undoes the last order.
    ///
    /// # Errors
    /// As [`Table::submit`].
    fn undo(&mut self, side: Side) -> SubmitResult;
    /// Gives the game up for a side, whoever is awaited.
    ///
    /// # Errors
    /// As [`Table::submit`].
    fn resign(&mut self, side: Side) -> SubmitResult;
    /// Sets or clears a standing order for a kind of question.
    ///
    /// # Errors
    /// As [`Table::submit`].
    fn stand(&mut self, side: Side, question: &str, answer: Option<&Value>) -> SubmitResult;
    /// Answers one question by a standing order, if one covers it.
    ///
    /// # Errors
    /// As [`Table::submit`].
    fn answer_standing(&mut self) -> Result<bool, TableError>;
    /// Enters dice for a coming roll; `by` is the side that rolled them, none for a script.
    ///
    /// # Errors
    /// As [`Table::submit`].
    fn give_dice(&mut self, label: &str, faces: Vec<u8>, by: Option<Side>) -> Result<Option<Ack>, TableError>;
    /// The roll that an order waits for.
    fn roll_asked(&self) -> Option<RollAsked>;
    /// The side that makes the roll an order waits for.
    fn rolls(&self) -> Option<Side>;
    /// The side whose order waits for dice, and the client's id of that order.
    fn waiting(&self) -> Option<(Side, Option<&str>)>;
    /// Whether an order of this side was done under this id.
    fn has_answered(&self, side: Side, id: &str) -> bool;
    /// The odds of an order, from what the side knows: checked at once, computed when called, so that the
    /// game isn't locked meanwhile.
    ///
    /// # Errors
    /// A refusal of the order, or a failure of the referee.
    fn odds(&self, side: Side, order: &Value) -> Result<PendingOdds, TableError>;
    /// The system's calculators.
    fn tools(&self) -> Vec<CalculatorInfo>;
    /// A computer player's order for a side: its knowledge is taken now, the order is computed when called.
    ///
    /// # Errors
    /// A failure of the referee.
    fn think(&self, side: Side, seed: u64) -> Result<PendingOrder, TableError>;
    /// Whether what this side orders now is unseen by the other until an order ends it: both plan at once, or one sets up.
    fn plans(&self, side: Side) -> bool;
    /// Whether an order would end what its side is asked.
    ///
    /// # Errors
    /// When the order is refused.
    fn ends(&self, side: Side, order: &Value) -> Result<bool, TableError>;
    /// The order, if there is one, that ends what a side is asked as it stands.
    ///
    /// # Errors
    /// Those of its offers.
    fn ending(&self, side: Side) -> Result<Option<Value>, TableError> {
        let whole = self.offers(side, None)?.into_iter().filter_map(|offer| offer.order);
        Ok({ whole }.find(|order| self.ends(side, order).unwrap_or_default()))
    }
    /// What every roll did, against what was to be expected of it; once the game is over, for it tells both sides'
    /// secrets. `progress` is told how many entries are done, and of how many.
    ///
    /// # Errors
    /// When the game is not over, or was played by other rules.
    fn luck(&self, progress: &mut dyn FnMut(usize, usize)) -> Result<Luck, TableError>;
    /// Asks one of the system's calculators.
    ///
    /// # Errors
    /// When there is no such tool or its input is wrong.
    fn tool(&self, seat: Seat, tool: &str, input: &Value) -> Result<CalculatorOutput, TableError>;
    /// A seat's events from number `from` (counted from 0), each a line of JSON.
    fn events(&self, seat: Seat, from: usize) -> &[String];
    /// The winner's name, or `draw`, and the reason, once the game is over.
    fn outcome(&self) -> Option<(String, &'static str)>;
    /// How many events a seat's log has, and its log head.
    fn ack(&self, seat: Seat) -> Ack;
    /// How many entries the ledger has.
    fn entries(&self) -> usize;
    /// Whether play has begun: the dice can be rolled.
    fn begun(&self) -> bool;
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
        let question = seat.side().and_then(|side| Table::asked(self, side));
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
        board_json::<S>(S::ground(self.setting()))
    }

    fn picture(&self, seat: Seat) -> Picture<'_> {
        let title = title(&self.header().scenario);
        picture::<S>(self.setting(), seat, &scene_of(self, seat), title)
    }

    fn asked(&self, side: Side) -> Option<(&'static str, String)> {
        let question = self.pending_question(side)?;
        let words = naming(self.seat(side.seat()).names(), || {
            S::describe_question(self.setting(), question, &facts(self, side))
        });
        Some((question.word(), words))
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

    fn rolls(&self) -> Option<Side> {
        Referee::rolls(self)
    }

    fn waiting(&self) -> Option<(Side, Option<&str>)> {
        Referee::waiting(self)
    }

    fn has_answered(&self, side: Side, id: &str) -> bool {
        Referee::has_answered(self, side, id)
    }

    fn odds(&self, side: Side, order: &Value) -> Result<PendingOdds, TableError> {
        let seat = side.seat();
        let typed: S::Order = self.read(seat, order)?;
        self.check(side, &typed)?;
        let known = self.knowledge(seat)?;
        // Seeded by what the seat has heard: the same question gets the same answer.
        let seed = self.seat(seat).events().len() as u64;
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

    fn plans(&self, side: Side) -> bool {
        Referee::plans(self, side)
    }

    fn ends(&self, side: Side, order: &Value) -> Result<bool, TableError> {
        let order: S::Order = self.read(side.seat(), order)?;
        self.check(side, &order)?;
        Ok(Referee::ends(self, side, &order))
    }

    fn luck(&self, progress: &mut dyn FnMut(usize, usize)) -> Result<Luck, TableError> {
        Ok(luck(self, progress)?)
    }

    fn events(&self, seat: Seat, from: usize) -> &[String] {
        self.seat(seat).events().get(from..).unwrap_or_default()
    }

    fn outcome(&self) -> Option<(String, &'static str)> {
        Referee::outcome(self).map(|outcome| (outcome_name::<S>(&outcome), outcome.why))
    }

    fn ack(&self, seat: Seat) -> Ack {
        Referee::ack(self, seat)
    }

    fn entries(&self) -> usize {
        Referee::entries(self).len()
    }

    fn begun(&self) -> bool {
        !Referee::entries(self).is_empty()
    }
}

fn compute_odds<S: System>(known: &Knowledge<S>, order: &Value, seed: u64) -> Result<Odds, TableError> {
    let found = odds(known, order, EFFORT, &mut StdRng::seed_from_u64(seed))?.ok_or(TableError::NoGuess)?;
    let summary = summary(&found.outcomes);
    let told = |way: referee::odds::OddsOutcome| OddsOutcome {
        probability: way.probability,
        text: way.told,
        reports: way.reports,
    };
    Ok(Odds {
        outcomes: found.outcomes.into_iter().map(told).collect(),
        summary,
        samples: found.samples,
        sampling_error: found.sampling_error,
        isolated: found.isolated,
        branches: found.branches,
        guesses: found.guesses,
    })
}

/// What the ways come down to, the likeliest first; where none comes down to anything, as where a grenade bursts that strikes
/// nobody, what is told of each.
pub fn summary(outcomes: &[referee::odds::OddsOutcome]) -> Vec<Chance> {
    let plain = outcomes.len() > 1 && outcomes.iter().all(|way| way.summary.is_empty());
    let mut summary: Vec<Chance> = Vec::new();
    for way in outcomes {
        let text = if plain { way.told.join(" ") } else { way.summary.clone() };
        match summary.iter_mut().find(|same| same.text == text) {
            Some(same) => same.probability += way.probability,
            None => summary.push(Chance { probability: way.probability, text }),
        }
    }
    summary.sort_by(|one, other| other.probability.total_cmp(&one.probability));
    summary
}

/// The scene of a seat.
fn scene_of<S: System>(referee: &Referee<S>, seat: Seat) -> Scene {
    let mut facts = Vec::new();
    S::view(referee.eyes(seat), &mut |fact| facts.push(fact));
    // The order of facts follows the truth's list of pieces; the scene must not.
    naming(referee.seat(seat).names(), || {
        facts.sort_by_cached_key(|fact| serde_json::to_string(fact).unwrap_or_default());
        S::scene(referee.setting(), seat, &facts)
    })
}

/// A scenario's title, or the name of its file.
pub(crate) fn title(scenario: &referee::ledger::ScenarioText) -> String {
    board::scenario::Document::parse(&scenario.name, &scenario.text)
        .map_or_else(|_| scenario.name.clone(), |document| document.reader().head().title.into_inner())
}
