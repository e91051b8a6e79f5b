"""The server is killed under load: what it acknowledged is there, its queue goes on, and nothing is there twice."""

import http.client
import itertools
import json
import os
import random
import threading
import time
from collections import Counter
from contextlib import contextmanager

import pytest

from ablmatch.memory.records.record_memory import RecordMemory
from ablmatch.memory.records.worker import LEASE_MS, Worker
from ablmatch.stores.records import open_records
from mining_models import Miner
from model_endpoint import model_endpoint
from record_tables import held
from service_client import OPERATOR  # skips where the service cannot run
from service_process import ServiceProcess, set_up_key

pytest.importorskip("uvicorn", reason="needs uvicorn, which is not installed")
pytest.importorskip("httpx", reason="needs httpx, which is not installed")
pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX end the server")

KILLS = 3
CLIENTS = 8
LOAD_SECONDS = 1.5
_RECORDS, _QUEUE = "ablmatch_records", "ablmatch_extraction"


class Server(ServiceProcess):
    """A server that is killed and started again, while its clients try until they are answered."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.starts, self.up = 0, threading.Condition()

    def start(self):
        super().start()
        with self.up:
            self.starts += 1
            self.up.notify_all()

    def after(self, starts):
        """Wait until it was started more often."""
        with self.up:
            assert self.up.wait_for(lambda: self.starts > starts, timeout=60)


class Client(threading.Thread):
    """Writes records and holds conversations; what was acknowledged, it knows."""

    def __init__(self, server, secret, number, ending):
        super().__init__()
        self.server, self.secret, self.name, self.ending = server, secret, f"client{number}", ending
        self.chosen = random.Random(number)
        self.written, self.closed, self.faults, self.tries = {}, [], [], 0
        self._since, self._connection = 0, None

    def run(self):
        try:
            for number in itertools.count():
                if self.ending.is_set():
                    return
                person = f"person{self.chosen.randrange(20)}"
                if number % 4:
                    self._write(person, f"note {self.name} {number}")
                else:
                    self._talk(person, f"said {self.name} {number}")
        except Exception as error:  # noqa: BLE001 - told by the test, whatever it is
            self.faults.append(f"{type(error).__name__}: {error}")
        finally:
            if self._connection is not None:
                self._connection.close()

    def _write(self, person, content):
        body = {"store": "notes", "type": "fact", "content": content}
        headers = {"Idempotency-Key": content.replace(" ", "-")}
        made = self._asked(True, "POST", "/memory", body, subject=person, headers=headers)
        self.written[made["id"]] = (person, content)

    def _talk(self, person, text):
        """Hold a conversation; what cannot be tried again without saying it twice is given up."""
        made = self._asked(False, "POST", "/conversations", {}, subject=person)
        path = f"/conversations/{made and made['id']}"
        said = made and self._asked(False, "POST", f"{path}/messages", {"role": "user", "text": text}, subject=person)
        if said and self._asked(True, "POST", f"{path}/close", subject=person):
            self.closed.append((person, text))

    def _asked(self, again, *arguments, **more):
        """The answer; where the server ends meanwhile, that of the next one, or None."""
        while True:
            try:
                if self._connection is None:
                    self._since = self.server.starts
                    self._connection = self.server.connection(self.secret)
                status, text, _ = self._connection.ask(*arguments, **more)
            except (OSError, http.client.HTTPException):
                self._connection.close()
                self._connection, self.tries = None, self.tries + 1
                self.server.after(self._since)
                if not again:
                    return None
            else:
                assert status < 300, f"{status} {text}"
                return json.loads(text)


class Echo(Miner):
    """A model that makes a record of whatever a person says, and takes its time."""

    def _mined(self, prompt):
        time.sleep(0.02)
        self.records = _Whatever()
        return super()._mined(prompt)


class _Whatever:
    def get(self, text):
        return {"type": "fact", "content": f"mined {text}"}


@contextmanager
def loaded(server, secret):
    """Clients at work for the while."""
    ending = threading.Event()
    clients = [Client(server, secret, number, ending) for number in range(CLIENTS)]
    for client in clients:
        client.start()
    try:
        yield clients
    finally:
        ending.set()
        for client in clients:
            client.join()


@pytest.mark.slow
def test_a_killed_server_has_lost_nothing_and_doubled_nothing(records_url, tmp_path):
    with model_endpoint(Echo()) as endpoint:
        endpoint.held.set()
        arguments = ("--model-url", endpoint.url, "--model", "echo")
        server = Server(records_url.removesuffix("?synchronous=normal"), tmp_path / "log", *arguments)
        server.start()
        try:
            operator = server.connection()
            operator.made("POST", "/memory/stores", {"id": "notes"})
            operator.made("PUT", "/memory/stores/notes/extraction", {"enabled": True})
            secret = set_up_key(operator)
            operator.close()
            with loaded(server, secret) as clients:
                for _ in range(KILLS):
                    time.sleep(LOAD_SECONDS)
                    server.kill()
                    server.start()
                time.sleep(LOAD_SECONDS)
            assert not [fault for client in clients for fault in client.faults]
            assert sum(client.tries for client in clients) >= KILLS
            written = {name: one for client in clients for name, one in client.written.items()}
            closed = [one for client in clients for one in client.closed]
            assert len(written) > 50 and len(closed) > 10
            left = queue_waits(records_url)
            assert server.stop() == 0
        finally:
            server.close()
    # What was leased when the server was killed is taken up once its lease has run out; one may have been in work now.
    assert len(left) <= KILLS + 1
    finish(records_url)

    tables = held(records_url)
    assert not tables[_QUEUE]
    texts = Counter(content_of(row) for row in tables[_RECORDS])
    assert set(texts.values()) == {1}
    assert {(person, content) for person, content in written.values()} <= set(texts)
    assert {(person, f"mined {text}") for person, text in closed} <= set(texts)
    assert not tables["ablmatch_record_versions"]
    numbers = {row[0] for row in tables[_RECORDS]}
    assert {row[1] for row in tables["ablmatch_record_words"]} == numbers
    log = (tmp_path / "log").read_text()
    assert "note client" not in log and "said client" not in log and OPERATOR not in log


def queue_waits(url):
    """Wait until nothing waits but what a killed server had leased; the rows that do."""
    until = time.monotonic() + 120
    while True:
        waiting = held(url)[_QUEUE]
        if all(leased(row) for row in waiting):
            return waiting
        assert time.monotonic() < until, f"{len(waiting)} wait"
        time.sleep(0.2)


def finish(url):
    """Work on what is left, as a server does that is started after the leases have run out."""

    def clock():
        return time.time_ns() // 1_000_000 + LEASE_MS

    store = open_records(url, clock=clock)
    try:
        Worker(RecordMemory(store, clock), Echo()).run_due()
    finally:
        store.close()


def leased(row):
    return row[7] is not None


def content_of(row):
    """Whose a record is, and its text."""
    return row[4], row[6]
