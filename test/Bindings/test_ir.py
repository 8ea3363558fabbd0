# RUN: %bindings %s
"""pto.ir: text in and out, what is in a module, types, attributes, errors."""

import io
import unittest

from pto import ir, passes

TEXT = """
module attributes {pto.target = #pto.target<a2a3>} {
  func.func @main(%a: tensor<64x64xf32> {pto.direction = #pto.direction<in>}, %n: index)
      attributes {pto.kind = #pto.function_kind<incore>} {
    %t = pto.load %a[%n, 0] : (tensor<64x64xf32>) -> !pto.tile<16x64xf32>
    %s = pto.add %t, %t : (!pto.tile<16x64xf32>, !pto.tile<16x64xf32>) -> !pto.tile<16x64xf32>
    pto.store %s, %a[%n, 0] : (!pto.tile<16x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    return
  }
}
"""


class IRTest(unittest.TestCase):
    def setUp(self) -> None:
        self.context = ir.Context()
        self.module = ir.Module.parse(TEXT, self.context, "main.mlir")

    def find(self, name: str) -> ir.Operation:
        return next(op for op in self.module.walk() if op.name == name)

    def test_print(self) -> None:
        self.assertIn("%t = pto.load %a[%n, 0]", str(self.module))
        self.assertIn("%0 = pto.load %arg0[%arg1, 0]", self.module.get_asm(use_names=False))
        self.assertIn('"pto.load"(%', self.module.get_asm(generic=True))
        self.assertIn('loc("t"(#loc', self.module.get_asm(locations=True))
        out = io.StringIO()
        self.module.print(file=out)
        self.assertEqual(out.getvalue(), str(self.module) + "\n")
        again = ir.Module.parse(str(self.module), self.context)
        self.assertEqual(str(again), str(self.module))

    def test_structure(self) -> None:
        function = self.module.body.operations[0]
        self.assertEqual(function.name, "func.func")
        self.assertIs(function, self.module.body.operations[0])
        self.assertEqual(function.parent, self.module.operation)
        self.assertIsNone(self.module.operation.parent)
        (block,) = function.regions[0].blocks
        self.assertEqual(block.owner, function)
        self.assertEqual([v.name for v in block.arguments], ["a", "n"])
        self.assertEqual([op.name for op in block],
                         ["pto.load", "pto.add", "pto.store", "func.return"])
        self.assertEqual(block.terminator.name, "func.return")
        self.assertTrue(block.terminator.is_terminator)
        load, add = block.operations[:2]
        self.assertEqual(load.operands[0], block.arguments[0])
        self.assertEqual(add.operands, (load.result, load.result))
        self.assertEqual(load.result.owner, load)
        self.assertEqual(block.arguments[1].owner, block)
        self.assertEqual({op for op, _ in load.result.uses}, {add})
        self.assertEqual(load.block, block)
        self.assertEqual(load.result.name, "t")
        self.assertEqual(len({load, load.result.owner, block.operations[0]}), 1)
        with self.assertRaisesRegex(ValueError, "has 0 results"):
            block.terminator.result

    def test_walk(self) -> None:
        names = [op.name for op in self.module.walk()]
        self.assertEqual(names[:2], ["builtin.module", "func.func"])
        self.assertEqual([op.name for op in self.module.walk(order="post")][-1], "builtin.module")
        seen: list[str] = []
        self.module.walk(lambda op: seen.append(op.name) or op.name != "pto.add")
        self.assertEqual(seen[-1], "pto.add")
        with self.assertRaises(ValueError):
            self.module.walk(order="in")

    def test_types(self) -> None:
        with self.context:
            tile = self.find("pto.load").result.type
            self.assertIsInstance(tile, ir.TileType)
            self.assertEqual((tile.shape, str(tile.element_type), tile.space, tile.pad),
                             ([16, 64], "f32", None, "null"))
            self.assertEqual(tile.storage_bytes(), 4096)
            self.assertEqual(tile.with_space("vec").space, "vec")
            self.assertEqual(tile, ir.TileType.get([16, 64], "f32"))
            self.assertEqual(hash(tile), hash(ir.Type.parse("!pto.tile<16x64xf32>")))
            window = ir.TileType.get([16, 64], "bf16", "vec", valid=[None, 64], pad="zero")
            self.assertEqual(str(window), "!pto.tile<16x64xbf16, vec, valid = ?x64, pad = zero>")
            self.assertEqual(window.valid, [None, 64])
            tensor = self.module.body.operations[0].regions[0].blocks[0].arguments[0].type
            self.assertEqual(tensor, ir.RankedTensorType.get([64, 64], "f32"))
            self.assertIsNone(tensor.encoding)
            self.assertEqual(ir.RankedTensorType.get([None], "f32").shape, [None])
            self.assertEqual(str(ir.BufferType.get()), "!pto.memref")
            function = ir.FunctionType.get([tensor], [ir.IndexType.get(), ir.IntegerType.get(8)])
            self.assertEqual(str(function), "(tensor<64x64xf32>) -> (index, i8)")
            self.assertEqual(function.results[1].width, 8)
            for make, message in (
                    (lambda: ir.TileType.get([16], "f32", "l1"), "'l1' is no memory_space"),
                    (lambda: ir.TileType.get([16], "f32", valid=[1, 2]), "rank 2"),
                    (lambda: ir.TileType.get([16], "f32", pad="one"), "'one' is no pad"),
                    (lambda: ir.IntegerType.get(0), "1 to 64"),
                    (lambda: ir.RankedTensorType.get([-4], "f32"), "negative"),
            ):
                with self.subTest(message), self.assertRaisesRegex(ValueError, message):
                    make()
            for make, message in (
                    (lambda: ir.TileType.get([-1], "f32"), "must be positive"),
                    (lambda: ir.TileType.get([16], "!pto.memref"), "can't hold"),
                    (lambda: ir.TileType.get([], "f32"), "needs extents"),
                    (lambda: ir.Type.parse("!pto.tile<"), "unbalanced"),
            ):
                with self.subTest(message), self.assertRaisesRegex(ir.MLIRError, message):
                    make()

    def test_attributes(self) -> None:
        with self.context:
            for value in (True, 7, -1, 0.5, "text", [1, "a"], {"x": 1, "y": [True]}):
                self.assertEqual(ir.Attribute.of(value).value, value)
            self.assertEqual(str(ir.Attribute.of(7)), "7 : i64")
            i8 = ir.IntegerType.get(8)
            self.assertEqual(ir.Attribute.integer(i8, 255).value, -1)
            self.assertEqual(ir.Attribute.of(i8).value, i8)
            self.assertEqual(ir.Attribute.i64_array([1, 2]).value, [1, 2])
            self.assertEqual(ir.Attribute.keyword("target", "a5").value, "a5")
            self.assertEqual(ir.Attribute.symbol("f").value, "f")
            self.assertTrue(ir.Attribute.unit().value)
            big = ir.Attribute.parse("123456789012345678901234567890 : i128")
            self.assertEqual(big.value, 123456789012345678901234567890)
            with self.assertRaisesRegex(TypeError, "no plain value"):
                ir.Attribute.parse("#pto.memref<ddr, addr = -1, id = 0>").value
            with self.assertRaises(ValueError):
                ir.Attribute.integer(i8, 256)
            with self.assertRaises(TypeError):
                ir.Attribute.of(object())
            with self.assertRaises(TypeError):
                ir.Attribute.float(i8, 1.0)

    def test_attributes_of_ops(self) -> None:
        function = self.module.body.operations[0]
        attributes = function.attributes
        self.assertEqual(attributes["sym_name"].value, "main")
        self.assertEqual(attributes["pto.kind"].value, "incore")
        self.assertIn("function_type", attributes)
        self.assertNotIn("nothing", attributes)
        attributes["sym_name"] = "other"
        attributes["test.note"] = [1, 2]
        self.assertIn("@other", str(function))
        self.assertEqual(dict(attributes)["test.note"].value, [1, 2])
        del attributes["test.note"]
        with self.assertRaises(KeyError):
            attributes["test.note"]
        with self.assertRaises(KeyError):
            attributes["nothing"] = 1
        # What would break the op is refused, and nothing is changed.
        before = str(self.module)
        for name, value in (("sym_name", 1), ("function_type", "no type"), ("arg_attrs", [1])):
            with self.subTest(name), self.assertRaises(ir.MLIRError):
                attributes[name] = value
        with self.assertRaises(ir.MLIRError):
            del attributes["sym_name"]
        with self.assertRaises(ir.MLIRError):
            self.find("pto.load").attributes["operandSegmentSizes"] = 1
        self.assertEqual(str(self.module), before)

    def test_locations(self) -> None:
        where = self.find("pto.load").location
        self.assertEqual((where.file, where.line, where.name_str), ("main.mlir", 5, "t"))
        with self.context, ir.Location.from_file("a.py", 3, 1) as place:
            self.assertEqual(place.line, 3)
            with ir.InsertionPoint(self.find("func.return")):
                made = ir.Operation.create("pto.create", [self.find("pto.load").result.type])
            self.assertEqual(made.location, place)
            named = ir.Location.name("x", place)
            self.assertEqual((named.name_str, named.file), ("x", "a.py"))
            self.assertIsNone(ir.Location.unknown().file)

    def test_errors(self) -> None:
        with self.assertRaises(ir.MLIRError) as caught:
            ir.Module.parse("func.func @f() {\n  return %x : i32\n}", self.context, "bad.mlir")
        error = caught.exception
        self.assertEqual(str(error), "bad.mlir:2:10: error: use of undeclared SSA value name")
        self.assertEqual(error.message, "use of undeclared SSA value name")
        self.assertEqual((error.location.file, error.location.line), ("bad.mlir", 2))
        self.assertEqual([d.severity for d in error.diagnostics], ["error"])

    def test_notes(self) -> None:
        text = TEXT.replace("64x64xf32", "1024x1024xf32").replace("16x64xf32", "1024x512xf32")
        module = ir.Module.parse(text, self.context, "large.mlir")
        with self.assertRaises(ir.MLIRError) as caught:
            passes.memory_pipeline()(module)
        notes = caught.exception.diagnostics[0].notes
        self.assertTrue(notes)
        self.assertEqual(notes[0].severity, "note")
        self.assertIn("note: ", str(caught.exception))
        self.assertIn("2097152", str(caught.exception))

    def test_warnings_are_collected(self) -> None:
        text = """
          func.func @f(%x: tensor<16x16xbf16>) attributes {pto.kind = #pto.function_kind<incore>} {
            %a = pto.load %x[0, 0] : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16>
            %c = pto.matmul %a, %a : (!pto.tile<16x16xbf16>, !pto.tile<16x16xbf16>)
              -> !pto.tile<16x16xf32>
            return
          }"""
        run = passes.infer_tile_memory_space(target="a2a3")
        with self.context, ir.collect_diagnostics() as found:
            run(ir.Module.parse(text))
        self.assertIn("warning", {d.severity for d in found})
        count = len(found)
        run(ir.Module.parse(text, self.context))
        self.assertEqual(len(found), count)

    def test_changes(self) -> None:
        block = self.module.body.operations[0].regions[0].blocks[0]
        load, add, store, end = block.operations
        with ir.InsertionPoint(add):
            exp = ir.Operation.create("pto.exp", None, [load.result])
        add.set_operand(1, exp.result)
        self.assertEqual(add.operands, (load.result, exp.result))
        exp.result.replace_all_uses_with(exp.result)
        copy = self.module.clone()
        store.erase()
        add.erase()
        self.assertEqual([op.name for op in block], ["pto.load", "pto.exp", "func.return"])
        self.assertIn("pto.store", str(copy))
        exp.move_before(end)
        self.module.verify()
        exp.move_before(load)
        with self.assertRaisesRegex(ir.MLIRError, "dominate"):
            self.module.verify()
        with self.assertRaisesRegex(ir.MLIRError, "dominate"):
            passes.init_mem_ref()(self.module)


if __name__ == "__main__":
    unittest.main()
