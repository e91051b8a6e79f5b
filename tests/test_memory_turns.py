"""When turns lead to extractions: triggers, the pointer, the background, and threads."""

import logging
import subprocess
import sys
import threading

import pytest

pytest.importorskip("msgspec", reason="needs msgspec, which is not installed")
pytest.importorskip("jsonschema", reason="needs jsonschema, which is not installed")
pytest.importorskip("re2", reason="needs google-re2, which is not installed")

from ablmatch.memory import ExtractedValue, InMemoryExtractedStore, Recall, define_extractor, facts_extractor
from scripted_memory import HeldModel, ScriptedModel, facts, said
from side_by_side import run_threads


def run_of(model, store=None, **given):
    recall = Recall([facts_extractor()], store=store or InMemoryExtractedStore(), model=model, **given)
    return recall.bind(user_id="u1", agent_id="a", session_id="s1")


def mined(call):
    """How many messages a call of the model was shown."""
    return len(call[1].rpartition("## Conversation (JSON)\n\n")[2].splitlines())


# --- Scenarios --------------------------------------------------------------------------------------------------------


def test_scenario_17_tokens_since_the_last_success(extracted_store):
    model = ScriptedModel(RuntimeError("down"), facts("x"))
    run = run_of(model, extracted_store, trigger={"tokens": 2000}, blocking=True)
    conversation = said("a" * 4000, "b" * 3996, "c" * 8)
    assert [run.turn_closed(conversation[:count]) for count in (1, 2)] == [None, None]
    assert model.calls == []
    failed = run.turn_closed(conversation)
    assert len(model.calls) == 1 and not failed.succeeded and run.pointer == 0
    assert extracted_store.load("user", "u1", "facts") is None
    conversation += said("d")
    assert run.turn_closed(conversation).succeeded  # the short turn retries
    assert (len(model.calls), run.pointer) == (2, 4)
    assert extracted_store.load("user", "u1", "facts").value == {"facts": ["x"]}
    assert run.turn_closed(conversation + said("e" * 7992)) is None
    assert run.turn_closed(conversation + said("e" * 7992, "f" * 5)).succeeded


@pytest.mark.parametrize("trigger", ["each-turn", {"tokens": 2}])
def test_scenario_18_the_pointer_is_the_count_at_the_start(extracted_store, trigger):
    model = HeldModel(facts("x"))
    run = run_of(model, extracted_store, trigger=trigger)
    conversation = said("I moved", "To where?")
    run.turn_closed(conversation)
    assert model.begun.acquire(timeout=60)
    conversation += said("To Ghent", "Noted")  # the host's own list, while the extraction runs
    model.go.release()
    assert [one.succeeded for one in run.settled()] == [True]
    assert run.pointer == 2
    model.go.release()
    run.turn_closed(conversation)
    run.settled()
    assert [mined(call) for call in model.calls] == [2, 4]
    assert run.pointer == 4


def test_defect_12_turns_that_close_while_one_runs_are_mined_by_the_next_run():
    """Defect 12: the original's pointer is the count at the end, and these would never be mined."""
    model = HeldModel(facts("x"))
    run = run_of(model, trigger="each-turn")
    run.turn_closed(said(*"ab"))
    assert model.begun.acquire(timeout=60)
    for count in (3, 4, 6, 5):  # also out of order
        run.turn_closed(said(*"abcdef"[:count]))
    for _ in range(2):
        model.go.release()
    assert len(run.settled()) == 2
    assert [mined(call) for call in model.calls] == [2, 6]
    assert run.pointer == 6


def test_a_turn_that_waited_is_measured_against_the_new_pointer():
    model = HeldModel(facts("x"))
    run = run_of(model, trigger={"tokens": 10})
    run.turn_closed(said("a" * 40))
    assert model.begun.acquire(timeout=60)
    run.turn_closed(said("a" * 40, "b" * 4))
    model.go.release()
    assert len(run.settled()) == 1
    assert (run.pointer, len(model.calls)) == (1, 1)


# --- Triggers ---------------------------------------------------------------------------------------------------------


def test_each_turn():
    model = ScriptedModel(facts("x"))
    run = run_of(model, trigger="each-turn", blocking=True)
    assert run.turn_closed(said("a")).succeeded and run.turn_closed(said("a", "b")).succeeded
    assert run.turn_closed(said("a", "b")) is None  # nothing has been said since
    assert len(model.calls) == 2


TOOL_TURNS = [
    [{"role": "assistant", "content": None, "tool_calls": [{"id": "1"}]}, {"role": "tool", "content": "x"}],
    [{"role": "assistant", "content": [{"type": "tool_use", "name": "look_up"}]}],
    [{"role": "user", "content": [{"type": "tool_result", "content": "x"}]}],
    [{"role": "assistant", "content": [{"type": "tool-call"}]}],
]


@pytest.mark.parametrize("turn", TOOL_TURNS, ids=["openai", "anthropic", "anthropic-result", "other"])
def test_idle_leaves_turns_with_tools_out(turn):
    model = ScriptedModel(facts("x"))
    run = run_of(model, trigger="idle", blocking=True)
    conversation = [*said("a"), *turn]
    assert run.turn_closed(conversation) is None
    # Only calls of the turn itself count, not those before it.
    assert run.turn_closed([*conversation, *said("b")]).succeeded
    assert run.turn_closed([*conversation, *said("b", "c")], used_tools=True) is None
    assert len(model.calls) == 1


def test_the_default_is_two_thousand_tokens_in_the_background():
    recall = Recall([facts_extractor()], store=InMemoryExtractedStore())
    assert (recall.trigger, recall.blocking, recall.preload.enabled) == ({"tokens": 2000}, False, False)
    assert recall.preload.token_budget == 500


def test_tokens_are_counted_for_each_message_and_content_of_parts_as_json():
    model = ScriptedModel(facts("x"))
    run = run_of(model, trigger={"tokens": 6}, blocking=True)
    assert run.turn_closed(said(*"abcde")) is None  # one token each, rounded up
    assert run.turn_closed(said(*"abcdef")).succeeded
    parts = [{"type": "text", "text": "x"}]  # 31 characters of JSON
    other = run_of(model, trigger={"tokens": 8}, blocking=True)
    assert other.turn_closed([{"role": "user", "content": parts}]).succeeded


def test_a_counter_of_tokens_stands_in_for_the_estimate():
    run = run_of(ScriptedModel(facts("x")), trigger={"tokens": 3}, blocking=True, count_tokens=lambda _text: 1)
    assert run.turn_closed(said("a" * 4000, "b")) is None
    assert run.turn_closed(said("a" * 4000, "b", "c")).succeeded


# --- The pointer ------------------------------------------------------------------------------------------------------


def test_runs_of_one_session_share_a_pointer_and_others_do_not():
    recall = Recall([facts_extractor()], store=InMemoryExtractedStore(), model=ScriptedModel(facts("x")))

    def bound(session_id, agent_id="a"):
        return recall.bind(user_id="u1", agent_id=agent_id, session_id=session_id)

    bound("s1").extract(said("a", "b"))
    assert [bound("s1").pointer, bound("s2").pointer, bound("s1", "b").pointer, bound(None).pointer] == [2, 0, 0, 0]
    assert recall.bind(user_id="u1", agent_id="a", extracted=7).pointer == 7
    for wrong in (-1, True, "2"):
        with pytest.raises(ValueError, match="extracted"):
            recall.bind(user_id="u1", extracted=wrong)


def test_defect_12_an_extraction_that_another_one_overtook_does_not_move_the_pointer_back():
    begun, go = threading.Event(), threading.Event()

    def model(_system, prompt, _schema):
        if mined(("", prompt)) == 2:
            begun.set()
            assert go.wait(timeout=60)
        return facts("x")

    run = run_of(model)
    slow = threading.Thread(target=run.extract, args=(said("a", "b"),))
    slow.start()
    assert begun.wait(timeout=60)
    run.extract(said(*"abcd"))
    assert run.pointer == 4
    go.set()
    slow.join()
    assert run.pointer == 4
    run.extract(said(*"abcdef"))
    assert run.pointer == 6


def test_a_turn_that_waits_is_mined_as_it_was_said():
    model = HeldModel(facts("x"))
    run = run_of(model, trigger="each-turn")
    run.turn_closed(said("a"))
    assert model.begun.acquire(timeout=60)
    later = [
        {"role": "user", "content": "as said"},
        {"role": "user", "content": [{"type": "text", "text": "in parts"}]},
    ]
    run.turn_closed(later)
    later[0]["content"] = "spoiled"
    later[1]["content"].clear()
    for _ in range(2):
        model.go.release()
    run.settled()
    assert "as said" in model.calls[1][1] and "in parts" in model.calls[1][1] and "spoiled" not in model.calls[1][1]


def test_a_run_of_nobody_is_told_nothing_of_the_users_and_takes_no_turn_from_her():
    """Both are of one session; what a run of nobody could not mine for the user is still there for her."""
    house = define_extractor(name="House", instructions="Rules.", schema={"type": "string"}, scope="agent")
    model = ScriptedModel({**facts("hers"), "house": "no dogs"})
    recall = Recall([facts_extractor(), house], store=InMemoryExtractedStore(), model=model, trigger="each-turn")
    hers = recall.bind(user_id="ida", agent_id="a", session_id="s")
    hers.turn_closed(said("a"))
    nobody = recall.bind(agent_id="a", session_id="s")
    assert nobody.settled() == []
    nobody.turn_closed(said("a", "b"))
    [result] = nobody.settled()
    assert (result.values, [one.slug for one in result.failures]) == ({"house": "no dogs"}, ["facts"])
    hers = recall.bind(user_id="ida", agent_id="a", session_id="s")
    assert [one.values["facts"] for one in hers.settled()] == [{"facts": ["hers"]}]
    assert (hers.pointer, nobody.pointer) == (1, 2)


# --- Background -------------------------------------------------------------------------------------------------------


def test_a_turn_does_not_wait_and_settled_does():
    model = HeldModel(facts("x"))
    run = run_of(model, trigger="each-turn")
    assert run.turn_closed(said("a")) is None
    with pytest.raises(TimeoutError):
        run.settled(timeout=0.01)
    assert run.pointer == 0
    model.go.release()
    assert [one.values for one in run.settled()] == [facts("x")]
    assert run.settled() == []


def test_a_failure_in_the_background_is_logged_and_told(caplog):
    run = run_of(ScriptedModel(RuntimeError("canary")), trigger="each-turn")
    run.turn_closed(said("a"))
    [result] = run.settled()
    assert [(one.slug, type(one.cause)) for one in result.failures] == [("facts", RuntimeError)]
    assert [(one.levelname, one.name) for one in caplog.records] == [("WARNING", "ablmatch.memory")]
    assert "facts" in caplog.text and "RuntimeError" in caplog.text and "canary" not in caplog.text
    assert run.pointer == 0


@pytest.mark.parametrize(
    "error", [KeyboardInterrupt(), SystemExit(3), MemoryError()], ids=lambda one: type(one).__name__
)
def test_a_breakdown_in_the_background_is_logged_and_raised_by_settled(error, caplog):
    run = run_of(ScriptedModel(error, facts("x")), trigger="each-turn")
    run.turn_closed(said("a"))
    if isinstance(error, MemoryError):  # an error like any other
        assert [one.succeeded for one in run.settled()] == [False]
    else:
        with pytest.raises(type(error)):
            run.settled()
    assert type(error).__name__ in caplog.text
    run.turn_closed(said("a", "b"))  # and the next turn works
    assert [one.succeeded for one in run.settled()] == [True]


def test_a_counter_that_breaks_between_two_turns_holds_nothing_up(caplog):
    model, calls = HeldModel(facts("x")), []

    def count(_text):
        calls.append(1)
        if len(calls) == 2:
            raise LookupError("no tokenizer")
        return 1

    run = run_of(model, trigger={"tokens": 1}, count_tokens=count)
    run.turn_closed(said("a"))
    assert model.begun.acquire(timeout=60)
    run.turn_closed(said("a", "b"))
    model.go.release()
    with pytest.raises(LookupError):
        run.settled()
    assert [one.succeeded for one in run.settled()] == [True]
    assert "LookupError" in caplog.text


def test_a_closed_recall_has_finished_and_takes_no_turn():
    model = HeldModel(facts("x"))
    recall = Recall([facts_extractor()], store=InMemoryExtractedStore(), model=model, trigger="each-turn")
    run = recall.bind(user_id="u1", agent_id="a")
    run.turn_closed(said("a"))
    model.go.release()
    recall.close()
    assert recall.store.load("user", "u1", "facts") is not None
    with pytest.raises(RuntimeError, match="closed"):
        run.turn_closed(said("a", "b"))
    assert [one.succeeded for one in run.settled()] == [True]
    recall.close()


def test_a_process_waits_for_its_extractions_before_it_ends(tmp_path):
    code = """
import sys, time
from ablmatch.memory import InMemoryExtractedStore, Recall, facts_extractor
def model(system, prompt, schema):
    time.sleep(0.2)
    open(sys.argv[1], "w").write("extracted")
    return {}
recall = Recall([facts_extractor()], store=InMemoryExtractedStore(), model=model, trigger="each-turn")
recall.bind(user_id="u1", agent_id="a").turn_closed([{"role": "user", "content": "a"}])
"""
    done = subprocess.run([sys.executable, "-c", code, tmp_path / "out"], check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "out").read_text() == "extracted"


# --- Threads ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("blocking", [False, True])
def test_two_threads_close_turns_of_one_session_at_once(blocking):
    running, most = [], []

    def model(_system, prompt, _schema):
        running.append(1)
        most.append(len(running))
        running.pop()
        return facts(prompt.rpartition("## Conversation (JSON)\n\n")[2])

    recall = Recall(
        [facts_extractor()], store=InMemoryExtractedStore(), model=model, trigger="each-turn", blocking=blocking
    )
    for _ in range(20):
        run = recall.bind(user_id="u1", agent_id="a")
        run_threads(lambda run=run: run.turn_closed(said(*"ab")), lambda run=run: run.turn_closed(said(*"abcd")))
        run.settled()
        assert run.pointer == 4
        value = recall.store.load("user", "u1", "facts").value["facts"][0]
        assert len(value.splitlines()) == 4  # the longer conversation has the last word
    assert max(most) == 1


def test_two_sessions_of_one_user_lose_nothing_to_each_other():
    """Both models were shown the same old list; the slower one is asked again, with what the faster one stored."""
    store = InMemoryExtractedStore()
    store.save(ExtractedValue("facts", "user", {"facts": ["old"]}), "u1")
    both = threading.Barrier(2)
    first = threading.local()

    def model(_system, prompt, _schema):
        before = prompt.partition("Kept so far (JSON): ")[2].partition("\n")[0]
        said_now = prompt.rpartition('"content": "')[2].partition('"')[0]
        if not getattr(first, "asked", False):
            first.asked = True
            both.wait(timeout=60)
        import json

        return facts(*json.loads(before)["facts"], said_now)

    recall = Recall([facts_extractor()], store=store, model=model)
    runs = [recall.bind(user_id="u1", agent_id="a", session_id=name) for name in ("s1", "s2")]
    results = []
    run_threads(
        *(
            lambda run=run, text=text: results.append(run.extract(said(text)))
            for run, text in zip(runs, "xy", strict=True)
        )
    )
    assert all(one.succeeded and not one.failures for one in results)
    found = store.load("user", "u1", "facts").value["facts"]
    assert found[0] == "old" and sorted(found[1:]) == ["x", "y"]


def test_a_value_that_never_stands_still_is_a_failure(caplog):
    store = InMemoryExtractedStore()
    changes = iter(range(100))

    def model(_system, _prompt, _schema):
        store.save(ExtractedValue("facts", "user", {"facts": [str(next(changes))]}), "u1")
        return facts("mine")

    run = run_of(model, store)
    result = run.extract(said("a"))
    assert [one.slug for one in result.failures] == ["facts"] and not result.succeeded
    assert next(changes) == 3
    assert store.load("user", "u1", "facts").value == {"facts": ["2"]}
    assert run.pointer == 0


def test_what_is_shown_to_no_model_is_simply_replaced():
    store = InMemoryExtractedStore()
    one = define_extractor(name="Mood", instructions="Now.", schema={"type": "string"}, include_previous=False)

    def model(_system, _prompt, _schema):
        store.save(ExtractedValue("mood", "user", "another's"), "u1")
        return {"mood": "glad"}

    recall = Recall([one], store=store, model=model)
    assert recall.bind(user_id="u1").extract(said("a")).values == {"mood": "glad"}
    assert store.load("user", "u1", "mood").value == "glad"


# --- Warnings ---------------------------------------------------------------------------------------------------------


def test_one_warning_a_session(caplog):
    caplog.set_level(logging.WARNING)
    recall = Recall(
        [facts_extractor()], store=InMemoryExtractedStore(), model=ScriptedModel(facts("x")), trigger="each-turn"
    )
    for _ in range(2):
        run = recall.bind(agent_id="a", session_id="s1")
        run.turn_closed(said("a"))
        run.settled()
        assert run.tool_schema() is None and run.preload("x") is None
    assert len(caplog.records) == 1
    recall.bind(agent_id="a", session_id="s2")
    assert len(caplog.records) == 2
