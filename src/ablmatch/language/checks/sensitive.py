"""Sensitive values: where their marking is lost, and where they can never be compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ablmatch.language import ir, nodes
from ablmatch.language.agents import Draft
from ablmatch.language.checks.expressions import found_in
from ablmatch.language.checks.gather import gathered
from ablmatch.language.checks.paths import covering
from ablmatch.language.checks.walk import parts_of
from ablmatch.language.expressions import parse
from ablmatch.language.functions import FUNCTIONS
from ablmatch.language.nodes import Path
from ablmatch.language.project import Project
from ablmatch.language.templates import parse_template

# Their results hide what they are given, or only count it.
_HIDING = {"MASK", "abl.redact_pii", "LENGTH", "abl.word_count", "abl.sentence_count"}


def check_sensitive(project: Project) -> None:
    """Both, agent by agent."""
    for draft in project.drafts:
        fields = {one.name for one in gathered(draft.agent) if one.sensitive}
        _operands(project, draft, fields)
        _copies(project, draft, fields | {one.path for one in draft.agent.memory.persistent if one.sensitive})


def _operands(project: Project, draft: Draft, fields: set[str]) -> None:
    """Gathered fields that may be kept as tokens, which the matcher never compares (language.md 6.1)."""
    for written in draft.reading.written if fields else ():
        for finding in found_in(written):
            if finding.kind == "match_operand" and finding.values["path"] in fields:
                place = written.span.within(finding.start, finding.end)
                project.diagnostics.add("ABLX_SENSITIVE_MATCH_OPERAND", place, name=finding.values["path"])


def _copies(project: Project, draft: Draft, sensitive: set[str]) -> None:
    """SET of what holds a sensitive value: the copy is shown as any other value (decisions.md D12)."""
    for one in assignments(parts_of(draft)) if sensitive else ():
        if covering(one.target, sensitive):
            continue
        attribute = "expression" if one.expression is not None else "template"
        for path, at in _copied(one):
            source = ".".join(path.names)
            if covering(source, sensitive):
                place = project.places.of(one, attribute).within(at + path.start, at + path.end)
                project.diagnostics.add("ABLX_SENSITIVE_COPY", place, source=source, target=one.target)
                break


def assignments(parts: Iterable[ir.Part]) -> Iterator[ir.Assignment]:
    """What SET assigns in the parts of an agent; arguments of calls and inputs of other agents are none."""
    for one in parts:
        if isinstance(one, ir.Set):
            yield from one.assignments
        else:
            yield from getattr(one, "set", ())
            yield from getattr(one, "return_set", ())


def _copied(one: ir.Assignment) -> Iterator[tuple[Path, int]]:
    """The paths whose content the value holds, and where in the written text their expression begins."""
    if one.expression is not None:
        yield from ((path, 0) for path in _carried(parse(one.expression)))
    for placeholder in parse_template(one.template or "").placeholders():
        yield from ((path, placeholder.at) for path in _carried(placeholder.expression))


def _carried(node: nodes.Node) -> Iterator[Path]:
    """The paths whose content becomes part of the value; what is only compared or counted does not."""
    match node:
        case Path():
            yield node
        case nodes.Choice():
            yield from _carried(node.yes)
            yield from _carried(node.no)
        case nodes.Call():
            function = FUNCTIONS.get(node.name)
            if function is not None and function.passes and node.name not in _HIDING:
                for argument in node.arguments:
                    yield from _carried(argument)
        case nodes.Binary() if node.sign == "+":
            yield from _carried(node.left)
            yield from _carried(node.right)
        case nodes.ListOf() | nodes.ObjectOf() | nodes.Index() | nodes.Member():
            for child in nodes.children(node):
                yield from _carried(child)
