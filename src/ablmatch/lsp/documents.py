"""The texts of a project as an editor sees it: the open buffers, and the other agent files of their folder."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pygls.uris import from_fs_path, to_fs_path

from ablmatch.language.sources import EXTENSIONS, SourceError, read

LANGUAGE = "abl"


class Buffer(NamedTuple):
    """An open document."""

    uri: str
    language: str
    text: str
    version: int | None


class Texts(NamedTuple):
    """The texts of one project by the name of their source, and where each comes from."""

    by_name: dict[str, str]
    uris: dict[str, str]
    name: str


def is_agent(uri: str, language: str) -> bool:
    """Whether the file is one of the language: by its name, or because the editor says so."""
    return uri.lower().endswith(EXTENSIONS) or language == LANGUAGE


def name_of(uri: str) -> str:
    """The name of a source: its path, or the URI of a buffer that is no file."""
    return (to_fs_path(uri) if uri.startswith("file:") else None) or uri


def folder_of(uri: str) -> Path | None:
    """The folder that is the project of a file; None for a buffer that is no file, which stands alone."""
    return Path(name_of(uri)).parent if uri.startswith("file:") else None


def project_of(uri: str) -> str:
    """What tells one project from another: the folder, or the document that stands alone."""
    folder = folder_of(uri)
    return uri if folder is None else str(folder)


def texts_of(uri: str, buffers: dict[str, Buffer]) -> Texts:
    """The project of an open document, in the order of names.  A neighbour that cannot be read is left out."""
    folder = folder_of(uri)
    named = {name_of(uri): (uri, buffers[uri].text)}
    if folder is not None:
        for buffer in buffers.values():
            if folder_of(buffer.uri) == folder and is_agent(buffer.uri, buffer.language):
                named[name_of(buffer.uri)] = (buffer.uri, buffer.text)
        for path in _neighbours(folder):
            if str(path) not in named:
                text = _text(path)
                if text is not None:
                    named[str(path)] = (from_fs_path(str(path)) or "", text)
    ordered = sorted(named)
    return Texts({name: named[name][1] for name in ordered}, {name: named[name][0] for name in ordered}, name_of(uri))


def _neighbours(folder: Path) -> list[Path]:
    try:
        return sorted(one for one in folder.iterdir() if one.name.lower().endswith(EXTENSIONS) and one.is_file())
    except OSError:
        return []


def _text(path: Path) -> str | None:
    try:
        return read(path)
    except SourceError:
        return None
