"""The acceptance scenario 40 in a size for every full run: nobody is given a text of another's, and no write is lost.

`bench/records/load.py` is the same in its full size, with times.
"""

import pytest

from record_load import MIX, lost, prompts_digest, run_load
from record_tables import held
from record_world import World
from service_client import OPERATOR  # skips where the service cannot run
from service_process import ServiceProcess, set_up_key

pytest.importorskip("uvicorn", reason="needs uvicorn, which is not installed")
SEED = 7


def started(folder, world):
    """A server over a new file with all of a world's, and the secret of a key."""
    url = f"sqlite:///{folder}/core.db"
    world.build(url + "?synchronous=normal")
    process = ServiceProcess(url, folder / "log")
    process.start()
    operator = process.connection()
    secret = set_up_key(operator)
    operator.close()
    return process, secret


@pytest.mark.slow
def test_scenario_40_nobody_is_given_anothers_text_and_no_write_is_lost(tmp_path, record_property):
    world = World(people=1000, records=10_000, blocks=1000, seed=SEED)
    process, secret = started(tmp_path, world)
    try:
        found = run_load(world, process, secret, workers=16, seconds=10)
        missing = lost(process, secret, found)
    finally:
        process.close()
    assert not found.foreign and not found.faults and not missing
    assert set(found.counts) == set(MIX) and len(found.written) > 50 and found.entries
    contents = [row[6] for row in held(process.url)["ablmatch_records"]]
    assert len(set(contents)) == len(contents) == world.records + len(found.written)
    record_property("figures", f"scenario 40: {len(found.written):,} writes, lost 0; texts of others given 0")
    log = process.log.read_text()
    assert OPERATOR not in log and "person-0" not in log and not world.marks_in(log)


@pytest.mark.slow
def test_scenario_40_two_runs_with_one_seed_build_identical_prompts(tmp_path):
    digests = []
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        world = World(people=300, records=3000, blocks=300, seed=SEED)
        process, secret = started(folder, world)
        try:
            digests.append(prompts_digest(world, process, secret, 100))
        finally:
            process.close()
    assert digests[0] == digests[1]


def test_the_checker_knows_whose_each_text_is():
    world = World(people=10, records=0, blocks=0, seed=SEED)
    chosen = world.chosen()
    hers, his, ours = (world.text(chosen, owner) for owner in ("mia", "jan", ""))
    assert world.foreign(f"{hers} {ours}", "mia") == []
    assert world.foreign(f"{hers} {his}", "mia") == world.marks_in(his)
    assert world.foreign(f"{hers} {ours}", None) == world.marks_in(hers)
    assert world.foreign("q0000zzzq", "mia") == ["q0000zzzq"]
