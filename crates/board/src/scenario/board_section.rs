//! The section `[board]` as written in the file.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use crate::terrain::Road;

/// The section `[board]`: hexes, their contents, roads and hexsides.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoardSection {
    /// Scheme of hex labels: `letters` (C4) or `digits` (1053).
    pub(crate) labels: LabelsWord,
    /// Number of the board, 1 to 255, printed before the letters of a label. Only for lettered boards.
    pub(crate) number: Option<u8>,
    /// The columns that stand half a hex lower: `second` (B, D, …, the default) or `first` (A, C, …).
    #[serde(default)]
    pub(crate) lowered: LoweredWord,
    /// Whether lowered columns begin with a half hex, row 0. Default: false.
    #[serde(default)]
    pub(crate) half_rows: bool,
    /// One text per row, with one character per hex. White space is ignored.
    #[schemars(with = "Option<Vec<String>>")]
    pub(crate) rows: Option<Vec<Spanned<String>>>,
    /// Number of columns and rows, as an alternative to `rows`.
    #[schemars(with = "Option<[u16; 2]>")]
    pub(crate) size: Option<Spanned<[u16; 2]>>,
    /// The terrain of all hexes that nothing else sets, usually with `size`.
    #[schemars(with = "Option<String>")]
    pub(crate) fill: Option<Spanned<String>>,
    /// The meaning of each character in `rows`.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Meaning>")]
    pub(crate) legend: BTreeMap<String, Spanned<Meaning>>,
    /// Contents of single hexes, which override `rows` and `fill`.
    #[serde(default)]
    #[schemars(with = "Vec<HexEntry>")]
    pub(crate) hex: Vec<Spanned<HexEntry>>,
    /// Roads, paths and railways across hexsides.
    #[serde(default)]
    #[schemars(with = "Vec<RoadEntry>")]
    pub(crate) road: Vec<Spanned<RoadEntry>>,
    /// Walls, hedges and other features on hexsides.
    #[serde(default)]
    #[schemars(with = "Vec<HexsideEntry>")]
    pub(crate) hexside: Vec<Spanned<HexsideEntry>>,
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LabelsWord {
    Letters,
    Digits,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LoweredWord {
    #[default]
    Second,
    First,
}

/// The meaning of a character in `rows`: a terrain, or a table with terrain, floors, elevation and edge.
#[derive(Debug, JsonSchema)]
#[schemars(untagged)]
pub(crate) enum Meaning {
    Terrain(String),
    Table(MeaningTable),
}

/// The terrain, floors, elevation and edge that a character in `rows` stands for.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MeaningTable {
    /// Name of the terrain, such as `woods`.
    #[schemars(with = "String")]
    pub(crate) terrain: Spanned<String>,
    /// Number of floors of a building, 0 to 255. Default: 0, no building.
    pub(crate) floors: Option<u8>,
    /// Height of the ground in levels, -128 to 127. Default: 0.
    pub(crate) elevation: Option<i8>,
    /// Feature on every hexside towards a hex with another character, or the edge of the board.
    #[schemars(with = "Option<String>")]
    pub(crate) edge: Option<Spanned<String>>,
}

impl<'de> Deserialize<'de> for Meaning {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Meaning;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a terrain, or a table like { terrain = \"building\", floors = 2 }")
            }

            fn visit_str<E>(self, text: &str) -> Result<Meaning, E> {
                Ok(Meaning::Terrain(text.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Meaning, A::Error> {
                MeaningTable::deserialize(MapAccessDeserializer::new(map)).map(Meaning::Table)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// One label or a list of labels.
#[derive(Debug, JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code)] // the shape of the schema
pub(crate) enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

/// One or more hexes.
#[derive(Debug)]
pub(crate) struct Hexes(pub(crate) Vec<Spanned<String>>);

impl<'de> Deserialize<'de> for Hexes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Hexes;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a hex like \"C4\", or a list of hexes")
            }

            fn visit_str<E>(self, text: &str) -> Result<Hexes, E> {
                Ok(Hexes(vec![Spanned::new(0..0, text.to_owned())]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Hexes, A::Error> {
                let mut hexes = Vec::new();
                while let Some(hex) = list.next_element()? {
                    hexes.push(hex);
                }
                Ok(Hexes(hexes))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// Two adjacent hexes or a list of such pairs.
#[derive(Debug, JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code)] // the shape of the schema
pub(crate) enum OneOrManyPairs {
    One([String; 2]),
    Many(Vec<[String; 2]>),
}

/// One or more pairs of adjacent hexes.
#[derive(Debug)]
pub(crate) struct Pairs(pub(crate) Vec<[Spanned<String>; 2]>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// A label, or a pair of labels.
        struct Element(Result<String, [Spanned<String>; 2]>);
        impl<'de> Deserialize<'de> for Element {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Either;
                impl<'de> Visitor<'de> for Either {
                    type Value = Element;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("a hex like \"C4\", or two adjacent hexes")
                    }

                    fn visit_str<E>(self, text: &str) -> Result<Element, E> {
                        Ok(Element(Ok(text.to_owned())))
                    }

                    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Element, A::Error> {
                        Deserialize::deserialize(SeqAccessDeserializer::new(list)).map(|pair| Element(Err(pair)))
                    }
                }
                deserializer.deserialize_any(Either)
            }
        }
        let list = Vec::<Spanned<Element>>::deserialize(deserializer)?;
        let (mut single, mut pairs) = (Vec::new(), Vec::new());
        for element in list {
            let span = element.span();
            match element.into_inner().0 {
                Ok(label) => single.push(Spanned::new(span, label)),
                Err(pair) => pairs.push(pair),
            }
        }
        match <[Spanned<String>; 2]>::try_from(single) {
            Ok(pair) if pairs.is_empty() => Ok(Pairs(vec![pair])),
            Err(none) if none.is_empty() => Ok(Pairs(pairs)),
            _ => Err(serde::de::Error::custom("expected two adjacent hexes, or a list of such pairs")),
        }
    }
}

/// Contents of one or more hexes. Keys that are left out change nothing.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HexEntry {
    /// The hex or list of hexes, such as `C4`.
    #[schemars(with = "OneOrMany")]
    pub(crate) at: Spanned<Hexes>,
    /// Name of the terrain, such as `woods`.
    #[schemars(with = "Option<String>")]
    pub(crate) terrain: Option<Spanned<String>>,
    /// Number of floors of a building, 0 to 255; 0 means no building.
    pub(crate) floors: Option<u8>,
    /// Height of the ground in levels, -128 to 127.
    pub(crate) elevation: Option<i8>,
    /// Name of the building. Hexes with the same name are one building.
    pub(crate) building: Option<String>,
    /// Whether a manhole or sewer token is printed in the hex.
    pub(crate) manhole: Option<bool>,
}

/// A road, path or railway through several hexes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RoadEntry {
    /// At least two hexes in order. Consecutive hexes are adjacent or on one straight row.
    #[schemars(with = "Vec<String>")]
    pub(crate) path: Spanned<Vec<Spanned<String>>>,
    /// Kind of road: `paved` (the default), `unpaved`, `path` or `rail`.
    pub(crate) kind: Option<Road>,
}

/// A feature on one or more hexsides, given by either `between` or `around`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HexsideEntry {
    /// Two adjacent hexes, or a list of such pairs.
    #[schemars(with = "Option<OneOrManyPairs>")]
    pub(crate) between: Option<Pairs>,
    /// A hex or group of hexes: the feature is on all hexsides around the group.
    #[schemars(with = "Option<OneOrMany>")]
    pub(crate) around: Option<Spanned<Hexes>>,
    /// Name of the feature, such as `wall`.
    #[schemars(with = "String")]
    pub(crate) feature: Spanned<String>,
}
