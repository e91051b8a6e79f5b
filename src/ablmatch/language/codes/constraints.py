"""Codes of CONSTRAINTS and ON_FAIL."""

from __future__ import annotations

from ablmatch.language.codes.row import Code

_HEAD = 'AGENT: Desk\nGOAL: "Help"\n'
_TOOLS = _HEAD + 'TOOLS:\n  send(amount: number)\n    description: "Send"\n'
_RULES = "CONSTRAINTS:\n  always:\n"
_RULE = _HEAD + _RULES + "    - REQUIRE confirmed == true\n"
_GOOD = _RULE + '      ON_FAIL: "Please confirm."\n'

ROWS: tuple[Code, ...] = (
    Code(
        "ABLX_CONSTRAINT_KEYWORD", "error", "a rule begins with REQUIRE, LIMIT, RESTRICT or WARN and a condition",
        "REQUIRE and LIMIT fail where the condition is not true, RESTRICT where it is; WARN never blocks. YAML also takes "
        "condition: and require: as keys.",
        _HEAD + _RULES + "    - confirmed == true\n", _GOOD,
    ),
    Code(
        "ABLX_CONSTRAINT_SYNTAX", "error", "this condition cannot be read: {problem}",
        "A rule that could not be read would guard nothing. docs/expressions.md describes the operators and functions.",
        _HEAD + _RULES + "    - REQUIRE confirmed ==\n", _GOOD,
    ),
    Code(
        "ABLX_CONSTRAINT_BEFORE_UNSUPPORTED", "warning",
        "this rule is never evaluated: `BEFORE {target}` is no checkpoint{hint}",
        "The checkpoints are `BEFORE calling <tool>` and `BEFORE returning results`. A rule with other words behind BEFORE "
        "has no effect: write WHEN: and a condition in its place.",
        _HEAD + _RULES + "    - REQUIRE confirmed == true BEFORE payment is taken\n",
        _HEAD + _RULES + "    - REQUIRE confirmed == true\n      WHEN: paying == true\n",
    ),
    Code(
        "ABLX_CONSTRAINT_TOOL_UNKNOWN", "warning",
        "this rule is never evaluated: the agent has no tool `{tool}`{hint}",
        "A rule with `BEFORE calling` is evaluated where that tool is called, and nowhere else.",
        _TOOLS + _RULES + "    - REQUIRE confirmed == true BEFORE calling sendd\n",
        _TOOLS + _RULES + "    - REQUIRE confirmed == true BEFORE calling send\n",
    ),
    Code(
        "GUARDRAIL_BUILTIN_NOT_BOUND", "warning",
        "tool_args is not bound, so the rule refuses every call: set guardrail_builtins: true in EXECUTION",
        "Rules see the arguments of a call only where EXECUTION says so. Without them the condition cannot be evaluated, and "
        "what cannot be evaluated does not hold.",
        _TOOLS + _RULES + "    - LIMIT tool_args.amount <= 100 BEFORE calling send\n",
        _TOOLS + "EXECUTION:\n  guardrail_builtins: true\n" + _RULES
        + "    - LIMIT tool_args.amount <= 100 BEFORE calling send\n",
    ),
    Code(
        "ABLX_TOOL_ARGS_ELSEWHERE", "warning",
        "tool_args is bound only where a tool is called, so the rule fails in every turn: write BEFORE calling and the tool",
        "A rule without BEFORE is judged in every turn, one BEFORE returning results with every reply. There are no arguments "
        "of a call then: the condition cannot be evaluated, and what cannot be evaluated does not hold.",
        _TOOLS + "EXECUTION:\n  guardrail_builtins: true\n" + _RULES + "    - LIMIT tool_args.amount <= 100\n",
        _TOOLS + "EXECUTION:\n  guardrail_builtins: true\n" + _RULES
        + "    - LIMIT tool_args.amount <= 100 BEFORE calling send\n",
    ),
    Code(
        "ABLX_SET_NAME_ELSEWHERE", "warning",
        "`{name}` can be read in SET alone, so the rule never sees it: set a variable in before_turn and ask for that",
        "recent_input and input_transcript are there on the right of SET. A rule, a condition or a text finds nothing under "
        "these names: what requires it fails, what forbids it never does.",
        _HEAD + _RULES + '    - RESTRICT recent_input contains "lawyer"\n',
        _HEAD + 'HOOKS:\n  before_turn:\n    SET: angry = recent_input contains "lawyer"\n'
        + _RULES + "    - RESTRICT angry == true\n",
    ),
    Code(
        "ABLX_SEVERITY_UNKNOWN", "error", "`{value}` is no severity: use one of {allowed}{hint}",
        "An error blocks, a warning is only noted. The text format writes WARN in place of REQUIRE.",
        _RULE + "      severity: fatal\n", _RULE + "      severity: warning\n",
    ),
    Code(
        "ABLX_ON_FAIL_ACTION", "error",
        'this is no action: write a "message", HANDOFF Agent, ESCALATE, ESCALATE "reason" or BLOCK',
        "A message stands in quotes, so that a slip in an action is not spoken to the caller.",
        _RULE + "      ON_FAIL: HANDOFF to the desk\n", _RULE + "      ON_FAIL: HANDOFF TO Back\n",
    ),
    Code(
        "ABLX_ON_FAIL_ACTIONS", "warning", "this ON_FAIL has an action already: only one of them is carried out, keep one",
        "HANDOFF, ESCALATE and BLOCK each end what was going on.",
        _RULE + '      ON_FAIL:\n        ESCALATE: "unsure"\n        BLOCK: true\n',
        _RULE + '      ON_FAIL:\n        ESCALATE: "unsure"\n',
    ),
    Code(
        "ABLX_ON_FAIL_THEN", "error", "`{value}` is no THEN of an ON_FAIL: use one of {allowed}{hint}",
        "continue: the rule is not checked again until the collected fields were written; retry: it is checked again.",
        _RULE + "      ON_FAIL:\n        THEN: repeat\n", _RULE + "      ON_FAIL:\n        THEN: retry\n",
    ),
    Code(
        "ABLX_ON_EXHAUSTED_NEVER", "warning", "this ON_EXHAUSTED never runs: say after how many failures, MAX_REPEATS: 3",
        "Without MAX_REPEATS the block answers every failure itself.",
        _RULE + "      ON_FAIL:\n        ON_EXHAUSTED: ESCALATE\n",
        _RULE + "      ON_FAIL:\n        MAX_REPEATS: 3\n        ON_EXHAUSTED: ESCALATE\n",
    ),
    Code(
        "ABLX_WARN_ACTION", "warning", "a warning blocks nothing, so this is not carried out: write REQUIRE, or a message alone",
        "What a failing WARN says is logged; it never hands off, escalates, clears or asks.",
        _HEAD + _RULES + "    - WARN score < 60\n      ON_FAIL: ESCALATE\n",
        _HEAD + _RULES + '    - WARN score < 60\n      ON_FAIL: "Flagged."\n',
    ),
    Code(
        "ABLX_GOTO_SPOKEN", "warning", "there is no step `{step}`, so this text is spoken to the caller{hint}",
        "GOTO names a step of the agent's own FLOW. Any other text is said word for word.",
        _RULE + "      ON_FAIL:\n        GOTO: ask_phone\n",
        _HEAD + "FLOW:\n  ask_phone:\n    REASONING: true\n" + _RULES
        + "    - REQUIRE confirmed == true\n      ON_FAIL:\n        GOTO: ask_phone\n",
    ),
    Code(
        "ABLX_COLLECT_UNKNOWN", "warning", "the agent declares no field `{name}` that could be asked for{hint}",
        "COLLECT names fields of GATHER, or session variables.",
        _RULE + "      ON_FAIL:\n        COLLECT: [phnoe]\n",
        _HEAD + "MEMORY:\n  session:\n    - phone\n" + _RULES
        + "    - REQUIRE confirmed == true\n      ON_FAIL:\n        COLLECT: [phone]\n",
    ),
    Code(
        "ABLX_AGENT_UNKNOWN", "error", "`{name}` is no agent of this project{hint}",
        "The target of a hand-off is the name of an agent, letter case included. It is checked where the whole project is "
        "compiled, not for a single agent.",
        _RULE + '      ON_FAIL: HANDOFF Ghost\n---\nAGENT: Back\nGOAL: "Help"\n',
        _RULE + '      ON_FAIL: HANDOFF Back\n---\nAGENT: Back\nGOAL: "Help"\n',
    ),
)  # fmt: skip
