//! Connect6.

mod connect6;
mod records;
