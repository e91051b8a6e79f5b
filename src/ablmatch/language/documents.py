"""Finds the documents in a source: one format or the other, one or several agents, profiles, tool libraries."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from ablmatch.language.diagnostics import Diagnostics
from ablmatch.language.source import Source
from ablmatch.language.text_tree import read_text
from ablmatch.language.tree import Format, Node
from ablmatch.language.yaml_tree import read_yaml

Kind = Literal["agent", "supervisor", "profile", "tools"]
_HEADERS: dict[str, Kind] = {"AGENT": "agent", "SUPERVISOR": "supervisor", "BEHAVIOR_PROFILE": "profile"}
# A header at the margin begins a document.
_HEADER = re.compile(r"^(AGENT|SUPERVISOR|BEHAVIOR_PROFILE)[ \t]*:", re.MULTILINE)
_MEANINGFUL = re.compile(r"^[ \t]*(?!#)(\S.*)$", re.MULTILINE)
_YAML_LINE = re.compile(r"(?:---|%YAML)|[\"']?[a-z][a-z_]*[\"']?[ \t]*:(?:[ \t]|$)")


@dataclass(frozen=True, slots=True)
class Document:
    """One tree, and what it is.  `kind` None: it begins with no header that the language knows."""

    source: Source
    format: Format
    kind: Kind | None
    node: Node


def format_of(source: Source) -> Format:
    """By the extension of the name, else by the first line that is neither blank nor a comment."""
    name = source.name.lower()
    if name.endswith((".yaml", ".yml")):
        return "yaml"
    if name.endswith(".abl"):
        return "text"
    first = _MEANINGFUL.search(source.text)
    return "yaml" if first is not None and _YAML_LINE.match(first[1]) else "text"


def documents(source: Source, diagnostics: Diagnostics) -> list[Document]:
    """All documents of a source, in order."""
    if format_of(source) == "yaml":
        return [
            Document(source, "yaml", _kind(node, "yaml"), node)
            for node in read_yaml(source, diagnostics)
            if not node.is_empty
        ]
    found = []
    for start, end in _parts(source.text):
        node = read_text(source, diagnostics, start, end)
        found.append(Document(source, "text", _kind(node, "text"), node))
    return found


def _parts(text: str) -> list[tuple[int, int]]:
    """Where each text document begins and ends; what stands before the first header belongs to it."""
    starts = [match.start() for match in _HEADER.finditer(text)]
    if len(starts) < 2:
        return [(0, len(text))]
    edges = [0, *(_before_comments(text, start) for start in starts[1:]), len(text)]
    return list(pairwise(edges))


def _before_comments(text: str, start: int) -> int:
    """Comment lines right above a header belong to its document; so does a line of dashes between two."""
    while start > 0:
        line_start = text.rfind("\n", 0, start - 1) + 1
        if not text[line_start:start].startswith("#"):
            return start
        start = line_start
    return start


def _kind(node: Node, form: Format) -> Kind | None:
    keys = [one.key.upper() if form == "yaml" else one.key for one in node.fields]
    for key in keys:
        if key in _HEADERS:
            return _HEADERS[key]
    return "tools" if keys[:1] == ["TOOLS"] else None
