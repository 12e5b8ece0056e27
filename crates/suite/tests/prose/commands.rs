//! Commands of other programs that the pages show: their targets, packages, scripts and options exist.

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use crate::files::{File, root};
use crate::sentences::{OPTIONS, line_of};

/// Returns the lines of code of a page, each with its place. A line that ends in `\` continues on the next.
fn lines(page: &File) -> Vec<(String, String)> {
    let (mut lines, mut in_code) = (Vec::new(), false);
    for (event, range) in Parser::new_ext(&page.text, OPTIONS).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Text(code) if in_code => {
                let place = format!("{}:{}", page.path, line_of(&page.text, range.start));
                let code = code.replace("\\\n", " ");
                lines.extend(code.lines().map(|line| (place.clone(), line.trim().trim_start_matches("$ ").to_owned())));
            }
            Event::Code(code) => {
                lines.push((format!("{}:{}", page.path, line_of(&page.text, range.start)), code.into_string()))
            }
            _ => {}
        }
    }
    lines
}

/// Returns the commands of a line, each as its words, without settings of the environment before it.
fn commands(line: &str) -> Vec<Vec<&str>> {
    let line = line.split('#').next().unwrap_or_default();
    let is_setting = |word: &&str| {
        word.split_once('=').is_some_and(|(name, _)| name.chars().all(|c| c.is_ascii_uppercase() || c == '_'))
    };
    line.split("&&")
        .flat_map(|part| part.split(['|', ';']))
        .map(|part| part.split_whitespace().skip_while(is_setting).collect())
        .collect()
}

/// Returns the value after an option.
fn after<'a>(words: &[&'a str], option: &str) -> Option<&'a str> {
    words.iter().position(|word| *word == option).and_then(|at| words.get(at + 1)).copied()
}

fn is_there(path: &str) -> bool {
    root().join(path).exists()
}

/// Returns the reason why a command of Cargo can't run.
fn of_cargo(words: &[&str]) -> Option<String> {
    let package = after(words, "-p")?;
    // The reader of this page makes the package.
    if package == "duel" || package.chars().any(char::is_uppercase) {
        return None;
    }
    let place =
        ["crates", "bench"].map(|folder| format!("{folder}/{package}")).into_iter().find(|place| is_there(place));
    let Some(place) = place else { return Some(format!("no package {package}")) };
    for (option, folder) in [("--example", "examples"), ("--test", "tests")] {
        let name = after(words, option).filter(|name| !name.chars().any(char::is_uppercase));
        let is_file = |name: &&str| {
            let path = format!("{place}/{folder}/{name}");
            is_there(&format!("{path}.rs")) || is_there(&format!("{path}/main.rs"))
        };
        if let Some(name) = name.filter(|name| !is_file(name)) {
            return Some(format!("{package} has no {option} {name}"));
        }
    }
    None
}

/// Returns the reason why a command of npm can't run.
fn of_npm(words: &[&str]) -> Option<String> {
    let script = if words.get(1) == Some(&"run") {
        words.iter().skip(2).find(|word| !word.starts_with('-'))?
    } else {
        return None;
    };
    let file = std::fs::read_to_string(root().join("web/package.json")).unwrap();
    let package: serde_json::Value = serde_json::from_str(&file).unwrap();
    package["scripts"].get(script).is_none().then(|| format!("no script {script} in web/package.json"))
}

/// Returns the reason why a command of Python can't run: its module or file, its subcommand and options must exist.
fn of_python(words: &[&str]) -> Option<String> {
    let (source, rest) = match words {
        [_, "-m", "undercity", rest @ ..] => ("crates/python/python/undercity/__main__.py".to_owned(), rest),
        [_, file, rest @ ..] if file.ends_with(".py") => {
            // The examples are run in their own folder.
            let places = [(*file).to_owned(), format!("crates/python/examples/{file}")];
            match places.into_iter().find(|place| is_there(place)) {
                Some(place) => (place, rest),
                None => return Some(format!("no file {file}")),
            }
        }
        _ => return None,
    };
    let text = std::fs::read_to_string(root().join(&source)).unwrap();
    let names = rest.iter().take(1).chain(rest.iter().filter(|word| word.starts_with("--")));
    let is_name = |word: &&&str| word.starts_with("--") || word.chars().all(|letter| letter.is_ascii_lowercase());
    let unknown = names.filter(is_name).find(|name| !text.contains(&format!("\"{name}\"")));
    unknown.map(|name| format!("{source} has no {name}"))
}

/// Lists the commands of Cargo, npm and Python that can't run.
pub fn wrong(pages: &[File]) -> Vec<String> {
    let (mut wrong, mut found) = (Vec::new(), 0);
    for page in pages {
        for (place, line) in lines(page) {
            for words in commands(&line) {
                let why = match words.first() {
                    Some(&"cargo") => of_cargo(&words),
                    Some(&"npm") => of_npm(&words),
                    Some(&("python" | "python3")) => of_python(&words),
                    _ => continue,
                };
                found += 1;
                wrong.extend(why.map(|why| format!("{place}: {line}: {why}")));
            }
        }
    }
    assert!(found > 30, "only {found} commands were found");
    wrong
}

#[test]
fn commands_that_cannot_run_are_found() {
    let one = |line: &'static str| commands(line).remove(0);
    assert_eq!(one("UPDATE=1 cargo test -p tide  # all"), ["cargo", "test", "-p", "tide"]);
    for (line, is_wrong) in [
        ("cargo run -p referee --example referee", false),
        ("cargo run -p referee --example none", true),
        ("cargo test -p none", true),
        ("cargo test -p table --test rulings", false),
        ("cargo test -p table --test none", true),
    ] {
        assert_eq!(of_cargo(&one(line)).is_some(), is_wrong, "{line}");
    }
    assert!(of_npm(&one("npm run check")).is_none() && of_npm(&one("npm run none")).is_some());
    for (line, is_wrong) in [
        ("python -m undercity playouts tide/first --json", false),
        ("python -m undercity none tide/first", true),
        ("python -m undercity playouts tide/first --none 1", true),
        ("python none.py", true),
    ] {
        assert_eq!(of_python(&one(line)).is_some(), is_wrong, "{line}");
    }
}
