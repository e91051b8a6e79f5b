"""FLOW: both layouts, arrows, every property of a step, digressions, and what the checks say of transitions."""

import pytest

from ablmatch.language import compiler, ir
from ablmatch.language.compiler import check
from ablmatch.language.sections.flow import read_flow
from ablmatch.language.sections.steps import STEP
from language_parts import read, reading_of, value_of


def to(target, reason=None):
    return ir.Goto(target=target, reason=reason)


def branch(*steps, when=None):
    return ir.Branch(when=when, steps=steps)


def step_of(body, format_name="text", parameters=None):
    """(the only step of a flow, codes) with the lines of its body."""
    first = "REASONING: false" if format_name == "text" else "reasoning: false"
    key = "FLOW" if format_name == "text" else "flow"
    lines = "".join(f"    {line}\n" for line in [first, *body.splitlines()])
    flow, codes = read(read_flow, f"{key}:\n  ask:\n{lines}", format_name, parameters)
    assert [step.name for step in flow.steps] == ["ask"]
    return flow.steps[0], codes


def plain(**values):
    return ir.FlowStep(name="ask", reasoning=False, **values)


A = ir.Assignment(target="a", expression="1")
CALLED = ir.ToolCall(tool="find", arguments=(ir.Assignment(target="city", expression="town"),), bind="found")
# (lines of text, YAML twin, what both give)
PROPERTIES = [
    ("WHEN: vip == true", "when: vip == true", plain(when="vip == true")),
    ('WHEN: "vip"', "when: 'vip'", plain(when="vip")),
    ('GOAL: "Find {{x}}"\nAVAILABLE_TOOLS: [a, b]\nEXIT_WHEN: done == true\nMAX_TURNS: 3', "goal: Find {{x}}\navailable_tools: [a, b]\nexit_when: done == true\nmax_turns: 3", plain(goal="Find {{x}}", available_tools=("a", "b"), exit_when="done == true", max_turns=3)),
    ('EXIT_WHEN: "the caller is content"', "exit_when: 'the caller is content'", plain(other={"exit_when": "the caller is content"})),
    ("AVAILABLE_TOOLS: []", "available_tools: []", plain(available_tools=())),
    ("MAX_ATTEMPTS: 2\nON_EXHAUSTED: desk", "max_attempts: 2\non_exhausted: desk", plain(max_attempts=2, on_exhausted="desk")),
    ("ON_EXHAUSTED: escalate", "on_exhausted: escalate", plain(on_exhausted="ESCALATE")),
    ('RESPOND: "Hello {{x}}."', "respond: Hello {{x}}.", plain(respond="Hello {{x}}.")),
    ('RESPOND: "One."\nPRESENT: "Two."', "respond: One.\npresent: Two.", plain(respond="One.\nTwo.")),
    ('PRESENT: "Two."', "present: Two.", plain(respond="Two.")),
    ('RESPOND: "One."\n  VOICE:\n    speed: 2', "respond: One.", plain(respond="One.")),
    ("COMPLETE_WHEN: city IS SET", "complete_when: city IS SET", plain(complete_when="city IS SET")),
    ("CLEAR: a, b", "clear: [a, b]", plain(clear=("a", "b"))),
    ("SET: a = 1", "set: a = 1", plain(set=(A,))),
    ("SET:\n  a = 1", "set: {a: 1}", plain(set=(A,))),
    ("TRANSFORM: xs AS x INTO ys", "transform: [xs AS x INTO ys]", plain(transform=(ir.Transform(source="xs", item="x", into="ys"),))),
    ('LOG: "one"\nLOG:\n  MESSAGE: "two"\n  LEVEL: warn', "log: [one, {message: two, level: warn}]", plain(log=(ir.Log(text="one"), ir.Log(text="two", level="warn")))),
    ("CALL: find\n  WITH:\n    city: town\n  AS: found", "call: find\nwith: {city: town}\nas: found", plain(call=CALLED)),
    ("CALL: find(town)\n  AS: found", "call: {tool: find(town), as: found}", plain(call=CALLED)),
    ("CHECK: a == 1\nON_FAIL: ask", "check: a == 1\non_fail: ask", plain(check="a == 1", on_fail_goto=to("ask"))),
    ('ON_FAIL: ESCALATE with REASON: "no"', "on_fail: 'ESCALATE with REASON: \"no\"'", plain(on_fail_goto=to("ESCALATE", "no"))),
    ("ON_FAIL: complete", "on_fail: complete", plain(on_fail_goto=to("COMPLETE"))),
    ('ON_FAIL:\n  RESPOND: "No."\n  COLLECT: [a]\n  GOTO: ask', "on_fail: {respond: No., collect: [a], goto: ask}", plain(on_fail=ir.OnFail(respond="No.", collect=("a",), goto="ask"))),
    ('ON_FAIL:\n  RESPOND: "No."\n  THEN: ask', "on_fail: {respond: No., then: ask}", plain(on_fail=ir.OnFail(respond="No.", goto="ask"))),
    ('ON_FAIL:\n  RESPOND: "No."\n  THEN: retry', "on_fail: {respond: No., then: retry}", plain(on_fail=ir.OnFail(respond="No.", then="retry"))),
    ("ON_SUCCESS:\n  SET: a = 1\n  THEN: ask\nON_FAILURE: ask", "on_success: {set: a = 1, then: ask}\non_failure: ask", plain(on_success=(branch(ir.Set(assignments=(A,)), to("ask")),), on_failure=(branch(to("ask")),))),
    ("ON_RESULT:\n  - IF: result.n > 1\n    THEN: ask\n  - ELSE:\n      SET: a = 1", "on_result:\n  - {if: result.n > 1, then: ask}\n  - else: {set: a = 1}", plain(on_result=(branch(to("ask"), when="result.n > 1"), branch(ir.Set(assignments=(A,)))))),
    ('ON_INPUT:\n  - IF: input == "yes"\n    THEN: ask\n  - ELSE: ask', "on_input:\n  - {if: 'input == \"yes\"', then: ask}\n  - else: ask", plain(on_input=(branch(to("ask"), when='input == "yes"'), branch(to("ask"))))),
    ("ON_ERROR:\n  tool_error: CONTINUE", "on_error:\n  - {type: tool_error, then: CONTINUE}", plain(on_error=(ir.ErrorHandler(type="tool_error", then="CONTINUE"),))),
    ("THEN: park", "then: park", plain(then=to("park"))),
    ('THEN: ESCALATE with REASON: "late"', "then: {escalate: {reason: late}}", plain(then=to("ESCALATE", "late"))),
    ('STEP_CONSTRAINTS:\n  - "Be brief"\n  - "REQUIRE done == true"', "step_constraints:\n  - Be brief\n  - REQUIRE done == true", plain(step_constraints=("Be brief",), step_rules=(ir.Rule(keyword="REQUIRE", condition="done == true", fails_when="NOT (done == true)"),))),
    ("GATHER:\n  - city: required\n  - street: optional", "gather:\n  - city: required\n  - street: optional", plain(gather=(ir.GatherField(name="city"), ir.GatherField(name="street", required=False)))),
    ('GATHER:\n  FIELDS:\n    - city: required\n  PROMPT: "Where?"\n  STRATEGY: one', "gather:\n  fields: [city: required]\n  prompt: Where?\n  strategy: one", plain(gather=(ir.GatherField(name="city"),), gather_prompt="Where?", other={"gather_strategy": "one"})),
    ("MESSAGE_KEY: hello\nVOICE:\n  speed: 2\nBARGE_IN: false", "message_key: hello\nvoice: {speed: 2}\nbarge_in: false", plain(other={"message_key": "hello", "voice": {"speed": 2}, "barge_in": False})),
    ('DIGRESSIONS:\n  - INTENT: hours\n    RESPOND: "At nine."', "digressions:\n  - {intent: hours, respond: At nine.}", plain(digressions=(branch(ir.Respond(text="At nine."), when='intent.category == "hours"'),))),
    ("DIGRESSIONS:\n  - KEYWORDS: [Stop, end]\n    CONDITION: a == 1\n    DO:\n      - SET: a = 1\n    RESUME: true", "digressions:\n  - keywords: [Stop, end]\n    condition: a == 1\n    do: [set: a = 1]\n    resume: true", plain(digressions=(branch(ir.Set(assignments=(A,)), to("CONTINUE"), when='(LOWER(input) contains "stop" OR LOWER(input) contains "end") AND (a == 1)'),))),
    ("SUB_INTENTS:\n  - INTENT: change\n    SET: a = 1", "sub_intents: [{intent: change, set: a = 1}]", plain(digressions=(branch(ir.Set(assignments=(A,)), to("CONTINUE"), when='intent.category == "change"'),))),
    ("SUB_INTENTS:\n  - INTENT: change\n    RESUME: false\n    SET: a = 1", "sub_intents: [{intent: change, resume: false, set: a = 1}]", plain(digressions=(branch(ir.Set(assignments=(A,)), when='intent.category == "change"'),))),
    ('DIGRESSIONS:\n  - hours\n      RESPOND: "At nine."', "digressions: [{intent: [hours], respond: At nine.}]", plain(digressions=(branch(ir.Respond(text="At nine."), when='intent.category == "hours"'),))),
    ("DIGRESSIONS:\n  - CONDITION: a == 1\n    RESUME: true\n    GOTO: ask", "digressions: [{condition: a == 1, resume: true, goto: ask}]", plain(digressions=(branch(to("ask"), when="a == 1"),))),
]  # fmt: skip


@pytest.mark.parametrize(("text", "twin", "wanted"), PROPERTIES, ids=[one[0] for one in PROPERTIES])
def test_properties_of_a_step_in_both_formats(text, twin, wanted):
    tools = {"find": ("city",)}
    assert step_of(text, "text", tools) == (wanted, [])
    assert step_of(twin, "yaml", tools) == (wanted, [])


def test_every_property_of_a_step_is_tried():
    tried = {line.split(":", 1)[0].lower() for one in PROPERTIES for line in one[0].splitlines() if line[:1].isalpha()}
    carried = {"behavior", "streaming", "corrections", "await_attachment", "secure_input", "actions", "on_action"}
    carried |= {"resolve_sip_destination", "rich_content", "formats", "description"}
    assert set(STEP) - tried - carried == {"reasoning"}
    for name in carried:
        step, codes = step_of(f"{name}:\n  a: 1", "yaml")
        assert (step, codes) == (plain(other={name: {"a": 1}}), [])


def names_and_thens(flow):
    return [(step.name, step.then.target if step.then else None) for step in flow.steps]


LAYOUTS = [
    ("FLOW:\n  steps: b -> a\n  a:\n    REASONING: true\n  b:\n    REASONING: true", "b", [("a", None), ("b", "a")]),
    ("FLOW:\n  steps:\n    - a\n        REASONING: true\n        THEN: b\n    - b\n        REASONING: true", "a", [("a", "b"), ("b", None)]),
    ("FLOW:\n  a:\n    REASONING: true\n  b:\n    REASONING: true", "a", [("a", None), ("b", None)]),
    ("FLOW:\n  entry_point: b\n  a:\n    REASONING: true\n  b:\n    REASONING: true", "b", [("a", None), ("b", None)]),
    ("FLOW:\n  steps:\n    - b\n    - a\n  a:\n    REASONING: true\n  b:\n    REASONING: true", "b", [("a", None), ("b", None)]),
    ("FLOW:\n  steps: [b, a]\n  a:\n    REASONING: true\n  b:\n    REASONING: true", "b", [("a", None), ("b", None)]),
    ("FLOW:\n  steps:\n    a:\n      REASONING: true\n      THEN: b\n    b:\n      REASONING: true", "a", [("a", "b"), ("b", None)]),
    ("FLOW:\n  steps:\n    - NAME: a\n      REASONING: true\n    - b:\n        REASONING: true", "a", [("a", None), ("b", None)]),
    ("FLOW:\n  a -> b -> COMPLETE\n  a:\n    REASONING: true\n  b:\n    REASONING: true", "a", [("a", "b"), ("b", "COMPLETE")]),
    ("FLOW:\n  b -> a\n  a:\n    REASONING: true\n  b:\n    REASONING: true\n    THEN: b", "b", [("a", None), ("b", "b")]),
    ("FLOW:\n  steps:\n    - a -> b\n  a:\n    REASONING: true\n  b:\n    REASONING: true", "a", [("a", "b"), ("b", None)]),
]  # fmt: skip


@pytest.mark.parametrize(("snippet", "entry", "steps"), LAYOUTS, ids=[one[0] for one in LAYOUTS])
def test_layouts_in_both_formats(snippet, entry, steps):
    flow, codes = read(read_flow, snippet, "text")
    assert (flow.entry, names_and_thens(flow), codes) == (entry, steps, [])
    # YAML has no lines without a key, and no scalar with keys below it.
    if not snippet.startswith(("FLOW:\n  a ->", "FLOW:\n  b ->", "FLOW:\n  steps:\n    - a\n  ")):
        lowered = (
            snippet.replace("NAME", "name")
            .replace("REASONING", "reasoning")
            .replace("THEN", "then")
            .replace("FLOW", "flow")
        )
        assert read(read_flow, lowered, "yaml") == (flow, [])


def test_global_digressions():
    body = "\n  a:\n    REASONING: true"
    flow, codes = read(
        read_flow, f"FLOW:\n  global_digressions:\n    - KEYWORDS: [stop]\n      HANDOFF: Back{body}", "text"
    )
    assert codes == []
    assert flow.digressions == (branch(ir.HandOffTo(target="Back"), when='LOWER(input) contains "stop"'),)


@pytest.mark.parametrize(
    ("snippet", "codes"),
    [
        ("FLOW:\n  entry_point: a", ["ABLX_FLOW_EMPTY"]),
        ("FLOW:\n  a:\n    GOAL: x", ["ABLX_REASONING_MISSING"]),
        ("FLOW:\n  a:\n    REASONING: yes", ["ABLX_VALUE_BOOLEAN"]),
        ("FLOW:\n  a:\n    REASONING: true\n  a:\n    REASONING: true", ["ABLX_NAME_TWICE"]),
        ("FLOW:\n  a:\n    REASONING: true\n    THEM: b", ["ABLX_KEY_UNKNOWN"]),
        ("FLOW:\n  a:\n    REASONING: true\n    THEN: HANDOFF Back", ["ABLX_THEN_INVALID"]),
        ("FLOW:\n  a:\n    REASONING: true\n    THEN: continue", ["ABLX_THEN_INVALID"]),
        ("FLOW:\n  a:\n    REASONING: true\n    ON_FAIL: RETRY_STEP", ["ABLX_THEN_INVALID"]),
        ("FLOW:\n  a:\n    REASONING: true\n    just talk", ["ABLX_ACTION_INVALID"]),
        ("FLOW:\n  talk to the caller\n  a:\n    REASONING: true", ["ABLX_STEP_INVALID"]),
        ("FLOW:\n  entry_point: over there\n  a:\n    REASONING: true", ["ABLX_STEP_INVALID"]),
        ('FLOW:\n  "a b":\n    REASONING: true\n  a:\n    REASONING: true', ["ABLX_STEP_INVALID"]),
        ("FLOW:\n  steps:\n    - GOAL: x\n      REASONING: true\n  a:\n    REASONING: true", ["ABLX_STEP_INVALID"]),
        ("FLOW:\n  steps:\n    - say hi\n        REASONING: true\n  a:\n    REASONING: true", ["ABLX_STEP_INVALID"]),
        ("FLOW:\n  a -> continue\n  a:\n    REASONING: true", ["ABLX_STEP_INVALID"]),
        ("FLOW:\n  a: talk\n    REASONING: true", ["ABLX_STEP_INVALID"]),
        ("FLOW:\n  a:\n    REASONING: true\n    GOAL:", ["ABLX_VALUE_MISSING"]),
        ("FLOW:\n  a:\n    REASONING: true\n    STEP_CONSTRAINTS:\n      - a: b", ["ABLX_VALUE_TEXT"]),
        ('FLOW:\n  a:\n    REASONING: true\n    STEP_CONSTRAINTS:\n      - "REQUIRE b =="', ["ABLX_CONSTRAINT_SYNTAX"]),
        ("FLOW:\n  a:\n    REASONING: true\n    DIGRESSIONS: stop", ["ABLX_VALUE_LIST"]),
        ("FLOW:\n  a:\n    REASONING: true\n    CHECK: b ==", ["ABLX_EXPRESSION_SYNTAX"]),
        ("FLOW:\n  a:\n    REASONING: true\n    CALL: t\n    AS: x", ["ABLX_CALL_SIBLING"]),
        ("FLOW:\n  a:\n    REASONING: true\n    DIGRESSIONS:\n      - RESPOND: x", ["ABLX_DIGRESSION_CONDITION"]),
    ],
)
def test_what_cannot_be_read_is_said_once(snippet, codes):
    assert read(read_flow, snippet, "text")[1] == codes


def test_places_of_steps():
    snippet = 'FLOW:\n  entry_point: ask\n  ask:\n    REASONING: false\n    CHECK: a == 1\n    ON_FAIL: end\n    THEN: "end"\n  ask -> end\n  end:\n    REASONING: true\n'
    reading = reading_of("text")
    flow = read_flow(reading, value_of(reading, snippet))
    place = reading.places.of
    ask, end = flow.steps
    assert [place(flow, "entry").text, place(ask, "name").text, place(end, "name").text] == ["ask", "ask", "end"]
    assert place(ask, "check").text == "a == 1"
    assert place(ask.on_fail_goto, "target").text == "end"
    assert place(ask.then, "target").text == "end"


HEAD = 'AGENT: Desk\nGOAL: "Help"\n'


def diagnostics(text):
    return [(one.code, one.span.text) for one in check(HEAD + text)]


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("THEN: closing", "closing"),
        ("ON_FAIL: closing", "closing"),
        ("ON_EXHAUSTED: closing", "closing"),
        ("ON_RESULT:\n      - IF: a == 1\n        THEN: closing", "closing"),
        ("ON_SUCCESS:\n      - IF: a == 1\n        DO:\n          - GOTO: closing", "closing"),
        ("ON_ERROR:\n      tool_error:\n        THEN: BACKTRACK\n        BACKTRACK_TO: closing", "closing"),
        ("DIGRESSIONS:\n      - CONDITION: a == 1\n        GOTO: closing", "closing"),
    ],
)
def test_a_transition_to_no_step_is_a_warning_where_it_stands(line, where):
    flow = f"FLOW:\n  ask:\n    REASONING: false\n    {line}\n"
    assert diagnostics(flow) == [("ABLX_STEP_UNKNOWN", where)]
    assert diagnostics(f"{flow}  closing:\n    REASONING: true\n") == []


def test_words_of_error_handlers_are_no_steps():
    flow = "FLOW:\n  ask:\n    REASONING: false\n    ON_RESULT:\n      - IF: a == 1\n        THEN: RETRY_STEP\n      - ELSE: CONTINUE\n"
    assert diagnostics(flow) == [("ABLX_STEP_UNKNOWN", "RETRY_STEP")]


def test_a_missing_step_is_named_by_its_nearest():
    (found,) = check(f"{HEAD}FLOW:\n  ask_city:\n    REASONING: false\n    THEN: ask_citi\n")
    assert "do you mean `ask_city`?" in found.message
    assert found.severity == "warning"


@pytest.mark.parametrize(
    "rest",
    [
        "      - ELSE:\n          SET: a = 1\n",
        '    RESPOND: "Yes or no?"\n',
        "    GATHER:\n      - city: required\n",
        "    MESSAGE_KEY: ask\n",
    ],
)
def test_a_prompt_or_an_else_is_no_trap(rest):
    flow = 'FLOW:\n  ask:\n    REASONING: false\n    ON_INPUT:\n      - IF: input == "yes"\n        THEN: COMPLETE\n'
    assert [code for code, _ in diagnostics(flow)] == ["FLOW_PROMPTLESS_ON_INPUT_UNMATCHED_TRAP"]
    assert diagnostics(flow + rest) == []


def test_twins_give_one_project():
    text = f'{HEAD}FLOW:\n  ask:\n    REASONING: false\n    SET: a = "x"\n    THEN: ESCALATE with REASON: "late"\n'
    twin = 'agent: Desk\ngoal: "Help"\nflow:\n  ask:\n    reasoning: false\n    set: a = "x"\n    then: {escalate: {reason: late}}\n'
    assert compiler.compile(text) == compiler.compile(twin)
    assert ir.from_json(ir.to_json(compiler.compile(text))) == compiler.compile(text)
