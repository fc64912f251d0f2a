//! Why two classes are not the same: down through what they have in common, to the nearest place where they part.

use std::collections::HashSet;

use egg::Id;

use crate::base::span::Span;
use crate::egraph::explain::Said;
use crate::egraph::explain::places::Places;
use crate::egraph::guards::Known;
use crate::egraph::node::{Control, Node, Op};
use crate::egraph::session::Saturated;
use crate::egraph::sites::Sites;
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
    saturated: &'s Saturated<'a>,
    places: &'s Places<'s, 'a>,
    /// What the question calls the two.
    called: [(Id, &'s str); 2],
    sites: Sites<'s, 'a>,
}

impl<'s, 'a> WhyNot<'s, 'a> {
    pub(super) fn new(
        saturated: &'s Saturated<'a>,
        places: &'s Places<'s, 'a>,
        called: [(Id, &'s str); 2],
    ) -> Self {
        Self { saturated, places, called, sites: Sites::new(&saturated.graph) }
    }

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

    /// How a class is called: as in the question, its constant, the variable that is it, or its operator.
    fn name(&self, id: Id) -> String {
        let id = self.sites.resolve(id);
        let data = &self.saturated.graph.egraph[id].data;
        if let Some((_, name)) = self.called.iter().find(|(known, _)| self.find(*known) == id) {
            return format!("`{name}`");
        }
        if let Some(constant) = data.constant {
            return format!("`{}`", self.saturated.op_name(constant));
        }
        if let Some(name) = self.places.of_class(id).and_then(|owner| owner.name.as_ref()) {
            return format!("`{name}`");
        }
        let node = &self.nodes(id)[0];
        match node.op {
            Op::Read => format!("what {} holds", self.name(node.children[0])),
            Op::Tuple => {
                let items: Vec<String> = node.children.iter().map(|item| self.name(*item)).collect();
                format!("[{}]", items.join(", "))
            }
            _ => format!("what `{}` gives", self.saturated.node_name(node)),
        }
    }

    fn span(&self, id: Id) -> Span {
        self.places.of_class(self.find(id)).map_or(Span::NONE, |owner| owner.span)
    }

    fn parting(&self, a: Id, b: Id) -> Parting {
        let certain = self.constants(a, b).or_else(|| self.roots(a, b)).or_else(|| self.types(a, b));
        let certain = certain.or_else(|| self.distance(a, b));
        if let Some(text) = certain.or_else(|| self.one_constant(a, b)) {
            return Parting { said: self.at(self.later(a, b), text), below: None };
        }
        let found = self.alike(a, b).or_else(|| self.given(a, b)).or_else(|| self.given(b, a));
        found.unwrap_or_else(|| {
            let (x, y) = (self.name(a), self.name(b));
            let (p, q) = (self.made(a), self.made(b));
            Parting {
                said: self.at(self.later(a, b), format!("{x} is {p}, {y} is {q}; no rule relates the two")),
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

    /// One is a constant, and nothing is known of the other.
    fn one_constant(&self, a: Id, b: Id) -> Option<String> {
        let constant = |id: Id| self.saturated.graph.egraph[id].data.constant;
        let (value, known, other) = match (constant(a), constant(b)) {
            (Some(value), None) => (value, a, b),
            (None, Some(value)) => (value, b, a),
            _ => return None,
        };
        let (known, other) = (self.name(known), self.name(other));
        Some(format!("{known} is the constant {}, {other} is not known to be", self.saturated.op_name(value)))
    }

    /// The one of two classes whose statement comes later.
    fn later(&self, a: Id, b: Id) -> Id {
        if self.span(a).start > self.span(b).start { a } else { b }
    }

    /// Sums that differ by a constant.
    fn distance(&self, a: Id, b: Id) -> Option<String> {
        let known = Known { egraph: &self.saturated.graph.egraph };
        let by = known.difference(a, b).filter(|by| *by != 0)?;
        let (a, b) = (self.name(a), self.name(b));
        Some(if by > 0 { format!("{a} is {b} plus {by}") } else { format!("{b} is {a} plus {}", -by) })
    }

    fn roots(&self, a: Id, b: Id) -> Option<String> {
        let root = |id: Id| self.saturated.graph.egraph[id].data.root;
        let (x, y) = (root(a)?, root(b)?);
        (x != y).then(|| {
            let (a, b) = (self.name(a), self.name(b));
            format!(
                "{a} and {b} name storage of their own: two parameters or allocations, which are told apart"
            )
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
            let same = |y: &&Node| x.op == y.op && x.children.len() == y.children.len();
            for y in self.nodes(b).iter().filter(same).filter(|y| self.compare(x, y)) {
                let pairs = x.children.iter().zip(&y.children);
                let mut apart = pairs.filter(|(p, q)| self.find(**p) != self.find(**q));
                let first = apart.next();
                let count = 1 + apart.count();
                // What leads back to the two says nothing.
                let back = |(p, q): &(&Id, &Id)| [self.find(**p), self.find(**q)] == [b, a];
                if let Some((p, q)) = first.filter(|pair| !back(pair))
                    && best.is_none_or(|(least, ..)| count < least)
                {
                    best = Some((count, x, *p, *q));
                }
            }
        }
        let (_, node, p, q) = best?;
        let operator = self.saturated.node_name(node);
        let text = if let Op::Get(at) = node.op {
            let (x, y) = (self.name(a), self.name(b));
            let callee = self.nodes(p).iter().find(|node| matches!(node.op, Op::Call(_)));
            let callee = callee.map(|node| self.saturated.node_name(node)).unwrap_or_default();
            format!("{x} and {y} are both result {at} of `{callee}`, called twice")
        } else if node.op == Op::Read {
            let held = self.name(node.children[0]);
            format!("both are what {held} holds, read at different times: {}", self.between(p, q))
        } else {
            let (x, y) = (self.name(a), self.name(b));
            let (p, q) = (self.name(p), self.name(q));
            format!("{x} and {y} are both given by `{operator}`, of {p} here and of {q} there")
        };
        // Of two versions of a memory there is no more to say.
        let below = (node.op != Op::Read).then_some((p, q));
        Some(Parting { said: self.at(self.later(a, b), text), below })
    }

    /// Whether two nodes of one operator tell why their classes part: components only if they are of one function.
    fn compare(&self, x: &Node, y: &Node) -> bool {
        let call = |node: &Node| {
            let whole = self.nodes(node.children[0]);
            whole.iter().find_map(|node| if let Op::Call(payload) = node.op { Some(payload) } else { None })
        };
        !matches!(x.op, Op::Get(_)) || call(x).is_some_and(|payload| call(y) == Some(payload))
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
            let replaced = self.nodes(node.children[0]).iter().any(|node| node.op == Op::Bundle);
            for whole in self.nodes(node.children[0]).iter().filter(|_| !replaced) {
                let control = self.saturated.graph.control(whole.op);
                let found = match (whole.op, control) {
                    (_, Some(control)) => self.given_by_control(a, (whole, control), at),
                    (Op::Call(payload), None) => Some(self.given_by_call(a, b, payload, at)),
                    _ => None,
                };
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    fn given_by_control(&self, a: Id, (whole, control): (&Node, &Control), at: u32) -> Option<Parting> {
        let name = self.name(a);
        if control.jumps {
            let text =
                format!("{name} leaves a loop that may be left early: nothing is known of what it gives");
            return Some(Parting { said: self.at(a, text), below: None });
        }
        let output = |region: Id| {
            let (number, node) = self.saturated.graph.region(region)?;
            Some((number, *node.children.get(at as usize)?))
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
