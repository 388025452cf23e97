//! What the tests and the fuzz targets use of the brain; the program is `main.rs`.

pub mod gomocup;
