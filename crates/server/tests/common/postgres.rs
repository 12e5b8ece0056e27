//! A PostgreSQL server of the tests' own: in a private folder, without a port, and gone with the test program.
#![allow(dead_code, clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

/// Keeps a server until its standard input ends, so that nothing remains of a test program that is killed.
const KEEPER: &str = r#"
trap '' INT
dir=$(mktemp -d /tmp/undercity-postgres-XXXXXX) || exit
"$0/initdb" -D "$dir/data" -U undercity -A trust -E UTF8 --no-locale --no-sync >"$dir/log" 2>&1 || exit
start() {
    "$0/postgres" -D "$dir/data" -k "$dir" -c listen_addresses= -c shared_buffers=16MB -c max_connections=60 \
        >>"$dir/log" 2>&1 </dev/null &
    pid=$!
}
start
echo "$dir"
while read word; do
    case $word in
        kill) kill -KILL $pid; wait $pid ;;
        start) start ;;
    esac
    echo done
done
kill -QUIT $pid
wait $pid
rm -rf "$dir"
"#;

/// A PostgreSQL server.
pub struct Postgres {
    keeper: Mutex<Keeper>,
    programs: PathBuf,
    /// Folder with the socket.
    pub folder: PathBuf,
    databases: AtomicUsize,
}

struct Keeper {
    child: Child,
    commands: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

/// Returns the folder with the newest PostgreSQL that Debian's packages have installed.
fn installed() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let mut versions: Vec<(u32, PathBuf)> = versions
        .filter_map(|version| {
            let version = version.ok()?;
            Some((version.file_name().to_str()?.parse().ok()?, version.path().join("bin")))
        })
        .filter(|(_, programs)| programs.join("initdb").exists())
        .collect();
    versions.sort();
    versions.pop().map(|(_, programs)| programs)
}

/// Returns the server that the tests of this program share; `None` if PostgreSQL is not installed.
pub fn postgres() -> Option<&'static Postgres> {
    static SHARED: LazyLock<Option<Postgres>> = LazyLock::new(Postgres::start);
    SHARED.as_ref()
}

impl Postgres {
    /// Starts a server; `None` if PostgreSQL is not installed, which is an error where tests must be complete.
    pub fn start() -> Option<Postgres> {
        let Some(programs) = installed() else {
            // Not `eprintln`, which a test that succeeds keeps to itself.
            let _ = writeln!(std::io::stderr(), "PostgreSQL is missing (Debian package postgresql): its tests are skipped");
            assert!(std::env::var_os("CI").is_none(), "PostgreSQL must be there");
            return None;
        };
        let is_root = std::fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0);
        // The server refuses to run as root. The package has made this user.
        let mut shell = Command::new(if is_root { "setpriv" } else { "sh" });
        if is_root {
            shell.args(["--reuid=postgres", "--regid=postgres", "--clear-groups", "sh"]);
        }
        shell.arg("-c").arg(KEEPER).arg(&programs).current_dir("/").env("LC_ALL", "C");
        let mut child =
            shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("a shell");
        let (commands, mut answers) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let mut folder = String::new();
        answers.read_line(&mut folder).unwrap();
        assert!(!folder.is_empty(), "PostgreSQL could not be set up");
        let postgres = Postgres {
            keeper: Mutex::new(Keeper { child, commands, answers }),
            programs,
            folder: folder.trim().into(),
            databases: AtomicUsize::default(),
        };
        postgres.wait();
        Some(postgres)
    }

    /// Waits until the server takes requests.
    fn wait(&self) {
        let begun = Instant::now();
        while self.try_sql("postgres", "SELECT 1").is_err() {
            assert!(begun.elapsed() < Duration::from_secs(30), "{}", self.log());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Returns the log of the server.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join("log")).unwrap()
    }

    /// Creates an empty database and returns its address.
    pub fn database(&self) -> PathBuf {
        let name = format!("games{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.sql("postgres", &format!("CREATE DATABASE {name}"));
        self.url(&name)
    }

    /// Returns the address of a database.
    pub fn url(&self, database: &str) -> PathBuf {
        format!("postgres:///{database}?host={}&user=undercity", self.folder.display()).into()
    }

    fn try_sql(&self, database: &str, text: &str) -> Result<String, String> {
        let output = Command::new(self.programs.join("psql"))
            .args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-U", "undercity", "-d", database, "-c", text, "-h"])
            .arg(&self.folder)
            .output()
            .unwrap();
        let [out, error] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        if output.status.success() { Ok(out.trim().to_owned()) } else { Err(error) }
    }

    /// Runs SQL in a database. Returns the values of the first column, a line each.
    pub fn sql(&self, database: &str, text: &str) -> String {
        self.try_sql(database, text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn command(&self, word: &str) {
        let mut keeper = self.keeper.lock().unwrap();
        writeln!(keeper.commands.as_mut().unwrap(), "{word}").unwrap();
        keeper.answers.read_line(&mut String::new()).unwrap();
    }

    /// Kills the server, as a crash of the machine does.
    pub fn kill(&self) {
        self.command("kill");
    }

    /// Starts the server after [`Postgres::kill`].
    pub fn start_again(&self) {
        let begun = Instant::now();
        loop {
            self.command("start");
            // The processes of the killed one may not have ended yet.
            for _ in 0..50 {
                if self.try_sql("postgres", "SELECT 1").is_ok() {
                    return;
                }
                std::thread::sleep(Duration::from_millis(20));
            }
            assert!(begun.elapsed() < Duration::from_secs(30), "{}", self.log());
        }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let mut keeper = self.keeper.lock().unwrap();
        keeper.commands = None;
        keeper.child.wait().unwrap();
    }
}

/// Returns the name of the database of an address.
pub fn name_of(url: &Path) -> String {
    let url = url.to_str().unwrap();
    url.split('?').next().and_then(|url| url.rsplit('/').next()).unwrap().to_owned()
}

/// An empty store of one kind.
pub struct Place {
    /// Path or address, as `--store` takes it.
    pub store: PathBuf,
    _folder: tempfile::TempDir,
}

impl Place {
    /// Returns an empty store of each kind that this machine has.
    pub fn each() -> Vec<Place> {
        let file = |name: &str| {
            let folder = tempfile::tempdir().unwrap();
            (folder.path().join(name), folder)
        };
        let (path, folder) = file("games.sqlite");
        let mut all = vec![Place { store: path, _folder: folder }];
        if let Some(postgres) = postgres() {
            all.push(Place { store: postgres.database(), _folder: tempfile::tempdir().unwrap() });
        }
        all
    }

    /// Returns whether the store is a database.
    pub fn is_database(&self) -> bool {
        self.store.starts_with("postgres:")
    }
}
