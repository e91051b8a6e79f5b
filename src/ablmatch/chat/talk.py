"""One conversation: the caller's words in, the session and the model between, and everything that happens shown."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ablmatch.chat.model import (
    HAND_OFF,
    MEMORY_TEXTS,
    RETURN,
    SET_CONTEXT,
    Call,
    History,
    Model,
    instructions,
    tools_of,
)
from ablmatch.chat.script import ScriptedTools
from ablmatch.runtime.outcome import Block, CallTool, Complete, Escalate, Outcome, PromptNote, short
from ablmatch.runtime.session import Session, SessionError

MAX_MODEL_CALLS = 12
MAX_FLOW_CALLS = 32
Kind = Literal["caller", "agent", "refused", "effect", "tool", "state", "trace", "fault"]


@dataclass(frozen=True, slots=True)
class Line:
    """Something to show: who or what it is of, and its text."""

    kind: Kind
    text: str


class Talk:
    """Feeds a session.  `show` hears what happens, in order."""

    def __init__(
        self, session: Session, model: Model | None, tools: ScriptedTools, show: Callable[[Line], None]
    ) -> None:
        self.session = session
        self.model = model
        self.tools = tools
        self.show = show
        self.history = History()
        self.notes: list[str] = []
        self._known: dict[str, Any] = {}
        self._shown = 0

    @property
    def over(self) -> bool:
        """Whether the session has ended."""
        return self.session.ended

    def start(self) -> None:
        """The greeting."""
        self._take(self.session.start())
        self._show_state()

    def hear(self, text: str) -> None:
        """A message of the caller, up to the reply.  Raises ModelError."""
        self.history.user(text)
        outcome = self.session.user_message(text)
        answered = self._take(outcome)
        if not answered and not any(isinstance(one, Escalate | Complete) for one in outcome.effects):
            self._ask_model()
        self._take(self.session.end_turn())
        self._show_state()

    def end(self) -> None:
        """The caller has hung up."""
        self._take(self.session.end())

    # --- the session's answers ------------------------------------------------------------------------------------

    def _take(self, outcome: Outcome, *, depth: int = 0) -> bool:
        """Shows an outcome and answers the tools that it asks for.  True where the caller was told something."""
        said = outcome.text
        if said is not None:
            self.show(Line("agent", said))
            self.history.said(said)
        for failure in outcome.failures:
            self.show(Line("refused", f"{failure.condition} ({failure.reason})"))
        for write in outcome.refused_writes:
            self.show(Line("refused", f"{write.name}: {write.reason}"))
        told = said is not None
        for effect in outcome.effects:
            written = short(effect)
            if written is not None and not isinstance(effect, CallTool):
                self.show(Line("effect", written))
            if isinstance(effect, PromptNote):
                self.notes.append(effect.text)
            if isinstance(effect, CallTool) and depth < MAX_FLOW_CALLS:
                told = self._take(self._run_tool(effect.name, effect.args), depth=depth + 1) or told
            told = told or isinstance(effect, Block)
        return told

    def _run_tool(self, name: str, args: Mapping[str, Any]) -> Outcome:
        given = self.tools.answer(name)
        self.show(Line("tool", f"{name}({', '.join(args)})"))
        if given is None:
            return self.session.tool_error(name, "no answer for this tool in the script")
        if isinstance(given.error, str):
            return self.session.tool_error(name, given.error)
        try:
            return self.session.tool_result(name, given.result)
        except SessionError as error:
            return self.session.tool_error(name, str(error))

    # --- the model ------------------------------------------------------------------------------------------------

    def _ask_model(self) -> None:
        if self.model is None:
            self.show(Line("fault", "there is no model: give --model-url and --model, or --script"))
            return
        for _ in range(MAX_MODEL_CALLS):
            agent = self.session.project.agents[self.session.agent].agent
            system = {"role": "system", "content": instructions(agent, self.session.model_context(), self.notes)}
            tools = tools_of(agent, self.session.memory_tools())
            answer = self.model.answer([system, *self.history.messages], tools)
            if not answer.calls:
                self._take(self.session.respond(answer.text or ""))
                return
            self.history.called(answer)
            stopped = False
            for call in answer.calls:
                stopped = self._do(call) or stopped
            if stopped:
                return
        self.show(Line("fault", f"the model has called tools {MAX_MODEL_CALLS} times without an answer"))

    def _do(self, call: Call) -> bool:
        """Carries out what the model wants, and tells it what came of it.  True where the turn is answered."""
        if call.arguments is None:
            self.history.result(call, "The arguments are no JSON object.")
            return False
        try:
            return self._carry_out(call, call.arguments)
        except SessionError as error:
            self.history.result(call, f"Refused: {error}.")
            return False

    def _carry_out(self, call: Call, arguments: dict[str, Any]) -> bool:
        if call.name == SET_CONTEXT:
            outcome = self.session.model_set(arguments)
            refused = [write.name for write in outcome.refused_writes]
            self.history.result(call, f"Refused: {', '.join(refused)}." if refused else "Done.")
        elif call.name == HAND_OFF:
            outcome = self.session.handoff(str(arguments.get("agent")))
            self.history.result(call, "Done." if outcome.allowed else "Refused.")
        elif call.name == RETURN:
            outcome = self.session.return_to_parent()
            self.history.result(call, "Done." if outcome.allowed else "Refused: nobody waits.")
        else:
            return self._call_tool(call, arguments)
        return self._take(outcome)

    def _call_tool(self, call: Call, args: dict[str, Any]) -> bool:
        outcome = self.session.tool_call(call.name, args)
        if not outcome.allowed:
            self.history.result(call, "Refused by a rule.")
            self.show(Line("refused", f"tool {call.name}"))
            return self._take(outcome)
        told = self._take(outcome)
        if outcome.result is not None:
            self.show(Line("tool", f"{call.name}({', '.join(args)})"))
            self.history.result(call, json.dumps(outcome.result, ensure_ascii=False, default=str))
            return told
        answered = self._run_tool(call.name, args)
        context = self.session.model_context()
        result = context.get(f"last_{call.name}_result", "done")
        self.history.result(call, json.dumps(result, ensure_ascii=False, default=str))
        return self._take(answered)

    # --- beside the talk ------------------------------------------------------------------------------------------

    def _show_state(self) -> None:
        """What has changed in the model's view, and the codes of the trace."""
        context = {name: value for name, value in self.session.model_context().items() if name not in MEMORY_TEXTS}
        changed = {name: value for name, value in context.items() if self._known.get(name, ...) != value}
        gone = [name for name in self._known if name not in context]
        self._known = context
        if changed or gone:
            written = [
                f"{name} = {json.dumps(value, ensure_ascii=False, default=str)}" for name, value in changed.items()
            ]
            self.show(Line("state", ", ".join([*written, *(f"{name} unset" for name in gone)])))
        events = self.session.trace[self._shown :]
        self._shown = len(self.session.trace)
        codes = [event.code for event in events if event.code != "constraint_check"]
        checks = sum(event.code == "constraint_check" for event in events)
        if codes or checks:
            self.show(Line("trace", " ".join([*codes, *([f"constraint_check x{checks}"] if checks else [])])))
