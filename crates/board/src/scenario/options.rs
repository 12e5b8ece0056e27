//! Changes of a scenario's options.

use serde_json::Value;
use toml_edit::{DocumentMut, Item, Table};

use super::{Diagnostic, Diagnostics, Document};

impl Document {
    /// Returns this scenario with some keys of `[options]` set to other values. The text of the file is changed too,
    /// and therefore shows what is played.
    ///
    /// # Errors
    /// Fails if a value cannot be written in TOML (null, an object), `options` is not a section, or the changed file is
    /// invalid.
    pub fn with_options<'a>(
        &self,
        changed: impl IntoIterator<Item = (&'a String, &'a Value)>,
    ) -> Result<Document, Diagnostics> {
        let refuse = |why: String| Diagnostics::new(self.source(), vec![Diagnostic::new(why)]);
        let mut changed = changed.into_iter().peekable();
        if changed.peek().is_none() {
            return Ok(self.clone());
        }
        let mut text: DocumentMut = self.text().parse().map_err(|error| refuse(format!("not TOML: {error}")))?;
        let section = text.entry("options").or_insert(Item::Table(Table::new()));
        let Some(section) = section.as_table_like_mut() else {
            return Err(refuse("`options` is not a section".to_owned()));
        };
        for (name, value) in changed {
            let value = toml_value(value).ok_or_else(|| refuse(format!("option `{name}` cannot be set to {value}")))?;
            section.insert(name, Item::Value(value));
        }
        Document::parse(self.name(), &text.to_string())
    }
}

fn toml_value(value: &Value) -> Option<toml_edit::Value> {
    match value {
        Value::Bool(value) => Some((*value).into()),
        Value::Number(value) => match value.as_i64() {
            Some(whole) => Some(whole.into()),
            None => value.as_f64().map(Into::into),
        },
        Value::String(value) => Some(value.into()),
        Value::Array(values) => {
            values.iter().map(toml_value).collect::<Option<toml_edit::Array>>().map(toml_edit::Value::Array)
        }
        Value::Null | Value::Object(_) => None,
    }
}
