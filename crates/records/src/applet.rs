//! Games in the web pages of RenLib's applet (`applet` or `object`), which shows a game with its comments and board texts:
//!
//! ```text
//! <applet code="RenLibApplet.class" width=400 height=400>
//! <param name="moves" value="h8 h9 j10 pass i8">
//! <param name="oneLineComment5" value="good">              the comment on move 5
//! <param name="multiLineComment5" value="first\nsecond">
//! <param name="text3" value="j9|A|k10|B">                  labels after move 3
//! </applet>
//! ```

use super::renlib::SIDE;
use super::sgf::tree::{NodeId, Tree};
use super::sgf::{letter, letters, tree_of};
use super::{Game, ReadError, moves};
use std::collections::HashMap;
use tengen_core::board::{BoardSize, Colour, Point, notation};
use tengen_core::message::Quoted;
use tengen_core::rules::{Rule, Variant};

/// The elements that show an applet.
const ELEMENTS: [&str; 2] = ["applet", "object"];
const CODE: &str = "renlibapplet";
/// Characters between moves and labels.
const SEPARATORS: [char; 5] = [' ', ',', '+', '"', '|'];
/// The values of a page that are not written as they are.
const ENTITIES: [(&str, &str); 5] = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];

/// The applets of a page, each with one game.
pub(super) fn games(text: &str) -> Vec<&str> {
    let lower = text.to_ascii_lowercase();
    let mut games = Vec::new();
    let mut at = 0;
    while let Some(begin) = lower[at..].find('<').map(|length| at + length) {
        let Some(element) = ELEMENTS.iter().find(|element| lower[begin + 1..].starts_with(**element)) else {
            at = begin + 1;
            continue;
        };
        at = lower[begin..].find(&format!("</{element}")).map_or(text.len(), |length| begin + length);
        games.extend(lower[begin..at].contains(CODE).then(|| &text[begin..at]));
    }
    games
}

/// Converts the game of an applet to an SGF tree.
pub(super) fn tree(text: &str) -> Result<Tree, ReadError> {
    let params = params(text)?;
    let size = BoardSize::square(SIDE.into()).expect("a board");
    let mut tree = tree_of(&Game::new(size, Rule::new(Variant::Renju), Default::default()));
    let root = tree.root();
    for unnamed in ["RU", "PB", "PW"] {
        tree.unset(root, unnamed);
    }
    let text = |name: &str| params.get(name).map(String::as_str).unwrap_or_default();
    add_comment(&mut tree, root, text("onelinecomment"), "");
    let mut at = root;
    let moves = text("moves").split(SEPARATORS).filter(|word| !word.is_empty());
    for (number, word) in (1_usize..).zip(moves) {
        at = tree.add_child(at);
        let point = match moves::is_pass(word) {
            true => String::new(),
            false => letters(point(word, size)?),
        };
        tree.set(at, letter(Colour::BOTH[(number - 1) % 2]), &[&point]);
        let comments = ["onelinecomment", "multilinecomment"].map(|name| format!("{name}{number}"));
        add_comment(&mut tree, at, text(&comments[0]), text(&comments[1]));
        add_labels(&mut tree, at, text(&format!("text{number}")), size)?;
    }
    if at == root {
        return Err(ReadError::AppletMoves);
    }
    Ok(tree)
}

fn point(word: &str, size: BoardSize) -> Result<Point, ReadError> {
    let points = notation::read(word, size)?;
    match points[..] {
        [point] => Ok(point),
        _ => Err(ReadError::NoMove { word: Quoted(word.into()) }),
    }
}

fn add_comment(tree: &mut Tree, node: NodeId, line: &str, lines: &str) {
    let lines = lines.replace("\\n", "\n");
    let texts = [line, &lines].into_iter().filter(|text| !text.is_empty());
    let comment = texts.collect::<Vec<_>>().join("\n");
    if !comment.is_empty() {
        tree.set(node, "C", &[&comment]);
    }
}

/// Adds labels: points and texts in turn.
fn add_labels(tree: &mut Tree, node: NodeId, text: &str, size: BoardSize) -> Result<(), ReadError> {
    let separators = if text.contains('|') { &['|'][..] } else { &SEPARATORS[..] };
    let words: Vec<&str> = text.split(separators).map(str::trim).filter(|word| !word.is_empty()).collect();
    let label = |pair: &[&str]| match pair {
        [at, label] => Ok(format!("{}:{label}", letters(point(at, size)?))),
        _ => Err(ReadError::LabelMissing { point: pair.concat() }),
    };
    let labels: Vec<String> = words.chunks(2).map(label).collect::<Result<_, ReadError>>()?;
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    if !labels.is_empty() {
        tree.set(node, "LB", &labels);
    }
    Ok(())
}

/// The parameters with their values, by their names in lower case.
fn params(text: &str) -> Result<HashMap<String, String>, ReadError> {
    const TAG: &str = "<param";
    let lower = text.to_ascii_lowercase();
    let begins: Vec<usize> = lower.match_indices(TAG).map(|(at, _)| at).collect();
    let ends = begins.iter().skip(1).copied().chain([text.len()]);
    let mut params = HashMap::new();
    for (begin, end) in begins.iter().zip(ends) {
        let attributes = attributes(&text[begin + TAG.len()..end]);
        let get = |name: &str| attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value);
        let Some((name, value)) = get("name").zip(get("value")) else { continue };
        let name = name.to_ascii_lowercase();
        if params.insert(name.clone(), value.clone()).is_some_and(|earlier| earlier != *value) {
            return Err(ReadError::LinkTwice { what: Quoted(name) });
        }
    }
    Ok(params)
}

/// The attributes up to the end of a tag.
fn attributes(mut text: &str) -> Vec<(String, String)> {
    let mut attributes = Vec::new();
    loop {
        text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
        let end = text.find(|c: char| c.is_whitespace() || matches!(c, '=' | '>'));
        let (name, rest) = text.split_at(end.unwrap_or(text.len()));
        let Some(rest) = rest.trim_start().strip_prefix('=') else {
            if name.is_empty() {
                return attributes;
            }
            text = rest;
            continue;
        };
        let rest = rest.trim_start();
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
        let (value, rest) = match quote {
            Some(quote) => rest[1..].split_once(quote).unwrap_or((&rest[1..], "")),
            None => {
                let end = rest.find(|c: char| c.is_whitespace() || c == '>');
                rest.split_at(end.unwrap_or(rest.len()))
            }
        };
        let decode = |text: String, (from, to): (&str, &str)| text.replace(from, to);
        let value = ENTITIES.into_iter().fold(value.to_string(), decode);
        attributes.push((name.to_ascii_lowercase(), value));
        text = rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::tree::Collection;

    fn sgf(text: &str) -> Result<String, String> {
        let tree = tree(games(text)[0])?;
        let written = String::from_utf8(Collection::of(tree).write()).unwrap();
        Ok(written.split_once("SZ[15]").unwrap().1.replace('\n', ""))
    }

    #[test]
    fn an_applet_keeps_comments_and_labels() {
        let page = "<html><body><APPLET codebase='x' code=\"RenLibApplet.class\" width=400>\r\n\
            alt=\"words &lt;APPLET&gt;\"\r\n<PARAM NAME=\"moves\" VALUE=\"h8 pass i9\">\n\
            <param value='a &quot;good&quot; > one' name=oneLineComment1><PARAM NAME=multiLineComment1 VALUE=\"x\\ny\" />\n\
            <PARAM NAME=\"text3\" VALUE=\"j9|A b|k10|B\"></APPLET></body></html>";
        let expected = ";B[hh]C[a \"good\" > onexy];W[];B[ig]LB[jg:A b][kf:B])";
        assert_eq!(sgf(page).as_deref(), Ok(expected));
        let blanks = page.replace("j9|A b|k10|B", "j9 A k10 B");
        assert!(sgf(&blanks).unwrap().ends_with("LB[jg:A][kf:B])"));
    }

    #[test]
    fn every_applet_of_renlib_on_a_page_is_a_game() {
        let one = "<applet code=RenLibApplet.class><param name=moves value=\"h8,i9\">";
        let page = format!("{one}</applet><applet code=Clock.class></applet>{one}");
        assert_eq!(games(&page), [one, one]);
        assert_eq!(sgf(&page).as_deref(), Ok(";B[hh];W[ig])"));
        assert!(games("<html>RenLibApplet</html>").is_empty());
        let object = "<object classid=\"java:RenLibApplet.class\"><param name=moves value=\"h8,i9\">";
        let both = format!("<p><object data=clock></object>{object}</object>\n{one}</applet>");
        assert_eq!(games(&both), [object, one]);
        assert_eq!(sgf(&both).as_deref(), Ok(";B[hh];W[ig])"));
        let nested = format!("<object classid=x>{one}</applet>");
        assert_eq!(games(&format!("{nested}</object>")), [nested]);
    }

    #[test]
    fn a_parameter_with_two_values_is_refused() {
        let applet = |moves: &str| {
            format!(
                "<applet code=RenLibApplet><param name=moves value='h8'><param name=Moves value='{moves}'></applet>"
            )
        };
        assert_eq!(sgf(&applet("h8")).as_deref(), Ok(";B[hh])"));
        assert_eq!(sgf(&applet("i9")).unwrap_err(), "\"moves\" is given twice");
    }

    #[test]
    fn what_is_no_move_is_refused() {
        let applet =
            |moves: &str| sgf(&format!("<applet code=RenLibApplet><param name=moves value='{moves}'></applet>"));
        for wrong in ["", "h8 z9", "h8 h16", "h8i9", "h8 resign"] {
            assert!(applet(wrong).is_err(), "{wrong}");
        }
    }
}
