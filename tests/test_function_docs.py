"""docs/expressions.md says what the tables of functions, filters, methods and codes say."""

import re
import runpy
from pathlib import Path

from ablmatch.language.errors import CODES
from ablmatch.language.nodes import METHODS

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "expressions.md").read_text("utf-8")


def test_tables_are_those_of_the_code():
    tool = runpy.run_path(str(ROOT / "tools" / "function_tables.py"))
    assert tool["written"](PAGE) == PAGE, "run python tools/function_tables.py"
    assert "`ADD(a, b)`" in PAGE
    assert "`ago`" in PAGE


def test_every_code_and_method_is_described():
    errors = PAGE.split("## Errors")[1].split("## Templates")[0]
    assert set(re.findall(r"`([a-z_]+)`", errors)) >= set(CODES)
    assert set(re.findall(r"`x\.(\w+)\(", PAGE)) == set(METHODS)
