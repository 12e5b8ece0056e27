//! Options of a scenario.

use serde_json::{Value, json};

/// Options as resolved.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Hidden movement (39.0).
    pub hidden: bool,
    /// Movement points onto a manhole hex (39.21B).
    pub hole_cost: u8,
    /// Movement points on the ladder (39.22B).
    pub ladder_cost: u8,
    /// Whether a man at middle level fires level into the sewer (39.61C).
    pub even_is_level: bool,
    /// Whether a grenade may drop through a manhole (39.62C).
    pub roll_down: bool,
    /// Whether a fall is rolled for (39.63a).
    pub jump_table: bool,
    /// Whether the sewers are as printed (39.9C).
    pub as_printed: bool,
}

impl Options {
    /// As somebody would write them.
    #[must_use]
    pub fn told(&self) -> Value {
        json!({
            "hidden_movement": self.hidden,
            "hole_cost": self.hole_cost,
            "ladder_cost": self.ladder_cost,
            "even": if self.even_is_level { "level" } else { "also-prone" },
            "roll_down": self.roll_down,
            "jump_table": self.jump_table,
            "sewers": if self.as_printed { "as-printed" } else { "corrected" },
        })
    }
}
