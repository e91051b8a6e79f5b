"""Acceptance scenario 40, for its test, its bench and the full check: stores that are built, loaded and judged.

16 workers ask for random things of random people. In the run that counts each asks at random times: the pauses are
drawn from an exponential distribution with a seed, so that all together begin 50 steps a second, as many applications
would that know nothing of each other (a step is a request; a search may be two, a change of a block is none). Shorter
runs tell what happens at higher rates, and at last without any pause: then the time of an answer is that of all 16
together, so the limits are those of the machine (`16 / requests a second`).
"""

import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from ablmatch.stores.errors import StoreError
from record_load import Found, lost, prompts_digest, run_load
from record_world import World
from service_process import ServiceProcess, set_up_key

# Milliseconds within which 95 of 100 are to be answered.
AIMS = {"search": 30.0, "write": 10.0}


@dataclass(frozen=True)
class Load:
    """How much of everything. `rates`: steps a second of the runs, None for one without pauses, each with its seconds."""

    people: int = 10_000
    records: int = 100_000
    blocks: int = 10_000
    workers: int = 16
    rates: tuple[tuple[float | None, float], ...] = ((50.0, 60.0), (100.0, 10.0), (200.0, 10.0), (None, 15.0))
    prompts: int = 300
    seed: int = 7

    def world(self):
        return World(people=self.people, records=self.records, blocks=self.blocks, seed=self.seed)


@dataclass(frozen=True)
class Ran:
    """One run: what it found, what was lost, and the processor seconds of server and client. `rate` None: no pauses."""

    rate: float | None
    seconds: float
    found: Found
    missing: list
    server: float
    client: float

    @property
    def faults(self):
        """What must not be: what was lost, others' texts, unexpected answers."""
        return [*self.missing, *self.found.foreign, *self.found.faults]

    @property
    def requests(self):
        return sum(len(values) for name, values in self.found.seconds.items() if name != "block")

    def line(self):
        """The run in one line."""
        asked = "without pauses" if self.rate is None else f"at random pauses, {self.rate:g} steps a second together"
        times = [f"{name} {self._p95(name):.1f} ms ({self._verdict(name)} {aim:g})" for name, aim in AIMS.items()]
        written, found = len(self.found.written) + len(self.found.entries), self.found
        return (
            f"{asked}, {self.seconds:.0f} s: {self.requests:,} requests, {self.requests / self.seconds:.0f} a second;"
            f" writes {written:,}, lost {len(self.missing)}; texts of others given {len(found.foreign)};"
            f" p95 {', '.join(times)}; processor time a request: server {1000 * self.server / self.requests:.1f} ms,"
            f" client {1000 * self.client / self.requests:.1f} ms"
        )

    def table(self):
        """The times of each sort of request, one line each."""
        names = sorted(self.found.seconds)
        rows = [f"  {'':14}{'requests':>9}{'median':>9}{'95%':>9}{'99%':>9}   ms"]
        for name in names:
            times = "".join(f"{self.found.percentile(name, part):9.1f}" for part in (0.5, 0.95, 0.99))
            rows.append(f"  {name:14}{len(self.found.seconds[name]):9,}{times}")
        return "\n".join(rows)

    def _p95(self, name):
        return self.found.percentile(name, 0.95)

    def _verdict(self, name):
        return "holds" if self._p95(name) <= AIMS[name] else "missed"


class Loaded:
    """Two stores of one seed: the first with a server that is asked, the second for what prompts it gives."""

    def __init__(self, load, urls, folder):
        self.load, self.urls, self.folder = load, urls, folder
        self.world = load.world()
        # What is whose, which the processes that build cannot tell this one.
        for texts in (self.world.texts(), self.world.block_texts()):
            for _ in texts:
                pass

    def build(self):
        """Build the stores, SQLite files side by side; the seconds that it took."""
        began = time.monotonic()
        # Two schemas of one PostgreSQL have the locks of owners in common, of which a build holds many at once.
        at_once = len(self.urls) if self.urls[0].startswith("sqlite:") else 1
        with ProcessPoolExecutor(at_once, multiprocessing.get_context("spawn")) as builders:
            list(builders.map(_built, [self.load] * len(self.urls), self.urls))
        return time.monotonic() - began

    def runs(self):
        """Each run over the first store, and at first the prompts that each store gives, as hashes."""
        digests = []
        for number, url in enumerate(reversed(self.urls)):
            process = ServiceProcess(url, self.folder / f"log-{number}")
            process.start()
            try:
                operator = process.connection()
                secret = set_up_key(operator)
                operator.close()
                digests.append(prompts_digest(self.world, process, secret, self.load.prompts))
                if url == self.urls[0]:
                    yield digests
                    yield from self._runs(process, secret)
            finally:
                process.close()

    @property
    def log(self):
        """The log of the server that was asked."""
        return (self.folder / f"log-{len(self.urls) - 1}").read_text()

    def _runs(self, process, secret):
        for run, (rate, seconds) in enumerate(self.load.rates):
            server, client, began = process.processor_seconds(), time.process_time(), time.monotonic()
            found = run_load(
                self.world, process, secret, workers=self.load.workers, seconds=seconds, per_second=rate, run=run
            )
            server, client = process.processor_seconds() - server, time.process_time() - client
            took = time.monotonic() - began
            yield Ran(rate, took, found, lost(process, secret, found), server, client)


def _built(load, url):
    more = "?synchronous=normal" if url.startswith("sqlite:") else ""
    try:
        load.world().build(url + more)
    except StoreError as error:
        # It cannot be sent from process to process.
        raise AssertionError(str(error)) from None
