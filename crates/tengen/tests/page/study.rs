//! The page of `tengen web` in a real browser: positions are studied, games go in and out.

use serde_json::json;
use tengen_testing::browser::{Browser, DESKTOP};
use tengen_testing::web::PageServer;

#[tokio::test]
async fn a_position_is_analysed_and_solved() {
    let Some(page) = Browser::open("analyse", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.game("freestyle", "h8i9g7")).await;
    page.until("app.mode === 'analyse' && app.modes.analyse.lines.length === 3")
        .await;
    page.until("document.querySelectorAll('.board .cand').length === 3")
        .await;
    page.js("document.querySelector('#lines button').dispatchEvent(new Event('focus'))")
        .await;
    page.until("document.querySelectorAll('.board .ghost').length > 3")
        .await;
    page.picture("analyse").await;
    page.js("document.activeElement.blur(); app.modes.analyse.point(null)")
        .await;
    // Blocked points are not played; the search goes on while one walks through the game.
    let best = page
        .js("return app.modes.analyse.lines[0].moves.match(/[a-z]+\\d+/)[0]")
        .await;
    let best = best.as_str().unwrap().to_string();
    page.click("#block").await;
    page.touch(&best).await;
    page.until(&format!("app.modes.analyse.lines.length && !app.modes.analyse.lines.some(l => l.moves.match(/[a-z]+\\d+/)[0] === '{best}')")).await;
    page.click("#unblock").await;
    page.js("app.record.step(-1)").await;
    page.until("app.at.ply === 2 && app.modes.analyse.of === app.at && document.querySelector('#lines button')")
        .await;
    page.js("document.querySelector('#lines button').click()")
        .await;
    page.until("app.at.ply === 3 && app.at.parent.next.length === 2")
        .await;
    page.js("history.replaceState(null, '', '#size=9x9&rule=renju&moves=e5a1f5c1g5e1')")
        .await;
    page.client.refresh().await.unwrap();
    page.until("window.app?.board?.black && app.view.width === 9")
        .await;
    page.click("#solve").await;
    page.until("document.querySelector('#proof-step')").await;
    page.picture("solve").await;
    assert_eq!(page.text("#proof-step").await, "3/3");
    page.js("document.querySelectorAll('#proof .row button')[1].click()")
        .await;
    assert_eq!(page.text("#proof-step").await, "2/3");
    assert_eq!(
        page.js("return document.querySelectorAll('.board .ghost:not(circle)').length")
            .await,
        2
    );
    page.press("Keep as variation").await;
    page.until("document.querySelectorAll('#moves button').length === 9")
        .await;
    page.close().await;
}

#[tokio::test]
async fn a_game_is_reviewed() {
    let Some(page) = Browser::open("review", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.game("freestyle", "h8h9i7g9j6a1k5a15l4"))
        .await;
    page.click("#tab-review").await;
    page.js("const e = document.querySelector('#effort'); e.value = '0'; e.dispatchEvent(new Event('change'))").await;
    page.click("#review-start").await;
    // The sum is told when all has been judged.
    page.until("document.querySelector('#review-sum').textContent")
        .await;
    assert_eq!(page.text("#review-count").await, "10/10");
    page.picture("review").await;
    let rows = page
        .js("return document.querySelectorAll('#review-table tbody tr').length")
        .await;
    assert_eq!(rows, 9);
    // White's move in the corner lost the game, and a better one leads to a variation.
    assert!(
        page.js("return document.querySelectorAll('.mark-bad').length")
            .await
            .as_u64()
            > Some(0)
    );
    page.js("document.querySelector('#review-table td:last-child button').click()")
        .await;
    page.until("app.at.parent.next.length === 2").await;
    page.close().await;
}

#[tokio::test]
async fn a_solvers_answer_stayed_when_one_walked_away() {
    let Some(page) = Browser::open("answer", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.game("freestyle", "h8a1i8c1j8e1")).await;
    page.until("app.modes.analyse.lines.length === 3").await;
    page.click("#solve").await;
    page.until("document.querySelector('#proof-step')").await;
    // The bar shows the win, and the analysis goes on.
    page.until("document.querySelector('#scorebar').getAttribute('aria-label') === 'Black 100 %, White 0 %'")
        .await;
    page.until("app.modes.analyse.lines.length === 3").await;
    let on = "return document.querySelector('#analyse-on').getAttribute('aria-checked')";
    assert_eq!(page.js(on).await, "true");
    page.js("app.record.step(-1)").await;
    page.until("app.at.ply === 5 && !document.querySelector('#proof').textContent")
        .await;
    page.js("app.record.step(1)").await;
    page.until("app.at.ply === 6 && document.querySelector('#proof-step')")
        .await;
    page.press("Keep as variation").await;
    page.until("app.at.next.length === 1").await;
    page.click("#proof-close").await;
    page.until("document.querySelectorAll('.board .cand').length")
        .await;
    page.close().await;
}

#[tokio::test]
async fn a_review_of_a_lost_game_marked_nothing() {
    let Some(page) = Browser::open("lost", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    // White is lost after two moves; the corner at move 6 loses at once what could be held for a while.
    page.visit(&server.game("freestyle", "h8h9i7g9j6a1k5a15l4"))
        .await;
    page.click("#tab-review").await;
    page.js("app.modes.review.effort = 0").await;
    page.click("#review-start").await;
    page.until("document.querySelector('#accuracy-white')")
        .await;
    page.picture("review-lost").await;
    let legend = page.text("#mode-review").await;
    for word in [
        "Accuracy",
        "blunder",
        "mistake",
        "inaccuracy",
        "Score: after the move",
    ] {
        assert!(legend.contains(word), "{legend}");
    }
    let share =
        |side| format!("return parseFloat(document.querySelector('#accuracy-{side}').textContent)");
    let (black, white) = (
        page.js(&share("black")).await,
        page.js(&share("white")).await,
    );
    assert!(black.as_f64() > white.as_f64(), "{black} {white}");
    // The score beside a move is that after it: the last one has won.
    let scores = "return [...document.querySelectorAll('#review-table tbody tr')].map(row => row.children[2].textContent)";
    let scores = page.js(scores).await;
    assert_eq!(scores[8], "won", "{scores}");
    assert!(scores[7].as_str().unwrap().starts_with("loss"), "{scores}");
    // A loss in 8 made a loss in 4 is a mistake, though no chance to win is lost by it; so are 600 points.
    page.js("const r = app.modes.review; \
         const line = (score, rate) => ({score, rate, moves: 'o15'}); \
         r.judged[3] = line({loss_in: 8}, 0); r.judged[4] = line({win_in: 3}, 1); \
         r.judged[5] = line({points: -500}, 0.1); r.judged[6] = line({points: 1100}, 0.99)")
        .await;
    let mark =
        |number| format!("return app.modes.review.mark(app.modes.review.path[{number}])?.word");
    assert_eq!(page.js(&mark(3)).await, "mistake");
    assert_eq!(page.js(&mark(5)).await, "mistake");
    page.close().await;
}

#[tokio::test]
async fn blacks_share_of_the_graph_was_light_in_the_dark() {
    let Some(page) = Browser::open("share", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.game("freestyle", "h8h9i7g9j6a1")).await;
    page.js("app.settings.theme = 'dark'; app.dress(); app.choose('review'); app.modes.review.effort = 0")
        .await;
    page.click("#review-start").await;
    page.until("document.querySelector('#accuracy-white')")
        .await;
    page.picture("review-dark").await;
    let light = "const light = (part) => getComputedStyle(document.querySelector('.graph .' + part)).fill.match(/\\d+/g).reduce((sum, n) => sum + Number(n), 0); \
                 return [light('under'), light('over')]";
    let light = page.js(light).await;
    assert!(
        light[0].as_f64() < Some(150.0) && light[1].as_f64() > Some(500.0),
        "{light}"
    );
    page.close().await;
}

#[tokio::test]
async fn games_go_in_and_out() {
    let Some(page) = Browser::open("files", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    // Every error of the readers is shown in their words.
    for (pasted, said) in [
        ("(;SZ[15];B[aa];W[aa])", "W[aa]: point already taken"),
        ("(;SZ[15];B[aa]", "breaks off"),
        ("h8h99", "is not a point of a 15x15 board"),
        ("{}", "this looks like JSON"),
        ("a1a3b1b3c1c3d1d3e1h8", "the game is over before it"),
    ] {
        page.click("#open-file").await;
        page.js(&format!(
            "document.querySelector('#paste').value = {}",
            json!(pasted)
        ))
        .await;
        page.click("#read").await;
        page.until("document.querySelector('#file-error').textContent")
            .await;
        let error = page.text("#file-error").await;
        assert!(error.contains(said), "{pasted}: {error}");
        page.press("Close").await;
    }
    for (pasted, moves) in [
        ("https://gomocalc.com/#/h8i9", 2),
        ("h8 i9 g7", 3),
        ("(;GM[4]SZ[15];B[hh]C[heart](;W[ih];B[aa])(;W[hi]))", 4),
    ] {
        page.click("#open-file").await;
        page.js(&format!(
            "document.querySelector('#paste').value = {}",
            json!(pasted)
        ))
        .await;
        page.click("#read").await;
        page.until(&format!(
            "document.querySelectorAll('#moves button').length === {moves}"
        ))
        .await;
    }
    // It is there after a reload, with variations and comments, and goes out as it came.
    page.js("app.record.step(1); app.go(app.tree.root.next[0].next[1])")
        .await;
    page.write("#comment", "a wish").await;
    page.client.refresh().await.unwrap();
    page.until(
        "window.app?.board?.white && document.querySelectorAll('#moves button').length === 4",
    )
    .await;
    assert_eq!(page.js("return app.at.comment").await, "a wish");
    page.js("URL.createObjectURL = (blob) => { blob.text().then(t => (window.saved = t)); return '#'; }").await;
    page.click("#open-file").await;
    page.click("#save-sgf").await;
    page.until("window.saved").await;
    let saved = page.js("return window.saved").await;
    let saved = saved.as_str().unwrap().replace('\n', "");
    assert!(
        saved.contains(";B[hh]C[heart](;W[ih];B[aa])(;W[hi]C[a wish])"),
        "{saved}"
    );
    // A link holds the position.
    let link = page.js("return app.files.link('')").await;
    assert!(link.as_str().unwrap().ends_with("moves=h8h7"), "{link}");
    let picture = page.js("return app.view.svg().text").await;
    assert!(picture.as_str().unwrap().contains("class=\"black\""));
    // The game comes as a GIF, and numbers are on the board from when they are wanted in pictures.
    page.click("#open-file").await;
    page.click("#picture-numbers").await;
    page.click("#picture-gif").await;
    page.until("window.saved.startsWith('GIF89a') && app.settings.numbers")
        .await;
    page.close().await;
}

#[tokio::test]
async fn a_position_is_set_up() {
    let Some(page) = Browser::open("setup", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    page.click("#open-file").await;
    page.click("#set-up").await;
    for point in ["h8", "i8", "c3"] {
        page.touch(point).await;
    }
    page.touch("c3").await;
    page.js("const b = document.querySelector('#brush'); b.value = 'white'; b.dispatchEvent(new Event('change'))").await;
    page.touch("h9").await;
    page.js("const b = document.querySelector('#firstMove'); b.value = 'white'; b.dispatchEvent(new Event('change'))").await;
    page.click("#set-up-done").await;
    page.until(
        "app.board.black === 'h8i8' && app.board.white === 'h9' && app.board.to_move === 'white'",
    )
    .await;
    page.touch("g7").await;
    page.until("app.board.white === 'h9g7'").await;
    page.close().await;
}
