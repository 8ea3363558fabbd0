"""The importer of dumps: ops, calls, buffers and memory spaces."""

import re
import unittest

from importer_support import T, TENSOR, V, VEC, ImporterTest, function, load

INDEX = "pl.Scalar[pl.INDEX]"
TASK = "pl.Scalar[pl.TASK_ID]"
COLUMN = "pl.Tile[[16, 1], pl.FP32, pl.Mem.Vec]"
COL = "!pto.tile<16x1xf32, vec>"
INTS = "pl.Tile[[16, 64], pl.INT32, pl.Mem.Vec]"


class OpTest(ImporterTest):
    def op(self, line: str, before: str = load(), params: str = "") -> str:
        """The op that a line of a dump becomes."""
        params = params or f"a: {T}, i: {INDEX}, out: pl.Out[{T}]"
        text = self.body(before + line + "\n", params=params)
        return text.splitlines()[-4].strip()

    def test_loads(self) -> None:
        tile = "x: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat{view}] = pl.tile.load({args}, target_memory=pl.Mem.Mat)"
        for view, args, op in (
            ("", "a, [0, i], [16, 32], [16, 32]", f"%a[0, %i] to mat : ({TENSOR}) -> !pto.tile<16x32xf32, mat>"),
            (", pl.TileView(valid_shape=[i, 32])", "a, [0, 0], [16, 32], [i, 32]",
             f"%a[0, 0] valid [%i, 32] to mat : ({TENSOR}) -> !pto.tile<16x32xf32, mat, valid = ?x32>"),
        ):
            with self.subTest(args):
                self.assertEqual(self.op(tile.format(view=view, args=args), ""), f"%x = pto.load {op}")

    def test_windows_of_another_rank(self) -> None:
        deep = "a: pl.Tensor[[4, 16, 64], pl.FP32], n: pl.Scalar[pl.INDEX]"
        for valid, view, clause, type_ in (
            ("[1, 16, 64]", "", "", VEC),
            ("[1, n, 64]", ", pl.TileView(valid_shape=[n, 64])", " valid [%n, 64]",
             "!pto.tile<16x64xf32, vec, valid = ?x64>"),
        ):
            line = f"x: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec{view}] = "
            line += f"pl.tile.load(a, [n, 0, 0], [1, 16, 64], {valid}, target_memory=pl.Mem.Vec)"
            self.assertEqual(
                self.op(line, "", deep),
                f"%x = pto.load %a[%n, 0, 0] sizes [1, 16, 64]{clause} to vec : "
                f"(tensor<4x16x64xf32>) -> {type_}",
            )

    def test_stores(self) -> None:
        self.assertEqual(
            self.op(f"o: {T} = pl.tile.store(t, [0, i], out, atomic=pl.AtomicType.Add)"),
            f"%o = pto.store %t, %out[0, %i] {{atomic = #pto.atomic<add>}} : ({VEC}, {TENSOR}) -> {TENSOR}",
        )
        self.assertEqual(
            self.op("pl.tile.store(t, [0, 0], out, atomic=pl.AtomicType.None_)"),
            f"%0 = pto.store %t, %out[0, 0] : ({VEC}, {TENSOR}) -> {TENSOR}",
        )

    def test_tiles_from_nothing(self) -> None:
        self.assertEqual(
            self.op(f"x: {V} = pl.tile.create([16, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)"),
            f"%x = pto.create to vec : () -> {VEC}",
        )
        self.assertEqual(
            self.op(f"x: {V} = pl.tile.full([16, 64], dtype=pl.FP32, value=0)"),
            f"%x = pto.full %cst : (f32) -> {VEC}",
        )
        self.assertEqual(
            self.op("x: pl.Tile[[1, 64], pl.INT32, pl.Mem.Vec] = pl.tile.ci(pl.const(0, pl.INT32), "
                    "[1, 64], dtype=pl.INT32, descending=True)"),
            "%x = pto.ci %c0_i32 {descending} : (i32) -> !pto.tile<1x64xi32, vec>",
        )

    def test_views(self) -> None:
        self.assertEqual(
            self.op("x: pl.Tile[[1, 32], pl.FP32, pl.Mem.Vec] = pl.tile.slice(t, [1, 32], [i, 32], [1, 32])"),
            f"%x = pto.slice %t[%i, 32] : ({VEC}) -> !pto.tile<1x32xf32, vec>",
        )
        self.assertEqual(
            self.op("x: pl.Tile[[64, 16], pl.FP32, pl.Mem.Vec] = pl.tile.reshape(t, [64, 16])"),
            f"%x = pto.reshape %t : ({VEC}) -> !pto.tile<64x16xf32, vec>",
        )
        self.assertEqual(
            self.op("x: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[i, 8])] = "
                    "pl.tile.set_validshape(t, i, 8)"),
            f"%x = pto.set_validshape %t valid [%i, 8] : ({VEC}) -> !pto.tile<16x64xf32, vec, valid = ?x8>",
        )
        self.assertEqual(
            self.op(f"x: {V} = pl.tile.assemble(t, s, [i, 0])",
                    load() + "s: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.slice(t, [1, 64], [0, 0])\n"),
            f"%x = pto.assemble %t[%i, 0], %s : ({VEC}, !pto.tile<1x64xf32, vec>) -> {VEC}",
        )

    def test_elementwise(self) -> None:
        self.assertEqual(self.op(f"x: {V} = pl.tile.adds(t, 2)"),
                         f"%x = pto.adds %t, %cst : ({VEC}, f32) -> {VEC}")
        self.assertEqual(self.op(f"x: {V} = pl.tile.muls(t, scalar=2.0)"),
                         f"%x = pto.muls %t, %cst : ({VEC}, f32) -> {VEC}")
        self.assertEqual(self.op(f"x: {V} = pl.tile.div(t, t, high_precision=True)"),
                         f"%x = pto.div %t, %t {{high_precision}} : ({VEC}, {VEC}) -> {VEC}")
        self.assertEqual(self.op(f"x: {V} = pl.tile.rsqrt(t, t)"),
                         f"%x = pto.rsqrt %t, %t : ({VEC}, {VEC}) -> {VEC}")
        cast = f"n: {INTS} = pl.tile.cast(t, target_type=pl.INT32, mode='round')\n"
        ints = "!pto.tile<16x64xi32, vec>"
        self.assertEqual(self.op(cast),
                         f"%n = pto.cast %t {{mode = #pto.round_mode<round>}} : ({VEC}) -> {ints}")
        self.assertEqual(self.op(f"x: {INTS} = pl.tile.not_(n)", load() + cast),
                         f"%x = pto.not %n : ({ints}) -> {ints}")

    def test_comparison(self) -> None:
        mask = "m: pl.Tile[[16, 32], pl.UINT8, pl.Mem.Vec, pl.TileView(valid_shape=[16, 8])]"
        self.assertEqual(
            self.op(f"{mask} = pl.tile.cmps(t, 0.0, cmp_type=2)"),
            f"%m = pto.cmps %t, %cst {{cmp_type = #pto.cmp<lt>}} : ({VEC}, f32) -> "
            "!pto.tile<16x32xui8, vec, valid = 16x8>",
        )

    def test_attributes(self) -> None:
        self.assertEqual(
            self.op("x: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec, pl.TileView(pad=pl.PadValue.min)] = "
                    'pl.tile.fillpad(t, pad_value=pl.PadValue.min, attrs={"pipeline_membership": "0:1"})'),
            f'%x = pto.fillpad %t {{pto.pipeline_membership = "0:1", pad_value = #pto.pad<min>}} : ({VEC}) '
            "-> !pto.tile<16x64xf32, vec, pad = min>",
        )
        line = "x: pl.Tile[[16, 64], pl.FP32, pl.Mem.Mat] = pl.tile.load(a, [0, 0], [16, 64], [16, 64], "
        line += 'target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})'
        self.assertIn("to mat {pto.mat_bridge} :", self.op(line))

    def test_several_results(self) -> None:
        tiles = "pl.Tile[[16, 8], pl.INT32, pl.Mem.Vec], pl.Tile[[1, 16], pl.INT32, pl.Mem.Vec]"
        text = self.body(load() + f"""
c: {COLUMN} = pl.tile.row_sum(t, t)
both: pl.Tuple[{tiles}] = pl.tile.gather_compare(t, 1.0, t, cmp_mode=0, offset=0, out_cols=8)
n: pl.Tile[[1, 16], pl.INT32, pl.Mem.Vec] = both[1]
e: pl.Scalar[pl.INT32] = pl.tile.read(n, [0, 3])
""")
        self.assertRegex(text, r"%both_0, %n = pto.gather_compare %t, %cst, %t \{cmp_mode = #pto.cmp<eq>, "
                               r"offset = 0 : i64\} : .* -> \(!pto.tile<16x8xi32, vec>, !pto.tile<1x16xi32, vec>\)")

    def test_sorting(self) -> None:
        line = "x: pl.Tile[[1, 128], pl.FP32, pl.Mem.Vec] = pl.tile.mrgsort_format2(s, s, w, exhausted=False)"
        before = "".join(
            f"{name}: pl.Tile[[1, {size}], pl.FP32, pl.Mem.Vec] = "
            f"pl.tile.create([1, {size}], dtype=pl.FP32, target_memory=pl.Mem.Vec)\n"
            for name, size in (("s", 64), ("w", 128))
        )
        s, w = "!pto.tile<1x64xf32, vec>", "!pto.tile<1x128xf32, vec>"
        self.assertEqual(self.op(line, before),
                         f"%x = pto.mrgsort_format2 %s, %s tmp %w : ({s}, {s} tmp {w}) -> {w}")

    def test_between_cores(self) -> None:
        self.assertEqual(
            self.op("x: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[i, 64])] = "
                    "pl.tile.tpop_from_aic(split=1)"),
            "%x = pto.tpop_from_aic valid [%i, 64] {split = 1 : i64} : () -> "
            "!pto.tile<16x64xf32, vec, valid = ?x64>",
        )
        self.assertEqual(self.op("pl.tile.tpush_to_aic(t, split=0, id=1)"),
                         f"pto.tpush_to_aic %t {{split = 0 : i64, id = 1 : i64}} : ({VEC})")
        self.assertEqual(
            self.op("q: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='q', size=4096, base=-1)"),
            '%q = pto.system.reserve_buffer "q" size = 4096, base = -1',
        )

    def test_other_ranks(self) -> None:
        there = "pld.DistributedTensor[[16, 64], pl.FP32]"
        params = f"a: {T}, i: {INDEX}, d: pl.InOut[{there}]"
        far = "tensor<16x64xf32, #pto.tensor_view<distributed>>"
        self.assertEqual(
            self.op("pld.tile.put(d, i, a, t, [0, 0], [i, 0], [1, 64], atomic=pl.AtomicType.None_)",
                    params=params),
            f"pto.pld.put %d[0, 0], %a[%i, 0] peer %i stage %t sizes [1, 64] : "
            f"({far}, {TENSOR}, index, {VEC})",
        )
        self.assertEqual(
            self.op(f"x: {V} = pld.tile._remote_load_with_physical_tail_padding(d, i, [0, 0], [16, 64], [16, 64])",
                    params=params),
            "%x = pto.pld.remote_load %d[0, 0] peer %i {allow_physical_tail_padding} : "
            f"({far}, index) -> {VEC}",
        )
        self.assertEqual(
            self.op("pld.system.notify(d, i, [i, 0], pl.const(1, pl.INT32), op=0)", params=params),
            'pto.builtin "pld.system.notify"(%d, %i, %i, %c0, %c1_i32) {op = 0 : i64} : '
            f"({far}, index, index, index, i32) -> ()",
        )

    def test_windows(self) -> None:
        text = self.body("""
buf: pl.Ptr = pld.tensor.alloc_window_buffer(64)
d: pld.DistributedTensor[[4], pl.FP32] = pld.tensor.window(buf, [4], dtype=pl.FP32)
""")
        self.assertLines(
            text, '%buf = pto.builtin "pld.tensor.alloc_window_buffer"(%c64) : (index) -> (!pto.handle<"Ptr">)',
            '%d = pto.builtin "pld.tensor.window"(%buf, %c4) : (!pto.handle<"Ptr">, index) -> '
            '(tensor<4xf32, #pto.tensor_view<distributed, window = "buf">>)',
        )

    def test_tensors(self) -> None:
        for line, op in (
            ("x: pl.Tensor[[i, 4], pl.FP32] = pl.tensor.create([i, 4], dtype=pl.FP32, "
             "layout=pl.TensorLayout.ND, manual_dep=True, init_value=0)",
             "%x = pto.tensor.create sizes [%i, 4] {manual_dep, init_value = 0.0 : f32} : () -> tensor<?x4xf32>"),
            ("x: pl.Tensor[[64], pl.FP32] = pl.tensor.slice(a, [1, 64], [i, 0], [], [0])",
             f"%x = pto.tensor.slice %a[%i, 0] sizes [1, 64] {{drop_dims = array<i64: 0>}} : ({TENSOR}) -> tensor<64xf32>"),
            ("x: pl.Tensor[[1024], pl.FP32] = pl.tensor.reshape(a, [1024])",
             f"%x = pto.tensor.reshape %a : ({TENSOR}) -> tensor<1024xf32>"),
            ("x: pl.Scalar[pl.INDEX] = pl.tensor.dim(a, 1)",
             f"%x = pto.tensor.dim %a {{axis = 1 : i64}} : ({TENSOR}) -> index"),
        ):
            with self.subTest(line):
                self.assertEqual(self.op(line, ""), op)

    def test_whole_tensor(self) -> None:
        text = self.body("r = torch.add(a, a)\nout[:] = r\nreturn out", returns=T)
        self.assertLines(
            text, f'%r = pto.builtin "torch.add"(%a, %a) : ({TENSOR}, {TENSOR}) -> ({TENSOR})',
            f"%0 = pto.tensor.assemble %out[0, 0], %r : ({TENSOR}, {TENSOR}) -> {TENSOR}",
        )

    def test_tasks_and_arrays(self) -> None:
        text = self.body(f"""
ids: pl.Array[4, pl.TASK_ID] = pl.array.create(4, dtype=pl.TASK_ID)
t: {TASK} = pl.system.task_dummy(deps=[])
ids2: pl.Array[4, pl.TASK_ID] = pl.array.update_element(ids, 1, t)
u: {TASK} = pl.array.get_element(ids2, 1)
v: {TASK} = pl.system.task_dummy(deps=[u])
ctx: pl.PrefetchAsyncContext = pl.prefetch.make_context()
pl.prefetch.async_prefetch(a, ctx)
pl.system.syncall(mode="soft", core_type="mix", used_cores=6)
""")
        array = "!pto.array<4x!pto.task_id>"
        self.assertLines(
            text, f"%ids2 = pto.array.update_element %ids[1], %t : ({array}, !pto.task_id) -> {array}",
            "%v = pto.system.task_dummy deps(%u : !pto.task_id)",
            f'%0 = pto.prefetch.async_prefetch %a, %ctx : ({TENSOR}) -> !pto.handle<"AsyncEvent">',
            'pto.system.syncall cores %c6_i32 : i32 {mode = "soft", core_type = "mix"}',
        )


class CallTest(ImporterTest):
    kernel = function("return out", name="kernel", returns=T,
                      params=f"x: pl.Tensor[[N, 64], pl.FP32], n: pl.Scalar[pl.INT32], out: pl.Out[{T}]")

    def call(self, body: str, params: str = f"a: {T}, i: {INDEX}, out: pl.Out[{T}]") -> str:
        main = function(body, params=params, mark="pl.function(type=pl.FunctionType.Orchestration)")
        return self.imported(self.kernel, main).split("@main")[1]

    def test_call(self) -> None:
        text = self.call(f"r: {T} = self.kernel(a, i, out)\nreturn r")
        self.assertLines(
            text, "%0 = tensor.cast %a : tensor<16x64xf32> to tensor<?x64xf32>",
            "%1 = arith.index_cast %i : index to i32",
            f"%r = func.call @kernel(%0, %1, %out) : (tensor<?x64xf32>, i32, {TENSOR}) -> {TENSOR}",
        )

    def test_private(self) -> None:
        # Who is called is called by this program alone; hosts stay as they are.
        host = "pl.function(type=pl.FunctionType.Orchestration)"
        text = self.imported(
            self.kernel,
            function("return", name="alone", params=""),
            function("self.kernel(a, 1, out)", name="helper", mark=host),
            function("pl.submit(self.task, out)\nself.helper(a, out)", mark=host),
            function("return", name="task", params=f"x: pl.InOut[{T}]",
                     mark="pl.function(type=pl.FunctionType.AIV)"),
        )
        names = re.findall(r"func\.func ((?:private )?@\w+)", text)
        self.assertEqual(
            names, ["private @kernel", "@alone", "@helper", "@main", "private @task"])

    def test_names_that_are_no_words_of_mlir(self) -> None:
        # Python's letters are those of any script; keys of attributes are any text.
        kernel = function(
            "pl.func_attr({'a b': 1})\nfor i in pl.range(0, 4, 1, attrs={'x-y': 1}):\n"
            f"    t: pl.Tile[[16, 64], pl.FP32] = pl.tile.load(a, [0, 0], [16, 64], attrs={{'\u03ce': 1}})\n"
            f"r: {INDEX} = pl.any.thing(16, \u03ce=1)", name="k\u03ce")
        host = function("self.k\u03ce(a, out)", mark="pl.function(type=pl.FunctionType.Orchestration)")
        text = self.imported(kernel, host)
        for part in ('func.call @"k\\CF\\8E"(%a, %out) : ', '"pto.a b" = 1 : i64',
                     '} {"pto.x-y" = 1 : i64}', '{"pto.\\CF\\8E" = 1 : i64}',
                     '"any.thing"(%c16) {"\\CF\\8E" = 1 : i64}'):
            self.assertIn(part, text)

    def test_call_on_cores(self) -> None:
        text = self.call('self.kernel(a, 1, out, attrs={"core_num": 8, "sync_start": True})')
        self.assertIn(f"pto.spmd_call @kernel(%0, %c1_i32, %out) cores %c8 {{sync_start}} : "
                      f"(tensor<?x64xf32>, i32, {TENSOR}) -> ({TENSOR})", text)

    def test_call_on_a_device(self) -> None:
        text = self.call("self.kernel(a, 1, out, device=i)")
        self.assertIn('pto.builtin "device_call"(%i, %0, %c1_i32, %out) {callee = @kernel} : ', text)

    def test_submissions(self) -> None:
        text = self.call(f"""
r: pl.Tuple[{T}, {TASK}] = pl.submit(self.kernel, a, 1, deps=[], dumps=[a])
s: {TASK} = r[1]
q: pl.Tuple[{T}, {TASK}] = pl.spmd_submit(self.kernel, a, 1, out, deps=[s], core_num=8, allow_early_resolve=True)
x: {T} = q[0]
""")
        result = f"({TENSOR}, !pto.task_id)"
        self.assertIn("%r_0, %s = pto.submit @kernel(%0, %c1_i32) {pto.dumps = array<i64: 0>} : "
                      f"(tensor<?x64xf32>, i32) -> {result}", text)
        self.assertIn("pto.submit @kernel(%1, %c1_i32, %out) deps(%s : !pto.task_id) cores %c8 "
                      f"{{spmd, allow_early_resolve}} : (tensor<?x64xf32>, i32, {TENSOR}) -> {result}", text)

    def test_layouts_of_arguments(self) -> None:
        strided = "pl.Tensor[[16, 64], pl.FP32, pl.TensorView(stride=[128, 1], layout=pl.TensorLayout.ND)]"
        text = self.call("self.kernel(a, 1, out)", f"a: {strided}, out: pl.Out[{T}]")
        view = "tensor<16x64xf32, #pto.tensor_view<stride = [128, 1]>>"
        self.assertLines(text, f"%0 = pto.tensor.view %a : ({view}) -> {TENSOR}",
                         "%1 = tensor.cast %0 : tensor<16x64xf32> to tensor<?x64xf32>")

    def test_nested_calls(self) -> None:
        text = self.call("self.kernel(pl.tensor.slice(a, [16, 64], [0, 0]), 1, out)")
        self.assertIn("pto.tensor.slice %a[0, 0]", text)


class MemRefTest(ImporterTest):
    def bound(self, memref: str, name: str = "t") -> str:
        return load(name).replace("pl.FP32, ", f"pl.FP32, {memref}, ", 1)

    def test_declarations(self) -> None:
        text = self.body(
            "pp = pl.MemRef('pp', slots=2)\nfor i in pl.range(4):\n    "
            + self.bound("pp[i % 2]") + "    " + self.bound("pl.MemRef('pp', slots=2)[1]", "u")
            + "    " + self.bound("pl.MemRef('one')", "v")
        )
        self.assertLines(
            text, '%pp = pto.declare_memref "pp" slots = 2', '%one = pto.declare_memref "one"',
            "%0 = arith.remsi %i, %c2 : index", "%1 = pto.slot %pp[%0]",
            f"%t = pto.load %a[0, 0] to vec into %1 : ({TENSOR}) -> {VEC}", "%2 = pto.slot %pp[1]",
            f"%v = pto.load %a[0, 0] to vec into %one : ({TENSOR}) -> {VEC}",
        )

    def test_allocations(self) -> None:
        text = self.body(
            "mem_vec_2: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 4096)\n"
            "big: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 8192, pinned=True)\n"
            + self.bound("pl.MemRef(mem_vec_2, pl.const(0, pl.INT64), 4096)")
            + self.bound("pl.MemRef(big, 4096, 4096, slots=2)[1]", "u"),
            params=f'a: {T[:-1]}, pl.MemRef("mem_ddr_0", pl.const(0, pl.INT64), 4096)]',
        )
        # Both results of an op are bound, or none.
        pair = ["pl.Tile[[16, 8], pl.INT32{}, pl.Mem.Vec]", "pl.Tile[[1, 16], pl.INT32{}, pl.Mem.Vec]"]
        both = f"b: pl.Tuple[{pair[0].format('')}, {pair[1].format('')}] = pl.tile.gather_compare("
        both = load() + both + "t, 1.0, t, cmp_mode=0, offset=0, out_cols=8)\n"
        lines = [
            f"x{i}: {tile.format(f', pl.MemRef(m{i}, 0, 512)')} = b[{i}]\n" for i, tile in enumerate(pair)
        ]
        alloc = "m{0}: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 512)\n"
        bound = self.body(alloc.format(0) + alloc.format(1) + both + "".join(lines))
        self.assertIn("%x0, %x1 = pto.gather_compare %t, %cst, %t into %m0, %m1 {", bound)
        self.fails(alloc.format(0) + both + lines[0], "only some results of tile.gather_compare are bound")
        self.assertIn("%a: tensor<16x64xf32> {pto.direction = #pto.direction<in>, "
                      "pto.memref = #pto.memref<ddr, addr = -1, id = 0>}", text)
        self.assertLines(
            text, "%mem_vec_2 = pto.alloc vec, addr = -1, size = 4096, id = 2",
            "%big = pto.alloc vec, addr = -1, size = 8192, id = 3 pinned slots = 2",
            f"%t = pto.load %a[0, 0] to vec into %mem_vec_2 : ({TENSOR}) -> {VEC}",
            "%0 = pto.slot %big[1]",
        )

    def test_derived_buffers(self) -> None:
        memref = "pl.MemRef(m, 0, 4096)"
        before = "m: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 4096)\n" + self.bound(memref)
        before += "other: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 4096)\n"
        view = "x: pl.Tile[[64, 16], pl.FP32, {}, pl.Mem.Vec] = pl.tile.reshape(t, [64, 16])\n"
        self.assertIn("pto.reshape %t : ", self.body(before + view.format(memref)))
        self.fails(before + view.format("pl.MemRef(other, 0, 4096)"), "lands in its source's allocation")

    def test_rejected(self) -> None:
        slots = self.bound("pl.MemRef('p', slots=2)")
        for body, message in (
            (slots + self.bound("pl.MemRef('p')", "u"), "disagree on how many slots"),
            (self.bound("pl.MemRef('p', slots=2)[2]"), "out of range"),
            (self.bound("pl.MemRef('p')[0]"), "single slot"),
            (self.bound("pl.MemRef('p', slots=0)"), "at least one slot"),
            (self.bound("nothing"), "unknown name 'nothing'"),
            ("m: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 8192)\n" + self.bound("pl.MemRef(m, 4096, 4096)"),
             "can't start inside of a buffer"),
        ):
            with self.subTest(message):
                self.fails(body, message)


class SpaceTest(ImporterTest):
    acc = "pl.Tile[[16, 64], pl.FP32, pl.Mem.Acc]"
    dump = f"""
z: {V} = pl.tile.create([16, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)
for i, (c,) in pl.range(4, init_values=(z,)):
    m: {acc} = pl.tile.matmul(a, b)
    r: {acc} = pl.yield_(m)
o: {T} = pl.tile.store(r, [0, 0], out)
"""
    params = f"out: pl.Out[{T}]"

    def text(self, spaces: str) -> str:
        loads = "".join(
            f"{name}: pl.Tile[[{size}], pl.BF16, pl.Mem.Mat] = pl.tile.load(g, [0, 0], [{size}], [{size}], "
            "target_memory=pl.Mem.Mat)\n" for name, size in (("a", "16, 32"), ("b", "32, 64"))
        )
        return self.imported(
            function(loads + self.dump, params=f"g: pl.Tensor[[32, 64], pl.BF16], {self.params}"),
            spaces=spaces,
        )

    def test_conflicts_make_spaces_requests(self) -> None:
        for spaces in ("auto", "requests"):
            text = self.text(spaces)
            self.assertLines(
                text, "%z = pto.create to vec : () -> !pto.tile<16x64xf32>",
                "%r = scf.for %i = %c0 to %c4 step %c1 iter_args(%c = %z) -> (!pto.tile<16x64xf32>) {",
            )
            self.assertIn("to mat : (tensor<32x64xbf16>) -> !pto.tile<32x64xbf16>", text)

    def test_conflicts_of_kept_spaces(self) -> None:
        with self.assertRaisesRegex(Exception, "a tile in 'vec' is used where one in 'acc' is expected"):
            self.text("keep")

    def test_spaces_are_kept(self) -> None:
        self.assertIn(f"-> {VEC}\n", self.body(load() + "return"))

    def test_declared_spaces_stay(self) -> None:
        text = self.imported(function(f"x: {V} = pl.tile.tpop_from_aic(split=0)\ny: {V} = pl.tile.exp(x)"),
                             spaces="requests")
        self.assertLines(text, f"%x = pto.tpop_from_aic {{split = 0 : i64}} : () -> {VEC}",
                         f"%y = pto.exp %x : ({VEC}) -> !pto.tile<16x64xf32>")

    def test_joins_of_tiles(self) -> None:
        narrow = "pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[8, 64])]"
        text = self.body(load() + f"""
if i < 4:
    x: {narrow} = pl.tile.set_validshape(t, 8, 64)
    r: {narrow} = pl.yield_(x)
else:
    r: {narrow} = pl.yield_(t)
""", params=f"a: {T}, i: {INDEX}")
        self.assertLines(text, f"%1 = pto.tile_cast %t : ({VEC}) -> !pto.tile<16x64xf32, vec, valid = 8x64>")


if __name__ == "__main__":
    unittest.main()
