//! What people stumbled over who tried the page.

use serde_json::json;
use tengen_testing::browser::{Browser, DESKTOP};
use tengen_testing::web::PageServer;

/// Keeps what is copied, and forgets what was.
const CLIPBOARD: &str =
    "window.copied = ''; navigator.clipboard.writeText = async (text) => { window.copied = text; }";

/// What a button of the dialogue for files copies.
async fn copied(page: &Browser, button: &str) -> String {
    page.js(CLIPBOARD).await;
    page.click("#open-file").await;
    page.click(button).await;
    page.until("window.copied").await;
    let copied = page.js("return window.copied").await;
    copied.as_str().expect("text").to_string()
}

/// Pastes a text into the dialogue for files.
async fn paste(page: &Browser, text: &str) {
    page.click("#open-file").await;
    let script = format!("document.querySelector('#paste').value = {}", json!(text));
    page.js(&script).await;
    page.click("#read").await;
}

#[tokio::test]
async fn the_token_does_not_leave_the_page() {
    let Some(page) = Browser::open("token", DESKTOP).await else {
        return;
    };
    let server = PageServer::with(&["--port", "0", "--public", "https://example.org/tengen/"]);
    page.visit(&server.game("renju", "h8i9")).await;
    let link = copied(&page, "#copy-link").await;
    let there = "https://example.org/tengen/#size=15x15&rule=renju&moves=h8i9";
    assert_eq!(link, there);
    page.js("app.go(app.tree.root.next[0])").await;
    page.until("app.at.ply === 1").await;
    let link = copied(&page, "#copy-game-link").await;
    assert_eq!(link, format!("{there}&at=1"));
    for button in ["#copy-position", "#copy-moves"] {
        let text = copied(&page, button).await;
        assert!(
            !text.contains(server.token()) && !text.contains("127.0.0.1"),
            "{text}"
        );
    }
    // Where no public address is known there is no link.
    let server = PageServer::with(&["--port", "0"]);
    page.visit(&server.game("renju", "h8i9")).await;
    page.click("#open-file").await;
    page.until("document.querySelector('#copy-position') && !document.querySelector('#copy-link')")
        .await;
    page.close().await;
}

#[tokio::test]
async fn a_copied_position_opens_elsewhere_with_all_that_belongs_to_it() {
    let Some(page) = Browser::open("copied", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    let set_up = "#size=9x9&rule=renju&black=e5d5&white=e6&first=white&moves=d4";
    page.visit(&format!("{}{set_up}", server.url)).await;
    page.until("app.board.white.length === 4").await;
    // Moves alone would be another position, so it is copied whole, and said so.
    let text = copied(&page, "#copy-moves").await;
    assert!(text.starts_with("(;"), "{text}");
    page.until("document.querySelector('.toast')?.textContent.includes('set up')")
        .await;
    assert_eq!(copied(&page, "#copy-position").await, text);
    for copy in [text, format!("https://example.org/{set_up}")] {
        page.js("app.take(new app.tree.constructor({ width: 15, height: 15, rule: 'freestyle' }))")
            .await;
        page.until("app.tree.start.rule === 'freestyle' && !app.board.black")
            .await;
        paste(&page, &copy).await;
        page.until(
            "app.tree.start.rule === 'renju' && app.board.black.length === 4 && app.board.white.length === 4",
        )
        .await;
        let start = page
            .js("return [app.view.width, app.tree.start.first]")
            .await;
        assert_eq!(start, json!([9, "white"]));
    }
    paste(&page, "https://example.org/#size=9x9&rule=renju&moves=e5e5").await;
    page.until("document.querySelector('#file-error')?.textContent.includes('already taken')")
        .await;
    page.close().await;
}

#[tokio::test]
async fn arrows_walk_through_the_game_after_a_click_on_a_tab() {
    let Some(page) = Browser::open("arrows", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.game("renju", "h8i9g7")).await;
    page.click("#tab-review").await;
    page.until("app.mode === 'review'").await;
    press(&page, LEFT).await;
    page.until("app.at.ply === 2 && app.mode === 'review'")
        .await;
    press(&page, RIGHT).await;
    page.until("app.at.ply === 3").await;
    page.close().await;
}

#[tokio::test]
async fn tabs_follow_arrow_keys() {
    let Some(page) = Browser::open("tabs", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.game("renju", "h8i9g7")).await;
    page.js("app.modes.play.setup.seats = { black: 'person', white: 'person' }; document.querySelector('#tab-analyse').focus()")
        .await;
    for (key, mode) in [
        (RIGHT, "review"),
        (RIGHT, "puzzles"),
        (RIGHT, "play"),
        (LEFT, "puzzles"),
        (LEFT, "review"),
        (LEFT, "analyse"),
    ] {
        press(&page, key).await;
        let there = format!("app.mode === '{mode}' && document.activeElement.id === 'tab-{mode}'");
        page.until(&there).await;
    }
    let stops = page
        .js("return [...document.querySelectorAll('[role=tab]')].filter(t => t.tabIndex === 0).length")
        .await;
    assert_eq!(
        stops,
        json!(1),
        "one tab is reached by the key for the next element"
    );
    assert_eq!(page.js("return app.at.ply").await, json!(3));
    page.close().await;
}

const LEFT: char = '\u{e012}';
const RIGHT: char = '\u{e014}';

/// Presses a key wherever the page listens now.
async fn press(page: &Browser, key: char) {
    let element = page.client.active_element().await.expect("an element");
    element.send_keys(&key.to_string()).await.expect("a key");
}

/// Begins a game with swap2, in which Tengen does this, in turn, as soon as it is asked.
async fn swap2(page: &Browser, seats: [&str; 2], tengen: serde_json::Value) {
    let [black, white] = seats;
    page.js(&format!(
        "const p = app.modes.play, search = app.engine.search.bind(app.engine), acts = {tengen}; \
         app.engine.search = (question, hear) => {{ \
           if (question.ask !== 'open_game') return search(question, hear); \
           setTimeout(() => hear({{ tell: 'opened', ...acts.shift() }})); \
           return {{ now() {{}}, stop() {{}} }}; \
         }}; \
         p.begin({{ width: 15, height: 15, rule: 'freestyle' }}, \
           {{ ...p.setup, level: 2, opening: 'swap2', seats: {{ black: '{black}', white: '{white}' }} }})"
    ))
    .await;
}

#[tokio::test]
async fn swap2_says_that_white_is_first_when_it_is() {
    let Some(page) = Browser::open("swap2-first", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    let three = json!([{"answers": ["h8", "i9", "g7"]}]);
    swap2(&page, ["tengen", "person"], three).await;
    page.until("!document.querySelector('#notice').hidden && app.at.ply === 3")
        .await;
    page.press("Lay two more stones").await;
    page.until("document.querySelector('#status').textContent.includes('Stone 4')")
        .await;
    let status = page.text("#status").await;
    assert!(status.ends_with("White: on any point"), "{status}");
    page.close().await;
}

#[tokio::test]
async fn swap2_shows_what_tengen_took() {
    let Some(page) = Browser::open("swap2-took", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    let takes = json!([{"answers": ["black"]}]);
    swap2(&page, ["person", "tengen"], takes).await;
    page.until("document.querySelector('#status').textContent.includes('Stone 1, Black')")
        .await;
    page.lay(&["h8", "i9", "g7"]).await;
    page.until("!app.modes.play.opening && !document.querySelector('#notice').hidden")
        .await;
    let notice = page.text("#notice").await;
    assert!(
        notice.starts_with("Tengen takes Black. You have White"),
        "{notice}"
    );
    page.picture("swap2").await;
    page.close().await;
}

/// Moves on a board of 15 by 15 that make no row of five.
fn long_game(moves: usize) -> String {
    let points = || (0..225).map(|i| (i % 15, i / 15));
    let side = |white: usize| points().filter(move |(x, y)| (x / 2 + y) % 2 == white);
    let turns = side(0)
        .zip(side(1))
        .flat_map(|(black, white)| [black, white]);
    let name = |(x, y): (usize, usize)| format!("{}{}", char::from(b'a' + x as u8), y + 1);
    turns.take(moves).map(name).collect()
}

#[tokio::test]
async fn the_current_move_is_in_sight_after_loading() {
    let Some(page) = Browser::open("sight", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.game("freestyle", &long_game(180))).await;
    let in_sight = "(() => { const list = document.querySelector('#moves').getBoundingClientRect(), \
        here = document.querySelector('#moves [aria-current]')?.getBoundingClientRect(); \
        return here && here.top >= list.top - 1 && here.bottom <= list.bottom + 1; })()";
    page.until(&format!("app.at.ply === 180 && {in_sight}"))
        .await;
    page.js("app.go(app.tree.find('a1c1e1'))").await;
    page.until(&format!("app.at.ply < 180 && {in_sight}")).await;
    page.js("app.go(app.tree.end(app.at))").await;
    page.until("app.at.ply === 180").await;
    page.client.refresh().await.unwrap();
    page.until(&format!(
        "window.app?.hello && app.at.ply === 180 && {in_sight}"
    ))
    .await;
    // The list gets smaller when something above it grows.
    page.resize((DESKTOP.0, 560)).await;
    page.until(in_sight).await;
    page.picture("sight").await;
    page.close().await;
}

#[tokio::test]
async fn moves_are_read_as_the_page_itself_lists_them() {
    let Some(page) = Browser::open("listed", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.game("freestyle", "h8i9g7f6")).await;
    let listed = page.text("#moves").await;
    for list in [listed.as_str(), "1. h8 i9 2. g7 f6", "1.H8 2.I9 3.G7 4.F6"] {
        page.js("app.take(new app.tree.constructor({ width: 15, height: 15, rule: 'freestyle' }))")
            .await;
        page.until("!app.board.black").await;
        paste(&page, list).await;
        page.until("app.board.black === 'h8g7' && app.board.white === 'i9f6'")
            .await;
    }
    page.close().await;
}

#[tokio::test]
async fn seconds_are_asked_for_only_where_they_count_and_extras_are_explained() {
    let Some(page) = Browser::open("seconds", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    page.click("#new-game").await;
    let seen = "document.querySelector('[name=time]').offsetParent";
    page.until(&format!("!{seen}")).await;
    page.js("const level = document.querySelector('#level'); level.value = level.max; level.dispatchEvent(new Event('input', { bubbles: true }))")
        .await;
    page.until(seen).await;
    let text = page.text("dialog").await;
    for explained in [
        "Under any rule, Black may not",
        "A row of five becomes dead points",
    ] {
        assert!(text.contains(explained), "{text}");
    }
    page.picture("new-game").await;
    page.close().await;
}

#[tokio::test]
async fn tengen_against_itself_keeps_a_pace() {
    let Some(page) = Browser::open("pace", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    page.js("app.modes.play.setup.pace = 3600").await;
    page.begin("freestyle", 15, ["tengen", "tengen"]).await;
    for ply in 0..3 {
        page.until(&format!("app.modes.play.coming && app.at.ply === {ply}"))
            .await;
        page.click("#move-now").await;
    }
    page.until("app.at.ply === 3").await;
    page.close().await;
}

#[tokio::test]
async fn tengen_against_itself_has_two_levels() {
    let Some(page) = Browser::open("two-levels", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    page.js("app.modes.play.setup.pace = 60").await;
    page.click("#new-game").await;
    let rival = "document.querySelector('#rival').offsetParent";
    page.until(&format!("!{rival}")).await;
    page.click("[name=side][value=none]").await;
    page.until(rival).await;
    for (slider, level) in [("level", 1), ("rival", 5)] {
        page.js(&format!(
            "const slider = document.querySelector('#{slider}'); slider.value = {level}; \
             slider.dispatchEvent(new Event('input', {{ bubbles: true }}))"
        ))
        .await;
    }
    page.picture("two-levels").await;
    page.js(
        "const search = app.engine.search.bind(app.engine); window.levels = []; \
         app.engine.search = (question, hear) => { if (question.ask === 'play') levels.push(question.level); return search(question, hear); }",
    )
    .await;
    page.click("#begin").await;
    for ply in 0..4 {
        page.until(&format!("app.modes.play.coming && app.at.ply === {ply}"))
            .await;
        page.click("#move-now").await;
    }
    page.until("app.modes.play.coming").await;
    assert_eq!(page.js("return levels").await, json!([1, 5, 1, 5, 1]));
    page.until("String(app.tree.players) === 'Tengen (beginner),Tengen (strong)'")
        .await;
    page.close().await;
}

#[tokio::test]
async fn a_page_that_is_opened_as_a_file_says_what_to_do() {
    let Some(page) = Browser::open("file", DESKTOP).await else {
        return;
    };
    let file = tengen_testing::repository().join("web/index.html");
    page.client
        .goto(&format!("file://{}", file.display()))
        .await
        .unwrap();
    page.until("getComputedStyle(document.querySelector('#unopened')).visibility === 'visible'")
        .await;
    let said = page.text("#unopened").await;
    assert!(said.contains("python3 -m http.server"), "{said}");
    page.picture("file").await;
    // On a host it is away before anybody sees it.
    let server = PageServer::open();
    page.visit(&server.url).await;
    page.until("!document.querySelector('#unopened')").await;
    page.close().await;
}
