"""Working memory: short blocks that an agent reads in every prompt and keeps with one tool, over all conversations."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ablmatch.memory import block_section, block_tool
from ablmatch.memory.block_section import ShownBlock
from ablmatch.memory.block_tool import BlockPlace
from ablmatch.memory.default_store import resolved_block_store
from ablmatch.memory.owners import MissingUser, check_missing_user, owners_in_session
from ablmatch.memory.sessions import Sessions
from ablmatch.memory.tokens import TokenCounter, estimated_tokens
from ablmatch.stores.blocks import BLOCK_SCOPES, DEFAULT_CHAR_LIMIT, BlockScope, BlockStore
from ablmatch.stores.checked import CheckedBlockStore
from ablmatch.stores.errors import shown
from ablmatch.stores.owners import ALLOWED, is_allowed


def _check_text(name: str, text: object) -> None:
    if text is not None and not isinstance(text, str):
        raise ValueError(f"{name} is a {type(text).__name__}, not text")


@dataclass(frozen=True, slots=True)
class BlockSpec:
    """One block that an agent has.

    `scope`: "user" or "shared" (two namespaces of the user), or "agent" (one block for all users of the agent).
    `key`: its name, which no other scope of the same memory has.  `template`: shown while the block is empty, stored
    with the first entry.
    """

    scope: BlockScope
    key: str
    template: str | None = None

    def __post_init__(self) -> None:
        if self.scope not in BLOCK_SCOPES:
            raise ValueError(f"unknown scope {shown(self.scope)} of a block: use one of {', '.join(BLOCK_SCOPES)}")
        if self.key is None:
            raise ValueError("a block needs a key")
        _check_text("key", self.key)
        _check_text("template", self.template)


DEFAULT_BLOCKS = (BlockSpec("user", "USER"), BlockSpec("agent", "MEMORY"))


class WorkingMemory:
    """The blocks of an agent, and where they are kept.

    `store`: a block store, or its URL; without one see `ablmatch.memory.set_default_block_store`.  `auto_load`: the
    blocks, in the order of the prompt.  `default_char_limit`: code points that a block may hold.  `scan_for_injection`:
    refuse writes that look like prompt injection.  `missing_user`: "withhold" the blocks of a run without a user, or
    let "anonymous" own them, which everybody without an id then shares.  `write_scopes`: the scopes that the model may
    change; all of them without it.  `token_budget`: what the prompt section may count by `count_tokens`.
    `sessions`: who has which session; shared with other memory that is bound beside this one.

    Safe to share between threads. Raises ValueError for settings that cannot be.
    """

    tool_name = block_tool.TOOL_NAME

    def __init__(
        self,
        store: BlockStore | str | None = None,
        *,
        auto_load: Sequence[BlockSpec] = DEFAULT_BLOCKS,
        default_char_limit: int = DEFAULT_CHAR_LIMIT,
        scan_for_injection: bool = True,
        missing_user: MissingUser = "withhold",
        write_scopes: Collection[BlockScope] | None = None,
        token_budget: int | None = None,
        count_tokens: TokenCounter = estimated_tokens,
        sessions: Sessions | None = None,
    ) -> None:
        check_missing_user(missing_user)
        for name, number in (("default_char_limit", default_char_limit), ("token_budget", token_budget)):
            if number is not None and (type(number) is not int or number < 1):
                raise ValueError(f"{name} must be a whole number of at least 1")
        if isinstance(write_scopes, str):
            raise ValueError(f"write_scopes is a text: give a set, such as {{{write_scopes!r}}}")  # noqa: TRY004
        writable = frozenset(BLOCK_SCOPES if write_scopes is None else write_scopes)
        if not writable <= set(BLOCK_SCOPES):
            unknown = ", ".join(sorted(shown(scope) for scope in writable - set(BLOCK_SCOPES)))
            raise ValueError(f"unknown scope {unknown} in write_scopes: use {', '.join(BLOCK_SCOPES)}")
        self.blocks = _distinct(auto_load)
        self.store = CheckedBlockStore(resolved_block_store(store))
        self.char_limit = default_char_limit
        self.scans = scan_for_injection
        self.missing_user: MissingUser = missing_user
        self.write_scopes = writable
        self.token_budget = token_budget
        self.count_tokens = count_tokens
        self.sessions = Sessions() if sessions is None else sessions

    def bind(
        self, *, user_id: str | None = None, agent_id: str | None = None, session_id: str | None = None
    ) -> WorkingMemoryRun:
        """The blocks as one run has them: loaded now, those of a missing or refused owner left out with a warning.

        Raises SessionUserError where the session belongs to another user, StoreError where the store fails.
        """
        specs = self._usable(session_id)
        found, claimed = owners_in_session(
            self.sessions,
            user_id=user_id,
            agent_id=agent_id,
            session_id=session_id,
            missing_user=self.missing_user,
            scopes={spec.scope for spec in specs},
        )
        places = [
            BlockPlace(
                spec.scope,
                owner,
                spec.key,
                (spec.template or "").strip(),
                self.char_limit,
                writable=spec.scope in self.write_scopes,
            )
            for spec in specs
            if (owner := found.of(spec.scope)) is not None
        ]
        return WorkingMemoryRun(self, places, claimed, session_id)

    def _usable(self, session_id: str | None) -> list[BlockSpec]:
        """The blocks whose keys are allowed."""
        usable = []
        for spec in self.blocks:
            if is_allowed(spec.key):
                usable.append(spec)
            else:
                message = f"the block key {shown(spec.key)} is not allowed: the block is withheld; {ALLOWED}"
                self.sessions.warn_once(session_id, f"block_key {spec.key}", message)
        return usable


class WorkingMemoryRun:
    """The blocks of one run. `WorkingMemory.bind` makes it."""

    def __init__(
        self, memory: WorkingMemory, places: Sequence[BlockPlace], user: str | None, session_id: str | None
    ) -> None:
        self._memory = memory
        self._places = tuple(places)
        self._user = user
        self._blocks = [self._shown(place) for place in places]
        self._section = block_section.section(self._blocks, memory.token_budget, memory.count_tokens)
        if self._blocks and self._section is None:
            message = (
                f"the token budget of {memory.token_budget} does not even hold the headings of working memory: the "
                "section is left out; give token_budget more"
            )
            memory.sessions.warn_once(session_id, "budget", message)

    def prompt_section(self) -> str | None:
        """The section for the volatile part of the system prompt, as it was when the run was bound; None for none.

        Its token count never exceeds the budget; what is left out is said in it.
        """
        return self._section

    def tool_schema(self) -> dict[str, Any] | None:
        """`memory_block` as `name`, `description` and `parameters` (JSON Schema); None where there is no block.

        `openai_tool` and `anthropic_tool` give it the form of these services.
        """
        return block_tool.schema(self._blocks, self._memory.char_limit) if self._blocks else None

    def call(
        self, action: str, block: str, content: str | None = None, match: str | None = None, **_dropped: Any
    ) -> dict[str, Any]:
        """Carry out a call of the model and give its result; other arguments than these are dropped.

        Raises ValueError for an action, a block or a type outside the schema, with nothing read or written; StoreError
        where the store fails. Everything else that is wrong with a call is in the result, as `error` and `message`.
        """
        if action not in block_tool.ACTIONS:
            raise ValueError(f"unknown action {shown(action)}: use one of {', '.join(block_tool.ACTIONS)}")
        place = next((one for one in self._places if one.key == block), None)
        if place is None:
            known = ", ".join(one.key for one in self._places) or "none"
            raise ValueError(f"no block {shown(block)} in this run: it has {known}")
        _check_text("content", content)
        _check_text("match", match)
        store = self._memory.store
        if action == "view":
            return block_tool.view(store, place)
        if not place.writable:
            return block_tool.read_only(place)
        if action == "remove":
            result = block_tool.remove(store, place, match)
        else:
            result = block_tool.write(store, place, action, content, scan=self._memory.scans)
        if result["ok"] and result.get("removed") != 0:
            block_tool.log_agent_write(place, action, self._user)
        return result

    # --- as a session has it ----------------------------------------------------------------------------------------

    def prompt_text(self, query: str) -> str | None:
        """`prompt_section`; blocks do not depend on what the user said."""
        del query
        return self._section

    def call_tool(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """`call` with the arguments that a model gave."""
        given: dict[str, Any] = {name: arguments.get(name) for name in ("action", "block", "content", "match")}
        return self.call(**given)

    def _shown(self, place: BlockPlace) -> ShownBlock:
        block = self._memory.store.load(place.scope, place.owner, place.key)
        content = "" if block is None else block.content.strip()
        return ShownBlock(place.scope, place.key, content or place.template, place.writable)


def _distinct(auto_load: Sequence[BlockSpec]) -> tuple[BlockSpec, ...]:
    """The specs without repetitions; raises ValueError for one key in two scopes, which no call could tell apart."""
    first: dict[str, BlockSpec] = {}
    for spec in auto_load:
        if not isinstance(spec, BlockSpec):
            raise TypeError(f"auto_load holds a {type(spec).__name__}: it is a list of BlockSpec")
        known = first.setdefault(spec.key, spec)
        if known.scope != spec.scope:
            raise ValueError(
                f"the block key {shown(spec.key)} is in the scopes {known.scope} and {spec.scope}: rename one"
            )
    return tuple(first.values())
