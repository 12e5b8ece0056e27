//! Games that are copied from one store to another, of the same or another kind.

use referee::ledger::ScenarioText;

use super::check::verify;
use super::copy::Progress;
use super::rebuilt::Rebuilt;
use super::{CachedResponse, GameId, Lost, StoreAddress, StoreError, StoredGame};
use crate::seats::TokenHash;

/// Everything that a store holds of a game, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeGame {
    /// Times of creation and last use, in seconds since 1970.
    pub created: i64,
    pub used: i64,
    /// Stage: 0 if no side has joined, 1 if one has, 2 if the game is over.
    pub stage: i64,
    /// Keyed hash of the address that created it, if that is counted.
    pub maker: Option<Vec<u8>>,
    pub content: Content,
}

/// What makes a game the one it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// Setup without its scenario.
    pub opening: String,
    pub scenario: ScenarioText,
    /// Links in the order of their hashes, each with the index of its seat.
    pub links: Vec<(TokenHash, u8)>,
    /// Lines of the ledger, each with the response that is stored with it.
    pub lines: Vec<(String, Option<CachedResponse>)>,
}

impl Content {
    /// Returns the game.
    fn stored(&self, game: GameId) -> Result<StoredGame, StoreError> {
        let mut rebuilt = Rebuilt::new(game, &self.opening, Some(self.scenario.clone()))?;
        self.lines.iter().for_each(|(line, response)| rebuilt.add(line, response.clone()));
        Ok(rebuilt.done())
    }
}

/// A store from which and to which games can be copied. No server uses it meanwhile.
pub trait Transfer {
    /// Returns all games in the order of their numbers.
    fn all(&self) -> Result<Vec<GameId>, StoreError>;
    /// Returns everything of a game.
    fn whole(&self, game: GameId) -> Result<Option<WholeGame>, StoreError>;
    /// Stores a game in one transaction, under its number if that is free. It is read again before the transaction ends,
    /// and must be equal.
    fn put(&self, number: GameId, game: &WholeGame) -> Result<(), StoreError>;
    /// Returns the game of a link.
    fn game_of(&self, link: &TokenHash) -> Result<Option<GameId>, StoreError>;
    /// Returns the games of which acknowledged orders are missing, as far as the store can know.
    fn lost(&self) -> Vec<Lost>;
    /// Returns the key of the hashes of addresses.
    fn salt(&self) -> Vec<u8>;
    /// Replaces the key of the hashes of addresses, of which there are none.
    fn put_salt(&mut self, salt: &[u8]) -> Result<(), StoreError>;
}

/// The result of a copy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    /// Number of games that were copied.
    pub games: u64,
    /// Number of games that the target had already.
    pub there: u64,
    /// Games that were not copied, and why.
    pub left_out: Vec<(GameId, String)>,
    /// Games of which the first store has lost acknowledged orders. The target can't know that by itself.
    pub lost: Vec<Lost>,
}

/// Copies the games of a store to another one, each in one transaction, so that after a failure the target has each game
/// as a whole or not at all. What the target has already is left as it is: the same command continues an earlier one.
///
/// Addresses that created unfinished games are known by hashes with the salt of their store. A target without games takes
/// over the salt. In another one they would mean nothing, so they are left out, and these games count for no address.
///
/// # Errors
/// A server uses one of the stores, or the first doesn't exist or is of an earlier version.
/// A store can't be read or written.
pub fn copy(from: &StoreAddress, to: &StoreAddress, progress: Progress<'_>) -> Result<Copied, StoreError> {
    let from = from.existing()?;
    let mut to = to.open_to_copy()?;
    let games = from.all()?;
    if to.all()?.is_empty() {
        to.put_salt(&from.salt())?;
    }
    let same_salt = from.salt() == to.salt();
    let mut copied = Copied { lost: from.lost(), ..Copied::default() };
    for (n, number) in (1..).zip(&games) {
        match copy_one(&*from, &*to, *number, same_salt)? {
            Done::Copied => copied.games += 1,
            Done::There => copied.there += 1,
            Done::LeftOut(why) => copied.left_out.push((*number, why)),
        }
        progress(n, games.len() as u64);
    }
    Ok(copied)
}

enum Done {
    Copied,
    There,
    LeftOut(String),
}

fn copy_one(from: &dyn Transfer, to: &dyn Transfer, number: GameId, same_salt: bool) -> Result<Done, StoreError> {
    let left_out = |why: &str| Ok(Done::LeftOut(why.to_owned()));
    let mut game = match from.whole(number) {
        Ok(Some(game)) => game,
        Ok(None) => return left_out("it is not in the store"),
        Err(error) => return error.fault().map(str::to_owned).map(Done::LeftOut).ok_or(error),
    };
    let stored = match game.content.stored(number) {
        Ok(stored) => stored,
        Err(error) => return error.fault().map(str::to_owned).map(Done::LeftOut).ok_or(error),
    };
    if let Some(why) = verify(&stored) {
        return Ok(Done::LeftOut(why));
    }
    if game.content.links.is_empty() {
        return left_out("it has no links, so no seat can open it");
    }
    for (link, _) in &game.content.links {
        if let Some(there) = to.game_of(link)? {
            return match to.whole(there) {
                Ok(Some(there)) if there.content == game.content => Ok(Done::There),
                Err(error) if error.fault().is_none() => Err(error),
                _ => left_out("the target has another version of it"),
            };
        }
    }
    if !same_salt {
        game.maker = None;
    }
    to.put(number, &game)?;
    Ok(Done::Copied)
}

/// Returns the error of a game that is not what was written.
pub fn differs(game: GameId) -> StoreError {
    StoreError::Failed(format!("game {game} was not the same when it was read again, so it was not copied"))
}
