"""The compiled form of a project: plain data without places, which the runtime reads and JSON carries.

Expressions are texts here, checked by the compiler; the runtime makes closures of them once.  Field names are those of
the YAML format.  Reading refuses unknown fields and higher versions: a runtime must not run what it does not know.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

# 1.1: MAX_REPEATS, ON_EXHAUSTED, READONLY; 1.2: MODEL_WRITERS, MODEL_VISIBLE. Compared number by number.
VERSIONS = ("1.0", "1.1", "1.2")
Edition = Literal["current", "legacy"]
TypeName = Literal["string", "number", "boolean", "date", "datetime", "array", "object"]
Reset = Literal["per_session", "per_activation", "per_step", "never"]
ScopeName = Literal["user", "project", "execution_tree"]
Access = Literal["read", "write", "readwrite"]
Display = Literal["redact", "mask", "replace"]


# gc=False: no part refers to one above it, so that no cycle keeps any of them.
class Part(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """What all parts of a project have in common."""


# --- memory --------------------------------------------------------------------------------------------------------


class SessionVariable(Part, frozen=True):
    """`type`: as declared, `string[]` and its like included.  `initial_call`: an expression such as NOW()."""

    name: str
    type: str | None = None
    description: str | None = None
    initial: Any = None
    initial_call: str | None = None
    reset: Reset = "per_session"
    readonly: bool = False
    model_writers: tuple[str, ...] | None = None
    model_visible: bool = True
    # Legacy edition only.
    source: Literal["user", "tool"] | None = None
    format: str | None = None
    derived: str | None = None


class MaskConfig(Part, frozen=True):
    """How many characters stay readable.  `show_last`: None for the default of the type (4, for e-mail 0)."""

    show_first: int = 0
    show_last: int | None = None
    char: str = "*"


class PersistentPath(Part, frozen=True):
    path: str
    scope: ScopeName
    access: Access = "readwrite"
    type: str | None = None
    unit: str | None = None
    default: Any = None
    description: str | None = None
    sensitive: bool = False
    sensitive_display: Display | None = None
    mask: MaskConfig | None = None
    pii_type: str | None = None
    model_visible: bool = True


class Remember(Part, frozen=True):
    """`ttl`: seconds.  `value` is an expression, `target` a path."""

    when: str
    value: str
    target: str
    operation: Literal["overwrite", "append"] = "overwrite"
    unique: bool = False
    max_size: int | None = None
    ttl: int | None = None


class Recall(Part, frozen=True):
    on: str
    action: Literal["inject_context", "load_memory", "prompt_llm"] = "prompt_llm"
    instruction: str | None = None
    paths: tuple[str, ...] = ()
    domain: str | None = None


class Memory(Part, frozen=True):
    session: tuple[SessionVariable, ...] = ()
    persistent: tuple[PersistentPath, ...] = ()
    remember: tuple[Remember, ...] = ()
    recall: tuple[Recall, ...] = ()


# --- constraints ---------------------------------------------------------------------------------------------------


class Action(Part, frozen=True):
    """One word of ON_FAIL: respond with `text`, hand off to `target`, escalate with the reason `text`, block.

    `continue`: of a hand-off's ON_FAILURE alone.
    """

    kind: Literal["respond", "handoff", "escalate", "block", "continue"]
    text: str | None = None
    target: str | None = None


class OnFail(Part, frozen=True):
    """`action`: of the inline form, and HANDOFF or ESCALATE in a block; the other fields of the block as they are."""

    action: Action | None = None
    respond: str | None = None
    clear: tuple[str, ...] = ()
    collect: tuple[str, ...] = ()
    goto: str | None = None
    retry: bool = False
    then: Literal["continue", "retry"] | None = None
    max_repeats: int | None = None
    on_exhausted: Action | None = None


class Rule(Part, frozen=True):
    """One constraint.

    `condition` as written, without keyword, BEFORE and WHEN: what messages and outcomes quote.  `fails_when`: the
    lowered expression that is true when the rule fails.  `inert`: its BEFORE names no checkpoint, so it is never
    evaluated.
    """

    keyword: Literal["REQUIRE", "LIMIT", "RESTRICT", "WARN"]
    condition: str
    fails_when: str
    label: str | None = None
    when: str | None = None
    before_tool: str | None = None
    before_results: bool = False
    inert: bool = False
    severity: Literal["error", "warning"] = "error"
    on_fail: OnFail | None = None


# --- authored actions ----------------------------------------------------------------------------------------------


class Assignment(Part, frozen=True):
    """`target = expression`, or with `template` a text with placeholders (a quoted value of the map form)."""

    target: str
    expression: str | None = None
    template: str | None = None


class ToolCall(Part, frozen=True):
    """`arguments`: parameter to expression.  `bind`: the name of AS."""

    tool: str
    arguments: tuple[Assignment, ...] = ()
    bind: str | None = None
    when: str | None = None


class Branch(Part, frozen=True):
    """`when` None: ELSE.  `steps`: what is done, in the order in which it is written."""

    when: str | None = None
    steps: tuple[Step, ...] = ()


class _Action(Part, frozen=True, tag_field="do"):
    """One authored action; JSON tells them apart by `do`."""


class Set(_Action, frozen=True, tag="set"):
    assignments: tuple[Assignment, ...]


class Clear(_Action, frozen=True, tag="clear"):
    names: tuple[str, ...]


class CallTool(_Action, frozen=True, tag="call"):
    call: ToolCall


class Respond(_Action, frozen=True, tag="respond"):
    text: str


class Log(_Action, frozen=True, tag="log"):
    text: str
    level: Literal["debug", "info", "warn", "error"] = "info"


class Transform(_Action, frozen=True, tag="transform"):
    source: str
    item: str
    into: str
    filter: str | None = None
    map: str | None = None
    sort_by: str | None = None
    descending: bool = False
    limit: str | None = None


class Choose(_Action, frozen=True, tag="choose"):
    """The first branch that holds."""

    branches: tuple[Branch, ...]


class Goto(_Action, frozen=True, tag="goto"):
    """A step's name, COMPLETE, ESCALATE with a reason (a template), CONTINUE, RETRY_STEP, BACKTRACK."""

    target: str
    reason: str | None = None


class HandOffTo(_Action, frozen=True, tag="handoff"):
    target: str


class DelegateTo(_Action, frozen=True, tag="delegate"):
    target: str


class Return(_Action, frozen=True, tag="return"):
    assignments: tuple[Assignment, ...] = ()


Step: TypeAlias = Set | Clear | CallTool | Respond | Log | Transform | Choose | Goto | HandOffTo | DelegateTo | Return


# --- tools ---------------------------------------------------------------------------------------------------------


class Parameter(Part, frozen=True):
    name: str
    type: str = "string"
    required: bool = True
    default: Any = None


class Tool(Part, frozen=True):
    name: str
    parameters: tuple[Parameter, ...] = ()
    returns: str | None = None
    description: str | None = None
    on_result: tuple[Step, ...] = ()
    on_error: tuple[Step, ...] = ()
    store_result: bool = True
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    provides: tuple[str, ...] = ()
    effect: Literal["read_only", "state_write", "side_effect"] | None = None
    confirmation: Literal["always", "never", "when_side_effects"] | None = None
    pii_access: str | None = None
    other: dict[str, Any] = {}


# --- hooks, start, errors ------------------------------------------------------------------------------------------


class Hook(Part, frozen=True):
    """`calls`, then `clear` and `set`, then the first of `branches` that holds, else `respond`.

    `language`: a tag, or an expression that gives one.  `delegate`: an agent that is asked before `respond` (ON_START).
    """

    calls: tuple[ToolCall, ...] = ()
    set: tuple[Assignment, ...] = ()
    clear: tuple[str, ...] = ()
    branches: tuple[Branch, ...] = ()
    respond: str | None = None
    critical: bool = False
    language: str | None = None
    clear_language: bool = False
    delegate: str | None = None
    other: dict[str, Any] = {}


class ErrorHandler(Part, frozen=True):
    """`retry_delay`, `retry_max_delay`: milliseconds.

    `then`: CONTINUE, ESCALATE, HANDOFF (to `target`), COMPLETE, RETRY_STEP or BACKTRACK (to `backtrack_to`).
    """

    type: str
    subtypes: tuple[str, ...] = ()
    respond: str | None = None
    set: tuple[Assignment, ...] = ()
    retry: int = 0
    retry_delay: int | None = None
    retry_backoff: Literal["fixed", "exponential", "linear"] = "fixed"
    retry_max_delay: int | None = None
    then: str | None = None
    reason: str | None = None
    target: str | None = None
    backtrack_to: str | None = None
    other: dict[str, Any] = {}


# --- gather and flow -----------------------------------------------------------------------------------------------


class GatherField(Part, frozen=True):
    """`when`: a condition; the field is asked for only while it holds.

    `validate`: calls of min, max, enum, email and pattern with literals, joined by AND, as one expression.
    """

    name: str
    prompt: str | None = None
    type: str = "string"
    required: bool = True
    default: Any = None
    options: tuple[str, ...] = ()
    validate: str | None = None
    retry_prompt: str | None = None
    max_retries: int | None = None
    infer: bool = False
    activation: Literal["required", "optional", "progressive"] = "required"
    when: str | None = None
    depends_on: tuple[str, ...] = ()
    list: bool = False
    range: bool = False
    sensitive: bool = False
    sensitive_display: Display | None = None
    mask: MaskConfig | None = None
    pii_type: str | None = None
    transient: bool = False
    extraction_pattern: str | None = None
    extraction_group: int = 0
    other: dict[str, Any] = {}


class FlowStep(Part, frozen=True):
    """`digressions`: sub-intents first; one that goes on with the step ends with CONTINUE.

    `on_fail_goto`: where ON_FAIL names a step or a terminal word, else `on_fail`.  `other`: presentation, carried.
    """

    name: str
    reasoning: bool
    when: str | None = None
    goal: str | None = None
    available_tools: tuple[str, ...] | None = None
    exit_when: str | None = None
    max_turns: int | None = None
    step_constraints: tuple[str, ...] = ()
    step_rules: tuple[Rule, ...] = ()
    max_attempts: int | None = None
    on_exhausted: str | None = None
    respond: str | None = None
    gather: tuple[GatherField, ...] = ()
    gather_prompt: str | None = None
    complete_when: str | None = None
    clear: tuple[str, ...] = ()
    set: tuple[Assignment, ...] = ()
    transform: tuple[Transform, ...] = ()
    log: tuple[Log, ...] = ()
    call: ToolCall | None = None
    check: str | None = None
    on_fail: OnFail | None = None
    on_fail_goto: Goto | None = None
    on_result: tuple[Branch, ...] = ()
    on_success: tuple[Branch, ...] = ()
    on_failure: tuple[Branch, ...] = ()
    on_input: tuple[Branch, ...] = ()
    digressions: tuple[Branch, ...] = ()
    on_error: tuple[ErrorHandler, ...] = ()
    then: Goto | None = None
    other: dict[str, Any] = {}


class Flow(Part, frozen=True):
    entry: str
    steps: tuple[FlowStep, ...]
    digressions: tuple[Branch, ...] = ()


# --- agents among each other ---------------------------------------------------------------------------------------


class MemoryGrant(Part, frozen=True):
    path: str
    access: Literal["read", "readwrite"] = "read"


class HandOff(Part, frozen=True):
    """`condition` None: `prose`, for the model alone.  `return_map`: the child's field to the parent's variable.

    `priority`: lower first, the written order where none is stated.
    """

    to: str
    condition: str | None = None
    prose: str | None = None
    priority: int | None = None
    passes: tuple[str, ...] = ()
    summary: str | None = None
    history: Any = "full"
    set: tuple[Assignment, ...] = ()
    memory_grants: tuple[MemoryGrant, ...] = ()
    expect_return: bool = False
    on_failure: Action | None = None
    return_action: Literal["continue", "resume_intent"] | None = None
    return_handler: str | None = None
    resume_with: str | None = None
    return_map: tuple[tuple[str, str], ...] = ()
    return_set: tuple[Assignment, ...] = ()
    other: dict[str, Any] = {}


class Delegate(Part, frozen=True):
    """`input`: child's parameter to the parent's expression.  `returns`: child's field to the parent's variable.

    `when` None: for the model alone, which `prose` tells when.  `timeout`: milliseconds.
    """

    agent: str
    when: str | None = None
    prose: str | None = None
    purpose: str | None = None
    input: tuple[Assignment, ...] = ()
    returns: tuple[tuple[str, str], ...] = ()
    use_result: str | None = None
    memory_grants: tuple[MemoryGrant, ...] = ()
    timeout: int | None = None
    on_failure: str | None = None
    retries: int = 0
    failure_message: str | None = None
    other: dict[str, Any] = {}


class ReturnHandler(Part, frozen=True):
    name: str
    respond: str | None = None
    clear: tuple[str, ...] = ()
    go_on: bool = False
    resume_intent: bool = False


class EscalateTrigger(Part, frozen=True):
    """`when` None: `prose`, for the model alone."""

    when: str | None = None
    prose: str | None = None
    reason: str | None = None
    priority: str | int = "medium"
    tags: tuple[str, ...] = ()
    set: tuple[Assignment, ...] = ()
    other: dict[str, Any] = {}


class Escalate(Part, frozen=True):
    triggers: tuple[EscalateTrigger, ...] = ()
    context_for_human: tuple[str, ...] = ()
    on_human_complete: tuple[Branch, ...] = ()
    other: dict[str, Any] = {}


class Complete(Part, frozen=True):
    when: str
    respond: str | None = None
    set: tuple[Assignment, ...] = ()
    terminal: bool = True
    store: str | None = None
    model_context: str | None = None


# --- agents and projects -------------------------------------------------------------------------------------------


class Execution(Part, frozen=True):
    """Times in milliseconds; what the runtime does not act on stands in `other`."""

    guardrail_builtins: bool = False
    tool_timeout: int | None = None
    session_idle_timeout: int | None = None
    max_flow_iterations: int | None = None
    max_reasoning_iterations: int | None = None
    inline_gather: bool = False
    other: dict[str, Any] = {}


class Agent(Part, frozen=True, kw_only=True):
    """`opaque`: sections that this runtime carries and does not read."""

    name: str
    version: str = "1.0"
    supervisor: bool = False
    document_version: str = "1.0.0"
    description: str | None = None
    language: str | None = None
    goal: str
    persona: str = ""
    limitations: tuple[str, ...] = ()
    system_prompt: str | None = None
    role: Literal["router", "orchestrator", "assistant"] | None = None
    execution: Execution = Execution()
    memory: Memory = Memory()
    constraints: tuple[Rule, ...] = ()
    tools: tuple[Tool, ...] = ()
    gather: tuple[GatherField, ...] = ()
    flow: Flow | None = None
    hooks: dict[str, Hook] = {}
    on_start: Hook | None = None
    on_error: tuple[ErrorHandler, ...] = ()
    messages: dict[str, str] = {}
    templates: dict[str, Any] = {}
    handoff: tuple[HandOff, ...] = ()
    delegate: tuple[Delegate, ...] = ()
    return_handlers: tuple[ReturnHandler, ...] = ()
    escalate: Escalate | None = None
    complete: tuple[Complete, ...] = ()
    opaque: dict[str, Any] = {}


class Profile(Part, frozen=True):
    """A behaviour profile, carried and not run.  Where several hold (`when`), the one of the higher `priority` wins."""

    name: str
    priority: int
    when: str
    opaque: dict[str, Any] = {}


class ProjectIR(Part, frozen=True):
    """A compiled project.  `version`: the highest that one of its agents needs."""

    version: str
    edition: Edition
    entry: str
    agents: dict[str, Agent]
    profiles: dict[str, Profile] = {}


class ProjectError(ValueError):
    """A compiled project that this version cannot run: damaged, or made by a later one."""


def version_number(version: str) -> tuple[int, ...]:
    """For comparison number by number: 1.10 is above 1.9.  Raises ProjectError for what is no version."""
    try:
        return tuple(int(part) for part in version.split("."))
    except ValueError:
        raise ProjectError(f"`{version}` is no version of a compiled project") from None


def to_json(project: ProjectIR) -> bytes:
    """The same project always gives the same bytes."""
    return msgspec.json.format(msgspec.json.encode(project, order="deterministic"), indent=2) + b"\n"


def from_json(data: bytes) -> ProjectIR:
    """Raises ProjectError with what is wrong and where."""
    try:
        envelope = msgspec.json.decode(data, type=dict[str, Any])
        version = envelope.get("version")
        if not isinstance(version, str):
            raise ProjectError("this is no compiled project: it states no version")
        if version_number(version) > version_number(VERSIONS[-1]):
            raise ProjectError(
                f"the project is compiled for version {version}, this runtime knows {VERSIONS[-1]}: compile it anew"
            )
        return msgspec.json.decode(data, type=ProjectIR)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ProjectError(f"this is no compiled project: {error}") from None


def json_schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of a compiled project."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(ProjectIR)}
