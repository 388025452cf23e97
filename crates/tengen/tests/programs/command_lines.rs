//! What the command lines of all programs have in common.

use std::process::Command;
use tengen_e2e::toolbox::{Ran, run};

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
