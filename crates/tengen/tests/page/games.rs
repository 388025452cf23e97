//! The page of `tengen web` in a real browser: what is done to a game is not lost, and nothing is done unasked.

use serde_json::json;
use tengen_testing::browser::{Browser, DESKTOP};
use tengen_testing::web::PageServer;

/// Opens the dialogue for files, and reads what is pasted there.
async fn paste(page: &Browser, text: &str) {
    page.click("#open-file").await;
    page.js(&format!(
        "document.querySelector('#paste').value = {}",
        json!(text)
    ))
    .await;
    page.click("#read").await;
    page.until("!document.querySelector('dialog[open]')").await;
}

/// Opens the list of recent games and waits until so many are there.
async fn recent(page: &Browser, games: usize) {
    page.click("#open-file").await;
    page.until(&format!(
        "document.querySelectorAll('#recent button').length === {games}"
    ))
    .await;
}

#[tokio::test]
async fn pasted_moves_were_read_as_renju_and_nothing_said_so() {
    let Some(page) = Browser::open("rule", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    paste(&page, "(;GM[4]SZ[15]RU[renju];B[hh];W[ih])").await;
    page.until("app.mode === 'analyse' && app.tree.start.rule === 'renju'")
        .await;
    paste(&page, "h8i9g7").await;
    page.until("app.board.black === 'h8g7'").await;
    assert_eq!(page.text(".toast").await, "Read as Renju · 15×15");
    for mode in ["play", "analyse", "review"] {
        page.click(&format!("#tab-{mode}")).await;
        // The moves begin with an opening that has a name.
        let about = page.text("#about").await;
        assert_eq!(about, "Renju · 15×15 · Shagetsu (i11)");
    }
    // It is changed right there; the moves stay, if they can.
    page.click("#about").await;
    page.js("document.querySelector('input[name=rule][value=standard]').click(); document.querySelector('input[name=size][value=\"19x19\"]').click()").await;
    page.picture("rule").await;
    page.click("#change-rule").await;
    page.until("app.tree.start.rule === 'standard' && app.board.black === 'h8g7'")
        .await;
    assert_eq!(page.text("#about").await, "Standard · 19×19");
    page.click("#about").await;
    page.js("document.querySelector('input[name=size][value=other]').click(); document.querySelector('[name=width]').value = 5; document.querySelector('[name=height]').value = 5").await;
    page.click("#change-rule").await;
    page.until(
        "document.querySelector('.toast')?.textContent.includes('not a point of a 5x5 board')",
    )
    .await;
    assert_eq!(page.text("#about").await, "Standard · 19×19");
    page.close().await;
}

#[tokio::test]
async fn deleting_the_first_move_erased_the_whole_game() {
    let Some(page) = Browser::open("undo", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.game("freestyle", "h8i9g7f6")).await;
    page.until("app.at.ply === 4").await;
    page.js("app.go(app.tree.root.next[0])").await;
    page.until("app.at.ply === 1").await;
    page.click("#steps button:last-child").await;
    page.until("app.at.ply === 0 && !app.tree.root.next.length")
        .await;
    page.write("body", "\u{E009}z").await; // Ctrl-Z
    page.until("app.at.ply === 1 && document.querySelectorAll('#moves button').length === 4")
        .await;
    page.write("body", "\u{E009}\u{E008}z").await; // Ctrl-Shift-Z
    page.until("!app.tree.root.next.length && document.querySelector('#redoChange').disabled")
        .await;
    page.click("#undoChange").await;
    page.until("document.querySelectorAll('#moves button').length === 4")
        .await;
    // Stones, comments, and which line is the main one are undone alike.
    page.js("app.go(app.tree.root.next[0])").await;
    page.until("app.at.ply === 1").await;
    page.touch("c3").await;
    page.until("app.at.point === 'c3'").await;
    page.js("app.record.promote()").await;
    page.until("app.tree.root.next[0].next[0].point === 'c3'")
        .await;
    // Also after the page was opened anew.
    page.js("return app.games.writing").await;
    page.client.refresh().await.unwrap();
    page.until("window.app?.board && !document.querySelector('#undoChange').disabled")
        .await;
    page.click("#undoChange").await;
    page.until("app.tree.root.next[0].next[0].point === 'i9'")
        .await;
    page.click("#undoChange").await;
    page.until("app.tree.root.next[0].next.length === 1").await;
    page.close().await;
}

#[tokio::test]
async fn a_new_game_took_the_place_of_the_old_one_for_ever() {
    let Some(page) = Browser::open("recent", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.game("renju", "h8i9g7f6")).await;
    page.until("app.at.ply === 4").await;
    page.begin("freestyle", 15, ["person", "person"]).await;
    page.lay(&["h8", "a1", "c3"]).await;
    paste(&page, "a1a2a3").await;
    page.until("app.board.white === 'a2'").await;
    // Also after a reload, and wherever one was.
    page.client.refresh().await.unwrap();
    page.until("window.app?.board?.white === 'a2'").await;
    recent(&page, 2).await;
    page.picture("recent").await;
    page.click("#recent li:nth-child(2) button").await;
    page.until("app.tree.start.rule === 'renju' && app.at.ply === 4")
        .await;
    // A game gone back in and continued otherwise is two games; one that only grows is one.
    page.js("app.go(app.tree.root.next[0])").await;
    page.until("app.at.ply === 1").await;
    page.click("#steps button:last-child").await;
    page.until("app.at.ply === 0").await;
    page.lay(&["a15", "b15"]).await;
    recent(&page, 3).await;
    page.js("document.querySelector('dialog').close()").await;
    // Fifty and more are kept.
    page.js("for (let i = 0; i < 60; i++) { \
           app.games.another(); \
           app.games.put({...app.tree.wire(), players: ['A' + i, 'B' + i]}, ''); \
         }")
        .await;
    recent(&page, 63).await;
    page.close().await;
}

#[tokio::test]
async fn tengen_moved_unasked_in_a_game_that_was_opened() {
    let Some(page) = Browser::open("idle", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    // White is to move, and white is Tengen's.
    page.visit(&server.game("freestyle", "h8i9g7")).await;
    page.until("app.at.ply === 3").await;
    page.click("#tab-play").await;
    page.until("!document.querySelector('#play-idle').hidden")
        .await;
    page.picture("idle").await;
    assert!(page.text("#seat-top").await.contains("Tengen"));
    assert!(page.text("#seat-bottom").await.contains("You"));
    assert_eq!(page.js("return app.modes.play.search").await, json!(null));
    // It stays so after a reload.
    page.client.refresh().await.unwrap();
    page.until("window.app?.board?.white && window.app.hello")
        .await;
    assert_eq!(page.js("return app.modes.play.search").await, json!(null));
    page.click("#play-here").await;
    page.until("app.at.ply === 4 && !app.modes.play.search")
        .await;
    assert!(
        page.js("return document.querySelector('#play-idle').hidden")
            .await
            == true
    );
    page.close().await;
}

#[tokio::test]
async fn stones_tried_in_analyse_became_the_game() {
    let Some(page) = Browser::open("tried", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    page.begin("freestyle", 15, ["person", "person"]).await;
    page.lay(&["h8", "i9"]).await;
    page.click("#tab-analyse").await;
    page.touch("a1").await;
    page.until("app.at.point === 'a1'").await;
    page.touch("b1").await;
    page.until("app.at.point === 'b1'").await;
    // The stones stand apart from the game already.
    let apart =
        "return [...document.querySelectorAll('#moves .branch button')].map(b => b.textContent)";
    assert_eq!(page.js(apart).await, json!(["a1", "b1"]));
    let written = "return app.modes.play.written().wire().nodes.map(node => node.point)";
    assert_eq!(page.js(written).await, json!(["h8", "i9"]));
    page.click("#tab-play").await;
    page.until("app.at.point === 'i9'").await;
    assert_eq!(page.text("#status").await, "Black to move");
    page.touch("g7").await;
    page.until("app.at.point === 'g7'").await;
    assert_eq!(
        page.js("return app.tree.root.next[0].next[0].next.map(move => move.point)")
            .await,
        json!(["g7", "a1"])
    );
    page.close().await;
}
