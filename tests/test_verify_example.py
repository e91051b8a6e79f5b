"""The example that a newcomer runs first: made by its script, and a balanced picture of every result."""

import json
import runpy
import sys

import pytest

from command_line import NEEDED, within

pytestmark = pytest.mark.needs(*NEEDED)

FIELDS = (
    "name:said_name:name:person_name",
    "email:said_email:email:email",
    "phone:said_phone:phone:phone",
    "address:said_address:address:address",
    "member:said_member:member:digits",
)
# Percent of 200 callers that examples/make_callers.py aims at in every field.
AIM = {"match": 65, "retry": 15, "mismatch": 12, "missing": 8}


def test_the_file_is_what_its_script_writes(root, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["make_callers.py", str(tmp_path / "callers.csv")])
    runpy.run_path(str(root / "examples" / "make_callers.py"), run_name="__main__")
    assert (tmp_path / "callers.csv").read_bytes() == (root / "examples" / "callers.csv").read_bytes()


def test_every_field_shows_every_result(root, tmp_path, capsys):
    options = [word for field in FIELDS for word in ("--field", field)]
    out = tmp_path / "verified.csv"
    done = within(capsys, "verify", root / "examples" / "callers.csv", *options, "-o", out, "--json")
    assert done.status == 0, done
    summary = json.loads(done.out)
    assert summary["rows"] == 200
    for field in summary["fields"]:
        for result, percent in AIM.items():
            assert abs(field["percent"][result] - percent) <= 2.5, (field["name"], result, field["percent"])
