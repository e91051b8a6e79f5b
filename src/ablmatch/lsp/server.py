"""The language server: messages in, answers and findings out, over standard input and output or a TCP port."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from importlib.metadata import version
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from ablmatch.lsp.completion import completion
from ablmatch.lsp.definition import definition
from ablmatch.lsp.diagnostics import findings
from ablmatch.lsp.documents import Buffer, is_agent, project_of
from ablmatch.lsp.hover import hover
from ablmatch.lsp.state import State

# Seconds without a key stroke before a document is checked again.
QUIET = 0.2

# Half of a character that UTF-16 writes in two units: no reader takes one. What stands for it is as long.
_HALF = re.compile("[\ud800-\udfff]")


class AgentServer(LanguageServer):
    """`state`: what is open.  Whole texts are synchronized: agents are small, and no two counts of lines can differ."""

    def __init__(self) -> None:
        super().__init__("ablmatch", version("ablmatch"), text_document_sync_kind=types.TextDocumentSyncKind.Full)
        self.state = State()
        self.waiting: dict[str, asyncio.TimerHandle] = {}

    def keep(self, uri: str, language: str = "") -> bool:
        """Takes over an open document's text; False for one that is no agent's."""
        document = self.workspace.get_text_document(uri)
        known = self.state.buffers.get(uri)
        language = language or (known.language if known is not None else "")
        if not is_agent(uri, language):
            return False
        self.state.encoding = str(getattr(self.workspace.position_encoding, "value", self.workspace.position_encoding))
        text = _HALF.sub("\ufffd", document.source)
        self.state.buffers[uri] = Buffer(uri, language, text, document.version)
        return True

    def check_soon(self, uri: str) -> None:
        """Checks when nothing more was typed for a moment."""
        self.forget(uri)
        self.waiting[uri] = asyncio.get_running_loop().call_later(QUIET, self.check, uri)

    def forget(self, uri: str) -> None:
        timer = self.waiting.pop(uri, None)
        if timer is not None:
            timer.cancel()

    def check(self, uri: str) -> None:
        """Checks the project of a document and publishes the findings of each of its files."""
        self.forget(uri)
        state = self.state
        texts = state.texts(uri)
        if texts is None:
            return
        found = findings(texts, edition=state.edition, lints=state.lints, encoding=state.encoding)
        project = project_of(uri)
        before = state.published.get(project, {})
        state.published[project] = {one: listed for one, listed in found.items() if listed}
        for one, listed in found.items():
            if listed or one in before or one in state.buffers:
                self._publish(one, listed)
        for gone in sorted(before.keys() - found.keys()):
            self._publish(gone, [])

    def close(self, uri: str) -> None:
        """Findings go with the last open document of their project; the others are checked again, against the disk."""
        self.forget(uri)
        self.state.buffers.pop(uri, None)
        self.state.known.pop(uri, None)
        self._publish(uri, [])
        others = self.state.siblings(uri)
        if others:
            self.check(others[0])
            return
        for gone in sorted(self.state.published.pop(project_of(uri), {}).keys() - {uri}):
            self._publish(gone, [])

    def check_all(self) -> None:
        """Checks every project that has an open document."""
        projects = {project_of(uri): uri for uri in self.state.buffers}
        for uri in projects.values():
            self.check(uri)

    def _publish(self, uri: str, listed: list[types.Diagnostic]) -> None:
        buffer = self.state.buffers.get(uri)
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri, listed, buffer.version if buffer is not None else None)
        )


def make_server() -> AgentServer:
    """A server with all that it answers."""
    server = AgentServer()

    @server.feature(types.INITIALIZE)
    def _initialize(params: types.InitializeParams) -> None:
        options: Any = params.initialization_options
        given = options if isinstance(options, dict) else getattr(options, "__dict__", {})
        server.state.lints = given.get("lints") is True
        server.state.edition = "legacy" if given.get("edition") == "legacy" else "current"

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def _open(params: types.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        if server.keep(document.uri, document.language_id):
            server.check(document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def _change(params: types.DidChangeTextDocumentParams) -> None:
        if server.keep(params.text_document.uri):
            server.check_soon(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def _save(params: types.DidSaveTextDocumentParams) -> None:
        server.check(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def _close(params: types.DidCloseTextDocumentParams) -> None:
        server.close(params.text_document.uri)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def _changed_on_disk(_params: types.DidChangeWatchedFilesParams) -> None:
        server.check_all()

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def _hover(params: types.HoverParams) -> types.Hover | None:
        view = server.state.view(params.text_document.uri)
        return None if view is None else hover(view, params.position)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def _definition(params: types.DefinitionParams) -> list[types.Location]:
        view = server.state.view(params.text_document.uri)
        return [] if view is None else definition(view, params.position)

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[" ", ".", "{"]))
    def _completion(params: types.CompletionParams) -> types.CompletionList:
        view = server.state.view(params.text_document.uri)
        return types.CompletionList(
            is_incomplete=False, items=[] if view is None else completion(view, params.position)
        )

    return server


def serve_stdio() -> None:
    """Serves one editor until it says exit or closes the pipe.  Nothing but the protocol reaches standard output."""
    sys.stdout.flush()
    protocol = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    make_server().start_io(sys.stdin.buffer, protocol)


def serve_tcp(host: str, port: int) -> None:
    """Serves one editor that connects to the port.  Raises OSError where the port cannot be had."""
    make_server().start_tcp(host, port)
