"""Giving a value another type, where values flow together or into calls."""

from __future__ import annotations

from dataclasses import replace
from typing import Optional

from .context import Context
from .errors import DumpError, SpaceConflict, Where
from .ir import Value, text_of
from .scalars import Scalars
from .types import INDEX, ScalarType, TensorType, TileType, Type, compatible


class Joins:
    def __init__(self, ctx: Context, scalars: Scalars) -> None:
        self.ctx = ctx
        self._scalars = scalars

    def convert(
        self, value: Value, wanted: Type, node: Where, name: Optional[str] = None
    ) -> Value:
        """`value` under the type `wanted`."""
        found = value.type
        if found == wanted:
            return value
        if isinstance(found, ScalarType) and isinstance(wanted, ScalarType):
            return self._scalars.cast(value, wanted.dtype, node, name)
        if isinstance(found, TileType) and isinstance(wanted, TileType):
            return self._tile(value, found, wanted, node, name)
        if isinstance(found, TensorType) and isinstance(wanted, TensorType):
            return self._tensor(value, found, wanted, node, name)
        raise DumpError(
            node, f"a value of type {text_of(found)} can't be used as {text_of(wanted)}"
        )

    def _tile(
        self, value: Value, found: TileType, wanted: TileType, node: Where, name: Optional[str]
    ) -> Value:
        if (found.shape, found.dtype) != (wanted.shape, wanted.dtype):
            raise DumpError(
                node, f"a tile of type {found.text} can't be used as {wanted.text}"
            )
        # A space that is still open follows the tile's.
        if found.space != wanted.space and wanted.space is not None:
            raise SpaceConflict(
                node,
                f"a tile in '{found.space}' is used where one in '{wanted.space}' is "
                "expected; try --spaces requests",
            )
        text = f"pto.tile_cast {value.ref} : ({found.text}) -> {wanted.text}"
        return self.ctx.define(text, wanted, name, node)

    def _tensor(
        self,
        value: Value,
        found: TensorType,
        wanted: TensorType,
        node: Where,
        name: Optional[str],
    ) -> Value:
        if not compatible(found, wanted):
            raise DumpError(
                node, f"a tensor of type {found.text} can't be used as {wanted.text}"
            )
        result = value
        if found.view != wanted.view:
            # Extents stay as they are here: no operand is needed for them.
            viewed = replace(found, view=wanted.view)
            if None in viewed.shape and None not in wanted.shape:
                viewed = wanted
            last = name if viewed == wanted else None
            sizes = self._sizes(value, viewed, node)
            text = f"pto.tensor.view {value.ref}{sizes} : ({found.text}) -> {viewed.text}"
            result = self.ctx.define(text, viewed, last, node)
            found = viewed
        if found != wanted:
            text = f"tensor.cast {result.ref} : {found.text} to {wanted.text}"
            result = self.ctx.define(text, wanted, name, node)
        result.root = value.root or value
        return result

    def _sizes(self, value: Value, type: TensorType, node: Where) -> str:
        """The extents of a view that keeps its source's, where some of them
        are known at run time only."""
        if None not in type.shape:
            return ""
        listed = []
        for axis, extent in enumerate(type.shape):
            if extent is not None:
                listed.append(str(extent))
                continue
            text = f"pto.tensor.dim {value.ref} {{axis = {axis} : i64}} : "
            text += f"({text_of(value.type)}) -> index"
            listed.append(self.ctx.define(text, ScalarType(INDEX), None, node).ref)
        return f" sizes [{', '.join(listed)}]"
