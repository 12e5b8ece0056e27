//! The live log of a seat, over a WebSocket.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use futures_util::FutureExt;
use game::{Known, OrderRequest, beyond, object};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use super::extract::Query;
use super::path::LinkPath;
use super::play::give;
use super::seat::From;
use super::socket::{Ended, Handshake, Socket, Upgrade};
use crate::connections::Connection;
use crate::games::PersistState;
use crate::limits::Rates;
use crate::links::LinkWatch;
use crate::monitor::{Counted, Limit};
use crate::party::{self, Party};
use crate::problem::Problem;
use crate::registry::{GameRegistry, SeatSession};

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
    params(LinkPath, From, Handshake),
    responses((status = 101, description = "a WebSocket"), (status = 416))
)]
pub async fn live(
    State(registry): State<Arc<GameRegistry>>,
    session: SeatSession,
    Query(From { from }): Query<From>,
    Extension(connection): Extension<Arc<Connection>>,
    Extension(rates): Extension<Arc<Rates>>,
    upgrade: Upgrade,
) -> Result<Response, Problem> {
    let heard = session.game.with(|game| Ok(game.table().map_or(0, |table| table.ack(session.seat).heard))).await?;
    if from > heard {
        return Err(beyond(from, heard).into());
    }
    let watch = registry.links().watch(session.link).await?;
    Ok(upgrade.serve(registry.config().limits.body_bytes, async move |socket| {
        let _open = Counted::by(&session.monitor.metrics.sockets);
        let (evicted, party) = (connection.evicted(), Party::Client(connection.client()));
        let mut line = Line {
            socket,
            watch,
            persist_state: session.game.persist_state(),
            session,
            next: from,
            known: Known::default(),
            connection,
            rates,
            heard_from: Instant::now(),
        };
        tokio::select! {
            Err(Ended { late }) = party::on_behalf_of(party, line.serve(&registry)) => if late {
                line.session.monitor.limited(Limit::Reading, line.connection.client());
            },
            () = evicted => {
                line.session.monitor.limited(Limit::Connections, line.connection.client());
                line.socket.cut(CloseCode::Again, "the server needs the connection for another client");
            }
        }
    }))
}

/// The connection of one seat.
struct Line {
    socket: Socket,
    watch: LinkWatch,
    /// Changes when there may be new events.
    persist_state: watch::Receiver<PersistState>,
    session: SeatSession,
    next: usize,
    /// What the seat was last sent besides its events.
    known: Known,
    /// Keeps the connection counted, and lets the server wait for it when it stops.
    connection: Arc<Connection>,
    rates: Arc<Rates>,
    heard_from: Instant,
}

impl Line {
    /// Sends events and takes messages until the connection ends.
    async fn serve(&mut self, registry: &GameRegistry) -> Result<Infallible, Ended> {
        let mut stopping = registry.stopping();
        let deadlines = registry.config().deadlines;
        let mut ping = tokio::time::interval_at(tokio::time::Instant::now() + deadlines.ping, deadlines.ping);
        self.send_news(None).await?;
        loop {
            tokio::select! {
                changed = self.persist_state.changed() => match changed {
                    Ok(()) => self.send_news(None).await?,
                    Err(_) => return Err(self.socket.close(CloseCode::Again, "").await),
                },
                () = stopped(&mut stopping) => {
                    return Err(self.socket.leave(CloseCode::Away, "the server is shutting down").await);
                }
                (code, why) = self.watch.ended() => return Err(self.socket.leave(code, why).await),
                _ = ping.tick() => {
                    if self.heard_from.elapsed() > deadlines.silence {
                        return Err(Ended::USUAL);
                    }
                    self.socket.send(Message::Ping(Default::default())).await?;
                }
                received = self.socket.receive() => match received {
                    Some(Ok(message)) => {
                        // A message after a renewal is refused, even if it came at the same time.
                        if let Some((code, why)) = self.watch.ended().now_or_never() {
                            return Err(self.socket.leave(code, why).await);
                        }
                        self.take(message).await?;
                    }
                    Some(Err(error)) => return Err(self.socket.fail(&error).await),
                    None => return Err(Ended::USUAL),
                },
            }
        }
    }

    /// Sends new events together with the reply to an order, in one message.
    async fn send_news(&mut self, reply: Option<Reply>) -> Result<(), Ended> {
        self.persist_state.mark_unchanged();
        let (seat, next, known) = (self.session.seat, self.next, std::mem::take(&mut self.known));
        let Ok(news) = self.session.game.attend(|game| Ok(game.news(seat, next, &known))).await else {
            return Err(self.socket.close(CloseCode::Again, "the game is read again: reconnect").await);
        };
        (self.next, self.known) = (news.next, news.known);
        if let Some(info) = news.info {
            self.socket.send(Message::text(info)).await?;
        }
        let said = match reply {
            None => news.events.map(|events| format!("{{{events}}}")),
            Some(Reply { id, otherwise: Some(said) }) => {
                if let Some(events) = news.events {
                    self.socket.send(Message::text(format!("{{{events}}}"))).await?;
                }
                Some(with_id(id, said))
            }
            Some(Reply { id, otherwise: None }) => {
                let events = news.events.map(|events| format!(",{events}")).unwrap_or_default();
                Some(format!("{{\"answer\":{},\"heard\":{}{events}}}", json!(id), news.next))
            }
        };
        match said {
            Some(said) => self.socket.send(Message::text(said)).await,
            None => Ok(()),
        }
    }

    /// Takes a message of the client. Every message counts against its rate, pings too.
    async fn take(&mut self, message: Message) -> Result<(), Ended> {
        self.heard_from = Instant::now();
        self.connection.client_sends();
        if let Message::Close(_) = message {
            // The next attempt to receive answers it and ends the connection.
            return Ok(());
        }
        if let Err(wait) = self.rates.admit(self.connection.client()) {
            return self.refuse(&message, wait).await;
        }
        self.connection.admitted();
        match message {
            Message::Text(text) => {
                let reply = self.reply_to(&text).await;
                self.send_news(Some(reply)).await
            }
            Message::Binary(_) => Err(self.socket.dismiss(CloseCode::Unsupported, "a message is text").await),
            _ => Ok(()),
        }
    }

    /// Executes an order that arrived over the socket.
    async fn reply_to(&mut self, text: &str) -> Reply {
        let error = |id, problem: Problem| {
            let told = problem.told();
            self.session.monitor.told(told.code, told.limit, self.connection.client());
            Reply { id, otherwise: Some(json!({ "problem": problem })) }
        };
        let body: OrderRequest = match object(text.as_bytes()) {
            Ok(body) => body,
            Err(problem) => return error(None, problem.into()),
        };
        let id = Some(body.id.clone());
        match give(&self.session, body).await {
            Ok(done) => Reply { id, otherwise: done.roll.map(|roll| json!({ "roll": roll })) },
            Err(problem) => error(id, problem),
        }
    }

    /// Refuses a message that exceeds the rate. It is not read, so the reply has no id.
    async fn refuse(&mut self, message: &Message, wait: Duration) -> Result<(), Ended> {
        self.session.monitor.limited(Limit::Rate, self.connection.client());
        if self.connection.refused() {
            return Err(self.socket.dismiss(CloseCode::Policy, "too many messages from this address").await);
        }
        match message {
            Message::Text(_) => {
                let said = with_id(None, json!({ "problem": Problem::too_often(wait) }));
                self.socket.send(Message::text(said)).await
            }
            _ => Ok(()),
        }
    }
}

/// Waits until the server stops, also if it has begun to before the socket was open.
async fn stopped(stopping: &mut watch::Receiver<bool>) {
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

fn with_id(id: Option<String>, mut said: Value) -> String {
    if let Value::Object(fields) = &mut said {
        fields.insert("answer".to_owned(), json!(id));
    }
    said.to_string()
}
