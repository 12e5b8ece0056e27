//! Markers that keep a unit from taking part in fire (ASL-A2, ASL-A7, ASL-A10).

use rules::Clause;

use crate::printed::clause::{A2, A7, A10, A31, A46};
use crate::printed::flags::{Flag, Flags};
use crate::state::fight::Fight;

/// A reason that keeps a unit from taking part in fire: clause, marker and text.
pub type Bar = (Clause, Flag, &'static str);

/// Reasons that apply in every kind of fire.
pub const ALWAYS: [Bar; 3] = [
    (A31, Flag::Melee, "a unit held in Melee can't fire"),
    (A2, Flag::Broken, "a broken unit can't fire"),
    (A2, Flag::Ti, "a temporarily immobilised (TI) unit can't fire"),
];

/// A reason that applies in the Prep Fire Phase only.
const CHARGES: [Bar; 1] = [(A46, Flag::Berserk, "berserk units don't fire in the Prep Fire Phase")];

/// Returns the reasons that apply to a question, whatever a unit has fired before.
#[inline]
pub const fn at_all(when: Fight) -> &'static [Bar] {
    if matches!(when, Fight::PrepFire) { &CHARGES } else { &[] }
}

/// Returns the reasons that depend on what a unit has fired before.
#[inline]
pub const fn spent(when: Fight) -> &'static [Bar] {
    match when {
        Fight::PrepFire => &[(A7, Flag::PrepFired, "this unit has already fired in this Player Turn")],
        Fight::AdvancingFire => &[
            (A7, Flag::PrepFired, "this unit has already fired in this Player Turn"),
            (A7, Flag::AdvanceFired, "this unit has already fired in this phase"),
        ],
        Fight::FirstFire { .. } => &[],
        _ => &[(A10, Flag::FinalFired, "this unit can't fire again in this Player Turn")],
    }
}

/// Returns every marker that keeps a unit from taking part, whatever it has fired.
#[inline]
pub const fn barring(when: Fight) -> Flags {
    const fn all(mut flags: Flags, bars: &[Bar]) -> Flags {
        let mut n = 0;
        while n < bars.len() {
            flags = flags.set(bars[n].1, true);
            n += 1;
        }
        flags
    }
    const EVER: Flags = all(Flags::NONE, &ALWAYS);
    const PREP: Flags = all(EVER, at_all(Fight::PrepFire));
    if matches!(when, Fight::PrepFire) { PREP } else { EVER }
}
