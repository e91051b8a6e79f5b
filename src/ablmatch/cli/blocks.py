"""`ablmatch blocks`: look at what an agent keeps of one owner, change it by hand, or erase it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from ablmatch.cli.arguments import name_command, store_option

if TYPE_CHECKING:
    from ablmatch.stores.blocks import Block, BlockStore

SCOPES = ("user", "agent", "shared")
_CHAR_LIMIT = 10_000


@click.group("blocks", short_help="Look at working memory, change or erase it.")
@click.pass_context
def blocks_command(context: click.Context) -> None:
    """Look at an agent's blocks of working memory, change or erase them.

    The store is a URL: file:folder (file: alone is the folder of FileBlockStore), sqlite:///memory.db,
    postgresql://host/database or redis://host. One with a password is best given by the variable ABLMATCH_BLOCKS, for
    others on the machine can read a command line.
    """
    name_command(context)


def _of_an_owner(command: Callable[..., int]) -> Callable[..., int]:
    """The options of every command."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print one JSON object."),
        click.option("--owner", required=True, metavar="ID", help="The user, for the scope agent the agent."),
        click.option(
            "--scope", type=click.Choice(SCOPES), default="user", show_default=True, help="Whose blocks they are."
        ),
        store_option("ABLMATCH_BLOCKS", "The store."),
    ):
        command = option(command)
    return command


@blocks_command.command("list")
@_of_an_owner
def list_command(url: str, scope: Any, owner: str, as_json: bool) -> int:
    """List the blocks of an owner.

    In the order of their keys: key, length, when written. The texts are not shown.
    """
    with _opened(url, owner) as store:
        found = [store.load(scope, owner, key) for key in store.list(scope, owner)]
    # A block may have been deleted since it was listed.
    blocks = [block for block in found if block is not None]
    if as_json:
        click.echo(json.dumps({"blocks": [_about(block) for block in blocks]}))
        return 0
    for block in blocks:
        click.echo(_line(block))
    return 0


@blocks_command.command("show")
@click.argument("key")
@_of_an_owner
def show_command(key: str, url: str, scope: Any, owner: str, as_json: bool) -> int:
    """Show the text of the block KEY.

    The exit status is 1 where there is none.
    """
    with _opened(url, owner) as store:
        block = store.load(scope, owner, key)
    if as_json:
        shown = None if block is None else {**_about(block), "content": block.content}
        click.echo(json.dumps({"block": shown}))
    elif block is not None:
        click.echo(_displayed(block.content))
    return _none_there("show", key) if block is None else 0


@blocks_command.command("edit")
@click.argument("key")
@_of_an_owner
@click.option(
    "--from", "source", type=click.File(encoding="utf-8"), metavar="FILE", help="The new text; - is standard input."
)
@click.option(
    "--char-limit",
    default=_CHAR_LIMIT,
    show_default=True,
    type=click.IntRange(min=1),
    help="Characters that the block may hold.",
)
@click.option("--no-scan", is_flag=True, help="Take a text that reads like prompt injection, too.")
def edit_command(  # noqa: PLR0917 - click hands over every option by name
    key: str, url: str, scope: Any, owner: str, as_json: bool, source: Any, char_limit: int, no_scan: bool
) -> int:
    """Change the text of the block KEY, or write it where there is none.

    In the editor of VISUAL or EDITOR, or from a file. Nothing is stored where another has changed the block meanwhile.
    The exit status is 1 where the text was left as it was.
    """
    from ablmatch.stores.blocks import Block
    from ablmatch.stores.errors import StoreError
    from ablmatch.stores.owners import check_block_key
    from ablmatch.verify.errors import BadInput

    with _opened(url, owner, create=True) as store:
        # What the runtime would withhold is not written, but can be looked at and erased.
        check_block_key(key)
        before = store.load(scope, owner, key)
        text = _edited("" if before is None else before.content, source)
        if text is None or (before is not None and text == before.content):
            if as_json:
                click.echo(json.dumps({"block": None}))
            click.echo("ablmatch blocks edit: nothing was changed", err=True)
            return 1
        try:
            _check_text(text, char_limit, scans=not no_scan)
            block = _replace(store, owner, before, Block(scope, key, text, char_limit))
        except (BadInput, StoreError) as error:
            # What was typed into an editor is nowhere else.
            raise BadInput(str(error) if source is not None else f"{error}; {_kept(text)}") from None
    click.echo(json.dumps({"block": _about(block)}) if as_json else f"stored {_line(block)}")
    return 0


@blocks_command.command("erase", short_help="Erase one block of an owner, or all.")
@click.argument("key", required=False)
@_of_an_owner
@click.option("--all", "everything", is_flag=True, help="Every block of the owner in the scope.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def erase_command(  # noqa: PLR0917 - click hands over every option by name
    key: str | None, url: str, scope: Any, owner: str, as_json: bool, everything: bool, yes: bool
) -> int:
    """Erase the block KEY, or with --all every block of an owner in one scope.

    The exit status is 1 where the question was answered with no, and where there is no block KEY.
    """
    from ablmatch.stores.blocks import erase_blocks
    from ablmatch.verify.errors import BadInput, counted, shown

    if (key is None) != everything:
        raise BadInput("give one of the two: the KEY of a block, or --all")
    with _opened(url, owner) as store:
        held = store.list(scope, owner)
        if key is not None and key not in held:
            if as_json:
                click.echo(json.dumps({"erased": 0}))
            return _none_there("erase", key)
        if not yes:
            if not sys.stdin.isatty():
                raise BadInput("there is nobody to ask: give --yes to erase without being asked")
            what = f"all {len(held)} blocks" if key is None else f"the block {shown(key)}"
            if not click.confirm(f"Erase {what} of {scope} {shown(owner)}?", err=True):
                click.echo("ablmatch blocks erase: nothing was erased", err=True)
                return 1
        if key is None:
            # Also what no list shows.
            erased = erase_blocks(store, scope, owner)
        else:
            store.delete(scope, owner, key)
            erased = 1
    click.echo(json.dumps({"erased": erased}) if as_json else f"erased {counted(erased, 'block')}")
    return 0


def _edited(content: str, source: Any) -> str | None:
    """The new text, trimmed as the model's is; None where the editor was left without saving."""
    from ablmatch.verify.errors import BadInput

    if source is not None:
        try:
            text = str(source.read())
        except UnicodeDecodeError:
            raise BadInput("the text is not UTF-8") from None
    else:
        if not sys.stdin.isatty():
            raise BadInput("there is nobody to edit the block: give --from FILE, or --from - for standard input")
        found = click.edit(content, extension=".md")
        if found is None:
            return None
        text = found
    return text.strip()


def _check_text(text: str, char_limit: int, *, scans: bool) -> None:
    from ablmatch.memory.scanner import scan_memory_write
    from ablmatch.verify.errors import BadInput

    if not text:
        raise BadInput("the new text is empty: use `ablmatch blocks erase` to remove a block")
    if len(text) > char_limit:
        raise BadInput(f"the new text has {len(text):,} characters and may have {char_limit:,}: give --char-limit more")
    unsafe = scan_memory_write(text) if scans else None
    if unsafe is not None:
        raise BadInput(f"the new text reads like prompt injection ({unsafe.pattern}): give --no-scan to store it")


def _replace(store: BlockStore, owner: str, before: Block | None, made: Block) -> Block:
    """Stores a block in place of the one that was shown; raises BadInput where that is no longer there."""
    from ablmatch.stores.blocks import update_block
    from ablmatch.verify.errors import BadInput, shown

    def change(now: Block | None) -> Block:
        if (None if now is None else now.content) != (None if before is None else before.content):
            raise BadInput(
                f"another has changed the block {shown(made.key)} meanwhile: nothing was stored; edit it again"
            )
        return made

    return update_block(store, made.scope, owner, made.key, change) or made


def _kept(text: str) -> str:
    """Where the text now is: in a file that its owner alone can read, or nowhere."""
    import os
    import tempfile

    try:
        opened, path = tempfile.mkstemp(suffix=".md")
        with os.fdopen(opened, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        return f"your text is lost, too: {(error.strerror or type(error).__name__).lower()}"
    return f"your text is in {path}"


@contextmanager
def _opened(url: str, owner: str, *, create: bool = False) -> Iterator[BlockStore]:
    """The store of a URL, for an owner that may be one; what goes wrong becomes the line that a user reads."""
    from ablmatch.stores import StoreError, open_block_store
    from ablmatch.stores.owners import check_owner
    from ablmatch.verify.errors import BadInput

    try:
        check_owner(owner)
        store = open_block_store(url, create=create)
        try:
            yield store
        finally:
            close = getattr(store, "close", None)
            if close is not None:
                close()
    except StoreError as error:
        raise BadInput(str(error)) from None


def _none_there(command: str, key: str) -> int:
    from ablmatch.verify.errors import shown

    click.echo(f"ablmatch blocks {command}: no block {shown(key)}", err=True)
    return 1


def _line(block: Block) -> str:
    from ablmatch.verify.errors import printable

    return f"{printable(block.key)}  {len(block.content)} characters  written {printable(block.updated_at or 'never')}"


def _about(block: Block) -> dict[str, Any]:
    return {"key": block.key, "chars": len(block.content), "updated_at": block.updated_at}


def _displayed(content: str) -> str:
    """As stored for a file or a pipe; what could drive a terminal is escaped on one."""
    from ablmatch.verify.errors import printable

    return "\n".join(map(printable, content.split("\n"))) if sys.stdout.isatty() else content
