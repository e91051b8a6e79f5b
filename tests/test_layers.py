"""The layers hold: no upward include or import, no cycle, no Python in csrc, nobody imports the package's root."""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# csrc from the bottom up. A file may include files of the rows above its own in this list, and of its own row as
# long as that makes no cycle. A header and its source count as one. An exact name wins over a pattern.
CSRC_ROWS: tuple[tuple[str, ...], ...] = (
    ("cpu", "load_x86", "value", "word_table"),
    ("tables/*",),
    ("utf8",),
    ("canonical",),
    ("idna",),
    ("ascii_fold",),
    ("fold", "alternatives", "exact_fold", "romanizer", "transliterate", "transliterate_syllabic"),
    ("lexemes",),
    ("phone_*",),
    ("distance",),
    ("lattice",),
    ("evidence",),
    ("guards",),
    ("scan",),
    ("scan_kernels",),
    ("scan_dispatch", "scan_neon", "scan_plain", "scan_x86"),
    ("scan_split",),
    ("scan_marked",),
    ("spoken*",),
    ("kinds/kind",),
    ("kinds/*",),
    ("kinds/auto", "kinds/registry"),
    ("ablmatch",),
    ("floor",),
    ("workers",),
    ("batch_run",),
    ("arrow_column", "batch"),
    ("index*",),
    ("match_key*",),
    ("text_rows",),
    ("c_api",),
    ("duckdb/api",),
    ("duckdb/input",),
    ("duckdb/terms",),
    ("duckdb/functions",),
    ("duckdb/extension",),
)

# Each part of src/ablmatch: the other parts that it may import, and the modules from outside the standard library
# that it may import, at the top of a file ("top") or only inside the functions that need them ("inside").
PYTHON_PARTS: Mapping[str, tuple[set[str], Mapping[str, str]]] = {
    "_core": (set(), {}),
    "match": ({"_core"}, {"numpy": "inside"}),
    "language": ({"_core", "match"}, {"babel": "inside", "msgspec": "top", "re2": "inside", "yaml": "top"}),
    "runtime": ({"_core", "language", "match", "stores"}, {"msgspec": "top"}),
    "stores": (
        set(),
        {
            "alembic": "top",
            "msgspec": "top",
            "numpy": "inside",
            "psycopg": "top",
            "psycopg_pool": "top",
            "re2": "top",
            "redis": "top",
            "sqlalchemy": "inside",
        },
    ),
    "memory": (
        {"match", "stores"},
        {
            "babel": "inside",
            "httpx": "inside",
            "jsonschema": "inside",
            "msgspec": "top",
            "re2": "inside",
            "referencing": "inside",
        },
    ),
    "verify": (
        {"_core", "language", "match", "runtime", "stores"},
        {"duckdb": "top", "msgspec": "top", "numpy": "top", "pandas": "top", "polars": "top", "pyarrow": "top"},
    ),
    "spark": ({"language", "match", "verify"}, {"pyarrow": "top", "pyspark": "top"}),
    "scenarios": ({"language", "runtime", "stores"}, {"msgspec": "top"}),
    "chat": ({"language", "runtime", "scenarios"}, {"httpx": "top", "msgspec": "top"}),
    "lsp": ({"language"}, {"lsprotocol": "top", "pygls": "top"}),
    "mcp": ({"memory", "stores"}, {"anyio": "top", "mcp": "top"}),
    "service": (
        {"memory", "stores"},
        {
            "anyio": "top",
            "jwt": "top",
            "msgspec": "top",
            "prometheus_client": "top",
            "jinja2": "top",
            "starlette": "top",
            "uvicorn": "top",
        },
    ),
    "cli": (
        {"chat", "language", "lsp", "mcp", "match", "memory", "runtime", "scenarios", "service", "stores", "verify"},
        {"click": "top", "rich": "top"},
    ),
    "scorers": ({"_core"}, {}),
    "__main__": ({"cli"}, {}),
    "__init__": ({"_core", "language", "match", "runtime", "scorers", "stores"}, {}),
}

PACKAGE = "ablmatch"
CYTHON_IMPORT = re.compile(r"^([ \t]*)(?:from|import|cimport)[ \t]+([\w.]+)", re.MULTILINE)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^">]+)[">]', re.MULTILINE)


# --- csrc -------------------------------------------------------------------------------------------------------


def csrc_row(stem: str) -> int | None:
    """Row of a file named by its path without suffix."""
    exact = [number for number, row in enumerate(CSRC_ROWS) if stem in row]
    by_pattern = [
        number
        for number, row in enumerate(CSRC_ROWS)
        if any(stem.count("/") == pattern.count("/") and fnmatchcase(stem, pattern) for pattern in row)
    ]
    return next(iter(exact + by_pattern), None)


def resolve_include(csrc: Path, source: Path, name: str) -> str | None:
    """Stem of the file of csrc that an include names, or None when it lies outside csrc."""
    for base in (source.parent, csrc):
        found = (base / name).resolve()
        if found.is_file() and found.is_relative_to(csrc):
            return found.relative_to(csrc).with_suffix("").as_posix()
    return None


def csrc_faults(csrc: Path) -> list[str]:
    """Every breach of the include rules in a tree laid out as csrc."""
    csrc = csrc.resolve()
    faults = []
    graph: dict[str, set[str]] = {}
    for source in sorted(path for path in csrc.rglob("*") if path.suffix in {".hpp", ".cpp", ".h"}):
        stem = source.relative_to(csrc).with_suffix("").as_posix()
        row = csrc_row(stem)
        if row is None:
            faults.append(f"{stem} has no row in CSRC_ROWS")
            continue
        for name in INCLUDE.findall(source.read_text("utf-8")):
            if Path(name).name == "Python.h":
                faults.append(f"{stem} includes Python.h")
            target = resolve_include(csrc, source, name)
            if target is None and ("/" in name or name.endswith(".hpp")) and not name.startswith("sys/"):
                faults.append(f"{stem} includes {name}, which is neither in csrc nor in the standard library")
            if target is None or target == stem:
                continue
            target_row = csrc_row(target)
            if target_row is not None and target_row > row:
                faults.append(f"{stem} includes {target} from a higher row")
            graph.setdefault(stem, set()).add(target)
    return faults + cycle_faults(graph)


def cycle_faults(graph: Mapping[str, set[str]]) -> list[str]:
    """One line that names a cycle, if there is any."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return ["cycle: " + " -> ".join(error.args[1])]
    return []


# --- src/ablmatch -----------------------------------------------------------------------------------------------


def imports_of(path: Path, package: Path) -> Iterator[tuple[str, bool]]:
    """Absolute dotted names that a module imports, each with whether it is imported inside a function."""
    module = (PACKAGE, *path.relative_to(package).with_suffix("").parts)
    tree = ast.parse(path.read_text("utf-8"), str(path))
    inside = {
        child
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or is_type_checking(node)
        for child in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node in inside
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(module[: len(module) - node.level]) if node.level else ""
            base = ".".join(part for part in (base, node.module) if part)
            # `from ablmatch import match` names a part of the package; `from ablmatch import matches` its root.
            for alias in node.names:
                is_part = base == PACKAGE and alias.name in PYTHON_PARTS
                yield f"{base}.{alias.name}" if is_part else base, node in inside


def is_type_checking(node: ast.AST) -> bool:
    """`if TYPE_CHECKING:` never runs, so what stands in it counts as lazy."""
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


def python_faults(package: Path) -> list[str]:
    """Every breach of the import rules in a tree laid out as src/ablmatch."""
    faults = []
    graph: dict[str, set[str]] = {}
    for path in sorted(package.rglob("*.py")):
        dotted = ".".join(path.relative_to(package).with_suffix("").parts)
        part = dotted.split(".")[0]
        if part not in PYTHON_PARTS:
            faults.append(f"{dotted} has no row in PYTHON_PARTS")
            continue
        allowed, third_party = PYTHON_PARTS[part]
        for name, lazy in imports_of(path, package):
            top = name.split(".")[0]
            if top != PACKAGE:
                if top not in sys.stdlib_module_names and top not in third_party:
                    faults.append(f"{dotted} imports {name}, which {part} may not")
                elif third_party.get(top) == "inside" and not lazy:
                    faults.append(f"{dotted} imports {name} at its top")
                continue
            if name == PACKAGE:
                faults.append(f"{dotted} imports from the package's root")
                continue
            target = name.split(".")[1]
            if target not in {part, *allowed}:
                faults.append(f"{dotted} imports {name}, which is above it")
            if target != part:
                graph.setdefault(part, set()).add(target)
    return faults + binding_faults(package) + cycle_faults(graph)


def binding_faults(package: Path) -> list[str]:
    """The Cython binding is the lowest part: it imports nothing of the package, and nothing heavy at its top."""
    faults = []
    for path in sorted(package.rglob("*.pyx")):
        for indent, name in CYTHON_IMPORT.findall(path.read_text("utf-8")):
            top = name.split(".")[0]
            if top in {"", PACKAGE}:
                faults.append(f"{path.stem} imports {name}, which is above it")
            elif top not in sys.stdlib_module_names | {"cpython", "cython", "libc", "libcpp"} and not indent:
                faults.append(f"{path.stem} imports {name} at its top")
    return faults


# --- The tests --------------------------------------------------------------------------------------------------


def test_csrc_keeps_its_layers():
    assert csrc_faults(ROOT / "csrc") == []


def test_package_keeps_its_layers():
    assert python_faults(ROOT / "src" / PACKAGE) == []


def test_rules_themselves_have_no_cycle():
    assert cycle_faults({part: needs for part, (needs, _) in PYTHON_PARTS.items()}) == []


def write(root: Path, files: Mapping[str, str]) -> Path:
    """Lay out a small tree."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root


@pytest.mark.parametrize(
    ("files", "fault"),
    [
        ({"fold.hpp": '#include "distance.hpp"', "distance.hpp": ""}, "fold includes distance from a higher row"),
        ({"utf8.cpp": '#  include "kinds/kind.hpp"', "kinds/kind.hpp": ""}, "utf8 includes kinds/kind from a higher"),
        ({"kinds/email.cpp": '#include "registry.hpp"', "kinds/registry.hpp": ""}, "from a higher row"),
        ({"kinds/text.hpp": '#include "email.hpp"', "kinds/email.cpp": '#include "../kinds/text.hpp"',
          "kinds/email.hpp": ""}, "cycle: "),
        ({"utf8.cpp": "#include <Python.h>"}, "utf8 includes Python.h"),
        ({"utf8.cpp": "#include <unicode/uchar.h>"}, "neither in csrc nor"),
        ({"stray.cpp": ""}, "stray has no row"),
    ],
)  # fmt: skip
def test_each_csrc_rule_can_fail(tmp_path, files, fault):
    faults = csrc_faults(write(tmp_path, files))
    assert len(faults) == 1
    assert fault in faults[0]


@pytest.mark.parametrize(
    ("files", "fault"),
    [
        ({"match/scalar.py": "from ablmatch import cli"}, "match.scalar imports ablmatch.cli, which is above it"),
        ({"match/scalar.py": "from ..verify import run"}, "match.scalar imports ablmatch.verify, which is above it"),
        ({"match/scalar.py": "import re2"}, "match.scalar imports re2, which match may not"),
        ({"match/batch.py": "import numpy as np"}, "match.batch imports numpy at its top"),
        ({"verify/rows.py": "from ablmatch import matches"}, "verify.rows imports from the package's root"),
        ({"verify/rows.py": "import ablmatch"}, "verify.rows imports from the package's root"),
        ({"oddments.py": ""}, "oddments has no row"),
        ({"_core.pyx": "cdef x\nimport numpy as np"}, "_core imports numpy at its top"),
        ({"_core.pyx": "def f():\n    from ablmatch.match import x"}, "_core imports ablmatch.match, which is above"),
    ],
)
def test_each_package_rule_can_fail(tmp_path, files, fault):
    faults = python_faults(write(tmp_path, files))
    assert len(faults) == 1
    assert fault in faults[0]


@pytest.mark.parametrize(
    "files",
    [
        {"match/batch.py": "def score_pairs():\n    import numpy as np\n"},
        {"match/batch.py": "if TYPE_CHECKING:\n    import numpy as np\n"},
        {"match/scalar.py": "from ablmatch import _core\nfrom ablmatch.match.batch import x\nimport re"},
        {"cli/__init__.py": "import click\nfrom ablmatch.verify import run"},
    ],
)
def test_what_the_package_may_do_passes(tmp_path, files):
    assert python_faults(write(tmp_path, files)) == []
