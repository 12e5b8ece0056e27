//! Calculators: the tools on the board.

pub mod reach;
pub mod sight;
pub mod terrain;

use rules::tools::{REACH, SIGHT};
use rules::{Calculate, Calculator};

use crate::state::Sniper;

/// Calculators of this rule system.
pub const ALL: &[Calculator<Sniper>] = &[
    Calculator {
        info: SIGHT,
        calculate: Calculate::InGame(|eyes, tool, input| sight::answer(eyes, &tool.read(input)?)),
    },
    Calculator {
        info: REACH,
        calculate: Calculate::InGame(|eyes, tool, input| reach::answer(eyes, &tool.read(input)?)),
    },
];
