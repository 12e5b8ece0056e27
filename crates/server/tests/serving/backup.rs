//! Backups while a server plays, the way back, and the check that finds what was lost.

use std::path::{Path, PathBuf};

use crate::common::{Client, Dice, Host, begin, config, opened, opened_with_lost, play, seat};
use rusqlite::Connection;
use server::store::{
    Checked, GameId, Lost, Retention, SqliteStore, StoreAddress, StoreError, backup, check, copy, count_expired,
    restore,
};

fn copied(host: &Host, name: &str) -> PathBuf {
    let to = host.path.with_file_name(name);
    backup(&host.path, &to, &mut |_, _| {}).unwrap();
    to
}

fn checked(path: &Path) -> Checked {
    check(path, &mut |_, _| {}).unwrap()
}

/// Returns the number of lines in a store.
fn lines(path: &Path) -> i64 {
    Connection::open(path).unwrap().query_row("SELECT count(*) FROM line", [], |row| row.get(0)).unwrap()
}

/// Copies a store and its heads as they are after a power failure that took the write-ahead log.
fn without_log(path: &Path) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    for name in ["games.sqlite", "games.sqlite.heads"] {
        std::fs::copy(path.with_file_name(name), folder.path().join(name)).unwrap();
    }
    let path = folder.path().join("games.sqlite");
    (folder, path)
}

#[test]
fn a_backup_has_every_acknowledged_order_while_the_server_plays() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let begun = begin(client, "tide/first");
    play(client, &begun, 20, &mut Dice(2));
    let info = client.get(&seat(&begun.tokens[0], "")).ok();
    let ((mut done, mut of), to) = ((0, 0), host.path.with_file_name("copy.sqlite"));
    backup(&host.path, &to, &mut |now, all| (done, of) = (now, all)).unwrap();
    assert!(done <= of);
    // The copied file alone has nothing: all is in the write-ahead log.
    let alone = host.path.with_file_name("alone.sqlite");
    std::fs::copy(&host.path, &alone).unwrap();
    let tables = "SELECT count(*) FROM sqlite_master";
    let tables: i64 = Connection::open(&alone).unwrap().query_row(tables, [], |row| row.get(0)).unwrap();
    assert_eq!(tables, 0, "the test shows nothing if the log was already taken over");
    #[cfg(unix)]
    assert_eq!(std::os::unix::fs::MetadataExt::mode(&to.metadata().unwrap()) & 0o777, 0o600);
    let beside = ["-wal", "-shm", ".part"].map(|ending| to.with_file_name(format!("copy.sqlite{ending}")).exists());
    assert_eq!(beside, [false; 3], "it is one file");
    assert_eq!(checked(&to), Checked { games: 1, ..Checked::default() });
    // The game goes on here and in the copy.
    assert!(play(client, &begun, 5000, &mut Dice(3)), "the game came to no end");
    let other = Host::with(|_| config(&to));
    let client = &mut Client::new(other.address);
    assert_eq!(client.get(&seat(&begun.tokens[0], "")).ok(), info);
    assert!(play(client, &begun, 5000, &mut Dice(4)), "the game came to no end");
}

#[test]
fn a_backup_is_of_one_moment_under_load() {
    let host = Host::new();
    let address = host.address;
    let stop = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        for seed in 0..2 {
            let stop = &stop;
            scope.spawn(move || {
                let client = &mut Client::new(address);
                while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                    let begun = begin(client, "tide/first");
                    play(client, &begun, 30, &mut Dice(seed));
                }
            });
        }
        let mut before = 0;
        for n in 0..5 {
            let copy = copied(&host, &format!("copy-{n}.sqlite"));
            let now = lines(&copy);
            assert!(now >= before, "copy {n} has {now} lines, the one before had {before}");
            before = now;
            assert_eq!(checked(&copy).findings, []);
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}

#[test]
fn a_backup_goes_only_to_a_new_file_and_only_from_a_store() {
    let host = Host::new();
    let to = copied(&host, "copy.sqlite");
    let again = backup(&host.path, &to, &mut |_, _| {}).unwrap_err().to_string();
    assert!(again.contains("this file exists"), "{again}");
    let nothing = host.path.with_file_name("nothing.sqlite");
    let from_nothing = backup(&nothing, &host.path.with_file_name("b.sqlite"), &mut |_, _| {}).unwrap_err().to_string();
    assert!(from_nothing.contains("there is no store here"), "{from_nothing}");
    assert!(!nothing.exists());
    let text = host.path.with_file_name("text");
    std::fs::write(&text, "a shopping list").unwrap();
    assert!(backup(&text, &host.path.with_file_name("c.sqlite"), &mut |_, _| {}).is_err());
    assert!(restore(&nothing, &text, &mut |_, _| {}).is_err() && !nothing.exists());
}

#[test]
fn a_restored_store_is_the_backup_and_the_earlier_one_is_kept() {
    let mut host = Host::new();
    let client = &mut Client::new(host.address);
    let begun = begin(client, "tide/first");
    play(client, &begun, 10, &mut Dice(2));
    let info = client.get(&seat(&begun.tokens[0], "")).ok();
    let copy = copied(&host, "copy.sqlite");
    play(client, &begun, 10, &mut Dice(3));
    let in_use = restore(&host.path, &copy, &mut |_, _| {});
    assert!(matches!(in_use, Err(StoreError::InUse)), "{in_use:?}");
    let later = client.get(&seat(&begun.tokens[0], "")).ok();
    host.stop();
    assert!(restore(&host.path, &host.path, &mut |_, _| {}).unwrap_err().to_string().contains("the store itself"));
    drop(opened(&host.path));
    let earlier = restore(&host.path, &copy, &mut |_, _| {}).unwrap().unwrap();
    assert_eq!(earlier, host.path.with_file_name("games.sqlite.before-restore"));
    host.start();
    assert_eq!(Client::new(host.address).get(&seat(&begun.tokens[0], "")).ok(), info);
    // What was played since is no loss to be reported: the host chose the backup.
    assert_eq!(checked(&host.path).findings, []);
    let was = Host::with(|_| config(&earlier));
    assert_eq!(Client::new(was.address).get(&seat(&begun.tokens[0], "")).ok(), later);
    // Where there is no store, the backup becomes one.
    let new = host.path.with_file_name("new.sqlite");
    assert_eq!(restore(&new, &copy, &mut |_, _| {}).unwrap(), None);
    assert_eq!(lines(&new), lines(&copy));
}

#[cfg(unix)]
#[test]
fn what_root_restores_belongs_to_the_owner_of_the_folder() {
    use std::os::unix::fs::{MetadataExt, chown};
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("from"), folder.path().join("to"));
    std::fs::create_dir(&from).unwrap();
    std::fs::create_dir(&to).unwrap();
    drop(opened(&from.join("games.sqlite")));
    if chown(&to, Some(65_532), Some(65_533)).is_err() {
        println!("only root can give a file away: skipped");
        return;
    }
    // The user of the server puts a link where root will open a file.
    let outside = folder.path().join("outside");
    std::fs::write(&outside, "").unwrap();
    let lock = to.join("games.sqlite.lock");
    std::os::unix::fs::symlink(&outside, &lock).unwrap();
    restore(&to.join("games.sqlite"), &from.join("games.sqlite"), &mut |_, _| {}).unwrap_err();
    assert_eq!(outside.metadata().unwrap().uid(), 0);
    std::fs::remove_file(lock).unwrap();
    restore(&to.join("games.sqlite"), &from.join("games.sqlite"), &mut |_, _| {}).unwrap();
    for file in std::fs::read_dir(&to).unwrap().map(|file| file.unwrap()) {
        let file = (file.file_name(), file.metadata().unwrap());
        assert_eq!((file.1.uid(), file.1.gid(), file.1.mode() & 0o777), (65_532, 65_533, 0o600), "{:?}", file.0);
    }
}

#[test]
fn a_cut_log_is_found_by_the_heads() {
    let mut host = Host::new();
    let begun = begin(&mut Client::new(host.address), "tide/first");
    host.stop();
    host.start();
    let client = &mut Client::new(host.address);
    play(client, &begun, 10, &mut Dice(2));
    let _second = begin(client, "tide/first");
    host.store.as_ref().unwrap().note().unwrap();
    let all = lines(&host.path) as u64;
    let first: u64 = Connection::open(&host.path)
        .unwrap()
        .query_row("SELECT count(*) FROM line WHERE game = 1", [], |row| row.get(0))
        .unwrap();
    let (_folder, cut) = without_log(&host.path);
    let lost = [Lost { game: GameId(1), lines: first }, Lost { game: GameId(2), lines: all - first }];
    let games = |checked: &Checked| -> Vec<GameId> { checked.findings.iter().map(|finding| finding.game).collect() };
    let found = checked(&cut);
    let [one, two @ ..] = found.findings.as_slice() else { panic!("{found:?}") };
    assert!(one.why.contains(&format!("the store had {first} lines of it")), "{one:?}");
    assert!(one.left.starts_with("all ") && one.left.ends_with("can be replayed"), "{one:?}");
    assert!(two.iter().any(|finding| finding.why == "it is not in the store"), "{two:?}");
    let store = SqliteStore::open(&cut).unwrap();
    assert_eq!(store.lost(), lost);
    drop(store);
    // A copy has no heads of its own that would tell it.
    let to = StoreAddress::File(cut.with_file_name("copy.sqlite"));
    let copied = copy(&StoreAddress::File(cut.clone()), &to, &mut |_, _| {}).unwrap();
    assert_eq!((copied.games, &copied.lost[..]), (1, &lost[..]));
    // It is reported until the game is removed, also after it went on.
    let other = Host::with(|_| config(&cut));
    play(&mut Client::new(other.address), &begun, 30, &mut Dice(5));
    other.store.as_ref().unwrap().note().unwrap();
    assert!(games(&checked(&cut)).contains(&GameId(1)));
    // A sound store has nothing to report.
    assert_eq!(checked(&host.path).findings, []);
    host.stop();
    assert_eq!(opened_with_lost(&host.path).1, []);
}

#[test]
fn heads_that_are_gone_damaged_or_of_another_store_stop_nothing() {
    let host = Host::new();
    play(&mut Client::new(host.address), &begin(&mut Client::new(host.address), "tide/first"), 5, &mut Dice(1));
    let copy = copied(&host, "copy.sqlite");
    let heads = copy.with_file_name("copy.sqlite.heads");
    assert!(!heads.exists());
    assert_eq!(checked(&copy).findings, []);
    std::fs::write(&heads, "no database\n".repeat(1000)).unwrap();
    let told = checked(&copy).file;
    assert!(told.len() == 1 && told[0].starts_with("the heads kept apart can't be read"), "{told:?}");
    assert_eq!(SqliteStore::open(&copy).unwrap().lost(), []);
    drop(SqliteStore::open(&copy).unwrap());
    let another = copy.with_file_name("another.sqlite");
    drop(SqliteStore::open(&another).unwrap());
    std::fs::copy(&heads, another.with_file_name("another.sqlite.heads")).unwrap();
    assert_eq!(SqliteStore::open(&another).unwrap().lost(), []);
}

#[test]
fn the_check_lists_every_game_that_is_not_sound_and_what_is_left_of_it() {
    let mut host = Host::new();
    let client = &mut Client::new(host.address);
    for seed in 0..5 {
        let begun = begin(client, "tide/first");
        play(client, &begun, if seed == 4 { 5000 } else { 12 }, &mut Dice(seed));
    }
    host.stop();
    let store = Connection::open(&host.path).unwrap();
    store
        .execute_batch(
            "UPDATE line SET text = replace(text, '\"order\"', '\"odrer\"') WHERE game = 1 AND n = 5;
             DELETE FROM line WHERE game = 2 AND n = 8;
             UPDATE game SET opening = '{}' WHERE id = 3;
             UPDATE game SET fault = 'a reason' WHERE id = 4;",
        )
        .unwrap();
    let secret: String =
        store.query_row("SELECT text FROM line WHERE game = 1 AND n = 6", [], |row| row.get(0)).unwrap();
    let mut shown = Vec::new();
    let found = check(&host.path, &mut |done, of| shown.push((done, of))).unwrap();
    assert_eq!(shown, [1, 2, 3, 4, 5].map(|done| (done, 5)));
    assert_eq!((found.games, &found.file), (5, &Vec::new()));
    let told: Vec<_> = found.findings.iter().map(|one| (one.game.0, one.why.as_str(), one.left.as_str())).collect();
    let text = format!("{told:?}");
    assert!(
        matches!(told[0], (1, "line 6 of its ledger can't be replayed", left) if left.starts_with("the first 5 of ")),
        "{text}"
    );
    assert!(
        matches!(told[1], (2, "line 9 of its ledger can't be replayed", left) if left.starts_with("the first 8 of ")),
        "{text}"
    );
    assert!(
        told.iter().any(|one| matches!(one, (3, "its setup can't be read", left) if left.starts_with("the text of"))),
        "{text}"
    );
    // What the server noted is not the last word: the game is sound.
    assert!(told.iter().all(|one| one.0 != 4 && one.0 != 5), "{text}");
    assert!(!text.contains("nonce") && !text.contains(&secret));
}

#[test]
fn a_store_of_an_earlier_version_is_not_checked_but_can_be_copied() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stores/v2.sqlite"), &path).unwrap();
    let error = check(&path, &mut |_, _| {}).unwrap_err().to_string();
    assert!(error.contains("the store is of version 2"), "{error}");
    backup(&path, &folder.path().join("copy.sqlite"), &mut |_, _| {}).unwrap();
    let error = count_expired(&path, &Retention::default()).unwrap_err().to_string();
    assert!(error.contains("the store is of version 2"), "{error}");
}
