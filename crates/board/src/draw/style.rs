//! Colours and strokes of terrain, hexsides and roads. Every terrain except the first also shows a letter.

use crate::terrain::{BoardWords, Look, Road};

/// The fill and pattern of a terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ink {
    pub(crate) fill: &'static str,
    /// The id of a pattern in [`PATTERNS`], drawn over the fill.
    pub(crate) pattern: Option<&'static str>,
}

pub(crate) const fn ink(look: Look) -> Ink {
    let (fill, pattern) = match look {
        Look::Plain => ("#f3efdf", None),
        Look::Cobbles => ("#e3e1dd", Some("cobbles")),
        Look::Gravel => ("#dedad2", Some("diagonal")),
        Look::Trees => ("#c3d8ae", Some("trees")),
        Look::Tufts => ("#dce5bf", Some("tufts")),
        Look::Stalks => ("#efe3ae", Some("stalks")),
        Look::Craters => ("#ddd2bd", Some("craters")),
        Look::Waves => ("#bcd6e6", Some("waves")),
        Look::House => ("#d8cfc2", Some("bricks")),
        Look::Planks => ("#dcc3a1", Some("planks")),
        Look::Bricks => ("#d3d0cb", Some("bricks")),
        Look::Rubble => ("#cfc7bd", Some("rubble")),
        Look::Bunker => ("#c4c3bd", Some("dots")),
        Look::Fortress => ("#cdb4a4", Some("bricks")),
        Look::Yard => ("#e8e1c8", Some("grid")),
        Look::Stairs => ("#d8cfc2", Some("steps")),
        Look::Hole => ("#b9ae9f", Some("hatch")),
    };
    Ink { fill, pattern }
}

/// Returns a short code for each terrain in order. All codes differ; that of the first terrain is empty.
pub(crate) fn codes(words: &BoardWords) -> Vec<String> {
    let mut codes: Vec<String> = Vec::new();
    for (place, name) in words.terrain_names().into_iter().enumerate() {
        if place == 0 {
            codes.push(String::new());
            continue;
        }
        let letters: Vec<char> = name.chars().filter(|letter| letter.is_alphanumeric()).collect();
        let first = letters.first().copied().unwrap_or('?');
        let longer = letters.iter().skip(1).map(|letter| format!("{first}{letter}"));
        let numbered = (2..).map(|number| format!("{first}{number}"));
        let mut candidates = std::iter::once(first.to_string()).chain(longer).chain(numbered);
        codes.push(candidates.find(|code| !codes.contains(code)).unwrap_or_default());
    }
    codes
}

/// Returns the strokes of a road, bottom first.
pub(crate) const fn road(road: Road) -> &'static [&'static str] {
    match road {
        Road::Paved => &[
            "stroke=\"#6f6b66\" stroke-width=\"13\" stroke-linecap=\"round\"",
            "stroke=\"#d6d3ce\" stroke-width=\"10\" stroke-linecap=\"round\"",
        ],
        Road::Unpaved => &[
            "stroke=\"#8a6a3f\" stroke-width=\"10\" stroke-linecap=\"round\"",
            "stroke=\"#e2cfa8\" stroke-width=\"7\" stroke-linecap=\"round\"",
            "stroke=\"#8a6a3f\" stroke-width=\"1.2\" stroke-dasharray=\"5 4\"",
        ],
        Road::Path => &["stroke=\"#7c5c34\" stroke-width=\"2.4\" stroke-dasharray=\"2 4\" stroke-linecap=\"round\""],
        Road::Rail => {
            &["stroke=\"#333\" stroke-width=\"9\" stroke-dasharray=\"1.6 4.4\"", "stroke=\"#333\" stroke-width=\"2.2\""]
        }
    }
}

/// SVG definitions of the terrain patterns.
pub(crate) const PATTERNS: &str = r##"<pattern id="trees" width="18" height="18" patternUnits="userSpaceOnUse"><g fill="#7fa463" stroke="#4f7a38" stroke-width="0.8"><circle cx="5" cy="5" r="3.4"/><circle cx="14" cy="13" r="3.8"/></g></pattern>
<pattern id="tufts" width="14" height="14" patternUnits="userSpaceOnUse"><path d="M2 6l1.5-4 1.5 4M9 12l1.5-4 1.5 4" fill="none" stroke="#7d9448" stroke-width="1"/></pattern>
<pattern id="stalks" width="8" height="8" patternUnits="userSpaceOnUse"><path d="M2 8V2M6 5V0" stroke="#b8962f" stroke-width="1"/></pattern>
<pattern id="waves" width="20" height="10" patternUnits="userSpaceOnUse"><path d="M0 5q5-4 10 0t10 0" fill="none" stroke="#5f93b3" stroke-width="1.1"/></pattern>
<pattern id="bricks" width="16" height="10" patternUnits="userSpaceOnUse"><path d="M0 0H16M0 5H16M4 0V5M12 5V10" stroke="#b3a795" stroke-width="0.8"/></pattern>
<pattern id="steps" width="12" height="12" patternUnits="userSpaceOnUse"><path d="M0 11H4V7H8V3H12" fill="none" stroke="#6d4d31" stroke-width="1.4"/></pattern>
<pattern id="planks" width="8" height="20" patternUnits="userSpaceOnUse"><path d="M0 0V20M0 10H8" stroke="#b08f60" stroke-width="0.8"/></pattern>
<pattern id="rubble" width="16" height="16" patternUnits="userSpaceOnUse"><path d="M2 5l4-3 3 4-4 3zM10 12l4-2 1 4-4 1zM3 13l3-1 0 3z" fill="#a79b8c" stroke="#6b6156" stroke-width="0.6"/></pattern>
<pattern id="craters" width="20" height="20" patternUnits="userSpaceOnUse"><circle cx="6" cy="7" r="3.4" fill="none" stroke="#8d7d63" stroke-width="1.2"/><circle cx="15" cy="15" r="2.4" fill="none" stroke="#8d7d63" stroke-width="1.2"/></pattern>
<pattern id="cobbles" width="12" height="12" patternUnits="userSpaceOnUse"><path d="M3 3h.1M9 9h.1" stroke="#b5b0a8" stroke-width="1.6" stroke-linecap="round"/></pattern>
<pattern id="diagonal" width="9" height="9" patternUnits="userSpaceOnUse"><path d="M0 9L9 0" stroke="#9c8f7c" stroke-width="0.9"/></pattern>
<pattern id="dots" width="8" height="8" patternUnits="userSpaceOnUse"><circle cx="4" cy="4" r="1" fill="#94859a"/></pattern>
<pattern id="grid" width="10" height="10" patternUnits="userSpaceOnUse"><path d="M0 0H10M0 0V10" stroke="#a39f82" stroke-width="0.7"/></pattern>
<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V6" stroke="#5d5142" stroke-width="1.3"/></pattern>
<pattern id="band" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V4" stroke="#1d3449" stroke-width="2.4"/></pattern>"##;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stairs_are_of_the_house_around_them() {
        assert_eq!(ink(Look::Stairs).fill, ink(Look::House).fill);
    }

    #[test]
    fn every_pattern_is_there() {
        use Look::*;
        for look in [
            Plain, Cobbles, Gravel, Trees, Tufts, Stalks, Craters, Waves, House, Planks, Bricks, Rubble, Bunker,
            Fortress, Yard, Stairs, Hole,
        ] {
            let pattern = ink(look).pattern;
            let there = pattern.is_none_or(|name| PATTERNS.contains(&format!("<pattern id=\"{name}\"")));
            assert!(there, "{look:?}: {pattern:?}");
        }
    }

    #[test]
    fn every_terrain_but_the_first_has_a_code_of_its_own() {
        let terrains = &["clear", "woods", "water", "w", "wo", "stone"].map(|name| (name, Look::Plain));
        let words = BoardWords { terrains: terrains.to_vec().leak(), features: &[] };
        assert_eq!(codes(&words), ["", "w", "wa", "w2", "wo", "s"]);
    }
}
