"""A policy over a table decides as a session would that is fed row by row: random rows, several policies."""

import csv
import json
import random
from datetime import UTC, datetime

import pytest

import ablmatch as abl
from ablmatch.runtime.outcome import Handoff, Say, short
from ablmatch.runtime.process import ProcessScope
from ablmatch.stores.facts import Delete, Partition, Put
from ablmatch.verify.policy_agent import action_words
from command_line import NEEDED, within

pytestmark = pytest.mark.needs(*NEEDED)

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
HEAD = 'AGENT: Desk\nGOAL: "Help"\n'
ROWS = 120

MATCHES = f"""{HEAD}MEMORY:
  session:
    - said
    - stored
    - other
    - kind
    - NAME: level
      INITIAL: 3
CONSTRAINTS:
  first:
    - REQUIRE MATCHES(said, stored, "digits") BEFORE returning results
      WHEN: said IS SET AND other IS SET
      ON_FAIL: ESCALATE "number"
    - WARN MATCH_RESULT(other, stored) != "retry"
    - WARN MATCH_RESULT(said, stored, "digits") != "retry"
    - WARN 1 / level > 0
  then:
    - REQUIRE MATCH_SCORE(said, stored, "digits") >= 50 OR MATCHES(other, stored, kind)
      ON_FAIL:
        RESPOND: "No, {{{{other}}}}."
        COLLECT: [said]
        THEN: retry
    - REQUIRE NOT MATCHES(said, "471093", "digits")
      ON_FAIL: BLOCK
    - LIMIT level < 4
      ON_FAIL:
        MAX_REPEATS: 0
        ON_EXHAUSTED: ESCALATE "level"
    - REQUIRE abl.matches(stored, stored, null)
"""
MATCH_ROWS = {
    "said": ["471093", "four seven one oh nine three", "471094", 471093, 47.5, True, None, "", "\U0001f642", ["1"]],
    "stored": ["471093", 471093, "471-093", None, "", "{{PII:digits:7f3a}}", "471094"],
    "other": ["471093", "471 093", "blue heron", None, 12, {"a": 1}],
    "kind": ["digits", "text", "nonsense", None, 3],
    "level": [0, 1, 3, 4, "4", None, -2.5],
}

TYPED = f"""{HEAD}MEMORY:
  session:
    - NAME: age
      TYPE: number
    - NAME: open
      TYPE: boolean
    - NAME: since
      TYPE: date
    - NAME: tags
      TYPE: string[]
    - NAME: order
      TYPE: object
    - NAME: note
      TYPE: string
CONSTRAINTS:
  all:
    - REQUIRE age >= 18 AND NOT open
      WHEN: age IS SET
    - RESTRICT 100 / age < 3
    - REQUIRE order.total > 5 OR "vip" IN tags OR order["size"] == 2
    - WARN since < NOW()
    - REQUIRE note matches /^([a-z]+)-([0-9]+)$/ IMPLIES match.1 != "ab"
      ON_FAIL: ESCALATE "note"
    - REQUIRE match.2 IS NOT SET OR match.2 == "12" BEFORE returning results
    - WARN note matches other_pattern
"""
TYPED_ROWS = {
    "age": [17, 18, 0, 40.5, None, 99],
    "open": [True, False, None],
    "since": ["2026-03-01", "2026-03-03T00:00:00Z", None],
    "tags": [["vip"], [], ["a", "b"], None],
    "order": [{"total": 6}, {"total": 2, "size": 2}, {}, None],
    "note": ["ab-12", "cd-12", "cd-13", "Nothing", "", None],
}

HOOKS = f"""{HEAD}MEMORY:
  session:
    - first
    - last
    - full
    - NAME: count
      INITIAL: 2
    - seen
    - stored
    - spoiled
    - details
  persistent:
    - PATH: user.tier
      DEFAULT_VALUE: "bronze"
    - PATH: user.phone
    - PATH: project.limits
      TYPE: object
      DEFAULT_VALUE:
        calls: 2
    - PATH: user.secret
      ACCESS: write
GATHER:
  answer:
    prompt: "Answer?"
ON_START:
  SET:
    seen = "yes"
    answer = "from the start"
    user.phone = "2125550142"
HOOKS:
  before_turn:
    - SET: full = UPPER(first) + " " + last
    - SET: count = count + 1
    - SET: spoiled = 1 / count
    - SET: details.name = first
    - SET: user.tier = user.tier == "gold" ? "vip" : user.tier
    - CLEAR: [last]
    - WHEN: count > 3
      RESPOND: "Again, {{first}}?"
CONSTRAINTS:
  all:
    - REQUIRE MATCHES(full, stored, "name")
      WHEN: last IS NOT SET AND first IS SET
    - REQUIRE MATCHES(answer, user.phone, "phone") OR seen == "yes"
    - WARN user.tier == "bronze"
    - REQUIRE user.tier != "vip" BEFORE returning results
    - REQUIRE project.limits.calls >= count - 1
    - REQUIRE user.secret IS NOT SET
    - REQUIRE spoiled != -1
    - REQUIRE details.name == first AND input IS NOT SET
    - REQUIRE answer IS SET
"""
HOOK_ROWS = {
    "first": ["Amara", "amara", "", None],
    "last": ["Okafor", "Lund", None],
    "stored": ["Amara Okafor", "Okafor", None],
    "count": [1, 2, 3, -1, -2, "many", None],
    "answer": ["two one two five five five oh one four two", "no", None],
    "user.tier": ["gold", "silver", None],
    "user.phone": ["+1 212-555-0142", None],
    "project.limits": [{"calls": 9}, None],
    "user.secret": ["s", None],
}

TEXTS = f"""{HEAD}MEMORY:
  session:
    - said_name
    - name
    - said_phone
    - said_digits
    - digits
    - NAME: tries
      INITIAL: 9
  persistent:
    - PATH: user.phone
      DEFAULT_VALUE: "+1 212-555-0142"
    - user.mail
GATHER:
  mail:
    prompt: "Mail?"
CONSTRAINTS:
  all:
    - WARN MATCH_SCORE(said_name, name, "name") > MATCH_SCORE(name, said_name)
    - REQUIRE MATCHES(said_digits, digits, "digits") OR MATCH_SCORE(said_digits, digits, "digits") == 50
    - REQUIRE MATCHES(said_phone, user.phone, "phone") BEFORE returning results
    - REQUIRE MATCH_RESULT(mail, user.mail, "email") != "mismatch"
    - REQUIRE NOT abl.matches(said_name, name, "exact")
    - LIMIT tries < 9 AND MATCHES(digits, user.phone, "phone") == false
"""
TEXT_ROWS = {
    "said_name": ["amara okafor", "Amara Okafor", "Okafor, Amara", "Peter Lund", "", "Zoë", "\u96e8"],
    "name": ["Amara Okafor", "Zoe", "Peter Lund", "", None],
    "said_phone": ["two one two five five five oh one four two", "2125550142", "2125550143", "", None],
    "user.phone": ["(212) 555-0142", "", None],
    "said_digits": ["four seven one", "471", "472", "0471", "9"],
    "digits": ["471", "472", "00471"],
    "tries": ["1", "8", "09", "many", None],
    "mail": ["tess at quillmark dot example", "x@y.example", "", None],
    "user.mail": ["tess@quillmark.example", None, ""],
}

POLICIES = {
    "matches": (MATCHES, MATCH_ROWS),
    "typed": (TYPED, TYPED_ROWS),
    "hooks": (HOOKS, HOOK_ROWS),
    "texts": (TEXTS, TEXT_ROWS),
}


def drawn(choices, seed):
    """Random rows; some lack a key."""
    chance = random.Random(seed)
    return [
        {name: chance.choice(values) for name, values in choices.items() if chance.random() < 0.93} for _ in range(ROWS)
    ]


def as_a_session(project, row):
    """(decision, rule, reason, action, warnings) of a session with the values of a row."""
    declared = {one.path: one for one in project.agents["Desk"].memory.persistent}
    gathered = {one.name for one in project.agents["Desk"].gather}
    store = abl.open_store("memory:")
    session = abl.Session(project, store=store, user_id="row", clock=lambda: NOW, process_scope=ProcessScope())
    session.start()
    for name, value in row.items():
        if name in declared:
            scope = declared[name].scope
            owner = Partition("default", scope, "row" if scope == "user" else "default")
            store.apply([Delete(owner, name) if value is None else Put(owner, name, value, None)], 0)
    values = {name: value for name, value in row.items() if name not in declared}

    def put(work):
        for name, value in values.items():
            if value is None and name in gathered:
                work.clear((name,), to_initial=False)
            else:
                work.put_value((name,), value, "tool")

    session._event(put)
    heard = session.user_message("")
    answered = session.respond("Good.") if heard.allowed else heard
    warned = {one.condition for outcome in (heard, answered) for one in outcome.warnings}
    if answered.allowed:
        return "allow", None, None, None, warned
    failure = next(one for one in answered.failures if one.index in refusing(project))
    words = ["respond" if isinstance(one, Say) else short(one) for one in answered.effects]
    assert not any(isinstance(one, Handoff) for one in answered.effects)
    return "refuse", failure.condition, failure.reason, "; ".join(dict.fromkeys(words)), warned


def refusing(project):
    rules = project.agents["Desk"].constraints
    return {at for at, rule in enumerate(rules) if rule.severity == "error"}


def put_csv(path, choices, rows):
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, choices)
        writer.writeheader()
        writer.writerows(rows)
    # Every column is there, and nothing is nothing.
    return [{name: row.get(name) or None for name in choices} for row in rows]


def put_parquet(path, choices, rows):
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.table({name: pa.array([row.get(name) for row in rows], pa.string()) for name in choices})
    pq.write_table(table, path)
    return table.to_pylist()


def put_json(path, _choices, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return rows


FORMATS = {"csv": put_csv, "parquet": put_parquet, "jsonl": put_json}
RUNS = [*((name, "jsonl") for name in POLICIES), ("texts", "csv"), ("texts", "parquet")]


@pytest.mark.parametrize(("name", "suffix"), RUNS)
def test_a_table_is_judged_as_a_session_would(name, suffix, tmp_path, capsys, monkeypatch):
    text, choices = POLICIES[name]
    policy, source, out = tmp_path / "desk.abl", tmp_path / f"in.{suffix}", tmp_path / "out.jsonl"
    policy.write_text(text, "utf-8")
    rows = FORMATS[suffix](source, choices, drawn(choices, name))
    monkeypatch.setattr("ablmatch.verify.policy_rows.present", lambda: NOW)
    done = within(capsys, "verify", source, "--policy", policy, "-o", out, "--json")
    assert done.status == 0, done
    written = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    project = abl.compile(text)
    asked = [as_a_session(project, row) for row in rows]
    seen = [(row["policy_decision"], row["policy_rule"], row["policy_reason"], row["policy_action"]) for row in written]
    for at, (found, wanted) in enumerate(zip(seen, asked, strict=True)):
        # A session renders the reason of an escalation, the table gives it as written; here there are no placeholders.
        assert found == wanted[:4], (at, rows[at])
    assert {one[0] for one in seen} == {"allow", "refuse"}
    assert len({one[1] for one in seen}) > 3
    summary = json.loads(done.out)["policy"]
    for rule in summary["rules"]:
        if rule["severity"] == "warning":
            assert rule["false"] == sum(rule["condition"] in one[4] for one in asked), rule
            continue
        refused = [one for one in asked if one[1] == rule["condition"]]
        assert rule["false"] == sum(one[2] == "false" for one in refused)
        assert rule["error"] == sum(one[2] == "error" for one in refused)
    assert summary["allow"] == sum(one[0] == "allow" for one in asked)
    assert summary["refuse"] == ROWS - summary["allow"]


ACTIONS = [
    ('"Sorry."', "respond"),
    ("BLOCK", "block"),
    ('ESCALATE "why"', "escalate:why"),
    ("HANDOFF Other", "handoff:Other"),
    ("\n        CLEAR: [a]\n        RESPOND: No.", "respond"),
    ("\n        CLEAR: [a]", ""),
    ("\n        COLLECT: [a, b]", "collect:a,b"),
    ("\n        RESPOND: No.\n        COLLECT: [a]\n        THEN: continue", "respond; collect:a"),
    ("\n        RESPOND: No.\n        MAX_REPEATS: 1\n        ON_EXHAUSTED: BLOCK", "respond"),
    ('\n        RESPOND: No.\n        MAX_REPEATS: 0\n        ON_EXHAUSTED: ESCALATE "x"', "escalate:x"),
    ("\n        MAX_REPEATS: 0", "respond"),
    ('\n        RESPOND: No.\n        ESCALATE: "both"', "respond; escalate:both"),
    ("", "respond"),
]


@pytest.mark.parametrize(("written", "words"), ACTIONS, ids=[one[1] for one in ACTIONS])
def test_the_action_is_what_a_session_does(written, words):
    on_fail = f"      ON_FAIL: {written}\n" if written else ""
    text = f"{HEAD}MEMORY:\n  session:\n    - a\n    - b\nCONSTRAINTS:\n  all:\n    - REQUIRE a == 1\n{on_fail}"
    project = abl.compile({"desk": text, "other": text.replace("Desk", "Other")})
    agent = project.agents["Desk"]
    assert action_words(agent.constraints[0], project.agents, agent) == words
    session = abl.Session(project, agent="Desk", process_scope=ProcessScope())
    session.start()
    session.model_set({"a": 2, "b": 2})
    outcome = session.user_message("")
    assert not outcome.allowed
    done = ["respond" if isinstance(one, Say) else short(one) for one in outcome.effects]
    assert "; ".join(dict.fromkeys(done)) == words
