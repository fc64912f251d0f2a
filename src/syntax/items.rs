//! The top level: imports, constants, programs and functions; other Python is passed over.

use ruff_python_ast as py;
use ruff_text_size::{Ranged, TextRange};

use crate::base::span::Span;
use crate::syntax::reader::{Reader, span};
use crate::syntax::tree::{Class, Expr, FunctionDef, Ident, Item, ItemKind, Param, SuiteId};

/// A dotted name and what it is called here.
type Import<'s> = (std::borrow::Cow<'s, str>, Ident<'s>);

/// Where the items of a block go once all of it was read.
struct Open<'s, 'p> {
    stmts: std::slice::Iter<'p, py::Stmt>,
    items: Vec<Item<'s>>,
    place: Span,
    /// Names that the block as a whole binds, one level up.
    names: Vec<Ident<'s>>,
}

impl<'s, 'p> Reader<'s, 'p> {
    /// Reads the top level. Functions, classes and blocks that are of no program are looked into for such that are.
    pub(super) fn items(&mut self, body: &'p [py::Stmt]) -> Vec<Item<'s>> {
        let top = Open { stmts: body.iter(), items: Vec::new(), place: Span::NONE, names: Vec::new() };
        let mut open = vec![top];
        loop {
            let block = open.last_mut().expect("the top level is closed last");
            if let Some(stmt) = block.stmts.next() {
                match self.item(stmt) {
                    Read::Items(items) => block.items.extend(items),
                    Read::Blocks(blocks) => open.extend(blocks.into_iter().rev()),
                }
                continue;
            }
            let Open { items, place, names, .. } = open.pop().expect("it was just looked at");
            let Some(outer) = open.last_mut() else { return items };
            let holds = |item: &Item<'s>| {
                !matches!(item.kind, ItemKind::Other(_) | ItemKind::Import(_) | ItemKind::Assign(..))
            };
            let item = |kind| Item { kind, span: place, comments: Vec::new() };
            if items.iter().any(holds) {
                outer.items.push(item(ItemKind::Scope(items)));
            }
            if !names.is_empty() {
                outer.items.push(item(ItemKind::Other(names)));
            }
        }
    }

    fn item(&mut self, stmt: &'p py::Stmt) -> Read<'s, 'p> {
        let place = span(stmt.range());
        let one = |kind| Read::Items(vec![Item { kind, span: place, comments: Vec::new() }]);
        match stmt {
            py::Stmt::Import(it) => one(ItemKind::Import(self.imported_modules(&it.names))),
            py::Stmt::ImportFrom(it) => {
                let dots = ".".repeat(it.level as usize);
                let from = format!("{dots}{}", it.module.as_ref().map_or("", |module| module.as_str()));
                one(ItemKind::Import(self.imported(&from, &it.names)))
            }
            py::Stmt::Assign(it) => Read::Items(self.constants(&it.targets, &it.value, place)),
            py::Stmt::AnnAssign(it) => match &it.value {
                Some(value) => Read::Items(self.constants(std::slice::from_ref(&it.target), value, place)),
                None => Read::Items(Vec::new()),
            },
            py::Stmt::AugAssign(it) => {
                let names = it.target.as_name_expr().map(|name| self.ident(name));
                one(ItemKind::Other(names.into_iter().collect()))
            }
            py::Stmt::ClassDef(it) if decorates(&it.decorator_list) => one(ItemKind::Class(self.class(it))),
            py::Stmt::FunctionDef(it) if decorates(&it.decorator_list) => {
                one(ItemKind::Function(self.function(it)))
            }
            other => Read::Blocks(self.blocks(other, place)),
        }
    }

    /// The blocks inside a statement that is of no program, with the names it binds.
    fn blocks(&mut self, stmt: &'p py::Stmt, place: Span) -> Vec<Open<'s, 'p>> {
        let open = |body: &'p [py::Stmt], names| Open { stmts: body.iter(), items: Vec::new(), place, names };
        match stmt {
            py::Stmt::FunctionDef(it) => {
                let mut block = open(&it.body, vec![self.ident(&it.name)]);
                let params: Vec<_> = it.parameters.iter().map(|param| self.ident(param.name())).collect();
                block.items.push(Item { kind: ItemKind::Other(params), span: place, comments: Vec::new() });
                vec![block]
            }
            py::Stmt::ClassDef(it) => vec![open(&it.body, vec![self.ident(&it.name)])],
            py::Stmt::If(it) => {
                let clauses = it.elif_else_clauses.iter().map(|clause| &*clause.body);
                std::iter::once(&*it.body).chain(clauses).map(|body| open(body, self.bound(body))).collect()
            }
            py::Stmt::Try(it) => {
                let bodies = [&*it.body, &*it.orelse, &*it.finalbody];
                bodies.into_iter().map(|body| open(body, self.bound(body))).collect()
            }
            py::Stmt::With(it) => vec![open(&it.body, self.bound(&it.body))],
            py::Stmt::For(it) => vec![open(&it.body, self.bound(&it.body))],
            py::Stmt::While(it) => vec![open(&it.body, self.bound(&it.body))],
            _ => Vec::new(),
        }
    }

    /// Names that a block binds directly.
    pub(super) fn bound(&self, body: &[py::Stmt]) -> Vec<Ident<'s>> {
        let mut names = Vec::new();
        for stmt in body {
            match stmt {
                py::Stmt::Assign(it) => {
                    names.extend(
                        it.targets.iter().filter_map(|target| target.as_name_expr()).map(|it| self.ident(it)),
                    );
                }
                py::Stmt::AnnAssign(it) => names.extend(it.target.as_name_expr().map(|it| self.ident(it))),
                py::Stmt::FunctionDef(it) => names.push(self.ident(&it.name)),
                py::Stmt::ClassDef(it) => names.push(self.ident(&it.name)),
                _ => {}
            }
        }
        names
    }

    /// `import a.b as c`, and `import a.b`, which binds `a`.
    fn imported_modules(&self, names: &[py::Alias]) -> Vec<Import<'s>> {
        let one = |alias: &py::Alias| match &alias.asname {
            Some(name) => (alias.name.to_string().into(), self.ident(name)),
            None => {
                let whole = self.ident(&alias.name);
                let first = whole.text.split('.').next().unwrap_or(whole.text);
                let end = whole.span.start + first.len() as u32;
                let first = Ident { text: first, span: Span::new(whole.span.start, end) };
                (first.text.into(), first)
            }
        };
        names.iter().map(one).collect()
    }

    /// `from a import b as c`; `*` is bound as itself.
    fn imported(&self, from: &str, names: &[py::Alias]) -> Vec<Import<'s>> {
        let one = |alias: &py::Alias| {
            let bound = alias.asname.as_ref().unwrap_or(&alias.name);
            (format!("{from}.{}", alias.name).into(), self.ident(bound))
        };
        names.iter().map(one).collect()
    }

    /// `A = 1` and `A, B = 1, 2`; what is no constant of ours binds its names to something unknown.
    fn constants(&mut self, targets: &[py::Expr], value: &py::Expr, place: Span) -> Vec<Item<'s>> {
        let item = |kind| Item { kind, span: place, comments: Vec::new() };
        let mut items = Vec::new();
        for target in targets {
            match (target, value) {
                (py::Expr::Name(name), _) => {
                    let name = self.ident(name);
                    items.push(item(
                        self.quietly(value).map_or_else(
                            || ItemKind::Other(vec![name]),
                            |value| ItemKind::Assign(name, value),
                        ),
                    ));
                }
                (py::Expr::Tuple(names), py::Expr::Tuple(values))
                    if names.elts.len() == values.elts.len() =>
                {
                    for (name, value) in names.elts.iter().zip(&values.elts) {
                        items.extend(self.constants(std::slice::from_ref(name), value, place));
                    }
                }
                (py::Expr::Tuple(names), _) => {
                    let names = names.elts.iter().filter_map(|name| name.as_name_expr());
                    items.push(item(ItemKind::Other(names.map(|name| self.ident(name)).collect())));
                }
                _ => {}
            }
        }
        items
    }

    /// Reads an expression of no program: what the DSL does not have gives nothing, without complaint.
    fn quietly(&mut self, value: &py::Expr) -> Option<Expr<'s>> {
        let before = self.errors.len();
        let read = self.expr(value);
        let fine = self.errors.len() == before;
        self.errors.truncate(before);
        fine.then_some(read)
    }

    fn class(&mut self, it: &'p py::StmtClassDef) -> Class<'s> {
        let name = self.ident(&it.name);
        let decorators = it.decorator_list.iter().map(|it| self.expr(&it.expression)).collect();
        let mut class =
            Class { name, decorators, constants: Vec::new(), functions: Vec::new(), helpers: Vec::new() };
        for stmt in &it.body {
            match stmt {
                // Other functions are helpers of Python, and no part of the program.
                py::Stmt::FunctionDef(function) if decorates(&function.decorator_list) => {
                    let function = self.function(function);
                    class.functions.push(function);
                }
                py::Stmt::FunctionDef(function) => class.helpers.push(self.ident(&function.name)),
                py::Stmt::Assign(it) => {
                    if let ([py::Expr::Name(name)], Some(value)) = (&*it.targets, self.quietly(&it.value)) {
                        class.constants.push((self.ident(name), value));
                    }
                }
                py::Stmt::AnnAssign(it) => {
                    if let (py::Expr::Name(name), Some(value)) = (&*it.target, &it.value)
                        && let Some(value) = self.quietly(value)
                    {
                        class.constants.push((self.ident(name), value));
                    }
                }
                py::Stmt::Pass(_) | py::Stmt::Assert(_) | py::Stmt::Import(_) | py::Stmt::ImportFrom(_) => {}
                py::Stmt::Expr(_) => {}
                other => {
                    let place = crate::syntax::statements::first_line(self.source.text(), other.range());
                    let help = "a program holds functions under `@pl.function` and constants";
                    self.unsupported(place, "this statement in a class", help);
                }
            }
        }
        class
    }

    fn function(&mut self, it: &'p py::StmtFunctionDef) -> FunctionDef<'s> {
        if it.is_async {
            let place = TextRange::new(it.range.start(), it.name.end());
            self.unsupported(place, "`async`", "tasks are ordered by data and by `deps=[...]`");
        }
        let decorators = it.decorator_list.iter().map(|it| self.expr(&it.expression)).collect();
        let params = self.params(&it.parameters);
        let returns = it.returns.as_ref().map(|returns| self.annotation(returns));
        let name = self.ident(&it.name);
        let body: SuiteId = self.suite(&it.body);
        self.read_suites();
        self.end_in_returns(body);
        FunctionDef { name, decorators, params, returns, body, comments: Vec::new(), span: span(it.range) }
    }

    fn params(&mut self, parameters: &py::Parameters) -> Vec<Param<'s>> {
        for starred in [&parameters.vararg, &parameters.kwarg].into_iter().flatten() {
            self.unsupported(starred.range, "`*` before a parameter", "write the parameters out");
        }
        let mut params = Vec::new();
        for it in parameters.posonlyargs.iter().chain(&parameters.args).chain(&parameters.kwonlyargs) {
            let annotation = it.parameter.annotation.as_ref().map(|annotation| self.annotation(annotation));
            let default = it.default.as_ref().map(|default| self.expr(default));
            params.push(Param { name: self.ident(&it.parameter.name), annotation, default });
        }
        params
    }
}

/// What a statement of the top level was read as.
enum Read<'s, 'p> {
    Items(Vec<Item<'s>>),
    Blocks(Vec<Open<'s, 'p>>),
}

/// Whether a decorator is one of the DSL's, under whatever name the language module or the decorator was imported.
fn decorates(decorators: &[py::Decorator]) -> bool {
    const DECORATORS: &[&str] = &["program", "function", "inline", "jit"];
    decorators.iter().any(|decorator| {
        let mut path = match &decorator.expression {
            py::Expr::Call(call) => &*call.func,
            other => other,
        };
        let mut named = false;
        while let py::Expr::Attribute(it) = path {
            named |= DECORATORS.contains(&it.attr.as_str());
            path = &it.value;
        }
        path.as_name_expr().is_some_and(|name| named || DECORATORS.contains(&name.id.as_str()))
    })
}
