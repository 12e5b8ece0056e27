//! The players, the scenarios, and the log of each pair of players in each scenario.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use players::{Budget, Skill};
use ratings::{Cell, Score};
use referee::ledger::ScenarioText;
use table::balance::{BalanceRun, Played, program, written};

use super::Args;
use crate::builtin;
use crate::commands::balance::take_up;
use crate::files;
use crate::outcome::{Failed, counted, refused};

/// All that can be played: a run for each scenario and pair of players.
pub struct Field {
    pub players: Vec<Skill>,
    pub scenarios: Vec<ScenarioText>,
    runs: Vec<Run>,
}

struct Run {
    balance: BalanceRun,
    /// The cell of its games with an even number; in the others the sides are exchanged.
    cell: Cell,
}

impl Field {
    /// Checks the players and scenarios of a command.
    pub fn new(args: &Args, scenarios: Vec<ScenarioText>) -> Result<Self, Failed> {
        let players = read_players(&args.players)?;
        let mut runs = Vec::new();
        for (number, scenario) in scenarios.iter().enumerate() {
            let system = builtin::checked(scenario)?;
            for second in 1..players.len() {
                for first in 0..second {
                    let balance = BalanceRun {
                        system,
                        scenario: scenario.clone(),
                        options: Vec::new(),
                        players: [players[first], players[second]],
                        swap: true,
                        seed: args.seed,
                        threads: args.threads,
                    };
                    runs.push(Run { balance, cell: Cell { scenario: number, first, second } });
                }
            }
        }
        Ok(Field { players, scenarios, runs })
    }

    pub fn runs(&self) -> std::ops::Range<usize> {
        0..self.runs.len()
    }

    /// Returns the run of this number. The number comes from [`Field::runs`].
    pub fn run(&self, run: usize) -> &BalanceRun {
        &self.runs[run].balance
    }

    /// Returns the cell of games with an even number. In those with an odd number the sides are exchanged.
    pub fn cell(&self, run: usize) -> Cell {
        self.runs[run].cell
    }

    /// Returns the cell of a game and its end for the player of the first side.
    pub fn scored(&self, run: usize, played: &Played) -> (Cell, Score) {
        let Run { balance, cell } = &self.runs[run];
        let [first, second] = balance.system.sides();
        let score = match played.result.winner.as_str() {
            side if side == first => Score::Won,
            side if side == second => Score::Lost,
            _ => Score::Drawn,
        };
        (if played.swapped { cell.exchanged() } else { *cell }, score)
    }

    /// Returns the name of a run, such as `tide/first greedy,random`.
    pub fn label(&self, run: usize) -> String {
        let BalanceRun { scenario, players, .. } = self.run(run);
        format!("{} {}", scenario.name, written(*players))
    }
}

/// Returns the players, the simplest first, with random.
fn read_players(names: &[String]) -> Result<Vec<Skill>, Failed> {
    let mut players = vec![Skill::Random];
    let mut named = Vec::new();
    for name in names {
        let skill: Skill =
            name.trim().parse().map_err(|error| Failed::Usage(format!("--players {}: {error}", names.join(","))))?;
        if named.contains(&skill) {
            return Err(Failed::Usage(format!("--players {name}: this player is listed twice; expected each once")));
        }
        named.push(skill);
    }
    players.extend(named.into_iter().filter(|skill| *skill != Skill::Random));
    if players.len() < 2 {
        let names = names.join(",");
        return Err(Failed::Usage(format!("--players {names}: expected a player besides random, such as greedy")));
    }
    // So that the order of the names doesn't matter to the log.
    let order = |skill: &Skill| match skill {
        Skill::Random => (0, 0.0),
        Skill::Greedy => (1, 0.0),
        Skill::Search(Budget::Iterations(times)) => (2, f64::from(*times)),
        Skill::Search(Budget::Time(time)) => (3, time.as_secs_f64()),
    };
    players.sort_by(|a, b| order(a).0.cmp(&order(b).0).then(order(a).1.total_cmp(&order(b).1)));
    Ok(players)
}

/// The logs of a ladder: a file for each run that has games.
pub struct Logs {
    folder: Option<PathBuf>,
    files: BTreeMap<usize, (PathBuf, File)>,
}

impl Logs {
    /// Reads the logs in a folder. `read` is called with each game and the number of its run.
    pub fn open(folder: Option<PathBuf>, field: &Field, mut read: impl FnMut(usize, &Played)) -> Result<Self, Failed> {
        if let Some(folder) = &folder {
            files::make_folder(folder)?;
        }
        let mut logs = Logs { folder, files: BTreeMap::new() };
        for run in field.runs() {
            if logs.path(field, run).is_some_and(|path| path.exists()) {
                for played in logs.begin(field, run)? {
                    read(run, &played);
                }
            }
        }
        Ok(logs)
    }

    /// Returns the file of a run, as `balance` names it.
    fn path(&self, field: &Field, run: usize) -> Option<PathBuf> {
        let BalanceRun { scenario, players, .. } = field.run(run);
        let name = format!("{}-{}.jsonl", scenario.name, written(*players)).replace(['/', ':', ','], "-");
        self.folder.as_ref().map(|folder| folder.join(name))
    }

    /// Opens the log of a run, or creates it, and returns its games.
    fn begin(&mut self, field: &Field, run: usize) -> Result<Vec<Played>, Failed> {
        let Some(path) = self.path(field, run) else { return Ok(Vec::new()) };
        let games = take_up(&path, &field.run(run).head(Some(program())))?;
        let file = OpenOptions::new().append(true).open(&path).map_err(|error| unwritten(&path, &error))?;
        self.files.insert(run, (path, file));
        Ok(games)
    }

    /// Appends a game to the log of its run.
    pub fn write(&mut self, field: &Field, run: usize, played: &Played) -> Result<(), Failed> {
        if !self.files.contains_key(&run) {
            self.begin(field, run)?;
        }
        let Some((path, file)) = self.files.get_mut(&run) else { return Ok(()) };
        let line = played.line().map_err(refused)?;
        file.write_all(line.as_bytes()).map_err(|error| unwritten(path, &error))
    }

    /// Returns the message after a stop.
    pub fn stopped(&self, games: u64) -> String {
        match &self.folder {
            Some(folder) => {
                let games = counted(games as usize, "game", "games");
                format!("stopped: {games} saved in {}; run the same command to continue", folder.display())
            }
            None => "stopped: nothing is saved without --log FOLDER".to_owned(),
        }
    }
}

fn unwritten(path: &Path, error: &std::io::Error) -> Failed {
    refused(format_args!("{}: {error}", path.display()))
}
