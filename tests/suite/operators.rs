//! The operator table: what every row must declare, the rows D1 to D10 of the behaviour catalogue, and result types.

use std::sync::LazyLock;

use selfsame::base::id::Id;
use selfsame::base::name::Name;
use selfsame::ir::attr::{Attr, Attrs};
use selfsame::ir::dtype::DType;
use selfsame::ir::expr::Expr;
use selfsame::ir::op::gate;
use selfsame::ir::op::sugar;
use selfsame::ir::op::table;
use selfsame::ir::op::{Channel, CostClass, Effect, Effects, OpRow, Operand, OperandKind, Purity};
use selfsame::ir::types::{MemSpace, Type};

pub(crate) fn row(name: &str) -> &'static OpRow {
    table::find(name).unwrap_or_else(|| panic!("no row `{name}`"))
}

fn keywords(pairs: &[(&str, Attr)]) -> Attrs {
    pairs.iter().map(|(name, value)| (Name::from(*name), value.clone())).collect()
}

fn member(name: &str) -> Attr {
    Attr::Enum(Name::from(name))
}

fn text(text: &str) -> Attr {
    Attr::Str(Name::from(text))
}

static ADD: LazyLock<Attrs> = LazyLock::new(|| keywords(&[("atomic", member("AtomicType.Add"))]));

#[test]
fn d1_an_argument_that_is_not_listed_is_read() {
    let none = Attrs::new();
    assert_eq!(row("tile.store").effect(0, &none), Effect::Read);
    assert_eq!(row("tile.store").effect(99, &none), Effect::Read);
    assert_eq!(row("tile.add").effect(0, &none), Effect::Read);
}

#[test]
fn d2_declared_differs_from_read() {
    let none = Attrs::new();
    assert!(!row("tile.add").declares(0, &none), "functional operators are not classified");
    assert!(
        (0..3).all(|at| row("pld.system.wait").declares(at, &none)),
        "`no writes` classifies every argument"
    );
    assert!(row("tile.store").declares(2, &none) && !row("tile.store").declares(0, &none));
}

#[test]
fn d3_fixed_effects() {
    use Effect::{ReadWrite, Write};
    let wanted: &[(&str, &[(usize, Effect)])] = &[
        ("tensor.write", &[(0, Write)]),
        ("tensor.assemble", &[(0, Write)]),
        ("tensor.expand_clone", &[(1, Write)]),
        ("tile.store", &[(2, Write)]),
        ("tile.mscatter", &[(2, Write)]),
        ("tile.write", &[(0, ReadWrite)]),
        ("tile.assemble", &[(0, ReadWrite)]),
        ("tile.matmul_acc", &[(0, ReadWrite)]),
        ("tile.gemv_acc", &[(0, ReadWrite)]),
        ("tile.batch_matmul_acc", &[(0, ReadWrite)]),
        ("tile.matmul_mx_acc", &[(0, ReadWrite)]),
        ("tile.fillpad_inplace", &[(0, ReadWrite)]),
        ("tile.scatter", &[(0, ReadWrite)]),
        ("tile.scatter_mask", &[(0, ReadWrite)]),
        ("tile.scatter_update", &[(0, ReadWrite)]),
        ("tile.gather_row", &[(0, ReadWrite)]),
        ("tile.tget_scale_addr", &[(0, Write)]),
        ("array.update_element", &[(0, ReadWrite)]),
        ("pld.tile.get", &[(0, Write)]),
        ("pld.tensor.get", &[(0, Write)]),
        ("pld.tensor.allreduce", &[(0, ReadWrite), (1, ReadWrite)]),
        ("pld.tensor.reduce_scatter", &[(0, ReadWrite), (1, ReadWrite)]),
        ("pld.tensor.broadcast", &[(0, ReadWrite), (1, ReadWrite)]),
        ("pld.tensor.barrier", &[(0, ReadWrite)]),
        ("pld.tensor.allgather", &[(1, Write), (2, ReadWrite)]),
        ("pld.tensor.all_to_all", &[(1, Write), (2, ReadWrite)]),
        ("pld.tensor.all_to_all_v", &[(1, Write), (2, ReadWrite), (4, Write)]),
        ("builtin.tensor.allreduce_ring", &[(0, ReadWrite), (1, ReadWrite)]),
    ];
    for (name, effects) in wanted {
        let row = row(name);
        for at in 0..row.operands.len() {
            let wanted = effects.iter().find(|(of, _)| *of == at).map_or(Effect::Read, |(_, it)| *it);
            assert_eq!(row.effect(at, &Attrs::new()), wanted, "{name}, argument {at}");
        }
    }
    for name in ["tensor.set_validshape", "tile.set_validshape", "system.set_ffts", "pld.system.wait"] {
        assert!(matches!(row(name).effects, Effects::NoWrites), "{name}");
    }
}

#[test]
fn d4_effects_that_keywords_decide() {
    let none = Attrs::new();
    for (name, at) in [
        ("tile.store", 2),
        ("tensor.assemble", 0),
        ("pld.tile.put", 0),
        ("pld.tensor.put", 0),
        ("pld.tile.remote_store", 1),
        ("pld.tensor.remote_store", 1),
    ] {
        assert_eq!(row(name).effect(at, &none), Effect::Write, "{name}");
        assert_eq!(row(name).effect(at, &ADD), Effect::ReadWrite, "{name}, atomic");
        let number = keywords(&[("atomic", Attr::Int(1))]);
        assert_eq!(row(name).effect(at, &number), Effect::ReadWrite, "{name}, atomic as a number");
    }
    let notify = row("pld.system.notify");
    assert_eq!(notify.effect(0, &none), Effect::ReadWrite, "a notification adds unless told otherwise");
    assert_eq!(notify.effect(0, &keywords(&[("op", member("pld.NotifyOp.Set"))])), Effect::Write);
    assert_eq!(notify.effect(0, &keywords(&[("op", member("pld.NotifyOp.AtomicAdd"))])), Effect::ReadWrite);
    let gather = row("tile.mgather");
    let to_mat = ("target_memory", member("Mem.Mat"));
    let elements = ("coalesce", text("elem"));
    assert_eq!(gather.effect(2, &keywords(&[to_mat.clone(), elements.clone()])), Effect::Write);
    assert_eq!(gather.effect(2, &keywords(&[to_mat, ("coalesce", text("row"))])), Effect::Read);
    assert_eq!(gather.effect(2, &keywords(&[elements])), Effect::Read);
    let barrier = row("system.syncall");
    assert_eq!(barrier.effect(0, &none), Effect::Read, "hard is the default");
    assert!(barrier.declares(0, &none), "the hard form says so, it is not a mere default");
    assert_eq!(barrier.effect(0, &keywords(&[("mode", text("soft"))])), Effect::ReadWrite);
}

/// A sound row to spoil.
fn sound(operands: &'static [Operand]) -> OpRow {
    OpRow {
        name: "test.row",
        operands,
        keywords: &[],
        result: |_| Ok(Type::Unknown),
        effects: Effects::Undeclared,
        channel: None,
        names: None,
        view: None,
        in_place_safe: true,
        purity: Purity::Pure,
        sync: false,
        ambient: false,
        by_type: false,
        cost: CostClass::Elementwise,
    }
}

const TWO: &[Operand] = &[
    Operand { name: "a", kind: OperandKind::Tensor, optional: false },
    Operand { name: "b", kind: OperandKind::Tensor, optional: false },
];

#[test]
fn d5_every_row_passes_the_gate() {
    let faults: Vec<_> = table::rows().flat_map(gate::faults).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn d5_a_result_that_names_an_argument_implies_its_effect() {
    assert!(gate::faults(&sound(TWO)).is_empty());
    let silent = OpRow { names: Some(1), ..sound(TWO) };
    assert_eq!(
        gate::faults(&silent),
        ["test.row: its result names argument 1, whose effect it does not declare"]
    );
    let beside = OpRow {
        effects: Effects::Fixed(&[(0, Effect::Write)]),
        purity: Purity::Arguments,
        names: Some(1),
        ..sound(TWO)
    };
    assert_eq!(gate::faults(&beside).len(), 1, "the verdict must be about the argument that is named");
    let read_only = OpRow { effects: Effects::NoWrites, names: Some(1), ..sound(TWO) };
    assert!(gate::faults(&read_only).is_empty());
}

#[test]
fn d5_a_write_channel_implies_a_write() {
    // Row D5.
    let idle = OpRow { channel: Some(Channel::Dma), ..sound(TWO) };
    assert_eq!(gate::faults(&idle), ["test.row: has a write channel and writes nothing"]);
    let read_only = OpRow { effects: Effects::NoWrites, ..idle };
    assert_eq!(gate::faults(&read_only).len(), 1);
}

#[test]
fn d6_contradictions_are_rejected() {
    let twice = Effects::Fixed(&[(0, Effect::Write), (0, Effect::Read)]);
    let both = OpRow { effects: twice, purity: Purity::Arguments, ..sound(TWO) };
    assert_eq!(gate::faults(&both), ["test.row: declares two effects on argument 0"]);
    let pure = OpRow { effects: Effects::Fixed(&[(0, Effect::Write)]), ..sound(TWO) };
    assert_eq!(gate::faults(&pure), ["test.row: writes an argument and is declared free of effects"]);
    let past = OpRow { effects: Effects::Fixed(&[(2, Effect::Read)]), ..sound(TWO) };
    assert_eq!(gate::faults(&past), ["test.row: speaks of argument 2 and has 2"]);
    let two_ways = OpRow { effects: Effects::NoWrites, names: Some(0), view: Some(0), ..sound(TWO) };
    assert_eq!(gate::faults(&two_ways), ["test.row: its result both names an argument and is a view of one"]);
    let loose = OpRow { sync: true, ..sound(TWO) };
    assert_eq!(gate::faults(&loose), ["test.row: orders memory and may be dropped or moved"]);
}

#[test]
fn d7_an_unknown_operator_has_no_row() {
    assert!(table::find("tile.no_such_operator").is_none());
    assert!(sugar::dispatch("no_such_operator", &[tensor(&[4])]).is_none());
}

#[test]
fn d8_write_channels() {
    let by = |channel| table::rows().filter(move |row| row.channel == Some(channel)).map(|row| row.name);
    assert_eq!(by(Channel::Scalar).collect::<Vec<_>>(), ["tensor.write"]);
    let mut dma: Vec<_> = by(Channel::Dma).collect();
    dma.sort_unstable();
    let mut wanted = vec![
        "tile.store",
        "tensor.assemble",
        "tile.mscatter",
        "tile.mgather",
        "pld.tile.put",
        "pld.tensor.put",
        "pld.tile.get",
        "pld.tensor.get",
        "pld.tile.remote_store",
        "pld.tensor.remote_store",
    ];
    wanted.sort_unstable();
    assert_eq!(dma, wanted);
    for name in ["pld.tensor.allreduce", "pld.tensor.allgather", "pld.tensor.barrier", "pld.system.notify"] {
        assert_eq!(row(name).channel, None, "{name}");
    }
}

/// Operands that fit a row, by the sort of each: shapes are whole, offsets and indices zero.
fn sample(row: &OpRow) -> (Vec<Expr>, Vec<Type>) {
    let list = |item: i128| (Expr::Tuple(vec![Expr::index(item); 2]), Type::Tuple(vec![Type::INDEX; 2]));
    let operand = |(at, operand): (usize, &Operand)| {
        let var = Expr::Var(Id::new(at));
        match operand.kind {
            OperandKind::Tensor | OperandKind::Shaped => (var, tensor(&[16, 16])),
            OperandKind::Tile | OperandKind::Any => (var, tile(&[16, 16])),
            OperandKind::Scalar if row.name == "tensor.write" || row.name == "tile.write" => {
                (var, Type::Scalar(DType::Fp32))
            }
            OperandKind::Scalar => (Expr::index(0), Type::INDEX),
            OperandKind::Indices if operand.name.starts_with("shape") => list(16),
            OperandKind::Indices => list(0),
            OperandKind::Array => (var, Type::Array(4, DType::Int32)),
        }
    };
    row.operands.iter().take(row.least_operands()).enumerate().map(operand).unzip()
}

#[test]
fn d9_an_operator_called_for_its_effect_names_nothing() {
    let mut named = 0;
    for row in table::rows().filter(|row| row.names.is_some()) {
        let (args, types) = sample(row);
        let kwargs = keywords(&[("mask_pattern", Attr::Int(1))]);
        let result = row.apply(&args, &types, &kwargs).unwrap_or_else(|why| panic!("{row:?}: {why:?}"));
        assert_ne!(result, Type::Unknown, "{row:?} has no result that could name its argument");
        assert!(result.is_storage(), "{row:?}");
        named += 1;
    }
    assert!(named > 20);
    for name in ["pld.tensor.put", "pld.tile.remote_store", "pld.system.notify", "system.syncall"] {
        assert_eq!(row(name).aliases(), None, "{name}");
    }
}

#[test]
fn d10_zero_copy_views() {
    let mut views: Vec<_> = table::rows().filter(|row| row.view.is_some()).map(|row| row.name).collect();
    views.sort_unstable();
    let wanted = [
        "tensor.reinterpret_view",
        "tensor.reshape",
        "tensor.slice",
        "tensor.view",
        "tile.reinterpret_view",
        "tile.reshape",
        "tile.slice",
        "tile.transpose_view",
    ];
    assert_eq!(views, wanted);
    assert_eq!(
        row("tile.transpose").aliases(),
        None,
        "it inherits the memory space but permutes into a fresh tile"
    );
    assert_eq!(row("tensor.transpose").aliases(), None);
    for name in ["tile.assemble", "tile.set_validshape", "tensor.set_validshape"] {
        assert_eq!(row(name).aliases(), Some(0), "{name}");
        assert_eq!(
            row(name).names,
            Some(0),
            "{name}: the result is the name to use for the storage from then on"
        );
    }
}

/// Rows that work in place and say so here, though the reference does not declare it.
#[test]
fn in_place_rows_beyond_the_reference() {
    for name in
        ["tile.assemble", "tile.write", "tile.set_validshape", "array.update_element", "tensor.gather_row"]
    {
        assert_eq!(row(name).names, Some(0), "{name}");
    }
    for name in ["tensor.matmul_acc", "tensor.scatter", "tensor.scatter_update", "tensor.scatter_mask"] {
        assert_eq!((row(name).names, row(name).purity), (None, Purity::Pure), "{name} gives a fresh tensor");
    }
}

#[test]
fn purity_is_not_read_off_effects() {
    for name in ["pld.system.wait", "pld.system.defer_wait", "system.set_ffts", "tile.tpush_to_aiv"] {
        assert_eq!(row(name).purity, Purity::Effectful, "{name} writes no argument and must stay");
    }
    for name in ["tensor.create", "tile.create", "array.create", "tile.alloc"] {
        assert_eq!(row(name).purity, Purity::Allocates, "{name}");
    }
}

fn tensor(shape: &[i128]) -> Type {
    Type::tensor(shape.iter().map(|&extent| Expr::index(extent)).collect(), DType::Fp32)
}

fn tile(shape: &[i128]) -> Type {
    Type::tile(shape.iter().map(|&extent| Expr::index(extent)).collect(), DType::Fp32, Some(MemSpace::Vec))
}
