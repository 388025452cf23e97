//! Connect6.

mod connect6;
