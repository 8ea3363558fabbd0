"""Types that a dump does not write down, because a call stands in another."""

from __future__ import annotations

from typing import Optional

from .types import Dims, TensorType, TileType

_MX = {
    "mx_a_zz": ("row_major", "row_major", 32),
    "mx_b_nn": ("col_major", "col_major", 32),
}


def loaded(source: TensorType, window: Dims, valid: Dims, space: Optional[str]) -> TileType:
    """The tile that a load makes."""
    layout = source.view.layout if source.view else "nd"
    blocks = _MX.get(layout)
    if layout == "dn" and space == "mat":
        blocks = ("row_major", "col_major", 512)
    elif layout == "nd" and space == "mat" and len(window) == 2 and window[0] == 1:
        blocks = ("row_major", "none_box", 512)
    return TileType.make(window, source.dtype, space, valid=valid or None, layout=blocks)
