//! Why two classes are not the same: down through what they have in common, to the nearest place where they part.

use std::collections::HashSet;

use egg::Id;

use crate::base::span::Span;
use crate::egraph::explain::Said;
use crate::egraph::explain::places::Places;
use crate::egraph::node::{Control, Node, Op, Payload};
use crate::egraph::session::Saturated;
use crate::ir::types::Type;

/// So many places are shown at most.
const DEPTH: usize = 24;

/// A pair of classes that part, with the words for it.
struct Parting {
    said: Said,
    /// The pair below, if the reason lies there.
    below: Option<(Id, Id)>,
}

pub(super) struct WhyNot<'s, 'a> {
    pub(super) saturated: &'s Saturated<'a>,
    pub(super) places: &'s Places<'s, 'a>,
}

impl WhyNot<'_, '_> {
    /// What parts the two, outermost first.
    pub(super) fn reasons(&self, a: Id, b: Id) -> Vec<Said> {
        let mut reasons = Vec::new();
        let mut seen = HashSet::new();
        let mut pair = Some((a, b));
        while let Some((a, b)) = pair.take() {
            let (a, b) = (self.find(a), self.find(b));
            if a == b || reasons.len() == DEPTH || !seen.insert((a, b)) {
                break;
            }
            let Parting { said, below } = self.parting(a, b);
            reasons.push(said);
            pair = below;
        }
        reasons
    }

    fn find(&self, id: Id) -> Id {
        self.saturated.graph.egraph.find(id)
    }
    fn nodes(&self, id: Id) -> &[Node] {
        &self.saturated.graph.egraph[self.find(id)].nodes
    }

    /// How a class is called: the variable that is it, its constant, or its operator.
    fn name(&self, id: Id) -> String {
        let data = &self.saturated.graph.egraph[self.find(id)].data;
        if let Some(constant) = data.constant {
            return format!("`{}`", self.saturated.op_name(constant));
        }
        let named = self.places.of_class(self.find(id)).and_then(|owner| owner.name.clone());
        match named {
            Some(name) => format!("`{name}`"),
            None => format!("what `{}` gives", self.saturated.node_name(&self.nodes(id)[0])),
        }
    }

    fn span(&self, id: Id) -> Span {
        self.places.of_class(self.find(id)).map_or(Span::NONE, |owner| owner.span)
    }

    fn parting(&self, a: Id, b: Id) -> Parting {
        let certain = self.constants(a, b).or_else(|| self.roots(a, b)).or_else(|| self.types(a, b));
        if let Some(text) = certain {
            return Parting { said: self.at(b, text), below: None };
        }
        let found = self.alike(a, b).or_else(|| self.given(a, b)).or_else(|| self.given(b, a));
        found.unwrap_or_else(|| {
            let (x, y) = (self.name(a), self.name(b));
            let (p, q) = (self.made(a), self.made(b));
            Parting {
                said: self.at(b, format!("{x} is {p}, {y} is {q}; no rule relates the two")),
                below: None,
            }
        })
    }

    /// Words with the place of a class.
    fn at(&self, id: Id, text: String) -> Said {
        Said { rule: None, span: self.span(id), text }
    }

    /// What makes a class.
    fn made(&self, id: Id) -> String {
        let node = &self.nodes(id)[0];
        match node.op {
            Op::Arg(..) => "an argument".to_owned(),
            Op::Get(_) => self.nodes(node.children[0]).first().map_or_else(
                || "a component".to_owned(),
                |whole| format!("given by `{}`", self.saturated.node_name(whole)),
            ),
            _ => format!("made by `{}`", self.saturated.node_name(node)),
        }
    }

    fn constants(&self, a: Id, b: Id) -> Option<String> {
        let constant = |id: Id| self.saturated.graph.egraph[id].data.constant;
        let (x, y) = (constant(a)?, constant(b)?);
        let shown = |op| self.saturated.op_name(op);
        Some(format!("they are the constants {} and {}: never the same", shown(x), shown(y)))
    }

    fn roots(&self, a: Id, b: Id) -> Option<String> {
        let root = |id: Id| self.saturated.graph.egraph[id].data.root;
        let (x, y) = (root(a)?, root(b)?);
        (x != y).then(|| {
            let (a, b) = (self.name(a), self.name(b));
            format!("{a} and {b} name storage of their own: two parameters or allocations, which are told apart")
        })
    }

    fn types(&self, a: Id, b: Id) -> Option<String> {
        let ty = |id: Id| self.saturated.graph.egraph[id].data.ty.as_ref().map(|ty| ty.as_type());
        let (x, y) = (ty(a)?, ty(b)?);
        let kind = |ty: &Type| match ty {
            Type::Tensor(_) => "a tensor",
            Type::Tile(_) => "a tile",
            Type::Scalar(_) => "a scalar",
            _ => "something else",
        };
        let (a, b) = (self.name(a), self.name(b));
        let dtypes = x.dtype().zip(y.dtype()).filter(|(p, q)| p != q);
        match dtypes {
            _ if kind(&x) != kind(&y) => Some(format!("{a} is {}, {b} is {}", kind(&x), kind(&y))),
            Some((p, q)) => Some(format!("{a} has elements of type {p}, {b} of type {q}")),
            None => crate::ir::agree::disagreement(&x, &y).map(|what| format!("{a} and {b} differ: {what}")),
        }
    }

    /// Nodes of one operator whose operands differ in the fewest places.
    fn alike(&self, a: Id, b: Id) -> Option<Parting> {
        let mut best: Option<(usize, &Node, Id, Id)> = None;
        for x in self.nodes(a) {
            for y in self.nodes(b).iter().filter(|y| x.op == y.op && x.children.len() == y.children.len()) {
                let pairs = x.children.iter().zip(&y.children);
                let mut apart = pairs.filter(|(p, q)| self.find(**p) != self.find(**q));
                let first = apart.next();
                let count = 1 + apart.count();
                if let Some((p, q)) = first
                    && best.is_none_or(|(least, ..)| count < least)
                {
                    best = Some((count, x, *p, *q));
                }
            }
        }
        let (_, node, p, q) = best?;
        let operator = self.saturated.node_name(node);
        let text = if node.op == Op::Read {
            format!("both are what `{}` holds, read at different times: {}", self.held(node), self.between(p, q))
        } else {
            let (x, y) = (self.name(a), self.name(b));
            let (p, q) = (self.name(p), self.name(q));
            format!("{x} and {y} are both given by `{operator}`, of {p} here and of {q} there")
        };
        Some(Parting { said: self.at(b, text), below: Some((p, q)) })
    }

    /// The handle that a content was read through.
    fn held(&self, read: &Node) -> String {
        self.name(read.children[0]).trim_matches('`').to_owned()
    }

    fn between(&self, p: Id, q: Id) -> String {
        let writes = |id: Id| self.nodes(id).iter().find(|node| !matches!(node.op, Op::Void | Op::Arg(..)));
        match (writes(p), writes(q)) {
            (None, None) => "of two memories".to_owned(),
            (Some(node), _) | (_, Some(node)) => {
                format!("`{}` lies between", self.saturated.node_name(node))
            }
        }
    }

    /// What a loop, branch, scope or call gives, and why it is not what came in.
    fn given(&self, a: Id, b: Id) -> Option<Parting> {
        for node in self.nodes(a) {
            let Op::Get(at) = node.op else { continue };
            for whole in self.nodes(node.children[0]) {
                let found = match whole.op {
                    Op::For(payload) | Op::While(payload) | Op::If(payload) | Op::Scope(payload) => {
                        self.given_by_control(a, (whole, payload), at)
                    }
                    Op::Call(payload) => Some(self.given_by_call(a, b, payload, at)),
                    _ => None,
                };
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    fn given_by_control(&self, a: Id, (whole, payload): (&Node, u32), at: u32) -> Option<Parting> {
        let Payload::Control(control) = self.saturated.graph.encoded.payloads.get(payload) else { return None };
        let name = self.name(a);
        if control.jumps {
            let text = format!("{name} leaves a loop that may be left early: nothing is known of what it gives");
            return Some(Parting { said: self.at(a, text), below: None });
        }
        let output = |region: Id| {
            self.nodes(region).iter().find_map(|node| match node.op {
                Op::Region(number) => Some((number, *node.children.get(at as usize)?)),
                _ => None,
            })
        };
        if let Op::If(_) = whole.op {
            let arms = &whole.children[whole.children.len() - 2..];
            let ((_, then), (_, otherwise)) = (output(arms[0])?, output(arms[1])?);
            let (x, y) = (self.name(then), self.name(otherwise));
            let text = format!("{name} is {x} if the condition holds and {y} if not");
            return Some(Parting { said: self.at(a, text), below: None });
        }
        let (number, given) = output(*whole.children.last()?)?;
        let text = match whole.op {
            Op::Scope(_) => format!("{name} is {} of the scope", self.name(given)),
            _ => format!("each trip hands on {} as {name}, which is not what the trip got", self.name(given)),
        };
        let below = (at < control.carries).then(|| self.argument(control, number, at)).flatten();
        Some(Parting { said: self.at(a, text), below: below.map(|arg| (given, arg)) })
    }

    fn argument(&self, control: &Control, region: u32, carry: u32) -> Option<Id> {
        let arg = Node::new(Op::Arg(region, control.first_carry + carry), []);
        self.saturated.graph.egraph.lookup(arg)
    }

    fn given_by_call(&self, a: Id, b: Id, payload: u32, at: u32) -> Parting {
        let graph = &self.saturated.graph;
        let callee = &graph.call_payload(payload).callee;
        let (name, other) = (self.name(a), self.name(b));
        let function = graph.program.functions.get(callee);
        let text = match function {
            None => format!("{name} is given by `{callee}`, which is not in the program"),
            Some(it) if it.body.is_none() => {
                format!("{name} is given by `{callee}`, which has no body: only its declaration is known")
            }
            Some(_) => format!("{name} is result {at} of `{callee}`, which is not known to be {other}"),
        };
        Parting { said: self.at(a, text), below: None }
    }
}
