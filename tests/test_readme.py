"""The README tells the truth: its table of kinds holds, its first command names what is there; test_documents.py runs it."""

import csv
import re

import pytest

import ablmatch as abl
from conftest import ROOT

README = (ROOT / "README.md").read_text("utf-8")


def rows_of_kinds():
    """(kind, said, stored, result) of the first table under "Kinds"."""
    lines = README.partition("## Kinds")[2].partition("| kind | `match`")[0].splitlines()
    kind = stored = None
    for line in lines:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != 4 or "`" not in cells[1]:
            continue
        kind = re.findall("`([a-z_]+)`", cells[0])[0] if cells[0] else kind
        stored = cells[2].strip("`") if cells[2].startswith("`") else stored
        yield kind, cells[1].strip("`"), stored, re.match("[a-z]+", cells[3])[0]


@pytest.mark.parametrize(("kind", "said", "stored", "result"), list(rows_of_kinds()))
def test_table_of_kinds(kind, said, stored, result):
    assert abl.match_result(said, stored, kind) == result


def test_table_of_kinds_is_found():
    assert len(list(rows_of_kinds())) >= 12


def test_first_command_names_columns_of_the_example():
    command = README.partition("<!-- quickstart:run -->")[2].partition("```sh")[2].partition("```")[0]
    with (ROOT / "examples" / "callers.csv").open(newline="", encoding="utf-8") as file:
        columns = set(next(csv.reader(file)))
    fields = re.findall(r"--field (\S+)", command)
    assert len(fields) == 5
    for field in fields:
        _, said, stored, kind = field.split(":")
        assert {said, stored} <= columns
        assert kind in abl.KINDS
