//! `undercity balance`: many games between computer players, with statistics.

mod games;
mod markdown;
mod measures;
mod report;

use std::path::PathBuf;

use clap::value_parser;
use players::Skill;
use table::balance::{BalanceRun, Summary, program, written};

use self::games::Games;
pub use self::games::take_up;
use crate::builtin;
use crate::files;
use crate::outcome::{Failed, print, print_json};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Built-in scenarios, scenario files, systems (all of their built-in ones), or `all` for every built-in one
    #[arg(required = true, value_name = "SCENARIO")]
    scenarios: Vec<String>,
    /// Number of games
    #[arg(long, default_value_t = 100, value_parser = value_parser!(u64).range(1..))]
    games: u64,
    /// Players of the first and the second side; each is random, greedy, search:SECONDS, search:TIMESx or a level
    /// (recruit, regular, veteran, elite). Repeat the option to have other players play the same games
    #[arg(long, default_value = "greedy,greedy")]
    players: Vec<String>,
    /// Change a scenario option, such as hidden_sewers=true
    #[arg(long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// Swap the players' sides in every second game, with the dice of the game before
    #[arg(long)]
    swap: bool,
    /// Seed of the first game; each later game takes the next number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads per computer player
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u64).range(1..=256))]
    threads: u64,
    /// Games played at once [default: as many as the cores allow]
    #[arg(long, value_parser = value_parser!(u64).range(1..=256))]
    jobs: Option<u64>,
    /// Append results to FILE and resume from it after a stop (a folder with several scenarios or pairs of players)
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Write a self-contained HTML report with plots (a folder with several scenarios or pairs of players)
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Write a Markdown table with one row per scenario and pair of players
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Write the length and balance of each scenario into a JSON file, beside the others in it (one pair of equal players)
    #[arg(long, value_name = "FILE")]
    measures: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Returns the pairs of players, without duplicates.
fn pairs(players: &[String]) -> Result<Vec<[Skill; 2]>, Failed> {
    let mut pairs = Vec::new();
    for players in players {
        let pair = read_players(players)?;
        if pairs.contains(&pair) {
            return Err(Failed::Usage(format!(
                "--players {players}: this pair is listed twice; expected each pair once"
            )));
        }
        pairs.push(pair);
    }
    Ok(pairs)
}

pub fn run(args: &Args) -> Result<(), Failed> {
    if args.swap && args.games % 2 == 1 {
        let games = args.games;
        return Err(Failed::Usage(format!("--games {games}: expected an even number with --swap")));
    }
    let scenarios = builtin::named(&args.scenarios, &args.options)?;
    // All mistakes are found before the first game and the first file.
    let systems = scenarios.iter().map(builtin::checked).collect::<Result<Vec<_>, _>>()?;
    let pairs = pairs(&args.players)?;
    let played = || {
        let scenarios = scenarios.iter().zip(&systems);
        scenarios.flat_map(|(scenario, system)| pairs.iter().map(move |pair| (*system, scenario, *pair)))
    };
    let several = played().nth(1).is_some();
    args.check_places(several, &pairs)?;
    // With several scenarios or pairs, each has its own file.
    let file = |path: &Option<PathBuf>, scenario: &str, players: &str, ending: &str| {
        let name = format!("{scenario}-{players}.{ending}").replace(['/', ':', ','], "-");
        path.as_ref().map(|path| if several { path.join(name) } else { path.clone() })
    };
    let mut games = Games::new()?;
    let mut summaries = Vec::new();
    for (system, scenario, players) in played() {
        let run = BalanceRun {
            system,
            scenario: scenario.clone(),
            options: args.options.clone(),
            players,
            swap: args.swap,
            seed: args.seed,
            threads: args.threads,
        };
        let log = file(&args.log, &scenario.name, &written(players), "jsonl");
        let mut played = match &log {
            Some(path) => take_up(path, &run.head(Some(program())))?,
            None => Vec::new(),
        };
        games.play(args, &run, log.as_deref(), &mut played)?;
        let summary = Summary::of(&run, &played);
        if !args.json {
            print(&summary)?;
            if several {
                print("")?;
            }
        }
        summaries.push(summary);
    }
    // The results are printed before a file can fail.
    match summaries.as_slice() {
        [summary] if args.json && !several => print_json(summary)?,
        all if args.json => print_json(&all)?,
        _ => {}
    }
    for summary in &summaries {
        if let Some(path) = file(&args.report, &summary.scenario, &summary.players, "html") {
            files::write_whole(
                &path,
                report::html(summary, &args.as_written(&summary.scenario, std::slice::from_ref(&summary.players)))
                    .as_bytes(),
            )?;
        }
    }
    if let Some(path) = &args.measures {
        let command = args.as_written(&args.scenarios.join(" "), &args.players);
        measures::write(path, &summaries, &format!("{command} --measures {}", path.display()))?;
    }
    match &args.table {
        Some(path) => files::write_whole(
            path,
            markdown::table(
                &summaries,
                &format!("{} --table {}", args.as_written(&args.scenarios.join(" "), &args.players), path.display()),
            )
            .as_bytes(),
        ),
        None => Ok(()),
    }
}

impl Args {
    /// Checks that the results can be written.
    fn check_places(&self, several: bool, pairs: &[[Skill; 2]]) -> Result<(), Failed> {
        for path in [&self.log, &self.report].into_iter().flatten() {
            if several { files::make_folder(path)? } else { files::check_place(path)? }
        }
        for path in [&self.table, &self.measures].into_iter().flatten() {
            files::check_place(path)?;
        }
        if let Some(path) = self.measures.as_ref().filter(|path| path.exists()) {
            measures::read(path)?;
        }
        if self.measures.is_some() && !matches!(pairs, [[first, second]] if first == second) {
            let given = self.players.join(" ");
            return Err(Failed::Usage(format!(
                "--players {given}: expected one pair of equal players with --measures"
            )));
        }
        Ok(())
    }

    /// Returns the command for these scenarios and players, without options that don't affect the games.
    fn as_written(&self, scenarios: &str, players: &[String]) -> String {
        let Args { games, seed, .. } = self;
        let players: String = players.iter().map(|players| format!(" --players {players}")).collect();
        let swap = if self.swap { " --swap" } else { "" };
        let threads = if self.threads > 1 { format!(" --threads {}", self.threads) } else { String::new() };
        let options: String = self.options.iter().map(|option| format!(" --option {option}")).collect();
        format!("undercity balance {scenarios} --games {games}{players}{options}{swap}{threads} --seed {seed}")
    }
}

fn read_players(text: &str) -> Result<[Skill; 2], Failed> {
    let usage = |why: String| Failed::Usage(format!("--players {text}: {why}"));
    let mut names = text.split(',');
    let (Some(a), Some(b), None) = (names.next(), names.next(), names.next()) else {
        return Err(usage("expected two, such as search:1,greedy".to_owned()));
    };
    let read = |name: &str| name.trim().parse::<Skill>().map_err(|error| usage(error.to_string()));
    Ok([read(a)?, read(b)?])
}
