#![doc = include_str!("../README.md")]
#![allow(missing_docs)]
#![forbid(unsafe_code)]

mod calculators;
mod computer;
mod explained;
mod game;
mod guided;
mod info;
mod link;
mod luck;
pub mod named;
mod new_game;
mod new_guided;
mod news;
mod play;
mod pre_game;
mod problem;
pub mod randomness;
mod replay;
mod request;
mod rulebook;
mod scenarios;
mod seat;
mod stored;
mod values;

pub use calculators::{CalculatorRequest, CalculatorsRow, calculate, calculator_rows};
pub use computer::{Computer, Expected, Pending, Thought};
pub use explained::explained;
pub use game::{Game, GameKind, Size, side_of};
pub use guided::Script;
pub use info::{DiceInfo, OutcomeInfo, SeatInfo};
pub use link::Token;
pub use luck::luck;
pub use new_game::{DiceChoice, NewGame, NewGameMade, NewGameRequest, check, draw_start, is_text, system_of};
pub use new_guided::{GuideRow, guide_of, guide_of_text, guide_row, guided_game, read_guide_text, refuse_choices};
pub use news::{Known, News};
pub use play::{
    ActionRequest, DiceRequest, OddsRequest, Offers, OffersRequest, OrderRequest, StandingOrderRequest, TableSnapshot,
};
pub use pre_game::{Dice, Parts, Player, PreGame, Stage};
pub use problem::{Code, Problem};
pub use replay::{ReplayQuery, ReplayStep, replayed};
pub use request::{OrderResponse, Request};
pub use rulebook::{OpponentRow, RulebookAnswer, opponents, rulebook};
pub use scenarios::{Measured, ScenarioRow, scenario_rows};
pub use seat::{CommitRequest, EventsQuery, RenewRequest, Renewed, RevealRequest, beyond, named_seat, sealed};
pub use stored::{CachedResponse, Change, StoredGame, Unreadable};
pub use values::object;
