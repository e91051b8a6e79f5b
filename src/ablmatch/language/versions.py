"""Which version of the compiled form an agent needs: one row a feature (source 002, Versions)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from ablmatch.language import ir
from ablmatch.language.places import Places


class Feature(NamedTuple):
    """`uses`: whether an agent has it; `places` tell declared from defaulted."""

    name: str
    version: str
    uses: Callable[[ir.Agent, Places], bool]


def _rules_repeat(agent: ir.Agent, _places: Places) -> bool:
    return any(
        rule.on_fail is not None and (rule.on_fail.max_repeats is not None or rule.on_fail.on_exhausted is not None)
        for rule in agent.constraints
    )


def _hides(agent: ir.Agent, places: Places) -> bool:
    parts = [*agent.memory.session, *agent.memory.persistent]
    return any(places.has(part, "model_visible") for part in parts)


FEATURES: tuple[Feature, ...] = (
    Feature("MAX_REPEATS and ON_EXHAUSTED", "1.1", _rules_repeat),
    Feature("READONLY", "1.1", lambda agent, _: any(one.readonly for one in agent.memory.session)),
    # An agent without MODEL_WRITERS keeps 1.0 or 1.1, whatever else it has (source 002, Model writers).
    Feature("MODEL_VISIBLE", "1.1", _hides),
    Feature(
        "MODEL_WRITERS", "1.2", lambda agent, _: any(one.model_writers is not None for one in agent.memory.session)
    ),
)


def with_version(agent: ir.Agent, places: Places) -> ir.Agent:
    """The agent with the lowest version that has all that it uses."""
    needed = [feature.version for feature in FEATURES if feature.uses(agent, places)]
    version = max(needed, key=ir.version_number, default=ir.VERSIONS[0])
    return msgspec.structs.replace(agent, version=version)
