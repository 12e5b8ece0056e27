//! The section `[board]` as it is written.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use crate::terrain::Road;

/// `[board]`: the hexes and what stands in and between them.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoardSection {
    /// How hexes are named.
    pub(crate) labels: LabelsWord,
    /// The board's number, before the letters of a label.
    pub(crate) number: Option<u8>,
    /// Which columns stand half a hex lower.
    #[serde(default)]
    pub(crate) lowered: LoweredWord,
    /// Whether lowered columns begin with a half hex, row 0.
    #[serde(default)]
    pub(crate) half_rows: bool,
    /// One text a row, one character a hex.
    #[schemars(with = "Option<Vec<String>>")]
    pub(crate) rows: Option<Vec<Spanned<String>>>,
    /// Columns and rows, instead of `rows`.
    #[schemars(with = "Option<[u16; 2]>")]
    pub(crate) size: Option<Spanned<[u16; 2]>>,
    /// The terrain everywhere, with `size`.
    #[schemars(with = "Option<String>")]
    pub(crate) fill: Option<Spanned<String>>,
    /// What the characters of `rows` mean.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Meaning>")]
    pub(crate) legend: BTreeMap<String, Spanned<Meaning>>,
    /// What differs in single hexes.
    #[serde(default)]
    #[schemars(with = "Vec<HexEntry>")]
    pub(crate) hex: Vec<Spanned<HexEntry>>,
    /// Roads and railways.
    #[serde(default)]
    #[schemars(with = "Vec<RoadEntry>")]
    pub(crate) road: Vec<Spanned<RoadEntry>>,
    /// Walls, hedges and other features of hexsides.
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

/// What a character of the rows means: a terrain, or a table of terrain, floors and elevation.
#[derive(Debug, JsonSchema)]
#[schemars(untagged)]
pub(crate) enum Meaning {
    Terrain(String),
    Table(MeaningTable),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MeaningTable {
    #[schemars(with = "String")]
    pub(crate) terrain: Spanned<String>,
    pub(crate) floors: Option<u8>,
    pub(crate) elevation: Option<i8>,
    /// What stands on every hexside towards a hex of another character, or the edge of the board.
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

/// One label or a list of them.
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

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HexEntry {
    #[schemars(with = "OneOrMany")]
    pub(crate) at: Spanned<Hexes>,
    #[schemars(with = "Option<String>")]
    pub(crate) terrain: Option<Spanned<String>>,
    pub(crate) floors: Option<u8>,
    pub(crate) elevation: Option<i8>,
    pub(crate) building: Option<String>,
    pub(crate) manhole: Option<bool>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RoadEntry {
    #[schemars(with = "Vec<String>")]
    pub(crate) path: Spanned<Vec<Spanned<String>>>,
    pub(crate) kind: Option<Road>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HexsideEntry {
    #[schemars(with = "Option<OneOrManyPairs>")]
    pub(crate) between: Option<Pairs>,
    #[schemars(with = "Option<OneOrMany>")]
    pub(crate) around: Option<Spanned<Hexes>>,
    #[schemars(with = "String")]
    pub(crate) feature: Spanned<String>,
}
