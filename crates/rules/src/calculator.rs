//! Calculators: computations that a system offers besides orders, such as hit chances. Each one describes its inputs,
//! so any client can build a form for it and show the result without game-specific code.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::{Clause, GameBook, GameView, Refusal, referee_clauses};

/// The description of a calculator: what clients need to build a form for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CalculatorInfo {
    /// Identifier by which clients call it, unique within the system, such as `odds`.
    pub name: &'static str,
    /// One sentence about the result, shown to players.
    pub about: &'static str,
    /// The fields of its input, in the order a form shows them.
    #[serde(rename = "takes")]
    pub inputs: &'static [CalculatorField],
    /// Whether it reads the position of a game. If false, it can also be called without a game.
    #[serde(rename = "of_a_game")]
    pub needs_game: bool,
}

/// A calculator of a system: its description and its function.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "a pointer to a function of eyes has none")]
pub struct Calculator<S: GameView> {
    /// The description that clients receive.
    pub info: CalculatorInfo,
    /// The function that computes the result.
    pub calculate: Calculate<S>,
}

/// The function of a calculator, with or without access to a game.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "a pointer to a function of eyes has none")]
pub enum Calculate<S: GameView> {
    /// Computes the result from the input alone.
    Apart(fn(&CalculatorInfo, &Value) -> Result<CalculatorOutput, Refusal>),
    /// Computes the result from the input and what a seat may know of the game.
    InGame(for<'a> fn(S::Eyes<'a>, &CalculatorInfo, &Value) -> Result<CalculatorOutput, Refusal>),
}

/// Returns the descriptions of all calculators of a system, in the system's order.
pub fn calculators<S: GameBook>() -> impl Iterator<Item = &'static CalculatorInfo> {
    S::CALCULATORS.iter().map(|calculator| &calculator.info)
}

/// Runs the calculator `name` on `input`, using only what the seat of `eyes` may know. Without `eyes` it runs outside
/// any game.
///
/// # Errors
/// Refuses under REF-8 if:
/// - the system has no calculator of that name;
/// - the calculator needs a game and `eyes` is `None`;
/// - `input` lacks a field, has an unknown one, or has a value of the wrong kind.
///
/// A calculator may refuse for reasons of its own.
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

/// One field of a calculator's input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CalculatorField {
    /// Key of the field in the JSON input, such as `hexes`.
    pub name: &'static str,
    /// The kind of value, from which a client chooses a form control.
    pub kind: InputKind,
    /// Meaning and range of the value, shown to players.
    pub about: &'static str,
    /// Value used if the field is left out, written as a player would type it. `None` if the field is required.
    pub default: Option<&'static str>,
}

/// The kinds of value that calculators accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InputKind {
    /// A piece by the name or handle that the seat uses, such as `7`.
    Piece,
    /// A Location by its label, such as `C4`.
    Location,
    /// A side by its name in the system, such as `russian`.
    Side,
    /// A whole number, which may be negative.
    Number,
    /// A boolean: typed as `yes` or `no`, `true` or `false` in JSON.
    YesNo,
    /// Free text, such as a list that the calculator parses itself.
    Text,
}

impl InputKind {
    /// Converts text that a player typed into a JSON value of this kind.
    ///
    /// # Errors
    /// Returns a description of the expected input, such as `a whole number`, if the text cannot be converted.
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

    /// Name of the kind for error messages, with its article.
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

    /// Whether a JSON value has this kind. Does not check whether the named piece, Location or side exists.
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
    /// Deserializes the input into `T` after filling in defaults. `null` counts as an empty object.
    ///
    /// # Errors
    /// Refuses under REF-8 if:
    /// - the input is not a JSON object or `null`;
    /// - a field is unknown, missing without a default, or of the wrong kind;
    /// - `T` cannot be deserialized from the fields.
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

    /// Checks that all fields are present and of their kind, and that there are no others.
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

/// One possible result and its probability.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Chance {
    /// Probability of the result, 0 to 1.
    pub probability: f64,
    /// English description of the result, such as `eliminated`. Empty if the result has no effect.
    pub text: String,
}

/// A set of probabilities that clients show as a bar chart.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Chart {
    /// Heading of the chart, such as `Result of the attack`.
    pub title: String,
    /// The bars, in the order to be shown.
    pub chances: Vec<Chance>,
}

/// A table of texts and formatted numbers.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TextTable {
    /// Heading of the table, shown above it.
    pub title: String,
    /// Column headings. The first column identifies the row.
    pub columns: Vec<Cow<'static, str>>,
    /// The rows, each with one cell per column.
    pub rows: Vec<Vec<String>>,
}

/// A sentence of a calculator's result, with the clause that it rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Sentence {
    /// English text, such as `The building in D4 blocks it.`.
    pub words: String,
    /// The clause that decides it, such as `TOI-B22`; null if it rests on none, or names its clauses itself.
    #[schemars(with = "Option<String>")]
    pub clause: Option<Clause>,
}

impl Sentence {
    /// Creates a sentence that rests on a clause.
    #[must_use]
    pub fn by(clause: Clause, words: impl Into<String>) -> Sentence {
        Sentence { words: words.into(), clause: Some(clause) }
    }
}

impl<W: Into<String>> From<W> for Sentence {
    /// Creates a sentence without a clause.
    fn from(words: W) -> Sentence {
        Sentence { words: words.into(), clause: None }
    }
}

/// The result of a calculator: text, charts and tables for people, and raw numbers for programs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct CalculatorOutput {
    /// English sentences that state the result, each with its clause.
    pub text: Vec<Sentence>,
    /// Probabilities to be shown as bar charts; empty if the result has none.
    pub charts: Vec<Chart>,
    /// Tables to be shown below the text; empty if the result has none.
    pub tables: Vec<TextTable>,
    /// The raw numbers under keys that each calculator defines, placed beside `text`, `charts` and `tables` in JSON.
    #[serde(flatten)]
    pub data: Map<String, Value>,
}

impl CalculatorOutput {
    /// Returns an output with the fields of `data` and no text yet.
    ///
    /// # Errors
    /// Refuses under REF-8 if `data` does not serialize to a JSON object, or contains a piece that the reader cannot
    /// name.
    pub fn of(data: &impl Serialize) -> Result<CalculatorOutput, Refusal> {
        match serde_json::to_value(data) {
            Ok(Value::Object(data)) => Ok(CalculatorOutput { data, ..CalculatorOutput::default() }),
            Ok(_) => Err(Refusal::new(referee_clauses::COMPLETE, "an answer is made of fields")),
            Err(error) => Err(Refusal::new(referee_clauses::COMPLETE, error.to_string())),
        }
    }

    /// Appends a sentence to the text.
    pub fn say(&mut self, sentence: impl Into<Sentence>) {
        self.text.push(sentence.into());
    }

    /// Appends sentences to the text.
    pub fn say_all(&mut self, sentences: impl IntoIterator<Item: Into<Sentence>>) {
        self.text.extend(sentences.into_iter().map(Into::into));
    }

    /// Returns the output with one more sentence.
    #[must_use]
    pub fn saying(mut self, sentence: impl Into<Sentence>) -> CalculatorOutput {
        self.say(sentence);
        self
    }

    /// Names the clause that the last sentence rests on. Does nothing without a sentence.
    #[must_use]
    pub fn citing(mut self, clause: Clause) -> CalculatorOutput {
        if let Some(last) = self.text.last_mut() {
            last.clause = Some(clause);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::referee_clauses::COMPLETE;

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
        let answer = CalculatorOutput::of(&serde_json::json!({ "rounds": 2 }));
        let answer = answer.map(|answer| answer.saying("In round 2.").saying("No dice.").citing(COMPLETE));
        let written = answer.map(|answer| serde_json::to_value(answer).unwrap_or_default());
        let text = [("In round 2.", None), ("No dice.", Some("REF-8"))];
        let text = text.map(|(words, clause)| serde_json::json!({ "words": words, "clause": clause }));
        let expected = serde_json::json!({ "text": text, "charts": [], "tables": [], "rounds": 2 });
        assert_eq!(written, Ok(expected));
    }
}
