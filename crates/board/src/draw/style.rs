//! How kinds of terrain, roads and hexside features look.
//!
//! Systems name terrain as they like, so looks are found by words in the name; a name without a known word gets a
//! pattern of its own by its place in the list. Every terrain but the first also shows a letter.

use crate::terrain::{BoardWords, FeatureId, Road, TerrainId};

/// The look of a terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TerrainStyle {
    pub(crate) fill: &'static str,
    /// The id of a pattern in [`PATTERNS`], laid over the fill.
    pub(crate) pattern: Option<&'static str>,
}

/// Words for what stands within a building.
const STAIRS: [&str; 1] = ["stair"];

/// Words in a terrain's name and what they look like; the first that fits counts.
const TERRAINS: [(&[&str], &str, Option<&str>); 14] = [
    (&STAIRS, "#d8cfc2", Some("steps")),
    (&["rubble", "collapsed", "debris", "ruin"], "#cfc7bd", Some("rubble")),
    (&["stone"], "#d3d0cb", Some("bricks")),
    (&["wooden", "wood building", "hut"], "#dcc3a1", Some("planks")),
    (&["building", "house", "room", "factory", "hall"], "#d8cfc2", Some("bricks")),
    (&["wood", "forest", "tree", "orchard"], "#c3d8ae", Some("trees")),
    (&["brush", "scrub", "garden", "park"], "#dce5bf", Some("tufts")),
    (&["grain", "field", "crop"], "#efe3ae", Some("stalks")),
    (&["water", "river", "canal", "pond", "lake", "sea"], "#bcd6e6", Some("waves")),
    (&["shellhole", "crater"], "#ddd2bd", Some("craters")),
    (&["street", "road", "paved", "courtyard", "square", "pavement"], "#e3e1dd", Some("cobbles")),
    (&["marsh", "swamp", "mud"], "#cfd9c4", Some("marsh")),
    (&["rail"], "#dedad2", Some("diagonal")),
    (&["clear", "open", "ground"], "#f3efdf", None),
];

const OTHERS: [(&str, &str); 6] = [
    ("#e6dcd0", "diagonal"),
    ("#dce3dd", "counter"),
    ("#e4dce6", "dots"),
    ("#e6e3d0", "grid"),
    ("#d9e2e6", "level"),
    ("#e8d8d8", "craters"),
];

fn is_called(name: &str, keys: &[&str]) -> bool {
    let has =
        |key: &&str| key.contains(' ') && name.contains(*key) || name.split(' ').any(|word| word.starts_with(*key));
    keys.iter().any(has)
}

/// Whether a terrain belongs to the building around it, whatever that is built of.
pub(crate) fn is_within_a_building(words: &BoardWords, terrain: TerrainId) -> bool {
    is_called(&words.terrain_name(terrain).to_lowercase(), &STAIRS)
}

pub(crate) fn terrain(words: &BoardWords, terrain: TerrainId) -> TerrainStyle {
    let name = words.terrain_name(terrain).to_lowercase();
    let known = TERRAINS.iter().find(|(keys, ..)| is_called(&name, keys));
    match known {
        Some((_, fill, pattern)) => TerrainStyle { fill, pattern: *pattern },
        None => {
            let (fill, pattern) = OTHERS[usize::from(terrain.0) % OTHERS.len()];
            TerrainStyle { fill, pattern: Some(pattern) }
        }
    }
}

/// A short code for each terrain in the order of the words, all different; the first terrain has none.
pub(crate) fn codes(words: &BoardWords) -> Vec<String> {
    let mut codes: Vec<String> = Vec::new();
    for (place, name) in words.terrains.iter().enumerate() {
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

/// The look of a line along a hexside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SideStyle {
    /// Solid and thick.
    Wall,
    /// Green with tufts.
    Hedge,
    /// A gap with a leaf.
    Door,
    /// A gap with a double line.
    Window,
    /// A line with teeth.
    Cliff,
    /// A dashed line with the name's first letter.
    Other,
}

pub(crate) fn side(words: &BoardWords, feature: FeatureId) -> SideStyle {
    let name = words.feature_name(feature).to_lowercase();
    let has = |key| name.contains(key);
    if has("door") || has("gate") {
        SideStyle::Door
    } else if has("window") || has("aperture") || has("loophole") {
        SideStyle::Window
    } else if has("wall") || has("barricade") {
        SideStyle::Wall
    } else if has("hedge") || has("bocage") {
        SideStyle::Hedge
    } else if has("cliff") || has("bank") {
        SideStyle::Cliff
    } else {
        SideStyle::Other
    }
}

/// Strokes of a road, lowest first.
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

/// The patterns laid over terrain.
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
<pattern id="marsh" width="18" height="12" patternUnits="userSpaceOnUse"><path d="M2 4h6M10 10h6M5 4v-3" stroke="#6f8a76" stroke-width="1"/></pattern>
<pattern id="diagonal" width="9" height="9" patternUnits="userSpaceOnUse"><path d="M0 9L9 0" stroke="#9c8f7c" stroke-width="0.9"/></pattern>
<pattern id="counter" width="9" height="9" patternUnits="userSpaceOnUse"><path d="M0 0L9 9" stroke="#8c9b8e" stroke-width="0.9"/></pattern>
<pattern id="dots" width="8" height="8" patternUnits="userSpaceOnUse"><circle cx="4" cy="4" r="1" fill="#94859a"/></pattern>
<pattern id="grid" width="10" height="10" patternUnits="userSpaceOnUse"><path d="M0 0H10M0 0V10" stroke="#a39f82" stroke-width="0.7"/></pattern>
<pattern id="level" width="8" height="8" patternUnits="userSpaceOnUse"><path d="M0 4H8" stroke="#8699a3" stroke-width="0.8"/></pattern>
<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V6" stroke="#5d5142" stroke-width="1.3"/></pattern>
<pattern id="band" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V4" stroke="#1d3449" stroke-width="2.4"/></pattern>"##;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_street_has_no_trees() {
        let words = BoardWords { terrains: &["street", "orchard", "stone building"], features: &[] };
        let patterns = [0, 1, 2].map(|id| terrain(&words, TerrainId(id)).pattern);
        assert_eq!(patterns, [Some("cobbles"), Some("trees"), Some("bricks")]);
    }

    #[test]
    fn stairs_are_of_the_house_around_them() {
        let words = BoardWords { terrains: &["street", "stairs", "room"], features: &[] };
        let looks = [1, 2].map(|id| terrain(&words, TerrainId(id)));
        assert_eq!(looks[0].fill, looks[1].fill);
        assert_eq!([0, 1, 2].map(|id| is_within_a_building(&words, TerrainId(id))), [false, true, false]);
    }

    #[test]
    fn every_terrain_but_the_first_has_a_code_of_its_own() {
        let words = BoardWords { terrains: &["clear", "woods", "water", "w", "wo", "stone"], features: &[] };
        assert_eq!(codes(&words), ["", "w", "wa", "w2", "wo", "s"]);
    }
}
