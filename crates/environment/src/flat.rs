//! Values of a system as the numbers in them, without any text: what orders and facts are made of.

use std::fmt;

use board::naming::{Name, Named, Naming};
use referee::names::Handles;
use rules::Side;
use serde::ser::{self, Serialize};

/// Receives what a value is made of, in the order of its fields.
pub(crate) trait Leaves {
    /// A field, or an element of a list, begins. Each is ended by [`Leaves::end`].
    fn begin(&mut self, part: Part);
    /// What began last is complete.
    fn end(&mut self);
    /// A list of any length ends, after its last element.
    fn close(&mut self) {}
    /// A value without parts.
    fn leaf(&mut self, leaf: Leaf<'_>);
    /// A field that is left out.
    fn nothing(&mut self, part: Part) {
        self.begin(part);
        self.leaf(Leaf::Nothing);
        self.end();
    }
}

/// A part of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// A variant of an enum with fields, by its name and its index.
    Variant(&'static str, u32),
    /// A field of a struct, by its name and its number.
    Field(&'static str, usize),
    /// An element of a list.
    Element(usize),
}

/// A value without parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Leaf<'a> {
    /// A piece, by the handle that the seat has for it, from 1.
    Piece(u16),
    /// A Location, by its index on the board.
    Place(u16),
    /// A side: 0 for the seat's own, 1 for the other.
    Side(u16),
    /// A word: a variant without fields, by its name and its index.
    Word(&'static str, u32),
    /// Letters that stand for themselves, such as a name.
    Text(&'a str),
    /// A number, or 0 and 1 for false and true.
    Number(i64),
    /// Nothing, where a value may be left out.
    Nothing,
}

const KIND: u32 = 28;
const PIECE: u32 = 1 << KIND;
const PLACE: u32 = 2 << KIND;
const SIDE: u32 = 3 << KIND;

/// Names that are numbers: a seat's handles, the indices of Locations, and sides as seen from the seat's.
#[derive(Debug)]
pub(crate) struct Numbers {
    pub handles: Vec<Option<u16>>,
    pub side: Side,
}

impl Numbers {
    pub(crate) fn new(handles: &Handles, side: Side) -> Self {
        Numbers { handles: handles.all().to_vec(), side }
    }
}

impl Naming for Numbers {
    fn name(&self, kind: Named, id: u16) -> Option<Name> {
        let number = match kind {
            Named::Piece => PIECE | u32::from(self.handles.get(usize::from(id)).copied().flatten()?),
            Named::Location => PLACE | u32::from(id),
            Named::Side => SIDE | u32::from(usize::from(id) != self.side.index()),
        };
        Some(Name::Number(number))
    }

    fn id(&self, _: Named, _: &Name) -> Option<u16> {
        None
    }
}

/// Passes what a value is made of to `leaves`. Must be called in the naming scope of [`Numbers`].
///
/// # Errors
/// A piece has no handle: a defect of the system.
pub(crate) fn flatten(value: &impl Serialize, leaves: &mut impl Leaves) -> Result<(), Unnumbered> {
    value.serialize(Flat(leaves))
}

/// A value that can't be written as numbers. Contains the reason.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unnumbered(String);

impl ser::Error for Unnumbered {
    fn custom<T: fmt::Display>(reason: T) -> Self {
        Unnumbered(reason.to_string())
    }
}

struct Flat<'a, L>(&'a mut L);

impl<L: Leaves> Flat<'_, L> {
    fn number(self, number: impl Into<i64>) -> Result<(), Unnumbered> {
        self.0.leaf(Leaf::Number(number.into()));
        Ok(())
    }
}

type Done = Result<(), Unnumbered>;

impl<'a, L: Leaves> ser::Serializer for Flat<'a, L> {
    type Ok = ();
    type Error = Unnumbered;
    type SerializeSeq = Parts<'a, L>;
    type SerializeTuple = Parts<'a, L>;
    type SerializeTupleStruct = Parts<'a, L>;
    type SerializeTupleVariant = Parts<'a, L>;
    type SerializeMap = ser::Impossible<(), Unnumbered>;
    type SerializeStruct = Parts<'a, L>;
    type SerializeStructVariant = Parts<'a, L>;

    fn serialize_bool(self, value: bool) -> Done {
        self.number(value)
    }
    fn serialize_i8(self, value: i8) -> Done {
        self.number(value)
    }
    fn serialize_i16(self, value: i16) -> Done {
        self.number(value)
    }
    fn serialize_i32(self, value: i32) -> Done {
        self.number(value)
    }
    fn serialize_i64(self, value: i64) -> Done {
        self.number(value)
    }
    fn serialize_u8(self, value: u8) -> Done {
        self.number(value)
    }
    fn serialize_u16(self, value: u16) -> Done {
        self.number(value)
    }
    fn serialize_u32(self, value: u32) -> Done {
        let id = value as u16;
        self.0.leaf(match value >> KIND << KIND {
            PIECE => Leaf::Piece(id),
            PLACE => Leaf::Place(id),
            SIDE => Leaf::Side(id),
            _ => Leaf::Number(i64::from(value)),
        });
        Ok(())
    }
    fn serialize_u64(self, value: u64) -> Done {
        self.number(i64::try_from(value).unwrap_or(i64::MAX))
    }
    fn serialize_f32(self, _: f32) -> Done {
        Err(ser::Error::custom("a fraction can't be told from others by whole numbers"))
    }
    fn serialize_f64(self, _: f64) -> Done {
        Err(ser::Error::custom("a fraction can't be told from others by whole numbers"))
    }
    fn serialize_char(self, value: char) -> Done {
        self.number(u32::from(value))
    }
    fn serialize_str(self, value: &str) -> Done {
        self.0.leaf(Leaf::Text(value));
        Ok(())
    }
    fn serialize_bytes(self, _: &[u8]) -> Done {
        Err(ser::Error::custom("bytes have no form as numbers"))
    }
    fn serialize_none(self) -> Done {
        self.0.leaf(Leaf::Nothing);
        Ok(())
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Done {
        self.0.leaf(Leaf::Nothing);
        Ok(())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Done {
        self.serialize_unit()
    }
    fn serialize_unit_variant(self, _: &'static str, index: u32, name: &'static str) -> Done {
        self.0.leaf(Leaf::Word(name, index));
        Ok(())
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Done {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        name: &'static str,
        value: &T,
    ) -> Done {
        self.0.begin(Part::Variant(name, index));
        value.serialize(Flat(self.0))?;
        self.0.end();
        Ok(())
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, Unnumbered> {
        Ok(Parts { leaves: self.0, number: 0, of: Whole::List })
    }
    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Unnumbered> {
        Ok(Parts { leaves: self.0, number: 0, of: Whole::Fields })
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct, Unnumbered> {
        self.serialize_tuple(0)
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Unnumbered> {
        self.0.begin(Part::Variant(name, index));
        Ok(Parts { leaves: self.0, number: 0, of: Whole::Variant })
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Unnumbered> {
        Err(ser::Error::custom("a map has no form as numbers"))
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct, Unnumbered> {
        self.serialize_tuple(0)
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Unnumbered> {
        self.serialize_tuple_variant("", index, name, 0)
    }
    fn is_human_readable(&self) -> bool {
        true
    }
}

/// The parts of a list, a tuple or a struct.
struct Parts<'a, L> {
    leaves: &'a mut L,
    number: usize,
    of: Whole,
}

/// The kind of value that parts belong to.
enum Whole {
    /// A list of any length.
    List,
    /// A number of fields that is always the same.
    Fields,
    /// The fields of a variant.
    Variant,
}

impl<L: Leaves> Parts<'_, L> {
    fn part<T: Serialize + ?Sized>(&mut self, part: Part, value: &T) -> Done {
        self.leaves.begin(part);
        value.serialize(Flat(&mut *self.leaves))?;
        self.leaves.end();
        self.number += 1;
        Ok(())
    }

    fn close(self) -> Done {
        match self.of {
            Whole::List => self.leaves.close(),
            Whole::Fields => {}
            Whole::Variant => self.leaves.end(),
        }
        Ok(())
    }
}

/// Implements the traits for lists, which differ in the name of a method only.
macro_rules! lists {
    ($($list:ident: $element:ident),*) => {$(
        impl<L: Leaves> ser::$list for Parts<'_, L> {
            type Ok = ();
            type Error = Unnumbered;
            fn $element<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
                self.part(Part::Element(self.number), value)
            }
            fn end(self) -> Done {
                self.close()
            }
        }
    )*};
}

/// Implements the traits for structs, likewise.
macro_rules! structs {
    ($($kind:ident),*) => {$(
        impl<L: Leaves> ser::$kind for Parts<'_, L> {
            type Ok = ();
            type Error = Unnumbered;
            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Done {
                self.part(Part::Field(name, self.number), value)
            }
            fn skip_field(&mut self, name: &'static str) -> Done {
                self.leaves.nothing(Part::Field(name, self.number));
                self.number += 1;
                Ok(())
            }
            fn end(self) -> Done {
                self.close()
            }
        }
    )*};
}

lists!(
    SerializeSeq: serialize_element,
    SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field,
    SerializeTupleVariant: serialize_field
);
structs!(SerializeStruct, SerializeStructVariant);
