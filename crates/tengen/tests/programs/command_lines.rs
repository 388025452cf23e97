//! What the command lines of all programs have in common.

use std::process::Command;
use std::sync::LazyLock;
use tengen_e2e::toolbox::{Ran, run};

static PROGRAMS: LazyLock<[(&str, &str, &str); 3]> = LazyLock::new(|| {
    [
        (tengen_e2e::program("pbrain-tengen"), "START 15\nEND\n", "OK"),
        (tengen_e2e::program("tengen-connect6"), "name?\nquit\n", "name Tengen"),
        (tengen_e2e::program("tengen-dots"), "name?\nquit\n", "name Tengen"),
    ]
});

/// An empty environment variable or option counts as not given.
#[test]
fn an_empty_environment_variable_counts_as_not_given() {
    for (program, input, answer) in *PROGRAMS {
        for name in ["TENGEN_LOG", "TENGEN_PROTOCOL", "TENGEN_SIZE", "TENGEN_RULE", "TENGEN_TIME"] {
            let Ran { out, err, status } = run(Command::new(program).env(name, ""), input);
            assert_eq!((status, err.as_str()), (0, ""), "{program} {name}=");
            assert_eq!(out.trim_end(), answer, "{program} {name}=");
        }
        let Ran { out, status, .. } = run(Command::new(program).args(["--log", ""]), input);
        assert_eq!((status, out.trim_end()), (0, answer), "{program} --log ''");
    }
    let tool = tengen_e2e::program("tengen");
    let solve = ["solve", "--position", "h8a1i8c1j8e1"];
    let Ran { status, .. } = run(Command::new(tool).args(solve).env("TENGEN_LOG", ""), "");
    assert_eq!(status, 0);
}

/// `TENGEN_LOG` names a log file, which is written.
#[test]
fn the_log_of_the_environment() {
    for (number, (program, input, _)) in PROGRAMS.iter().copied().enumerate() {
        let name = format!("tengen-environment-{}-{number}.log", std::process::id());
        let file = std::env::temp_dir().join(name);
        let Ran { status, .. } = run(Command::new(program).env("TENGEN_LOG", &file), input);
        let log = std::fs::read_to_string(&file).unwrap();
        let _ = std::fs::remove_file(&file);
        let line = input.lines().next().unwrap();
        assert!(status == 0 && log.contains(line), "{program}: {log}");
    }
}

/// They are hidden aliases of the new names.
#[test]
fn the_old_names_of_commands_still_work() {
    let [tengen, connect6] = ["tengen", "tengen-connect6"].map(tengen_e2e::program);
    for (program, old, new) in [
        (tengen, "selfmatch", "lab selfmatch"),
        (tengen, "gauge", "lab selfmatch"),
        (connect6, "gauge", "selfmatch"),
        (tengen, "data merge", "lab data merge"),
        (tengen, "picture --fouls", "picture --forbidden"),
        (tengen, "analyze", "analyse"),
        (tengen, "leaves --leaves=3", "lab samples --samples=3"),
        (tengen, "selfplay --strays=5 --stray-by=search", "lab selfplay --random-moves=5 --random-moves-by=search"),
    ] {
        let help = |line: &str| {
            let mut command = Command::new(program);
            let Ran { out, err, status } = run(command.args(line.split_whitespace()), "");
            assert_eq!((status, err.as_str()), (0, ""), "{program} {line}");
            out.replace("tengen lab ", "tengen ")
        };
        let of_new = help(&format!("{new} -h"));
        assert_eq!(help(&format!("{old} -h")), of_new, "{program} {old}");
        let tools = if program == tengen { help("lab -h") } else { String::new() };
        let lists = help("-h") + &tools + &of_new;
        let names = |line: &'static str| line.split(' ').map(|word| word.split('=').next().unwrap_or_default());
        assert!(names(new).all(|name| lists.contains(name)), "{program} {new}: {lists}");
        let mut replaced = names(old).filter(|old| !names(new).any(|new| new == *old));
        assert!(!replaced.any(|old| lists.contains(old)), "{program} {old}: {lists}");
    }
}
