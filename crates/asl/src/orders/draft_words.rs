//! Drafts in plain words.

use rules::scene::Phrase;
use rules::{Group, Seat};

use crate::orders::Draft;
use crate::orders::words::{is_in_tunnel, phrase, unit, units};
use crate::printed::clause::{A4, B8_4B, B8_41H, B8_44D, B8_61A, B8_61B};
use crate::printed::kind::Class;
use crate::setting::Setting;
use crate::text::names::verb;
use crate::view::fact::Fact;

/// How many could lead these units below: none where all were granted the sewers.
fn leaders(facts: &[Fact], group: Group) -> usize {
    let of_group = facts.iter().filter_map(|fact| match fact {
        Fact::Unit { piece, kind, granted, .. } if group.has(*piece) => Some((kind.class(), *granted)),
        _ => None,
    });
    if of_group.clone().all(|(_, granted)| granted) {
        return 0;
    }
    of_group.filter(|(class, _)| matches!(class, Class::Leader | Class::Dummy)).count()
}

/// A draft in plain words.
pub fn draft(setting: &Setting, _: Seat, facts: &[Fact], draft: &Draft) -> Phrase {
    let _name = |piece| unit(setting, facts, piece);
    let go = |title, group: Group, one, many, then: &str, clause| {
        let sentence = format!("{} {}: {then}.", units(setting, facts, group), verb(group, one, many));
        (title, sentence, group.iter().collect(), vec![], clause)
    };
    phrase(match *draft {
        Draft::Sewer { units } => {
            let then = match leaders(facts, units) {
                0 | 1 => "that is all, or choose who else",
                _ => "choose who leads, or who else",
            };
            go("Sewer Movement", units, "goes below", "go below", then, B8_4B)
        }
        Draft::TunnelMove { units } => {
            go("Tunnel", units, "goes through a tunnel", "go through a tunnel", "choose which, or who else", B8_61A)
        }
        Draft::Emerge { units } if is_in_tunnel(setting, facts, units) => {
            let then = "that is all, or choose who else";
            go("Come out", units, "comes out of the tunnel", "come out of the tunnel", then, B8_61B)
        }
        Draft::Emerge { units } => {
            go("Come up", units, "comes up", "come up", "that is all, or choose who else", B8_41H)
        }
        Draft::Close { units } => go("Close", units, "closes", "close", "choose with whom, or who else", B8_44D),
        _ => go("", Group::EMPTY, "", "", "", A4),
    })
}
