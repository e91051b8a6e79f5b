"""A server process: uvicorn around the application, and an end in which requests in flight finish."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ablmatch.service.app import Application

KEEP_ALIVE_SECONDS = 15
SHUTDOWN_SECONDS = 30
# Of all headers of a request together: a subject token may be a quarter of it.
HEADER_BYTES = 65_536
_BACKLOG = 1024


class _TooLong(Exception):
    """The headers of a request take more than they may."""


class BoundedHeaders(HttpToolsProtocol):
    """HTTP as httptools reads it, with a bound on what the first line and the headers of a request take together."""

    # Bytes of the headers that were told, trailers too; and bytes since anything was: one header that does not end is
    # kept by the parser, which tells of it at its end.
    _told = _silent = 0

    def data_received(self, data: bytes) -> None:
        self._silent += len(data)
        super().data_received(data)
        if self._silent > HEADER_BYTES and not self.transport.is_closing():
            self.send_400_response("Invalid HTTP request received.")

    def on_message_begin(self) -> None:
        self._told = self._silent = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._tell(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._tell(len(name) + len(value))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._silent = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._silent = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._silent = 0
        super().on_message_complete()

    def _tell(self, length: int) -> None:
        self._silent = 0
        self._told += length
        if self._told > HEADER_BYTES:
            # It ends the parser, and the client is told that this is no request.
            raise _TooLong


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """An end that was asked for by a signal is a good end: it is not raised again afterwards, as uvicorn does."""

        def end(_number: int, _frame: FrameType | None) -> None:
            # Asked twice: what is in flight is given up.
            self.force_exit = self.should_exit
            self.should_exit = True

        names = [name for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
        before = {name: signal.signal(getattr(signal, name), end) for name in names}
        try:
            yield
        finally:
            for name, handler in before.items():
                signal.signal(getattr(signal, name), handler)


def bound(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes a free one. Raises OSError."""
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    made = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
        made.listen(_BACKLOG)
    except OSError:
        made.close()
        raise
    return made


def serve(app: Application, listening: socket.socket) -> bool:
    """Serve until a signal says to end; whether the application could be started."""
    config = uvicorn.Config(
        app,
        http=BoundedHeaders,
        log_config=None,
        access_log=False,
        lifespan="on",
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        ws="none",
    )
    server = _Server(config)
    server.run(sockets=[listening])
    return server.started
