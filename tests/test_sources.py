"""House rules that a reader can check file by file: length, names, and a first line that says what the file is for."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("bench", "csrc", "examples", "src", "tests", "tools")
SUFFIXES = {".cpp", ".hpp", ".h", ".py", ".pyx", ".pxd", ".pyi"}
TABLES = ROOT / "csrc" / "tables"
# Files past this length have more than one idea in them; a file of tests may be a little longer.
LONGEST = 600
LONGEST_TEST = 800
VAGUE = {"utils", "util", "common", "helpers", "helper", "misc", "manager"}
CPP_PURPOSE = re.compile(r"\A/[/*] .*\w")
PYTHON_PURPOSE = re.compile(r'\A(#!.*\n)?(# cython:.*\n|# distutils:.*\n)*(r?"""|# ).*\w')
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")


def source_files():
    return [
        pytest.param(path, id=str(path.relative_to(ROOT)))
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in SUFFIXES and "__pycache__" not in path.parts
    ]


def faults_of(path):
    """What is wrong with one file, as a list of sentences."""
    text = path.read_text("utf-8")
    faults = []
    limit = LONGEST_TEST if "tests" in path.parts else LONGEST
    lines = text.count("\n")
    if lines > limit and path.parent != TABLES:
        faults.append(f"{lines} lines, more than {limit}")
    if path.stem in VAGUE:
        faults.append(f"`{path.stem}` says nothing about what is in it")
    purpose = CPP_PURPOSE if path.suffix in {".cpp", ".hpp", ".h"} else PYTHON_PURPOSE
    if not purpose.match(text):
        faults.append("the first line does not say what the file is for")
    if UNFINISHED.search(text) and path != Path(__file__):
        faults.append("unfinished work is marked in it")
    return faults


@pytest.mark.parametrize("path", source_files())
def test_file_keeps_the_house_rules(path):
    assert faults_of(path) == []


@pytest.mark.parametrize("path", [pytest.param(path, id=path.name) for path in sorted(TABLES.glob("*.cpp"))])
def test_generated_table_names_its_generator(path):
    named = re.search(r"python (tools/tables/\w+\.py)", path.read_text("utf-8").partition("\n")[0])
    assert named is not None
    assert (ROOT / named[1]).is_file()


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("long.py", '"""Long."""\n' + "x = 1\n" * LONGEST, "601 lines, more than 600"),
        ("utils.py", '"""Things."""\n', "`utils` says nothing"),
        ("bare.cpp", '#include "utf8.hpp"\n', "the first line does not say"),
        ("later.py", '"""Later."""\n# TODO: the rest\n', "unfinished work"),
    ],
)
def test_each_rule_can_fail(tmp_path, name, text, fault):
    path = tmp_path / name
    path.write_text(text, "utf-8")
    (found,) = faults_of(path)
    assert fault in found
