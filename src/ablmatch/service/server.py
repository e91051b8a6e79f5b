"""A server process: uvicorn around the application, and an end in which requests in flight finish."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn
from starlette.applications import Starlette

KEEP_ALIVE_SECONDS = 15
SHUTDOWN_SECONDS = 30
# Of all headers of a request together: a subject token may be a quarter of it.
HEADER_BYTES = 65_536
_BACKLOG = 1024


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


def serve(app: Starlette, listening: socket.socket) -> bool:
    """Serve until a signal says to end; whether the application could be started."""
    config = uvicorn.Config(
        app,
        http="h11",  # bounds what headers take; httptools, where that is installed, does not
        h11_max_incomplete_event_size=HEADER_BYTES,
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
