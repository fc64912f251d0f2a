//! The operator table: what every row must declare, and the rows of the behaviour catalogue that speak of it.

use selfsame::ir::attr::{Attr, Attrs};
use selfsame::ir::dtype::DType;
use selfsame::ir::expr::Expr;
use selfsame::ir::op::sugar::{self, Given};
use selfsame::ir::op::{Effects, Op, OpRow, table};
use selfsame::ir::types::{MemSpace, Type};

fn row(name: &str) -> &'static OpRow {
    table::find(name).unwrap_or_else(|| panic!("no row `{name}`"))
}

#[test]
fn names_are_unique() {
    let mut names: Vec<_> = table::rows().map(|row| row.name).collect();
    names.sort_unstable();
    let twice: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

#[test]
fn d5_an_operator_whose_result_names_an_argument_classifies_it() {
    for row in table::rows() {
        if let Some(at) = row.names {
            assert!(at < row.operands.len(), "{row:?}");
            assert!(row.declares(at, &Attrs::new()), "{row:?} says nothing of the argument it names");
        }
    }
}

#[test]
fn d5_an_operator_with_a_write_channel_writes() {
    for row in table::rows() {
        if row.channel.is_some() {
            let may_write = match &row.effects {
                Effects::ByKeywords(_) => true,
                _ => !row.written(&Attrs::new()).is_empty(),
            };
            assert!(may_write, "{row:?} has a channel and writes nothing");
        }
    }
}

fn tensor(shape: &[i128]) -> Type {
    Type::tensor(shape.iter().map(|&extent| Expr::index(extent)).collect(), DType::Fp32)
}

fn given(value: Expr, ty: Type) -> Given {
    Given { keyword: None, value: Attr::Expr(value), ty }
}

fn list(items: &[i128]) -> Given {
    let items: Vec<_> = items.iter().map(|&item| Expr::index(item)).collect();
    let ty = Type::Tuple(vec![Type::INDEX; items.len()]);
    given(Expr::Tuple(items), ty)
}

#[test]
fn load_takes_what_it_loads_as_valid() {
    let x = given(Expr::Var(selfsame::base::id::Id::new(0)), tensor(&[16, 16]));
    let done = sugar::complete("load", &[x, list(&[0, 0]), list(&[8, 8])]).unwrap();
    assert_eq!(done.op, Op::new("tile.load"));
    assert_eq!(done.args.len(), 4);
    assert_eq!(done.args[2], done.args[3]);
    let types = [tensor(&[16, 16]), list(&[0, 0]).ty, list(&[8, 8]).ty, list(&[8, 8]).ty];
    let ty = row("tile.load").apply(&done.args, &types, &done.kwargs).unwrap();
    assert_eq!(ty, Type::tile(vec![Expr::index(8), Expr::index(8)], DType::Fp32, Some(MemSpace::Vec)));
}
