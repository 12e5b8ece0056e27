//! `undercity draw`: draws a scenario or a game.

use std::path::PathBuf;

use board::draw;
use rules::Seat;
use table::{Keyed, Table, seat_named};

use crate::outcome::{Failed, opening, print, refused};
use crate::{builtin, files};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Built-in scenario, scenario file or ledger (`*.jsonl`)
    source: String,
    /// Output file: `*.svg`, `*.png` or `*.txt` [default: text on standard output]
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Seat whose view is drawn: a side or `spectator`
    #[arg(long, default_value = "spectator")]
    seat: String,
    /// Pixels per drawing unit, 0.1 to 16, for PNG only
    #[arg(long, default_value_t = 2.0)]
    scale: f32,
}

pub fn run(args: &Args) -> Result<(), Failed> {
    let table: Box<dyn Table> = if args.source.ends_with(".jsonl") {
        super::replay::open_whole(args.source.as_ref())?.table
    } else {
        let scenario = builtin::find(&args.source)?;
        let system = builtin::system_of(&scenario)?;
        // The drawing of a scenario needs no dice.
        system.begin(Keyed::unplayed(scenario), Box::new(())).map_err(opening)?
    };
    let seat: Seat = seat_named(table.sides(), &args.seat).ok_or_else(|| {
        Failed::Usage(format!("--seat {}: expected {}, {} or spectator", args.seat, table.sides()[0], table.sides()[1]))
    })?;
    let picture = table.picture(seat);
    let Some(path) = &args.output else { return print(draw::text(&picture)) };
    if !(0.1..=16.0).contains(&args.scale) {
        return Err(Failed::Usage(format!("--scale {}: expected 0.1 to 16", args.scale)));
    }
    let bytes = match path.extension().and_then(|ending| ending.to_str()) {
        Some("svg") => draw::svg(&picture).into_bytes(),
        Some("png") => draw::png(&picture, args.scale).map_err(refused)?,
        Some("txt") => draw::text(&picture).into_bytes(),
        _ => return Err(Failed::Usage(format!("{}: expected a name ending in .svg, .png or .txt", path.display()))),
    };
    files::write_whole(path, &bytes)?;
    print(format_args!("{}: {} bytes", path.display(), bytes.len()))
}
