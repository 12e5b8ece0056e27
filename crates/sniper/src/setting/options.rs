//! Resolved options of a scenario.

use serde_json::{Value, json};

/// Options with defaults applied.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether hidden movement is played (39.0).
    pub hidden: bool,
    /// Movement points to enter a manhole hex (39.21B).
    pub hole_cost: u8,
    /// Movement points on the ladder (39.22B).
    pub ladder_cost: u8,
    /// Whether a man at middle level fires level into the sewer (39.61C).
    pub even_is_level: bool,
    /// Whether a grenade may drop through a manhole (39.62C).
    pub roll_down: bool,
    /// Whether falls off a ladder are rolled for (39.63a).
    pub jump_table: bool,
    /// Whether the sewers have their printed ends (39.9C).
    pub as_printed: bool,
}

impl Options {
    /// Returns the options as JSON, with the keys of a scenario file.
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
