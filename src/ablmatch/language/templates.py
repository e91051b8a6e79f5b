"""Reads a template into its parts: text, `{{expression | filter}}`, `{{#if x}}…{{/if}}`, `{{#each xs}}…{{/each}}`.

One pass over authored text: what a value holds is never read as a template.  Single braces are text.  A template that
is at fault is still read: the faulty placeholder shows nothing, and `faults` says what is wrong with it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from ablmatch.language.errors import ExpressionError
from ablmatch.language.expressions import Filter, parse_placeholder
from ablmatch.language.nodes import Node, Path, walk
from ablmatch.language.values import MAX_TEXT

MAX_BLOCKS = 32
# A placeholder ends at the first `}}` up to which it can be read: one in quotes does not end it.  So many are tried.
_MAX_ENDS = 8
# Values that the platform puts into requests to tools and nowhere else.
SECRETS = frozenset({"_secret", "secure", "secret"})


@dataclass(frozen=True, slots=True)
class Plain:
    """Text that is shown as it is."""

    text: str


@dataclass(frozen=True, slots=True)
class Placeholder:
    """`at`: where in the template the expression's text begins; the places of its nodes count from there."""

    at: int
    expression: Node
    filters: tuple[Filter, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """`word`: if, each, or another one, which is a fault and whose body is never shown (`expression` is None then)."""

    word: str
    at: int
    expression: Node | None
    body: tuple[Part, ...]


Part: TypeAlias = Plain | Placeholder | Block


@dataclass(frozen=True, slots=True)
class Template:
    """`faults`: ExpressionErrors of code `syntax` or `depth_exceeded` with their places in the template's text."""

    parts: tuple[Part, ...]
    faults: tuple[ExpressionError, ...] = ()

    @property
    def whole(self) -> Placeholder | None:
        """The placeholder that is all of the template: an assignment takes its value as it is, not its text."""
        only = self.parts[0] if len(self.parts) == 1 else None
        return only if isinstance(only, Placeholder) and not self.faults else None

    def placeholders(self) -> list[Placeholder]:
        """All expressions of the template with their places, in its order; those of blocks have no filters."""
        found: list[Placeholder] = []
        _collect(self.parts, found)
        return found


def _collect(parts: tuple[Part, ...], found: list[Placeholder]) -> None:
    for part in parts:
        if isinstance(part, Placeholder):
            found.append(part)
        elif isinstance(part, Block):
            if part.expression is not None:
                found.append(Placeholder(part.at, part.expression))
            _collect(part.body, found)


@dataclass(slots=True)
class _Open:
    """A block whose end has not been read."""

    word: str
    start: int
    at: int
    expression: Node | None
    parts: list[Part] = field(default_factory=list)

    def close(self) -> Block:
        return Block(self.word, self.at, self.expression, tuple(self.parts))


@lru_cache(maxsize=4096)
def parse_template(text: str) -> Template:
    """The parts of a template.  Never raises."""
    return _Reader(text).read()


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.faults: list[ExpressionError] = []
        # The outermost is the template itself.
        self.open: list[_Open] = [_Open("", 0, 0, None)]

    def read(self) -> Template:
        if len(self.text) > MAX_TEXT:
            error = ExpressionError("syntax", f"a template has at most {MAX_TEXT:,} characters", 0, len(self.text))
            return Template((), (error,))
        at = 0
        while (start := self.text.find("{{", at)) >= 0:
            self.plain(at, start)
            at = self.tag(start)
        self.plain(at, len(self.text))
        while len(self.open) > 1:
            last = self.open[-1]
            self.fault(f"`#{last.word}` is never closed: write `{{{{/{last.word}}}}}`", last.start, last.start + 2)
            self.shut()
        faults = sorted(self.faults, key=lambda error: error.start)
        return Template(tuple(self.open[0].parts), tuple(faults))

    def plain(self, start: int, end: int) -> None:
        if end > start:
            self.open[-1].parts.append(Plain(self.text[start:end]))

    def fault(self, message: str, start: int, end: int, code: str = "syntax") -> None:
        self.faults.append(ExpressionError(code, message, start, end))

    def shut(self) -> None:
        block = self.open.pop().close()
        self.open[-1].parts.append(block)

    # --- tags -------------------------------------------------------------------------------------------------------

    def tag(self, start: int) -> int:
        """Reads what begins at a `{{`; where it ends."""
        first = self.text.find("}}", start + 2)
        if first < 0:
            self.fault("`{{` is never closed: write `}}`", start, start + 2)
            self.plain(start, len(self.text))
            return len(self.text)
        content = self.text[start + 2 : first].strip()
        end = first + 2
        if self.text.startswith("{", start + 2):
            # {{{x}}} of other template languages: neither braces around a value nor an object, so nobody is misled.
            self.fault("a placeholder has two braces, not three", start, end)
            return end + self.text.startswith("}", end)
        if content.startswith("/"):
            self.closing(content[1:].strip(), start, end)
            return end
        if content == "else" or content.startswith("else "):
            self.fault("there is no `else`: write a second `{{#if NOT …}}`", start, end)
            return end
        if content.startswith("#"):
            return self.opening(start, first)
        return self.placeholder(start, first)

    def closing(self, word: str, start: int, end: int) -> None:
        if len(self.open) > 1 and self.open[-1].word == word:
            self.shut()
        else:
            self.fault(f"`/{word}` closes nothing that is open here", start, end)

    def opening(self, start: int, first: int) -> int:
        at = self.text.index("#", start) + 1
        words = self.text[at:first].split(None, 1)
        word = words[0] if words else ""
        if len(self.open) > MAX_BLOCKS:
            # What follows is not shown: a reader that went on would have to go as deep.
            self.fault(f"blocks are nested deeper than {MAX_BLOCKS} levels", start, first + 2, "depth_exceeded")
            return len(self.text)
        if word not in {"if", "each"}:
            self.fault(f"there is no block `#{word}`: there are `#if` and `#each`", start, first + 2)
            self.open.append(_Open(word, start, at, None))
            return first + 2
        at += len(word)
        expression, filters, end = self.expression(at, first)
        if filters:
            self.fault("a block takes no filter", at + filters[0].start, at + filters[0].end)
            expression = None
        self.open.append(_Open(word, start, at, expression))
        return end

    def placeholder(self, start: int, first: int) -> int:
        expression, filters, end = self.expression(start + 2, first)
        if expression is not None:
            self.open[-1].parts.append(Placeholder(start + 2, expression, filters))
        return end

    def expression(self, at: int, first: int) -> tuple[Node | None, tuple[Filter, ...], int]:
        """The expression that begins at `at` with its filters, and the end of its tag; None if it cannot be read."""
        end = first
        fault: ExpressionError | None = None
        for _ in range(_MAX_ENDS):
            try:
                node, filters = parse_placeholder(self.text[at:end])
            except ExpressionError as error:
                fault = fault or error
            else:
                return self.unless_secret(node, at), filters, end + 2
            end = self.text.find("}}", end + 1)
            if end < 0:
                break
        assert fault is not None
        self.fault(str(fault), at + max(fault.start, 0), at + max(fault.end, 0), fault.code)
        return None, (), first + 2

    def unless_secret(self, node: Node, at: int) -> Node | None:
        for one in walk(node):
            if isinstance(one, Path) and one.names[0] in SECRETS:
                self.fault("a secret is never shown", at + one.start, at + one.end)
                return None
        return node
