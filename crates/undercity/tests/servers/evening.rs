//! A club's evening: many people play at human pace on three servers, and one server is killed at the busiest moment.
//! `UNDERCITY_EVENING` is the number of games and the seconds of play, `150 240` by default.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::backends::{Backends, Balanced};
use super::cluster::Cluster;
use super::live::LiveLog;
use super::load::finish;
use super::players::{By, Game, Kind, against};
use super::serving::client::{Client, Dice, begin};
use super::serving::known::{Known, by_http};
use super::serving::postgres::Postgres;
use super::{check_store, turn};

/// Lease of the servers: the program's default.
const LEASE: Duration = Duration::from_secs(6);
/// Levels of the computer players.
const LEVELS: [&str; 3] = ["recruit", "regular", "veteran"];
/// Shortest and longest time in which a person decides, in milliseconds, at the busiest moment.
const DECIDES: [usize; 2] = [300, 3000];

/// Time before the kill in which orders are counted.
const BUSIEST: Duration = Duration::from_secs(10);

/// An order that was answered.
#[derive(Clone, Copy)]
struct Answered {
    at: Instant,
    /// Time until its answer.
    took: Duration,
    /// Time since the person began to choose it.
    waited: Duration,
}

/// The evening, as all its guests have it.
struct Evening {
    backends: Arc<Backends>,
    scenarios: Vec<&'static str>,
    begun: Instant,
    length: Duration,
    answers: Mutex<Vec<Answered>>,
    playing: AtomicUsize,
}

impl Evening {
    fn is_over(&self) -> bool {
        self.begun.elapsed() > self.length
    }

    /// Returns how long a person takes to decide. It is busiest in the middle of the evening.
    fn decides(&self, dice: &mut Dice) -> Duration {
        let share = self.begun.elapsed().as_secs_f64() / self.length.as_secs_f64();
        let slow = 1.0 + 4.0 * (share - 0.5).abs();
        Duration::from_millis((DECIDES[0] + dice.below(DECIDES[1] - DECIDES[0])) as u64).mul_f64(slow)
    }

    /// Plays the game at one table until the evening is over. A third of the tables has a computer player.
    fn table(&self, n: usize) -> Game {
        let client = &mut Balanced::new(&self.backends, n as u64 + 1);
        // People come during the first quarter.
        std::thread::sleep(self.length.mul_f64(0.25 * client.dice.below(1000) as f64 / 1000.0));
        let scenario = self.scenarios[n % self.scenarios.len()];
        let by = match n % 3 {
            0 => By::Computer(LEVELS[n / 3 % 3]),
            _ => By::Http,
        };
        let known = match by {
            By::Computer(level) => against(client, scenario, level),
            _ => Known::new(begin(client, scenario)),
        };
        let (begun, sides) = (known.begun, known.sides);
        let known = std::thread::scope(|scope| {
            if n.is_multiple_of(3) {
                let link = &begun.spectator;
                scope.spawn(move || self.watch(link, n));
            }
            let seats = sides.clone().map(|side| {
                let known = Known::of_one(begun.clone(), side);
                // Of two people one plays over a WebSocket.
                scope.spawn(move || self.play(known, (side + n).is_multiple_of(2), n))
            });
            let seats: Vec<_> = seats.collect();
            let mut whole = Known::new(begun.clone());
            whole.sides = sides;
            for seat in seats {
                let known = seat.join().unwrap();
                let side = known.sides.start;
                whole.acknowledged[side] = known.acknowledged.into_iter().nth(side).unwrap();
            }
            whole
        });
        Game::known(Kind { scenario, by, most: usize::MAX }, known)
    }

    /// Plays one side at the pace of a person.
    fn play(&self, mut known: Known, live: bool, n: usize) -> Known {
        let side = known.sides.start;
        let client = &mut Balanced::new(&self.backends, (2 * n + side) as u64 + 1000);
        let mut log = live.then(|| LiveLog::new(&self.backends, &known.begun.tokens[side], n as u64));
        let dice = &mut Dice((2 * n + side) as u64);
        self.playing.fetch_add(1, Ordering::Relaxed);
        while !self.is_over() && !known.over {
            let until = Instant::now() + self.decides(dice);
            match &mut log {
                Some(log) => log.listen_until(until).unwrap(),
                None => std::thread::sleep(until.saturating_duration_since(Instant::now())),
            }
            let begun = Instant::now();
            let Some((side, order)) = known.choose(client, dice).unwrap() else { continue };
            let asked = Instant::now();
            let given = known.give(client, side, &order, |client, _, link, asked| match &mut log {
                Some(log) => log.give(asked),
                None => by_http(client, link, asked),
            });
            given.unwrap();
            let answered = Answered { at: Instant::now(), took: asked.elapsed(), waited: begun.elapsed() };
            self.answers.lock().unwrap().push(answered);
        }
        self.playing.fetch_sub(1, Ordering::Relaxed);
        known.check(client);
        if let Some(log) = log {
            log.check(client);
        }
        known
    }

    /// Watches a game.
    fn watch(&self, link: &str, n: usize) {
        let mut log = LiveLog::new(&self.backends, link, n as u64);
        log.listen_until(self.begun + self.length).unwrap();
        log.check(&mut Balanced::new(&self.backends, n as u64));
    }

    /// Prints how long the answers of some orders took. Returns how long a person has waited for one at most.
    fn print(&self, when: &str, is_of: impl Fn(Instant) -> bool) -> Duration {
        let mut answers = self.answers.lock().unwrap().clone();
        answers.retain(|answered| is_of(answered.at));
        answers.sort_by_key(|answered| answered.took);
        let at = |share: f64| answers[((answers.len() - 1) as f64 * share) as usize].took;
        let waited = answers.iter().map(|answered| answered.waited).max().unwrap();
        let count = answers.len();
        println!("{when}: {count} orders, p50 {:?}, p99 {:?}, longest wait {waited:?}", at(0.5), at(0.99));
        waited
    }
}

/// Returns the resident memory of all servers that run, in megabytes.
fn memory(cluster: &Cluster, servers: &[usize]) -> String {
    let each = servers.iter().map(|n| format!("{:.0} MB", cluster.running(*n).memory()));
    each.collect::<Vec<_>>().join(", ")
}

#[test]
#[ignore = "it takes minutes: make evening"]
fn evening() {
    let _turn = turn();
    let Some(postgres) = Postgres::start() else { return };
    let given = std::env::var("UNDERCITY_EVENING").unwrap_or_else(|_| "150 240".to_owned());
    let (games, seconds) = given.split_once(' ').unwrap();
    let (games, length) = (games.parse().unwrap(), Duration::from_secs(seconds.parse().unwrap()));
    let url = postgres.database();
    let mut cluster = Cluster::with_lease(vec![url.clone(); 3], LEASE);
    let backends = Arc::clone(&cluster.backends);
    let list = Client::new(cluster.running(0).address).get("/api/scenarios").ok();
    let names = list.as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap().to_owned().leak() as &str);
    let evening = &Evening {
        scenarios: names.collect(),
        backends,
        begun: Instant::now(),
        length,
        answers: Mutex::default(),
        playing: AtomicUsize::new(0),
    };
    let (killed, games) = std::thread::scope(|scope| {
        let tables: Vec<_> = (0..games).map(|n| scope.spawn(move || evening.table(n))).collect();
        std::thread::sleep(length / 2);
        let playing = evening.playing.load(Ordering::Relaxed);
        println!("busiest: {playing} people play; the servers have {}", memory(&cluster, &[0, 1, 2]));
        cluster.kill(1);
        let killed = Instant::now();
        let answers = evening.answers.lock().unwrap().clone();
        let orders = answers.iter().filter(|answered| killed - answered.at < BUSIEST).count();
        println!("before the kill: {:.1} orders a second", orders as f64 / BUSIEST.as_secs_f64());
        std::thread::sleep(length / 4);
        println!("two servers have {}", memory(&cluster, &[0, 2]));
        cluster.start_again(1);
        (killed, tables.into_iter().map(|table| table.join().unwrap()).collect::<Vec<_>>())
    });
    println!("at the end the servers have {}", memory(&cluster, &[0, 1, 2]));
    let before = evening.print("before the kill", |at| at < killed);
    let just = evening.print("within two leases of it", |at| at >= killed && at < killed + 2 * LEASE);
    let after = evening.print("later", |at| at >= killed + 2 * LEASE);
    let longest = just.max(after);
    let number = games.len();
    let orders = finish(games, &cluster.backends);
    println!("{number} games verified with {orders} orders; lease {LEASE:?}");
    assert!(longest <= 2 * LEASE + before, "a person has waited for {longest:?}");
    cluster.check_running();
    cluster.stop();
    check_store(&url);
}
