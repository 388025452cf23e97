//! Tests of the course's client and referee with many kinds of partners.

mod client;
mod faults;
mod referee;
