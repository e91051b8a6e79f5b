"""Acceptance scenario 40 in its full size: nobody is given a text of another's, no write is lost, prompts are the same.

`record_load_run.py` says how the 16 workers ask; `bench/records/load.py` is the same from the command line. Times are
printed with whether they hold, not asserted: other tests may have the processors.
"""

import pytest

from record_load import MIX
from record_load_run import Load, Loaded
from record_tables import held
from record_world import World
from service_client import OPERATOR  # skips where the service cannot run

pytest.importorskip("uvicorn", reason="needs uvicorn, which is not installed")
# PostgreSQL writes a record in some milliseconds, and what could be another's is the same: less of it, and shorter.
ON_POSTGRES = Load(people=1000, records=5000, blocks=1000, rates=((50.0, 15.0), (None, 8.0)), prompts=100)


@pytest.mark.slow
@pytest.mark.timeout(1500)
@pytest.mark.parametrize("backend", ["sqlite", "postgres"])
def test_scenario_40_nobody_is_given_anothers_text_and_no_write_is_lost(backend, request, tmp_path, record_property):
    if backend == "sqlite":
        load, urls = Load(), [f"sqlite:///{tmp_path}/{name}.db" for name in ("first", "second")]
    else:
        import servers

        server = request.getfixturevalue("postgres_server")
        load, urls = ON_POSTGRES, [servers.emptied("postgres", server) for _ in range(2)]
    loaded = Loaded(load, urls, tmp_path)
    loaded.build()
    runs = loaded.runs()
    first, second = next(runs)
    assert first == second, "two stores of one seed give other prompts"
    size = f"{load.people:,} people, {load.records:,} records, {load.blocks:,} blocks, {load.workers} workers"
    record_property("figures", f"scenario 40, {backend}: {size}; prompts of two stores of one seed: identical")
    written = []
    for ran in runs:
        assert ran.faults == []
        assert set(ran.found.counts) == set(MIX) and len(ran.found.written) > 50 and ran.found.entries
        written += ran.found.written
        record_property("figures", f"scenario 40, {backend}, {ran.line()}")
    contents = [row[6] for row in held(urls[0])["ablmatch_records"]]
    assert len(set(contents)) == len(contents) == load.records + len(written)
    assert OPERATOR not in loaded.log and "person-0" not in loaded.log and not loaded.world.marks_in(loaded.log)


def test_the_checker_knows_whose_each_text_is():
    world = World(people=10, records=0, blocks=0, seed=7)
    chosen = world.chosen()
    hers, his, ours = (world.text(chosen, owner) for owner in ("mia", "jan", ""))
    assert world.foreign(f"{hers} {ours}", "mia") == []
    assert world.foreign(f"{hers} {his}", "mia") == world.marks_in(his)
    assert world.foreign(f"{hers} {ours}", None) == world.marks_in(hers)
    assert world.foreign("q0000zzzq", "mia") == ["q0000zzzq"]
