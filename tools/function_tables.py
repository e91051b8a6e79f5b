"""Writes the tables of functions and filters into docs/expressions.md, between its markers.

Run: python tools/function_tables.py
"""

import json
from collections.abc import Sequence
from pathlib import Path

from ablmatch.language.functions import dates, identity, lists, numbers, personal, texts
from ablmatch.language.functions.filters import TEMPLATE_FILTERS
from ablmatch.language.functions.table import Function

TARGET = Path(__file__).resolve().parent.parent / "docs" / "expressions.md"
GROUPS = {
    "Numbers": numbers.ROWS,
    "Texts": texts.ROWS,
    "Lists, objects, types, choices": lists.ROWS,
    "Time": dates.ROWS,
    "Identity": identity.ROWS,
    "Personal data": personal.ROWS,
}


def function_table(rows: Sequence[Function]) -> str:
    lines = ["| function | gives | example |", "| --- | --- | --- |"]
    for one in rows:
        expression, value = one.example
        # An example of pii_equal needs tokens of a vault.
        gives = "" if one.name == "abl.pii_equal" else f" = `{json.dumps(value, ensure_ascii=False)}`"
        lines.append(f"| `{one.signature}` | {one.summary} | `{expression}`{gives} |")
    return "\n".join(lines)


def tables() -> str:
    """All tables, as they stand between the markers."""
    parts = [f"### {title}\n\n{function_table(rows)}" for title, rows in GROUPS.items()]
    filters = [f"| `{one.name}` | {one.summary} |" for one in TEMPLATE_FILTERS]
    parts.append("### Filters of templates\n\n| filter | gives |\n| --- | --- |\n" + "\n".join(filters))
    return "\n\n".join(parts)


def written(page: str) -> str:
    """The page with its tables as they are due."""
    before, rest = page.split("<!-- tables -->")
    after = rest.split("<!-- end -->")[1]
    return f"{before}<!-- tables -->\n\n{tables()}\n\n<!-- end -->{after}"


if __name__ == "__main__":
    TARGET.write_text(written(TARGET.read_text("utf-8")), "utf-8")
