"""Go to definition: steps, agents, tools, variables, paths, templates, return handlers."""

from __future__ import annotations

from lsprotocol import types

from ablmatch.lsp.places import meant
from ablmatch.lsp.state import View


def definition(view: View, position: types.Position) -> list[types.Location]:
    """Where the name at a place is declared, in whichever file of the project."""
    found, _ = meant(view, view.offset(position))
    return [view.location(one.span) for one in found]
