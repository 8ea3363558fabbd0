"""Prints a kernel that carries one tile through `depth` loops, one in the other."""

import sys

TILE = "!pto.tile<16x16xf32>"
TENSOR = "tensor<16x16xf32>"


def kernel(depth: int) -> str:
    lines = [
        f"func.func @nest(%x: {TENSOR}, %out: {TENSOR}) {{",
        "  %c0 = arith.constant 0 : index",
        "  %c1 = arith.constant 1 : index",
        "  %c8 = arith.constant 8 : index",
        f"  %a0 = pto.load %x[0, 0] : ({TENSOR}) -> {TILE}",
    ]
    for i in range(depth):
        lines.append(f"  %r{i} = scf.for %i{i} = %c0 to %c8 step %c1 "
                     f"iter_args(%a{i + 1} = %a{i}) -> {TILE} {{")
    lines.append(f"  %e = pto.exp %a{depth} : ({TILE}) -> {TILE}")
    last = "%e"
    for i in reversed(range(depth)):
        lines += [f"  scf.yield {last} : {TILE}", "  }"]
        last = f"%r{i}"
    lines += [f"  %s = pto.store {last}, %out[0, 0] : ({TILE}, {TENSOR}) -> {TENSOR}",
              "  return", "}"]
    return "\n".join(lines)


print(kernel(int(sys.argv[1])))
