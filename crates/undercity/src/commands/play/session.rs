//! A game in the terminal: two people at one screen, or one against the computer.

use rules::rulebook::find_clause;
use table::guide::{Guide, GuideError};

use super::*;

pub(super) struct Session {
    pub(super) table: Box<dyn Table>,
    pub(super) computers: Computers,
    /// Script of a guided game.
    pub(super) guide: Option<Guide>,
    /// Number of events that each side has been shown.
    pub(super) seen: [usize; 2],
    /// Number of public events when a side was last shown its own.
    pub(super) public: usize,
    /// Side of the player at the screen.
    pub(super) at_screen: Option<Side>,
}

/// The order being built.
#[derive(Default)]
struct Choice {
    /// The part chosen so far; `None` if nothing is.
    draft: Option<Value>,
    /// Text that the listed offers contain, in lower case; empty if all are listed.
    filter: String,
}

/// What follows a line of the player.
enum Next {
    /// Another line, without a list.
    Prompt,
    /// The list of offers, then another line.
    List,
    /// The position has changed: the next order.
    Order,
    /// The players stop.
    Stop,
}

impl Session {
    pub(super) fn play(&mut self) -> Result<(), Failed> {
        loop {
            if let Some(guide) = &self.guide {
                while guide.play(self.table.as_mut()).map_err(refused)?.is_some() {}
                if !guide.leads(self.table.as_ref()) {
                    let (side, end) = (guide.side, guide.state(self.table.as_ref()).end.unwrap_or_default());
                    self.show_log(side)?;
                    self.show_board(side)?;
                    return say(&end);
                }
            }
            while self.table.answer_standing().map_err(refused)? {}
            if let Some((winner, why)) = self.table.outcome() {
                let reader = self.show_end()?;
                return print(ending(&winner, why.words(reader)));
            }
            let Some(side) = Side::BOTH.into_iter().find(|side| self.table.pending_question(*side).is_some()) else {
                return Err(refused(
                    "internal error: the game is not over, but no side has an order to give; please report this",
                ));
            };
            if self.computers.plays(side) {
                self.computers.order(self.table.as_mut(), side)?;
                // The next player is shown the present state.
                self.at_screen = None;
                continue;
            }
            if !self.seat(side)? || !self.one_order(side)? {
                return Ok(());
            }
        }
    }

    /// Hands the screen over to a side. Returns false if the players stop.
    fn seat(&mut self, side: Side) -> Result<bool, Failed> {
        if self.at_screen == Some(side) {
            return Ok(true);
        }
        if self.guide.is_some() || self.computers.plays(side.other()) {
            self.at_screen = Some(side);
            self.show_board(side)?;
            return Ok(true);
        }
        clear_screen()?;
        let name = self.table.sides()[side.index()];
        let line =
            ask(&format!("The {name} side decides next. Hand the screen to the {name} player, then press Enter: "))?;
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

    /// Shows the last events and the final position: to a player against the computer their own, to two players the
    /// public ones.
    fn show_end(&mut self) -> Result<Seat, Failed> {
        let alone =
            Side::BOTH.into_iter().find(|side| !self.computers.plays(*side) && self.computers.plays(side.other()));
        if let Some(side) = alone {
            self.show_log(side)?;
            self.show_board(side)?;
            return Ok(side.seat());
        }
        clear_screen()?;
        for line in event_lines(&self.table.events(Seat::Spectator, self.public)) {
            print(line)?;
        }
        print(draw::text(&self.table.picture(Seat::Spectator)))?;
        Ok(Seat::Spectator)
    }

    fn show_log(&mut self, side: Side) -> Result<(), Failed> {
        for line in event_lines(&self.table.events(side.seat(), self.seen[side.index()])) {
            print(line)?;
        }
        self.seen[side.index()] = self.table.events(side.seat(), 0).len();
        self.public = self.table.events(Seat::Spectator, 0).len();
        Ok(())
    }

    /// Builds one order, offer by offer. Returns false if the players stop.
    fn one_order(&mut self, side: Side) -> Result<bool, Failed> {
        self.show_log(side)?;
        let mut choice = Choice::default();
        let mut listed = false;
        loop {
            let offers = self.table.offers(side, choice.draft.as_ref()).map_err(refused)?;
            let Some((question, words)) = self.table.pending_question(side) else { return Ok(true) };
            if !listed {
                let path = self.lesson()?;
                list(&words, &offers, &choice, &path)?;
            }
            let Some(line) = ask(&format!("{}> ", self.table.sides()[side.index()]))? else { return Ok(false) };
            listed = match self.command(side, question, &line, &offers, &mut choice)? {
                Next::Prompt => true,
                Next::List => false,
                Next::Order => return Ok(true),
                Next::Stop => return Ok(false),
            };
        }
    }

    /// Carries out one line of the player at the screen.
    fn command(
        &mut self,
        side: Side,
        question: &str,
        line: &str,
        offers: &[Offer],
        choice: &mut Choice,
    ) -> Result<Next, Failed> {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (command, rest.trim()) {
            ("", _) => return Ok(Next::List),
            ("q", _) => return Ok(Next::Stop),
            ("?" | "help", _) => print(HELP)?,
            ("b", _) => {
                self.show_board(side)?;
                return Ok(Next::List);
            }
            ("f", word) => {
                let filter = word.to_lowercase();
                if offers.iter().any(|offer| contains(offer, &filter)) {
                    choice.filter = filter;
                    return Ok(Next::List);
                }
                print(format_args!("  no offer contains `{word}`"))?;
            }
            ("w", _) => self.closed_verbs(side)?.into_iter().try_for_each(print)?,
            ("r", clause) => self.read_clause(clause)?,
            ("h", _) => {
                let ack = self.table.view(side.seat()).map_err(refused)?.ack;
                print(format_args!("  your log head    {}\n  public log head  {}", ack.head, ack.public))?;
            }
            ("o", number) => self.show_odds(side, offers, number)?,
            ("s" | "u", _) if self.guide.is_some() => print("  possible when the lesson is over")?,
            ("s", number) => return self.stand(side, question, offers, number),
            ("u", _) => match self.table.undo(side) {
                Ok(_) => return Ok(Next::Order),
                Err(error) => print(format_args!("  {error}"))?,
            },
            ("resign", "yes") => match self.table.resign(side) {
                Ok(_) => return Ok(Next::Order),
                Err(error) => print(format_args!("  {error}"))?,
            },
            ("resign", _) => print("  resigning loses the game: type `resign yes` to confirm")?,
            ("0", _) if choice.draft.is_some() => {
                *choice = Choice::default();
                return Ok(Next::List);
            }
            (number, _) => match pick(offers, number) {
                None => print(format_args!("  expected a number from 1 to {}, or ? for help", offers.len()))?,
                Some(Offer { draft: Some(next), .. }) => {
                    *choice = Choice { draft: Some(next.clone()), filter: String::new() };
                    return Ok(Next::List);
                }
                Some(offer) => {
                    self.submit(side, offer)?;
                    return Ok(Next::Order);
                }
            },
        }
        Ok(Next::Prompt)
    }

    fn show_odds(&self, side: Side, offers: &[Offer], number: &str) -> Result<(), Failed> {
        match pick(offers, number) {
            Some(Offer { order: Some(order), .. }) => match self.table.odds(side, order).and_then(|odds| odds()) {
                Ok(odds) => crate::commands::odds::show("  The odds, from what you know:", &odds),
                Err(error) => print(format_args!("  {error}")),
            },
            Some(Offer { draft: Some(_), .. }) => {
                print(format_args!("  choose the rest of the order first ({number}), then ask for its odds"))
            }
            _ => print("  expected o and the number of a complete order"),
        }
    }

    /// Sets an offer as the standing answer to this kind of question; without a number, clears it.
    fn stand(&mut self, side: Side, question: &str, offers: &[Offer], number: &str) -> Result<Next, Failed> {
        let answer = pick(offers, number).and_then(|offer| offer.order.as_ref());
        if answer.is_none() && !number.is_empty() {
            print("  expected s and the number of a complete order, or s alone")?;
            return Ok(Next::Prompt);
        }
        let told = if answer.is_some() { "set" } else { "cleared" };
        match self.table.stand(side, question, answer) {
            Ok(_) => print(format_args!("  Standing order for `{question}` {told}."))?,
            Err(error) => print(format_args!("  {error}"))?,
        }
        Ok(if answer.is_some() { Next::Order } else { Next::Prompt })
    }

    /// Returns the refused verbs with reasons; pieces with equal reasons share a line.
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

    fn submit(&mut self, side: Side, offer: &Offer) -> Result<(), Failed> {
        let done = match (&offer.order, &self.guide) {
            (Some(order), Some(guide)) => match guide.submit(self.table.as_mut(), order, None) {
                Err(GuideError::Another(why)) => return say(&why),
                Err(GuideError::Table(error)) => Err(error),
                Ok(ack) => Ok(ack),
            },
            (Some(order), None) => self.table.submit(side, order, None),
            (None, _) => self.table.undo(side),
        };
        match done {
            Ok(_) => Ok(()),
            Err(TableError::Refused(refused)) => print(format_args!("  {refused}")),
            Err(error) => Err(refused(error)),
        }
    }

    /// Shows the lesson of a guided game. Returns the offers that it leads through.
    fn lesson(&self) -> Result<Vec<Offer>, Failed> {
        let Some(guide) = &self.guide else { return Ok(Vec::new()) };
        let state = guide.state(self.table.as_ref());
        let Some(lesson) = state.lesson else { return Ok(Vec::new()) };
        print(format_args!("\nLesson {} of {}", state.step, state.of))?;
        say(&lesson.say)?;
        Ok(lesson.path)
    }

    fn read_clause(&self, id: &str) -> Result<(), Failed> {
        let books = table::system(self.table.system()).map(|system| system.rulebook());
        let books = books.into_iter().chain([referee::referee_rulebook().book()]);
        let example = table::system(self.table.system())
            .and_then(|system| system.rulebook().clauses.first())
            .map_or("REF-8", |clause| clause.id.as_str());
        match find_clause(books.flat_map(|book| &book.clauses), id) {
            Some(entry) => {
                print(format_args!("  {}  {} ({})\n  {}", entry.id, entry.title, entry.confidence, entry.text))
            }
            None => print(format_args!("  unknown clause `{id}`; expected one such as {example}")),
        }
    }
}

pub(super) fn pick<'a>(offers: &'a [Offer], number: &str) -> Option<&'a Offer> {
    offers.get(number.parse::<usize>().ok()?.checked_sub(1)?)
}

/// Whether the verb or the sentence of an offer contains a filter, which is in lower case.
fn contains(offer: &Offer, filter: &str) -> bool {
    format!("{} {}", offer.verb, offer.sentence).to_lowercase().contains(filter)
}

/// Prints what a guide says.
fn say(words: &str) -> Result<(), Failed> {
    wrapped(words, 84).into_iter().try_for_each(|line| print(format_args!("  {line}")))
}

/// Lists offers. Those that a lesson leads through are marked.
fn list(words: &str, offers: &[Offer], choice: &Choice, path: &[Offer]) -> Result<(), Failed> {
    print(format_args!("\n{words}"))?;
    let mut verb = "";
    for (number, offer) in (1..).zip(offers).filter(|(_, offer)| contains(offer, &choice.filter)) {
        if offer.verb != verb {
            verb = &offer.verb;
            print(format_args!("  {verb}"))?;
        }
        let more = if offer.draft.is_some() { " …" } else { "" };
        let mark = if path.contains(offer) { "→ " } else { "  " };
        print(format_args!("{mark}{number:>4}  {}{more}", offer.sentence))?;
    }
    if choice.draft.is_some() {
        print("     0  start this order over")?;
    }
    Ok(())
}
