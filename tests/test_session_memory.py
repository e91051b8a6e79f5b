"""Memory that is attached to a session: what the model sees, which tools it has, what rules and hand-offs do to them."""

import asyncio
import json
from datetime import UTC, datetime, timedelta

import pytest

pytest.importorskip("re2", reason="needs google-re2, which is not installed")

import ablmatch as abl
from ablmatch.chat.model import Answer, Call
from ablmatch.chat.script import ScriptedTools
from ablmatch.chat.talk import Talk
from ablmatch.memory import (
    BlockSpec,
    InMemoryBlockStore,
    InMemoryExtractedStore,
    Preload,
    Recall,
    SessionUserError,
    StoreError,
    WorkingMemory,
    facts_extractor,
)
from command_line import NEEDED, real

DESK = """
AGENT: Desk
GOAL: "Help"
MEMORY:
  session:
    - verified
CONSTRAINTS:
  writes:
    - REQUIRE verified == true BEFORE calling memory_block
      WHEN: verified IS SET
      ON_FAIL: "First the code, please."
HANDOFF:
  - TO: Billing
    WHEN: "the caller asks about a bill"
"""
BILLING = 'AGENT: Billing\nGOAL: "Bills"\n'


@pytest.fixture
def store():
    return InMemoryBlockStore()


def begun(memory, *sources, **settings):
    project = abl.compile({"desk": DESK, "billing": BILLING}) if not sources else abl.compile(*sources)
    session = abl.Session(project, working_memory=memory, **{"user_id": "u1", "session_id": "s1", **settings})
    session.start()
    return session


def add(session, content, block="USER"):
    return session.tool_call("memory_block", {"action": "add", "block": block, "content": content})


def test_the_section_and_the_tool_are_there(store):
    session = begun(WorkingMemory(store))
    section = session.model_context()["_working_memory"]
    assert section.startswith("## Working memory\n")
    [tool] = session.memory_tools()
    assert tool["name"] == "memory_block"
    assert tool["parameters"]["properties"]["block"]["enum"] == ["USER", "MEMORY"]
    plain = begun(None)
    assert "_working_memory" not in plain.model_context()
    assert plain.memory_tools() == []
    outcome = add(plain, "x")
    assert (outcome.allowed, outcome.result) == (False, None)


def test_a_call_is_carried_out_by_the_session(store):
    session = begun(WorkingMemory(store))
    session.user_message("call me Sam")
    outcome = add(session, "name: Sam")
    assert outcome.allowed
    assert outcome.result["ok"] is True
    assert store.load("user", "u1", "USER").content == "name: Sam"
    assert [event.code for event in outcome.trace if event.code.startswith("tool")] == ["tool_call", "tool_result"]
    assert "Sam" not in repr(outcome.trace)


def test_a_block_is_in_the_prompt_from_the_next_turn_on(store):
    session = begun(WorkingMemory(store))
    session.user_message("call me Sam")
    add(session, "name: Sam")
    assert "name: Sam" not in session.model_context()["_working_memory"]
    viewed = session.tool_call("memory_block", {"action": "view", "block": "USER"}).result
    assert viewed["content"] == "name: Sam"
    session.respond("Done.")
    session.end_turn()
    session.user_message("who am I?")
    assert "name: Sam" in session.model_context()["_working_memory"]
    later = begun(WorkingMemory(store), session_id="s2")
    assert "name: Sam" in later.model_context()["_working_memory"]


def test_a_bad_call_is_answered_to_the_model(store):
    session = begun(WorkingMemory(store))
    outcome = session.tool_call("memory_block", {"action": "burn", "block": "USER"})
    assert outcome.result["error"] == "invalid-arguments"
    assert "burn" in outcome.result["message"]
    assert session.tool_call("memory_block").result["error"] == "invalid-arguments"


def test_rules_guard_the_tool_of_memory(store):
    session = begun(WorkingMemory(store))
    session.user_message("hello")
    session.model_set({"verified": False})
    refused = add(session, "name: Sam")
    assert (refused.allowed, refused.result, refused.text) == (False, None, "First the code, please.")
    assert store.list("user", "u1") == []
    session.model_set({"verified": True})
    assert add(session, "name: Sam").allowed


def test_a_step_that_names_its_tools_hides_the_others(store):
    text = """
AGENT: Desk
GOAL: "Help"
TOOLS:
  look_up(id: string) -> {value: string}
    description: "Look up"
FLOW:
  entry_point: ask
  steps:
    - ask
    - done
  ask:
    REASONING: true
    AVAILABLE_TOOLS: [{tools}]
    THEN: done
  done:
    REASONING: false
    RESPOND: "Bye."
"""
    closed = begun(WorkingMemory(store), text.replace("{tools}", "look_up"))
    assert closed.step == "ask"
    assert closed.memory_tools() == []
    assert add(closed, "x").allowed is False
    open_ = begun(WorkingMemory(store), text.replace("{tools}", "look_up, memory_block"))
    assert [tool["name"] for tool in open_.memory_tools()] == ["memory_block"]
    assert add(open_, "x").result["ok"] is True


def test_a_hand_off_brings_the_blocks_of_the_other_agent(store):
    session = begun(WorkingMemory(store))
    session.user_message("my bill")
    add(session, "of Desk", "MEMORY")
    add(session, "of the user")
    session.handoff("Billing")
    assert session.agent == "Billing"
    section = session.model_context()["_working_memory"]
    assert "of Desk" not in section
    assert "of the user" in section
    add(session, "of Billing", "MEMORY")
    assert store.load("agent", "Billing", "MEMORY").content == "of Billing"
    assert store.load("agent", "Desk", "MEMORY").content == "of Desk"


def test_without_a_user_the_agents_blocks_alone(store):
    session = begun(WorkingMemory(store), user_id=None)
    assert session.memory_tools()[0]["parameters"]["properties"]["block"]["enum"] == ["MEMORY"]
    assert add(session, "x").result["error"] == "invalid-arguments"
    bad = begun(WorkingMemory(store, auto_load=[BlockSpec("user", "USER")]), user_id="a/b")
    assert bad.user_message("hello").allowed
    assert (bad.memory_tools(), "_working_memory" in bad.model_context()) == ([], False)
    assert add(bad, "x").allowed is False


def test_scenario_21_a_session_of_another_user_is_refused_before_anything_happens(store):
    memory = WorkingMemory(store)
    session = begun(memory, user_id="ida")
    session.user_message("I am Ida")
    add(session, "ida's secret")
    project = abl.compile('AGENT: Desk\nGOAL: "Help"\nON_START:\n  RESPOND: "Hello."\n')
    facts = abl.open_store("memory:")
    other = abl.Session(project, store=facts, working_memory=memory, user_id="otto", session_id="s1")
    with pytest.raises(SessionUserError):
        other.start()
    with pytest.raises(abl.SessionError):
        other.user_message("hello")
    with pytest.raises(SessionUserError):
        other.model_context()
    assert store.load("user", "ida", "USER").content == "ida's secret"
    assert store.list("user", "otto") == []


def test_a_store_that_fails_leaves_the_session_as_it_was(store):
    session = begun(WorkingMemory(store))
    before = session.dump()
    working, store.load = store.load, None

    def fails(*_place):
        raise StoreError("unavailable", "the disk is gone")

    store.load = fails
    with pytest.raises(StoreError):
        session.user_message("hello")
    assert session.dump() == before
    store.load = working
    assert session.user_message("hello").allowed


def test_an_agent_may_not_declare_a_tool_of_that_name(store):
    project = abl.compile(
        'AGENT: Desk\nGOAL: "Help"\nTOOLS:\n  memory_block(a: string) -> {b: string}\n    description: "x"\n'
    )
    with pytest.raises(abl.SessionError, match="`Desk` declares a tool `memory_block`"):
        abl.Session(project, working_memory=WorkingMemory(store))
    assert abl.Session(project).start().allowed


def test_a_suspended_session_goes_on_with_its_memory(store):
    memory = WorkingMemory(store)
    session = begun(memory)
    session.user_message("call me Sam")
    add(session, "name: Sam")
    session.end_turn()
    project = abl.compile({"desk": DESK, "billing": BILLING})
    again = abl.Session.load(project, session.dump(), working_memory=memory)
    again.user_message("who am I?")
    assert "name: Sam" in again.model_context()["_working_memory"]


def test_sessions_to_be_awaited_have_it_too(store):
    async def run():
        project = abl.compile({"desk": DESK, "billing": BILLING})
        session = abl.AsyncSession(project, working_memory=WorkingMemory(store), user_id="u1")
        await session.start()
        [tool] = await session.memory_tools()
        return tool["name"], (await session.tool_call(tool["name"], {"action": "view", "block": "USER"})).result

    assert asyncio.run(run()) == ("memory_block", {"block": "USER", "scope": "user", "content": "", "empty": True})


# --- Memory that hears ----------------------------------------------------------------------------------------------


class Listening:
    """Recall that answers with what it was asked, and writes down what it hears."""

    tool_name = "search_memory"

    def __init__(self):
        self.heard, self.bound = [], []

    def bind(self, **whose):
        self.bound.append(whose)
        return ListeningRun(self)


class ListeningRun:
    def __init__(self, memory):
        self.memory = memory

    def prompt_text(self, query):
        return f"about {query}" if query else None

    def tool_schema(self):
        return {"name": "search_memory", "description": "Search", "parameters": {"type": "object"}}

    def call_tool(self, arguments):
        return {"results": [dict(arguments)]}

    def turn_closed(self, messages, *, used_tools):
        self.memory.heard.append(([(one["role"], one["content"]) for one in messages], used_tools))


def test_recall_is_attached_in_the_same_way(store):
    recall = Listening()
    project = abl.compile('AGENT: Desk\nGOAL: "Help"\nON_START:\n  RESPOND: "Hello."\n')
    session = abl.Session(project, recall=recall, working_memory=WorkingMemory(store), user_id="u1", session_id="s1")
    session.start()
    assert "_recall" not in session.model_context()
    session.user_message("tea")
    assert session.model_context()["_recall"] == "about tea"
    assert [tool["name"] for tool in session.memory_tools()] == ["memory_block", "search_memory"]
    assert session.tool_call("search_memory", {"query": "tea"}).result == {"results": [{"query": "tea"}]}
    assert recall.heard == []
    session.respond("Here is tea.")
    session.end_turn()
    first = [("assistant", "Hello."), ("user", "tea"), ("assistant", "Here is tea.")]
    assert recall.heard == [(first, True)]
    session.user_message("and cake")
    session.respond("And cake.")
    session = abl.Session.load(project, session.dump(), recall=recall)
    session.user_message("thanks")
    second = [*first, ("user", "and cake"), ("assistant", "And cake.")]
    assert recall.heard[1:] == [(second, False)]
    session.end()
    assert recall.heard[2:] == [([*second, ("user", "thanks")], False)]
    assert recall.bound[0] == {"user_id": "u1", "agent_id": "Desk", "session_id": "s1"}


def test_a_turn_that_nobody_closed_is_heard_once_when_its_time_is_over(caplog):
    now = [datetime(2026, 1, 1, tzinfo=UTC)]
    recall = Listening()
    project = abl.compile('AGENT: Desk\nGOAL: "Help"\n')
    session = abl.Session(project, recall=recall, user_id="u1", clock=lambda: now[0])
    session.start()
    session.user_message("tea")
    now[0] += timedelta(hours=1)
    for _late in range(2):
        assert session.user_message("still there?").allowed is False
    assert recall.heard == [([("user", "tea")], False)]


def test_memory_that_cannot_learn_takes_no_outcome_away(caplog, monkeypatch):
    def breaks(*_args, **_named):
        raise RuntimeError("canary")

    monkeypatch.setattr(ListeningRun, "turn_closed", breaks)
    session = abl.Session(abl.compile('AGENT: Desk\nGOAL: "Help"\n'), recall=Listening(), user_id="u1")
    session.start()
    session.user_message("tea")
    assert session.end_turn().allowed
    assert [record.getMessage() for record in caplog.records] == ["memory could not learn from a turn: RuntimeError"]


# --- The chat ---------------------------------------------------------------------------------------------------------


class Remembering:
    """A model that saves what it hears, then answers."""

    def __init__(self):
        self.asked = []

    def answer(self, messages, tools):
        self.asked.append((list(messages), [tool["function"]["name"] for tool in tools]))
        if messages[-1]["role"] == "user":
            arguments = {"action": "add", "block": "USER", "content": messages[-1]["content"]}
            return Answer(calls=(Call("c1", "memory_block", arguments),))
        return Answer("Noted.")


def test_a_talk_shows_memory_last_and_answers_its_tool(store):
    model, lines = Remembering(), []
    session = abl.Session(
        abl.compile({"desk": DESK, "billing": BILLING}), working_memory=WorkingMemory(store), user_id="u1"
    )
    talk = Talk(session, model, ScriptedTools({}), lines.append)
    talk.start()
    talk.hear("call me Sam")
    assert store.load("user", "u1", "USER").content == "call me Sam"
    messages, tools = model.asked[-1]
    assert "memory_block" in tools
    assert json.loads(messages[-1]["content"])["ok"] is True
    talk.hear("who am I?")
    system = model.asked[-1][0][0]["content"]
    assert system.endswith("[/memory]")
    assert "call me Sam" in system
    assert '"_working_memory"' not in system
    assert [line.text for line in lines if line.kind == "agent"] == ["Noted.", "Noted."]
    assert not any("Working memory" in line.text for line in lines)


@pytest.mark.needs(*NEEDED)
def test_the_chat_command_keeps_blocks(tmp_path):
    (tmp_path / "desk.abl").write_text(BILLING, "utf-8")
    script = """
caller: ["call me Sam"]
model:
  - call: {name: memory_block, args: {action: add, block: USER, content: "name: Sam"}}
  - say: "Hello, Sam."
"""
    (tmp_path / "talk.yaml").write_text(script, "utf-8")
    given = [
        "chat",
        tmp_path / "desk.abl",
        "--script",
        tmp_path / "talk.yaml",
        "--memory",
        f"file://{tmp_path}/memories",
    ]
    done = real(*given, "--user", "u1")
    assert (done.status, done.err) == (0, "")
    assert "memory_block(action, block, content)" in done.out
    assert (tmp_path / "memories/user/u1/USER.md").read_text("utf-8") == "name: Sam"
    real(*given[:-1], "mysql://h/d").fails_with("file:folder")


def test_facts_of_one_conversation_are_shown_in_the_next(store):
    asked = []

    def model(system, prompt, schema):
        asked.append(prompt)
        return {"facts": {"facts": ["Drinks green tea only"]}}

    recall = Recall(
        [facts_extractor()],
        store=InMemoryExtractedStore(),
        model=model,
        preload=Preload(enabled=True),
        trigger="each-turn",
        blocking=True,
    )
    project = abl.compile({"desk": DESK, "billing": BILLING})

    def session(name):
        one = abl.Session(project, working_memory=WorkingMemory(store), recall=recall, user_id="u1", session_id=name)
        one.start()
        return one

    first = session("s1")
    first.user_message("green tea only, please")
    first.respond("Of course.")
    first.end_turn()
    assert len(asked) == 1
    assert "green tea only, please" in asked[0]
    second = session("s2")
    second.user_message("which tea do I drink?")
    assert "Drinks green tea only" in second.model_context()["_recall"]
    found = second.tool_call("search_memory", {"query": "green tea"}).result
    assert [one["entry"] for one in found["results"]] == ["facts: Drinks green tea only"]
    assert second.tool_call("search_memory", {"query": ""}).result["error"] == "invalid-arguments"
    assert [tool["name"] for tool in second.memory_tools()] == ["memory_block", "search_memory"]
