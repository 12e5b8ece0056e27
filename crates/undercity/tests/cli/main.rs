//! The commands as a user runs them: output, streams and exit status.
// Tests assert by panicking.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

mod config;
mod files;
mod games;
mod ladder;
mod programs;
mod runs;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn undercity(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_undercity"))
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A command that doesn't read its input may have ended already.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Runs a command that must succeed, and returns its output.
fn fine(arguments: &[&str]) -> String {
    let output = undercity(arguments, "");
    assert!(output.status.success(), "{arguments:?}: {}", err(&output));
    assert_eq!(err(&output), "", "{arguments:?} complains");
    out(&output)
}

/// Runs a command that must fail with this status, and returns its error output.
fn fails(status: i32, arguments: &[&str]) -> String {
    let output = undercity(arguments, "");
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {}{}", out(&output), err(&output));
    err(&output)
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().expect("a folder for the test"))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// Plays a game in the terminal; `choices` are typed line by line.
fn play(ledger: &Path, choices: &str) -> Output {
    undercity(&["play", "--terminal", "tide/first", "--ledger", text(ledger)], choices)
}

/// Plays several orders of a game, always the first offer.
fn some_game(folder: &Folder) -> PathBuf {
    let ledger = folder.file("game.jsonl");
    // An empty line takes the screen; `1` is the first offer; there are more lines than the game can use.
    let output = play(&ledger, &"\n1\n1\n".repeat(12));
    assert!(output.status.success(), "{}", err(&output));
    ledger
}
