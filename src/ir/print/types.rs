//! Types as text.

use crate::ir::expr::Expr;
use crate::ir::print::text::{Arguments, Writer};
use crate::ir::types::{MemBase, MemRef, PadValue, TensorType, TensorView, TileType, TileView, Type};

impl Writer<'_> {
    pub(super) fn ty(&mut self, ty: &Type) {
        match ty {
            Type::Scalar(dtype) => self.put_fmt(format_args!("pl.Scalar[pl.{dtype}]")),
            Type::Tensor(tensor) => self.tensor_type(tensor),
            Type::Tile(tile) => self.tile_type(tile),
            Type::Array(extent, dtype) => self.put_fmt(format_args!("pl.Array[{extent}, pl.{dtype}]")),
            Type::Tuple(items) if items.is_empty() => self.put("pl.Tuple[()]"),
            Type::Tuple(items) => {
                self.put("pl.Tuple[");
                self.types(items);
                self.put("]");
            }
            Type::Ptr => self.put("pl.Ptr"),
            Type::MemRef => self.put("pl.MemRefType"),
            Type::Unknown => self.put("pl.UnknownType"),
            Type::Named(name) => self.put(name),
        }
    }
    pub(super) fn types(&mut self, items: &[Type]) {
        self.list(items, |it, item| it.ty(item));
    }
    fn tensor_type(&mut self, tensor: &TensorType) {
        self.put(if tensor.distributed { "pld.DistributedTensor[" } else { "pl.Tensor[" });
        self.extents(&tensor.shape);
        self.put_fmt(format_args!(", pl.{}", tensor.dtype));
        if let Some(view) = &tensor.view {
            self.put(", ");
            self.tensor_view(view, &tensor.shape);
        }
        if let Some(memref) = &tensor.memref {
            self.put(", ");
            self.memref(memref);
        }
        self.put("]");
    }
    fn tensor_view(&mut self, view: &TensorView, shape: &[Expr]) {
        let mut arguments = Arguments::default();
        self.put("pl.TensorView(");
        if !view.valid_shape.is_empty() && view.valid_shape != shape {
            arguments.keyword(self, "valid_shape");
            self.extents(&view.valid_shape);
        }
        if *view != TensorView::default() {
            arguments.keyword(self, "stride");
            self.extents(&view.stride);
            arguments.keyword(self, "layout");
            self.put_fmt(format_args!("pl.TensorLayout.{}", view.layout.name()));
        }
        self.pad(&mut arguments, view.pad);
        self.put(")");
    }
    fn pad(&mut self, arguments: &mut Arguments, pad: PadValue) {
        if pad != PadValue::Null {
            arguments.keyword(self, "pad");
            self.put_fmt(format_args!("pl.PadValue.{}", pad.name()));
        }
    }
    fn tile_type(&mut self, tile: &TileType) {
        self.put("pl.Tile[");
        self.extents(&tile.shape);
        self.put_fmt(format_args!(", pl.{}", tile.dtype));
        if let Some(memref) = &tile.memref {
            self.put(", ");
            self.memref(memref);
        }
        if let Some(space) = tile.space {
            self.put_fmt(format_args!(", pl.Mem.{}", space.name()));
        }
        if let Some(view) = &tile.view {
            self.put(", ");
            self.tile_view(view);
        }
        self.put("]");
    }
    fn tile_view(&mut self, view: &TileView) {
        let mut arguments = Arguments::default();
        self.put("pl.TileView(");
        for (keyword, items) in [("valid_shape", &view.valid_shape), ("stride", &view.stride)] {
            if !items.is_empty() {
                arguments.keyword(self, keyword);
                self.extents(items);
            }
        }
        if let Some(first) = &view.start_offset {
            arguments.keyword(self, "start_offset");
            self.extent(first);
        }
        for (keyword, layout) in [("blayout", &view.blayout), ("slayout", &view.slayout)] {
            if let Some(name) = layout {
                arguments.keyword(self, keyword);
                self.put_fmt(format_args!("pl.TileLayout.{name}"));
            }
        }
        if let Some(bytes) = view.fractal {
            arguments.keyword(self, "fractal");
            self.put_fmt(format_args!("{bytes}"));
        }
        self.pad(&mut arguments, view.pad);
        if let Some(mode) = &view.compact {
            arguments.keyword(self, "compact");
            self.put_fmt(format_args!("pl.CompactMode.{mode}"));
        }
        self.put(")");
    }
    fn memref(&mut self, memref: &MemRef) {
        self.put("pl.MemRef(");
        match &memref.base {
            MemBase::Var(var) => self.var(*var),
            MemBase::Name(name) => self.quoted(name),
        }
        // What an author declares has a name and slots only; what a compiler assigned has an offset and a size.
        if let Some(size) = &memref.size {
            self.put(", ");
            self.expr(&memref.offset);
            self.put(", ");
            self.expr(size);
        }
        if let Some(slots) = memref.slots {
            self.put_fmt(format_args!(", slots={slots}"));
        }
        self.put(")");
        if let Some(slot) = &memref.slot {
            self.put("[");
            self.expr(slot);
            self.put("]");
        }
    }
}
