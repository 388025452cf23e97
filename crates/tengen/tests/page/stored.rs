//! The page of `tengen web` in a real browser: links and stored states that it cannot use.

use serde_json::json;
use tengen_testing::browser::{Browser, DESKTOP};
use tengen_testing::web::PageServer;

/// Opens an address in a new document: only another fragment would not load the page again.
async fn open(page: &Browser, url: &str) {
    page.client.goto("about:blank").await.expect("a page");
    page.visit(url).await;
}

/// Loads the page again with these texts in the browser's storage, instead of what it would store itself.
async fn reload_with(page: &Browser, key: &str, text: &str) {
    let (key, text) = (json!(key), json!(text));
    page.js(&format!(
        "app.keep = () => {{}}; localStorage.clear(); localStorage.setItem({key}, {text})"
    ))
    .await;
    page.client.refresh().await.expect("a page");
    page.until("window.app?.board && window.app?.hello").await;
}

#[tokio::test]
async fn a_link_to_a_board_of_100000_rows_hung_the_page_and_was_kept() {
    let Some(page) = Browser::open("links", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    page.begin("renju", 9, ["person", "person"]).await;
    page.lay(&["e5", "a1"]).await;
    for (link, said) in [
        (
            "size=100000x100000",
            "There is no board of 100000×100000: boards have 5 to 32 rows and columns.",
        ),
        ("size=20000x20000&rule=renju&moves=h8", "20000×20000"),
        (
            "size=999999999999999999999999x15",
            "boards have 5 to 32 rows",
        ),
        ("size=33x15", "There is no board of 33×15"),
        ("size=15x4", "There is no board of 15×4"),
        (
            "size=15x15&moves=h8z99",
            "z99 is not a point of a board of 15×15",
        ),
        (
            "size=15x15&black=a0",
            "a0 is not a point of a board of 15×15",
        ),
        (
            &format!("size=5x5&moves={}", "a1".repeat(100_000)),
            "A game on a board of 5×5 has at most 25 moves.",
        ),
        ("size=15x15&moves=h8h8", "point already taken"),
        ("size=15x15&rule=chess&moves=h8", "the rules are freestyle"),
    ] {
        open(&page, &format!("{}#{link}", server.url)).await;
        page.until("!document.querySelector('#notice').hidden")
            .await;
        let notice = page.text("#notice").await;
        assert!(
            notice.starts_with("This link cannot be opened:"),
            "{notice}"
        );
        assert!(notice.contains(said), "{said}: {notice}");
        // The game before is on the board, and is still there after a reload.
        for _ in 0..2 {
            page.until("app.board.black === 'e5' && app.board.white === 'a1'")
                .await;
            let state = "return [app.mode, app.view.width, app.tree.start.rule, location.hash]";
            assert_eq!(page.js(state).await, json!(["play", 9, "renju", ""]));
            page.client.refresh().await.expect("a page");
            page.until("window.app?.board && window.app?.hello").await;
        }
        assert_eq!(
            page.js("return document.querySelector('#notice').hidden")
                .await,
            true
        );
    }
    // A pasted link is refused with the same sentence.
    page.click("#open-file").await;
    page.js("document.querySelector('#paste').value = 'https://x.example/#size=40x40&moves=h8'; document.querySelector('#read').click()")
        .await;
    page.until("document.querySelector('#file-error').textContent.startsWith('There is no board of 40×40')")
        .await;
    page.close().await;
}

#[tokio::test]
async fn a_link_in_the_address_of_an_open_page_was_not_opened() {
    let Some(page) = Browser::open("address", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    page.js("location.hash = '#size=9x9&rule=renju&moves=e5d5&at=1'")
        .await;
    page.until("app.mode === 'analyse' && app.view.width === 9 && app.board.black === 'e5'")
        .await;
    let state = "return [app.at.ply, app.tree.start.rule, location.hash]";
    assert_eq!(page.js(state).await, json!([1, "renju", ""]));
    page.js("location.hash = '#size=99x99'").await;
    page.until("document.querySelector('#notice').textContent.includes('99×99')")
        .await;
    assert_eq!(page.js("return app.view.width").await, 9);
    page.close().await;
}

#[tokio::test]
async fn a_stored_state_that_could_not_be_read_stopped_the_page() {
    let Some(page) = Browser::open("stored", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    let tree = |more: &str| {
        format!(
            r#"{{"tree":{{"width":15,"height":15,"rule":"freestyle","nodes":[]{more}}},"at":"h8h8"}}"#
        )
    };
    for text in [
        "{\"tree\":",
        "null",
        "[]",
        "7",
        r#"{"settings":5}"#,
        r#"{"settings":{"language":7}}"#,
        r#"{"mode":"chess"}"#,
        r#"{"play":{"setup":{"terms":"none"}}}"#,
        r#"{"tree":5}"#,
        r#"{"tree":{"width":15,"height":15,"rule":"freestyle"}}"#,
        r#"{"tree":{"width":15,"height":15,"nodes":[]}}"#,
        &tree(r#","width":20000,"height":20000"#),
        &tree(r#","black":"z99""#),
        &tree(r#","nodes":[{"after":7,"point":"h8"}]"#),
        &tree(r#","nodes":[{"after":null,"point":"z99"}]"#),
        &tree(r#","nodes":[null]"#),
        // The engine refuses these.
        &tree(r#","rule":"chess""#),
        &tree(r#","nodes":[{"after":null,"point":"h8"},{"after":0,"point":"h8"}]"#),
    ] {
        reload_with(&page, "tengen", text).await;
        page.until("!document.querySelector('#notice').hidden")
            .await;
        let notice = page.text("#notice").await;
        assert!(
            notice.contains("could not be read and was set aside"),
            "{text}: {notice}"
        );
        let state =
            "return [app.view.width, app.tree.all().length, localStorage['tengen-unreadable']]";
        assert_eq!(page.js(state).await, json!([15, 0, text]), "{notice}");
        page.touch("h8").await;
        page.until("app.tree.all().length > 0").await;
        page.client.refresh().await.expect("a page");
        page.until("window.app?.board?.black && window.app?.hello")
            .await;
        let state =
            "return [document.querySelector('#notice').hidden, localStorage['tengen-unreadable']]";
        assert_eq!(page.js(state).await, json!([true, text]));
    }
    page.close().await;
}

#[tokio::test]
async fn what_is_set_aside_can_be_saved() {
    let Some(page) = Browser::open("aside", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    reload_with(&page, "tengen", "junk").await;
    page.js("URL.createObjectURL = (blob) => { blob.text().then(t => (window.saved = t)); return '#'; }")
        .await;
    page.press("Save as a file").await;
    page.until("window.saved === 'junk'").await;
    page.close().await;
}

#[tokio::test]
async fn stored_puzzles_that_could_not_be_read_stopped_the_page() {
    let Some(page) = Browser::open("ownpuzzles", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    for text in [
        "null",
        "{",
        r#"{"own":[{"size":"20000x20000","rule":"renju","moves":"h8"}]}"#,
        r#"{"own":[null]}"#,
        r#"{"player":{"rating":"high"}}"#,
        r#"{"past":{"a":null}}"#,
        r#"{"wish":7}"#,
    ] {
        reload_with(&page, "tengen-puzzles", text).await;
        let notice = page.text("#notice").await;
        assert!(
            notice.contains("could not be read and was set aside"),
            "{text}: {notice}"
        );
        let stored =
            "return [localStorage['tengen-puzzles-unreadable'], localStorage['tengen-puzzles']]";
        assert_eq!(page.js(stored).await, json!([text, null]));
        page.click("#tab-puzzles").await;
        page.until("app.modes.puzzles.attempt && app.board.to_move")
            .await;
    }
    page.close().await;
}

#[tokio::test]
async fn a_kept_game_that_could_not_be_read_hid_the_others() {
    let Some(page) = Browser::open("keptgames", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    page.begin("freestyle", 15, ["person", "person"]).await;
    page.lay(&["h8", "a1"]).await;
    page.begin("freestyle", 15, ["person", "person"]).await;
    page.js("for (const [i, tree] of [{ width: 20000, height: 20000, rule: 'renju', nodes: [] }, { nodes: 5 }, null].entries()) \
           app.games.writing = app.games.writing.then(() => app.games.write({ id: 'junk' + i, when: Date.now(), at: '', tree })); \
         return app.games.writing")
        .await;
    page.click("#open-file").await;
    page.until("document.querySelectorAll('#recent button').length === 1")
        .await;
    page.click("#recent button").await;
    page.until("app.board.black === 'h8'").await;
    page.close().await;
}

#[tokio::test]
async fn a_step_to_undo_that_could_not_be_read_broke_undoing() {
    let Some(page) = Browser::open("junksteps", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    page.begin("freestyle", 15, ["person", "person"]).await;
    page.lay(&["h8", "a1"]).await;
    page.js("const kept = app.changes.history.kept(); \
         const junk = { tree: '{\"width\":20000,\"height\":20000,\"rule\":\"renju\",\"nodes\":[]}', at: '', play: '{}', game: 'x' }; \
         app.games.keepHistory({ ...kept, before: [...kept.before, junk, null] }); return app.games.writing")
        .await;
    page.client.refresh().await.expect("a page");
    page.until("window.app?.board?.white && !document.querySelector('#undoChange').disabled")
        .await;
    page.click("#undoChange").await;
    page.until("app.tree.all().length === 1 && app.board.black === 'h8'")
        .await;
    page.close().await;
}

#[tokio::test]
async fn the_page_and_the_engine_agree_on_the_sides_of_boards() {
    let Some(page) = Browser::open("sides", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    page.js("import('./points.js').then(({ SIDES }) => (window.sides = SIDES))")
        .await;
    page.until("window.sides").await;
    page.until("String(window.sides) === String(app.hello.sides)")
        .await;
    page.close().await;
}
