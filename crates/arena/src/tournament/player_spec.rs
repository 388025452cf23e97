//! Parses the specification of a brain on the command line: `name=Tengen,cmd=./pbrain-tengen --hash 16,turn=0.5`.

use crate::referee::brain::Spec;
use crate::referee::dialect;
use anyhow::{Context, Result, anyhow, bail, ensure};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tengen_common::duration;

/// The keys of a specification, besides `info.KEY`.
const KEYS: [&str; 12] =
    ["name", "cmd", "dialect", "dir", "turn", "match", "inc", "margin", "start", "memory", "nodes", "fresh"];

/// Parses a specification, with defaults from `common`. A text without any key is the command.
pub fn read(text: &str, common: &Spec) -> Result<Spec> {
    let mut spec = common.clone();
    let mut command = None;
    for (key, value) in fields(text) {
        let time = || duration::read_any(&value).map_err(|error| anyhow!("{key}={value}: {error}"));
        let number = || value.parse::<u64>().with_context(|| format!("{key}={value} is not a number"));
        match key.as_str() {
            "name" => spec.name = value,
            "cmd" => command = Some(value),
            "dialect" => {
                let named = dialect::named(&value);
                spec.dialect = named.with_context(|| no_dialect(&value))?;
            }
            "dir" => spec.folder = Some(value.into()),
            "turn" => spec.limits.turn = Some(time()?),
            "match" => spec.limits.game = Some(time()?),
            "inc" => spec.limits.increment = time()?,
            "margin" => spec.limits.margin = time()?,
            "start" => spec.limits.patience = time()?,
            "memory" => spec.memory = Some(number()?.saturating_mul(1 << 20)),
            "nodes" => spec.nodes = Some(number()?),
            "fresh" => spec.fresh = flag(&value).with_context(|| format!("fresh={value}"))?,
            info => {
                let key = info.trim_start_matches("info.").to_string();
                spec.infos.push((key, value));
            }
        }
    }
    let command = command.with_context(|| format!("\"{text}\" has no command; say cmd=PROGRAM"))?;
    set_command(&mut spec, &command)?;
    Ok(spec)
}

/// Splits the text into keys and values. A comma that is not followed by a key belongs to the value.
fn fields(text: &str) -> Vec<(String, String)> {
    let mut fields: Vec<(String, String)> = Vec::new();
    for part in text.split(',') {
        match (key_of(part), fields.last_mut()) {
            (Some((key, value)), _) => fields.push((key.into(), value.into())),
            (None, None) => fields.push(("cmd".into(), part.into())),
            (None, Some((_, value))) => *value += &format!(",{part}"),
        }
    }
    fields
}

fn key_of(part: &str) -> Option<(&str, &str)> {
    let (key, value) = part.split_once('=')?;
    let key = key.trim_start();
    let is_info = key.len() > 5 && key.starts_with("info.");
    (is_info || KEYS.contains(&key)).then_some((key, value))
}

fn no_dialect(value: &str) -> String {
    let names = dialect::ALL.map(|dialect| dialect.name());
    format!("dialect={value}: expected {}", names.join(" or "))
}

fn flag(value: &str) -> Result<bool> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => bail!("expected on or off"),
    }
}

/// Splits a command line into program and arguments like a shell.
fn set_command(spec: &mut Spec, command: &str) -> Result<()> {
    let quoted = if cfg!(windows) { command.replace('\\', "\\\\") } else { command.to_string() };
    let words = shell_words::split(&quoted).with_context(|| command.to_string())?;
    ensure!(!words.is_empty(), "the command is empty");
    let mut words = words.into_iter();
    let program = PathBuf::from(words.next().unwrap_or_default());
    if spec.name.is_empty() {
        spec.name = usual_name(&program);
    }
    spec.program = found_from_anywhere(&program);
    spec.arguments = words.collect();
    Ok(())
}

/// Makes a path absolute, so that it is valid in any working directory. A plain name is kept: it is looked up in the
/// search path.
fn found_from_anywhere(program: &Path) -> PathBuf {
    match program.components().count() {
        0 | 1 => program.into(),
        _ => std::path::absolute(program).unwrap_or_else(|_| program.into()),
    }
}

/// The name of a brain without `name=`: that of its file, without `pbrain-` and the extension.
fn usual_name(program: &Path) -> String {
    let stem = program.file_stem().unwrap_or_default().to_string_lossy();
    stem.trim_start_matches("pbrain-").to_string()
}

/// Makes names unique. Usual names that are equal are extended by the part of the path that differs, otherwise by the
/// options that differ. The second of other equal names, `A`, becomes `A 2`.
pub fn tell_apart(specs: &mut [Spec]) {
    let usual: Vec<bool> = specs.iter().map(|spec| spec.name == usual_name(&spec.program)).collect();
    for _ in 1..specs.len() {
        rename(specs, &usual, by_path); // each time at least one more differs
    }
    rename(specs, &usual, by_options);
    number(specs);
}

/// Renames each group of brains with the same usual name.
fn rename(specs: &mut [Spec], usual: &[bool], new_names: fn(&[&Spec]) -> Vec<String>) {
    let groups: BTreeSet<String> = specs.iter().map(|spec| spec.name.clone()).collect();
    for name in groups {
        let members: Vec<usize> = (0..specs.len()).filter(|&i| usual[i] && specs[i].name == name).collect();
        if members.len() > 1 {
            let group: Vec<&Spec> = members.iter().map(|&i| &specs[i]).collect();
            let names = new_names(&group);
            members.into_iter().zip(names).for_each(|(i, name)| specs[i].name = name);
        }
    }
}

/// Names by the last part of the path that differs: the file, or a folder before the name.
fn by_path(group: &[&Spec]) -> Vec<String> {
    let parts = |spec: &Spec| -> Vec<String> {
        let parts = spec.program.components().rev();
        parts.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect()
    };
    let paths: Vec<Vec<String>> = group.iter().map(|spec| parts(spec)).collect();
    let longest = paths.iter().map(Vec::len).max().unwrap_or_default();
    let differs = |&at: &usize| paths.iter().any(|path| path.get(at) != paths[0].get(at));
    let place = (0..longest).find(differs);
    let name = |(spec, path): (&&Spec, &Vec<String>)| match place.map(|at| (at, path.get(at))) {
        Some((0, Some(file))) => file.clone(),
        Some((_, Some(folder))) => format!("{folder}/{}", spec.name),
        Some((_, None)) | None => spec.name.clone(),
    };
    group.iter().zip(&paths).map(name).collect()
}

/// Names with the options that not all of the group have.
fn by_options(group: &[&Spec]) -> Vec<String> {
    let options: Vec<Vec<String>> = group.iter().map(|spec| options_of(spec)).collect();
    let is_common = |option: &String| options.iter().all(|other| other.contains(option));
    let name = |(spec, options): (&&Spec, &Vec<String>)| {
        let own = options.iter().filter(|option| !is_common(option)).map(String::as_str);
        [spec.name.as_str()].into_iter().chain(own).collect::<Vec<_>>().join(" ")
    };
    group.iter().zip(&options).map(name).collect()
}

/// The arguments, an option with its value being one, and the settings, as on the command line.
fn options_of(spec: &Spec) -> Vec<String> {
    let mut options: Vec<String> = Vec::new();
    for argument in &spec.arguments {
        match options.last_mut() {
            Some(last) if last.starts_with('-') && !argument.starts_with('-') => {
                *last += &format!(" {argument}");
            }
            _ => options.push(argument.clone()),
        }
    }
    let limits = &spec.limits;
    let seconds = |time: Option<Duration>| time.map(|time| time.as_secs_f64().to_string());
    let settings = [
        ("dialect", Some(spec.dialect.name().to_string())),
        ("dir", spec.folder.as_ref().map(|folder| folder.display().to_string())),
        ("turn", seconds(limits.turn)),
        ("match", seconds(limits.game)),
        ("inc", seconds(Some(limits.increment))),
        ("margin", seconds(Some(limits.margin))),
        ("start", seconds(Some(limits.patience))),
        ("memory", spec.memory.map(|bytes| (bytes >> 20).to_string())),
        ("nodes", spec.nodes.map(|nodes| nodes.to_string())),
        ("fresh", spec.fresh.then(|| "on".to_string())),
    ];
    let settings = settings.into_iter().filter_map(|(key, value)| Some((key, value?)));
    options.extend(settings.map(|(key, value)| format!("{key}={value}")));
    options.extend(spec.infos.iter().map(|(key, value)| format!("info.{key}={value}")));
    options
}

/// Numbers equal names: the second `A` becomes `A 2`.
fn number(specs: &mut [Spec]) {
    for i in 1..specs.len() {
        let (before, rest) = specs.split_at_mut(i);
        let name = rest[0].name.clone();
        let mut number = 2;
        while before.iter().any(|spec| spec.name == rest[0].name) {
            rest[0].name = format!("{name} {number}");
            number += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::clock::Limits;

    fn common() -> Spec {
        let [turn, margin, patience] = [1_000, 100, 5_000].map(Duration::from_millis);
        Spec::new("", "", Limits { turn: Some(turn), margin, patience, ..Limits::default() })
    }

    #[test]
    fn all_fields_are_parsed() {
        let text = "name=A b,cmd=brain --x '1 2',3,turn=0.25,match=10,inc=0.1,margin=0,start=2,memory=80,\
                    nodes=5000,dialect=sau,dir=/tmp,fresh=on,info.thread_num=1";
        let spec = read(text, &common()).unwrap();
        assert_eq!(spec.name, "A b");
        assert_eq!(spec.program, PathBuf::from("brain"));
        assert_eq!(spec.arguments, ["--x", "1 2,3"]);
        assert_eq!(spec.limits.turn, Some(Duration::from_millis(250)));
        assert_eq!(spec.limits.game, Some(Duration::from_secs(10)));
        assert_eq!(spec.limits.increment, Duration::from_millis(100));
        assert_eq!(spec.limits.margin, Duration::ZERO);
        assert_eq!(spec.limits.patience, Duration::from_secs(2));
        assert_eq!((spec.memory, spec.nodes, spec.fresh), (Some(80 << 20), Some(5000), true));
        assert_eq!(spec.dialect.name(), "sau");
        assert_eq!(spec.folder, Some("/tmp".into()));
        assert_eq!(spec.infos, [("thread_num".to_string(), "1".to_string())]);
    }

    #[test]
    fn a_mere_command_is_enough() {
        let spec = read("target/pbrain-tengen --nodes 10", &common()).unwrap();
        assert_eq!(spec.name, "tengen");
        assert!(spec.program.is_absolute());
        assert_eq!(spec.limits, common().limits);
    }

    #[test]
    fn errors_are_explained() {
        let error = |text: &str| format!("{:#}", read(text, &common()).unwrap_err());
        assert_eq!(error("name=A"), "\"name=A\" has no command; say cmd=PROGRAM");
        for (wrong, why) in [
            ("fast", "not a time like 5s or 0.3: expected number at 0"),
            ("-1", "not a time like 5s or 0.3: expected number at 0"),
            ("NaN", "not a time like 5s or 0.3: expected number at 0"),
            ("", "not a time like 5s or 0.3: value was empty"),
            ("1e7", "longer than a million seconds"),
            ("12days", "longer than a million seconds"),
        ] {
            let message = format!("turn={wrong}: \"{wrong}\" is {why}");
            assert_eq!(error(&format!("cmd=a,turn={wrong}")), message);
        }
        assert!(error("cmd=a,nodes=many").starts_with("nodes=many is not a number"));
        assert_eq!(error("cmd=a,fresh=yes"), "fresh=yes: expected on or off");
        assert_eq!(error("cmd=a,dialect=go"), "dialect=go: expected gomocup or sau");
        assert_eq!(error("cmd="), "the command is empty");
        assert!(error("cmd='a").starts_with("'a: "));
    }

    #[test]
    fn equal_names_are_made_unique() {
        let mut specs = ["a", "b", "a", "a"].map(|name| Spec { name: name.into(), ..common() });
        tell_apart(&mut specs);
        assert_eq!(specs.map(|spec| spec.name), ["a", "b", "a 2", "a 3"]);
    }

    fn names(texts: &[&str]) -> Vec<String> {
        let mut specs: Vec<Spec> = texts.iter().map(|text| read(text, &common()).unwrap()).collect();
        tell_apart(&mut specs);
        specs.into_iter().map(|spec| spec.name).collect()
    }

    #[test]
    fn equal_programs_are_named_by_what_differs() {
        let by_folder = ["/x/old/release/pbrain-tengen", "/x/new/release/pbrain-tengen"];
        assert_eq!(names(&by_folder), ["old/tengen", "new/tengen"]);
        assert_eq!(names(&["./pbrain-a", "./a", "./b"]), ["pbrain-a", "a", "b"]);
        let nested = ["/a/old/b", "/a/new/b", "/c/new/b"];
        assert_eq!(names(&nested), ["old/b", "a/new/b", "c/new/b"]);
        let by_arguments = ["./t --hash 64 --seed 1", "./t --hash 16 --seed 1", "./t --seed 1"];
        assert_eq!(names(&by_arguments), ["t --hash 64", "t --hash 16", "t"]);
        assert_eq!(names(&["python3 a.py", "python3 b.py"]), ["python3 a.py", "python3 b.py"]);
        let by_settings = ["cmd=./t,nodes=100", "cmd=./t,nodes=50,turn=0.25,info.x=1"];
        assert_eq!(names(&by_settings), ["t turn=1 nodes=100", "t turn=0.25 nodes=50 info.x=1"]);
        assert_eq!(names(&["./t", "./t"]), ["t", "t 2"]);
        assert_eq!(names(&["name=A,cmd=./t --x", "name=A,cmd=./t"]), ["A", "A 2"]);
    }
}
