//! `undercity odds`: the odds of orders, and calculators.

use std::path::{Path, PathBuf};

use rules::{Chance, Sentence, Side};
use serde_json::{Value, json};
use table::{Odds, OnlookerJson, OnlookersJson, Reaction, Table, TableError};

use super::calculators;
use crate::outcome::{Failed, counted, print, print_json, refused};

#[derive(Debug, clap::Args)]
#[command(after_help = AFTER)]
pub struct Args {
    /// Ledger of a game, or a rule system such as `asl`
    of: PathBuf,
    /// Calculator, such as `sewer`; a rule system alone lists its calculators
    tool: Option<String>,
    /// Inputs of the calculator, as NAME=VALUE
    #[arg(value_name = "NAME=VALUE")]
    fields: Vec<String>,
    /// Side whose knowledge is used [default: the first side that has an order to give]
    #[arg(long, alias = "side")]
    seat: Option<String>,
    /// One order, as JSON in the side's own names [default: every order with dice]
    #[arg(long, conflicts_with_all = ["tool", "input"])]
    order: Option<String>,
    /// Inputs of the calculator, as JSON
    #[arg(long, requires = "tool", conflicts_with = "fields")]
    input: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

const AFTER: &str = "Examples:\n  \
    undercity odds game.jsonl                      every order with dice, from what the side to move knows\n  \
    undercity odds asl                             the calculators that need no game\n  \
    undercity odds asl emergence lost=yes enemies=1\n  \
    undercity odds asl sewer manholes='C4 E5 G4' from=C4 to=G4 turns=4";

pub fn run(args: &Args) -> Result<(), Failed> {
    if let Some(system) = args.of.to_str().and_then(table::system) {
        return calculators::without_a_game(system, &args.calculator());
    }
    let table = open(&args.of)?;
    let table = table.as_ref();
    let side = match &args.seat {
        Some(name) => {
            table.sides().iter().position(|side| side == name).and_then(Side::from_index).ok_or_else(|| {
                Failed::Usage(format!("--seat {name}: expected {} or {}", table.sides()[0], table.sides()[1]))
            })?
        }
        None => Side::BOTH
            .into_iter()
            .find(|side| table.pending_question(*side).is_some())
            .ok_or_else(|| refused("no side has an order to give: the game is over"))?,
    };
    if args.tool.is_some() {
        return calculators::in_a_game(table, side.seat(), &args.calculator());
    }
    let orders = match &args.order {
        Some(order) => vec![(order.clone(), parse("--order", order)?)],
        None if table.pending_question(side).is_none() => {
            return Err(refused(format_args!("{} has no order to give now", table.sides()[side.index()])));
        }
        None => all_orders(table, side)?,
    };
    let (mut rows, mut skipped) = (Vec::new(), 0);
    for (sentence, order) in orders {
        let odds = match table.odds(side, &order).and_then(|odds| odds()) {
            Ok(odds) => odds,
            // Other orders may have odds.
            Err(TableError::NoGuess) if args.order.is_none() => {
                skipped += 1;
                continue;
            }
            Err(error) => return Err(refused(error)),
        };
        if args.order.is_some() || odds.outcomes.len() > 1 {
            if !args.json {
                show(&sentence, &odds)?;
            }
            rows.push(json!({ "order": order, "sentence": sentence, "odds": odds }));
        }
    }
    if skipped > 0 {
        eprintln!("{} skipped: {}", counted(skipped, "order", "orders"), TableError::NoGuess);
    }
    match rows.as_slice() {
        rows if args.json => print_json(&rows),
        [] => print(format_args!("None of the orders that {} can give now rolls dice.", table.sides()[side.index()])),
        _ => Ok(()),
    }
}

impl Args {
    fn calculator(&self) -> calculators::CalculatorArgs<'_> {
        let Args { tool, fields, input, json, .. } = self;
        calculators::CalculatorArgs { tool: tool.as_deref(), fields, input: input.as_deref(), json: *json }
    }
}

fn open(ledger: &Path) -> Result<Box<dyn Table>, Failed> {
    if !ledger.exists() {
        let known: Vec<_> = table::SYSTEMS.iter().map(|system| system.name()).collect();
        let name = ledger.display();
        return Err(refused(format!("`{name}` is neither a ledger file nor a rule system ({})", known.join(", "))));
    }
    Ok(super::replay::open_whole(ledger)?.table)
}

pub fn parse(what: &str, text: &str) -> Result<Value, Failed> {
    serde_json::from_str(text).map_err(|error| Failed::Usage(format!("{what}: expected JSON: {error}")))
}

/// Returns every order of a side with its text, through all drafts.
fn all_orders(table: &dyn Table, side: Side) -> Result<Vec<(String, Value)>, Failed> {
    let mut orders = Vec::new();
    let mut drafts = vec![None];
    while let Some(draft) = drafts.pop() {
        for offer in table.offers(side, draft.as_ref()).map_err(refused)? {
            match (offer.order, offer.draft) {
                (Some(order), _) => orders.push((offer.sentence, order)),
                (None, Some(next)) => drafts.push(Some(next)),
                (None, None) => {}
            }
        }
    }
    Ok(orders)
}

/// Maximum number of results printed for an order, the most likely first.
const MOST: usize = 16;

/// Prints odds as lines with a bar each.
pub fn show(sentence: &str, odds: &Odds) -> Result<(), Failed> {
    print(sentence)?;
    if odds.outcomes.len() == 1 && odds.samples == 0 {
        // There may be dice that only the other side sees.
        print("  This order rolls no dice you would see.")?;
        could_react(odds)?;
        return print("");
    }
    let (shown, others) = odds.summary.split_at(odds.summary.len().min(MOST));
    bars(shown)?;
    if !others.is_empty() {
        let probability = others.iter().map(|chance| chance.probability).sum();
        bars(&[Chance { probability, text: format!("other results ({} more; --json lists all)", others.len()) }])?;
    }
    if odds.samples > 0 {
        let about = 100.0 * odds.sampling_error;
        print(format_args!("  estimated from {} random plays (sampling error about {about:.1}%)", odds.samples))?;
    }
    if odds.isolated {
        print("  assuming that nothing else happens this turn")?;
    }
    if odds.guesses > 1 {
        print(format_args!("  averaged over {} possible positions of what this side can't know", odds.guesses))?;
    }
    could_react(odds)?;
    print("")
}

/// Maximum number of results printed for a reaction.
const RESULTS: usize = 3;

/// Prints the enemies that could react, each with its chance to be able, and what would then come of it.
fn could_react(odds: &Odds) -> Result<(), Failed> {
    if !odds.reactions.is_empty() {
        print("  Could react:")?;
    }
    for Reaction { name, probability, outcomes, .. } in &odds.reactions {
        let result = |Chance { probability, text }: &Chance| {
            format!("{:.0}% {}", probability * 100.0, if text.is_empty() { "no effect" } else { text })
        };
        let results: Vec<String> = outcomes.iter().take(RESULTS).map(result).collect();
        let then = if results.is_empty() { String::new() } else { format!(": {}", results.join(", ")) };
        print(format_args!("  {:>6.2}%  {name}{then}", probability * 100.0))?;
    }
    odds.onlookers.as_ref().map_or(Ok(()), onlookers)
}

/// Prints the enemies in sight that see where a plan leads.
fn onlookers(found: &OnlookersJson) -> Result<(), Failed> {
    for Sentence { words, clause } in &found.text {
        let clause = clause.map_or_else(String::new, |clause| format!(" [{}]", clause.id()));
        print(format_args!("  {words}{clause}"))?;
    }
    if found.seen.is_empty() {
        print("  No enemy that this side sees has a clear line to it.")?;
    }
    for OnlookerJson { name, places, .. } in &found.seen {
        print(format_args!("  {name}: {}", places.join(", ")))?;
    }
    Ok(())
}

/// Prints probabilities as bars.
pub fn bars(chances: &[Chance]) -> Result<(), Failed> {
    for Chance { probability, text } in chances {
        let text = if text.is_empty() { "nothing to report" } else { text };
        let bar = "#".repeat((probability * 30.0).round() as usize);
        print(format_args!("  {:>6.2}%  {bar:<30}  {text}", probability * 100.0))?;
    }
    Ok(())
}
