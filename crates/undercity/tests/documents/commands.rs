//! The commands of the pages do what the pages say: those that are quick are run.

use std::path::Path;
use std::process::Command;

use super::shown::{commands, pages, words};

/// Commands that answer in a moment and need no more than a file.
const QUICK: [&str; 9] = ["check", "draw", "judge", "luck", "odds", "replay", "rules", "scenarios", "sewers"];

/// Commands that are only parsed, and why.
const NOT_RUN: [(&str, &str); 5] = [
    ("…", "a part of it is left out"),
    ("duel", "a system that the reader writes; the suite builds it from its page"),
    ("judge cases", "`make cases` runs it, for a minute"),
    ("--order", "the order is that of a game in progress"),
    ("SCENARIO", "the reader puts a name there"),
];

/// Lines of a ledger in which the game has only begun.
const UNDER_WAY: usize = 27;

/// Files that commands name, each with the file of the repository that stands for it.
const FILES: [(&str, &str); 3] = [
    ("ferry-street.toml", "scenarios/tide/first.toml"),
    ("my-case.toml", "cases/tide/TOI-B1-actions-differ-by-side.toml"),
    ("TOI-S8-a-squad-that-just-went-below-waits.toml", "cases/tide/TOI-B1-actions-differ-by-side.toml"),
];

/// Writes the ledger that the pages call `game.jsonl`: of a finished game, or for odds the first lines of it.
fn write_game(root: &Path, folder: &Path, command: &str) {
    let ledger = std::fs::read_to_string(root.join("site/under-lantern-square.jsonl")).unwrap();
    let lines = if command == "odds" { UNDER_WAY } else { usize::MAX };
    let part: String = ledger.split_inclusive('\n').take(lines).collect();
    std::fs::write(folder.join("game.jsonl"), part).unwrap();
}

#[test]
fn the_quick_commands_of_the_pages_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let (mut run, mut failed) = (0, Vec::new());
    for path in pages() {
        for (in_text, command) in commands(&std::fs::read_to_string(&path).unwrap()) {
            let args = words(&command);
            let is_quick = args.get(1).is_some_and(|name| QUICK.contains(&&**name));
            if in_text || !is_quick || NOT_RUN.iter().any(|(part, _)| command.contains(part)) {
                continue;
            }
            run += 1;
            let folder = tempfile::tempdir().unwrap();
            for (name, stands_for) in FILES {
                std::fs::copy(root.join(stands_for), folder.path().join(name)).unwrap();
            }
            write_game(&root, folder.path(), &args[1]);
            let mut program = Command::new(env!("CARGO_BIN_EXE_undercity"));
            let output = program.args(&args[1..]).current_dir(folder.path()).output().unwrap();
            if !output.status.success() {
                let why = String::from_utf8_lossy(&output.stderr);
                failed.push(format!("{}: {command}\n    {}", path.display(), why.lines().next().unwrap_or_default()));
            }
        }
    }
    assert!(run > 20, "only {run} commands were run");
    assert!(failed.is_empty(), "{} commands fail:\n{}", failed.len(), failed.join("\n"));
}
