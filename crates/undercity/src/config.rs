//! Options of the server from the environment and from a config file.
//!
//! Each option of `serve` is taken from the command line, or else from the environment, or else from the file. If it is
//! in none of them, it has its default. So that there is one definition of the options, those of the file are appended to
//! the command line.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use board::scenario::{Diagnostic, Diagnostics, Span, Spanned, nearest};
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use toml::Value;

use crate::files;
use crate::outcome::Failed;

/// The commands that the environment and the file configure, and the only option that one of them takes of the server's.
const CONFIGURED: [(&str, Option<&str>); 3] = [("serve", None), ("store", Some("store")), ("health", Some("listen"))];

/// Matches a command line, the environment and the config file that they name.
pub fn matches(program: Command, arguments: Vec<OsString>) -> Result<ArgMatches, Failed> {
    let program = CONFIGURED.iter().fold(program, |program, (name, _)| program.mut_subcommand(name, from_environment));
    let matches = program.clone().get_matches_from(&arguments);
    let Some((name, given)) = matches.subcommand() else { return Ok(matches) };
    let Some((_, only)) = CONFIGURED.iter().find(|(configured, _)| *configured == name) else { return Ok(matches) };
    let Some(path) = given.get_one::<PathBuf>("config") else { return Ok(matches) };
    let Some(serve) = program.find_subcommand("serve") else { return Ok(matches) };
    let wanted = |id: &str| only.is_none_or(|only| id == only) && !is_given(given, id);
    let of_file = read(path, serve)?.into_iter().filter(|(id, _)| wanted(id)).flat_map(|(_, option)| option);
    // Directly after the command: what comes after `--` is no option.
    let after = arguments.iter().position(|argument| argument == name).map_or(arguments.len(), |place| place + 1);
    let mut all = arguments.clone();
    all.splice(after..after, of_file);
    Ok(program.get_matches_from(all))
}

/// Lets every option be set by `UNDERCITY_` and its name, such as `UNDERCITY_RATE`.
fn from_environment(command: Command) -> Command {
    command.mut_args(|option| match option.get_long() {
        Some(long) => {
            let variable = format!("UNDERCITY_{}", long.to_uppercase().replace('-', "_"));
            // A variable that is set to nothing, as is usual in files of variables, is as none.
            let is_empty = std::env::var_os(&variable).is_some_and(|value| value.is_empty());
            if is_empty { option } else { option.env(variable).hide_env_values(true) }
        }
        None => option,
    })
}

fn is_given(given: &ArgMatches, id: &str) -> bool {
    matches!(given.value_source(id), Some(ValueSource::CommandLine | ValueSource::EnvVariable))
}

/// Reads a config file. Returns each option's identifier and its arguments.
fn read(path: &Path, serve: &Command) -> Result<Vec<(String, Vec<OsString>)>, Failed> {
    let text = files::read(path)?;
    let about = |list| Failed::Diagnostics(Diagnostics::about(&path.display().to_string(), &text, list));
    let table: BTreeMap<Spanned<String>, Spanned<Value>> = toml::from_str(&text).map_err(|error| {
        about(vec![*at(error.span().unwrap_or(0..0), Diagnostic::new(error.message()).label("not TOML from here"))])
    })?;
    let (mut options, mut problems) = (Vec::new(), Vec::new());
    for (key, value) in &table {
        match option(serve, key, value) {
            Ok(option) => options.push(option),
            Err(problem) => problems.push(*problem),
        }
    }
    if problems.is_empty() { Ok(options) } else { Err(about(problems)) }
}

/// Returns the identifier and the arguments of one option, after trying them alone: so a mistake has its place.
fn option(
    serve: &Command,
    key: &Spanned<String>,
    value: &Spanned<Value>,
) -> Result<(String, Vec<OsString>), Box<Diagnostic>> {
    let options = || serve.get_arguments().filter(|option| option.get_id() != "config");
    let long = key.get_ref();
    let Some(known) = options().find(|option| option.get_long() == Some(long)) else {
        let near = nearest(long, options().filter_map(clap::Arg::get_long));
        let help = near
            .map_or("`undercity serve --help` lists the options".to_owned(), |near| format!("did you mean `{near}`?"));
        let unknown = Diagnostic::new(format!("unknown option `{long}`")).label("not known here").help(help);
        return Err(at(key.span(), unknown));
    };
    let texts = texts(value.get_ref())
        .ok_or_else(|| at(value.span(), Diagnostic::new("expected a text, a whole number or a list of texts")))?;
    let arguments: Vec<_> = texts.into_iter().map(|text| OsString::from(format!("--{long}={text}"))).collect();
    match serve.clone().no_binary_name(true).try_get_matches_from(&arguments) {
        Ok(_) => Ok((known.get_id().to_string(), arguments)),
        Err(error) => Err(at(value.span(), Diagnostic::new(reason(&error)))),
    }
}

/// Returns the texts of a value as they would be on the command line.
fn texts(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::String(text) => Some(vec![text.clone()]),
        Value::Integer(number) => Some(vec![number.to_string()]),
        Value::Array(list) if !list.iter().any(Value::is_array) => {
            list.iter().map(texts).collect::<Option<Vec<_>>>().map(|texts| texts.concat())
        }
        _ => None,
    }
}

/// Returns the first line of an error, without the word `error`. The rest speaks of the command line.
fn reason(error: &clap::Error) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}

fn at(span: Span, problem: Diagnostic) -> Box<Diagnostic> {
    Box::new(Diagnostic { span: Some(span), ..problem })
}
