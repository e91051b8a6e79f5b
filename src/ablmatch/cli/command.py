"""The `ablmatch` command: its subcommands, and the one place where failures become a line and an exit status."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

import click

from ablmatch.cli.arguments import name_command
from ablmatch.cli.blocks import blocks_command
from ablmatch.cli.chat import chat_command
from ablmatch.cli.check import check_command, compile_command
from ablmatch.cli.explain import explain_command
from ablmatch.cli.facts import facts_command
from ablmatch.cli.fmt import convert_command, fmt_command
from ablmatch.cli.lsp import lsp_command
from ablmatch.cli.mcp import mcp_command
from ablmatch.cli.migrate import migrate_command
from ablmatch.cli.score import score_command
from ablmatch.cli.serve import serve_command
from ablmatch.cli.test import evaluate_command, test_command
from ablmatch.cli.verify import verify_command
from ablmatch.verify.errors import BadInput, printable, reason

BAD_INPUT = 2
# Seconds after which a signal that ended nothing is sent again: longer than any unwinding takes.
_SENT_AGAIN = 5.0
# Commands of which somebody may look for an output that a signal has kept from being there.
_WRITING = {f"ablmatch {name}" for name in ("verify", "compile", "convert")}
_SIGNAL_BASE = 128  # a shell's convention for "ended by signal N"


class _Terminated(BaseException):
    """SIGTERM or SIGHUP arrived: unwinds like an interrupt, so that partial files are removed."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def _version(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        from importlib.metadata import version

        click.echo(f"ablmatch {version('ablmatch')}")
        context.exit()


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=_version, help="Show the version.")
@click.pass_context
def ablmatch(context: click.Context) -> None:
    """Compare what a caller said with what is stored; check, compile and test agents that do."""
    name_command(context)


for _command in (
    score_command,
    verify_command,
    check_command,
    compile_command,
    explain_command,
    facts_command,
    blocks_command,
    fmt_command,
    convert_command,
    lsp_command,
    mcp_command,
    migrate_command,
    test_command,
    chat_command,
    evaluate_command,
    serve_command,
):
    ablmatch.add_command(_command)


def run(arguments: Sequence[str] | None) -> int:
    """Run the command line; every failure that a user can cause ends as one line on standard error."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A value that the terminal's encoding lacks is shown escaped, not answered with a traceback.
            stream.reconfigure(errors="backslashreplace")
    command = ["ablmatch"]
    try:
        with _signals_unwind():
            status = _invoke(arguments, command)
            sys.stdout.flush()
            return status
    except BadInput as error:
        return _fail(command, str(error), BAD_INPUT)
    except (KeyboardInterrupt, click.Abort):
        return _ended(command, "interrupted", signal.SIGINT)
    except _Terminated as stop:
        return _ended(command, "ended by a signal", stop.number)
    except BrokenPipeError:
        _silence_stdout()
        return _SIGNAL_BASE + 13  # SIGPIPE, a name that not every system has
    except OSError as error:
        if error.filename is not None:
            raise
        _silence_stdout()
        return _fail(command, f"cannot write to standard output: {reason(error)}", BAD_INPUT)


def _invoke(arguments: Sequence[str] | None, command: list[str]) -> int:
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        # Not click's own `main`, which ends the process itself when the reader of standard output went away.
        with ablmatch.make_context("ablmatch", given or ["--help"], obj=command) as context:
            result = ablmatch.invoke(context)
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.ClickException as error:
        if isinstance(error, click.UsageError) and error.ctx is not None:
            command[:] = [error.ctx.command_path]
        return _fail(command, f"{_one_line(error.format_message())} (see {command[0]} --help)", BAD_INPUT)
    return result if isinstance(result, int) else 0


def _one_line(message: str) -> str:
    text = " ".join(message.split()).removesuffix(".")
    return text[:1].lower() + text[1:]


def _fail(command: Sequence[str], message: str, status: int) -> int:
    # Whatever a message quotes, such as the path in a URL: it stays one line.
    print(f"{command[0]}: {printable(message)}", file=sys.stderr)
    return status


def _ended(command: Sequence[str], how: str, number: int) -> int:
    """Say so, then end by the signal itself, as a shell expects; a thread that waits for input cannot delay it."""
    # A talk or a question has no output that could be missed.
    output = "; no output was written" if command[0] in _WRITING else ""
    status = _fail(command, how + output, _SIGNAL_BASE + number)
    if os.name == "posix" and threading.current_thread() is threading.main_thread():
        sys.stderr.flush()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    return status


def _silence_stdout() -> None:
    """Point standard output at nothing, so that the interpreter's last flush does not complain again."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, sys.stdout.fileno())
    os.close(nothing)


@contextmanager
def _signals_unwind(seconds: float = _SENT_AGAIN) -> Iterator[None]:
    """Lets signals unwind the command.

    The exception is lost where it arrives inside a finalizer or a callback of a library, so a signal that has not ended
    the command after some seconds is sent again.
    """
    again: list[threading.Timer] = []

    def unwind(number: int, _frame: FrameType | None) -> NoReturn:
        if os.name == "posix":
            timer = threading.Timer(seconds, os.kill, (os.getpid(), number))
            timer.daemon = True
            again.append(timer)
            timer.start()
        if number == signal.SIGINT:
            raise KeyboardInterrupt
        raise _Terminated(number)

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        numbers.append(signal.SIGINT)  # a shell may have it ignored
    try:
        before = {number: signal.signal(number, unwind) for number in numbers}
    except ValueError:
        yield  # not the main thread: signals are somebody else's business
        return
    try:
        yield
    finally:
        for timer in again:
            timer.cancel()
        for number, handler in before.items():
            signal.signal(number, handler)
