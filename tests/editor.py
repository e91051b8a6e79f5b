"""A small editor: a client of the language server over the pipes of a real process, in plain JSON."""

import json
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

WAIT = 60


class Editor:
    """Starts `ablmatch lsp` and speaks with it; every message that comes is kept in order."""

    def __init__(self, *, options: Any = None, encodings: list[str] | None = None) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ablmatch", "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.came: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self.errors: list[bytes] = []
        self.readers = [threading.Thread(target=one, daemon=True) for one in (self._read, self._read_errors)]
        for one in self.readers:
            one.start()
        self.number = 0
        self.published: dict[str, list[Any]] = {}
        general = {} if encodings is None else {"general": {"positionEncodings": encodings}}
        given = {"processId": None, "rootUri": None, "capabilities": general, "initializationOptions": options}
        self.capabilities = self.ask("initialize", given)["capabilities"]
        self.tell("initialized", {})

    # --- messages ---------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while header := stream.readline():
            length = 0
            while header.strip():
                name, _, value = header.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
                header = stream.readline()
            self.came.put(json.loads(stream.read(length)))
        self.came.put(None)

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        self.errors.extend(self.process.stderr)

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def _next(self) -> dict[str, Any]:
        message = self.came.get(timeout=WAIT)
        assert message is not None, b"".join(self.errors).decode()
        if message.get("method") == "textDocument/publishDiagnostics":
            self.published[message["params"]["uri"]] = message["params"]["diagnostics"]
        return message

    def tell(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def ask(self, method: str, params: Any) -> Any:
        self.number += 1
        self._send({"id": self.number, "method": method, "params": params})
        while (message := self._next()).get("id") != self.number or "method" in message:
            pass
        assert "error" not in message, message["error"]
        return message["result"]

    # --- what an editor does ----------------------------------------------------------------------------------------

    def open(self, uri: str, text: str, language: str = "abl") -> list[Any]:
        """Opens a document and waits for its findings."""
        self.tell(
            "textDocument/didOpen",
            {"textDocument": {"uri": uri, "languageId": language, "version": 1, "text": text}},
        )
        return self.findings(uri)

    def change(self, uri: str, text: str, version: int = 2) -> list[Any]:
        self.type(uri, text, version)
        return self.findings(uri)

    def type(self, uri: str, text: str, version: int = 2) -> None:
        """Changes a document without waiting."""
        self.tell(
            "textDocument/didChange",
            {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]},
        )

    def findings(self, uri: str) -> list[Any]:
        """The next findings that are published for a document."""
        while True:
            message = self._next()
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri:
                return message["params"]["diagnostics"]

    def at(self, method: str, uri: str, text: str, mark: str = "¦") -> Any:
        """Asks about the place that a mark shows in the text, which the document has without the mark."""
        before = text[: text.index(mark)]
        line = before.count("\n")
        column = len(before.rpartition("\n")[2].encode("utf-16-le")) // 2
        params = {"textDocument": {"uri": uri}, "position": {"line": line, "character": column}}
        return self.ask(f"textDocument/{method}", params)

    def close(self) -> int:
        """Says goodbye and gives the exit status."""
        assert self.ask("shutdown", None) is None
        self.tell("exit", None)
        return self.process.wait(timeout=WAIT)

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for one in self.readers:
            one.join(timeout=WAIT)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()


def uri_of(path: Path) -> str:
    return path.as_uri()
