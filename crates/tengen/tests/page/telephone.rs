//! The page on a telephone, upright and on its side.

use serde_json::json;
use tengen_testing::browser::{Browser, PHONE};
use tengen_testing::web::PageServer;

/// A telephone on its side.
const SIDE: (u32, u32) = (844, 390);

/// The address of a position.
fn position(server: &PageServer, size: &str) -> String {
    format!("{}#size={size}&rule=renju&moves=h8i9g7f6", server.url)
}

/// Where an element ends: left, top, right, bottom.
async fn place(page: &Browser, selector: &str) -> [f64; 4] {
    let script = format!(
        "const r = document.querySelector('{selector}').getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]"
    );
    let place = page.js(&script).await;
    [0, 1, 2, 3].map(|i| place[i].as_f64().expect("a number"))
}

async fn fits(page: &Browser, width: u32) {
    let wide = page
        .js("return Math.max(innerWidth, document.documentElement.scrollWidth)")
        .await;
    assert_eq!(wide, json!(width), "the page is too wide");
}

/// Where the board and the buttons below or beside it stand, in every mode and with boards of two sizes.
async fn layouts(name: &str, screen: (u32, u32), check: impl Fn(&str, [f64; 4], [f64; 4])) {
    let Some(page) = Browser::telephone(name, screen).await else {
        return;
    };
    let server = PageServer::open();
    for size in ["15x15", "20x20"] {
        page.visit(&position(&server, size)).await;
        for mode in ["play", "analyse", "review", "puzzles"] {
            page.click(&format!("#tab-{mode}")).await;
            page.until(&format!("app.mode === '{mode}'")).await;
            fits(&page, screen.0).await;
            let [board, steps] = [
                place(&page, ".board svg").await,
                place(&page, "#steps").await,
            ];
            check(&format!("{mode}, {size}"), board, steps);
            page.picture(&format!("{name}-{mode}-{size}")).await;
        }
        page.client.goto("about:blank").await.unwrap();
    }
    page.close().await;
}

#[tokio::test]
async fn the_buttons_stand_below_the_board_and_the_page_is_not_too_wide() {
    let (width, height) = (f64::from(PHONE.0), f64::from(PHONE.1));
    let check = |which: &str, [left, _, right, bottom]: [f64; 4], [_, top, _, end]: [f64; 4]| {
        assert_eq!((left, right), (0.0, width), "{which}");
        assert!(top < bottom + 60.0, "{which}: {top} {bottom}");
        assert!(end < height, "{which}: {end}");
    };
    layouts("upright", PHONE, check).await;
}

#[tokio::test]
async fn a_telephone_on_its_side_wastes_neither_side() {
    let check = |which: &str, [left, top, right, bottom]: [f64; 4], steps: [f64; 4]| {
        assert!(bottom - top > 370.0 && top >= 0.0 && left < 30.0, "{which}");
        assert!(steps[0] >= right && steps[3] < 200.0, "{which}");
    };
    layouts("side", SIDE, check).await;
}

#[tokio::test]
async fn a_finger_lays_a_stone_by_a_second_tap() {
    let Some(page) = Browser::telephone("finger", PHONE).await else {
        return;
    };
    let server = PageServer::open();
    page.visit(&server.url).await;
    page.begin("freestyle", 20, ["person", "person"]).await;
    assert_eq!(page.js("return app.settings.confirm").await, json!(true));
    page.touch("k10").await;
    page.until("app.aimed?.point === 'k10' && document.querySelector('.board .aim')")
        .await;
    assert_eq!(page.js("return app.board.black").await, "");
    page.picture("aimed").await;
    // The wrong point was hit: another one is aimed at then.
    page.touch("k11").await;
    page.until("app.aimed?.point === 'k11'").await;
    page.touch("k11").await;
    page.until("app.board.black === 'k11' && !app.aimed").await;
    page.touch("l12").await;
    page.until("app.aimed?.point === 'l12'").await;
    page.click("#steps .confirm").await;
    page.until("app.board.white === 'l12'").await;
    // Who does not want that turns it off.
    page.click("#open-settings").await;
    page.click("input[name=confirm]").await;
    page.press("Close").await;
    page.touch("a1").await;
    page.until("app.board.black.includes('a1')").await;
    page.close().await;
}
