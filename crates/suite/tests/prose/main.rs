//! Writing style (CONTRIBUTING.md) as far as a program can check it: length of sentences, words to avoid, doc comments
//! that repeat a name, and dead links, anchors and commands.
//!
//! Exceptions are in `allowed.toml`. To count: `cargo test -p suite --test prose -- --ignored --nocapture count`, with
//! `PROSE_ROOT` for another copy of the repository.

// Tests state conditions and panic where they fail.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used, clippy::print_stdout)]

mod allowed;
mod commands;
mod counts;
mod files;
mod links;
mod rust;
mod sentences;
mod tics;

use allowed::Allowed;
use files::{File, pages, sources, texts, toml_texts};
use rust::Source;
use sentences::{Part, Sentence, of_markdown, of_plain};

/// The most words of a sentence in a page.
const WORDS: usize = 30;

/// The most words of a sentence in pages that are read line by line.
const WORDS_OF: [(&str, usize); 1] = [("docs/write-a-system.md", 25)];

/// A departure from the writing style.
struct Finding {
    file: String,
    line: usize,
    /// Clause of a rulebook that the text belongs to; empty for other texts.
    clause: String,
    sentence: String,
    what: String,
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}\n    {}", self.file, self.line, self.what, self.sentence)
    }
}

fn tics_in(file: &File, clause: &str, sentence: &Sentence, found: &mut Vec<Finding>) {
    for tic in tics::forbidden(&sentence.without_code()) {
        let what = format!("“{}”: write {}", tic.name, tic.write);
        found.push(finding(file, clause, sentence, what));
    }
}

fn finding(file: &File, clause: &str, sentence: &Sentence, what: String) -> Finding {
    let (clause, text) = (clause.to_owned(), sentence.text.clone());
    Finding { file: file.path.clone(), line: sentence.line, clause, sentence: text, what }
}

/// Returns the part of a page that is checked: of the changelog only the newest section, as older ones are history.
fn judged(file: &File) -> &str {
    let sections = file.text.match_indices("\n## ").map(|(at, _)| at);
    let older = sections.filter(|_| file.path == "CHANGELOG.md").nth(1);
    &file.text[..older.unwrap_or(file.text.len())]
}

/// Pages generated from doc comments, which are checked in the code.
const GENERATED: &str = "docs/words/";

/// Returns the findings in sentences of pages.
fn in_pages() -> Vec<Finding> {
    let mut found = Vec::new();
    for file in pages().into_iter().filter(|file| !file.path.starts_with(GENERATED)) {
        let most = WORDS_OF.iter().find(|(path, _)| *path == file.path).map_or(WORDS, |(_, words)| *words);
        for sentence in of_markdown(judged(&file)) {
            tics_in(&file, "", &sentence, &mut found);
            let words = sentence.words();
            if sentence.part == Part::Prose && words > most {
                let what = format!("{words} words: write two sentences or a list (at most {most})");
                found.push(finding(&file, "", &sentence, what));
            }
        }
    }
    found
}

/// Returns the findings in rulebooks and scenarios.
fn in_texts() -> Vec<Finding> {
    let mut found = Vec::new();
    for file in texts() {
        for text in toml_texts(&file.text).into_iter().filter(|text| is_text(&text.text)) {
            for sentence in of_plain(&text.text, text.line) {
                tics_in(&file, &text.id, &sentence, &mut found);
            }
        }
    }
    found
}

/// Returns whether a string literal is a text for people, not a name or a key.
fn is_text(string: &str) -> bool {
    string.trim().contains(' ') && string.contains(char::is_alphabetic)
}

/// Returns the findings in texts of the program.
fn in_strings() -> Vec<Finding> {
    let mut found = Vec::new();
    for file in sources() {
        let strings = Source::read(&file.text).strings;
        for (line, string) in strings.iter().filter(|(_, string)| is_text(string)) {
            for sentence in of_plain(string, *line) {
                tics_in(&file, "", &Sentence { line: *line, ..sentence }, &mut found);
            }
        }
    }
    found
}

/// Returns the findings in doc comments.
fn in_docs() -> Vec<Finding> {
    let mut all = Vec::new();
    for file in sources() {
        for doc in Source::read(&file.text).docs {
            let sentences = of_markdown(&doc.text).into_iter();
            for sentence in sentences.map(|found| Sentence { line: found.line + doc.line - 1, ..found }) {
                tics_in(&file, "", &sentence, &mut all);
            }
            if doc.repeats_the_name() {
                let what = format!("this only repeats the name `{}`: say something new", doc.name.unwrap_or_default());
                let sentence = Sentence { line: doc.line, part: Part::Prose, text: doc.text };
                all.push(finding(&file, "", &sentence, what));
            }
        }
    }
    all
}

fn assert_none(found: Vec<Finding>, of: &[&str]) {
    let allowed = Allowed::read();
    let (excepted, found): (Vec<_>, Vec<_>) = found.into_iter().partition(|found| allowed.excepts(found));
    let lines: Vec<String> = found.iter().map(Finding::to_string).collect();
    assert!(
        lines.is_empty(),
        "{} to write otherwise (CONTRIBUTING.md, Writing style):\n{}",
        lines.len(),
        lines.join("\n")
    );
    allowed.assert_used(&excepted, of);
}

#[test]
fn the_sentences_of_the_pages_are_short_and_plain() {
    assert_none(in_pages(), &[".md"]);
}

#[test]
fn rulebooks_and_scenarios_speak_plainly() {
    assert_none(in_texts(), &[".toml"]);
}

#[test]
fn the_program_speaks_plainly() {
    assert_none(in_strings(), &[".rs"]);
}

#[test]
fn the_doc_comments_say_more_than_the_name() {
    assert_none(in_docs(), &[".rs"]);
}

#[test]
fn the_links_of_the_pages_lead_somewhere() {
    let dead = links::dead(&pages());
    assert!(dead.is_empty(), "{} links lead nowhere:\n{}", dead.len(), dead.join("\n"));
}

#[test]
fn the_make_commands_of_the_pages_are_in_the_makefile() {
    let unknown = links::unknown_targets(&pages());
    assert!(unknown.is_empty(), "not in the Makefile:\n{}", unknown.join("\n"));
}

#[test]
fn other_commands_of_the_pages_can_run() {
    let wrong = commands::wrong(&pages());
    assert!(wrong.is_empty(), "{} commands can't run:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
#[ignore = "prints what counts.rs counts; PROSE_ROOT names another copy of the repository"]
fn count() {
    println!("{}", counts::table());
}
