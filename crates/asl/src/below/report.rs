//! What is said of the sewers and tunnels.

use board::LocationId;
use rules::{Group, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fact::Fact;
use crate::kind::Kind;
use crate::setting::Setting;
use crate::sewer::Modifiers;
use crate::sewer::chart::Emergence;

/// What is said of the sewers and tunnels. Of units below nothing is said but where their counter is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum BelowReport {
    /// A leader tries to take others below.
    Task {
        /// Whose.
        side: Side,
        /// From where.
        from: LocationId,
        /// The DR.
        #[schemars(range(min = 2, max = 12))]
        dr: u8,
        /// Whether it is enough.
        passed: bool,
    },
    /// The dr for the way: who moves the stack.
    Way {
        /// Whose stack.
        side: Side,
        /// Where it starts.
        from: LocationId,
        /// The Final dr.
        dr: u8,
        /// Whether it is lost.
        lost: bool,
    },
    /// A stack has gone where it was sent.
    Moves {
        /// Whose stack.
        side: Side,
        /// Where it started.
        from: LocationId,
        /// Where it is.
        to: LocationId,
        /// Whether it is lost.
        lost: bool,
    },
    /// A stack had nowhere to go and is eliminated.
    Trapped {
        /// Whose stack.
        side: Side,
        /// Where it was.
        from: LocationId,
    },
    /// The counter of a stack is taken off: the last of it is dead.
    NobodyLeft {
        /// Whose stack.
        side: Side,
        /// Where it was.
        at: LocationId,
    },
    /// A stack casts no emergence dr: its manhole is covered.
    NoEmergence {
        /// Whose stack.
        side: Side,
        /// Where.
        at: LocationId,
    },
    /// An emergence dr is cast.
    EmergenceDr {
        /// Whose stack.
        side: Side,
        /// Where.
        at: LocationId,
        /// The dr as it fell.
        #[schemars(range(min = 1, max = 6))]
        dr: u8,
    },
    /// The ATTACKER claims a friend in the manhole.
    Claims {
        /// Whose.
        side: Side,
        /// Beneath which the stack is.
        at: LocationId,
    },
    /// A unit is shown for the moment to count against the dr.
    ShownFor {
        /// Whose.
        side: Side,
        /// What it is.
        kind: Kind,
        /// Where.
        at: LocationId,
    },
    /// What came of an emergence dr.
    Emergence {
        /// Whose stack.
        side: Side,
        /// Where.
        at: LocationId,
        /// The dr as it fell.
        #[schemars(range(min = 1, max = 6))]
        dr: u8,
        /// Its modifiers.
        drm: Modifiers,
        /// The Final dr.
        total: i8,
        /// The result.
        result: Emergence,
    },
    /// A "?" comes up.
    Emerges {
        /// Whose.
        side: Side,
        /// From where.
        from: LocationId,
        /// Where it is now.
        to: LocationId,
    },
    /// A "?" closes with the enemy below.
    Closes {
        /// Whose.
        side: Side,
        /// From where.
        from: LocationId,
        /// The enemy's Sewer Location.
        to: LocationId,
    },
    /// A "?" is in a tunnel.
    UsesTunnel {
        /// Whose.
        side: Side,
        /// Beneath the end where it will come out.
        to: LocationId,
    },
    /// For the watchers' side alone: they see an entrance of a tunnel used.
    SeesEntrance {
        /// Where it is.
        at: LocationId,
        /// Who sees it.
        by: Group,
    },
    /// A "?" comes out of a tunnel.
    LeavesTunnel {
        /// Whose.
        side: Side,
        /// Where it is now.
        to: LocationId,
    },
    /// A "?" could not come out of a tunnel and is eliminated.
    TunnelShut {
        /// Whose.
        side: Side,
        /// Where it was.
        at: LocationId,
    },
    /// A broken unit routs through a tunnel.
    RoutsThrough {
        /// Whose.
        side: Side,
        /// From where.
        from: LocationId,
        /// Where it is now.
        to: LocationId,
    },
    /// A unit looks for an entrance it saw used.
    Searches {
        /// Whose.
        side: Side,
        /// Where.
        at: LocationId,
        /// The Final dr.
        dr: u8,
        /// Whether it has found it.
        found: bool,
    },
    /// A tunnel is destroyed.
    TunnelDestroyed {
        /// By whom.
        side: Side,
        /// By the entrance here.
        at: LocationId,
    },
}

fn side(side: Side) -> &'static str {
    <crate::Asl as rules::GameBook>::SIDES[side.index()]
}

/// A report in plain words.
pub fn tell(setting: &Setting, facts: &[Fact], report: &BelowReport) -> String {
    let label = |at: &LocationId| crate::phrase::at(setting, *at);
    let capital = |by: &Side| {
        let name = side(*by);
        let mut letters = name.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect::<String>())
    };
    match report {
        BelowReport::Task { side, from, dr, passed } => {
            let how = if *passed {
                "passed, the stack goes below"
            } else {
                "failed, and the leader does no more in this phase"
            };
            format!("{} task check in {}: DR {dr} +4: {how}.", capital(side), label(from))
        }
        BelowReport::Way { side, from, dr, lost } => {
            let enemy = capital(&side.other());
            let how = match lost {
                true => format!("the stack is lost, and the {enemy} side says where it goes"),
                false => "the stack finds its way".to_owned(),
            };
            format!("{} Sewer Movement from {}: Final dr {dr}, {how}.", capital(side), label(from))
        }
        BelowReport::Moves { side, from, to, lost } => {
            let lost = if *lost { ", lost" } else { "" };
            format!("{} \"Sewer ?\" goes from {} to {}{lost}.", capital(side), label(from), label(to))
        }
        BelowReport::Trapped { side, from } => {
            format!("{} stack in {} has nowhere to go and is eliminated.", capital(side), label(from))
        }
        BelowReport::NobodyLeft { side, at } => {
            format!("No {} unit is left in {}: its counter is taken off.", capital(side), label(at))
        }
        BelowReport::NoEmergence { side, at } => {
            format!("{} stack in {}: the manhole is covered, so there is no emergence dr.", capital(side), label(at))
        }
        BelowReport::EmergenceDr { side, at, dr } => {
            format!("{} stack in {}: emergence dr {dr}.", capital(side), label(at))
        }
        BelowReport::Claims { side, at } => format!("{} claims a friend above {}.", capital(side), label(at)),
        BelowReport::ShownFor { side, kind, at } => {
            format!("{} shows for the moment: {} in {}.", capital(side), kind.name(), label(at))
        }
        BelowReport::Emergence { side, at, dr, drm, total, result } => {
            let list: Vec<String> = drm.named().map(|(why, drm)| format!("{drm:+} {why}")).collect();
            let list = if list.is_empty() { "no modifier".to_owned() } else { list.join(", ") };
            let words = result.words();
            format!("{} stack in {}: dr {dr}, {list}: Final dr {total}. It {words}.", capital(side), label(at))
        }
        BelowReport::Emerges { side, to, .. } => {
            format!("{} \"?\" comes up in {}, out of the sewer.", capital(side), label(to))
        }
        BelowReport::Closes { side, from, to } => {
            format!("{} stack in {} closes with the enemy in {}.", capital(side), label(from), label(to))
        }
        BelowReport::UsesTunnel { side, to } => format!("{} \"Sewer ?\" is put down in {}.", capital(side), label(to)),
        BelowReport::SeesEntrance { at, by } => {
            let who = crate::phrase::units(setting, facts, *by);
            let sees = crate::phrase::verb(*by, "sees", "see");
            format!("{who} {sees} a tunnel entrance used in {}.", label(at))
        }
        BelowReport::LeavesTunnel { side, to } => format!("{} \"?\" comes out in {}.", capital(side), label(to)),
        BelowReport::TunnelShut { side, at } => {
            format!("{} stack in {} cannot come out and is eliminated.", capital(side), label(at))
        }
        BelowReport::RoutsThrough { side, from, to } => {
            format!("{} unit routs below ground from {} to {}.", capital(side), label(from), label(to))
        }
        BelowReport::Searches { side, at, dr, found } => {
            let how = if *found { "it is found" } else { "nothing is found" };
            format!("{} unit looks for the entrance in {}: Final dr {dr}, {how}.", capital(side), label(at))
        }
        BelowReport::TunnelDestroyed { side, at } => {
            format!("The {} side destroys the tunnel by its entrance in {}.", capital(side), label(at))
        }
    }
}

/// What a report comes down to.
pub fn gist(_: &Setting, _: &[Fact], report: &BelowReport) -> Option<String> {
    Some(match report {
        BelowReport::Task { passed: false, .. } => "the leader fails his check".to_owned(),
        BelowReport::Way { lost: true, .. } => "the stack is lost".to_owned(),
        BelowReport::Way { lost: false, .. } => "the stack finds its way".to_owned(),
        BelowReport::Trapped { .. } => "the stack is eliminated".to_owned(),
        BelowReport::Emergence { at: _, result, .. } => format!("the stack {}", result.words()),
        BelowReport::TunnelShut { .. } => "the stack is eliminated".to_owned(),
        BelowReport::NobodyLeft { .. } => "nobody is left of the stack".to_owned(),
        BelowReport::Searches { found: true, .. } => "the entrance is found".to_owned(),
        BelowReport::Searches { found: false, .. } => "nothing is found".to_owned(),
        _ => return None,
    })
}
