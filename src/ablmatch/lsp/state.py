"""What the server knows between two messages: the open buffers, and how it was started."""

from __future__ import annotations

from dataclasses import dataclass, field

from lsprotocol.types import Location, Position

from ablmatch.language.documents import format_of
from ablmatch.language.project import Project
from ablmatch.language.reading import Edition
from ablmatch.language.source import Source, Span
from ablmatch.lsp.documents import Buffer, Texts, texts_of
from ablmatch.lsp.names import Declared, agent_at, declared
from ablmatch.lsp.positions import Lines
from ablmatch.lsp.probe import read_project


class View:
    """An open document within its project, as it is now."""

    def __init__(self, uri: str, texts: Texts, project: Project, edition: Edition, encoding: str) -> None:
        self.uri = uri
        self.texts = texts
        self.project = project
        self.edition = edition
        self.encoding = encoding
        self.name = texts.name
        self.text = texts.by_name[texts.name]
        self.source = Source(self.name, self.text)
        self.form = format_of(self.source)
        self.lines = Lines(self.text, encoding)
        self.names: list[Declared] = declared(project)

    def offset(self, position: Position) -> int:
        return self.lines.offset(position)

    def span(self, start: int, end: int) -> Span:
        """A stretch of the document."""
        return Span(self.source, start, end)

    def agent_at(self, offset: int) -> str:
        return agent_at(self.project, self.name, offset)

    def location(self, span: Span) -> Location:
        """A place of any source of the project."""
        uri = self.texts.uris.get(span.source.name, self.uri)
        return Location(uri, Lines(span.source.text, self.encoding).range(span))


@dataclass(slots=True)
class State:
    """`lints`: also what is worth a second look.  `published`: URIs with findings, by the document they came with."""

    edition: Edition = "current"
    lints: bool = False
    encoding: str = "utf-16"
    buffers: dict[str, Buffer] = field(default_factory=dict)
    published: dict[str, set[str]] = field(default_factory=dict)

    def texts(self, uri: str) -> Texts | None:
        """The project of an open document; None for what is not open."""
        return texts_of(uri, self.buffers) if uri in self.buffers else None

    def view(self, uri: str) -> View | None:
        texts = self.texts(uri)
        if texts is None:
            return None
        return View(uri, texts, read_project(texts.by_name, self.edition), self.edition, self.encoding)
