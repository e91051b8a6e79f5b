"""Codes of FLOW."""

from __future__ import annotations

from ablmatch.language.codes.row import Code

_HEAD = 'AGENT: Desk\nGOAL: "Help"\nFLOW:\n'
_STEP = _HEAD + "  ask:\n    REASONING: false\n"
_TALK = _HEAD + "  ask:\n    REASONING: true\n"

ROWS: tuple[Code, ...] = (
    Code(
        "ABLX_REASONING_MISSING", "error", "the step `{step}` does not say whether it reasons: add REASONING: true or false",
        "In a reasoning step the model talks; any other step does what is written, in order.",
        _HEAD + '  ask:\n    RESPOND: "Hello."\n', _STEP + '    RESPOND: "Hello."\n',
    ),
    Code(
        "ABLX_FLOW_EMPTY", "error", "the flow has no steps: write each as its name and a colon, with REASONING below it",
        "A flow with nothing in it could not begin.",
        _HEAD + "  entry_point: ask\n", _HEAD + "  entry_point: ask\n  ask:\n    REASONING: true\n",
    ),
    Code(
        "ABLX_STEP_INVALID", "error", "this is no step: write its name (letters, figures, _ . -) and a colon, its keys below it",
        "Steps stand in FLOW or under steps:, or are named in a list or with arrows.",
        _TALK + "  - talk to the caller\n", _TALK + "  - ask\n",
    ),
    Code(
        "ABLX_ENTRY_UNKNOWN", "error", "the flow begins at `{step}`, which is none of its steps{hint}",
        "entry_point names a step of the same flow; without it the flow begins at the first.",
        _TALK.replace("FLOW:\n", "FLOW:\n  entry_point: start\n"), _TALK.replace("FLOW:\n", "FLOW:\n  entry_point: ask\n"),
    ),
    Code(
        "ABLX_STEP_UNKNOWN", "warning", "there is no step `{step}` to go to{hint}",
        "A flow that comes here stays where it is.",
        _STEP + "    THEN: close\n", _STEP + "    THEN: close\n  close:\n    REASONING: true\n",
    ),
    Code(
        "ABLX_STEP_RESERVED", "warning", "no THEN can lead to a step called `{step}`, which is a word of its own: rename it",
        "COMPLETE, ESCALATE, CONTINUE, RETRY_STEP and BACKTRACK end or turn a flow, in any letter case.",
        _HEAD + "  complete:\n    REASONING: true\n", _HEAD + "  closing:\n    REASONING: true\n",
    ),
    Code(
        "ABLX_STEP_UNREACHED", "warning", "nothing leads to the step `{step}`",
        "A flow begins at its entry and goes on by THEN and the other transitions.",
        _TALK + "  closing:\n    REASONING: true\n", _TALK + "    THEN: closing\n  closing:\n    REASONING: true\n", lint=True,
    ),
    Code(
        "ABLX_DIGRESSION_CONDITION", "error", "nothing starts this digression: add INTENT, KEYWORDS or CONDITION",
        "INTENT and KEYWORDS each start it, CONDITION must hold beside them.",
        _TALK + '    DIGRESSIONS:\n      - RESPOND: "We open at nine."\n',
        _TALK + '    DIGRESSIONS:\n      - KEYWORDS: [hours]\n        RESPOND: "We open at nine."\n',
    ),
    Code(
        "FLOW_PROMPTLESS_ON_INPUT_UNMATCHED_TRAP", "warning",
        "the step `{step}` asks nothing and has no ELSE: an answer that fits no branch leaves the caller without a word",
        "Add an ELSE branch, or a RESPOND that says what is expected.",
        _STEP + '    ON_INPUT:\n      - IF: input == "yes"\n        THEN: COMPLETE\n',
        _STEP + '    ON_INPUT:\n      - IF: input == "yes"\n        THEN: COMPLETE\n      - ELSE:\n        RESPOND: "Yes or no?"\n',
    ),
    Code(
        "ABLX_TRANSFORM_INVALID", "error", "TRANSFORM is `list AS item INTO variable`, or SOURCE, AS and INTO below it",
        "FILTER, MAP, SORT_BY and LIMIT stand below it, indented.",
        _STEP + "    TRANSFORM: orders\n", _STEP + "    TRANSFORM: orders AS order INTO open_orders\n",
    ),
    Code(
        "ABLX_LEVEL_UNKNOWN", "error", "`{value}` is no LEVEL: use one of {allowed}{hint}",
        "Logged texts go to the trace alone.",
        _STEP + '    LOG:\n      MESSAGE: "here"\n      LEVEL: loud\n',
        _STEP + '    LOG:\n      MESSAGE: "here"\n      LEVEL: debug\n',
    ),
)  # fmt: skip
