//! `undercity play`: a game in a browser or in this terminal.

mod computer;
pub mod guided;
mod session;

use std::io::{BufRead, IsTerminal, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use board::draw;
use fair::Nonce;
use referee::ledger::FileSink;
use referee::replay::header;
use rules::{Seat, Side};
use serde_json::Value;
use table::{Keyed, Offer, Table, TableError};

use self::computer::Computers;
use crate::outcome::{Failed, ending, opening, print, refused};
use crate::{builtin, files};
use session::Session;
use table::wrapped;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Play in this terminal instead of a browser
    #[arg(long)]
    terminal: bool,
    /// Address of the page; at the default only this machine can connect
    #[arg(long, value_name = "ADDR", default_value = super::serve::LOOPBACK, conflicts_with = "terminal")]
    listen: SocketAddr,
    /// File or PostgreSQL database for games in the browser [default: games.sqlite in your data folder]
    #[arg(long, value_name = "PATH-OR-URL", conflicts_with = "terminal")]
    store: Option<PathBuf>,
    /// Print the address without opening a browser
    #[arg(long, conflicts_with = "terminal")]
    no_browser: bool,
    /// With --terminal: built-in scenario or scenario file [default: choose from a list]
    #[arg(requires = "terminal")]
    scenario: Option<String>,
    /// With --terminal: ledger file to create [default: a new file in your data folder]
    #[arg(long, requires = "terminal")]
    ledger: Option<PathBuf>,
    /// With --terminal: ledger of a game to resume
    #[arg(long, requires = "terminal", conflicts_with_all = ["scenario", "ledger"])]
    resume: Option<PathBuf>,
    /// With --terminal: change a scenario option, such as hidden_sewers=true
    #[arg(long = "option", value_name = "KEY=VALUE", requires = "terminal")]
    options: Vec<String>,
    /// With --terminal: play the guided game of the scenario, or of a guide file
    #[arg(long, requires = "terminal", conflicts_with_all = ["resume", "options", "computers"])]
    guide: bool,
    /// With --terminal: let the computer play SIDE at LEVEL: recruit, regular, veteran or elite. Not saved with the
    /// game: repeat it with --resume
    #[arg(long = "computer", value_name = "SIDE=LEVEL", requires = "terminal")]
    computers: Vec<String>,
}

const HELP: &str = "  a number   choose that offer
  Enter      list the offers again
  b          show the board again
  f WORD     list only offers that contain a word; f alone lists all
  o NUMBER   the odds of a complete order that rolls dice
  w          why not: actions your units can't take now, and the rule
  r CLAUSE   read a clause, such as r TOI-S4 or r S4
  u          undo your last order, if allowed
  s NUMBER   always give offer NUMBER to this kind of question (a standing order); s alone clears it
  h          the log heads, to note for `undercity verify --head`
  resign     lose the game at once
  q          stop; the game is saved and can be resumed
  ?          this list";

/// Returns 32 random bytes from the operating system.
pub fn random() -> Result<[u8; 32], Failed> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)
        .map_err(|error| refused(format_args!("can't read random bytes from the operating system: {error}")))?;
    Ok(bytes)
}

/// Returns random nonces: the referee's, and one for each side.
pub fn random_nonces() -> Result<[Nonce; 3], Failed> {
    Ok([random()?, random()?, random()?].map(Nonce::from))
}

pub fn run(args: &Args) -> Result<(), Failed> {
    if !args.terminal {
        args.check_browser()?;
        return super::serve::open_table(args.listen, args.store.as_deref(), !args.no_browser);
    }
    if args.guide {
        return guided::play(args);
    }
    let (table, path) = match &args.resume {
        Some(path) => (resume(path)?, path.clone()),
        None => open(args)?,
    };
    let computers = Computers::read(&args.computers, table.sides())?;
    print(format_args!("The game is saved in {}", path.display()))?;
    let mut session = Session { table, computers, guide: None, seen: [0; 2], public: 0, at_screen: None };
    session.play()?;
    if session.table.outcome().is_some() {
        print(format_args!("Verify it with: undercity verify {}", path.display()))
    } else {
        let computers: String = args.computers.iter().map(|computer| format!(" --computer {computer}")).collect();
        print(format_args!("Resume with: undercity play --terminal --resume {}{computers}", path.display()))
    }
}

impl Args {
    /// Refuses options for the terminal with a game in the browser. The parser can't check it: for an option that
    /// excludes --terminal, it drops the requirements of other options.
    fn check_browser(&self) -> Result<(), Failed> {
        let asked = [
            (self.scenario.is_some(), "a scenario"),
            (self.ledger.is_some(), "--ledger"),
            (self.resume.is_some(), "--resume"),
            (!self.options.is_empty(), "--option"),
            (!self.computers.is_empty(), "--computer"),
            (self.guide, "--guide"),
        ];
        match asked.into_iter().find(|(given, _)| *given) {
            Some((_, what)) => Err(Failed::Usage(format!(
                "{what} needs --terminal, without --listen, --store and --no-browser; in a browser, choose scenario and \
                 options on the start page"
            ))),
            None => Ok(()),
        }
    }
}

fn open(args: &Args) -> Result<(Box<dyn Table>, PathBuf), Failed> {
    let scenario = match &args.scenario {
        Some(name) => builtin::find(name)?,
        None => builtin::find(&choose_scenario()?)?,
    };
    let scenario = builtin::with_options(&scenario, &args.options)?;
    // Checked before the file is created, so a mistake leaves no empty ledger.
    let system = builtin::checked(&scenario)?;
    Computers::read(&args.computers, system.sides())?;
    let path = match &args.ledger {
        Some(path) => path.clone(),
        None => free_path(&scenario.name)?,
    };
    let sink = FileSink::create(&path).map_err(|error| refused(format_args!("{}: {error}", path.display())))?;
    let keyed = Keyed { scenario, game: random()?.into(), nonces: random_nonces()?, own_dice: false };
    let table = system.begin(keyed, Box::new(sink)).map_err(opening)?;
    Ok((table, path))
}

fn resume(path: &Path) -> Result<Box<dyn Table>, Failed> {
    let place = |why: String| refused(format_args!("{}: {why}", path.display()));
    // Locked before it is read: two processes must not continue one game.
    let mut sink = FileSink::resume(path).map_err(|error| place(error.to_string()))?;
    let text = files::read(path)?;
    let header = header(&text).map_err(|stopped| place(stopped.to_string()))?;
    let system = builtin::system_called(&header.system)?;
    let replayed = system.replay(&text, None).map_err(|error| place(error.to_string()))?;
    if let Some(stopped) = &replayed.stopped {
        let torn = text.get(replayed.length..).is_some_and(|rest| !rest.contains('\n'));
        if !torn {
            return Err(place(stopped.clone()));
        }
        print(format_args!("The last line was cut short and is dropped ({stopped})."))?;
    }
    sink.cut(replayed.length as u64).map_err(|error| place(error.to_string()))?;
    let whole = text.get(..replayed.length).unwrap_or_default();
    let table = system.replay(whole, Some(Box::new(sink))).map_err(|error| place(error.to_string()))?.table;
    if !table.begun() {
        return Err(place("play had not begun: the sides' nonces were never revealed".to_owned()));
    }
    Ok(table)
}

fn choose_scenario() -> Result<String, Failed> {
    let builtin = builtin::all();
    print("Which scenario?\n")?;
    for (number, scenario) in (1..).zip(&builtin) {
        let document = board::scenario::Document::parse(scenario.name, scenario.text).map_err(Failed::Diagnostics)?;
        let head = document.reader().head();
        print(format_args!("{number:>3}  {} ({})", head.title.get_ref(), scenario.name))?;
        for line in head.summary.iter().flat_map(|summary| wrapped(summary, 84)) {
            print(format_args!("     {line}"))?;
        }
    }
    loop {
        let Some(line) = ask("\nNumber: ")? else { return Err(refused("no scenario was chosen")) };
        match line.parse::<usize>().ok().and_then(|number| builtin.get(number.wrapping_sub(1))) {
            Some(scenario) => return Ok(scenario.name.to_owned()),
            None => print(format_args!("expected a number from 1 to {}", builtin.len()))?,
        }
    }
}

/// Returns an unused path in the platform's data folder.
fn free_path(scenario: &str) -> Result<PathBuf, Failed> {
    let folders = directories::ProjectDirs::from("", "", "undercity")
        .ok_or_else(|| refused("can't find a data directory on this system; choose a file with --ledger"))?;
    let folder = folders.data_dir().join("games");
    files::make_folder(&folder)?;
    let stem: String = scenario.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let path = (1..).map(|n: u32| folder.join(format!("{stem}-{n}.jsonl"))).find(|path| !path.exists());
    path.ok_or_else(|| refused("can't find a free file name for the game; choose one with --ledger"))
}

/// Prompts for a line; `None` at the end of input.
fn ask(prompt: &str) -> Result<Option<String>, Failed> {
    let mut out = std::io::stdout().lock();
    write!(out, "{prompt}")?;
    out.flush()?;
    let mut line = String::new();
    let read = std::io::stdin().lock().read_line(&mut line)?;
    Ok((read > 0).then(|| line.trim().to_owned()))
}

/// Clears the screen and its scrollback, so the next player can't read the other side's information.
fn clear_screen() -> Result<(), Failed> {
    if std::io::stdout().is_terminal() { print("\x1b[2J\x1b[3J\x1b[H") } else { print("\n".repeat(60)) }
}

/// Formats the events of a seat as lines of text.
pub fn event_lines(events: &[String]) -> Vec<String> {
    events.iter().filter_map(|line| event_line(&serde_json::from_str(line).ok()?)).collect()
}

fn event_line(event: &Value) -> Option<String> {
    if let Some(told) = event.get("told") {
        return Some(format!("  {} [{}]", told["text"].as_str()?, told["clause"].as_str()?));
    }
    if let Some(rolled) = event.get("rolled") {
        let faces: Vec<String> = rolled["faces"].as_array()?.iter().map(Value::to_string).collect();
        if faces.is_empty() {
            return None;
        }
        return Some(format!(
            "  dice for {}: {} [{}]",
            rolled["label"].as_str()?,
            faces.join(" "),
            rolled["clause"].as_str()?
        ));
    }
    None
}
