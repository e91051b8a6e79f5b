"""HANDOFF, DELEGATE, RETURN_HANDLERS, ESCALATE, COMPLETE, roles and a supervisor's ROUTING, in both formats."""

import pytest

from ablmatch.language import compiler, ir
from ablmatch.language.compiler import check
from ablmatch.language.sections.behavior import read_behavior
from ablmatch.language.sections.complete import read_complete
from ablmatch.language.sections.delegate import read_delegate
from ablmatch.language.sections.escalate import read_escalate
from ablmatch.language.sections.handoff import read_handoff, read_return_handlers
from language_parts import read, reading_of, value_of


def rule(**values):
    return ir.HandOff(**{"to": "Back", "condition": "true", "priority": 1, **values})


def work(**values):
    return ir.Delegate(**{"agent": "Back", "when": "a == 1", **values})


def becomes(target, expression):
    return ir.Assignment(target=target, expression=expression)


HEAD, HEAD_TWIN = "HANDOFF:\n  - TO: Back\n    WHEN: true\n", "handoff:\n  - to: Back\n    when: true\n"
# (lines below TO and WHEN, YAML twin, what both give)
HANDOFFS = [
    ("", "", rule()),
    ("    PRIORITY: 7\n", "    priority: 7\n", rule(priority=7)),
    ('    CONTEXT:\n      pass: [a, b]\n      summary: "On {{a}}"\n      history: none\n', "    context: {pass: [a, b], summary: 'On {{a}}', history: none}\n", rule(passes=("a", "b"), summary="On {{a}}", history="none")),
    ('    PASS: [a]\n    SUMMARY: "On"\n    HISTORY: auto\n', "    pass: [a]\n    summary: On\n    history: auto\n", rule(passes=("a",), summary="On", history="auto")),
    ("    CONTEXT:\n      history: last_5\n", "    context: {history: {mode: last_n, count: 5}}\n", rule(history={"mode": "last_n", "count": 5})),
    ('    CONTEXT:\n      set:\n        topic: "{{a}}"\n        b: c\n', "    context:\n      set: {topic: '{{a}}', b: c}\n", rule(set=(ir.Assignment(target="topic", template="{{a}}"), becomes("b", "c")))),
    ("    CONTEXT:\n      memory_grants:\n        - path: user.tier\n        - path: user.seat\n          access: readwrite\n", "    context:\n      memory_grants: [user.tier, {path: user.seat, access: readwrite}]\n", rule(memory_grants=(ir.MemoryGrant(path="user.tier"), ir.MemoryGrant(path="user.seat", access="readwrite")))),
    ("    HISTORY: full\n", "    history: {mode: full}\n", rule()),
    ("    EXPECT_RETURN: true\n    ON_RETURN: resume_intent\n", "    return: true\n    on_return: {action: resume_intent}\n", rule(expect_return=True, return_action="resume_intent")),
    ("    ON_RETURN: thanks\n", "    on_return: {handler: thanks}\n", rule(return_handler="thanks")),
    ('    ON_RETURN:\n      action: continue\n      resume_with: forwarded_return_message\n      map:\n        x.y: z\n        u: v\n      set:\n        w: "{{z}}"\n', "    on_return:\n      action: continue\n      resume_with: forwarded_return_message\n      map: {x.y: z, u: v}\n      set: {w: '{{z}}'}\n", rule(return_action="continue", resume_with="forwarded_return_message", return_map=(("x.y", "z"), ("u", "v")), return_set=(ir.Assignment(target="w", template="{{z}}"),))),
    ("    ON_FAILURE: CONTINUE\n", "    on_failure: continue\n", rule(on_failure=ir.Action(kind="continue"))),
    ('    ON_FAILURE: RESPOND "Nobody is there."\n', '    on_failure: RESPOND "Nobody is there."\n', rule(on_failure=ir.Action(kind="respond", text="Nobody is there."))),
    ("    ON_FAILURE: ESCALATE\n", "    on_failure: ESCALATE\n", rule(on_failure=ir.Action(kind="escalate"))),
    ("    ASYNC: true\n    EXPERIENCE_MODE: silent\n", "    async: true\n    experience_mode: silent\n", rule(other={"async": True, "experience_mode": "silent"})),
]  # fmt: skip


@pytest.mark.parametrize(("text", "twin", "wanted"), HANDOFFS, ids=[one[0] for one in HANDOFFS])
def test_handoff(text, twin, wanted):
    assert read(read_handoff, HEAD + text, "text") == ((wanted,), [])
    assert read(read_handoff, HEAD_TWIN + twin, "yaml") == ((wanted,), [])


def test_written_order_is_the_default_priority():
    snippet = (
        "HANDOFF:\n  - TO: A\n    WHEN: true\n  - TO: B\n    WHEN: true\n    PRIORITY: 9\n  - TO: C\n    WHEN: true\n"
    )
    rules, codes = read(read_handoff, snippet, "text")
    assert ([one.priority for one in rules], codes) == ([1, 9, 3], [])


@pytest.mark.parametrize(
    ("written", "condition", "prose"),
    [
        ("topic IS SET", "topic IS SET", None),
        ('"topic IS SET"', "topic IS SET", None),
        ('"a == 1"', "a == 1", None),
        ('"the caller asks for a refund"', None, "the caller asks for a refund"),
        ('"in need of help and not sure"', None, "in need of help and not sure"),
        ('"urgent"', None, "urgent"),
        ("urgent", "urgent", None),
    ],
)
def test_quoted_conditions(written, condition, prose):
    text = f"HANDOFF:\n  - TO: Back\n    WHEN: {written}\n"
    wanted = ((rule(condition=condition, prose=prose),), [])
    assert read(read_handoff, text, "text") == wanted
    assert read(read_handoff, text.lower().replace("back", "Back").replace("is set", "IS SET"), "yaml") == wanted
    trigger = f"ESCALATE:\n  triggers:\n    - WHEN: {written}\n"
    escalate, codes = read(read_escalate, trigger, "text")
    assert (escalate.triggers, codes) == ((ir.EscalateTrigger(when=condition, prose=prose),), [])


@pytest.mark.parametrize(
    ("snippet", "codes"),
    [
        ("HANDOFF:\n  - WHEN: true", ["ABLX_KEY_MISSING"]),
        ("HANDOFF:\n  - TO: Back", ["ABLX_KEY_MISSING"]),
        ("HANDOFF:\n  - TO: the back\n    WHEN: true", ["ABLX_AGENT_REFERENCE"]),
        ("HANDOFF:\n  - TO: Back\n    WHEN: a ==", ["ABLX_EXPRESSION_SYNTAX"]),
        ("HANDOFF: Back", ["ABLX_VALUE_LIST"]),
        (f"{HEAD}    GRANT_MEMORY: [user.tier]", ["ABLX_GRANT_MEMORY"]),
        (f"{HEAD}    CONTEXT:\n      history: last_x", ["ABLX_HISTORY_UNKNOWN"]),
        (f"{HEAD}    CONTEXT:\n      history: {{mode: last_n}}", ["ABLX_HISTORY_UNKNOWN"]),
        (f"{HEAD}    CONTEXT:\n      memory_grants:\n        - path: user.tier\n          access: write", ["ABLX_ACCESS_UNKNOWN"]),
        (f"{HEAD}    CONTEXT:\n      memory_grants:\n        - access: read", ["ABLX_KEY_MISSING"]),
        (f"{HEAD}    ON_RETURN:\n      action: stop", ["ABLX_RETURN_ACTION_UNKNOWN"]),
        (f"{HEAD}    ON_RETURN:\n      resume_with: hello", ["ABLX_RESUME_WITH_UNKNOWN"]),
        (f"{HEAD}    ON_RETURN:\n      map:\n        a: b + c", ["ABLX_MAP_INVALID"]),
        (f"{HEAD}    ON_RETURN:\n      map: a", ["ABLX_MAP_INVALID"]),
        (f"{HEAD}    WHENN: true", ["ABLX_KEY_UNKNOWN"]),
    ],
)  # fmt: skip
def test_a_handoff_that_cannot_be_read(snippet, codes):
    assert read(read_handoff, snippet, "text")[1] == codes


DELEGATES = [
    ("", "", work()),
    ('    PURPOSE: "Check"\n    INPUT:\n      city: town\n      n: 1 + 2\n', "    summary: Check\n    pass: {city: town, n: 1 + 2}\n", work(purpose="Check", input=(becomes("city", "town"), becomes("n", "1 + 2")))),
    ("    PASS: [city]\n", "    pass: [city]\n", work(input=(becomes("city", "city"),))),
    ('    INPUT:\n      city: "Turku"\n', "    input: {city: 'Turku'}\n", work(input=(becomes("city", '"Turku"'),))),
    ("    RETURNS:\n      x: y\n    USE_RESULT: summary\n", "    returns: {x: y}\n    use_result: summary\n", work(returns=(("x", "y"),), use_result="summary")),
    ("    RETURNS: [x]\n", "    returns: [x]\n", work(returns=(("x", "x"),))),
    ('    TIMEOUT: "30s"\n    ON_FAIL: continue\n', "    timeout: 30s\n    on_fail: continue\n", work(timeout=30_000, on_failure="continue")),
    ('    ON_FAIL:\n      type: retry\n      count: 2\n    FAILURE_MESSAGE: "Sorry."\n', "    on_fail: {type: retry, count: 2}\n    failure_message: Sorry.\n", work(on_failure="retry", retries=2, failure_message="Sorry.")),
    ("    MEMORY_GRANTS:\n      - user.tier\n    REMOTE: true\n", "    memory_grants: [user.tier]\n    remote: true\n", work(memory_grants=(ir.MemoryGrant(path="user.tier"),), other={"remote": True})),
]  # fmt: skip


@pytest.mark.parametrize(("text", "twin", "wanted"), DELEGATES, ids=[one[0] for one in DELEGATES])
def test_delegate(text, twin, wanted):
    assert read(read_delegate, f"DELEGATE:\n  - AGENT: Back\n    WHEN: a == 1\n{text}", "text") == ((wanted,), [])
    assert read(read_delegate, f"delegate:\n  - to: Back\n    when: a == 1\n{twin}", "yaml") == ((wanted,), [])


@pytest.mark.parametrize(
    ("text", "twin", "wanted"),
    [
        ('RETURN_HANDLERS:\n  thanks:\n    RESPOND: "Thanks."\n    CLEAR: [a]\n    CONTINUE: true', "return_handlers: {thanks: {respond: Thanks., clear: [a], continue: true}}", [ir.ReturnHandler(name="thanks", respond="Thanks.", clear=("a",), go_on=True)]),
        ("RETURN_HANDLERS:\n  - NAME: again\n    RESUME_INTENT: true", "return_handlers: [{name: again, resume_intent: true}]", [ir.ReturnHandler(name="again", resume_intent=True)]),
        ("RETURN_HANDLERS:\n  again:\n    RESUME_INTENT: false", "return_handlers: {again: {resume_intent: false}}", [ir.ReturnHandler(name="again")]),
    ],
)  # fmt: skip
def test_return_handlers(text, twin, wanted):
    assert read(read_return_handlers, text, "text") == (tuple(wanted), [])
    assert read(read_return_handlers, twin, "yaml") == (tuple(wanted), [])


@pytest.mark.parametrize(
    ("snippet", "codes"),
    [
        ("RETURN_HANDLERS: thanks", ["ABLX_VALUE_LIST"]),
        ("RETURN_HANDLERS:\n  - RESPOND: x", ["ABLX_NAME_MISSING"]),
        ("RETURN_HANDLERS:\n  a:\n    RESPOND: x\n  a:\n    RESPOND: y", ["ABLX_NAME_TWICE"]),
    ],
)
def test_return_handlers_that_cannot_be_read(snippet, codes):
    assert read(read_return_handlers, snippet, "text")[1] == codes


ESCALATES = [
    ('ESCALATE:\n  triggers:\n    - WHEN: angry == true\n      REASON: "plan {{plan}}"\n      PRIORITY: HIGH\n      TAGS: [a, b]\n      SET:\n        x: y', "escalate:\n  triggers:\n    - {when: angry == true, reason: 'plan {{plan}}', priority: high, tags: [a, b], set: {x: y}}", ir.Escalate(triggers=(ir.EscalateTrigger(when="angry == true", reason="plan {{plan}}", priority="high", tags=("a", "b"), set=(becomes("x", "y"),)),))),
    ("ESCALATE:\n  triggers:\n    - WHEN: true\n      PRIORITY: 3", "escalate: {triggers: [{when: true, priority: 3}]}", ir.Escalate(triggers=(ir.EscalateTrigger(when="true", priority=3),))),
    ("ESCALATE:\n  context_for_human: [a, b]", "escalate: {context_for_human: [a, b]}", ir.Escalate(context_for_human=("a", "b"))),
    ('ESCALATE:\n  context_for_human:\n    - a\n    - NAME: b\n      TEMPLATE: "{{b}}"', "escalate: {context_for_human: [a, {NAME: b, TEMPLATE: '{{b}}'}]}", ir.Escalate(context_for_human=("a", "b"), other={"context_for_human": [{"NAME": "b", "TEMPLATE": "{{b}}"}]})),
    ("ESCALATE:\n  routing:\n    queue: care", "escalate: {routing: {queue: care}}", ir.Escalate(other={"routing": {"queue": "care"}})),
    ("ESCALATE:\n  routing:\n    - when: a == 1\n      queue: care\n    - queue: sales", "escalate: {routing: [{when: a == 1, queue: care}, {queue: sales}]}", ir.Escalate(other={"routing": [{"when": "a == 1", "queue": "care"}, {"queue": "sales"}]})),
    ('ESCALATE:\n  on_human_complete:\n    - IF human.solved == true: COMPLETE\n    - IF human.next == "b:c": HANDOFF to Back\n    - ELSE: CONTINUE', "escalate:\n  on_human_complete:\n    - IF human.solved == true: COMPLETE\n    - 'IF human.next == \"b:c\": HANDOFF to Back'\n    - else: CONTINUE", ir.Escalate(on_human_complete=(ir.Branch(when="human.solved == true", steps=(ir.Goto(target="COMPLETE"),)), ir.Branch(when='human.next == "b:c"', steps=(ir.HandOffTo(target="Back"),)), ir.Branch(steps=(ir.Goto(target="CONTINUE"),))))),
    ("ESCALATE:\n  on_human_complete:\n    - IF: human.solved == true\n      THEN: COMPLETE", "escalate: {on_human_complete: [{if: human.solved == true, then: COMPLETE}]}", ir.Escalate(on_human_complete=(ir.Branch(when="human.solved == true", steps=(ir.Goto(target="COMPLETE"),)),))),
]  # fmt: skip


@pytest.mark.parametrize(("text", "twin", "wanted"), ESCALATES, ids=[one[0] for one in ESCALATES])
def test_escalate(text, twin, wanted):
    assert read(read_escalate, text, "text") == (wanted, [])
    assert read(read_escalate, twin, "yaml") == (wanted, [])


def test_context_for_people_has_names():
    assert read(read_escalate, "ESCALATE:\n  context_for_human:\n    - TEMPLATE: x", "text")[1] == ["ABLX_VALUE_NAMES"]


@pytest.mark.parametrize(
    ("when", "codes"),
    [
        ("upset == true", []),
        ('"upset == true"', []),
        ('"the caller is upset"', ["ESCALATE_ROUTING_WHEN_PROMPT_ONLY"]),
        ("the caller is upset", ["ESCALATE_ROUTING_WHEN_PROMPT_ONLY"]),
        ("upset ==", ["ABLX_EXPRESSION_SYNTAX"]),
    ],
)
def test_escalation_routing_needs_no_model(when, codes):
    assert read(read_escalate, f"ESCALATE:\n  routing:\n    - when: {when}\n      queue: care", "text")[1] == codes


@pytest.mark.parametrize(
    ("text", "twin", "wanted"),
    [
        ('COMPLETE:\n  - WHEN: done == true\n    RESPOND: "Bye."\n    SET:\n      a: "x"\n    TERMINAL: false\n    STORE: note\n    MODEL_CONTEXT: "done"', "complete:\n  - {when: done == true, respond: Bye., set: {a: 'x'}, terminal: false, store: note, model_context: done}", ir.Complete(when="done == true", respond="Bye.", set=(ir.Assignment(target="a", template="x"),), terminal=False, store="note", model_context="done")),
        ('COMPLETE:\n  WHEN: "done == true"', "complete: {when: 'done == true'}", ir.Complete(when="done == true")),
    ],
)  # fmt: skip
def test_complete(text, twin, wanted):
    assert read(read_complete, text, "text") == ((wanted,), [])
    assert read(read_complete, twin, "yaml") == ((wanted,), [])


@pytest.mark.parametrize(
    ("when", "codes"),
    [('"the customer sounds happy"', ["PLAIN_ENGLISH_COMPLETE_WHEN"]), ('"done"', ["PLAIN_ENGLISH_COMPLETE_WHEN"]), ("the customer is happy", ["PLAIN_ENGLISH_COMPLETE_WHEN"]), ("done ==", ["ABLX_EXPRESSION_SYNTAX"]), ("done", [])],
)  # fmt: skip
def test_complete_needs_no_model(when, codes):
    assert read(read_complete, f"COMPLETE:\n  - WHEN: {when}", "text")[1] == codes
    assert read(read_complete, f"complete:\n  - when: {when}", "yaml")[1] == codes


@pytest.mark.parametrize(
    ("snippet", "role", "codes"),
    [
        ("BEHAVIOR:\n  role: router", "router", []),
        ("BEHAVIOR: orchestrator", "orchestrator", []),
        ("BEHAVIOR:\n  role: boss", None, ["ABLX_ROLE_UNKNOWN"]),
        ("BEHAVIOR:\n  role: router\n  canRespondDirectly: true", "router", ["AGENT_EXECUTION_ROLE_CONFLICT"]),
        ("BEHAVIOR:\n  role: router\n  canRespondDirectly: false", "router", []),
        ("BEHAVIOR:\n  role: assistant\n  canRespondDirectly: false", "assistant", ["AGENT_EXECUTION_ROLE_CONFLICT"]),
        ("BEHAVIOR:\n  canRespondDirectly: true", None, ["ABLX_BEHAVIOR_ROLE"]),
    ],
)
def test_behavior(snippet, role, codes):
    assert read(read_behavior, snippet, "text") == (role, codes)


def test_places_of_handoffs():
    snippet = 'HANDOFF:\n  - TO: Back\n    WHEN: "topic IS SET"\n    CONTEXT:\n      pass: [topic]\n    ON_RETURN:\n      map:\n        a.b: c\n        d: e\n'
    reading = reading_of("text")
    (found,) = read_handoff(reading, value_of(reading, snippet))
    place = reading.places.of
    assert [place(found, name).text for name in ("to", "condition")] == ["Back", "topic IS SET"]
    assert [place(found, "return_map", at).text for at in (0, 1)] == ["a.b", "d"]


# --- a project -------------------------------------------------------------------------------------------------------

FRONT = 'AGENT: Front\nGOAL: "Help"\n'
BACK = 'AGENT: Back\nGOAL: "Help"\nMEMORY:\n  session:\n    - verdict\n'
TO_BACK = "HANDOFF:\n  - TO: Back\n    WHEN: true\n"


def found(*agents):
    return [(one.code, one.span.text) for one in check({f"{at}": agent for at, agent in enumerate(agents)})]


@pytest.mark.parametrize(
    "part",
    [
        "HANDOFF:\n  - TO: Bakc\n    WHEN: true\n",
        "BEHAVIOR:\n  role: orchestrator\nDELEGATE:\n  - AGENT: Bakc\n    WHEN: true\n",
        "ON_ERROR:\n  tool_error: HANDOFF Bakc\n",
        "ON_ERROR:\n  tool_error:\n    THEN: HANDOFF Bakc\n",
        "FLOW:\n  ask:\n    REASONING: true\n    ON_INPUT:\n      - IF: a == 1\n        HANDOFF: Bakc\n",
        "FLOW:\n  ask:\n    REASONING: true\n    CHECK: a == 1\n    ON_FAIL: HANDOFF Bakc\n",
        "ESCALATE:\n  on_human_complete:\n    - IF a == 1: HANDOFF to Bakc\n",
        "BEHAVIOR:\n  role: orchestrator\nON_START:\n  DELEGATE: Bakc\n",
    ],
)
def test_agents_are_looked_up_where_the_project_is_whole(part):
    assert found(FRONT + part) == []
    assert found(FRONT + part, BACK) == [("ABLX_AGENT_UNKNOWN", "Bakc")]
    assert found(FRONT + part.replace("Bakc", "Back"), BACK) == []


@pytest.mark.parametrize("part", [TO_BACK, "ON_ERROR:\n  tool_error: HANDOFF Back\n"])
def test_an_agent_does_not_hand_off_to_itself(part):
    assert found(FRONT + part.replace("Back", "Front")) == [("ABLX_HANDOFF_SELF", "Front")]
    assert found(FRONT + part.replace("Back", "Front"), BACK) == [("ABLX_HANDOFF_SELF", "Front")]


def test_remote_agents_are_elsewhere():
    assert found(FRONT + TO_BACK.replace("Back", "Far") + "    REMOTE: true\n", BACK) == []


@pytest.mark.parametrize(
    ("role", "codes"),
    [("", ["AGENT_RETURNED_WORK_REQUIRES_ORCHESTRATOR"]), ("assistant", ["AGENT_RETURNED_WORK_REQUIRES_ORCHESTRATOR"]), ("orchestrator", [])],
)  # fmt: skip
def test_delegate_needs_an_orchestrator(role, codes):
    behavior = f"BEHAVIOR:\n  role: {role}\n" if role else ""
    assert [code for code, _ in found(FRONT + behavior + "DELEGATE:\n  - AGENT: Back\n    WHEN: true\n")] == codes


@pytest.mark.parametrize(
    "part",
    ["ON_START:\n  DELEGATE: Back\n", "FLOW:\n  ask:\n    REASONING: true\n    ON_INPUT:\n      - DELEGATE: Back\n"],
)
def test_an_action_that_delegates_needs_one_too(part):
    assert [code for code, _ in found(FRONT + part)] == ["AGENT_RETURNED_WORK_REQUIRES_ORCHESTRATOR"]


@pytest.mark.parametrize(
    ("field", "child"),
    [
        ("verdict", BACK),
        ("city", 'AGENT: Back\nGOAL: "Help"\nGATHER:\n  city:\n    prompt: "Where?"\n'),
        ("last_look_up_result.city", 'AGENT: Back\nGOAL: "Help"\nTOOLS:\n  look_up()\n    description: "x"\n'),
        ("total", 'AGENT: Back\nGOAL: "Help"\nTOOLS:\n  look_up()\n    description: "x"\n    on_result:\n      set:\n        total: result.n\n'),
        ("seen", 'AGENT: Back\nGOAL: "Help"\nHOOKS:\n  before_turn:\n    SET: seen = true\n'),
        ("topic", 'AGENT: Back\nGOAL: "Help"\n'),
    ],
)  # fmt: skip
def test_what_a_child_produces(field, child):
    rule = f"{TO_BACK}    CONTEXT:\n      pass: [topic]\n    ON_RETURN:\n      map:\n        {field}: outcome\n"
    assert found(FRONT + rule, child) == []
    assert found(FRONT + rule.replace(field + ":", "absent:"), child) == [("ABLX_RETURN_FIELD_UNPRODUCED", "absent")]


def test_a_map_that_stands_the_wrong_way_round():
    memory = "MEMORY:\n  session:\n    - outcome\n"
    rule = f"{memory}{TO_BACK}    ON_RETURN:\n      map:\n        outcome: verdict\n"
    assert found(FRONT + rule, BACK) == [("ABLX_RETURN_MAP_DIRECTION", "outcome")]


SUPERVISOR = """SUPERVISOR: Lead
GOAL: "Route"
AGENTS:
  - REF: Billing_Desk
    ALIAS: billing
ROUTING:
  - NAME: bills
    PRIORITY: 3
    WHEN: intent.category == "billing"
    THEN: ROUTE_TO billing
  - NAME: rest
    WHEN: "anything about parcels"
    THEN: ROUTE_TO Parcels
  - NAME: bye
    WHEN: done == true
    THEN: END_CONVERSATION
  - NAME: menu
    WHEN: lost == true
    THEN: ROUTE_TO_USER
"""


def test_routing_of_a_supervisor_is_handing_off():
    billing, parcels = 'AGENT: Billing_Desk\nGOAL: "Bills"\n', 'AGENT: Parcels\nGOAL: "Parcels"\n'
    project = compiler.compile({"a": SUPERVISOR, "b": billing, "c": parcels})
    lead = project.agents["Lead"]
    assert project.entry == "Lead"
    assert lead.handoff == (
        ir.HandOff(to="Billing_Desk", condition='intent.category == "billing"', priority=3, other={"routing": "bills"}),
        ir.HandOff(to="Parcels", prose="anything about parcels", priority=2, other={"routing": "rest"}),
    )
    assert lead.complete == (ir.Complete(when="done == true"),)
    assert len(lead.opaque["routing"]) == 4
    assert found(SUPERVISOR, billing) == [("ABLX_AGENT_UNKNOWN", "ROUTE_TO Parcels")]


def test_a_supervisor_hands_off_to_aliases():
    lead = SUPERVISOR.replace("ROUTING:", "HANDOFF:\n  - TO: billing\n    WHEN: true\nROUTING:").replace(
        "Parcels", "billing"
    )
    project = compiler.compile({"a": lead, "b": 'AGENT: Billing_Desk\nGOAL: "Bills"\n'})
    assert [rule.to for rule in project.agents["Lead"].handoff] == ["Billing_Desk"] * 3


# --- a second look ---------------------------------------------------------------------------------------------------


def linted(agent):
    return [(one.code, one.span.text) for one in check(agent, lints=True)]


def test_lints_are_for_those_who_ask():
    agent = FRONT + TO_BACK + "    ON_RETURN: continue\n"
    assert check(agent) == []
    assert linted(agent) == [("ABLX_ON_RETURN_NEVER", "continue")]


@pytest.mark.parametrize(
    ("flow", "unreached"),
    [
        ("  a:\n    REASONING: true\n  b:\n    REASONING: true\n", ["b"]),
        ("  entry_point: b\n  a:\n    REASONING: true\n  b:\n    REASONING: true\n", ["a"]),
        (
            "  a:\n    REASONING: true\n    ON_EXHAUSTED: b\n  b:\n    REASONING: true\n    THEN: c\n  c:\n    REASONING: true\n",
            [],
        ),
        ("  a:\n    REASONING: true\n    ON_FAIL:\n      GOTO: b\n  b:\n    REASONING: true\n", []),
        (
            "  global_digressions:\n    - KEYWORDS: [stop]\n      GOTO: b\n  a:\n    REASONING: true\n  b:\n    REASONING: true\n",
            [],
        ),
        (
            "  a:\n    REASONING: true\n  b:\n    REASONING: true\n    THEN: c\n  c:\n    REASONING: true\n    THEN: b\n",
            ["b", "c"],
        ),
    ],
)
def test_steps_that_nothing_leads_to(flow, unreached):
    assert linted(FRONT + "FLOW:\n" + flow) == [("ABLX_STEP_UNREACHED", name) for name in unreached]
