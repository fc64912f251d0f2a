//! A program as DSL text: the closed class form, which every reader of the language takes, ours among them.
//!
//! The text parses back to an equal program. What has no form of its own prints as a person writes it; see
//! `form` for which variables share a name.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::name::Name;
use crate::ir::names::{Namer, PYTHON_WORDS};
use crate::ir::order::callees_first;
use crate::ir::print::form::Form;
use crate::ir::print::text::{Arguments, Writer};
use crate::ir::program::{Direction, Function, FunctionKind, Param, Program, VarId};
use crate::ir::stmt::Stmt;
use crate::ir::types::Type;

mod body;
mod form;
mod replay;
mod survey;
mod text;
mod types;

/// A line of parameters longer than this is broken, one parameter a line.
const WIDTH: usize = 110;

/// The whole text of a file with one program.
pub fn print(program: &Program) -> String {
    print_all(std::slice::from_ref(program))
}

/// The whole text of a file with these programs.
pub fn print_all(programs: &[Program]) -> String {
    let mut mentioned = BTreeSet::new();
    let mut classes = String::new();
    for program in programs {
        classes.push_str("\n\n");
        if programs.len() > 1 {
            title(program, &mut classes);
        }
        print_class(program, &mut classes, &mut mentioned);
    }
    let mut out = String::with_capacity(classes.len() + 256);
    if let [program] = programs {
        title(program, &mut out);
    }
    out.push_str("import pypto.language as pl\n");
    if classes.contains("pld.") {
        out.push_str("import pypto.language.distributed as pld\n");
    }
    if !mentioned.is_empty() {
        out.push('\n');
    }
    for symbol in &mentioned {
        out.push_str(&format!("{symbol} = pl.dynamic(\"{symbol}\")\n"));
    }
    out.push_str(&classes);
    out
}

/// The line that names a program: above the imports, or above its class where there are several.
fn title(program: &Program, out: &mut String) {
    out.push_str("# pypto.program: ");
    out.push_str(&program.name);
    out.push('\n');
}

/// One statement, without what is nested in it, under the names that its variables were written with. Not for reading
/// back: names may repeat.
pub fn statement(program: &Program, function: &Function, stmt: &Stmt) -> String {
    let mut out = String::new();
    let mut mentioned = BTreeSet::new();
    let form = Form::plain(function);
    Writer { program, function, form, out: &mut out, mentioned: &mut mentioned }.statement(stmt);
    out.trim_end().to_string()
}

fn print_class(program: &Program, out: &mut String, mentioned: &mut BTreeSet<Name>) {
    let symbols = symbol_names(program);
    for comment in &program.comments {
        out.push_str(if comment.is_empty() { "#" } else { "# " });
        out.push_str(comment);
        out.push('\n');
    }
    out.push_str("@pl.program\nclass ");
    out.push_str(&crate::ir::names::legal(&program.name));
    out.push_str(":\n");
    if program.functions.is_empty() {
        out.push_str("    pass\n");
    }
    for (n, name) in callees_first(program).into_iter().enumerate() {
        let function = &program.functions[&name];
        if n > 0 {
            out.push('\n');
        }
        let form = Form::of(program, function, &symbols[&name]);
        let mut writer = Writer { program, function, form, out, mentioned };
        writer.whole_function();
    }
}

/// The names of the dynamic symbols of each function. Across functions a symbol is its name; within one, two symbols of
/// one name are two, and print so.
fn symbol_names(program: &Program) -> BTreeMap<Name, Vec<Name>> {
    let mut functions: Vec<&Function> = program.functions.values().collect();
    functions.sort_by(|a, b| a.name.cmp(&b.name));
    let mut namer = Namer::new(PYTHON_WORDS);
    namer.reserve(program.name.clone());
    // The k-th symbol of a name is the same name in every function.
    let mut copies: BTreeMap<Name, Vec<Name>> = BTreeMap::new();
    let hints = functions.iter().flat_map(|it| it.symbols.iter().map(|&var| it.vars[var].name.clone()));
    let distinct: BTreeSet<Name> = hints.collect();
    let firsts = namer.all(distinct.iter().map(|hint| &**hint));
    copies.extend(distinct.into_iter().zip(firsts.into_iter().map(|first| vec![first])));
    let mut names = BTreeMap::new();
    for function in functions {
        let mut seen: BTreeMap<&Name, usize> = BTreeMap::new();
        let mut own = Vec::with_capacity(function.symbols.len());
        for &symbol in &function.symbols {
            let hint = &function.vars[symbol].name;
            let nth = seen.entry(hint).or_default();
            let known = copies.get_mut(hint).expect("every symbol was listed");
            if *nth == known.len() {
                known.push(namer.one(hint));
            }
            own.push(known[*nth].clone());
            *nth += 1;
        }
        names.insert(function.name.clone(), own);
    }
    names
}

impl FunctionKind {
    /// The `level=` and `role=` that the kind implies.
    pub fn implied(self) -> (Option<&'static str>, Option<&'static str>) {
        match self {
            Self::InCore | Self::Aic | Self::Aiv => (Some("CHIP_DIE"), Some("SubWorker")),
            Self::Orchestration => (Some("CHIP"), Some("Orchestrator")),
            Self::Group => (Some("CORE_GROUP"), Some("SubWorker")),
            Self::Opaque | Self::Spmd | Self::Inline | Self::Graph => (None, None),
        }
    }
}

impl Writer<'_> {
    fn whole_function(&mut self) {
        let function = self.function;
        self.comments(1, &function.comments);
        self.decorator();
        self.signature();
        let shown = |name: &str| !matches!(name, "auto_scope" | "external_source");
        let mut attrs = function.attrs.iter().filter(|(name, _)| shown(name)).peekable();
        if attrs.peek().is_some() {
            self.indent(2);
            self.put("pl.func_attr(");
            self.dict(attrs);
            self.put(")\n");
        }
        if function.body.is_some() {
            self.body(2);
        } else {
            self.line(2, "...");
        }
    }
    fn decorator(&mut self) {
        let function = self.function;
        self.indent(1);
        self.put("@pl.function");
        let mut arguments = Arguments::default();
        let start = self.out.len();
        self.put("(");
        if function.kind != FunctionKind::Opaque {
            arguments.keyword(self, "type");
            self.put_fmt(format_args!("pl.FunctionType.{}", function.kind.name()));
        }
        let (level, role) = function.kind.implied();
        if let Some(level) = function.level.as_deref().or(level) {
            arguments.keyword(self, "level");
            self.put_fmt(format_args!("pl.Level.{level}"));
        }
        if let Some(role) = function.role.as_deref().or(role) {
            arguments.keyword(self, "role");
            self.put_fmt(format_args!("pl.Role.{role}"));
        }
        for name in ["auto_scope", "external_source"] {
            if let Some(value) = function.attrs.get(name) {
                arguments.keyword(self, name);
                self.attr(value);
            }
        }
        if arguments.any {
            self.put(")\n");
        } else {
            self.out.truncate(start);
            self.put("\n");
        }
    }
    /// On one line if that is short enough.
    fn signature(&mut self) {
        let start = self.out.len();
        self.signature_in(", ", "");
        let length = self.out[start..].chars().count();
        if length > WIDTH && !self.function.params.is_empty() {
            self.out.truncate(start);
            self.signature_in(",\n        ", "\n        ");
        }
    }
    fn signature_in(&mut self, between: &str, before: &str) {
        let function = self.function;
        self.indent(1);
        self.put("def ");
        self.put(&function.name);
        self.put("(");
        let mut rest = false;
        if has_self(function) {
            self.put(before);
            self.put("self");
            rest = true;
        }
        for param in &function.params {
            self.put(if rest { between } else { before });
            rest = true;
            self.param(param);
        }
        if !before.is_empty() {
            self.put(",\n    ");
        }
        self.put(")");
        let visible = &function.results[..function.results.len() - function.hidden];
        match visible {
            [] => {}
            [one] => {
                self.put(" -> ");
                self.ty(one);
            }
            several => {
                self.put(" -> tuple[");
                self.types(several);
                self.put("]");
            }
        }
        self.put(":\n");
    }
    fn param(&mut self, param: &Param) {
        let function = self.function;
        self.var(param.var);
        self.put(": ");
        let ty = &function.vars[param.var].ty;
        match param.direction {
            Direction::In => self.ty(ty),
            Direction::Out | Direction::InOut => {
                self.put_fmt(format_args!("pl.{}[", param.direction.name()));
                self.ty(ty);
                self.put("]");
            }
        }
        self.declare_valid_extents(ty);
    }
    /// A scalar parameter that a parameter's valid shape reads is declared at the top as well: at that place, in Python,
    /// it is no parameter yet.
    fn declare_valid_extents(&mut self, ty: &Type) {
        let function = self.function;
        let narrowed = match ty {
            Type::Tensor(tensor) => tensor.view.as_ref().map(|view| &view.valid_shape),
            Type::Tile(tile) => tile.view.as_ref().map(|view| &view.valid_shape),
            _ => None,
        };
        let mut read: Vec<VarId> = Vec::new();
        narrowed.into_iter().flatten().for_each(|extent| extent.for_each_var(&mut |var| read.push(var)));
        for var in read.into_iter().filter(|var| function.param_index(*var).is_some()) {
            self.mentioned.insert(self.form.names[var].clone());
        }
    }
}

/// Functions whose role is `SubWorker` have no `self`.
fn has_self(function: &Function) -> bool {
    function.role.as_deref().or(function.kind.implied().1) != Some("SubWorker")
}
