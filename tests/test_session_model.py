"""Random conversations against a plain dictionary: who may write what, what is remembered, what rules let through."""

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

import ablmatch as abl
from ablmatch.runtime.process import ProcessScope
from ablmatch.stores.facts import Get, List, Partition

TEXT = """
AGENT: Desk
GOAL: "Help"
TOOLS:
  look_up(id: number) -> {value: string}
    description: "Look up"
    on_result:
      set:
        closed: result.value
MEMORY:
  session:
    - NAME: open
    - NAME: closed
      READONLY: true
    - NAME: mine
      MODEL_WRITERS: [Desk]
    - NAME: nobodys
      INITIAL: "start"
      MODEL_WRITERS: []
    - NAME: turns
      INITIAL: 0
    - NAME: fresh
      INITIAL: 1
      RESET: per_activation
  persistent:
    - user.open
    - user.list
  remember:
    - WHEN: open IS SET
      STORE: open -> user.open
      TTL: "60s"
    - WHEN: open IS SET
      STORE:
        value: open
        target: user.list
        operation: append
        unique: true
        maxSize: 3
HOOKS:
  before_turn:
    SET: turns = turns + 1
CONSTRAINTS:
  replies:
    - REQUIRE open == closed BEFORE returning results
      WHEN: open IS SET
      ON_FAIL:
        RESPOND: "Attempt {{_abl_constraint_fail_count}}."
        CLEAR: [open]
        MAX_REPEATS: 2
        ON_EXHAUSTED: BLOCK
HANDOFF:
  - TO: Back
    WHEN: true
    EXPECT_RETURN: true
    CONTEXT:
      pass: [open]
      summary: "Continue"
    ON_RETURN:
      map:
        back_said: nobodys
---
AGENT: Back
GOAL: "Continue"
MEMORY:
  session:
    - back_said
""".split("---\n")
PROJECT = abl.compile({"desk": TEXT[0], "back": TEXT[1]})
VALUES = st.sampled_from(["a", "b", "c", "d", "e"])


class Conversation(RuleBasedStateMachine):
    """Every event is done twice: by the session, and by hand on a dictionary."""

    @initialize()
    def begin(self):
        self.now = datetime(2026, 1, 1, tzinfo=UTC)
        self.store = abl.open_store("memory:")
        self.process = ProcessScope()
        self.session = abl.Session(PROJECT, **self.host(), user_id="u1", session_id="s1")
        self.session.start()
        self.values = {"nobodys": "start", "turns": 0, "fresh": 1}
        self.facts = {}
        self.failures = 0
        self.turn_open = False
        self.agent = "Desk"
        self.proved = False

    def host(self):
        return {"store": self.store, "clock": lambda: self.now, "seed": 1, "process_scope": self.process,
                "idle_timeout": timedelta(days=1)}  # fmt: skip

    def close(self):
        if not self.turn_open:
            return
        self.turn_open = False
        if self.agent == "Desk" and self.values.get("open") is not None:
            self.facts["user.open"] = (self.values["open"], self.now + timedelta(seconds=60))
            listed = [one for one in self.facts.get("user.list", ([], None))[0] if one != self.values["open"]]
            kept = self.facts.get("user.list", ([], None))[0]
            listed = kept if self.values["open"] in kept else [*listed, self.values["open"]]
            self.facts["user.list"] = (listed[-3:], None)

    @rule(text=VALUES, heard=st.none() | VALUES)
    def message(self, text, heard):
        self.close()
        outcome = self.session.user_message(text, {} if heard is None else {"open": heard, "closed": heard})
        self.turn_open = True
        if self.agent == "Desk":
            self.values["turns"] += 1
        if heard is not None:
            self.values["open"] = heard
            assert [one.name for one in outcome.refused_writes] == ["closed"]

    @rule(value=VALUES)
    def model_writes(self, value):
        outcome = self.session.model_set({"open": value, "closed": value, "mine": value, "nobodys": value})
        self.values["open"] = value
        refused = ["closed", "nobodys"]
        if self.agent == "Desk":
            self.values["mine"] = value
        else:
            refused = ["closed", "mine", "nobodys"]
        assert [one.name for one in outcome.refused_writes] == refused

    @rule(value=VALUES, identity=st.sampled_from([1, "2", None, "two"]))
    def tool(self, value, identity):
        call = self.session.tool_call("look_up", {"id": identity})
        assert call.allowed is (self.agent == "Desk" and identity in {1, "2"})
        answer = self.session.tool_result("look_up", {"value": value})
        assert answer.allowed is call.allowed
        if call.allowed:
            self.values["closed"] = value
            self.values["look_up"] = self.values["last_look_up_result"] = {"value": value}

    @rule()
    def reply(self):
        outcome = self.session.respond("Yes.")
        said = self.values.get("open")
        if self.agent == "Back" or said is None or said == self.values.get("closed"):
            assert (outcome.allowed, outcome.text) == (True, "Yes.")
            return
        self.failures += 1
        assert not outcome.allowed
        if self.failures <= 2:
            assert outcome.text == f"Attempt {self.failures}."
            del self.values["open"]
        else:
            assert outcome.text is None

    @rule()
    def end_turn(self):
        self.session.end_turn()
        self.close()

    @rule(claim=VALUES)
    def hand_off_and_back(self, claim):
        if self.agent == "Desk":
            self.session.handoff("Back")
            self.agent = "Back"
        else:
            self.session.model_set({"back_said": claim})
            self.values["back_said"] = claim
            outcome = self.session.return_to_parent()
            self.agent = "Desk"
            self.values["fresh"] = 1
            assert [one.name for one in outcome.refused_writes] == ["nobodys"]

    @rule(seconds=st.sampled_from([1, 59, 60, 3600]))
    def wait(self, seconds):
        self.now += timedelta(seconds=seconds)

    @rule()
    def suspend(self):
        self.session = abl.Session.load(PROJECT, self.session.dump(), **self.host())

    @invariant()
    def same(self):
        assert self.session.values == self.values
        assert self.session.agent == self.agent
        owner, now = Partition("default", "user", "u1"), round(self.now.timestamp() * 1000)
        stored = {fact.path: fact.value for fact in self.store.apply([List(owner)], now)[0]}
        assert stored == {path: value for path, (value, end) in self.facts.items() if end is None or self.now < end}


TestConversation = Conversation.TestCase
TestConversation.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)


GUARDS = st.sampled_from([
    'MATCHES(said, stored, "email")', 'MATCH_SCORE(said, stored, "phone") >= 70', 'MATCH_RESULT(said, stored) == "match"',
    'said == "yes"', "said == stored AND stored IS SET", "said > 3", "LENGTH(said) > 2", 'said matches "^[a-z]+$"',
    "said IN [1, 2]", "stored contains said", "1 / said > 0", "UNKNOWN(said)", "abl.pii_equal(said, stored)",
])  # fmt: skip


@given(
    condition=GUARDS, keyword=st.sampled_from(["REQUIRE", "LIMIT"]), present=st.sampled_from([None, "said", "stored"])
)
def test_a_rule_never_passes_because_something_is_missing(condition, keyword, present):
    # One operand at most is there, so no identity can be confirmed.
    text = (
        f'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n    - said\n    - stored\n'
        f"CONSTRAINTS:\n  always:\n    - {keyword} {condition} BEFORE returning results\n      ON_FAIL: BLOCK\n"
    )
    try:
        project = abl.compile(text)
    except abl.CompileError:
        return
    session = abl.Session(project, seed=1)
    session.start()
    if present == "stored":
        session.model_set({"stored": "nora.lind@fjordpost.example"})
    session.user_message("hello")
    outcome = session.respond("Yes.")
    assert not outcome.allowed
    assert outcome.text is None


@given(
    first=st.text(min_size=1, max_size=12), second=st.text(min_size=1, max_size=12), value=VALUES,
    scope=st.sampled_from(["user", "project", "session"]),
)  # fmt: skip
def test_owners_never_see_each_other(first, second, value, scope):
    if first == second:
        return
    text = (
        'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n    - seen\n  persistent:\n    - user.a\n    - project.a\n    - workflow.a\n'
        "HOOKS:\n  before_turn:\n    SET:\n      user.a = input\n      project.a = input\n      workflow.a = input\n"
        "  after_turn:\n    SET: seen = [user.a, project.a, workflow.a]\n"
    )
    project, store = abl.compile(text), abl.open_store("memory:")

    def session(name):
        ids = {"user_id": "u", "project_id": "p", "session_id": "s"}
        return abl.Session(project, store=store, seed=1, **{**ids, f"{scope}_id": name})

    one, other = session(first), session(second)
    try:
        one.start()
        one.user_message(value)
        one.end_turn()
    except abl.StoreError:
        return
    other.start()
    path = {"user": "user.a", "project": "project.a", "session": "workflow.a"}[scope]
    try:
        assert other.get(path) is None
    except abl.StoreError:
        return
    assert one.get(path) == value
    assert store.apply([Get(Partition("q", "user", "u"), "user.a")], 0) == [None]
