//! Names of a file that stand outside functions: modules, constants, symbols, functions.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::base::span::Span;
use crate::lower::constant::fold;
use crate::lower::value::Const;
use crate::syntax::tree::{Expr, ExprKind, FunctionDef, Ident, Item, ItemKind};

/// What a name outside functions is.
#[derive(Clone, Debug)]
pub(super) enum Global<'m, 's> {
    /// A constant.
    Const(Const),
    /// Something else that the text says; read where it is used. The number is its place in the order of lines, so that
    /// it cannot mean itself.
    Text(&'m Expr<'s>),
    /// A module, or a part of one, by its dotted name.
    Module(Cow<'s, str>),
    /// A function outside classes.
    Function(&'m FunctionDef<'s>),
    /// A value that only Python knows.
    Python(Span),
}

/// Names of Python that a function may use; nobody means an operator by them.
const BUILTINS: &[&str] =
    &["abs", "bool", "float", "int", "len", "list", "print", "self", "str", "sum", "tuple"];

/// The names of a file, those of inner scopes over those of outer ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Globals<'m, 's> {
    names: HashMap<&'s str, Global<'m, 's>>,
    /// Whether everything of the DSL has its own name here: `from pypto.language import *`.
    star: bool,
}

/// The module of the DSL.
const LANGUAGE: &str = "pypto.language";
/// Its part for several ranks, under both names.
const DISTRIBUTED: &[&str] = &["pypto.language.distributed", "pypto.distributed.language"];

impl<'m, 's> Globals<'m, 's> {
    /// The names that the items of one level bind, over those of the level around.
    pub(super) fn of(items: &'m [Item<'s>], outer: &Self) -> Self {
        let mut globals = outer.clone();
        for item in items {
            match &item.kind {
                ItemKind::Import(imports) => {
                    for (dotted, name) in imports {
                        globals.star |= name.text == "*" && **dotted == *format!("{LANGUAGE}.*");
                        globals.names.insert(name.text, Global::Module(dotted.clone()));
                    }
                }
                ItemKind::Assign(name, value) => globals.assign(*name, value),
                ItemKind::Function(it) => {
                    globals.names.insert(it.name.text, Global::Function(it));
                }
                ItemKind::Other(names) => {
                    for name in names {
                        globals.names.insert(name.text, Global::Python(name.span));
                    }
                }
                ItemKind::Class(_) | ItemKind::Scope(_) => {}
            }
        }
        globals
    }

    /// Binds a constant or a text.
    pub(super) fn assign(&mut self, name: Ident<'s>, value: &'m Expr<'s>) {
        let meaning = match fold(value, self) {
            Some(value) => Global::Const(value),
            None if !self.readable(value) || mentions(value, name.text) => Global::Python(name.span),
            None => Global::Text(value),
        };
        self.names.insert(name.text, meaning);
    }

    /// Whether everything that an expression names is of the DSL or of this text.
    fn readable(&self, value: &Expr<'_>) -> bool {
        let mut fine = true;
        value.walk(&mut |inner| {
            fine &= match &inner.kind {
                ExprKind::Error | ExprKind::Attribute(..) | ExprKind::Dict(_) => false,
                ExprKind::Name(_) | ExprKind::Path(_) => {
                    let path = inner.as_path().unwrap_or_default();
                    let first = path.split('.').next().unwrap_or(path);
                    self.dsl(path).is_some()
                        || matches!(self.names.get(first), Some(Global::Const(_) | Global::Text(_)))
                        || ["min", "max", "abs", "int", "float", "len", "range", "tuple"].contains(&path)
                }
                _ => true,
            };
        });
        fine
    }

    /// What a name is.
    pub(super) fn get(&self, name: &str) -> Option<&Global<'m, 's>> {
        self.names.get(name)
    }

    /// All names, for suggestions.
    pub(super) fn names(&self) -> Vec<&'s str> {
        let mut names: Vec<_> = self.names.keys().copied().collect();
        names.sort_unstable();
        names
    }

    /// The name behind `pl.` of a dotted path into the DSL, with `pld.` in front if it is of that part.
    pub(super) fn dsl<'p>(&self, path: &'p str) -> Option<Cow<'p, str>> {
        let (first, rest) = path.split_once('.').unwrap_or((path, ""));
        let module = match self.names.get(first) {
            Some(Global::Module(module)) => &**module,
            Some(_) => return None,
            None if first == "pl" => LANGUAGE,
            None if first == "pld" => DISTRIBUTED[0],
            None if self.star && !BUILTINS.contains(&first) => return Some(path.into()),
            None => return None,
        };
        if module == LANGUAGE && !rest.starts_with("distributed.") {
            return Some(rest.into());
        }
        let whole = if rest.is_empty() { module.to_owned() } else { format!("{module}.{rest}") };
        let inside = |of: &str| Some(whole.strip_prefix(of)?.strip_prefix('.')?.to_owned());
        if let Some(inner) = DISTRIBUTED.iter().find_map(|part| inside(part)) {
            return Some(format!("pld.{inner}").into());
        }
        if whole == LANGUAGE || DISTRIBUTED.contains(&&*whole) {
            return Some(String::new().into());
        }
        inside(LANGUAGE).map(Into::into)
    }
}

fn mentions(value: &Expr<'_>, name: &str) -> bool {
    let mut found = false;
    value.walk(&mut |inner| {
        let first = inner.as_path().and_then(|path| path.split('.').next());
        found |= first == Some(name);
    });
    found
}
