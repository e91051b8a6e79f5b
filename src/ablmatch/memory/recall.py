"""Recall: values that a model takes from conversations, shown again by preload and found by `search_memory`.

recall = Recall([facts_extractor()], store=store, model=model, preload=Preload(enabled=True))
run = recall.bind(user_id="u1", agent_id="support", session_id="s1")
prompt = run.preload(query)
run.turn_closed(messages)
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ablmatch.memory.conversation import Message, check_messages
from ablmatch.memory.default_store import resolved_extracted_store
from ablmatch.memory.extraction import EventHook, Extraction, ExtractionResult, Model, NoOwner
from ablmatch.memory.extractors import (
    ExtractionContext,
    Extractor,
    ExtractorError,
    ResolvedExtractor,
    distinct,
)
from ablmatch.memory.facts import FACTS
from ablmatch.memory.owners import MissingUser, Owners, check_missing_user, owners_in_session
from ablmatch.memory.preload import Preload, preload_section
from ablmatch.memory.search import NAME, check_query, search, search_tool
from ablmatch.memory.sessions import Sessions
from ablmatch.memory.tokens import TokenCounter, estimated_tokens
from ablmatch.memory.trigger import DEFAULT_TRIGGER, Trigger, check_trigger
from ablmatch.memory.turns import Turns
from ablmatch.stores.blocks import BlockScope
from ablmatch.stores.checked import CheckedExtractedStore
from ablmatch.stores.extracted import ExtractedStore

logger = logging.getLogger("ablmatch.memory")

_MOST_CONVERSATIONS = 100_000
_WORKERS = 4


class Recall:
    """What an agent remembers of conversations: its extractors, where their values are kept, and the model.

    - `store`: a store of extracted values, or its URL; needed as soon as there is an extractor or preload
    - `model`: called as (system text, prompt, JSON Schema of the answer), gives the answer as a dict; without one
      nothing is extracted
    - `trigger`: when a closed turn leads to an extraction: "each-turn"; "idle", a turn without tools; {"tokens": n}, n
      tokens since the last one that succeeded
    - `blocking`: whether `turn_closed` waits for the extraction
    - `strict_merge`: one unfit value in the model's answer fails all of it, not its own slug alone
    - `on_event`: called with {"type": "extraction", "slug", "value", "changed": True} for each value that is not the
      one that was stored before
    - `missing_user`: "anonymous" gives runs without a user id the owner of that name, shared by all of them
    - `sessions`: who has which session; shared with other memory that is bound beside this one
    - `count_tokens`: of preload's budget and of the trigger; a quarter of the code points, rounded up, without it

    Safe to share between threads.  Raises ValueError for a setting that cannot be, StoreError for a
    URL that cannot be opened.
    """

    tool_name = NAME

    def __init__(
        self,
        extractors: Iterable[Extractor] = (),
        *,
        store: ExtractedStore | str | None = None,
        model: Model | None = None,
        preload: Preload | None = None,
        trigger: Trigger = DEFAULT_TRIGGER,
        blocking: bool = False,
        strict_merge: bool = False,
        on_event: EventHook | None = None,
        missing_user: MissingUser = "withhold",
        count_tokens: TokenCounter = estimated_tokens,
        sessions: Sessions | None = None,
    ) -> None:
        self.extractors = distinct(extractors)
        if not isinstance(preload, Preload | None):
            raise ValueError("preload must be a Preload, such as Preload(enabled=True)")  # noqa: TRY004
        self.preload = preload or Preload()
        if store is None and (self.extractors or self.preload.enabled):
            raise ValueError("recall needs a store: pass store=, such as InMemoryExtractedStore()")
        if model is not None and not callable(model):
            raise ValueError("model must be callable with a system text, a prompt and a JSON Schema")
        self.store = None if store is None else CheckedExtractedStore(resolved_extracted_store(store))
        self.trigger = check_trigger(trigger)
        self.blocking = blocking
        check_missing_user(missing_user)
        self.missing_user: MissingUser = missing_user
        self.count_tokens = count_tokens
        self.sessions = Sessions() if sessions is None else sessions
        self.extraction: Extraction | None = None
        if model is not None and self.extractors and self.store is not None:
            self.extraction = Extraction(self.extractors, self.store, model, strict_merge, on_event)
        self._lock = threading.Lock()
        self._pool: ThreadPoolExecutor | None = None
        self._closed = False
        self._turns: OrderedDict[tuple[str, str | None, str | None], Turns] = OrderedDict()

    def bind(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        session_id: str | None = None,
        extracted: int = 0,
    ) -> RecallRun:
        """Recall as one run of an agent has it.

        Runs of one `session_id` go on with one conversation, and the first of them decides whose it is: raises
        SessionUserError (a PermissionError) for another user.  `extracted`: how many messages of a conversation that
        this process does not know yet were extracted before (the `pointer` of an earlier run).
        """
        scopes: set[BlockScope] = {one.scope for one in self.extractors}
        if self.preload.enabled:
            scopes.add("user")
        owned, claimed = owners_in_session(
            self.sessions,
            user_id=user_id,
            agent_id=agent_id,
            session_id=session_id,
            missing_user=self.missing_user,
            scopes=scopes,
        )
        context = ExtractionContext(agent_id, session_id, claimed if owned.user_fault is None else None)
        return RecallRun(self, owned, context, self._turns_of(session_id, agent_id, claimed, extracted))

    def pool(self) -> ThreadPoolExecutor:
        """The threads of background extractions; the process waits for them before it ends."""
        with self._lock:
            if self._closed:
                raise RuntimeError("this Recall is closed")
            if self._pool is None:
                self._pool = ThreadPoolExecutor(_WORKERS, thread_name_prefix="ablmatch-recall")
            return self._pool

    def close(self) -> None:
        """Waits for what runs in the background; turns that are closed afterwards raise RuntimeError."""
        with self._lock:
            self._closed = True
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown()

    def _turns_of(self, session_id: str | None, agent_id: str | None, user_id: str | None, extracted: int) -> Turns:
        if type(extracted) is not int or extracted < 0:
            raise ValueError("extracted must be a whole number of at least 0")
        if session_id is None:
            return Turns(self.trigger, self.count_tokens, extracted)
        with self._lock:
            # With the user: nobody else is told what was extracted for her, and what she said waits until she is there.
            key = session_id, agent_id, user_id
            found = self._turns.setdefault(key, Turns(self.trigger, self.count_tokens, extracted))
            self._turns.move_to_end(key)
            # A conversation that is forgotten is extracted anew, as one that another process began.
            while len(self._turns) > _MOST_CONVERSATIONS:
                self._turns.popitem(last=False)
            return found


class RecallRun:
    """Recall for one user, one agent and one conversation; made by `Recall.bind`.  Failures of the store are raised."""

    def __init__(self, recall: Recall, owned: Owners, context: ExtractionContext, turns: Turns) -> None:
        self._recall = recall
        self._owners = owned
        self._context = context
        self._turns = turns
        self._resolved: list[ResolvedExtractor] | None = None

    # --- Reading ------------------------------------------------------------------------------------------------

    def preload(self, query: str | None, *, token_budget: int | None = None) -> str | None:
        """The facts of the user as a section of the prompt, None where there are none or preload is off.

        `query`: what the user just said, as text; without one nothing is shown.  `token_budget` stands in for the
        configured one.
        """
        store, settings, owner = self._recall.store, self._recall.preload, self._owners.of("user")
        budget = settings.token_budget if token_budget is None else token_budget
        if store is None or not settings.enabled or owner is None or budget <= 0:
            return None
        if not isinstance(query, str) or not query.strip():
            return None
        row = store.load("user", owner, FACTS)
        return None if row is None else preload_section(row, query, budget, self._recall.count_tokens)

    def tool_schema(self) -> dict[str, Any] | None:
        """`search_memory` as a model is offered it: name, description, parameters.  None: nothing can be searched."""
        resolved = self._searchable()
        return search_tool(resolved) if resolved else None

    def search(self, query: str, slug: str | None = None) -> dict[str, list[dict[str, Any]]]:
        """What the tool answers: `{"results": [{"slug", "entry", "score"}]}`, ten at most, none without a match.

        Raises ValueError for a query that is no text or empty, and for a slug that the tool does not offer.
        """
        text = check_query(query)
        offered = {one.extractor.slug: one.extractor for one in self._searchable()}
        if slug is not None and slug not in offered:
            raise ValueError(f"slug must be one of {', '.join(offered) or 'none, for nothing can be searched'}")
        asked = offered.values() if slug is None else [offered[slug]]
        return search(self._values(asked), text)

    # The two names that `Session` asks attached memory by.
    def prompt_text(self, query: str) -> str | None:
        """As `preload`."""
        return self.preload(query)

    def call_tool(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """As `search`, with the arguments of the tool; unknown ones are dropped."""
        return self.search(arguments.get("query", ""), arguments.get("slug"))

    # --- Extraction ---------------------------------------------------------------------------------------------

    @property
    def pointer(self) -> int:
        """How many messages of the conversation were there when the last extraction that succeeded began."""
        return self._turns.pointer

    def extract(self, messages: Sequence[Message]) -> ExtractionResult:
        """Extracts from the whole conversation now, in one call of the model.

        Raises ValueError for messages of another form and without a model; whatever fails afterwards is in the result.
        """
        if self._recall.extractors and self._recall.extraction is None:
            raise ValueError("there is no model to extract with: pass model= to Recall")
        return self._turns.extract(check_messages(messages), self._extract)

    def turn_closed(self, messages: Sequence[Message], used_tools: bool = False) -> ExtractionResult | None:
        """A turn has ended; `messages` is the whole conversation so far.  Extracts where the trigger says so.

        The result where `blocking` is set and something was extracted, else None: what runs in the background is told
        by `settled`.  `used_tools`: whether the turn called tools that leave no message.
        """
        checked = check_messages(messages)
        if self._recall.extraction is None:
            return None
        if self._recall.blocking:
            return self._turns.close(checked, self._extract, used_tools=used_tools)
        self._turns.close_in_background(checked, self._extract, self._recall.pool(), used_tools=used_tools)
        return None

    def settled(self, timeout: float | None = None) -> list[ExtractionResult]:
        """Waits for what runs in the background for this conversation; the results that were not told yet, in order.

        Failures are in the results.  Raises TimeoutError when `timeout` seconds were not enough.
        """
        return self._turns.settled(timeout)

    # --- Inside -------------------------------------------------------------------------------------------------

    def _extract(self, messages: Sequence[Message]) -> ExtractionResult:
        extraction = self._recall.extraction
        return ExtractionResult() if extraction is None else extraction.run(messages, self._owner_of, self._context)

    def _owner_of(self, extractor: Extractor) -> str | NoOwner:
        owner = self._owners.of(extractor.scope)
        if owner is not None:
            return owner
        whose = "agent" if extractor.scope == "agent" else "user"
        missing = self._owners.fault(extractor.scope) == "missing"
        return NoOwner(f"the run has no {whose} id" if missing else f"the {whose} id is not allowed as an owner")

    def _searchable(self) -> list[ResolvedExtractor]:
        """The extractors whose values have an owner in this run, resolved once; one that cannot be is left out."""
        if self._resolved is None:
            found = []
            for one in self._recall.extractors:
                if self._owners.of(one.scope) is None:
                    continue
                try:
                    found.append(one.resolve(self._context))
                except ExtractorError:
                    logger.warning("search_memory leaves out the extractor %s, which cannot be resolved", one.slug)
            self._resolved = found
        return self._resolved

    def _values(self, extractors: Iterable[Extractor]) -> Iterable[tuple[str, Any]]:
        for one in extractors:
            owner = self._owners.of(one.scope)
            if owner is not None and self._recall.store is not None:
                row = self._recall.store.load(one.scope, owner, one.slug)
                if row is not None:
                    yield one.slug, row.value
