//! The files of the page, built into the binary.

use anyhow::{Context, Result};
use std::sync::Arc;
use tengen_certificate::ProofBook;
use tengen_database::{DatabaseError, DatabaseReader};
use tengen_web::proofs::{GUIDES, Guide};

#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// The name, relative to the page.
    pub name: &'static str,
    /// The content type.
    pub kind: &'static str,
    pub bytes: &'static [u8],
}

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const PICTURE: &str = "image/svg+xml";
const LINES: &str = "application/jsonl";
const GUIDE: &str = "application/octet-stream";
const DATABASE: &str = "application/vnd.sqlite3";

macro_rules! assets {
    ($($name:literal $kind:ident,)*) => {
        /// All files; the first is the page.
        pub const ASSETS: &[Asset] = &[$(Asset {
            name: $name,
            kind: $kind,
            bytes: include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/", $name)),
        }),*];
    };
}

assets! {
    "index.html" HTML,
    "style.css" STYLE,
    "parts.css" STYLE,
    "narrow.css" STYLE,
    "icon.svg" PICTURE,
    "app.js" SCRIPT,
    "analyse.js" SCRIPT,
    "attempt.js" SCRIPT,
    "tengen/board.js" SCRIPT,
    "tengen/client.js" SCRIPT,
    "tengen/element.js" SCRIPT,
    "changes.js" SCRIPT,
    "clock.js" SCRIPT,
    "diagram.js" SCRIPT,
    "dom.js" SCRIPT,
    "drill.js" SCRIPT,
    "tengen/engine.js" SCRIPT,
    "explorer.js" SCRIPT,
    "fields.js" SCRIPT,
    "files.js" SCRIPT,
    "found.js" SCRIPT,
    "gallery.js" SCRIPT,
    "games.js" SCRIPT,
    "help.js" SCRIPT,
    "history.js" SCRIPT,
    "images.js" SCRIPT,
    "judged.js" SCRIPT,
    "known.js" SCRIPT,
    "links.js" SCRIPT,
    "mistakes.js" SCRIPT,
    "newgame.js" SCRIPT,
    "opening.js" SCRIPT,
    "play.js" SCRIPT,
    "png.js" SCRIPT,
    "tengen/picture.js" SCRIPT,
    "tengen/points.js" SCRIPT,
    "proof.js" SCRIPT,
    "prove.js" SCRIPT,
    "puzzles.js" SCRIPT,
    "queue.js" SCRIPT,
    "rating.js" SCRIPT,
    "reasons.js" SCRIPT,
    "record.js" SCRIPT,
    "repertoire.js" SCRIPT,
    "report.js" SCRIPT,
    "review.js" SCRIPT,
    "rule.js" SCRIPT,
    "seats.js" SCRIPT,
    "remarks.js" SCRIPT,
    "settings.js" SCRIPT,
    "socket.js" SCRIPT,
    "sound.js" SCRIPT,
    "startform.js" SCRIPT,
    "state.js" SCRIPT,
    "standings.js" SCRIPT,
    "stored.js" SCRIPT,
    "trainer.js" SCRIPT,
    "tree.js" SCRIPT,
    "threats.js" SCRIPT,
    "warning.js" SCRIPT,
    "watch.js" SCRIPT,
    "words.js" SCRIPT,
    "messages/cs.js" SCRIPT,
    "messages/ja.js" SCRIPT,
    "messages/ko.js" SCRIPT,
    "messages/ru.js" SCRIPT,
    "messages/vi.js" SCRIPT,
    "messages/zh-Hant.js" SCRIPT,
    "messages/zh.js" SCRIPT,
    "later/cs.js" SCRIPT,
    "later/en.js" SCRIPT,
    "later/ja.js" SCRIPT,
    "later/ko.js" SCRIPT,
    "later/ru.js" SCRIPT,
    "later/vi.js" SCRIPT,
    "later/zh-Hant.js" SCRIPT,
    "later/zh.js" SCRIPT,
    "lang/cs.js" SCRIPT,
    "lang/en.js" SCRIPT,
    "lang/ja.js" SCRIPT,
    "lang/ko.js" SCRIPT,
    "lang/ru.js" SCRIPT,
    "lang/vi.js" SCRIPT,
    "lang/zh-Hant.js" SCRIPT,
    "lang/zh.js" SCRIPT,
    "puzzles.jsonl" LINES,
    "steps.jsonl" LINES,
    "openings.db" DATABASE,
    "guides/freestyle-15x15.tguide" GUIDE,
    "guides/standard-15x15.tguide" GUIDE,
}

/// The built-in opening database; `docs/src/guide/database.md` describes how it was made.
pub const OPENINGS: &str = "openings.db";

pub fn openings() -> Result<DatabaseReader<&'static [u8]>, DatabaseError> {
    let bytes = find(OPENINGS).map_or(&[][..], |asset| asset.bytes);
    DatabaseReader::open(bytes, OPENINGS)
}

pub fn guides() -> Result<Vec<Arc<ProofBook>>> {
    let read = |guide: &Guide| {
        let bytes = find(guide.file).map_or(&[][..], |asset| asset.bytes);
        Ok(Arc::new(ProofBook::read(bytes).context(guide.file)?))
    };
    GUIDES.iter().map(read).collect()
}

/// The file with this name; the empty name is the page itself.
pub fn find(name: &str) -> Option<Asset> {
    let name = if name.is_empty() { "index.html" } else { name };
    ASSETS.iter().find(|asset| asset.name == name).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use tengen_core::board::{BoardSize, Position};
    use tengen_core::rules::opening::pattern::PATTERNS;
    use tengen_core::rules::{Rule, Variant};
    use tengen_database::{Place, Records};

    #[test]
    fn each_of_the_26_openings_has_its_name_a_value_and_replies() {
        let openings = openings().unwrap();
        let (rule, size) = (Rule::new(Variant::Renju), BoardSize::FIFTEEN);
        for pattern in PATTERNS {
            let position = Position::new(size).after_all(pattern.stones(size, 0).unwrap());
            let record = openings.get_at(&Place::of(&position, rule)).unwrap();
            let record = record.unwrap_or_else(|| panic!("{pattern} is not there"));
            assert!(record.comment.contains(pattern.name), "{pattern}");
            assert_eq!(record.label, pattern.code());
            assert!(record.value.is_some() && record.best.is_some(), "{pattern}");
            let moves = openings.explore(&position, rule).unwrap().moves;
            assert!(moves.len() >= 4, "{pattern}: {} replies", moves.len());
        }
    }

    /// So that the browser fetches all of them in parallel; of the languages it only fetches the reader's.
    #[test]
    fn the_page_names_all_its_scripts_and_styles() {
        let page = std::str::from_utf8(find("").unwrap().bytes).unwrap();
        let is_code = |asset: &&Asset| [SCRIPT, STYLE].contains(&asset.kind);
        let is_spoken = |asset: &&Asset| asset.name.starts_with("lang/") && asset.name != "lang/en.js";
        let is_named =
            |asset: &&Asset| is_code(asset) && !is_spoken(asset) && !is_message(asset) && !is_fetched_later(asset);
        for asset in ASSETS.iter().filter(is_named) {
            let named = ["href", "src"].map(|key| format!("{key}=\"{}\"", asset.name));
            assert!(named.iter().any(|link| page.contains(link)), "{}", asset.name);
        }
    }

    #[test]
    fn the_scripts_that_a_script_imports_are_there() {
        let mut imports = 0;
        for asset in ASSETS.iter().filter(|asset| asset.kind == SCRIPT) {
            for import in imported(asset) {
                imports += 1;
                assert!(find(&import).is_some(), "{} imports {import}", asset.name);
            }
        }
        assert!(imports > 50, "{imports}");
    }

    /// The names of the scripts that a script imports at its beginning, relative to the page.
    fn imported(asset: &Asset) -> Vec<String> {
        let script = std::str::from_utf8(asset.bytes).unwrap();
        let folder = asset.name.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        let imports = ["from './", "import './"].into_iter().flat_map(|start| script.split(start).skip(1));
        let named = imports.filter_map(|rest| rest.split('\'').next());
        named.map(|name| format!("{folder}{name}")).collect()
    }

    /// `app.js` and all that it imports, directly or through other scripts.
    fn first_scripts() -> BTreeSet<String> {
        let mut first = BTreeSet::new();
        let mut open = vec!["app.js".to_string()];
        while let Some(name) = open.pop() {
            open.extend(imported(&find(&name).unwrap()));
            first.insert(name.clone());
            open.retain(|name| !first.contains(name));
        }
        first
    }

    /// The translations of the engine's messages, which are fetched when the first one is shown, and the words of
    /// puzzles and dialogs, which are fetched with these.
    fn is_message(asset: &&Asset) -> bool {
        ["messages/", "later/"].iter().any(|folder| asset.name.starts_with(folder))
    }

    /// The scripts of dialogs and files, which are fetched when they are used: those that the page starts with do not
    /// import them at their beginning.
    fn is_fetched_later(asset: &&Asset) -> bool {
        asset.kind == SCRIPT && !asset.name.starts_with("lang/") && !first_scripts().contains(asset.name)
    }

    /// What a browser fetches at first: English and, for readers of another language, that one too. Puzzles, the
    /// opening database, guides, the engine's messages and some scripts are fetched on demand.
    #[test]
    fn the_page_is_small() {
        let is_later = |asset: &&Asset| is_message(asset) || is_fetched_later(asset);
        let is_first = |asset: &&Asset| ![LINES, DATABASE, GUIDE].contains(&asset.kind) && !is_later(asset);
        let is_spoken = |asset: &&Asset| asset.name.starts_with("lang/") && asset.name != "lang/en.js";
        let (spoken, common): (Vec<_>, Vec<_>) = ASSETS.iter().filter(is_first).partition(is_spoken);
        let size = |asset: &&Asset| asset.bytes.len();
        let bytes = common.iter().map(size).sum::<usize>() + spoken.iter().map(size).max().unwrap();
        assert!(bytes <= 380_000, "{bytes} bytes");
    }
}
