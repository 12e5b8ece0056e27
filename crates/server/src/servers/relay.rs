//! Requests and sockets that are passed on to the server that holds their game.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Request, Response, StatusCode, Uri, header};
use hyper::body::Incoming;
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::client::legacy::Client as HttpClient;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::io::{AsyncReadExt, AsyncWriteExt, ReadHalf, WriteHalf};
use tokio::sync::watch;

use super::frames::{Frames, closing};
use super::term::Others;
use crate::client::Client;
use crate::connections::Connection;
use crate::monitor::Counted;
use crate::store::ServerId;

/// The secret by which servers of a store know each other.
pub const SECRET: HeaderName = HeaderName::from_static("x-undercity-secret");
/// The client's address, as a proxy would tell it.
pub const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Headers that concern one connection only (RFC 9110, 7.6.1).
const OF_A_CONNECTION: [HeaderName; 5] =
    [header::CONNECTION, header::TRANSFER_ENCODING, header::UPGRADE, header::TE, HeaderName::from_static("keep-alive")];

/// Time after which an unused connection is closed. The other server would close it a little later.
const UNUSED: Duration = Duration::from_secs(15);
/// Number of bytes that are read of a socket at once.
const PART: usize = 4096;
/// Maximum time for the frame that tells a client why its socket is closed.
const TOLD: Duration = Duration::from_secs(1);
/// Close codes with their reasons.
const AWAY: (u16, &str) = (1001, "the server is shutting down");
const MOVED: (u16, &str) = (1013, "the game moves to another server: reconnect");
const EVICTED: (u16, &str) = (1013, "the server needs the connection for another client");

/// The way to the other servers of the store.
#[derive(Debug)]
pub struct Relay {
    http: HttpClient<HttpConnector, Body>,
    secret: HeaderValue,
    others: watch::Receiver<Others>,
}

/// The reason why a request could not be passed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failed {
    /// The other server has not got it.
    NotSent,
    /// It may have got it, and gave no answer.
    Unanswered,
}

/// A request to be passed on.
#[derive(Debug)]
pub struct Passed {
    pub request: Request<Vec<u8>>,
    pub client: Client,
}

impl Relay {
    /// Returns the way to others. A connection to one of them must be made within a time.
    #[must_use]
    pub fn new(secret: &[u8; 32], others: watch::Receiver<Others>, within: Duration) -> Self {
        let mut connector = HttpConnector::new();
        connector.set_connect_timeout(Some(within));
        connector.set_nodelay(true);
        connector.set_keepalive(Some(UNUSED));
        let mut http = HttpClient::builder(TokioExecutor::new());
        let http = http.pool_timer(TokioTimer::new()).pool_idle_timeout(UNUSED).build(connector);
        let mut secret = HeaderValue::try_from(hex::encode(secret)).unwrap_or(HeaderValue::from_static(""));
        secret.set_sensitive(true);
        Relay { http, secret, others }
    }

    /// Returns the address of a server; `None` if its lease is over.
    #[must_use]
    pub fn address(&self, server: ServerId) -> Option<Arc<str>> {
        self.others.borrow().get(&server).map(Arc::clone)
    }

    /// Waits until the lease of a server is over.
    pub fn gone(&self, server: ServerId) -> impl Future<Output = ()> + Send + use<> {
        let mut others = self.others.clone();
        async move {
            // If the channel is closed, this server has left.
            let _ = others.wait_for(|others| !others.contains_key(&server)).await;
        }
    }

    /// Passes a request on to a server, and returns its answer.
    ///
    /// # Errors
    /// The server can't be reached, or its lease ran out before it answered.
    pub async fn pass(&self, server: ServerId, passed: &Passed) -> Result<Response<Incoming>, Failed> {
        let address = self.address(server).ok_or(Failed::NotSent)?;
        let request = self.request(&address, passed).ok_or(Failed::NotSent)?;
        tokio::select! {
            answer = self.http.request(request) => {
                answer.map_err(|error| if error.is_connect() { Failed::NotSent } else { Failed::Unanswered })
            }
            () = self.gone(server) => Err(Failed::Unanswered),
        }
    }

    /// Returns the request as another server gets it.
    fn request(&self, address: &str, passed: &Passed) -> Option<Request<Body>> {
        let original = &passed.request;
        let path = original.uri().path_and_query()?.clone();
        let uri = Uri::builder().scheme("http").authority(address).path_and_query(path).build().ok()?;
        let mut request = Request::new(Body::from(original.body().clone()));
        *request.method_mut() = original.method().clone();
        *request.uri_mut() = uri;
        let upgrade = original.headers().get(header::UPGRADE).cloned();
        let headers = request.headers_mut();
        *headers = without_connection(original.headers().clone());
        // The name of the host was checked, and the connection sets its own.
        for name in [header::HOST, header::ORIGIN, header::ACCEPT_ENCODING] {
            headers.remove(name);
        }
        if let Some(upgrade) = upgrade {
            headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
            headers.insert(header::UPGRADE, upgrade);
        }
        headers.insert(SECRET, self.secret.clone());
        headers.insert(FORWARDED_FOR, HeaderValue::try_from(passed.client.address().to_string()).ok()?);
        Some(request)
    }
}

/// Returns the headers of a message without those of its connection.
fn without_connection(mut headers: HeaderMap) -> HeaderMap {
    for name in OF_A_CONNECTION {
        headers.remove(name);
    }
    headers
}

/// Returns the answer of another server as this one gives it.
#[must_use]
pub fn answer(answer: Response<Incoming>) -> Response<Body> {
    let (mut parts, body) = answer.into_parts();
    parts.headers = without_connection(parts.headers);
    parts.extensions.clear();
    Response::from_parts(parts, Body::new(body))
}

/// A socket that is passed on: the ends of both connections.
pub struct Line {
    pub client: OnUpgrade,
    pub server: OnUpgrade,
    /// Keeps the client's connection counted.
    pub connection: Arc<Connection>,
    /// Keeps the socket counted among those that are passed on.
    pub counted: Counted,
}

/// The way of bytes from one end to the other.
struct Way {
    from: ReadHalf<TokioIo<Upgraded>>,
    to: WriteHalf<TokioIo<Upgraded>>,
    frames: Frames,
    /// Whether some of the bytes that were read may not be written yet.
    writing: bool,
}

impl Way {
    fn new(from: ReadHalf<TokioIo<Upgraded>>, to: WriteHalf<TokioIo<Upgraded>>) -> Self {
        Way { from, to, frames: Frames::default(), writing: false }
    }

    /// Copies bytes until the end of either connection, and tells of each part.
    async fn copy(&mut self, mut tell: impl FnMut()) {
        let mut part = [0; PART];
        while let Ok(read @ 1..) = self.from.read(&mut part).await {
            let part = part.get(..read).unwrap_or_default();
            tell();
            self.frames.take(part);
            self.writing = true;
            if self.to.write_all(part).await.is_err() {
                return;
            }
            self.writing = false;
        }
    }

    /// Closes a socket with a code, unless a frame is on its way: then the client would not understand another.
    async fn close(mut self, told: Option<(u16, &str)>) {
        if let Some((code, why)) = told.filter(|_| !self.writing && self.frames.is_between()) {
            let _ = self.to.write_all(&closing(code, why)).await;
        }
        let _ = self.to.shutdown().await;
    }
}

impl Line {
    /// Returns the answer that changes the protocol, and copies bytes both ways from then on, until an end is closed, the
    /// other server is gone, or this one stops.
    pub fn serve(
        self,
        upgraded: &Response<Incoming>,
        gone: impl Future<Output = ()> + Send + 'static,
        stopping: watch::Receiver<bool>,
    ) -> Response<Body> {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
        *response.headers_mut() = upgraded.headers().clone();
        tokio::spawn(async move {
            let Line { client, server, connection, counted: _counted } = self;
            let (Ok(client), Ok(server)) = tokio::join!(client, server) else { return };
            copy(client, server, &connection, gone, stopping).await;
        });
        response
    }
}

async fn copy(
    client: Upgraded,
    server: Upgraded,
    connection: &Connection,
    gone: impl Future<Output = ()>,
    mut stopping: watch::Receiver<bool>,
) {
    let (from_client, to_client) = tokio::io::split(TokioIo::new(client));
    let (from_server, to_server) = tokio::io::split(TokioIo::new(server));
    let (mut there, mut back) = (Way::new(from_client, to_server), Way::new(from_server, to_client));
    let told = tokio::select! {
        () = there.copy(|| connection.client_sends()) => None,
        () = back.copy(|| {}) => None,
        () = gone => Some(MOVED),
        _ = stopping.wait_for(|stopping| *stopping) => Some(AWAY),
        () = connection.evicted() => Some(EVICTED),
    };
    let _ = tokio::time::timeout(TOLD, back.close(told)).await;
}
