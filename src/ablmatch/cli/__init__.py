"""The command line.  `main` is what the `ablmatch` script and `python -m ablmatch` call."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give back its exit status; `arguments` are those of the process by default."""
    try:
        from ablmatch.cli.command import run

        status = run(arguments)
    except ModuleNotFoundError as error:
        # The base install is the matcher alone.
        if error.name is None or error.name.partition(".")[0] == "ablmatch":
            raise
        remedy = "install the command line with pip install 'ablmatch[cli]'"
        print(f"ablmatch: {error.name} is not installed: {remedy}", file=sys.stderr)
        return 2
    if status != 0 and arguments is None:
        # A run that was given up may have left a native thread inside a read; taking the interpreter down under it
        # would end in a crash, so the process ends without that.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    return status
