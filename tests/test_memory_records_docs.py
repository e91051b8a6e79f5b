"""docs/records.md: its tables name every setting and every condition of rules."""

import pytest

pytest.importorskip("babel", reason="needs babel, which is not installed")

from ablmatch.memory.policy import ATOMS, DEFAULT_POLICY
from ablmatch.memory.settings import Extraction
from ablmatch.memory.vocabulary import KINDS
from conftest import ROOT

TEXT = (ROOT / "docs" / "records.md").read_text("utf-8")


def test_the_tables_are_whole():
    names = [*ATOMS, *KINDS, *(rule.id for rule in DEFAULT_POLICY.rules), *Extraction.__struct_fields__]
    assert [name for name in names if f"`{name}`" not in TEXT and f"`{name}." not in TEXT] == []
