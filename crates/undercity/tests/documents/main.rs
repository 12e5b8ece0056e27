//! The pages in docs/ match the program: the sessions of docs/api/engine.md, the description of the API, the schemas of
//! scenario files, the tables of their keys, and the words of each system. A difference shows what changes for authors
//! of clients and scenarios.
//!
//! `make wire` writes them again (`UPDATE=1 cargo test -p undercity --test documents`).
// Tests assert by panicking.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

mod commands;
mod published;
mod reference;
mod sewers;
mod shown;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use rules::rulebook::Confidence;

const DOC: &str = include_str!("../../../../docs/api/engine.md");

/// Returns whether a text matches its documented form, in which `…` stands for any text.
fn is_as_written(text: &str, written: &str) -> bool {
    let mut parts = written.split('…');
    let (first, last) = (parts.next().unwrap_or_default(), parts.next_back());
    let Some(last) = last else { return text == first };
    let Some(rest) = text.strip_prefix(first).and_then(|rest| rest.strip_suffix(last)) else { return false };
    let all = parts.try_fold(rest, |rest, part| rest.split_once(part).map(|(_, rest)| rest));
    all.is_some()
}

/// Removes the first digits of hashes, which differ with every game's nonces.
fn without_hashes(written: &str) -> String {
    let mut text = String::new();
    for part in written.split_inclusive('…') {
        let digits = part.strip_suffix('…').and_then(|part| part.rsplit_once('"'));
        match digits.filter(|(_, hex)| hex.len() == 8 && hex.bytes().all(|byte| byte.is_ascii_hexdigit())) {
            Some((before, _)) => text.extend([before, "\"…"]),
            None => text.push_str(part),
        }
    }
    text
}

fn answers(requests: &[&str]) -> Vec<String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_undercity"))
        .arg("engine")
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let input = requests.join("\n") + "\n";
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("the program ends");
    String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect()
}

#[test]
fn the_engine_answers_as_is_written() {
    // A session may be in several pieces; each session begins with a new game.
    let mut sessions: Vec<Vec<(&str, &str)>> = Vec::new();
    let mut lines = DOC.lines();
    while let Some(line) = lines.next() {
        let Some(request) = line.strip_prefix("> ").filter(|request| request.starts_with('{')) else { continue };
        let answer = lines.next().and_then(|line| line.strip_prefix("< ")).expect("an answer below its request");
        if request.contains("\"method\":\"new\"") {
            sessions.push(Vec::new());
        }
        sessions.last_mut().expect("a game is begun first").push((request, answer));
    }
    assert!(sessions.len() == 2 && sessions[0].len() >= 13, "sessions were not found");
    for session in sessions {
        let requests: Vec<&str> = session.iter().map(|(request, _)| *request).collect();
        let answers = answers(&requests);
        assert_eq!(answers.len(), session.len());
        for ((request, written), answer) in session.iter().zip(answers) {
            assert!(
                is_as_written(&answer, &without_hashes(written)),
                "{request}\nis answered\n{answer}\nand not\n{written}"
            );
        }
    }
}

#[test]
fn what_is_written_is_compared() {
    assert!(is_as_written("[1,2,3]", "[1,…]") && is_as_written("[1]", "[1]") && is_as_written("abc", "…b…"));
    assert!(!is_as_written("[1,2,3]", "[2,…]") && !is_as_written("[1]", "[2]") && !is_as_written("ac", "a…b…c"));
    assert_eq!(without_hashes("{\"head\":\"218e3a77…\",\"p\":0.1463…}"), "{\"head\":\"…\",\"p\":0.1463…}");
}

/// Compares a generated file of docs/ with its present content. With `UPDATE` in the environment it is written.
fn is_kept(name: &str, now: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, now).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let alike = kept.lines().zip(now.lines()).take_while(|(kept, now)| kept == now).count();
    assert!(
        kept == now,
        "docs/{name} differs from the program from line {} on; `make wire` writes it again",
        alike + 1
    );
}

fn pretty(value: &serde_json::Value) -> String {
    serde_json::to_string_pretty(value).unwrap() + "\n"
}

#[test]
fn the_description_of_the_api_is_kept() {
    is_kept("openapi.json", &pretty(&server::openapi()));
}

#[test]
fn the_schemas_of_scenario_files_are_kept() {
    for system in table::SYSTEMS {
        is_kept(&format!("schemas/{}.json", system.name()), &pretty(&system.schema()));
    }
}

#[test]
fn the_tables_of_scenario_keys_are_kept() {
    for system in table::SYSTEMS {
        let name = format!("reference/{}.md", system.name());
        let page =
            std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(&name)).unwrap();
        is_kept(&name, &reference::renewed(&page, &system.schema(), &system.rulebook().options));
    }
}

#[test]
fn the_words_of_the_systems_are_kept() {
    for system in table::SYSTEMS {
        let told =
            Command::new(env!("CARGO_BIN_EXE_undercity")).args(["rules", system.name(), "--words"]).output().unwrap();
        let told = String::from_utf8(told.stdout).unwrap();
        for kind in ["Orders", "Facts", "Changes", "Reports", "Steps", "Rolls"] {
            let (_, words) = told.split_once(&format!("\n## {kind}\n")).unwrap_or_else(|| panic!("no {kind}"));
            let words = words.split("\n## ").next().unwrap().lines().filter(|line| line.starts_with("| `")).count();
            assert!(words > 0, "{}: {words} {kind}", system.name());
        }
        is_kept(&format!("words/{}.md", system.name()), &told);
    }
}

/// Parts left out that the page names of each system.
const LEFT_OUT: usize = 14;

/// A page counts the clauses of each system by level, and names what is left out.
#[test]
fn how_sure_the_rules_are_is_kept() {
    const BEGIN: &str = "<!-- rules: written by `make wire` -->\n";
    const END: &str = "<!-- end of rules -->\n";
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/accuracy.md")).unwrap();
    let (before, rest) = page.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let mut table =
        "| system | clauses | found | sibling | memory | default | details of ours | left out |\n".to_owned();
    table += "|---|---:|---:|---:|---:|---:|---:|---|\n";
    for book in table::SYSTEMS.iter().map(|system| system.rulebook()) {
        let levels = Confidence::ALL.map(|level| book.count(level).to_string()).join(" | ");
        let (clauses, ours) = (book.clauses.len(), book.with_details_of_ours());
        let row =
            format!("| `{}` | {clauses} | {levels} | {ours} | {} |\n", book.system, book.left_out_names(LEFT_OUT));
        table.push_str(&row);
    }
    is_kept("accuracy.md", &format!("{before}{BEGIN}\n{table}\n{END}{after}"));
}

/// What each clause rests on, and the answer to each difference between the program and the published game.
#[test]
fn the_sources_of_the_systems_are_kept() {
    for system in table::SYSTEMS {
        let told =
            Command::new(env!("CARGO_BIN_EXE_undercity")).args(["rules", system.name(), "--sources"]).output().unwrap();
        let told = String::from_utf8(told.stdout).unwrap();
        let rows = published::rows(system.rulebook());
        is_kept(&format!("sources/{}.md", system.name()), &(told + &rows));
    }
}

/// A clause with a source cites references of its rulebook, and each reference is cited.
#[test]
fn sources_are_references_of_the_rulebook() {
    for book in table::SYSTEMS.iter().map(|system| system.rulebook()) {
        let mut cited = BTreeSet::new();
        for entry in &book.clauses {
            let fits = match entry.confidence {
                Confidence::Found | Confidence::Sibling => !entry.sources.is_empty(),
                Confidence::Memory => true,
                Confidence::Default => entry.sources.is_empty(),
            };
            assert!(fits, "{}: what is found or sibling has a source, and what is ours has none", entry.id);
            for source in &entry.sources {
                let (reference, _) =
                    book.reference(source).unwrap_or_else(|| panic!("{}: no reference {source}", entry.id));
                cited.insert(reference.key.as_str());
            }
        }
        let idle: Vec<_> = book.references.iter().filter(|one| !cited.contains(one.key.as_str())).collect();
        assert!(idle.is_empty(), "{}: references that no clause cites: {idle:?}", book.system);
    }
}
