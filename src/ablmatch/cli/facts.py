"""`ablmatch facts`: look at what a fact store holds of one owner, erase it, and purge what has expired."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from ablmatch.cli.arguments import name_command, store_option

if TYPE_CHECKING:
    from ablmatch.stores.facts import Fact, FactStore, Partition

_SCOPES = ("user", "project", "execution_tree")


@click.group("facts")
@click.pass_context
def facts_command(context: click.Context) -> None:
    """Look at the facts of a store, or erase them.

    The store is a URL: sqlite:///facts.db, postgresql://host/database or redis://host. One with a password is best
    given by the variable ABLMATCH_STORE, for others on the machine can read a command line.
    """
    name_command(context)


def _of_a_store(command: Callable[..., int]) -> Callable[..., int]:
    """The options of every command."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print one JSON object."),
        store_option("ABLMATCH_STORE", "The store."),
    ):
        command = option(command)
    return command


def _of_an_owner(command: Callable[..., int]) -> Callable[..., int]:
    """The options of every command that is about one owner."""
    for option in (
        click.option("--owner", required=True, metavar="ID", help="The user, project or execution tree."),
        click.option(
            "--scope", type=click.Choice(_SCOPES), default="user", show_default=True, help="What the owner is."
        ),
        click.option("--project", default="default", show_default=True, metavar="ID", help="The project."),
    ):
        command = option(command)
    return _of_a_store(command)


_show_values = click.option("--show-values", is_flag=True, help="Show values too; they may be personal data.")


@facts_command.command("list")
@_of_an_owner
@click.option("--prefix", default="", metavar="PATH", help="Only the facts at or below this path.")
@_show_values
def list_command(  # noqa: PLR0917 - click hands over every option by name
    url: str, project: str, scope: Any, owner: str, as_json: bool, prefix: str, show_values: bool
) -> int:
    """List the facts of an owner.

    In the order of their paths: path, when written, when it expires.
    """
    from ablmatch.stores.facts import List, Partition

    with _opened(url) as store:
        [found] = store.apply([List(Partition(project, scope, owner), prefix)], _now_ms())
    facts: list[Fact] = found  # type: ignore[assignment]  # what List gives
    if as_json:
        click.echo(json.dumps({"facts": [_as_json(fact, show_values) for fact in facts]}))
        return 0
    for fact in facts:
        click.echo(_line(fact, show_values))
    return 0


@facts_command.command("show")
@click.argument("path")
@_of_an_owner
@_show_values
def show_command(  # noqa: PLR0917 - click hands over every option by name
    path: str, url: str, project: str, scope: Any, owner: str, as_json: bool, show_values: bool
) -> int:
    """Show the fact at PATH.

    The exit status is 1 where there is none.
    """
    from ablmatch.stores.facts import Get, Partition
    from ablmatch.verify.errors import shown

    with _opened(url) as store:
        [found] = store.apply([Get(Partition(project, scope, owner), path)], _now_ms())
    fact: Fact | None = found  # type: ignore[assignment]  # what Get gives
    if as_json:
        click.echo(json.dumps({"fact": None if fact is None else _as_json(fact, show_values)}))
    elif fact is not None:
        click.echo(_line(fact, show_values))
    if fact is None:
        click.echo(f"ablmatch facts show: no fact at {shown(path)}", err=True)
        return 1
    return 0


@facts_command.command("erase")
@_of_an_owner
@click.option("--all-projects", is_flag=True, help="In every project, not only in --project.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def erase_command(  # noqa: PLR0917 - click hands over every option by name
    url: str, project: str, scope: Any, owner: str, as_json: bool, all_projects: bool, yes: bool
) -> int:
    """Erase every fact of an owner.

    The exit status is 1 where the question was answered with no.
    """
    from ablmatch.stores.facts import Erase, EraseOwner, Partition
    from ablmatch.verify.errors import BadInput, counted, shown

    partition = Partition(project, scope, owner)
    where = "all projects" if all_projects else f"project {shown(project)}"
    with _opened(url) as store:
        if not yes:
            if not sys.stdin.isatty():
                raise BadInput("there is nobody to ask: give --yes to erase without being asked")
            question = f"Erase all facts of {scope} {shown(owner)} in {where}{_held(store, partition, all_projects)}?"
            if not click.confirm(question, err=True):
                click.echo("ablmatch facts erase: nothing was erased", err=True)
                return 1
        [count] = store.apply([EraseOwner(scope, owner) if all_projects else Erase(partition)], _now_ms())
    erased: int = count  # type: ignore[assignment]  # what Erase gives
    click.echo(json.dumps({"erased": erased}) if as_json else f"erased {counted(erased, 'fact')}")
    return 0


@facts_command.command("purge")
@_of_a_store
def purge_command(url: str, as_json: bool) -> int:
    """Remove the expired facts of everybody from the disk.

    They are never given back, purged or not; run it every day so that they do not lie about.
    """
    from ablmatch.stores.facts import Purge
    from ablmatch.verify.errors import counted

    with _opened(url) as store:
        [count] = store.apply([Purge()], _now_ms())
    purged: int = count  # type: ignore[assignment]  # what Purge gives
    click.echo(json.dumps({"purged": purged}) if as_json else f"purged {counted(purged, 'expired fact')}")
    return 0


def _held(store: FactStore, partition: Partition, all_projects: bool) -> str:
    from ablmatch.stores.facts import List

    if all_projects:
        return ""
    [found] = store.apply([List(partition)], _now_ms())
    return f" ({len(found):,} now)" if isinstance(found, list) else ""


@contextmanager
def _opened(url: str) -> Iterator[FactStore]:
    """The store of a URL; what goes wrong with it becomes the line that a user reads."""
    from ablmatch.stores import StoreError, open_store
    from ablmatch.verify.errors import BadInput

    try:
        store = open_store(url, create=False)
        try:
            yield store
        finally:
            store.close()
    except StoreError as error:
        raise BadInput(str(error)) from None


def _line(fact: Fact, show_values: bool) -> str:
    from ablmatch.verify.errors import printable

    expiry = "stays" if fact.expires_ms is None else f"expires {_moment(fact.expires_ms)}"
    value = f"  {json.dumps(fact.value)}" if show_values else ""
    return f"{printable(fact.path)}  written {_moment(fact.written_ms)}  {expiry}{value}"


def _as_json(fact: Fact, show_values: bool) -> dict[str, Any]:
    found = {"path": fact.path, "written_ms": fact.written_ms, "expires_ms": fact.expires_ms}
    return {**found, "value": fact.value} if show_values else found


def _moment(ms: int) -> str:
    """A time as people read it; one past the calendar's end as its milliseconds."""
    from datetime import UTC, datetime

    try:
        return datetime.fromtimestamp(ms // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (OverflowError, ValueError, OSError):
        return f"{ms} ms"


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
