"""docs/language.md tells the truth: its files are written, its commands run, and they print what it says."""

import re
import shlex

import pytest

from ablmatch.language.codes import TABLE
from command_line import NEEDED, within
from conftest import ROOT

PARTS = re.compile(r"<!-- file: (\S+) -->\n```\w*\n(.*?)```|```console\n\$ ablmatch ([^\n]+)\n(.*?)```", re.DOTALL)


@pytest.mark.needs(*NEEDED)
def test_the_tour_is_what_happens(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    commands = set()
    for name, text, command, printed in PARTS.findall((ROOT / "docs" / "language.md").read_text("utf-8")):
        if name:
            (tmp_path / name).write_text(text, "utf-8")
            continue
        done = within(capsys, *shlex.split(command))
        assert done.err + done.out == printed, command
        commands.add(command.split()[0])
    assert commands == {"check", "explain", "migrate", "fmt", "convert", "test", "evaluate"}


def test_every_lint_is_listed():
    page = (ROOT / "docs" / "language.md").read_text("utf-8")
    assert re.findall(r"^\| ([A-Z_]{4,}) \|", page, re.MULTILINE) == [one.name for one in TABLE if one.lint]
