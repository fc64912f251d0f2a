//! The graph and its trace in the words of proofs: every e-node that was ever added is a term, and what laws said are steps.

use std::collections::HashMap;
use std::sync::Arc;

use egg::{ENodeOrVar, Id, Language};

use crate::base::id::Id as _;
use crate::egraph::class_type::ClassType;
use crate::egraph::compile::{Build, Instance, ReadyArg};
use crate::egraph::instantiate::{FunctionGraph, InstanceId};
use crate::egraph::node::{Control, ControlKind, Op};
use crate::egraph::rules::Rules;
use crate::egraph::session::Saturated;
use crate::egraph::template::ArgKind;
use crate::egraph::trace::{Noted, Said, Trace};
use crate::ir::expr::Expr;
use crate::ir::program::FunctionKind;
use crate::ir::stmt::ForKind;
use crate::proof::check::anchored;
use crate::proof::closure::Closure;
use crate::proof::{
    Argument, BodyNode, Callee, Construct, Declared, Guard, Law, Layout, Pattern, Rewrite, Step, Symbol,
    Term, TermId, Terms,
};

/// A recorded graph as terms.
pub(super) struct Translated<'s, 'a> {
    pub(super) terms: Terms,
    graph: &'s FunctionGraph<'a>,
    trace: &'s Trace,
    /// The ready forms of each rule.
    forms: HashMap<&'s str, &'s [Instance]>,
    symbols: HashMap<Op, u32>,
    arguments: HashMap<(u32, u32), TermId>,
    /// Components as they were first asked for.
    components: HashMap<(Id, u32), TermId>,
    bodies: HashMap<(InstanceId, u32), Arc<[BodyNode]>>,
}

/// The term of a class, or of the node that was added under that id.
pub(super) fn term(id: Id) -> TermId {
    TermId::new(usize::from(id))
}

impl<'s, 'a> Translated<'s, 'a> {
    pub(super) fn new(saturated: &'s Saturated<'a>, rules: &'s Rules, trace: &'s Trace) -> Self {
        let graph = &saturated.graph;
        let compiled = rules.iter().zip(&saturated.compiled.rules);
        let forms = compiled.map(|(rule, ready)| (rule.name.as_str(), &ready.instances[..])).collect();
        let mut it = Self {
            terms: Terms::default(),
            graph,
            trace,
            forms,
            symbols: HashMap::new(),
            arguments: HashMap::new(),
            components: HashMap::new(),
            bodies: HashMap::new(),
        };
        it.add_nodes(saturated);
        let forms: Vec<&Instance> = it.forms.values().copied().flatten().collect();
        forms.into_iter().for_each(|form| it.add_form(saturated, form));
        for said in &trace.said {
            if let Noted::Body { instance, .. } = said.why {
                it.add_body(saturated, instance);
            }
        }
        it
    }

    /// The argument of a region.
    pub(super) fn argument(&self, argument: (u32, u32)) -> Option<TermId> {
        self.arguments.get(&argument).copied()
    }

    fn add_nodes(&mut self, saturated: &Saturated<'_>) {
        let mut declared: HashMap<Id, Option<Arc<Declared>>> = HashMap::new();
        for (at, node) in self.graph.egraph.nodes().iter().enumerate() {
            if let Op::Arg(region, index) = node.op {
                self.arguments.insert((region, index), TermId::new(at));
            }
            if let Op::Get(component) = node.op {
                self.components.entry((node.children[0], component)).or_insert(TermId::new(at));
            }
            let class = self.graph.egraph.find(Id::from(at));
            let known = declared.entry(class).or_insert_with(|| self.declared(class)).clone();
            let children = node.children.iter().map(|child| term(*child)).collect();
            let symbol = self.symbol(saturated, node.op);
            self.terms.terms.push(Term { symbol, children, known });
        }
    }

    fn declared(&self, class: Id) -> Option<Arc<Declared>> {
        let data = &self.graph.egraph[class].data;
        let extents = data.extents.as_ref().map(|extents| extents.iter().map(|it| term(*it)).collect());
        let whole = data.ty.as_ref().is_some_and(ClassType::is_whole);
        let ty = data.ty.as_ref().map(|ty| {
            let mut ty = ty.as_type();
            ty.for_each_expr_mut(&mut |expr| *expr = Expr::Undef);
            ty
        });
        (ty.is_some() || extents.is_some()).then(|| Arc::new(Declared { ty, extents, whole }))
    }

    fn add_form(&mut self, saturated: &Saturated<'_>, form: &Instance) {
        for part in form.pattern.ast.as_ref() {
            if let ENodeOrVar::ENode(node) = part {
                self.symbol(saturated, node.op);
            }
        }
        let mut pending = vec![&form.right];
        while let Some(part) = pending.pop() {
            match part {
                Build::Node(op, args) => {
                    self.symbol(saturated, *op);
                    pending.extend(args);
                }
                Build::Call(_, args) => pending.extend(args),
                Build::Var(_) | Build::It => {}
            }
        }
    }

    fn add_body(&mut self, saturated: &Saturated<'_>, number: InstanceId) {
        let instance = &self.graph.instances[number as usize];
        let template = &self.graph.encoded.templates[&instance.template];
        let range = template.regions[instance.region as usize].nodes.clone();
        let nodes = &template.nodes[range.start as usize..range.end as usize];
        let mut body = Vec::with_capacity(nodes.len());
        for node in nodes {
            let op = match node.op {
                Op::Dim(axis) if self.graph.binds_extents() => Op::Extent(axis),
                op => op,
            };
            let children = node.children.iter().map(|child| child.wrapping_sub(range.start)).collect();
            body.push(BodyNode { symbol: self.symbol(saturated, op), children });
        }
        self.bodies.insert((number, instance.region), body.into());
    }

    fn symbol(&mut self, saturated: &Saturated<'_>, op: Op) -> u32 {
        if let Some(&known) = self.symbols.get(&op) {
            return known;
        }
        let number = self.terms.symbols.len() as u32;
        self.terms.symbols.push(self.meaning(saturated, op));
        self.symbols.insert(op, number);
        number
    }

    fn meaning(&self, saturated: &Saturated<'_>, op: Op) -> Symbol {
        match op {
            Op::Int(value, dtype) => Symbol::Int(value, dtype),
            Op::Float(value, dtype) => Symbol::Float(value, dtype),
            Op::Bool(value) => Symbol::Bool(value),
            Op::Arg(region, index) => Symbol::Arg(region, index),
            Op::Void => Symbol::Void,
            Op::Get(component) => Symbol::Get(component),
            Op::Bundle => Symbol::Bundle,
            Op::Tuple => Symbol::Tuple,
            Op::Region(number) => Symbol::Region(number),
            Op::Retype(_) => Symbol::Retype,
            Op::Extent(axis) => Symbol::Extent(axis),
            Op::Unary(op) => Symbol::Unary(op),
            Op::Binary(op) => Symbol::Binary(op),
            Op::Cast(dtype) => Symbol::Cast(dtype),
            Op::Call(payload) => {
                let call = self.graph.call_payload(payload);
                let (args, results) = (call.args as usize, call.results as usize);
                Symbol::Call(Callee { name: call.callee.clone(), args, results })
            }
            _ => match self.graph.control(op) {
                Some(control) => Symbol::Control(layout(control)),
                None => Symbol::Other(saturated.op_name(op)),
            },
        }
    }

    /// How many equations there are.
    pub(super) fn len(&self) -> usize {
        self.trace.said.len()
    }

    /// An equation with its law, about the very terms that the law speaks of: the engine knows classes only.
    pub(super) fn step(&self, number: usize, closure: &Closure<'_>) -> Step {
        let step = self.recorded(number);
        anchored(&self.terms, closure, step)
    }

    fn recorded(&self, number: usize) -> Step {
        let said = &self.trace.said[number];
        let law = match &said.why {
            Noted::Rewrite { form, bound } => Law::Rewrite(self.rewrite(said, *form, bound).into()),
            Noted::Folded => Law::Folded,
            Noted::Sums => Law::Sums,
            Noted::Retyped => Law::Retyped,
            Noted::Component(_) => Law::Component,
            Noted::Body { instance, given } => Law::Body(self.body(said, *instance, given).into()),
            Noted::NoTrips => Law::NoTrips,
            Noted::Passed(_) => Law::Passed,
            Noted::Returned(_) => Law::Returned,
        };
        let part = match said.why {
            Noted::Component(part) | Noted::Passed(part) | Noted::Returned(part) => {
                self.components.get(&part).copied()
            }
            _ => None,
        };
        let (left, right) = (part.unwrap_or(term(said.left)), term(said.right));
        Step { left, right, rule: said.rule.to_string(), law }
    }

    fn rewrite(&self, said: &Said, form: usize, bound: &[Id]) -> Rewrite {
        let form = &self.forms[&*said.rule][form];
        let vars = form.pattern.vars();
        let bind = vars.iter().zip(bound).map(|(var, id)| (var.to_string(), term(*id)));
        let class = |wanted: &egg::Var| {
            let at = vars.iter().position(|var| var == wanted).expect("guards speak of bound variables");
            term(bound[at])
        };
        let guards = form.guards.iter().map(|guard| Guard {
            name: guard.when.guard.name,
            args: guard
                .args
                .iter()
                .map(|arg| match arg {
                    ReadyArg::Class(var) => Argument::Term(class(var)),
                    ReadyArg::It => Argument::Term(term(said.left)),
                    ReadyArg::Attr(attr) => Argument::Attr(attr.clone()),
                })
                .collect(),
        });
        let root = Id::from(form.pattern.ast.as_ref().len() - 1);
        Rewrite {
            left: self.left(form.pattern.ast.as_ref(), root),
            right: self.right(&form.right),
            bind: bind.collect(),
            guards: guards.collect(),
        }
    }

    /// A left side. Patterns are as deep as rules are written.
    fn left(&self, ast: &[ENodeOrVar<crate::egraph::node::Node>], at: Id) -> Pattern {
        match &ast[usize::from(at)] {
            ENodeOrVar::Var(var) => Pattern::Var(var.to_string()),
            ENodeOrVar::ENode(node) => {
                let children = node.children().iter().map(|child| self.left(ast, *child));
                Pattern::Apply(self.symbols[&node.op], children.collect())
            }
        }
    }

    fn right(&self, build: &Build) -> Pattern {
        let all = |args: &[Build]| args.iter().map(|arg| self.right(arg)).collect();
        match build {
            Build::Var(var) => Pattern::Var(var.to_string()),
            Build::It => Pattern::It,
            Build::Node(op, args) => Pattern::Apply(self.symbols[op], all(args)),
            Build::Call(builder, args) => Pattern::Build(builder.name, all(args)),
        }
    }

    fn body(&self, said: &Said, number: InstanceId, given: &[u32]) -> crate::proof::Instance {
        let instance = &self.graph.instances[number as usize];
        let template = &self.graph.encoded.templates[&instance.template];
        let region = &template.regions[instance.region as usize];
        let first = region.nodes.start;
        let replaced = self.graph.egraph.id_to_node(said.left).op;
        let function = &self.graph.program.functions[&instance.template];
        let is_param = |kind: &ArgKind| match kind {
            ArgKind::Carry(_) | ArgKind::Index(_) => true,
            ArgKind::Capture(_) => function.kind == FunctionKind::Inline,
            ArgKind::Frame | ArgKind::Memory(_) | ArgKind::World => false,
        };
        let params = region.args.iter().enumerate().filter(|(_, kind)| is_param(kind));
        let place = |place: &u32| term(instance.ids[*place as usize]);
        crate::proof::Instance {
            nodes: self.bodies[&(number, instance.region)].clone(),
            region: region.id,
            index: matches!(replaced, Op::For(_)).then_some(0),
            terms: region.nodes.clone().map(|at| place(&at)).collect(),
            outputs: region.outputs.iter().map(|place| place - first).collect(),
            given: given.into(),
            args: region.arg_places.iter().map(place).collect(),
            params: params.map(|(at, _)| at as u32).collect(),
        }
    }
}

/// The layout of a loop, branch or scope in the words of proofs.
fn layout(control: &Control) -> Layout {
    let construct = match control.kind {
        ControlKind::For(kind, _) => {
            Construct::For { in_order: matches!(kind, ForKind::Sequential | ForKind::Unroll) }
        }
        ControlKind::While(_) => Construct::While,
        ControlKind::If => Construct::If,
        ControlKind::Scope(_) => Construct::Scope,
    };
    Layout {
        construct,
        operands: control.operands as usize,
        carries: control.carries as usize,
        captures: control.captures as usize,
        site: control.site,
        memories: control.memories as usize,
        written: control.written.iter().map(|at| *at as usize).collect(),
        world: control.world,
        jumps: control.jumps,
        first_carry: control.first_carry as usize,
        first_capture: control.first_capture as usize,
    }
}
