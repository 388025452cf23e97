//! The page of `tengen web` in a real browser: puzzles are solved, failed, hinted at and counted.

use serde_json::json;
use tengen_puzzles::Kind;
use tengen_testing::browser::{Browser, DESKTOP, PHONE};
use tengen_testing::web::PageServer;

/// The page with its puzzles of a kind and the easiest grade.
async fn puzzles(page: &Browser, server: &PageServer, kind: Kind) {
    page.visit(&server.url).await;
    page.click("#tab-puzzles").await;
    page.until("app.modes.puzzles.attempt").await;
    let wish = format!(
        "app.modes.puzzles.wants({{kind: '{}', grade: '{}'}})",
        kind.name(),
        if kind == Kind::Vct { 2 } else { 1 }
    );
    page.js(&wish).await;
    page.until(&format!(
        "app.modes.puzzles.attempt.puzzle.kind === '{}' && app.at === app.modes.puzzles.attempt.tip",
        kind.name()
    ))
    .await;
}

const PHASE: &str = "return app.modes.puzzles.attempt.phase";

/// A free point that is not the next move of the solution.
const WRONG: &str = "const a = app.modes.puzzles.attempt, b = app.board; \
    const taken = b.black + b.white + a.solution.join('') + b.fouls.map(f => f.point).join(''); \
    return ['a1', 'o1', 'a15', 'o15', 'b1', 'n1'].find(p => !taken.match(/[a-z]+\\d+/g).includes(p))";

async fn string(page: &Browser, script: &str) -> String {
    let value = page.js(script).await;
    value.as_str().expect("a text").to_string()
}

/// Plays the solution to its end.
async fn solve(page: &Browser) {
    for _ in 0..20 {
        let next = "const p = app.modes.puzzles; return p.attempt.solution[p.attempt.line.length]";
        let point = string(page, next).await;
        page.touch(&point).await;
        page.until("['asks', 'right'].includes(app.modes.puzzles.attempt.phase) && app.at === app.modes.puzzles.attempt.tip")
            .await;
        if page.js(PHASE).await == "right" {
            return;
        }
    }
    panic!("it is not solved");
}

#[tokio::test]
async fn a_win_is_played_to_its_five_and_counts() {
    let Some(page) = Browser::open("puzzle", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    puzzles(&page, &server, Kind::Vcf).await;
    page.picture("puzzle").await;
    solve(&page).await;
    page.until("document.querySelector('#puzzle-figures').textContent.includes('1 / 1')")
        .await;
    assert!(
        page.js("return app.modes.puzzles.trainer.player.rating")
            .await
            .as_f64()
            > Some(1500.0)
    );
    page.picture("puzzle-solved").await;
    // The game that was on the board comes back, and what was solved stays.
    page.click("#tab-play").await;
    page.until("app.at === app.tree.root").await;
    page.client.refresh().await.unwrap();
    page.until("window.app?.board && app.hello").await;
    assert_eq!(page.js("return app.modes.puzzles.trainer.streak").await, 1);
    page.close().await;
}

#[tokio::test]
async fn the_grade_can_still_be_chosen_once_a_puzzle_is_shown() {
    let Some(page) = Browser::telephone("grade", PHONE).await else {
        return;
    };
    let server = PageServer::open();
    puzzles(&page, &server, Kind::Vcf).await;
    assert_eq!(
        page.js("return document.querySelectorAll('#puzzle-grade option').length")
            .await,
        6
    );
    assert_eq!(page.text("#puzzle-grade-shown").await, "Grade 1");
    // And the tab of the puzzles, the last one, is to be seen.
    page.until("document.querySelector('#tab-puzzles').getBoundingClientRect().right <= document.querySelector('#tabs').getBoundingClientRect().right")
        .await;
    page.close().await;
}

#[tokio::test]
async fn a_wrong_move_fails_and_comes_again() {
    let Some(page) = Browser::open("wrong", PHONE).await else {
        return;
    };
    let server = PageServer::open();
    puzzles(&page, &server, Kind::Vct).await;
    let wrong = string(&page, WRONG).await;
    page.touch(&wrong).await;
    page.until("app.modes.puzzles.attempt.phase === 'wrong' && app.modes.puzzles.counted")
        .await;
    assert!(page.text("#puzzle-said").await.contains("does not win"));
    page.picture("puzzle-wrong").await;
    page.click("#puzzle-again").await;
    page.until("app.at === app.modes.puzzles.attempt.start")
        .await;
    solve(&page).await;
    page.until("document.querySelector('#puzzle-figures').textContent.includes('0 / 1')")
        .await;
    let box_of = "const p = app.modes.puzzles; return p.trainer.past[p.attempt.puzzle.id].box";
    assert_eq!(page.js(box_of).await, 0, "it is to be repeated");
    page.close().await;
}

#[tokio::test]
async fn a_wrong_defence_is_punished_and_the_solution_is_shown() {
    let Some(page) = Browser::open("defence", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    puzzles(&page, &server, Kind::Defence).await;
    let wrong = string(&page, WRONG).await;
    page.touch(&wrong).await;
    page.until("app.modes.puzzles.attempt.phase === 'wrong'")
        .await;
    page.until("document.querySelectorAll('.board .ghost:not(circle)').length >= 3")
        .await;
    page.js("document.documentElement.dataset.theme = 'dark'")
        .await;
    page.picture("puzzle-defence-dark").await;
    page.click("#puzzle-solution").await;
    page.until("document.querySelectorAll('.board .ghost:not(circle)').length === 1")
        .await;
    page.close().await;
}

#[tokio::test]
async fn the_keyboard_is_enough() {
    let Some(page) = Browser::open("keys", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    puzzles(&page, &server, Kind::Vcf).await;
    let name = "return app.modes.puzzles.attempt.puzzle.id";
    let before = page.js(name).await;
    page.write("body", "n").await;
    assert_ne!(page.js(name).await, before);
    page.until("app.at === app.modes.puzzles.attempt.tip").await;
    for (hints, said) in [(1, "The win takes"), (2, "Later"), (3, "Hint: ")] {
        page.write("body", "h").await;
        page.until(&format!("app.modes.puzzles.hints === {hints}"))
            .await;
        let told = page.text("#puzzle-said").await;
        assert!(told.starts_with(said), "{told}");
    }
    page.until("document.querySelector('.board .hint')").await;
    let point = "return app.modes.puzzles.attempt.solution[0]";
    let point = string(&page, point).await;
    page.js(&format!(
        "app.state.point('{point}'); document.querySelector('#board').focus()"
    ))
    .await;
    page.write("#board", "\u{e007}").await;
    page.until("app.modes.puzzles.attempt.line.length >= 2")
        .await;
    page.close().await;
}

#[tokio::test]
async fn mistakes_of_a_game_become_puzzles() {
    let Some(page) = Browser::open("mistakes", DESKTOP).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.game("freestyle", "h8h9i7g9j6a1k5a15l4"))
        .await;
    page.click("#tab-review").await;
    page.js("const e = document.querySelector('#effort'); e.value = '0'; e.dispatchEvent(new Event('change'))").await;
    page.click("#review-start").await;
    page.until("document.querySelector('#missed-white') && [...app.modes.review.missed.values()].length === app.modes.review.marked().length && document.querySelector('#missed-white').textContent.match(/[1-9]/)")
        .await;
    page.picture("mistakes").await;
    let told = page.text("#missed-white").await;
    assert!(
        told.contains("missed") || told.contains("positional"),
        "{told}"
    );
    page.click("#practise-white").await;
    page.until("app.mode === 'puzzles' && app.modes.puzzles.attempt?.puzzle.own")
        .await;
    page.until("app.at === app.modes.puzzles.attempt.tip").await;
    let kept = page
        .js("return JSON.parse(localStorage['tengen-puzzles']).own.length")
        .await;
    assert!(kept.as_u64() > Some(0), "{kept}");
    let best = string(&page, "return app.modes.puzzles.attempt.solution[0]").await;
    page.touch(&best).await;
    page.until("app.modes.puzzles.attempt.phase === 'right'")
        .await;
    page.until("app.modes.puzzles.trainer.streak === 1").await;
    assert_eq!(
        page.js("return app.modes.puzzles.trainer.wish.kind").await,
        json!("own")
    );
    page.close().await;
}
