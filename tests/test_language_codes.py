"""The table of codes: every row's bad example raises its code alone, its good one nothing; every code used has a row."""

import re
from pathlib import Path

import pytest

from ablmatch.language import codes
from ablmatch.language.codes import CODES, TABLE
from ablmatch.language.compiler import check

LANGUAGE = Path(codes.__file__).parent.parent
USED = re.compile(r"[\"']((?:ABLX_|[A-Z]+_)[A-Z0-9_]+|[EW]\d{3})[\"']")


def found(text, code):
    sources = {f"{at}": part for at, part in enumerate(text.split("---\n"))}
    return [one.code for one in check(sources, edition=code.edition, lints=code.lint)]


@pytest.mark.parametrize("code", [one for one in TABLE if one.bad], ids=lambda one: one.name)
def test_bad_example_raises_its_code_alone(code):
    assert found(code.bad, code) == [code.name]


@pytest.mark.parametrize("code", TABLE, ids=lambda one: one.name)
def test_good_example_is_clean(code):
    assert found(code.good, code) == []


def test_names_are_unique():
    assert len(CODES) == len(TABLE)


def test_every_code_is_raised_somewhere():
    text = "\n".join(path.read_text() for path in sorted(LANGUAGE.rglob("*.py")) if path.parent.name != "codes")
    assert sorted(name for name in CODES if f'"{name}"' not in text) == []


def test_messages_are_one_line_without_a_full_stop():
    wrong = [one.name for one in TABLE if "\n" in one.message or one.message.endswith(".") or one.message[:1].isspace()]
    assert wrong == []
