//! `docs/write-a-system.md` shows the code of the toy `duel`, word for word.

// Tests state conditions and panic where they fail.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

use std::path::Path;

const PAGE: &str = include_str!("../../../docs/write-a-system.md");

/// Collects the texts of all files in a folder and its subfolders.
fn gather(folder: &Path, texts: &mut Vec<String>) {
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            gather(&path, texts);
        } else {
            texts.push(std::fs::read_to_string(path).unwrap());
        }
    }
}

/// Returns the fenced blocks of a page, each with its language.
fn blocks(page: &str) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in page.lines() {
        match (open.take(), line.strip_prefix("```")) {
            (Some(block), Some(_)) => blocks.push(block),
            (Some((language, code)), None) => open = Some((language, code + line + "\n")),
            (None, Some(language)) => open = Some((language.to_owned(), String::new())),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "the last block is not closed");
    blocks
}

#[test]
fn the_code_of_the_page_is_the_code_of_the_toy() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources: Vec<String> =
        ["src/toys/duel.toml", "tests/duel.rs"].map(|file| std::fs::read_to_string(root.join(file)).unwrap()).into();
    gather(&root.join("src/toys/duel"), &mut sources);
    let blocks = blocks(PAGE);
    assert!(blocks.len() > 20, "{} blocks were found", blocks.len());
    for (language, code) in blocks {
        assert!(["rust", "toml"].contains(&language.as_str()), "a block of `{language}` is not compared:\n{code}");
        // Whole lines only: a block starts where a line does.
        let stands = |source: &String| source.starts_with(&code) || source.contains(&format!("\n{code}"));
        assert!(sources.iter().any(stands), "this is not in crates/suite/src/toys/duel:\n{code}");
    }
}

#[test]
fn blocks_are_found() {
    let found = blocks("One.\n```rust\nfn f() {}\n```\nTwo.\n");
    assert_eq!(found, [("rust".to_owned(), "fn f() {}\n".to_owned())]);
}

/// Returns the commands of the page that change a file, which are in sections 1 and 13. A line that ends in `\`
/// continues in the next.
fn commands(page: &str) -> Vec<String> {
    let lines = page.lines().filter_map(|line| line.strip_prefix("    ")).map(str::trim_start);
    let joined = lines.collect::<Vec<_>>().join("\n").replace("\\\n", "");
    let changes = ["cargo new", "sed ", "cp ", "mv ", "mkdir ", "find ", "echo "];
    joined.lines().filter(|line| changes.iter().any(|start| line.starts_with(start))).map(str::to_owned).collect()
}

/// Checks that each `sed -i` finds what it replaces. Otherwise the page would become wrong unnoticed when a file it
/// changes is edited.
#[cfg(target_os = "linux")]
#[test]
fn the_commands_of_the_page_change_what_they_name() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let copy = std::env::temp_dir().join(format!("write-a-system-{}", std::process::id()));
    let shell = |command: &str, at: &Path| {
        let done = std::process::Command::new("sh").args(["-ec", command]).current_dir(at).output().unwrap();
        assert!(done.status.success(), "{command}\n{}", String::from_utf8_lossy(&done.stderr));
    };
    let parts = "Cargo.toml crates/table/Cargo.toml crates/table/src/systems.rs crates/tide/Cargo.toml \
                 crates/suite/src/toys crates/suite/tests/harmless.toml";
    std::fs::create_dir_all(copy.join("rulebooks")).unwrap();
    shell(&format!("cp -r --parents {parts} '{}'", copy.display()), &root);
    for command in commands(PAGE) {
        // A crate without its workspace: only its files are compared.
        let command = command.replace("cargo new --lib crates/duel", "mkdir -p crates/duel/src");
        let named: Vec<_> =
            command.rsplit(' ').take(1).filter(|_| command.starts_with("sed -i")).map(str::to_owned).collect();
        let read = |file: &String| std::fs::read_to_string(copy.join(file)).unwrap();
        let before: Vec<String> = named.iter().map(read).collect();
        shell(&command, &copy);
        let after: Vec<String> = named.iter().map(read).collect();
        assert!(named.is_empty() || before != after, "this changes nothing any more: {command}");
    }
    let mut sources = Vec::new();
    gather(&copy.join("crates/duel/src"), &mut sources);
    let stale = |source: &&String| source.contains("crate::toys") || source.contains("use crate::{SystemUnderTest");
    assert_eq!(sources.iter().find(stale), None);
    assert!(std::fs::read_to_string(copy.join("crates/duel/Cargo.toml")).unwrap().contains("name = \"duel\""));
    std::fs::remove_dir_all(copy).unwrap();
}
