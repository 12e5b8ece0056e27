//! What can go wrong with a database, and whether another attempt can help.

use std::error::Error as _;
use std::time::{Duration, Instant};

use deadpool_postgres::PoolError;
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

use super::StoreError;

/// The reason why an attempt failed.
#[derive(Debug)]
pub enum Trouble {
    /// The connection was lost, or none could be made. What was asked may have been done or not.
    Lost(String),
    /// The database answered, or the request was wrong: nothing has changed, and another attempt would end alike.
    Store(StoreError),
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Self {
        Trouble::Store(error)
    }
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        // The detail of an error may quote a row, so only the message is taken.
        let Some(answer) = error.as_db_error() else {
            let why = told(&error);
            return if is_untrusted(&error) { StoreError::Failed(why).into() } else { Trouble::Lost(why) };
        };
        let code = answer.code();
        let text = format!("{} ({})", answer.message(), code.code());
        // Classes 08 and 57P: the connection, and a server that stops, starts or has crashed. Class 40: the transaction
        // was undone because of another one.
        let passes = ["08", "57P", "40"].iter().any(|class| code.code().starts_with(class));
        let passes = passes
            || [
                SqlState::TOO_MANY_CONNECTIONS,
                SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
                SqlState::READ_ONLY_SQL_TRANSACTION,
            ]
            .contains(code);
        match code {
            _ if passes => Trouble::Lost(text),
            code if *code == SqlState::DISK_FULL => StoreError::Full.into(),
            code if [SqlState::DATA_CORRUPTED, SqlState::INDEX_CORRUPTED].contains(code) => {
                StoreError::Damaged(text).into()
            }
            code if [SqlState::LOCK_NOT_AVAILABLE, SqlState::QUERY_CANCELED].contains(code) => StoreError::Busy.into(),
            _ => StoreError::Failed(text).into(),
        }
    }
}

impl From<PoolError> for Trouble {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Backend(error) => error.into(),
            PoolError::Timeout(_) => Trouble::Lost("all connections are in use, or the database doesn't answer".into()),
            error => StoreError::Failed(error.to_string()).into(),
        }
    }
}

/// Returns the text of an error with its causes.
fn told(error: &Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

/// Returns whether the certificate of the database was refused, or what it sent is not TLS.
fn is_untrusted(error: &Error) -> bool {
    let cause = error.source().and_then(|cause| cause.downcast_ref::<std::io::Error>());
    cause.is_some_and(|cause| cause.kind() == std::io::ErrorKind::InvalidData)
}

/// Returns whether an error says that a row with this key is there.
pub fn is_taken(error: &Error) -> bool {
    error.code() == Some(&SqlState::UNIQUE_VIOLATION)
}

/// Pause after the first attempt that lost its connection, and the longest pause.
const PAUSES: (Duration, Duration) = (Duration::from_millis(20), Duration::from_millis(500));

/// Tries something until it succeeds, is refused, or has failed for as long as `patience`. `attempt` learns whether an earlier attempt
/// lost its connection, so that it may have been done.
///
/// # Errors
/// The error of the last attempt.
pub async fn patiently<T>(
    patience: Duration,
    mut attempt: impl AsyncFnMut(bool) -> Result<T, Trouble>,
) -> Result<T, StoreError> {
    let (mut pause, longest) = PAUSES;
    let mut failing: Option<Instant> = None;
    loop {
        let why = match attempt(failing.is_some()).await {
            Ok(done) => return Ok(done),
            Err(Trouble::Store(error)) => return Err(error),
            Err(Trouble::Lost(why)) => why,
        };
        if failing.get_or_insert_with(Instant::now).elapsed() + pause > patience {
            return Err(StoreError::Unreachable(why));
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(longest);
    }
}
