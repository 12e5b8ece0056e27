//! A WebSocket: how it begins, and how it is closed.

use std::io::ErrorKind;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Method, Request};
use axum::response::Response;
use futures_util::{FutureExt, SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio::io::AsyncReadExt;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes, error::ProtocolError};
use tracing::Instrument;
use utoipa::IntoParams;

use super::extract::{HEARD_OUT, HEARD_OUT_FOR};
use crate::problem::{Code, Problem};

/// Size of the read buffer, in bytes. The whole buffer is cleared before each read, so room for one order is better
/// than the usual 128 KiB. A longer message takes several reads.
const READ_BYTES: usize = 4096;

/// The headers with which a WebSocket begins (RFC 6455). Browsers and libraries send them by themselves.
#[derive(IntoParams)]
#[into_params(parameter_in = Header, rename_all = "kebab-case")]
#[expect(dead_code, reason = "only its description is used")]
pub struct Handshake {
    /// The word `Upgrade`.
    #[param(pattern = "^Upgrade$")]
    connection: String,
    /// The word `websocket`.
    #[param(pattern = "^websocket$")]
    upgrade: String,
    /// The number 13.
    #[param(pattern = "^13$")]
    sec_websocket_version: String,
    /// Sixteen random bytes in Base64.
    #[param(pattern = "^[A-Za-z0-9+/]{21}[AQgw]==$")]
    sec_websocket_key: String,
}

/// A request to change to the WebSocket protocol. Its errors are problems.
pub struct Upgrade {
    response: Response,
    upgraded: OnUpgrade,
}

impl<S: Send + Sync> FromRequestParts<S> for Upgrade {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let mut request = Request::new(());
        *request.method_mut() = Method::clone(&parts.method);
        *request.version_mut() = parts.version;
        *request.headers_mut() = parts.headers.clone();
        let response = create_response_with_body(&request, Body::empty);
        let response = response.map_err(|error| Problem::new(Code::Malformed, error))?;
        let upgraded = parts.extensions.remove::<OnUpgrade>();
        let upgraded = upgraded.ok_or_else(|| Problem::new(Code::Malformed, "the connection cannot be upgraded"))?;
        Ok(Upgrade { response, upgraded })
    }
}

impl Upgrade {
    /// Returns the response that changes the protocol. `serve` gets the socket as soon as it has been sent.
    #[must_use]
    pub fn serve<F: Future<Output = ()> + Send>(
        self,
        message_bytes: usize,
        serve: impl FnOnce(Socket) -> F + Send + 'static,
    ) -> Response {
        let sizes = WebSocketConfig::default().read_buffer_size(READ_BYTES);
        let sizes = sizes.max_message_size(Some(message_bytes)).max_frame_size(Some(message_bytes));
        let serve = async move {
            if let Ok(upgraded) = self.upgraded.await {
                let stream = TokioIo::new(upgraded);
                serve(Socket(WebSocketStream::from_raw_socket(stream, Role::Server, Some(sizes)).await)).await;
            }
        };
        // Events of the socket are logged under the id of its request.
        tokio::spawn(serve.in_current_span());
        self.response
    }
}

/// A WebSocket of a client.
pub struct Socket(WebSocketStream<TokioIo<Upgraded>>);

/// The connection has ended.
pub struct Ended {
    /// Whether the client took too long to read.
    pub late: bool,
}

impl Ended {
    pub const USUAL: Ended = Ended { late: false };

    fn by(error: &Error) -> Ended {
        Ended { late: matches!(error, Error::Io(error) if error.kind() == ErrorKind::TimedOut) }
    }
}

impl Socket {
    /// Returns the next message, or the error in what was sent; `None` if the client has closed. Dropping the future
    /// loses nothing.
    pub async fn receive(&mut self) -> Option<Result<Message, Error>> {
        self.0.next().await
    }

    /// Sends a message. A client that doesn't take it in time ends the connection.
    pub async fn send(&mut self, message: Message) -> Result<(), Ended> {
        self.0.send(message).await.map_err(|error| Ended::by(&error))
    }

    /// Closes the connection and tells the client why.
    pub async fn close(&mut self, code: CloseCode, why: &'static str) -> Ended {
        let _ = self.send(closing(code, why)).await;
        Ended::USUAL
    }

    /// Closes the connection and waits until the client has agreed. What it still sends is discarded: otherwise the
    /// connection would be reset, and the client might read neither the code nor what was sent before.
    pub async fn leave(&mut self, code: CloseCode, why: &'static str) -> Ended {
        self.close(code, why).await;
        let agreed = async { while let Some(Ok(_)) = self.0.next().await {} };
        let _ = tokio::time::timeout(HEARD_OUT_FOR, agreed).await;
        Ended::USUAL
    }

    /// Closes the connection to a client that has sent something wrong. The rest of it is discarded.
    pub async fn dismiss(&mut self, code: CloseCode, why: &'static str) -> Ended {
        self.close(code, why).await;
        let _ = tokio::time::timeout(HEARD_OUT_FOR, self.hear_out()).await;
        Ended::USUAL
    }

    /// Closes the connection after an error in what the client has sent.
    pub async fn fail(&mut self, error: &Error) -> Ended {
        match code_of(error) {
            Some((code, why)) => self.dismiss(code, why).await,
            None => Ended::by(error),
        }
    }

    /// Closes the connection at once. The client is told why if it has room for that.
    pub fn cut(&mut self, code: CloseCode, why: &'static str) {
        let _ = self.0.send(closing(code, why)).now_or_never();
    }

    async fn hear_out(&mut self) {
        let mut rest = self.0.get_mut().take(HEARD_OUT as u64);
        let _ = tokio::io::copy(&mut rest, &mut tokio::io::sink()).await;
    }
}

fn closing(code: CloseCode, why: &'static str) -> Message {
    Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(why) }))
}

/// Returns the close code for an error in what a client has sent; `None` if the connection is broken.
const fn code_of(error: &Error) -> Option<(CloseCode, &'static str)> {
    match error {
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
        Error::Protocol(_) => Some((CloseCode::Protocol, "the frame is malformed")),
        Error::Utf8(_) => Some((CloseCode::Invalid, "the text is not UTF-8")),
        Error::Capacity(_) => Some((CloseCode::Size, "the message is too large")),
        _ => None,
    }
}
