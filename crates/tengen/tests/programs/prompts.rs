//! Programs that people type to: the first line says what can be typed, lines can be edited, and `help`, `quit` and
//! `exit` work.

use portable_pty::CommandBuilder;
use tengen_e2e::terminal::Terminal;

const UP: &str = "\x1b[A";
const LEFT: &str = "\x1b[D";

fn toolbox(arguments: &str) -> Terminal {
    Terminal::start(arguments, 100, 150, &[])
}

#[test]
fn arrow_keys_edit_the_line() {
    let programs = [
        ("puzzles train --seed 1 --draw ascii", "Type a move like h8"),
        ("database explore --draw ascii", "Type moves like h8i9"),
    ];
    for (arguments, first) in programs {
        let mut terminal = toolbox(arguments);
        terminal.wait_for(first);
        terminal.wait_for("\n> ");
        terminal.press_until(&format!("hep{LEFT}l\r"), "> help");
        terminal.wait_for("board");
        terminal.press_until(&format!("zzz\r{UP}{UP}\r"), "zzz\" is neither");
        terminal.wait_for("> help\n");
        assert!(!terminal.text().contains("[A"), "{arguments}: {}", terminal.text());
        terminal.press("EXIT\r");
        assert_eq!(terminal.end(), 0, "{arguments}");
    }
}

#[test]
fn the_end_of_the_input_and_an_interrupt_end_the_prompt() {
    let mut terminal = toolbox("puzzles train --seed 1 --draw ascii");
    terminal.wait_for("\n> ");
    terminal.press_until("\x04", "0 of 0 solved at once");
    assert_eq!(terminal.end(), 0);
    let mut terminal = toolbox("database explore --draw ascii");
    terminal.wait_for("\n> ");
    terminal.press("\x03");
    assert_eq!(terminal.end(), 130);
}

#[test]
fn lines_that_are_pasted_together_are_all_read() {
    let mut terminal = toolbox("database explore --draw ascii");
    terminal.wait_for("\n> ");
    terminal.press_until("h8\ri9\rback\rquit\r", "> quit");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn the_explorer_fits_the_terminal() {
    let arguments = "database explore --draw ascii";
    let mut terminal = Terminal::start(arguments, 80, 24, &[]);
    terminal.wait_for("more: type all\n> ");
    let text = terminal.text();
    assert!(text.contains("Type moves like") && text.contains("black to move after 0 stones"), "{text}");
    assert_eq!(text.matches("(depth").count(), 11, "the position and ten moves:\n{text}");
    terminal.press_until("board\r", "   a b c d");
    terminal.press_until("all\r", "\nd15 ");
    terminal.press("quit\r");
    assert_eq!(terminal.end(), 0);
    let mut terminal = Terminal::start(arguments, 80, 40, &[]);
    terminal.wait_for("more: type all\n> ");
    assert!(terminal.text().contains("   a b c d"), "{}", terminal.text());
    terminal.press("quit\r");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn line_by_line_arrow_keys_are_refused_in_a_sentence() {
    let mut terminal = toolbox("play --plain --side both --draw ascii");
    terminal.wait_for("help lists the commands");
    terminal.press_until(&format!("{UP}\r"), "there are no arrow keys; type the line again");
    terminal.press_until("h8\r", "move 2: white to play");
    terminal.press("quit!\r");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn programs_for_other_programs_tell_people_what_to_type() {
    let mut gtp = toolbox("gtp");
    gtp.wait_for("genmove b, showboard, help or quit");
    gtp.press_until("help\r", "genmove COLOR");
    gtp.press("exit\r");
    assert_eq!(gtp.end(), 0);
    let mut analysis = toolbox("analysis");
    analysis.wait_for("requests are JSON objects");
    analysis.press_until("help\r", "\"error\":");
    analysis.press("quit\r");
    assert_eq!(analysis.end(), 0);
    let connect6 = CommandBuilder::new(tengen_e2e::program("tengen-connect6"));
    let mut connect6 = Terminal::start_command(connect6, 100, 20, &[]);
    connect6.wait_for("name?, new black");
    connect6.press("exit\r");
    assert_eq!(connect6.end(), 0);
    let mut analyse = toolbox("analyse - --nodes 100 --draw ascii");
    analyse.wait_for("Type or paste a game");
    analyse.press_until("h8i9\r\x04", "black to move");
    assert_eq!(analyse.end(), 0);
}

#[test]
fn the_brain_refuses_arrow_keys_in_a_sentence() {
    let brain = CommandBuilder::new(tengen_e2e::program("pbrain-tengen"));
    let mut brain = Terminal::start_command(brain, 120, 30, &[("TENGEN_LOG", "")]);
    brain.wait_for("HELP for more");
    brain.press_until(&format!("{UP}\r"), "ERROR the line has keys that cannot be used here; type it again");
    brain.press_until("help\r", "MESSAGE START 15: a new game");
    brain.press("exit\r");
    assert_eq!(brain.end(), 0);
}

#[test]
fn what_people_read_at_the_start_fits_80_columns() {
    let programs = [
        ("pbrain-tengen", "", "--help lists the options.", "exit\r"),
        ("pbrain-tengen", "--help", "[default: 5s]", ""),
        ("tengen", "gtp", "help or quit.", "quit\r"),
        ("tengen", "analysis", "quit ends.", "quit\r"),
        ("tengen", "database explore --draw ascii", "or quit.", "quit\r"),
        ("tengen-connect6", "", "help or quit.", "quit\r"),
    ];
    for (program, arguments, last, quit) in programs {
        let mut command = CommandBuilder::new(tengen_e2e::program(program));
        command.args(arguments.split_whitespace());
        let mut terminal = Terminal::start_command(command, 150, 100, &[("TENGEN_LOG", "")]);
        terminal.wait_for(last);
        if (program, arguments) == ("pbrain-tengen", "") {
            terminal.press_until("help\r", "MESSAGE tengen play");
        }
        let text = terminal.text();
        let long: Vec<&str> = text.lines().filter(|line| line.chars().count() > 80).collect();
        assert!(long.is_empty(), "{program} {arguments}: {long:#?}");
        terminal.press(quit);
        assert_eq!(terminal.end(), 0, "{program} {arguments}");
    }
}
