"""Pages of the diagnostic codes for the documentation site, one a part of the language, written from the code table."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from ablmatch.language import codes
from ablmatch.language.codes import Code
from ablmatch.language.render.example import annotated

# Name of the page, its title, the rows; in the order in which `ablmatch explain --all` lists them.
PARTS: tuple[tuple[str, str, tuple[Code, ...]], ...] = (
    ("syntax", "Syntax", codes.syntax.ROWS),
    ("agents", "Agents", codes.agents.ROWS),
    ("memory", "Memory", codes.memory.ROWS),
    ("constraints", "Constraints", codes.constraints.ROWS),
    ("gather", "Gather", codes.gather.ROWS),
    ("tools", "Tools", codes.tools.ROWS),
    ("expressions", "Expressions", codes.expressions.ROWS),
    ("actions", "Actions", codes.actions.ROWS),
    ("flow", "Flow", codes.flow.ROWS),
    ("handoff", "Hand-offs", codes.handoff.ROWS),
    ("profiles", "Profiles", codes.profiles.ROWS),
)

HEAD = """\
Everything that `ablmatch check` can find, with an example that raises it and one that does not, as `ablmatch explain`
shows them. Codes that begin with `ABLX_` are ours, the others are the platform's. A *lint* is told where `--lints` asks
for it.
"""


def pages() -> Iterator[tuple[str, str]]:
    """Name and Markdown of every page, the list of all codes first.  Raises ValueError where a code has no page."""
    if [row for _, _, rows in PARTS for row in rows] != list(codes.TABLE):
        raise ValueError("tools/site/diagnostics.py: PARTS is not the table of codes")
    yield "index", overview()
    for name, title, rows in PARTS:
        yield name, "\n".join([f"# Diagnostics: {title}", "", *(line for row in rows for line in section(row))])


def overview() -> str:
    """Every code with a link to its section."""
    lines = ["# Diagnostics", "", HEAD]
    for name, title, rows in PARTS:
        lines += [f"## {title}", "", "| code | | what it says |", "| --- | --- | --- |"]
        lines += [f"| [{row.name}]({name}.md#{row.name.lower()}) | {sort(row)} | {cell(row.title)} |" for row in rows]
        lines.append("")
    return "\n".join(lines)


def section(row: Code) -> list[str]:
    """What `ablmatch explain` shows of one code, as Markdown."""
    lines = [f"## {row.name} {{: #{row.name.lower()} }}", "", f"**{sort(row)}**: {prose(row.title)}", ""]
    lines += [prose(row.explanation), ""]
    if row.only is not None:
        form, why = row.only
        lines += [f"Only in {'YAML' if form == 'yaml' else 'the text format'}: {prose(why)}.", ""]
    if row.bad:
        lines += ["This raises it:", "", *fenced(annotated(row.bad, row)), ""]
    return [*lines, "This does not:", "", *fenced(annotated(row.good, row)), ""]


def sort(row: Code) -> str:
    """Its severity, and where it is told at all."""
    edition = ", legacy edition" if row.edition == "legacy" else ""
    return f"{'lint' if row.lint else row.severity}{edition}"


def prose(text: str) -> str:
    """Text of the table as Markdown: code in back quotes stays, nothing else is markup."""
    parts = text.split("`")
    plain = [part.translate({ord(mark): f"\\{mark}" for mark in "*_<[{"}) for part in parts[::2]]
    quoted = [f"`{part}`" for part in parts[1::2]]
    woven = [piece for pair in zip(plain, [*quoted, ""], strict=False) for piece in pair]
    return "".join(woven)


def cell(text: str) -> str:
    """The same for a cell of a table."""
    return prose(text).replace("|", "\\|")


def fenced(lines: Sequence[str]) -> list[str]:
    """A block of code."""
    return ["```text", *textwrap.dedent("\n".join(lines)).splitlines(), "```"]
