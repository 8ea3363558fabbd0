"""How the comparisons read both sides: printed modules and graphs."""

import unittest
from typing import Any, Dict, List

from agreement_support import BOXED, FOR, IF, PLAIN

from pto.agreement.assembly import AssemblyError, parse_module, split
from pto.agreement.memory_map import SourceError, attach_map
from pto.agreement.model import MemRef
from pto.agreement.ours import read_module, read_tile
from pto.agreement.reference import read_graph

TILE = "!pto.tile<16x64xf32, vec>"
MODULE = f"""
"builtin.module"() ({{
  "func.func"() <{{function_type = (tensor<16x64xf32>) -> (), sym_name = "main"}}> ({{
  ^bb0(%a: tensor<16x64xf32>, %n: index):
    %mem_vec_1 = "pto.alloc"() <{{addr = 64 : i64, id = 1 : i64, size = 4096 : i64}}> : () -> !pto.memref
    %t = "pto.load"(%a, %mem_vec_1) <{{static_offsets = array<i64: 0, 0>}}> : (tensor<16x64xf32>, !pto.memref) -> {TILE}
    %r:2 = "scf.for"(%n, %n, %n, %t, %t) ({{
    ^bb0(%i: index, %x: {TILE}, %y: {TILE}):
      %s = "pto.slice"(%x, %i) <{{static_offsets = array<i64: -9223372036854775808, 8>}}> : ({TILE}, index) -> {TILE}
      %e = "pto.add"(%s, %y) : ({TILE}, {TILE}) -> {TILE}
      "scf.yield"(%y, %e) : ({TILE}, {TILE}) -> ()
    }}) {{pto.loop = #pto.loop<parallel>}} : (index, index, index, {TILE}, {TILE}) -> ({TILE}, {TILE})
    %c = "arith.constant"() <{{value = true}}> : () -> i1
    %m = "scf.if"(%c) ({{
      %k = "pto.tile_cast"(%r#0) : ({TILE}) -> {TILE}
      "scf.yield"(%k) : ({TILE}) -> ()
    }}, {{
      "scf.yield"(%r#1) : ({TILE}) -> ()
    }}) : (i1) -> {TILE}
    "pto.scope"() <{{name = "a, ({{"}}> ({{
      %o = "pto.store"(%m, %a) : ({TILE}, tensor<16x64xf32>) -> tensor<16x64xf32>
    }}) : () -> ()
    "func.return"() : () -> ()
  }}) {{pto.kind = #pto.function_kind<aiv>}} : () -> ()
}}) {{pto.target = #pto.target<a2a3>}} : () -> ()
"""


class AssemblyTest(unittest.TestCase):
    def test_split(self) -> None:
        self.assertEqual(split("a<b, c>, \"d, e\", (f) -> g"), ["a<b, c>", '"d, e"', "(f) -> g"])
        self.assertEqual(split("1, 2}, 3", ends="}"), ["1", "2"])
        self.assertEqual(split(""), [])

    def test_properties(self) -> None:
        ops = {op.name: op for op in parse_module(MODULE).walk()}
        self.assertEqual(ops["func.func"].property("sym_name"), '"main"')
        self.assertEqual(ops["func.func"].property("pto.kind"), "#pto.function_kind<aiv>")
        self.assertEqual(ops["pto.alloc"].integer("size"), 4096)
        self.assertIsNone(ops["pto.alloc"].property("slots"))

    def test_program_order(self) -> None:
        names = [op.name.split(".")[1] for op in parse_module(MODULE).walk()]
        self.assertEqual(names[1:8], ["alloc", "load", "for", "slice", "add", "yield", "constant"])

    def test_bad_text(self) -> None:
        for text in ("%a = pto.add %b", '"builtin.module"() ({', '"a"()', ""):
            with self.assertRaises(AssemblyError):
                parse_module(text)


class OursTest(unittest.TestCase):
    def test_function(self) -> None:
        module = read_module(MODULE)
        (function,) = module.functions
        self.assertEqual((function.name, function.kind), ("main", "aiv"))
        self.assertEqual([step.token for step in function.steps],
                         [("load", "vec"), ("for", ""), ("slice", "vec"), ("add", "vec"),
                          ("end", ""), ("if", ""), ("else", ""), ("end", ""), ("store", "")])
        load, loop, window, add, _, branch, *_, store = function.steps
        self.assertEqual(loop.operands, [load.results[0]] * 2)
        self.assertEqual(window.operands, [loop.carried[0]])
        self.assertEqual(window.offsets, (None, 8))
        self.assertEqual(loop.yielded, [[loop.carried[1], add.results[0]]])
        self.assertEqual(branch.yielded[1], [loop.results[1]])
        self.assertEqual(branch.yielded[0][0].maker.operands, [loop.results[0]])
        self.assertEqual(store.operands, branch.results)
        self.assertEqual(function.sizes, {"%mem_vec_1": 4096})
        self.assertEqual(function.addresses, {"%mem_vec_1": 64})
        self.assertEqual(len(list(function.tiles())), 8)

    def test_types(self) -> None:
        tile = read_tile("!pto.tile<16x?xbf16, acc, valid = 16x?, pad = zero, compact = normal>")
        assert tile is not None
        self.assertEqual(tile.shape, (16, None))
        self.assertEqual((tile.dtype, tile.space), ("bf16", "acc"))
        self.assertEqual(tile.layout, ("col_major", "row_major", 1024))
        self.assertEqual((tile.pad, tile.compact), ("zero", "normal"))
        boxed = read_tile("!pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, "
                          "slayout = row_major>>")
        assert boxed is not None
        self.assertEqual(boxed.layout, BOXED)
        self.assertEqual(boxed.valid, (16, 16))
        self.assertIsNone(read_tile("tensor<16xf32>"))

    def test_memory_map(self) -> None:
        module = read_module(MODULE)
        # Ops in program order: 0 alloc, 1 load, 2 for, 3 slice, ...
        tiles = [{"name": "t", "def": 1, "offset": 0, "size": 4096},
                 {"name": "r#1", "def": 2, "offset": 32, "size": 16},
                 {"name": "s", "def": 3, "offset": None, "offset_expr": "i * 4", "size": 8},
                 {"name": "x", "def": 2, "offset": None, "size": 8}]
        attach_map(self.map(tiles), module)
        load, loop, window, *_ = module.functions[0].steps
        self.assertEqual(load.results[0].memref, MemRef("%mem_vec_1", 0, 4096))
        self.assertEqual(loop.results[1].memref, MemRef("%mem_vec_1", 32, 16))
        self.assertIsNone(loop.results[0].memref)
        self.assertEqual(window.results[0].memref, MemRef("%mem_vec_1", None, 8, dynamic=True))
        self.assertEqual(loop.carried[0].memref, MemRef("%mem_vec_1", None, 8))
        for wrong in ({"name": "t", "def": 2}, {"name": "r", "def": 2}):
            with self.assertRaises(SourceError):
                attach_map(self.map([{**wrong, "offset": 0, "size": 1}]), module)

    @staticmethod
    def map(tiles: List[Dict[str, Any]]) -> Dict[str, Any]:
        buffer = {"name": "mem_vec_1", "tiles": tiles}
        return {"functions": [{"name": "main", "spaces": [{"buffers": [buffer]}]}]}


def number(i: int) -> Dict[str, Any]:
    return {"i": i, "dtype": "index"}


def tile_type(base: int = -1, offset: Any = 0, **view: Any) -> Dict[str, Any]:
    memref = None
    if base >= 0:
        memref = {"base": base, "base_name": f"mem_vec_{base}", "offset": offset
                  if isinstance(offset, dict) else number(offset), "size": 4096}
    full = {"valid_shape": [number(16), number(64)], "blayout": "row_major",
            "slayout": "none_box", "fractal": 512, "pad": "null", "compact": "null", **view}
    return {"k": "tile", "shape": [number(16), number(64)], "dtype": "fp32", "mem": "Vec",
            "view": None, "eff_view": full, "memref": memref}


def assign(id_: int, call: str, *args: Any, type_: Any = None) -> Dict[str, Any]:
    return {"s": "assign", "id": id_, "n": f"v{id_}", "type": type_ or tile_type(),
            "value": {"call": call, "args": list(args)}}


def use(id_: int) -> Dict[str, Any]:
    return {"v": id_, "n": f"v{id_}"}


class ReferenceTest(unittest.TestCase):
    def function(self, body: List[Dict[str, Any]]) -> Any:
        graph = {"functions": [{"name": "main", "func_type": "AIV", "params": [], "body": body}]}
        return read_graph(graph)[0]

    def test_steps(self) -> None:
        carried = {"init": use(1), "id": 2, "n": "c", "type": tile_type()}
        function = self.function([
            assign(1, "tile.load"),
            {"s": "for", "loop_var": {"id": 9, "n": "i", "type": {"k": "scalar"}},
             "iter_args": [carried],
             "return_vars": [{"id": 3, "n": "r", "type": tile_type()}],
             "body": [assign(4, "tile.add", use(2), {"tuple": [use(9), use(1)]}),
                      {"s": "yield", "values": [use(4)]}]},
            {"s": "if", "cond": use(9), "return_vars": [{"id": 5, "n": "p", "type": tile_type()}],
             "then": [{"s": "yield", "values": [use(3)]}],
             "else": [{"s": "yield", "values": [use(1)]}]},
            {"s": "eval", "expr": {"call": "tile.store", "args": [use(5)]}},
        ])
        self.assertEqual(function.kind, "aiv")
        load, loop, add, end, branch, _, _, store = function.steps
        self.assertEqual([s.kind for s in (loop, end, branch)], [FOR, "end", IF])
        self.assertEqual(add.operands, [loop.carried[0], load.results[0]])
        self.assertEqual(loop.yielded, [[add.results[0]]])
        self.assertEqual(branch.yielded, [[loop.results[0]], [load.results[0]]])
        self.assertEqual(store.operands, branch.results)
        self.assertEqual(store.token, ("store", ""))
        self.assertEqual(store.results, [])

    def test_names_and_nested_calls(self) -> None:
        inner = {"call": "tile.load", "args": [], "type": tile_type()}
        function = self.function([
            assign(1, "tile.move", inner),
            {"s": "assign", "id": 2, "n": "b", "type": tile_type(7), "value": use(1)},
            assign(3, "pld.tile._remote_load", use(2)),
            {"s": "assign", "id": 4, "n": "f", "type": tile_type(),
             "value": {"call": "tile.f", "args": [], "func": True}},
        ])
        self.assertEqual([s.name for s in function.steps], ["load", "move", "pld.remote_load"])
        load, move, remote = function.steps
        self.assertEqual(move.operands, load.results)
        self.assertEqual(remote.operands, move.results)
        ((alias, source),) = function.aliases
        self.assertEqual((alias.name, source), ("b", move.results[0]))
        self.assertIsNotNone(alias.memref)

    def test_several_results(self) -> None:
        function = self.function([
            {"s": "assign", "id": 1, "n": "t", "value": {"call": "tile.gather_compare", "args": []},
             "type": {"k": "tuple", "types": [tile_type(), tile_type()]}},
            {"s": "assign", "id": 2, "n": "b", "type": tile_type(8),
             "value": {"tget": use(1), "idx": 1}},
            assign(3, "tile.exp", use(2)),
        ])
        gather, exp = function.steps
        self.assertEqual(exp.operands, [gather.results[1]])
        self.assertEqual(gather.results[1].memref, MemRef("mem_vec_8#8", 0, 4096))
        self.assertIsNone(gather.results[0].memref)

    def test_buffers(self) -> None:
        pointer = {"k": "ptr"}
        function = self.function([
            assign(20, "tile.alloc", {"enum": "MemorySpace.Vec"}, number(8192), type_=pointer),
            assign(1, "tile.load", type_=tile_type(20, 64)),
            assign(2, "tile.slice", use(1), {"tuple": []}, {"tuple": [use(9), number(8)]},
                   type_=tile_type(20, {"bin": "Mul", "l": use(9), "r": number(4)})),
        ])
        load, window = function.steps
        self.assertEqual(function.sizes, {"v20#20": 8192})
        self.assertEqual(load.results[0].memref, MemRef("mem_vec_20#20", 64, 4096))
        self.assertEqual(window.results[0].memref, MemRef("mem_vec_20#20", None, 4096, True))
        self.assertEqual(window.offsets, (None, 8))

    def test_views(self) -> None:
        dynamic = {**tile_type(), "eff_view": None,
                   "view": {"valid_shape": [use(9), number(64)], "blayout": "col_major",
                            "slayout": "row_major", "fractal": 512}}
        function = self.function([assign(1, "tile.load"), assign(2, "tile.load", type_=dynamic)])
        first, second = (step.results[0].tile for step in function.steps)
        assert first is not None and second is not None
        self.assertEqual((first.layout, first.valid), (PLAIN, (16, 64)))
        self.assertEqual((second.layout, second.valid), (BOXED, (None, 64)))


if __name__ == "__main__":
    unittest.main()
