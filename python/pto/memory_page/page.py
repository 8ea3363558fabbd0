"""The page: one file with its data, style and program in it.

Names in a plan are anybody's: they reach the page as JSON in which no `<` stands,
and are shown as text only. A content policy lets the page run the one script
that was put in here, and load nothing.
"""

import base64
import hashlib
import html
import json
from pathlib import Path

from .compare import as_json, compare_plans
from .overlaps import find_overlaps
from .plan import Json, Plan

ASSETS = Path(__file__).resolve().parent / "assets"
# In the order in which they use each other.
SCRIPTS = ("model.js", "layout.js", "paint.js", "view.js", "details.js", "source.js", "app.js")


def escaped_json(value: object) -> str:
    """JSON that can't end the element it stands in."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=True)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def digest(text: str) -> str:
    value = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(value).decode()}'"


def function_data(function: Json, is_judged: bool) -> Json:
    """What the judge found holds for its own program; a map alone is looked at
    again."""
    overlaps = [] if is_judged else [overlap.as_json() for overlap in find_overlaps(function)]
    return function | {"overlaps": overlaps}


def plan_data(plan: Plan) -> Json:
    return {
        "label": plan.label,
        "target": plan.map.get("target"),
        "judged": plan.is_judged,
        "functions": [function_data(f, plan.is_judged) for f in plan.map["functions"]],
        "texts": [{"title": t.title, "text": t.text, "lines": t.lines} for t in plan.texts],
    }


def render_page(plans: list[Plan], title: str | None = None) -> str:
    style = (ASSETS / "map.css").read_text(encoding="utf-8")
    parts = [(ASSETS / name).read_text(encoding="utf-8") for name in SCRIPTS]
    script = '"use strict";\n(() => {\n' + "\n".join(parts) + "\n})();\n"
    title = title or " and ".join(plan.label for plan in plans)
    data = {
        "title": title,
        "plans": [plan_data(plan) for plan in plans],
        "changes": as_json(compare_plans(*plans)) if len(plans) == 2 else None,
    }
    policy = f"default-src 'none'; script-src {digest(script)}; style-src {digest(style)}"
    page = (ASSETS / "page.html").read_text(encoding="utf-8")
    # In one pass, so that nothing that was put in is looked at again.
    pieces = {
        "policy": html.escape(policy),
        "title": html.escape(title),
        "style": style,
        "data": escaped_json(data),
        "script": script,
    }
    out = []
    for part in page.split("@@"):
        out.append(pieces.get(part, part) if len(out) % 2 else part)
    return "".join(out)
