"""GATHER: fields of agents and steps in both formats give one compiled form; validations, activations, findings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ablmatch.language import ir
from ablmatch.language.compiler import check
from ablmatch.language.expressions import parse
from ablmatch.language.nodes import Binary, Call
from ablmatch.language.sections.gather import read_gather, read_step_gather
from ablmatch.language.sections.validation import read_validation
from language_parts import read, reading_of, value_of


def field(name="city", **more):
    return ir.GatherField(name=name, **more)


def indented(text):
    return "".join(f"  {line}\n" for line in text.split("\n"))


MASK = ir.MaskConfig(show_first=2, show_last=0)
FORMS = [
    ('city:\n  prompt: "Which {{a}}?"', 'city: {prompt: "Which {{a}}?"}', field(prompt="Which {{a}}?")),
    ("- city", "- city", field()),
    ("- city: required", "- city: required", field()),
    ("- city: optional", "- {city: optional}", field(required=False)),
    ("- city: required\n  prompt: x", "- city: required\n  prompt: x", field(prompt="x")),
    ("- city:\n    TYPE: date\n    REQUIRED: false\n    DEFAULT: today\n    PROMPT: x", "- city: {type: date, required: false, default: today, prompt: x}", field(type="date", required=False, default="today", prompt="x")),
    ("- NAME: city\n  TYPE: date", "- {name: city, type: date}", field(type="date")),
    ("- name: required\n  type: date", "- {name: required, type: date}", field("name", type="date")),
    ("city:\n  options: [a, b]\n  default: a", "city: {options: [a, b], default: a}", field(options=("a", "b"), default="a")),
    ("city:\n  required: false\n  max_retries: 2\n  retry_prompt: x\n  infer: true", "city: {required: false, max_retries: 2, retry_prompt: x, infer: true}", field(required=False, max_retries=2, retry_prompt="x", infer=True)),
    ("city:\n  activation: progressive", "city: {activation: progressive}", field(activation="progressive")),
    ("city:\n  activation: {when: a == 1}", "city: {activation: {when: a == 1}}", field(when="a == 1")),
    ('city:\n  activation: {when: a == "x"}', "city: {activation: {when: 'a == \"x\"'}}", field(when='a == "x"')),
    ("city:\n  activation: '{when: a}'", "city: {activation: '{when: a}'}", field(when="a")),
    ('city:\n  activation:\n    WHEN: "a == 1"', 'city:\n  activation:\n    when: "a == 1"', field(when="a == 1")),
    ("city:\n  depends_on: [a, b]\n  list: true\n  range: false", "city: {depends_on: [a, b], list: true, range: false}", field(depends_on=("a", "b"), list=True)),
    ("city:\n  sensitive: true\n  sensitive_display: mask\n  mask_config:\n    showFirst: 2\n    showLast: 0\n  pii_type: email", "city: {sensitive: true, sensitive_display: mask, mask_config: {show_first: 2, show_last: 0}, pii_type: email}", field(sensitive=True, sensitive_display="mask", mask=MASK, pii_type="email")),
    ("city:\n  transient: true\n  extraction_pattern: ^\\d+\n  extraction_group: 1", "city: {transient: true, extraction_pattern: '^\\d+', extraction_group: 1}", field(transient=True, extraction_pattern="^\\d+", extraction_group=1)),
    ("city:\n  description: x\n  infer_confidence: 0.9", "city: {description: x, infer_confidence: 0.9}", field(other={"description": "x", "infer_confidence": 0.9})),
    ("city:\n  validate: min(3)", "city: {validation: min(3)}", field(validate="min(3)")),
    ("city:\n  validation_process: LLM\n  validate: a town of Finland", "city: {validation_process: LLM, validate: a town of Finland}", field(other={"validation_process": "LLM", "validation": "a town of Finland"})),
    ("city:\n  validation_process: REGEX\n  validate: ^[a-z]+$", "city: {validation_process: REGEX, validate: '^[a-z]+$'}", field(validate='pattern("^[a-z]+$")', other={"validation_process": "REGEX"})),
]  # fmt: skip


@pytest.mark.parametrize(("text", "yaml", "wanted"), FORMS, ids=[text[:50] for text, _, _ in FORMS])
def test_both_formats_give_one_field(text, yaml, wanted):
    assert read(read_gather, "GATHER:\n" + indented(text), "text") == ((wanted,), [])
    assert read(read_gather, "gather:\n" + indented(yaml), "yaml") == ((wanted,), [])


@pytest.mark.parametrize(
    ("form", "snippet", "wanted"),
    [
        ("text", "GATHER:\n  - city: required\n  - street", ((field(), field("street")), None, {})),
        ("text", "GATHER: [city, street]", ((field(), field("street")), None, {})),
        ("yaml", "gather: [city, {street: optional}]", ((field(), field("street", required=False)), None, {})),
        ("text", 'GATHER:\n  FIELDS:\n    - city\n  PROMPT: "Where?"\n  STRATEGY: llm', ((field(),), "Where?", {"strategy": "llm"})),
        ("yaml", "gather:\n  fields: [city]\n  prompt: Where?", ((field(),), "Where?", {})),
    ],
)  # fmt: skip
def test_gather_of_a_step(form, snippet, wanted):
    assert read(read_step_gather, snippet, form) == (wanted, [])


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("min(3)", "min(3)"),
        ("MIN( 1.5 ), max(9)", "min(1.5) AND max(9)"),
        ("min(1) AND max(9)", "min(1) AND max(9)"),
        ("[min(1), max(9)]", "min(1) AND max(9)"),
        ("email()", "email()"),
        ("enum(a, \"b, c\", 'd')", 'enum("a", "b, c", "d")'),
        ("enum([a, b])", 'enum("a", "b")'),
        ('pattern("^[A-Z]{2}\\d+$")', 'pattern("^[A-Z]{2}\\\\d+$")'),
        ("pattern(^(a|b)\\)$)", 'pattern("^(a|b)\\\\)$")'),
        ('pattern("a\\"b")', 'pattern("a\\"b")'),
        ("{min: 1, max: 9}", "min(1) AND max(9)"),
        ('{enum: [a, "b"], email: true, pattern: "^a"}', 'enum("a", "b") AND email() AND pattern("^a")'),
    ],
)
def test_validations_have_one_spelling(text, wanted):
    assert read(read_validation, f"validate: {text}", "text") == (wanted, [])
    parse(wanted)


@pytest.mark.parametrize(
    "text",
    ["at least 3", "min(x)", "min()", "email(x)", "enum()", "pattern()", "longer(3)", "min(3) max", "min(3", '"enum("', 'enum("a" b)', "{min: [1]}", "{shape: round}"],
)  # fmt: skip
def test_what_is_no_validation_is_refused(text):
    assert read(read_validation, f"validate: {text}", "text")[1] == ["ABLX_VALIDATION_UNKNOWN"]


CHARACTERS = st.text(st.sampled_from(list("ab1 \\\"'()[]{},.|$^+n\t")), min_size=1, max_size=12)


@given(st.lists(CHARACTERS, min_size=1, max_size=4, unique=True))
def test_any_text_of_an_enum_survives_as_a_literal(values):
    quoted = ", ".join('"' + one.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t") + '"' for one in values)
    reading = reading_of("yaml")
    node = value_of(reading, "validate: |\n  enum(" + quoted + ")\n")
    call = parse(read_validation(reading, node))
    assert isinstance(call, Call)
    assert [one.value for one in call.arguments] == values


@given(CHARACTERS)
def test_any_validation_is_read_or_refused(text):
    reading = reading_of("text")
    found = read_validation(reading, value_of(reading, f"validate: min(1), {text}"))
    codes = {one.code for one in reading.diagnostics}
    assert codes <= {"ABLX_VALIDATION_UNKNOWN", "ABLX_PATTERN_INVALID", "ABLX_TEXT_QUOTE"}
    if "ABLX_VALIDATION_UNKNOWN" not in codes:
        assert isinstance(parse(found), Binary | Call)


HEAD = 'AGENT: Desk\nGOAL: "x"\nMEMORY:\n  session:\n    - NAME: proof\n      READONLY: true\n    - stored\nGATHER:\n'


@pytest.mark.parametrize(
    ("body", "code", "place"),
    [
        ("city: Turku", "ABLX_GATHER_PRESENCE", "Turku"),
        ("city:\n    type: int", "ABLX_GATHER_TYPE_UNKNOWN", "int"),
        ("city:\n    activation: later", "ABLX_ACTIVATION_UNKNOWN", "later"),
        ("city:\n    activation: {when: a ==}", "ABLX_EXPRESSION_SYNTAX", ""),
        ("city:\n    validate: short", "ABLX_VALIDATION_UNKNOWN", "short"),
        ('city:\n    validate: pattern("(?=x)")', "ABLX_PATTERN_INVALID", "(?=x)"),
        ("city:\n    extraction_pattern: (a", "ABLX_PATTERN_INVALID", "(a"),
        ("city:\n    pii_type: passport", "ABLX_PII_TYPE_UNKNOWN", "passport"),
        ("city:\n    options: [a, b]\n    default: c", "ABLX_DEFAULT_OUTSIDE_OPTIONS", "c"),
        ("city:\n    depends_on: [stret]\n  street:\n    prompt: x", "ABLX_DEPENDS_ON_UNKNOWN", "stret"),
        ("city:\n    prmpt: x", "ABLX_KEY_UNKNOWN", "prmpt"),
        ("- city\n  - city", "ABLX_NAME_TWICE", "city"),
        ("proof:\n    prompt: x", "ABLX_READONLY_GATHERED", "proof"),
        ('city:\n    sensitive: true\nHOOKS:\n  after_turn:\n    SET: a = MATCHES(city, stored, "text")', "ABLX_SENSITIVE_MATCH_OPERAND", "city"),
    ],
)  # fmt: skip
def test_findings_stand_where_the_fault_is(body, code, place):
    (found,) = check(f"{HEAD}  {body}\n")
    assert found.code == code
    assert found.span.text == place


def test_a_variable_that_another_agent_protects_is_protected():
    desk = 'AGENT: Desk\nGOAL: "x"\nGATHER:\n  proof:\n    prompt: x\n'
    back = 'AGENT: Back\nGOAL: "x"\nMEMORY:\n  session:\n    - NAME: proof\n      READONLY: true\n'
    assert [one.code for one in check({"desk": desk, "back": back})] == ["ABLX_READONLY_GATHERED"]
