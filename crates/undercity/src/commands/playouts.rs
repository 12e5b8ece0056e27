//! `undercity playouts`: random games and their speed.

use table::PlayoutSpec;

use crate::builtin;
use crate::outcome::{Failed, print, print_json};
use crate::progress::progress;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Scenario, built-in or a file; or a rule system, whose first built-in scenario is played
    #[arg(value_name = "SCENARIO|SYSTEM")]
    system: String,
    /// Number of games
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Number of the first game: two ranges of games together give what they give at once
    #[arg(long, default_value_t = 0, value_name = "NUMBER")]
    from: u64,
    /// Seed of game 0; each later game takes the next number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Another scenario, built-in or a file
    #[arg(long)]
    scenario: Option<String>,
    /// Print JSON: `{games, orders, orders_per_second, games_per_second, position_bytes, outcomes}`
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failed> {
    let (system, scenario) = match (table::system(&args.system), &args.scenario) {
        (Some(system), Some(name)) => (system, builtin::find(name)?),
        (Some(system), None) => (system, builtin::first(system.name())?),
        (None, None) => {
            let scenario = builtin::find(&args.system)?;
            (builtin::system_of(&scenario)?, scenario)
        }
        (None, Some(_)) => (builtin::system_called(&args.system)?, builtin::find(&args.system)?),
    };
    let bar = progress(args.games, "games");
    let asked = PlayoutSpec { first: args.from, games: args.games, seed: args.seed };
    let played = system.playouts(&scenario, asked, &mut |done| bar.set_position(done));
    bar.finish_and_clear();
    let played = played.map_err(Failed::Diagnostics)?;
    if args.json {
        return print_json(&played);
    }
    print(format_args!("scenario            {}", scenario.name))?;
    print(format_args!("games               {}", played.games))?;
    print(format_args!("orders              {}", played.orders))?;
    print(format_args!("orders per second   {:.0}", played.orders_per_second))?;
    print(format_args!("games per second    {:.0}", played.games_per_second))?;
    print(format_args!("bytes per position  {}", played.position_bytes))?;
    for (outcome, count) in &played.outcomes {
        let share = 100.0 * *count as f64 / played.games.max(1) as f64;
        print(format_args!("{outcome:<19} {count} ({share:.1}%)"))?;
    }
    Ok(())
}
