//! Two games in parallel: equal to one side and to a spectator, different to the other side.

use referee::referee_rulebook;
use serde_json::{Value, json};

use crate::common::{Begun, Client, Dice, Host, begin_as, choose, seat};
use crate::wire::{Seat, masked};

/// Maximum number of tries to find an order that is legal in both games.
const TRIES: usize = 40;

/// The play of the side with the secrets.
pub struct Owner {
    /// Name of the side, such as `soviet`.
    pub side: &'static str,
    /// Answers a question differently in the second game; returns false if both answers must be equal.
    pub secretly: fn(&mut Twins<'_>, question: &str) -> bool,
    /// Returns equivalents in the second game of an order in the first. The first legal one is given.
    pub likewise: fn(&mut Twins<'_>, order: &Value) -> Vec<Value>,
}

/// The reason why no more can be compared.
#[derive(Debug, PartialEq, Eq)]
pub enum End {
    /// No order is legal in both games, or the game is over.
    Out,
    /// One of the games disclosed something that the other did not.
    Disclosed,
}

/// The number of comparisons.
#[derive(Debug, Default)]
pub struct Tally {
    /// Number of moments at which both games were equal to the others.
    pub moments: usize,
    /// Number of these moments at which they differed to the owner.
    pub secret: usize,
    /// Number of equal messages over sockets.
    pub messages: usize,
    /// Number of moments at which an order waited for dice.
    pub waiting: usize,
    /// Number of twins that ended with a disclosure.
    pub disclosed: usize,
}

impl Tally {
    pub fn add(&mut self, other: &Tally) {
        self.moments += other.moments;
        self.secret += other.secret;
        self.messages += other.messages;
        self.waiting += other.waiting;
        self.disclosed += other.disclosed;
    }
}

pub struct Twins<'a> {
    host: &'a Host,
    pub http: Client,
    pub games: [Begun; 2],
    system: &'static str,
    owner: Owner,
    /// Index of the owner's side.
    own: usize,
    /// In each game: the other side's seat, and a spectator's.
    others: [[Seat; 2]; 2],
    /// Number of events in their logs when they were last equal.
    heard: [usize; 2],
    pub dice: Dice,
    ids: usize,
    /// Pieces of the owner that correspond to each other: numbers in the first game and in the second.
    pub swapped: Vec<(u64, u64)>,
    last: String,
    pub tally: Tally,
}

impl<'a> Twins<'a> {
    pub fn begin(host: &'a Host, asked: &Value, system: &'static str, owner: Owner, seed: u64) -> Twins<'a> {
        let mut http = Client::new(host.address);
        let games = [0, 1].map(|_| begin_as(&mut http, asked, [seed as u8, 7]));
        let own = games[0].sides.iter().position(|side| side == owner.side).expect("the owner's side");
        let others = [0, 1].map(|game: usize| {
            [&games[game].tokens[1 - own], &games[game].spectator].map(|token| Seat::sit_down(host, token))
        });
        let (dice, tally) = (Dice(seed), Tally::default());
        let (swapped, last) = (Vec::new(), "the beginning".to_owned());
        Twins { host, http, games, system, owner, own, others, heard: [0, 0], dice, ids: 0, swapped, last, tally }
    }

    pub fn post(&mut self, game: usize, side: usize, what: &str, body: &Value) -> (bool, Value) {
        let answer = self.http.post(&seat(&self.games[game].tokens[side], what), body);
        ((200..300).contains(&answer.status), answer.json())
    }

    fn id(&mut self) -> String {
        self.ids += 1;
        format!("twin-{}", self.ids)
    }

    /// Returns the question and the offers of the owner in a game.
    pub fn asked(&mut self, game: usize) -> (Option<String>, Vec<Value>) {
        self.asked_of(game, self.own)
    }

    fn asked_of(&mut self, game: usize, side: usize) -> (Option<String>, Vec<Value>) {
        let mut answer = self.post(game, side, "/offers", &json!({})).1;
        let offers = answer["offers"].take().as_array().cloned().unwrap_or_default();
        (answer["question"].as_str().map(str::to_owned), offers)
    }

    /// Returns the owner's scene in a game.
    pub fn scene(&mut self, game: usize) -> Value {
        self.http.get(&seat(&self.games[game].tokens[self.own], "/scene")).ok()
    }

    /// Returns the Locations where the owner can place a unit in the first game.
    pub fn places(&mut self, unit: u64) -> Vec<String> {
        let mut answer = self.post(0, self.own, "/offers", &json!({ "draft": { "place": { "unit": unit } } })).1;
        let offers = answer["offers"].take().as_array().cloned().unwrap_or_default();
        offers.iter().filter_map(|offer| offer["order"]["place"]["at"].as_str().map(str::to_owned)).collect()
    }

    /// Returns a random order of the owner in a game.
    pub fn any(&mut self, game: usize) -> Option<Value> {
        choose(&mut self.http, &self.games[game].tokens[self.own], &mut self.dice)
    }

    /// Gives an order of the owner in one game only. It must roll no dice that players enter. Returns whether it was
    /// executed.
    pub fn order_in(&mut self, game: usize, order: &Value) -> bool {
        let id = self.id();
        let (done, answer) = self.post(game, self.own, "/orders", &json!({ "order": order, "id": id }));
        assert!(!done || answer["ack"].is_object(), "{order} waits for {answer}");
        done
    }

    /// Plays up to this many moves, or until nothing more can be compared.
    pub fn play(&mut self, moves: usize) -> End {
        let mut end = self.compare();
        for _ in 0..moves {
            if let Err(end) = end {
                self.tally.disclosed += usize::from(end == End::Disclosed);
                return end;
            }
            end = self.one_move();
        }
        End::Out
    }

    fn one_move(&mut self) -> Result<(), End> {
        let sides: Vec<usize> = (0..2).filter(|side| self.asked_of(0, *side).0.is_some()).collect();
        let Some(most) = sides.len().checked_sub(1) else { return Err(End::Out) };
        let side = sides[self.dice.below(most + 1)];
        if side == self.own {
            let question = self.asked(0).0.expect("it is asked");
            self.last = format!("the owner's answer to {question}");
            if (self.owner.secretly)(self, &question) { self.compare() } else { self.owner_orders() }
        } else {
            self.other_orders()
        }
    }

    /// Gives an order of the owner, and its equivalent in the second game.
    fn owner_orders(&mut self) -> Result<(), End> {
        let undo = [0, 1].map(|game| self.asked(game).1.iter().any(|offer| offer.get("undo").is_some()));
        if undo == [true; 2] && self.dice.below(8) == 0 {
            return self.give(self.own, "/undo", [json!({}), json!({})]);
        }
        for _ in 0..TRIES {
            let Some(order) = self.any(0) else { return Err(End::Out) };
            // A secret that is revealed by fire is not secret any more.
            if order.get("fire").is_some() && self.dice.below(6) > 0 {
                continue;
            }
            for likewise in (self.owner.likewise)(self, &order) {
                // A refused order changes nothing, so it is tried first where it may be refused.
                let id = self.id();
                let (done, answer) = self.post(1, self.own, "/orders", &json!({ "order": likewise, "id": id }));
                if done {
                    self.last = format!("{order} and {likewise} by the owner");
                    let (done, first) = self.post(0, self.own, "/orders", &json!({ "order": order, "id": id }));
                    assert!(done, "{order} was offered: {first}");
                    return self.enter_dice(self.own, [first, answer]);
                }
            }
        }
        Err(End::Out)
    }

    /// Gives an order of the other side, or an order that may be illegal. Both games must respond equally.
    fn other_orders(&mut self) -> Result<(), End> {
        let side = 1 - self.own;
        let undo = self.asked_of(0, side).1.iter().any(|offer| offer.get("undo").is_some());
        if self.dice.below(8) == 0 {
            self.last = format!("an undo by the other side, offered: {undo}");
            return self.give(side, "/undo", [json!({}), json!({})]);
        }
        let token = self.games[0].tokens[side].clone();
        let Some(order) = choose(&mut self.http, &token, &mut self.dice) else { return Err(End::Out) };
        let order = if self.dice.below(3) == 0 { self.astray(&order) } else { order };
        self.last = format!("{order} by the other side");
        self.give(side, "/orders", [json!({ "order": order }), json!({ "order": order })])
    }

    /// Returns an order with another piece or place in it, known to the side or not.
    fn astray(&mut self, order: &Value) -> Value {
        let scene = self.http.get(&seat(&self.games[0].tokens[1 - self.own], "/scene")).ok();
        let places: Vec<&Value> = scene["pieces"].as_array().into_iter().flatten().map(|p| &p["location"]).collect();
        let place = if places.is_empty() { Value::Null } else { places[self.dice.below(places.len())].clone() };
        let (piece, gets_place) = (json!(self.dice.below(30)), self.dice.below(2) == 0);
        changed(order, &mut |value| match value {
            Value::Number(_) if !gets_place => piece.clone(),
            Value::String(_) if gets_place => place.clone(),
            other => other.clone(),
        })
    }

    /// Sends a request of one side in both games. The responses must be equal if it is the other side's.
    fn give(&mut self, side: usize, what: &str, bodies: [Value; 2]) -> Result<(), End> {
        let id = self.id();
        let mut game = 0;
        let done = bodies.map(|mut body| {
            body["id"] = json!(id);
            let done = self.post(game, side, what, &body);
            game += 1;
            done
        });
        let [one, two] = &done;
        let alike = one.0 == two.0 && (side == self.own || masked(&one.1.to_string()) == masked(&two.1.to_string()));
        if !alike {
            self.parted([0, 1], &format!("the answer to {what}: {one:?} against {two:?}"))?;
        }
        self.enter_dice(side, done.map(|done| done.1))
    }

    /// Enters equal dice in both games while an order waits for them; the requested rolls must be equal.
    fn enter_dice(&mut self, side: usize, mut done: [Value; 2]) -> Result<(), End> {
        let mut asked = [Vec::new(), Vec::new()];
        while done.iter().any(|done| done["roll"].is_object()) {
            if done[0]["roll"] == done[1]["roll"] {
                self.tally.waiting += 1;
                self.compare()?;
            }
            let faces: Vec<usize> = (0..8).map(|_| self.dice.below(6) + 1).collect();
            let id = self.id();
            for (game, done) in done.iter_mut().enumerate() {
                let Some(count) = done["roll"]["dice"].as_u64() else { continue };
                let label = done["roll"]["label"].clone();
                asked[game].push(done["roll"].to_string());
                let body = json!({ "label": label, "faces": faces[..count as usize], "id": id });
                *done = self.post(game, side, "/dice", &body).1;
            }
        }
        if asked[0] != asked[1] {
            self.parted([0, 1], &format!("the dice asked for: {asked:?}"))?;
        }
        self.compare()
    }

    /// Compares all messages and responses of the others.
    fn compare(&mut self) -> Result<(), End> {
        let moment = self.dice.0;
        for who in 0..2 {
            let sides = self.games[0].sides.clone();
            let heard = self.heard[who];
            let [one, two] = self.others.each_mut().map(|seats| {
                let messages = seats[who].messages(&self.host.runtime);
                let count = messages.len();
                (count, [messages, seats[who].answers(&sides, heard, moment)].concat())
            });
            if one != two {
                let at = one.1.iter().zip(&two.1).position(|(one, two)| one != two);
                let shown = |lines: &[String]| lines.get(at.unwrap_or(lines.len().min(40))).cloned();
                let what = format!("{:?}\nagainst\n{:?}", shown(&one.1), shown(&two.1));
                self.parted([who], &format!("{} and {} messages: {what}", one.0, two.0))?;
            }
            self.tally.messages += one.0;
        }
        for who in 0..2 {
            self.heard[who] = self.events(0, who, 0).len();
        }
        self.tally.moments += 1;
        let [one, two] = [0, 1].map(|game: usize| {
            let token = &self.games[game].tokens[self.own];
            masked(&self.http.get(&seat(token, "/view")).text())
        });
        self.tally.secret += usize::from(one != two);
        Ok(())
    }

    fn events(&mut self, game: usize, who: usize, from: usize) -> Vec<Value> {
        let path = seat(&self.others[game][who].token, &format!("/events?from={from}"));
        self.http.get(&path).ok().as_array().cloned().unwrap_or_default()
    }

    /// Handles a difference between the games for one of these seats. If the first different event cites a clause that
    /// permits disclosure, the twins end; otherwise there is a leak.
    fn parted(&mut self, whose: impl IntoIterator<Item = usize>, what: &str) -> Result<(), End> {
        let rulebook = table::system(self.system).expect("a system").rulebook();
        let discloses = |clause: &str| {
            let entry = rulebook.entry(clause).or_else(|| referee_rulebook().book().entry(clause));
            entry.is_some_and(|entry| entry.discloses)
        };
        let mut heard = Vec::new();
        for who in whose {
            let [one, two] = [0, 1].map(|game| self.events(game, who, self.heard[who]));
            let alike = |(one, two): &(&Value, &Value)| masked(&one.to_string()) == masked(&two.to_string());
            let common = one.iter().zip(&two).take_while(alike).count();
            let differ = [one.get(common).cloned(), two.get(common).cloned()];
            let clause = |event: &Value| {
                let clauses = ["saw", "told"].map(|kind| event[kind]["clause"].as_str());
                clauses.into_iter().flatten().any(discloses)
            };
            if differ.iter().flatten().any(clause) {
                return Err(End::Disclosed);
            }
            heard.push(differ);
        }
        panic!("{}: after {}, another seat can tell two games apart: {what}\n{heard:#?}", self.system, self.last)
    }

    /// Returns an order with corresponding pieces exchanged.
    pub fn exchanged(&self, order: &Value) -> Value {
        changed(order, &mut |value| match value.as_u64() {
            Some(number) => json!(self.swapped.iter().find(|(one, _)| *one == number).map_or(number, |swap| swap.1)),
            None => value.clone(),
        })
    }
}

/// Returns a value in which every number and text has been changed.
fn changed(value: &Value, change: &mut impl FnMut(&Value) -> Value) -> Value {
    match value {
        Value::Array(list) => list.iter().map(|value| changed(value, change)).collect(),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| (name.clone(), changed(value, change)));
            Value::Object(fields.collect())
        }
        other => change(other),
    }
}
