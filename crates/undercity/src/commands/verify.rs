//! `undercity verify`: checks a ledger.

use std::path::PathBuf;

use fair::Head;
use referee::replay::{Verdict, VerifyError};
use serde_json::json;

use crate::outcome::{Failed, counted, print, print_json, refused};
use crate::{builtin, files};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Ledger file
    ledger: PathBuf,
    /// A log head noted during play; detects a rewritten ledger
    #[arg(long)]
    head: Option<String>,
    /// Print JSON: `{verdict, why, entries, rolls, outcome, notes, head, rulings, differing}`
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failed> {
    let head: Option<Head> = args
        .head
        .as_ref()
        .map(|head| head.parse().map_err(|error| Failed::Usage(format!("--head: {error}"))))
        .transpose()?;
    let place = |why: String| refused(format_args!("{}: {why}", args.ledger.display()));
    let text = files::read(&args.ledger)?;
    let header = referee::replay::header(&text).map_err(|stopped| place(stopped.to_string()))?;
    let verified = builtin::system_called(&header.system)?.verify(&text, head);
    if args.json {
        let mut row = match &verified {
            Ok(verdict) => found(verdict),
            Err(VerifyError::OtherRulings(verdict)) => found(verdict),
            Err(_) => json!({ "verdict": "not fair" }),
        };
        if let Err(error) = &verified {
            row["why"] = json!(error.to_string());
        }
        print_json(&row)?;
        return verified.map(drop).map_err(|_| Failed::Told);
    }
    let verdict = verified.map_err(|error| place(error.to_string()))?;
    let entries = counted(verdict.entries, "entry", "entries");
    print(format_args!("{entries} re-resolved: all match the ledger."))?;
    if verdict.rolls > 0 {
        print(format_args!(
            "{} recomputed from the three nonces: all match the ledger.",
            counted(verdict.rolls, "roll", "rolls")
        ))?;
    }
    if args.head.is_some() {
        print("The log head you noted belongs to this game.")?;
    }
    for note in &verdict.notes {
        print(format_args!("note: {note}"))?;
    }
    match &verdict.outcome {
        Some(outcome) => print(format_args!("Verdict: {}. Outcome: {outcome}.", verdict.word())),
        None if verdict.proved => print("Verdict: unfinished, fair so far."),
        None => print("Verdict: unfinished, consistent so far."),
    }
}

/// Returns the findings as JSON.
fn found(verdict: &Verdict) -> serde_json::Value {
    json!({
        "verdict": verdict.word(),
        "entries": verdict.entries, "rolls": verdict.rolls, "outcome": verdict.outcome,
        "notes": verdict.notes, "head": verdict.public_head,
        "rulings": verdict.other, "differing": verdict.differing,
    })
}
