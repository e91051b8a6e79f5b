"""One event at work: the state it changes, what expressions can see, how values are written, what has been said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from ablmatch.language import ir
from ablmatch.language.errors import CODES as ERROR_CODES
from ablmatch.language.errors import ExpressionError
from ablmatch.language.expressions import parse
from ablmatch.language.functions.moment import Moment
from ablmatch.language.values import Value, truthy
from ablmatch.runtime import derived, system
from ablmatch.runtime.admission import too_deep
from ablmatch.runtime.evaluator import Scope, compiled
from ablmatch.runtime.evaluator_operations import walk
from ablmatch.runtime.facts import Facts
from ablmatch.runtime.masking import shown_at
from ablmatch.runtime.outcome import Effect, Outcome, RefusedWrite, Say
from ablmatch.runtime.prepared import PreparedAgent, PreparedProject
from ablmatch.runtime.provenance import tag_of
from ablmatch.runtime.state import Frame, State, Tag, Thread
from ablmatch.runtime.templates import compiled_template
from ablmatch.runtime.trace import TraceEvent
from ablmatch.runtime.types import fits
from ablmatch.stores.values import MOST_LEVELS

# Names that belong to the platform; nobody writes them.
PLATFORM = frozenset({"user_id", "project_id", "tenant_id", "session_id"})


class Work:
    """Everything that one event needs.  Its state is a copy: the session takes it over when the event is done."""

    state: State
    input: str

    def __init__(self, project: PreparedProject, state: State, facts: Facts, moment: Moment) -> None:
        self.project = project
        self.state = state
        self.facts = facts
        self.moment = moment
        self.moment.note = self._heard
        # What the last `matches` of this event has found.
        self.captures: dict[str, Value] = {}
        self.outcome = Outcome()
        # Texts of flows, hooks and handlers, which the rules before returning results judge as well.
        self.guarded: list[Say] = []
        self.input = state.utterances[-1] if state.utterances and state.turn_open else ""
        # What actions have decided, for the session to carry out when they are done.
        self.leaving: str | None = None
        self.delegating: str | None = None
        self.returning = False
        self.completing = False
        self.moved = False
        self.halted = False
        # What an error handler wants done once more: the call, or the step with it.
        self.again: Literal["", "call", "step"] = ""
        # Whether the right-hand side of a SET is evaluated, which sees more names than others.
        self.setting = False
        # Whether `all_fields_gathered` is being found out.
        self.gathering = False
        # Whether a rule has refused something in this event.
        self.refused = False
        # Steps that the flow has gone through in this event.
        self.transitions = 0

    @property
    def thread(self) -> Thread:
        return self.state.thread

    @property
    def agent(self) -> PreparedAgent:
        return self.project.agents[self.state.thread.agent]

    @property
    def frame(self) -> Frame:
        return self.state.frame

    # --- what is told -----------------------------------------------------------------------------------------------

    def trace(self, code: str, **names: str | int | bool | None) -> None:
        """An event of the trace: names and codes alone, never a value."""
        agent = self.state.threads[-1].agent if self.state.threads else ""
        self.outcome.trace.append(TraceEvent(code, agent, names))

    def effect(self, effect: Effect) -> None:
        self.outcome.effects.append(effect)

    def say(self, text: str, *, guarded: bool = True) -> None:
        """A text for the user; nothing is said for an empty one."""
        if not text:
            return
        effect = Say(text)
        self.outcome.effects.append(effect)
        if guarded:
            self.guarded.append(effect)
        self.trace("dsl_respond")

    def take_back(self) -> None:
        """Removes the guarded texts of this event: a rule has refused them."""
        refused = {id(one) for one in self.guarded}
        self.outcome.effects = [one for one in self.outcome.effects if id(one) not in refused]
        self.guarded = []

    def refuse(self, name: str, reason: str) -> None:
        self.outcome.refused_writes.append(RefusedWrite(name, reason))
        self.trace("MODEL_WRITE_REFUSED", field=name, reason=reason)

    # --- what expressions see ---------------------------------------------------------------------------------------

    def scope(self, extra: Mapping[str, Value] | None = None) -> Scope:
        """The session's values, then facts, then system variables; `extra` comes before them all."""
        values = self.frame.values
        names = {**values, **extra} if extra else values
        return Scope(names, self.moment, self._elsewhere, captures=self.captures)

    def display_scope(self, extra: Mapping[str, Value] | None = None) -> Scope:
        """The same for texts that somebody reads: sensitive values are judged as they are and shown as displayed."""
        scope = self.scope(extra)
        if self.project.displays_of(self.agent):
            scope.shown = self._shown
        return scope

    def evaluate(self, expression: str, extra: Mapping[str, Value] | None = None) -> Value:
        """Raises ExpressionError."""
        return compiled(expression)(self.scope(extra))

    def holds(self, condition: str, extra: Mapping[str, Value] | None = None) -> bool:
        """Whether a condition is true; one that cannot be evaluated does not hold, and is traced."""
        try:
            return truthy(self.evaluate(condition, extra))
        except ExpressionError as error:
            self.trace("EXPRESSION_ERROR", reason=error.code)
            return False

    def render(self, template: str, extra: Mapping[str, Value] | None = None) -> str:
        """A template's text; placeholders that cannot be evaluated are empty."""
        return compiled_template(template).text(self.display_scope(extra))

    def text_of(self, template: str, extra: Mapping[str, Value] | None = None) -> str:
        """A template's text for an assignment: the real values."""
        return compiled_template(template).text(self.scope(extra))

    def fill(self, template: str, extra: Mapping[str, Value] | None = None) -> Value:
        """A template for an assignment: the value itself where one placeholder is all of it, else the text."""
        return compiled_template(template).value(self.scope(extra))

    def _elsewhere(self, names: tuple[str, ...]) -> Value:
        found, value = self.fact(names)
        return value if found else system.value_of(self, names)

    def _heard(self, code: str) -> None:
        """What was met without failing: an unknown kind, a placeholder that shows nothing for its error."""
        if code in ERROR_CODES:
            self.trace("EXPRESSION_ERROR", reason=code)
        else:
            self.trace(code)

    def _shown(self, names: tuple[str, ...], value: Value) -> Value:
        return shown_at(names, value, self.project.displays_of(self.agent))

    # --- persistent paths -------------------------------------------------------------------------------------------

    def fact(self, names: tuple[str, ...]) -> tuple[bool, Value]:
        """(whether a readable path covers `names`, its value or default, walked into)."""
        covered = self.agent.covers(names)
        if covered is None:
            return self._granted_fact(names)
        path, size = covered
        if path.access == "write":
            return True, None
        self.facts.read_all((one.scope, one.path) for one in self.agent.paths.values() if one.access != "write")
        live, value = self.facts.get(path.scope, path.path)
        return True, walk(value if live else path.default, names[size:])

    def _granted_fact(self, names: tuple[str, ...]) -> tuple[bool, Value]:
        for size in range(len(names), 0, -1):
            path = ".".join(names[:size])
            if path in self.thread.grants:
                declared = self.granted(path)
                live, value = self.facts.get(declared.scope, path)
                return True, walk(value if live else declared.default, names[size:])
        return False, None

    def scope_of_path(self, names: tuple[str, ...]) -> ir.ScopeName | None:
        """The scope of a persistent path of the active agent; None for what is none."""
        covered = self.agent.covers(names)
        if covered is not None:
            return covered[0].scope
        path = ".".join(names)
        if path in self.thread.grants:
            return self.granted(path).scope
        return scope_name(names[0]) if len(names) > 1 else None

    def granted(self, path: str) -> ir.PersistentPath:
        """The declaration of a path that was granted to the active agent, by the agent that declares it."""
        return self.project.agents[self.thread.grants[path].declared_by].paths[path]

    # --- writing ----------------------------------------------------------------------------------------------------

    def set(self, target: str, value: Value, tag: Tag) -> bool:
        """Writes a session value or, through to the store, a persistent path.  False, and traced, where it may not."""
        names = tuple(target.split("."))
        if names[0] == "_meta":
            self.trace("dsl_set", field=target)
            return True
        if len(names) > MOST_LEVELS or too_deep(value):
            self.trace("WRITE_REFUSED", field=names[0], reason="depth")
            return False
        if names[0].startswith("_") or names[0] in PLATFORM or "" in names:
            self.trace("WRITE_REFUSED", field=target, reason="reserved")
            return False
        covered = self.agent.covers(names)
        if covered is not None:
            path, size = covered
            if size < len(names):
                live, before = self.facts.get(path.scope, path.path)
                value = placed(before if live else path.default, names[size:], value)
            return self._put(path.scope, path.path, value, writable=path.access != "read")
        if target in self.thread.grants:
            writable = self.thread.grants[target].access == "readwrite"
            return self._put(self.granted(target).scope, target, value, writable=writable)
        self.put_value(names, value, tag)
        return True

    def is_tools_alone(self, target: str) -> bool:
        """Whether the active agent declares a field SOURCE: tool (legacy edition)."""
        variable = self.agent.variables.get(target.split(".", 1)[0])
        return variable is not None and variable.source == "tool"

    def _put(self, scope: ir.ScopeName, path: str, value: Value, *, writable: bool) -> bool:
        if not writable:
            self.trace("WRITE_REFUSED", field=path, reason="access")
            return False
        if not self.facts.put(scope, path, value):
            self.trace("WRITE_REFUSED", field=path, reason=self.facts.refusal(scope))
            return False
        self.trace("fact_stored", field=path)
        return True

    def put_value(self, names: tuple[str, ...], value: Value, tag: Tag) -> None:
        """A session value, or a part of one; the tag is then that of the weaker part."""
        frame, first = self.frame, names[0]
        if len(names) == 1:
            frame.values[first] = value
            frame.tags[first] = tag
        else:
            known = frame.tags.get(first, tag) if frame.values.get(first) is not None else tag
            frame.values[first] = placed(frame.values.get(first), names[1:], value)
            frame.tags[first] = tag if known == tag else "unknown"
        variable = self.agent.variables.get(first)
        if variable is not None and not fits(frame.values[first], variable.type):
            self.trace("TYPE_MISMATCH", field=first)
        self.trace("state_change", field=first)
        self.changed(first)

    def changed(self, name: str) -> None:
        """What the legacy edition derives from a name is computed anew."""
        if self.project.legacy:
            derived.update(self, name)

    def clear(self, names: Iterable[str], *, to_initial: bool) -> None:
        """Removes values, or gives them their INITIAL where one is declared."""
        for name in names:
            variable = self.agent.variables.get(name)
            if to_initial and variable is not None and has_initial(variable):
                self.assign_initial(variable)
            elif variable is not None:
                self.frame.values[name] = None
                self.frame.tags.pop(name, None)
            else:
                self.frame.values.pop(name, None)
                self.frame.tags.pop(name, None)
            self.trace("state_change", field=name)
            self.changed(name)

    def assign_initial(self, variable: ir.SessionVariable) -> None:
        """INITIAL, or nothing; the value proves nothing."""
        value = variable.initial
        if variable.initial_call is not None:
            try:
                value = self.evaluate(variable.initial_call)
            except ExpressionError as error:
                self.trace("EXPRESSION_ERROR", field=variable.name, reason=error.code)
                value = None
        self.frame.values[variable.name] = value
        self.frame.tags.pop(variable.name, None)
        self.changed(variable.name)

    # --- where values come from -------------------------------------------------------------------------------------

    def tag_of_path(self, names: tuple[str, ...], extra: Mapping[str, Tag]) -> Tag:
        """The tag of what a path names; facts and system variables prove nothing."""
        if names[0] in extra:
            return extra[names[0]]
        flat = ".".join(names)
        for name in (flat, names[0]):
            if self.frame.values.get(name) is not None:
                return self.frame.tags.get(name, "unknown")
        return "input" if names[0] in {"input", "recent_input", "input_transcript"} else "unknown"

    def tag_of(self, expression: str, own: Tag, extra: Mapping[str, Tag] | None = None) -> Tag:
        """The tag of an expression's value; `own`: of what the author wrote in it."""
        known = extra or {}
        return tag_of(parse(expression), lambda names: self.tag_of_path(names, known), own)


def has_initial(variable: ir.SessionVariable) -> bool:
    """Whether INITIAL is declared with something."""
    return variable.initial is not None or variable.initial_call is not None


def scope_name(first: str) -> ir.ScopeName | None:
    """The scope that a first segment names."""
    match first:
        case "user" | "project" | "execution_tree":
            return first
        case "workflow":
            return "execution_tree"
        case _:
            return None


def scope_of(names: tuple[str, ...]) -> ir.ScopeName:
    """The scope of an undeclared path: by its first segment, else the user's."""
    return scope_name(names[0]) or "user"


def placed(value: Value, names: tuple[str, ...], inner: Value) -> Value:
    """A copy of an object with `inner` at a path inside it; anything that is no object makes room for one."""
    copy: dict[str, Any] = dict(value) if isinstance(value, dict) else {}
    copy[names[0]] = inner if len(names) == 1 else placed(copy.get(names[0]), names[1:], inner)
    return copy
