"""`ablmatch serve`: memory records over HTTP."""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from typing import TYPE_CHECKING

import click

from ablmatch.cli.arguments import store_option
from ablmatch.verify.errors import BadInput, reason

if TYPE_CHECKING:
    from ablmatch.memory.models import OpenAIModel
    from ablmatch.stores.records import OwnedElsewhere, RecordStore

_OPERATOR_KEY = "ABLMATCH_OPERATOR_KEY"
_SHORT_SECRET = 16
_PORTS = click.IntRange(0, 65_535)


@click.command("serve", short_help="Serve memory records over HTTP.")
@store_option("ABLMATCH_RECORDS", "Where records are kept.")
@click.option("--host", default="127.0.0.1", show_default=True, metavar="HOST", help="Where to listen.")
@click.option("--port", type=_PORTS, default=8080, show_default=True, help="At which port; 0 takes a free one.")
@click.option(
    "--blocks", multiple=True, metavar="URL", help="Blocks and values elsewhere, of exports and erasures too."
)
@click.option("--model-url", metavar="URL", help="An OpenAI-compatible endpoint for extraction; none is done without.")
@click.option("--model", "model_name", metavar="NAME", help="The model's name at the endpoint.")
@click.option(
    "--model-key-env",
    default="ABLMATCH_MODEL_KEY",
    show_default=True,
    metavar="NAME",
    help="The variable with its key.",
)
@click.option(
    "--rate", type=click.FloatRange(0), default=0.0, metavar="N", help="Requests a second of one key; 0: any."
)
@click.option(
    "--threads", type=click.IntRange(1, 256), default=16, show_default=True, help="Requests worked on at once."
)
@click.option("--max-body", type=click.IntRange(1024), default=1_048_576, show_default=True, help="Bytes of a body.")
def serve_command(  # noqa: PLR0917 - click hands over every option by name
    url: str,
    host: str,
    port: int,
    blocks: tuple[str, ...],
    model_url: str | None,
    model_name: str | None,
    model_key_env: str,
    rate: float,
    threads: int,
    max_body: int,
) -> int:
    """Serve the memory records of a store: sqlite:///core.db, or postgresql://host/database for several machines.

    The operator's secret is read from the environment variable ABLMATCH_OPERATOR_KEY; without it one is made at the
    first start and printed, this once. The log is JSON lines on standard error. SIGTERM ends it when requests in flight
    are answered.
    """
    try:
        from ablmatch.service.app import Limits, Service, create_app
        from ablmatch.service.console.routes import console_routes
        from ablmatch.service.server import bound, serve
        from ablmatch.stores.records import open_records
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "ablmatch":
            raise
        raise BadInput(f"the service needs {error.name}: pip install 'ablmatch[server]'") from None
    from ablmatch.memory.records.record_memory import RecordMemory
    from ablmatch.memory.records.worker import Worker
    from ablmatch.service.observing import Metrics
    from ablmatch.stores.errors import StoreError

    def clock() -> int:
        return time.time_ns() // 1_000_000

    secret, model = _operator_secret(), _model(model_url, model_name, model_key_env)
    try:
        listening = bound(host, port)
    except OSError as error:
        raise BadInput(f"cannot listen at {host}:{port}: {reason(error)}") from None
    store: RecordStore | None = None
    try:
        store = open_records(url, clock=clock, elsewhere=[_blocks_at(place) for place in blocks])
        _log_to_stderr()
        made = store.tenants.ensure_operator(secret)
        if made is not None:
            click.echo(f"the operator's secret, shown this once: {made}")
        metrics, woken = Metrics(), threading.Event()
        memory = RecordMemory(store, clock, wake=woken.set, happened=metrics.happened)
        limits = Limits(per_second=rate, threads=threads, body_bytes=max_body)
        worker = Worker(memory, model, woken=woken)
        service = Service(memory, limits, metrics)
        app = create_app(service, running=worker.running(), more=console_routes(service))
        click.echo(f"listening on http://{_shown_host(host)}:{listening.getsockname()[1]}")
        sys.stdout.flush()
        return 0 if serve(app, listening) else 1
    except StoreError as error:
        raise BadInput(str(error)) from None
    finally:
        listening.close()
        if store is not None:
            store.close()


def _blocks_at(url: str) -> OwnedElsewhere:
    from ablmatch.stores import open_block_store, open_extracted_store
    from ablmatch.stores.drivers import scheme_of
    from ablmatch.stores.records.elsewhere import BlocksElsewhere

    if scheme_of(url) == "memory":
        raise BadInput("--blocks memory: is this process itself, where no agent keeps anything: name their place")
    # One that is not there is a slip: an erasure would pass by what it was meant to cover.
    return BlocksElsewhere(open_block_store(url, create=False), open_extracted_store(url, create=False))


def _operator_secret() -> str | None:
    secret = os.environ.get(_OPERATOR_KEY)
    if secret is None:
        return None
    if not secret or not secret.isascii() or not secret.isprintable() or " " in secret:
        raise BadInput(
            f"{_OPERATOR_KEY} must be printable ASCII characters without spaces: leave it out, and one is made"
        )
    if len(secret) < _SHORT_SECRET:
        click.echo(f"{_OPERATOR_KEY} is short, so it can be guessed: leave it out, and one is made", err=True)
    return secret


def _model(url: str | None, name: str | None, key_variable: str) -> OpenAIModel | None:
    if url is None:
        if name is not None:
            raise BadInput("--model needs --model-url")
        return None
    if name is None:
        raise BadInput("--model-url needs --model NAME")
    from ablmatch.memory.models import OpenAIModel

    try:
        return OpenAIModel(url, name, os.environ.get(key_variable, ""))
    except ValueError as error:
        raise BadInput(f"--model-url: {error}") from None


def _shown_host(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _log_to_stderr() -> None:
    from ablmatch.service.observing import JsonLines

    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name, level in (("ablmatch", logging.INFO), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(level)
        logger.propagate = False
    # Libraries too, warnings of Python, and threads that end by an exception: else they would write as they like.
    logging.getLogger().handlers[:] = [handler]
    logging.captureWarnings(True)
    threading.excepthook = _ended_by_exception


def _ended_by_exception(ended: threading.ExceptHookArgs) -> None:
    if ended.exc_value is not None:
        fault = (ended.exc_type, ended.exc_value, ended.exc_traceback)
        logging.getLogger("ablmatch.service").error("a thread ended by a fault", exc_info=fault)
