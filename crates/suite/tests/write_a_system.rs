//! `docs/write-a-system.md` shows the code of the toy `duel`, word for word, in short sentences.

// A test states what must hold by panicking where it does not.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

use std::path::Path;

const PAGE: &str = include_str!("../../../docs/write-a-system.md");

/// The most words of a sentence.
const WORDS: usize = 25;

/// The text of every file in a folder, and in the folders in it.
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

/// The fenced blocks of a page, each with its language, and the text between them.
fn blocks(page: &str) -> (Vec<(String, String)>, String) {
    let (mut blocks, mut prose) = (Vec::new(), String::new());
    let mut open: Option<(String, String)> = None;
    for line in page.lines() {
        match (open.take(), line.strip_prefix("```")) {
            (Some(block), Some(_)) => blocks.push(block),
            (Some((language, code)), None) => open = Some((language, code + line + "\n")),
            (None, Some(language)) => {
                open = Some((language.to_owned(), String::new()));
                prose.push_str("\n\n");
            }
            (None, None) => prose.extend([line, "\n"]),
        }
    }
    assert!(open.is_none(), "the last block is not closed");
    (blocks, prose)
}

/// Sentences of more than so many words, leaving out headings, tables and commands.
fn long_sentences(prose: &str) -> Vec<String> {
    let is_text = |line: &&str| !line.starts_with(['#', '|']) && !line.starts_with("    ");
    let texts = prose.split("\n\n").map(|text| text.lines().filter(is_text).collect::<Vec<_>>().join(" "));
    let sentences = texts.flat_map(|text| text.split_inclusive(". ").map(str::to_owned).collect::<Vec<_>>());
    sentences.filter(|sentence| sentence.split_whitespace().count() > WORDS).collect()
}

#[test]
fn the_code_of_the_page_is_the_code_of_the_toy() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources: Vec<String> =
        ["src/toys/duel.toml", "tests/duel.rs"].map(|file| std::fs::read_to_string(root.join(file)).unwrap()).into();
    gather(&root.join("src/toys/duel"), &mut sources);
    let (blocks, _) = blocks(PAGE);
    assert!(blocks.len() > 20, "{} blocks were found", blocks.len());
    for (language, code) in blocks {
        assert!(["rust", "toml"].contains(&language.as_str()), "a block of `{language}` is not compared:\n{code}");
        // Whole lines: a block begins where a line does.
        let stands = |source: &String| source.starts_with(&code) || source.contains(&format!("\n{code}"));
        assert!(sources.iter().any(stands), "this is not in crates/suite/src/toys/duel:\n{code}");
    }
}

#[test]
fn the_sentences_of_the_page_are_short() {
    let (_, prose) = blocks(PAGE);
    let long = long_sentences(&prose);
    assert!(long.is_empty(), "more than {WORDS} words:\n{}", long.join("\n"));
}

#[test]
fn blocks_and_sentences_are_found() {
    let (found, prose) = blocks("One.\n```rust\nfn f() {}\n```\nTwo.\n");
    assert_eq!(found, [("rust".to_owned(), "fn f() {}\n".to_owned())]);
    assert_eq!(prose, "One.\n\n\nTwo.\n");
    assert_eq!(long_sentences(&"word ".repeat(26)).len(), 1);
    assert!(long_sentences(&format!("{}end. {}", "word ".repeat(24), "word ".repeat(25))).is_empty());
}
