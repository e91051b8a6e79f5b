"""`ablmatch mcp`: memory of one user and agent for any client of the Model Context Protocol."""

from __future__ import annotations

import click

from ablmatch.cli.arguments import store_option
from ablmatch.cli.blocks import SCOPES
from ablmatch.cli.lsp import end_by_signals
from ablmatch.verify.errors import BadInput, shown


def _scoped(_context: click.Context, parameter: click.Parameter, given: tuple[str, ...]) -> list[tuple[str, str]]:
    """Options of the form SCOPE/NAME."""
    found = []
    for one in given:
        scope, slash, name = one.partition("/")
        if not slash or scope not in SCOPES or not name:
            raise click.BadParameter(f"write SCOPE/{parameter.metavar}, with one of {', '.join(SCOPES)} before it")
        found.append((scope, name))
    return found


@click.command("mcp", short_help="Offer memory to any agent.")
@store_option("ABLMATCH_BLOCKS", "Where memory is kept.")
@click.option("--user", "user_id", metavar="ID", help="Whose memory it is.")
@click.option("--agent", "agent_id", metavar="ID", help="The agent, for blocks and values that all its users share.")
@click.option(
    "--block", "blocks", multiple=True, callback=_scoped, metavar="KEY",
    help="SCOPE/KEY of a block; user/USER and agent/MEMORY without any.",
)  # fmt: skip
@click.option(
    "--values", multiple=True, callback=_scoped, metavar="NAME",
    help="SCOPE/NAME of an extractor to search; user/Facts without any.",
)  # fmt: skip
def mcp_command(
    url: str,
    user_id: str | None,
    agent_id: str | None,
    blocks: list[tuple[str, str]],
    values: list[tuple[str, str]],
) -> int:
    """Serve memory_block and search_memory by the Model Context Protocol, over standard input and output.

    The store is a URL: file:folder, sqlite:///memory.db, postgresql://host/database or redis://host.  One with a
    password is best given by the variable ABLMATCH_BLOCKS.  A client starts this command itself and gets the memory of
    the user and the agent that it names, of nobody else.
    """
    try:
        from ablmatch.mcp.server import ToolRun, memory_server, serve_stdio
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] not in {"anyio", "mcp"}:
            raise
        raise BadInput("the Model Context Protocol needs mcp: pip install 'ablmatch[mcp]'") from None
    from ablmatch.memory import BlockSpec, Recall, Sessions, WorkingMemory, define_extractor, is_allowed
    from ablmatch.stores import StoreError
    from ablmatch.stores.owners import ALLOWED, check_block_key

    for option, given in (("--user", user_id), ("--agent", agent_id)):
        if given is not None and not is_allowed(given):
            raise BadInput(f"{option} is no id that memory is kept under: {ALLOWED}")
    if user_id is None and agent_id is None:
        raise BadInput("nobody's memory is nothing to serve: give --user, --agent or both")
    owned = {"user": user_id, "shared": user_id, "agent": agent_id}
    try:
        for _, key in blocks:
            check_block_key(key)
        specs = [BlockSpec(scope, key) for scope, key in blocks]  # type: ignore[arg-type]  # checked by click
        extractors = [
            define_extractor(name=name, instructions=f"Values of {name}.", schema={}, scope=scope)  # type: ignore[arg-type]
            for scope, name in values or [("user", "Facts")]
        ]
        for scope, name in [*blocks, *values]:
            if owned[scope] is None:
                raise BadInput(
                    f"{shown(f'{scope}/{name}')} has no owner: give --{'agent' if scope == 'agent' else 'user'}"
                )
        defaults = [BlockSpec("user", "USER"), BlockSpec("agent", "MEMORY")]
        sessions = Sessions()
        memory = WorkingMemory(
            url, auto_load=specs or [one for one in defaults if owned[one.scope] is not None], sessions=sessions
        )
        searched = [one for one in extractors if owned[one.scope] is not None]
        recall = Recall(searched, store=url, sessions=sessions)
        run = memory.bind(user_id=user_id, agent_id=agent_id)
        runs: list[ToolRun] = [run, recall.bind(user_id=user_id, agent_id=agent_id)]
    except (StoreError, ValueError) as error:
        raise BadInput(str(error)) from None
    end_by_signals()
    serve_stdio(memory_server(runs, run.prompt_section()))
    return 0
