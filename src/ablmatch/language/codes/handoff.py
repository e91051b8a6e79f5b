"""Codes of HANDOFF, DELEGATE, ESCALATE, COMPLETE and roles."""

from __future__ import annotations

from ablmatch.language.codes.row import Code

_HEAD = 'AGENT: Desk\nGOAL: "Help"\n'
_BACK = '---\nAGENT: Back\nGOAL: "Help"\n'
_HANDOFF = _HEAD + "HANDOFF:\n  - TO: Back\n    WHEN: topic IS SET\n"
_CONTEXT = '    CONTEXT:\n      pass: [topic]\n      summary: "Go on"\n'
_RETURN = _HANDOFF + "    EXPECT_RETURN: true\n    ON_RETURN:\n"
_LEAD = _HEAD + "BEHAVIOR:\n  role: orchestrator\n"
_DELEGATE = _LEAD + "DELEGATE:\n  - AGENT: Back\n    WHEN: topic IS SET\n"
_TRIGGER = _HEAD + "ESCALATE:\n  triggers:\n    - WHEN: angry == true\n"
_MADE = _BACK + "MEMORY:\n  session:\n    - verdict\n"

ROWS: tuple[Code, ...] = (
    Code(
        "ABLX_KEY_MISSING", "error", "{of} needs {key}", "Without it the entry could never do anything.",
        _HEAD + "HANDOFF:\n  - TO: Back\n" + _CONTEXT, _HANDOFF + _CONTEXT,
    ),
    Code(
        "ABLX_HANDOFF_SELF", "warning", "`{name}` would hand off to itself, which is always refused: name another agent",
        "The caller then hears MESSAGES.self_handoff.",
        _HANDOFF.replace("TO: Back", "TO: Desk") + _CONTEXT, _HANDOFF + _CONTEXT,
    ),
    Code(
        "ABLX_GRANT_MEMORY", "error", "grant_memory is no key any more: write memory_grants, a list of path and access",
        "Access is read, the default, or readwrite.",
        _HANDOFF + "    CONTEXT:\n      grant_memory: [user.tier]\n",
        _HANDOFF + "    CONTEXT:\n      memory_grants:\n        - path: user.tier\n          access: read\n",
    ),
    Code(
        "ABLX_HISTORY_UNKNOWN", "error", "this is no history: use one of {allowed}, or {{mode: last_n, count: 5}}",
        "How much of the conversation the other agent sees.",
        _HANDOFF + "    CONTEXT:\n      history: some\n", _HANDOFF + "    CONTEXT:\n      history: summary_only\n",
    ),
    Code(
        "ABLX_MAP_INVALID", "error", "a map is `field: variable`: the other agent's field on the left, one of this agent's on the right",
        "Names and paths, without quotes or expressions.",
        _RETURN + "      map:\n        verdict: a + b\n", _RETURN + "      map:\n        verdict: outcome\n",
    ),
    Code(
        "ABLX_RETURN_ACTION_UNKNOWN", "error", "`{value}` is no action of ON_RETURN: use one of {allowed}{hint}",
        "continue goes on where the conversation stands, resume_intent takes up what the caller had wanted.",
        _RETURN + "      action: proceed\n", _RETURN + "      action: continue\n",
    ),
    Code(
        "ABLX_RESUME_WITH_UNKNOWN", "error", "`{value}` is no resume_with: use one of {allowed}{hint}",
        "Which message the agent takes up when the other one is done.",
        _RETURN + "      resume_with: last_message\n", _RETURN + "      resume_with: latest_child_user_utterance\n",
    ),
    Code(
        "ABLX_RETURN_HANDLER_UNKNOWN", "warning", "there is no return handler `{name}`{hint}",
        "ON_RETURN names continue, resume_intent or an entry of RETURN_HANDLERS.",
        _RETURN + "      handler: thanks\n",
        _RETURN + '      handler: thanks\nRETURN_HANDLERS:\n  thanks:\n    RESPOND: "Thank you for waiting."\n',
    ),
    Code(
        "ABLX_RETURN_FIELD_UNPRODUCED", "warning", "agent `{agent}` never produces `{field}`, so `{variable}` gets nothing",
        "The left side of a map is a field that the other agent declares, gathers, sets or gets from a tool.",
        _RETURN + "      map:\n        verdict: outcome\n" + _BACK, _RETURN + "      map:\n        verdict: outcome\n" + _MADE,
    ),
    Code(
        "ABLX_RETURN_MAP_DIRECTION", "warning", "agent `{agent}` has `{variable}`, not `{field}`: the map seems to stand the wrong way round",
        "Left stands the other agent's field, right this agent's variable.",
        _RETURN + "      map:\n        outcome: verdict\nMEMORY:\n  session:\n    - outcome\n" + _MADE,
        _RETURN + "      map:\n        verdict: outcome\nMEMORY:\n  session:\n    - outcome\n" + _MADE,
    ),
    Code(
        "ABLX_ON_RETURN_NEVER", "warning", "this never runs, as agent `{agent}` is not waited for: add EXPECT_RETURN: true",
        "A hand-off that expects no return ends this agent's turn for good.",
        _HANDOFF + "    ON_RETURN:\n      action: continue\n", _RETURN + "      action: continue\n", lint=True,
    ),
    Code(
        "AGENT_RETURNED_WORK_REQUIRES_ORCHESTRATOR", "error",
        "DELEGATE needs the role orchestrator, this agent has {role}: add BEHAVIOR with role: orchestrator, or hand off",
        "Only an orchestrator gives work away and waits for what comes back.",
        _HEAD + "DELEGATE:\n  - AGENT: Back\n    WHEN: topic IS SET\n", _DELEGATE,
    ),
    Code(
        "DELEGATE_CHILD_GATHER_INPUT_UNMAPPED", "error", "agent `{agent}` must be given {fields}: map it in INPUT",
        "The agent works in its own scope and would have to ask the caller for what it must gather.",
        _DELEGATE + _BACK + 'GATHER:\n  city:\n    prompt: "Which city?"\n',
        _DELEGATE + "    INPUT:\n      city: town\n" + _BACK + 'GATHER:\n  city:\n    prompt: "Which city?"\n',
    ),
    Code(
        "ABLX_DELEGATE_FAILURE", "error", "`{value}` is no ON_FAIL of DELEGATE: use one of {allowed}",
        "retry may say how often: {type: retry, count: 2}.",
        _DELEGATE + "    ON_FAIL: stop\n", _DELEGATE + "    ON_FAIL: escalate\n",
    ),
    Code(
        "ABLX_ESCALATE_PRIORITY", "error", "`{value}` is no PRIORITY: use one of {allowed}, or a whole number",
        "The order in which people get to the cases that wait.",
        _TRIGGER + "      PRIORITY: urgent\n", _TRIGGER + "      PRIORITY: high\n",
    ),
    Code(
        "ESCALATE_ROUTING_WHEN_PROMPT_ONLY", "error", "only a model could judge this condition: write an expression",
        "Where a transfer goes is decided without a model: the first entry that holds is taken.",
        _TRIGGER + '  routing:\n    - when: "the caller is upset"\n      queue: care\n',
        _TRIGGER + "  routing:\n    - when: upset == true\n      queue: care\n",
    ),
    Code(
        "ABLX_ESCALATE_ROUTING_DEFAULT", "error", "an entry without `when` is the default and must be the last one",
        "Entries behind it would never be reached; without a default and without a match nothing is transferred.",
        _TRIGGER + "  routing:\n    - queue: care\n    - when: upset == true\n      queue: sales\n",
        _TRIGGER + "  routing:\n    - when: upset == true\n      queue: sales\n    - queue: care\n",
    ),
    Code(
        "PLAIN_ENGLISH_COMPLETE_WHEN", "error", "only a model could judge this condition: write an expression, such as done == true",
        "Whether an agent is done is decided without a model.",
        _HEAD + 'COMPLETE:\n  - WHEN: "the customer sounds happy"\n    RESPOND: "Good bye."\n',
        _HEAD + 'COMPLETE:\n  - WHEN: done == true\n    RESPOND: "Good bye."\n',
    ),
    Code(
        "ABLX_ROLE_UNKNOWN", "error", "`{value}` is no role: use one of {allowed}{hint}",
        "A router only hands off, an orchestrator also delegates, an assistant answers.",
        _HEAD + "BEHAVIOR:\n  role: manager\n", _HEAD + "BEHAVIOR:\n  role: assistant\n",
    ),
    Code(
        "ABLX_BEHAVIOR_ROLE", "warning", "BEHAVIOR says nothing without role: add router, orchestrator or assistant",
        "The role says what an agent may do among others.",
        _HEAD + "BEHAVIOR:\n  can_respond_directly: true\n",
        _HEAD + "BEHAVIOR:\n  role: assistant\n  can_respond_directly: true\n",
    ),
    Code(
        "AGENT_EXECUTION_ROLE_CONFLICT", "error", "canRespondDirectly contradicts the role {role}: leave it out",
        "A router never answers the caller itself, the others may.",
        _HANDOFF + "BEHAVIOR:\n  role: router\nEXECUTION:\n  canRespondDirectly: true\n", _HANDOFF + "BEHAVIOR:\n  role: router\n",
    ),
    Code(
        "ABLX_ROUTER_WITHOUT_HANDOFF", "error", "a router needs a HANDOFF: it has nobody to send the caller to",
        "A router does not answer itself.",
        _HEAD + "BEHAVIOR:\n  role: router\n", _HANDOFF + "BEHAVIOR:\n  role: router\n",
    ),
    Code(
        "ABLX_ROLE_SUPERVISOR", "error", "a supervisor cannot be an assistant: it is a router or an orchestrator",
        "A supervisor leads other agents.",
        'SUPERVISOR: Desk\nGOAL: "Help"\nBEHAVIOR:\n  role: assistant\n',
        'SUPERVISOR: Desk\nGOAL: "Help"\nBEHAVIOR:\n  role: orchestrator\n',
    ),
)  # fmt: skip
