//! The files of a crate have no circular dependencies: each can be read after those that it uses.
//!
//! A module and its submodules may use each other; they count as one unit in several files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};
use syn::{Attribute, ItemMod, ItemUse, UseTree, Visibility};

/// The path of a module in the crate: `["search", "library"]`.
type Module = Vec<String>;

/// The files of one target of a crate, and the paths that each of them mentions.
#[derive(Default)]
struct Target {
    /// The paths that a module mentions, from the root of the crate.
    paths: BTreeMap<Module, BTreeSet<Vec<String>>>,
    /// Re-exports, for example `(["search"], "Searcher")` to `["search", "searcher"]`.
    exports: BTreeMap<(Module, String), Vec<String>>,
}

impl Target {
    /// Reads a folder of modules, beginning with `lib.rs`.
    fn read(folder: &Path) -> Target {
        let mut target = Target::default();
        let mut files = vec![];
        list(folder, &mut files);
        for file in files {
            let text = std::fs::read_to_string(&file).expect("source code");
            let syntax = syn::parse_file(&text).expect("Rust");
            let module = module_of(file.strip_prefix(folder).expect("a file of the folder"));
            let mut reader = Reader {
                paths: target.paths.entry(module.clone()).or_default(),
                exports: &mut target.exports,
                at: module,
            };
            reader.visit_file(&syntax);
        }
        target
    }

    /// The file whose module a path leads to.
    fn file_of(&self, path: &[String]) -> Option<Module> {
        let mut path = path.to_vec();
        // A re-export can lead to another one.
        for _ in 0..8 {
            let known = (0..=path.len()).rev().find(|&n| self.paths.contains_key(&path[..n]))?;
            let name = path.get(known).cloned();
            let export = name.and_then(|name| self.exports.get(&(path[..known].to_vec(), name)));
            match export {
                Some(elsewhere) => path = [elsewhere, &path[known + 1..]].concat(),
                None => return Some(path[..known].to_vec()),
            }
        }
        None
    }

    /// The files that each file uses, without itself, its parents and its submodules.
    fn uses(&self) -> BTreeMap<&Module, BTreeSet<Module>> {
        let uses = self.paths.iter().map(|(module, paths)| {
            let files = paths.iter().filter_map(|path| self.file_of(path));
            let is_apart = |file: &Module| !file.starts_with(module) && !module.starts_with(file);
            (module, files.filter(is_apart).collect())
        });
        uses.collect()
    }

    /// The files that use themselves through others.
    fn in_circles(&self) -> Vec<String> {
        let uses = self.uses();
        let is_in_one = |module: &&&Module| reached(&uses, module).contains(**module);
        uses.keys().filter(is_in_one).map(|module| module.join("::")).collect()
    }
}

fn reached(uses: &BTreeMap<&Module, BTreeSet<Module>>, from: &Module) -> BTreeSet<Module> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from.clone()];
    while let Some(module) = open.pop() {
        for next in uses.get(&module).into_iter().flatten() {
            if reached.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    reached
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        if path.is_dir() && name != "bin" {
            list(&path, files);
        } else if name.ends_with(".rs") && name != "tests.rs" && name != "main.rs" {
            files.push(path);
        }
    }
}

/// The module path of a file: the folder for `mod.rs`, otherwise the folder and the name.
fn module_of(file: &Path) -> Module {
    let parts = file.with_extension("");
    let parts = parts.iter().map(|part| part.to_string_lossy().into_owned());
    let mut module: Module = parts.collect();
    if ["lib", "mod"].contains(&module.last().expect("a name").as_str()) {
        module.pop();
    }
    module
}

/// Collects the paths that a file mentions outside its tests.
struct Reader<'a> {
    paths: &'a mut BTreeSet<Vec<String>>,
    exports: &'a mut BTreeMap<(Module, String), Vec<String>>,
    at: Module,
}

impl Reader<'_> {
    /// A path from the root of the crate; `None` if it may lead out of it.
    fn absolute(&self, path: &[String]) -> Option<Vec<String>> {
        let first = path.first()?.as_str();
        let mut base = self.at.clone();
        match first {
            "crate" => base.clear(),
            "self" => {}
            "super" => {
                base.pop();
            }
            _ => return None,
        }
        let mut rest = &path[1..];
        while rest.first().is_some_and(|word| word == "super") {
            base.pop();
            rest = &rest[1..];
        }
        Some([base.as_slice(), rest].concat())
    }

    fn add_use(&mut self, tree: &UseTree, before: &[String], exported: bool) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        let (path, name) = match tree {
            UseTree::Path(path) => {
                return self.add_use(&path.tree, &with(&path.ident), exported);
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.add_use(tree, before, exported);
                }
                return;
            }
            UseTree::Glob(_) => (before.to_vec(), None),
            UseTree::Name(name) if name.ident == "self" => (before.to_vec(), before.last().cloned()),
            UseTree::Name(name) => (with(&name.ident), Some(name.ident.to_string())),
            UseTree::Rename(name) => (with(&name.ident), Some(name.rename.to_string())),
        };
        let inner = || [self.at.as_slice(), &path].concat();
        match (exported, name) {
            (true, Some(name)) => {
                let path = self.absolute(&path).unwrap_or_else(inner);
                self.exports.insert((self.at.clone(), name), path);
            }
            _ => self.add(&path),
        }
    }

    fn add(&mut self, path: &[String]) {
        if let Some(path) = self.absolute(path) {
            self.paths.insert(path);
        }
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let is_cfg = attribute.path().is_ident("cfg");
        is_cfg && matches!(attribute.parse_args::<syn::Path>(), Ok(path) if path.is_ident("test"))
    })
}

impl<'a> Visit<'a> for Reader<'_> {
    fn visit_item_mod(&mut self, module: &'a ItemMod) {
        if is_test(&module.attrs) || module.content.is_none() {
            return;
        }
        self.at.push(module.ident.to_string());
        visit::visit_item_mod(self, module);
        self.at.pop();
    }

    fn visit_item_use(&mut self, item: &'a ItemUse) {
        let exported = !matches!(item.vis, Visibility::Inherited);
        if !is_test(&item.attrs) {
            self.add_use(&item.tree, &[], exported);
        }
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        let words: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        self.add(&words);
        visit::visit_path(self, path);
    }
}

fn sources() -> Vec<PathBuf> {
    let root = tengen_e2e::repository();
    let crates = |name: &str| std::fs::read_dir(root.join(name)).expect("crates");
    let mut folders: Vec<_> = ["crates", "games"]
        .into_iter()
        .flat_map(crates)
        .map(|entry| entry.expect("a crate").path().join("src"))
        .filter(|folder| folder.join("lib.rs").exists())
        .collect();
    folders.push(root.join("src"));
    folders.push(root.join("course/src"));
    folders.push(root.join("wasm/src"));
    folders.push(root.join("crates/tengen/src/bin/tengen"));
    folders
}

#[test]
fn files_of_a_crate_form_no_circle() {
    let mut files = 0;
    for folder in sources() {
        let target = Target::read(&folder);
        files += target.paths.len();
        let circles = target.in_circles();
        assert!(circles.is_empty(), "{}: {circles:#?}", folder.display());
    }
    assert!(files > 200, "{files} files");
}

#[test]
fn a_circle_is_found_through_an_export() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("circle");
    std::fs::create_dir_all(folder.join("a")).expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file");
    write("lib.rs", "mod a; mod b; mod c; pub use b::B;");
    write("a/mod.rs", "mod inner; fn f(_: crate::B) {} fn g(_: inner::I) {}");
    write("a/inner.rs", "pub struct I; use super::f;");
    write("b.rs", "use super::{c::C, a}; pub struct B;");
    write("c.rs", "#[cfg(test)] mod tests { use crate::a; } pub struct C;");
    assert_eq!(Target::read(&folder).in_circles(), ["a", "b"]);
}
