//! The checker of proofs, on terms made by hand: for every law a step that it takes, and steps that it refuses.

use std::collections::BTreeMap;
use std::sync::Arc;

use selfsame::base::id::Id;
use selfsame::ir::dtype::DType;
use selfsame::ir::expr::BinaryOp;
use selfsame::ir::types::Type;
use selfsame::proof::check::{Fault, Returns, check};
use selfsame::proof::{
    Argument, BodyNode, Callee, Construct, Declared, Guard, Instance, Law, Layout, Pattern, Rewrite, Step,
    Symbol, Term, TermId, Terms,
};

/// Terms under construction.
#[derive(Default)]
struct Book {
    terms: Terms,
    returns: Returns,
}

impl Book {
    fn symbol(&mut self, symbol: Symbol) -> u32 {
        // Retypings and other operators are told apart by number; here one of each will do.
        let known = self.terms.symbols.iter().position(|it| *it == symbol);
        known.unwrap_or_else(|| {
            self.terms.symbols.push(symbol);
            self.terms.symbols.len() - 1
        }) as u32
    }
    fn term(&mut self, symbol: Symbol, children: &[TermId]) -> TermId {
        let symbol = self.symbol(symbol);
        self.terms.terms.push(Term { symbol, children: children.into(), known: None });
        TermId::new(self.terms.terms.len() - 1)
    }
    fn int(&mut self, value: i128) -> TermId {
        self.term(Symbol::Int(value, DType::Index), &[])
    }
    /// A scalar that is not known.
    fn index(&mut self, name: &str) -> TermId {
        let id = self.term(Symbol::Other(name.to_owned()), &[]);
        let known = Declared { ty: Some(Type::Scalar(DType::Index)), ..Declared::default() };
        self.terms.terms[id.index()].known = Some(known.into());
        id
    }
    fn thing(&mut self, name: &str) -> TermId {
        self.term(Symbol::Other(name.to_owned()), &[])
    }
    fn binary(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        self.term(Symbol::Binary(op), &[a, b])
    }
    fn prove(&self, steps: &[Step], claim: (TermId, TermId)) -> Result<(), Fault> {
        check(&self.terms, &self.returns, steps, &[claim])
    }
    /// One step that is its own claim.
    fn step(&self, left: TermId, right: TermId, law: Law) -> Result<(), Fault> {
        self.prove(&[step(left, right, law)], (left, right))
    }
}

fn step(left: TermId, right: TermId, law: Law) -> Step {
    Step { left, right, rule: "law".to_owned(), law }
}

fn why(result: Result<(), Fault>) -> String {
    match result {
        Err(Fault::Step { why, .. }) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn congruence_needs_no_step_and_claims_need_reasons() {
    let mut book = Book::default();
    let (x, y) = (book.index("x"), book.index("y"));
    let (two, again) = (book.int(2), book.int(2));
    let (a, b) = (book.binary(BinaryOp::Add, x, two), book.binary(BinaryOp::Add, x, again));
    let c = book.binary(BinaryOp::Add, y, two);
    assert_eq!(book.prove(&[], (a, b)), Ok(()));
    assert_eq!(book.prove(&[], (a, c)), Err(Fault::Claim));
}

#[test]
fn numbers() {
    let mut book = Book::default();
    let x = book.index("x");
    let (two, three, five, six) = (book.int(2), book.int(3), book.int(5), book.int(6));
    let sum = book.binary(BinaryOp::Add, two, three);
    assert_eq!(book.step(sum, five, Law::Folded), Ok(()));
    assert!(why(book.step(sum, six, Law::Folded)).contains("one side is 5, the other 6"));
    let (a, b) = (book.binary(BinaryOp::Add, x, two), book.binary(BinaryOp::Add, x, three));
    let (c, d) = (book.binary(BinaryOp::Add, a, three), book.binary(BinaryOp::Add, b, two));
    assert_eq!(book.step(c, d, Law::Sums), Ok(()));
    assert!(why(book.step(a, b, Law::Sums)).contains("one side is"));
}

/// `?x + ?y => ?y + ?x`, or what the right side is made to be.
fn swapped(book: &mut Book, right: Option<Pattern>, bind: [TermId; 2], guards: Vec<Guard>) -> Law {
    let add = book.symbol(Symbol::Binary(BinaryOp::Add));
    let var = |name: &str| Pattern::Var(name.to_owned());
    let both = |a: &str, b: &str| Pattern::Apply(add, vec![var(a), var(b)]);
    let bind = vec![("?x".to_owned(), bind[0]), ("?y".to_owned(), bind[1])];
    let (left, right) = (both("?x", "?y"), right.unwrap_or_else(|| both("?y", "?x")));
    Law::Rewrite(Rewrite { left, right, bind, guards }.into())
}

#[test]
fn rules_that_are_text() {
    let mut book = Book::default();
    let (x, y, z) = (book.index("x"), book.index("y"), book.index("z"));
    let (xy, yx, zy) = (
        book.binary(BinaryOp::Add, x, y),
        book.binary(BinaryOp::Add, y, x),
        book.binary(BinaryOp::Add, z, y),
    );
    let law = swapped(&mut book, None, [x, y], Vec::new());
    assert_eq!(book.step(xy, yx, law.clone()), Ok(()));
    assert!(why(book.step(zy, yx, law.clone())).contains("left side is no instance"));
    assert!(why(book.step(xy, zy, law)).contains("right side is no instance"));
    let wrong = swapped(&mut book, Some(Pattern::Var("?x".to_owned())), [x, y], Vec::new());
    assert!(why(book.step(xy, x, wrong)).contains("different values"));
}

#[test]
fn guards_are_tried() {
    let mut book = Book::default();
    let (x, two, three) = (book.index("x"), book.int(2), book.int(3));
    let (more, most) = (book.binary(BinaryOp::Add, x, two), book.binary(BinaryOp::Add, x, three));
    let (a, b) = (book.binary(BinaryOp::Add, more, most), book.binary(BinaryOp::Add, most, more));
    let guard =
        |name: &'static str, args: [TermId; 2]| vec![Guard { name, args: args.map(Argument::Term).to_vec() }];
    for (name, holds) in [("below", true), ("at-most", true), ("differ", true), ("no-such-guard", false)] {
        let law = swapped(&mut book, None, [more, most], guard(name, [more, most]));
        assert_eq!(book.step(a, b, law).is_ok(), holds, "{name}");
    }
    for name in ["below", "at-most"] {
        let law = swapped(&mut book, None, [more, most], guard(name, [most, more]));
        assert!(why(book.step(a, b, law)).contains("does not hold"), "{name}");
    }
}

#[test]
fn components_of_bundles() {
    let mut book = Book::default();
    let (a, b, call) = (book.thing("a"), book.thing("b"), book.thing("call"));
    let bundle = book.term(Symbol::Bundle, &[a, b]);
    let (zero, one) = (book.term(Symbol::Get(0), &[call]), book.term(Symbol::Get(1), &[call]));
    let whole = loop_of_no_trips(&mut book, 3, 3, &[a, b]);
    let first = book.term(Symbol::Get(0), &[whole]);
    let ends = step(whole, bundle, Law::NoTrips);
    assert_eq!(book.prove(&[ends.clone(), step(first, a, Law::Component)], (first, a)), Ok(()));
    assert!(why(book.prove(&[ends, step(first, b, Law::Component)], (first, b))).contains("no bundle"));
    assert!(why(book.step(zero, a, Law::Component)).contains("no bundle"));
    assert!(why(book.step(one, a, Law::Component)).contains("no bundle"));
}

/// A loop of `carried`, whose body hands them on in the order in which they came.
fn loop_of_no_trips(book: &mut Book, start: i128, stop: i128, carried: &[TermId]) -> TermId {
    let order: Vec<usize> = (0..carried.len()).collect();
    a_loop(book, (start, stop), carried, &order)
}

/// A loop whose body hands on its carries in another order.
fn a_loop(book: &mut Book, bounds: (i128, i128), carried: &[TermId], order: &[usize]) -> TermId {
    let outputs: Vec<TermId> =
        order.iter().map(|at| book.term(Symbol::Arg(7, 1 + *at as u32), &[])).collect();
    let region = book.term(Symbol::Region(7), &outputs);
    let (start, stop, one) = (book.int(bounds.0), book.int(bounds.1), book.int(1));
    let children: Vec<TermId> = [start, stop, one].iter().chain(carried).chain([&region]).copied().collect();
    book.term(Symbol::Control(layout(Construct::For { in_order: true }, 3, carried.len(), 0)), &children)
}

fn layout(construct: Construct, operands: usize, carries: usize, captures: usize) -> Layout {
    Layout {
        construct,
        operands,
        carries,
        captures,
        site: false,
        memories: 0,
        written: Vec::new(),
        world: false,
        jumps: false,
        first_carry: 1,
        first_capture: 1 + carries,
    }
}

#[test]
fn loops_of_no_trips() {
    let mut book = Book::default();
    let (a, b) = (book.thing("a"), book.thing("b"));
    let (ends, runs) =
        (loop_of_no_trips(&mut book, 3, 3, &[a, b]), loop_of_no_trips(&mut book, 3, 4, &[a, b]));
    let (bundle, other) = (book.term(Symbol::Bundle, &[a, b]), book.term(Symbol::Bundle, &[b, a]));
    assert_eq!(book.step(ends, bundle, Law::NoTrips), Ok(()));
    assert!(why(book.step(ends, other, Law::NoTrips)).contains("something else"));
    assert!(why(book.step(runs, bundle, Law::NoTrips)).contains("may run"));
}

#[test]
fn what_passes_through_a_loop() {
    let mut book = Book::default();
    let (a, b) = (book.thing("a"), book.thing("b"));
    let (kept, swaps) =
        (a_loop(&mut book, (0, 9), &[a, b], &[0, 1]), a_loop(&mut book, (0, 9), &[a, b], &[1, 0]));
    let first = |book: &mut Book, whole| book.term(Symbol::Get(0), &[whole]);
    let (kept, swaps) = (first(&mut book, kept), first(&mut book, swaps));
    assert_eq!(book.step(kept, a, Law::Passed), Ok(()));
    assert!(why(book.step(kept, b, Law::Passed)).contains("hands on something else"));
    assert!(why(book.step(swaps, a, Law::Passed)).contains("hands on something else"));
    assert!(why(book.step(swaps, b, Law::Passed)).contains("hands on something else"));
}

/// A branch on `condition` that captures `a` and `b` and gives one of them in each arm.
fn branch(book: &mut Book, condition: TermId, captured: [TermId; 2], arms: [usize; 2]) -> TermId {
    let regions: Vec<TermId> = arms
        .iter()
        .enumerate()
        .map(|(number, at)| {
            let number = 20 + number as u32;
            let output = book.term(Symbol::Arg(number, 1 + *at as u32), &[]);
            book.term(Symbol::Region(number), &[output])
        })
        .collect();
    let children = [condition, captured[0], captured[1], regions[0], regions[1]];
    book.term(Symbol::Control(layout(Construct::If, 1, 0, 2)), &children)
}

#[test]
fn what_both_arms_give() {
    let mut book = Book::default();
    let (a, b, condition) = (book.thing("a"), book.thing("b"), book.thing("condition"));
    for (arms, same) in [([0, 0], Some(a)), ([1, 1], Some(b)), ([0, 1], None), ([1, 0], None)] {
        let mut book = Book { terms: book.terms.clone(), returns: Returns::new() };
        let whole = branch(&mut book, condition, [a, b], arms);
        let get = book.term(Symbol::Get(0), &[whole]);
        for outer in [a, b] {
            assert_eq!(book.step(get, outer, Law::Passed).is_ok(), same == Some(outer), "{arms:?}");
        }
    }
}

#[test]
fn returned_parameters() {
    let returns = BTreeMap::from([("f".into(), vec![Some(1), None])]);
    let mut book = Book { returns, ..Book::default() };
    let (site, a, b) = (book.thing("site"), book.thing("a"), book.thing("b"));
    let call = Symbol::Call(Callee { name: "f".into(), args: 2, results: 2 });
    let call = book.term(call, &[site, a, b]);
    let (zero, one) = (book.term(Symbol::Get(0), &[call]), book.term(Symbol::Get(1), &[call]));
    assert_eq!(book.step(zero, b, Law::Returned), Ok(()));
    assert!(book.step(zero, a, Law::Returned).is_err());
    assert!(book.step(one, b, Law::Returned).is_err());
}

#[test]
fn retyping() {
    let mut book = Book::default();
    let (x, y) = (book.thing("x"), book.thing("y"));
    let once = book.term(Symbol::Retype, &[x]);
    let twice = book.term(Symbol::Retype, &[once]);
    let other = book.term(Symbol::Retype, &[y]);
    assert_eq!(book.step(twice, once, Law::Retyped), Ok(()));
    assert!(book.step(twice, other, Law::Retyped).is_err());
    assert!(book.step(once, x, Law::Retyped).is_err());
}

/// The body `(arg 0 + arg 1, arg 0)` in the place of a call with these arguments; its sum is made of `sum_of`.
fn call_and_body(
    book: &mut Book,
    args: [TermId; 2],
    sum_of: [TermId; 2],
    given: [u32; 2],
) -> (TermId, TermId, Law) {
    let site = book.thing("site");
    let call =
        book.term(Symbol::Call(Callee { name: "f".into(), args: 2, results: 2 }), &[site, args[0], args[1]]);
    let sum = book.binary(BinaryOp::Add, sum_of[0], sum_of[1]);
    let outputs = [sum, args[0]];
    let bundle = book.term(Symbol::Bundle, &[outputs[given[0] as usize], outputs[given[1] as usize]]);
    let node = |symbol: u32, children: &[u32]| BodyNode { symbol, children: children.into() };
    let (first, second) = (book.symbol(Symbol::Arg(5, 0)), book.symbol(Symbol::Arg(5, 1)));
    let add = book.symbol(Symbol::Binary(BinaryOp::Add));
    let instance = Instance {
        nodes: Arc::from([node(first, &[]), node(second, &[]), node(add, &[0, 1])]),
        region: 5,
        index: None,
        terms: Box::new([args[0], args[1], sum]),
        outputs: Box::new([2, 0]),
        given: Box::new(given),
        args: Box::new(args),
        params: Box::new([0, 1]),
    };
    (call, bundle, Law::Body(instance.into()))
}

#[test]
fn bodies_in_the_place_of_calls() {
    let mut book = Book::default();
    let (a, b) = (book.index("a"), book.index("b"));
    let (call, bundle, law) = call_and_body(&mut book, [a, b], [a, b], [0, 1]);
    assert_eq!(book.step(call, bundle, law), Ok(()));
    let (call, bundle, law) = call_and_body(&mut book, [a, b], [b, a], [0, 1]);
    assert!(why(book.step(call, bundle, law)).contains("not what its text says"));
    let (call, bundle, law) = call_and_body(&mut book, [a, b], [a, b], [1, 0]);
    assert!(why(book.step(call, bundle, law)).contains("another order"));
    let (_, bundle, law) = call_and_body(&mut book, [a, b], [a, b], [0, 1]);
    let (other, ..) = call_and_body(&mut book, [b, a], [b, a], [0, 1]);
    assert!(why(book.step(other, bundle, law)).contains("given something else"));
}

#[test]
fn a_branch_opens_only_when_it_is_decided() {
    let mut book = Book::default();
    let (a, b, unknown) = (book.thing("a"), book.thing("b"), book.thing("condition"));
    let (yes, no) = (book.term(Symbol::Bool(true), &[]), book.term(Symbol::Bool(false), &[]));
    let bundle = book.term(Symbol::Bundle, &[a]);
    let args = [book.symbol(Symbol::Arg(20, 0)), book.symbol(Symbol::Arg(20, 1))];
    let nodes = args.map(|symbol| BodyNode { symbol, children: Box::new([]) });
    // Arguments are what is captured; the condition is none.
    let instance = Instance {
        nodes: Arc::from(nodes),
        region: 20,
        index: None,
        terms: Box::new([a, b]),
        outputs: Box::new([0]),
        given: Box::new([0]),
        args: Box::new([a, b]),
        params: Box::new([]),
    };
    let law = Law::Body(instance.into());
    for (condition, holds) in [(yes, true), (no, false), (unknown, false)] {
        let whole = branch(&mut book, condition, [a, b], [0, 1]);
        let result = book.step(whole, bundle, law.clone());
        assert_eq!(result.is_ok(), holds, "{result:?}");
    }
}
