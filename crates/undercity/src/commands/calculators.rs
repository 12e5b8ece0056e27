//! Calculators in the terminal: `undercity odds SYSTEM CALCULATOR NAME=VALUE…`

use rules::{CalculatorInfo, CalculatorOutput, Seat, Sentence, TextTable};
use serde_json::{Map, Value};
use table::{AnySystem, Table};

use super::odds::{bars, parse};
use crate::outcome::{Failed, print, print_json, refused};
use table::wrapped;

/// A calculator and its input, from the command line.
pub struct CalculatorArgs<'a> {
    /// Name of the calculator; `None` to list all.
    pub tool: Option<&'a str>,
    /// Input fields, each as `NAME=VALUE`.
    pub fields: &'a [String],
    /// Input as JSON, in place of fields.
    pub input: Option<&'a str>,
    /// Whether to print the output as JSON.
    pub json: bool,
}

/// Runs a calculator that works without a game, or lists them.
pub fn without_a_game(system: &dyn AnySystem, args: &CalculatorArgs<'_>) -> Result<(), Failed> {
    let tools = system.tools();
    let Some(name) = args.tool else { return list(&tools, system.name(), args.json) };
    let input = args.read(&tools, name)?;
    answer(&system.use_tool(name, &input).map_err(refused)?, args.json)
}

/// Runs a calculator in a game, with a seat's knowledge.
pub fn in_a_game(table: &dyn Table, seat: Seat, args: &CalculatorArgs<'_>) -> Result<(), Failed> {
    let tools = table.tools();
    let name = args.tool.unwrap_or_default();
    let input = args.read(&tools, name)?;
    answer(&table.tool(seat, name, &input).map_err(refused)?, args.json)
}

impl CalculatorArgs<'_> {
    fn read(&self, tools: &[CalculatorInfo], name: &str) -> Result<Value, Failed> {
        let Some(tool) = tools.iter().find(|tool| tool.name == name) else {
            let known: Vec<_> = tools.iter().map(|tool| tool.name).collect();
            let expected = match known.as_slice() {
                [] => "there are no calculators here".to_owned(),
                known => format!("expected one of {}", known.join(", ")),
            };
            return Err(Failed::Usage(format!("unknown calculator `{name}`; {expected}")));
        };
        if let Some(input) = self.input {
            return parse("--input", input);
        }
        let mut input = Map::new();
        for field in self.fields {
            let Some((name, typed)) = field.split_once('=') else {
                return Err(Failed::Usage(format!("{field}: expected NAME=VALUE")));
            };
            let Some(takes) = tool.inputs.iter().find(|takes| takes.name == name) else {
                let known: Vec<_> = tool.inputs.iter().map(|takes| takes.name).collect();
                return Err(Failed::Usage(format!(
                    "{}: unknown field `{name}`; expected one of {}",
                    tool.name,
                    known.join(", ")
                )));
            };
            let value = takes.kind.read(typed);
            input.insert(name.to_owned(), value.map_err(|want| Failed::Usage(format!("{field}: expected {want}")))?);
        }
        let missing = tool.inputs.iter().find(|takes| takes.default.is_none() && !input.contains_key(takes.name));
        match missing {
            Some(takes) => Err(Failed::Usage(format!("{}= is missing: {}", takes.name, takes.about))),
            None => Ok(input.into()),
        }
    }
}

fn list(tools: &[CalculatorInfo], system: &str, json: bool) -> Result<(), Failed> {
    if json {
        return print_json(&tools);
    }
    if tools.is_empty() {
        return print(format_args!("{system} has no calculators that work without a game"));
    }
    for tool in tools {
        print(format_args!("undercity odds {system} {}", tool.name))?;
        for line in wrapped(tool.about, WIDTH) {
            print(format_args!("  {line}"))?;
        }
        for field in tool.inputs {
            let default = field.default.filter(|default| !default.is_empty());
            let default = default.map(|default| format!(" (default: {default})")).unwrap_or_default();
            let about = wrapped(&format!("{}{default}", field.about), WIDTH - 14);
            for (n, line) in about.iter().enumerate() {
                let name = if n == 0 { format!("{}=", field.name) } else { String::new() };
                print(format_args!("    {name:<12}{line}"))?;
            }
        }
        print("")?;
    }
    Ok(())
}

/// Width of text, in characters.
const WIDTH: usize = 96;

fn answer(answer: &CalculatorOutput, json: bool) -> Result<(), Failed> {
    if json {
        return print_json(answer);
    }
    for Sentence { words, clause } in &answer.text {
        let cited = clause.map(|clause| format!(" [{clause}]")).unwrap_or_default();
        for line in wrapped(&format!("{words}{cited}"), WIDTH) {
            print(line)?;
        }
    }
    for chart in &answer.charts {
        print(format_args!("\n{}", chart.title))?;
        bars(&chart.chances)?;
    }
    answer.tables.iter().try_for_each(table)
}

/// Prints a table with the first column left-aligned and numbers right-aligned.
fn table(grid: &TextTable) -> Result<(), Failed> {
    print(format_args!("\n{}", grid.title))?;
    let headings: Vec<String> = grid.columns.iter().map(|column| column.to_string()).collect();
    let rows = || std::iter::once(&headings).chain(&grid.rows);
    let width = |n: usize| rows().filter_map(|row| row.get(n)).map(|cell| cell.chars().count()).max().unwrap_or(0);
    for row in rows() {
        let cells = row.iter().enumerate().map(|(n, cell)| match n {
            0 => format!("{cell:<w$}", w = width(0)),
            _ => format!("{cell:>w$}", w = width(n)),
        });
        print(format_args!("  {}", cells.collect::<Vec<_>>().join("  ").trim_end()))?;
    }
    Ok(())
}
