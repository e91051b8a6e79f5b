"""Whatever is stored: the section stays within its budget and says what it leaves out, a block within its limit."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("msgspec", reason="needs msgspec, which is not installed")
pytest.importorskip("re2", reason="needs google-re2, which is not installed")

from ablmatch.memory import Block, BlockSpec, InMemoryBlockStore, WorkingMemory
from ablmatch.memory.block_section import DELIMITER
from ablmatch.memory.fencing import fenced_text
from ablmatch.memory.tokens import estimated_tokens

SPECS = (BlockSpec("user", "USER", template="- name:"), BlockSpec("agent", "MEMORY"), BlockSpec("shared", "NOTES"))
OWNERS = {"user": "u1", "shared": "u1", "agent": "support"}
LEFT_OUT = re.compile(r"\(([\d,]+) entr(?:y is|ies are) left out for want of room")

ENTRIES = st.text("ab #[]\n§é🙂", max_size=40) | st.integers(1, 600).map("x".__mul__)
CONTENTS = st.lists(ENTRIES, max_size=8).map(DELIMITER.join)
COUNTERS = {
    "a quarter of the characters": estimated_tokens,
    "characters": len,
    "bytes": lambda text: len(text.encode()),
    "words": lambda text: len(text.split()),
    # More than the sum of its parts, as no tokenizer should be.
    "squares": lambda text: len(text) ** 2 // 500,
}


def section_of(contents, **settings):
    store = InMemoryBlockStore()
    for spec, content in zip(SPECS, contents, strict=True):
        store.save(Block(spec.scope, spec.key, content), OWNERS[spec.scope])
    return WorkingMemory(store, auto_load=SPECS, **settings).bind(user_id="u1", agent_id="support").prompt_section()


@given(
    st.tuples(CONTENTS, CONTENTS, CONTENTS),
    st.sampled_from(sorted(COUNTERS)),
    st.integers(1, 700) | st.integers(1, 4000),
)
def test_the_section_never_exceeds_its_budget(contents, name, budget):
    count = COUNTERS[name]
    whole = section_of(contents)
    section = section_of(contents, token_budget=budget, count_tokens=count)
    if count(whole) <= budget:
        assert section == whole
        return
    if section is None:
        return
    assert count(section) <= budget
    assert section.endswith("[/memory]")
    shown = dict(
        zip((spec.key for spec in SPECS), re.split(r"^### .*\n", section, flags=re.MULTILINE)[1:], strict=True)
    )
    missing = 0
    for spec, content in zip(SPECS, contents, strict=True):
        text = content.strip() or spec.template or ""
        entries = [fenced_text(entry) for entry in text.split(DELIMITER)] if text else []
        said = LEFT_OUT.search(shown[spec.key])
        left_out = int(said[1].replace(",", "")) if said else 0
        body = LEFT_OUT.split(shown[spec.key])[0].removesuffix("[/memory]").removesuffix("\n")
        assert 0 <= left_out <= len(entries)
        assert is_part(body, entries, len(entries) - left_out) or not entries
        missing += left_out
    assert missing


def is_part(body, entries, number):
    """Whether `number` of the entries, in their order, make up the text."""
    reached = {(0, 0)}
    for entry in entries:
        for used, at in sorted(reached):
            piece = (DELIMITER if used else "") + entry
            if body.startswith(piece, at):
                reached.add((used + 1, at + len(piece)))
    return (number, len(body)) in reached


def test_an_entry_that_is_too_long_hides_no_shorter_one():
    contents = [DELIMITER.join(["short one", "x" * 2000, "short two"]), "of the agent", ""]
    frame = estimated_tokens(section_of(["x" * 9999, "x" * 9999, ""], token_budget=400))
    section = section_of(contents, token_budget=frame + 20)
    assert "### USER (user)\nshort one\n§\nshort two\n(1 entry is left out" in section
    assert "of the agent" in section
    assert "xxx" not in section


def test_a_budget_that_does_not_hold_the_headings_leaves_the_section_out(caplog):
    store = InMemoryBlockStore()
    memory = WorkingMemory(store, token_budget=20)
    for _run in range(2):
        run = memory.bind(user_id="u1", agent_id="support", session_id="s")
        assert run.prompt_section() is None
        assert run.tool_schema() is not None
    assert [record.getMessage().split(":")[0] for record in caplog.records] == [
        "the token budget of 20 does not even hold the headings of working memory"
    ]


def test_a_block_of_very_many_entries_is_counted_a_few_times_an_entry():
    counted = []

    def count(text):
        counted.append(len(text))
        return estimated_tokens(text)

    section = section_of([DELIMITER.join("a" * 20_000), "", ""], token_budget=1000, count_tokens=count)
    assert estimated_tokens(section) <= 1000
    assert sum(counted) < 2_000_000


# --- Limits ----------------------------------------------------------------------------------------------------------

WRITES = st.lists(
    st.tuples(st.sampled_from(["add", "replace", "remove"]), st.text("ab §\n🙂", max_size=12)),
    max_size=20,
)


@given(WRITES, st.integers(1, 40), st.sampled_from([None, "- a:", "t" * 50]))
def test_a_block_is_never_longer_than_its_limit(writes, limit, template):
    store = InMemoryBlockStore()
    memory = WorkingMemory(store, auto_load=[BlockSpec("user", "USER", template)], default_char_limit=limit)
    run = memory.bind(user_id="u1")
    content = ""
    for action, text in writes:
        if action == "remove":
            answer = run.call(action="remove", block="USER", match=text)
            kept = [entry for entry in content.split(DELIMITER) if not text or text not in entry]
            expected = DELIMITER.join(kept)
            assert answer.get("remainingChars", len(content)) == len(expected)
        else:
            answer = run.call(action=action, block="USER", content=text)
            entry = text.strip()
            base = content.rstrip() if content.strip() else template or ""
            expected = base + DELIMITER + entry if action == "add" and base else entry
            if not entry:
                assert answer["error"] == "missing-content"
                expected = content
            elif len(expected) > limit:
                assert (answer["error"], answer["chars"], answer["limit"]) == ("over-limit", len(expected), limit)
                expected = content
            else:
                assert (answer["ok"], answer["chars"]) == (True, len(expected))
        content = expected
        stored = store.load("user", "u1", "USER")
        assert ("" if stored is None else stored.content) == content
        assert len(content) <= limit
