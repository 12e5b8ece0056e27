//! JSON in canonical form (RFC 8785: sorted keys, no spaces), in which anyone can reproduce and hash a line.

use std::cell::RefCell;
use std::io;
use std::ops::Range;

use serde::{Serialize, ser};
use serde_json::Serializer;
use serde_json::ser::{CompactFormatter, Formatter};

/// The largest whole number that RFC 8785 writes unchanged.
const EXACT: u64 = 1 << 53;

/// Serializes a value as canonical JSON.
///
/// # Errors
/// Fails if the value contains a piece or place that has no name for the reader, or cannot be represented in JSON.
pub fn canonical(value: &(impl Serialize + ?Sized)) -> Result<String, serde_json::Error> {
    // The general form formats numbers as JavaScript does and allocates for every object. Game data hardly ever needs
    // it.
    match plain(value)? {
        Some(text) => Ok(text),
        None => serde_json_canonicalizer::to_string(&serde_json::to_value(value)?),
    }
}

/// Serializes a value whose keys are ASCII without escapes, each once, and whose numbers are exact whole ones. Returns
/// `None` for any other.
fn plain(value: &(impl Serialize + ?Sized)) -> Result<Option<String>, serde_json::Error> {
    let written = RefCell::new(Written {
        text: Vec::with_capacity(128),
        fields: Vec::with_capacity(16),
        open: Vec::with_capacity(8),
        beyond: false,
    });
    value.serialize(&mut Serializer::with_formatter(Writer(&written), Writer(&written)))?;
    let Written { text, beyond, .. } = written.into_inner();
    if beyond { Ok(None) } else { String::from_utf8(text).map(Some).map_err(ser::Error::custom) }
}

/// What has been written so far.
struct Written {
    text: Vec<u8>,
    /// The fields of all objects that are still open, inner ones last.
    fields: Vec<Field>,
    /// The first field of each object that is still open.
    open: Vec<usize>,
    /// Whether something was written that only the general form puts in order or formats.
    beyond: bool,
}

/// Where a field of an object lies in the text, without the comma before it.
struct Field {
    /// The key, without its quotes.
    key: Range<usize>,
    whole: Range<usize>,
}

impl Written {
    /// Sorts the fields of the object that ends here.
    fn sort(&mut self) {
        let first = self.open.pop().unwrap_or_default();
        let fields = &mut self.fields[first..];
        let key = |field: &Field| &self.text[field.key.clone()];
        if !fields.is_sorted_by(|one, next| key(one) < key(next)) {
            let start = fields[0].whole.start;
            fields.sort_by(|one, next| key(one).cmp(key(next)));
            // Of a key that comes twice only the last value counts, which the general form knows.
            self.beyond |= fields.windows(2).any(|pair| key(&pair[0]) == key(&pair[1]));
            let end = self.text.len();
            for field in fields {
                if self.text.len() > end {
                    self.text.push(b',');
                }
                self.text.extend_from_within(field.whole.clone());
            }
            self.text.copy_within(end.., start);
            self.text.truncate(end);
        }
        self.fields.truncate(first);
    }
}

/// The writer of a serializer and also its formatter, which sorts each object that ends. That is why both share one
/// text.
struct Writer<'a>(&'a RefCell<Written>);

impl io::Write for Writer<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.write_all(text).map(|()| text.len())
    }

    fn write_all(&mut self, text: &[u8]) -> io::Result<()> {
        self.0.borrow_mut().text.extend_from_slice(text);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What may have another form in canonical JSON: numbers, and parts that were JSON before.
macro_rules! beyond {
    ($($write:ident: $number:ty, unless $is_exact:expr;)*) => {$(
        fn $write<W: ?Sized + io::Write>(&mut self, writer: &mut W, number: $number) -> io::Result<()> {
            let is_exact: fn($number) -> bool = $is_exact;
            self.0.borrow_mut().beyond |= !is_exact(number);
            CompactFormatter.$write(writer, number)
        }
    )*};
}

impl Formatter for Writer<'_> {
    beyond! {
        write_u64: u64, unless |number| number <= EXACT;
        write_i64: i64, unless |number| number.unsigned_abs() <= EXACT;
        write_u128: u128, unless |_| false;
        write_i128: i128, unless |_| false;
        write_f32: f32, unless |_| false;
        write_f64: f64, unless |_| false;
        write_number_str: &str, unless |_| false;
        write_raw_fragment: &str, unless |_| false;
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        let mut written = self.0.borrow_mut();
        let first = written.fields.len();
        written.open.push(first);
        drop(written);
        CompactFormatter.begin_object(writer)
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, writer: &mut W, is_first: bool) -> io::Result<()> {
        CompactFormatter.begin_object_key(writer, is_first)?;
        let mut written = self.0.borrow_mut();
        let start = written.text.len();
        written.fields.push(Field { key: start + 1..start + 1, whole: start..start });
        Ok(())
    }

    fn end_object_key<W: ?Sized + io::Write>(&mut self, _: &mut W) -> io::Result<()> {
        let Written { text, fields, beyond, .. } = &mut *self.0.borrow_mut();
        if let Some(field) = fields.last_mut() {
            field.key.end = text.len() - 1;
            let key = &text[field.key.clone()];
            *beyond |= !key.is_ascii() || key.contains(&b'\\');
        }
        Ok(())
    }

    fn end_object_value<W: ?Sized + io::Write>(&mut self, _: &mut W) -> io::Result<()> {
        let Written { text, fields, .. } = &mut *self.0.borrow_mut();
        if let Some(field) = fields.last_mut() {
            field.whole.end = text.len();
        }
        Ok(())
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.borrow_mut().sort();
        CompactFormatter.end_object(writer)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use serde_json::json;
    use serde_json::value::RawValue;

    use super::*;

    /// Any JSON, whose fields are written in the order in which they stand here.
    #[derive(Clone, Debug)]
    enum Json {
        Nothing,
        Flag(bool),
        Whole(i64),
        Large(u64),
        Float(f64),
        Text(String),
        List(Vec<Json>),
        Fields(Vec<(String, Json)>),
    }

    impl Serialize for Json {
        fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            match self {
                Json::Nothing => to.serialize_none(),
                Json::Flag(flag) => to.serialize_bool(*flag),
                Json::Whole(number) => to.serialize_i64(*number),
                Json::Large(number) => to.serialize_u64(*number),
                Json::Float(number) => to.serialize_f64(*number),
                Json::Text(text) => to.serialize_str(text),
                Json::List(items) => to.collect_seq(items),
                Json::Fields(fields) => to.collect_map(fields.iter().map(|(key, value)| (key, value))),
            }
        }
    }

    /// JSON with keys that match a pattern.
    fn json_with(keys: &'static str, leaf: impl Strategy<Value = Json> + 'static) -> impl Strategy<Value = Json> {
        leaf.prop_recursive(5, 60, 6, move |inner| {
            let fields = prop::collection::vec((keys, inner.clone()), 0..6);
            prop_oneof![prop::collection::vec(inner, 0..4).prop_map(Json::List), fields.prop_map(Json::Fields)]
        })
    }

    fn plain_leaf() -> impl Strategy<Value = Json> {
        prop_oneof![
            Just(Json::Nothing),
            any::<bool>().prop_map(Json::Flag),
            (-1000_i64..1000).prop_map(Json::Whole),
            any::<String>().prop_map(Json::Text),
        ]
    }

    fn general(value: &impl Serialize) -> String {
        serde_json_canonicalizer::to_string(&serde_json::to_value(value).unwrap()).unwrap()
    }

    proptest! {
        #[test]
        fn plain_json_is_written_as_the_general_form_writes_it(value in json_with("[ !#-9A-Ca-c]{1,3}", plain_leaf())) {
            let text = plain(&value).unwrap();
            prop_assume!(text.is_some(), "no key comes twice");
            prop_assert_eq!(text.unwrap(), general(&value));
        }

        #[test]
        fn any_json_is_written_as_the_general_form_writes_it(
            value in json_with(".{0,3}", prop_oneof![
                plain_leaf(),
                any::<i64>().prop_map(Json::Whole),
                any::<u64>().prop_map(Json::Large),
                any::<f64>().prop_map(Json::Float),
            ])
        ) {
            prop_assert_eq!(canonical(&value).unwrap(), general(&value));
        }
    }

    #[test]
    fn all_kinds_of_values_are_written_as_the_general_form_writes_them() {
        #[derive(Serialize)]
        struct All {
            unit: (),
            tuple: (i8, u16, u32, i64),
            letter: char,
            maybe: Option<Box<All>>,
            by_number: BTreeMap<u32, &'static str>,
            huge: i128,
            raw: Box<RawValue>,
            #[serde(flatten)]
            more: BTreeMap<&'static str, f32>,
        }
        let all = |maybe: Option<All>| All {
            unit: (),
            tuple: (i8::MIN, u16::MAX, u32::MAX, -1),
            letter: '"',
            maybe: maybe.map(Box::new),
            by_number: [(10, "ten"), (9, "nine")].into(),
            huge: 7,
            raw: RawValue::from_string("{\"b\": 1, \"a\": [ ]}".to_owned()).unwrap(),
            more: [("alone", 0.5), ("\u{7}", f32::NAN)].into(),
        };
        let all = all(Some(all(None)));
        assert_eq!(canonical(&all).unwrap(), general(&all));
        assert_eq!(plain(&all.by_number).unwrap().unwrap(), general(&all.by_number));
    }

    #[test]
    fn what_only_the_general_form_orders_or_formats_is_left_to_it() {
        #[derive(Serialize)]
        struct Unsorted {
            b: (i8, u64, Option<()>),
            a: Inner,
            c: &'static str,
        }
        #[derive(Serialize)]
        enum Inner {
            Variant { z: &'static str, aa: i64, a: [bool; 0] },
        }
        let a = Inner::Variant { z: "\u{1}\n\"\\/é\u{1f600}", aa: -1, a: [] };
        let unsorted = Unsorted { b: (-2, EXACT, None), a, c: "}" };
        assert_eq!(plain(&unsorted).unwrap().unwrap(), general(&unsorted));

        let twice = Json::Fields(vec![("a".into(), Json::Flag(true)), ("a".into(), Json::Flag(false))]);
        assert_eq!((plain(&twice).unwrap(), canonical(&twice).unwrap().as_str()), (None, "{\"a\":false}"));
        for other in [json!(1.0), json!({"é": 1}), json!({"\n": 1}), json!([EXACT + 1]), json!(i64::MIN)] {
            assert_eq!(plain(&other).unwrap(), None);
        }
        assert_eq!(canonical(&json!({"x": 1.0})).unwrap(), "{\"x\":1}");
    }
}
