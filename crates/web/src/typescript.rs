//! What the page has of the types here: the message types in TypeScript (`web/tengen/wire.d.ts`) and the remarks with their English
//! sentences (`web/test/remarks.json`). The tests fail if they differ.

use super::game::{
    BoardText, EndingText, ForbiddenText, GameText, JudgedText, NodeText, PatternText, Side, ThreatText, TreeText,
};
use super::opening::{AskedText, OpeningText, QuestionText, StepText};
use super::wire::{
    Ask, AssumedText, DatabaseText, DatumText, ExploredText, Goal, Hello, KnownText, Line, Live, LiveClock, LiveGame,
    Means, Message, PlanText, ProofText, Query, Question, ReasonText, RecordText, RemarkText, Reply, Search, Signal,
    Solved, StoredText, Strength, VerdictText, Worth,
};
use crate::Remark;
use std::collections::BTreeMap;
use std::path::Path;
use tengen_core::message::{CodedMessage as _, Template};
use ts_rs::{Config, TS};

const HEAD: &str = "\
// What the page asks and the replies, as crates/web declares it. Not written by hand:
//   TENGEN_WRITE=1 cargo test -p tengen-web typescript
";

/// A type in TypeScript with its documentation.
fn declared<T: TS>(config: &Config) -> String {
    let docs = T::docs().unwrap_or_default();
    let inside = [(Ask::inline(config), "Ask"), (Goal::inline(config), "Goal"), (Reply::inline(config), "Reply")];
    let text = inside.iter().fold(T::decl(config), |text, (inside, name)| text.replace(&format!("({inside})"), name));
    let text = short(&text).replace(" | { ", "\n| { ").replace('\n', "\n  ");
    format!("\n{}export {text}\n", short(&docs))
}

/// Puts each comment on one line and removes trailing blanks.
fn short(text: &str) -> String {
    let text = text.replace("/**\n * ", "/** ").replace("\n */", " */");
    text.replace(" \n", "\n")
}

/// Times and node counts stay below 2^53, so all numbers fit into JavaScript's.
fn declarations() -> String {
    let config = Config::new().with_large_int("number");
    macro_rules! declare {
        ($($kind:ty)*) => { [HEAD.to_string(), $(declared::<$kind>(&config)),*].concat() };
    }
    declare! {
        Question Ask Query Search Goal Signal Means OpeningText Message Reply Hello BoardText PatternText ForbiddenText ThreatText EndingText Line Worth Solved PlanText
        StepText AskedText QuestionText Strength Live LiveGame LiveClock Side GameText TreeText NodeText AssumedText DatabaseText ProofText ExploredText KnownText
        RecordText StoredText VerdictText ReasonText JudgedText RemarkText DatumText
    }
}

/// The English sentences of the remarks by their codes.
fn remarks() -> String {
    let mut texts = BTreeMap::new();
    for Template { code, text } in Remark::templates() {
        let text = text.replace("{{", "{").replace("}}", "}");
        let other = texts.insert(code, text.clone());
        assert!(other.is_none_or(|other| other == text), "two remarks are called {code}");
    }
    serde_json::to_string_pretty(&texts).expect("texts") + "\n"
}

fn check(file: &str, now: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web").join(file);
    if std::env::var_os("TENGEN_WRITE").is_some() {
        std::fs::write(&file, now).expect("the file is written");
    }
    let there = std::fs::read_to_string(&file).unwrap_or_default();
    // Git may have converted the line ends.
    let is_same = there.replace("\r\n", "\n") == now;
    assert!(is_same, "{} is out of date: TENGEN_WRITE=1 cargo test -p tengen-web typescript", file.display());
}

#[test]
fn the_page_declares_the_messages_as_they_are() {
    check("tengen/wire.d.ts", &declarations());
}

#[test]
fn the_tests_of_the_page_know_all_remarks() {
    check("test/remarks.json", &remarks());
}
