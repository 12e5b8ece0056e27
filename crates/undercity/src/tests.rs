//! Tests that the program accepts every command in the documentation.

// Tests assert by panicking.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

use clap::Parser as _;

use crate::Cli;

#[path = "../tests/documents/shown.rs"]
mod shown;

use shown::{commands, pages, words};

#[test]
fn the_commands_of_the_pages_are_understood() {
    let (mut found, mut wrong) = (0, Vec::new());
    for path in pages() {
        for (in_text, command) in commands(&std::fs::read_to_string(&path).unwrap()) {
            found += 1;
            let Err(error) = Cli::try_parse_from(words(&command)) else { continue };
            let why = error.to_string();
            // `undercity odds` in a sentence only names the command, so required arguments may be missing.
            let lacks = ["error: the following required", "error: a value is required"];
            let is_named = in_text && lacks.iter().any(|start| why.starts_with(start));
            if error.use_stderr() && !is_named {
                wrong.push(format!("{}: {command}\n    {}", path.display(), why.lines().next().unwrap_or_default()));
            }
        }
    }
    assert!(found > 50, "only {found} commands were found");
    assert!(wrong.is_empty(), "{} commands are not understood:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn commands_are_found_and_split() {
    let page = "`undercity rules tide` and\n\n    undercity play   begin\n\n```sh\n$ undercity odds \\\n  g.jsonl # all\n```\n";
    let found: Vec<_> = commands(page).iter().map(|(_, command)| words(command).join(" ")).collect();
    assert_eq!(found, ["undercity rules tide", "undercity play", "undercity odds g.jsonl"]);
    assert_eq!(words("undercity a 'b c' \"d\" | e"), ["undercity", "a", "b c", "d"]);
}
