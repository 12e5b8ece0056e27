//! `undercity play`: the table in a browser, or at this terminal.

mod computer;

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
use crate::outcome::{Failed, opening, print, refused};
use crate::{files, shipped};
use table::wrapped;

/// What to play.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Play at this terminal instead of in a browser
    #[arg(long)]
    terminal: bool,
    /// Where the browser finds the table; only this machine can reach it unless told otherwise
    #[arg(long, value_name = "ADDR", default_value = super::serve::LOOPBACK, conflicts_with = "terminal")]
    listen: SocketAddr,
    /// Where games of the browser are kept; a file in the data folder of this machine if left out
    #[arg(long, value_name = "PATH", conflicts_with = "terminal")]
    store: Option<PathBuf>,
    /// Print the address and leave the browser to you
    #[arg(long, conflicts_with = "terminal")]
    no_browser: bool,
    /// At the terminal: a scenario, shipped or a file; asked for if left out
    #[arg(requires = "terminal")]
    scenario: Option<String>,
    /// At the terminal: where to keep the game; a file in the data folder of this machine if left out
    #[arg(long, requires = "terminal")]
    ledger: Option<PathBuf>,
    /// At the terminal: go on with a game from its ledger
    #[arg(long, requires = "terminal", conflicts_with_all = ["scenario", "ledger"])]
    resume: Option<PathBuf>,
    /// At the terminal: change an option of the scenario, such as hidden_sewers=true
    #[arg(long = "option", value_name = "KEY=VALUE", requires = "terminal")]
    options: Vec<String>,
    /// At the terminal: a side that the computer plays, from what that side knows; LEVEL is recruit, regular, veteran or
    /// elite. It is no part of the game that is kept: name it again to go on
    #[arg(long = "computer", value_name = "SIDE=LEVEL", requires = "terminal")]
    computers: Vec<String>,
}

const HELP: &str = "  a number   choose that offer
  b          show the board again
  f WORD     list only the offers that contain a word; f alone lists all
  o NUMBER   the odds of an offer that rolls dice
  w          why not: what is closed to your pieces now, and the clause
  r CLAUSE   read a clause, such as r TOI-S4
  u          take back your last order, where that is allowed
  s NUMBER   answer this kind of question always so (a standing order); s alone withdraws it
  h          the heads of the ledger, to note for `undercity verify --head`
  resign     give the game up
  q          stop; the game is kept and can be resumed
  ?          this list";

/// 32 bytes of the machine's own randomness.
pub fn random() -> Result<[u8; 32], Failed> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| refused(format_args!("this machine gives no randomness: {error}")))?;
    Ok(bytes)
}

/// Nonces from the machine's own randomness: the referee's, and each seat's.
pub fn random_nonces() -> Result<[Nonce; 3], Failed> {
    Ok([random()?, random()?, random()?].map(Nonce::from))
}

pub fn run(args: &Args) -> Result<(), Failed> {
    if !args.terminal {
        args.check_browser()?;
        return super::serve::open_table(args.listen, args.store.as_deref(), !args.no_browser);
    }
    let (table, path) = match &args.resume {
        Some(path) => (resume(path)?, path.clone()),
        None => open(args)?,
    };
    let computers = Computers::read(&args.computers, table.sides())?;
    print(format_args!("The game is kept in {}", path.display()))?;
    let mut session = Session { table, computers, seen: [0; 2], public: 0, at_screen: None };
    session.play()?;
    if session.table.outcome().is_some() {
        print(format_args!("Verify it with: undercity verify {}", path.display()))
    } else {
        let computers: String = args.computers.iter().map(|computer| format!(" --computer {computer}")).collect();
        print(format_args!("Go on with: undercity play --terminal --resume {}{computers}", path.display()))
    }
}

impl Args {
    /// That nothing is asked of the browser which only the terminal does. The parser does not see it: a flag that
    /// excludes --terminal takes back that another needs it.
    fn check_browser(&self) -> Result<(), Failed> {
        let asked = [
            (self.scenario.is_some(), "a scenario"),
            (self.ledger.is_some(), "--ledger"),
            (self.resume.is_some(), "--resume"),
            (!self.options.is_empty(), "--option"),
            (!self.computers.is_empty(), "--computer"),
        ];
        match asked.into_iter().find(|(given, _)| *given) {
            Some((_, what)) => Err(Failed::Usage(format!(
                "{what} is for play at the terminal: add --terminal, without --listen, --store and --no-browser; in a \
                 browser scenario and options are chosen on the start page"
            ))),
            None => Ok(()),
        }
    }
}

fn open(args: &Args) -> Result<(Box<dyn Table>, PathBuf), Failed> {
    let scenario = match &args.scenario {
        Some(name) => shipped::find(name)?,
        None => shipped::find(&choose_scenario()?)?,
    };
    let scenario = shipped::with_options(&scenario, &args.options)?;
    // Checked before the file is made, so that a mistake leaves no empty ledger behind.
    let system = shipped::checked(&scenario)?;
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
    // Locked before it is read: two tables must not go on with one game.
    let mut sink = FileSink::resume(path).map_err(|error| place(error.to_string()))?;
    let text = files::read(path)?;
    let header = header(&text).map_err(|stopped| place(stopped.to_string()))?;
    let system = shipped::system_called(&header.system)?;
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
        return Err(place("nothing was played yet: the seats' nonces were never revealed".to_owned()));
    }
    Ok(table)
}

fn choose_scenario() -> Result<String, Failed> {
    let shipped = shipped::all();
    print("Which scenario?\n")?;
    for (number, scenario) in (1..).zip(&shipped) {
        let document = board::scenario::Document::parse(scenario.name, scenario.text).map_err(Failed::Problems)?;
        let head = document.reader().head();
        print(format_args!("{number:>3}  {} ({})", head.title.get_ref(), scenario.name))?;
        for line in head.summary.iter().flat_map(|summary| wrapped(summary, 84)) {
            print(format_args!("     {line}"))?;
        }
    }
    loop {
        let Some(line) = ask("\nNumber: ")? else { return Err(refused("no scenario was chosen")) };
        match line.parse::<usize>().ok().and_then(|number| shipped.get(number.wrapping_sub(1))) {
            Some(scenario) => return Ok(scenario.name.to_owned()),
            None => print(format_args!("expected a number from 1 to {}", shipped.len()))?,
        }
    }
}

/// A file that does not exist yet, in the platform's data folder.
fn free_path(scenario: &str) -> Result<PathBuf, Failed> {
    let folders = directories::ProjectDirs::from("", "", "undercity")
        .ok_or_else(|| refused("this machine tells no data folder; name a file with --ledger"))?;
    let folder = folders.data_dir().join("games");
    files::make_folder(&folder)?;
    let stem: String = scenario.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let path = (1..).map(|n: u32| folder.join(format!("{stem}-{n}.jsonl"))).find(|path| !path.exists());
    path.ok_or_else(|| refused("no free name for the game"))
}

/// Asks for a line; `None` at the end of input.
fn ask(prompt: &str) -> Result<Option<String>, Failed> {
    let mut out = std::io::stdout().lock();
    write!(out, "{prompt}")?;
    out.flush()?;
    let mut line = String::new();
    let read = std::io::stdin().lock().read_line(&mut line)?;
    Ok((read > 0).then(|| line.trim().to_owned()))
}

/// Clears the screen and what can be scrolled back to, so that nothing of one side is left for the other.
fn clear_screen() -> Result<(), Failed> {
    if std::io::stdout().is_terminal() { print("\x1b[2J\x1b[3J\x1b[H") } else { print("\n".repeat(60)) }
}

/// Events of a seat, in words.
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

struct Session {
    table: Box<dyn Table>,
    computers: Computers,
    /// How many events each side has been shown.
    seen: [usize; 2],
    /// How many events everybody had heard when a side was last shown its own.
    public: usize,
    /// The side that sits at the screen.
    at_screen: Option<Side>,
}

impl Session {
    fn play(&mut self) -> Result<(), Failed> {
        loop {
            while self.table.answer_standing().map_err(refused)? {}
            if let Some((winner, why)) = self.table.outcome() {
                clear_screen()?;
                for line in event_lines(self.table.events(Seat::Spectator, self.public)) {
                    print(line)?;
                }
                print(draw::text(&self.table.picture(Seat::Spectator)))?;
                return print(format_args!("The game is over. {winner}: {why}."));
            }
            let Some(side) = Side::BOTH.into_iter().find(|side| self.table.asked(*side).is_some()) else {
                return Err(refused("nobody is asked for an order, and the game is not over: please report this"));
            };
            if self.computers.plays(side) {
                self.computers.order(self.table.as_mut(), side)?;
                // Whoever is asked next is shown how it stands now.
                self.at_screen = None;
                continue;
            }
            if !self.seat(side)? || !self.one_order(side)? {
                return Ok(());
            }
        }
    }

    /// Hands the screen over to a side; false when the players stop.
    fn seat(&mut self, side: Side) -> Result<bool, Failed> {
        if self.at_screen == Some(side) {
            return Ok(true);
        }
        if self.computers.plays(side.other()) {
            self.at_screen = Some(side);
            self.show_board(side)?;
            return Ok(true);
        }
        clear_screen()?;
        let name = self.table.sides()[side.index()];
        let line =
            ask(&format!("The {name} side is asked. Hand the screen to the {name} player, who presses Enter: "))?;
        if line.is_none_or(|line| line == "q") {
            return Ok(false);
        }
        clear_screen()?;
        self.at_screen = Some(side);
        self.show_board(side)?;
        Ok(true)
    }

    fn show_board(&mut self, side: Side) -> Result<(), Failed> {
        print(draw::text(&self.table.picture(side.seat())))
    }

    fn show_log(&mut self, side: Side) -> Result<(), Failed> {
        for line in event_lines(self.table.events(side.seat(), self.seen[side.index()])) {
            print(line)?;
        }
        self.seen[side.index()] = self.table.events(side.seat(), 0).len();
        self.public = self.table.events(Seat::Spectator, 0).len();
        Ok(())
    }

    /// One whole order, built offer by offer; false when the players stop.
    fn one_order(&mut self, side: Side) -> Result<bool, Failed> {
        self.show_log(side)?;
        let mut draft: Option<Value> = None;
        let mut filter = String::new();
        loop {
            let offers = self.table.offers(side, draft.as_ref()).map_err(refused)?;
            let Some((question, words)) = self.table.asked(side) else { return Ok(true) };
            list(&words, &offers, &filter, draft.is_some())?;
            let Some(line) = ask(&format!("{}> ", self.table.sides()[side.index()]))? else { return Ok(false) };
            let (command, rest) = line.split_once(' ').unwrap_or((line.as_str(), ""));
            match (command, rest.trim()) {
                ("q", _) => return Ok(false),
                ("?" | "help", _) => print(HELP)?,
                ("b", _) => self.show_board(side)?,
                ("f", word) => filter = word.to_lowercase(),
                ("w", _) => {
                    for line in self.closed_verbs(side)? {
                        print(line)?;
                    }
                }
                ("r", clause) => self.read_clause(clause)?,
                ("h", _) => {
                    let ack = self.table.view(side.seat()).map_err(refused)?.ack;
                    print(format_args!(
                        "  head of your log     {}\n  head of the public log {}",
                        ack.head, ack.public
                    ))?;
                }
                ("o", number) => match pick(&offers, number).and_then(|offer| offer.order.clone()) {
                    Some(order) => match self.table.odds(side, &order).and_then(|reckon| reckon()) {
                        Ok(odds) => super::odds::show("  The odds, from what you know:", &odds)?,
                        Err(error) => print(format_args!("  {error}"))?,
                    },
                    None => print("  expected o and the number of a whole order")?,
                },
                ("s", number) => {
                    let answer = pick(&offers, number).and_then(|offer| offer.order.clone());
                    let told = if answer.is_some() { "from now on" } else { "withdrawn" };
                    match self.table.stand(side, question, answer.as_ref()) {
                        Ok(_) => print(format_args!("  Standing order for `{question}`: {told}."))?,
                        Err(error) => print(format_args!("  {error}"))?,
                    }
                    if answer.is_some() {
                        return Ok(true);
                    }
                }
                ("u", _) => match self.table.undo(side) {
                    Ok(_) => return Ok(true),
                    Err(error) => print(format_args!("  {error}"))?,
                },
                ("resign", "yes") => match self.table.resign(side) {
                    Ok(_) => return Ok(true),
                    Err(error) => print(format_args!("  {error}"))?,
                },
                ("resign", _) => print("  the other side will have won: type `resign yes` if you mean it")?,
                ("0", _) if draft.is_some() => draft = None,
                (number, _) => match pick(&offers, number) {
                    None if number.is_empty() => {}
                    None => print(format_args!("  expected a number from 1 to {}, or ? for help", offers.len()))?,
                    Some(Offer { draft: Some(next), .. }) => {
                        draft = Some(next.clone());
                        filter.clear();
                    }
                    Some(offer) => return self.submit(side, &offer.clone()),
                },
            }
        }
    }

    /// What is closed and why, the pieces that share a reason on one line.
    fn closed_verbs(&self, side: Side) -> Result<Vec<String>, Failed> {
        let scene = self.table.scene(side.seat()).map_err(refused)?;
        let label = |piece: &Value| {
            let pieces = scene["pieces"].as_array().into_iter().flatten();
            let mut named = pieces.filter(|shown| shown["piece"] == *piece).filter_map(|shown| shown["label"].as_str());
            named.next().map_or_else(|| format!("#{piece}"), str::to_owned)
        };
        let mut reasons: Vec<(String, Vec<String>)> = Vec::new();
        for closed in self.table.why_not(side).map_err(refused)? {
            let reason = format!("{}: {} [{}]", closed.verb, closed.why, closed.clause);
            let who = closed.piece.as_ref().map(label);
            match reasons.iter_mut().find(|(same, _)| *same == reason) {
                Some((_, pieces)) => pieces.extend(who),
                None => reasons.push((reason, who.into_iter().collect())),
            }
        }
        let line = |(reason, pieces): (String, Vec<String>)| match pieces.as_slice() {
            [] => format!("  {reason}"),
            pieces => format!("  {reason} ({})", pieces.join(", ")),
        };
        Ok(reasons.into_iter().map(line).collect())
    }

    fn submit(&mut self, side: Side, offer: &Offer) -> Result<bool, Failed> {
        let done = match &offer.order {
            Some(order) => self.table.submit(side, order, None),
            None => self.table.undo(side),
        };
        match done {
            Ok(_) => {}
            Err(TableError::Refused(refused)) => print(format_args!("  {refused}"))?,
            Err(error) => return Err(refused(error)),
        }
        Ok(true)
    }

    fn read_clause(&self, id: &str) -> Result<(), Failed> {
        let books = table::system(self.table.system()).map(|system| system.rulebook());
        let books = books.into_iter().chain([referee::house_rules().book()]);
        match books.flat_map(|book| &book.clauses).find(|entry| entry.id.eq_ignore_ascii_case(id)) {
            Some(entry) => {
                print(format_args!("  {}  {} ({})\n  {}", entry.id, entry.title, entry.confidence, entry.text))
            }
            None => print(format_args!("  there is no clause `{id}`")),
        }
    }
}

fn pick<'a>(offers: &'a [Offer], number: &str) -> Option<&'a Offer> {
    offers.get(number.parse::<usize>().ok()?.checked_sub(1)?)
}

fn list(words: &str, offers: &[Offer], filter: &str, drafting: bool) -> Result<(), Failed> {
    print(format_args!("\n{words}"))?;
    let mut verb = "";
    for (number, offer) in (1..).zip(offers) {
        if !filter.is_empty() && !format!("{} {}", offer.verb, offer.sentence).to_lowercase().contains(filter) {
            continue;
        }
        if offer.verb != verb {
            verb = &offer.verb;
            print(format_args!("  {verb}"))?;
        }
        let more = if offer.draft.is_some() { " …" } else { "" };
        print(format_args!("  {number:>4}  {}{more}", offer.sentence))?;
    }
    if drafting {
        print("     0  begin this order again")?;
    }
    Ok(())
}
