//! Files with text for people.

use std::path::{Path, PathBuf};

/// Returns the root of the repository, or of the one that `PROSE_ROOT` names.
pub fn root() -> PathBuf {
    let here = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::env::var_os("PROSE_ROOT").map_or_else(here, PathBuf::from).canonicalize().unwrap()
}

/// A file of the repository.
pub struct File {
    /// Path in the repository, with `/`.
    pub path: String,
    pub text: String,
}

/// Folders with built or downloaded files.
const NOT_OURS: [&str; 3] = ["target", "node_modules", "dist"];

fn gather(root: &Path, folder: &Path, ending: &str, files: &mut Vec<File>) {
    for entry in folder.read_dir().into_iter().flatten().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
        if path.is_dir() {
            if !NOT_OURS.contains(&&*name) && !name.starts_with('.') {
                gather(root, &path, ending, files);
            }
        } else if name.ends_with(ending) {
            let parts = path.strip_prefix(root).unwrap().iter().map(|part| part.to_str().unwrap());
            let inside = parts.collect::<Vec<_>>().join("/");
            files.push(File { path: inside, text: std::fs::read_to_string(&path).unwrap() });
        }
    }
}

fn all(folders: &[&str], ending: &str) -> Vec<File> {
    let (root, mut files) = (root(), Vec::new());
    for folder in folders {
        gather(&root, &root.join(folder), ending, &mut files);
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(!files.is_empty(), "no {ending} in {folders:?}");
    files
}

/// Returns all Markdown pages.
pub fn pages() -> Vec<File> {
    all(&["."], ".md")
}

/// Returns rulebooks, scenarios and explained pages. The history of rulings contains no text.
pub fn texts() -> Vec<File> {
    let mut files = all(&["rulebooks", "scenarios", "explained"], ".toml");
    files.retain(|file| file.path != "rulebooks/history.toml");
    files
}

/// Returns the Rust files of programs and libraries, without tests, benchmarks and examples.
pub fn sources() -> Vec<File> {
    let mut files = all(&["crates"], ".rs");
    files.retain(|file| {
        file.path.contains("/src/") && !file.path.contains("/tests/") && !file.path.ends_with("/tests.rs")
    });
    files
}

/// Returns the crate of a path.
pub fn crate_of(path: &str) -> &str {
    path.split('/').nth(1).unwrap_or_default()
}

/// A comment or a string of a TOML file.
#[derive(Debug, PartialEq, Eq)]
pub struct TomlText {
    pub line: usize,
    /// Key of a string; `None` for a comment.
    pub key: Option<String>,
    /// Last `id` before it: the clause in a rulebook.
    pub id: String,
    pub text: String,
}

/// Returns the comments and strings of a TOML file, in order. Comments on neighbouring lines are joined.
pub fn toml_texts(file: &str) -> Vec<TomlText> {
    let (mut found, mut id, mut key, mut rest) = (Vec::<TomlText>::new(), String::new(), String::new(), file);
    let mut comment_until = 0;
    while let Some(at) = rest.find(['#', '"', '\'', '=', '\n']) {
        let before = rest[..at].trim();
        let offset = file.len() - rest.len() + at;
        let line = file[..offset].matches('\n').count() + 1;
        let from = &rest[at..];
        let mark = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|mark| from.starts_with(mark));
        if let Some(mark) = mark {
            let inside = &from[mark.len()..];
            let escapes = |end: usize| inside[..end].len() - inside[..end].trim_end_matches('\\').len();
            let ends = |(end, _): &(usize, &str)| mark.starts_with('\'') || escapes(*end).is_multiple_of(2);
            let end = inside.match_indices(mark).find(ends).map_or(inside.len(), |(end, _)| end);
            let text = inside[..end].replace("\\\"", "\"");
            if key == "id" {
                id.clone_from(&text);
            }
            found.push(TomlText { line, key: Some(key.clone()), id: id.clone(), text });
            rest = &inside[(end + mark.len()).min(inside.len())..];
        } else if from.starts_with('#') {
            let end = from.find('\n').unwrap_or(from.len());
            let text = from[1..end].trim();
            match found.last_mut().filter(|last| last.key.is_none() && comment_until + 1 == line) {
                Some(last) => last.text.extend(["\n", text]),
                None => found.push(TomlText { line, key: None, id: id.clone(), text: text.to_owned() }),
            }
            comment_until = line;
            rest = &from[end..];
        } else {
            if from.starts_with('=') {
                before.clone_into(&mut key);
            }
            rest = &from[1..];
        }
    }
    found
}

#[test]
fn comments_and_strings_of_toml_are_found() {
    let file = "# One\n# two.\nid = \"A \\\"1\\\" # no\" # yes\ntext = \"\"\"\nlong\"\"\"\nrows = ['#.', \"a\\\\\"]\n";
    let found: Vec<_> = toml_texts(file).into_iter().map(|text| (text.line, text.key, text.text)).collect();
    let string = |line, key: &str, text: &str| (line, Some(key.to_owned()), text.to_owned());
    assert_eq!(found[0], (1, None, "One\ntwo.".to_owned()));
    assert_eq!(found[1], string(3, "id", "A \"1\" # no"));
    assert_eq!(found[2], (3, None, "yes".to_owned()));
    assert_eq!(found[3].0, 4);
    assert_eq!(found[4..], [string(6, "rows", "#."), string(6, "rows", "a\\\\")]);
}
