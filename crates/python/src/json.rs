//! JSON values as Python objects, and back.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::inspect::PyStaticExpr;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde::Serialize;
use serde_json::{Map, Number, Value};

use crate::errors::failed;

/// Maximum depth of a value from Python. A list that holds itself has none.
const DEPTH: usize = 64;

/// A JSON value for Python: `None`, a bool, a number, a string, a list or a dict.
#[derive(Debug)]
pub struct Json(Value);

/// A JSON object for Python: a dict.
#[derive(Debug)]
pub struct JsonObject(Value);

/// A list of JSON objects for Python.
#[derive(Debug)]
pub struct JsonRows(Value);

const ANY: PyStaticExpr = PyStaticExpr::Attribute { value: &PyStaticExpr::Name { id: "typing" }, attr: "Any" };
const STR: PyStaticExpr = PyStaticExpr::Name { id: "str" };
const DICT: PyStaticExpr = PyStaticExpr::Subscript {
    value: &PyStaticExpr::Name { id: "dict" },
    slice: &PyStaticExpr::Tuple { elts: &[STR, ANY] },
};
const ROWS: PyStaticExpr = PyStaticExpr::Subscript { value: &PyStaticExpr::Name { id: "list" }, slice: &DICT };

macro_rules! into_python {
    ($($name:ident: $hint:ident,)*) => {$(
        impl $name {
            /// Writes a value as JSON.
            ///
            /// # Errors
            /// The value can't be written.
            pub fn of(value: &impl Serialize) -> PyResult<Self> {
                serde_json::to_value(value).map($name).map_err(failed)
            }
        }

        impl<'py> IntoPyObject<'py> for $name {
            type Target = PyAny;
            type Output = Bound<'py, PyAny>;
            type Error = PyErr;
            const OUTPUT_TYPE: PyStaticExpr = $hint;

            fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                to_python(py, &self.0)
            }
        }
    )*};
}

into_python! {
    Json: ANY,
    JsonObject: DICT,
    JsonRows: ROWS,
}

/// Returns a JSON value as a Python object.
pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(value) => PyBool::new(py, *value).to_owned().into_any(),
        Value::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(number), _, _) => number.into_pyobject(py)?.into_any(),
            (_, Some(number), _) => number.into_pyobject(py)?.into_any(),
            (_, _, number) => PyFloat::new(py, number.unwrap_or(f64::NAN)).into_any(),
        },
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(list) => {
            let items = list.iter().map(|item| to_python(py, item)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, items)?.into_any()
        }
        Value::Object(map) => {
            let dict = PyDict::new(py);
            for (key, value) in map {
                dict.set_item(key, to_python(py, value)?)?;
            }
            dict.into_any()
        }
    })
}

/// Returns a Python object as a JSON value. `what` names the argument in errors.
///
/// # Errors
/// `TypeError` for an object that JSON has no form for.
/// `ValueError` for a number out of range, and for a value that is too deep.
pub fn from_python(what: &str, object: &Bound<'_, PyAny>) -> PyResult<Value> {
    read(what, object, DEPTH)
}

/// Returns a Python dict as a JSON object; an empty one for `None`.
///
/// # Errors
/// `TypeError` if the object is not a dict, and the errors of [`from_python`].
pub fn map_from_python(what: &str, object: Option<&Bound<'_, PyAny>>) -> PyResult<Map<String, Value>> {
    let Some(object) = object else { return Ok(Map::new()) };
    match from_python(what, object)? {
        Value::Object(map) => Ok(map),
        _ => Err(wrong(what, "a dict", object)),
    }
}

fn wrong(what: &str, expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let found = found.get_type().name().map_or_else(|_| "an object".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("{what}: expected {expected}, found {found}"))
}

fn read(what: &str, object: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    if depth == 0 {
        return Err(PyValueError::new_err(format!("{what}: expected at most {DEPTH} levels of lists and dicts")));
    }
    if object.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(value) = object.cast::<PyBool>() {
        return Ok(Value::Bool(value.is_true()));
    }
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(Value::String(text.extract()?));
    }
    if object.is_instance_of::<PyInt>() {
        let number = object.extract::<i64>().map(Number::from).or_else(|_| object.extract::<u64>().map(Number::from));
        return number.map(Value::Number).map_err(|_| out_of_range(what));
    }
    if let Ok(number) = object.cast::<PyFloat>() {
        return Number::from_f64(number.value()).map(Value::Number).ok_or_else(|| out_of_range(what));
    }
    if let Ok(dict) = object.cast::<PyDict>() {
        let mut map = Map::new();
        for (key, value) in dict {
            let key: String = key.extract().map_err(|_| wrong(what, "a dict whose keys are strings", &key))?;
            map.insert(key, read(what, &value, depth - 1)?);
        }
        return Ok(Value::Object(map));
    }
    let items = match (object.cast::<PyList>(), object.cast::<PyTuple>()) {
        (Ok(list), _) => list.to_tuple(),
        (_, Ok(tuple)) => tuple.clone(),
        _ => return Err(wrong(what, "None, a bool, a number, a string, a list or a dict", object)),
    };
    items.iter().map(|item| read(what, &item, depth - 1)).collect::<PyResult<Vec<_>>>().map(Value::Array)
}

fn out_of_range(what: &str) -> PyErr {
    PyValueError::new_err(format!("{what}: expected a number that JSON can hold"))
}
