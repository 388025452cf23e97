//! Tunable parameters, declared in one place with name, value, range and description.

/// A parameter as seen by a tuner.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// The value.
    pub value: i32,
    /// The smallest and largest sensible value.
    pub range: (i32, i32),
    /// The description.
    pub what: &'static str,
}

/// Declares a struct of parameters: `name: 50 in 10..=300, "what it does";`, or `50 / 73` if the value differs for
/// searches with a network evaluation.
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
            /// The default parameters for a search with a network evaluation, or with pattern tables.
            pub fn usual(by_network: bool) -> $numbers {
                #[allow(unused_mut)] // if all values serve both
                let mut numbers = $numbers::default();
                if by_network {
                    $($(numbers.$name = $network;)?)*
                }
                numbers
            }

            /// All parameters with range and description.
            pub fn list(&self) -> Vec<$crate::params::Parameter> {
                vec![$($crate::params::Parameter {
                    name: stringify!($name),
                    value: self.$name,
                    range: ($low, $high),
                    what: $what,
                },)*]
            }

            /// Sets a parameter by name, clamped to its range. Returns false if there is no such parameter.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value.clamp($low, $high),)*
                    _ => return false,
                }
                true
            }

            /// These parameters with some changed, each given as NAME=VALUE.
            ///
            /// # Errors
            /// A message if a setting is malformed or its name unknown.
            pub fn with(mut self, settings: &[String]) -> Result<$numbers, $crate::setting::WrongSetting> {
                use $crate::setting::WrongSetting;
                for setting in settings {
                    let (name, value) = setting
                        .split_once('=')
                        .ok_or_else(|| WrongSetting::NoPair { setting: setting.clone() })?;
                    let no_number = |why| WrongSetting::NoNumber { setting: setting.clone(), why };
                    let value = value.parse().map_err(no_number)?;
                    if !self.set(name, value) {
                        return Err(WrongSetting::NoParameter { name: name.into() });
                    }
                }
                Ok(self)
            }
        }
    };
}

pub use parameters;
