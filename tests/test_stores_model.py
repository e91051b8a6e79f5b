"""Random batches on every store, compared with a plain dictionary that does the obvious thing."""

import copy
import itertools
import json

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

pytest.importorskip("msgspec", reason="needs msgspec, which is not installed")

from ablmatch.stores import StoreError
from ablmatch.stores.facts import Append, Delete, Erase, EraseOwner, Fact, Get, List, Partition, Purge, Put

# Each run works in projects of its own, so that one server serves all of them.
runs = itertools.count()


def same(one, other):
    """Equality of JSON values by their definition: numbers by value, true is no number, objects without order."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return one == other


class Model:
    """Facts as {(partition, path): (value, written, expires)}."""

    def __init__(self):
        self.facts = {}

    def batch(self, operations, now):
        before = copy.deepcopy(self.facts)
        try:
            return [getattr(self, type(one).__name__.lower())(one, now) for one in operations]
        except ValueError:
            self.facts = before
            return "refused"

    def live(self, partition, path, now):
        fact = self.facts.get((partition, path))
        return fact if fact is not None and (fact[2] is None or now < fact[2]) else None

    def write(self, one, value, now):
        if value != value:  # noqa: PLR0124 - the only value unlike itself is the one that is no JSON
            raise ValueError
        self.facts[one.partition, one.path] = (
            copy.deepcopy(value),
            now,
            None if one.ttl_ms is None else now + one.ttl_ms,
        )

    def get(self, one, now):
        fact = self.live(one.partition, one.path, now)
        return None if fact is None else Fact(one.path, *fact)

    def put(self, one, now):
        self.write(one, one.value, now)

    def append(self, one, now):
        if one.item != one.item:
            raise ValueError
        fact = self.live(one.partition, one.path, now)
        if fact is None:
            items = one.default if isinstance(one.default, list) else []
        else:
            items = fact[0] if isinstance(fact[0], list) else [fact[0]]
        items = [*items, one.item]
        if one.unique:
            kept = []
            for item in items:
                if not any(same(item, earlier) for earlier in kept):
                    kept.append(item)
            items = kept
        while one.max_size is not None and len(items) > one.max_size:
            del items[0]
        self.write(one, items, now)
        return items

    def delete(self, one, now):
        was_live = self.live(one.partition, one.path, now) is not None
        self.facts.pop((one.partition, one.path), None)
        return was_live

    def list(self, one, now):
        segments = one.prefix.split(".") if one.prefix else []
        return [
            Fact(path, *fact)
            for (partition, path), fact in sorted(self.facts.items(), key=lambda pair: pair[0])
            if partition == one.partition
            and path.split(".")[: len(segments)] == segments
            and self.live(partition, path, now) is not None
        ]

    def erase(self, one, now):
        return self.remove_if(lambda partition: partition == one.partition, now)

    def eraseowner(self, one, now):
        return self.remove_if(lambda partition: partition[1:] == (one.scope, one.owner), now)

    def remove_if(self, wanted, now):
        gone = [key for key in self.facts if wanted(key[0])]
        count = sum(self.live(*key, now) is not None for key in gone)
        for key in gone:
            del self.facts[key]
        return count


paths = st.sampled_from(["a", "a.b", "a.b.c", "a.bc", "ab", "A", "á", "a/b", "a-b"])
items = st.sampled_from(
    [1, 1.0, True, 0, False, None, "", "a", [], [1], [True], {}, {"a": 1}, {"a": True}, {"a": 1, "b": [2]}]
)
ttls = st.none() | st.integers(0, 5)
rarely_bad = st.integers(0, 30).map(lambda number: float("nan") if number == 0 else None)


def operations(run):
    partitions = st.builds(
        Partition,
        st.sampled_from([f"{run}", f"{run}/user", f"{run}%"]),
        st.sampled_from(["user", "project"]),
        st.sampled_from([f"{run}", f"user/{run}", f"{run}%"]),
    )
    values = items | st.lists(items, max_size=4)
    bad_or = rarely_bad.flatmap(lambda bad: values if bad is None else st.just(bad))
    return st.one_of(
        st.builds(Get, partitions, paths),
        st.builds(Put, partitions, paths, bad_or, ttls),
        st.builds(Append, partitions, paths, bad_or, st.booleans(), st.none() | st.integers(1, 3), ttls, values),
        st.builds(Delete, partitions, paths),
        st.builds(List, partitions, st.just("") | paths),
        st.builds(Erase, partitions),
        st.builds(EraseOwner, partitions.map(lambda one: one.scope), partitions.map(lambda one: one.owner)),
    )


def as_text(results):
    """Results as text, so that 1, 1.0 and true differ."""
    return json.dumps(
        [
            [[one.path, one.value, one.written_ms, one.expires_ms] for one in result]
            if isinstance(result, list) and result and isinstance(result[0], Fact)
            else [result.path, result.value, result.written_ms, result.expires_ms]
            if isinstance(result, Fact)
            else result
            for result in results
        ]
    )


def machine_for(store):
    class Machine(RuleBasedStateMachine):
        def __init__(self):
            super().__init__()
            self.run = next(runs)
            self.model = Model()
            self.now = 0

        @rule(data=st.data(), later=st.integers(0, 3))
        def batch(self, data, later):
            self.now += later
            batch = data.draw(st.lists(operations(self.run), min_size=1, max_size=4))
            expected = self.model.batch(batch, self.now)
            if expected == "refused":
                with pytest.raises(StoreError) as caught:
                    store.apply(batch, self.now)
                assert caught.value.code == "bad_value"
            else:
                assert as_text(store.apply(batch, self.now)) == as_text(expected)

        @rule()
        def purge(self):
            expired = [key for key in self.model.facts if self.model.live(*key, self.now) is None]
            for key in expired:
                del self.model.facts[key]
            # Those of other runs on the same store go as well.
            [count] = store.apply([Purge()], self.now)
            assert count >= len(expired)

        @invariant()
        def nothing_else_is_stored(self):
            partitions = sorted({partition for partition, _ in self.model.facts})
            lists = [List(partition) for partition in partitions]
            assert as_text(store.apply(lists, self.now)) == as_text(self.model.batch(lists, self.now))

    return Machine


def compare(store, examples, steps):
    quiet = list(HealthCheck)
    chosen = settings(max_examples=examples, stateful_step_count=steps, suppress_health_check=quiet, deadline=None)
    run_state_machine_as_test(machine_for(store), settings=chosen)


def test_a_store_does_what_a_dictionary_does(store):
    compare(store, examples=10, steps=10)


@pytest.mark.slow
def test_a_store_does_what_a_dictionary_does_for_long(store):
    compare(store, examples=40, steps=15)
