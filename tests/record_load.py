"""Random requests of many workers on a running service, each answer held against whose every text in it is."""

import hashlib
import json
import random
import re
import socket
import threading
import time
from collections import Counter
from dataclasses import dataclass, field

from ablmatch.memory import SqlBlockStore, WorkingMemory
from record_world import MARK, SHARED, STORE

# What of a hundred requests are; one sort of request is one method below.
MIX = {"search": 34, "write": 25, "turn": 15, "page": 8, "read": 5, "foreign_read": 4, "tool": 4, "block": 5}
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
# So many numbers a worker has for the marks of what it writes.
_MARKS = 1_000_000


@dataclass
class Found:
    """What a run found. `written`: by id, what was acknowledged and whose it is; `entries`: the same of blocks."""

    counts: Counter = field(default_factory=Counter)
    seconds: dict = field(default_factory=dict)
    written: dict = field(default_factory=dict)
    entries: list = field(default_factory=list)
    foreign: list = field(default_factory=list)
    faults: list = field(default_factory=list)

    def join(self, other):
        self.counts.update(other.counts)
        for name, values in other.seconds.items():
            self.seconds.setdefault(name, []).extend(values)
        self.written.update(other.written)
        for name in ("entries", "foreign", "faults"):
            getattr(self, name).extend(getattr(other, name))

    def percentile(self, name, part):
        """Milliseconds within which so large a part of the requests of a sort was answered."""
        values = sorted(self.seconds.get(name, [0.0]))
        return values[min(len(values) - 1, int(part * len(values)))] * 1000


class Line:
    """A connection that is kept open, for one thread; as plain as can be, for it shares the processors with the server."""

    def __init__(self, port, secret):
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._always = f" HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {secret}\r\n"

    def ask(self, method, path, body=None, *, subject=None):
        """Status and text of an answer, and how many seconds it took."""
        content = b"" if body is None else json.dumps(body).encode()
        person = f"X-Core-Subject: {subject}\r\n" if subject else ""
        head = f"{method} {path}{self._always}{person}Content-Length: {len(content)}\r\n\r\n"
        began = time.perf_counter()
        self._socket.sendall(head.encode() + content)
        got = b""
        while b"\r\n\r\n" not in got:
            got += self._more()
        head, _, text = got.partition(b"\r\n\r\n")
        length = _LENGTH.search(head)
        wanted = 0 if length is None else int(length[1])
        while len(text) < wanted:
            text += self._more()
        assert len(text) == wanted, "an answer is longer than it says"
        return int(head[9:12]), text.decode(), time.perf_counter() - began

    def _more(self):
        got = self._socket.recv(262_144)
        if not got:
            raise ConnectionError("the service closed the connection")
        return got

    def close(self):
        self._socket.close()


class Worker:
    """One client: a connection, a chain of random requests, and what it found."""

    def __init__(self, world, connection, blocks, number):
        self.world, self.connection, self.blocks, self.number = world, connection, blocks, number
        self.chosen = random.Random(world.seed * 1000 + number)
        self.found = Found()
        # The pauses have a chance of their own: what is asked does not depend on whether there are any.
        self._pauses = random.Random(f"pauses {world.seed} {number}")
        self._conversation = self._whose = None
        self._of, self._ids = {}, []
        self._next = world.records + world.blocks + (number + 1) * _MARKS

    def step(self):
        """One random request for a random person."""
        kind = self.chosen.choices(list(MIX), list(MIX.values()))[0]
        person = self.chosen.choice(self.world.people)
        getattr(self, kind)(person)
        self.found.counts[kind] += 1

    def pause(self, mean):
        """How long after the last request was due the next one is: as calls come that know nothing of each other."""
        return self._pauses.expovariate(1 / mean)

    def ask(self, kind, method, path, body=None, *, person, wanted=200):
        """An answer of which every text is the person's or shared, and its time."""
        status, text, seconds = self.connection.ask(method, path, body, subject=person)
        self.found.seconds.setdefault(kind, []).append(seconds)
        if status != wanted:
            self.found.faults.append(f"{method} {path}: {status} {text[:200]}")
        self.check(text, person, f"{method} {path}")
        return json.loads(text) if text else None

    def check(self, text, person, where):
        foreign = self.world.foreign(text, person)
        if foreign:
            self.found.foreign.append((where, person, foreign))

    # --- Requests -----------------------------------------------------------------------------------------------

    def search(self, person):
        """By words of any text, or by the words of one of her own, which must then be found."""
        own = self._of.get(person)
        query = self.world.some_words(self.chosen, self.chosen.randint(1, 4))
        self.ask("search", "POST", "/memory/search", {"query": query, "store": STORE}, person=person)
        if own:
            content = self.found.written[own][0]
            body = {"query": MARK.search(content)[0]}
            found = self.ask("search", "POST", "/memory/search", body, person=person)
            if [one["id"] for one in found["results"]] != [own]:
                self.found.faults.append("what was written is not found")

    def write(self, person):
        owner = SHARED if self.chosen.random() < 0.1 else person
        self._next += 1
        content = self.world.text(self.chosen, owner, self._next)
        body = {"store": STORE, "type": "fact", "content": content}
        made = self.ask("write", "POST", "/memory", body, person=owner, wanted=201)
        if made is not None and "id" in made:
            self.found.written[made["id"]] = (content, owner)
            self._of[owner] = made["id"]
            self._ids.append(made["id"])

    def turn(self, person):
        body = {"text": self.world.some_words(self.chosen, 8)}
        made = self.ask("turn", "POST", "/turns", body, person=person)
        if made is not None:
            self._conversation = made["conversation_id"]
            self._whose = person

    def tool(self, _person):
        if self._conversation is None:
            return
        path = f"/turns/{self._conversation}/tool"
        body = {"name": f"memory_search__{STORE}", "arguments": {"query": self.world.some_words(self.chosen, 3)}}
        self.ask("tool", "POST", path, body, person=self._whose)

    def page(self, person):
        self.ask("page", "GET", "/memory?limit=20", person=person)

    def read(self, person):
        """Something that this worker wrote, as its owner."""
        if not self._ids:
            return
        record_id = self.chosen.choice(self._ids)
        content, owner = self.found.written[record_id]
        made = self.ask("read", "GET", f"/memory/{record_id}", person=owner or person)
        if made is not None and made.get("content") != content:
            self.found.faults.append("a record is not what was written")

    def foreign_read(self, person):
        """Something that is another's."""
        record_id = self.chosen.choice(self._ids) if self._ids else None
        if record_id is not None and self.found.written[record_id][1] not in {person, SHARED}:
            self.ask("foreign_read", "GET", f"/memory/{record_id}", person=person, wanted=404)

    def block(self, person):
        """A line added to her block, and the section that her prompt has then."""
        self._next += 1
        content = self.world.text(self.chosen, person, self._next)
        memory = WorkingMemory(self.blocks)
        began = time.perf_counter()
        answer = memory.bind(user_id=person, agent_id="guide").call(action="add", block="USER", content=content)
        self.found.seconds.setdefault("block", []).append(time.perf_counter() - began)
        if answer.get("ok"):
            self.found.entries.append((person, content))
        elif answer.get("error") != "over-limit":
            self.found.faults.append(f"a block was not written: {answer.get('error')}")
        section = memory.bind(user_id=person, agent_id="guide").prompt_section()
        self.check(section, person, "block")


def run_load(world, process, secret, *, workers, seconds, per_second=None, run=0):
    """Let workers ask for so many seconds; what all of them found.

    With `per_second` each asks at random times, that many in a second together; who is still waiting for an answer when
    the next is due asks right after it. Without it each asks as soon as it has its answer. `run`: another number for
    each run over one store.
    """
    blocks = SqlBlockStore(process.url)
    made = [Worker(world, Line(process.port, secret), blocks, run * workers + number) for number in range(workers)]
    began = time.monotonic()

    def work(worker):
        due = began
        try:
            while True:
                if per_second is not None:
                    due += worker.pause(workers / per_second)
                    time.sleep(max(0.0, min(due, began + seconds) - time.monotonic()))
                if time.monotonic() >= began + seconds:
                    break
                worker.step()
        except Exception as error:  # noqa: BLE001 - told by the run, whatever it is
            worker.found.faults.append(f"{type(error).__name__}: {error}")
        finally:
            worker.connection.close()

    threads = [threading.Thread(target=work, args=(worker,)) for worker in made]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    blocks.close()
    found = Found()
    for worker in made:
        found.join(worker.found)
    return found


def lost(process, secret, found):
    """What was acknowledged and is not there, not as it was written, or there twice."""
    connection, blocks = process.connection(secret), SqlBlockStore(process.url)
    missing = []
    for record_id, (content, owner) in found.written.items():
        status, text, _ = connection.ask("GET", f"/memory/{record_id}", subject=owner)
        if status != 200 or json.loads(text)["content"] != content:
            missing.append(record_id)
    for person, content in found.entries:
        block = blocks.load("user", person, "USER")
        if block is None or block.content.count(content) != 1:
            missing.append(content)
    connection.close()
    blocks.close()
    return missing


def prompts_digest(world, process, secret, count):
    """A hash of the prompts of so many turns of seeded people: what a turn is given, and the section of their blocks."""
    connection, blocks = process.connection(secret), SqlBlockStore(process.url)
    chosen, digest = random.Random(world.seed + 4), hashlib.sha256()
    memory, shown = WorkingMemory(blocks), 0
    for _ in range(count):
        person = chosen.choice(world.people)
        body = {"text": world.some_words(chosen, 8)}
        context = connection.made("POST", "/turns", body, subject=person)["context"]
        section = memory.bind(user_id=person, agent_id="guide").prompt_section()
        shown += len(MARK.findall(context)) + len(MARK.findall(section))
        digest.update(f"{person}\0{context}\0{section}\0".encode())
    connection.close()
    blocks.close()
    assert shown > count, "the prompts show next to nothing"
    return digest.hexdigest()
