"""The ops that have a definition in the dialect, and how each is written.

One entry says how the positional arguments of a dump become the operands and
clauses of an op. A parameter is one word, `name` or `name:kind`:

  name         a value
  name?        a value that may be missing; a comma stands before it
  name:key     a value that may be missing; its name stands before it, and before
               its type where that is printed
  name:list    an index list, right behind the operand it belongs to
  name:index   one index; `form` puts several into one list
  name:sizes   a window; printed where it is not the result's (`sized_by`) shape
  name:valid   valid extents; printed where they are not the result's shape
  name:shape   the result's shape, which its type gives
  name:extents the result's extents; printed where some are known at run time
  name:ints    constants, as an attribute
  name:i64     one constant, as an attribute

A number among the values takes the element type of the op's first tile or of
its result; `name=i32` says otherwise, and `name=element` that every value is
converted to it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Optional


@dataclass(frozen=True)
class Parameter:
    name: str
    kind: str = "value"
    optional: bool = False
    number: Optional[str] = None


@dataclass(frozen=True)
class Spec:
    """How one op is written."""

    name: str
    params: "tuple[Parameter, ...]"
    form: str
    typed: "tuple[str, ...]"
    attrs: "dict[str, str]" = field(default_factory=dict)
    # "type": from the dump; "none"; "like <param>"; "element": of the first
    # operand; else the text of the type.
    result: str = "type"
    # What follows the attributes.
    tail: str = " : ({types}) -> {result}"
    # The operand whose bytes the result overwrites, or reads.
    in_place: Optional[str] = None
    view: Optional[str] = None
    fresh: bool = False  # has a buffer of its own
    to: bool = False  # takes target_memory
    declared: bool = False  # the space is in the type of the result
    sized_by: Optional[str] = None
    valid_from_type: bool = False
    in_space: Optional[str] = None  # where a tile changed in place must be


OPS: "dict[str, Spec]" = {}

_INLINE = {"list": "", "sizes": "", "valid": "", "extents": "", "key": ""}
_SILENT = ("shape", "ints", "i64")


def _parameter(word: str) -> Parameter:
    optional = word.endswith("?")
    word = word.rstrip("?")
    word, _, number = word.partition("=")
    name, _, kind = word.partition(":")
    return Parameter(name, kind or "value", optional or kind == "key", number or None)


def _default_form(params: "tuple[Parameter, ...]", to: bool, fresh: bool) -> str:
    parts = []
    for p in params:
        if p.kind in _SILENT:
            continue
        glued = p.kind in _INLINE or p.optional or not parts
        parts.append(("" if glued else ", ") + "{" + p.name + "}")
    return "".join(parts) + ("{to}" if to else "") + ("{into}" if fresh else "")


def op(
    name: str,
    params: str = "",
    form: Optional[str] = None,
    typed: Optional[str] = None,
    attrs: str = "",
    dump: Optional[str] = None,
    **flags: Any,
) -> None:
    """Adds an entry. `dump` is the name in dumps where it is another one."""
    parameters = tuple(_parameter(word) for word in params.split())
    to, fresh = bool(flags.get("to")), bool(flags.get("fresh"))
    if form is None:
        form = _default_form(parameters, to, fresh)
    if typed is None:
        typed = " ".join(p.name for p in parameters if p.kind == "value")
    kinds = dict(word.split(":") for word in attrs.split())
    key = dump or (name if name.startswith(("tensor.", "system.", "array.")) else f"tile.{name}")
    OPS[key] = Spec(
        name, parameters, form, tuple(typed.split()), kinds, **flags
    )


def tile(name: str, params: str = "", **rest: Any) -> None:
    """An op that makes a tile in a buffer of its own."""
    op(name, params, fresh=True, **rest)


# Memory --------------------------------------------------------------------
tile("create", "shape:shape", attrs="dtype:implied transpose:unit flat_layout:unit", to=True)
tile("load", "source offsets:list window:sizes valid:valid?", attrs="clamp:unit", to=True)
op("store", "source offsets:list dest window:sizes?", "{source}, {dest}{offsets}{window}",
   "source dest", "atomic:atomic", result="like dest", in_place="dest", sized_by="source")
tile("move", "source", attrs="blayout:block_layout slayout:block_layout", to=True)
tile("extract", "source row:index col:index shape:shape? valid:valid?",
     form="{source}[{row}, {col}]{valid}{to}{into}", to=True)
tile("full", "shape:shape value", attrs="dtype:implied")
tile("ci", "start shape:shape tmp?", attrs="dtype:implied descending:unit")
tile("tri", "diagonal=i32 shape:shape valid:valid?", attrs="dtype:implied upper:unit")
tile("random", "key0 key1 counter0 counter1 counter2 counter3 shape:shape valid:valid?",
     attrs="dtype:implied rounds:i64")
op("read", "source offsets:list", result="element")
op("write", "dest offsets:list value=element", result="like dest", in_place="dest", in_space="vec")
for _name in ("get_block_idx", "get_block_num", "get_subblock_idx"):
    op(_name, result="index")
    op(f"tensor.{_name}", result="index")

# Views ---------------------------------------------------------------------
op("slice", "source window:sizes offsets:list valid:valid? drop_dims:ints?",
   "{source}{offsets}{window}{valid}", "source", "pad_value:pad", view="source")
op("reshape", "source shape:shape valid:valid?", "{source}", view="source")
op("reinterpret_view", "source shape:shape?", "{source}", attrs="dtype:implied", view="source")
op("transpose_view", "source", view="source")
op("set_validshape", "source row:index col:index", "{source} valid [{row}, {col}]",
   "source", view="source")
op("assemble", "target source offsets:list", "{target}{offsets}, {source}", in_place="target")
tile("transpose", "source axis1:i64 axis2:i64 tmp?")
tile("concat", "lhs rhs")
op("tget_scale_addr", "dst_scale source", in_place="dst_scale")

# Element by element --------------------------------------------------------
for _name in "abs neg exp sqrt relu not sin cos".split():
    tile(_name, "source")
for _name in ("log", "recip"):
    tile(_name, "source", attrs="high_precision:unit")
tile("rsqrt", "source tmp?")
tile("cast", "source tmp?",
     attrs="target_type:implied mode:round saturation_mode:i32 sat_mode:i32")
for _name in ("add sub mul maximum minimum fmod and or shl shr part_add part_mul part_max "
              "part_min").split():
    tile(_name, "lhs rhs")
tile("div", "lhs rhs", attrs="high_precision:unit")
tile("cmp", "lhs rhs", attrs="cmp_type:cmp")
tile("cmps", "lhs rhs", attrs="cmp_type:cmp")
for _name in ("adds subs muls divs fmods maximums minimums ands ors shls shrs lrelu "
              "expands").split():
    tile(_name, "lhs rhs")
for _name in ("rem", "xor", "rems", "xors"):
    tile(_name, "lhs rhs tmp")
for _name in ("addc", "subc", "addsc", "subsc"):
    tile(_name, "lhs rhs rhs2")
tile("sel", "mask lhs rhs tmp")
tile("sels", "mask source tmp scalar")
tile("prelu", "source slope tmp")
tile("fillpad", "source", attrs="pad_value:pad")
tile("fillpad_expand", "source shape:shape", attrs="pad_value:pad")
op("fillpad_inplace", "source", attrs="pad_value:pad", in_place="source")

# Products ------------------------------------------------------------------
tile("matmul", "lhs rhs")
tile("matmul_bias", "lhs rhs bias")
op("matmul_acc", "acc lhs rhs init:key", typed="acc lhs rhs", in_place="acc")
tile("gemv", "lhs rhs", attrs="acc_phase:str")
tile("gemv_bias", "lhs rhs bias", attrs="acc_phase:str")
op("gemv_acc", "acc lhs rhs", attrs="acc_phase:str", in_place="acc")
tile("batch_matmul", "lhs rhs")
op("batch_matmul_acc", "acc lhs rhs", in_place="acc")
tile("matmul_mx", "lhs lhs_scale rhs rhs_scale")
tile("matmul_mx_bias", "lhs lhs_scale rhs rhs_scale bias")
op("matmul_mx_acc", "acc lhs lhs_scale rhs rhs_scale", in_place="acc")

# Reductions, broadcasts, sorting -------------------------------------------
for _name in ("row_sum row_max row_min row_prod row_argmax row_argmin col_argmax "
              "col_argmin").split():
    tile(_name, "source tmp")
for _name in ("col_max", "col_min", "col_prod"):
    tile(_name, "source")
tile("col_sum", "source tmp?")
for _name in "sub mul div max min expdif".split():
    tile(f"row_expand_{_name}", "source vector")
for _name in "add sub mul div max min expdif".split():
    tile(f"col_expand_{_name}", "source vector")
tile("row_expand", "source vector")
tile("col_expand", "source vector")
tile("row_expand_add", "source vector tmp?")
tile("sort32", "source index tmp?")
tile("mrgsort_format1", "source block_len=i32")

# Gathers and scatters ------------------------------------------------------
tile("gather", "source indices tmp")
tile("gatherb", "source offset", attrs="output_dtype:implied")
tile("gather_mask", "source", attrs="mask_pattern:i64 output_dtype:implied")
tile("gather_compare", "source kvalue tmp", attrs="cmp_mode:cmp offset:i64 out_cols:implied")
op("gather_row", "dest source offsets:list source_offsets:list window:sizes valid_shape:valid?",
   "{dest}{offsets}, {source}{source_offsets}{window}{valid_shape}",
   "dest source", "transpose:unit", result="like dest", in_place="dest")
tile("mgather", "source indices tmp:key valid_shape:valid?", typed="source indices tmp",
     attrs="coalesce:i64 gather_oob:i64", to=True)
op("scatter", "dest source indices", in_place="dest")
op("scatter_mask", "dest source", attrs="mask_pattern:i64", in_place="dest")
op("scatter_update", "dest indices source", attrs="dim:i64", in_place="dest")
op("mscatter", "source indices dest", result="like dest", in_place="dest")

# Between cores -------------------------------------------------------------
for _name in ("tpop_from_aic", "tpop_from_aiv"):
    op(_name, "", "{valid}", attrs="split:i64 lane_stride:i64 id:i64", declared=True,
       valid_from_type=True)
for _name in ("tpush_to_aic", "tpush_to_aiv"):
    op(_name, "source", attrs="split:i64 lane_stride:i64 id:i64", result="none")
for _name in ("system.tfree_to_aic", "system.tfree_to_aiv"):
    op(_name, "source", attrs="split:i64 id:i64", result="none")
for _name in ("aiv_shard", "aic_gather"):
    tile(_name, "source", attrs="split:i64 lane_stride:i64")
for _name in ("system.aic_initialize_pipe", "system.aiv_initialize_pipe"):
    op(_name, "c2v_buffer=i32 v2c_buffer=i32",
       attrs="dir_mask:i64 slot_size:i64 slot_num:i64 local_slot_num:i64 id:i64", result="none")

# Tensors -------------------------------------------------------------------
op("tensor.create", "shape:extents",
   attrs="dtype:implied layout:implied manual_dep:unit init_value:number")
op("tensor.create_l1", "shape:shape", attrs="dtype:implied transpose:unit")
op("tensor.slice", "source window:sizes offsets:list valid:valid? drop_dims:ints?",
   "{source}{offsets}{window}{valid}", "source", "pad_value:pad clamp:unit")
op("tensor.view", "source shape:extents valid:valid?",
   attrs="stride:implied layout:implied valid_shape:implied dtype:implied")
op("tensor.reshape", "source shape:extents")
op("tensor.assemble", "target source offsets:list", "{target}{offsets}, {source}",
   "target source", "atomic:atomic", in_place="target", result="like target")
op("tensor.read", "source offsets:list", result="element")
op("tensor.write", "dest offsets:list value=element", in_place="dest", result="like dest")
op("tensor.dim", "source axis:i64", result="index")
op("tensor.gather_row",
   "dest source offsets:list source_offsets:list window:sizes valid_shape:valid?",
   "{dest}{offsets}, {source}{source_offsets}{window}{valid_shape}",
   "dest source", "transpose:unit", in_place="dest", result="like dest")
op("tensor.paged_gather", "source indices block_table",
   attrs="block_size:i64 size:i64 col_off:i64 max_indices:i64 is_trans:unit is_b_matrix:unit")
for _name in ("tensor.aiv_shard", "tensor.aic_gather"):
    op(_name, "source", attrs="split:i64")

# Other ranks ---------------------------------------------------------------
_REMOTE = "source peer offsets:list shape:shape valid:valid?"
for _name in ("remote_load", "_remote_load_with_physical_tail_padding"):
    op("pld.remote_load", _REMOTE, "{source}{offsets} peer {peer}{valid}{into}", "source peer",
       dump=f"pld.tile.{_name}", declared=True, fresh=True,
       attrs="allow_physical_tail_padding:unit")
op("pld.remote_store", "source dest peer offsets:list", "{source}, {dest}{offsets} peer {peer}",
   "source dest peer", "atomic:atomic", dump="pld.tile.remote_store", result="none")

# Synchronisation, tasks, arrays, prefetch ----------------------------------
for _name in ("bar_all", "bar_m", "bar_v", "fence"):
    op(f"system.{_name}", result="none", tail="")
for _name in ("sync_src", "sync_dst"):
    op(f"system.{_name}", result="none", tail="",
       attrs="set_pipe:pipe wait_pipe:pipe event_id:i64")
for _name in ("sync_set", "sync_wait"):
    op(f"system.{_name}", "event_id_dyn=index?", form="{event_id_dyn}", result="none", tail="",
       attrs="pipe:pipe event_id:i64 ffts_mode:i64 core_type:str")
op("system.set_ffts", "workspace", result="none")
for _name in ("available_aiv_count", "available_cluster_count"):
    op(f"system.{_name}", result="i32", tail="")
op("system.task_invalid", result="!pto.task_id", tail="")
op("system.task_is_valid", "task", result="i1", tail="")
op("array.create", "extent:shape", attrs="dtype:implied")
op("array.get_element", "source offset:index", "{source}[{offset}]", result="element")
op("array.update_element", "source offset:index value=element", "{source}[{offset}], {value}",
   result="like source")
op("prefetch.make_context", dump="prefetch.make_context", tail="",
   result="!pto.prefetch_context")
op("prefetch.session", "context", dump="prefetch.session", tail="",
   result="!pto.prefetch_session")
op("prefetch.async_prefetch", "source context", typed="source",
   dump="prefetch.async_prefetch", result='!pto.handle<"AsyncEvent">')
op("prefetch.wait", "event session", typed="event", dump="prefetch.wait",
   tail=" : ({types})", result="i1")
