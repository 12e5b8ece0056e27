//! Games, counted by scenario and players.

use std::collections::BTreeMap;

/// The scenario of a game and the players of its sides, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Number of the scenario, from 0.
    pub scenario: usize,
    /// Number of the first side's player, from 0.
    pub first: usize,
    /// Number of the second side's player, from 0.
    pub second: usize,
}

impl Cell {
    /// Returns the cell with the players' sides exchanged.
    #[must_use]
    pub const fn exchanged(self) -> Cell {
        Cell { scenario: self.scenario, first: self.second, second: self.first }
    }
}

/// The end of a game for the player of the first side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// The first side won.
    Won,
    /// Neither side won.
    Drawn,
    /// The second side won.
    Lost,
}

/// The games of a cell, by their end for the player of the first side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of games that the first side won.
    pub won: u64,
    /// Number of drawn games.
    pub drawn: u64,
    /// Number of games that the second side won.
    pub lost: u64,
}

impl Tally {
    /// Returns the number of games.
    #[must_use]
    pub const fn games(self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Returns the number of won games and half the number of drawn ones.
    #[must_use]
    pub fn score(self) -> f64 {
        self.won as f64 + 0.5 * self.drawn as f64
    }

    /// Returns the tally as the player of the second side sees it.
    #[must_use]
    pub const fn reversed(self) -> Tally {
        Tally { won: self.lost, drawn: self.drawn, lost: self.won }
    }

    /// Returns the games of both tallies.
    #[must_use]
    pub const fn and(self, other: Tally) -> Tally {
        Tally { won: self.won + other.won, drawn: self.drawn + other.drawn, lost: self.lost + other.lost }
    }
}

/// The games of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    players: usize,
    scenarios: usize,
    cells: BTreeMap<Cell, Tally>,
}

impl Record {
    /// Returns a record without games for this number of players and of scenarios, each at least 1.
    #[must_use]
    pub fn new(players: usize, scenarios: usize) -> Self {
        Record { players: players.max(1), scenarios: scenarios.max(1), cells: BTreeMap::new() }
    }

    /// Adds a game. A game with a number that this record doesn't have, or of a player against itself, is ignored: it
    /// tells nothing about these players.
    pub fn add(&mut self, cell: Cell, score: Score) {
        let Cell { scenario, first, second } = cell;
        if scenario >= self.scenarios || first.max(second) >= self.players || first == second {
            return;
        }
        let tally = self.cells.entry(cell).or_default();
        match score {
            Score::Won => tally.won += 1,
            Score::Drawn => tally.drawn += 1,
            Score::Lost => tally.lost += 1,
        }
    }

    /// Returns the number of players.
    #[must_use]
    pub const fn players(&self) -> usize {
        self.players
    }

    /// Returns the number of scenarios.
    #[must_use]
    pub const fn scenarios(&self) -> usize {
        self.scenarios
    }

    /// Returns the games of a cell.
    #[must_use]
    pub fn tally(&self, cell: Cell) -> Tally {
        self.cells.get(&cell).copied().unwrap_or_default()
    }

    /// Returns the cells that have games, with their games.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, Tally)> {
        self.cells.iter().map(|(cell, tally)| (*cell, *tally))
    }

    /// Returns the number of all games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.cells.values().map(|tally| tally.games()).sum()
    }

    /// Returns the games of a player on both sides, as this player sees them. With `against`, only those against that
    /// player.
    #[must_use]
    pub fn of(&self, player: usize, against: Option<usize>) -> Tally {
        let mut all = Tally::default();
        for (cell, tally) in self.cells() {
            let (own, other) = if cell.first == player { (tally, cell.second) } else { (tally.reversed(), cell.first) };
            if (cell.first == player || cell.second == player) && against.is_none_or(|against| against == other) {
                all = all.and(own);
            }
        }
        all
    }
}
