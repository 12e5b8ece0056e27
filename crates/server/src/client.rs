//! On whose behalf the server works: long work is shared fairly between clients.

use std::net::IpAddr;

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;

use crate::api::Peer;
use crate::store::GameId;

/// A client, as far as fairness between clients is concerned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Client {
    /// An address; of IPv6 its network of 64 bits, which one household or server has.
    Address(IpAddr),
    /// A seat of a game, by its index.
    Seat(GameId, u8),
    /// The server itself.
    #[default]
    Server,
}

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Self {
        Client::Address(match address {
            IpAddr::V4(_) => address,
            IpAddr::V6(six) => match six.to_ipv4_mapped() {
                Some(four) => four.into(),
                None => IpAddr::from((u128::from(six) & (u128::MAX << 64)).to_be_bytes()),
            },
        })
    }
}

tokio::task_local! {
    static PRESENT: Client;
}

/// Returns the client on whose behalf the present task works.
#[must_use]
pub fn present() -> Client {
    PRESENT.try_with(|client| *client).unwrap_or_default()
}

/// Runs a task on behalf of a client.
pub async fn on_behalf_of<T>(client: Client, task: impl Future<Output = T>) -> T {
    PRESENT.scope(client, task).await
}

/// Handles a request on behalf of its address.
pub async fn of_request(request: Request, next: Next) -> Response {
    let client = request.extensions().get::<Peer>().map_or(Client::Server, |Peer(address)| Client::from(*address));
    on_behalf_of(client, next.run(request)).await
}
