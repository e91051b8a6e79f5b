"""Processes that write to a store, for tests of several at once: `store_writers.py append|acknowledge URL NAME COUNT`."""

import sys

from ablmatch.stores import open_store
from ablmatch.stores.facts import Append, Partition, Put

SHARED = Partition("p1", "project", "p1")


def append(store, name, count):
    """Append `count` items to one list that others append to as well."""
    for number in range(count):
        store.apply([Append(SHARED, "log", [name, number])], 0)


def acknowledge(store, name, count):
    """Store facts in pairs and print the number of each pair once it is acknowledged."""
    for number in range(count):
        store.apply([Put(SHARED, f"{name}.{number}.one", number), Put(SHARED, f"{name}.{number}.two", "x" * 500)], 0)
        print(number, flush=True)


if __name__ == "__main__":
    _, what, url, name, count = sys.argv
    store = open_store(url)
    # All writers of a test start at the same moment.
    print("ready", flush=True)
    sys.stdin.readline()
    {"append": append, "acknowledge": acknowledge}[what](store, name, int(count))
    store.close()
