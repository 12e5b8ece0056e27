//! Counts for the comparison of two states of the repository.

use std::fmt::Write as _;

use crate::files::{crate_of, pages, sources, texts, toml_texts};
use crate::rust::{Doc, Source};
use crate::sentences::{Part, Sentence, of_markdown, of_plain};
use crate::tics::TICS;
use crate::{is_text, judged};

/// A kind of text, with all its sentences.
struct Kind(&'static str, Vec<Sentence>);

fn kinds(docs: &[(String, Doc)], sources: &[(String, Source)]) -> Vec<Kind> {
    let toml = |folder: &str| {
        let files = texts().into_iter().filter(|file| file.path.starts_with(folder));
        let texts = files.flat_map(|file| toml_texts(&file.text)).filter(|text| is_text(&text.text));
        texts.flat_map(|text| of_plain(&text.text, text.line)).collect::<Vec<_>>()
    };
    let strings = sources.iter().flat_map(|(_, source)| &source.strings).filter(|(_, string)| is_text(string));
    vec![
        Kind("pages", pages().iter().flat_map(|page| of_markdown(judged(page))).collect()),
        Kind("rulebooks", toml("rulebooks")),
        Kind("scenarios", toml("scenarios")),
        Kind("doc comments", docs.iter().flat_map(|(_, doc)| of_markdown(&doc.text)).collect()),
        Kind("strings", strings.flat_map(|(line, string)| of_plain(string, *line)).collect()),
    ]
}

/// Returns all counts as Markdown tables.
pub fn table() -> String {
    let sources: Vec<(String, Source)> =
        sources().iter().map(|file| (crate_of(&file.path).to_owned(), Source::read(&file.text))).collect();
    let mut docs = Vec::new();
    for (name, source) in &sources {
        let copies =
            source.docs.iter().map(|doc| Doc { line: doc.line, name: doc.name.clone(), text: doc.text.clone() });
        docs.extend(copies.map(|doc| (name.clone(), doc)));
    }
    let kinds = kinds(&docs, &sources);
    let mut text = String::new();
    let names: Vec<&str> = kinds.iter().map(|kind| kind.0).collect();
    let _ = writeln!(text, "| sentences | {} |\n|---|{}", names.join(" | "), "---:|".repeat(names.len()));
    let mut row = |name: &str, of: &dyn Fn(&Kind) -> usize| {
        let counts: Vec<String> = kinds.iter().map(|kind| of(kind).to_string()).collect();
        let _ = writeln!(text, "| {name} | {} |", counts.join(" | "));
    };
    let is_prose = |sentence: &&Sentence| sentence.part == Part::Prose;
    row("all", &|kind| kind.1.iter().filter(is_prose).count());
    for most in [25, 30, 35] {
        let is_long = |sentence: &&Sentence| is_prose(sentence) && sentence.words() > most;
        row(&format!("over {most} words"), &|kind| kind.1.iter().filter(is_long).count());
    }
    for tic in TICS.iter() {
        let name = format!("“{}”{}", tic.name, if tic.forbidden { "" } else { " (allowed)" });
        row(&name, &|kind| kind.1.iter().map(|sentence| tic.uses(&sentence.without_code())).sum());
    }
    let _ = writeln!(text, "\n| doc comments | all | three words or fewer | repeat the name | begin with “The same” |");
    let _ = writeln!(text, "|---|---:|---:|---:|---:|");
    let mut crates: Vec<&str> = docs.iter().map(|(name, _)| name.as_str()).collect();
    crates.dedup();
    for wanted in crates.iter().map(|name| Some(*name)).chain([None]) {
        let of = |is: &dyn Fn(&Doc) -> bool| {
            docs.iter().filter(|(name, doc)| wanted.is_none_or(|wanted| wanted == name) && is(doc)).count()
        };
        let counts = [
            of(&|_| true),
            of(&|doc| doc.words().len() <= 3),
            of(&|doc| doc.repeats_the_name()),
            of(&|doc| doc.text.starts_with("The same")),
        ];
        let _ = writeln!(
            text,
            "| {} | {} |",
            wanted.unwrap_or("in all"),
            counts.map(|count| count.to_string()).join(" | ")
        );
    }
    text
}
