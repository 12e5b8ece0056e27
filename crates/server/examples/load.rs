//! A load test on loopback: games with two sockets each, one order at a time in every game, each acknowledged only when
//! it is on disk.
//! `cargo run --release -p server --example load -- [GAMES] [ROUNDS] [SCENARIO FILE or -] [STORE] [SERVERS]`
//!
//! The store is `sqlite`, a new file, unless it is `postgres`, a PostgreSQL server of its own (Debian package
//! postgresql). Several servers can share that, all in this process. One socket of each game is at the server that
//! holds the game, and the other at the next server, which passes everything on. With `direct` after the number of
//! servers both are at the holder.
//!
//! Orders are computed in advance on a local table with equal nonces, so only the server is measured. At the end both
//! sides must have the same events as on that table.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use fair::Nonce;
use futures_util::stream::SplitSink;
use futures_util::{SinkExt, StreamExt};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use referee::ledger::ScenarioText;
use rules::{Seat, Side};
use serde_json::{Value, json};
use server::store::{GameId, Store, StoreAddress};
use server::{Between, Config, Limits};
use table::{Keyed, Table, system};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

#[path = "../tests/common/client.rs"]
mod client;
#[path = "../tests/common/postgres.rs"]
mod postgres;

/// The allocator of the program itself: most of an order's time goes into short strings.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Maximum number of orders in one game.
const MOST: usize = 2000;
/// Size of the read buffer, which is cleared before each read.
const READ_BYTES: usize = 4096;

type Failure = Box<dyn std::error::Error + Send + Sync>;
type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A game to be played: its links, its orders, and each side's events at the end.
struct Script {
    tokens: [String; 2],
    /// Server of each side's socket.
    addresses: [SocketAddr; 2],
    orders: Vec<(Side, Value)>,
    heard: [usize; 2],
    /// Time that the local table took for the orders.
    alone: Duration,
}

fn script(
    store: &dyn Store,
    game: GameId,
    begun: &client::Begun,
    addresses: [SocketAddr; 2],
    scenario: &ScenarioText,
) -> Result<Script, Failure> {
    let kept = store.load(game)?.ok_or("the game is not in the store")?;
    let nonces = [kept.pre_game.nonce, Nonce::from([1; 32]), Nonce::from([2; 32])];
    let system = system(&kept.pre_game.system).ok_or("no such system")?;
    let id = kept.pre_game.game.ok_or("the game has no name")?;
    let keyed = Keyed { scenario: scenario.clone(), game: id, nonces, own_dice: false };
    let mut table = system.begin(keyed, Box::new(()))?;
    let mut choices = StdRng::seed_from_u64(game.0 as u64);
    let (mut orders, mut alone) = (Vec::new(), Duration::ZERO);
    while orders.len() < MOST {
        let Some(side) = Side::BOTH.into_iter().find(|side| table.pending_question(*side).is_some()) else { break };
        let order = choose(table.as_ref(), side, &mut choices)?;
        let begun = Instant::now();
        table.submit(side, &order, None)?;
        alone += begun.elapsed();
        orders.push((side, order));
    }
    let heard = Side::BOTH.map(|side| table.ack(Seat::Side(side)).heard);
    Ok(Script { tokens: begun.tokens.clone(), addresses, orders, heard, alone })
}

fn choose(table: &dyn Table, side: Side, choices: &mut StdRng) -> Result<Value, Failure> {
    let mut draft = None;
    loop {
        let mut offers = table.offers(side, draft.as_ref())?;
        offers.retain(|offer| !offer.undo);
        if offers.is_empty() {
            draft = None;
            continue;
        }
        let offer = offers.swap_remove(choices.random_range(0..offers.len()));
        match (offer.order, offer.draft) {
            (Some(order), _) => return Ok(order),
            (None, next) => draft = next,
        }
    }
}

/// The socket of one side: messages go out by `sink`, responses arrive by `answers`, events are counted.
struct Wire {
    sink: SplitSink<Socket, Message>,
    answers: mpsc::UnboundedReceiver<()>,
    heard: Arc<AtomicUsize>,
}

async fn connect(address: SocketAddr, token: &str, bytes: Arc<AtomicU64>) -> Result<Wire, Failure> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let url = format!("ws://{address}/api/seats/{token}/live");
    let config = WebSocketConfig::default().read_buffer_size(READ_BYTES);
    let stream = MaybeTlsStream::Plain(stream);
    let (socket, _) = tokio_tungstenite::client_async_with_config(url, stream, Some(config)).await?;
    let (sink, mut stream) = socket.split();
    let (sender, answers) = mpsc::unbounded_channel();
    let heard = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&heard);
    tokio::spawn(async move {
        while let Some(Ok(message)) = stream.next().await {
            let text = match message {
                Message::Text(text) => text,
                Message::Close(frame) => {
                    eprintln!("closed: {frame:?}");
                    return;
                }
                _ => continue,
            };
            bytes.fetch_add(text.len() as u64, Ordering::Relaxed);
            if text.contains("\"problem\"") {
                eprintln!("{text}");
                return;
            }
            if let Some(events) = text.find("\"events\":[") {
                count.fetch_add(events_in(&text[events + 9..]), Ordering::Release);
            }
            if text.starts_with("{\"answer\"") {
                let _ = sender.send(());
            }
        }
    });
    Ok(Wire { sink, answers, heard })
}

/// Returns the number of events in a list. Parsing it would cost the machine more than the server's own work.
fn events_in(list: &str) -> usize {
    let (mut depth, mut events, mut quoted, mut escaped) = (0, 0, false, false);
    for byte in list.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => {
                quoted = !quoted;
                // An event may be a bare word.
                events += usize::from(quoted && depth == 1);
            }
            _ if quoted => {}
            b'[' | b'{' => {
                events += usize::from(byte == b'{' && depth == 1);
                depth += 1;
            }
            b']' | b'}' => {
                depth -= 1;
                if depth == 0 {
                    break;
                }
            }
            _ => {}
        }
    }
    events
}

/// Plays a script. Returns the time of each order in microseconds.
async fn play(script: &Script, bytes: &Arc<AtomicU64>) -> Result<Vec<u32>, Failure> {
    let mut wires = [
        connect(script.addresses[0], &script.tokens[0], Arc::clone(bytes)).await?,
        connect(script.addresses[1], &script.tokens[1], Arc::clone(bytes)).await?,
    ];
    let mut times = Vec::with_capacity(script.orders.len());
    for (n, (side, order)) in script.orders.iter().enumerate() {
        let wire = &mut wires[side.index()];
        let text = json!({ "order": order, "id": n.to_string() }).to_string();
        let begun = Instant::now();
        wire.sink.send(Message::text(text)).await?;
        tokio::time::timeout(Duration::from_secs(30), wire.answers.recv()).await?.ok_or("the socket ended")?;
        times.push(begun.elapsed().as_micros() as u32);
    }
    for (wire, expected) in wires.iter().zip(script.heard) {
        let deadline = Instant::now() + Duration::from_secs(10);
        while wire.heard.load(Ordering::Acquire) != expected {
            if Instant::now() > deadline {
                return Err(format!("heard {} events of {expected}", wire.heard.load(Ordering::Acquire)).into());
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
    Ok(times)
}

/// Returns a configuration with limits that are not reached.
fn configured(place: &Path, shared: bool, scenario: &ScenarioText) -> Result<Config, Failure> {
    let (store, _) = StoreAddress::read(place)?.open(shared)?;
    let limits = Limits {
        requests_a_second: 1_000_000,
        burst: 1_000_000,
        connections: 10_000,
        connections_of_one: 10_000,
        games_of_one: 1_000_000,
        ..Limits::default()
    };
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    let between = shared.then(|| Between { listen, address: None, lease: Duration::from_secs(6) });
    Ok(Config { limits, between, ..Config::new(store, vec![scenario.clone()]) })
}

fn main() -> Result<(), Failure> {
    let mut args = std::env::args().skip(1);
    let games: usize = args.next().map_or(Ok(20), |text| text.parse())?;
    let rounds: usize = args.next().map_or(Ok(8), |text| text.parse())?;
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/tide/pumping-station.toml");
    let path = args.next().filter(|path| path != "-").map_or(default, PathBuf::from);
    let kind = args.next();
    let servers: usize = args.next().map_or(Ok(1), |text| text.parse())?;
    let direct = args.next().is_some_and(|word| word == "direct");
    let scenario = ScenarioText { name: "tide/load".to_owned(), text: std::fs::read_to_string(path)? };

    let folder = tempfile::tempdir()?;
    let database = match kind.as_deref() {
        Some("postgres") => Some(postgres::Postgres::start().ok_or("PostgreSQL is missing")?),
        _ => None,
    };
    let place = database.as_ref().map_or(folder.path().join("games.sqlite"), postgres::Postgres::database);
    let host =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).thread_name("host").enable_all().build()?;
    let (mut stores, mut running) = (Vec::new(), Vec::new());
    for _ in 0..servers {
        let config = configured(&place, servers > 1, &scenario)?;
        stores.push(Arc::clone(&config.store));
        running.push(host.block_on(server::serve(config))?);
    }
    let addresses: Vec<SocketAddr> = running.iter().map(server::Running::address).collect();

    let clients = addresses.iter().map(|address| client::Client::try_new(*address));
    let mut clients: Vec<_> = clients.collect::<Result<_, _>>()?;
    let mut scripts = Vec::new();
    for n in 0..games * rounds {
        // A game is held by the server at which it begins.
        let (own, next) = (n % servers, (n + usize::from(!direct)) % servers);
        let begun = client::begin(&mut clients[own], "tide/load");
        let id = GameId(n as i64 + 1);
        scripts.push(script(&*stores[own], id, &begun, [addresses[own], addresses[next]], &scenario)?);
    }
    let orders: usize = scripts.iter().map(|script| script.orders.len()).sum();
    println!("{games} games at once, {} in all, {orders} orders", scripts.len());
    let alone: Duration = scripts.iter().map(|script| script.alone).sum();
    println!("a table in memory takes {:.0} µs an order", alone.as_secs_f64() * 1e6 / orders as f64);

    let players =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).thread_name("players").enable_all().build()?;
    let bytes = Arc::new(AtomicU64::new(0));
    let mut queues: Vec<Vec<Script>> = (0..games).map(|_| Vec::new()).collect();
    for (n, script) in scripts.into_iter().enumerate() {
        queues[n % games].push(script);
    }
    let begun = Instant::now();
    let mut times = players.block_on(async {
        let tasks: Vec<_> = queues
            .into_iter()
            .map(|queue| {
                let bytes = Arc::clone(&bytes);
                tokio::spawn(async move {
                    let mut times = Vec::new();
                    for script in &queue {
                        times.extend(play(script, &bytes).await?);
                    }
                    Ok::<_, Failure>(times)
                })
            })
            .collect();
        let mut times = Vec::new();
        for task in tasks {
            times.extend(task.await??);
        }
        Ok::<_, Failure>(times)
    })?;
    let seconds = begun.elapsed().as_secs_f64();
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!("{:.0} orders a second over {seconds:.2} s", times.len() as f64 / seconds);
    println!("p50 {} µs, p90 {} µs, p99 {} µs, worst {} µs", at(0.5), at(0.9), at(0.99), at(1.0));
    println!(
        "{:.0} bytes an order to both sockets together",
        bytes.load(Ordering::Relaxed) as f64 / times.len() as f64
    );
    for running in running {
        host.block_on(running.stop());
    }
    drop(stores);
    Ok(())
}
