//! `tengen completions` and `tengen man`: completion scripts and manual pages.

use std::path::{Path, PathBuf};
use tengen_e2e::toolbox::{Ran, run, tengen};

/// The path of a folder with this name, which does not exist yet.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path); // from an earlier run
    let _ = std::fs::remove_file(&path);
    path
}

/// The completion script for this shell.
fn completions(shell: &str) -> String {
    let Ran { out, err, status } = run(&mut tengen(&["completions", shell]), "");
    assert_eq!((status, err.as_str()), (0, ""), "{shell}");
    out
}

/// Writes the manual pages into this folder.
fn man(folder: &Path, more: &[&str]) -> Ran {
    run(tengen(&["man"]).arg(folder).args(more), "")
}

#[test]
fn completions_list_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = completions(shell);
        for word in ["analyse", "selfplay", "completions", "draw-after", "merge"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

/// The completions that bash offers for these words, the last of which is incomplete.
#[cfg(unix)]
fn offered_by_bash(words: &str) -> Vec<String> {
    let asks = r#"eval "$(cat)"; COMP_WORDS=($WORDS); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _tengen tengen "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"; echo "${COMPREPLY[@]}""#;
    let mut bash = std::process::Command::new("bash");
    let bash = bash.env("WORDS", words);
    let Ran { out, err, status } = run(bash.args(["--norc", "-c", asks]), &completions("bash"));
    assert_eq!((status, err.as_str()), (0, ""), "{words}");
    out.split_whitespace().map(String::from).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn bash_completes_commands_options_and_values() {
    assert_eq!(offered_by_bash("tengen ana"), ["analyse", "analysis"]);
    assert_eq!(offered_by_bash("tengen lab data me"), ["merge"]);
    assert_eq!(offered_by_bash("tengen solve --vc"), ["--vcf", "--vct"]);
    assert_eq!(offered_by_bash("tengen match --game d"), ["dots"]);
}

#[test]
fn every_command_gets_a_page() {
    let folder = folder("pages");
    let Ran { out, err, status } = man(&folder, &[]);
    assert_eq!((status, out.as_str(), err.as_str()), (0, "", ""));
    for (page, word) in [
        ("tengen.1", "completions"),
        ("tengen-match.1", "\\-\\-draw\\-after"),
        ("tengen-lab-data.1", "shuffle"),
        ("tengen-lab-data-merge.1", "\\-\\-same\\-kind"),
        ("tengen-man.1", "FOLDER"),
    ] {
        let text = std::fs::read_to_string(folder.join(page)).expect(page);
        assert!(text.starts_with(".ie"), "{page}: {text}");
        assert!(text.contains(word), "{page}: {text}");
    }
    let again = man(&folder, &[]);
    assert!(again.status == 1 && again.err.contains("--force replaces them"), "{}", again.err);
    assert_eq!(man(&folder, &["--force"]).status, 0, "replaced");
}
