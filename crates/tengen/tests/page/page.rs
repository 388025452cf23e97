//! The page of `tengen web` in a real browser: people play there.

use serde_json::json;
use tengen_testing::browser::{Browser, DESKTOP, PHONE};
use tengen_testing::web::PageServer;

#[tokio::test]
async fn a_game_is_played_reloaded_and_given_up() {
    let Some(page) = Browser::open("play", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    page.touch("h8").await;
    page.until("app.board.white").await;
    page.until("!app.modes.play.search && document.querySelectorAll('#moves button').length === 2")
        .await;
    page.picture("play").await;
    page.click("#undo").await;
    page.until("app.at === app.tree.root").await;
    page.touch("g7").await;
    page.until("app.board.white && !app.modes.play.search")
        .await;
    page.click("#hint").await;
    page.until("document.querySelector('.board .hint')").await;
    let before = page.js("return app.board.black + app.board.white").await;
    page.client.refresh().await.unwrap();
    page.until("window.app?.board?.black").await;
    assert_eq!(
        page.js("return app.board.black + app.board.white").await,
        before
    );
    page.touch("c3").await;
    page.until(
        "app.board.black.includes('c3') && app.board.white.length > 3 && !app.modes.play.search",
    )
    .await;
    page.click("#resign").await;
    page.until("!document.querySelector('#notice').hidden")
        .await;
    page.click("#notice button").await;
    page.until("app.modes.play.over").await;
    assert!(
        page.text("#status")
            .await
            .contains("White has won by resignation")
    );
    page.close().await;
}

#[tokio::test]
async fn every_rule_and_size_comes_out_of_the_dialogue() {
    let Some(page) = Browser::open("rules", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    for (rule, size, side) in [
        ("renju", "19x19", "white"),
        ("standard", "20x20", "black"),
        ("caro", "9x9", "none"),
        ("caro-exact", "other", "both"),
    ] {
        page.click("#new-game").await;
        for (name, value) in [("rule", rule), ("size", size), ("side", side)] {
            page.js(&format!(
                "document.querySelector('input[name={name}][value=\"{value}\"]').click()"
            ))
            .await;
        }
        if size == "other" {
            page.js("document.querySelector('[name=width]').value = 32; document.querySelector('[name=height]').value = 5").await;
        }
        page.click("#begin").await;
        page.until(&format!("app.tree.start.rule === '{rule}'"))
            .await;
        if side == "white" || side == "none" {
            page.until("app.board.black").await;
        }
        if size == "other" {
            page.until("app.view.width === 32 && app.view.height === 5")
                .await;
            page.lay(&["af5", "a1", "p3"]).await;
        }
    }
    page.close().await;
}

#[tokio::test]
async fn a_foul_is_explained_and_a_row_is_shown() {
    let Some(page) = Browser::open("fouls", PHONE).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    page.begin("renju", 15, ["person", "person"]).await;
    page.lay(&["g8", "a1", "f8", "c1", "h7", "e1", "h6", "g1"])
        .await;
    page.until("document.querySelectorAll('.board .foul').length")
        .await;
    page.touch("h8").await;
    page.until("!document.querySelector('#notice').hidden")
        .await;
    page.picture("foul").await;
    let told = page.text("#notice").await;
    assert!(
        told.contains("double three") && told.contains("two open threes"),
        "{told}"
    );
    page.press("Cancel").await;
    assert_eq!(page.js("return app.at.point").await, "g1");
    page.touch("h8").await;
    page.press("Play it all the same").await;
    page.until("app.board.ending").await;
    let status = page.text("#status").await;
    assert!(
        status.contains("White has won because Black made a foul"),
        "{status}"
    );
    page.begin("freestyle", 15, ["person", "person"]).await;
    page.lay(&["h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1", "l8"])
        .await;
    page.until("app.board.ending").await;
    assert_eq!(
        page.js("return document.querySelectorAll('.board .won').length")
            .await,
        5
    );
    assert!(
        page.text("#live")
            .await
            .contains("Black has won by five in a row")
    );
    page.touch("o15").await;
    assert_eq!(page.js("return app.at.point").await, "l8");
    page.close().await;
}

#[tokio::test]
async fn a_clock_runs_out() {
    let Some(page) = Browser::open("clock", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    page.js(
        "const p = app.modes.play; p.begin({width: 15, height: 15, rule: 'freestyle'}, {...p.setup, opening: '', \
         seats: {black: 'person', white: 'person'}, terms: {kind: 'match', turn: 1, main: 4, plus: 30}})",
    )
    .await;
    page.until("app.board && !app.board.black").await;
    page.lay(&["h8", "i9"]).await;
    // White's move has added time, and black loses.
    page.until("app.modes.play.clock.of('white') > 20000").await;
    page.until("app.modes.play.over").await;
    assert!(page.text("#status").await.contains("White has won on time"));
    page.touch("c3").await;
    assert_eq!(page.js("return app.at.point").await, "i9");
    page.close().await;
}

#[tokio::test]
async fn swap2_is_a_dialogue() {
    let Some(page) = Browser::open("swap2", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    let start = "const p = app.modes.play; p.begin({width: 15, height: 15, rule: 'freestyle'}, \
                 {...p.setup, level: 1, opening: 'swap2', seats: {black: 'BLACK', white: 'WHITE'}})";
    // We lay three stones, Tengen decides.
    page.js(&start.replace("BLACK", "person").replace("WHITE", "tengen"))
        .await;
    page.until("app.modes.play.opening?.lays").await;
    for point in ["c3", "o15", "h8"] {
        page.touch(point).await;
        page.until(&format!(
            "app.at.point === '{point}' && (app.board.black + app.board.white).includes('{point}')"
        ))
        .await;
    }
    page.until("!app.modes.play.opening || app.modes.play.opening.asked?.question === 'colour' && !app.modes.play.search").await;
    // Tengen lays three stones, we take black; then it is white's move, and Tengen's.
    page.js(&start.replace("BLACK", "tengen").replace("WHITE", "person"))
        .await;
    page.until("app.at.ply === 3 && app.modes.play.opening?.asked?.question === 'colour'")
        .await;
    page.picture("swap2").await;
    page.press("Take Black").await;
    page.until("!app.modes.play.opening && app.at.ply >= 4")
        .await;
    assert_eq!(
        page.js("return app.modes.play.setup.seats").await,
        json!({"black": "person", "white": "tengen"})
    );
    page.close().await;
}

#[tokio::test]
async fn the_keyboard_and_a_screen_reader_are_enough() {
    let Some(page) = Browser::open("keys", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    page.begin("freestyle", 15, ["person", "person"]).await;
    page.js("document.querySelector('#board').focus()").await;
    page.write("#board", "\u{E012}").await; // the left arrow
    page.until(
        "app.cursor === 'h8' && document.querySelector('#live').textContent.startsWith('h8')",
    )
    .await;
    page.write("#board", "\u{E007}").await; // Enter
    page.until("app.board.black === 'h8'").await;
    assert!(page.text("#live").await.contains("Black plays h8"));
    page.write("#board", "\u{E013}\u{E007}").await;
    page.until("app.board.white === 'h9'").await;
    page.write("body", "u").await;
    page.until("app.at.ply === 1").await;
    page.close().await;
}
