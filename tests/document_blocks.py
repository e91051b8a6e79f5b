"""The blocks of a Markdown page: read with their marks, and run in order as a reader would run them.

Run are blocks of `python` (doctests where they hold `>>>`, else code), `sh` (commands, which must end with status 0) and
`console` (`$ command` lines with what each prints; `...` in it stands for anything). The blocks of a page share one folder,
with a copy of examples/ in it, one environment and one set of Python names. Comments right above a block mark it:

    <!-- file: NAME -->       the block is the text of this file, whatever its language
    <!-- slow -->             run in the slow tier alone
    <!-- not run: REASON -->  not run; the test that counts such blocks says why
    <!-- needs: MODULE ... --> (anywhere) the page is run only where these modules are installed

A comment that begins with `<!-- python` alone on its line holds code that prepares a block and is not shown.
"""

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from command_line import within

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), ROOT / "js/README.md")
)
RUN = frozenset({"python", "sh", "console"})
FENCE = re.compile(r"(\s*)(`{3,})(\S*)")
MARK = re.compile(r"<!-- (?:(file|not run|needs): (\S.*?)|(slow)) -->$")
# What makes a line more than one simple command.
SHELL = frozenset("|&;<>()$`*?")


@dataclass(frozen=True)
class Block:
    """One fenced block, or a hidden one of Python: `line` is that of its first line of text, from 1."""

    line: int
    language: str
    text: str
    marks: dict[str, str] = field(default_factory=dict)

    @property
    def runs(self) -> bool:
        return self.language in RUN and not self.marks.keys() & {"file", "not run"}


def read_page(name):
    """Blocks of a page in order, and the modules that it needs.  Raises AssertionError for a mark above no block."""
    return read_blocks((ROOT / name).read_text("utf-8"), name)


def read_blocks(text, name="page"):
    lines = text.splitlines()
    blocks, needs, marks, at = [], [], {}, 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if opened := FENCE.match(line):
            indent, ticks, language = opened.groups()
            start = at
            while lines[at].strip() != ticks:
                at += 1
            inside = "".join(f"{one.removeprefix(indent)}\n" for one in lines[start:at])
            at += 1
            blocks.append(Block(start + 1, language, inside, marks))
            marks = {}
        elif line.rstrip() == "<!-- python":
            start = at
            while lines[at] != "-->":
                at += 1
            blocks.append(Block(start + 1, "python", "".join(f"{one}\n" for one in lines[start:at])))
            at += 1
        elif found := MARK.match(line.strip()):
            what, given, slow = found.groups()
            if what == "needs":
                needs += given.split()
            else:
                marks[slow or what] = given or ""
        elif line.strip() and not line.startswith("<!--"):
            assert not marks, f"{name}:{at}: {marks} stands above no block"
    assert not marks, f"{name}: {marks} stands above no block"
    return blocks, needs


class Reader:
    """Runs blocks in `folder`, as somebody who follows the page; `capsys` and `monkeypatch` are pytest's."""

    def __init__(self, page, folder, capsys, monkeypatch):
        if sys.platform == "win32":
            pytest.skip("pages are written for a Unix shell")
        self.page, self.folder, self._capsys, self._patch = page, folder, capsys, monkeypatch
        self._names = {"__name__": "__main__"}
        shutil.copytree(ROOT / "examples", folder / "examples")
        commands = folder / ".commands"
        commands.mkdir()
        for name, arguments in (("ablmatch", "-m ablmatch "), ("python", ""), ("python3", "")):
            (commands / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments}"$@"\n')
            (commands / name).chmod(0o755)
        monkeypatch.chdir(folder)
        monkeypatch.setenv("PATH", f"{commands}{os.pathsep}{os.environ['PATH']}")

    def follow(self, block):
        """Run a block or write its file.  Raises AssertionError where the page does not tell what happens."""
        if "file" in block.marks:
            path = self.folder / block.marks["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, "utf-8")
        elif not block.runs:
            pass
        elif block.language == "python":
            self._python(block)
        elif block.language == "sh":
            self._sh(block)
        else:
            self._console(block)

    def _python(self, block):
        where = f"{self.page}:{block.line}"
        if ">>>" not in block.text:
            exec(compile("\n" * (block.line - 1) + block.text, self.page, "exec"), self._names)  # noqa: S102
            return
        test = doctest.DocTestParser().get_doctest(block.text, self._names, where, self.page, block.line - 1)
        told = []
        runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
        outcome = runner.run(test, out=told.append, clear_globs=False)
        self._names.update(test.globs)
        assert outcome.failed == 0, "".join(told)

    def _sh(self, block):
        commands = logical_lines(block.text)
        for command in commands:
            if command.startswith("export "):
                name, _, value = shlex.split(command, comments=True)[1].partition("=")
                self._patch.setenv(name, value)
        if all(SHELL.isdisjoint(command.partition(" #")[0]) for command in commands):
            for command in commands:
                self._command(command, f"{self.page}:{block.line}")
            return
        script = "\n".join(without_pip(line) for line in block.text.splitlines())
        status, printed = self._bash(script)
        assert status == 0, f"{self.page}:{block.line}: {script}\n{printed}"

    def _console(self, block):
        for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
            command, _, expected = part.replace("\\\n", "").partition("\n")
            if SHELL.isdisjoint(re.sub(r"'[^']*'", "", command)) and command.startswith("ablmatch "):
                done = within(self._capsys, *shlex.split(command)[1:])
                printed = done.err + done.out
            else:
                _, printed = self._bash(command)
            told = doctest.OutputChecker().check_output(trimmed(expected), trimmed(printed), doctest.ELLIPSIS)
            assert told, f"{self.page}:{block.line}: $ {command}\n{printed}"

    def _command(self, command, where):
        words = shlex.split(without_pip(command), comments=True)
        if not words or words[0] == "export":
            return
        if words[0] == "ablmatch":
            done = within(self._capsys, *words[1:])
            assert done.status == 0, f"{where}: {command}\n{done.err}{done.out}"
            return
        status, printed = self._bash(command)
        assert status == 0, f"{where}: {command}\n{printed}"

    def _bash(self, script):
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script],
            cwd=self.folder,
            text=True,
            encoding="utf-8",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        return done.returncode, done.stdout


def trimmed(text):
    """Without the spaces that fill up the columns of a table."""
    return re.sub(" +$", "", text, flags=re.MULTILINE)


def logical_lines(text):
    """Commands of a script: continued lines joined, blank lines and comments left out."""
    joined = text.replace("\\\n", " ").splitlines()
    return [line.strip() for line in joined if line.strip() and not line.strip().startswith("#")]


def without_pip(command):
    """A command without the `pip install` in front, whose extras must be there: the tests run in such an installation."""
    found = re.match(r"pip install (?P<what>'[^']+'|\S+)( && )?", command)
    if found is None:
        return command
    wanted = re.search(r"\[([\w,-]+)\]", found["what"])
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    missing = {*wanted[1].split(",")} - extras.keys() if wanted else set()
    assert not missing, f"{command}: no such extra: {missing}"
    return command[found.end() :].strip()
