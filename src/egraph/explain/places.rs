//! Sides of a question as classes of a saturated graph, and which statement each class comes from.

use std::collections::{BTreeSet, HashMap};

use egg::Id;

use crate::base::diagnostic::Diagnostic;
use crate::base::name::Name;
use crate::base::span::{Source, Span};
use crate::egraph::explain::question::{Side, What, bad};
use crate::egraph::instantiate::FunctionGraph;
use crate::egraph::leaves::{Leaf, Source as LeafSource};
use crate::egraph::template::{ArgKind, Place};
use crate::ir::expr::Expr;
use crate::ir::program::{Function, VarId};
use crate::ir::stmt::{Rhs, Stmt, StmtKind};

/// What a side of a question is.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    /// Its class in the region that defines it.
    pub(super) class: Id,
    /// Where it is defined.
    pub(super) span: Span,
    /// Whether it names storage.
    pub(super) storage: bool,
    /// Where else something of that name is defined.
    pub(super) also: Vec<Span>,
}

/// Where a class comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Owner {
    pub(super) function: Name,
    pub(super) span: Span,
    /// The variable it defines, if it has a name.
    pub(super) name: Option<Name>,
}

/// Statements of the function that is asked about, and of what was inlined.
pub(super) struct Places<'s, 'a> {
    graph: &'s FunctionGraph<'a>,
    function: &'s Function,
    /// The class of each leaf where it is defined.
    class: Vec<Option<Id>>,
    owners: HashMap<Id, Owner>,
    /// The same by classes as they are now.
    by_class: HashMap<Id, Id>,
}

impl<'s, 'a> Places<'s, 'a> {
    pub(super) fn new(graph: &'s FunctionGraph<'a>) -> Self {
        let function = &graph.program.functions[&graph.instances[0].template];
        let leaves = graph.encoded.sets[&function.name].leaves.len();
        let mut places = Self {
            graph,
            function,
            class: vec![None; leaves],
            owners: HashMap::new(),
            by_class: HashMap::new(),
        };
        for number in 0..graph.instances.len() {
            places.own(number);
        }
        let mut owned: Vec<Id> = places.owners.keys().copied().collect();
        owned.sort_unstable();
        // A name says more than a statement.
        owned.sort_by_key(|id| places.owners[id].name.is_none());
        for id in owned {
            places.by_class.entry(graph.egraph.find(id)).or_insert(id);
        }
        places
    }

    /// Notes what each statement of an instance defines.
    fn own(&mut self, number: usize) {
        let graph = self.graph;
        let instance = &graph.instances[number];
        let template = &graph.encoded.templates[&instance.template];
        let function = &graph.program.functions[&instance.template];
        let leaves = &graph.encoded.sets[&instance.template].leaves;
        let names = names_of(function, leaves);
        let within = &template.regions[instance.region as usize].nodes;
        let id = |place: Place| within.contains(&place).then(|| instance.ids[place as usize]);
        for region in template.regions.iter().filter(|region| within.contains(&region.nodes.start)) {
            for (kind, place) in region.args.iter().zip(&region.arg_places) {
                if let (ArgKind::Index(leaf) | ArgKind::Carry(leaf), Some(id)) = (kind, id(*place)) {
                    let var = names[*leaf as usize];
                    self.define(number, *leaf, id, function, var, function.vars[var].span);
                }
            }
            for item in &region.items {
                let stmt = region.block.map(|block| &function.blocks[block].stmts[item.stmt as usize]);
                let span = stmt.map_or(Span::NONE, |stmt| stmt.span);
                for (leaf, place) in &item.defs {
                    if let Some(id) = id(*place) {
                        self.define(number, *leaf, id, function, names[*leaf as usize], span);
                    }
                }
                if let Some(id) = item.node.and_then(id) {
                    let owner = Owner { function: function.name.clone(), span, name: None };
                    self.owners.entry(id).or_insert(owner);
                }
            }
        }
    }

    fn define(&mut self, number: usize, leaf: Leaf, id: Id, function: &Function, var: VarId, span: Span) {
        if number == 0 {
            self.class[leaf as usize].get_or_insert(id);
        }
        let name = Some(function.vars[var].name.clone());
        self.owners.entry(id).or_insert(Owner { function: function.name.clone(), span, name });
    }

    /// The statement that a class, or the node added under that id, comes from.
    pub(super) fn owner(&self, id: Id) -> Option<&Owner> {
        self.owners.get(&id)
    }

    /// The first statement that a class as it is now comes from.
    pub(super) fn of_class(&self, class: Id) -> Option<&Owner> {
        self.owners.get(self.by_class.get(&class)?)
    }

    /// The function that is asked about.
    pub(super) fn function(&self) -> &'s Function {
        self.function
    }

    /// What a side of a question is.
    pub(super) fn find(&self, side: &Side, source: &Source) -> Result<Asked, Box<Diagnostic>> {
        match &side.what {
            What::Variable(name, line) => {
                let var = self.variable(side, name, *line, source)?;
                let found = self.of_var(side, var, side.component)?;
                let all = self.function.vars.iter().filter(|it| it.name == *name).map(|it| it.span);
                let mut also: Vec<Span> = all.filter(|span| line.is_none() && *span != found.span).collect();
                also.sort_by_key(|span| span.start);
                also.dedup();
                Ok(Asked { also, ..found })
            }
            What::Return(at) => {
                let values = self.function.returned().unwrap_or_default();
                let value = self.nth(side, values.iter(), *at, ["returned value", &self.function.name])?;
                self.of_expr(side, value, side.component)
            }
            What::Carry(number, at) | What::Init(number, at) => {
                let carries =
                    self.nth(side, self.loops().into_iter(), *number, ["loop", &self.function.name])?;
                let (result, init) = self.nth(side, carries.into_iter(), *at, ["carry", "the loop"])?;
                match side.what {
                    What::Carry(..) => self.of_var(side, result, side.component),
                    _ => self.of_expr(side, &init, side.component),
                }
            }
            What::Call(number) => {
                let var = self.nth(side, self.calls().into_iter(), *number, ["call", &self.function.name])?;
                let var = var.ok_or_else(|| bad(side.span, "the results of that call have no name"))?;
                self.of_var(side, var, side.component)
            }
        }
    }

    fn nth<T>(
        &self,
        side: &Side,
        all: impl ExactSizeIterator<Item = T>,
        at: u32,
        [what, whose]: [&str; 2],
    ) -> Result<T, Box<Diagnostic>> {
        let count = all.len();
        let mut all = all;
        all.nth(at as usize).ok_or_else(|| {
            bad(side.span, format!("there is no {what} {at}: {whose} has {count}, counted from 0"))
        })
    }

    /// Results and initial values of the carries of every loop, in the order of the text.
    fn loops(&self) -> Vec<Vec<(VarId, Expr)>> {
        let carries = |stmt: &Stmt| {
            let carries = match &stmt.kind {
                StmtKind::For(it) => &it.carries,
                StmtKind::While(it) => &it.carries,
                _ => return None,
            };
            Some(carries.iter().map(|carry| (carry.result, carry.init.clone())).collect())
        };
        let mut stmts: Vec<&Stmt> = self.function.stmts().collect();
        stmts.sort_by_key(|stmt| stmt.span.start);
        stmts.into_iter().filter_map(carries).collect()
    }

    /// What every call defines, in the order of the text.
    fn calls(&self) -> Vec<Option<VarId>> {
        let mut stmts: Vec<&Stmt> = self.function.stmts().collect();
        stmts.sort_by_key(|stmt| stmt.span.start);
        let calls = stmts.into_iter().filter_map(|stmt| match &stmt.kind {
            StmtKind::Let(var, Rhs::Call(_)) => Some(Some(*var)),
            StmtKind::Eval(Rhs::Call(_)) => Some(None),
            _ => None,
        });
        calls.collect()
    }

    /// The variable of a name: the one of that line, else the last that the outermost region defines.
    fn variable(
        &self,
        side: &Side,
        name: &Name,
        line: Option<u32>,
        source: &Source,
    ) -> Result<VarId, Box<Diagnostic>> {
        let line_of = |var: VarId| source.position(self.function.vars[var].span.start).line as u32;
        let all: Vec<VarId> =
            self.function.vars.ids().filter(|var| self.function.vars[*var].name == *name).collect();
        if all.is_empty() {
            return Err(bad(side.span, format!("`{}` has no variable `{name}`", self.function.name)));
        }
        let there = all.iter().copied().filter(|var| line.is_none_or(|line| line_of(*var) == line));
        let defined = there.filter(|var| self.defined(*var).is_some());
        let outermost = self.outermost();
        // What a loop hands on has the place of what it began as: a line means the first of its definitions.
        let rank = |var: &VarId| (outermost.get(var).copied(), *var);
        let best = if line.is_some() { defined.min() } else { defined.max_by_key(rank) };
        best.ok_or_else(|| {
            let lines: BTreeSet<u32> = all.iter().map(|var| line_of(*var)).collect();
            let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
            let lines = lines.join(", ");
            bad(side.span, format!("`{name}` is not defined in that line, but in {lines}"))
        })
    }

    fn defined(&self, var: VarId) -> Option<Id> {
        let leaves = self.graph.encoded.sets[&self.function.name].leaves.of(var);
        leaves.clone().find_map(|leaf| self.class[leaf as usize])
    }

    /// Position of every variable that the outermost region defines.
    fn outermost(&self) -> HashMap<VarId, usize> {
        let params = self.function.params.iter().map(|param| (param.var, 0));
        let mut found: HashMap<VarId, usize> = params.collect();
        let body = self.function.body.map_or(&[][..], |body| &self.function.blocks[body].stmts);
        for (at, stmt) in body.iter().enumerate() {
            for var in crate::ir::walk::defined(&stmt.kind) {
                found.insert(var, at + 1);
            }
        }
        found
    }

    fn of_expr(&self, side: &Side, expr: &Expr, component: Option<u32>) -> Result<Asked, Box<Diagnostic>> {
        if let Some(var) = expr.as_var() {
            return self.of_var(side, var, component);
        }
        let leaves = &self.graph.encoded.sets[&self.function.name].leaves;
        match leaves.sources(self.function, expr)[..] {
            [LeafSource::Leaf(leaf)] => self.of_leaf(side, leaf),
            _ => Err(bad(side.span, format!("`{}` is not one variable; ask about its parts", side.text))),
        }
    }

    fn of_var(&self, side: &Side, var: VarId, component: Option<u32>) -> Result<Asked, Box<Diagnostic>> {
        let mut leaves = self.graph.encoded.sets[&self.function.name].leaves.of(var);
        let count = leaves.len();
        match component {
            None if count == 1 => self.of_leaf(side, leaves.start),
            None => Err(bad(side.span, format!("`{}` is {count} values; add `[0]` or another", side.text))),
            Some(at) => {
                let leaf = leaves.nth(at as usize).ok_or_else(|| {
                    let s = if count == 1 { "" } else { "s" };
                    bad(
                        side.span,
                        format!("there is no component {at}: it is {count} value{s}, counted from 0"),
                    )
                })?;
                self.of_leaf(side, leaf)
            }
        }
    }

    fn of_leaf(&self, side: &Side, leaf: Leaf) -> Result<Asked, Box<Diagnostic>> {
        let sets = &self.graph.encoded.sets[&self.function.name];
        let var = names_of(self.function, &sets.leaves)[leaf as usize];
        let class = self.class[leaf as usize];
        let class =
            class.ok_or_else(|| bad(side.span, format!("`{}` is defined nowhere that runs", side.text)))?;
        let (span, storage) = (self.function.vars[var].span, sets.is_handle(leaf));
        Ok(Asked { class, span, storage, also: Vec::new() })
    }
}

/// The variable of each leaf.
fn names_of(function: &Function, leaves: &crate::egraph::leaves::Leaves) -> Vec<VarId> {
    function.vars.ids().flat_map(|var| leaves.of(var).map(move |_| var)).collect()
}
