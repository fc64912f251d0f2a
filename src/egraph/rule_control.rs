//! Laws of loops and branches as text: what one is, once its condition or the number of its trips is known.
//!
//! ```text
//! (for start stop step carried captured body)      (while carried captured head body)
//! (if condition captured then else)
//! ```
//!
//! `carried` and `captured` stand for any number of classes. What goes along without being written: the frame, the
//! memories of the sets that are touched, and the world.

use crate::egraph::rule_ast::{GuardArg, When};
use crate::egraph::rule_parse::{guard, is_variable};
use crate::egraph::rule_text::{Fault, Tree, fault};
use crate::ir::stmt::ForKind;

/// A law of one kind of control node.
#[derive(Clone, Debug)]
pub(crate) struct ControlCase {
    pub(crate) head: ControlHead,
    /// Bounds of a loop, the condition of a branch.
    pub(crate) operands: Vec<Operand>,
    /// Names of its regions, in order.
    pub(crate) regions: Vec<String>,
    pub(crate) when: Vec<When>,
    pub(crate) becomes: Becomes,
    /// What was chosen by `:for`.
    pub(crate) chosen: String,
}

/// Which node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ControlHead {
    /// A counted loop, of one kind or of any.
    For(Option<ForKind>),
    While,
    If,
}

/// An operand of a control node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Operand {
    Var(String),
    Bool(bool),
}

/// What the node is the same as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Becomes {
    /// `(bundle carried)`: what it was given.
    Carried,
    /// `(instantiate region index? carried? captured)`: that region, its index being that operand.
    Region { region: usize, index: Option<usize> },
}

/// Kinds of loop as rules spell them.
const KINDS: &[(&str, ForKind)] = &[
    ("range", ForKind::Sequential),
    ("unroll", ForKind::Unroll),
    ("parallel", ForKind::Parallel),
    ("pipeline", ForKind::Pipeline),
];

/// Whether a pattern is one of a control node.
pub(crate) fn is_control(left: &Tree) -> bool {
    let head = left.list().and_then(<[Tree]>::first).and_then(Tree::word);
    matches!(head, Some("for" | "while" | "if"))
}

/// The parts of a left side, by position.
struct Left<'t> {
    head: ControlHead,
    operands: &'t [&'t Tree],
    carried: Option<&'t str>,
    captured: &'t str,
    regions: Vec<&'t str>,
}

/// Reads and checks a law of a control node.
pub(crate) fn case(left: &Tree, right: &Tree, when: &[Tree], chosen: String) -> Result<ControlCase, Fault> {
    let items = left.list().unwrap_or_default();
    let (kind, parts) = parts(items)?;
    let left = shape(left, kind, &parts)?;
    let operands: Vec<Operand> = left.operands.iter().map(|tree| operand(tree)).collect::<Result<_, _>>()?;
    let becomes = becomes(right, &left, &operands)?;
    let mut guards = Vec::new();
    for tree in when {
        let guard = guard(tree, &[])?;
        bound(&guard, &operands, &left.regions)?;
        guards.push(guard);
    }
    let regions = left.regions.iter().map(|&name| name.to_owned()).collect();
    Ok(ControlCase { head: left.head, operands, regions, when: guards, becomes, chosen })
}

/// The kind of a loop, and the parts of a pattern without it.
fn parts(items: &[Tree]) -> Result<(Option<ForKind>, Vec<&Tree>), Fault> {
    let mut kind = None;
    let mut parts = Vec::new();
    let mut rest = items[1..].iter();
    while let Some(item) = rest.next() {
        match item.word() {
            Some(":kind") => {
                let wanted = rest.next().and_then(Tree::word).unwrap_or_default();
                let known = KINDS.iter().find(|(name, _)| *name == wanted);
                let names: Vec<&str> = KINDS.iter().map(|(name, _)| *name).collect();
                let message = format!("a kind of loop is expected: {}", names.join(", "));
                kind = Some(known.ok_or_else(|| fault(item.span(), message))?.1);
            }
            _ => parts.push(item),
        }
    }
    Ok((kind, parts))
}

fn shape<'t>(tree: &'t Tree, kind: Option<ForKind>, parts: &'t [&'t Tree]) -> Result<Left<'t>, Fault> {
    let name = tree.list().and_then(<[Tree]>::first).and_then(Tree::word).unwrap_or_default();
    let (head, form, operands, carries, regions) = match name {
        "for" => (ControlHead::For(kind), "(for start stop step carried captured body)", 3, true, 1),
        "while" => (ControlHead::While, "(while carried captured head body)", 0, true, 2),
        _ => (ControlHead::If, "(if condition captured then else)", 1, false, 2),
    };
    let expected = || fault(tree.span(), format!("`{form}` is expected"));
    if parts.len() != operands + usize::from(carries) + 1 + regions || (kind.is_some() && name != "for") {
        return Err(expected());
    }
    let (operands, names) = parts.split_at(operands);
    let names: Option<Vec<&str>> =
        names.iter().map(|part| part.word().filter(|it| is_variable(it))).collect();
    let names = names.ok_or_else(expected)?;
    let (carried, rest) = if carries { (Some(names[0]), &names[1..]) } else { (None, &names[..]) };
    let mut all: Vec<&str> =
        operands.iter().filter_map(|it| it.word()).chain(names.iter().copied()).collect();
    all.sort_unstable();
    if let Some(twice) = all.windows(2).find(|pair| pair[0] == pair[1] && is_variable(pair[0])) {
        return Err(fault(tree.span(), format!("`{}` stands for two parts", twice[0])));
    }
    Ok(Left { head, operands, carried, captured: rest[0], regions: rest[1..].to_vec() })
}

fn operand(tree: &Tree) -> Result<Operand, Fault> {
    match tree.word() {
        Some("true") => Ok(Operand::Bool(true)),
        Some("false") => Ok(Operand::Bool(false)),
        Some(word) if is_variable(word) => Ok(Operand::Var(word.to_owned())),
        _ => Err(fault(tree.span(), "a variable or a truth value is expected")),
    }
}

/// The right side: what was carried, or a region with all that it takes, in order.
fn becomes(right: &Tree, left: &Left<'_>, operands: &[Operand]) -> Result<Becomes, Fault> {
    let words: Option<Vec<&str>> = right.list().map(|items| items.iter().filter_map(Tree::word).collect());
    let words = words.unwrap_or_default();
    let expected = || {
        fault(
            right.span(),
            "`(bundle carried)` or `(instantiate region …)` with all that the region takes is expected",
        )
    };
    match &words[..] {
        ["bundle", carried] if left.carried == Some(*carried) => Ok(Becomes::Carried),
        ["instantiate", region, given @ ..] => {
            let at = left.regions.iter().position(|known| known == region).ok_or_else(expected)?;
            let index = match left.head {
                ControlHead::For(_) => {
                    let index = given.first().ok_or_else(expected)?;
                    let named = |operand: &Operand| *operand == Operand::Var((*index).to_owned());
                    Some(operands.iter().position(named).ok_or_else(expected)?)
                }
                ControlHead::If => None,
                ControlHead::While => return Err(expected()),
            };
            let wanted: Vec<&str> = left.carried.into_iter().chain([left.captured]).collect();
            let given = &given[usize::from(index.is_some())..];
            if *given == wanted { Ok(Becomes::Region { region: at, index }) } else { Err(expected()) }
        }
        _ => Err(expected()),
    }
}

fn bound(when: &When, operands: &[Operand], regions: &[&str]) -> Result<(), Fault> {
    let known =
        |name: &String| operands.contains(&Operand::Var(name.clone())) || regions.contains(&name.as_str());
    for arg in &when.args {
        match arg {
            GuardArg::Class(name) | GuardArg::AttrVar(name) if !known(name) => {
                let message = format!("`{name}` is guarded, but it is no bound, condition or region here");
                return Err(fault(when.span, message));
            }
            GuardArg::Class(_) | GuardArg::AttrVar(_) | GuardArg::Attr(_) => {}
        }
    }
    Ok(())
}
