//! Numbers that a tuner may turn: declared in one place with name, value, range and what they do.

/// One parameter as a tuner sees it.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: i32,
    /// Least and greatest value that make sense.
    pub range: (i32, i32),
    /// What it does.
    pub what: &'static str,
}

/// Declares a struct of such numbers: `name: 50 in 10..=300, "what it does";`, or `50 / 73` where a search that is
/// judged by a network wants another number.
#[macro_export]
macro_rules! parameters {
    ($about:literal $numbers:ident; $($name:ident: $value:literal $(/ $network:literal)? in $low:literal..=$high:literal, $what:literal;)*) => {
        #[doc = $about]
        #[derive(Clone, Debug)]
        pub struct $numbers {
            $(#[doc = $what] pub $name: i32,)*
        }

        impl Default for $numbers {
            fn default() -> $numbers {
                $numbers { $($name: $value,)* }
            }
        }

        impl $numbers {
            /// The usual numbers of a search that a network judges for, or tables.
            pub fn usual(by_network: bool) -> $numbers {
                #[allow(unused_mut)] // where all numbers serve both
                let mut numbers = $numbers::default();
                if by_network {
                    $($(numbers.$name = $network;)?)*
                }
                numbers
            }

            /// Every parameter with its range and meaning.
            pub fn list(&self) -> Vec<$crate::params::Parameter> {
                vec![$($crate::params::Parameter {
                    name: stringify!($name),
                    value: self.$name,
                    range: ($low, $high),
                    what: $what,
                },)*]
            }

            /// Sets a parameter by name, clamped to its range. False when there is no such name.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value.clamp($low, $high),)*
                    _ => return false,
                }
                true
            }

            /// These numbers, but for some, each given as NAME=VALUE.
            ///
            /// # Errors
            /// What is wrong with one of them.
            pub fn with(mut self, settings: &[String]) -> Result<$numbers, String> {
                for setting in settings {
                    let (name, value) = setting
                        .split_once('=')
                        .ok_or_else(|| format!("{setting}: NAME=VALUE, please"))?;
                    let value = value.parse().map_err(|error| format!("{setting}: {error}"))?;
                    if !self.set(name, value) {
                        return Err(format!("no such number: {name}"));
                    }
                }
                Ok(self)
            }
        }
    };
}

pub use parameters;
