"""The answers of the language server inside one process: any text, any place, never an exception."""

import random

import pytest

pytest.importorskip("pygls", reason="needs pygls, which is not installed: pip install 'ablmatch[lsp]'")

from lsprotocol.types import Position

from ablmatch.language.codes import TABLE
from ablmatch.lsp.completion import completion
from ablmatch.lsp.definition import definition
from ablmatch.lsp.diagnostics import findings
from ablmatch.lsp.documents import Buffer, project_of
from ablmatch.lsp.hover import hover
from ablmatch.lsp.positions import Lines
from ablmatch.lsp.state import State

BREAKS = [
    "",
    "{{",
    '"',
    "\n",
    "  - ",
    "[",
    ": ",
    "\t",
    "😀",
    "- - ",
    "#",
    "|",
    "(",
    "---\n",
    "&a ",
    "*a ",
    "!!x ",
    "\r",
]


def ask_everything(text, name, position):
    """Each question as the server asks it; gives the findings."""
    uri = f"untitled:{name}"
    state = State()
    state.buffers[uri] = Buffer(uri, "abl", text, 1)
    state.published[project_of(uri)] = findings(state.texts(uri))
    for answer in (hover, definition, completion):
        answer(state.view(uri), position)
    return state.published[project_of(uri)][uri]


@pytest.mark.parametrize("form", ["abl", "yaml"])
def test_broken_examples_of_all_codes_are_answered(form):
    """The examples of the codes, each broken at a place drawn by a fixed seed."""
    draw = random.Random(20)
    reported = 0
    for row in TABLE:
        for text in (row.bad, row.good):
            cut = draw.randrange(len(text) + 1)
            broken = text[:cut] + draw.choice(BREAKS) + text[cut + draw.randrange(20) :]
            lines = Lines(broken)
            position = lines.position(draw.randrange(len(broken) + 1))
            reported += len(ask_everything(broken, f"a.agent.{form}", position))
    assert reported > len(TABLE)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_positions_lead_back(encoding):
    text = "a😀é\r\n\rb\u2028c\n\n"
    lines = Lines(text, encoding)
    for offset, char in enumerate(text):
        if text[max(offset - 1, 0) : offset + 1] != "\r\n":
            assert lines.offset(lines.position(offset)) == offset, (offset, char)
    assert lines.offset(Position(99, 0)) == len(text)
    assert lines.offset(Position(0, 99)) == 3
    # The end of a line of two characters is in front of both.
    assert lines.position(4) == lines.position(3)


def test_columns_are_units_of_the_encoding():
    assert [Lines("a😀é!", one).position(3).character for one in ("utf-8", "utf-16", "utf-32")] == [7, 4, 3]
    # Inside a character is its beginning.
    assert Lines("😀!", "utf-16").offset(Position(0, 1)) == 0
