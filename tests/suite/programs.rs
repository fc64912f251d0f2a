//! The real programs: between them they use the whole language, they pass the verifier, they run, and they compute what
//! they say they compute.

use std::collections::BTreeSet;
use std::fs;

use selfsame::base::render::render;
use selfsame::base::span::Source;
use selfsame::interp::equivalent::entries;
use selfsame::interp::fault::Limits;
use selfsame::interp::inputs::{Input, Inputs};
use selfsame::interp::number::Number;
use selfsame::interp::outcome::{Outcome, Output};
use selfsame::interp::run;
use selfsame::ir::program::{Function, FunctionKind, Program};
use selfsame::ir::stmt::{CallMode, ForKind, Launch, Rhs, Scope, ScopeKind, StmtKind};
use selfsame::lower::lower;
use selfsame::verify::verify;

const NAMES: &[&str] =
    &["decoder_layer", "flash_attention", "mixture_of_experts", "paged_attention", "pipeline"];

fn program(name: &str) -> Program {
    let path = format!("tests/programs/{name}.py");
    let source = Source::new(path.clone(), fs::read_to_string(&path).unwrap());
    match lower(&source) {
        Ok(mut lowered) => lowered.programs.remove(0),
        Err(diagnostics) => panic!("{}", render(&diagnostics, &source)),
    }
}

// The language.

#[test]
fn the_programs_use_every_form_of_statement_and_kind_of_function() {
    let mut used = BTreeSet::new();
    for name in NAMES {
        let text = fs::read_to_string(format!("tests/programs/{name}.py")).unwrap();
        forms_of_text(&text, &mut used);
        for function in program(name).functions.values() {
            forms_of_function(function, &mut used);
        }
    }
    let missing: Vec<&&str> = FORMS.iter().filter(|form| !used.contains(**form)).collect();
    assert!(missing.is_empty(), "no program uses: {missing:?}");
}

/// Statements, loops, scopes, launch data, kinds of function; and the spellings that leave no trace in a program.
const FORMS: &[&str] = &[
    "assign",
    "eval op",
    "eval call",
    "return",
    "return several",
    "for Sequential",
    "for Parallel",
    "for Unroll",
    "for Pipeline",
    "carries",
    "while",
    "break",
    "continue",
    "if",
    "if else",
    "merges",
    "at CORE_GROUP",
    "at HOST",
    "spmd with",
    "spmd for",
    "cluster",
    "split_aiv",
    "scope auto",
    "scope manual",
    "graph",
    "task id of a scope",
    "deps of a scope",
    "no_dep of a scope",
    "dumps of a scope",
    "call",
    "submit",
    "spmd_submit",
    "deps",
    "dumps",
    "predicate",
    "sync_start",
    "allow_early_resolve",
    "no_dep",
    "Opaque",
    "Orchestration",
    "InCore",
    "AIC",
    "AIV",
    "Group",
    "Spmd",
    "Inline",
    "Graph",
    "level and role",
    "function attributes",
    "auto_scope",
    "symbols",
    "text: init_values",
    "text: pl.yield_",
    "text: pl.while_",
    "text: while ",
    "text: pl.manual_scope()",
    "text: pl.ScopeMode.MANUAL",
    "text: @pl.inline",
    "text: optimizations=",
    "text: role=pl.Role.SubWorker",
    "text: = None",
    "text: for i in range(",
];

fn forms_of_text(text: &str, used: &mut BTreeSet<String>) {
    let spelled = FORMS.iter().filter_map(|form| form.strip_prefix("text: "));
    used.extend(spelled.filter(|form| text.contains(*form)).map(|form| format!("text: {form}")));
}

fn forms_of_function(function: &Function, used: &mut BTreeSet<String>) {
    let mut see = |form: &str| {
        used.insert(form.to_string());
    };
    see(function.kind.name());
    let kept = |it: bool, form| it.then_some(form);
    let marks = [
        kept(function.level.is_some() && function.role.is_some(), "level and role"),
        kept(!function.attrs.is_empty(), "function attributes"),
        kept(function.attrs.bool("auto_scope") == Some(false), "auto_scope"),
        kept(!function.symbols.is_empty(), "symbols"),
    ];
    marks.into_iter().flatten().for_each(&mut see);
    for stmt in function.stmts() {
        forms_of_stmt(&stmt.kind, &mut see);
    }
}

fn forms_of_stmt(kind: &StmtKind, see: &mut impl FnMut(&str)) {
    match kind {
        StmtKind::Let(_, rhs) => {
            see("assign");
            forms_of_call(rhs, see);
        }
        StmtKind::Eval(rhs) => {
            see(if matches!(rhs, Rhs::Call(_)) { "eval call" } else { "eval op" });
            forms_of_call(rhs, see);
        }
        StmtKind::For(it) => {
            see(match it.kind {
                ForKind::Sequential => "for Sequential",
                ForKind::Parallel => "for Parallel",
                ForKind::Unroll => "for Unroll",
                ForKind::Pipeline => "for Pipeline",
            });
            if !it.carries.is_empty() {
                see("carries");
            }
        }
        StmtKind::While(_) => see("while"),
        StmtKind::If(it) => {
            see(if it.otherwise.is_some() { "if else" } else { "if" });
            if !it.merges.is_empty() {
                see("merges");
            }
        }
        StmtKind::Scope(scope) => forms_of_scope(scope, see),
        StmtKind::Return(values) => see(if values.len() > 1 { "return several" } else { "return" }),
        StmtKind::Break(_) => see("break"),
        StmtKind::Continue(_) => see("continue"),
        StmtKind::Raw(_) => {}
    }
}

fn forms_of_scope(scope: &Scope, see: &mut impl FnMut(&str)) {
    see(match &scope.kind {
        ScopeKind::At { level, .. } if *level == "CORE_GROUP" => "at CORE_GROUP",
        ScopeKind::At { .. } => "at HOST",
        ScopeKind::Spmd { index: None } => "spmd with",
        ScopeKind::Spmd { index: Some(_) } => "spmd for",
        ScopeKind::Cluster => "cluster",
        ScopeKind::SplitAiv { .. } => "split_aiv",
        ScopeKind::Runtime { manual: false } => "scope auto",
        ScopeKind::Runtime { manual: true } => "scope manual",
        ScopeKind::Graph => "graph",
    });
    let Launch { deps, dumps, no_dep, .. } = &scope.launch;
    let named = [
        (scope.task_id.is_some(), "task id of a scope"),
        (!deps.is_empty(), "deps of a scope"),
        (!no_dep.is_empty(), "no_dep of a scope"),
        (!dumps.is_empty(), "dumps of a scope"),
    ];
    named.into_iter().filter(|(it, _)| *it).for_each(|(_, form)| see(form));
}

fn forms_of_call(rhs: &Rhs, see: &mut impl FnMut(&str)) {
    let Rhs::Call(call) = rhs else { return };
    see(match call.mode {
        CallMode::Call => "call",
        CallMode::Submit => "submit",
        CallMode::SpmdSubmit => "spmd_submit",
    });
    let launch = &call.launch;
    let named = [
        (!launch.deps.is_empty(), "deps"),
        (!launch.dumps.is_empty(), "dumps"),
        (launch.predicate.is_some(), "predicate"),
        (launch.sync_start.is_some(), "sync_start"),
        (launch.allow_early_resolve, "allow_early_resolve"),
        (!call.no_dep.is_empty(), "no_dep"),
    ];
    named.into_iter().filter(|(it, _)| *it).for_each(|(_, form)| see(form));
}

#[test]
fn the_programs_have_the_size_of_real_ones() {
    for name in NAMES {
        let lines = fs::read_to_string(format!("tests/programs/{name}.py")).unwrap().lines().count();
        assert!((100..=600).contains(&lines), "{name}: {lines} lines");
    }
}

// The verifier and the interpreter.

#[test]
fn the_programs_pass_the_verifier() {
    for name in NAMES {
        if let Err(said) = verify(&program(name)) {
            let path = format!("tests/programs/{name}.py");
            let source = Source::new(path.clone(), fs::read_to_string(&path).unwrap());
            panic!("{}", render(&said, &source));
        }
    }
}

#[test]
fn the_programs_run_and_read_nothing_unwritten() {
    for name in NAMES {
        let program = program(name);
        for entry in BTreeSet::from_iter(entries(&program).into_iter().chain(["main".into()])) {
            let inputs = Inputs::seeded(&program, &entry, 1).unwrap();
            let outcome = run(&program, &entry, &inputs, &Limits::default())
                .unwrap_or_else(|fault| panic!("{name}, {entry}: {fault:?}"));
            assert_eq!(outcome.poison_uses, 0, "{name}, {entry}: {:?}", outcome.first_poison);
            assert!(outcome.steps < 50_000, "{name}, {entry}: {} steps", outcome.steps);
            outcome
                .returns
                .iter()
                .for_each(|it| assert!(!has_poison(it), "{name}, {entry}: unwritten result"));
        }
    }
}

fn has_poison(output: &Output) -> bool {
    match output {
        Output::Storage(content) => content.elements.iter().any(|it| matches!(it, Number::Poison)),
        Output::Scalar(number, _) => matches!(number, Number::Poison),
        Output::Tuple(items) => items.iter().any(has_poison),
        Output::Task(_) | Output::Other(_) => false,
    }
}

// What they compute.

/// A matrix of doubles.
#[derive(Clone)]
struct Matrix {
    columns: usize,
    data: Vec<f64>,
}

impl Matrix {
    fn new(rows: usize, columns: usize, at: impl Fn(usize, usize) -> f64) -> Self {
        let data = (0..rows * columns).map(|n| at(n / columns, n % columns)).collect();
        Self { columns, data }
    }
    fn rows(&self) -> usize {
        self.data.len() / self.columns
    }
    fn at(&self, row: usize, column: usize) -> f64 {
        self.data[row * self.columns + column]
    }
    fn map(&self, f: impl Fn(f64) -> f64) -> Self {
        Self { columns: self.columns, data: self.data.iter().map(|&it| f(it)).collect() }
    }
    fn zip(&self, other: &Self, f: impl Fn(f64, f64) -> f64) -> Self {
        Self::new(self.rows(), self.columns, |r, c| f(self.at(r, c), other.at(r, c)))
    }
    fn times(&self, other: &Self) -> Self {
        let dot = |r, c| (0..self.columns).map(|k| self.at(r, k) * other.at(k, c)).sum();
        Self::new(self.rows(), other.columns, dot)
    }
    fn transposed(&self) -> Self {
        Self::new(self.columns, self.rows(), |r, c| self.at(c, r))
    }
    fn part(&self, rows: std::ops::Range<usize>, columns: std::ops::Range<usize>) -> Self {
        Self::new(rows.len(), columns.len(), |r, c| self.at(rows.start + r, columns.start + c))
    }
    fn softmax(&self) -> Self {
        let largest = |r| (0..self.columns).map(|c| self.at(r, c)).fold(f64::NEG_INFINITY, f64::max);
        let e = Self::new(self.rows(), self.columns, |r, c| (self.at(r, c) - largest(r)).exp());
        let sum = |r| (0..self.columns).map(|c| e.at(r, c)).sum::<f64>();
        Self::new(self.rows(), self.columns, |r, c| e.at(r, c) / sum(r))
    }
    /// Whether all elements are as close as `tolerance` of the largest.
    fn assert_close(&self, other: &Self, tolerance: f64, what: &str) {
        assert_eq!((self.rows(), self.columns), (other.rows(), other.columns), "{what}");
        let scale = other.data.iter().fold(1e-6, |most: f64, it| most.max(it.abs()));
        for (at, (a, b)) in self.data.iter().zip(&other.data).enumerate() {
            let error = (a - b).abs();
            assert!(error <= tolerance * scale, "{what}, element {at}: {a} instead of {b}");
        }
    }
}

/// A small number that looks arbitrary.
fn noise(seed: usize, row: usize, column: usize) -> f64 {
    let n = (seed * 7919 + row * 104_729 + column * 1_299_709) % 2039;
    n as f64 / 1019.5 - 1.0
}

/// A program with inputs for its parameters by name; all others are zero.
struct Case {
    program: Program,
    inputs: Inputs,
}

impl Case {
    fn new(name: &str) -> Self {
        let program = program(name);
        let inputs = Inputs::seeded(&program, "main", 1).unwrap();
        Self { program, inputs }
    }
    fn index(&self, param: &str) -> usize {
        let main = &self.program.functions["main"];
        main.params.iter().position(|it| main.vars[it.var].name == *param).unwrap()
    }
    fn set(&mut self, param: &str, shape: &[usize], elements: Vec<Number>) {
        let at = self.index(param);
        assert_eq!(shape.iter().product::<usize>(), elements.len(), "{param}");
        self.inputs.0[at] = Input::Storage { shape: shape.to_vec(), elements };
    }
    fn matrix(&mut self, param: &str, shape: &[usize], matrix: &Matrix) {
        self.set(param, shape, matrix.data.iter().map(|&it| Number::Float(it)).collect());
    }
    fn integers(&mut self, param: &str, shape: &[usize], values: &[i128]) {
        self.set(param, shape, values.iter().map(|&it| Number::Int(it)).collect());
    }
    fn run(&self) -> Outcome {
        run(&self.program, "main", &self.inputs, &Limits::default())
            .unwrap_or_else(|fault| panic!("{fault:?}"))
    }
}

fn matrix_of(output: &Output) -> Matrix {
    let Output::Storage(content) = output else { panic!("not a tensor: {output:?}") };
    let number = |it: &Number| match it {
        Number::Float(value) => *value,
        Number::Int(value) => *value as f64,
        Number::Poison => f64::NAN,
    };
    let columns = *content.shape.last().unwrap();
    Matrix { columns, data: content.elements.iter().map(number).collect() }
}

/// What single precision makes of it.
fn single(value: f64) -> f64 {
    f64::from(value as f32)
}

/// What a brain float makes of a number that is one eighth of a small integer: itself.
fn eighth(value: f64) -> f64 {
    (value * 8.0).round() / 8.0
}

#[test]
fn flash_attention_is_attention() {
    let mut case = Case::new("flash_attention");
    let [q, k, v] = [1, 2, 3].map(|seed| Matrix::new(64, 32, |r, c| single(noise(seed, r, c))));
    // 40 keys; every fifth of them, but the first, takes no part.
    let keep: Vec<i128> = (0..64).map(|j| if j >= 40 { -1 } else { i128::from(j % 5 != 3) }).collect();
    case.matrix("q", &[64, 32], &q);
    case.matrix("k_t", &[32, 64], &k.transposed());
    case.matrix("v", &[64, 32], &v);
    case.integers("keep", &[1, 64], &keep);
    let scores = q.times(&k.transposed());
    let seen = |r: usize, c: usize| c == 0 || (c <= r && c < 40 && keep[c] > 0);
    let masked = Matrix::new(64, 64, |r, c| if seen(r, c) { scores.at(r, c) / 32f64.sqrt() } else { -1e30 });
    let expected = masked.softmax().times(&v);
    matrix_of(&case.run().returns[0]).assert_close(&expected, 1e-4, "attention");
}

#[test]
fn paged_attention_is_attention_over_the_pages() {
    let (batch, pages) = (3, 5);
    let mut case = Case::new("paged_attention");
    let query = Matrix::new(batch, 64, |r, c| eighth(noise(1, r, c)));
    let [new_key, new_value] = [2, 3].map(|seed| Matrix::new(batch, 16, |r, c| eighth(noise(seed, r, c))));
    let [mut keys, mut values] =
        [4, 5].map(|seed| Matrix::new(pages * 16, 16, |r, c| eighth(noise(seed, r, c))));
    let lengths: [usize; 3] = [1, 16, 33];
    let table: [[i128; 3]; 3] = [[2, -1, -1], [4, -1, -1], [0, 3, 1]];
    case.matrix("query", &[batch, 64], &query);
    case.matrix("new_key", &[batch, 16], &new_key);
    case.matrix("new_value", &[batch, 16], &new_value);
    case.matrix("key_cache", &[pages, 16, 16], &keys);
    case.matrix("value_cache", &[pages, 16, 16], &values);
    case.integers("block_table", &[batch, 3], &table.concat());
    case.integers("context_lens", &[batch], &lengths.map(|it| it as i128));
    case.matrix("out", &[batch, 64], &Matrix::new(batch, 64, |_, _| 0.0));
    let outcome = case.run();
    // A page of keys holds a column a token, a page of values a row.
    for b in 0..batch {
        let (page, slot) = (table[b][(lengths[b] - 1) / 16] as usize, (lengths[b] - 1) % 16);
        for d in 0..16 {
            keys.data[(page * 16 + d) * 16 + slot] = new_key.at(b, d);
            values.data[(page * 16 + slot) * 16 + d] = new_value.at(b, d);
        }
    }
    let out = matrix_of(&outcome.returns[0]);
    for b in 0..batch {
        let place = |t: usize| (table[b][t / 16] as usize * 16, t % 16);
        let k = Matrix::new(lengths[b], 16, |t, d| keys.at(place(t).0 + d, place(t).1));
        let v = Matrix::new(lengths[b], 16, |t, d| values.at(place(t).0 + place(t).1, d));
        let q = Matrix::new(4, 16, |h, d| query.at(b, h * 16 + d));
        let expected = q.times(&k.transposed()).map(|it| it * 0.25).softmax().times(&v);
        let heads = Matrix { columns: 16, data: out.part(b..b + 1, 0..64).data };
        // The weights are rounded to brain floats, page by page.
        heads.assert_close(&expected, 2e-2, &format!("sequence {b}"));
    }
}

#[test]
fn the_decoder_layer_is_one() {
    let mut case = Case::new("decoder_layer");
    let small = |seed: usize, rows: usize, columns: usize| {
        Matrix::new(rows, columns, |r, c| single(noise(seed, r, c) / 4.0))
    };
    let x = Matrix::new(32, 32, |r, c| single(noise(1, r, c)));
    let [attn_norm, ffn_norm] = [2, 3].map(|seed| small(seed, 1, 32).map(|it| it + 1.0).map(single));
    let [w_q, w_k, w_v, w_o] = [4, 5, 6, 7].map(|seed| small(seed, 32, 32));
    let [w_gate, w_up] = [8, 9].map(|seed| small(seed, 32, 64));
    let w_down = small(10, 64, 32);
    let angle = |r: usize, c: usize| r as f64 / 10f64.powf(c as f64 / 8.0);
    let cos = Matrix::new(32, 8, |r, c| single(angle(r, c).cos()));
    let sin = Matrix::new(32, 8, |r, c| single(angle(r, c).sin()));
    let mask = Matrix::new(32, 32, |r, c| if c <= r { 0.0 } else { -1e9 }).map(single);
    let params = [
        ("x", &x),
        ("attn_norm", &attn_norm),
        ("w_q", &w_q),
        ("w_k", &w_k),
        ("w_v", &w_v),
        ("w_o", &w_o),
        ("cos", &cos),
        ("sin", &sin),
        ("mask", &mask),
        ("ffn_norm", &ffn_norm),
        ("w_gate", &w_gate),
        ("w_up", &w_up),
        ("w_down", &w_down),
    ];
    params.into_iter().for_each(|(name, it)| case.matrix(name, &[it.rows(), it.columns], it));
    let norm = |x: &Matrix, gamma: &Matrix| {
        let mean = |r: usize| (0..32).map(|c| x.at(r, c).powi(2)).sum::<f64>() / 32.0;
        Matrix::new(32, 32, |r, c| x.at(r, c) / (mean(r) + 1e-5).sqrt() * gamma.at(0, c))
    };
    let rope = |x: &Matrix| {
        Matrix::new(32, 32, |r, c| {
            let (head, d) = (c / 16 * 16, c % 16);
            let (a, b) = (x.at(r, head + d % 8), x.at(r, head + d % 8 + 8));
            let (cos, sin) = (cos.at(r, d % 8), sin.at(r, d % 8));
            if d < 8 { a * cos - b * sin } else { b * cos + a * sin }
        })
    };
    let normed = norm(&x, &attn_norm);
    let (q, k, v) = (rope(&normed.times(&w_q)), rope(&normed.times(&w_k)), normed.times(&w_v));
    let heads = [0, 1].map(|h| {
        let part = |m: &Matrix| m.part(0..32, h * 16..h * 16 + 16);
        let scores = part(&q).times(&part(&k).transposed()).zip(&mask, |s, m| s * 0.25 + m);
        scores.softmax().times(&part(&v))
    });
    let context = Matrix::new(32, 32, |r, c| heads[c / 16].at(r, c % 16));
    let hidden = x.zip(&context.times(&w_o), |a, b| a + b);
    let normed = norm(&hidden, &ffn_norm);
    let gate = normed.times(&w_gate).map(|g| g / (1.0 + (-g).exp()));
    let expected = hidden.zip(&gate.zip(&normed.times(&w_up), |a, b| a * b).times(&w_down), |a, b| a + b);
    matrix_of(&case.run().returns[0]).assert_close(&expected, 1e-4, "decoder layer");
}

#[test]
fn the_experts_add_up() {
    let mut case = Case::new("mixture_of_experts");
    let x = Matrix::new(32, 32, |r, c| single(noise(1, r, c)));
    let w_router = Matrix::new(32, 4, |r, c| single(noise(2, r, c)));
    let [w_in, w_out] = [3, 4].map(|seed| Matrix::new(128, 32, |r, c| single(noise(seed, r, c) / 4.0)));
    case.matrix("x", &[32, 32], &x);
    case.matrix("w_router", &[32, 4], &w_router);
    case.matrix("w_in", &[128, 32], &w_in);
    case.matrix("w_out", &[128, 32], &w_out);
    let gates = x.times(&w_router).softmax();
    let mut expected = Matrix::new(32, 32, |_, _| 0.0);
    for e in 0..4 {
        let rows = e * 32..e * 32 + 32;
        let h = x.times(&w_in.part(rows.clone(), 0..32)).map(|it| it.max(0.0));
        let y = h.times(&w_out.part(rows, 0..32));
        // An expert counts for a token if at most one other has a higher gate.
        let counts = |t: usize| (0..4).filter(|&other| gates.at(t, other) > gates.at(t, e)).count() < 2;
        let gate = |t: usize| if counts(t) { gates.at(t, e) } else { 0.0 };
        expected = Matrix::new(32, 32, |r, c| expected.at(r, c) + gate(r) * y.at(r, c));
    }
    matrix_of(&case.run().returns[0]).assert_close(&expected, 1e-4, "experts");
}

#[test]
fn the_pipeline_mixes_three_times() {
    let rows = 6;
    let mut case = Case::new("pipeline");
    let x = Matrix::new(rows, 64, |r, c| single(noise(1, r, c)));
    for (name, shape) in [("ping", vec![rows, 64]), ("pong", vec![rows, 64]), ("out", vec![rows, 64])] {
        case.matrix(name, &shape, &Matrix::new(rows, 64, |_, _| 0.0));
    }
    case.matrix("x", &[rows, 64], &x);
    for threshold in [-100.0, 100.0] {
        let (factor, at) = (case.index("factor"), case.index("threshold"));
        case.inputs.0[factor] = Input::Scalar(Number::Float(1.5));
        case.inputs.0[at] = Input::Scalar(Number::Float(threshold));
        let mut expected = x.map(|it| it * 1.5 + 1.0);
        for _ in 0..3 {
            let before = expected.clone();
            expected =
                Matrix::new(rows, 64, |r, c| 0.5 * (before.at(r, c) + before.at((r + rows - 1) % rows, c)));
        }
        let sum = |c| (0..rows).map(|r| expected.at(r, c)).sum::<f64>();
        let damping = if threshold < 0.0 { 0.5 } else { 1.0 };
        let total = Matrix::new(1, 64, |_, c| sum(c) * damping);
        let out = Matrix::new(rows, 64, |r, c| expected.at(r, c) + total.at(0, c));
        let outcome = case.run();
        matrix_of(&outcome.returns[0]).assert_close(&total, 1e-4, "sums");
        matrix_of(&outcome.returns[1]).assert_close(&out, 1e-4, "rows");
    }
}

#[test]
fn kinds_of_function_are_all_known_to_the_list() {
    for kind in FunctionKind::ALL {
        assert!(FORMS.contains(&kind.name()), "{}", kind.name());
    }
}
