"""`ablmatch chat`: talk with an agent, and see its state, its trace and what it refuses beside the talk."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from ablmatch.cli.project import edition_option, print_findings, read_sources
from ablmatch.verify.errors import BadInput, printable

if TYPE_CHECKING:
    from ablmatch.chat.endpoint import Endpoint
    from ablmatch.chat.script import Script, ScriptedModel
    from ablmatch.chat.talk import Kind, Line
    from ablmatch.language.reading import Edition
    from ablmatch.language.render.text import Role

Opened = TypeVar("Opened")


@click.command("chat", short_help="Talk with an agent.")
@click.argument("paths", nargs=-1, required=True, metavar="AGENT...")
@click.option("--entry", metavar="NAME", help="Who begins; the project's entry without it.")
@click.option("--model-url", metavar="URL", help="An OpenAI-compatible endpoint, such as http://localhost:8000/v1.")
@click.option("--model", "model_name", metavar="NAME", help="The model's name at the endpoint.")
@click.option("--script", type=click.Path(path_type=Path), metavar="FILE", help="Answers of model, tools and caller.")
@click.option("--store", default="memory:", show_default=True, metavar="URL", help="Where facts are kept.")
@click.option("--memory", "blocks", metavar="URL", help="Give the agents working memory, with its blocks here.")
@click.option("--user", "user_id", metavar="ID", help="Whose facts and blocks they are.")
@click.option("--channel", default="chat", show_default=True, help="What `channel` tells rules.")
@edition_option
@click.option("--quiet", is_flag=True, help="Show the talk alone.")
def chat_command(  # noqa: PLR0917 - click hands over every option by name
    paths: tuple[str, ...],
    entry: str | None,
    model_url: str | None,
    model_name: str | None,
    script: Path | None,
    store: str,
    blocks: str | None,
    user_id: str | None,
    channel: str,
    edition: Edition,
    quiet: bool,
) -> int:
    """Talk with the agents of AGENT, files or folders: type a line, or let a script speak for the caller.

    The endpoint's key is read from the environment variable ABLMATCH_MODEL_KEY.  An empty line or the end of input ends
    the conversation.
    """
    from ablmatch.chat.model import ModelError
    from ablmatch.chat.script import Script, ScriptedTools, ScriptError, read_script
    from ablmatch.chat.talk import Talk
    from ablmatch.language.compiler import examine
    from ablmatch.language.sources import SourceError
    from ablmatch.memory import WorkingMemory
    from ablmatch.runtime.session import Session, SessionError
    from ablmatch.stores import StoreError, open_block_store, open_store

    project, found = examine(read_sources(paths), edition=edition)
    if project is None:
        print_findings(found, len(paths), to_stderr=True)
        raise BadInput("these agents do not compile")
    if not project.agents:
        raise BadInput("there is no agent in these files")
    closing = ExitStack()
    try:
        given = Script() if script is None else read_script(script)
        memory = None if blocks is None else WorkingMemory(_closed_by(closing, open_block_store(blocks)))
        facts = _closed_by(closing, open_store(store))
        session = Session(project, store=facts, agent=entry, user_id=user_id, channel=channel, working_memory=memory)
        model = _closed_by(closing, _model(model_url, model_name, given, scripted=script is not None))
        talk = Talk(session, model, ScriptedTools(given.tools), _printer(quiet=quiet))
        talk.start()
        for line in _lines(given, scripted=script is not None):
            talk.hear(line)
            if talk.over:
                break
        if not talk.over:
            talk.end()
    except (SourceError, ScriptError, SessionError, ModelError, StoreError) as error:
        raise BadInput(str(error)) from None
    finally:
        closing.close()
    return 0


def _closed_by(closing: ExitStack, opened: Opened) -> Opened:
    """What was opened; a store of files has nothing to close."""
    closing.callback(getattr(opened, "close", lambda: None))
    return opened


def _model(url: str | None, name: str | None, script: Script, *, scripted: bool) -> Endpoint | ScriptedModel | None:
    from ablmatch.chat.script import ScriptedModel

    if url is None:
        if name is not None:
            raise BadInput("--model needs --model-url")
        return ScriptedModel(script.model) if scripted else None
    if name is None:
        raise BadInput("--model-url needs --model NAME")
    try:
        from ablmatch.chat.endpoint import Endpoint
    except ModuleNotFoundError as error:
        raise BadInput(f"a model's endpoint needs {error.name}: pip install 'ablmatch[chat]'") from None
    from ablmatch.chat.model import ModelError

    try:
        return Endpoint(url, name)
    except ModelError as error:
        raise BadInput(str(error)) from None


def _lines(script: Script, *, scripted: bool) -> Iterator[str]:
    """What the caller says: the script's lines, else what is typed."""
    if scripted and script.caller:
        from ablmatch.chat.talk import Line

        show = _printer(quiet=False)
        for line in script.caller:
            show(Line("caller", line))
            yield line
        return
    while True:
        try:
            line = input("> " if sys.stdin.isatty() else "")
        except EOFError:
            return
        except UnicodeDecodeError as error:
            raise BadInput(f"what was typed is no {error.encoding}: the talk ends here") from None
        if not line.strip():
            return
        yield line


_LABELS: Mapping[Kind, tuple[str, Role]] = {
    "caller": ("caller ", "bold"), "agent": ("agent  ", "code"), "refused": ("refused", "error"),
    "effect": ("effect ", "note"), "tool": ("tool   ", "gutter"), "state": ("state  ", "gutter"),
    "trace": ("trace  ", "gutter"), "fault": ("fault  ", "warning"),
}  # fmt: skip
_BESIDE = {"effect", "tool", "state", "trace"}


def _printer(*, quiet: bool) -> Callable[[Line], None]:
    from ablmatch.cli.paint import painter

    paint = painter()

    def show(line: Line) -> None:
        if quiet and line.kind in _BESIDE:
            return
        label, role = _LABELS[line.kind]
        indent = "\n" + " " * 10
        # A model, a tool or a caller must not drive the terminal.
        click.echo(f"{paint(label, role)} | {indent.join(map(printable, line.text.split(chr(10))))}")

    return show
