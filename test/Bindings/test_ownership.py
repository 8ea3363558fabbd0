# RUN: %bindings %s
"""Nothing that a program does to the objects ends in freed memory or in a crash:
each order of deletion, each use of what is gone, each mix-up of contexts."""

import gc
import itertools
import random
import threading
import unittest
from typing import Any

from pto import _pto, builder, ir, memory_map, passes
from pto._tables import OPS

TEXT = """
func.func @f(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  scf.for %i = %c0 to %c1 step %c1 {
    %s = pto.exp %t : (!pto.tile<16x16xf32>) -> !pto.tile<16x16xf32>
  }
  return
}
"""


def touch(thing: Any) -> None:
    """Uses whatever an object offers; RuntimeError is an answer."""
    for name in dir(thing):
        if name.startswith("_") or name in ("erase", "print"):
            continue
        try:
            value = getattr(thing, name)
            if callable(value) and name in ("verify", "get_asm", "walk", "storage_bytes"):
                value()
        except (RuntimeError, ir.MLIRError, TypeError, ValueError):
            pass
    for use in (str, repr, hash):
        try:
            use(thing)
        except RuntimeError:
            pass


def parts() -> dict[str, Any]:
    """Handles of all kinds, all of one module."""
    context = ir.Context()
    module = ir.Module.parse(TEXT, context)
    function = module.body.operations[0]
    block = function.regions[0].blocks[0]
    loop = block.operations[3]
    return {"context": context, "module": module, "function": function, "block": block,
            "region": function.regions[0], "argument": block.arguments[0],
            "value": block.operations[2].result, "loop": loop,
            "inner": loop.regions[0].blocks[0].operations[0],
            "index": loop.regions[0].blocks[0].arguments[0],
            "type": block.arguments[0].type, "attribute": function.attributes["pto.kind"],
            "location": function.location, "point": ir.InsertionPoint(block)}


class OrderTest(unittest.TestCase):
    def test_orders_of_two(self) -> None:
        pairs = list(itertools.permutations(parts(), 2))
        for first, second in random.Random(0).sample(pairs, 60):
            things = parts()
            del things[first]
            gc.collect()
            del things[second]
            for thing in things.values():
                touch(thing)

    def test_the_last_one_alone(self) -> None:
        for name in parts():
            thing = parts()[name]
            gc.collect()
            touch(thing)

    def test_random_orders(self) -> None:
        chooser = random.Random(1)
        for _ in range(20):
            things = list(parts().values())
            chooser.shuffle(things)
            while things:
                things.pop()
                for thing in things[:3]:
                    touch(thing)


class ErasedTest(unittest.TestCase):
    def test_everything_reached_through_an_erased_op_is_refused(self) -> None:
        things = parts()
        inner, index, loop = things["inner"], things["index"], things["loop"]
        block = loop.regions[0].blocks[0]
        result = inner.result
        loop.erase()
        for thing in (inner, loop):
            self.assertFalse(thing.is_valid)
            self.assertEqual(repr(thing), "<erased operation>")
        for use in (lambda: inner.name, lambda: str(loop), lambda: result.type,
                    lambda: index.type, lambda: block.operations, lambda: loop.erase(),
                    lambda: inner.attributes["x"], lambda: ir.InsertionPoint(inner),
                    lambda: things["function"].move_before(inner),
                    lambda: ir.Operation.create("scf.yield", [], ip=block)):
            with self.assertRaisesRegex(RuntimeError, "erased"):
                use()
        for thing in (inner, index, loop, block, result):
            touch(thing)
        things["module"].verify()

    def test_a_new_op_is_not_taken_for_an_old_one(self) -> None:
        things = parts()
        block = things["block"]
        for _ in range(100):
            with ir.InsertionPoint(block.operations[3]):
                op = ir.Operation.create("pto.exp", None, [things["value"]])
            old = op
            op.erase()
            self.assertFalse(old.is_valid)

    def test_what_is_used_can_not_be_erased(self) -> None:
        things = parts()
        for op in (things["value"].owner, things["module"].operation):
            with self.assertRaises(ValueError):
                op.erase()

    def test_erasing_on_a_walk(self) -> None:
        things = parts()
        for op in things["module"].walk():
            if op.name == "scf.for":
                op.erase()
        self.assertNotIn("scf.for", str(things["module"]))

    def test_passes_leave_handles_alone(self) -> None:
        things = parts()
        before = str(things["module"])
        placed = passes.memory_pipeline()(things["module"])
        self.assertEqual(str(things["module"]), before)
        self.assertIs(things["module"].body.operations[0], things["function"])
        self.assertIn("into", str(placed))


class MixTest(unittest.TestCase):
    def test_contexts_do_not_mix(self) -> None:
        one, two = parts(), parts()
        for use in (
                lambda: ir.RankedTensorType.get([1], two["type"].element_type,
                                                one["attribute"]),
                lambda: one["function"].attributes.__setitem__("a.b", two["attribute"]),
                lambda: ir.FunctionType.get([two["type"]], [], one["context"]),
                lambda: ir.Location.name("x", two["location"], one["context"]),
                lambda: ir.Attribute.of([two["attribute"]], one["context"]),
                lambda: one["value"].replace_all_uses_with(two["value"]),
                lambda: one["inner"].set_operand(0, two["value"]),
                lambda: one["loop"].move_before(two["loop"]),
                lambda: one["region"].append_block([two["type"]]),
                lambda: passes.PassManager(["cse"], one["context"]).run(two["module"]),
                lambda: ir.Operation.create("pto.exp", None, [two["value"]], ip=one["block"]),
                lambda: ir.Operation.create("pto.create", [two["type"]], ip=one["block"]),
                lambda: ir.Operation.create("pto.exp", None, [one["value"]],
                                            loc=two["location"], ip=one["block"]),
                lambda: ir.Module.create(two["location"], one["context"]),
        ):
            with self.assertRaisesRegex(ValueError, "context|module"):
                use()
        self.assertNotEqual(one["type"], two["type"])
        self.assertNotEqual(one["type"], 3)
        for thing in one.values():
            touch(thing)

    def test_modules_of_one_context_do_not_mix(self) -> None:
        context = ir.Context()
        one, two = (ir.Module.parse(TEXT, context) for _ in range(2))
        a, b = (m.body.operations[0].regions[0].blocks[0] for m in (one, two))
        with self.assertRaisesRegex(ValueError, "another module"):
            ir.Operation.create("pto.exp", None, [b.operations[2].result], ip=a)
        with self.assertRaisesRegex(ValueError, "different modules"):
            a.operations[2].result.replace_all_uses_with(b.operations[2].result)
        with self.assertRaisesRegex(ValueError, "different modules"):
            a.operations[3].move_after(b.operations[3])

    def test_no_op_moves_into_itself(self) -> None:
        things = parts()
        with self.assertRaisesRegex(ValueError, "into itself"):
            things["loop"].move_before(things["inner"])
        with self.assertRaisesRegex(ValueError, "next to the module"):
            things["loop"].move_before(things["module"].operation)

    def test_with_blocks(self) -> None:
        with self.assertRaisesRegex(RuntimeError, "no context"):
            ir.Module.parse("")
        with self.assertRaisesRegex(RuntimeError, "no insertion point"):
            ir.Operation.create("pto.create")
        one, two = ir.Context(), ir.Context()
        one.__enter__()
        two.__enter__()
        with self.assertRaisesRegex(RuntimeError, "another order"):
            one.__exit__(None, None, None)
        two.__exit__(None, None, None)
        one.__exit__(None, None, None)

    def test_threads_have_contexts_of_their_own(self) -> None:
        found: list[Any] = []

        def work() -> None:
            try:
                with ir.Context():
                    for _ in range(5):
                        module = passes.memory_pipeline()(ir.Module.parse(TEXT))
                    found.append(str(module))
            except Exception as error:  # seen by the test below
                found.append(error)

        threads = [threading.Thread(target=work) for _ in range(4)]
        with ir.Context():
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(len(set(found)), 1)
        self.assertIsInstance(found[0], str)


class DepthTest(unittest.TestCase):
    def test_nothing_is_nested_too_deep(self) -> None:
        endless: list[Any] = []
        endless.append(endless)
        with ir.Context():
            def tower(make: Any, start: Any) -> None:
                for _ in range(100000):
                    start = make(start)

            for use in (
                    lambda: ir.Attribute.of(endless),
                    lambda: ir.Attribute.parse("[" * 100000),
                    lambda: ir.Type.parse("tuple<" * 100000),
                    lambda: tower(lambda t: ir.FunctionType.get([t], []), ir.IndexType.get()),
                    lambda: tower(lambda a: ir.Attribute.of([a]), ir.Attribute.of(1)),
                    lambda: tower(lambda p: ir.Location.name("x", p), ir.Location.unknown()),
            ):
                with self.assertRaisesRegex(ValueError, "levels deep"):
                    use()
            with self.assertRaisesRegex(ir.MLIRError, "levels deep"):
                ir.Module.parse("module {" * 100000)

            module = ir.Module.create()
            block = module.body
            with self.assertRaisesRegex(ValueError, "levels deep"):
                while True:
                    op = ir.Operation.create("scf.execute_region", [], regions=1, ip=block)
                    block = op.regions[0].append_block()
            str(module)


class MisuseTest(unittest.TestCase):
    def test_every_op_with_wrong_operands(self) -> None:
        """Whatever is handed to whatever op: an op, or an exception."""
        things = parts()
        values = [things["value"], things["argument"], things["index"]]
        chooser = random.Random(2)
        made = 0
        for name in OPS:
            for count in range(4):
                operands = [chooser.choice(values[:2]) for _ in range(count)]
                groups = [chooser.randint(-1, 3) for _ in OPS[name]["operands"]]
                context = things["context"]
                for attributes in ({}, {"operandSegmentSizes":
                                        ir.Attribute.i32_array(groups, context)},
                                   {"target_memory": 3, "static_offsets": "x"}):
                    for results in (None, [], [things["value"].type]):
                        try:
                            op = ir.Operation.create(name, results, operands, attributes,
                                                     chooser.randint(0, 1),
                                                     ip=ir.InsertionPoint(things["loop"]))
                            made += 1
                            str(op)
                            touch(op)
                        except (ir.MLIRError, ValueError):
                            pass
        self.assertGreater(made, 100)
        str(things["module"])
        try:
            passes.memory_pipeline()(things["module"])
        except ir.MLIRError:
            pass

    def test_odd_arguments(self) -> None:
        things = parts()
        odd: list[Any] = [None, 0, -1, 2**70, 1.5, "", "x\0y", "\udcff", b"x", [], {}, object(),
                          things["value"], things["type"], things["attribute"]]
        functions = [
            ir.Type.parse, ir.Attribute.parse, ir.Attribute.of, ir.Module.parse,
            ir.IntegerType.get, ir.Attribute.symbol, ir.Attribute.i64_array,
            ir.Location.name, ir.InsertionPoint, ir.TileType.get,
            things["value"].replace_all_uses_with, things["inner"].move_before,
            things["region"].append_block, memory_map.of, passes.Pass("cse"),
            lambda x: ir.Operation.create(x, ip=things["block"]),
            lambda x: ir.Operation.create("pto.exp", x, ip=things["block"]),
            lambda x: ir.Operation.create("pto.exp", [], x, ip=things["block"]),
            lambda x: ir.Operation.create("pto.exp", [], [], x, ip=things["block"]),
            lambda x: ir.Operation.create("pto.exp", [], [], {}, x, ip=things["block"]),
            lambda x: ir.Attribute.keyword("target", x), lambda x: ir.Attribute.keyword(x, "a5"),
            lambda x: things["function"].attributes.__setitem__("sym_name", x),
            lambda x: things["function"].attributes.__getitem__(x),
            lambda x: things["inner"].set_operand(x, things["value"]),
            lambda x: ir.TileType.get([16, 16], "f32", x), passes.PassManager.parse,
            lambda x: builder.Builder().func(x, x).__enter__(),
            lambda x: _pto.Context.__new__(_pto.Context)._listener,
        ]
        with things["context"]:
            for function, value in itertools.product(functions, odd):
                try:
                    function(value)
                except Exception as error:
                    self.assertNotIsInstance(error, (SystemError, MemoryError), str(error))
        touch(things["module"])


if __name__ == "__main__":
    unittest.main()
