"""Codes of authored actions, hooks and error handlers."""

from __future__ import annotations

from ablmatch.language.codes.row import Code

_HEAD = 'AGENT: Desk\nGOAL: "Help"\n'
_TOOLS = 'TOOLS:\n  look_up(city?: string, floor?: number)\n    description: "Look up"\n'
_START = _HEAD + "ON_START:\n"
_TURN = _HEAD + "HOOKS:\n  before_turn:\n"
_ERROR = _HEAD + "ON_ERROR:\n"


ROWS: tuple[Code, ...] = (
    Code(
        "ABLX_ASSIGNMENT_INVALID", "error", "this sets nothing: write `name = expression`, or `name: value` in a map",
        "On the left stands the name of a variable or a path, on the right an expression. Texts stand in quotes there.",
        _START + "  SET: city\n", _START + '  SET: city = "Turku"\n',
    ),
    Code(
        "ABLX_ARGUMENT_INVALID", "error", "this is no argument: write `parameter = value`, or the name of a variable",
        "An argument without a name goes to the parameter at its position; where the tool's parameters are not known, a "
        "variable goes to the parameter of its own name.",
        _HEAD + _TOOLS + "ON_START:\n" + "  CALL: look_up(city, 1, 2 + 3)\n", _HEAD + _TOOLS + "ON_START:\n" + "  CALL: look_up(floor = 1 + 2)\n",
    ),
    Code(
        "ABLX_CALL_INVALID", "error", "this calls no tool: write `CALL: tool`, or `CALL: tool(a, b = x)`",
        "WITH, AS and WHEN stand below CALL, indented.",
        _START + "  CALL: look up the city\n", _HEAD + _TOOLS + "ON_START:\n" + "  CALL: look_up(city)\n",
    ),
    Code(
        "ABLX_CALL_SIBLING", "warning", "indent `{key}` under CALL, to which it belongs",
        "It is read here too, but beside two calls nobody could tell to which of them it belongs.",
        _HEAD + _TOOLS + "ON_START:\n" + "  CALL: look_up\n  AS: found\n", _HEAD + _TOOLS + "ON_START:\n" + "  CALL: look_up\n    AS: found\n",
        only=("text", "in YAML the keys may stand beside call"),
    ),
    Code(
        "ABLX_CALL_UNKNOWN", "warning", "the agent has no tool `{tool}`, so the call is always refused{hint}",
        "An agent calls the tools of its own TOOLS.",
        _HEAD + _TOOLS + "ON_START:\n  CALL: look_upp\n", _HEAD + _TOOLS + "ON_START:\n  CALL: look_up\n",
    ),
    Code(
        "ABLX_PLATFORM_NAME", "warning", "`{name}` is set by the platform alone: this assignment is refused",
        "Who the user is, and whose project it is, is nothing that an agent could decide.",
        _START + '  SET: user_id = "u1"\n', _START + '  SET: caller = "u1"\n',
    ),
    Code(
        "W496", "warning", "WHEN beside CALL is not read, the call is unconditional: indent WHEN under CALL",
        "A condition that stands beside a call guards nothing.",
        _HEAD + _TOOLS + "HOOKS:\n  before_turn:\n" + "    CALL: look_up\n    WHEN: stale == true\n", _HEAD + _TOOLS + "HOOKS:\n  before_turn:\n" + "    CALL: look_up\n      WHEN: stale == true\n",
    ),
    Code(
        "HOOK_WHEN_BRANCH_INVALID_CEL", "warning",
        "this condition cannot be read, so the branch always answers: {problem}",
        "For compatibility the branch becomes unconditional; one that can be read but not evaluated does not hold.",
        _TURN + '    WHEN: stage > > 5\n      RESPOND: "Five."\n', _TURN + '    WHEN: stage > 5\n      RESPOND: "Five."\n',
    ),
    Code(
        "ABLX_HOOK_WHEN_STRAY", "warning", "WHEN guards nothing here: indent what it guards under it",
        "In a hook WHEN stands under CALL, or has a RESPOND below it.",
        _TURN + "    SET: a = 1\n    WHEN: b == 2\n", _TURN + '    SET: a = 1\n    WHEN: b == 2\n      RESPOND: "Two."\n',
    ),
    Code(
        "ABLX_BRANCH_ONLY_RESPOND", "warning", "a branch of a hook only responds: move this action out of the branch",
        "Branches choose what is said. SET and CALL stand beside them and run before them.",
        _START + '  BRANCHES:\n    - IF: a == 1\n      SET: b = 2\n      RESPOND: "One."\n',
        _START + '  SET: b = 2\n  BRANCHES:\n    - IF: a == 1\n      RESPOND: "One."\n',
    ),
    Code(
        "ABLX_LANGUAGE_TAG", "error", "this is no language: write a tag such as de or pt-BR, or a variable without quotes",
        "The language of the interaction is a BCP 47 tag.",
        _START + '  SET_INTERACTION_LANGUAGE: "German, please"\n', _START + '  SET_INTERACTION_LANGUAGE: "de"\n',
    ),
    Code(
        "ABLX_ACTION_INVALID", "error", "this is no action: write a key such as SET, RESPOND or CALL, and a colon",
        "Actions are SET, CLEAR, LOG, RESPOND, CALL, TRANSFORM, GOTO, THEN, HANDOFF, DELEGATE, RETURN and COMPLETE.",
        _START + "  - say hello\n", _START + '  - RESPOND: "Hello."\n',
    ),
    Code(
        "ABLX_THEN_INVALID", "error",
        'this leads nowhere: write the name of a step, COMPLETE, or ESCALATE with REASON: "..."',
        "The other words are CONTINUE, RETRY_STEP, BACKTRACK and HANDOFF with the name of an agent.",
        _ERROR + "  tool_error:\n    THEN: try something else\n", _ERROR + "  tool_error:\n    THEN: CONTINUE\n",
    ),
    Code(
        "ABLX_AGENT_REFERENCE", "error", "the name of an agent is expected here",
        "Agents are referred to by their names, letter case included.",
        _ERROR + "  tool_error:\n    THEN: ESCALATE\n    HANDOFF_TARGET: the back office\n",
        _ERROR + "  tool_error:\n    THEN: HANDOFF Back\n",
    ),
    Code(
        "ON_ERROR_HANDLER_TYPE_DRIFT", "warning", "no error is of the type `{type}`, this handler never runs{hint}",
        "The types are default, llm_error, tool_error, routing_error, validation_error, timeout_error and unknown_error.",
        _ERROR + '  api_error:\n    RESPOND: "Sorry."\n', _ERROR + '  tool_error:\n    RESPOND: "Sorry."\n',
    ),
    Code(
        "ABLX_ERROR_HANDLER", "error", "this is no handler: write the type of error as a key, and RESPOND or THEN below it",
        "A handler may be one line: `tool_error: HANDOFF Desk`.",
        _ERROR + "  - tool_error\n", _ERROR + "  tool_error: CONTINUE\n",
    ),
    Code(
        "ABLX_ERROR_THEN", "error",
        "a handler ends with CONTINUE, ESCALATE, HANDOFF and an agent, COMPLETE, RETRY_STEP or BACKTRACK",
        "A handler cannot go to a step by its name; BACKTRACK with BACKTRACK_TO can.",
        _ERROR + "  tool_error:\n    THEN: ask_again\n",
        _ERROR
        + "  tool_error:\n    THEN: BACKTRACK\n    BACKTRACK_TO: ask\nFLOW:\n  ask:\n    REASONING: true\n",
    ),
    Code(
        "ABLX_SUBTYPE_UNKNOWN", "warning", "no error is of the subtype `{value}`: use one of {allowed}",
        "A handler for subtypes runs only for those.",
        _ERROR + '  tool_error:\n    SUBTYPE: too_slow\n    RESPOND: "Sorry."\n',
        _ERROR + '  tool_error:\n    SUBTYPE: tool_timeout\n    RESPOND: "Sorry."\n',
    ),
    Code(
        "ABLX_BACKOFF_UNKNOWN", "error", "`{value}` is no RETRY_BACKOFF: use one of {allowed}{hint}",
        "How the waiting time between two attempts grows.",
        _ERROR + "  tool_error:\n    RETRY: 2\n    RETRY_BACKOFF: doubling\n",
        _ERROR + "  tool_error:\n    RETRY: 2\n    RETRY_BACKOFF: exponential\n",
    ),
)  # fmt: skip
