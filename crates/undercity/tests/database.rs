//! The program on PostgreSQL: games while the database is killed, and copies between both kinds of store. Without
//! PostgreSQL nothing is tried.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod serving;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serving::Server;
use serving::client::{Client, Dice, begin, play, seat};
use serving::known::Known;
use serving::postgres::{Postgres, name_of, postgres};

/// Runs `undercity store`. Returns its exit status, and its output followed by its errors.
fn store(arguments: &[&Path]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_undercity")).arg("store").args(arguments).output().unwrap();
    let text = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap()).concat();
    (output.status.code().unwrap(), text)
}

fn copy(from: &Path, to: &Path) -> (i32, String) {
    store(&["copy".as_ref(), from, to])
}

fn check(place: &Path) -> (i32, String) {
    store(&["check".as_ref(), "--store".as_ref(), place])
}

/// Returns the address of a database as it is shown.
fn shown(url: &Path) -> String {
    let url = url.to_str().unwrap();
    url.replace("postgres:///", "postgres://undercity@/").replace("&user=undercity", "")
}

fn verify(server: &Server, scenario: &str, known: &Known) {
    let ledger = Client::new(server.address).get(&seat(&known.begun.spectator, "/ledger")).text();
    table::system(scenario.split('/').next().unwrap()).unwrap().verify(&ledger, None).unwrap();
}

#[test]
fn neither_a_killed_database_nor_a_killed_server_loses_or_doubles_an_order() {
    let Some(postgres) = Postgres::start() else { return };
    let url = postgres.database();
    let mut dice = Dice(u64::from(std::process::id()));
    let mut server = Server::start(&url);
    let scenarios = ["tide/first", "heroes/first"];
    let mut games = scenarios.map(|scenario| (scenario, Known::new(begin(&mut Client::new(server.address), scenario))));
    for kill in 0..4 {
        let wait = Duration::from_micros(20_000 + dice.below(200_000) as u64);
        let (address, own) = (server.address, Dice(dice.0 ^ kill));
        std::thread::scope(|scope| {
            for ((_, known), n) in games.iter_mut().zip(0..) {
                let mut own = Dice(own.0 ^ n << 32);
                // It may end with an error: an order that could not be stored in time.
                scope.spawn(move || {
                    Client::try_new(address).and_then(|mut client| known.play(&mut client, 40, &mut own))
                });
            }
            std::thread::sleep(wait);
            postgres.kill();
            postgres.start_again();
        });
        for (_, known) in &mut games {
            known.check(&mut Client::new(server.address));
        }
        if kill % 2 == 1 {
            drop(server);
            server = Server::start(&url);
            for (_, known) in &mut games {
                known.check(&mut Client::new(server.address));
            }
        }
    }
    for (scenario, known) in &mut games {
        known.play(&mut Client::new(server.address), usize::MAX, &mut dice).unwrap();
        verify(&server, scenario, known);
    }
    drop(server);
    assert_eq!(check(&url), (0, "2 games checked: all are sound.\n".to_owned()));

    // A server stops in time while its database is away.
    let mut server = Server::start(&url);
    let address = server.address;
    let mut known = Known::new(begin(&mut Client::new(address), "tide/first"));
    postgres.kill();
    let player = std::thread::spawn(move || known.play(&mut Client::new(address), 1, &mut Dice(9)).is_err());
    std::thread::sleep(Duration::from_millis(300));
    server.terminate();
    assert!(server.ended(Duration::from_secs(10)).success());
    // The connection is cut, or the order is refused.
    assert!(player.join().is_ok_and(|failed| failed));
}

#[test]
fn games_move_to_a_database_and_back_and_are_played_on() {
    let Some(postgres) = postgres() else { return };
    let folder = tempfile::tempdir().unwrap();
    let [path, back] = ["games.sqlite", "back.sqlite"].map(|name| folder.path().join(name));
    let url = postgres.database();
    let server = Server::start(&path);
    let client = &mut Client::new(server.address);
    let (over, mut known) = (begin(client, "tide/first"), Known::new(begin(client, "heroes/first")));
    assert!(play(client, &over, 5000, &mut Dice(3)), "the game came to no end");
    known.play(client, 20, &mut Dice(4)).unwrap();
    client.post("/api/games", &serde_json::json!({ "scenario": "tide/first" })).ok();
    let in_use = |from: &Path, to: &Path| {
        let (status, told) = copy(from, to);
        assert!(status == 1 && told.contains("a server uses "), "{told}");
    };
    in_use(&path, &url);
    drop(server);
    let (status, told) = copy(&folder.path().join("nothing.sqlite"), &url);
    assert!(status == 1 && told.ends_with("nothing.sqlite: there is no store here\n"), "{told}");
    let copied = |from: String, to: String, games: &str| {
        (0, format!("{games} copied from {from} to {to}, and verified; 0 were there already.\n"))
    };
    let file = |path: &PathBuf| path.display().to_string();
    assert_eq!(copy(&path, &url), copied(file(&path), shown(&url), "3 games were"));
    // The same command changes nothing more.
    let (status, told) = copy(&path, &url);
    let again = "0 games were copied from";
    assert!(status == 0 && told.starts_with(again) && told.ends_with("3 were there already.\n"), "{told}");
    assert_eq!(check(&url), (0, "3 games checked: all are sound.\n".to_owned()));
    // So is a backup by the database's own programs.
    let restored = postgres.copied_by_dump(&name_of(&url));
    assert_eq!(check(&restored), (0, "3 games checked: all are sound.\n".to_owned()));
    assert_eq!(store(&["copy".as_ref(), &url, &restored]).1.split("; ").last(), Some("3 were there already.\n"));

    let server = Server::start(&url);
    let client = &mut Client::new(server.address);
    known.check(client);
    known.play(client, 10, &mut Dice(5)).unwrap();
    in_use(&url, &back);
    drop(server);
    // The file has an earlier state of a game, and nothing overwrites the later one.
    let (status, told) = copy(&path, &url);
    assert_eq!(status, 1, "{told}");
    assert!(told.starts_with("game 2 was not copied: the target has another version of it.\n"), "{told}");
    assert_eq!(copy(&url, &back), copied(shown(&url), file(&back), "3 games were"));
    let server = Server::start(&back);
    let client = &mut Client::new(server.address);
    known.check(client);
    known.play(client, usize::MAX, &mut Dice(6)).unwrap();
    verify(&server, "heroes/first", &known);
    drop(server);

    // Addresses still count their unfinished games: both stores have the same key.
    let makers = "SELECT count(*), (SELECT encode(salt, 'hex') FROM undercity.identity) FROM undercity.game WHERE maker IS NOT NULL";
    let (makers, salt) =
        postgres.sql(&name_of(&url), makers).split_once('|').map(|(n, s)| (n.to_owned(), s.to_owned())).unwrap();
    let file = rusqlite::Connection::open(&path).unwrap();
    let text = |sql: &str| file.query_row(sql, [], |row| row.get::<_, String>(0)).unwrap();
    assert_eq!((makers.as_str(), &salt), ("2", &text("SELECT lower(hex(salt)) FROM identity")));

    // Games of another store come beside them under other numbers, and count for no address.
    let other = folder.path().join("other.sqlite");
    let server = Server::start(&other);
    let begun = begin(&mut Client::new(server.address), "sniper/patrol");
    drop(server);
    assert_eq!(copy(&other, &url), copied(other.display().to_string(), shown(&url), "1 game was"));
    let all = "SELECT count(*), max(id), count(maker), (SELECT encode(salt, 'hex') FROM undercity.identity) FROM undercity.game";
    assert_eq!(postgres.sql(&name_of(&url), all), format!("4|4|2|{salt}"));
    let server = Server::start(&url);
    let client = &mut Client::new(server.address);
    client.get(&seat(&begun.tokens[0], "")).ok();
    begin(client, "tide/first");
    assert_eq!(postgres.sql(&name_of(&url), "SELECT max(id) FROM undercity.game"), "5");
}

#[test]
fn a_game_that_is_not_sound_is_left_out_of_a_copy() {
    let Some(postgres) = postgres() else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let url = postgres.database();
    let server = Server::start(&path);
    let client = &mut Client::new(server.address);
    for _ in 0..2 {
        let begun = begin(client, "tide/first");
        play(client, &begun, 8, &mut Dice(1));
    }
    drop(server);
    rusqlite::Connection::open(&path).unwrap().execute("DELETE FROM line WHERE n = 6 AND game = 1", []).unwrap();
    let (status, told) = copy(&path, &url);
    assert!(
        status == 1 && told.starts_with("game 1 was not copied: a line of its ledger is missing.\n1 game was "),
        "{told}"
    );
    assert_eq!(check(&url), (0, "1 game checked: all are sound.\n".to_owned()));
    postgres.sql(&name_of(&url), "DELETE FROM undercity.line WHERE n = 6");
    let (status, told) = check(&url);
    let finding = "game 2: a line of its ledger is missing. Left: the text of its first 6 lines.\n";
    assert!(status == 1 && told.starts_with(finding), "{told}");
}

#[test]
fn unused_games_are_removed_from_a_database_and_backups_are_its_own() {
    let Some(postgres) = postgres() else { return };
    let url = postgres.database();
    let server = Server::start(&url);
    begin(&mut Client::new(server.address), "tide/first");
    let prune = |more: &[&str]| {
        let arguments = [&["prune", "--unfinished", "0", "--store", url.to_str().unwrap()], more].concat();
        store(&arguments.iter().map(Path::new).collect::<Vec<_>>())
    };
    let (status, told) = prune(&["--remove"]);
    let in_use = format!("error: {}: a server uses this store: stop it first\n", shown(&url));
    assert_eq!((status, told), (1, in_use));
    drop(server);
    let (status, told) = prune(&[]);
    assert!(status == 0 && told.starts_with("unfinished: 1 game, about "), "{told}");
    let (status, told) = prune(&["--remove"]);
    assert!(status == 0 && told.ends_with("1 game was removed. The database will use their space again.\n"), "{told}");
    for command in ["backup", "restore"] {
        let (status, told) = store(&[command.as_ref(), "x.sqlite".as_ref(), "--store".as_ref(), &url]);
        let own = "error: PostgreSQL has backups of its own: use pg_dump and pg_restore, or pg_basebackup\n";
        assert_eq!((status, told.as_str()), (1, own));
    }
    // The error names the database, and not its password.
    let (status, told) = check("postgres://u:horse@127.0.0.1:1/games".as_ref());
    assert!(status == 1 && told.contains("postgres://u@127.0.0.1:1/games: ") && !told.contains("horse"), "{told}");
}
