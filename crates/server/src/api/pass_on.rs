//! Requests for games that another server of the store holds, at both ends.

use std::sync::Arc;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::{Extension, RequestExt};
use hyper::upgrade::OnUpgrade;
use sha2::{Digest, Sha256};

use super::extract::{discard, read_whole};
use super::path::{LinkPath, Path};
use crate::connections::{Connection, Peer};
use crate::monitor::{Counted, Limit};
use crate::problem::{Code, Problem, Told};
use crate::registry::{GameRegistry, Place};
use crate::servers::{Failed, Line, Passed, Relay, SECRET, answer};
use crate::store::{GameId, ServerId};

/// Number of servers that are asked for a game one after the other. Between two of them it has moved.
const TRIES: usize = 3;

/// What is needed to pass requests on.
#[derive(Clone, Debug)]
pub struct PassOn {
    pub registry: Arc<GameRegistry>,
    pub relay: Arc<Relay>,
}

/// Passes a request on if another server holds its game.
pub async fn pass_on(State(to): State<PassOn>, mut request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>();
    if !route.is_some_and(|route| route.as_str().starts_with("/api/seats/{link}")) {
        return next.run(request).await;
    }
    let link = match request.extract_parts::<Path<LinkPath>>().await {
        Ok(Path(LinkPath { link })) => link,
        Err(problem) => return refuse(request, problem).await,
    };
    match to.registry.place(&link).await {
        Ok(Place::Here) => next.run(request).await,
        Ok(Place::Elsewhere(game, server)) => match Outgoing::read(&to, request).await {
            Ok(outgoing) => outgoing.pass(&to, &link, game, server, next).await,
            Err(problem) => problem.into_response(),
        },
        Err(problem) => refuse(request, problem).await,
    }
}

async fn refuse(request: Request, problem: Problem) -> Response {
    discard(request.into_body()).await;
    problem.into_response()
}

/// A request that is passed on.
struct Outgoing {
    passed: Passed,
    connection: Arc<Connection>,
    upgrade: Option<OnUpgrade>,
}

impl Outgoing {
    async fn read(to: &PassOn, mut request: Request) -> Result<Self, Problem> {
        let config = to.registry.config();
        let connection = request.extract_parts::<Extension<Arc<Connection>>>().await;
        let Extension(connection) = connection.map_err(|_| Problem::new(Code::Failed, "the request has no client"))?;
        let (mut parts, body) = request.into_parts();
        let body = read_whole(body, config.limits.body_bytes, config.deadlines.body).await?;
        let upgrade = parts.extensions.remove::<OnUpgrade>().filter(|_| parts.headers.contains_key(header::UPGRADE));
        let passed = Passed { client: connection.client(), request: Request::from_parts(parts, body) };
        Ok(Outgoing { passed, connection, upgrade })
    }

    /// Passes the request on to the server that holds its game, and handles it here if that turns out to be this one.
    async fn pass(mut self, to: &PassOn, link: &str, game: GameId, server: ServerId, next: Next) -> Response {
        let metrics = &to.registry.monitor().metrics;
        let (mut game, mut server) = (game, server);
        for _ in 0..TRIES {
            let result = match to.relay.pass(server, &self.passed).await {
                Ok(answered) if answered.status() == StatusCode::SWITCHING_PROTOCOLS => {
                    metrics.passed_on.get_or_create(&[("result", "answered")]).inc();
                    return self.change_protocol(to, server, answered);
                }
                Ok(answered) if answered.status() != StatusCode::MISDIRECTED_REQUEST => {
                    metrics.passed_on.get_or_create(&[("result", "answered")]).inc();
                    return answer(answered);
                }
                Ok(_) => "not-held",
                Err(Failed::NotSent) => "not-sent",
                Err(Failed::Unanswered) => "unanswered",
            };
            metrics.passed_on.get_or_create(&[("result", result)]).inc();
            to.registry.not_elsewhere(game);
            // What another server may have done is not done twice. The client knows whether it can repeat its request.
            if result == "unanswered" && *self.passed.request.method() != Method::GET {
                break;
            }
            match to.registry.place(link).await {
                Ok(Place::Here) => return next.run(self.again()).await,
                // It can't be reached: until its lease is over, another attempt would end alike.
                Ok(Place::Elsewhere(_, same)) if same == server && result == "not-sent" => break,
                Ok(Place::Elsewhere(moved, to)) => (game, server) = (moved, to),
                Err(problem) => return problem.into_response(),
            }
        }
        let why = "another server has this game and does not answer; try again";
        Problem::new(Code::NotHeld, why).retry_after(1).into_response()
    }

    /// Returns the request as it came.
    fn again(mut self) -> Request {
        if let Some(upgrade) = self.upgrade.take() {
            self.passed.request.extensions_mut().insert(upgrade);
        }
        self.passed.request.map(Into::into)
    }

    /// Answers with the change to the WebSocket protocol, and lets the frames through from then on.
    fn change_protocol(
        &mut self,
        to: &PassOn,
        server: ServerId,
        mut answered: hyper::Response<hyper::body::Incoming>,
    ) -> Response {
        let Some(client) = self.upgrade.take() else {
            return Problem::new(Code::Malformed, "the connection cannot be upgraded").into_response();
        };
        let line = Line {
            client,
            server: hyper::upgrade::on(&mut answered),
            connection: Arc::clone(&self.connection),
            counted: Counted::by(&to.registry.monitor().metrics.sockets_passed_on),
        };
        line.serve(&answered, to.relay.gone(server), to.registry.stopping())
    }
}

/// Answers only servers of the same store, and tells them with a status of its own that this one doesn't hold a game.
pub async fn between(
    State((registry, secret)): State<(Arc<GameRegistry>, [u8; 32])>,
    Extension(peer): Extension<Peer>,
    request: Request,
    next: Next,
) -> Response {
    let told = request.headers().get(SECRET).and_then(|told| hex::decode(told.as_bytes()).ok()).unwrap_or_default();
    // Hashes are compared, so the time says nothing of the secret.
    if Sha256::digest(&told) != Sha256::digest(secret) {
        // What a stranger says of its address is not believed.
        if let Peer::Proxy(address) = peer {
            registry.monitor().limited(Limit::Between, address.into());
        }
        return refuse(request, Problem::new(Code::UnknownPath, "there is nothing here")).await;
    }
    let mut response = next.run(request).await;
    if response.extensions().get::<Told>().is_some_and(|told| told.code == Code::NotHeld) {
        *response.status_mut() = StatusCode::MISDIRECTED_REQUEST;
    }
    response
}
