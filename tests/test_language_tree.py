"""Both formats are read into one tree: places are right, comments are kept, and no text breaks a reader."""

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from ablmatch.language import ir
from ablmatch.language.codes import CODES, TABLE
from ablmatch.language.diagnostics import Diagnostics
from ablmatch.language.source import Source
from ablmatch.language.text_tree import read_text
from ablmatch.language.yaml_tree import read_yaml
from conftest import SHARED


def plain(node):
    """A tree as tuples: (head, fields, items) without places and comments."""
    head = None if node.head is None else (node.head.text, node.head.style)
    return head, [(field.key, plain(field.node)) for field in node.fields], [plain(item) for item in node.items]


def text_tree(text):
    diagnostics = Diagnostics()
    return read_text(Source("agent", text), diagnostics), [one.code for one in diagnostics]


def yaml_trees(text):
    diagnostics = Diagnostics()
    return read_yaml(Source("agent", text), diagnostics), [one.code for one in diagnostics]


def spans(node):
    yield node.span
    if node.head is not None:
        yield node.head.span
    for field in node.fields:
        yield field.key_span
        yield from spans(field.node)
    for item in node.items:
        yield from spans(item)


BARE = "bare"
EMPTY = (None, [], [])


def leaf(text, style=BARE):
    return ((text, style), [], [])


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ('GOAL: "Help"   # a comment', [("GOAL", leaf("Help", "quoted"))]),
        ('GOAL: "Help #1"', [("GOAL", leaf("Help #1", "quoted"))]),
        ("GOAL: x\n---\nHOOKS: y\n-----", [("GOAL", leaf("x")), ("HOOKS", leaf("y"))]),
        ("GOAL: it's # here", [("GOAL", leaf("it's"))]),
        ('WHEN: a == "x # y" AND b', [("WHEN", leaf('a == "x # y" AND b'))]),
        ("# first\nGOAL: x", [("GOAL", leaf("x"))]),
        ("\"it's\": 1\n'a \"b\"': 2", [("it's", leaf("1")), ('a "b"', leaf("2"))]),
        ("a: # why\n  b: 1", [("a", (None, [("b", leaf("1"))], []))]),
        ("a:\n  - # why\n    b: # this\n      c: 1", [("a", (None, [], [(None, [("b", (None, [("c", leaf("1"))], []))], [])]))]),
        ("USE BEHAVIOR_PROFILE: quiet", [("USE BEHAVIOR_PROFILE", leaf("quiet"))]),
        ("a:\n  b: 1\n\tc: 2", [("a", (None, [("b", (("1", BARE), [("c", leaf("2"))], []))], []))]),
        ("a:\n  - x\n  - y", [("a", (None, [], [leaf("x"), leaf("y")]))]),
        ("a:\n- x\n- y\nb: 1", [("a", (None, [], [leaf("x"), leaf("y")])), ("b", leaf("1"))]),
        ("a:\n  - NAME: x\n    TYPE: y", [("a", (None, [], [(None, [("NAME", leaf("x")), ("TYPE", leaf("y"))], [])]))]),
        ("a:\n  - x\n    TYPE: y", [("a", (None, [], [(("x", BARE), [("TYPE", leaf("y"))], [])]))]),
        ("CALL: t\n  WHEN: c", [("CALL", (("t", BARE), [("WHEN", leaf("c"))], []))]),
        ("ON: agent:Desk:before", [("ON", leaf("agent:Desk:before"))]),
        ("a: |\n  one\n    two # not a comment\n\n  three\nb: 1", [("a", leaf("one\n  two # not a comment\n\nthree", "block")), ("b", leaf("1"))]),
        ("a: |\n  one\n  # two\n# three\nb: 1", [("a", leaf("one\n# two", "block")), ("b", leaf("1"))]),
        ("a: |\n  # one\n\n# two", [("a", leaf("# one", "block"))]),
        ("a: |", [("a", leaf("", "block"))]),
        ("SET:\n  a = b + c\n  d = e", [("SET", (None, [], [leaf("a = b + c"), leaf("d = e")]))]),
        ("a:\n  - - x\n    - y", [("a", (None, [], [(None, [], [leaf("x"), leaf("y")])]))]),
        ("a:\n  - b: 1\n      c: 2\n    d: 3", [("a", (None, [], [(None, [("b", (("1", BARE), [("c", leaf("2"))], [])), ("d", leaf("3"))], [])]))]),
        ("a:\n  -\n    b: 1", [("a", (None, [], [(None, [("b", leaf("1"))], [])]))]),
    ],
)  # fmt: skip
def test_text_format(text, fields):
    tree, codes = text_tree(text)
    assert codes == []
    assert plain(tree) == (None, fields, [])


def test_both_formats_give_one_tree():
    text = 'agent: Desk\nmemory:\n  session:\n    - name: city\n      initial: "Turku"\n    - mood\n  # said\n  recall: []\n'
    tree, codes = text_tree(text.replace("recall: []", "recall:"))
    trees, yaml_codes = yaml_trees(text)
    assert codes == yaml_codes == []
    assert plain(tree) == plain(trees[0])


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("on: yes\noff: 12:30\nn: 0o7", [("on", leaf("yes")), ("off", leaf("12:30")), ("n", leaf("0o7"))]),
        ("a: 'x'\nb: |\n  y\n", [("a", leaf("x", "quoted")), ("b", leaf("y", "block"))]),
        ("a:\nb: ''", [("a", EMPTY), ("b", leaf("", "quoted"))]),
    ],
)
def test_yaml_scalars_keep_their_text_and_style(text, wanted):
    trees, codes = yaml_trees(text)
    assert codes == []
    assert plain(trees[0]) == (None, wanted, [])


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("a: [", ["ABLX_YAML_SYNTAX"]),
        ("a: 1\na: 2", ["ABLX_DUPLICATE_KEY"]),
        ("? [1]\n: x", ["ABLX_YAML_SYNTAX"]),
        ("a: &x [*x]", ["ABLX_YAML_SYNTAX"]),
        ("a: " + "[" * 70 + "]" * 70, ["ABLX_YAML_SYNTAX"]),
        ("\x00", ["ABLX_YAML_SYNTAX"]),
        ("a: &x [1,1,1,1,1,1,1,1,1]\n" + "".join(f"b{k}: &x{k} [{','.join([f'*x{k - 1 if k else str()}'] * 9)}]\n" for k in range(9)), ["ABLX_YAML_SYNTAX"]),
    ],
    ids=["open", "twice", "key", "itself", "deep", "binary", "bomb"],
)  # fmt: skip
def test_broken_yaml(text, codes):
    assert yaml_trees(text)[1] == codes


def test_documents_of_one_yaml_source():
    trees, codes = yaml_trees("agent: A\n---\nagent: B\n")
    assert codes == []
    assert [plain(tree)[1] for tree in trees] == [[("agent", leaf("A"))], [("agent", leaf("B"))]]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('GOAL: "Help', "ABLX_TEXT_QUOTE"),
        ("a:\n  READONLY:true", "ABLX_TEXT_COLON"),
        ("a:\n  TYPE string", "ABLX_TEXT_COLON"),
        ("a:\n      b: 1\n   c: 2", "ABLX_TEXT_INDENT"),
    ],
)
def test_broken_text(text, code):
    diagnostics = Diagnostics()
    read_text(Source("desk.agent.abl", text), diagnostics)
    (found,) = diagnostics
    assert (found.code, found.severity) == (code, CODES[code].severity)
    assert str(found).startswith(f"desk.agent.abl:{found.line}:{found.column}: error {code}: ")


def test_open_agents_are_read_without_a_finding():
    folder = SHARED / "cases" / "scenarios"
    if not folder.is_dir():
        pytest.skip(f"open scenarios are not here: {folder} (set ABLMATCH_SHARED)")
    seen = 0
    for path in sorted(folder.glob("*.yaml")):
        for scenario in yaml.safe_load(path.read_text("utf-8")):
            for agent in scenario.get("agents", ()):
                first = next(line for line in agent.splitlines() if line.strip() and not line.lstrip().startswith("#"))
                codes = yaml_trees(agent)[1] if first.partition(":")[0].islower() else text_tree(agent)[1]
                assert codes == [], scenario["name"]
                seen += 1
    assert seen > 500


PIECES = st.sampled_from(
    ["a:", "- ", "-", "  ", "    ", "\n", "\n", "\t", "|", '"x"', '"', "'", "#", " # c", "x = y", "[a, b]", "{", "}", "&a",
     "*a", "? ", "%", "---\n", "é", "\r\n", "- NAME: x", "WHEN: a", "GOAL:", ": ", "!!x"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=30).map("".join) | st.text(max_size=60))
@settings(max_examples=400, deadline=None)
def test_no_text_breaks_a_reader_and_every_place_is_inside(text):
    diagnostics = Diagnostics()
    source = Source("agent", text)
    trees = [read_text(source, diagnostics), *read_yaml(source, diagnostics)]
    for span in [*(span for tree in trees for span in spans(tree)), *(one.span for one in diagnostics)]:
        assert 0 <= span.start <= span.end <= len(text)
    for one in diagnostics:
        assert one.line >= 1
        assert one.column >= 1
        assert "\n" not in one.message


def test_every_code_is_declared_once_and_says_what_to_do():
    assert len(CODES) == len(TABLE)
    for code in TABLE:
        assert code.message
        assert code.explanation.endswith(".")


# --- the compiled form ------------------------------------------------------------------------------------------------


def project(version="1.2"):
    hook = ir.Hook(branches=(ir.Branch(when="a IS SET", steps=(ir.Respond(text="hi"), ir.Goto(target="COMPLETE"))),))
    memory = ir.Memory(session=(ir.SessionVariable(name="city", initial={"a": [1, None]}, model_writers=()),))
    agent = ir.Agent(name="Desk", version=version, goal="Help", memory=memory, on_start=hook)
    return ir.ProjectIR(version=version, edition="current", entry="Desk", agents={"Desk": agent})


def test_compiled_form_survives_json():
    data = ir.to_json(project())
    assert ir.from_json(data) == project()
    assert ir.to_json(ir.from_json(data)) == data
    # An empty list of writers is not an absent one.
    assert ir.from_json(data).agents["Desk"].memory.session[0].model_writers == ()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (ir.to_json(project("1.10")), "compiled for version 1.10, this runtime knows 1.2"),
        (ir.to_json(project("2.0")), "compiled for version 2.0"),
        (ir.to_json(project("next")), "`next` is no version"),
        (b"{}", "states no version"),
        (b"[1]", "no compiled project"),
        (b"\xff", "no compiled project"),
        (b'{"version":' + b"[" * 5000, "no compiled project"),
        (ir.to_json(project()).replace(b'"goal"', b'"gaol"'), "no compiled project"),
    ],
)
def test_what_this_runtime_does_not_know_is_refused(data, message):
    with pytest.raises(ir.ProjectError, match=message):
        ir.from_json(data)


def test_schema_of_the_compiled_form():
    schema = ir.json_schema()
    assert schema["$schema"].endswith("2020-12/schema")
    assert "ProjectIR" in schema["$defs"]
