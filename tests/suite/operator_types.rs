//! Result types of operators, and what authoring names mean: each line is a call, and what comes out of it.

use selfsame::base::id::Id;
use selfsame::base::name::Name;
use selfsame::ir::attr::Attr;
use selfsame::ir::dtype::DType;
use selfsame::ir::expr::{BinaryOp, Expr, Float};
use selfsame::ir::op::sugar::{self, Given, ScalarForm};
use selfsame::ir::op::table;
use selfsame::ir::types::{MemSpace, Type};

/// The result of a call, as text: the operator, then the type or what does not fit.
fn call(name: &str, given: Vec<Given>) -> String {
    let completed = match sugar::complete(name, &given) {
        Ok(completed) => completed,
        Err(why) => return format!("{:?}: {}", why.operand, why.message),
    };
    // A variable of the test is the argument it was given as.
    let type_of = |expr: &Expr| match expr {
        Expr::Var(var) => given[Id::index(*var)].ty.clone(),
        Expr::Tuple(items) => Type::Tuple(vec![Type::INDEX; items.len()]),
        Expr::Float(_, dtype) | Expr::Int(_, dtype) => Type::Scalar(*dtype),
        _ => Type::Unknown,
    };
    let types: Vec<Type> = completed.args.iter().map(type_of).collect();
    let Some(row) = completed.op.row() else { return format!("{:?}, not in the table", completed.op) };
    match row.apply(&completed.args, &types, &completed.kwargs) {
        Ok(ty) => format!("{} -> {}", row.name, show(&ty)),
        Err(why) => format!("{}: {:?}: {}", row.name, why.operand, why.message),
    }
}

fn show(ty: &Type) -> String {
    let extents = |list: &[Expr]| {
        let one = |extent: &Expr| match extent {
            Expr::Int(value, _) => value.to_string(),
            Expr::Var(var) => format!("{var}"),
            other => format!("{other:?}"),
        };
        list.iter().map(one).collect::<Vec<_>>().join(", ")
    };
    let shape = ty.shape().map(extents).unwrap_or_default();
    let valid = ty.valid_shape().map(extents).unwrap_or_default();
    let valid = if valid == shape { String::new() } else { format!(" valid [{valid}]") };
    match ty {
        Type::Tensor(it) => {
            let word = if it.distributed { "window" } else { "tensor" };
            format!("{word} [{shape}] {}{valid}", it.dtype)
        }
        Type::Tile(it) => {
            let space = it.space.map(MemSpace::name).unwrap_or_default();
            format!("tile [{shape}] {} {space}{valid}", it.dtype)
        }
        Type::Scalar(dtype) => format!("scalar {dtype}"),
        Type::Array(length, dtype) => format!("array {length} {dtype}"),
        Type::Tuple(items) => format!("({})", items.iter().map(show).collect::<Vec<_>>().join("; ")),
        other => format!("{other:?}"),
    }
}

/// Arguments in order; variables are numbered by their place.
struct Args(Vec<Given>);

impl Args {
    fn new() -> Self {
        Self(Vec::new())
    }
    fn push(mut self, value: Attr, ty: Type) -> Self {
        self.0.push(Given { keyword: None, value, ty });
        self
    }
    fn var(self, ty: Type) -> Self {
        let var = Expr::Var(Id::new(self.0.len()));
        self.push(Attr::Expr(var), ty)
    }
    fn tensor(self, shape: &[i128], dtype: DType) -> Self {
        self.var(Type::tensor(shape.iter().map(|&it| Expr::index(it)).collect(), dtype))
    }
    fn tile(self, shape: &[i128], dtype: DType) -> Self {
        let shape = shape.iter().map(|&it| Expr::index(it)).collect();
        self.var(Type::tile(shape, dtype, Some(MemSpace::Vec)))
    }
    fn list(self, items: &[i128]) -> Self {
        let ty = Type::Tuple(vec![Type::INDEX; items.len()]);
        self.push(Attr::Expr(Expr::Tuple(items.iter().map(|&it| Expr::index(it)).collect())), ty)
    }
    fn int(self, value: i128) -> Self {
        self.push(Attr::Expr(Expr::index(value)), Type::INDEX)
    }
    fn float(self, value: f64) -> Self {
        let expr = Expr::Float(Float::new(value), DType::Fp32);
        self.push(Attr::Expr(expr), Type::Scalar(DType::Fp32))
    }
    fn dtype(self, dtype: DType) -> Self {
        self.push(Attr::DType(dtype), Type::Unknown)
    }
    fn member(self, name: &str) -> Self {
        self.push(Attr::Enum(Name::from(name)), Type::Unknown)
    }
    /// The last argument becomes a keyword.
    fn named(mut self, keyword: &str) -> Self {
        self.0.last_mut().unwrap().keyword = Some(Name::from(keyword));
        self
    }
    fn of(self, name: &str) -> String {
        call(name, self.0)
    }
}

const F32: DType = DType::Fp32;
const F16: DType = DType::Fp16;
const I32: DType = DType::Int32;

#[test]
fn short_names_go_by_the_operands() {
    let a = || Args::new();
    assert_eq!(a().tensor(&[4, 8], F32).tensor(&[4, 8], F32).of("add"), "tensor.add -> tensor [4, 8] FP32");
    assert_eq!(a().tensor(&[4, 8], F16).float(2.0).of("mul"), "tensor.muls -> tensor [4, 8] FP32");
    assert_eq!(a().tile(&[4, 8], F16).float(2.0).of("mul"), "tile.muls -> tile [4, 8] FP16 Vec");
    assert_eq!(a().tensor(&[4, 8], I32).int(2).of("mul"), "tensor.muls -> tensor [4, 8] INT32");
    assert_eq!(a().tile(&[4, 8], F16).tile(&[4, 1], F32).of("tile.add"), "tile.add -> tile [4, 8] FP32 Vec");
    assert_eq!(a().tile(&[4, 8], F32).float(1.0).of("tile.add"), "tile.adds -> tile [4, 8] FP32 Vec");
    assert_eq!(a().tensor(&[4, 8], F32).float(0.0).of("maximum"), "tensor.maximum -> tensor [4, 8] FP32");
    assert_eq!(a().tile(&[4, 8], F32).float(0.0).of("maximum"), "tile.maximums -> tile [4, 8] FP32 Vec");
    assert_eq!(a().tile(&[4, 8], I32).tile(&[4, 8], I32).of("and_"), "tile.and -> tile [4, 8] INT32 Vec");
    assert_eq!(a().tensor(&[4, 8], F32).of("row_sum"), "tensor.row_sum -> tensor [4, 1] FP32");
    assert_eq!(
        a().tile(&[4, 8], F32).tile(&[4, 8], F32).of("row_sum"),
        "tile.row_sum -> tile [4, 1] FP32 Vec"
    );
    assert_eq!(a().tensor(&[4, 8], F32).of("col_max"), "tensor.col_max -> tensor [1, 8] FP32");
    assert_eq!(a().tensor(&[4, 8], F32).of("row_argmax"), "tensor.row_argmax -> tensor [4, 1] INT32");
}

#[test]
fn scalars_are_arithmetic_and_no_operators() {
    assert_eq!(sugar::dispatch("add", &[Type::INDEX, Type::INDEX]), None);
    assert_eq!(sugar::scalar_form("min"), Some(ScalarForm::Binary(BinaryOp::Min)));
    assert_eq!(sugar::scalar_form("cast"), Some(ScalarForm::Cast));
    assert!(sugar::is_short("row_sum") && sugar::is_short("gather") && !sugar::is_short("row_summ"));
}

#[test]
fn misfits_say_what_is_wrong() {
    let a = || Args::new();
    assert_eq!(
        a().tensor(&[4, 8], F32).tensor(&[4, 7], F32).of("add"),
        "tensor.add: Some(1): axis 1 has extent 7, the other operand's has 8"
    );
    assert_eq!(
        a().tile(&[4, 8], F32).tensor(&[4, 8], F32).of("add"),
        "Some(1): `rhs` must be a tile, not a tensor; load it first"
    );
    assert_eq!(a().tile(&[4, 8], F32).of("add"), "None: `rhs` is missing");
    assert_eq!(
        a().tensor(&[4, 8], F32).tensor(&[7, 2], F32).of("matmul"),
        "tensor.matmul: Some(1): has 7 rows where the left side has 8 columns"
    );
    assert_eq!(
        a().tile(&[4, 8], F16).of("sin"),
        "tile.sin: Some(0): takes elements of FP32, not FP16; cast it first"
    );
    assert_eq!(
        a().tensor(&[4, 8], F32).tensor(&[3, 1], F32).of("row_expand_mul"),
        "tensor.row_expand_mul: Some(1): holds 3 values for 4 rows"
    );
    assert_eq!(
        a().tensor(&[8, 8], F32).list(&[4, 4]).list(&[6, 0]).of("slice"),
        "tensor.slice: None: axis 0 reaches to 10, past its extent of 8"
    );
    assert_eq!(
        a().tensor(&[8, 8], F32).list(&[4]).list(&[0, 0]).of("slice"),
        "tensor.slice: Some(1): has 1 entry for 2 axes"
    );
    assert_eq!(
        a().tensor(&[8, 8], F32)
            .list(&[0, 0])
            .list(&[4, 4])
            .member("Mem.Mat")
            .named("target_memroy")
            .of("load"),
        "Some(3): has no keyword `target_memroy`; did you mean `target_memory`?"
    );
    assert_eq!(
        a().tensor(&[4, 4], F32).list(&[3, 4]).of("reshape"),
        "tensor.reshape: Some(1): has 12 elements, the input 16"
    );
}

#[test]
fn symbolic_extents_that_differ_only_as_text_are_accepted() {
    let (n, m) = (Expr::Var(Id::new(7)), Expr::Var(Id::new(8)));
    let a = Args::new().var(Type::tensor(vec![n.clone(), Expr::index(8)], F32));
    let sum = a.var(Type::tensor(vec![m, Expr::index(8)], F32)).of("add");
    assert_eq!(sum, "tensor.add -> tensor [v7, 8] FP32");
    let a = Args::new().var(Type::tensor(vec![n.clone(), Expr::index(8)], F32));
    let sum = a.tensor(&[16, 8], F32).of("add");
    assert_eq!(sum, "tensor.add -> tensor [16, 8] FP32", "a constant above 1 settles the extent");
    let a = Args::new().var(Type::tensor(vec![n, Expr::index(8)], F32));
    assert_eq!(a.tensor(&[1, 8], F32).of("add"), "tensor.add -> tensor [v7, 8] FP32");
}

#[test]
fn windows_and_valid_parts() {
    let a = || Args::new();
    assert_eq!(
        a().tensor(&[16, 16], F32).list(&[0, 8]).list(&[8, 8]).of("load"),
        "tile.load -> tile [8, 8] FP32 Vec"
    );
    assert_eq!(
        a().tensor(&[16, 16], F32)
            .list(&[0, 8])
            .list(&[8, 8])
            .list(&[8, 5])
            .member("MemorySpace.Mat")
            .of("load"),
        "tile.load -> tile [8, 8] FP32 Mat valid [8, 5]"
    );
    assert_eq!(
        a().tensor(&[16, 16], F32)
            .list(&[8, 8])
            .list(&[12, 0])
            .push(Attr::Bool(true), Type::BOOL)
            .named("clamp")
            .of("slice"),
        "tensor.slice -> tensor [8, 8] FP32 valid [4, 8]"
    );
    assert_eq!(
        a().tensor(&[16, 16], F32).list(&[1, 8]).list(&[3, 0]).list(&[0]).named("drop_dims").of("slice"),
        "tensor.slice -> tensor [8] FP32"
    );
    assert_eq!(
        a().tile(&[16, 16], F32).int(8).int(16).of("set_validshape"),
        "tile.set_validshape -> tile [16, 16] FP32 Vec valid [8, 16]"
    );
    let narrow = |ty: Type| match ty {
        Type::Tile(mut it) => {
            let view = it.view.get_or_insert_default();
            view.valid_shape = vec![Expr::index(8), Expr::index(16)];
            Type::Tile(it)
        }
        other => other,
    };
    let part = || narrow(Type::tile(vec![Expr::index(16), Expr::index(16)], F32, Some(MemSpace::Vec)));
    assert_eq!(a().var(part()).of("exp"), "tile.exp -> tile [16, 16] FP32 Vec valid [8, 16]");
    assert_eq!(
        a().var(part()).tile(&[16, 16], F32).of("add"),
        "tile.add -> tile [16, 16] FP32 Vec valid [8, 16]"
    );
    assert_eq!(
        a().var(part()).list(&[16, 1, 16]).of("reshape"),
        "tile.reshape -> tile [16, 1, 16] FP32 Vec valid [8, 1, 16]"
    );
    assert_eq!(
        a().var(part()).list(&[32, 8]).of("reshape"),
        "tile.reshape -> tile [32, 8] FP32 Vec valid [16, 8]"
    );
    assert_eq!(a().var(part()).of("fillpad"), "tile.fillpad -> tile [16, 16] FP32 Vec");
    assert_eq!(
        a().var(part()).list(&[8, 16]).list(&[4, 0]).of("slice"),
        "tile.slice -> tile [8, 16] FP32 Vec valid [4, 16]"
    );
    assert_eq!(
        a().var(part()).tile(&[4, 16], F32).list(&[8, 0]).of("assemble"),
        "tile.assemble -> tile [16, 16] FP32 Vec valid [12, 16]"
    );
    assert_eq!(
        a().var(part()).tile(&[8, 16], F32).list(&[8, 0]).of("assemble"),
        "tile.assemble -> tile [16, 16] FP32 Vec",
        "valid everywhere again"
    );
    assert_eq!(
        a().tile(&[4, 8], F32).list(&[0, 0]).tensor(&[16, 8], F32).of("store"),
        "tile.store -> tensor [16, 8] FP32"
    );
}

#[test]
fn products() {
    let a = || Args::new();
    assert_eq!(
        a().tile(&[16, 32], F16).tile(&[32, 8], F16).of("matmul"),
        "tile.matmul -> tile [16, 8] FP32 Acc"
    );
    let i8 = DType::Int8;
    assert_eq!(
        a().tile(&[16, 32], i8).tile(&[32, 8], i8).of("matmul"),
        "tile.matmul -> tile [16, 8] INT32 Acc"
    );
    assert_eq!(
        a().tensor(&[16, 32], F16).tensor(&[32, 8], F16).of("matmul"),
        "tensor.matmul -> tensor [16, 8] FP16"
    );
    assert_eq!(
        a().tensor(&[16, 32], F16)
            .tensor(&[8, 32], F16)
            .dtype(F32)
            .named("out_dtype")
            .push(Attr::Bool(true), Type::BOOL)
            .named("b_trans")
            .of("matmul"),
        "tensor.matmul -> tensor [16, 8] FP32"
    );
    assert_eq!(
        a().tensor(&[2, 16, 32], F16).tensor(&[32, 8], F16).of("matmul"),
        "tensor.matmul -> tensor [2, 16, 8] FP16"
    );
    assert_eq!(
        a().tile(&[16, 8], F32).tile(&[16, 32], F16).tile(&[32, 8], F16).of("matmul_acc"),
        "tile.matmul_acc -> tile [16, 8] FP32 Vec"
    );
}

#[test]
fn authoring_order_and_printed_order_are_one_call() {
    let a = || Args::new();
    let gather = "tensor.gather -> tensor [4, 3] FP32";
    assert_eq!(a().tensor(&[4, 8], F32).int(-1).tensor(&[4, 3], I32).of("gather"), gather);
    assert_eq!(
        a().tensor(&[4, 8], F32).tensor(&[4, 3], I32).int(-1).named("dim").of("tensor.gather"),
        gather
    );
    let full = "tensor.full -> tensor [4] FP16";
    assert_eq!(a().list(&[4]).dtype(F16).float(0.0).of("full"), full);
    assert_eq!(a().list(&[4]).dtype(F16).named("dtype").int(0).named("value").of("tensor.full"), full);
    let mask = "tensor.gather_mask -> tensor [4, 4] FP32";
    let pattern = "tile.MaskPattern.P0101";
    assert_eq!(a().tensor(&[4, 8], F32).member(pattern).named("mask_pattern").of("gather"), mask);
    assert_eq!(
        a().tensor(&[4, 8], F32).tensor(&[4, 8], F32).of("mrgsort"),
        "tensor.mrgsort_format2 -> tensor [4, 16] FP32"
    );
    assert_eq!(
        a().tensor(&[4, 64], F32).int(64).named("block_len").of("mrgsort"),
        "tensor.mrgsort_format1 -> tensor [4, 64] FP32"
    );
    assert_eq!(
        a().tile(&[4, 8], F32).tile(&[4, 8], F32).tile(&[4, 16], F32).named("tmp").of("mrgsort"),
        "tile.mrgsort_format2 -> tile [4, 16] FP32 Vec"
    );
    assert_eq!(
        a().tensor(&[1, 32], F32).tensor(&[1, 32], DType::UInt32).of("sort32"),
        "tensor.sort32 -> tensor [1, 64] FP32"
    );
    assert_eq!(a().int(0).list(&[1, 32]).of("arange"), "tensor.ci -> tensor [1, 32] INT32");
    assert_eq!(a().int(0).list(&[1, 32]).of("tile.arange"), "tile.ci -> tile [1, 32] INT32 Vec");
    assert_eq!(a().tensor(&[8], F32).int(3).of("read"), "tensor.read -> scalar FP32");
    assert_eq!(a().int(4).dtype(DType::TaskId).of("array.create"), "array.create -> array 4 TASK_ID");
}

#[test]
fn one_spelling_for_each_keyword_value() {
    let cast = |mode: Option<Attr>| {
        let mut args = Args::new().tensor(&[4], F32).dtype(F16);
        if let Some(mode) = mode {
            args = args.push(mode, Type::Unknown).named("mode");
        }
        sugar::complete("cast", &args.0).unwrap().kwargs
    };
    assert_eq!(cast(None), cast(Some(Attr::Int(2))));
    assert_eq!(cast(None), cast(Some(Attr::Str(Name::from("round")))));
    assert_ne!(cast(None), cast(Some(Attr::Int(3))));
    let store = |atomic: Option<Attr>| {
        let mut args = Args::new().tile(&[4], F32).list(&[0]).tensor(&[4], F32);
        if let Some(atomic) = atomic {
            args = args.push(atomic, Type::Unknown).named("atomic");
        }
        sugar::complete("store", &args.0).unwrap().kwargs
    };
    assert_eq!(store(None), store(Some(Attr::Int(0))));
    assert_eq!(store(Some(Attr::Int(1))), store(Some(Attr::Enum(Name::from("AtomicType.Add")))));
}

#[test]
fn an_operator_outside_the_table_keeps_its_arguments() {
    let args = Args::new().tile(&[4], F32).int(3).named("level");
    let kept = sugar::complete("tile.frobnicate", &args.0).unwrap();
    assert!(kept.op.row().is_none());
    assert_eq!(kept.args.len(), 1);
    assert_eq!(kept.kwargs.int("level"), None, "an expression stays an expression");
    assert!(kept.kwargs.get("level").is_some());
}

/// Operators that user programs call in three or more files, by the names they write.
const USED: &[&str] = &[
    "cast",
    "slice",
    "create_tensor",
    "reshape",
    "mul",
    "add",
    "read",
    "full",
    "assemble",
    "col_expand_mul",
    "row_expand_mul",
    "matmul",
    "pld.alloc_window_buffer",
    "pld.window",
    "sub",
    "load",
    "write",
    "tensor.dim",
    "store",
    "matmul_acc",
    "row_sum",
    "exp",
    "min",
    "tile.get_block_idx",
    "maximum",
    "gather",
    "set_validshape",
    "recip",
    "row_max",
    "div",
    "row_expand_div",
    "tile.set_validshape",
    "tensor.read",
    "fillpad",
    "arange",
    "neg",
    "tile.reshape",
    "array.create",
    "row_expand_sub",
    "system.task_dummy",
    "tile.load",
    "sqrt",
    "create_tile",
    "mrgsort",
    "col_expand",
    "pld.system.notify",
    "minimum",
    "move",
    "tile.full",
    "pld.world_size",
    "max",
    "rsqrt",
    "pld.system.wait",
    "tile.store",
    "cmp",
    "pld.tensor.put",
    "sort32",
    "concat",
    "abs",
    "transpose",
    "tensor.set_validshape",
    "prefetch.async_prefetch",
    "gather_row",
    "tile.assemble",
    "tensor.write",
    "col_expand_add",
    "tile.write",
    "tile.matmul",
    "tile.fillpad",
    "tile.transpose_view",
    "pld.tile.remote_store",
    "tile.matmul_acc",
    "pld.get_comm_ctx",
    "pld.rank",
    "pld.nranks",
    "system.syncall",
    "get_block_idx",
    "col_sum",
    "col_max",
    "relu",
    "pld.tensor.barrier",
    "pld.tile.remote_load",
    "col_expand_expdif",
    "create_l1",
    "row_expand",
    "log",
    "prefetch.make_context",
    "aiv_shard",
    "pld.tensor.remote_store",
    "pld.tensor.get",
    "tile.slice",
    "tile.arange",
    "tile.get_block_num",
    "tensor.mrgsort",
    "tile.gather",
    "tile.alloc",
    "tile.extract",
    "tile.move",
    "tile.muls",
    "tile.adds",
    "reserve_buffer",
    "import_peer_buffer",
    "aiv_initialize_pipe",
    "aic_initialize_pipe",
    "tpop_from_aic",
    "tpop_from_aiv",
    "tpush_to_aiv",
    "tpush_to_aic",
    "tfree_to_aic",
    "tfree_to_aiv",
    "pld.tensor.allreduce",
    "pld.system.defer_wait",
    "tile.matmul_bias",
    "system.cacheinvalid",
    "pld.tensor.all_to_all_v",
    "tile.mgather",
    "system.fence",
    "pld.tensor.allgather",
    "tile.batch_matmul",
    "pld.tensor.reduce_scatter",
    "tile.random",
    "system.task_invalid",
    "tensor.view",
    "tensor.create",
    "tensor.slice",
];

#[test]
fn what_people_use_is_in_the_table() {
    let known = |name: &str| match name.contains('.') {
        true => {
            let dotted = sugar::canonical(name);
            table::find(dotted).is_some() || table::find(&format!("{dotted}_format2")).is_some()
        }
        false => sugar::is_short(name),
    };
    let missing: Vec<_> = USED.iter().filter(|name| !known(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
