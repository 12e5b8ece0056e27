//! A game as its client knows it, to compare with what the server has after another start.

use std::io::{Error, Result};
use std::net::SocketAddr;

use serde_json::{Value, json};

use super::client::{Begun, Client, Dice, seat, try_choose};
use super::raw::{CLOSE, RawSocket, TEXT};

/// The orders of a client and their responses.
pub struct Known {
    pub begun: Begun,
    /// Requests by seat. Those over HTTP have their responses, which the server repeats.
    pub acknowledged: [Vec<(Value, Option<Value>)>; 2],
    /// The order without a response.
    unanswered: Option<(usize, Value)>,
    orders: u64,
    pub over: bool,
}

impl Known {
    pub fn new(begun: Begun) -> Known {
        Known { begun, acknowledged: [Vec::new(), Vec::new()], unanswered: None, orders: 0, over: false }
    }

    pub fn count(&self) -> usize {
        self.acknowledged.iter().map(Vec::len).sum()
    }

    /// Plays up to `most` random orders over HTTP, until the server stops or the game is over.
    pub fn play(&mut self, client: &mut Client, most: usize, dice: &mut Dice) -> Result<()> {
        self.play_by(client, most, dice, |client, _, token, asked| {
            let answer = client.try_post(&seat(token, "/orders"), asked)?;
            if answer.status == 503 {
                return Err(Error::other("the order could not be stored"));
            }
            Ok(Some(answer.ok()))
        })
    }

    /// Plays as [`Known::play`] does, but gives the orders over WebSockets.
    pub fn play_live(&mut self, client: &mut Client, lives: &mut Lives, most: usize, dice: &mut Dice) -> Result<()> {
        self.play_by(client, most, dice, |_, side, _, asked| lives.give(side, asked).map(|()| None))
    }

    fn play_by(
        &mut self,
        client: &mut Client,
        most: usize,
        dice: &mut Dice,
        mut give: impl FnMut(&mut Client, usize, &str, &Value) -> Result<Option<Value>>,
    ) -> Result<()> {
        for _ in 0..most {
            let mut next = None;
            for side in 0..2 {
                if let Some(order) = try_choose(client, &self.begun.tokens[side], dice)? {
                    next = Some((side, order));
                    break;
                }
            }
            let Some((side, order)) = next else {
                self.over = true;
                return Ok(());
            };
            self.orders += 1;
            let asked = json!({ "order": order, "id": format!("order-{}", self.orders) });
            self.unanswered = Some((side, asked.clone()));
            let answer = give(client, side, &self.begun.tokens[side], &asked)?;
            self.acknowledged[side].push((asked, answer));
            self.unanswered = None;
        }
        Ok(())
    }

    /// Checks the game after the server has restarted: every order is there once.
    pub fn check(&mut self, client: &mut Client) {
        if let Some((side, asked)) = self.unanswered.take() {
            // Whether it was executed before the end or not, the repeated request executes it exactly once.
            let answer = client.post(&seat(&self.begun.tokens[side], "/orders"), &asked).ok();
            self.acknowledged[side].push((asked, Some(answer)));
        }
        for (token, acknowledged) in self.begun.tokens.iter().zip(&self.acknowledged) {
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
