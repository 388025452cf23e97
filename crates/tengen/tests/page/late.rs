//! The page of `tengen web` in a real browser: answers that belong to an earlier position, game or mode are ignored.

use serde_json::json;
use tengen_testing::browser::{Browser, DESKTOP};
use tengen_testing::web::PageServer;

/// The number of stones that are drawn translucent.
const GHOSTS: &str = "return document.querySelectorAll('.board .ghost:not(circle)').length";

/// No question of this kind is open.
fn answered(ask: &str) -> String {
    format!("![...app.engine.open.values()].some(({{question}}) => question.ask === '{ask}')")
}

/// The list of lines is refilled below the solver's answer while the mouse rests there.
#[tokio::test]
async fn a_line_that_came_under_a_mouse_at_rest_was_drawn_over_a_proof() {
    let Some(page) = Browser::open("rest", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.game("freestyle", "h8a1i8c1j8e1")).await;
    page.until("app.modes.analyse.lines.length === 3").await;
    page.point_at("#lines li:nth-child(2)").await;
    page.until("app.modes.analyse.pointed === 1").await;
    page.js("document.querySelector('#solve').click()").await;
    page.until("document.querySelector('#proof-step')").await;
    page.until("document.querySelector('#lines li:nth-child(2) button:hover')")
        .await;
    page.until("app.modes.analyse.lines.length === 3").await;
    let all = page.text("#proof-step").await;
    let (_, plies) = all.split_once('/').expect("a step");
    assert_eq!(page.js(GHOSTS).await.to_string(), plies);
    // A mouse that moves points at the line; a step of the proof is drawn instead of it.
    page.point_at("#lines li:nth-child(2)").await;
    page.until("app.modes.analyse.pointed === 1").await;
    page.js("document.querySelectorAll('#proof .row button')[0].click()")
        .await;
    assert_eq!(page.js(GHOSTS).await, 0);
    page.close().await;
}

#[tokio::test]
async fn an_analysis_that_was_turned_off_ended_the_solver_after_it() {
    let Some(page) = Browser::open("off", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.game("freestyle", "h8i9g7")).await;
    page.until("app.modes.analyse.lines.length === 3").await;
    let late = "const { analyse } = app.modes; analyse.turn(false); analyse.solve(false); \
        const line = { score: { points: 1 }, rate: 0.5, depth: 1, selective_depth: 1, nodes: 1, time: 1, moves: 'a9' }; \
        for (const [id, { question }] of [...app.engine.open]) \
            if (question.ask === 'analyse') app.engine.hear({ id, last: true, tell: 'lines', lines: [line] }); \
        return [analyse.lines.length, !!analyse.search, analyse.answer?.open]";
    assert_eq!(page.js(late).await, json!([0, true, true]));
    page.close().await;
}

#[tokio::test]
async fn an_opening_went_on_in_another_mode() {
    let Some(page) = Browser::open("left", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    page.js("const { play } = app.modes; const seats = { black: 'tengen', white: 'person' }; \
         play.begin({ width: 15, height: 15, rule: 'renju' }, { ...play.setup, opening: 'rif', seats }); \
         app.choose('analyse'); play.opening.goOn()")
        .await;
    page.until(&answered("opening")).await;
    let state = "return [app.mode, app.at.ply, app.modes.play.search]";
    assert_eq!(page.js(state).await, json!(["analyse", 0, null]));
    // It continues where the game is played.
    page.js("app.choose('play')").await;
    page.until("app.at.ply >= 3").await;
    page.close().await;
}

#[tokio::test]
async fn a_review_of_the_game_before_went_on_in_the_next() {
    let Some(page) = Browser::open("next", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.game("freestyle", "h8h9i7g9j6a1")).await;
    page.js("app.choose('review'); app.modes.review.begin(); \
         app.take(new app.tree.constructor({ width: 15, height: 15, rule: 'freestyle' }))")
        .await;
    page.until(&answered("look")).await;
    let state = "return [app.modes.review.path.length, app.modes.review.search]";
    assert_eq!(page.js(state).await, json!([0, null]));
    page.close().await;
}

#[tokio::test]
async fn a_hint_that_came_late_counted_against_the_next_puzzle() {
    let Some(page) = Browser::open("hint", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    page.click("#tab-puzzles").await;
    page.until("app.modes.puzzles.attempt").await;
    // Off the solution the solver is asked for a hint.
    page.js(
        "const { puzzles } = app.modes; const { attempt } = puzzles; \
         const taken = (app.board.black + app.board.white).match(/[a-z]+\\d+/g); \
         const free = [...'abcdefghi'].map((column) => column + '1').find((point) => !taken.includes(point)); \
         attempt.tip = attempt.tree.add(attempt.start, free); puzzles.hint(); puzzles.next()",
    )
    .await;
    page.until(&answered("solve")).await;
    assert_eq!(page.js("return app.modes.puzzles.hints").await, 0);
    page.close().await;
}
