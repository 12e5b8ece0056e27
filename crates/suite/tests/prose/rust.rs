//! Doc comments and string literals of Rust code. They are read from its tokens, which includes those inside macros.

use proc_macro2::{Delimiter, Literal, TokenStream, TokenTree};

/// A doc comment and its item.
#[derive(Debug, PartialEq, Eq)]
pub struct Doc {
    /// First line of the comment, from 1.
    pub line: usize,
    /// Name of its item; `None` for a module's own comment or an `impl`.
    pub name: Option<String>,
    pub text: String,
}

/// Texts of a source file. Items built for tests only are left out.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Source {
    pub docs: Vec<Doc>,
    /// String literals, each with its line.
    pub strings: Vec<(usize, String)>,
}

impl Source {
    pub fn read(code: &str) -> Self {
        let mut source = Self::default();
        let tokens: TokenStream = code.parse().unwrap_or_else(|error| panic!("{error} in {code}"));
        source.walk(tokens);
        source
    }

    fn walk(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let (mut at, mut comment) = (0, Vec::new());
        while let Some(token) = tokens.get(at) {
            let inner = is_punct(tokens.get(at + 1), '!');
            let attribute = tokens.get(at + 1 + usize::from(inner)).filter(|_| is_punct(Some(token), '#'));
            let Some(TokenTree::Group(group)) = attribute else {
                at += 1;
                match token {
                    TokenTree::Group(group) => self.walk(group.stream()),
                    TokenTree::Literal(literal) => self.literal(literal),
                    _ => {}
                }
                continue;
            };
            at += 2 + usize::from(inner);
            let parts: Vec<TokenTree> = group.stream().into_iter().collect();
            match (&parts[..], parts.first()) {
                ([TokenTree::Ident(doc), _, TokenTree::Literal(text)], _) if doc == "doc" => {
                    comment.push((text.span().start().line, unescape(&text.to_string()).unwrap_or_default()));
                }
                (_, Some(TokenTree::Ident(name))) if name == "cfg" && group.stream().to_string() == "cfg (test)" => {
                    comment.clear();
                    at += item_length(&tokens[at..]);
                }
                // Names of a wire format can't be changed.
                (_, Some(TokenTree::Ident(name))) if name != "serde" && name != "doc" => self.walk(group.stream()),
                _ => {}
            }
            let more = is_punct(tokens.get(at), '#') && is_punct(tokens.get(at + 1), '!') == inner;
            if let Some((line, _)) = comment.first().filter(|_| !more) {
                let name = if inner { None } else { name_of(&tokens[at..]) };
                let text = comment.iter().map(|(_, text)| text.strip_prefix(' ').unwrap_or(text));
                self.docs.push(Doc { line: *line, name, text: text.collect::<Vec<_>>().join("\n") });
                comment.clear();
            }
        }
    }

    fn literal(&mut self, literal: &Literal) {
        if let Some(text) = unescape(&literal.to_string()) {
            self.strings.push((literal.span().start().line, text));
        }
    }
}

fn is_punct(token: Option<&TokenTree>, mark: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
}

/// Returns the number of tokens of an item: up to its body or semicolon.
fn item_length(tokens: &[TokenTree]) -> usize {
    let is_end = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        token => is_punct(Some(token), ';'),
    };
    tokens.iter().position(is_end).map_or(tokens.len(), |end| end + 1)
}

/// Words that may come before the name of an item.
const BEFORE: [&str; 14] = [
    "pub", "const", "fn", "struct", "enum", "type", "trait", "mod", "static", "unsafe", "async", "crate", "union",
    "mut",
];

/// Returns the name of the item, field or variant that starts here.
fn name_of(tokens: &[TokenTree]) -> Option<String> {
    let mut words = tokens.iter().take_while(|token| !is_punct(Some(token), ';')).filter_map(|token| match token {
        TokenTree::Ident(word) => Some(word.to_string()),
        _ => None,
    });
    let name = words.find(|word| !BEFORE.contains(&word.as_str()))?;
    (!["impl", "use", "macro_rules", "extern"].contains(&name.as_str())).then_some(name)
}

/// Returns the text of a string literal as written in code; `None` for other literals.
fn unescape(written: &str) -> Option<String> {
    if let Some(raw) = written.strip_prefix('r') {
        return Some(raw.trim_matches('#').trim_matches('"').to_owned());
    }
    let written = written.strip_prefix('"')?.strip_suffix('"')?;
    let (mut text, mut letters) = (String::new(), written.chars().peekable());
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('\\', Some('\n')) => while letters.next_if(|letter| letter.is_whitespace()).is_some() {},
            ('\\', Some('n' | 't' | 'r')) => {
                letters.next();
                text.push('\n');
            }
            ('\\', Some(_)) => text.extend(letters.next()),
            _ => text.push(letter),
        }
    }
    Some(text)
}

/// Words without a meaning of their own in a comment.
const EMPTY: [&str; 26] = [
    "a", "an", "the", "of", "for", "to", "this", "that", "its", "it", "is", "are", "in", "on", "at", "by", "with",
    "as", "and", "or", "whether", "which", "what", "be", "from", "their",
];

fn stem(word: &str) -> String {
    let word = word.to_lowercase();
    let (word, ending) = match word.strip_suffix("ies") {
        Some(stem) => (stem.to_owned(), "y"),
        None => (word, ""),
    };
    let stem = ["ing", "es", "ed", "s", "e"].iter().find_map(|ending| word.strip_suffix(ending));
    stem.filter(|stem| stem.len() > 2).unwrap_or(&word).to_owned() + ending
}

/// Splits a name into stems: `in_use` and `InUse` have two.
fn words_of(name: &str) -> Vec<String> {
    let mut spaced = String::new();
    for letter in name.trim_start_matches("r#").chars() {
        if letter.is_uppercase() {
            spaced.push(' ');
        }
        spaced.push(if letter == '_' { ' ' } else { letter });
    }
    spaced.split_whitespace().map(stem).collect()
}

impl Doc {
    /// Returns the words of the comment.
    pub fn words(&self) -> Vec<&str> {
        let letters = |letter: char| !letter.is_alphanumeric() && !"'’-_".contains(letter);
        self.text.split(letters).filter(|word| !word.is_empty()).collect()
    }

    /// Returns whether the comment says nothing that the name doesn't say.
    pub fn repeats_the_name(&self) -> bool {
        let Some(name) = &self.name else { return false };
        let name = words_of(name);
        let words: Vec<String> = self.words().iter().map(|word| word.to_lowercase()).collect();
        words.iter().filter(|word| !EMPTY.contains(&word.as_str())).all(|word| name.contains(&stem(word)))
    }
}

#[test]
fn comments_and_strings_are_found() {
    let code = r#"
//! A module.
/// Units of a side.
#[derive(Debug)]
pub(crate) struct Units {
    /// First
    /// and second.
    pub held_by: Side,
}
orders! { /** In a macro. */ Move { to: Hex } }
#[error("it is {0}")]
#[serde(rename = "wire name")]
fn f() { say("a\
    b \"c\""); }
#[cfg(test)]
mod tests { const NOT: &str = "this"; }
"#;
    let source = Source::read(code);
    let docs: Vec<_> = source.docs.iter().map(|doc| (doc.line, doc.name.as_deref(), doc.text.as_str())).collect();
    assert_eq!(
        docs,
        [
            (2, None, "A module."),
            (3, Some("Units"), "Units of a side."),
            (6, Some("held_by"), "First\nand second."),
            (10, Some("Move"), "In a macro. "),
        ]
    );
    assert_eq!(source.strings, [(11, "it is {0}".to_owned()), (13, "ab \"c\"".to_owned())]);
}

#[test]
fn a_comment_that_repeats_the_name_is_found() {
    let repeats =
        |name: &str, text: &str| Doc { line: 1, name: Some(name.to_owned()), text: text.to_owned() }.repeats_the_name();
    assert!(repeats("board", "The board.") && repeats("Advance", "Advances.") && repeats("held_by", "Held by."));
    assert!(repeats("entries", "The entry.") && repeats("UnitIndex", "Index of units."));
    assert!(!repeats("board", "The board, up to 1024 hexes.") && !repeats("advance", "Moves a unit."));
}
