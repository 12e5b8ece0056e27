//! Accepts connections up to the limits, and closes those that take longer than the deadlines.

use std::error::Error as _;
use std::io::{Error, ErrorKind};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::watch;
use tokio_io_timeout::TimeoutWriter;
use tower::ServiceExt;

use crate::config::Deadlines;
use crate::connections::{ConnectionLimiter, Crowded, Peer};
use crate::limits::Rates;
use crate::monitor::{Limit, Monitor};

/// Maximum time for open requests to end when the server stops.
pub const GRACE: Duration = Duration::from_secs(3);
/// Size of the system's send buffer of a connection, in bytes. It bounds the memory for responses that are not read. The
/// system would let it grow to megabytes, and would take that long to tell that a client reads slowly.
const SEND_BUFFER: u32 = 128 << 10;
/// Maximum number of connections that wait to be accepted.
const BACKLOG: u32 = 1024;

/// Returns a listener on an address.
///
/// # Errors
/// The address can't be used. The error names it.
pub fn bind(address: SocketAddr) -> std::io::Result<TcpListener> {
    listener(address).map_err(|error| Error::new(error.kind(), format!("cannot listen on {address}: {error}")))
}

fn listener(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // A server that starts again gets its port also while connections of the earlier one are closing. On Windows the
    // option means something else.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    // Accepted connections inherit it.
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Everything needed to accept connections.
#[derive(Clone)]
pub struct Accept {
    pub connections: Arc<ConnectionLimiter>,
    /// How often each client opens a connection.
    pub opened: Arc<Rates>,
    pub deadlines: Deadlines,
    pub monitor: Arc<Monitor>,
    pub router: Router,
}

impl Accept {
    /// Serves until told to stop, then refuses connections and lets open requests end.
    pub async fn listen(self, listener: TcpListener, mut stopping: watch::Receiver<bool>) {
        let all = self.connections.all().clone();
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                _ = stopping.changed() => break,
            };
            match accepted {
                Ok((stream, from)) => {
                    // Beyond the limits a connection is closed immediately: a response would cost more than it is worth.
                    match self.admit(from.ip()) {
                        Ok(peer) => drop(all.spawn(self.clone().serve(stream, peer, from.ip(), stopping.clone()))),
                        Err(limit) => self.monitor.limited(limit, from.ip().into()),
                    }
                }
                // Probably out of file handles: wait until some are closed.
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
        // Clients that come now are refused at once. Otherwise they would wait for a server that never accepts them.
        drop(listener);
        all.close();
        let _ = tokio::time::timeout(GRACE, all.wait()).await;
    }

    /// Admits a connection. A client may open as many in a second as it may send requests: to open one costs as much.
    fn admit(&self, from: IpAddr) -> Result<Peer, Limit> {
        if !self.connections.trusts(from) {
            self.opened.admit(from.into()).map_err(|_| Limit::Rate)?;
        }
        self.connections.accept(from).map_err(Crowded::limit)
    }

    async fn serve(self, stream: TcpStream, peer: Peer, from: IpAddr, mut stopping: watch::Receiver<bool>) {
        // Small responses must be sent without delay.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutWriter::new(stream);
        stream.set_timeout(Some(self.deadlines.write));
        let (evicted, router) = (peer.evicted(), self.router);
        let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
            let mut request: Request = request.map(Body::new);
            request.extensions_mut().insert(peer.clone());
            router.clone().oneshot(request)
        });
        // A connection that waits for a request ends with the deadline of its head, so no other one is needed to read.
        let connection = hyper::server::conn::http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.deadlines.head)
            .serve_connection(TokioIo::new(Box::pin(stream)), service)
            .with_upgrades();
        let mut connection = std::pin::pin!(connection);
        tokio::select! {
            ended = connection.as_mut() => match ended {
                Err(error) if is_late(&error) => self.monitor.limited(Limit::Reading, from.into()),
                Err(error) if error.is_timeout() => self.monitor.closed_unused(),
                _ => {}
            },
            () = evicted => self.monitor.limited(Limit::Connections, from.into()),
            _ = stopping.changed() => {
                connection.as_mut().graceful_shutdown();
                let _ = connection.await;
            }
        }
    }
}

/// Returns whether a connection ended because the client has read nothing for too long.
fn is_late(error: &hyper::Error) -> bool {
    let mut causes = std::iter::successors(error.source(), |cause| (*cause).source());
    causes.any(|cause| cause.downcast_ref().is_some_and(|io: &Error| io.kind() == ErrorKind::TimedOut))
}
