//! Calculators: what a system reckons for a player beside his orders, by schema, so that any client can make a form for
//! what they take and show what they answer.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::{GameBook, GameView, Refusal, referee_clauses};

/// The description of a calculator that a system offers beside its orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CalculatorInfo {
    /// Its name.
    pub name: &'static str,
    /// What it answers.
    pub about: &'static str,
    /// What it takes: the fields of its input.
    #[serde(rename = "takes")]
    pub inputs: &'static [CalculatorField],
    /// Whether it is asked about a game under way; if not, it can be asked without one too.
    #[serde(rename = "of_a_game")]
    pub needs_game: bool,
}

/// A calculator, and how it reckons.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "a pointer to a function of eyes has none")]
pub struct Calculator<S: GameView> {
    /// What clients are told of it.
    pub info: CalculatorInfo,
    /// How it reckons.
    pub calculate: Calculate<S>,
}

/// How a calculator reckons.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "a pointer to a function of eyes has none")]
pub enum Calculate<S: GameView> {
    /// From its input alone.
    Apart(fn(&CalculatorInfo, &Value) -> Result<CalculatorOutput, Refusal>),
    /// From what a seat may know of a game.
    InGame(for<'a> fn(S::Eyes<'a>, &CalculatorInfo, &Value) -> Result<CalculatorOutput, Refusal>),
}

/// What clients are told of a system's calculators.
pub fn calculators<S: GameBook>() -> impl Iterator<Item = &'static CalculatorInfo> {
    S::CALCULATORS.iter().map(|calculator| &calculator.info)
}

/// Asks a calculator, from what a seat may know; without eyes, apart from any game.
///
/// # Errors
/// When there is no such calculator, it needs a game, or the input is not what it takes.
pub fn calculate<S: GameBook>(
    eyes: Option<S::Eyes<'_>>,
    name: &str,
    input: &Value,
) -> Result<CalculatorOutput, Refusal> {
    let Some(calculator) = S::CALCULATORS.iter().find(|calculator| calculator.info.name == name) else {
        return Err(Refusal::new(referee_clauses::COMPLETE, format!("unknown calculator `{name}`")));
    };
    match (&calculator.calculate, eyes) {
        (Calculate::Apart(calculate), _) => calculate(&calculator.info, input),
        (Calculate::InGame(calculate), Some(eyes)) => calculate(eyes, &calculator.info, input),
        (Calculate::InGame(_), None) => Err(Refusal::new(referee_clauses::COMPLETE, "this calculator needs a game")),
    }
}

/// A field of a calculator's input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CalculatorField {
    /// Its name.
    pub name: &'static str,
    /// What kind of value it is, so that any client can make a form.
    pub kind: InputKind,
    /// What it means.
    pub about: &'static str,
    /// What it is when left out, as one would type it; none if it is needed.
    pub default: Option<&'static str>,
}

/// The kinds of value a calculator takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InputKind {
    /// A piece, as the seat calls it.
    Piece,
    /// A Location.
    Location,
    /// A side.
    Side,
    /// A whole number.
    Number,
    /// Yes or no.
    YesNo,
    /// Words.
    Text,
}

impl InputKind {
    /// The value that somebody means who types these words.
    ///
    /// # Errors
    /// What was expected.
    pub fn read(self, typed: &str) -> Result<Value, &'static str> {
        match self {
            InputKind::Number => typed.parse::<i64>().map(Value::from).map_err(|_| self.expected()),
            InputKind::YesNo => match typed {
                "yes" | "true" => Ok(Value::Bool(true)),
                "no" | "false" => Ok(Value::Bool(false)),
                _ => Err(self.expected()),
            },
            InputKind::Piece => Ok(typed.parse::<u64>().map_or_else(|_| Value::from(typed), Value::from)),
            InputKind::Location | InputKind::Side | InputKind::Text => Ok(Value::from(typed)),
        }
    }

    /// What a value of this kind is, in plain words.
    const fn expected(self) -> &'static str {
        match self {
            InputKind::Piece => "a piece",
            InputKind::Location => "a Location",
            InputKind::Side => "a side",
            InputKind::Number => "a whole number",
            InputKind::YesNo => "yes or no",
            InputKind::Text => "words",
        }
    }

    /// Whether a value can be of this kind; whether there is such a piece or Location is not asked.
    fn fits(self, value: &Value) -> bool {
        match self {
            InputKind::Number => value.is_i64(),
            InputKind::YesNo => value.is_boolean(),
            InputKind::Piece => value.is_u64() || value.is_string(),
            InputKind::Location | InputKind::Side | InputKind::Text => value.is_string(),
        }
    }
}

impl CalculatorInfo {
    /// Reads what the calculator is asked, defaults filled in.
    ///
    /// # Errors
    /// What is missing or not as it must be.
    pub fn read<T: DeserializeOwned>(&self, input: &Value) -> Result<T, Refusal> {
        let mut fields = match input {
            Value::Null => Map::new(),
            Value::Object(fields) => fields.clone(),
            _ => return Err(Refusal::new(referee_clauses::COMPLETE, "a calculator takes fields by name")),
        };
        for field in self.inputs {
            if let (Some(default), None) = (field.default, fields.get(field.name)) {
                let value =
                    field.kind.read(default).map_err(|expected| Refusal::new(referee_clauses::COMPLETE, expected))?;
                fields.insert(field.name.to_owned(), value);
            }
        }
        self.check(&fields)?;
        T::deserialize(Value::Object(fields))
            .map_err(|error| Refusal::new(referee_clauses::COMPLETE, error.to_string()))
    }

    /// Whether all fields are there, no others, and each of its kind.
    fn check(&self, fields: &Map<String, Value>) -> Result<(), Refusal> {
        let wrong = |why: String| Err(Refusal::new(referee_clauses::COMPLETE, why));
        if let Some(stranger) = fields.keys().find(|name| self.inputs.iter().all(|field| field.name != name.as_str())) {
            let known: Vec<_> = self.inputs.iter().map(|field| field.name).collect();
            return wrong(format!("{} takes no {stranger}, but {}", self.name, known.join(", ")));
        }
        for field in self.inputs {
            let CalculatorField { name, kind, about, .. } = *field;
            match fields.get(name) {
                None => return wrong(format!("{name} is missing: {about}")),
                Some(value) if !kind.fits(value) => return wrong(format!("{name}: expected {}", kind.expected())),
                Some(_) => {}
            }
        }
        Ok(())
    }
}

/// A result in a few words.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Chance {
    /// From 0 to 1.
    pub probability: f64,
    /// Plain words; empty where nothing comes of it.
    pub text: String,
}

/// Chances to be shown beside one another, as bars.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Chart {
    /// What they are chances of.
    pub title: String,
    /// The chances, in their order.
    pub chances: Vec<Chance>,
}

/// A table of words and numbers.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TextTable {
    /// What it is about.
    pub title: String,
    /// The headings; the first column says what a row is about.
    pub columns: Vec<Cow<'static, str>>,
    /// The rows, each as long as the headings.
    pub rows: Vec<Vec<String>>,
}

/// What a calculator answers: to be read, and the numbers themselves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct CalculatorOutput {
    /// Plain sentences.
    pub text: Vec<String>,
    /// Chances as bars.
    pub charts: Vec<Chart>,
    /// Tables.
    pub tables: Vec<TextTable>,
    /// The numbers, by names of the calculator's own.
    #[serde(flatten)]
    pub data: Map<String, Value>,
}

impl CalculatorOutput {
    /// An answer that holds these numbers and no words yet.
    ///
    /// # Errors
    /// When they cannot be written for this reader.
    pub fn of(data: &impl Serialize) -> Result<CalculatorOutput, Refusal> {
        match serde_json::to_value(data) {
            Ok(Value::Object(data)) => Ok(CalculatorOutput { data, ..CalculatorOutput::default() }),
            Ok(_) => Err(Refusal::new(referee_clauses::COMPLETE, "an answer is made of fields")),
            Err(error) => Err(Refusal::new(referee_clauses::COMPLETE, error.to_string())),
        }
    }

    /// The same with one more sentence.
    #[must_use]
    pub fn saying(mut self, sentence: impl Into<String>) -> CalculatorOutput {
        self.text.push(sentence.into());
        self
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Input {
        lost: bool,
        turns: u8,
    }

    const TRIP: CalculatorInfo = CalculatorInfo {
        name: "trip",
        about: "",
        inputs: &[
            CalculatorField { name: "lost", kind: InputKind::YesNo, about: "", default: Some("no") },
            CalculatorField { name: "turns", kind: InputKind::Number, about: "how many", default: None },
        ],
        needs_game: false,
    };

    #[test]
    fn what_is_left_out_is_the_default() {
        let read = |input: &str| TRIP.read::<Input>(&serde_json::from_str(input).unwrap_or_default());
        assert_eq!(read(r#"{"turns":3}"#), Ok(Input { lost: false, turns: 3 }));
        assert_eq!(read(r#"{"turns":3,"lost":true}"#), Ok(Input { lost: true, turns: 3 }));
        assert!(read("{}").is_err_and(|refusal| refusal.why.contains("turns")));
        assert!(read(r#"{"turns":3,"found":true}"#).is_err());
    }

    #[test]
    fn what_is_wrong_is_said_in_plain_words() {
        let why = |input: &str| {
            let read = TRIP.read::<Input>(&serde_json::from_str(input).unwrap_or_default());
            read.err().map_or_else(String::new, |refusal| refusal.why.into_owned())
        };
        assert_eq!(why("{}"), "turns is missing: how many");
        assert_eq!(why(r#"{"turns":3,"found":true}"#), "trip takes no found, but lost, turns");
        for turns in ["2.5", "null", r#""three""#, "1e99"] {
            assert_eq!(why(&format!(r#"{{"turns":{turns}}}"#)), "turns: expected a whole number");
        }
        assert_eq!(why(r#"{"turns":3,"lost":"maybe"}"#), "lost: expected yes or no");
    }

    #[test]
    fn numbers_and_words_are_written_side_by_side() {
        let answer =
            CalculatorOutput::of(&serde_json::json!({ "rounds": 2 })).map(|answer| answer.saying("In round 2."));
        let written = answer.map(|answer| serde_json::to_value(answer).unwrap_or_default());
        let expected = serde_json::json!({ "text": ["In round 2."], "charts": [], "tables": [], "rounds": 2 });
        assert_eq!(written, Ok(expected));
    }
}
