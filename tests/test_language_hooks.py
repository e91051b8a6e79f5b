"""HOOKS, ON_START and ON_ERROR in both formats."""

import pytest

from ablmatch.language import ir
from ablmatch.language.sections.errors import SUBTYPES, TYPES, read_error_handlers
from ablmatch.language.sections.hooks import POINTS, read_hook, read_hooks
from language_parts import read, reading_of, value_of


def becomes(target, expression):
    return ir.Assignment(target=target, expression=expression)


def says(text, when=None):
    return ir.Branch(when=when, steps=(ir.Respond(text=text),))


CALL = ir.ToolCall(tool="find", arguments=(becomes("city", "town"),), bind="found", when="a == 1")
# (text, YAML twin, what both give)
HOOKS = [
    ("SET: a = 1", "set: a = 1", ir.Hook(set=(becomes("a", "1"),))),
    ("SET: a = 1\nSET: b = 2", "set: [a = 1, b = 2]", ir.Hook(set=(becomes("a", "1"), becomes("b", "2")))),
    ('- SET: a = 1\n- RESPOND: "Hi"', "- set: a = 1\n- respond: Hi", ir.Hook(set=(becomes("a", "1"),), respond="Hi")),
    ("CLEAR: [a, b]", "clear: [a, b]", ir.Hook(clear=("a", "b"))),
    ('RESPOND: "Hello {{a}}."', "respond: Hello {{a}}.", ir.Hook(respond="Hello {{a}}.")),
    ("CALL: find\n  WITH:\n    city: town\n  AS: found\n  WHEN: a == 1", "call: {tool: find, with: {city: town}, as: found, when: a == 1}", ir.Hook(calls=(CALL,))),
    ("CALL: one\nCALL: two", "- call: one\n- call: two", ir.Hook(calls=(ir.ToolCall(tool="one"), ir.ToolCall(tool="two")))),
    ('WHEN: a == 1\n  RESPOND: "One."\nWHEN: "b IS SET"\n  RESPOND: "Two."', "when:\n  - {when: a == 1, respond: One.}\n  - {if: 'b IS SET', respond: Two.}", ir.Hook(branches=(says("One.", "a == 1"), says("Two.", "b IS SET")))),
    ('WHEN: a == 1\nRESPOND: "One."', "when: a == 1\nrespond: One.", ir.Hook(branches=(says("One.", "a == 1"),))),
    ('WHEN: "the caller is \\"upset\\""\n  RESPOND: "Sorry."', "when: [{when: 'the caller is \"upset\"', respond: Sorry.}]", ir.Hook(branches=(says("Sorry.", '"the caller is \\"upset\\""'),))),
    ('BRANCHES:\n  - IF: a == 1\n    RESPOND: "One."\n  - ELSE:\n      RESPOND: "Other."', "branches:\n  - {condition: a == 1, respond: One.}\n  - else: {respond: Other.}", ir.Hook(branches=(says("One.", "a == 1"), says("Other.")))),
    ("critical: true", "critical: true", ir.Hook(critical=True)),
    ('SET_INTERACTION_LANGUAGE: "pt-BR"', "set_interaction_language: pt-BR", ir.Hook(language="pt-BR")),
    ("SET_INTERACTION_LANGUAGE: user.language", "set_interaction_language: '{{user.language}}'", ir.Hook(language="user.language")),
    ("CLEAR_INTERACTION_LANGUAGE:", "clear_interaction_language: true", ir.Hook(clear_language=True)),
    ("- CLEAR_INTERACTION_LANGUAGE", "- clear_interaction_language", ir.Hook(clear_language=True)),
    ("DELEGATE: Back", "delegate: Back", ir.Hook(delegate="Back")),
    ("MESSAGE_KEY: hello\nVOICE:\n  speed: 2", "message_key: hello\nvoice: {speed: 2}", ir.Hook(other={"message_key": "hello", "voice": {"speed": 2}})),
]  # fmt: skip


def below(key, lines):
    return f"{key}:\n" + "".join(f"  {line}\n" for line in lines.splitlines())


@pytest.mark.parametrize(("text", "twin", "wanted"), HOOKS, ids=[one[0] for one in HOOKS])
def test_hooks_in_both_formats(text, twin, wanted):
    assert read(read_hook, below("ON_START", text), "text") == (wanted, [])
    assert read(read_hook, below("on_start", twin), "yaml") == (wanted, [])


@pytest.mark.parametrize("point", POINTS)
def test_points(point):
    assert read(read_hooks, f"HOOKS:\n  {point}:\n    SET: a = 1", "text") == (
        {point: ir.Hook(set=(becomes("a", "1"),))},
        [],
    )


@pytest.mark.parametrize(
    ("text", "codes", "wanted"),
    [
        ("CALL: find\nWHEN: a == 1", ["W496"], ir.Hook(calls=(ir.ToolCall(tool="find"),))),
        ('CALL: find\nWHEN: a == 1\nRESPOND: "Hi"', ["W496"], ir.Hook(calls=(ir.ToolCall(tool="find"),), respond="Hi")),
        ('CALL: find\nWHEN: a == 1\n  RESPOND: "Hi"', [], ir.Hook(calls=(ir.ToolCall(tool="find"),), branches=(says("Hi", "a == 1"),))),
        ("CALL: find\nAS: x", ["ABLX_CALL_SIBLING"], ir.Hook(calls=(ir.ToolCall(tool="find", bind="x"),))),
        ("SET: a = 1\nWHEN: b", ["ABLX_HOOK_WHEN_STRAY"], ir.Hook(set=(becomes("a", "1"),))),
        ('WHEN: a > > 1\n  RESPOND: "Hi"', ["HOOK_WHEN_BRANCH_INVALID_CEL"], ir.Hook(branches=(says("Hi"),))),
        ('WHEN: a == 1\n  RESPOND: "Hi"\n  SET: b = 1', ["ABLX_BRANCH_ONLY_RESPOND"], ir.Hook(branches=(says("Hi", "a == 1"),))),
        ('SET_INTERACTION_LANGUAGE: "in German"', ["ABLX_LANGUAGE_TAG"], ir.Hook()),
        ("SET_INTERACTION_LANGUAGE:\n  - de", ["ABLX_LANGUAGE_TAG"], ir.Hook()),
        ("WHEN:\n  - RESPOND: x", ["ABLX_VALUE_MISSING"], ir.Hook()),
        ("WHEN:\n  a: b", ["ABLX_VALUE_MISSING"], ir.Hook()),
        ("say hello", ["ABLX_ACTION_INVALID"], ir.Hook()),
        ("SAY: hello", ["ABLX_KEY_UNKNOWN"], ir.Hook()),
        ("SET: a", ["ABLX_ASSIGNMENT_INVALID"], ir.Hook()),
        ("RESPOND:", ["ABLX_VALUE_MISSING"], ir.Hook()),
    ],
)  # fmt: skip
def test_what_is_said_of_hooks(text, codes, wanted):
    assert read(read_hook, below("ON_START", text), "text") == (wanted, codes)


def test_a_condition_beside_a_call_is_not_read_in_yaml_either():
    snippet = "on_start: {call: find, when: a == 1}"
    assert read(read_hook, snippet, "yaml") == (ir.Hook(calls=(ir.ToolCall(tool="find"),)), ["W496"])


def test_a_hook_is_a_block():
    assert read(read_hook, "ON_START: hello", "text") == (ir.Hook(), ["ABLX_ACTION_INVALID"])
    assert read(read_error_handlers, "ON_ERROR: hello", "text") == ((), ["ABLX_ERROR_HANDLER"])


def test_an_unknown_point_is_named():
    assert read(read_hooks, "HOOKS:\n  before_trun:\n    SET: a = 1", "text") == ({}, ["ABLX_KEY_UNKNOWN"])


def test_places_of_hooks():
    reading = reading_of("text")
    hook = read_hook(reading, value_of(reading, 'ON_START:\n  WHEN: "a == 1"\n    RESPOND: "One."\n  SET: b = c\n'))
    assert reading.places.of(hook.branches[0], "when").text == "a == 1"
    assert reading.places.of(hook.branches[0].steps[0], "text").text == "One."
    assert reading.places.of(hook.set[0], "expression").text == "c"


# --- errors ----------------------------------------------------------------------------------------------------------


def handler(**values):
    return ir.ErrorHandler(**{"type": "tool_error", **values})


ERRORS = [
    ('tool_error:\n  RESPOND: "Sorry."', "tool_error: {respond: Sorry.}", handler(respond="Sorry.")),
    ('tool_error: "Sorry."', "tool_error: 'Sorry.'", handler(respond="Sorry.")),
    ("tool_error: HANDOFF Desk", "tool_error: HANDOFF Desk", handler(then="HANDOFF", target="Desk")),
    ("tool_error: continue", "tool_error: {then: continue}", handler(then="CONTINUE")),
    ('tool_error: ESCALATE with REASON: "late"', "tool_error: {then: 'ESCALATE with REASON: \"late\"'}", handler(then="ESCALATE", reason="late")),
    ("tool_error:\n  SUBTYPES: [rate_limit, network_error]\n  RETRY: 2\n  RETRY_DELAY: 500\n  RETRY_BACKOFF: exponential\n  RETRY_MAX_DELAY: 5s\n  THEN: RETRY_STEP", "tool_error: {subtypes: [rate_limit, network_error], retry: 2, retry_delay: 500, retry_backoff: exponential, retry_max_delay: 5s, then: RETRY_STEP}", handler(subtypes=("rate_limit", "network_error"), retry=2, retry_delay=500, retry_backoff="exponential", retry_max_delay=5000, then="RETRY_STEP")),
    ("tool_error:\n  SUBTYPE: tool_timeout\n  SET: a = 1\n  THEN: BACKTRACK\n  BACKTRACK_TO: ask", "tool_error: {subtype: tool_timeout, set: {a: 1}, then: BACKTRACK, backtrack_to: ask}", handler(subtypes=("tool_timeout",), set=(becomes("a", "1"),), then="BACKTRACK", backtrack_to="ask")),
    ("tool_error:\n  HANDOFF_TARGET: Desk\n  VOICE:\n    speed: 2", "tool_error: {handoff_target: Desk, voice: {speed: 2}}", handler(target="Desk", other={"voice": {"speed": 2}})),
    ('- TYPE: tool_error\n  RESPOND: "Sorry."', "- {type: tool_error, respond: Sorry.}", handler(respond="Sorry.")),
    ('- tool_error:\n    RESPOND: "Sorry."', "- tool_error: {respond: Sorry.}", handler(respond="Sorry.")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "twin", "wanted"), ERRORS, ids=[one[0] for one in ERRORS])
def test_error_handlers_in_both_formats(text, twin, wanted):
    assert read(read_error_handlers, below("ON_ERROR", text), "text") == ((wanted,), [])
    assert read(read_error_handlers, below("on_error", twin), "yaml") == ((wanted,), [])


@pytest.mark.parametrize("kind", TYPES)
def test_types_of_errors(kind):
    assert read(read_error_handlers, f"ON_ERROR:\n  {kind}: CONTINUE", "text") == (
        (ir.ErrorHandler(type=kind, then="CONTINUE"),),
        [],
    )


@pytest.mark.parametrize("subtype", SUBTYPES)
def test_subtypes_of_errors(subtype):
    assert (
        read(read_error_handlers, f"ON_ERROR:\n  default:\n    SUBTYPE: {subtype}\n    THEN: COMPLETE", "text")[1] == []
    )


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("api_error: CONTINUE", ["ON_ERROR_HANDLER_TYPE_DRIFT"]),
        ("tool_timeout: CONTINUE", ["ON_ERROR_HANDLER_TYPE_DRIFT"]),
        ("tool_error: ask_again", ["ABLX_ERROR_THEN"]),
        ("tool_error:\n  THEN: DELEGATE Back", ["ABLX_ERROR_THEN"]),
        ("tool_error:\n  ESCALATE:\n    REASON: x", ["ABLX_KEY_UNKNOWN"]),
        ("tool_error:\n  RETRY: often", ["ABLX_VALUE_COUNT"]),
        ("tool_error:\n  RETRY_DELAY: soon", ["ABLX_DURATION_INVALID"]),
        ("tool_error:\n  SUBTYPE: slow", ["ABLX_SUBTYPE_UNKNOWN"]),
        ("tool_error:", ["ABLX_VALUE_MISSING"]),
        ("- tool_error", ["ABLX_ERROR_HANDLER"]),
    ],
)
def test_what_is_said_of_error_handlers(text, codes):
    assert read(read_error_handlers, below("ON_ERROR", text), "text")[1] == codes
