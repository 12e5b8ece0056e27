//! The text form of 32-byte values: 64 hexadecimal digits.

use thiserror::Error;

/// The reason why a text is not a 32-byte value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HexError {
    /// The text is not 64 characters long.
    #[error("expected 64 hexadecimal digits, found {found} characters")]
    Length {
        /// Number of characters found.
        found: usize,
    },
    /// A character is not a hexadecimal digit.
    #[error("expected a hexadecimal digit, found {found:?} at character {at}")]
    Digit {
        /// The first such character.
        found: char,
        /// Index of the character in the text, from 0.
        at: usize,
    },
}

/// Parses 64 hexadecimal digits, in either case.
pub(crate) fn parse(text: &str) -> Result<[u8; 32], HexError> {
    let stranger = text.chars().enumerate().find(|(_, c)| !c.is_ascii_hexdigit());
    if let Some((at, found)) = stranger {
        return Err(HexError::Digit { found, at });
    }
    let mut bytes = [0; 32];
    hex::decode_to_slice(text, &mut bytes).map_err(|_| HexError::Length { found: text.len() })?;
    Ok(bytes)
}

/// Implements conversions and the hexadecimal form, including serde, for a newtype over `[u8; 32]`.
macro_rules! written_in_hex {
    ($name:ident) => {
        impl $name {
            /// The value as 32 raw bytes.
            #[must_use]
            pub const fn as_bytes(&self) -> &[u8; 32] {
                &self.0
            }

            /// Returns the value as 64 hexadecimal digits in lower case.
            #[must_use]
            pub fn to_hex(&self) -> String {
                hex::encode(self.0)
            }
        }

        impl From<[u8; 32]> for $name {
            fn from(bytes: [u8; 32]) -> Self {
                Self(bytes)
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::HexError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $crate::hex32::parse(text).map(Self)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.to_hex())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

/// Implements display of public values in full.
macro_rules! public_hex {
    ($name:ident) => {
        $crate::hex32::written_in_hex!($name);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.to_hex())
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}({self})", stringify!($name))
            }
        }
    };
}

/// Implements a `Debug` form that hides the value, and no `Display`, to keep secrets out of logs.
macro_rules! secret_hex {
    ($name:ident) => {
        $crate::hex32::written_in_hex!($name);

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!(stringify!($name), "(secret)"))
            }
        }
    };
}

pub(crate) use {public_hex, secret_hex, written_in_hex};
