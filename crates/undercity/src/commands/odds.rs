//! `undercity odds`

use std::path::PathBuf;

use rules::Side;
use serde_json::{Value, json};
use table::{Chance, Odds, Table};

use crate::outcome::{Failed, print, print_json, refused};

/// What to ask.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The ledger of a game under way
    ledger: PathBuf,
    /// The side that asks; the one that is awaited if left out
    #[arg(long)]
    side: Option<String>,
    /// One order, as JSON in the side's own names; every order with dice if left out
    #[arg(long)]
    order: Option<String>,
    /// A calculator of the system instead, such as `arrival`
    #[arg(long, requires = "input")]
    tool: Option<String>,
    /// What the calculator is asked, as JSON
    #[arg(long)]
    input: Option<String>,
    /// As JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failed> {
    let table = super::replay::open(&args.ledger)?.table;
    let side = match &args.side {
        Some(name) => {
            table.sides().iter().position(|side| side == name).and_then(Side::from_index).ok_or_else(|| {
                Failed::Usage(format!("--side {name}: expected {} or {}", table.sides()[0], table.sides()[1]))
            })?
        }
        None => Side::BOTH
            .into_iter()
            .find(|side| table.asked(*side).is_some())
            .ok_or_else(|| refused("nobody is asked for an order: the game is over"))?,
    };
    if let Some(tool) = &args.tool {
        let input = parse("--input", args.input.as_deref().unwrap_or("null"))?;
        return print_json(&table.tool(side.seat(), tool, &input).map_err(refused)?);
    }
    let orders = match &args.order {
        Some(order) => vec![(order.clone(), parse("--order", order)?)],
        None => all_orders(table.as_ref(), side)?,
    };
    let mut rows = Vec::new();
    for (sentence, order) in orders {
        let odds = table.odds(side, &order).and_then(|reckon| reckon()).map_err(refused)?;
        if args.order.is_some() || odds.ways.len() > 1 {
            if !args.json {
                show(&sentence, &odds)?;
            }
            rows.push(json!({ "order": order, "sentence": sentence, "odds": odds }));
        }
    }
    if args.json { print_json(&rows) } else { Ok(()) }
}

fn parse(what: &str, text: &str) -> Result<Value, Failed> {
    serde_json::from_str(text).map_err(|error| Failed::Usage(format!("{what}: expected JSON: {error}")))
}

/// Every order of a side, through all drafts, with its sentence.
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

/// Prints odds as lines with a bar each.
pub fn show(sentence: &str, odds: &Odds) -> Result<(), Failed> {
    print(sentence)?;
    for Chance { probability, text } in &odds.summary {
        let text = if text.is_empty() { "nothing to tell" } else { text };
        let bar = "#".repeat((probability * 30.0).round() as usize);
        print(format_args!("  {:>6.2}%  {bar:<30}  {text}", probability * 100.0))?;
    }
    if odds.unresolved > 0.0 {
        let more = odds.unresolved * 100.0;
        print(format_args!("  up to {more:.2}% more for any of these: not every way was worked out"))?;
    }
    if odds.guesses > 1 {
        print(format_args!("  averaged over {} guesses at what this side cannot know", odds.guesses))?;
    }
    print("")
}
