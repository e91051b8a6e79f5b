"""Running `ablmatch` in tests: in this process for speed, or as the real command where the process is the subject."""

import subprocess
import sys
from dataclasses import dataclass

NEEDED = ("click", "rich", "pyarrow", "msgspec")


@dataclass(frozen=True)
class Done:
    """A finished command."""

    status: int
    out: str
    err: str

    def fails_with(self, *parts):
        """Assert the one-line failure of the command line: exit 2, one line on standard error with all `parts`."""
        assert self.status == 2, self
        assert self.err.count("\n") == 1, self.err
        assert self.err.startswith("ablmatch"), self.err
        assert "Traceback" not in self.err
        for part in parts:
            assert part in self.err, (part, self.err)
        return self.err


def real(*arguments, stdin=None, **options):
    """The installed command as its own process."""
    done = subprocess.run(
        [sys.executable, "-m", "ablmatch", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        check=False,
        timeout=120,
        **options,
    )
    return Done(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


def within(capsys, *arguments):
    """The same command in this process."""
    from ablmatch.cli import main

    capsys.readouterr()
    status = main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return Done(status, out, err)
