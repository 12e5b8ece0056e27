//! A way to a database over TCP that can be cut.
#![allow(dead_code, clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::postgres::{Postgres, name_of};

/// When the connection of a client is cut next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    Never,
    /// When the client commits; the database doesn't hear of it.
    BeforeCommit,
    /// When the client commits; the database commits, and its answer is lost.
    AfterCommit,
    /// After so many bytes in one of both directions.
    After(usize),
    /// When the client commits, nothing is passed on any more, and no end hears of it.
    Silence,
}

#[derive(Debug)]
struct Plan {
    cut: Mutex<Cut>,
    cuts: AtomicUsize,
    closed: AtomicBool,
    held: AtomicBool,
    /// Everything that was held back since that began.
    kept: Mutex<Vec<u8>>,
    clients: Mutex<Vec<TcpStream>>,
    socket: PathBuf,
}

/// A way to a database.
pub struct Proxy {
    pub address: SocketAddr,
    plan: Arc<Plan>,
    database: String,
}

impl Proxy {
    /// Opens a way to a database of a server.
    pub fn new(postgres: &Postgres, url: &Path) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let socket = postgres.folder.join(".s.PGSQL.5432");
        let (cut, cuts) = (Mutex::new(Cut::Never), AtomicUsize::new(0));
        let [closed, held] = [false; 2].map(AtomicBool::new);
        let plan =
            Arc::new(Plan { cut, cuts, closed, held, kept: Mutex::default(), clients: Mutex::default(), socket });
        let of_listener = Arc::clone(&plan);
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let plan = Arc::clone(&of_listener);
                if !plan.closed.load(Ordering::SeqCst) {
                    std::thread::spawn(move || join(client, plan));
                }
            }
        });
        Proxy { address, plan, database: name_of(url) }
    }

    /// Returns the address of the database by this way.
    pub fn url(&self) -> PathBuf {
        format!("postgres://undercity@{}/{}", self.address, self.database).into()
    }

    /// Cuts the next connection that this is the case of.
    pub fn cut(&self, cut: Cut) {
        *self.plan.cut.lock().unwrap() = cut;
    }

    /// Refuses new connections, or no more. The next cut then ends all connections.
    pub fn close(&self, closed: bool) {
        self.plan.closed.store(closed, Ordering::SeqCst);
    }

    /// Holds back everything that clients send to the database, or passes it on at last.
    pub fn hold(&self, held: bool) {
        if held {
            self.plan.kept.lock().unwrap().clear();
        }
        self.plan.held.store(held, Ordering::SeqCst);
    }

    /// Returns whether a text is in what was held back.
    pub fn has_held(&self, text: &str) -> bool {
        self.plan.kept.lock().unwrap().windows(text.len()).any(|part| part == text.as_bytes())
    }

    /// Returns how many connections were cut.
    pub fn cuts(&self) -> usize {
        self.plan.cuts.load(Ordering::SeqCst)
    }
}

fn join(client: TcpStream, plan: Arc<Plan>) {
    let Ok(server) = UnixStream::connect(&plan.socket) else { return };
    client.set_nodelay(true).unwrap();
    plan.clients.lock().unwrap().push(client.try_clone().unwrap());
    let muted = Arc::new(AtomicBool::new(false));
    let answers = {
        let (server, client) = (server.try_clone().unwrap(), client.try_clone().unwrap());
        let (plan, muted) = (Arc::clone(&plan), Arc::clone(&muted));
        std::thread::spawn(move || {
            pass(&server, &client, &plan, &muted, false);
            let _ = client.shutdown(Shutdown::Both);
            let _ = server.shutdown(Shutdown::Both);
        })
    };
    pass(Held { client: &client, plan: &plan, kept: Vec::new() }, &server, &plan, &muted, true);
    let _ = client.shutdown(Shutdown::Both);
    // What the database was told before is done.
    let _ = server.shutdown(Shutdown::Write);
    answers.join().unwrap();
}

/// What a client sends. While the plan holds it back, it is kept.
struct Held<'a> {
    client: &'a TcpStream,
    plan: &'a Plan,
    kept: Vec<u8>,
}

impl Held<'_> {
    fn keep(&mut self, bytes: &[u8]) {
        self.kept.extend_from_slice(bytes);
        self.plan.kept.lock().unwrap().extend_from_slice(bytes);
    }

    fn is_on(&self) -> bool {
        self.plan.held.load(Ordering::SeqCst)
    }
}

impl Read for Held<'_> {
    /// Reads on while nothing is passed on: what a client sends can come in several parts.
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        if self.kept.is_empty() {
            let length = self.client.read(bytes)?;
            if !self.is_on() {
                return Ok(length);
            }
            self.keep(&bytes[..length]);
            let pause = Duration::from_millis(1);
            self.client.set_read_timeout(Some(pause))?;
            while self.is_on() {
                match self.client.read(bytes) {
                    Ok(0) => std::thread::sleep(pause),
                    Ok(length) => self.keep(&bytes[..length]),
                    Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                    Err(error) => return Err(error),
                }
            }
            self.client.set_read_timeout(None)?;
        }
        let length = self.kept.as_slice().read(bytes)?;
        self.kept.drain(..length);
        Ok(length)
    }
}

/// Passes bytes on until an end is closed or the connection is cut.
fn pass(mut from: impl Read, mut to: impl Write, plan: &Plan, muted: &AtomicBool, asks: bool) {
    let mut bytes = [0; 1 << 16];
    while let Ok(length @ 1..) = from.read(&mut bytes) {
        let commits = asks && bytes[..length].windows(7).any(|text| text == b"COMMIT\0");
        let (mut passed, mut silence) = (length, false);
        let is_cut = {
            let mut cut = plan.cut.lock().unwrap();
            let is_cut = match &mut *cut {
                Cut::Never => false,
                Cut::BeforeCommit | Cut::AfterCommit | Cut::Silence => commits,
                Cut::After(left) => {
                    passed = length.min(*left);
                    *left -= passed;
                    *left == 0
                }
            };
            if is_cut {
                if *cut == Cut::BeforeCommit || *cut == Cut::Silence {
                    passed = 0;
                }
                silence = *cut == Cut::Silence;
                *cut = Cut::Never;
                muted.store(true, Ordering::SeqCst);
                plan.cuts.fetch_add(1, Ordering::SeqCst);
            }
            is_cut
        };
        if silence {
            // The client ends it at last.
            let _ = from.read_to_end(&mut Vec::new());
        }
        let silent = !asks && muted.load(Ordering::SeqCst);
        if (!silent && to.write_all(&bytes[..passed]).is_err()) || is_cut {
            if is_cut && plan.closed.load(Ordering::SeqCst) {
                for client in plan.clients.lock().unwrap().drain(..) {
                    let _ = client.shutdown(Shutdown::Both);
                }
            }
            break;
        }
    }
    muted.store(true, Ordering::SeqCst);
}
