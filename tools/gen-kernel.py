#!/usr/bin/env python3
"""Writes a module of generated kernels, to measure passes on.

    gen-kernel.py --shape SHAPE --ops N [--functions F] [-o FILE]

Shapes:
  straight  chains of load, add, mul and store in one block
  loops     nests of scf.for that carry a tile and the output
  matmul    loads to mat, a matmul, and a loop of matmul_acc
  side      short loops side by side
  views     one tile, and views of views of it, each stored

N counts the tile ops of the whole file. They are split evenly over the
functions and rounded up to whole groups (a chain, a nest, a product). All tiles
are 16x16. The tiles of one function fit in memory up to about 200 ops; beyond
that, address allocation without reuse reports an overflow.
"""

import argparse
import sys
from collections.abc import Callable, Iterator

ROWS = COLS = 16
WIDTH = 4096  # columns of every tensor
TRIPS = 4  # iterations of every loop

F32 = f"!pto.tile<{ROWS}x{COLS}xf32>"
MAT = f"!pto.tile<{ROWS}x{COLS}xbf16, mat>"
TENSOR_F32 = f"tensor<{ROWS}x{WIDTH}xf32>"
TENSOR_BF16 = f"tensor<{ROWS}x{WIDTH}xbf16>"

# One group of a function: its lines, given the group's number.
Group = Callable[[int], Iterator[str]]


def column(index: int) -> int:
    return index * COLS % WIDTH


def load(result: str, tensor: str, at: int | str) -> str:
    return f"{result} = pto.load {tensor}[0, {at}] : ({TENSOR_F32}) -> {F32}"


def load_mat(result: str, tensor: str, at: int | str) -> str:
    return (
        f"{result} = pto.load {tensor}[0, {at}] to mat"
        f" : ({TENSOR_BF16}) -> {MAT}"
    )


def binary(result: str, op: str, lhs: str, rhs: str) -> str:
    return f"{result} = pto.{op} {lhs}, {rhs} : ({F32}, {F32}) -> {F32}"


def store(result: str, tile: str, tensor: str, at: int | str) -> str:
    return (
        f"{result} = pto.store {tile}, {tensor}[0, {at}]"
        f" : ({F32}, {TENSOR_F32}) -> {TENSOR_F32}"
    )


def output(group: int) -> str:
    """The output tensor as the group before this one left it."""
    return f"%out{group - 1}" if group else "%out"


def straight_group(group: int) -> Iterator[str]:
    """4 tile ops; each chain takes up the product of the one before."""
    g = group
    previous = f"%p{g - 1}" if g else f"%x{g}"
    yield load(f"%x{g}", "%a", column(g))
    yield binary(f"%s{g}", "add", f"%x{g}", previous)
    yield binary(f"%p{g}", "mul", f"%s{g}", f"%x{g}")
    yield store(f"%out{g}", f"%p{g}", output(g), column(g))


def loop_nest(depth: int) -> Group:
    """A nest of `depth` loops; 10 tile ops a group, whatever the depth."""

    def body(g: int, carry: str, out: str, result: str) -> Iterator[str]:
        """Twice: load, square, accumulate, store."""
        for i in range(2):
            at = f"%i{g}_{depth - 1}"
            yield load(f"%x{g}_{i}", "%a", at)
            yield binary(f"%q{g}_{i}", "mul", f"%x{g}_{i}", f"%x{g}_{i}")
            sum_name = result if i == 1 else f"%z{g}_{i}"
            yield binary(sum_name, "add", carry, f"%q{g}_{i}")
            yield store(f"{result}_o{i}", f"%q{g}_{i}", out, at)
            carry, out = sum_name, f"{result}_o{i}"

    def nest(g: int, level: int, carry: str, out: str) -> Iterator[str]:
        result = f"%r{g}_{level}"
        if level == depth:
            yield from body(g, carry, out, result)
            return
        inner, inner_out = f"%k{g}_{level}", f"%o{g}_{level}"
        yield (
            f"{result}:2 = scf.for %i{g}_{level} = %c0 to %c{TRIPS} step %c1"
            f" iter_args({inner} = {carry}, {inner_out} = {out})"
            f" -> ({F32}, {TENSOR_F32}) {{"
        )
        yield from (f"  {line}" for line in nest(g, level + 1, inner, inner_out))
        inside = f"%r{g}_{level + 1}"
        yielded = (
            f"{inside}, {inside}_o1"
            if level + 1 == depth
            else f"{inside}#0, {inside}#1"
        )
        yield f"  scf.yield {yielded} : {F32}, {TENSOR_F32}"
        yield "}"

    def group(g: int) -> Iterator[str]:
        yield load(f"%t{g}", "%a", column(g))
        yield from nest(g, 0, f"%t{g}", output(g))
        yield store(f"%out{g}", f"%r{g}_0#0", f"%r{g}_0#1", column(g))

    return group


def matmul_group(group: int) -> Iterator[str]:
    """7 tile ops: one product, then a loop that accumulates more of them."""
    g = group
    operands = f"{MAT}, {MAT}"
    yield load_mat(f"%l{g}", "%a", column(g))
    yield load_mat(f"%w{g}", "%b", column(g))
    yield f"%m{g} = pto.matmul %l{g}, %w{g} : ({operands}) -> {F32}"
    yield (
        f"%r{g} = scf.for %i{g} = %c0 to %c{TRIPS} step %c1"
        f" iter_args(%k{g} = %m{g}) -> ({F32}) {{"
    )
    yield "  " + load_mat(f"%l{g}_k", "%a", f"%i{g}")
    yield "  " + load_mat(f"%w{g}_k", "%b", f"%i{g}")
    yield (
        f"  %n{g} = pto.matmul_acc %k{g}, %l{g}_k, %w{g}_k"
        f" : ({F32}, {operands}) -> {F32}"
    )
    yield f"  scf.yield %n{g} : {F32}"
    yield "}"
    yield store(f"%out{g}", f"%r{g}", output(g), column(g))


def side_group(group: int) -> Iterator[str]:
    """4 tile ops: a short loop, behind that of the group before."""
    g = group
    yield load(f"%t{g}", "%a", column(g))
    yield (
        f"%r{g} = scf.for %i{g} = %c0 to %c{TRIPS} step %c1"
        f" iter_args(%k{g} = %t{g}) -> ({F32}) {{"
    )
    yield "  " + binary(f"%n{g}", "add", f"%k{g}", f"%t{g}")
    yield f"  scf.yield %n{g} : {F32}"
    yield "}"
    yield binary(f"%s{g}", "mul", f"%r{g}", f"%t{g}")
    yield store(f"%out{g}", f"%s{g}", output(g), column(g))


def view_group(group: int) -> Iterator[str]:
    """2 views of the view before, each another shape; the first is of a load."""
    g = group
    if g == 0:
        yield load("%v0", "%a", column(0))
    yield f"%w{g} = pto.reshape %v{g} : ({F32}) -> !pto.tile<8x32xf32>"
    yield f"%v{g + 1} = pto.reshape %w{g} : (!pto.tile<8x32xf32>) -> {F32}"
    # The last one is read: who asks for its bytes asks all of them.
    yield store(f"%out{g}", f"%v{g + 1}", output(g), column(g))


def tile_ops(lines: list[str]) -> int:
    return sum(" = pto." in line for line in lines)


def function(name: str, inputs: list[str], group: Group, ops: int) -> list[str]:
    """Whole groups, until there are at least `ops` tile ops."""
    params = [
        f"{param} {{pto.direction = #pto.direction<in>}}" for param in inputs
    ]
    params.append(f"%out: {TENSOR_F32} {{pto.direction = #pto.direction<out>}}")
    lines = [f"func.func @{name}({params[0]},"]
    lines += [f"    {param}," for param in params[1:-1]]
    lines += [
        f"    {params[-1]}) -> {TENSOR_F32}",
        "    attributes {pto.kind = #pto.function_kind<incore>} {",
        "  %c0 = arith.constant 0 : index",
        "  %c1 = arith.constant 1 : index",
        f"  %c{TRIPS} = arith.constant {TRIPS} : index",
    ]
    done = count = 0
    while done < ops:
        body = list(group(count))
        lines += [f"  {line}" for line in body]
        done += tile_ops(body)
        count += 1
    lines += [f"  return {output(count)} : {TENSOR_F32}", "}"]
    return lines


def module(
    shape: str, ops: int, functions: int, depth: int, target: str
) -> Iterator[str]:
    inputs = [f"%a: {TENSOR_F32}"]
    if shape == "matmul":
        inputs = [f"%a: {TENSOR_BF16}", f"%b: {TENSOR_BF16}"]
    groups: dict[str, Group] = {
        "straight": straight_group,
        "loops": loop_nest(depth),
        "matmul": matmul_group,
        "side": side_group,
        "views": view_group,
    }
    attributes = ""
    if target != "none":
        attributes = f" attributes {{pto.target = #pto.target<{target}>}}"
    yield f"module{attributes} {{"
    for i in range(functions):
        # The remainder goes to the first functions.
        share = ops // functions + (i < ops % functions)
        for line in function(f"{shape}_{i}", inputs, groups[shape], share):
            yield f"  {line}"
    yield "}"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--shape", choices=["straight", "loops", "matmul", "side", "views"], required=True
    )
    parser.add_argument("--ops", type=int, required=True, metavar="N")
    parser.add_argument("--functions", type=int, default=1, metavar="F")
    parser.add_argument(
        "--depth", type=int, default=3, help="of loop nests (default 3)"
    )
    parser.add_argument(
        "--target", choices=["a2a3", "a5", "none"], default="a2a3"
    )
    parser.add_argument("-o", dest="output", help="default: standard output")
    args = parser.parse_args()
    if min(args.ops, args.functions, args.depth) < 1:
        parser.error("--ops, --functions and --depth must be at least 1")

    # Loops in loops are functions in functions here.
    sys.setrecursionlimit(100 + 10 * args.depth + sys.getrecursionlimit())
    lines = module(
        args.shape, args.ops, args.functions, args.depth, args.target
    )
    file = open(args.output, "w") if args.output else sys.stdout
    with file:
        file.writelines(f"{line}\n" for line in lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
