//! Accepts connections up to the limits, and closes those that take longer than the deadlines.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio_io_timeout::TimeoutWriter;
use tower::ServiceExt;

use crate::api::{OpenConnection, Peer};
use crate::config::{Deadlines, Limits};

/// Maximum time for open requests to end when the server stops.
const GRACE: Duration = Duration::from_secs(3);
/// Size of the system's send buffer of a connection, in bytes. It bounds the memory for responses that are not read. The
/// system would let it grow to megabytes, and would take that long to tell that a client reads slowly.
const SEND_BUFFER: u32 = 128 << 10;
/// Maximum number of connections that wait to be accepted.
const BACKLOG: u32 = 1024;

/// Returns a listener on an address.
///
/// # Errors
/// The address can't be used.
pub fn bind(address: SocketAddr) -> std::io::Result<TcpListener> {
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

/// Counts open connections, in total and per IP address, against the limits.
#[derive(Debug)]
struct ConnectionLimiter {
    open: Mutex<(usize, HashMap<IpAddr, usize>)>,
    limits: Limits,
}

/// One open connection, counted until it is dropped.
#[derive(Debug)]
struct ConnectionGuard {
    limiter: Arc<ConnectionLimiter>,
    address: IpAddr,
}

impl ConnectionLimiter {
    fn enter(self: &Arc<Self>, address: IpAddr) -> Option<ConnectionGuard> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, by_address) = &mut *open;
        let of_one = by_address.entry(address).or_insert(0);
        if *all >= self.limits.connections || *of_one >= self.limits.connections_of_one {
            return None;
        }
        *all += 1;
        *of_one += 1;
        Some(ConnectionGuard { limiter: Arc::clone(self), address })
    }
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        let mut open = self.limiter.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.0 = open.0.saturating_sub(1);
        if let Some(count) = open.1.get_mut(&self.address) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                open.1.remove(&self.address);
            }
        }
    }
}

/// Serves until told to stop, then lets open requests end.
pub async fn listen(
    listener: TcpListener,
    router: Router,
    (limits, deadlines): (Limits, Deadlines),
    mut stopping: watch::Receiver<bool>,
) {
    let limiter = Arc::new(ConnectionLimiter { open: Mutex::default(), limits });
    let (alive, mut all_ended) = mpsc::channel::<()>(1);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopping.changed() => break,
        };
        match accepted {
            Ok((stream, from)) => {
                // Beyond the limits a connection is closed immediately: a response would cost more than it is worth.
                let Some(guard) = limiter.enter(from.ip()) else { continue };
                let (router, stopping, alive) = (router.clone(), stopping.clone(), alive.clone());
                // Every use of the connection holds this, including a WebSocket long after its request.
                let peer = Peer(guard.address);
                let connection = OpenConnection(Arc::new((guard, alive)));
                tokio::spawn(serve(stream, deadlines, router, stopping, peer, connection));
            }
            // Probably out of file handles: wait until some are closed.
            Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    }
    drop(alive);
    let _ = tokio::time::timeout(GRACE, all_ended.recv()).await;
}

async fn serve(
    stream: TcpStream,
    deadlines: Deadlines,
    router: Router,
    mut stopping: watch::Receiver<bool>,
    direct: Peer,
    connection: OpenConnection,
) {
    // Small responses must be sent without delay.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutWriter::new(stream);
    stream.set_timeout(Some(deadlines.write));
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(direct);
        request.extensions_mut().insert(connection.clone());
        router.clone().oneshot(request)
    });
    // A connection that waits for a request ends with the deadline of its head, so no other one is needed to read.
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(deadlines.head)
        .serve_connection(TokioIo::new(Box::pin(stream)), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => {}
        _ = stopping.changed() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}
