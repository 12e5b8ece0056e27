//! A game in the terminal: two people at one screen, or one against the computer.

use super::*;

pub(super) struct Session {
    pub(super) table: Box<dyn Table>,
    pub(super) computers: Computers,
    /// Number of events that each side has been shown.
    pub(super) seen: [usize; 2],
    /// Number of public events when a side was last shown its own.
    pub(super) public: usize,
    /// Side of the player at the screen.
    pub(super) at_screen: Option<Side>,
}

impl Session {
    pub(super) fn play(&mut self) -> Result<(), Failed> {
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
        if self.computers.plays(side.other()) {
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

    fn show_log(&mut self, side: Side) -> Result<(), Failed> {
        for line in event_lines(self.table.events(side.seat(), self.seen[side.index()])) {
            print(line)?;
        }
        self.seen[side.index()] = self.table.events(side.seat(), 0).len();
        self.public = self.table.events(Seat::Spectator, 0).len();
        Ok(())
    }

    /// Builds one order, offer by offer. Returns false if the players stop.
    fn one_order(&mut self, side: Side) -> Result<bool, Failed> {
        self.show_log(side)?;
        let mut draft: Option<Value> = None;
        let mut filter = String::new();
        loop {
            let offers = self.table.offers(side, draft.as_ref()).map_err(refused)?;
            let Some((question, words)) = self.table.pending_question(side) else { return Ok(true) };
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
                    print(format_args!("  your log head    {}\n  public log head  {}", ack.head, ack.public))?;
                }
                ("o", number) => match pick(&offers, number).and_then(|offer| offer.order.clone()) {
                    Some(order) => match self.table.odds(side, &order).and_then(|odds| odds()) {
                        Ok(odds) => crate::commands::odds::show("  The odds, from what you know:", &odds)?,
                        Err(error) => print(format_args!("  {error}"))?,
                    },
                    None => print("  expected o and the number of a complete order")?,
                },
                ("s", number) => {
                    let answer = pick(&offers, number).and_then(|offer| offer.order.clone());
                    let told = if answer.is_some() { "set" } else { "cleared" };
                    match self.table.stand(side, question, answer.as_ref()) {
                        Ok(_) => print(format_args!("  Standing order for `{question}` {told}."))?,
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
                ("resign", _) => print("  resigning loses the game: type `resign yes` to confirm")?,
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
        let books = books.into_iter().chain([referee::referee_rulebook().book()]);
        match books.flat_map(|book| &book.clauses).find(|entry| entry.id.eq_ignore_ascii_case(id)) {
            Some(entry) => {
                print(format_args!("  {}  {} ({})\n  {}", entry.id, entry.title, entry.confidence, entry.text))
            }
            None => print(format_args!("  unknown clause `{id}`")),
        }
    }
}

pub(super) fn pick<'a>(offers: &'a [Offer], number: &str) -> Option<&'a Offer> {
    offers.get(number.parse::<usize>().ok()?.checked_sub(1)?)
}

pub(super) fn list(words: &str, offers: &[Offer], filter: &str, drafting: bool) -> Result<(), Failed> {
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
        print("     0  start this order over")?;
    }
    Ok(())
}
