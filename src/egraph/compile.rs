//! Rules made ready for the payloads of a program: one engine pattern per choice of operators and keywords that occur.
//!
//! The engine finds nodes by operator and payload, so a pattern over many keywords would look at every node. Instead
//! each pattern is written out for the payloads there are; what right sides make of them is added until nothing is new.

use std::collections::BTreeMap;

use egg::{ENodeOrVar, Id, Pattern, RecExpr, Var};

use crate::egraph::apply::Match;
use crate::egraph::builders::Builder;
use crate::egraph::node::{Node, Op, Payload, PayloadId};
use crate::egraph::rule_ast::{AttrPat, Case, Form, GuardArg, Head, IT, Pat, PatNode, When};
use crate::egraph::rules::{Law, Rules};
use crate::egraph::template::Payloads;
use crate::egraph::trace::Noted;
use crate::ir::attr::{Attr, Attrs};
use crate::ir::dtype::DType;
use crate::ir::op::{Op as Operator, OpRow};

/// Rules made ready, in order.
#[derive(Debug, Default)]
pub(crate) struct Compiled {
    pub(crate) rules: Vec<Ready>,
}

/// A rule made ready: the ways it may match this program.
#[derive(Debug, Default)]
pub(crate) struct Ready {
    pub(crate) instances: Vec<Instance>,
}

/// A rule with operators and keywords chosen.
#[derive(Debug)]
pub(crate) struct Instance {
    pub(crate) pattern: Pattern<Node>,
    pub(crate) right: Build,
    pub(crate) guards: Vec<ReadyGuard>,
    /// Index of its case, for reports and proofs.
    pub(crate) case: usize,
}

/// A guard with keywords chosen.
#[derive(Debug)]
pub(crate) struct ReadyGuard {
    pub(crate) when: When,
    pub(crate) args: Vec<ReadyArg>,
}

#[derive(Debug)]
pub(crate) enum ReadyArg {
    Class(Var),
    /// The left side as a whole.
    It,
    Attr(Attr),
}

/// What an application adds.
#[derive(Clone, Debug)]
pub(crate) enum Build {
    Var(Var),
    /// The left side as a whole.
    It,
    Node(Op, Vec<Build>),
    Call(&'static Builder, Vec<Build>),
}

/// Values chosen for keywords: of `:name ?x`, and of `:& ?rest`.
#[derive(Clone, PartialEq, Default, Debug)]
struct Chosen {
    values: BTreeMap<String, Attr>,
    rests: BTreeMap<String, Attrs>,
}

impl Instance {
    /// What the trace keeps of a match.
    pub(crate) fn noted(&self, form: &Match) -> Noted {
        let bound = self.pattern.vars().into_iter().map(|var| form.subst[var]);
        Noted::Rewrite { form: form.instance, bound: bound.collect() }
    }
}

/// Makes rules ready; adds the payloads that right sides make.
pub(crate) fn compile(rules: &Rules, payloads: &mut Payloads) -> Compiled {
    let mut all: Vec<Vec<Work<'_>>> = rules.iter().map(|rule| Work::of(&rule.law)).collect();
    // What a right side makes, another rule may match: until nothing is new. Keywords only ever come from the
    // program and the rules, so that ends.
    loop {
        let before = payloads.len();
        all.iter_mut().flatten().for_each(|work| work.again(payloads));
        if payloads.len() == before {
            break;
        }
    }
    let ready = |works: Vec<Work<'_>>| Ready {
        instances: works.into_iter().flat_map(|work| work.instances).collect(),
    };
    Compiled { rules: all.into_iter().map(ready).collect() }
}

/// A case of a rule, with the ways it may match what there is so far.
struct Work<'r> {
    number: usize,
    case: &'r Case,
    /// Operators of its left side.
    operators: Vec<&'static str>,
    /// How many payloads they had when it was last looked at.
    seen: Option<usize>,
    instances: Vec<Instance>,
}

impl<'r> Work<'r> {
    fn of(law: &'r Law) -> Vec<Self> {
        let Law::Rewrite(cases) = law else { return Vec::new() };
        let work = |(number, case): (usize, &'r Case)| {
            let mut operators = Vec::new();
            operators_of(&case.left, &mut operators);
            Work { number, case, operators, seen: None, instances: Vec::new() }
        };
        cases.iter().enumerate().map(work).collect()
    }

    /// Makes it ready where its operators have payloads that it has not seen. Most rules are about operators that a
    /// program does not have.
    fn again(&mut self, payloads: &mut Payloads) {
        let counts = self.operators.iter().map(|name| payloads.count(name));
        let (least, sum) = counts.fold((1, 0), |(least, sum), count| (count.min(least), sum + count));
        if least == 0 || self.seen.replace(sum) == Some(sum) {
            return;
        }
        self.instances.clear();
        for (expr, chosen) in lefts(&self.case.left, payloads) {
            let right = build(&self.case.right, &chosen, payloads);
            let guards = self.case.when.iter().map(|when| ready_guard(when, &chosen)).collect();
            self.instances.push(Instance { pattern: Pattern::new(expr), right, guards, case: self.number });
        }
    }
}

fn operators_of(pattern: &Pat, found: &mut Vec<&'static str>) {
    if let Pat::Node(node) = pattern {
        if let Head::Op(_, row) = node.head {
            found.push(row.name);
        }
        node.args.iter().for_each(|arg| operators_of(arg, found));
    }
}

fn variable(name: &str) -> Var {
    name.parse().expect("variables were checked when the rule was read")
}

// ---- left sides ----

/// A left side so far: its nodes, the place of each variable, what was chosen.
#[derive(Clone, Default)]
struct Partial {
    nodes: RecExpr<ENodeOrVar<Node>>,
    variables: BTreeMap<String, Id>,
    chosen: Chosen,
}

/// Every way to write a left side with the payloads there are.
fn lefts(pattern: &Pat, payloads: &Payloads) -> Vec<(RecExpr<ENodeOrVar<Node>>, Chosen)> {
    let ways = left(pattern, vec![Partial::default()], payloads);
    ways.into_iter().map(|(partial, _)| (partial.nodes, partial.chosen)).collect()
}

fn left(pattern: &Pat, so_far: Vec<Partial>, payloads: &Payloads) -> Vec<(Partial, Id)> {
    match pattern {
        Pat::Var(name, _) => so_far
            .into_iter()
            .map(|mut partial| {
                let id = match partial.variables.get(name) {
                    Some(id) => *id,
                    None => {
                        let id = partial.nodes.add(ENodeOrVar::Var(variable(name)));
                        partial.variables.insert(name.clone(), id);
                        id
                    }
                };
                (partial, id)
            })
            .collect(),
        Pat::Int(value, _) => leaf(so_far, Op::Int(*value, DType::Index)),
        Pat::Bool(value, _) => leaf(so_far, Op::Bool(*value)),
        Pat::Node(node) => {
            let mut ways: Vec<(Partial, Vec<Id>)> =
                so_far.into_iter().map(|partial| (partial, Vec::new())).collect();
            for arg in &node.args {
                ways = ways
                    .into_iter()
                    .flat_map(|(partial, ids)| {
                        let more = left(arg, vec![partial], payloads).into_iter();
                        more.map(move |(partial, id)| (partial, [&ids[..], &[id]].concat()))
                    })
                    .collect();
            }
            ways.into_iter().flat_map(|(partial, ids)| heads(node, partial, &ids, payloads)).collect()
        }
    }
}

fn leaf(so_far: Vec<Partial>, op: Op) -> Vec<(Partial, Id)> {
    so_far
        .into_iter()
        .map(|mut partial| {
            let id = partial.nodes.add(ENodeOrVar::ENode(Node::new(op, [])));
            (partial, id)
        })
        .collect()
}

/// Every operator and payload that a node may have.
fn heads(node: &PatNode, partial: Partial, ids: &[Id], payloads: &Payloads) -> Vec<(Partial, Id)> {
    let with = |mut partial: Partial, op: Op| {
        let id = partial.nodes.add(ENodeOrVar::ENode(Node::new(op, ids.iter().copied())));
        (partial, id)
    };
    match node.head {
        Head::Op(form, row) => {
            let operands = ids.len() - usize::from(form == Form::Write);
            let mut found = Vec::new();
            for (payload, kwargs) in payloads.operators(row.name, operands as u32) {
                if let Some(chosen) = matched(node, row, kwargs, &partial.chosen) {
                    found.push(with(Partial { chosen, ..partial.clone() }, op_of(form, payload)));
                }
            }
            found
        }
        Head::Cast => {
            let known = DType::all().filter_map(|dtype| {
                let chosen = unify(&node.attrs[0].1, &Attr::DType(dtype), &partial.chosen)?;
                Some(with(Partial { chosen, ..partial.clone() }, Op::Cast(dtype)))
            });
            known.collect()
        }
        head => vec![with(partial, plain_op(head))],
    }
}

fn op_of(form: Form, payload: PayloadId) -> Op {
    match form {
        Form::Value => Op::Pure(payload),
        Form::View => Op::View(payload),
        Form::Write => Op::Write(payload),
    }
}

/// The operator of a head without a payload.
fn plain_op(head: Head) -> Op {
    match head {
        Head::Tuple => Op::Tuple,
        Head::Read => Op::Read,
        Head::Fresh => Op::Fresh,
        Head::FreshOf => Op::FreshOf,
        Head::Extent(axis) => Op::Extent(axis),
        Head::Unary(op) => Op::Unary(op),
        Head::Binary(op) => Op::Binary(op),
        Head::Cast | Head::Op(..) | Head::Build(_) => unreachable!("heads with a payload are handled apart"),
    }
}

/// What keywords of a payload choose; `None` if they do not fit the pattern.
fn matched(node: &PatNode, row: &OpRow, kwargs: &Attrs, chosen: &Chosen) -> Option<Chosen> {
    let mut chosen = chosen.clone();
    let default = |name: &str| row.keyword(name).and_then(|it| it.default).map(|value| value.to_attr());
    for (name, wanted) in &node.attrs {
        let value = kwargs.get(name).cloned().or_else(|| default(name))?;
        chosen = unify(wanted, &value, &chosen)?;
    }
    let mut others = kwargs.clone();
    others.retain(|name| node.attrs.iter().all(|(known, _)| known != name.as_str()));
    match &node.rest {
        Some(rest) => match chosen.rests.get(rest) {
            Some(known) if *known != others => return None,
            Some(_) => {}
            None => drop(chosen.rests.insert(rest.clone(), others)),
        },
        None => {
            let as_default =
                |(name, value): (&crate::base::name::Name, &Attr)| default(name).as_ref() == Some(value);
            if !others.iter().all(as_default) {
                return None;
            }
        }
    }
    Some(chosen)
}

fn unify(wanted: &AttrPat, value: &Attr, chosen: &Chosen) -> Option<Chosen> {
    match wanted {
        AttrPat::Literal(literal) => (literal == value).then(|| chosen.clone()),
        AttrPat::Var(name) => match chosen.values.get(name) {
            Some(known) => (known == value).then(|| chosen.clone()),
            None => {
                let mut chosen = chosen.clone();
                chosen.values.insert(name.clone(), value.clone());
                Some(chosen)
            }
        },
        AttrPat::Flip(_) => None,
    }
}

// ---- right sides and guards ----

fn build(pattern: &Pat, chosen: &Chosen, payloads: &mut Payloads) -> Build {
    match pattern {
        Pat::Var(name, _) if name == IT => Build::It,
        Pat::Var(name, _) => Build::Var(variable(name)),
        Pat::Int(value, _) => Build::Node(Op::Int(*value, DType::Index), Vec::new()),
        Pat::Bool(value, _) => Build::Node(Op::Bool(*value), Vec::new()),
        Pat::Node(node) => {
            let args: Vec<Build> = node.args.iter().map(|arg| build(arg, chosen, payloads)).collect();
            match node.head {
                Head::Build(builder) => Build::Call(builder, args),
                Head::Op(form, row) => {
                    let payload = right_payload(node, row, args.len() as u32, chosen);
                    Build::Node(op_of(form, payloads.intern(payload)), args)
                }
                Head::Cast => match value(&node.attrs[0].1, chosen) {
                    Attr::DType(dtype) => Build::Node(Op::Cast(dtype), args),
                    other => unreachable!("{other:?}: a cast is to an element type"),
                },
                head => Build::Node(plain_op(head), args),
            }
        }
    }
}

fn right_payload(node: &PatNode, row: &OpRow, operands: u32, chosen: &Chosen) -> Payload {
    let mut kwargs = node.rest.as_ref().map_or_else(Attrs::new, |rest| chosen.rests[rest].clone());
    for (name, wanted) in &node.attrs {
        kwargs.set(name.as_str(), value(wanted, chosen));
    }
    for keyword in row.keywords {
        let Some(default) = keyword.default.map(|default| default.to_attr()) else { continue };
        match kwargs.get(keyword.name) {
            None if keyword.recorded => kwargs.set(keyword.name, default),
            Some(value) if !keyword.recorded && *value == default => drop(kwargs.remove(keyword.name)),
            _ => {}
        }
    }
    Payload::Op { op: Operator::new(row.name), kwargs, attrs: Attrs::new(), operands }
}

fn value(wanted: &AttrPat, chosen: &Chosen) -> Attr {
    match wanted {
        AttrPat::Var(name) => chosen.values[name].clone(),
        AttrPat::Literal(attr) => attr.clone(),
        AttrPat::Flip(name) => Attr::Bool(chosen.values[name] != Attr::Bool(true)),
    }
}

fn ready_guard(when: &When, chosen: &Chosen) -> ReadyGuard {
    let args = when.args.iter().map(|arg| match arg {
        GuardArg::Class(name) if name == IT => ReadyArg::It,
        GuardArg::Class(name) => ReadyArg::Class(variable(name)),
        GuardArg::AttrVar(name) => ReadyArg::Attr(chosen.values[name].clone()),
        GuardArg::Attr(attr) => ReadyArg::Attr(attr.clone()),
    });
    ReadyGuard { when: when.clone(), args: args.collect() }
}
