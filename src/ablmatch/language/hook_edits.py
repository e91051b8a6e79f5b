"""Puts assignments into the hooks of a document, in whatever form its author wrote them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ablmatch.language.edits import Edits, end_of, parts_of, start_of
from ablmatch.language.inline import opened
from ablmatch.language.sections.assignments import TARGET
from ablmatch.language.tree import Field, Format, Node
from ablmatch.language.write_yaml import scalar

POINTS = ("before_turn", "after_turn")


@dataclass(frozen=True, slots=True)
class Setting:
    """`target = expression`; `reads`: the variables that it depends on."""

    target: str
    expression: str
    reads: frozenset[str] = frozenset()

    def __str__(self) -> str:
        return f"{self.target} = {self.expression}"


@dataclass(frozen=True, slots=True)
class HookEdits:
    """`hooks`: the section, None where there is none; `end`: where the document ends."""

    edits: Edits
    format: Format
    hooks: Field | None
    end: int

    def unwritten(self, settings: Sequence[Setting]) -> list[str]:
        """Writes the settings into both hooks of a turn; gives the hooks that they could not be written into."""
        if not settings:
            return []
        if self.hooks is None or self.hooks.node.is_empty:
            self._section(settings)
            return []
        if self.hooks.node.flow or self.hooks.node.head is not None or not self.hooks.node.fields:
            return list(POINTS)
        there = {one.key.lower(): one for one in self.hooks.node.fields}
        failed = [point for point in POINTS if point in there and not self._into(there[point], settings)]
        # New hooks come last: what is put behind the last hook still belongs to that one.
        first, last = self.hooks.node.fields[0], self.hooks.node.fields[-1]
        indent = self.edits.indent(first.key_span.start)
        for point in POINTS:
            if point not in there:
                self.edits.insert(self.edits.line_end(end_of(last)), self._hook(point, settings, indent))
        return failed

    # --- new lines --------------------------------------------------------------------------------------------------

    def _section(self, settings: Sequence[Setting]) -> None:
        hooks = "".join(self._hook(point, settings, "  ") for point in POINTS)
        if self.hooks is not None:
            self.edits.insert(self.edits.line_end(self.hooks.key_span.end), hooks)
            return
        word = "hooks" if self.format == "yaml" else "HOOKS"
        before = self.edits.source.text[: self.end]
        blank = "" if before.endswith("\n\n") else "\n"
        more = "" if self.end == len(self.edits.source.text) else "\n"
        self.edits.insert(self.end, f"{blank}{word}:\n{hooks}{more}")

    def _hook(self, point: str, settings: Sequence[Setting], indent: str) -> str:
        return f"{indent}{point}:\n" + self._set(settings, indent + "  ")

    def _set(self, settings: Sequence[Setting], indent: str, dash: str = "") -> str:
        """The key with its assignments, on lines of their own."""
        word = "set" if self.format == "yaml" else "SET"
        if len(settings) == 1:
            return f"{indent}{dash}{word}: {self._line(settings[0])}\n"
        inner = indent + " " * len(dash) + "  " + ("- " if self.format == "yaml" else "")
        return f"{indent}{dash}{word}:\n" + "".join(f"{inner}{self._line(one)}\n" for one in settings)

    def _line(self, one: Setting) -> str:
        return scalar(str(one)) if self.format == "yaml" else str(one)

    # --- hooks that are there ---------------------------------------------------------------------------------------

    def _into(self, hook: Field, settings: Sequence[Setting]) -> bool:
        """Into a hook: in front of what it sets itself, and behind it again what depends on that."""
        node = hook.node
        if node.flow or node.head is not None:
            return False
        parts = parts_of(node)
        if not parts:
            indent = self.edits.indent(hook.key_span.start) + "  "
            self.edits.insert(self.edits.line_end(hook.key_span.end), self._set(settings, indent))
            return True
        again = list(affected(settings, set(targets_of(node))))
        own = [one for one in node.fields if one.key.lower() == "set"]
        if self.format == "yaml" and own and not node.items:
            return self._merged(own[0], settings, again)
        indent, dash = self.edits.indent(start_of(parts[0])), "- " if node.items else ""
        self.edits.insert(self.edits.line_start(start_of(parts[0])), self._set(settings, indent, dash))
        if again:
            self.edits.insert(self.edits.line_end(end_of(parts[-1])), self._set(again, indent, dash))
        return True

    def _merged(self, own: Field, settings: Sequence[Setting], again: Sequence[Setting]) -> bool:
        """Into `set` of YAML, which may stand once: its value as a list between the others."""
        node, text = own.node, self.edits.source.text
        indent = self.edits.indent(own.key_span.start) + "  "
        before = "".join(f"{indent}- {self._line(one)}\n" for one in settings)
        behind = "".join(f"{indent}- {self._line(one)}\n" for one in again)
        if node.head is not None and node.head.style == "block":
            return False
        if node.head is not None or (node.flow and node.fields):
            start = node.head.span.start if node.head is not None else node.span.start
            end = end_of(own)
            gap = own.key_span.end + text[own.key_span.end :].index(":") + 1
            self.edits.replace(gap, start, f"\n{before}{indent}- ")
            if behind:
                self.edits.insert(self.edits.line_end(end), behind)
            return True
        if node.flow:
            return False
        first, last = parts_of(node)[0], parts_of(node)[-1]
        indent = self.edits.indent(start_of(first))
        before = "".join(f"{indent}- {self._line(one)}\n" for one in settings)
        behind = "".join(f"{indent}- {self._line(one)}\n" for one in again)
        if any("\n" in text[one.key_span.start : end_of(one)] for one in node.fields):
            return False
        self.edits.insert(self.edits.line_start(start_of(first)), before)
        for one in node.fields:
            self.edits.insert(one.key_span.start, "- ")
        if behind:
            self.edits.insert(self.edits.line_end(end_of(last)), behind)
        return True


def affected(settings: Sequence[Setting], written: set[str]) -> Iterator[Setting]:
    """The settings that depend on what was written, over however many others."""
    changed = set(written)
    for one in settings:
        if one.reads & changed:
            changed.add(one.target)
            yield one


def targets_of(node: Node) -> Iterator[str]:
    """The variables that a hook writes itself, by their first names."""
    for one in [*node.fields, *(inner for item in node.items for inner in item.fields)]:
        if one.key.lower() == "set":
            yield from _targets(opened(one.node))
        elif one.key.lower() == "call":
            yield from (
                inner.node.head.text for inner in one.node.fields if inner.key.lower() == "as" and inner.node.head
            )


def _targets(node: Node) -> Iterator[str]:
    yield from (one.key.split(".")[0] for one in node.fields)
    heads = [node.head, *(item.head for item in node.items)]
    for head in heads:
        for line in head.text.split("\n") if head is not None else ():
            match = TARGET.match(line.strip())
            if match is not None:
                yield match[0].split(".")[0]
    for item in node.items:
        yield from (one.key.split(".")[0] for one in item.fields)
