"""docs/language.md lists what the code table has; that its commands print what it says is held by test_documents.py."""

import re

from ablmatch.language.codes import TABLE
from conftest import ROOT


def test_every_lint_is_listed():
    page = (ROOT / "docs" / "language.md").read_text("utf-8")
    assert re.findall(r"^\| ([A-Z_]{4,}) \|", page, re.MULTILINE) == [one.name for one in TABLE if one.lint]
