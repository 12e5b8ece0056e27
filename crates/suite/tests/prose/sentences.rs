//! Sentences of a text, each with its line. Code is not checked.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Part of a page in which a sentence is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A paragraph or an item of a list.
    Prose,
    /// A heading or a cell of a table: its words are checked, its length is not.
    Other,
}

/// A sentence and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// Line of its first word, from 1.
    pub line: usize,
    pub part: Part,
    /// The sentence on one line, with code in backticks.
    pub text: String,
}

impl Sentence {
    /// Returns the sentence with `_` for each piece of code.
    pub fn without_code(&self) -> String {
        let pieces = self.text.split('`').enumerate();
        pieces.map(|(n, piece)| if n % 2 == 0 { piece } else { "_" }).collect()
    }

    /// Returns the number of words; a piece of code counts as one.
    pub fn words(&self) -> usize {
        let is_word = |word: &&str| word.contains(|letter: char| letter.is_alphanumeric() || letter == '_');
        self.without_code().split_whitespace().filter(is_word).count()
    }
}

/// Tokens with a full stop that don't end a sentence.
const ABBREVIATIONS: [&str; 6] = ["e.g.", "i.e.", "vs.", "cf.", "No.", "St."];

/// Returns the ranges of a text's sentences.
fn split(text: &str) -> Vec<Range<usize>> {
    let (mut sentences, mut start, mut in_code) = (Vec::new(), 0, false);
    for (at, letter) in text.char_indices() {
        in_code ^= letter == '`';
        if in_code || !matches!(letter, '.' | '!' | '?') {
            continue;
        }
        let end = at + letter.len_utf8();
        let after = text[end..].trim_start_matches([')', ']', '"', '”', '’', '*']);
        let next = after.trim_start();
        let token = text[start..end].rsplit(char::is_whitespace).next().unwrap_or_default();
        let begins = |letter: char| letter.is_uppercase() || letter.is_numeric() || "`(“\"‘[{".contains(letter);
        if next.len() < after.len()
            && next.starts_with(begins)
            && !ABBREVIATIONS.contains(&token.trim_start_matches('('))
        {
            sentences.push(start..text.len() - after.len());
            start = text.len() - next.len();
        }
    }
    sentences.push(start..text.len());
    sentences
}

/// Returns the line of an offset in a text, from 1.
pub fn line_of(text: &str, offset: usize) -> usize {
    text.as_bytes()[..offset].iter().filter(|byte| **byte == b'\n').count() + 1
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the sentences of a plain text such as a message; `first` is its line.
pub fn of_plain(text: &str, first: usize) -> Vec<Sentence> {
    let sentences = split(text).into_iter().map(|range| Sentence {
        line: first + line_of(text, range.start) - 1,
        part: Part::Prose,
        text: on_one_line(&text[range]),
    });
    sentences.filter(|sentence| !sentence.text.is_empty()).collect()
}

/// A paragraph, item, heading or cell that is being read.
#[derive(Default)]
struct Block {
    text: String,
    /// Starts of pieces: offset in `text`, and offset in the page.
    pieces: Vec<(usize, usize)>,
}

impl Block {
    fn push(&mut self, piece: &str, offset: usize) {
        self.pieces.push((self.text.len(), offset));
        self.text.push_str(piece);
    }

    fn finish(&mut self, page: &str, part: Part, sentences: &mut Vec<Sentence>) {
        let block = std::mem::take(self);
        for range in split(&block.text) {
            let text = on_one_line(&block.text[range.clone()]);
            let piece = block.pieces.iter().rev().find(|(at, _)| *at <= range.start);
            if let Some((_, offset)) = piece.filter(|_| !text.is_empty()) {
                sentences.push(Sentence { line: line_of(page, *offset), part, text });
            }
        }
    }
}

/// Options for parsing the pages.
pub const OPTIONS: Options = Options::ENABLE_TABLES.union(Options::ENABLE_STRIKETHROUGH);

/// Returns the sentences of a Markdown page without its code blocks.
pub fn of_markdown(page: &str) -> Vec<Sentence> {
    let (mut sentences, mut block, mut part, mut code) = (Vec::new(), Block::default(), Part::Prose, false);
    for (event, range) in Parser::new_ext(page, OPTIONS).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(_)) => {
                block.finish(page, part, &mut sentences);
                code = true;
            }
            Event::End(TagEnd::CodeBlock) => code = false,
            Event::Start(Tag::Heading { .. } | Tag::TableCell) => part = Part::Other,
            Event::Start(Tag::List(_)) => block.finish(page, part, &mut sentences),
            Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::Heading(_) | TagEnd::TableCell) => {
                block.finish(page, part, &mut sentences);
                part = Part::Prose;
            }
            Event::Text(text) if !code => block.push(&text, range.start),
            Event::Code(text) => block.push(&format!("`{}`", text.replace('`', "'")), range.start),
            Event::SoftBreak | Event::HardBreak => block.text.push(' '),
            _ => {}
        }
    }
    sentences
}

#[test]
fn sentences_are_found() {
    let found = |page: &str| -> Vec<(usize, String)> {
        of_markdown(page).into_iter().map(|sentence| (sentence.line, sentence.text)).collect()
    };
    let page = "# A head\n\nOne. Two, e.g. `x. Y`\nand [more](a.md).\nThree?\n\n```sh\ncode\n```\n\n- an item\n  - another. End\n";
    let texts = ["A head", "One.", "Two, e.g. `x. Y` and more.", "Three?", "an item", "another.", "End"];
    assert_eq!(found(page), [1, 3, 3, 5, 11, 12, 12].into_iter().zip(texts.map(str::to_owned)).collect::<Vec<_>>());
    let table = of_markdown("| a | b |\n|---|---|\n| c | d. E |\n");
    assert!(table.len() == 5 && table.iter().all(|cell| cell.part == Part::Other), "{table:?}");
    let [long] = of_plain("Two words and `a piece of code` - here", 1).try_into().unwrap();
    assert_eq!((long.words(), long.without_code().as_str()), (5, "Two words and _ - here"));
    assert_eq!(of_plain("One.\nTwo.", 7)[1].line, 8);
}
