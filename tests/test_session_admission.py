"""What a host hands in: refused or made plain, so that a session can always be written and nobody changes it later."""

import pytest

import ablmatch as abl

DESK = """AGENT: Desk
GOAL: "Help"
MEMORY:
  session:
    - note
TOOLS:
  load() -> {n: number}
    description: "Load"
"""


@pytest.fixture
def session():
    made = abl.Session(abl.compile(DESK), seed=1)
    made.start()
    made.user_message("hello")
    return made


def loaded(session, result):
    assert session.tool_call("load", {}).allowed
    session.tool_result("load", result)
    again = abl.Session.load(abl.compile(DESK), session.dump())
    assert again.get("load") == session.get("load")
    return again.get("load")


@pytest.mark.parametrize(
    ("result", "kept"),
    [
        ({"n": float("nan")}, {"n": None}),
        ([float("inf"), 1.5], [None, 1.5]),
        ((1, (2,)), [1, [2]]),
        ("a\ud800b", "a\ufffdb"),
        ({"\udc00": "x"}, {"\ufffd": "x"}),
        ("\U0001f600", "\U0001f600"),
    ],
)
def test_results_are_what_they_are_after_suspension(session, result, kept):
    assert loaded(session, result) == kept


def nested(levels):
    value = 1
    for _ in range(levels):
        value = {"a": value}
    return value


@pytest.mark.parametrize("value", [{1, 2}, b"x", {1: 2}, object(), nested(5000)])
def test_values_that_json_has_not_are_refused_and_change_nothing(session, value):
    session.tool_call("load", {})
    before = session.dump()
    for verb in (
        lambda: session.tool_result("load", value),
        lambda: session.model_set({"note": value}),
        lambda: session.tool_call("load", {"n": value}),
        lambda: session.user_message("x", extracted={"note": value}),
        lambda: session.return_to_parent({"note": value}),
    ):
        with pytest.raises(abl.SessionError):
            verb()
    assert session.dump() == before


def test_a_message_with_half_a_character_is_heard(session):
    session.user_message("my name\ud800")
    assert session.get("input") == "my name\ufffd"
    assert session.respond("bye\udfff").text == "bye\ufffd"
    assert session.dump()


def test_a_path_of_thousands_of_names_is_refused(session):
    outcome = session.model_set({".".join(["note"] + ["a"] * 5000): 1})
    assert [one.reason for one in outcome.refused_writes] == ["access"]
    assert session.get("note") is None


def test_a_value_that_the_host_changes_later_stays_what_it_was(session):
    result = {"items": [1]}
    session.tool_call("load", {})
    session.tool_result("load", result)
    result["items"].append(2)
    assert session.get("load.items") == [1]


KEEPER = """AGENT: Keeper
GOAL: "Keep"
MEMORY:
  session:
    - n
  persistent:
    - PATH: user.last
    - PATH: user.all
  remember:
    - WHEN: input IS SET
      STORE: input -> user.last
    - WHEN: n IS SET
      STORE: n * n -> user.number
    - WHEN: input IS SET
      STORE:
        value: input
        target: user.all
        operation: append
"""


def test_a_value_that_no_store_takes_does_not_stop_the_session():
    session = abl.Session(abl.compile(KEEPER), seed=1, user_id="u")
    session.start()
    session.user_message("x" * 999_000)
    session.model_set({"n": 10**18})
    refused = [one.names for one in session.end_turn().trace if one.code == "WRITE_REFUSED"]
    assert refused == [{"field": "user.number", "reason": "value"}]
    session.user_message("y" * 2_000_000)
    outcome = session.model_set({"user.last": 10**30})
    assert [one.name for one in outcome.refused_writes] == ["user.last"]
    refused = [one.names["field"] for one in session.end_turn().trace if one.code == "WRITE_REFUSED"]
    assert refused == ["user.last", "user.number", "user.all"]
    assert len(session.get("user.last")) == 999_000
    assert session.end().allowed


def test_a_value_that_grows_by_a_level_each_turn_stops_growing():
    nest = DESK.replace("TOOLS:", "HOOKS:\n  before_turn:\n    SET: note = {a: note}\nTOOLS:")
    session = abl.Session(abl.compile(nest), seed=1)
    session.start()
    codes = []
    for _ in range(70):
        codes += [one.names.get("reason") for one in session.user_message("more").trace if one.code == "WRITE_REFUSED"]
    assert codes == ["depth"] * 6
    assert abl.Session.load(abl.compile(nest), session.dump()).get("note") == session.get("note")


@pytest.mark.parametrize("given", [None, 5, b"hello", ["hello"]])
def test_what_is_no_text_is_told_and_changes_nothing(session, given):
    before = session.dump()
    for verb in (session.user_message, session.respond, lambda text: session.tool_error("load", text)):
        with pytest.raises(TypeError, match="a text must be a str, not"):
            verb(given)
    assert session.dump() == before


@pytest.mark.parametrize("given", [5, "abc", ["a"]])
def test_what_is_no_object_is_told(session, given):
    for verb in (session.model_set, lambda values: session.tool_call("load", values), session.return_to_parent):
        with pytest.raises(abl.SessionError, match="an object of names and values is wanted"):
            verb(given)


@pytest.mark.parametrize("name", ["session_id", "user_id", "project_id", "channel", "language"])
def test_an_id_that_is_no_text_is_told_where_it_is_given(name):
    with pytest.raises(TypeError, match=f"{name} must be a str, not int"):
        abl.Session(abl.compile(DESK), **{name: 5})


def test_a_path_of_many_figures_is_nothing(session):
    session.model_set({"note": [1, [2, 3]]})
    assert session.get("note.1.length") == 2
    assert session.get(f"note.{'9' * 5000}") is None
