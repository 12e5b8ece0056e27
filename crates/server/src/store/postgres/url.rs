//! The address of a PostgreSQL database.

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::StoreError;

/// Maximum time to connect to one host.
const CONNECT: Duration = Duration::from_secs(3);
/// Settings of each connection. Acknowledged orders are on disk, whatever the database's own default is. A transaction
/// whose client is paused or gone is ended soon, since it may hold the rows of games that another server wants. So is a
/// connection, since it may hold the lock.
const SETTINGS: &str = "-c synchronous_commit=on -c lock_timeout=4s -c idle_in_transaction_session_timeout=2s \
    -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3";

/// The address of a PostgreSQL database, with its password.
#[derive(Clone)]
pub struct DatabaseUrl {
    pub(super) config: Config,
    /// Certificates that sign the database's own, in place of those that the machine trusts.
    certificates: Option<PathBuf>,
    /// The address without its password.
    shown: String,
}

impl DatabaseUrl {
    /// Reads the address of a database.
    ///
    /// # Errors
    /// The address has a mistake. No message quotes a part that may be of a password.
    pub(in super::super) fn read(url: &str) -> Result<Self, StoreError> {
        let (rest, ours) = without_ours(url)?;
        let mut config: Config = rest.parse().map_err(|error: tokio_postgres::Error| {
            let why = std::error::Error::source(&error).map(ToString::to_string).unwrap_or_default();
            wrong(&format!("expected postgres://USER@HOST/DATABASE ({why})"))
        })?;
        let has_at = |host: &Host| matches!(host, Host::Tcp(name) if name.contains('@'));
        if config.get_hosts().iter().any(has_at) {
            return Err(wrong("expected %40 for each @ in the password"));
        }
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            return Err(wrong("expected a host, or ?host=/FOLDER for a Unix socket"));
        }
        if config.get_password().is_none()
            && let Some(password) = std::env::var_os("PGPASSWORD")
        {
            config.password(password.as_encoded_bytes());
        }
        config.ssl_mode(match ours.mode {
            Some(mode) => mode,
            // What goes over a network holds every secret of every game.
            None if is_here(&config) => SslMode::Disable,
            None => SslMode::Require,
        });
        let options = config.get_options().map(|options| format!("{options} ")).unwrap_or_default();
        config.options(format!("{options}{SETTINGS}"));
        if config.get_application_name().is_none() {
            config.application_name("undercity");
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT);
        }
        // Of several hosts, the one that takes writes.
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        config.keepalives_idle(Duration::from_secs(30));
        let shown = shown(&config);
        Ok(DatabaseUrl { config, certificates: ours.certificates, shown })
    }

    /// Returns what makes TLS connections, which verify the certificate of the database.
    ///
    /// # Errors
    /// The trusted certificates can't be read.
    pub(super) fn tls(&self) -> Result<MakeRustlsConnect, StoreError> {
        let mut trusted = RootCertStore::empty();
        if self.config.get_ssl_mode() == SslMode::Require {
            let found = match &self.certificates {
                Some(file) => in_file(file)?,
                None => rustls_native_certs::load_native_certs().certs,
            };
            trusted.add_parsable_certificates(found);
            if trusted.is_empty() {
                let why = "found no certificates to verify the database's with: name a file, ?sslrootcert=FILE";
                return Err(StoreError::Failed(format!("{self}: {why}")));
            }
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let config = config.map_err(|error| StoreError::Failed(format!("{self}: {error}")))?;
        Ok(MakeRustlsConnect::new(config.with_root_certificates(trusted).with_no_client_auth()))
    }
}

fn in_file(file: &Path) -> Result<Vec<CertificateDer<'static>>, StoreError> {
    let read = CertificateDer::pem_file_iter(file).and_then(Iterator::collect);
    read.map_err(|error| StoreError::at(file, error))
}

fn wrong(why: &str) -> StoreError {
    StoreError::Failed(format!("the address of the database has a mistake: {why}"))
}

/// Options of the address that the client doesn't know, or understands otherwise than we do.
#[derive(Default)]
struct Ours {
    mode: Option<SslMode>,
    certificates: Option<PathBuf>,
}

/// Returns an address without our own options, and these.
fn without_ours(url: &str) -> Result<(String, Ours), StoreError> {
    let Some((address, query)) = url.split_once('?') else { return Ok((url.to_owned(), Ours::default())) };
    let (mut rest, mut ours) = (Vec::new(), Ours::default());
    for option in query.split('&') {
        match option.split_once('=') {
            Some(("sslmode", "disable")) => ours.mode = Some(SslMode::Disable),
            // The names differ in what other clients verify.
            Some(("sslmode", "require" | "verify-ca" | "verify-full")) => ours.mode = Some(SslMode::Require),
            Some(("sslmode", _)) => {
                return Err(wrong("sslmode is `disable`, or `require`, which verifies the database"));
            }
            Some(("sslrootcert", file)) => ours.certificates = Some(file.into()),
            _ => rest.push(option),
        }
    }
    let rest = if rest.is_empty() { address.to_owned() } else { format!("{address}?{}", rest.join("&")) };
    Ok((rest, ours))
}

/// Returns whether the database is on this machine.
fn is_here(config: &Config) -> bool {
    let is_here = |host: &Host| match host {
        Host::Tcp(name) => name == "localhost" || name.parse().is_ok_and(|address: IpAddr| address.is_loopback()),
        #[cfg(unix)]
        Host::Unix(_) => true,
    };
    config.get_hosts().iter().all(is_here) && config.get_hostaddrs().iter().all(IpAddr::is_loopback)
}

/// Returns an address without its password.
fn shown(config: &Config) -> String {
    let user = config.get_user().map(|user| format!("{user}@")).unwrap_or_default();
    let mut hosts = Vec::new();
    let mut folder = String::new();
    for (n, host) in config.get_hosts().iter().enumerate() {
        let port = config.get_ports().get(n).or(config.get_ports().first()).filter(|port| **port != 5432);
        match host {
            Host::Tcp(name) => hosts.push(port.map_or_else(|| name.clone(), |port| format!("{name}:{port}"))),
            #[cfg(unix)]
            Host::Unix(path) => folder = format!("?host={}", path.display()),
        }
    }
    let database = config.get_dbname().unwrap_or_default();
    format!("postgres://{user}{}/{database}{folder}", hosts.join(","))
}

impl std::fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.shown)
    }
}

impl std::fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_its_password() {
        let shown = |url: &str| DatabaseUrl::read(url).map(|url| format!("{url} {url:?}"));
        let twice = |text: &str| Ok(format!("{text} {text}"));
        assert_eq!(shown("postgres://u:p%40ss@h:5433/db"), twice("postgres://u@h:5433/db"));
        assert_eq!(shown("postgresql://u@h/db?password=secret"), twice("postgres://u@h/db"));
        assert_eq!(shown("postgres:///db?host=/run/postgresql&user=u"), twice("postgres://u@/db?host=/run/postgresql"));
        for wrong in [
            "postgres://u:pass@word@h/db",
            "postgres://u:password@h:port/db",
            "postgres://u:password@h/db?sslmode=prefer",
            "postgres://u:password@h/db?nonsense=password",
            "postgres://:password@",
        ] {
            let told = shown(wrong).unwrap_err().to_string();
            assert!(!told.contains("pass") || told.contains("in the password"), "{told}");
            assert!(!told.contains("word@h"), "{told}");
        }
    }

    #[test]
    fn a_database_on_another_machine_is_reached_by_tls() {
        let mode = |url: &str| DatabaseUrl::read(url).unwrap().config.get_ssl_mode();
        assert_eq!(mode("postgres://u@db.example.org/d"), SslMode::Require);
        assert_eq!(mode("postgres://u@localhost,10.0.0.7/d"), SslMode::Require);
        assert_eq!(mode("postgres://u@10.0.0.7/d?sslmode=disable"), SslMode::Disable);
        for here in ["postgres://u@127.0.0.1/d", "postgres://u@localhost/d", "postgres:///d?host=/run"] {
            assert_eq!(mode(here), SslMode::Disable, "{here}");
        }
        assert_eq!(mode("postgres://u@localhost/d?sslmode=verify-full"), SslMode::Require);
    }
}
