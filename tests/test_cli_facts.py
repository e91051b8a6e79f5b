"""`ablmatch facts`: what is shown, what stays hidden, and that nothing is erased unasked."""

import json
import os
import subprocess
import sys

import pytest

from command_line import NEEDED, within

pytestmark = pytest.mark.needs(*NEEDED)

DAY = 86_400_000
NOW = 1_767_225_600_000
LATER = 32_503_680_000_000


@pytest.fixture
def url(tmp_path):
    """A store with facts of two users and a project; one of them expired long ago."""
    from ablmatch.stores import open_store
    from ablmatch.stores.facts import Partition, Put

    url = f"sqlite:///{tmp_path}/facts.db"
    store = open_store(url)
    ana, ben, all_of = (
        Partition("default", scope, owner)
        for scope, owner in [("user", "ana"), ("user", "ben"), ("project", "default")]
    )
    facts = [
        Put(ana, "user.tier", "gold"),
        Put(ana, "user.phone", "555 0142", ttl_ms=LATER - NOW),
        Put(ana, "user.old", "gone", ttl_ms=DAY),
        Put(ben, "user.tier", "silver"),
        Put(ana._replace(project="other"), "user.tier", "tin"),
        Put(all_of, "project.count", 3),
    ]
    store.apply(facts, NOW - 10 * DAY)
    store.close()
    return url


@pytest.fixture
def facts(capsys, url, monkeypatch):
    monkeypatch.setenv("ABLMATCH_STORE", url)
    return lambda *arguments: within(capsys, "facts", *arguments)


def test_list_shows_paths_and_times_and_no_value(facts):
    done = facts("list", "--owner", "ana")
    assert done.status == 0
    assert done.out.splitlines() == [
        "user.phone  written 2025-12-22T00:00:00Z  expires 2999-12-22T00:00:00Z",
        "user.tier  written 2025-12-22T00:00:00Z  stays",
    ]


def test_list_shows_values_when_asked(facts):
    assert '"555 0142"' in facts("list", "--owner", "ana", "--show-values").out
    assert facts("list", "--owner", "ana", "--prefix", "user.phone").out.count("\n") == 1
    assert facts("list", "--owner", "default", "--scope", "project", "--show-values").out.endswith("  3\n")
    assert facts("list", "--owner", "nobody").out == ""


def test_json_holds_the_same(facts):
    listed = json.loads(facts("list", "--owner", "ben", "--json").out)
    assert listed == {"facts": [{"path": "user.tier", "written_ms": NOW - 10 * DAY, "expires_ms": None}]}
    one = json.loads(facts("show", "user.tier", "--owner", "ben", "--json", "--show-values").out)
    assert one["fact"]["value"] == "silver"
    assert "value" not in json.loads(facts("show", "user.tier", "--owner", "ben", "--json").out)["fact"]


def test_show_says_where_there_is_no_fact(facts):
    assert facts("show", "user.tier", "--owner", "ben").out.startswith("user.tier  written")
    for path in ("user.old", "user"):
        done = facts("show", path, "--owner", "ana")
        assert (done.status, done.out) == (1, "")
        assert path in done.err
    assert json.loads(facts("show", "user.old", "--owner", "ana", "--json").out) == {"fact": None}


def test_erase_takes_one_owner(facts):
    assert facts("erase", "--owner", "ana", "--yes").out == "erased 2 facts\n"
    assert facts("list", "--owner", "ana").out == ""
    assert facts("list", "--owner", "ana", "--project", "other").out != ""
    assert facts("list", "--owner", "ben").out != ""
    assert json.loads(facts("erase", "--owner", "ana", "--yes", "--all-projects", "--json").out) == {"erased": 1}
    assert facts("list", "--owner", "ana", "--project", "other").out == ""


def test_purge_takes_what_has_expired(facts):
    assert facts("purge").out == "purged 1 expired fact\n"
    assert json.loads(facts("purge", "--json").out) == {"purged": 0}
    assert facts("list", "--owner", "ana").out.count("\n") == 2


def test_erase_asks_first(facts):
    facts("erase", "--owner", "ana").fails_with("--yes")
    assert facts("list", "--owner", "ana").out.count("\n") == 2


@pytest.mark.skipif(os.name != "posix", reason="a terminal of its own needs POSIX")
@pytest.mark.parametrize(("answer", "status", "left"), [("y", 0, 0), ("n", 1, 2), ("", 1, 2)])
def test_erase_takes_no_for_an_answer(facts, url, answer, status, left):
    import pty

    terminal, end = pty.openpty()
    command = [sys.executable, "-m", "ablmatch", "facts", "erase", "--owner", "ana", "--store", url]
    process = subprocess.Popen(command, stdin=end, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    os.close(end)
    os.write(terminal, answer.encode() + b"\n")
    _, err = process.communicate(timeout=60)
    os.close(terminal)
    assert process.returncode == status, err
    assert b"user `ana` in project `default` (2 now)?" in err
    assert facts("list", "--owner", "ana").out.count("\n") == left


def test_failures_are_one_line(facts, tmp_path):
    facts("list").fails_with("--owner")
    facts("list", "--owner", "ana", "--scope", "agent").fails_with("--scope")
    facts("list", "--owner", "").fails_with("empty")
    facts("list", "--owner", "ana", "--store", "mysql://u:hunter2@h/d").fails_with("sqlite:///")
    facts("list", "--owner", "ana", "--store", f"sqlite:///{tmp_path}/none.db").fails_with("no such file")
    assert not (tmp_path / "none.db").exists()


def test_paths_cannot_drive_the_terminal(facts, url):
    from ablmatch.stores import open_store
    from ablmatch.stores.facts import Partition, Put

    store = open_store(url)
    store.apply([Put(Partition("default", "user", "eve"), "a\x1b[2Jb\nc", "\x1b[2J")], NOW)
    store.close()
    for arguments in (["list"], ["show", "a\x1b[2Jb\nc"], ["show", "none\x1b"]):
        done = facts(*arguments, "--owner", "eve", "--show-values")
        assert "\x1b" not in done.out + done.err
        assert (done.out + done.err).count("\n") == 1
