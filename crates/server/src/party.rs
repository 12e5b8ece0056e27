//! On whose behalf the server works: long work is shared fairly between parties.

use std::sync::Arc;

use axum::Extension;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;

use crate::client::Client;
use crate::connections::Connection;
use crate::store::GameId;

/// A party, as far as fairness between them is concerned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Party {
    /// A client, by its address.
    Client(Client),
    /// A seat of a game, by its index.
    Seat(GameId, u8),
    /// The server itself.
    #[default]
    Server,
}

tokio::task_local! {
    static PRESENT: Party;
}

/// Returns the party on whose behalf the present task works.
#[must_use]
pub fn present() -> Party {
    PRESENT.try_with(|party| *party).unwrap_or_default()
}

/// Runs a task on behalf of a party.
pub async fn on_behalf_of<T>(party: Party, task: impl Future<Output = T>) -> T {
    PRESENT.scope(party, task).await
}

/// Handles a request on behalf of its client.
pub async fn of_request(Extension(connection): Extension<Arc<Connection>>, request: Request, next: Next) -> Response {
    on_behalf_of(Party::Client(connection.client()), next.run(request)).await
}
