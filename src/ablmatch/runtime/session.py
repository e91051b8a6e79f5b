"""A session: events in, outcomes out, no I/O but the fact store's.

Each event works on a copy of the state; facts are written at its end, all or none, and then the copy is taken over.
An error of the store leaves the session as it was before the event.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from ablmatch.language import ir
from ablmatch.language.functions.moment import Moment, NoVault, Vault
from ablmatch.runtime import (
    constraints,
    delegation,
    flow,
    grounding,
    handoff,
    hooks,
    projection,
    recall,
    returning,
    routing,
    tools,
    turn,
)
from ablmatch.runtime.admission import ValueRefusal, admitted_object, admitted_text
from ablmatch.runtime.attached import RECALL, WORKING_MEMORY, Attached, Closed, Memory, carry_out
from ablmatch.runtime.authority import InferredProtection, StandardProtection, refuses_model
from ablmatch.runtime.evaluator_operations import walk
from ablmatch.runtime.facts import Facts
from ablmatch.runtime.outcome import Outcome
from ablmatch.runtime.prepared import prepared
from ablmatch.runtime.process import PROCESS, ProcessScope
from ablmatch.runtime.state import Frame, State, Thread
from ablmatch.runtime.suspension import dump, load
from ablmatch.runtime.system import value_of
from ablmatch.runtime.trace import TraceEvent
from ablmatch.runtime.work import Work
from ablmatch.stores import open_store
from ablmatch.stores.facts import FactStore

IDLE_MS = 30 * 60 * 1000
KEPT_TRACE = 10_000


class SessionError(ValueError):
    """A verb at a moment that does not allow it: before `start`, or after `end`."""


class Session:
    """One conversation with the agents of a project.

    `project`: from compile().  `store`: a fact store, or its URL; in memory without one.  `agent`: who begins, the
    project's entry without it.  `clock`: gives an aware datetime; the system's clock without it.  `seed`: for
    UNIQUE_ID; chance without it.  `protection`: the policy for fields that no MODEL_WRITERS governs.  `vault`: resolves
    live tokens of personal data.  `process_scope`: where RESET: never variables live; that of this process
    without it.  `idle_timeout`: in place of the agent's own.  `working_memory`, `recall`: memory over sessions (see
    `ablmatch.memory`), bound for every turn to the user and the active agent.

    Raises SessionError for an agent that the project has not and for a tool with a name of attached memory, StoreError
    for a URL that cannot be opened, TypeError for a project that was not compiled and for an id that is no text.  So do
    the events below: SessionError before `start` and for values that JSON has not, StoreError where the store fails,
    TypeError for a text that is none; the session is then what it was before.
    """

    def __init__(
        self,
        project: ir.ProjectIR,
        *,
        store: FactStore | str | None = None,
        agent: str | None = None,
        session_id: str | None = None,
        user_id: str | None = None,
        project_id: str = "default",
        channel: str | None = None,
        language: str | None = None,
        clock: Callable[[], datetime] | None = None,
        seed: int | None = None,
        protection: InferredProtection | None = None,
        vault: Vault | None = None,
        process_scope: ProcessScope | None = None,
        idle_timeout: timedelta | None = None,
        working_memory: Memory | None = None,
        recall: Memory | None = None,
    ) -> None:
        self.project = prepared(project)
        _check_texts(session_id=session_id, user_id=user_id, project_id=project_id, channel=channel, language=language)
        entry = agent if agent is not None else project.entry
        if entry not in self.project.agents:
            raise SessionError(f"the project has no agent `{entry}`: it has {', '.join(sorted(self.project.agents))}")
        self.entry = entry
        self.store: FactStore = (
            open_store("memory:" if store is None else store) if isinstance(store, str | None) else store
        )
        self._clock = clock if clock is not None else lambda: datetime.now(UTC)
        # A seed is for replays and tests; without one ids cannot be guessed.
        self._chance = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311
        self._protection = protection if protection is not None else StandardProtection()
        self._vault = vault if vault is not None else NoVault()
        self._process = process_scope if process_scope is not None else PROCESS
        self._idle_ms = None if idle_timeout is None else round(idle_timeout.total_seconds() * 1000)
        self._attached = Attached({WORKING_MEMORY: working_memory, RECALL: recall})
        self._check_tools()
        name = session_id if session_id is not None else f"{self._chance.getrandbits(128):032x}"
        self._state = State(
            session_id=name,
            project_id=project_id,
            user_id=user_id,
            tree_id=name,
            channel=channel,
            language=language,
            frames=[Frame({}, {})],
            threads=[Thread(entry)],
        )
        self.trace: list[TraceEvent] = []
        # Hosts may use a session from several threads: its events happen one after the other.
        self._lock = threading.Lock()

    # --- events -----------------------------------------------------------------------------------------------------

    def start(self) -> Outcome:
        """Session start: greeting, and the entry agent's flow until it waits. Once; later calls do nothing."""

        def run(work: Work) -> None:
            if not work.state.started:
                work.state.started = True
                turn.start(work)

        return self._event(run, started=False)

    def user_message(
        self, text: str, extracted: Mapping[str, Any] | None = None, *, inferred: Mapping[str, Any] | None = None
    ) -> Outcome:
        """A message of the caller; it ends the turn before it.

        `extracted`: fields that patterns or ML found in it.  `inferred`: fields that a model extracted.
        """
        said = admitted_text(text)
        found, guessed = _admitted(extracted), _admitted(inferred)

        def run(work: Work) -> None:
            turn.settle(work, self._protection)
            turn.close_turn(work, waits=False)
            constraints.check_said(work)
            work.guarded, work.refused = [], False
            if work.state.completed:
                turn.over(work)
                return
            turn.open_turn(work, said)
            turn.hear(work, found, guessed, self._protection)

        return self._event(run, late=True)

    def model_set(self, values: Mapping[str, Any]) -> Outcome:
        """Writes of the model, each judged on its own; `refused_writes` says which were not made."""
        written = _admitted(values)

        def run(work: Work) -> None:
            for name, given in written.items():
                reason = refuses_model(work.project, work.agent, name, self._protection)
                persistent = work.agent.covers(tuple(name.split("."))) is not None or name in work.thread.grants
                if persistent and reason == "reserved" and not name.startswith("_"):
                    reason = None
                value = given
                if reason is None:
                    reason, value = grounding.judge(work, name, given)
                if reason is not None:
                    work.refuse(name, reason)
                elif not work.set(name, value, "model"):
                    work.refuse(name, "access")

        return self._event(run)

    def tool_call(self, name: str, args: Mapping[str, Any] | None = None) -> Outcome:
        """A call that the model wants: `outcome.allowed` says whether the host may run it.

        What a flow or hook waits for is only answered: its rules were asked when it was called. A tool of attached
        memory is carried out here: `outcome.result` is for the model, and there is nothing to run.
        """
        given = _admitted(args)

        def run(work: Work) -> None:
            if work.thread.pending == name:
                return
            step = work.agent.steps.get(work.thread.step or "")
            if step is not None and step.available_tools is not None and name not in step.available_tools:
                work.trace("TOOL_UNAVAILABLE", tool=name, step=step.name)
                work.outcome.allowed = False
                return
            memory = self._attached.run_of(work.state, name)
            if memory is None:
                allowed = tools.permit(work, name, given) is not None
            else:
                allowed = carry_out(work, memory, name, given)
            if not allowed:
                if not work.outcome.effects and not work.outcome.failures:
                    work.trace("response", refused=True)
                if work.moved:
                    flow.run(work)
                routing.carry_out(work)

        return self._event(run)

    def tool_result(self, name: str, result: Any) -> Outcome:
        """What an allowed call has given."""
        given = _admitted({"result": result})["result"]
        return self._event(lambda work: self._answered(work, name, given, None))

    def tool_error(self, name: str, error: str) -> Outcome:
        """Why an allowed call has failed."""
        message = admitted_text(error)
        return self._event(lambda work: self._answered(work, name, None, message))

    def _answered(self, work: Work, name: str, result: Any, error: str | None) -> None:
        pending = work.thread.pending == name
        in_flow = pending and work.thread.waiting == "call" and not work.state.resume
        step = work.agent.steps.get(work.thread.step or "") if in_flow else None
        handles = step is not None and bool(step.on_failure or step.on_fail_goto or step.on_fail)
        if error is None:
            taken = tools.take_result(work, name, result)
        else:
            taken = tools.take_error(work, name, error, handled=handles)
        if taken and pending:
            work.thread.pending = None
            if in_flow:
                flow.after_call(work, failed=error is not None)
            elif error is not None and hooks.is_critical(work):
                turn.abort(work)
            elif work.state.resume:
                turn.resume(work, self._protection)
        elif work.moved:
            flow.run(work)
        if work.state.turn_open and work.guarded and not work.completing and work.leaving is None:
            turn.check_texts(work, "turn")
        routing.carry_out(work)

    def respond(self, text: str) -> Outcome:
        """The model's reply: `outcome.text` is what may be said."""
        said = admitted_text(text)
        return self._event(lambda work: turn.reply(work, said))

    def end_turn(self) -> Outcome:
        """The reply is delivered: after_turn, remember."""

        def run(work: Work) -> None:
            if work.state.resume[:1] != ["after_turn"]:
                turn.settle(work, self._protection)
            turn.close_turn(work)

        return self._event(run, late=True)

    def end(self) -> Outcome:
        """The session is over; its values are cleared."""

        def run(work: Work) -> None:
            turn.settle(work, self._protection)
            turn.close_turn(work, waits=False)
            self._close(work)

        return self._event(run, late=True)

    def enter_step(self, name: str) -> Outcome:
        """For hosts that drive a flow themselves: `step:enter:<name>` and per_step resets."""

        def run(work: Work) -> None:
            work.thread.step = name if name in work.agent.steps else work.thread.step
            for variable in work.agent.agent.memory.session:
                if variable.reset == "per_step":
                    work.assign_initial(variable)
            recall.fire(work, f"step:enter:{name}")

        return self._event(run)

    def exit_step(self, name: str) -> Outcome:
        """For hosts that drive a flow themselves: `step:exit:<name>`."""
        return self._event(lambda work: recall.fire(work, f"step:exit:{name}"))

    def handoff(self, agent: str) -> Outcome:
        """The model hands the conversation to another agent."""

        def run(work: Work) -> None:
            handoff.hand_off(work, agent)
            routing.carry_out(work)

        return self._event(run)

    def return_to_parent(self, values: Mapping[str, Any] | None = None) -> Outcome:
        """The active agent gives control back; `values` lie over its fields and prove nothing."""
        given = _admitted(values)

        def run(work: Work) -> None:
            returning.give_back(work, given)
            routing.carry_out(work)

        return self._event(run)

    # --- looking in -------------------------------------------------------------------------------------------------

    @property
    def agent(self) -> str:
        """The active agent."""
        return self._state.thread.agent

    @property
    def step(self) -> str | None:
        """The active agent's flow step."""
        return self._state.thread.step

    @property
    def session_id(self) -> str:
        """Also the id of its execution tree."""
        return self._state.session_id

    @property
    def user_id(self) -> str | None:
        """Whose user facts it sees; None for nobody's."""
        return self._state.user_id

    @property
    def project_id(self) -> str:
        """Whose project facts it sees."""
        return self._state.project_id

    @property
    def values(self) -> dict[str, Any]:
        """The session's values as expressions see them: real, sensitive ones too. For hosts, not for models."""
        return {name: value for name, value in self._state.frame.values.items() if value is not None}

    @property
    def ended(self) -> bool:
        """Whether the session is over, by `end` or because nobody said anything for too long."""
        return self._state.ended

    def get(self, path: str) -> Any:
        """The value at a path, as an expression of the active agent sees it; None where there is nothing."""
        names = tuple(path.split("."))
        values = self._state.frame.values
        if path in values:
            return values[path]
        found = walk(values.get(names[0]), names[1:])
        if found is not None or (names[0] in values and len(names) == 1):
            return found
        work = self._work(self._state.copy())
        known, value = work.fact(names)
        return value if known else value_of(work, names)

    def model_context(self) -> dict[str, Any]:
        """What the model may see now: hidden values left out, sensitive ones as displayed.

        `_working_memory` and `_recall` are texts for the volatile end of the system prompt, where there is such memory.
        """
        state = self._state.copy()
        context = projection.model_context(self._work(state))
        return context if state.ended or not self._attached else {**context, **self._attached.texts(state)}

    def memory_tools(self) -> list[dict[str, Any]]:
        """The tools of attached memory that the model may call now: `name`, `description`, `parameters` each."""
        state = self._state
        if not self._attached or state.ended:
            return []
        step = self.project.agents[state.thread.agent].steps.get(state.thread.step or "")
        offered = self._attached.schemas(state)
        if step is None or step.available_tools is None:
            return offered
        return [schema for schema in offered if schema["name"] in step.available_tools]

    # --- suspend and resume -----------------------------------------------------------------------------------------

    def dump(self) -> bytes:
        """The session as bytes, provenance included; RESET: never values stay with the process."""
        return dump(self._state, self.entry, sorted(self.project.agents))

    @classmethod
    def load(
        cls,
        project: ir.ProjectIR,
        data: bytes,
        *,
        store: FactStore | str | None = None,
        clock: Callable[[], datetime] | None = None,
        seed: int | None = None,
        protection: InferredProtection | None = None,
        vault: Vault | None = None,
        process_scope: ProcessScope | None = None,
        idle_timeout: timedelta | None = None,
        working_memory: Memory | None = None,
        recall: Memory | None = None,
    ) -> Session:
        """A suspended session.  Raises SessionDataError where the data is none, or of another project."""
        prepared(project)
        saved = load(data, project)
        session = cls(
            project, store=store, agent=saved.entry, session_id=saved.state.session_id, user_id=saved.state.user_id,
            project_id=saved.state.project_id, clock=clock, seed=seed, protection=protection, vault=vault,
            process_scope=process_scope, idle_timeout=idle_timeout, working_memory=working_memory, recall=recall,
        )  # fmt: skip
        session._state = saved.state
        return session

    # --- the frame of every event -----------------------------------------------------------------------------------

    def _check_tools(self) -> None:
        for name in self._attached.tool_names:
            declares = next((one.name for one in self.project.agents.values() if name in one.tools), None)
            if declares is not None:
                raise SessionError(f"`{declares}` declares a tool `{name}`, a name of attached memory: rename it")

    def _now_ms(self) -> int:
        return round(self._clock().timestamp() * 1000)

    def _work(self, state: State) -> Work:
        moment = Moment(clock=self._clock, chance=self._chance, vault=self._vault)
        return Work(self.project, state, Facts(self.store, state, self._now_ms()), moment)

    def _event(self, run: Callable[[Work], None], *, started: bool = True, late: bool = False) -> Outcome:
        """`late`: whether the event is carried out by the agent that waited, too, when a delegate's time is over."""
        with self._lock:
            return self._carried_out(run, started=started, late=late)

    def _carried_out(self, run: Callable[[Work], None], *, started: bool, late: bool) -> Outcome:
        if started and not self._state.started:
            raise SessionError("the session has not started: call start() first")
        work = self._work(self._state.copy())
        self._expire(work)
        if work.state.ended and not self._state.ended:
            work.trace("session_expired")
        if work.state.ended:
            work.outcome.allowed = False
            work.trace("session_ended")
        else:
            self._process.restore(work)
            if delegation.expire(work) and not late:
                work.outcome.allowed = False
            else:
                run(work)
            constraints.check_said(work)
            routing.carry_out(work)
            work.state.last_ms = work.facts.now_ms
        closed = Closed()
        if self._attached:
            closed = self._attached.hear(self._state, work)
            if not work.state.ended:
                self._attached.bind(work.state)
        work.facts.flush()
        self._process.keep(work, self._state)
        if work.state.ended:
            for frame in work.state.frames:
                frame.values, frame.tags = {}, {}
        self._state = work.state
        self.trace.extend(work.outcome.trace)
        del self.trace[:-KEPT_TRACE]
        closed.tell()
        return work.outcome

    def _expire(self, work: Work) -> None:
        """A session in which nothing happened for too long is over."""
        state = work.state
        if state.ended or not state.started or not state.last_ms:
            return
        declared = self.project.agents[self.entry].agent.execution.session_idle_timeout
        limit = self._idle_ms if self._idle_ms is not None else declared or IDLE_MS
        if work.facts.now_ms - state.last_ms >= limit:
            self._close(work)

    def _close(self, work: Work) -> None:
        recall.fire(work, "session:end")
        work.state.ended = True


def _check_texts(**given: object) -> None:
    """Told where it is given: a number for an id would fail in the store, in the middle of a conversation."""
    for name, one in given.items():
        if one is not None and not isinstance(one, str):
            raise TypeError(f"{name} must be a str, not {type(one).__name__}")


def _admitted(values: Mapping[str, Any] | None) -> dict[str, Any]:
    """Values of the host as the session holds them.  Raises SessionError, and the session is what it was."""
    try:
        return admitted_object({} if values is None else values)
    except ValueRefusal as refusal:
        raise SessionError(f"a value cannot be taken in: {refusal}") from None
