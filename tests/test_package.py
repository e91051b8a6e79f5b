"""The package's face: what importing it loads, what it exports, and that its version is written once."""

import importlib.metadata
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ablmatch

ROOT = Path(__file__).resolve().parent.parent

# The documented names; a name is added here together with its documentation.
EXPORTS = {
    "AsyncSession",
    "CompileError",
    "Diagnostic",
    "Explanation",
    "ExpressionError",
    "FactStore",
    "Hit",
    "Index",
    "KINDS",
    "Outcome",
    "ProjectIR",
    "RESULTS",
    "Session",
    "SessionError",
    "StoreError",
    "UNICODE_VERSION",
    "__version__",
    "check",
    "compile",
    "evaluate",
    "explain",
    "match_keys",
    "match_result",
    "match_score",
    "matches",
    "normalize",
    "open_store",
    "register_token_pattern",
    "result_pairs",
    "score_pairs",
    "scorers",
}
HEAVY = {
    "numpy",
    "pyarrow",
    "pandas",
    "polars",
    "rich",
    "click",
    "asyncio",
    "importlib.metadata",
    "msgspec",
    "yaml",
    "re2",
}


def loaded_by(statement: str) -> set[str]:
    """Modules in a fresh interpreter after one statement."""
    code = f"{statement}\nimport sys, json\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout))


def test_import_loads_nothing_heavy():
    assert loaded_by("import ablmatch") & HEAVY == set()


def test_scalar_calls_load_nothing_heavy():
    call = (
        "import ablmatch; ablmatch.match_score('a', 'a'); ablmatch.explain('a', 'a'); ablmatch.normalize('a', 'text')"
    )
    assert loaded_by(call) & HEAVY == set()


@pytest.mark.needs("click")
def test_command_line_starts_light():
    loaded = loaded_by("import ablmatch.cli.command")
    assert loaded & {"numpy", "pyarrow", "rich", "msgspec", "yaml"} == set()
    assert [name for name in loaded if name.startswith(("ablmatch.language", "ablmatch.runtime"))] == []


def test_exports_are_the_documented_names():
    assert set(ablmatch.__all__) == EXPORTS
    assert len(ablmatch.__all__) == len(EXPORTS)
    assert all(hasattr(ablmatch, name) for name in EXPORTS)


def test_everything_public_is_documented():
    undocumented = [
        name for name in sorted(EXPORTS) if callable(getattr(ablmatch, name)) and not getattr(ablmatch, name).__doc__
    ]
    assert undocumented == []


def test_version_has_one_source():
    written = re.search(r"project\(\s*ablmatch\s+VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text("utf-8"))
    assert written is not None
    assert ablmatch.__version__ == written[1] == importlib.metadata.version("ablmatch")


def test_package_is_typed():
    installed = Path(ablmatch.__file__).parent
    assert (installed / "py.typed").is_file()
    assert (installed / "_core.pyi").is_file()
