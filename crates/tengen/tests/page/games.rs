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

/// Chooses an option of a select.
async fn choose(page: &Browser, id: &str, value: &str) {
    page.js(&format!(
        "const select = document.querySelector('#{id}'); select.value = '{value}'; \
         if (select.value !== '{value}') throw Error('no such option'); \
         select.dispatchEvent(new Event('change'))"
    ))
    .await;
}

/// Waits until a game with this rule, board and black stones is shown.
async fn shows(page: &Browser, rule: &str, size: u32, black: &str) {
    page.until(&format!(
        "app.tree.start.rule === '{rule}' && app.view.width === {size} && app.board.black === '{black}'"
    ))
    .await;
}

#[tokio::test]
async fn a_game_without_rule_and_board_took_those_of_the_game_before() {
    let Some(page) = Browser::open("assumed", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    let before = "(;GM[4]SZ[19]RU[renju];B[hh];W[ih])";
    let hidden = "return document.querySelector('#notice').hidden";
    for (pasted, names, black) in [
        ("h8i9g7", "neither rule nor board", "h8g7"),
        ("(;GM[4];B[hh];W[ii])", "neither rule nor board", "h8"),
        ("(;GM[4]SZ[15];B[hh];W[ii])", "no rule", "h8"),
        ("Piskvorky 15x15, 0:0, 0\n8,8,0\n", "no rule", "h8"),
        ("(;GM[4]RU[freestyle];B[hh])", "no board", "h8"),
        (
            "https://gomocalc.com/#/h8i9",
            "neither rule nor board",
            "h8",
        ),
        ("START 15\nTURN 7,7", "no rule", "h8"),
    ] {
        paste(&page, before).await;
        shows(&page, "renju", 19, "h12").await;
        assert_eq!(page.js(hidden).await, true, "{pasted}");
        paste(&page, pasted).await;
        shows(&page, "freestyle", 15, black).await;
        let notice = page.text("#notice").await;
        let said = format!("This game names {names}. It was read as Freestyle · 15×15.");
        assert!(notice.starts_with(&said), "{pasted}: {notice}");
        let selects = "return ['rule', 'size'].map(name => !!document.querySelector('#notice #assumed-' + name))";
        let offered = json!([names != "no board", names != "no rule"]);
        assert_eq!(page.js(selects).await, offered, "{pasted}");
    }
    // A game of 19 columns does not fit on 15.
    paste(&page, "h8s19").await;
    shows(&page, "freestyle", 19, "h8").await;
    page.close().await;
}

#[tokio::test]
async fn an_assumed_rule_and_board_are_changed_in_place() {
    let Some(page) = Browser::open("inplace", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    // The file counts rows from the top: on a larger board its points have other names.
    paste(&page, "(;GM[4];B[hh];W[ii])").await;
    shows(&page, "freestyle", 15, "h8").await;
    page.picture("assumed").await;
    choose(&page, "assumed-size", "19x19").await;
    shows(&page, "freestyle", 19, "h12").await;
    choose(&page, "assumed-rule", "renju").await;
    shows(&page, "renju", 19, "h12").await;
    let notice = page.text("#notice").await;
    assert!(notice.contains("It was read as Renju · 19×19."), "{notice}");
    choose(&page, "assumed-size", "15x15").await;
    shows(&page, "renju", 15, "h8").await;
    // A board that is too small is refused, and the game stays.
    paste(&page, "h8o15").await;
    shows(&page, "freestyle", 15, "h8").await;
    choose(&page, "assumed-size", "9x9").await;
    page.until(
        "document.querySelector('.toast')?.textContent.includes('not a point of a 9x9 board')",
    )
    .await;
    shows(&page, "freestyle", 15, "h8").await;
    assert_eq!(
        page.js("return document.querySelector('#assumed-size').value")
            .await,
        "15x15"
    );
    // What was added to the game meanwhile stays.
    page.js("app.explore(app.at, 'c3')").await;
    page.until("app.at.point === 'c3'").await;
    choose(&page, "assumed-rule", "caro").await;
    shows(&page, "caro", 15, "h8c3").await;
    assert_eq!(page.js("return app.tree.all().length").await, 3);
    // Reading a game again does not make another one of it.
    recent(&page, 2).await;
    page.close().await;
}

#[tokio::test]
async fn a_game_that_freestyle_refuses_can_be_read_by_another_rule() {
    let Some(page) = Browser::open("overline", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    let standard = "a1a3b1b3c1c3e1e3f1f5d1h8";
    page.click("#open-file").await;
    page.js(&format!(
        "document.querySelector('#paste').value = '{standard}'; document.querySelector('#read').click()"
    ))
    .await;
    page.until(
        "document.querySelector('#file-error').textContent.includes('the game is over before it')",
    )
    .await;
    choose(&page, "read-rule", "standard").await;
    choose(&page, "read-size", "20x20").await;
    page.click("#read").await;
    page.until("app.tree.start.rule === 'standard' && app.view.width === 20 && app.tree.all().length === 12")
        .await;
    // The next game is not read so.
    page.click("#open-file").await;
    let chosen =
        "return ['rule', 'size'].map(name => document.querySelector('#read-' + name).value)";
    assert_eq!(page.js(chosen).await, json!(["", ""]));
    page.close().await;
}

#[tokio::test]
async fn the_rule_of_a_pasted_game_is_shown_and_can_be_changed() {
    let Some(page) = Browser::open("rule", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    paste(&page, "(;GM[4]SZ[15]RU[renju];B[hh];W[ih])").await;
    page.until("app.mode === 'analyse' && app.tree.start.rule === 'renju'")
        .await;
    paste(&page, "(;GM[4]SZ[15]RU[renju];B[hh];W[ig];B[gi])").await;
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
