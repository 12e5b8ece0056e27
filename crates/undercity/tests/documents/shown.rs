//! Commands of the program that the pages show.

use std::path::{Path, PathBuf};

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

/// Adds the Markdown pages of a folder and its subfolders to `pages`.
fn gather(folder: &Path, pages: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name());
        if path.is_dir() {
            if name != "target" && name != "node_modules" {
                gather(&path, pages);
            }
        } else if path.extension().is_some_and(|ending| ending == "md") {
            pages.push(path);
        }
    }
}

/// Splits a command into words as a shell does, up to a comment, a pipe, a redirection, another command, or an
/// explanation in another column.
pub fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut letters = command.chars().peekable();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(mark), letter) if letter == mark => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, '#' | '|' | '>' | '<' | '&' | ';') if word.is_none() || letter == ';' => break,
            (None, ' ') => {
                words.extend(word.take());
                if letters.peek() == Some(&' ') {
                    break;
                }
            }
            (_, letter) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

/// Returns the commands of a page, and whether each is in its prose. A command is a line of code that begins with the
/// program's name. Brackets around optional parts are removed.
pub fn commands(page: &str) -> Vec<(bool, String)> {
    let (mut commands, mut block) = (Vec::new(), None::<String>);
    for event in Parser::new_ext(page, pulldown_cmark::Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => block = Some(String::new()),
            Event::End(TagEnd::CodeBlock) => {
                // A line that ends in `\` continues on the next.
                let code = block.take().unwrap_or_default();
                let mut line = String::new();
                for part in code.lines().map(str::trim) {
                    line.push_str(part.trim_start_matches("$ ").trim_end_matches('\\'));
                    if !part.ends_with('\\') {
                        commands.push((false, std::mem::take(&mut line)));
                    }
                }
            }
            Event::Text(text) => block.iter_mut().for_each(|block| block.push_str(&text)),
            Event::Code(code) => commands.push((true, code.into_string())),
            _ => {}
        }
    }
    // The program as it was just built.
    for (_, command) in &mut commands {
        if let Some(rest) = ["target/quick/", "target/release/"].iter().find_map(|folder| command.strip_prefix(folder))
        {
            *command = rest.to_owned();
        }
    }
    // `COMMAND` is a placeholder, and a diagram may begin with the program's name.
    let is_command = |line: &str| {
        line.strip_prefix("undercity ")
            .is_some_and(|line| line.starts_with(|letter: char| letter.is_lowercase() || letter == '-'))
    };
    commands.retain(|(_, command)| is_command(command) && !command.contains(" COMMAND"));
    commands.into_iter().map(|(in_text, command)| (in_text, command.replace(['[', ']'], ""))).collect()
}

/// Returns the pages whose commands must be right.
pub fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages = Vec::new();
    for name in ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "SECURITY.md", "CHANGELOG.md"] {
        pages.push(root.join(name));
    }
    for folder in ["docs", "crates"] {
        gather(&root.join(folder), &mut pages);
    }
    pages
}
