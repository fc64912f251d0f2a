//! Cost models: what a node costs, in which unit.
//!
//! A model prices one node at a time. What is shared is paid for once because extraction counts each class once; what
//! a loop's body costs is paid for as often as [`CostModel::times`] says.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;

use crate::egraph::cost::{Cost, Scale, Unit};
use crate::egraph::graph::{Body, Graph, GraphBuilder, GraphError, NodeSpec};
use crate::egraph::session::Priced;
use crate::ir::op::CostClass;
use crate::ir::op::table;

/// What nodes cost.
pub trait CostModel: Sync {
    /// What its costs count.
    fn unit(&self) -> Unit;

    /// What one node costs by itself; [`Cost::INFINITE`] if it must not be selected.
    fn cost(&self, node: &Priced<'_>) -> Cost;

    /// How often a loop's body is paid for, that runs `trips` times, or nobody knows how often.
    fn times(&self, trips: Option<u64>) -> u32 {
        let _ = trips;
        1
    }
}

/// The number of nodes.
#[derive(Clone, Copy, Debug)]
pub struct Size;

impl CostModel for Size {
    fn unit(&self) -> Unit {
        Unit::whole("nodes")
    }

    fn cost(&self, _: &Priced<'_>) -> Cost {
        Cost::new(1)
    }
}

/// The number of statements of the text, in tenths: a statement costs ten, a view, a constant or a piece of structure
/// one, so that of equally long texts the simpler wins. The default for canonical form.
#[derive(Clone, Copy, Debug)]
pub struct Statements;

impl CostModel for Statements {
    fn unit(&self) -> Unit {
        Unit::whole("tenths of a statement")
    }

    fn cost(&self, node: &Priced<'_>) -> Cost {
        match node.row.map(|row| row.cost) {
            None if node.is_call => Cost::new(10),
            None | Some(CostClass::Alias) => Cost::new(1),
            Some(_) => Cost::new(10),
        }
    }
}

/// Cycles of a modelled device: the operator's cost class times the elements of its result. Aliases are free, and a
/// loop's body is paid for on each trip.
#[derive(Clone, Copy, Debug)]
pub struct Device;

/// Elements that the modelled device handles in a cycle.
const LANES: u64 = 64;
/// Cycles of a call by itself.
const CALL: u64 = 100;
/// Elements of a result of unknown size.
const UNKNOWN_ELEMENTS: u64 = 1 << 12;
/// Trips of a loop of unknown length.
const UNKNOWN_TRIPS: u32 = 16;

impl CostModel for Device {
    fn unit(&self) -> Unit {
        Unit::whole("cycles")
    }

    fn cost(&self, node: &Priced<'_>) -> Cost {
        let elements = node.elements.unwrap_or(UNKNOWN_ELEMENTS);
        let vectors = |cycles: u64| Cost::new(elements.div_ceil(LANES)).times(cycles);
        match node.row.map(|row| row.cost) {
            None if node.is_call => Cost::new(CALL),
            None | Some(CostClass::Alias) => Cost::ZERO,
            Some(CostClass::Scalar) => Cost::new(1),
            Some(CostClass::Alloc) => Cost::new(4),
            Some(CostClass::Elementwise) => vectors(1),
            Some(CostClass::Move) => vectors(2),
            Some(CostClass::Reduce | CostClass::Transcendental) => vectors(8),
            Some(CostClass::Matmul) => vectors(64),
            Some(CostClass::Sync) => Cost::new(1000),
        }
    }

    fn times(&self, trips: Option<u64>) -> u32 {
        trips.map_or(UNKNOWN_TRIPS, |trips| u32::try_from(trips).unwrap_or(u32::MAX))
    }
}

/// Costs of operators from a TOML file.
///
/// ```toml
/// unit = "cycles"
/// default = 1                                 # what is not in the table; left out: an error
/// trips = 16                                  # loops of unknown length; left out: bodies count once
/// [cost]
/// "tensor.add" = 4
/// "tensor.matmul" = { fixed = 100, element = 0.5 }
/// "debug.print" = inf                         # must not be selected
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    unit: Unit,
    default: Price,
    trips: Option<u32>,
    prices: BTreeMap<String, Price>,
}

/// A price with a part for each element of the result, in units.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Price {
    fixed: Cost,
    element: Cost,
}

/// Why a file is no table of costs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableError {
    /// Not TOML of this form; what the parser says.
    Format(String),
    /// The operator's cost is negative or not a number.
    Cost(String),
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format(fault) => write!(f, "not a table of costs: {fault}"),
            Self::Cost(op) => write!(f, "the cost of `{op}` is negative or not a number"),
        }
    }
}

impl std::error::Error for TableError {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TableFile {
    unit: String,
    default: FilePrice,
    trips: Option<u32>,
    #[serde(default)]
    cost: BTreeMap<String, FilePrice>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum FilePrice {
    Fixed(f64),
    Parts(FileParts),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileParts {
    #[serde(default)]
    fixed: f64,
    #[serde(default)]
    element: f64,
}

impl FilePrice {
    const fn parts(&self) -> [f64; 2] {
        match self {
            Self::Fixed(fixed) => [*fixed, 0.0],
            Self::Parts(FileParts { fixed, element }) => [*fixed, *element],
        }
    }

    fn price(&self, scale: Scale) -> Price {
        let [fixed, element] = self.parts();
        Price { fixed: scale.units(fixed), element: scale.units(element) }
    }
}

impl Table {
    /// Reads a table.
    ///
    /// # Errors
    /// If it is not of the form, or a cost is negative or not a number.
    pub fn read(text: &str) -> Result<Self, TableError> {
        let file: TableFile = toml::from_str(text).map_err(|fault| TableError::Format(fault.to_string()))?;
        let named = file.cost.iter().map(|(op, price)| (op.as_str(), price));
        let mut finite = Vec::new();
        for (op, price) in named.chain([("default", &file.default)]) {
            let parts = price.parts();
            if parts.iter().any(|part| part.is_nan() || *part < 0.0) {
                return Err(TableError::Cost(op.to_owned()));
            }
            finite.extend(parts.into_iter().filter(|part| part.is_finite()));
        }
        // Room for many nodes with many elements each.
        let scale = match Scale::fitting(&finite) {
            Scale::Binary(bits) => Scale::Binary(bits.min(20)),
            Scale::Decimal(places) => Scale::Decimal(places.min(6)),
            Scale::Whole => Scale::Whole,
        };
        Ok(Self {
            unit: Unit { name: file.unit.into(), scale },
            default: file.default.price(scale),
            trips: file.trips,
            prices: file.cost.into_iter().map(|(op, price)| (op, price.price(scale))).collect(),
        })
    }
}

impl CostModel for Table {
    fn unit(&self) -> Unit {
        self.unit.clone()
    }

    fn cost(&self, node: &Priced<'_>) -> Cost {
        let price = self.prices.get(node.name).unwrap_or(&self.default);
        price.fixed.plus(price.element.times(node.elements.unwrap_or(UNKNOWN_ELEMENTS)))
    }

    fn times(&self, trips: Option<u64>) -> u32 {
        self.trips
            .map_or(1, |unknown| trips.map_or(unknown, |trips| u32::try_from(trips).unwrap_or(u32::MAX)))
    }
}

/// The graph with the costs of another model. What must not be selected stays so.
///
/// # Errors
/// None for a graph that was built before; the builder's otherwise.
pub fn reprice(graph: &Graph, model: &dyn CostModel) -> Result<Graph, GraphError> {
    let mut builder = GraphBuilder::new(model.unit());
    for class in graph.classes() {
        let named = builder.named_class(&graph.class_name(class));
        if let Some(text) = graph.class_type(class) {
            builder.class_type(named, text);
        }
        if let Some(text) = graph.effect(class) {
            builder.effect(named, text);
        }
    }
    for node in graph.all_nodes() {
        let (class, name) = (graph.class_of(node), graph.op(node));
        let elements = graph.class_type(class).and_then(elements);
        let cost = model.cost(&Priced {
            name,
            row: table::find(name),
            elements,
            is_call: name.starts_with("call."),
        });
        let bodies: Vec<Body> = graph.bodies(node).to_vec();
        let spec = NodeSpec {
            op: name,
            cost: if graph.cost(node).is_finite() { cost } else { Cost::INFINITE },
            tie: graph.tie(node),
            children: graph.children(node),
            bodies: &bodies,
        };
        builder.named_node(&graph.node_name(node), class, spec);
    }
    graph.roots().iter().for_each(|&root| builder.root(root));
    builder.build()
}

/// The number of elements of a type such as `f32[64, 128]`, where all extents are numbers.
fn elements(text: &str) -> Option<u64> {
    let extents = text.split_once('[')?.1.split(']').next()?;
    extents.split(',').map(|extent| extent.trim().parse::<u64>().ok()).product()
}

#[cfg(test)]
mod tests {
    use super::{Cost, CostModel, Device, Size, Statements, Table, TableError, elements};
    use crate::egraph::session::Priced;
    use crate::ir::op::table;

    fn priced(name: &'static str, elements: Option<u64>) -> Priced<'static> {
        Priced { name, row: table::find(name), elements, is_call: name.starts_with("call.") }
    }

    #[test]
    fn models_differ_in_what_they_count() {
        let add = priced("tensor.add", Some(6400));
        let slice = priced("tensor.slice", Some(6400));
        assert_eq!(Size.cost(&slice), Size.cost(&add));
        assert!(Statements.cost(&slice) < Statements.cost(&add));
        assert_eq!(Device.cost(&slice), Cost::ZERO);
        assert_eq!(Device.cost(&add), Cost::new(100));
        assert_eq!((Statements.times(Some(8)), Device.times(Some(8)), Device.times(None)), (1, 8, 16));
    }

    #[test]
    fn tables_price_by_name() {
        let text = "unit = \"us\"\ndefault = 0.5\n[cost]\n\"tensor.add\" = { fixed = 2, element = 0.25 }\n\"x\" = inf\n";
        let table = Table::read(text).unwrap();
        let scale = table.unit().scale;
        assert_eq!(scale.wholes_of(table.cost(&priced("tensor.add", Some(8)))), 4.0);
        assert_eq!(scale.wholes_of(table.cost(&priced("tensor.mul", Some(8)))), 0.5);
        assert_eq!(table.cost(&priced("x", None)), Cost::INFINITE);
        let negative = Table::read("unit = \"us\"\ndefault = -1\n");
        assert_eq!(negative, Err(TableError::Cost("default".to_owned())));
        assert!(matches!(Table::read("default = 1\n"), Err(TableError::Format(_))));
    }

    #[test]
    fn extents_are_read_off_types() {
        assert_eq!(elements("f32[64, 128]"), Some(8192));
        assert_eq!(elements("f32[N, 128]"), None);
        assert_eq!(elements("memory"), None);
    }
}
