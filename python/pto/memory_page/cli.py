"""pto-memory-map: pictures of memory plans."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from . import text
from .page import render_page
from .plan import PlanError
from .programs import Tools, load_plan
from .svg import render_svg

DESCRIPTION = """\
Shows a memory plan: addresses across, program order down, a box for each time
that a tile needs its bytes.

INPUT is a memory map (pto-translate --mlir-to-memory-map), or a program: .mlir,
as text or bytecode; - is standard input. A program whose tiles have no addresses
yet is placed by pto-opt --pto-memory-pipeline first, as is any with --planner or
--target.

The page is one file that needs no network. In it, ? lists the keys.
"""

EPILOG = """\
examples:
  pto-memory-map kernel.mlir -o map.html
  pto-memory-map kernel.mlir --planner=optimal --target=a5 -o map.html
  pto-memory-map before.json --compare after.json -o changes.html
  pto-memory-map kernel.mlir --compare-planner=optimal -o planners.html
  pto-memory-map placed.mlir --svg -o map.svg
  pto-memory-map placed.mlir --text
"""

PLANNERS = ("pypto", "dsa-rp", "optimal", "ptoas")
TARGETS = ("a2a3", "a5")


def parser() -> argparse.ArgumentParser:
    result = argparse.ArgumentParser(
        prog="pto-memory-map",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    result.add_argument("input", metavar="INPUT")
    result.add_argument("-o", "--output", metavar="FILE", help="default: standard output")
    form = result.add_mutually_exclusive_group()
    form.add_argument("--html", action="store_true", help="a page; the default")
    form.add_argument("--svg", action="store_true", help="a picture for documents")
    form.add_argument("--text", action="store_true", help="tables for a terminal")
    other = result.add_mutually_exclusive_group()
    other.add_argument("--compare", metavar="OTHER", help="two plans side by side, and what changed")
    other.add_argument(
        "--compare-planner",
        choices=PLANNERS,
        help="the same program by another planner, side by side",
    )
    result.add_argument("--planner", choices=PLANNERS, help="place the program by this planner")
    result.add_argument("--target", choices=TARGETS, help="place it for this chip")
    result.add_argument("--function", metavar="NAME", help="the function that --svg shows")
    result.add_argument("--title", help="default: the name of the input")
    result.add_argument("--bin", type=Path, metavar="DIR", help="where pto-opt and pto-translate are")
    return result


def render(options: argparse.Namespace) -> str:
    plans = [load_plan(options.input, Tools(options.bin, options.planner, options.target))]
    if options.compare:
        tools = Tools(options.bin, options.planner, options.target)
        plans.append(load_plan(options.compare, tools))
    elif options.compare_planner:
        tools = Tools(options.bin, options.compare_planner, options.target)
        plans.append(load_plan(options.input, tools))
        # A program that is placed already is compared as it is.
        first = options.planner or ("pypto" if len(plans[0].texts) > 1 else "as it is")
        options.title = options.title or f"{plans[0].label}: {first} and {options.compare_planner}"
        plans[0].label += f" ({first})"
        plans[1].label += f" ({options.compare_planner})"
    if options.text:
        if len(plans) == 2:
            return text.render_changes(*plans) + "\n"
        return text.render(plans[0]) + "\n"
    if options.svg:
        return render_svg(plans, options.function)
    return render_page(plans, options.title)


def main(arguments: Sequence[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    try:
        result = render(options)
        if options.output and options.output != "-":
            Path(options.output).write_text(result, encoding="utf-8")
        else:
            sys.stdout.write(result)
    except PlanError as error:
        print(f"pto-memory-map: error: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"pto-memory-map: error: {error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    return 0
