//! The tables in docs/reference/: the keys that a system adds to scenario files, from the schema, which has its texts from
//! the doc comments of the types that are read; and its options, from the rulebook.

use std::fmt::Write as _;

use rules::rulebook::OptionEntry;
use serde_json::{Map, Value};

/// The line before the tables, and the one behind them. Everything else in a page is written by hand.
const BEGIN: &str = "<!-- tables: written by `make wire` -->\n";
const END: &str = "<!-- end of tables -->\n";

/// Top-level keys that docs/scenarios.md describes, and the options, which have a table of their own.
const ELSEWHERE: [&str; 9] =
    ["author", "board", "format", "network", "options", "source", "summary", "system", "title"];

/// A page with its tables as they are now.
pub fn renewed(page: &str, schema: &Value, options: &[OptionEntry]) -> String {
    let parts = page.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) = parts.unwrap_or_else(|| panic!("a page has no lines {BEGIN}and {END}"));
    format!("{before}{BEGIN}\n{}{}\n{END}{after}", sections(schema), option_table(schema, options))
}

/// A schema with its definitions.
#[derive(Clone, Copy)]
struct Node<'a> {
    schema: &'a Value,
    root: &'a Value,
}

impl<'a> Node<'a> {
    fn at(self, schema: &'a Value) -> Self {
        Self { schema, ..self }
    }

    /// The definition that this refers to, or the only possibility beside “left out”.
    fn resolved(self) -> Self {
        let name = self.schema["$ref"].as_str().and_then(|link| link.strip_prefix("#/$defs/"));
        if let Some(name) = name {
            return self.at(&self.root["$defs"][name]).resolved();
        }
        let any = self.schema["anyOf"].as_array().into_iter().flatten();
        let mut some = any.filter(|one| one["type"] != "null");
        match (some.next(), some.next()) {
            (Some(one), None) => self.at(one).resolved(),
            _ => self,
        }
    }

    /// The description. That of a section's type may begin with the section's name.
    fn about(self) -> Option<&'a str> {
        let about = self.schema["description"].as_str()?;
        if about.starts_with("`[") { about.split_once("`: ").map(|(_, about)| about) } else { Some(about) }
    }

    fn properties(self) -> Option<&'a Map<String, Value>> {
        self.schema["properties"].as_object()
    }

    fn requires(self, key: &str) -> bool {
        self.schema["required"].as_array().is_some_and(|keys| keys.iter().any(|one| one == key))
    }

    /// The values that can be chosen from.
    fn choices(self) -> Vec<String> {
        let all = ["enum", "oneOf"].into_iter().find_map(|key| self.schema[key].as_array());
        let value = |one: &Value| if one.is_object() { one["const"].to_string() } else { one.to_string() };
        all.into_iter().flatten().map(value).collect()
    }

    /// What each choice means, where the schema says it.
    fn meanings(self) -> String {
        let all = self.schema["oneOf"].as_array().into_iter().flatten();
        all.filter_map(|one| Some(format!(" `{}`: {}", one["const"], cell(one["description"].as_str()?)))).collect()
    }

    /// The kind of value in a few words.
    fn kind(self) -> String {
        let choices = self.choices();
        if !choices.is_empty() {
            return choices.iter().map(|choice| format!("`{choice}`")).collect::<Vec<_>>().join(", ");
        }
        if let Some(any) = self.schema["anyOf"].as_array() {
            return any.iter().map(|one| self.at(one).resolved().kind()).collect::<Vec<_>>().join(", or ");
        }
        let of = &self.schema["type"];
        match of.as_str().or_else(|| of[0].as_str()).unwrap_or_default() {
            "integer" => "number".to_owned(),
            "boolean" => "`true` or `false`".to_owned(),
            "string" => "text".to_owned(),
            "array" if self.schema["maxItems"].is_u64() => {
                format!("list of {}: {}", self.schema["maxItems"], self.at(&self.schema["items"]).resolved().kind())
            }
            "array" => format!("list: {}", self.at(&self.schema["items"]).resolved().kind()),
            "object" => "table".to_owned(),
            other => panic!("a key of the type {other:?}"),
        }
    }
}

/// A text in a cell of a table.
fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

/// Writes a row for each key of a table, and for the keys of the tables in it.
fn rows(table: Node<'_>, prefix: &str, text: &mut String) {
    let properties = || table.properties().into_iter().flatten();
    let required = properties().filter(|(key, _)| table.requires(key));
    for (key, schema) in required.chain(properties().filter(|(key, _)| !table.requires(key))) {
        let (node, value) = (table.at(schema), table.at(schema).resolved());
        let named = value.at(&value.schema["additionalProperties"]);
        let key = format!("{prefix}{key}");
        let about = cell(node.about().or_else(|| value.about()).unwrap_or_default());
        if value.properties().is_some() {
            if !about.is_empty() {
                let _ = writeln!(text, "| `{key}` | table | {about} |");
            }
            rows(value, &format!("{key}."), text);
        } else if named.schema.is_object() {
            let _ = writeln!(text, "| `{key}` | tables by name | {about} |");
            rows(named.resolved(), &format!("{key}.*."), text);
        } else {
            let required = if prefix.is_empty() && table.requires(key.as_str()) { ", required" } else { "" };
            let _ = writeln!(text, "| `{key}`{required} | {} | {about} |", value.kind());
        }
    }
}

/// A heading and a table for each section.
fn sections(root: &Value) -> String {
    let file = Node { schema: root, root };
    let keys = || file.properties().into_iter().flatten().filter(|(key, _)| !ELSEWHERE.contains(&key.as_str()));
    let mut text = String::new();
    for (key, schema) in
        keys().filter(|(key, _)| file.requires(key)).chain(keys().filter(|(key, _)| !file.requires(key)))
    {
        let list = schema["type"] == "array";
        let table = file.at(if list { &schema["items"] } else { schema }).resolved();
        let name = if list { format!("[[{key}]]") } else { format!("[{key}]") };
        let required = if file.requires(key) { ", required" } else { "" };
        let _ = writeln!(text, "### `{name}`{required}\n");
        if let Some(about) = file.at(schema).about().or_else(|| table.about()) {
            let _ = writeln!(text, "{}\n", cell(about));
        }
        text.push_str("| key | value | |\n|---|---|---|\n");
        rows(table, "", &mut text);
        text.push('\n');
    }
    text
}

/// The options, with their defaults and clauses.
fn option_table(root: &Value, options: &[OptionEntry]) -> String {
    let file = Node { schema: root, root };
    let section = file.at(&root["properties"]["options"]).resolved();
    let mut text =
        "### `[options]`\n\n| option | title | default | value | | clause |\n|---|---|---|---|---|---|\n".to_owned();
    let known: Vec<&String> = section.properties().into_iter().flatten().map(|(key, _)| key).collect();
    assert!(
        known.len() == options.len() && options.iter().all(|option| known.contains(&&option.name)),
        "the rulebook has other options than a scenario can have: {known:?}"
    );
    for option in options {
        // The rulebook's own text and values are those of the start page: a scenario may go further.
        let node = section.at(&section.schema["properties"][&option.name]);
        let about = cell(node.about().or_else(|| node.resolved().about()).unwrap_or_default());
        let about = about.split_once(" Default").map_or(about.as_str(), |(about, _)| about);
        let kind = node.resolved().kind();
        let meanings = node.resolved().meanings();
        let (name, default, clause) = (&option.name, &option.default, &option.clause);
        let title = option.title.as_deref().unwrap_or_default();
        let _ = writeln!(text, "| `{name}` | {title} | `{default}` | {kind} | {about}{meanings} | {clause} |");
    }
    text
}

#[test]
fn a_table_is_written_between_its_lines() {
    let schema = serde_json::json!({
        "properties": {
            "title": {},
            "unit": { "type": "array", "items": { "$ref": "#/$defs/Unit" } },
            "options": { "properties": {} },
        },
        "required": ["unit"],
        "$defs": {
            "Unit": {
                "description": "`[[unit]]`: One squad.",
                "required": ["id"],
                "properties": {
                    "at": { "description": "A | B.", "type": ["string", "null"] },
                    "id": { "type": "string" },
                    "side": { "anyOf": [{ "enum": ["a", "b"] }, { "type": "null" }] },
                },
            },
        },
    });
    let page = format!("Before\n{BEGIN}old\n{END}after\n");
    let expected = "### `[[unit]]`, required\n\nOne squad.\n\n| key | value | |\n|---|---|---|\n\
                    | `id`, required | text |  |\n| `at` | text | A \\| B. |\n| `side` | `\"a\"`, `\"b\"` |  |\n\n### `[options]`";
    let renewed = renewed(&page, &schema, &[]);
    assert!(
        renewed.starts_with(&format!("Before\n{BEGIN}\n{expected}")) && renewed.ends_with(&format!("{END}after\n")),
        "{renewed}"
    );
}
