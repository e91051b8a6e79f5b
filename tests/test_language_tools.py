"""TOOLS: signatures and properties of both formats give one compiled form; imports, access to the memory, lints."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ablmatch as abl
from ablmatch.language import ir
from ablmatch.language.compiler import check
from ablmatch.language.sections.signatures import SignatureError, split_signature
from ablmatch.language.sections.tool_types import type_text
from ablmatch.language.sections.tools import read_tools
from language_parts import read, reading_of, value_of


def parameter(name, kind="string", **more):
    return ir.Parameter(name=name, type=kind, **more)


def tool(*parameters, name="send", **more):
    return ir.Tool(name=name, parameters=parameters, **more)


SAYS = (ir.Set(assignments=(ir.Assignment(target="a", expression="result.b"),)),)
FORMS = [
    ("send()", "- name: send", tool()),
    ("send( )", "- {name: send, parameters: []}", tool()),
    ("send():", "- send()", tool()),
    ("send(a: number)", "- name: send\n  parameters: [{name: a, type: number}]", tool(parameter("a", "number"))),
    ("send(a)", "- name: send\n  parameters: [a]", tool(parameter("a"))),
    ("send(a: string[], b?: date)", "- name: send\n  parameters: {a: 'string[]', 'b?': date}", tool(parameter("a", "string[]"), parameter("b", "date", required=False))),
    ("send(a?: Address)", "- name: send\n  parameters: [{name: a, type: Address, required: false}]", tool(parameter("a", "Address", required=False))),
    ("send(a: number = 3)", "- name: send\n  parameters:\n    a: {type: number, default: 3}", tool(parameter("a", "number", required=False, default=3))),
    ('send(a: string = "x, (y", b = true)', "- name: send\n  parameters: [{name: a, default: 'x, (y'}, {name: b, default: true}]", tool(parameter("a", required=False, default="x, (y"), parameter("b", required=False, default=True))),
    ("send(a: array = [1, 2])", "- name: send\n  parameters: [{name: a, type: array, default: [1, 2]}]", tool(parameter("a", "array", required=False, default=[1, 2]))),
    ("send() -> string", "- {name: send, returns: string}", tool(returns="string")),
    ("send()->{a:string,b?:number[]}[]", "- name: send\n  returns: {type: array, fields: {a: string, b?: 'number[]'}}", tool(returns="{a: string, b?: number[]}[]")),
    ("send()\n  -> {a: string}", "- name: send\n  returns: {type: object, fields: {a: string}}", tool(returns="{a: string}")),
    ("send() -> {a: {b: string}}", "- name: send\n  returns:\n    type: object\n    fields:\n      - name: a\n        type: object\n        fields: {b: string}", tool(returns="{a: {b: string}}")),
    ("send() -> {a?: string}", "- name: send\n  returns: {fields: [{name: a, type: string, required: false}]}", tool(returns="{a?: string}")),
    ("send() -> string[]", "- name: send\n  returns: {type: array, items: {type: string}}", tool(returns="string[]")),
    ("send() -> string | null", "- {name: send, returns: string | null}", tool(returns="string | null")),
    ('send()\n  description: "Send: it"', "- {name: send, description: 'Send: it'}", tool(description="Send: it")),
    ("send(a: number)\n  params:\n    a:\n      default: 2\n      source: system", "- name: send\n  parameters: [{name: a, type: number, default: 2, source: system}]", tool(parameter("a", "number", required=False, default=2), other={"parameters": {"a": {"source": "system"}}})),
    ("send(a: number)\n  params:\n    a: {source: system}", "- name: send\n  parameters: [{name: a, type: number}]\n  params: {a: {source: system}}", tool(parameter("a", "number"), other={"parameters": {"a": {"source": "system"}}})),
    ("send()\n  on_result:\n    set:\n      a: result.b", "- name: send\n  on_result:\n    set: {a: result.b}", tool(on_result=SAYS)),
    ("send()\n  on_error:\n    do:\n      - SET: a = result.b", "- name: send\n  on_error:\n    do:\n      - set: a = result.b", tool(on_error=SAYS)),
    ("send()\n  store_result: false\n  provides: [a, b]\n  effect: side_effect", "- {name: send, store_result: false, provides: [a, b], effect: side_effect}", tool(store_result=False, provides=("a", "b"), effect="side_effect")),
    ("send()\n  context_access:\n    read: [user.a]\n    write: user.b", "- name: send\n  context_access: {read: [user.a], write: [user.b]}", tool(reads=("user.a",), writes=("user.b",))),
    ("send()\n  confirm: always", "- {name: send, confirmation: {require: always}}", tool(confirmation="always")),
    ("send()\n  confirmation:\n    require: never\n    immutable_params: [a]", "- name: send\n  confirm: {require: never, immutable_params: [a]}", tool(confirmation="never", other={"confirmation": {"immutable_params": ["a"]}})),
    ("send()\n  pii_access: original\n  timeout: 300", "- {name: send, pii_access: original, timeout: 300}", tool(pii_access="original", other={"timeout": 300})),
    ("send:\n  description: x", "- name: send\n  description: x", tool(description="x")),
]  # fmt: skip


def indented(text):
    return "".join(f"  {line}\n" for line in text.split("\n"))


@pytest.mark.parametrize(("text", "yaml", "wanted"), FORMS, ids=[text[:50] for text, _, _ in FORMS])
def test_both_formats_give_one_tool(text, yaml, wanted):
    assert read(read_tools, "TOOLS:\n" + indented(text), "text") == ((wanted,), [])
    assert read(read_tools, "tools:\n" + indented(yaml), "yaml") == ((wanted,), [])


def test_tools_are_in_written_order_and_their_parameters_are_known_to_calls():
    reading = reading_of("text")
    found = read_tools(reading, value_of(reading, "TOOLS:\n  b(x: number, y)\n    description: x\n  a()\n"))
    assert [one.name for one in found] == ["b", "a"]
    assert reading.parameters == {"b": ("x", "y"), "a": ()}
    source = 'AGENT: Desk\nGOAL: "x"\nHOOKS:\n  before_turn:\n    CALL: send(a, 2)\nTOOLS:\n  send(to: string, count: number)\n'
    (call,) = abl.compile(source).agents["Desk"].hooks["before_turn"].calls
    assert [(one.target, one.expression) for one in call.arguments] == [("to", "a"), ("count", "2")]


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("send a", "ABLX_TOOL_SIGNATURE", "send a"),
        ("send(a: string", "ABLX_TOOL_SIGNATURE", "(a: string"),
        ("send(a: string) string", "ABLX_TOOL_SIGNATURE", " string"),
        ("send(a b: string)", "ABLX_TOOL_SIGNATURE", "a b: string"),
        ("send(a,, b)", "ABLX_TOOL_SIGNATURE", ""),
        ("(a)", "ABLX_TOOL_SIGNATURE", "(a)"),
        ("send()\n    what is this", "ABLX_TOOL_SIGNATURE", "what is this"),
        ("send(a, a)", "ABLX_NAME_TWICE", "a"),
        ("send()\n  send(b)", "ABLX_NAME_TWICE", "send"),
        ("send()\n    effect: none", "ABLX_EFFECT_UNKNOWN", "none"),
        ("send()\n  on_result:\n    set:\n      a: b", "ABLX_TOOL_SIGNATURE", "on_result:\n    set:\n      a: b"),
        ("send()\n    on_reslt:\n      set:\n        a: b", "ABLX_KEY_UNKNOWN", "on_reslt"),
        ("send()\n    type: http\n    endpoint: /x\n    method: GET", "E720", "type"),
        ("send()\n    context_access:\n      read: [user.a, user.b.c]", "ABLX_TOOL_CONTEXT_ACCESS", "user.b.c"),
    ],
)
def test_findings_stand_where_the_fault_is(text, code, place):
    memory = "MEMORY:\n  persistent:\n    - user.a\n    - PATH: user.b\n      ACCESS: write\n"
    (found,) = check(f'AGENT: Desk\nGOAL: "x"\nTOOLS:\n  {text}\n{memory}')
    assert found.code == code
    assert found.span.text == place


# --- libraries --------------------------------------------------------------------------------------------------------

DESK = 'AGENT: Desk\nGOAL: "x"\nTOOLS:\n  file: {}\n  own()\n'
LIBRARY = 'TOOLS:\n  look_up(id: number)\n    type: http\n    endpoint: "/x"\n  send()\n'


def project(written, library=LIBRARY, name="lib/desk.tools.abl"):
    return {"desk.agent.abl": DESK.format(written), name: library}


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ('"desk.tools.abl"', ["look_up", "send", "own"]),
        ("./lib/desk.tools.abl", ["look_up", "send", "own"]),
        ('"desk.tools.abl" [send]', ["send", "own"]),
        ("desk.tools.abl [send, look_up]", ["send", "look_up", "own"]),
    ],
)
def test_imported_tools_stand_where_their_file_is_named(written, names):
    assert check(project(written)) == []
    assert [one.name for one in abl.compile(project(written)).agents["Desk"].tools] == names


def test_import_in_yaml():
    desk = "agent: Desk\ngoal: x\ntools:\n  - file: desk.tools.yaml\n    names: [send]\n  - name: own\n"
    library = "tools:\n  - name: look_up\n    type: http\n  - name: send\n"
    found = abl.compile({"desk.agent.yaml": desk, "desk.tools.yaml": library})
    assert [one.name for one in found.agents["Desk"].tools] == ["send", "own"]


@pytest.mark.parametrize(
    ("written", "place"), [('"desk.tools.abl" [sendd]', "sendd"), ('"back.tools.abl"', "back.tools.abl")]
)
def test_what_the_project_does_not_have_is_an_error(written, place):
    (found,) = check(project(written))
    assert (found.code, found.span.text) == ("E721", place)


def test_an_agent_on_its_own_defers_its_imports():
    rule = "CONSTRAINTS:\n  - REQUIRE a BEFORE calling somewhere_else\n"
    assert check(DESK.format('"desk.tools.abl" [somewhere_else]') + rule) == []


def test_side_effects_are_a_lint():
    source = 'AGENT: Desk\nGOAL: "x"\nTOOLS:\n  send()\n    effect: side_effect\n    confirmation: never\n'
    assert check(source) == []
    assert [one.code for one in check(source, lints=True)] == ["SIDE_EFFECT_TOOL_WITHOUT_CONFIRMATION"]


# --- signatures of any text -------------------------------------------------------------------------------------------

PIECES = st.lists(st.sampled_from(["send", "(", ")", "a", ":", "?", ",", "=", '"', "'", "[", "]", "{", "}", "->", " ", "1", "\\"]), max_size=20)  # fmt: skip


@given(PIECES.map("".join))
def test_any_signature_is_read_or_refused_with_a_place(text):
    error = None
    try:
        found = split_signature(text)
    except SignatureError as caught:
        error = caught
    if error is not None:
        assert 0 <= error.start <= error.end <= len(text)
        return
    edges = [edge for piece in found.parameters for edge in piece]
    assert edges == sorted(edges)
    assert check(f'AGENT: Desk\nGOAL: "x"\nTOOLS:\n  {text}\n') is not None


@given(PIECES.map("".join))
def test_a_type_has_one_spelling(text):
    assert type_text(type_text(text)) == type_text(text)
