"""`ablmatch lsp`: the language server."""

from __future__ import annotations

import signal
import threading

import click

from ablmatch.verify.errors import BadInput, reason


def _address(_context: click.Context, _parameter: click.Parameter, given: str | None) -> tuple[str, int] | None:
    if given is None:
        return None
    host, colon, port = given.rpartition(":")
    if not colon or not host or not (port.isascii() and port.isdigit()) or not 0 < int(port) < 65_536:
        raise click.BadParameter("write HOST:PORT, such as 127.0.0.1:7777")
    return host.strip("[]"), int(port)


@click.command("lsp", short_help="Help editors with agents.")
@click.option("--tcp", metavar="HOST:PORT", callback=_address, help="Wait for one editor at a TCP port.")
def lsp_command(tcp: tuple[str, int] | None) -> int:
    """Serve an editor by the Language Server Protocol: findings, hover, definitions, completion.

    Standard input and output carry the protocol, or a TCP port, which anybody who reaches it may use: keep to
    127.0.0.1.  Nothing is ever written to disk.
    """
    try:
        from ablmatch.lsp.server import serve_stdio, serve_tcp
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] not in {"pygls", "lsprotocol"}:
            raise
        raise BadInput("the language server needs pygls: pip install 'ablmatch[lsp]'") from None
    end_by_signals()
    if tcp is None:
        serve_stdio()
        return 0
    try:
        serve_tcp(*tcp)
    except OSError as error:
        raise BadInput(f"cannot serve at {tcp[0]}:{tcp[1]}: {reason(error)}") from None
    return 0


def end_by_signals() -> None:
    """The server has nothing to put in order, and a thread that waits for the editor would delay an unwinding."""
    if threading.current_thread() is threading.main_thread():
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), signal.SIG_DFL)
