"""Processes that write blocks: `block_writers.py add|hang|overwrite BACKEND WHERE NAME COUNT`."""

import sys
import threading
import time

from ablmatch.memory import Block
from memory_media import Medium

PLACE = ("user", "lena@hof.example", "USER")


def adding(entry):
    """A change that adds one entry, as the tool does; others may run between its look and the write."""

    def change(found):
        time.sleep(0)
        return Block("user", "USER", "\n§\n".join([found.content, entry] if found else [entry]))

    return change


def add(medium, name, count):
    """`count` threads that each add one entry, over one store."""
    store = medium.blocks()
    threads = [
        threading.Thread(target=store.update, args=(*PLACE, adding(f"{name}{number}"))) for number in range(count)
    ]
    ready()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def hang(medium, name, count):
    """Begin to write and never end: a file that is written but not yet in its place, a transaction that is open."""
    store = medium.blocks()
    if medium.backend == "file":
        import os

        os.replace = lambda *_: stop()
    ready()
    store.update(*PLACE, lambda found: Block("user", "USER", "half") if medium.backend == "file" else stop())


def overwrite(medium, name, count):
    """Overwrite one block by long texts until killed, and tell each once it is stored."""
    store = medium.blocks()
    ready()
    for number in range(count):
        store.save(Block("user", "USER", f"{number} " * 20_000), PLACE[1])
        print(number, flush=True)


def stop():
    print("stopped", flush=True)
    time.sleep(600)


def ready():
    """All writers of a test start at the same moment."""
    print("ready", flush=True)
    sys.stdin.readline()


if __name__ == "__main__":
    _, what, backend, where, name, count = sys.argv
    {"add": add, "hang": hang, "overwrite": overwrite}[what](Medium(backend, where), name, int(count))
