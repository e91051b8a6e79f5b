"""Colours of findings and examples: on a terminal alone."""

from __future__ import annotations

import shutil
import sys
from typing import Any

import click

from ablmatch.language.render import plain
from ablmatch.language.render.text import WIDTH, Paint, Role

_STYLES: dict[Role, dict[str, Any]] = {
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow", "bold": True},
    "note": {"fg": "cyan", "bold": True},
    "code": {"fg": "green"},
    "gutter": {"fg": "blue"},
    "bold": {"bold": True},
}


def _styled(text: str, role: Role) -> str:
    return click.style(text, **_STYLES[role])


def painter(*, to_stderr: bool = False) -> Paint:
    """Colours where the stream is a terminal that shows them (NO_COLOR and TERM=dumb are heeded)."""
    import os

    stream = sys.stderr if to_stderr else sys.stdout
    wanted = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return _styled if wanted else plain


def line_width(*, to_stderr: bool = False) -> int:
    """Columns to fit into: the terminal's, or enough for any line that is worth reading."""
    stream = sys.stderr if to_stderr else sys.stdout
    return shutil.get_terminal_size().columns if stream.isatty() else WIDTH
