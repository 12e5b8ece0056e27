//! Accepts connections up to the limits.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tower::ServiceExt;

use crate::api::{OpenConnection, Peer};
use crate::config::Limits;

/// Maximum time for a client to send the head of a request, and for which an idle connection stays open.
const HEAD_TIMEOUT: Duration = Duration::from_secs(30);
/// Maximum time for open requests to end when the server stops.
const GRACE: Duration = Duration::from_secs(3);

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
pub async fn listen(listener: TcpListener, router: Router, limits: Limits, mut stopping: watch::Receiver<bool>) {
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
                tokio::spawn(serve(stream, router, stopping, peer, connection));
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
    router: Router,
    mut stopping: watch::Receiver<bool>,
    direct: Peer,
    connection: OpenConnection,
) {
    // Small responses must be sent without delay.
    let _ = stream.set_nodelay(true);
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(direct);
        request.extensions_mut().insert(connection.clone());
        router.clone().oneshot(request)
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .serve_connection(TokioIo::new(stream), service)
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
