//! Tests of the page that find no Chromium pass; they must say where people see it that they have tested nothing.

use std::process::Command;
use tengen_testing::browser::{Browser, DESKTOP};

/// Opens a browser; run by the test below where there is none.
#[test]
#[ignore = "only its words count"]
fn opens_a_browser() {
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    let browser = runtime.unwrap().block_on(Browser::open("without", DESKTOP));
    assert!(browser.is_none());
}

#[test]
fn tests_without_a_browser_passed_in_silence() {
    let this = std::env::current_exe().expect("a test");
    let ran = Command::new(this)
        .args(["--ignored", "opens_a_browser"])
        .env("PATH", "")
        .env_remove("TENGEN_BROWSER")
        .output()
        .expect("a test");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{said}");
    assert!(
        said.contains("NOT TESTED") && said.contains("Chromium"),
        "{said}"
    );
}
