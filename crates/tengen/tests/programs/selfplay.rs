//! The progress bar of `tengen selfplay`; its files are in `tests/cmd/linux/training.trycmd`.
#![cfg(unix)]

#[test]
fn a_terminal_shows_a_bar() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("bar.games");
    let arguments = format!("selfplay --nodes 60 --size 9 --games 12 --out {}", out.display());
    let terminal = tengen_e2e::terminal::Terminal::start(&arguments, 100, 10, &[]);
    terminal.wait_for("/12 games, ");
    terminal.wait_for("holds 12 games");
    assert_eq!(terminal.end(), 0);
}
