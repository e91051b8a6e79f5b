"""A model and tools that answer from a file: conversations that go the same way every time.

model:                    # one answer after the other
  - set: {said_phone: "555 0142"}
  - call: {name: look_up, args: {id: 7}}
  - say: "Thank you."
  - handoff: Back         # or  return: {}
tools:                    # what tools give, one after the other; the last one again and again
  look_up:
    - result: {name: Nora}
    - error: "timeout"
caller:                   # what the caller says, in place of the keyboard
  - "hello"
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from ablmatch.chat.model import HAND_OFF, RETURN, SET_CONTEXT, Answer, Call, ModelError
from ablmatch.language.diagnostics import Diagnostics
from ablmatch.language.source import Source
from ablmatch.language.sources import read
from ablmatch.language.yaml_tree import read_yaml
from ablmatch.scenarios.reading import located, value_of


class ScriptError(ValueError):
    """A file that is no script: one line with what is wrong and where."""


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What all parts have in common."""


class Wanted(_Part, frozen=True):
    """A tool that the model calls."""

    name: str
    args: dict[str, Any] = {}


class Move(_Part, frozen=True):
    """One answer of the model: what it says, or what it does first."""

    say: str | None = None
    set: dict[str, Any] | None = None
    call: Wanted | None = None
    handoff: str | None = None
    return_: dict[str, Any] | None = msgspec.field(name="return", default=None)

    def __post_init__(self) -> None:
        given = [one for one in (self.say, self.set, self.call, self.handoff, self.return_) if one is not None]
        if len(given) != 1:
            raise ValueError("an answer of the model is one of say, set, call, handoff and return")
        if self.return_:
            raise ValueError("the model gives control back without values: write return: {}")


class Given(_Part, frozen=True):
    """What a tool gives."""

    result: Any = UNSET
    error: str | UnsetType = UNSET

    def __post_init__(self) -> None:
        if (self.result is UNSET) is (self.error is UNSET):
            raise ValueError("a tool gives a result or an error, one of them")


class Script(_Part, frozen=True):
    """A whole file."""

    model: tuple[Move, ...] = ()
    tools: dict[str, tuple[Given, ...]] = {}
    caller: tuple[str, ...] = ()


def read_script(path: Path) -> Script:
    """Raises ScriptError for what is no script, SourceError for a file that cannot be read."""
    source = Source(str(path), read(path))
    diagnostics = Diagnostics()
    trees = read_yaml(source, diagnostics)
    for one in diagnostics:
        raise ScriptError(f"{one.source}:{one.line}:{one.column}: {one.message}")
    if not trees:
        return Script()
    try:
        return msgspec.convert(value_of(trees[0]), Script)
    except msgspec.ValidationError as error:
        raise ScriptError(located(trees[0], str(error), Script)) from None


class ScriptedModel:
    """Gives the answers of a script in their order."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self._left = list(moves)
        self._count = 0

    def answer(self, messages: Sequence[Mapping[str, Any]], tools: Sequence[Mapping[str, Any]]) -> Answer:
        """The next one.  Raises ModelError when there is none left."""
        del messages, tools
        if not self._left:
            raise ModelError("the script has no answer left for the model")
        move = self._left.pop(0)
        self._count += 1
        name, arguments = _call(move)
        if name is None:
            return Answer(move.say)
        return Answer(calls=(Call(f"call-{self._count}", name, arguments),))

    def close(self) -> None:
        """Nothing to let go of."""


def _call(move: Move) -> tuple[str | None, dict[str, Any]]:
    if move.set is not None:
        return SET_CONTEXT, move.set
    if move.call is not None:
        return move.call.name, move.call.args
    if move.handoff is not None:
        return HAND_OFF, {"agent": move.handoff}
    if move.return_ is not None:
        return RETURN, move.return_
    return None, {}


class ScriptedTools:
    """Answers tools from a script."""

    def __init__(self, given: Mapping[str, Sequence[Given]]) -> None:
        self._given = {name: list(answers) for name, answers in given.items()}

    def answer(self, name: str) -> Given | None:
        """The next answer of a tool, the last one again and again; None for a tool without any."""
        answers = self._given.get(name)
        if not answers:
            return None
        return answers.pop(0) if len(answers) > 1 else answers[0]
