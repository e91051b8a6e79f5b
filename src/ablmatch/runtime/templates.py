"""Templates, compiled once and rendered many times over what an expression can see.

What is unset shows nothing; so does a placeholder that is at fault or has an error, whose code the Moment's `note`
hears.  A value is shown as text and is never read again as a template.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from ablmatch.language import nodes
from ablmatch.language.errors import ExpressionError
from ablmatch.language.functions import FUNCTIONS
from ablmatch.language.functions.filters import FILTERS
from ablmatch.language.templates import Block, Part, Placeholder, Plain, parse_template
from ablmatch.language.values import MAX_TEXT, Value, to_text, truthy
from ablmatch.runtime.evaluator import Closure, Scope, compile_node

# Repetitions of all `#each` blocks of one rendering together: lists inside lists can ask for any number of them.
MAX_REPETITIONS = 100_000


class _FullError(Exception):
    """The text has reached its limit."""


@dataclass(slots=True)
class _Page:
    """The text as far as it is rendered."""

    parts: list[str]
    size: int = 0
    repetitions: int = 0

    def write(self, text: str) -> None:
        self.parts.append(text)
        self.size += len(text)
        if self.size >= MAX_TEXT:
            raise _FullError

    def repeat(self) -> None:
        self.repetitions += 1
        if self.repetitions > MAX_REPETITIONS:
            raise _FullError


_Writer: TypeAlias = Callable[[Scope, _Page], None]


class CompiledTemplate:
    """A template that is ready to be rendered.

    >>> compiled_template("Hello {{name}}{{#if vip}}, dear guest{{/if}}.").text(Scope({"name": "Odile", "vip": True}))
    'Hello Odile, dear guest.'
    """

    __slots__ = ("_raw", "_write")

    def __init__(self, source: str) -> None:
        template = parse_template(source)
        self._write = _sequence(template.parts)
        self._raw = None if template.whole is None else _value(template.whole, compile_node(template.whole.expression))

    def text(self, scope: Scope) -> str:
        """What is said: at most 100,000 characters, values as `scope.shown` shows them."""
        page = _Page([])
        try:
            self._write(scope, page)
        except _FullError:
            scope.moment.note("ABLX_TEMPLATE_TOO_LONG")
        return "".join(page.parts)[:MAX_TEXT]

    def value(self, scope: Scope) -> Value:
        """What is assigned: the value itself where one placeholder is all of the template, else the text; unmasked."""
        if self._raw is not None:
            return _evaluated(self._raw, scope)
        return self.text(Scope(scope.names, scope.moment, scope.elsewhere, captures=scope.captures))


@lru_cache(maxsize=4096)
def compiled_template(source: str) -> CompiledTemplate:
    """The template of a text.  Never raises: what is at fault shows nothing."""
    return CompiledTemplate(source)


# --- parts ---------------------------------------------------------------------------------------------------------


def _sequence(parts: Iterable[Part]) -> _Writer:
    writers = [_COMPILERS[type(part)](part) for part in parts]
    if len(writers) == 1:
        return writers[0]

    def write(scope: Scope, page: _Page) -> None:
        for writer in writers:
            writer(scope, page)

    return write


def _plain(part: Plain) -> _Writer:
    text = part.text
    return lambda _scope, page: page.write(text)


def _value(part: Placeholder, expression: Closure) -> Closure:
    filters = [FILTERS.get(one.name) for one in part.filters]
    if not filters:
        return expression

    def value(scope: Scope) -> Value:
        found = expression(scope)
        for one in filters:
            if found is None or one is None:
                return None
            found = one.run(scope.moment, found)
        return found

    return value


def _placeholder(part: Placeholder) -> _Writer:
    value = _value(part, compile_node(_masked(part.expression)))

    def text(scope: Scope) -> str:
        return to_text(value(scope))

    return lambda scope, page: page.write(_evaluated(text, scope) or "")


def _evaluated(expression: Closure, scope: Scope) -> Value:
    """The value, or None where there is an error."""
    try:
        return expression(scope)
    except ExpressionError as error:
        scope.moment.note(error.code)
        return None


def _block(part: Block) -> _Writer:
    if part.expression is None:
        return lambda _scope, _page: None
    body = _sequence(part.body)
    return _when(part.expression, body) if part.word == "if" else _each(part.expression, body)


def _when(test: nodes.Node, body: _Writer) -> _Writer:
    condition = compile_node(test)

    def write(scope: Scope, page: _Page) -> None:
        if truthy(_evaluated(condition, scope)):
            body(scope, page)

    return write


def _each(expression: nodes.Node, body: _Writer) -> _Writer:
    listed = compile_node(_masked(expression))

    def write(scope: Scope, page: _Page) -> None:
        items = _evaluated(listed, scope)
        for at, item in enumerate(items if isinstance(items, list) else ()):
            page.repeat()
            own = {**item} if isinstance(item, dict) else {}
            own |= {"this": item, "@index": at}
            names = ChainMap(own, scope.names)  # type: ignore[arg-type] # only read
            body(Scope(names, scope.moment, scope.elsewhere, scope.shown, scope.captures), page)

    return write


_COMPILERS: dict[type[Part], Callable[..., _Writer]] = {Plain: _plain, Placeholder: _placeholder, Block: _block}


# --- sensitive values ----------------------------------------------------------------------------------------------

# Hides what it is told to hide: an author who writes it means the value itself.
_MASKING = "MASK"
# The argument that only decides between the others.
_DECIDES = {"IF": 0}
# A sensitive number is hidden by no sum: a masked operand is no number, and the placeholder shows nothing.
_ARITHMETIC = frozenset("+-*/%")


def _masked(node: nodes.Node) -> nodes.Node:  # noqa: PLR0911 - one return for each form
    """The tree with each path whose content reaches the text as a Shown; those only judged stay as they are."""
    match node:
        case nodes.Path():
            return nodes.Shown(node.start, node.end, node)
        case nodes.Member() | nodes.Index():
            return replace(node, target=_masked(node.target))
        case nodes.ListOf():
            return replace(node, items=tuple(map(_masked, node.items)))
        case nodes.ObjectOf():
            return replace(node, items=tuple((name, _masked(item)) for name, item in node.items))
        case nodes.Choice():
            return replace(node, yes=_masked(node.yes), no=_masked(node.no))
        case nodes.Negative():
            return replace(node, operand=_masked(node.operand))
        case nodes.Binary() if node.sign in _ARITHMETIC:
            return replace(node, left=_masked(node.left), right=_masked(node.right))
        case nodes.Call() if node.name not in {_MASKING, f"abl.{_MASKING.lower()}"} and _passes(node.name):
            decides = _DECIDES.get(node.name.removeprefix("abl.").upper())
            masked = (one if at == decides else _masked(one) for at, one in enumerate(node.arguments))
            return replace(node, arguments=tuple(masked))
        case _:
            return node


def _passes(name: str) -> bool:
    function = FUNCTIONS.get(name)
    return function is not None and function.passes
