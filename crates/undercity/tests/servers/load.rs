//! Many games played at once, and how long each has paused.

use std::ops::DerefMut;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::backends::{Backends, Balanced};
use super::cluster::{Cluster, LEASE};
use super::live::LiveLog;
use super::players::{By, Game, Kind};
use super::serving::client::{Http, seat};

/// Time of play before the first fault.
const CALM: Duration = Duration::from_millis(1200);
/// Time after a fault in which an answer may still arrive that was given before it.
const UNDER_WAY: Duration = Duration::from_millis(100);
/// Longest random pause of a player, in milliseconds.
const PAUSE: usize = 40;
/// Time for which a log is read over WebSockets.
const WATCHED: Duration = Duration::from_secs(2);
/// One in so many orders is followed by a check of the whole game.
const CHECKED: usize = 25;

/// When a game went on, and its longest pause.
#[derive(Debug)]
pub struct Pace(Mutex<(Instant, Duration)>);

impl Pace {
    fn new() -> Arc<Pace> {
        Arc::new(Pace((Instant::now(), Duration::ZERO).into()))
    }

    fn locked(&self) -> impl DerefMut<Target = (Instant, Duration)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that the game goes on.
    pub fn goes_on(&self) {
        let mut pace = self.locked();
        *pace = (Instant::now(), pace.1.max(pace.0.elapsed()));
    }

    /// Returns when the game last went on.
    fn last(&self) -> Instant {
        self.locked().0
    }

    /// Returns the longest pause since the last call, with the present one.
    fn take_longest(&self) -> Duration {
        let mut pace = self.locked();
        let longest = pace.1.max(pace.0.elapsed());
        pace.1 = Duration::ZERO;
        longest
    }
}

/// The games in play, one of each kind at a time.
pub struct Load {
    kinds: Vec<(Kind, Arc<Pace>)>,
    over: AtomicBool,
    /// Whether a client has panicked.
    failed: AtomicBool,
    /// Orders that were acknowledged.
    orders: AtomicUsize,
    /// Views and logs that were read besides.
    looks: AtomicUsize,
    backends: Arc<Backends>,
    /// Longest pause before the first fault.
    calm: OnceLock<Duration>,
    /// Longest pause after each fault.
    gaps: Mutex<Vec<Duration>>,
}

/// Ends the load with the part of the test that has it.
struct End<'a>(&'a Load);

impl Drop for End<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.failed.store(true, Ordering::SeqCst);
            self.0.backends.abandon();
        }
    }
}

impl Load {
    fn new(kinds: &[Kind], backends: &Arc<Backends>) -> Load {
        Load {
            kinds: kinds.iter().map(|kind| (*kind, Pace::new())).collect(),
            over: AtomicBool::new(false),
            failed: AtomicBool::new(false),
            orders: AtomicUsize::new(0),
            looks: AtomicUsize::new(0),
            backends: Arc::clone(backends),
            calm: OnceLock::new(),
            gaps: Mutex::default(),
        }
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::SeqCst) || self.failed.load(Ordering::SeqCst)
    }

    /// Plays games of one kind, one after the other. Returns them all.
    fn play(&self, n: usize, seed: u64) -> Vec<Game> {
        let _end = End(self);
        let (kind, pace) = &self.kinds[n];
        let mut client = Balanced::new(&self.backends, seed ^ (n as u64 + 1) << 32);
        client.pace = matches!(kind.by, By::Computer(_)).then(|| Arc::clone(pace));
        let mut games = Vec::new();
        while !self.is_over() {
            let mut game = Game::begin(&mut client, *kind);
            pace.goes_on();
            while !self.is_over() && !game.known.over && game.known.count() < kind.most {
                game.play(&mut client).unwrap();
                pace.goes_on();
                self.orders.fetch_add(1, Ordering::Relaxed);
                if client.dice.below(CHECKED) == 0 {
                    game.check(&mut client);
                }
                std::thread::sleep(Duration::from_millis(client.dice.below(PAUSE) as u64));
            }
            game.check(&mut client);
            game.leave();
            games.push(game);
        }
        games
    }

    /// Reads what seats may see over HTTP.
    fn look(&self, seed: u64) {
        let _end = End(self);
        let mut client = Balanced::new(&self.backends, seed ^ 1 << 20);
        while !self.is_over() {
            if let Some(link) = self.backends.any_link(&mut client.dice) {
                let what = ["/events", "/table", ""][client.dice.below(3)];
                client.get(&seat(&link, what)).ok();
                self.looks.fetch_add(1, Ordering::Relaxed);
            }
            std::thread::sleep(Duration::from_millis(15));
        }
    }

    /// Reads logs over WebSockets.
    fn watch(&self, seed: u64) {
        let _end = End(self);
        let mut client = Balanced::new(&self.backends, seed ^ 1 << 21);
        while !self.is_over() {
            std::thread::sleep(Duration::from_millis(15));
            let Some(link) = self.backends.any_link(&mut client.dice) else { continue };
            let mut log = LiveLog::new(&self.backends, &link, client.dice.below(1 << 30) as u64);
            let begun = Instant::now();
            while begun.elapsed() < WATCHED && !self.is_over() {
                log.listen(Duration::from_millis(100)).unwrap();
            }
            log.check(&mut client);
            self.looks.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Lets the games be played for some time.
    pub fn run(&self, time: Duration) {
        let begun = Instant::now();
        while begun.elapsed() < time {
            assert!(!self.failed.load(Ordering::SeqCst), "a client has failed");
            std::thread::sleep(Duration::from_millis(2).min(time));
        }
    }

    fn longest(&self) -> Duration {
        self.kinds.iter().map(|(_, pace)| pace.take_longest()).max().unwrap()
    }

    /// Begins to measure pauses: a fault follows. Returns the present time.
    pub fn begin_fault(&self) -> Instant {
        self.longest();
        Instant::now()
    }

    /// Returns the time within which every game must go on after a fault.
    fn bound(&self) -> Duration {
        2 * LEASE + *self.calm.get().unwrap()
    }

    /// Waits until every game has gone on after a fault, within its time and a further time for which it could not.
    /// Returns and notes the longest pause of a game.
    pub fn end_fault(&self, since: Instant, further: Duration) -> Duration {
        let bound = self.bound() + further;
        for (kind, pace) in &self.kinds {
            while pace.last() < since + UNDER_WAY {
                assert!(since.elapsed() < bound, "{kind:?} does not go on within {bound:?}");
                self.run(Duration::from_millis(5));
            }
        }
        self.run(Duration::from_millis(200));
        let gap = self.longest();
        assert!(gap <= bound, "a game has paused for {gap:?}: more than {bound:?}");
        self.gaps.lock().unwrap().push(gap);
        gap
    }

    /// Checks that no more computer players think than there are games that need one.
    fn check_thinking(&self, cluster: &Cluster) {
        let computers = self.kinds.iter().filter(|(kind, _)| matches!(kind.by, By::Computer(_))).count();
        for _ in 0..10 {
            let thinking = cluster.thinking();
            assert!(thinking <= computers as f64, "{thinking} computer players think for {computers} games");
            self.run(Duration::from_millis(30));
        }
    }

    fn print(&self, name: &str, games: usize, kept: usize) {
        let mut gaps = self.gaps.lock().unwrap().clone();
        gaps.sort();
        println!(
            "{name}: {} orders acknowledged, {} looks, {games} games verified with {kept} orders",
            self.orders.load(Ordering::Relaxed),
            self.looks.load(Ordering::Relaxed)
        );
        println!(
            "{name}: lease {LEASE:?}, {} faults, longest pause before: {:?}, after: median {:?}, most {:?}",
            gaps.len(),
            self.calm.get().unwrap(),
            gaps[gaps.len() / 2],
            gaps[gaps.len() - 1]
        );
    }
}

/// Plays games of these kinds against a cluster while `faults` makes faults. Checks all games afterwards, and prints
/// what was seen.
pub fn under_load(name: &str, cluster: &mut Cluster, kinds: &[Kind], faults: impl FnOnce(&mut Cluster, &Load)) {
    let (begun, seed) = (Instant::now(), u64::from(std::process::id()));
    println!("{name}: seed {seed}");
    let load = &Load::new(kinds, &cluster.backends);
    let games: Vec<Game> = std::thread::scope(|scope| {
        let players: Vec<_> = (0..kinds.len()).map(|n| scope.spawn(move || load.play(n, seed))).collect();
        scope.spawn(move || load.look(seed));
        scope.spawn(move || load.watch(seed));
        {
            let _end = End(load);
            load.run(CALM);
            load.calm.set(load.longest()).unwrap();
            faults(cluster, load);
            load.check_thinking(cluster);
        }
        load.over.store(true, Ordering::SeqCst);
        players.into_iter().flat_map(|player| player.join().unwrap()).collect()
    });
    cluster.check_running();
    let played = begun.elapsed();
    let number = games.len();
    let kept = finish(games, &cluster.backends);
    load.print(name, number, kept);
    println!("{name}: {played:.1?} of play, {:.1?} with all checks", begun.elapsed());
}

/// Ends all games and checks their ledgers. Returns the number of orders in them.
pub fn finish(mut games: Vec<Game>, backends: &Arc<Backends>) -> usize {
    let others = games.split_off(games.len() / 2);
    let finish = |games: Vec<Game>, seed| {
        let client = &mut Balanced::new(backends, seed);
        games.into_iter().map(|game| game.finish(client)).sum::<usize>()
    };
    std::thread::scope(|scope| {
        let orders = scope.spawn(|| finish(others, 2));
        finish(games, 1) + orders.join().unwrap()
    })
}
