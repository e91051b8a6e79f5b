"""What `check` and `compile` are given: text, a path, or a mapping of names to texts, as sources in a fixed order."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from ablmatch.language.source import Source

EXTENSIONS = (".agent.abl", ".agent.yaml", ".agent.yml", ".behavior_profile.abl", ".tools.abl", ".abl")
MAX_BYTES = 8_000_000
_HALF = re.compile("[\ud800-\udfff]")
# So many lines take some seconds.
MAX_LINES = 100_000


class SourceError(ValueError):
    """A source that cannot be had at all: no such file, not readable, no text, too large.  `source`: its name."""

    def __init__(self, source: object, problem: str) -> None:
        self.source = str(source)
        super().__init__(f"{source}: {problem}")


def sources_of(given: str | os.PathLike[str] | Mapping[str, str]) -> list[Source]:
    """The sources: one for a text, one a file for a path or folder (sorted), one an entry for a mapping.

    A `str` is a text where it is blank, or has a line break or a colon and names no file; else a path.
    Raises SourceError with what cannot be read and why.
    """
    if isinstance(given, Mapping):
        return [Source(str(name), _checked(str(name), text)) for name, text in given.items()]
    if isinstance(given, str) and (not given.strip() or "\n" in given or (":" in given and not Path(given).exists())):
        return [Source("agent", _checked("agent", given))]
    if isinstance(given, str | os.PathLike):
        return [Source(str(path), read(path)) for path in files_of(Path(given))]
    raise TypeError(f"a source is a text, a path or a mapping of names to texts, not {type(given).__name__}")


def files_of(path: Path) -> list[Path]:
    """The file itself, or the agent files anywhere below a folder."""
    if not path.is_dir():
        return [path]
    found = [one for one in files_below(path) if one.name.endswith(EXTENSIONS)]
    if not found:
        raise SourceError(path, f"no agent file in this folder: they end in {', '.join(EXTENSIONS)}")
    return found


def files_below(folder: Path) -> list[Path]:
    """All files anywhere below a folder, sorted; raises SourceError for a folder that cannot be looked into."""

    def refuse(error: OSError) -> NoReturn:
        raise SourceError(error.filename, f"{error.strerror or error}")

    walked = os.walk(folder, onerror=refuse)
    return sorted(one for at, _, names in walked for one in (Path(at, name) for name in names) if one.is_file())


def read(path: Path) -> str:
    """The text of a file, UTF-8."""
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise SourceError(path, f"{size:,} bytes are more than the {MAX_BYTES:,} that a source may have")
        return _lines_checked(str(path), path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise SourceError(path, f"{error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise SourceError(path, f"byte {error.start} is no UTF-8: save the file as UTF-8") from None


def _checked(name: str, text: str) -> str:
    if not isinstance(text, str):
        raise TypeError(f"{name}: a source is a text, not {type(text).__name__}")
    if len(text) > MAX_BYTES:
        raise SourceError(name, f"{len(text):,} characters are more than the {MAX_BYTES:,} that a source may have")
    if half := _HALF.search(text):
        raise SourceError(name, f"character {half.start()} is half of a pair, which no UTF-8 can hold")
    return _lines_checked(name, text.removeprefix("\ufeff"))


def _lines_checked(name: str, text: str) -> str:
    lines = text.count("\n")
    if lines > MAX_LINES:
        raise SourceError(name, f"{lines:,} lines are more than the {MAX_LINES:,} that a source may have")
    return text


def sources_at(paths: Sequence[str], standard_input: Callable[[], str]) -> dict[str, str]:
    """The texts of files, folders and patterns (`agents/**/*.abl`) by path; `-` is the standard input, as `stdin`.

    A file that two of the paths name is read once.  Raises SourceError with what cannot be read and why.
    """
    found: dict[str, str] = {}
    seen: set[str] = set()
    for path in paths:
        if path == "-":
            if "stdin" not in found:
                found["stdin"] = _checked("stdin", standard_input())
            continue
        for one in _matching(path):
            real = os.path.realpath(one)
            if real not in seen:
                seen.add(real)
                found[str(one)] = read(one)
    return found


def _matching(path: str) -> list[Path]:
    """The files of a path; a path that names nothing may be a pattern."""
    if not path:
        # Else it were the folder that the process is in, and a shell's unset variable would lay out all of it.
        raise SourceError("''", "an empty path names nothing: name a file or a folder")
    if Path(path).exists() or not glob.has_magic(path):
        return files_of(Path(path))
    found = sorted(one for one in map(Path, glob.glob(path, recursive=True)) if one.is_file())
    if not found:
        raise SourceError(path, "no file matches this pattern")
    return found
