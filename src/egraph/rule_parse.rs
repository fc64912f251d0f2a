//! From the tree of a `(rule …)` to its cases: `:for` expanded, patterns, guards, options.

use crate::base::span::Span;
use crate::egraph::builders;
use crate::egraph::guards::{self, Takes};
use crate::egraph::rule_ast::{AttrPat, Case, Form, GuardArg, Head, Pat, PatNode, When};
use crate::egraph::rule_control::{self, ControlCase, is_control};
use crate::egraph::rule_families;
use crate::egraph::rule_text::{Fault, Tree, fault};
use crate::ir::attr::Attr;
use crate::ir::dtype::DType;
use crate::ir::expr::{BinaryOp, UnaryOp};
use crate::ir::op::table;

/// Scalar operators of two operands, as they are written.
pub(crate) const BINARY: &[(&str, BinaryOp)] = &[
    ("+", BinaryOp::Add),
    ("-", BinaryOp::Sub),
    ("*", BinaryOp::Mul),
    ("//", BinaryOp::FloorDiv),
    ("%", BinaryOp::FloorMod),
    ("min", BinaryOp::Min),
    ("max", BinaryOp::Max),
    ("==", BinaryOp::Eq),
    ("!=", BinaryOp::Ne),
    ("<", BinaryOp::Lt),
    ("<=", BinaryOp::Le),
    (">", BinaryOp::Gt),
    (">=", BinaryOp::Ge),
    ("and", BinaryOp::And),
    ("or", BinaryOp::Or),
    ("xor", BinaryOp::Xor),
];

/// Scalar operators of one operand.
pub(crate) const UNARY: &[(&str, UnaryOp)] =
    &[("neg", UnaryOp::Neg), ("not", UnaryOp::Not), ("abs", UnaryOp::Abs)];

/// A rule as read, before lints.
#[derive(Clone, Debug)]
pub(crate) struct Read {
    pub(crate) cases: Vec<Case>,
    /// Instead of those: a law of loops or branches.
    pub(crate) control: Vec<ControlCase>,
    pub(crate) options: Options,
}

/// What is said of a rule beside its law.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    pub(crate) exact: Option<bool>,
    /// How far floats may be apart, relative to the larger.
    pub(crate) within: Option<f64>,
    pub(crate) measure: Option<String>,
    pub(crate) given: Option<String>,
    pub(crate) shows: Vec<(String, String)>,
}

/// Reads `(rule name left => right option…)`.
pub(crate) fn rule(items: &[Tree], span: Span) -> Result<Read, Fault> {
    let shape = || fault(span, "`(rule name left => right :option …)` is expected");
    let [left, arrow, right] = items.get(2..5).ok_or_else(shape)? else { return Err(shape()) };
    if arrow.word() != Some("=>") {
        return Err(fault(arrow.span(), "`=>` is expected between the two sides"));
    }
    let mut options = Options::default();
    let mut ranges: Vec<Range> = Vec::new();
    let mut when: Vec<&Tree> = Vec::new();
    let mut rest = &items[5..];
    while let Some((key, values)) = rest.split_first() {
        let taken = values.iter().take_while(|value| !is_option(value)).count();
        let (values, after) = values.split_at(taken);
        rest = after;
        match key.word() {
            Some(":when") => when.extend(values),
            Some(":for") => {
                for value in values {
                    ranges.push(range(value)?);
                }
            }
            Some(":exact") => options.exact = Some(truth(one(key, values)?)?),
            Some(":within") => options.within = Some(number(one(key, values)?)?),
            Some(":measure") => options.measure = Some(text(one(key, values)?)?),
            Some(":given") => options.given = Some(text(one(key, values)?)?),
            Some(":shows") => match values {
                [a, arrow, b] if arrow.word() == Some("=>") => options.shows.push((text(a)?, text(b)?)),
                _ => return Err(fault(key.span(), "`:shows \"before\" => \"after\"` is expected")),
            },
            _ => {
                let known = ":when, :for, :exact, :within, :measure, :given, :shows";
                return Err(fault(key.span(), format!("`{key}` is no option of a rule; there are {known}")));
            }
        }
    }
    let (mut cases, mut control) = (Vec::new(), Vec::new());
    for choice in choices(&ranges) {
        let chosen = |tree: &Tree| tree.map_words(&|word| substitute(word, &choice));
        let names: Vec<String> = choice.iter().map(|(_, value)| value.to_string()).collect();
        if is_control(left) {
            let when: Vec<Tree> = when.iter().map(|tree| chosen(tree)).collect();
            control.push(rule_control::case(&chosen(left), &chosen(right), &when, names.join(" "))?);
            continue;
        }
        let left = pattern(&chosen(left), false)?;
        let right = pattern(&chosen(right), true)?;
        let mut guards = Vec::new();
        for tree in &when {
            let keywords: Vec<&str> = left.attr_variables().into_iter().map(|(name, _)| name).collect();
            guards.push(guard(&chosen(tree), &keywords)?);
        }
        for left in left.either_way() {
            let (right, when) = (right.clone(), guards.clone());
            cases.push(Case { left, right, when, chosen: names.join(" ") });
        }
    }
    Ok(Read { cases, control, options })
}

fn is_option(tree: &Tree) -> bool {
    tree.word().is_some_and(|word| word.starts_with(':'))
}

fn one<'a>(key: &Tree, values: &'a [Tree]) -> Result<&'a Tree, Fault> {
    match values {
        [value] => Ok(value),
        _ => Err(fault(key.span(), format!("`{key}` takes one value, not {}", values.len()))),
    }
}

fn truth(tree: &Tree) -> Result<bool, Fault> {
    match tree.word() {
        Some("yes") => Ok(true),
        Some("no") => Ok(false),
        _ => Err(fault(tree.span(), format!("`yes` or `no` is expected, not `{tree}`"))),
    }
}

fn number(tree: &Tree) -> Result<f64, Fault> {
    let value = tree.word().and_then(|word| word.parse().ok()).filter(|value: &f64| *value > 0.0);
    value.ok_or_else(|| fault(tree.span(), format!("a number above zero is expected, not `{tree}`")))
}

fn text(tree: &Tree) -> Result<String, Fault> {
    let text = tree.text().map(str::to_owned);
    text.ok_or_else(|| fault(tree.span(), format!("a text in quotes is expected, not `{tree}`")))
}

// ---- schemas ----

/// What `:for` ranges over: variables, and the values they take together.
struct Range {
    variables: Vec<String>,
    rows: Vec<Vec<Tree>>,
}

/// One choice for all of them.
type Choice = Vec<(String, Tree)>;

/// `(?op a b …)`, `(?op every FAMILY)` or `((?a ?b) (x y) …)`.
fn range(tree: &Tree) -> Result<Range, Fault> {
    let shape = || fault(tree.span(), "`(?x a b …)`, `(?x every FAMILY)` or `((?x ?y) (a b) …)` is expected");
    let (head, rows) = tree.list().and_then(<[Tree]>::split_first).ok_or_else(shape)?;
    let variable = |tree: &Tree| tree.word().filter(|word| is_variable(word)).map(str::to_owned);
    if let Some(names) = head.list() {
        let variables: Option<Vec<String>> = names.iter().map(variable).collect();
        let variables = variables.ok_or_else(shape)?;
        let mut found = Vec::new();
        for row in rows {
            let items = row.list().filter(|items| items.len() == variables.len());
            found
                .push(items.ok_or_else(|| fault(row.span(), "one value per variable is expected"))?.to_vec());
        }
        return Ok(Range { variables, rows: found });
    }
    let variables = vec![variable(head).ok_or_else(shape)?];
    if let [every, family] = rows
        && every.word() == Some("every")
    {
        let name = family.word().unwrap_or_default();
        let names = rule_families::members(name).ok_or_else(|| {
            let known = rule_families::names().join(", ");
            fault(family.span(), format!("no family of operators is called `{family}`; there are {known}"))
        })?;
        let span = family.span();
        let rows = names.into_iter().map(|name| vec![Tree::Word(name.to_owned(), span)]).collect();
        return Ok(Range { variables, rows });
    }
    Ok(Range { variables, rows: rows.iter().map(|row| vec![row.clone()]).collect() })
}

fn choices(ranges: &[Range]) -> Vec<Choice> {
    let mut all: Vec<Choice> = vec![Vec::new()];
    for range in ranges {
        let extended = all.iter().flat_map(|choice| {
            range.rows.iter().map(move |row| {
                let more = range.variables.iter().cloned().zip(row.iter().cloned());
                choice.iter().cloned().chain(more).collect()
            })
        });
        all = extended.collect();
    }
    all
}

/// `?op` is what was chosen; so are the parts of `?space.?name`.
fn substitute(word: &str, choice: &Choice) -> Option<Tree> {
    let chosen = |word: &str| choice.iter().find(|(name, _)| name == word).map(|(_, value)| value);
    if let Some(value) = chosen(word) {
        return Some(value.clone());
    }
    let parts: Vec<Option<&str>> =
        word.split('.').map(|part| chosen(part).map_or(Some(part), Tree::word)).collect();
    let whole = parts.into_iter().collect::<Option<Vec<&str>>>()?.join(".");
    (whole != word).then_some(Tree::Word(whole, Span::NONE))
}

// ---- patterns ----

pub(crate) fn is_variable(word: &str) -> bool {
    word.strip_prefix('?').is_some_and(|name| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
    })
}

/// Reads one side.
pub(crate) fn pattern(tree: &Tree, right: bool) -> Result<Pat, Fault> {
    let span = tree.span();
    match tree {
        Tree::Word(word, _) if is_variable(word) => Ok(Pat::Var(word.clone(), span)),
        Tree::Word(word, _) if word == "true" || word == "false" => Ok(Pat::Bool(word == "true", span)),
        Tree::Word(word, _) => match word.parse() {
            Ok(value) => Ok(Pat::Int(value, span)),
            Err(_) => {
                Err(fault(span, format!("a variable `?x`, a number or a list is expected, not `{word}`")))
            }
        },
        Tree::Text(..) => Err(fault(span, "a pattern is expected, not a text")),
        Tree::List(items, _) => node(items, span, right),
    }
}

fn node(items: &[Tree], span: Span, right: bool) -> Result<Pat, Fault> {
    let name = items.first().and_then(Tree::word);
    let name = name.ok_or_else(|| fault(span, "the name of a node or operator is expected first"))?;
    let (head, skip) = head(name, items, span, right)?;
    let mut args = Vec::new();
    let mut attrs = Vec::new();
    let mut rest = None;
    let mut items = items[skip..].iter();
    while let Some(item) = items.next() {
        let Some(key) = item.word().and_then(|word| word.strip_prefix(':')) else {
            args.push(pattern(item, right)?);
            continue;
        };
        let value = items.next().ok_or_else(|| fault(item.span(), format!("`{item}` lacks its value")))?;
        if key == "&" {
            let name = value.word().filter(|word| is_variable(word)).map(str::to_owned);
            rest = Some(
                name.ok_or_else(|| fault(value.span(), "a variable for the other keywords is expected"))?,
            );
        } else {
            attrs.push((key.to_owned(), attr_pattern(value, right)?));
        }
    }
    Ok(Pat::Node(Box::new(PatNode { head, args, attrs, rest, span })))
}

/// The head, and how many items spell it.
fn head(name: &str, items: &[Tree], span: Span, right: bool) -> Result<(Head, usize), Fault> {
    let numbered = || {
        let index = items.get(1).and_then(Tree::word).and_then(|word| word.parse().ok());
        index.ok_or_else(|| fault(span, format!("`({name} N …)` with a number is expected")))
    };
    let operator = |form: Form, at: usize| {
        let tree = items.get(at).ok_or_else(|| fault(span, format!("`({name} OPERATOR …)` is expected")))?;
        let row = tree.word().and_then(table::find);
        let row = row.ok_or_else(|| fault(tree.span(), format!("`{tree}` is no operator of the table")))?;
        Ok((Head::Op(form, row), at + 1))
    };
    match name {
        "tuple" => Ok((Head::Tuple, 1)),
        "read" => Ok((Head::Read, 1)),
        "fresh" => Ok((Head::Fresh, 1)),
        "fresh-of" => Ok((Head::FreshOf, 1)),
        "extent" => Ok((Head::Extent(numbered()?), 2)),
        "cast" => Ok((Head::Cast, 1)),
        "view" => operator(Form::View, 1),
        "write" => operator(Form::Write, 1),
        "value" => operator(Form::Value, 1),
        _ => {
            if let Some((_, op)) = BINARY.iter().find(|(known, _)| *known == name) {
                return Ok((Head::Binary(*op), 1));
            }
            if let Some((_, op)) = UNARY.iter().find(|(known, _)| *known == name) {
                return Ok((Head::Unary(*op), 1));
            }
            match builders::find(name) {
                Some(builder) if right => return Ok((Head::Build(builder), 1)),
                Some(_) => {
                    let message = format!("`{name}` builds something: it may stand on the right only");
                    return Err(fault(span, message));
                }
                None => {}
            }
            if table::find(name).is_some() {
                return operator(Form::Value, 0);
            }
            Err(fault(items[0].span(), format!("`{name}` is no node, builder or operator of the table")))
        }
    }
}

fn attr_pattern(tree: &Tree, right: bool) -> Result<AttrPat, Fault> {
    match tree {
        Tree::Word(word, _) if is_variable(word) => Ok(AttrPat::Var(word.clone())),
        Tree::List(items, span) => match &items[..] {
            [flip, name] if flip.word() == Some("flip") && right => {
                let name = name.word().filter(|word| is_variable(word));
                let name = name.ok_or_else(|| fault(*span, "`(flip ?x)` is expected"))?;
                Ok(AttrPat::Flip(name.to_owned()))
            }
            _ => Err(fault(*span, "a keyword's value is expected: a variable, a word or a text")),
        },
        _ => literal(tree).map(AttrPat::Literal),
    }
}

/// A keyword's value: `yes`, `3`, `FP32`, `Mem.Vec`, `"rint"`, `none`.
fn literal(tree: &Tree) -> Result<Attr, Fault> {
    match tree {
        Tree::Text(text, _) => Ok(Attr::Str(text.as_str().into())),
        Tree::Word(word, span) => match word.as_str() {
            "yes" | "true" => Ok(Attr::Bool(true)),
            "no" | "false" => Ok(Attr::Bool(false)),
            "none" => Ok(Attr::None),
            _ => {
                if let Ok(value) = word.parse() {
                    return Ok(Attr::Int(value));
                }
                if let Some(dtype) = DType::parse(word) {
                    return Ok(Attr::DType(dtype));
                }
                if word.contains('.') {
                    return Ok(Attr::Enum(word.as_str().into()));
                }
                Err(fault(*span, format!("`{word}` is no keyword's value")))
            }
        },
        Tree::List(_, span) => Err(fault(*span, "a keyword's value is expected")),
    }
}

// ---- guards ----

/// Reads a guard; `keywords` are the variables that stand for keywords' values.
pub(crate) fn guard(tree: &Tree, keywords: &[&str]) -> Result<When, Fault> {
    let span = tree.span();
    let items = tree.list().filter(|items| !items.is_empty());
    let items = items.ok_or_else(|| fault(span, "a guard `(name …)` is expected"))?;
    let name = items[0].word().unwrap_or_default();
    let guard = guards::find(name).ok_or_else(|| {
        let known: Vec<&str> = guards::GUARDS.iter().map(|guard| guard.name).collect();
        let known = known.join(", ");
        fault(items[0].span(), format!("no guard is called `{}`; there are {known}", items[0]))
    })?;
    let given = &items[1..];
    if given.len() != guard.takes.len() {
        let (wanted, got) = (guard.takes.len(), given.len());
        return Err(fault(span, format!("`{name}` takes {wanted} arguments, not {got}: {}", guard.says)));
    }
    let mut args = Vec::new();
    for (tree, takes) in given.iter().zip(guard.takes) {
        let variable = tree.word().filter(|word| is_variable(word));
        args.push(match (takes, variable) {
            (Takes::Class, Some(name)) if !keywords.contains(&name) => GuardArg::Class(name.to_owned()),
            (Takes::Class, _) => {
                return Err(fault(tree.span(), format!("`{name}` takes a variable of a class here")));
            }
            (Takes::Attr, Some(name)) => GuardArg::AttrVar(name.to_owned()),
            (Takes::Attr, None) => GuardArg::Attr(literal(tree)?),
        });
    }
    Ok(When { guard, args, span })
}
