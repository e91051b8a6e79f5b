"""Figures in a page of the documentation: each program writes its own between two marks of the page."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
END = "<!-- end of figures -->"


def begin_mark(program: str) -> str:
    """`program`: its own `__file__`."""
    return f"<!-- figures: written by {Path(program).resolve().relative_to(REPOSITORY).as_posix()} -->"


def page_for(program: str) -> Callable[[str], Path]:
    """The argparse type of a page that `program` may write into: one that has its marks, or that is not there yet."""

    def page(argument: str) -> Path:
        path = Path(argument)
        if not path.parent.is_dir():
            raise argparse.ArgumentTypeError(f"{path}: there is no folder {path.parent}")
        if path.exists() and not all(_parted(path, program)[1::2]):
            raise argparse.ArgumentTypeError(
                f"{path} has no lines {begin_mark(program)!r} and, behind it, {END!r} to write between"
            )
        return path

    return page


def write_figures(path: Path, program: str, figures: str) -> None:
    """Writes `figures` between the marks of a page, and the marks too where there is no page."""
    before, begin, _, end, behind = _parted(path, program) if path.exists() else ("", "", "", "", "\n")
    partial = path.with_name(f"{path.name}.partial")
    partial.write_text(
        f"{before}{begin or begin_mark(program)}\n\n{figures.strip()}\n\n{end or END}{behind}", encoding="utf-8"
    )
    os.replace(partial, path)


def _parted(path: Path, program: str) -> tuple[str, str, str, str, str]:
    before, begin, rest = path.read_text("utf-8").partition(begin_mark(program))
    figures, end, behind = rest.partition(END)
    return before, begin, figures, end, behind
