//! A game as its client knows it, to compare with what the server has after another start.

use std::io::{Error, Result};
use std::net::SocketAddr;
use std::ops::Range;
use std::time::Duration;

use serde_json::{Value, json};

use super::client::{Begun, Client, Dice, Http, seat, try_choose};
use super::raw::{CLOSE, RawSocket, TEXT};

/// Pause before another look at whether the other side has moved.
const LOOK: Duration = Duration::from_millis(20);

/// The orders of a client and their responses.
pub struct Known {
    pub begun: Begun,
    /// Sides that the client plays.
    pub sides: Range<usize>,
    /// Requests by seat. Those over HTTP have their responses, which the server repeats.
    pub acknowledged: [Vec<(Value, Option<Value>)>; 2],
    /// The order without a response.
    unanswered: Option<(usize, Value)>,
    orders: u64,
    pub over: bool,
}

impl Known {
    pub fn new(begun: Begun) -> Known {
        let acknowledged = [Vec::new(), Vec::new()];
        Known { begun, sides: 0..2, acknowledged, unanswered: None, orders: 0, over: false }
    }

    /// Returns a game in which the client plays one side.
    pub fn of_one(begun: Begun, side: usize) -> Known {
        Known { sides: side..side + 1, ..Known::new(begun) }
    }

    pub fn count(&self) -> usize {
        self.acknowledged.iter().map(Vec::len).sum()
    }

    /// Plays up to `most` random orders over HTTP, until the server stops or the game is over.
    pub fn play(&mut self, client: &mut impl Http, most: usize, dice: &mut Dice) -> Result<()> {
        self.play_by(client, most, dice, |client, _, token, asked| by_http(client, token, asked))
    }

    /// Plays as [`Known::play`] does, but gives the orders over WebSockets.
    pub fn play_live(&mut self, client: &mut Client, lives: &mut Lives, most: usize, dice: &mut Dice) -> Result<()> {
        self.play_by(client, most, dice, |_, side, _, asked| lives.give(side, asked).map(|()| None))
    }

    /// Plays as [`Known::play`] does, but gives the orders by a function. It gets the client, the side with its link,
    /// and the request, and returns the response or a problem with the status 409.
    pub fn play_by<C: Http>(
        &mut self,
        client: &mut C,
        most: usize,
        dice: &mut Dice,
        mut give: impl FnMut(&mut C, usize, &str, &Value) -> Result<Option<Value>>,
    ) -> Result<()> {
        let most = self.count().saturating_add(most);
        while self.count() < most && !self.over {
            match self.choose(client, dice)? {
                Some((side, order)) => self.give(client, side, &order, &mut give)?,
                None => std::thread::sleep(LOOK),
            }
        }
        Ok(())
    }

    /// Chooses the next order, with the side that gives it; `None` if the client has to wait or the game is over.
    pub fn choose(&mut self, client: &mut impl Http, dice: &mut Dice) -> Result<Option<(usize, Value)>> {
        for side in self.sides.clone() {
            if let Some(order) = try_choose(client, &self.begun.tokens[side], dice)? {
                return Ok(Some((side, order)));
            }
        }
        // If no side is asked, nothing can happen any more.
        self.over = self.sides.len() == 2 || self.has_outcome(client)?;
        Ok(None)
    }

    fn has_outcome(&self, client: &mut impl Http) -> Result<bool> {
        let info = client.send("GET", &seat(&self.begun.tokens[self.sides.start], ""), "", b"")?.ok();
        Ok(!info["outcome"].is_null())
    }

    /// Gives an order by a function, as [`Known::play_by`] does.
    pub fn give<C: Http>(
        &mut self,
        client: &mut C,
        side: usize,
        order: &Value,
        give: impl FnOnce(&mut C, usize, &str, &Value) -> Result<Option<Value>>,
    ) -> Result<()> {
        self.orders += 1;
        let asked = json!({ "order": order, "id": format!("order-{}", self.orders) });
        self.unanswered = Some((side, asked.clone()));
        let answer = give(client, side, &self.begun.tokens[side], &asked)?;
        self.unanswered = None;
        match answer {
            // The other side may have changed the position meanwhile.
            Some(problem) if problem["status"] == 409 => assert!(self.sides.len() == 1, "{asked}: {problem}"),
            answer => self.acknowledged[side].push((asked, answer)),
        }
        Ok(())
    }

    /// Checks the game after the server has restarted: every order is there once.
    pub fn check(&mut self, client: &mut impl Http) {
        if let Some((side, asked)) = self.unanswered.take() {
            // Whether it was executed before the end or not, the repeated request executes it exactly once.
            let answer = client.post(&seat(&self.begun.tokens[side], "/orders"), &asked).ok();
            self.acknowledged[side].push((asked, Some(answer)));
        }
        for side in self.sides.clone() {
            let (token, acknowledged) = (&self.begun.tokens[side], &self.acknowledged[side]);
            let events = client.get(&seat(token, "/events")).ok();
            let ordered: Vec<&Value> =
                events.as_array().unwrap().iter().filter_map(|event| Some(&event.get("ordered")?["order"])).collect();
            let asked: Vec<&Value> = acknowledged.iter().map(|(asked, _)| &asked["order"]).collect();
            assert_eq!(ordered, asked, "orders were lost, doubled or changed");
            for (asked, answer) in acknowledged.iter().rev().take(3) {
                let again = client.post(&seat(token, "/orders"), asked).ok();
                assert!(answer.as_ref().is_none_or(|answer| *answer == again), "answered otherwise: {again}");
            }
        }
    }
}

/// Gives an order over HTTP. Returns the response, or the problem if a rule forbids the order.
pub fn by_http(client: &mut impl Http, token: &str, asked: &Value) -> Result<Option<Value>> {
    let answer = client.try_post(&seat(token, "/orders"), asked)?;
    match answer.status {
        503 => Err(Error::other("the order could not be stored")),
        409 => Ok(Some(answer.json())),
        _ => Ok(Some(answer.ok())),
    }
}

/// The WebSockets of a game's two sides.
pub struct Lives {
    sockets: [RawSocket; 2],
    /// The code that closed a side's socket.
    closed: [Option<u16>; 2],
}

impl Lives {
    pub fn open(address: SocketAddr, begun: &Begun) -> Lives {
        Lives { sockets: [0, 1].map(|side| RawSocket::open(address, &begun.tokens[side])), closed: [None; 2] }
    }

    /// Gives an order of a side and waits for its answer.
    fn give(&mut self, side: usize, asked: &Value) -> Result<()> {
        self.sockets[side].send(TEXT, asked.to_string().as_bytes())?;
        loop {
            let (opcode, payload) = self.sockets[side].receive()?;
            if opcode == CLOSE {
                self.closed[side] = Some(u16::from_be_bytes([payload[0], payload[1]]));
                return Err(Error::other("the socket is closed"));
            }
            let message: Value = serde_json::from_slice(&payload).unwrap_or_default();
            if message["answer"] == asked["id"] {
                assert!(message["heard"].is_u64(), "{message}");
                return Ok(());
            }
        }
    }

    /// Returns the codes that close the sockets.
    pub fn codes(&mut self) -> [Option<u16>; 2] {
        [0, 1].map(|side| self.closed[side].or_else(|| self.sockets[side].until_closed().1.map(|(code, _)| code)))
    }
}
