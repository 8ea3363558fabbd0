"""The importer of dumps: what each construct becomes."""

import unittest

from importer_support import T, TENSOR, V, VEC, ImporterTest, function, load

ACC = "pl.Tile[[16, 64], pl.FP32, pl.Mem.Acc]"
SCALARS = f"i: pl.Scalar[pl.INDEX], b: pl.Scalar[pl.INT32], u: pl.Scalar[pl.UINT32], \
out: pl.Out[{T}]"


class TypeTest(ImporterTest):
    def tile(self, parts: str) -> str:
        """The MLIR text of a tile type, as the type of a created tile."""
        space = "Acc" if "Acc" in parts else "Mat" if "Mat" in parts else "Vec"
        text = self.body(
            f"t: pl.Tile[{parts}] = pl.tile.create([16, 128], dtype=pl.FP32, "
            f"target_memory=pl.Mem.{space})"
        )
        line = next(line for line in text.splitlines() if "pto.create" in line)
        return line.split(" -> ")[1]

    def view(self, space: str, **parts: object) -> str:
        listed = ", ".join(f"{key}={value}" for key, value in parts.items())
        return self.tile(f"[16, 128], pl.FP32, pl.Mem.{space}, pl.TileView({listed})")

    def layout(self, space: str, blayout: str, slayout: str, fractal: int) -> str:
        return self.view(
            space, blayout=f"pl.TileLayout.{blayout}", slayout=f"pl.TileLayout.{slayout}",
            fractal=fractal,
        )

    def test_element_types(self) -> None:
        for name, text in (
            ("BOOL", "i1"), ("INT4", "i4"), ("UINT4", "ui4"), ("INT8", "i8"), ("UINT16", "ui16"),
            ("INDEX", "index"), ("FP16", "f16"), ("BF16", "bf16"), ("BFLOAT16", "bf16"),
            ("FP4", "f4E2M1FN"), ("FP8E4M3FN", "f8E4M3FN"), ("FP8E5M2", "f8E5M2"),
            ("FP8E8M0", "f8E8M0FNU"), ("HF4", "!pto.hf4"), ("HF8", "!pto.hf8"),
        ):
            with self.subTest(name):
                found = self.tile(f"[16, 128], pl.{name}, pl.Mem.Vec")
                self.assertEqual(found, f"!pto.tile<16x128x{text}, vec>")

    def test_implicit_layouts_are_left_out(self) -> None:
        for space, parts in (
            ("Vec", ("row_major", "none_box", 512)),
            ("Mat", ("col_major", "row_major", 512)),
            ("Acc", ("col_major", "row_major", 1024)),
        ):
            with self.subTest(space):
                found = self.layout(space, *parts)
                self.assertEqual(found, f"!pto.tile<16x128xf32, {space.lower()}>")

    def test_explicit_layouts(self) -> None:
        self.assertEqual(
            self.layout("Vec", "col_major", "row_major", 1024),
            "!pto.tile<16x128xf32, vec, layout = #pto.layout<blayout = col_major, "
            "slayout = row_major, fractal = 1024>>",
        )
        self.assertEqual(
            self.layout("Mat", "row_major", "none_box", 512),
            "!pto.tile<16x128xf32, mat, layout = #pto.layout<>>",
        )

    def test_parts_of_a_view(self) -> None:
        self.assertEqual(
            self.view("Vec", valid_shape="[16, n]", pad="pl.PadValue.zero",
                      compact="pl.CompactMode.normal", stride="[128, 1]", start_offset=0),
            "!pto.tile<16x128xf32, vec, valid = 16x?, pad = zero, compact = normal, "
            "stride = [128, 1], start_offset = 0>",
        )
        self.assertEqual(
            self.view("Vec", valid_shape="[pl.const(16, pl.INDEX), 64 + 64]"),
            "!pto.tile<16x128xf32, vec>",
        )

    def test_no_space(self) -> None:
        self.assertEqual(self.tile("[16, 128], pl.FP32"), "!pto.tile<16x128xf32>")

    def parameter(self, type_: str) -> str:
        text = self.body("return", params=f"x: {type_}")
        return text.split("%x: ")[1].split(")\n")[0]

    def test_tensors(self) -> None:
        direction = "{pto.direction = #pto.direction<in>}"
        for dump, text in (
            ("pl.Tensor[[16, N], pl.BF16]", "tensor<16x?xbf16>"),
            ("pl.Tensor[[4, 8], pl.FP32, pl.TensorView(stride=[1, 4], layout=pl.TensorLayout.DN)]",
             "tensor<4x8xf32, #pto.tensor_view<layout = dn, stride = [1, 4]>>"),
            ("pl.Tensor[[4, 8], pl.FP32, pl.TensorView(stride=[8, 1], valid_shape=[4, n], "
             "layout=pl.TensorLayout.ND, pad=pl.PadValue.zero)]",
             "tensor<4x8xf32, #pto.tensor_view<stride = [8, 1], valid = [4, ?], pad = zero>>"),
            ("pl.Tensor[[4, 8], pl.FP32, pl.TensorView(stride=[], layout=pl.TensorLayout.ND)]",
             "tensor<4x8xf32>"),
            ("pld.DistributedTensor[[4], pl.INT32]", "tensor<4xi32, #pto.tensor_view<distributed>>"),
        ):
            with self.subTest(dump):
                self.assertEqual(self.parameter(dump), f"{text} {direction}")

    def test_other_types(self) -> None:
        for dump, text in (
            ("pl.Scalar[pl.UINT32]", "i32"), ("pl.Scalar[pl.BOOL]", "i1"),
            ("pl.Scalar[pl.TASK_ID]", "!pto.task_id"), ("pl.Array[4, pl.INT32]", "!pto.array<4xi32>"),
            ("pl.Ptr", '!pto.handle<"Ptr">'), ("pld.CommCtxType", '!pto.handle<"CommCtx">'),
            ("pl.PrefetchAsyncContext", "!pto.prefetch_context"),
        ):
            with self.subTest(dump):
                self.assertEqual(self.parameter(dump), text)


class FunctionTest(ImporterTest):
    def attributes(self, mark: str, body: str = "return") -> str:
        text = self.body(body, mark=mark, params="")
        return text.split("attributes {")[1].split("} {\n")[0]

    def test_kinds(self) -> None:
        for dump, kind in (
            ("pl.function", "opaque"), ("pl.function(type=pl.FunctionType.AIC)", "aic"),
            ("pl.function(type=pl.FunctionType.Orchestration)", "orchestration"),
            ("pl.function(type=pl.FunctionType.Graph)", "graph"),
        ):
            with self.subTest(kind):
                self.assertEqual(self.attributes(dump), f"pto.kind = #pto.function_kind<{kind}>")

    def test_attributes(self) -> None:
        found = self.attributes(
            "pl.function(level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker, auto_scope=False)",
            'pl.func_attr({"split": pl.SplitMode.UP_DOWN, "dual": True, "slots": 3})\nreturn',
        )
        self.assertEqual(
            found,
            'pto.kind = #pto.function_kind<opaque>, pto.level = "CHIP_DIE", pto.role = "SubWorker", '
            "pto.auto_scope = false, pto.split = #pto.split_mode<up_down>, pto.dual = true, "
            "pto.slots = 3 : i64",
        )

    def test_external(self) -> None:
        text = self.imported(function(
            "", mark="pl.function(type=pl.FunctionType.AIV, external_source='k.cpp')",
            params=f"self, x: pl.InOut[{T}]", returns=T,
        ))
        self.assertLines(
            text,
            f"func.func private @main(%x: {TENSOR} {{pto.direction = #pto.direction<inout>}}) -> {TENSOR}",
            'attributes {pto.kind = #pto.function_kind<aiv>, pto.external_source = "k.cpp"}',
        )

    def test_results(self) -> None:
        # What is returned counts: declarations may be missing or out of date.
        small = "pl.Tensor[[4], pl.INT32]"
        params = f"a: pl.InOut[{T}], b: pl.InOut[{small}]"
        for returns in ("", f"tuple[{small}, {T}]", f"tuple[{T}, {small}]"):
            text = self.body("return a, b", params=params, returns=returns)
            self.assertIn(f") -> ({TENSOR}, tensor<4xi32>)\n", text)
        text = self.body("pl.tensor.write(b, [0], 1)", params=params, returns=T)
        self.assertIn(f"pto.declared_results = [{TENSOR}]", text)

    def test_target_and_names(self) -> None:
        from importer_support import program, import_text

        text = import_text(program(function(load() + "return")), "small.py", target="a5")
        self.verify(text)
        self.assertTrue(text.startswith("module attributes {pto.target = #pto.target<a5>} {\n"))
        for name in ('%a: tensor<16x64xf32> {pto.direction = #pto.direction<in>} loc("a"("small.py":8:17))',
                     'xf32, vec> loc("t"("small.py":9:53))', 'return loc("small.py":10:9)',
                     '} loc("main"("small.py":8:5))', '} loc("Small")'):
            self.assertIn(name, text)


class ControlFlowTest(ImporterTest):
    def test_loop(self) -> None:
        text = self.body(load() + f"""
for i, (c,) in pl.range(0, 8, 2, init_values=(t,)):
    u: {V} = pl.tile.add(c, t)
    r: {V} = pl.yield_(u)
o: {T} = pl.tile.store(r, [0, 0], out)
return o
""", returns=T)
        self.assertLines(
            text,
            f"%r = scf.for %i = %c0 to %c8 step %c2 iter_args(%c = %t) -> ({VEC}) {{",
            f"%u = pto.add %c, %t : ({VEC}, {VEC}) -> {VEC}",
            f"scf.yield %u : {VEC}",
            f"%o = pto.store %r, %out[0, 0] : ({VEC}, {TENSOR}) -> {TENSOR}",
        )

    def test_kinds_of_loops(self) -> None:
        for call, attribute in (
            ("pl.pipeline(4, stage=2, attrs={'pipeline_overlap_stores': False})",
             "} {pto.loop = #pto.loop<pipeline, stages = 2>, pto.pipeline_overlap_stores = false}"),
            ("pl.parallel(4)", "} {pto.loop = #pto.loop<parallel>}"),
            ("pl.unroll(1, 4)", "} {pto.loop = #pto.loop<unroll>}"),
        ):
            with self.subTest(call):
                text = self.body(f"for i in {call}:\n    pl.tensor.write(out, [i, 0], 1.0)")
                self.assertLines(text, attribute)

    def test_branch(self) -> None:
        text = self.body(load() + f"""
if i < 4:
    x: {V} = pl.tile.exp(t)
    r: {V} = pl.yield_(x)
else:
    r: {V} = pl.yield_(t)
o: {T} = pl.tile.store(r, [0, 0], out)
""", params=f"a: {T}, i: pl.Scalar[pl.INDEX], out: pl.Out[{T}]")
        self.assertLines(
            text, "%0 = arith.cmpi slt, %i, %c4 : index", f"%r = scf.if %0 -> ({VEC}) {{",
            f"scf.yield %x : {VEC}", "} else {", f"scf.yield %t : {VEC}", "}", "return",
        )

    def test_tuples_of_results(self) -> None:
        text = self.body("""
for k, (p, q) in pl.range(4, init_values=(i, i)):
    s: pl.Scalar[pl.INDEX] = p + q
    x, y = pl.yield_(q, s)
pl.tensor.write(out, [x, y], 1.0)
""", params=SCALARS)
        self.assertLines(
            text,
            "%x, %y = scf.for %k = %c0 to %c4 step %c1 iter_args(%p = %i, %q = %i) -> (index, index) {",
            "scf.yield %q, %s : index, index",
        )

    def test_returns_in_both_arms(self) -> None:
        text = self.body("if i == 0:\n    return out\nelse:\n    return a", returns=T,
                         params=f"i: pl.Scalar[pl.INDEX], a: {T}, out: pl.Out[{T}]")
        self.assertLines(text, f"%1 = scf.if %0 -> ({TENSOR}) {{", f"return %1 : {TENSOR}")

    def test_early_exits(self) -> None:
        text = self.body("""
for k in pl.range(4):
    if k == i:
        continue
    pl.tensor.write(out, [k, 0], 1.0)
if i == 0:
    return out
pl.tensor.write(out, [0, 0], 2.0)
return out
""", returns=T, params=SCALARS)
        self.assertLines(text, "scf.if %0 {", "} else {", "}", f"%4 = scf.if %2 -> ({TENSOR}) {{",
                         f"return %4 : {TENSOR}")

    def test_while(self) -> None:
        text = self.body(load() + f"""
i0: pl.Scalar[pl.INDEX] = 0
for (x, k) in pl.while_(init_values=(t, i0)):
    pl.cond(k < 4)
    y: {V} = pl.tile.exp(x)
    n: pl.Scalar[pl.INDEX] = k + 1
    x2, k2 = pl.yield_(y, n)
""")
        self.assertLines(
            text,
            f"%x2, %k2 = scf.while (%x = %t, %k = %c0) : ({VEC}, index) -> ({VEC}, index) {{",
            f"scf.condition(%0) %x, %k : {VEC}, index", "} do {",
            f"^bb0(%x_1: {VEC}, %k_1: index):", f"scf.yield %y, %n : {VEC}, index",
        )

    def test_names_with_several_values(self) -> None:
        # Dumps from before SSA conversion bind names anew.
        text = self.body("""
k: pl.Scalar[pl.INDEX] = 0
while k < i:
    k = k + 1
if k == 3:
    k = 4
pl.tensor.write(out, [k, 0], 1.0)
""", params=SCALARS)
        self.assertLines(text, "%k_3 = scf.while (%k = %c0) : (index) -> (index) {",
                         "scf.yield %k_2 : index", "%k_4 = scf.if %1 -> (index) {",
                         "scf.yield %c4 : index", "scf.yield %k_3 : index")

    def test_scopes(self) -> None:
        text = self.body(load() + f"""
with pl.scope(mode=pl.ScopeMode.MANUAL):
    u: {V} = pl.tile.exp(t)
for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
    o: {T} = pl.tile.store(u, [lane, 0], out)
""")
        self.assertLines(
            text, f'%u_1 = pto.scope "Runtime" -> ({VEC}) {{', f"pto.yield %u : {VEC}",
            '} {mode = "MANUAL"}', 'pto.scope "SplitAiv" {', "%lane = pto.get_subblock_idx : () -> index",
            "} {mode = #pto.split_mode<up_down>, lanes = 2 : i64}",
        )

    def test_yield_in_a_scope(self) -> None:
        text = self.body(f"""
for k, (c,) in pl.range(4, init_values=(out,)):
    with pl.scope():
        d: {T} = pl.tensor.write(c, [k, 0], 1.0)
        r: {T} = pl.yield_(d)
""")
        self.assertLines(text, f'%d_1 = pto.scope "Runtime" -> ({TENSOR}) {{',
                         f"scf.yield %d_1 : {TENSOR}")

    def test_tensor_that_outlives_a_loop(self) -> None:
        # It is the storage from outside under another name.
        text = self.body(load() + f"""
for k in pl.range(4):
    o: {T} = pl.tile.store(t, [k, 0], out)
return o
""", returns=T)
        self.assertLines(text, f"return %out : {TENSOR}")


class InPlaceTest(ImporterTest):
    def test_write_gives_a_new_value(self) -> None:
        text = self.body(load() + f"""
alias: {V} = t
pl.tile.write(t, [0, 0], 1.0)
o: {T} = pl.tile.store(alias, [0, 0], out)
""")
        self.assertLines(text, f"%t_1 = pto.write %t[0, 0], %cst : ({VEC}, f32) -> {VEC}",
                         f"%o = pto.store %t_1, %out[0, 0] : ({VEC}, {TENSOR}) -> {TENSOR}")

    def test_writes_in_regions(self) -> None:
        text = self.body(load() + f"""
for i in pl.range(8):
    if i < 4:
        pl.tile.write(t, [1, i], 2.0)
o: {T} = pl.tile.store(t, [0, 0], out)
""")
        self.assertLines(
            text, f"%t_3 = scf.for %i = %c0 to %c8 step %c1 iter_args(%t_1 = %t) -> ({VEC}) {{",
            f"%t_1_1 = scf.if %0 -> ({VEC}) {{", f"scf.yield %t_2 : {VEC}", "} else {",
            f"scf.yield %t_1 : {VEC}", f"scf.yield %t_1_1 : {VEC}",
            f"%o = pto.store %t_3, %out[0, 0] : ({VEC}, {TENSOR}) -> {TENSOR}",
        )

    def test_views_of_changed_tiles(self) -> None:
        self.fails(load() + f"""
v: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.slice(t, [1, 64], [0, 0])
pl.tile.write(v, [0, 0], 1.0)
o: {T} = pl.tile.store(t, [0, 0], out)
""", "'v' was changed by pl.tile.write")


class ScalarTest(ImporterTest):
    def expression(self, text: str, dtype: str = "INDEX") -> "list[str]":
        """The ops of an expression of scalars."""
        body = f"r: pl.Scalar[pl.{dtype}] = {text}"
        module = self.body(body, params=SCALARS)
        lines = [line.strip() for line in module.splitlines()]
        return [line for line in lines if "arith." in line and "constant" not in line]

    def test_integers(self) -> None:
        self.assertEqual(self.expression("i * 4 + 1"),
                         ["%0 = arith.muli %i, %c4 : index", "%r = arith.addi %0, %c1 : index"])
        self.assertEqual(self.expression("-b", "INT32"), ["%r = arith.subi %c0_i32, %b : i32"])
        self.assertEqual(self.expression("pl.min(i, 4)"), ["%r = arith.minsi %i, %c4 : index"])
        self.assertEqual(self.expression("1 << i"), ["%r = arith.shli %c1, %i : index"])
        self.assertEqual(self.expression("2 * 3 + i"), ["%r = arith.addi %c6, %i : index"])

    def test_signs(self) -> None:
        self.assertEqual(self.expression("b // pl.const(3, pl.INT32)", "INT32"),
                         ["%r = arith.floordivsi %b, %c3_i32 : i32"])
        self.assertEqual(self.expression("u // pl.const(3, pl.UINT32)", "UINT32"),
                         ["%r = arith.divui %u, %c3_i32 : i32"])
        self.assertEqual(self.expression("u % pl.const(3, pl.UINT32)", "UINT32"),
                         ["%r = arith.remui %u, %c3_i32 : i32"])
        self.assertEqual(self.expression("u < pl.const(3, pl.UINT32)", "BOOL"),
                         ["%r = arith.cmpi ult, %u, %c3_i32 : i32"])
        self.assertEqual(self.expression("u >> u", "UINT32"), ["%r = arith.shrui %u, %u : i32"])

    def test_modulo_of_python(self) -> None:
        self.assertEqual(
            self.expression("i % 4"),
            ["%0 = arith.floordivsi %i, %c4 : index", "%1 = arith.muli %0, %c4 : index",
             "%r = arith.subi %i, %1 : index"],
        )
        self.assertEqual(self.expression("pl.max(i, 0) % 4")[-1], "%r = arith.remsi %0, %c4 : index")

    def test_conversions(self) -> None:
        for text, dtype, op in (
            ("pl.cast(b, pl.INDEX)", "INDEX", "arith.index_cast %b : i32 to index"),
            ("pl.cast(u, pl.INDEX)", "INDEX", "arith.index_castui %u : i32 to index"),
            ("pl.cast(b, pl.INT64)", "INT64", "arith.extsi %b : i32 to i64"),
            ("pl.cast(u, pl.UINT64)", "UINT64", "arith.extui %u : i32 to i64"),
            ("pl.cast(b, pl.INT8)", "INT8", "arith.trunci %b : i32 to i8"),
            ("pl.cast(b, pl.FP32)", "FP32", "arith.sitofp %b : i32 to f32"),
            ("pl.cast(u, pl.FP32)", "FP32", "arith.uitofp %u : i32 to f32"),
            ("b", "INDEX", "arith.index_cast %b : i32 to index"),
        ):
            with self.subTest(text):
                self.assertEqual(self.expression(text, dtype), [f"%r = {op}"])

    def test_mixed_operands(self) -> None:
        self.assertEqual(self.expression("i + b"), [
            "%0 = arith.index_cast %b : i32 to index", "%r = arith.addi %i, %0 : index"])

    def test_truth_values(self) -> None:
        self.assertEqual(self.expression("not (i < 3 and b == 4)", "BOOL"), [
            "%0 = arith.cmpi slt, %i, %c3 : index", "%1 = arith.cmpi eq, %b, %c4_i32 : i32",
            "%2 = arith.andi %0, %1 : i1", "%r = arith.xori %2, %true : i1"])

    def test_constants(self) -> None:
        text = self.body("""
pl.tensor.write(out, [0, 1], 1e-06)
pl.tensor.write(out, [1, 1], 1e-06)
pl.tensor.write(out, [1, 1], pl.const(-2.0, pl.FP32))
""")
        self.assertEqual(text.count("arith.constant"), 2)
        self.assertLines(text, "%cst = arith.constant 1.0e-06 : f32", "%cst_1 = arith.constant -2.0 : f32")

    def test_extents_by_name(self) -> None:
        text = self.body("pl.tensor.write(x, [N - 1], 1.0)", params="x: pl.Out[pl.Tensor[[N], pl.FP32]]")
        self.assertLines(text, "%N = pto.tensor.dim %x {axis = 0 : i64} : (tensor<?xf32>) -> index",
                         "%0 = arith.subi %N, %c1 : index")


if __name__ == "__main__":
    unittest.main()
