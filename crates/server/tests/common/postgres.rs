//! A PostgreSQL server of the tests' own: in a private folder, without a port, and gone with the test program.
#![allow(dead_code, clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::Duration;

/// Keeps a server until its standard input ends, so that nothing remains of a test program that is killed. With a port, it
/// also listens there, with TLS and a certificate for `localhost`; the user `locked` needs a password.
const KEEPER: &str = r#"
trap '' INT
dir=$(mktemp -d /tmp/undercity-postgres-XXXXXX) || exit
"$0/initdb" -D "$dir/data" -U undercity -A trust -E UTF8 --no-locale --no-sync >"$dir/log" 2>&1 || exit
port=${1:-5432}
if [ "$1" ]; then
    cd "$dir"
    ec="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
    openssl req -x509 $ec -keyout ca.key -out ca.pem -days 2 -subj /CN=authority >>log 2>&1 || exit
    openssl req $ec -keyout own.key -out own.req -subj /CN=localhost >>log 2>&1 || exit
    echo subjectAltName=DNS:localhost >own.extra
    openssl x509 -req -in own.req -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile own.extra -out own.pem \
        >>log 2>&1 || exit
    { echo "host all locked all scram-sha-256"; cat data/pg_hba.conf; } >hba && mv hba data/pg_hba.conf
    set -- -c listen_addresses=localhost -c port="$1" -c ssl=on -c ssl_cert_file="$dir/own.pem" -c ssl_key_file="$dir/own.key"
else
    set -- -c listen_addresses=
fi
start() {
    # The processes of a server that was killed may not have ended yet.
    for try in $(seq 300); do
        "$0/postgres" -D "$dir/data" -k "$dir" -c shared_buffers=16MB -c max_connections=60 \
            -c recovery_init_sync_method=syncfs "$@" >>"$dir/log" 2>&1 </dev/null &
        pid=$!
        while [ -e /proc/$pid/exe ]; do
            "$0/pg_isready" -q -h "$dir" -p "$port" && return
            sleep 0.02
        done
        wait $pid
        sleep 0.05
    done
    exit 1
}
start "$@"
echo "$dir"
while read word; do
    case $word in
        kill) kill -KILL $pid; wait $pid ;;
        start) start "$@" ;;
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
    port: u16,
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
    /// Starts a server as [`Postgres::start`] does, that also listens at a port of `localhost`, with TLS.
    pub fn with_port(port: u16) -> Option<Postgres> {
        Postgres::start_with(&[port.to_string()], port)
    }

    /// Starts a server; `None` if PostgreSQL is not installed, which is an error where tests must be complete.
    pub fn start() -> Option<Postgres> {
        Postgres::start_with(&[], 5432)
    }

    fn start_with(arguments: &[String], port: u16) -> Option<Postgres> {
        let Some(programs) = installed() else {
            // Not `eprintln`, which a test that succeeds keeps to itself.
            let _ =
                writeln!(std::io::stderr(), "PostgreSQL is missing (Debian package postgresql): its tests are skipped");
            assert!(std::env::var_os("CI").is_none(), "PostgreSQL must be there");
            return None;
        };
        let is_root = std::fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0);
        // The server refuses to run as root. The package has made this user.
        let mut shell = Command::new(if is_root { "setpriv" } else { "sh" });
        if is_root {
            shell.args(["--reuid=postgres", "--regid=postgres", "--clear-groups", "sh"]);
        }
        shell.arg("-c").arg(KEEPER).arg(&programs).args(arguments).current_dir("/").env("LC_ALL", "C");
        let mut child =
            shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("a shell");
        let (commands, mut answers) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let mut folder = String::new();
        answers.read_line(&mut folder).unwrap();
        assert!(!folder.is_empty(), "PostgreSQL could not be set up");
        Some(Postgres {
            keeper: Mutex::new(Keeper { child, commands, answers }),
            programs,
            folder: folder.trim().into(),
            port,
            databases: AtomicUsize::default(),
        })
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

    /// Runs SQL in a database. Returns the values of each row, a line each.
    pub fn sql(&self, database: &str, text: &str) -> String {
        let output = Command::new(self.programs.join("psql"))
            .args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-U", "undercity", "-d", database, "-c", text])
            .args(["-p", &self.port.to_string(), "-h"])
            .arg(&self.folder)
            .output()
            .unwrap();
        let [out, error] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        assert!(output.status.success(), "{text}: {error}");
        out.trim().to_owned()
    }

    /// Copies a database into an empty one as a host does, by a dump. Returns the address of the copy.
    pub fn copied_by_dump(&self, database: &str) -> PathBuf {
        let (copy, dump) = (self.database(), tempfile::NamedTempFile::new().unwrap());
        let run = |program: &str, arguments: &[&str], last: &std::ffi::OsStr| {
            let mut command = Command::new(self.programs.join(program));
            command.args(["-U", "undercity", "-p", &self.port.to_string(), "-h"]).arg(&self.folder);
            assert!(command.args(arguments).arg(last).status().unwrap().success(), "{program}");
        };
        let file = dump.path().to_str().unwrap();
        run("pg_dump", &["--format", "custom", "--schema", "undercity", "--file", file], database.as_ref());
        run("pg_restore", &["--dbname", &name_of(&copy)], dump.path().as_ref());
        copy
    }

    fn command(&self, word: &str) {
        let mut keeper = self.keeper.lock().unwrap();
        writeln!(keeper.commands.as_mut().unwrap(), "{word}").unwrap();
        let mut answer = String::new();
        keeper.answers.read_line(&mut answer).unwrap();
        assert!(!answer.is_empty(), "PostgreSQL does not start: {}", self.log());
    }

    /// Kills the server, as a crash of the machine does.
    pub fn kill(&self) {
        self.command("kill");
    }

    /// Starts the server after [`Postgres::kill`].
    pub fn start_again(&self) {
        self.command("start");
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

    /// Makes all games of the store unused for so much longer, so that no test has to wait for it.
    pub fn age(&self, by: Duration) {
        let seconds = by.as_secs();
        if self.is_database() {
            let age = format!("UPDATE undercity.game SET used = used - {seconds}");
            postgres().unwrap().sql(&name_of(&self.store), &age);
        } else {
            let store = rusqlite::Connection::open(&self.store).unwrap();
            store.execute("UPDATE game SET used = used - ?1", [seconds]).unwrap();
        }
    }
}
