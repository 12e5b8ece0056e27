//! Options of the server from the command line, the environment and the config file.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{Folder, fails, fine, out, text, undercity};

/// Writes a config file.
fn written(folder: &Folder, content: &str) -> PathBuf {
    let file = folder.file("undercity.toml");
    std::fs::write(&file, content).unwrap();
    file
}

/// Starts a server at a free port, returns its first two lines, and kills it.
fn served(arguments: &[&str], environment: &[(&str, &str)]) -> Vec<String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_undercity"))
        .arg("serve")
        .args(arguments)
        .envs(environment.iter().copied())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().take(2).collect::<Result<_, _>>();
    child.kill().unwrap();
    child.wait().unwrap();
    lines.unwrap()
}

/// Returns the store that a server with these options and this environment uses, and the address where it listens.
fn store_and_address(arguments: &[&str], environment: &[(&str, &str)]) -> (String, String) {
    let lines = served(arguments, environment);
    let address = lines[0].strip_prefix("The table is open at http://").unwrap_or_else(|| panic!("{lines:?}"));
    let store = lines[1].strip_prefix("Games are saved in ").and_then(|line| line.split(". Press").next());
    (store.unwrap_or_else(|| panic!("{lines:?}")).to_owned(), address.to_owned())
}

#[test]
fn the_command_line_comes_before_the_environment_and_that_before_the_file() {
    let folder = Folder::new();
    let [of_file, of_environment, of_line] = ["file", "environment", "line"].map(|name| folder.file(name));
    let file = written(&folder, &format!("store = {of_file:?}\nlisten = \"127.0.0.2:0\"\nrate = 7\n"));
    let config = ["--config", text(&file)];
    let environment = [("UNDERCITY_STORE", text(&of_environment))];

    let (store, address) = store_and_address(&config, &[]);
    assert_eq!(store, text(&of_file));
    assert!(address.starts_with("127.0.0.2:"), "{address}");
    let (store, address) = store_and_address(&config, &environment);
    assert_eq!(store, text(&of_environment));
    assert!(address.starts_with("127.0.0.2:"), "what the environment doesn't set is still the file's: {address}");
    let (store, _) = store_and_address(&["--config", text(&file), "--store", text(&of_line)], &environment);
    assert_eq!(store, text(&of_line));
    let (store, _) = store_and_address(&config, &[("UNDERCITY_STORE", ""), ("UNDERCITY_METRICS", "")]);
    assert_eq!(store, text(&of_file), "a variable that is set to nothing is as none");
    let file_by_environment = [("UNDERCITY_CONFIG", text(&file)), ("UNDERCITY_LISTEN", "127.0.0.3:0")];
    let (store, address) = store_and_address(&[], &file_by_environment);
    assert_eq!(store, text(&of_file));
    assert!(address.starts_with("127.0.0.3:"), "{address}");
}

#[test]
fn the_commands_for_the_store_find_it_by_the_file_of_the_server() {
    let folder = Folder::new();
    let store = folder.file("games.sqlite");
    let file = written(&folder, &format!("store = {store:?}\nlisten = \"127.0.0.1:0\"\n"));
    served(&["--config", text(&file)], &[]);
    // Without a store these commands fail.
    fine(&["store", "check", "--config", text(&file)]);
    let copy = folder.file("copy.sqlite");
    let output = undercity(&["store", "--config", text(&file), "backup", text(&copy)], "");
    assert!(output.status.success() && copy.exists(), "{}", out(&output));
    let copy = folder.file("other.sqlite");
    fine(&["store", "--config", text(&file), "backup", "--", text(&copy)]);
    assert!(copy.exists());
}

/// Returns the error about a config file with this text.
fn mistake(text_of_file: &str) -> String {
    let folder = Folder::new();
    let file = written(&folder, text_of_file);
    fails(1, &["serve", "--config", text(&file)])
}

#[test]
fn a_mistake_in_the_file_is_shown_at_its_place() {
    let unknown = mistake("memory = 64\nconections = 5\n");
    assert!(
        unknown.contains("unknown option `conections`") && unknown.contains("did you mean `connections`?"),
        "{unknown}"
    );
    assert!(unknown.contains("undercity.toml:2:1"), "{unknown}");
    let value = mistake("listen = \"127.0.0.1:0\"\nrate = \"many\"\n");
    assert!(value.contains("invalid value 'many' for '--rate <N>'") && value.contains("undercity.toml:2:8"), "{value}");
    let kind = mistake("rate = 1.5\n");
    assert!(kind.contains("expected a text, a whole number or a list of texts"), "{kind}");
    let nested = mistake("[limits]\nrate = 5\n");
    assert!(nested.contains("unknown option `limits`"), "{nested}");
    let element = mistake("host = [\"box.local\", \"not a name\"]\n");
    assert!(element.contains("'not a name'"), "{element}");
    let several = mistake("rate = -1\nmemory = []\nfoo = 1\n");
    assert!(several.contains("'--rate <N>'") && several.contains("unknown option `foo`"), "{several}");
    let syntax = mistake("rate 5\n");
    assert!(syntax.contains("not TOML from here") && syntax.contains("undercity.toml:1:"), "{syntax}");
    let own = mistake("config = \"other.toml\"\n");
    assert!(own.contains("unknown option `config`"), "a file can't name another: {own}");
}

#[test]
fn a_file_that_is_not_there_is_an_error() {
    let missing = fails(1, &["serve", "--config", "no/such/undercity.toml"]);
    assert!(missing.contains("no/such/undercity.toml"), "{missing}");
}

#[test]
fn a_wrong_value_in_the_environment_names_the_option() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_undercity")).arg("serve").env("UNDERCITY_RATE", "many").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(super::err(&output).contains("'many' for '--rate <N>'"), "{}", super::err(&output));
}

#[test]
fn help_shows_each_option_with_its_variable_and_the_example_file_names_them_all() {
    let help = fine(&["serve", "--help"]);
    let options: Vec<_> = help
        .split_whitespace()
        .filter_map(|word| word.strip_prefix("--"))
        .filter(|name| !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '-'))
        .collect();
    assert!(options.len() > 12, "{help}");
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/undercity.toml");
    let example = std::fs::read_to_string(example).unwrap();
    for option in options.into_iter().filter(|option| *option != "help") {
        let variable = format!("[env: UNDERCITY_{}]", option.to_uppercase().replace('-', "_"));
        assert!(help.contains(&variable), "{variable} is missing: {help}");
        let named = example.lines().any(|line| line.trim_start_matches('#').starts_with(&format!("{option} = ")));
        assert!(named || option == "config", "{option} is missing in docs/undercity.toml");
    }
}

#[test]
fn the_example_file_is_valid_with_all_of_its_options() {
    let folder = Folder::new();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/undercity.toml");
    let example = std::fs::read_to_string(example).unwrap();
    let lines = example.lines().filter(|line| line.contains(" = ") && !line.starts_with("# "));
    let (shared, all): (Vec<String>, Vec<String>) =
        lines.map(|line| format!("{}\n", line.trim_start_matches('#'))).partition(|line| line.starts_with("between"));
    let file = written(&folder, &all.concat());
    let games = folder.file("games");
    let own = ["--listen", "127.0.0.1:0", "--store", text(&games)];
    let (store, _) = store_and_address(&[&["--config", text(&file)][..], &own].concat(), &[]);
    assert_eq!(store, text(&games));
    // A file can't be shared, so the options for that are understood and refused.
    let refused = |more: &str, status: i32| {
        let file = written(&folder, &format!("{}{more}", all.concat()));
        let output = Command::new(env!("CARGO_BIN_EXE_undercity"))
            .args(["serve", "--config", text(&file)])
            .args(own)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(status));
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refused(&shared.concat(), 1).contains("only a PostgreSQL database can be shared by several servers"));
    let address = shared.iter().find(|line| line.starts_with("between-address")).unwrap();
    assert!(refused(address, 2).contains("--between-address is of no use without --between"));
}
