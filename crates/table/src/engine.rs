//! The JSON-RPC 2.0 interface for other programs, one request per line.

mod rpc;

use std::collections::BTreeMap;

use board::scenario::Document;
use fair::{GameId, Nonce};
use referee::GameSetup;
use referee::ledger::{DiceTerms, ScenarioText, Sink};
use rules::Side;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::{Keyed, Lines, Table, TableError, system, system_of};
use rpc::{FAILED, Params, RpcError, failure, version};

/// Maximum length of a request, in bytes.
pub const LONGEST: usize = 4 << 20;

/// Version of the protocol, as the method `version` returns it.
pub const PROTOCOL: u32 = 1;

const METHODS: &[(&str, &str)] = &[
    (
        "version",
        "{engine?} -> {program, engine, ledger, scenario, case}: the version of the program and of each format",
    ),
    ("help", "{} -> the methods, each with its parameters"),
    ("scenarios", "{} -> [{name, title, system, summary, victory}]"),
    (
        "new",
        "{scenario: name | text, options?: {..}, dice?: \"fair\" | \"players\" | \"given\", nonces?: [referee, a, b], \
         game_id?: hex} -> {game, about}",
    ),
    ("awaited", "{game} -> {side: {question, asked}} for each side that is asked"),
    ("offers", "{game, seat, draft?} -> [{verb, sentence, pieces, places, clauses, order | draft | undo}]"),
    ("why_not", "{game, seat} -> [{verb, piece, clause, why}]"),
    ("submit", "{game, seat, order, id?} -> {heard, head, public}"),
    ("undo", "{game, seat} -> {heard, head, public}"),
    ("resign", "{game, seat} -> {heard, head, public}; gives the game up"),
    ("stand", "{game, seat, question, answer?} -> {heard, head, public}"),
    ("answer_standing", "{game} -> true when a standing order answered a question"),
    ("dice", "{game, label, faces, seat?} -> {heard, head, public} when an order waited for them, else null"),
    ("view", "{game, seat} -> {facts, asked, question, ack, outcome}"),
    ("scene", "{game, seat} -> what a client can draw"),
    ("events", "{game, seat, from?} -> [event]"),
    ("odds", "{game, seat, order} -> {summary, ways, drawn, off, alone, reversible, branches, guesses}"),
    ("tools", "{system} -> [{name, about, takes, of_a_game}]"),
    ("tool", "{game, seat, tool, input} -> the answer of a calculator; {system, tool, input} where it needs no game"),
    ("ledger", "{game, secret?: true} -> the ledger; while the game runs only with secret: true, for the host"),
    ("close", "{game} -> null; forgets the game"),
];

/// Services that the engine needs from the program around it.
pub trait Host {
    /// Returns the scenarios that a client can choose by name.
    fn scenarios(&self) -> Vec<ScenarioText>;
    /// Returns fresh random nonces: the referee's, and one for each side.
    ///
    /// # Errors
    /// The operating system provides no random bytes; the error is a message.
    fn nonces(&mut self) -> Result<[Nonce; 3], String>;
    /// Returns a fresh random id for a new game. Its commitments are bound to the id.
    ///
    /// # Errors
    /// The operating system provides no random bytes; the error is a message.
    fn game_id(&mut self) -> Result<GameId, String>;
    /// Returns a sink that stores the ledger of a new game; `None` for memory only.
    ///
    /// # Errors
    /// The ledger can't be created; the error is a message.
    fn keep(&mut self, game: u64) -> Result<Option<Box<dyn Sink>>, String>;
}

/// A sink that writes each line to the host's sink first, then to memory.
struct Both(Box<dyn Sink>, Lines);

impl Sink for Both {
    fn append(&mut self, line: &str) -> std::io::Result<()> {
        self.0.append(line)?;
        self.1.append(line)
    }
}

struct Game {
    table: Box<dyn Table>,
    lines: Lines,
}

/// The choice of who rolls the dice, as `new` takes it.
enum Dice {
    /// The referee rolls all dice.
    Fair,
    /// Players roll the dice that both sides see; the referee rolls the secret ones.
    Players,
    /// The client enters all dice.
    Given,
}

/// The JSON-RPC engine: answers requests, one per line.
///
/// The program on the other end is the host of its games. It opens them and acts for every seat. For each seat it gets
/// only information that this seat may have.
pub struct Engine<H> {
    games: BTreeMap<u64, Game>,
    next: u64,
    host: H,
}

impl<H: Host> Engine<H> {
    /// Returns an engine without any games.
    #[must_use]
    pub fn new(host: H) -> Self {
        Engine { games: BTreeMap::new(), next: 1, host }
    }

    /// Returns the response to a line that is too long to read.
    #[must_use]
    pub fn too_long() -> String {
        failure(Value::Null, RpcError::new(-32600, format!("a request is a line of at most {LONGEST} bytes")))
    }

    /// Answers one line: a request, a notification (no response) or a batch.
    pub fn answer(&mut self, line: &[u8]) -> Option<String> {
        let text = match std::str::from_utf8(line) {
            Ok(text) if text.trim().is_empty() => return None,
            Ok(text) => text,
            Err(_) => return Some(failure(Value::Null, RpcError::new(-32700, "expected UTF-8 text"))),
        };
        match serde_json::from_str(text) {
            Err(error) => Some(failure(Value::Null, RpcError::new(-32700, format!("not JSON: {error}")))),
            Ok(Value::Array(batch)) if batch.is_empty() => {
                Some(failure(Value::Null, RpcError::new(-32600, "an empty batch")))
            }
            Ok(Value::Array(batch)) => {
                let answers: Vec<String> = batch.into_iter().filter_map(|request| self.request(request)).collect();
                (!answers.is_empty()).then(|| format!("[{}]", answers.join(",")))
            }
            Ok(request) => self.request(request),
        }
    }

    fn request(&mut self, request: Value) -> Option<String> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Request {
            jsonrpc: String,
            method: String,
            #[serde(default)]
            params: Value,
        }
        let Value::Object(mut map) = request else {
            return Some(failure(Value::Null, RpcError::new(-32600, "expected a request object")));
        };
        let id = map.remove("id");
        let request: Request = match serde_json::from_value(Value::Object(map)) {
            Ok(request) => request,
            Err(error) => {
                return Some(failure(
                    id.unwrap_or(Value::Null),
                    RpcError::new(-32600, format!("invalid request: {error}")),
                ));
            }
        };
        if request.jsonrpc != "2.0" {
            return Some(failure(id.unwrap_or(Value::Null), RpcError::new(-32600, "expected \"jsonrpc\": \"2.0\"")));
        }
        let params = match request.params {
            Value::Null => Ok(Map::new()),
            Value::Object(params) => Ok(params),
            _ => Err(RpcError::params("expected an object")),
        };
        let answer = params.and_then(|params| self.call(&request.method, &Params(params)));
        // A request without an id is a notification: it is executed, but gets no response.
        let id = id?;
        Some(match answer {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }).to_string(),
            Err(error) => failure(id, error),
        })
    }

    fn call(&mut self, method: &str, params: &Params) -> Result<Value, RpcError> {
        match method {
            "help" => {
                Ok(METHODS.iter().map(|(name, about)| ((*name).to_owned(), json!(about))).collect::<Map<_, _>>().into())
            }
            "version" => version(params),
            "scenarios" => Ok(self
                .host
                .scenarios()
                .iter()
                .filter_map(|scenario| {
                    let document = Document::parse(&scenario.name, &scenario.text).ok()?;
                    let head = document.reader().head();
                    let (title, name) = (head.title.into_inner(), head.system.into_inner());
                    let victory = system(&name).and_then(|system| system.check(&document).ok()).map(|is| is.victory);
                    Some(json!({
                        "name": scenario.name,
                        "title": title,
                        "summary": head.summary,
                        "system": name,
                        "victory": victory.unwrap_or_default(),
                    }))
                })
                .collect::<Vec<_>>()
                .into()),
            "new" => self.new_game(params),
            "close" => {
                let number = params.number("game")?;
                self.games.remove(&number).ok_or_else(|| no_game(number))?;
                Ok(Value::Null)
            }
            "tools" => Ok(json!(params.system()?.tools())),
            "tool" if params.0.contains_key("system") => {
                let answer = params.system()?.use_tool(params.text("tool")?, params.value("input")?);
                Ok(json!(answer.map_err(TableError::from)?))
            }
            _ if METHODS.iter().all(|(name, _)| *name != method) => {
                Err(RpcError::new(-32601, format!("unknown method `{method}`; `help` lists all methods")))
            }
            _ => {
                let number = params.number("game")?;
                let game = self.games.get_mut(&number).ok_or_else(|| no_game(number))?;
                game.call(method, params)
            }
        }
    }

    fn new_game(&mut self, params: &Params) -> Result<Value, RpcError> {
        let named = params.text("scenario")?;
        let scenario = if named.contains('\n') {
            ScenarioText { name: "scenario".to_owned(), text: named.to_owned() }
        } else {
            // Only scenarios that the host lists by name: a client must not read files of this machine.
            let known = self.host.scenarios().into_iter().find(|scenario| scenario.name == named);
            known.ok_or_else(|| RpcError::params(format_args!("unknown scenario `{named}`")))?
        };
        let mut document = Document::parse(&scenario.name, &scenario.text)?;
        match params.0.get("options") {
            None => {}
            Some(Value::Object(options)) => document = document.with_options(options)?,
            Some(_) => return Err(RpcError::params("options: expected an object")),
        }
        let scenario = ScenarioText { name: scenario.name, text: document.text().to_owned() };
        let system = system_of(&document)?;
        system.check(&document)?;
        let nonces = match params.0.get("nonces") {
            None => self.host.nonces().map_err(|why| RpcError::new(FAILED, why))?,
            Some(given) => <[Nonce; 3]>::deserialize(given).map_err(RpcError::params)?,
        };
        let game = match params.0.get("game_id") {
            None => self.host.game_id().map_err(|why| RpcError::new(FAILED, why))?,
            Some(given) => GameId::deserialize(given).map_err(RpcError::params)?,
        };
        let dice = match params.0.get("dice").map(Value::as_str) {
            None | Some(Some("fair")) => Dice::Fair,
            Some(Some("players")) => Dice::Players,
            Some(Some("given")) => Dice::Given,
            Some(_) => return Err(RpcError::params("dice: expected \"fair\", \"players\" or \"given\"")),
        };
        // Incremented first: a number is never used twice, even after a failure.
        let number = self.next;
        self.next += 1;
        let lines = Lines::default();
        let sink: Box<dyn Sink> = match self.host.keep(number).map_err(|why| RpcError::new(FAILED, why))? {
            None => Box::new(lines.clone()),
            Some(kept) => Box::new(Both(kept, lines.clone())),
        };
        let table = match dice {
            Dice::Fair => system.begin(Keyed { scenario, game, nonces, own_dice: false }, sink)?,
            Dice::Players => system.begin(Keyed { scenario, game, nonces, own_dice: true }, sink)?,
            Dice::Given => {
                let [nonce, _, _] = nonces;
                system.open(GameSetup { scenario, game, nonce, dice: DiceTerms::Given }, sink)?
            }
        };
        let about = table.about();
        self.games.insert(number, Game { table, lines });
        Ok(json!({ "game": number, "about": about }))
    }
}

fn no_game(number: u64) -> RpcError {
    RpcError::params(format_args!("there is no game {number}"))
}

impl Game {
    fn call(&mut self, method: &str, params: &Params) -> Result<Value, RpcError> {
        let sides = self.table.sides();
        match method {
            "awaited" => {
                let asked = Side::BOTH.into_iter().filter_map(|side| {
                    let (question, words) = self.table.pending_question(side)?;
                    Some((sides[side.index()].to_owned(), json!({ "question": question, "asked": words })))
                });
                Ok(asked.collect::<Map<_, _>>().into())
            }
            "offers" => Ok(json!(self.table.offers(params.side(sides)?, params.0.get("draft"))?)),
            "why_not" => Ok(json!(self.table.why_not(params.side(sides)?)?)),
            "submit" => {
                let id = match params.0.get("id") {
                    None | Some(Value::Null) => None,
                    Some(Value::String(id)) => Some(id.clone()),
                    Some(_) => return Err(RpcError::params("id: expected a string")),
                };
                Ok(json!(self.table.submit(params.side(sides)?, params.value("order")?, id)?))
            }
            "undo" => Ok(json!(self.table.undo(params.side(sides)?)?)),
            "resign" => Ok(json!(self.table.resign(params.side(sides)?)?)),
            "stand" => {
                let answer = params.0.get("answer").filter(|answer| !answer.is_null());
                Ok(json!(self.table.stand(params.side(sides)?, params.text("question")?, answer)?))
            }
            "answer_standing" => Ok(json!(self.table.answer_standing()?)),
            "dice" => {
                let faces = Vec::<u8>::deserialize(params.value("faces")?).map_err(RpcError::params)?;
                let by = params.0.get("seat").map(|_| params.side(sides)).transpose()?;
                Ok(json!(self.table.give_dice(params.text("label")?, faces, by)?))
            }
            "view" => Ok(json!(self.table.view(params.seat(sides)?)?)),
            "scene" => Ok(self.table.scene(params.seat(sides)?)?),
            "events" => {
                let from = params.0.get("from").and_then(Value::as_u64).unwrap_or(0);
                let from = usize::try_from(from).unwrap_or(usize::MAX);
                let events = self.table.events(params.seat(sides)?, from);
                Ok(events.iter().filter_map(|event| serde_json::from_str::<Value>(event).ok()).collect())
            }
            "odds" => {
                let odds = self.table.odds(params.side(sides)?, params.value("order")?)?;
                Ok(json!(odds()?))
            }
            "tool" => Ok(json!(self.table.tool(params.seat(sides)?, params.text("tool")?, params.value("input")?)?)),
            "ledger" => {
                let secret = params.0.get("secret").and_then(Value::as_bool).unwrap_or(false);
                if self.table.outcome().is_none() && !secret {
                    return Err(RpcError::params(
                        "the game is not over and its ledger holds secrets: ask with secret: true",
                    ));
                }
                let text = self.lines.text().map_err(|error| RpcError::new(FAILED, error.to_string()))?;
                Ok(json!(text))
            }
            _ => Err(RpcError::new(-32601, format!("unknown method `{method}`; `help` lists all methods"))),
        }
    }
}
