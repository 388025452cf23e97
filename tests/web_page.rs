//! The page of `tengen web` in a real browser: people play, go back, reload, lose the connection.

#[path = "support/browser.rs"]
mod browser;
#[path = "support/web.rs"]
mod web;

use browser::{Browser, DESKTOP, PHONE};
use serde_json::{Value, json};
use web::House;

/// Begins a game of this program with itself or somebody, past the dialogue.
async fn begin(page: &Browser, rule: &str, size: u32, sides: [&str; 2]) {
    let [black, white] = sides;
    page.js(&format!(
        "const p = app.modes.play; p.begin({{width: {size}, height: {size}, rule: '{rule}'}}, \
         {{...p.setup, level: 2, swap2: false, seats: {{black: '{black}', white: '{white}'}}}})"
    ))
    .await;
    page.until(&format!(
        "app.tree.start.rule === '{rule}' && app.board && !app.board.black"
    ))
    .await;
}

/// Puts these stones on the board by clicking.
async fn lay(page: &Browser, points: &[&str]) {
    for point in points {
        page.touch(point).await;
        page.until(&format!("app.at.point === '{point}'")).await;
        page.until("app.board.black.length + app.board.white.length > 0")
            .await;
    }
}

async fn text(page: &Browser, selector: &str) -> String {
    let text = page
        .js(&format!(
            "return document.querySelector('{selector}').textContent"
        ))
        .await;
    text.as_str().unwrap_or_default().to_string()
}

#[tokio::test]
async fn a_game_is_played_reloaded_and_given_up() {
    let Some(page) = Browser::open("play", DESKTOP).await else {
        return;
    };
    let house = House::open();
    page.visit(&house.url).await;
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
    page.press("Resign").await;
    page.until("document.querySelector('#notice').hidden || true")
        .await;
    page.js("[...document.querySelectorAll('#notice button')][0]?.click()")
        .await;
    page.until("app.modes.play.over").await;
    assert!(
        text(&page, "#status")
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
    let house = House::open();
    page.visit(&house.url).await;
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
            lay(&page, &["af5", "a1", "p3"]).await;
        }
    }
    page.close().await;
}

#[tokio::test]
async fn a_foul_is_explained_and_a_row_is_shown() {
    let Some(page) = Browser::open("fouls", PHONE).await else {
        return;
    };
    let house = House::open();
    page.visit(&house.url).await;
    begin(&page, "renju", 15, ["person", "person"]).await;
    lay(&page, &["g8", "a1", "f8", "c1", "h7", "e1", "h6", "g1"]).await;
    page.until("document.querySelectorAll('.board .foul').length")
        .await;
    page.touch("h8").await;
    page.until("!document.querySelector('#notice').hidden")
        .await;
    page.picture("foul").await;
    let told = text(&page, "#notice").await;
    assert!(
        told.contains("double three") && told.contains("two open threes"),
        "{told}"
    );
    page.press("Cancel").await;
    assert_eq!(page.js("return app.at.point").await, "g1");
    page.touch("h8").await;
    page.press("Play it all the same").await;
    page.until("app.board.ending").await;
    let status = text(&page, "#status").await;
    assert!(
        status.contains("White has won because Black made a foul"),
        "{status}"
    );
    begin(&page, "freestyle", 15, ["person", "person"]).await;
    lay(
        &page,
        &["h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1", "l8"],
    )
    .await;
    page.until("app.board.ending").await;
    assert_eq!(
        page.js("return document.querySelectorAll('.board .won').length")
            .await,
        5
    );
    assert!(
        text(&page, "#live")
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
    let house = House::open();
    page.visit(&house.url).await;
    page.js(
        "const p = app.modes.play; p.begin({width: 15, height: 15, rule: 'freestyle'}, {...p.setup, swap2: false, \
         seats: {black: 'person', white: 'person'}, terms: {kind: 'match', turn: 1, main: 4, plus: 30}})",
    )
    .await;
    page.until("app.board && !app.board.black").await;
    lay(&page, &["h8", "i9"]).await;
    // White's move has added time, and black loses.
    page.until("app.modes.play.clock.of('white') > 20000").await;
    page.until("app.modes.play.over").await;
    assert!(
        text(&page, "#status")
            .await
            .contains("White has won on time")
    );
    page.touch("c3").await;
    assert_eq!(page.js("return app.at.point").await, "i9");
    page.close().await;
}

#[tokio::test]
async fn a_position_is_analysed_and_solved() {
    let Some(page) = Browser::open("analyse", DESKTOP).await else {
        return;
    };
    let house = House::open();
    page.visit(&format!(
        "{}#size=15x15&rule=freestyle&moves=h8i9g7",
        house.url
    ))
    .await;
    page.until("app.mode === 'analyse' && app.modes.analyse.lines.length === 3")
        .await;
    page.until("document.querySelectorAll('.board .cand').length === 3")
        .await;
    page.js("document.querySelector('#lines button').focus()")
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
    page.until("app.at.ply === 2 && app.modes.analyse.lines.length")
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
    assert_eq!(text(&page, "#proof-step").await, "3/3");
    page.js("document.querySelectorAll('#proof .row button')[1].click()")
        .await;
    assert_eq!(text(&page, "#proof-step").await, "2/3");
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
    let house = House::open();
    page.visit(&format!(
        "{}#size=15x15&rule=freestyle&moves=h8a1i8c1j8e1k8g1l8",
        house.url
    ))
    .await;
    page.click("#tab-review").await;
    page.js("const e = document.querySelector('#effort'); e.value = '0'; e.dispatchEvent(new Event('change'))").await;
    page.click("#review-start").await;
    page.until("app.modes.review.judged.length === 10 && !app.modes.review.search")
        .await;
    page.picture("review").await;
    let rows = page
        .js("return document.querySelectorAll('#review-table tbody tr').length")
        .await;
    assert_eq!(rows, 9);
    // White's first moves in the corner lost the game, and a better one leads to a variation.
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
async fn games_go_in_and_out() {
    let Some(page) = Browser::open("files", DESKTOP).await else {
        return;
    };
    let house = House::open();
    page.visit(&house.url).await;
    // Every error of the readers is shown in their words.
    for (pasted, said) in [
        ("(;SZ[15];B[aa];W[aa])", "W[aa]: point already taken"),
        ("(;SZ[15];B[aa]", "breaks off"),
        ("h8z9", "is not a point of a 15x15 board"),
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
        let error = text(&page, "#file-error").await;
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
    let link = page.js("return app.files.link()").await;
    assert!(link.as_str().unwrap().ends_with("moves=h8h7"), "{link}");
    let picture = page.js("return app.view.svg().text").await;
    assert!(picture.as_str().unwrap().contains("class=\"black\""));
    page.close().await;
}

#[tokio::test]
async fn a_position_is_set_up() {
    let Some(page) = Browser::open("setup", DESKTOP).await else {
        return;
    };
    let house = House::open();
    page.visit(&house.url).await;
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

#[tokio::test]
async fn language_colours_and_coordinates_change() {
    let Some(page) = Browser::open("words", PHONE).await else {
        return;
    };
    let house = House::open();
    page.visit(&house.url).await;
    let missing = page
        .js(
            "const [en, zh] = await Promise.all([import('./lang/en.js'), import('./lang/zh.js')]); \
             const [a, b] = [en, zh].map(m => Object.keys(m.default)); \
             return [...a.filter(k => !b.includes(k)), ...b.filter(k => !a.includes(k))]",
        )
        .await;
    assert_eq!(missing, json!([]));
    page.click("#open-settings").await;
    page.js("document.querySelector('input[name=language][value=zh]').click()")
        .await;
    page.until("document.querySelector('#tab-play').textContent === '对弈'")
        .await;
    page.js("document.querySelector('input[name=theme][value=dark]').click(); document.querySelector('input[name=labels][value=course]').click()").await;
    page.until("document.documentElement.dataset.theme === 'dark'")
        .await;
    page.picture("settings-zh").await;
    page.js("document.querySelector('dialog').close()").await;
    page.touch("h8").await;
    page.until("app.board.white && !app.modes.play.search")
        .await;
    assert!(text(&page, "#moves").await.contains("(7,7)"));
    page.picture("phone-zh").await;
    page.client.refresh().await.unwrap();
    page.until("window.app?.board?.black && document.documentElement.lang === 'zh-CN'")
        .await;
    page.close().await;
}

#[tokio::test]
async fn the_connection_is_lost_and_found() {
    let Some(page) = Browser::open("lost", DESKTOP).await else {
        return;
    };
    let house = House::open();
    page.visit(&format!(
        "{}#size=15x15&rule=freestyle&moves=h8i9g7",
        house.url
    ))
    .await;
    page.until("app.modes.analyse.lines.length").await;
    page.js("app.modes.analyse.lines = []; app.engine.socket.close()")
        .await;
    page.until("!document.querySelector('#banner').hidden")
        .await;
    page.until("document.querySelector('#banner').hidden && app.modes.analyse.lines.length")
        .await;
    // Moves made meanwhile are looked at when it is back.
    page.js("app.engine.socket.close()").await;
    page.touch("c3").await;
    page.until("app.board.white.includes('c3') && app.engine.socket")
        .await;
    let port = house.address().port().to_string();
    drop(house);
    page.until("!document.querySelector('#banner').hidden")
        .await;
    let _other = House::with(&["--port", &port]);
    page.until("document.querySelector('#banner').textContent.includes('started anew')")
        .await;
    page.close().await;
}

#[tokio::test]
async fn swap2_is_a_dialogue() {
    let Some(page) = Browser::open("swap2", DESKTOP).await else {
        return;
    };
    let house = House::open();
    page.visit(&house.url).await;
    let start = "const p = app.modes.play; p.begin({width: 15, height: 15, rule: 'freestyle'}, \
                 {...p.setup, level: 1, swap2: true, seats: {black: 'BLACK', white: 'WHITE'}})";
    // We lay three stones, Tengen decides.
    page.js(&start.replace("BLACK", "person").replace("WHITE", "tengen"))
        .await;
    page.until("app.modes.play.opening?.step?.step === 'lay'")
        .await;
    for point in ["c3", "o15", "h8"] {
        page.touch(point).await;
        page.until(&format!(
            "app.at.point === '{point}' && (app.board.black + app.board.white).includes('{point}')"
        ))
        .await;
    }
    page.until("!app.modes.play.opening || app.modes.play.opening.step.step === 'decide' && !app.modes.play.search").await;
    // Tengen lays three stones, we take black; then it is white's move, and Tengen's.
    page.js(&start.replace("BLACK", "tengen").replace("WHITE", "person"))
        .await;
    page.until("app.at.ply === 3 && app.modes.play.opening?.step?.step === 'decide'")
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
    let house = House::open();
    page.visit(&house.url).await;
    begin(&page, "freestyle", 15, ["person", "person"]).await;
    page.js("document.querySelector('#board').focus()").await;
    page.write("#board", "\u{E012}").await; // the left arrow
    page.until(
        "app.cursor === 'h8' && document.querySelector('#live').textContent.startsWith('h8')",
    )
    .await;
    page.write("#board", "\u{E007}").await; // Enter
    page.until("app.board.black === 'h8'").await;
    assert!(text(&page, "#live").await.contains("Black plays h8"));
    page.write("#board", "\u{E013}\u{E007}").await;
    page.until("app.board.white === 'h9'").await;
    page.write("body", "u").await;
    page.until("app.at.ply === 1").await;
    page.close().await;
}

/// First paint, a click, and how large the page is.
#[tokio::test]
async fn the_page_is_quick() {
    let Some(page) = Browser::open("quick", DESKTOP).await else {
        return;
    };
    let house = House::open();
    page.visit(&house.url).await;
    let mut painted = Vec::new();
    for _ in 0..8 {
        page.visit(&house.url).await;
        let mark = page
            .js("return performance.getEntriesByName('board')[0].startTime")
            .await;
        painted.push(mark.as_f64().unwrap());
    }
    begin(&page, "freestyle", 15, ["person", "person"]).await;
    let clicks = page
        .js("const times = []; \
             for (const point of ['a1', 'b3', 'c5', 'd7', 'e9', 'f11', 'g13', 'h15', 'i2']) { \
               const start = performance.now(); \
               app.touch(point); \
               while (document.querySelectorAll('.board .stones .black, .board .stones .white').length <= times.length) \
                 await new Promise(requestAnimationFrame); \
               times.push(performance.now() - start); \
               while (app.board.black.length + app.board.white.length < 2 * times.length || app.at !== app.modes.play.tip) \
                 await new Promise(requestAnimationFrame); \
               await new Promise(done => setTimeout(done, 60)); \
             } \
             return times")
        .await;
    let clicks: Vec<f64> = clicks
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_f64)
        .collect();
    let (paint, click) = (best(painted), best(clicks));
    println!("board painted after {paint:.0} ms, a click drawn in {click:.1} ms");
    assert!(paint < 500.0, "{paint} ms");
    assert!(click < 50.0, "{click} ms");
    page.close().await;
}

/// The best of some times: what else the machine does is no fault of the page.
fn best(times: Vec<f64>) -> f64 {
    times.into_iter().fold(f64::INFINITY, f64::min)
}

/// The rules of axe-core, wherever npm has put it (`.ci/run` does).
#[tokio::test]
async fn nobody_is_shut_out() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/web/node_modules/axe-core/axe.min.js"
    );
    let Ok(axe) = std::fs::read_to_string(file) else {
        assert!(
            std::env::var("TENGEN_BROWSER").as_deref() != Ok("required"),
            "no axe-core"
        );
        eprintln!("skipped: no axe-core (npm ci --prefix web)");
        return;
    };
    let Some(page) = Browser::open("axe", DESKTOP).await else {
        return;
    };
    let house = House::open();
    page.visit(&format!("{}#size=15x15&rule=renju&moves=h8i9g7", house.url))
        .await;
    page.js(&axe).await;
    for (theme, size) in [("light", DESKTOP), ("dark", PHONE)] {
        page.resize(size).await;
        page.js(&format!("app.settings.theme = '{theme}'; app.dress()"))
            .await;
        for (place, way) in [
            ("play", "app.choose('play')"),
            ("analyse", "app.choose('analyse')"),
            ("review", "app.choose('review'); app.modes.review.begin()"),
            ("files", "document.querySelector('#open-file').click()"),
            (
                "settings",
                "document.querySelector('dialog').close(); document.querySelector('#open-settings').click()",
            ),
            (
                "new game",
                "document.querySelector('dialog').close(); app.choose('play'); app.modes.play.ask()",
            ),
            ("the end", "document.querySelector('dialog').close()"),
        ] {
            page.js(way).await;
            tokio::time::sleep(std::time::Duration::from_millis(400)).await;
            let found = page
                .js("const told = await axe.run({resultTypes: ['violations']}); \
                     return told.violations \
                       .map(v => v.id + ': ' + v.nodes.map(n => n.html.slice(0, 160) + ' ' + n.failureSummary).join(' | '))")
                .await;
            assert_eq!(found, json!([]), "{place}, {theme}");
        }
    }
    page.close().await;
}
