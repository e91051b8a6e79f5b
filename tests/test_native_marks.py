"""What the sanitizers see of the Python tests: the files marked `native`, through which all of `_core` is reached."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
STUB = TESTS.parent / "src" / "ablmatch" / "_core.pyi"  # stubtest holds it to be what the module has

# A public name of the native module: the name by which tests reach it. A probe is called by its own name.
REACHED_AS = {
    "ArrowColumn": "chunked_array",
    "CPU_LEVEL": "CPU_LEVEL",
    "IndexCore": "Index",
    "KINDS": "KINDS",
    "KIND_ALIASES": "match_score",
    "ObjectRows": "score_pairs",
    "Program": "compiled",
    "RESULTS": "RESULTS",
    "Rows": "score_pairs",
    "Scorer": "scorers",
    "TextColumn": "normalize_column",
    "UNICODE_VERSION": "UNICODE_VERSION",
    "evidence_sentences": "explain",
    "explain": "explain",
    "judge_rows": "result_pairs",
    "key_rows": "key_column",
    "match_keys": "match_keys",
    "match_result": "match_result",
    "match_score": "match_score",
    "matches": "matches",
    "normalize": "normalize",
    "normalize_rows": "normalize_column",
    "osa_distance": "osa_distance",
    "register_token_pattern": "register_token_pattern",
    "scorer_flags": "scorers",
    "token_shapes_address": "frames",
}
# They look at the module from outside.
UNMARKED = {"test_layers.py", "test_native_marks.py", "test_package.py"}


def defined(stub: ast.Module) -> Iterator[str]:
    for node in stub.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign):
            yield ast.unparse(node.target)


def names_in(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.alias):
            yield node.name


def is_marked(tree: ast.Module) -> bool:
    return any(
        isinstance(node, ast.Assign)
        and ast.unparse(node.targets[0]) == "pytestmark"
        and "pytest.mark.native" in ast.unparse(node.value)
        for node in tree.body
    )


@pytest.fixture(scope="module")
def trees() -> dict[str, ast.Module]:
    return {path.name: ast.parse(path.read_text("utf-8")) for path in sorted(TESTS.glob("test_*.py"))}


def test_everything_native_is_reached_by_marked_tests(trees):
    public = {name for name in defined(ast.parse(STUB.read_text("utf-8"))) if not name.startswith("_")}
    probes = {name for name in public if name.startswith("probe_")}
    assert public - probes == REACHED_AS.keys()
    found = {name for tree in trees.values() if is_marked(tree) for name in names_in(tree)}
    assert {REACHED_AS.get(name, name) for name in public} - found == set()


def test_tests_that_call_the_native_module_are_marked(trees):
    calling = {name for name, tree in trees.items() if "_core" in names_in(tree)}
    assert [name for name in sorted(calling - UNMARKED) if not is_marked(trees[name])] == []
