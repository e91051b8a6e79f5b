"""Processes that write to a record store, for tests of several at once and of their end in the middle.

`record_writers.py many|killed URL NAME COUNT`
"""

import os
import signal
import sys

from ablmatch.stores.records import open_records, word_index
from ablmatch.stores.records.rows import Actor, Change
from record_parts import NOBODY, Clock, new, of


def many(store, name, count):
    """Write texts that other processes write too and some of its own, and print the id of each once it is stored."""
    for number in range(count):
        store.records.write(NOBODY, new(f"shared {number}"), Actor(key_id="app"))
        made = store.records.write(of(name), new(f"own {name} {number}", name, slot="last"), Actor(key_id="app"))
        print(made.record.id, flush=True)


def killed(store, name, count):
    """End the process the hard way in the middle of the COUNT-th change of the index, after the row was written."""
    calls = 0
    add = word_index.add

    def add_half(transaction, number, record, hashes):
        nonlocal calls
        calls += 1
        if calls == count:
            add(transaction, number, record, hashes[:8])
            os.kill(os.getpid(), signal.SIGKILL)
        add(transaction, number, record, hashes)

    word_index.add = add_half
    for number in range(count):
        made = store.records.write(of(name), new(f"likes tea {number}", name), Actor(key_id="app", subject=name))
        change = Change(content=f"likes milk {number}")
        store.records.change(of(name), made.record.id, change, Actor(key_id="app"))
        print(made.record.id, flush=True)


if __name__ == "__main__":
    _, what, url, name, count = sys.argv
    store = open_records(url, clock=Clock())
    # All writers of a test start at the same moment.
    print("ready", flush=True)
    sys.stdin.readline()
    {"many": many, "killed": killed}[what](store, name, int(count))
    store.close()
