//! The live log of a seat, over a WebSocket.

use std::net::IpAddr;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::response::Response;
use futures_util::FutureExt;
use referee::RollAsked;
use rules::Seat;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::extract::Query;
use super::guard::{OpenConnection, Peer};
use super::play::{OrderRequest, give};
use super::seat::{From, beyond};
use crate::game::{Game, PersistState};
use crate::limits::Rates;
use crate::links::LinkWatch;
use crate::problem::{Code, Problem};
use crate::registry::{GameRegistry, SeatSession};

/// Interval between pings that test whether the client is still connected.
const PING: Duration = Duration::from_secs(20);
/// Maximum time without any message from the client.
const SILENCE: Duration = Duration::from_secs(65);
/// Maximum time for a client to accept a message.
const SEND_TIMEOUT: Duration = Duration::from_secs(15);
/// Size of the read buffer, in bytes. The whole buffer is cleared before each read, so room for one order is better
/// than the usual 128 KiB. A longer message takes several reads.
const READ_BYTES: usize = 4096;

/// Data that has not been sent to the seat yet.
struct News {
    info: Option<Utf8Bytes>,
    /// Fields of the message: the events, and the number of the first.
    events: Option<String>,
    next: usize,
    stages: u64,
    roll: Option<RollAsked>,
}

/// The reply to an order over the socket, sent together with the events it caused.
struct Reply {
    /// The client's own id of the order.
    id: Option<String>,
    /// Error, or the dice it waits for; `None` if the order was executed.
    otherwise: Option<Value>,
}

/// Sends the seat's events over a WebSocket as they happen, from any number on. It also accepts orders.
#[utoipa::path(
    get, path = "/api/seats/{link}/live",
    params(("link" = String, Path, description = "the secret part of a seat's link"), From),
    responses((status = 101, description = "a WebSocket"), (status = 416, body = Problem))
)]
pub async fn live(
    State(registry): State<Arc<GameRegistry>>,
    session: SeatSession,
    Query(From { from }): Query<From>,
    Extension(Peer(peer)): Extension<Peer>,
    Extension(connection): Extension<OpenConnection>,
    Extension(rates): Extension<Arc<Rates>>,
    Upgrade(upgrade): Upgrade,
) -> Result<Response, Problem> {
    let heard = session.game.with(|game| Ok(game.table().map_or(0, |table| table.ack(session.seat).heard))).await?;
    if from > heard {
        return Err(beyond(from, heard));
    }
    let most = registry.config().limits.body_bytes;
    let upgrade = upgrade.max_message_size(most).max_frame_size(most).read_buffer_size(READ_BYTES);
    let watch = registry.links().watch(session.link).await?;
    Ok(upgrade.on_upgrade(async move |socket| {
        let mut line = Line {
            socket,
            watch,
            persist_state: session.game.persist_state(),
            session,
            next: from,
            stages: None,
            roll: None,
            _inside: connection,
            heard_from: Instant::now(),
        };
        let _ = line.serve(&registry, &rates, peer).await;
    }))
}

/// A WebSocket upgrade whose errors are problems.
pub struct Upgrade(WebSocketUpgrade);

impl<S: Send + Sync> FromRequestParts<S> for Upgrade {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let upgrade = WebSocketUpgrade::from_request_parts(parts, state).await;
        upgrade.map(Upgrade).map_err(|error| Problem::new(Code::Malformed, error))
    }
}

/// The connection of one seat.
struct Line {
    socket: WebSocket,
    watch: LinkWatch,
    /// Changes when there may be new events.
    persist_state: watch::Receiver<PersistState>,
    session: SeatSession,
    next: usize,
    stages: Option<u64>,
    /// Roll that the seat was last asked for.
    roll: Option<RollAsked>,
    /// Keeps the connection counted, and lets the server wait for it when it stops.
    _inside: OpenConnection,
    heard_from: Instant,
}

/// The reason why a connection ends.
struct Ended;

impl Line {
    async fn serve(&mut self, registry: &GameRegistry, rates: &Rates, peer: IpAddr) -> Result<(), Ended> {
        let mut stopping = registry.stopping();
        let mut ping = tokio::time::interval_at(tokio::time::Instant::now() + PING, PING);
        self.send_news(None).await?;
        loop {
            tokio::select! {
                changed = self.persist_state.changed() => match changed {
                    Ok(()) => self.send_news(None).await?,
                    Err(_) => return self.close(close_code::AGAIN, "").await,
                },
                _ = stopping.changed() => return self.close(close_code::AWAY, "the server is shutting down").await,
                (code, why) = self.watch.ended() => return self.close(code, why).await,
                _ = ping.tick() => {
                    if self.heard_from.elapsed() > SILENCE {
                        return Err(Ended);
                    }
                    self.send(Message::Ping(Default::default())).await?;
                }
                message = self.socket.recv() => {
                    let Some(Ok(message)) = message else { return Err(Ended) };
                    self.heard_from = Instant::now();
                    // A message after a renewal is refused, even if it came at the same time.
                    if let Some((code, why)) = self.watch.ended().now_or_never() {
                        return self.close(code, why).await;
                    }
                    if self.take(message, rates.admit(peer)).await?.is_break() {
                        return Ok(());
                    }
                }
            }
        }
    }

    async fn send(&mut self, message: Message) -> Result<(), Ended> {
        match tokio::time::timeout(SEND_TIMEOUT, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Ended),
        }
    }

    async fn close(&mut self, code: u16, why: &'static str) -> Result<(), Ended> {
        self.send(Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(why) }))).await
    }

    /// Sends new events together with the reply to an order, in one message.
    async fn send_news(&mut self, reply: Option<Reply>) -> Result<(), Ended> {
        self.persist_state.mark_unchanged();
        let (seat, next, stages, roll) = (self.session.seat, self.next, self.stages, self.roll.take());
        let Ok(news) = self.session.game.attend(|game| Ok(news(game, seat, next, (stages, roll)))).await else {
            self.close(close_code::AGAIN, "the game is read again: reconnect").await?;
            return Err(Ended);
        };
        (self.next, self.stages, self.roll) = (news.next, Some(news.stages), news.roll);
        if let Some(info) = news.info {
            self.send(Message::Text(info)).await?;
        }
        let said = match reply {
            None => news.events.map(|events| format!("{{{events}}}")),
            Some(Reply { id, otherwise: Some(said) }) => {
                if let Some(events) = news.events {
                    self.send(Message::Text(format!("{{{events}}}").into())).await?;
                }
                Some(with_id(id, said))
            }
            Some(Reply { id, otherwise: None }) => {
                let events = news.events.map(|events| format!(",{events}")).unwrap_or_default();
                Some(format!("{{\"answer\":{},\"heard\":{}{events}}}", json!(id), news.next))
            }
        };
        match said {
            Some(said) => self.send(Message::Text(said.into())).await,
            None => Ok(()),
        }
    }

    async fn take(&mut self, message: Message, admitted: bool) -> Result<ControlFlow<()>, Ended> {
        let text = match message {
            Message::Text(text) => text,
            Message::Close(_) => return Ok(ControlFlow::Break(())),
            Message::Ping(_) | Message::Pong(_) => return Ok(ControlFlow::Continue(())),
            Message::Binary(_) => {
                self.close(close_code::UNSUPPORTED, "a message is text").await?;
                return Ok(ControlFlow::Break(()));
            }
        };
        let reply = reply_to(&self.session, &text, admitted).await;
        self.send_news(Some(reply)).await?;
        Ok(ControlFlow::Continue(()))
    }
}

/// Returns everything the seat has not been sent: events from number `next`, and the game as a whole if its stage has
/// changed. `known` holds the stage and the roll that were last sent.
fn news(game: &Game, seat: Seat, next: usize, known: (Option<u64>, Option<RollAsked>)) -> News {
    let roll = game.roll_of(seat);
    let info =
        (known != (Some(game.stages()), roll.clone())).then(|| json!({ "info": game.info(seat) }).to_string().into());
    let mut news = News { info, events: None, next, stages: game.stages(), roll };
    if let Ok(table) = game.table() {
        let events = table.events(seat, next);
        if !events.is_empty() {
            // Log heads are left out: the seat's own follows from the events, the public one can be requested at any
            // time.
            news.events = Some(format!("\"from\":{next},\"events\":[{}]", events.join(",")));
            news.next = next + events.len();
        }
    }
    news
}

/// Executes an order that arrived over the socket.
async fn reply_to(session: &SeatSession, text: &str, admitted: bool) -> Reply {
    let error = |id, problem: Problem| Reply { id, otherwise: Some(json!({ "problem": problem })) };
    let body: OrderRequest = match serde_json::from_str(text) {
        Ok(body) => body,
        Err(unreadable) => return error(None, Problem::new(Code::Malformed, unreadable)),
    };
    let id = Some(body.id.clone());
    if !admitted {
        return error(id, Problem::new(Code::TooMany, "too many orders from this address; wait a second"));
    }
    match give(session, body).await {
        Ok(done) => Reply { id, otherwise: done.roll.map(|roll| json!({ "roll": roll })) },
        Err(problem) => error(id, problem),
    }
}

fn with_id(id: Option<String>, mut said: Value) -> String {
    if let Value::Object(fields) = &mut said {
        fields.insert("answer".to_owned(), json!(id));
    }
    said.to_string()
}
