"""The progress bar of a long job: on standard error, and only where somebody watches."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# Characters of the file's name beside the figures.
_NAME = 20


@contextmanager
def watching(label: str) -> Iterator[Callable[[int, int | None, int], None] | None]:
    """Gives a function to be told (done, total, rows) after each batch, or None when standard error is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    from ablmatch.verify.errors import printable

    progress = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rows]:,} rows", markup=False),
        TextColumn("{task.fields[rate]:,.0f} rows/s", markup=False),
        TimeRemainingColumn(),
        TextColumn("left"),
        console=Console(stderr=True),
        transient=True,  # the summary says all that the bar said
    )
    with progress:
        # The name alone, and of a long one what fits: the figures say more.
        name = printable(os.path.basename(label))
        name = name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"
        task = progress.add_task(f"verifying {name}", total=None, rows=0, rate=0.0)

        def watch(done: int, total: int | None, rows: int) -> None:
            elapsed = progress.tasks[0].elapsed or 0.0
            progress.update(task, completed=done, total=total, rows=rows, rate=rows / elapsed if elapsed else 0.0)

        yield watch
        progress.update(task, completed=progress.tasks[0].total)
