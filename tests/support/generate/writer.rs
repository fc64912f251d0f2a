//! Lines, names in scope, and functions written so far.

use std::collections::BTreeSet;

use crate::generate::choices::Choices;
use crate::generate::scope::{Direction, Kind, Param, Shape, Signature, Ty, Var};

/// A program half written.
pub(crate) struct Writer<'a> {
    pub(crate) choices: Choices<'a>,
    /// Finished functions.
    done: Vec<String>,
    /// Lines of the function under way.
    lines: Vec<String>,
    indent: usize,
    pub(crate) functions: Vec<Signature>,
    pub(crate) vars: Vec<Var>,
    /// Names used in this function, each with one type for good.
    used: BTreeSet<String>,
    pub(crate) kind: Kind,
    /// Statements that this function may still have.
    pub(crate) budget: usize,
    /// How many helpers deep the calls of this function go.
    pub(crate) depth: usize,
    /// Whether submissions may name dependencies only.
    pub(crate) manual: bool,
    /// Inside a scope that becomes a kernel, where nothing is called.
    pub(crate) in_core: bool,
    /// Whether this function submits tasks, so that only functions that may do so call it.
    pub(crate) submits: bool,
    /// Parameters of the function under way whose types are no others', as text.
    pub(crate) more_params: Vec<String>,
}

/// Few, so that names of different functions meet; the last ones mean something in C++.
const NAMES: &[&str] =
    &["a", "b", "c", "p", "q", "s", "u", "w", "x", "y", "ext_a", "new", "params_t0", "alloc_0"];

impl<'a> Writer<'a> {
    pub(crate) fn new(choices: Choices<'a>) -> Self {
        Self {
            choices,
            done: Vec::new(),
            lines: Vec::new(),
            indent: 0,
            functions: Vec::new(),
            vars: Vec::new(),
            used: BTreeSet::new(),
            kind: Kind::Opaque,
            budget: 0,
            depth: 0,
            manual: false,
            in_core: false,
            submits: false,
            more_params: Vec::new(),
        }
    }
    /// The whole text.
    pub(crate) fn finish(self) -> String {
        let mut text = String::from("import pypto.language as pl\n");
        let body = self.done.join("\n");
        if body.contains("pld.") {
            text.push_str("import pypto.language.distributed as pld\n");
        }
        text.push('\n');
        if body.contains("[N, 8]") {
            text.push_str("N = pl.dynamic(\"N\")\n\n");
        }
        text.push_str("\n@pl.program\nclass Generated:\n");
        text.push_str(&body);
        text
    }
    /// Starts a function: its parameters are in scope.
    pub(crate) fn start(&mut self, kind: Kind, params: &[Param], budget: usize) {
        self.kind = kind;
        self.budget = budget;
        self.depth = 0;
        self.manual = false;
        self.submits = kind == Kind::Orchestration;
        self.in_core = kind.is_kernel();
        self.lines.clear();
        self.indent = 2;
        self.used = params.iter().map(|param| param.name.clone()).collect();
        // A local may be called like a symbol of another function.
        if params.iter().any(|param| param.ty == Ty::Tensor(Shape::Dynamic)) || kind.is_kernel() {
            self.used.insert("N".into());
        }
        let var = |param: &Param| Var { name: param.name.clone(), ty: param.ty, free: true };
        self.vars = params.iter().map(var).collect();
    }
    /// Ends a function: it can be called from now on.
    pub(crate) fn end(&mut self, name: String, params: Vec<Param>, results: Vec<Ty>) {
        self.end_alone(name.clone(), params.clone(), results.clone());
        let (kind, depth, submits) = (self.kind, self.depth, self.submits);
        self.functions.push(Signature { name, kind, params, results, depth, submits });
    }
    /// Ends a function that no other will be made to call.
    pub(crate) fn end_alone(&mut self, name: String, params: Vec<Param>, results: Vec<Ty>) {
        if self.lines.is_empty() {
            self.line("pass");
        }
        let listed: Vec<String> = std::iter::once("self".to_owned())
            .chain(params.iter().map(Param::text))
            .chain(std::mem::take(&mut self.more_params))
            .collect();
        let types: Vec<String> = results.iter().map(|ty| ty.text()).collect();
        let arrow = match types.as_slice() {
            [] => String::new(),
            [one] => format!(" -> {one}"),
            several => format!(" -> tuple[{}]", several.join(", ")),
        };
        // A function that writes runtime scopes says that it gets no others.
        let own_scopes = self.lines.iter().any(|line| line.contains("with pl.scope()"));
        let decorator = match self.kind.decorator().strip_suffix(')') {
            Some(open) if own_scopes => format!("{open}, auto_scope=False)"),
            _ => self.kind.decorator().to_owned(),
        };
        let head = format!("    {decorator}\n    def {name}({}){arrow}:\n", listed.join(", "));
        self.done.push(format!("{head}{}\n", self.lines.join("\n")));
    }
    /// A name for the next function.
    pub(crate) fn function_name(&self, base: &str) -> String {
        format!("{base}{}", self.functions.len())
    }
    pub(crate) fn line(&mut self, text: impl AsRef<str>) {
        self.lines.push(format!("{}{}", "    ".repeat(self.indent), text.as_ref()));
    }
    /// How many lines there are, to see whether a block stayed empty.
    pub(crate) fn position(&self) -> usize {
        self.lines.len()
    }
    /// Writes a block under a line; a name bound only inside is out of scope afterwards.
    pub(crate) fn block(&mut self, head: &str, body: impl FnOnce(&mut Self)) {
        self.line(head);
        self.indent += 1;
        let (before, names) = (self.position(), self.vars.len());
        body(self);
        if self.position() == before {
            self.line("pass");
        }
        self.indent -= 1;
        self.vars.truncate(names);
    }
    /// A name never used in this function, with a type for good.
    pub(crate) fn fresh(&mut self) -> String {
        let base = *self.choices.pick(NAMES);
        let mut name = base.to_owned();
        let mut count = 0;
        while !self.used.insert(name.clone()) {
            count += 1;
            name = format!("{base}{count}");
        }
        name
    }
    /// The name of the dynamic extent, once per function that does not use it.
    pub(crate) fn symbol_as_local(&mut self) -> Option<String> {
        self.used.insert("N".into()).then(|| "N".to_owned())
    }
    /// Puts a name in scope.
    pub(crate) fn bind(&mut self, name: &str, ty: Ty) {
        if !self.vars.iter().any(|var| var.name == name) {
            self.vars.push(Var { name: name.to_owned(), ty, free: true });
        }
    }
    /// Puts a name in scope that may not be bound again.
    pub(crate) fn bind_fixed(&mut self, name: &str, ty: Ty) {
        self.vars.push(Var { name: name.to_owned(), ty, free: false });
    }
    /// A name of a type, if there is one.
    pub(crate) fn any(&mut self, ty: Ty) -> Option<String> {
        self.any_of(|it| it == ty).map(|var| var.name)
    }
    /// A name whose type fits, later ones first.
    pub(crate) fn any_of(&mut self, fits: impl Fn(Ty) -> bool) -> Option<Var> {
        let found: Vec<usize> = (0..self.vars.len()).rev().filter(|at| fits(self.vars[*at].ty)).collect();
        if found.is_empty() {
            return None;
        }
        let at = *self.choices.pick(&found);
        Some(self.vars[at].clone())
    }
    /// Where a value of a type goes: to a name that has that type already, or to a fresh one.
    pub(crate) fn target(&mut self, ty: Ty, prefer: Option<&str>) -> String {
        let free = |var: &&Var| var.ty == ty && var.free;
        if let Some(name) = prefer
            && self.vars.iter().filter(free).any(|var| var.name == name)
            && self.choices.chance(60)
        {
            return name.to_owned();
        }
        let known: Vec<String> = self.vars.iter().filter(free).map(|var| var.name.clone()).collect();
        if !known.is_empty() && self.choices.chance(30) {
            return self.choices.pick(&known).clone();
        }
        self.fresh()
    }
    /// An index expression, of any value.
    pub(crate) fn index(&mut self) -> String {
        let number = self.choices.below(4).to_string();
        let Some(name) = self.any(Ty::Index) else { return number };
        match self.choices.below(6) {
            0 | 1 => name,
            2 => format!("{name} + {number}"),
            3 => format!("{name} * 2 - {number}"),
            4 => format!("({name} - 5) // 2"),
            _ => number,
        }
    }
    /// Where a window of a part may start in a whole.
    pub(crate) fn offset(&mut self, whole: Shape, part: Shape) -> String {
        let bound = match (whole, part) {
            (Shape::Whole, Shape::Part) => 9,
            (Shape::Matrix | Shape::Dynamic, Shape::Rows) => 3,
            _ => 1,
        };
        let start = if bound == 1 {
            "0".to_owned()
        } else if self.choices.chance(50) {
            let index = self.index();
            format!("({index}) % {bound}")
        } else {
            let steps: &[&str] = if bound == 9 { &["0", "8", "4"] } else { &["0", "2", "1"] };
            (*self.choices.pick(steps)).to_owned()
        };
        match whole {
            Shape::Whole | Shape::Part => format!("[{start}]"),
            Shape::Matrix | Shape::Rows | Shape::Dynamic => format!("[{start}, 0]"),
        }
    }
    /// A condition over scalars.
    pub(crate) fn condition(&mut self) -> String {
        let left = self.any(Ty::Index).unwrap_or_else(|| "1".into());
        match self.choices.below(5) {
            0 => format!("{left} < 2"),
            1 => format!("{left} % 2 == 0"),
            2 => {
                let right = self.index();
                format!("{left} > {right}")
            }
            3 => format!("{left} >= 0"),
            _ => format!("{left} == 1"),
        }
    }
    /// Parameters with names from a small pool, so that names of callers and callees meet.
    pub(crate) fn params(&mut self, types: &[(Ty, Direction)]) -> Vec<Param> {
        let mut taken = BTreeSet::new();
        let mut params = Vec::new();
        for (ty, direction) in types {
            let base = if *ty == Ty::Index { "n" } else { *self.choices.pick(NAMES) };
            let mut name = base.to_owned();
            let mut count = 0;
            while !taken.insert(name.clone()) {
                count += 1;
                name = format!("{base}{count}");
            }
            params.push(Param { name, ty: *ty, direction: *direction });
        }
        params
    }
    /// Whether elementwise operators on tensors may stand here.
    pub(crate) fn computes(&self) -> bool {
        self.in_core || matches!(self.kind, Kind::Opaque | Kind::Inline)
    }
}
