# RUN: %bindings %s
"""pto.passes: the calls of the documents, options, managers; pto.memory_map."""

import inspect
import json
import subprocess
import sys
import unittest
from pathlib import Path

import pto
from pto import ir, memory_map, passes
from pto._tables import PASSES

TEXT = """
module attributes {pto.target = #pto.target<a2a3>} {
  func.func @main(%a: tensor<64x64xf32>, %out: tensor<64x64xf32>)
      attributes {pto.kind = #pto.function_kind<incore>} {
    %t = pto.load %a[0, 0] : (tensor<64x64xf32>) -> !pto.tile<64x64xf32>
    %s = pto.add %t, %t : (!pto.tile<64x64xf32>, !pto.tile<64x64xf32>) -> !pto.tile<64x64xf32>
    pto.store %s, %out[0, 0] : (!pto.tile<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    return
  }
}
"""


class PassTest(unittest.TestCase):
    def setUp(self) -> None:
        self.context = ir.Context()
        self.module = ir.Module.parse(TEXT, self.context)

    def test_the_calls_of_the_documents(self) -> None:
        module = self.module
        for step in (passes.infer_tile_memory_space(), passes.materialize_level3_scratch(),
                     passes.init_mem_ref(), passes.materialize_semantic_aliases(),
                     passes.memory_reuse(), passes.allocate_memory_addr(),
                     passes.verify_tile_memory(buffers=True), passes.verify_memory_plan()):
            module = step(module)
        self.assertIn("%mem_vec_2 = pto.alloc vec, addr = 0, size = 16384, id = 2", str(module))
        self.assertIn("%t = pto.load %a[0, 0] to vec into %mem_vec_2", str(module))
        self.assertNotIn("pto.alloc", str(self.module))

    def test_every_pass_has_a_function(self) -> None:
        self.assertGreaterEqual(len(PASSES), 12)
        names = {name: value for name, value in vars(passes).items()
                 if isinstance(value, passes.PassFactory)}
        self.assertEqual(len(names), len(PASSES) + 1)
        manager = passes.PassManager(context=self.context)
        for name, make in names.items():
            self.assertIn(name, passes.__all__)
            # With no options, and with each option at its default.
            defaults = {n: p.default for n, p in inspect.signature(make).parameters.items()}
            manager.add(make()).add(make(**defaults))
            self.assertIn("Returns a callable", make.__doc__)
            for option in defaults:
                self.assertIn(f"  {option}=", make.__doc__)

    def test_options(self) -> None:
        placed = passes.init_mem_ref()(passes.infer_tile_memory_space()(self.module))
        # %s takes the place of %t, which ends there.
        best = passes.allocate_memory_addr(planner="optimal", align="target", verify=False)(placed)
        self.assertEqual(pto.memory_map(best).function("main").space("vec").peak, 16384)
        self.assertEqual(repr(passes.infer_tile_memory_space(verify_data_path="off")),
                         "infer-tile-memory-space{verify-data-path=off}")
        with self.assertRaisesRegex(TypeError, "no option 'plan'; its options are: target, planner"):
            passes.init_mem_ref(plan="pypto")
        with self.assertRaisesRegex(TypeError, "options by name alone"):
            passes.init_mem_ref("a5")
        with self.assertRaisesRegex(ValueError, "planner is one of pypto, dsa-rp, optimal, not"):
            passes.allocate_memory_addr(planner="best")
        with self.assertRaisesRegex(TypeError, "verify is True or False"):
            passes.allocate_memory_addr(verify=1)
        with self.assertRaisesRegex(TypeError, "limit is a number"):
            passes.verify_memory_plan(limit="all")
        with self.assertRaisesRegex(TypeError, "target is a string"):
            passes.init_mem_ref(target=3)
        with self.assertRaisesRegex(ValueError, "target is a word"):
            passes.init_mem_ref(target="a5 planner=ptoas")
        with self.assertRaisesRegex(ir.MLIRError, "unknown target 'b7'; there are a2a3 and a5"):
            passes.infer_tile_memory_space(target="b7")(self.module)

    def test_failures(self) -> None:
        with self.assertRaisesRegex(ir.MLIRError, "run --infer-tile-memory-space first"):
            passes.init_mem_ref()(self.module)
        with self.assertRaisesRegex(TypeError, "a pass takes a module, not str"):
            passes.init_mem_ref()(TEXT)

    def test_managers(self) -> None:
        with self.context:
            manager = passes.PassManager(
                [passes.infer_tile_memory_space(), "func.func(init-memref)"])
            manager.add("cse").add(passes.allocate_memory_addr(planner="dsa-rp"))
            self.assertIn("planner=dsa-rp", str(manager))
            placed = manager.run(self.module)
            self.assertEqual(str(manager(self.module)), str(placed))
            again = passes.PassManager.parse(str(manager)).run(self.module)
            self.assertEqual(str(again), str(placed))
            pipeline = passes.PassManager(["pto-memory-pipeline{planner=optimal}", "canonicalize"])
            self.assertIn("into", str(pipeline.run(self.module)))
            for text in ("builtin.module(cse", "no-such-pass", "cse{x=1}", "func.func("):
                with self.subTest(text), self.assertRaises(ir.MLIRError):
                    passes.PassManager.parse(text)
            with self.assertRaises(TypeError):
                passes.PassManager([3])

    def test_memory_map(self) -> None:
        plan = pto.memory_map(passes.memory_pipeline()(self.module))
        self.assertEqual((plan.version, plan.target), (1, "a2a3"))
        space = plan.function("main").space("vec")
        self.assertEqual((space.capacity, space.reserved, space.status), (188416, 0, "optimal"))
        (buffer,) = space.buffers
        self.assertEqual((buffer.name, buffer.addr, buffer.size, buffer.end, buffer.slots),
                         ("mem_vec_2", 0, 16384, 16384, 1))
        self.assertEqual([tile.name for tile in buffer.tiles], ["t", "s"])
        self.assertEqual(buffer.tiles[0].live, ((1, 2),))
        self.assertEqual([b.id for b in plan.function("main").buffers], [2])
        self.assertEqual(memory_map.from_json(memory_map.to_json(self.module)),
                         memory_map.of(self.module))
        self.assertEqual(plan.function("main").kind, "incore")
        for missing in (lambda: plan.function("f"), lambda: plan.function("main").space("mat")):
            with self.assertRaises(KeyError):
                missing()
        for text in ("", "[]", "{}", '{"functions": 3}'):
            with self.assertRaises(ValueError):
                memory_map.from_json(text)

    def test_memory_map_is_that_of_pto_translate(self) -> None:
        bin = Path(pto.__file__).parents[2] / "bin"
        if not bin.is_dir():
            bin = Path(pto.__file__).parents[4] / "bin"
        placed = passes.memory_pipeline()(self.module)
        out = subprocess.run([bin / "pto-translate", "--mlir-to-memory-map"], input=str(placed),
                             capture_output=True, text=True, check=True)
        # Lines are those of the text that was read.
        with self.module.context:
            again = ir.Module.parse(str(placed))
        self.assertEqual(json.loads(out.stdout), json.loads(memory_map.to_json(again)))

    def test_importer_works_without_the_native_part(self) -> None:
        program = ("import sys; sys.modules['pto._pto'] = None; import pto.importer; "
                   "print(pto.importer.import_text.__name__)")
        out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True,
                             check=True)
        self.assertEqual(out.stdout, "import_text\n")
        self.assertIn("passes", dir(pto))
        with self.assertRaises(AttributeError):
            pto.nothing


if __name__ == "__main__":
    unittest.main()
