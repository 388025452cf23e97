//! Messages for people as values: a code with data, and a sentence in English. Other languages translate the code.
//!
//! ```
//! use tengen_core::board::{BoardSize, notation};
//! use tengen_core::message::CodedMessage;
//! let error = notation::read("z9", BoardSize::square(15).unwrap()).unwrap_err();
//! assert_eq!(error.to_string(), "\"z9\" is not a point of a 15x15 board");
//! assert_eq!(error.coded().code, "NoPoint");
//! ```

use std::any::{Any, TypeId};
use std::fmt::{self, Debug, Display};

/// A message of an enum that [`messages!`](crate::messages) declares.
pub trait CodedMessage: Display {
    /// All messages of the enum, and of those that it takes over.
    fn templates() -> Vec<Template>;

    /// The message with its code and data.
    fn coded(&self) -> Coded;
}

/// What all messages with a code have in common.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    /// The code.
    pub code: &'static str,
    /// The sentence in English, with places like `{name}` for all data.
    pub text: &'static str,
}

/// A message with its code and data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coded {
    /// The code.
    pub code: &'static str,
    /// The data by their names.
    pub data: Vec<(&'static str, Datum)>,
    /// The sentence in English.
    pub text: String,
}

/// A part of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Datum {
    /// A name, the same in all languages.
    Text(String),
    /// A whole number.
    Number(i64),
    /// Another message.
    Message(Coded),
}

impl Datum {
    /// A part of a message: a number if it has the type of one, else its text.
    pub fn of<T: Display + Any>(value: &T) -> Datum {
        macro_rules! types { ($($kind:ty),*) => { [$(TypeId::of::<$kind>()),*] } }
        let text = value.to_string();
        let is_number = types!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize).contains(&TypeId::of::<T>());
        text.parse().ok().filter(|_| is_number).map_or(Datum::Text(text), Datum::Number)
    }
}

/// A text in quotation marks, as [`Debug`] shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quoted<T>(pub T);

impl<T: Debug> Display for Quoted<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

/// Declares an enum of messages: each with its data and its sentence in English. `from Name(Other)` adds the messages of
/// another enum; `; name: Other` behind the data makes a message contain one of them.
#[macro_export]
macro_rules! messages {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident $(from $($outer:ident($inner:ty)),+)? {
            $($variant:ident $({ $($field:ident: $kind:ty),* $(; $part:ident: $whole:ty)? })? = $text:literal,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        #[allow(missing_docs)]
        $vis enum $name {
            $($(#[doc = concat!("[`", stringify!($inner), "`]")] $outer($inner),)+)?
            $(#[doc = concat!("`", $text, "`")] $variant $({ $($field: $kind,)* $($part: Box<$whole>)? })?,)*
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                match self {
                    $($($name::$outer(inner) => std::fmt::Display::fmt(inner, f),)+)?
                    $($name::$variant $({ $($field,)* $($part)? })? => write!(f, $text),)*
                }
            }
        }

        impl std::error::Error for $name {}

        impl $crate::message::CodedMessage for $name {
            fn templates() -> Vec<$crate::message::Template> {
                let own = vec![$($crate::message::Template {
                    code: stringify!($variant),
                    text: $text,
                },)*];
                [own, $($(<$inner as $crate::message::CodedMessage>::templates(),)+)?].concat()
            }

            fn coded(&self) -> $crate::message::Coded {
                let (code, data) = match self {
                    $($($name::$outer(inner) => return $crate::message::CodedMessage::coded(inner),)+)?
                    $($name::$variant $({ $($field,)* $($part)? })? => (stringify!($variant), vec![$(
                        $((stringify!($field), $crate::message::Datum::of($field)),)*
                        $((stringify!($part), $crate::message::Datum::Message($crate::message::CodedMessage::coded(&**$part))))?
                    )?]),)*
                };
                $crate::message::Coded { code, data, text: self.to_string() }
            }
        }

        /// A message equals its sentence.
        impl PartialEq<&str> for $name {
            fn eq(&self, text: &&str) -> bool {
                format!("{self}") == *text
            }
        }

        impl From<$name> for String {
            fn from(message: $name) -> String {
                message.to_string()
            }
        }

        $($(impl From<$inner> for $name {
            fn from(inner: $inner) -> $name {
                $name::$outer(inner)
            }
        })+)?
    };
}
