"""Every acceptance scenario of memory records, and every complaint about others' memories, has a test that is there."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

pytest.importorskip("yaml", reason="needs pyyaml, which is not installed")

import yaml

HERE = Path(__file__).parent
MAP = yaml.safe_load((HERE / "cases/memory/record_tests.yaml").read_text("utf-8"))
# Those that are about records, wholly or in part; the rest is about blocks and extracted values.
NUMBERS = {"scenarios": [8, 9, 14, *range(20, 41)], "complaints": list(range(1, 22))}
NAMED = re.compile(r"test_(scenario|complaint)_(\d+)_")


@cache
def functions_of(file):
    """The functions of a file that are tests."""
    tree = ast.parse((HERE / f"test_{file}.py").read_text("utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


@cache
def named():
    """The numbers that names of tests of records bear."""
    found = {"scenarios": set(), "complaints": set()}
    for path in HERE.glob("test_record_*.py"):
        for name in functions_of(path.stem.removeprefix("test_")):
            match = NAMED.match(name)
            if match:
                found[f"{match[1]}s"].add(int(match[2]))
    return found


@pytest.mark.parametrize(("kind", "number"), [(kind, number) for kind in NUMBERS for number in NUMBERS[kind]])
def test_every_number_has_its_tests(kind, number):
    listed = MAP[kind][number]
    for one in listed:
        file, _, name = one.partition("::")
        assert f"test_{name}" in functions_of(file), f"{one} is not there"
    assert listed or number in named()[kind], "no test answers for it"
    assert number == 14 or kind == "complaints" or number in named()[kind], "no test bears its number"


def test_there_are_no_other_numbers():
    for kind, numbers in NUMBERS.items():
        assert list(MAP[kind]) == numbers
        assert named()[kind] <= set(numbers)
