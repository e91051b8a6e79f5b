"""The TextMate grammar: made from the tables, readable by Oniguruma, and right about the example agents."""

import json
import re
import runpy
from pathlib import Path

import pytest

pytest.importorskip("onigurumacffi", reason="needs onigurumacffi, which is not installed")

from ablmatch.language.agents import SECTIONS
from ablmatch.language.functions import FUNCTIONS, TABLE
from ablmatch.language.functions.filters import FILTERS
from textmate import Grammar

ROOT = Path(__file__).resolve().parent.parent
EDITORS = ROOT / "examples" / "editors"
WRITTEN = (EDITORS / "abl.tmLanguage.json").read_text("utf-8")
AGENTS = sorted((ROOT / "examples" / "agents").rglob("*.agent.abl"))


@pytest.fixture(scope="module")
def grammar():
    return Grammar(json.loads(WRITTEN))


def scopes(grammar, text, word):
    """The innermost scopes of a word's first appearance."""
    for line in grammar.tokens(text):
        for token in line:
            if token.text == word:
                return token.scopes
    pytest.fail(f"{word} is no token of {text!r}")


def test_the_file_is_what_the_tables_give():
    tool = runpy.run_path(str(ROOT / "tools" / "editor_grammar.py"))
    assert tool["written"]() == WRITTEN, "run python tools/editor_grammar.py"


def test_all_sections_are_keywords(grammar):
    for one in SECTIONS:
        assert scopes(grammar, f"{one.keyword}:\n", one.keyword) == ("keyword.control.section.abl",)


def test_all_functions_and_filters_are_known(grammar):
    for name in FUNCTIONS:
        assert scopes(grammar, f"  - WHEN: {name}(a)", name)[-1] == "support.function.builtin.abl"
    for name in FILTERS:
        assert scopes(grammar, f'  x: "{{{{a | {name}}}}}"', name)[-1] == "support.function.filter.abl"
    assert scopes(grammar, "  - WHEN: NOPE(a)", "NOPE")[-1] == "variable.other.abl"


@pytest.mark.parametrize("path", AGENTS, ids=lambda path: path.name)
def test_every_character_of_an_example_is_read_once(grammar, path):
    text = path.read_text("utf-8")
    assert ["".join(token.text for token in line) for line in grammar.tokens(text)] == text.split("\n")


def test_examples_are_coloured_as_they_are_read(grammar):
    """Comments, keys, texts and calls have the scope that the language gives them."""
    names = "|".join(re.escape(one.name) for one in TABLE)
    seen = dict.fromkeys(("comment", "key", "text", "call"), 0)
    text = "\n".join(path.read_text("utf-8") for path in AGENTS)
    for line, tokens in zip(text.split("\n"), grammar.tokens(text), strict=True):
        if line.lstrip().startswith("#"):
            assert {token.scopes for token in tokens if token.text.strip()} == {("comment.line.number-sign.abl",)}, line
            seen["comment"] += 1
            continue
        if key := re.match(r"[ \t]*(?:- )?([A-Za-z_]\w*):(?: |$)", line):
            token = next(token for token in tokens if token.text == key[1])
            assert token.scopes[-1].startswith(("keyword.control.", "variable.other.key.")), line
            seen["key"] += 1
        if quoted := re.fullmatch(r'[^"]*: "([^"{}]*)"', line):
            strings = "".join(token.text for token in tokens if token.scopes == ("string.quoted.double.abl",))
            assert quoted[1] in strings, line
            seen["text"] += 1
        for call in re.findall(rf"(?<![\w.])({names})\(", line):
            token = next(token for token in tokens if token.text == call)
            assert token.scopes[-1] == "support.function.builtin.abl", line
            seen["call"] += 1
    assert min(seen.values()) > 3, seen


@pytest.mark.parametrize(
    ("text", "word", "scope"),
    [
        ("AGENT: Desk", "Desk", "entity.name.type.agent.abl"),
        ("  r:\n    - REQUIRE a == 1 BEFORE calling look_up", "REQUIRE", "keyword.control.constraint.abl"),
        ("  r:\n    - REQUIRE a == 1 BEFORE calling look_up", "look_up", "entity.name.function.tool.abl"),
        ("  r:\n    - REQUIRE a == 1 BEFORE returning results", "returning results", "keyword.other.checkpoint.abl"),
        ("  r:\n    - REQUIRE a IS NOT SET", "IS NOT SET", "keyword.operator.word.abl"),
        ("  - WHEN: a.b contains 'x'", "contains", "keyword.operator.word.abl"),
        ("  - WHEN: a.b contains 'x'", "a.b", "variable.other.abl"),
        ('  RESPOND: "Hello {{user.name}}, bye"', "user.name", "variable.other.abl"),
        ('  RESPOND: "{{#if a}}x{{/if}}"', "#if", "keyword.control.template.abl"),
        ("  SET: total = a + 2", "total", "variable.other.assignment.abl"),
        ("  ON_EXHAUSTED: HANDOFF Back", "Back", "entity.name.type.agent.abl"),
        ("  THEN: COMPLETE", "COMPLETE", "keyword.control.flow.abl"),
        ("  READONLY: true # no model", "true", "constant.language.abl"),
        ("  READONLY: true # no model", "# no model", "comment.line.number-sign.abl"),
        ("  TTL: 90d", "90d", "constant.numeric.abl"),
    ],
)
def test_what_a_word_is(grammar, text, word, scope):
    assert scopes(grammar, text, word)[-1] == scope


def test_a_block_is_text_up_to_the_next_key(grammar):
    text = 'PERSONA: |\n  MEMORY: none, "calm\n\n  {{name}} # kept\nGOAL: "x"'
    lines = grammar.tokens(text)
    assert {token.scopes for token in lines[1]} == {("string.unquoted.block.abl",)}
    assert lines[3][-1] == (" # kept", ("string.unquoted.block.abl",))
    assert lines[4][0] == ("GOAL", ("keyword.control.section.abl",))


def test_the_extension_names_files_that_are_there():
    package = json.loads((EDITORS / "vscode" / "package.json").read_text("utf-8"))
    folder = EDITORS / "vscode"
    assert (folder / package["main"]).is_file()
    (language,) = package["contributes"]["languages"]
    settings = json.loads((folder / language["configuration"]).read_text("utf-8"))
    assert settings["comments"]["lineComment"] == "#"
    (one,) = package["contributes"]["grammars"]
    assert one["scopeName"] == json.loads(WRITTEN)["scopeName"]
    # Packaging copies it from where the tool writes it.
    assert f"'../{Path(one['path']).name}'" in package["scripts"]["vscode:prepublish"]
