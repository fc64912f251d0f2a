//! Proof by test: a rule is applied to random programs made from its own left side, and both sides are run.
//!
//! For each case of a rule, programs are drawn whose body is the left side; variables are parameters and constants of
//! random types. A draw counts if the engine finds the rule's match in the program's own graph, guards included, and both
//! programs run to their end. Then they must agree: on the type, on every bit (or within what the rule states), and on the
//! storage where the law is about handles.

use std::collections::BTreeSet;

use egg::{EGraph, Id, Subst};

use crate::base::id::Id as _;
use crate::base::name::Name;
use crate::egraph::apply;
use crate::egraph::class_type;
use crate::egraph::compile::{Compiled, compile};
use crate::egraph::encode::{Asked, Encoded, encode};
use crate::egraph::facts::Classes;
use crate::egraph::instantiate::FunctionGraph;
use crate::egraph::node::{Node, Op};
use crate::egraph::offer::Offers;
use crate::egraph::prove_control;
use crate::egraph::prove_draw::{NoFit, Place, Random, Side};
use crate::egraph::rule_ast::{Case, Head, IT, Pat, PatNode};
use crate::egraph::rule_sorts::{Sort, gives};
use crate::egraph::rules::{Law, Rule, Rules};
use crate::interp::fault::Limits;
use crate::interp::inputs::{Input, Inputs};
use crate::interp::number::Number;
use crate::interp::outcome::{Content, Outcome, Output};
use crate::ir::attr::Attrs;
use crate::ir::dtype::DType;
use crate::ir::expr::Expr;
use crate::ir::print::print;
use crate::ir::program::{Function, Program, VarId};
use crate::ir::types::Type;
use crate::ir::typing::type_of;

/// How much is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The first seed.
    pub seed: u64,
    /// Draws for each choice of operators; if none of them can be used, the proof fails.
    pub draws: usize,
    /// Draws that are to succeed, shared among the choices of operators; then it is done.
    pub enough: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Self { seed: 0, draws: 1000, enough: 60 }
    }
}

impl Effort {
    /// Draws for the choice of this number among `cases` until enough draws could be used, and says how many could.
    /// `try_once` says of a seed whether its draw could be used, or how it refutes the rule.
    pub(crate) fn spend(
        &self,
        number: usize,
        cases: usize,
        proof: &mut Proof,
        mut try_once: impl FnMut(u64) -> Result<bool, String>,
    ) -> Result<usize, String> {
        let enough = (self.enough / cases).max(4);
        proof.cases += 1;
        let mut used = 0;
        for draw in 0..self.draws {
            if used == enough {
                break;
            }
            proof.draws += 1;
            let seed = self.seed.wrapping_add((number as u64) << 32).wrapping_add(draw as u64);
            used += usize::from(try_once(seed)?);
        }
        proof.compared += used;
        Ok(used)
    }

    /// What is wrong with a rule of which no draw could be used.
    pub(crate) fn in_vain(&self, rule: &Rule, chosen: &str) -> String {
        let chosen = for_chosen(chosen);
        format!("`{}`{chosen} applies to none of {} random programs", rule.name, self.draws)
    }
}

fn for_chosen(chosen: &str) -> String {
    if chosen.is_empty() { String::new() } else { format!(" for {chosen}") }
}

/// What a proof did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proof {
    /// Programs drawn.
    pub draws: usize,
    /// Those to which the rule applied, and whose sides were compared.
    pub compared: usize,
    /// Choices of operators.
    pub cases: usize,
}

/// Tries to refute a rule.
///
/// # Errors
/// Two programs that the rule says are the same, and how they differ; or that no draw could be used.
pub fn prove(rule: &Rule, effort: &Effort) -> Result<Proof, String> {
    let mut proof = Proof::default();
    let cases = match &rule.law {
        Law::Rewrite(cases) => cases,
        Law::Control(cases) => return prove_control::prove(rule, cases, effort),
        Law::Builtin => return Ok(proof),
    };
    let mut unused: BTreeSet<&str> = cases.iter().map(|case| case.chosen.as_str()).collect();
    for (number, case) in cases.iter().enumerate() {
        let one = |seed| match try_once(rule, case, number, seed) {
            Ok(()) => Ok(true),
            Err(Verdict::NotUsed) => Ok(false),
            Err(Verdict::Refuted(how)) => {
                let chosen = for_chosen(&case.chosen);
                Err(format!("`{}`{chosen} is refuted by seed {seed}:\n{how}", rule.name))
            }
        };
        if effort.spend(number, cases.len(), &mut proof, one)? > 0 {
            unused.remove(case.chosen.as_str());
        }
    }
    match unused.first() {
        None => Ok(proof),
        Some(chosen) => Err(effort.in_vain(rule, chosen)),
    }
}

enum Verdict {
    NotUsed,
    Refuted(String),
}

impl From<NoFit> for Verdict {
    fn from(_: NoFit) -> Self {
        Self::NotUsed
    }
}

/// One draw.
fn try_once(rule: &Rule, case: &Case, number: usize, seed: u64) -> Result<(), Verdict> {
    let none = |_: &PatNode| None;
    let mut left = Side::new(seed);
    let value = left.side(&case.left, Place::sort(Sort::Any), &none)?;
    let sort = sort_of(&case.left);
    let shown = consume(&mut left, sort, value)?;
    left.finish(shown);
    let before = program(left.function.clone());
    let engine = Engine::new(rule, &before);
    let found = engine.find(number, &left).ok_or(Verdict::NotUsed)?;

    let mut right = left.other();
    let build = |node: &PatNode| found.build(&left, node);
    let value = match sort {
        // Memory as it was: nothing is done.
        Sort::Memory => None,
        _ => Some(right.side(&case.right, Place::sort(Sort::Any), &build)?),
    };
    let shown = match value {
        Some(value) => consume(&mut right, sort, value)?,
        None => None,
    };
    right.finish(shown);
    let after = program(right.function.clone());
    let refuted = |how: String| Verdict::Refuted(format!("{how}\n{}\n{}", print(&before), print(&after)));
    let (a, b) = (&left.function.results, &right.function.results);
    if a != b {
        return Err(refuted(format!("the sides have the types {a:?} and {b:?}")));
    }
    for inputs in 0..2 {
        let inputs = special_inputs(&before, seed.wrapping_add(inputs)).ok_or(Verdict::NotUsed)?;
        compare(rule, sort, &before, &after, &inputs).map_err(|verdict| match verdict {
            Verdict::NotUsed => Verdict::NotUsed,
            Verdict::Refuted(how) => refuted(how),
        })?;
    }
    Ok(())
}

fn sort_of(pattern: &Pat) -> Sort {
    match pattern {
        Pat::Node(node) => match node.head {
            // Elements read one by one are scalars.
            Head::Op(_, row) if row.name.ends_with(".read") || row.name.ends_with("get_element") => {
                Sort::Scalar
            }
            head => gives(head),
        },
        Pat::Var(..) => Sort::Any,
        Pat::Int(..) | Pat::Bool(..) => Sort::Scalar,
    }
}

/// What is returned: a scalar or handle itself, a value through an operator that reads it.
fn consume(side: &mut Side, sort: Sort, value: Expr) -> Result<Option<Expr>, NoFit> {
    match sort {
        Sort::Memory => Ok(None),
        Sort::Scalar | Sort::Handle | Sort::Tuple => Ok(Some(value)),
        Sort::Value | Sort::Any => {
            let ty = type_of(&side.function.vars, &value);
            let name = match ty {
                Type::Tile(_) => "tile.neg",
                Type::Tensor(_) => "tensor.neg",
                _ => return Ok(Some(value)),
            };
            side.apply(name, vec![value], Attrs::new()).map(Some)
        }
    }
}

fn program(function: Function) -> Program {
    let functions = [(function.name.clone(), function)].into_iter().collect();
    Program { name: Name::from("P"), functions, comments: Vec::new() }
}

// ---- the engine's part: does the rule apply, and what do builders give ----

struct Engine<'a> {
    rules: Rules,
    /// Which of them is to be proven.
    at: usize,
    program: &'a Program,
    encoded: Encoded,
    compiled: Compiled,
    offers: Offers,
}

/// A match of the rule in the left side's graph.
struct Found<'a> {
    graph: FunctionGraph<'a>,
    class: Id,
    subst: Subst,
}

impl<'a> Engine<'a> {
    fn new(rule: &Rule, program: &'a Program) -> Self {
        let mut rules = Rules::shipped().only(&["extent"]);
        rules.push(rule.clone());
        rules.push(Rules::shipped().get("constants").expect("constants are a shipped rule").clone());
        let mut encoded = encode(program, Asked { views: true, inlining: false });
        let compiled = compile(&rules, &mut encoded.payloads);
        let at = rules.iter().position(|known| known.name == rule.name).expect("it was pushed");
        Self { rules, at, program, encoded, compiled, offers: Offers::none() }
    }

    fn find(&self, case: usize, left: &Side) -> Option<Found<'_>> {
        let mut graph = FunctionGraph::new(
            self.program,
            &self.encoded,
            &left.function.name,
            &self.rules,
            &self.offers,
            None,
        );
        graph.egraph.rebuild();
        let ready = &self.compiled.rules[self.at];
        let matches = apply::search(&graph, ready, usize::MAX);
        let found = matches.into_iter().find(|it| {
            ready.instances[it.instance].case == case
                && left.bound.iter().all(|(name, expr)| {
                    let bound = it.subst[name.parse().expect("variables have names")];
                    class_of(&graph, left, expr).is_none_or(|class| class == graph.egraph.find(bound))
                })
        })?;
        apply::right_side(&mut graph, &ready.instances[found.instance].right, &found)?;
        Some(Found { class: found.class, subst: found.subst, graph })
    }
}

/// The class of a drawn operand, where it is plain to see.
fn class_of(graph: &FunctionGraph<'_>, side: &Side, expr: &Expr) -> Option<Id> {
    let node = match expr {
        Expr::Var(var) => {
            let at = side.function.param_index(*var)?;
            let template = &graph.encoded.templates[&side.function.name];
            let id = graph.instances[0].ids[template.regions[0].arg_places[at] as usize];
            let read_anew = graph.encoded.sets[&side.function.name].is_handle(at as u32);
            return (!read_anew).then(|| graph.egraph.find(id));
        }
        Expr::Int(value, dtype) => Node::new(Op::Int(*value, *dtype), []),
        Expr::Float(value, dtype) => Node::new(Op::Float(*value, *dtype), []),
        Expr::Bool(value) => Node::new(Op::Bool(*value), []),
        Expr::Binary(op, left, right) => {
            let (left, right) = (class_of(graph, side, left)?, class_of(graph, side, right)?);
            Node::new(Op::Binary(*op), [left, right])
        }
        Expr::Tuple(items) => {
            let items: Option<Vec<Id>> = items.iter().map(|item| class_of(graph, side, item)).collect();
            Node::new(Op::Tuple, items?)
        }
        _ => return None,
    };
    graph.egraph.lookup(node)
}

impl Found<'_> {
    /// What a builder gives, as an expression over the parameters.
    fn build(&self, side: &Side, node: &PatNode) -> Option<Expr> {
        let Head::Build(builder) = node.head else { return None };
        let mut egraph = self.graph.egraph.clone();
        let mut args = Vec::new();
        for arg in &node.args {
            args.push(match arg {
                Pat::Var(name, _) if name == IT => self.class,
                Pat::Var(name, _) => self.subst[name.parse().expect("variables have names")],
                Pat::Node(inner) => {
                    let inner = self.build(side, inner)?;
                    class_type::class_of(&mut egraph, &over_classes(&self.graph, side, &inner)?)?
                }
                Pat::Int(value, _) => egraph.add(Node::new(Op::Int(*value, DType::Index), [])),
                Pat::Bool(value, _) => egraph.add(Node::new(Op::Bool(*value), [])),
            });
        }
        let id = (builder.build)(&mut egraph, &args)?;
        over_params(&egraph, &self.graph, side, id, 24)
    }
}

/// An expression over parameters as one over classes, each as the variable of its number.
fn over_classes(graph: &FunctionGraph<'_>, side: &Side, expr: &Expr) -> Option<Expr> {
    let mut complete = true;
    let mapped = expr.map_vars(&mut |var| match class_of(graph, side, &Expr::Var(var)) {
        Some(id) => Expr::Var(VarId::new(usize::from(id))),
        None => {
            complete = false;
            Expr::Undef
        }
    });
    complete.then_some(mapped)
}

/// A class of scalars or a tuple as an expression over parameters.
fn over_params(
    egraph: &EGraph<Node, Classes>,
    graph: &FunctionGraph<'_>,
    side: &Side,
    id: Id,
    depth: usize,
) -> Option<Expr> {
    if depth == 0 {
        return None;
    }
    let id = egraph.find(id);
    if let Some(constant) = egraph[id].data.constant {
        return Some(match constant {
            Op::Int(value, dtype) => Expr::Int(value, dtype),
            Op::Float(value, dtype) => Expr::Float(value, dtype),
            Op::Bool(value) => Expr::Bool(value),
            _ => return None,
        });
    }
    for param in &side.function.params {
        let expr = Expr::Var(param.var);
        if class_of(graph, side, &expr).map(|class| egraph.find(class)) == Some(id) {
            return Some(expr);
        }
    }
    egraph[id].nodes.iter().find_map(|node| {
        let children = node.children.iter().map(|child| over_params(egraph, graph, side, *child, depth - 1));
        let mut children = children.collect::<Option<Vec<Expr>>>()?.into_iter();
        match node.op {
            Op::Tuple => Some(Expr::Tuple(children.collect())),
            Op::Unary(op) => Some(Expr::Unary(op, Box::new(children.next()?))),
            Op::Binary(op) => Some(Expr::binary(op, children.next()?, children.next()?)),
            Op::Cast(dtype) => Some(Expr::Cast(Box::new(children.next()?), dtype)),
            _ => None,
        }
    })
}

// ---- running both ----

/// Inputs by seed, with numbers among them at which laws of floats and integers fail.
fn special_inputs(program: &Program, seed: u64) -> Option<Inputs> {
    let mut inputs = Inputs::seeded(program, "f", seed).ok()?;
    let mut random = Random(seed ^ 0x5eed);
    let function = &program.functions["f"];
    for (param, input) in function.params.iter().zip(&mut inputs.0) {
        let dtype = function.ty(param.var).dtype()?;
        let numbers: Vec<&mut Number> = match input {
            Input::Scalar(number) => vec![number],
            Input::Storage { elements, .. } | Input::Part { elements, .. } => elements.iter_mut().collect(),
            Input::Same(_) | Input::Token => Vec::new(),
        };
        for number in numbers {
            if random.one_in(3) {
                *number = special(dtype, &mut random);
            }
        }
    }
    Some(inputs)
}

fn special(dtype: DType, random: &mut Random) -> Number {
    if dtype.is_float() {
        let numbers = [0.0, -0.0, -1.5, -3.25, 1e30, -1e-30, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1.0];
        return Number::Float(random.pick(&numbers));
    }
    if dtype == DType::Index {
        return Number::Int(random.pick(&[-7, -1, 0, 5, 13, 100, 1000]));
    }
    Number::Int(random.pick(&[-128, -7, -1, 0, 5, 100, 127, 255, 1 << 20]))
}

fn compare(
    rule: &Rule,
    sort: Sort,
    before: &Program,
    after: &Program,
    inputs: &Inputs,
) -> Result<(), Verdict> {
    let limits = Limits::default();
    // A run that stops proves nothing.
    let Ok(left) = crate::interp::run(before, "f", inputs, &limits) else { return Err(Verdict::NotUsed) };
    if left.poison_uses > 0 {
        return Err(Verdict::NotUsed);
    }
    let right = crate::interp::run(after, "f", inputs, &limits);
    let right = right.map_err(|fault| Verdict::Refuted(format!("only the right side stops: {fault}")))?;
    let close = Closeness { within: rule.within, sort };
    match close.outcomes(&left, &right) {
        None => Ok(()),
        Some(how) => Err(Verdict::Refuted(how)),
    }
}

struct Closeness {
    within: Option<f64>,
    sort: Sort,
}

impl Closeness {
    fn outcomes(&self, left: &Outcome, right: &Outcome) -> Option<String> {
        // A law of memory says what is in storage in the end; others do not write, even where their left side did.
        let memory = self.sort == Sort::Memory;
        let params = left.params.iter().zip(&right.params).enumerate().filter(|_| memory);
        let params = params.map(|(at, pair)| (format!("parameter {at}"), pair));
        let returns = left.returns.iter().zip(&right.returns).map(|pair| ("the value".to_owned(), pair));
        params
            .chain(returns)
            .find_map(|(what, (left, right))| self.output(left, right).map(|how| format!("{what}: {how}")))
    }
    fn output(&self, left: &Output, right: &Output) -> Option<String> {
        match (left, right) {
            (Output::Storage(left), Output::Storage(right)) => self.content(left, right),
            (Output::Scalar(left, a), Output::Scalar(right, b)) if a == b => self.number(*left, *right),
            _ => Some(format!("{left:?} against {right:?}")),
        }
    }
    fn content(&self, left: &Content, right: &Content) -> Option<String> {
        let form = |it: &Content| (it.dtype, it.shape.clone(), it.valid.clone());
        if form(left) != form(right) {
            return Some(format!("{:?} against {:?}", form(left), form(right)));
        }
        if self.sort == Sort::Handle && left.root != right.root {
            return Some(format!("storage {} against {}", left.root, right.root));
        }
        let pairs = left.elements.iter().zip(&right.elements).enumerate();
        pairs.filter(|(_, (left, _))| **left != Number::Poison).find_map(|(at, (left, right))| {
            self.number(*left, *right).map(|how| format!("element {at}: {how}"))
        })
    }
    fn number(&self, left: Number, right: Number) -> Option<String> {
        let near = match (self.within, left, right) {
            (Some(within), Number::Float(a), Number::Float(b)) => {
                // What overflows or has no value tells nothing of rounding.
                !a.is_finite()
                    || !b.is_finite()
                    || (a - b).abs() <= within * a.abs().max(b.abs()).max(f64::MIN_POSITIVE)
            }
            _ => false,
        };
        (!near && !left.same(right)).then(|| format!("{left} against {right}"))
    }
}
