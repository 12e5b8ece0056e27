//! The limits by which clients are refused.

/// A limit that a client has reached, or a check that it failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// Requests and messages per second.
    Rate,
    /// Connections of one client.
    ConnectionsOfOne,
    /// Connections of all clients.
    Connections,
    /// Unfinished games that one client has created.
    GamesOfOne,
    /// Bytes of a request.
    Size,
    /// Work for which a party waits, or the time of its wait.
    Work,
    /// Time to send the body of a request.
    Sending,
    /// Time to read a response.
    Reading,
    /// Time until the head of the next request is complete.
    Unused,
    /// Names by which the server goes.
    Host,
    /// Pages that may send requests.
    Origin,
    /// Servers of the same store, on the address between them.
    Between,
}

impl Limit {
    /// All limits.
    pub const ALL: [Limit; 12] = [
        Limit::Rate,
        Limit::ConnectionsOfOne,
        Limit::Connections,
        Limit::GamesOfOne,
        Limit::Size,
        Limit::Work,
        Limit::Sending,
        Limit::Reading,
        Limit::Unused,
        Limit::Host,
        Limit::Origin,
        Limit::Between,
    ];

    /// Returns the name of the limit in the log and in metrics.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Limit::Rate => "rate",
            Limit::ConnectionsOfOne => "connections-of-one",
            Limit::Connections => "connections",
            Limit::GamesOfOne => "games-of-one",
            Limit::Size => "size",
            Limit::Work => "work",
            Limit::Sending => "sending",
            Limit::Reading => "reading",
            Limit::Unused => "unused",
            Limit::Host => "host",
            Limit::Origin => "origin",
            Limit::Between => "between",
        }
    }
}
