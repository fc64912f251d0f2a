//! The judges judged: faults planted in programs are found.

use std::collections::BTreeMap;

use selfsame::interp::equivalent::{Options, equivalent};
use selfsame::ir::program::Program;

use crate::generate;
use crate::laws::runner::{limits, read};
use crate::mutate::{self, Fault};

/// One program per kind of fault, in which every such fault changes the meaning.
const ALL_SEEN: &[(Fault, &str)] = &[
    (
        Fault::DroppedWrite,
        "
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, x: V, o: pl.InOut[V]) -> V:
        t = pl.load(x, [0], [16])
        o1 = pl.store(t, [0], o)
        u = pl.load(o1, [0], [8])
        return pl.store(pl.neg(u), [8], o1)
",
    ),
    (
        Fault::MovedRead,
        "
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, x: V, o: pl.InOut[V], p: pl.Out[V]) -> tuple[V, V]:
        t = pl.load(x, [0], [16])
        u = pl.load(o, [0], [16])
        o1 = pl.store(t, [0], o)
        w = pl.load(o, [0], [16])
        p1 = pl.store(pl.add(u, w), [0], p)
        return o1, p1
",
    ),
    (
        Fault::SwappedReads,
        "
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, x: V, y: V, o: pl.Out[V], p: pl.Out[V]) -> tuple[V, V]:
        t = pl.load(x, [0], [16])
        u = pl.load(y, [0], [16])
        o1 = pl.store(t, [0], o)
        p1 = pl.store(u, [0], p)
        return o1, p1
",
    ),
    (
        Fault::ExchangedProjections,
        "
    @pl.function
    def two(self, a: V) -> tuple[V, V]:
        b = pl.exp(a)
        c = pl.neg(a)
        return b, c

    @pl.function
    def main(self, a: V) -> V:
        b, c = self.two(a)
        return pl.sub(b, c)
",
    ),
    (
        Fault::OldVersion,
        "
    @pl.function
    def main(self, a: V) -> V:
        for i, (p,) in pl.range(3, init_values=(a,)):
            q = pl.add(p, 1.0)
            r = pl.yield_(q)
        return r
",
    ),
    (
        Fault::DroppedCall,
        "
    @pl.function(type=pl.FunctionType.InCore)
    def copy(self, x: V, o: pl.Out[V]) -> V:
        t = pl.load(x, [0], [16])
        return pl.store(t, [0], o)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: V, o: pl.InOut[V], p: pl.InOut[V]) -> V:
        self.copy(x, o)
        p = self.copy(o, p)
        return p
",
    ),
    (
        Fault::SwappedReturns,
        "
    @pl.function
    def main(self, a: V, b: pl.InOut[V]) -> tuple[V, V]:
        c = pl.neg(a)
        return c, b
",
    ),
    (
        Fault::ReadOverSync,
        "
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, w: pl.InOut[pld.DistributedTensor[[16], pl.FP32]], o: pl.InOut[V]) -> V:
        t = pl.load(w, [0], [16])
        pl.system.syncall()
        u = pl.load(w, [0], [16])
        return pl.store(pl.sub(t, u), [0], o)
",
    ),
];

fn program(body: &str) -> Program {
    let body = body.replace('V', "pl.Tensor[[16], pl.FP32]").replace("Apl.Tensor[[16], pl.FP32]", "AV");
    let imports = "import pypto.language as pl\nimport pypto.language.distributed as pld";
    let text = format!("{imports}\n\n\n@pl.program\nclass Planted:{body}");
    let programs = read("planted.py", &text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    programs[0].clone()
}

/// How many of the faults that can be planted are found, and how many there are.
fn found(before: &Program, fault: Fault) -> (usize, usize) {
    let options = Options { seeds: 4, limits: limits(), ..Options::default() };
    let planted = mutate::plant(before, fault);
    let seen = planted.iter().filter(|after| equivalent(before, after, &options).difference.is_some());
    (seen.count(), planted.len())
}

#[test]
fn each_kind_of_fault_is_found() {
    for (fault, body) in ALL_SEEN {
        let program = program(body);
        let same = equivalent(&program, &program, &Options::default());
        assert!(same.difference.is_none() && same.runs > 0, "{fault:?}: {:?}", same.skipped);
        let (seen, planted) = found(&program, *fault);
        assert!(planted > 0 && seen == planted, "{fault:?}: {seen} of {planted} found");
    }
    let kinds: Vec<Fault> = ALL_SEEN.iter().map(|(fault, _)| *fault).collect();
    assert_eq!(kinds, Fault::ALL);
}

#[test]
fn faults_in_generated_programs_are_found() {
    let mut counts: BTreeMap<Fault, (usize, usize)> = BTreeMap::new();
    for seed in 0..40 {
        let text = generate::program(&generate::choices(seed, 300));
        let Ok(programs) = read("generated.py", &text) else { continue };
        for fault in Fault::ALL {
            let (seen, planted) = found(&programs[0], *fault);
            let count = counts.entry(*fault).or_default();
            *count = (count.0 + seen, count.1 + planted);
        }
    }
    for (fault, (seen, planted)) in &counts {
        // A rate over a handful says nothing; the kind itself is judged above.
        assert!(
            *planted < 20 || seen * 10 >= *planted,
            "{fault:?}: {seen} of {planted} found; all: {counts:?}"
        );
    }
}
