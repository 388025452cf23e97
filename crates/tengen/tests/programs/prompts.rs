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
        terminal.press(&format!("hep{LEFT}l\r"));
        terminal.wait_for("> help");
        terminal.wait_for("board");
        terminal.press(&format!("zzz\r{UP}{UP}\r"));
        terminal.wait_for("zzz\" is neither");
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
    terminal.press("\x04");
    terminal.wait_for("0 of 0 solved at once");
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
    terminal.press("h8\ri9\rback\rquit\r");
    terminal.wait_for("> quit");
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
    terminal.press("board\r");
    terminal.wait_for("   a b c d");
    terminal.press("all\r");
    terminal.wait_for("\nd15 ");
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
    terminal.press(&format!("{UP}\r"));
    terminal.wait_for("there are no arrow keys; type the line again");
    terminal.press("h8\r");
    terminal.wait_for("move 2: white to play");
    terminal.press("quit!\r");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn programs_for_other_programs_tell_people_what_to_type() {
    let mut gtp = toolbox("gtp");
    gtp.wait_for("genmove b, showboard, help or quit");
    gtp.press("help\r");
    gtp.wait_for("genmove COLOR");
    gtp.press("exit\r");
    assert_eq!(gtp.end(), 0);
    let mut analysis = toolbox("analysis");
    analysis.wait_for("requests are JSON objects");
    analysis.press("help\r");
    analysis.wait_for("\"error\":");
    analysis.press("quit\r");
    assert_eq!(analysis.end(), 0);
    let connect6 = CommandBuilder::new(tengen_e2e::program("tengen-connect6"));
    let mut connect6 = Terminal::start_command(connect6, 100, 20, &[]);
    connect6.wait_for("name?, new black");
    connect6.press("exit\r");
    assert_eq!(connect6.end(), 0);
    let mut analyse = toolbox("analyse - --nodes 100 --draw ascii");
    analyse.wait_for("Type or paste a game");
    analyse.press("h8i9\r\x04");
    analyse.wait_for("black to move");
    assert_eq!(analyse.end(), 0);
}

#[test]
fn the_brain_refuses_arrow_keys_in_a_sentence() {
    let brain = CommandBuilder::new(tengen_e2e::program("pbrain-tengen"));
    let mut brain = Terminal::start_command(brain, 120, 30, &[("TENGEN_LOG", "")]);
    brain.wait_for("HELP for more");
    brain.press(&format!("{UP}\r"));
    brain.wait_for("ERROR the line has keys that cannot be used here; type it again");
    brain.press("help\r");
    brain.wait_for("MESSAGE START 15: a new game");
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
            terminal.press("help\r");
            terminal.wait_for("MESSAGE tengen play");
        }
        let text = terminal.text();
        let long: Vec<&str> = text.lines().filter(|line| line.chars().count() > 80).collect();
        assert!(long.is_empty(), "{program} {arguments}: {long:#?}");
        terminal.press(quit);
        assert_eq!(terminal.end(), 0, "{program} {arguments}");
    }
}
