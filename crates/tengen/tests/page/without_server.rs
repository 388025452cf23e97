//! The static folder that `scripts/web-static` makes, in a real browser.
//!
//! The test builds the folder, without the last optimisations, where the target `wasm32-unknown-unknown` is
//! installed. `TENGEN_STATIC=folder` names an existing one; it also serves the other browser tests:
//! `TENGEN_STATIC=folder cargo test -p tengen --test page study`.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use tengen_testing::browser::{Browser, DESKTOP};
use tengen_testing::questions::{is_certain, is_last, questions, told_alone, without_times};

const TARGET: &str = "wasm32-unknown-unknown";

static FOLDER: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
    let there = std::env::var_os("TENGEN_STATIC").map(PathBuf::from);
    there.or_else(|| has_target().then(make))
});

/// Whether something can be compiled for pages here.
fn has_target() -> bool {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let asked = Command::new(rustc)
        .args(["--print", "target-libdir", "--target", TARGET])
        .stderr(Stdio::null())
        .output()
        .expect("rustc runs");
    Path::new(String::from_utf8_lossy(&asked.stdout).trim()).is_dir()
}

fn make() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("static");
    let script = tengen_testing::repository().join("scripts/web-static");
    let made = Command::new("bash")
        .args([&script, &folder])
        .env("TENGEN_PROFILE", "dev")
        .stdin(Stdio::null())
        .output()
        .expect("scripts/web-static runs");
    let said = String::from_utf8_lossy(&made.stderr);
    assert!(made.status.success(), "{said}");
    let has_notices = folder.join("THIRD-PARTY-NOTICES").exists();
    assert_ne!(has_notices, said.contains("warning:"), "{said}");
    folder
}

#[test]
fn the_page_was_not_built_where_the_licences_could_not_be_written() {
    let Some(folder) = FOLDER.as_deref() else {
        eprintln!("skipped: the target {TARGET} is not installed (rustup target add {TARGET})");
        return;
    };
    assert!(folder.join("tengen.wasm").exists());
    let about = Command::new("cargo").args(["about", "--version"]).output();
    if about.is_ok_and(|output| output.status.success()) {
        return;
    }
    let script = tengen_testing::repository().join("scripts/web-static");
    let published = Command::new("bash")
        .arg(script)
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("published"))
        .env("TENGEN_NOTICES", "required")
        .output()
        .expect("scripts/web-static runs");
    let said = String::from_utf8_lossy(&published.stderr);
    assert!(!published.status.success(), "{said}");
    assert!(said.contains("the licences could not be written"), "{said}");
}

/// A browser, and the address of the folder on a host; `None` where one of them cannot be had.
async fn open(name: &str) -> Option<(Browser, String)> {
    let Some(folder) = FOLDER.as_deref() else {
        eprintln!("skipped: the target {TARGET} is not installed (rustup target add {TARGET})");
        return None;
    };
    let page = Browser::open(name, DESKTOP).await?;
    Some((page, tengen_testing::host::serve(folder)))
}

#[tokio::test]
async fn a_game_is_played_analysed_and_reviewed_without_a_server() {
    let Some((page, url)) = open("static").await else {
        return;
    };
    page.visit(&url).await;
    page.touch("h8").await;
    page.until("app.board.white && !app.modes.play.search")
        .await;
    page.touch("c3").await;
    page.until("app.board.white.length > 3 && !app.modes.play.search")
        .await;
    page.click("#tab-analyse").await;
    page.until("app.modes.analyse.lines.length === 3").await;
    page.picture("static").await;
    page.click("#tab-review").await;
    page.click("#review-start").await;
    page.until("document.querySelectorAll('#review-table tbody tr, #review-table tr').length >= 4")
        .await;
    page.click("#tab-puzzles").await;
    page.js("app.modes.puzzles.wants({kind: 'defence', grade: '1', rule: 'any'})")
        .await;
    page.until("app.modes.puzzles.attempt && app.at === app.modes.puzzles.attempt.tip")
        .await;
    let only = page
        .js("return app.modes.puzzles.attempt.solution[0]")
        .await;
    page.touch(only.as_str().expect("a point")).await;
    page.until("app.modes.puzzles.trainer.player.rating > 1500")
        .await;
    let others = page
        .js("return performance.getEntriesByType('resource').filter(r => !/^(blob:)?http:\\/\\/127/.test(r.name)).length")
        .await;
    assert_eq!(others, json!(0), "nothing is fetched from elsewhere");
    page.close().await;
}

/// What a new engine of the page tells about a question.
async fn told_there(page: &Browser, question: &Value) -> Vec<Value> {
    page.js(&format!(
        "window.told = []; import('./local.js').then(({{ connect }}) => {{ window.asked = connect(() => {{}}); \
         asked.search({question}, (telling) => told.push(telling)); }})"
    ))
    .await;
    let mut all = Vec::new();
    while !all.last().is_some_and(is_last) {
        let told = page.js("return told.splice(0)").await;
        let told = told.as_array().expect("tellings").clone();
        all.extend(told.into_iter().filter(is_certain));
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    page.js("asked.workers.forEach((one) => one.worker?.terminate())")
        .await;
    all.into_iter().map(without_times).collect()
}

#[tokio::test]
async fn the_engine_in_the_page_tells_what_it_tells_elsewhere() {
    let Some((page, url)) = open("same").await else {
        return;
    };
    page.visit(&url).await;
    for question in questions() {
        let megabytes = if question["ask"] == "review" {
            64
        } else {
            1024
        };
        let told = told_there(&page, &question).await;
        assert_eq!(told, told_alone(&question, megabytes), "{question}");
    }
    page.close().await;
}

/// Asks for an analysis, does this half a second later, and waits until the worker is done with it. What is told
/// at last is in `last`, and in `took` how long that took.
async fn analyse_and(page: &Browser, act: &str) {
    page.js(&format!(
        "const game = {{ width: 15, height: 15, rule: 'freestyle', moves: 'h8i9g7' }}; let from = 0; \
         Object.assign(window, {{ began: false, last: null, took: null }}); \
         const hear = (told) => {{ if (told.last) Object.assign(window, {{ last: told.why ?? told.tell, took: performance.now() - from }}); }}; \
         window.found = app.engine.search({{ ask: 'analyse', game, lines: 2 }}, hear); \
         window.searcher = app.engine.workers.get('search'); window.worker = searcher.worker; \
         setTimeout(() => {{ from = performance.now(); {act}; window.began = true; }}, 500);"
    ))
    .await;
    page.until("began && !searcher.open.has(found.id)").await;
}

#[tokio::test]
async fn a_search_ends_soon_when_the_page_asks_for_it() {
    let Some((page, url)) = open("soon").await else {
        return;
    };
    page.visit(&url).await;
    let mut times = Vec::new();
    for _ in 0..9 {
        analyse_and(&page, "found.now()").await;
        times.push(page.js("return took").await.as_f64().expect("it is told"));
    }
    times.sort_by(f64::total_cmp);
    eprintln!("a search ends after {times:.0?} ms");
    assert!(times[4] < 300.0, "{times:?} ms");
    analyse_and(&page, "found.stop()").await;
    let ended = page.js("return [last, worker === searcher.worker]").await;
    assert_eq!(ended, json!([null, true]));
    page.close().await;
}

#[tokio::test]
async fn a_worker_that_fails_or_does_not_listen_is_started_again() {
    let Some((page, url)) = open("fails").await else {
        return;
    };
    page.visit(&url).await;
    analyse_and(&page, "worker.dispatchEvent(new ErrorEvent('error'))").await;
    assert_eq!(
        page.js("return last").await,
        json!("the search failed, a fault of this program")
    );
    analyse_and(
        &page,
        "searcher.open.get(found.id).flags = { now: '', stop: '' }; found.stop()",
    )
    .await;
    let ended = page.js("return [last, worker === searcher.worker]").await;
    assert_eq!(ended, json!([null, false]));
    analyse_and(&page, "found.now()").await;
    assert_eq!(page.js("return last").await, json!("lines"));
    page.close().await;
}

#[tokio::test]
async fn a_browser_that_cannot_run_the_engine_is_told_so() {
    let Some((page, url)) = open("unfit").await else {
        return;
    };
    page.visit(&url).await;
    page.js(
        "WebAssembly.compile = () => Promise.reject(new Error('no vectors')); \
         import('./local.js').then(({ connect }) => connect((state) => app.connected(state)))",
    )
    .await;
    page.until("!document.querySelector('#banner').hidden")
        .await;
    let said = page.text("#banner").await;
    assert!(said.contains("cannot run the engine"), "{said}");
    page.close().await;
}

#[tokio::test]
async fn a_database_is_read_in_place_without_a_server() {
    let Some((page, url)) = open("static-database").await else {
        return;
    };
    let file = super::explorer::database("static");
    let bytes = BASE64_STANDARD.encode(std::fs::read(&file).unwrap());
    page.visit(&format!("{url}#size=15x15&rule=freestyle&moves=h8"))
        .await;
    page.until("document.querySelector('#explorer')?.textContent.includes('Openings of Tengen')")
        .await;
    let choose = |bytes: &str| {
        format!(
            "const bytes = Uint8Array.from(atob('{bytes}'), c => c.charCodeAt(0)); \
             app.modes.analyse.explorer.open(new File([bytes], 'a.db'))"
        )
    };
    page.js(&choose("bm8gZGF0YWJhc2U=")).await;
    page.until("document.querySelector('.toast')?.textContent.includes('a.db is no database of positions')")
        .await;
    page.js(&choose(&bytes)).await;
    page.until("document.querySelectorAll('#explorer-moves button').length === 1")
        .await;
    assert!(page.text("#explorer-position").await.contains("games: 2"));
    // It may be read only, and a worker that starts anew goes on with it.
    assert!(
        page.js("return document.querySelector('#explorer-note')")
            .await
            .is_null()
    );
    page.js("app.engine.workers.get('instant').startAgain('')")
        .await;
    page.js("document.querySelector('#explorer-moves button').click()")
        .await;
    page.until(
        "app.at.ply === 2 && document.querySelectorAll('#explorer-moves button').length === 2",
    )
    .await;
    page.picture("static-database").await;
    page.close().await;
}
