//! No source file is longer than 400 lines (CONTRIBUTING.md).

// Tests state conditions and panic where they fail.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

use std::fs::read_to_string;
use std::path::{Path, PathBuf};

/// The most lines of a file.
const LINES: usize = 400;

/// Folders with built or downloaded files.
const NOT_OURS: [&str; 3] = ["target", "node_modules", "dist"];

/// Returns whether a file is written by hand and read as code.
fn is_source(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    [".rs", ".ts", ".svelte"].iter().any(|ending| name.ends_with(ending)) && !name.ends_with(".gen.ts")
}

/// Collects the source files of a folder and its subfolders. Git is not used, because a source archive has none.
fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        if entry.file_type().unwrap().is_dir() {
            if !NOT_OURS.contains(&&*name) && !name.starts_with('.') {
                gather(&path, files);
            }
        } else if is_source(&path) {
            files.push(path);
        }
    }
}

#[test]
fn no_file_is_longer_than_400_lines() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let mut files = Vec::new();
    for folder in ["crates", "bench", "fuzz", "web"] {
        let before = files.len();
        gather(&root.join(folder), &mut files);
        assert!(files.len() > before, "no source file was found in {folder}/");
    }
    files.sort_unstable();
    let long = files.iter().filter_map(|path| {
        let lines = read_to_string(path).unwrap().lines().count();
        (lines > LINES).then(|| format!("{}: {lines} lines", path.strip_prefix(&root).unwrap().display()))
    });
    let long: Vec<String> = long.collect();
    assert!(long.is_empty(), "more than {LINES} lines, so split them by what they are about:\n{}", long.join("\n"));
}

#[test]
fn generated_files_are_no_source() {
    let source = ["a.rs", "b.ts", "c.svelte", "d.svelte.ts"];
    assert!(source.iter().all(|name| is_source(Path::new(name))));
    assert!(!["wire.gen.ts", "a.toml", "b.mjs", "rs"].iter().any(|name| is_source(Path::new(name))));
}
