//! `undercity serve`: games over HTTP.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use server::log::{self, LevelFilter};
use server::store::{Retention, StoreAddress, StoreError};
use server::{Between, Config, HostName, Limits, Network, Origin};

use crate::outcome::{Failed, counted, print, refused};
use crate::{builtin, files};

/// Default address: this machine only, and always one port, since browsers store data by address.
pub const LOOPBACK: &str = "127.0.0.1:8039";

/// Number of files that are open besides connections: the store, its log, standard streams.
const OTHER_FILES: u64 = 64;

/// Maximum time for work that still runs when the server has stopped.
const CUT_SHORT: Duration = Duration::from_secs(1);

/// Files that a connection may take if servers pass sockets on: a client's, one to another server, and one from another.
const PASSED_ON: u64 = 3;

/// Default time of a lease, in seconds.
const LEASE: u64 = 6;

/// Time after which an unused thread for long work ends. Only then does memory go back to the system that the thread has
/// allocated and others have freed since: the games of a flood.
const IDLE: Duration = Duration::from_millis(500);

/// Shown below the options.
const AFTER: &str = "Each option can also be set in the environment, or in the file of --config by its name: `rate = 50`.\n\
    The command line comes before the environment, and the environment before the file.";

#[derive(Debug, clap::Args)]
#[command(after_help = AFTER)]
pub struct Args {
    /// TOML file with these options by name, such as `rate = 50`
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Address to listen on
    ///
    /// At the default only this machine can connect. 0.0.0.0:8039 is every network of this machine.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8039", help_heading = "Addresses")]
    listen: SocketAddr,
    /// Host name of this server for browsers, such as `box.local`; can be repeated
    ///
    /// Other names are refused, except `localhost` and addresses, so that no web site can use the server from a
    /// visitor's browser.
    #[arg(long = "host", value_name = "NAME", value_delimiter = ',', help_heading = "Addresses")]
    hosts: Vec<HostName>,
    /// Public origin of the page behind a proxy, such as `https://example.org`
    #[arg(long, value_name = "ORIGIN", help_heading = "Addresses")]
    public_origin: Option<Origin>,
    /// Proxy that tells players' addresses by X-Forwarded-For; can be repeated
    ///
    /// Without it all players behind a proxy share the limits of one address. The header of others is ignored, so that
    /// they can't claim any address.
    #[arg(long = "trusted-proxy", value_name = "IP-OR-CIDR", value_delimiter = ',', help_heading = "Addresses")]
    trusted_proxies: Vec<Network>,
    /// File for the games, or postgres://USER@HOST/DATABASE [default: games.sqlite in your data folder]
    ///
    /// The password of a database is in PGPASSWORD, or in the address. A database on another machine is reached by TLS
    /// and must have a trusted certificate, unless the address ends with ?sslmode=disable. For a Unix socket:
    /// postgres:///DATABASE?host=/FOLDER.
    #[arg(long, value_name = "PATH-OR-URL", help_heading = "Storage")]
    store: Option<PathBuf>,
    /// Unfinished games that one address may have created
    ///
    /// Protects the disk.
    #[arg(long, value_name = "N", default_value_t = Limits::default().games_of_one, help_heading = "Storage")]
    games_of_one: u32,
    /// Remove games that no side has joined after this many hours without use; 0 for never
    ///
    /// Protects the disk from games that were created and forgotten.
    #[arg(long, value_name = "HOURS", default_value_t = 24, help_heading = "Storage")]
    expire_unjoined: u64,
    /// Remove unfinished games after this many days without use [default: never]
    #[arg(long, value_name = "DAYS", help_heading = "Storage")]
    expire_unfinished: Option<u64>,
    /// Remove finished games after this many days without use [default: never]
    #[arg(long, value_name = "DAYS", help_heading = "Storage")]
    expire_finished: Option<u64>,
    /// Address on which other servers of the same database reach this one [default: none; it has the store for itself]
    ///
    /// Then several servers can share a PostgreSQL database behind a load balancer. Links pass over this address
    /// unencrypted, so it must be on a private network.
    #[arg(long, value_name = "ADDR", help_heading = "Several servers")]
    between: Option<SocketAddr>,
    /// Address by which the other servers reach it, such as box2.internal:7039 [default: that of --between]
    #[arg(long, value_name = "HOST:PORT", value_parser = host_and_port, help_heading = "Several servers")]
    between_address: Option<String>,
    /// Seconds after which other servers take the games of one that no longer answers
    ///
    /// Protects games from a server that was paused or cut off: it can't write to a game that another one has taken.
    #[arg(long, value_name = "SECONDS", default_value_t = LEASE, value_parser = clap::value_parser!(u64).range(1..=300), help_heading = "Several servers")]
    lease: u64,
    /// Average number of requests and orders per second from one address
    ///
    /// Four times as many are allowed in a burst. Protects the processor.
    #[arg(long, value_name = "N", default_value_t = Limits::default().requests_a_second, help_heading = "Limits")]
    rate: u32,
    /// Connections at once
    ///
    /// Protects memory, and the files that the system lets the program open.
    #[arg(long, value_name = "N", default_value_t = Limits::default().connections, help_heading = "Limits")]
    connections: usize,
    /// Connections at once from one address
    ///
    /// Protects the other players' connections.
    #[arg(long, value_name = "N", default_value_t = Limits::default().connections_of_one, help_heading = "Limits")]
    connections_of_one: usize,
    /// Megabytes that all games in memory may take together
    ///
    /// Games used longest ago are put away first. They stay in the store and come back when they are used.
    #[arg(long, value_name = "MB", default_value_t = Limits::default().memory >> 20, help_heading = "Limits")]
    memory: usize,
    /// Log events up to this level to standard error
    ///
    /// No level logs a link, a nonce, an order, a piece or a place.
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t = LogLevel::Info, help_heading = "What the host sees")]
    log_level: LogLevel,
    /// Form of the log
    #[arg(long, value_name = "FORM", value_enum, default_value_t = LogFormat::Text, help_heading = "What the host sees")]
    log_format: LogFormat,
    /// Log orders that take at least this many milliseconds
    #[arg(long, value_name = "MS", default_value_t = 500, help_heading = "What the host sees")]
    slow_order: u64,
    /// Address for metrics and health, for the host only, such as 127.0.0.1:9039 [default: none]
    #[arg(long, value_name = "ADDR", help_heading = "What the host sees")]
    metrics: Option<SocketAddr>,
}

/// The least severe events that are logged.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum LogLevel {
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

/// The form of the log.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum LogFormat {
    /// A line of text for each event
    Text,
    /// A JSON object on a line of its own for each event
    Json,
}

impl From<LogLevel> for LevelFilter {
    fn from(level: LogLevel) -> Self {
        match level {
            LogLevel::Error => LevelFilter::ERROR,
            LogLevel::Warn => LevelFilter::WARN,
            LogLevel::Info => LevelFilter::INFO,
            LogLevel::Debug => LevelFilter::DEBUG,
            LogLevel::Trace => LevelFilter::TRACE,
        }
    }
}

impl From<LogFormat> for log::Format {
    fn from(format: LogFormat) -> Self {
        match format {
            LogFormat::Text => log::Format::Text,
            LogFormat::Json => log::Format::Json,
        }
    }
}

pub fn run(args: &Args) -> Result<(), Failed> {
    let limits = Limits {
        requests_a_second: args.rate,
        burst: args.rate.saturating_mul(4),
        connections: args.connections,
        connections_of_one: args.connections_of_one,
        games_of_one: args.games_of_one,
        memory: args.memory << 20,
        ..Limits::default()
    };
    let days = |days: Option<u64>| days.map(|days| hours(days.saturating_mul(24)));
    let retention = Retention {
        never_joined: Some(args.expire_unjoined).filter(|hours| *hours > 0).map(hours),
        unfinished: days(args.expire_unfinished),
        finished: days(args.expire_finished),
    };
    if args.between.is_none() && args.between_address.is_some() {
        return Err(Failed::Usage("--between-address is of no use without --between".to_owned()));
    }
    let between = args.between.map(|listen| Between {
        listen,
        address: args.between_address.clone(),
        lease: Duration::from_secs(args.lease),
    });
    let shared = between.is_some();
    let configure = |config| Config {
        listen: args.listen,
        limits,
        retention,
        hosts: args.hosts.clone(),
        public_origin: args.public_origin.clone(),
        trusted_proxies: args.trusted_proxies.clone(),
        metrics: args.metrics,
        between,
        slow_order: Duration::from_millis(args.slow_order),
        ..config
    };
    let _log = log::start(args.log_format.into(), args.log_level.into());
    serve(args.store.as_deref(), shared, configure, |_| {})
}

/// Reads an address such as `box2.internal:7039`.
fn host_and_port(text: &str) -> Result<String, String> {
    let (host, port) = text.rsplit_once(':').unwrap_or_default();
    let is_host = !host.is_empty() && !host.contains(['/', '@', ' ']);
    let is_port = port.parse::<u16>().is_ok_and(|port| port > 0);
    (is_host && is_port)
        .then(|| text.to_owned())
        .ok_or_else(|| "expected HOST:PORT, such as box2.internal:7039".to_owned())
}

fn hours(hours: u64) -> Duration {
    Duration::from_secs(hours.saturating_mul(3600))
}

/// Serves games on this machine and opens them in a browser. All games are this user's, so their number has no limit.
pub fn open_table(listen: SocketAddr, store: Option<&Path>, browser: bool) -> Result<(), Failed> {
    let limits = Limits { games_of_one: u32::MAX, ..Limits::default() };
    let _log = log::start(log::Format::Text, LevelFilter::WARN);
    serve(
        store,
        false,
        |config| Config { listen, limits, ..config },
        |url| {
            if browser {
                let url = url.to_owned();
                // The browser may start slowly or not at all; the address has been printed above.
                std::thread::spawn(move || webbrowser::open(&url));
            }
        },
    )
}

fn serve(
    path: Option<&Path>,
    shared: bool,
    configure: impl FnOnce(Config) -> Config,
    ready: impl FnOnce(&str),
) -> Result<(), Failed> {
    let place = store_at(path)?;
    let (store, lost) = place.open(shared).map_err(|error| unopened(&place, &error))?;
    tracing::info!(store = %place, "the store is open");
    if !lost.is_empty() {
        let games = counted(lost.len(), "game has", "games have");
        tracing::error!("{games} lost acknowledged orders: `undercity store check` lists them");
    }
    let scenarios = builtin::all().into_iter().map(builtin::BuiltinScenario::to_text).collect();
    let measured = crate::measured::measured();
    let (guides, explained) = (builtin::guides(), builtin::explained());
    let config = Config { page: crate::page::PAGE, guides, explained, measured, ..Config::new(store, scenarios) };
    let mut config = configure(config);
    limit_connections(&mut config.limits.connections, if shared { PASSED_ON } else { 1 })?;
    let runtime = tokio::runtime::Builder::new_multi_thread().thread_keep_alive(IDLE).enable_all().build()?;
    let done = runtime.block_on(async {
        // A signal that comes before the server is open stops it too.
        let stop = std::pin::pin!(told_to_stop()?);
        let mut running = server::serve(config).await.map_err(refused)?;
        let url = format!("http://{}/", running.address());
        print(format_args!("The table is open at {url}"))?;
        print(format_args!("Games are saved in {place}. Press Ctrl-C to stop."))?;
        ready(&url);
        tokio::select! {
            () = running.finished() => {}
            () = stop => {}
        }
        running.stop().await;
        Ok(())
    });
    // Long work can't be interrupted. Nothing that was answered depends on it.
    runtime.shutdown_timeout(CUT_SHORT);
    done
}

/// Makes the system allow as many open files as there may be connections, or lowers the number of connections. If files
/// ran out first, no connection could make room for another.
fn limit_connections(connections: &mut usize, each: u64) -> Result<(), Failed> {
    let wanted = (*connections as u64).saturating_mul(each);
    let Ok(files) = rlimit::increase_nofile_limit(wanted.saturating_add(OTHER_FILES)) else { return Ok(()) };
    let possible = files.saturating_sub(OTHER_FILES).max(1);
    if possible < wanted {
        let possible = (possible / each).max(1);
        *connections = possible as usize;
        print(format_args!("Only {possible} connections at once: the system allows {files} open files."))?;
    }
    Ok(())
}

/// Catches Ctrl-C and termination signals from now on. Returns a future that waits for the first.
///
/// # Errors
/// The system doesn't let the program catch them.
pub fn told_to_stop() -> std::io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
        Ok(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        })
    }
    #[cfg(windows)]
    {
        let mut interrupt = tokio::signal::windows::ctrl_c()?;
        Ok(async move {
            interrupt.recv().await;
        })
    }
}

/// Returns the error of a store that can't be opened.
fn unopened(place: &StoreAddress, error: &StoreError) -> Failed {
    match place {
        StoreAddress::File(_) => refused(format_args!("{place}: {error}")),
        // The errors of a database name it.
        StoreAddress::Database(_) => refused(error),
    }
}

/// Returns where the store is: at the named place, or in the platform's data folder.
pub fn store_at(named: Option<&Path>) -> Result<StoreAddress, Failed> {
    if let Some(named) = named {
        return StoreAddress::read(named).map_err(refused);
    }
    let folders = directories::ProjectDirs::from("", "", "undercity")
        .ok_or_else(|| refused("can't find a data directory on this system; choose a file with --store"))?;
    let folder = folders.data_dir();
    files::make_folder(folder)?;
    Ok(StoreAddress::File(folder.join("games.sqlite")))
}
