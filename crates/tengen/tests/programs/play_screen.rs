//! `tengen play` in full-screen mode, on a pseudo-terminal.
#![cfg(unix)]

use portable_pty::CommandBuilder;
use std::time::Duration;
use tengen_e2e::terminal::Terminal;

const UNDO: &str = "\x1a";
const REDO: &str = "\x19";
/// Ctrl-C twice: the second one confirms that an unsaved game is discarded.
const LEAVE: &str = "\x03\x03";
const LEFT: &str = "\x1b[D";
const DOWN: &str = "\x1b[B";
const UP: &str = "\x1b[A";

/// The path of a file with this name, removed if it exists.
fn file(name: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path); // from an earlier run
    path.display().to_string()
}

fn two_people(arguments: &str) -> Terminal {
    let arguments = format!("play --side both --draw unicode {arguments}");
    let terminal = Terminal::start(&arguments, 100, 30, &[]);
    terminal.wait_for("move 1: black to play");
    terminal
}

/// Leaves the game without saving it.
fn leave(mut terminal: Terminal) {
    terminal.press(LEAVE);
    assert_eq!(terminal.end(), 0);
}

#[test]
fn a_game_is_played_undone_saved_loaded_and_left() {
    let mut terminal = Terminal::start("play --level 2 --seed 1 --size 9", 100, 30, &[]);
    terminal.wait_for("move 1: black to play");
    terminal.press_until("\r", "move 3: black to play");
    terminal.wait_for("Tengen plays ");
    assert!(terminal.text().contains("1 e5  2 "), "{}", terminal.text());
    terminal.press_until("a1\r", "move 5: black to play");
    terminal.press_until(UNDO, "move 3: black to play");
    terminal.press_until(REDO, "move 5: black to play");
    let game = file("screen.sgf");
    terminal.press_until(&format!("save {game}\r"), "saved in");
    let before = terminal.text();
    terminal.press("\x13"); // saves again, to the same file
    terminal.press_until("new 15\r", "a new game: freestyle, 15x15");
    terminal.press_until(&format!("load {game}\r"), "freestyle, 9x9, 4 moves");
    let board = |text: &str| -> Vec<String> {
        let rows = text.lines().take(10);
        rows.map(|row| row.chars().take(22).collect()).collect()
    };
    assert_eq!(board(&terminal.text()), board(&before));
    assert!(terminal.look(|screen| screen.alternate_screen()));
    leave(terminal);
}

#[test]
fn the_cursor_goes_by_arrow_keys_and_the_last_move_is_shown() {
    let mut terminal = two_people("--size 7");
    terminal.press_until(&[LEFT, LEFT, UP, "\r", LEFT].concat(), "move 2: white to play");
    terminal.wait_for_rows(
        "7 ┌─┬─┬─┬─┬─┬─┐
         6 ├─┼─┼─┼─┼─┼─┤
         5[├|●)┼─┼─┼─┼─┤
         4 ├─┼─┼─╋─┼─┼─┤",
    );
    leave(terminal);
}

#[test]
fn the_winning_row_is_shown_and_the_game_is_over() {
    let mut terminal = two_people("--size 9");
    for point in ["b2", "b7", "c3", "c7", "d4", "d7", "e5", "h7", "f6"] {
        terminal.press(&format!("{point}\r"));
    }
    terminal.wait_for("black has won by five in a row");
    terminal.wait_for_rows(
        "8 ├─┼─┼─┼─┼─┼─┼─┼─┤
         7 ├─○─○─○─┼─┼─┼─○─┤
         6 ├─┼─┼─┼─┼(◆)┼─┼─┤
         5 ├─┼─┼─┼[◆]┼─┼─┼─┤
         4 ├─┼─┼─◆─┼─┼─┼─┼─┤
         3 ├─┼─◆─┼─┼─┼─┼─┼─┤
         2 ├─◆─┼─┼─┼─┼─┼─┼─┤",
    );
    terminal.press_until("a1\r", "the game is over; try new, or undo");
    terminal.press_until(UNDO, "move 9: black to play");
    leave(terminal);
}

#[test]
fn forbidden_points_are_shown_and_refused() {
    let mut terminal = two_people("--rule renju --size 9");
    for point in ["e6", "a1", "e7", "a3", "c5", "a5", "d5", "a7"] {
        terminal.press(&format!("{point}\r"));
    }
    terminal.wait_for_rows(
        "7(○)┼─┼─┼─●─┼─┼─┼─┤
         6 ├─┼─┼─┼─●─┼─┼─┼─┤
         5 ○─┼─●─●[×]┼─┼─┼─┤",
    );
    terminal.press(LEFT);
    terminal.wait_for_rows("5 ○─┼─●[●]×─┼─┼─┼─┤");
    terminal.press_until("e5\r", "e5 is forbidden (double");
    terminal.press_until("e5!\r", "white has won: black played");
    leave(terminal);
}

#[test]
fn keys_are_read_while_tengen_thinks_and_esc_makes_it_move() {
    let mut terminal = Terminal::start("play --level 8 --time 10m", 100, 30, &[]);
    terminal.wait_for("move 1: black to play");
    terminal.press_until("h8\r", ", depth ");
    terminal.press_until("level 1\r", "Tengen plays at level 1 beginner from now on");
    terminal.press_until("\x1b", "move 3: black to play");
    // A distant point: with several threads the point that Tengen plays near h8 varies.
    terminal.press_until("level 8\ra1\r", "Tengen thinks");
    terminal.press_until(UNDO, "move 3: black to play");
    terminal.press_until("a1\r", "Tengen thinks");
    leave(terminal);
}

#[test]
fn the_window_may_change_its_size() {
    let mut terminal = two_people("--size 20");
    terminal.press_until("a1\r", "move 2: white to play");
    terminal.resize(60, 32);
    terminal.wait_for_rows(
        "2 ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤
         1(●)┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┘
         a b c d e f g h i j k l m n o p q r s t
         move 2: white to play",
    );
    terminal.resize(20, 8);
    terminal.wait_for("move 2");
    terminal.resize(3, 1);
    terminal.resize(120, 40);
    terminal.press_until("b1\r", "move 3: black to play");
    terminal.wait_for_rows("1 ●(○)┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┘");
    leave(terminal);
}

/// A key pressed during a redraw for another size is handled at once, not only at the next key.
#[test]
fn keys_are_heard_also_while_the_window_changes_its_size() {
    let mut terminal = two_people("--size 9");
    let mut typed = String::new();
    for round in 0..30 {
        terminal.resize(90, 40);
        std::thread::sleep(Duration::from_micros(200 * round));
        terminal.resize(100, 40);
        terminal.press("x");
        typed.push('x');
        terminal.wait_for(&format!("> {typed}"));
    }
    leave(terminal);
}

/// The cursor is behind the last character typed, also after double-width characters.
#[test]
fn the_end_of_a_long_line_is_shown() {
    let mut terminal = two_people("--size 9");
    terminal.resize(40, 30);
    terminal.press_until(&format!("save {}漢字 the end", "x".repeat(50)), "漢字 the end");
    assert_eq!(terminal.look(|screen| screen.cursor_position()), (29, 39));
    leave(terminal);
}

#[test]
fn a_hint_is_shown_on_the_board() {
    let mut terminal = two_people("--size 9");
    for point in ["e5", "a1", "e6", "a3", "e7", "a5"] {
        terminal.press(&format!("{point}\r"));
    }
    terminal.wait_for("move 7: black to play");
    terminal.press_until("\t", "hint: e");
    assert!(terminal.text().lines().take(9).any(|row| row.contains('?')));
    leave(terminal);
}

#[test]
fn f1_shows_all_commands_until_a_key_is_pressed() {
    let mut terminal = two_people("");
    terminal.press_until("\x1bOP", "change sides with Tengen");
    terminal.press_until(" ", "move 1: black to play");
    terminal.press_until("level\r", "> 3 casual");
    terminal.press_until(" ", "move 1: black to play");
    leave(terminal);
}

#[test]
fn the_first_key_after_a_page_is_typed() {
    let mut terminal = two_people("");
    terminal.press_until("\x1bOP", "change sides with Tengen");
    terminal.press_until("h8", "> h8");
    terminal.press_until("\r", "move 2: white to play");
    terminal.press_until("\x1bOP", "change sides with Tengen");
    leave(terminal);
}

#[test]
fn the_q_that_closes_the_commands_is_not_typed() {
    let mut terminal = two_people("");
    terminal.press_until("\x1bOP", "change sides with Tengen");
    terminal.press_until("q", "move 1: black to play");
    terminal.press("quit\r");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn the_cursor_begins_at_the_centre_of_every_board() {
    let mut terminal = two_people("--size 9");
    terminal.press_until("new! 20\r", "a new game: freestyle, 20x20");
    terminal.press_until("\r", "1 k10");
    terminal.press_until("new! 9\r", "a new game: freestyle, 9x9");
    terminal.press_until("\r", "1 e5");
    leave(terminal);
}

#[test]
fn the_brain_tells_a_person_what_to_type() {
    let mut brain = CommandBuilder::new(tengen_e2e::program("pbrain-tengen"));
    brain.env("TENGEN_LOG", "");
    let mut terminal = Terminal::start_command(brain, 120, 30, &[]);
    terminal.wait_for("Type START 15");
    terminal.wait_for("tengen web");
    terminal.press_until("START 15\rEND\r", "OK");
    assert_eq!(terminal.end(), 0);
    // All of it is for people: none of it goes to standard output.
    let mut silent = CommandBuilder::new("sh");
    silent.args(["-c", "\"$0\" 2>/dev/null", tengen_e2e::program("pbrain-tengen")]);
    let mut terminal = Terminal::start_command(silent, 120, 30, &[]);
    terminal.press_until("START 15\r", "OK");
    let text = terminal.text();
    assert_eq!(text.split_whitespace().collect::<Vec<_>>(), ["START", "15", "OK"]);
    terminal.press("END\r");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn a_page_longer_than_the_window_scrolls() {
    let mut terminal = two_people("");
    terminal.resize(40, 12);
    terminal.press_until("\x1bOP", "1-11 of ");
    assert!(!terminal.text().contains("help, quit"));
    terminal.press_until("\x1b[F", "help, quit");
    terminal.press_until("\x1b[H", "1-11 of ");
    terminal.press_until(DOWN, "2-12 of ");
    terminal.press_until("\x1b[6~", "12-22 of ");
    terminal.press_until("\x1b", "move 1: black to play");
    leave(terminal);
}

#[test]
fn narrow_windows_show_the_newest_message() {
    for (columns, rows) in [(80, 24), (60, 18), (40, 12)] {
        for size in ["5", "15", "20", "32", "32x5", "5x32"] {
            let mut terminal = two_people(&format!("--size {size}"));
            terminal.resize(columns, rows);
            terminal.press_until("a1\rb2\ra1\r", "move 3: black to play");
            terminal.wait_for("a1: point already taken");
            terminal.press_until("time 7s\r", "thinks for");
            terminal.press(LEAVE);
            assert_eq!(terminal.end(), 0, "{columns}x{rows}, board {size}");
        }
    }
}

/// The panel used to move below a cut-off board although half of the window was empty.
#[test]
fn the_board_is_whole_where_there_is_room_beside_it() {
    let mut terminal = two_people("--size 15");
    terminal.resize(60, 18);
    terminal.wait_for_rows(
        "15 ┌─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┐   move 1: black to play
         14 ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤   freestyle, 15x15",
    );
    assert!(terminal.text().contains("   a b c d e f g h i j k l m n o"));
    leave(terminal);
}

/// Of a board larger than the window, the part around the cursor is shown with its coordinates.
#[test]
fn rows_and_columns_of_a_board_that_is_cut_keep_their_names() {
    let mut terminal = two_people("--size 20");
    terminal.resize(40, 12);
    terminal.wait_for_rows(
        "13─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤
         12─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤
         11─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤
         10─┼─┼─┼─┼─┼─┼─┼─┼─┼[┼]┼─┼─┼─┼─┼─┼─┼─┼─┤
         9─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤
         8─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤
         7─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤
         b c d e f g h i j k l m n o p q r s t
         move 1: black to play",
    );
    leave(terminal);
}

#[test]
fn a_signal_leaves_the_terminal_as_it_was() {
    for signal in ["INT", "TERM", "HUP"] {
        let terminal = two_people("");
        terminal.signal(signal);
        assert_eq!(terminal.end(), 0, "{signal}");
    }
}

#[test]
fn a_game_that_is_not_saved_is_left_only_after_a_question() {
    let mut terminal = two_people("--size 9");
    terminal.press_until("e5\r\x03", "this game is not saved");
    terminal.wait_for("^C again quits");
    terminal.press_until("a1\r", "move 3: black to play");
    terminal.press("\x03");
    terminal.press("\x03");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn a_loaded_record_is_saved_by_a_key_as_it_was() {
    let record = "(;GM[4]SZ[9]PB[Mrs. Black]EV[Cup];B[ee]C[fine](;W[ed])(;W[dd]))\r\n";
    let game = file("loaded.sgf");
    std::fs::write(&game, record).expect("a file");
    let mut terminal = Terminal::start(&format!("play --side both {game}"), 100, 30, &[]);
    terminal.wait_for("line 1 of 2");
    terminal.press_until("\x13", "saved in");
    assert_eq!(std::fs::read_to_string(&game).expect("a file"), record);
    leave(terminal);
}

#[test]
fn a_closed_window_ends_the_program() {
    let mut terminal = Terminal::start("play --level 8 --time 10m", 100, 30, &[]);
    terminal.wait_for("move 1: black to play");
    terminal.press_until("h8\r", "Tengen thinks");
    terminal.hang_up();
}

/// Rows and columns of the screen count from 0. The board is 5×5, with a5 in column 3.
#[test]
fn sides_and_the_winning_row_are_coloured() {
    let mut terminal = Terminal::start("play --side both --size 5", 80, 24, &[]);
    terminal.wait_for("move 1: black to play");
    terminal.press_until("a1\ra5\rb1\rb5\rc1\rc5\rd1\rd5\re1\r", "black has won by five in a row");
    let cell = |row, column| terminal.look(|screen| screen.cell(row, column).expect("a point").clone());
    let (white, won, empty) = (cell(0, 3), cell(4, 3), cell(1, 3));
    assert_eq!((white.contents(), won.contents()), ("●", "◆"));
    assert_eq!(white.fgcolor(), vt100::Color::Idx(231));
    assert_eq!(won.fgcolor(), vt100::Color::Idx(16));
    assert_eq!(white.bgcolor(), empty.bgcolor());
    assert_ne!(won.bgcolor(), empty.bgcolor());
    leave(terminal);
}

#[test]
fn ascii_letters_are_drawn_in_an_ascii_locale() {
    let mut terminal = Terminal::start("play --side both --size 7", 80, 24, &[("LANG", "C")]);
    terminal.wait_for("move 1: black to play");
    terminal.press("a7\r");
    terminal.wait_for_rows(
        "7(X). . . . . .
         6 . . . . . . .
         5 . . . . . . .
         4 . . .[.]. . .",
    );
    leave(terminal);
}

#[test]
fn line_by_line_there_is_a_prompt_and_the_end_of_the_input_ends_it() {
    let mut terminal = Terminal::start("play --plain --level 1 --seed 1 --draw ascii", 80, 50, &[]);
    terminal.wait_for("> ");
    terminal.press_until("h8\r", "Tengen plays ");
    terminal.wait_for("move 3: black to play");
    terminal.press_until("\x04", "this game is not saved");
    terminal.press_until("moves\r", "1 h8  2 ");
    terminal.press("\x04\x04");
    assert_eq!(terminal.end(), 0);
}
