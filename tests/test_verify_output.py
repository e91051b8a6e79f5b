"""Outputs of `ablmatch verify` appear only when complete: after errors, full disks, signals and kill -9."""

import contextlib
import json
import os
import re
import signal
import stat
import subprocess
import sys
import time

import pytest

from command_line import NEEDED, real, within

pytestmark = pytest.mark.needs(*NEEDED)
posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals and limits")

FIELD = ("--field", "pin:said:stored:digits")


@pytest.fixture
def verify(capsys):
    return lambda *arguments: within(capsys, "verify", *arguments)


@pytest.fixture
def small(tmp_path):
    path = tmp_path / "in.csv"
    path.write_text("said,stored\n1,1\n")
    return path


@pytest.fixture
def large(tmp_path):
    path = tmp_path / "in.csv"
    with open(path, "w") as file:
        file.write("said,stored,pad\n")
        file.writelines(f"{n},{n},{'x' * 200}\n" for n in range(60_000))
    return path


def test_the_input_is_never_overwritten(verify, small, tmp_path):
    link = tmp_path / "link.csv"
    os.symlink(small, link)
    hard = tmp_path / "hard.csv"
    os.link(small, hard)
    for path in (small, link, hard, tmp_path / "." / "in.csv"):
        verify(small, *FIELD, "-o", path).fails_with("is the input")
    verify(small, *FIELD, "--report", small).fails_with("is the input")
    assert small.read_text() == "said,stored\n1,1\n"


def test_output_and_report_must_differ(verify, small, tmp_path):
    verify(small, *FIELD, "-o", tmp_path / "o.csv", "--report", tmp_path / "o.csv").fails_with("output and report")


@posix
def test_who_may_read_a_file_stays_when_it_is_written_anew(verify, small, tmp_path):
    for mode in (0o600, 0o640):
        for name in ("o.csv", "r.html"):
            (tmp_path / name).touch()
            (tmp_path / name).chmod(mode)
        assert verify(small, *FIELD, "-o", tmp_path / "o.csv", "--report", tmp_path / "r.html").status == 0
        assert [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("o.csv", "r.html")] == [mode, mode]


def test_an_existing_output_is_replaced_only_at_the_end(verify, small, tmp_path):
    out = tmp_path / "o.csv"
    out.write_text("before")
    broken = tmp_path / "broken.csv"
    broken.write_text("said,stored\n1\n")
    verify(broken, *FIELD, "-o", out).fails_with("broken.csv")
    assert out.read_text() == "before"
    assert verify(small, *FIELD, "-o", out).status == 0
    assert out.read_text() == "said,stored,pin_score,pin_result\n1,1,100,match\n"


def test_a_link_keeps_pointing(verify, small, tmp_path):
    (tmp_path / "there").mkdir()
    os.symlink(tmp_path / "there" / "o.csv", tmp_path / "o.csv")
    assert verify(small, *FIELD, "-o", tmp_path / "o.csv").status == 0
    assert (tmp_path / "o.csv").is_symlink()
    assert "100" in (tmp_path / "there" / "o.csv").read_text()


@posix
def test_output_has_ordinary_permissions(verify, small, tmp_path):
    before = os.umask(0o027)
    try:
        assert verify(small, *FIELD, "-o", tmp_path / "o.csv").status == 0
    finally:
        os.umask(before)
    assert os.stat(tmp_path / "o.csv").st_mode & 0o777 == 0o640


def test_places_that_cannot_be_written(verify, small, tmp_path):
    verify(small, *FIELD, "-o", tmp_path / "no" / "o.csv").fails_with(
        "cannot write", "there is no folder", "make it first"
    )
    verify(small, *FIELD, "--report", tmp_path / "no" / "r.html").fails_with("cannot write", "there is no folder")
    (tmp_path / "d.csv").mkdir()
    verify(small, *FIELD, "-o", tmp_path / "d.csv").fails_with("not an ordinary file")
    assert sorted(os.listdir(tmp_path)) == ["d.csv", "in.csv"]


@posix
@pytest.mark.parametrize("name", ["o.csv", "o.parquet", "o.jsonl", "o.csv.gz"])
def test_a_full_disk_is_one_line_and_leaves_nothing(large, tmp_path, name):
    """A limit on the size of files stands for the full disk: the write that crosses it is refused in the same way."""
    import resource

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    done = real("verify", large, *FIELD, "-o", tmp_path / name, "--report", tmp_path / "r.html", preexec_fn=limit)
    done.fails_with("cannot write", name, "file too large")
    assert os.listdir(tmp_path) == ["in.csv"]


@pytest.mark.skipif(
    sys.platform != "linux" or os.name != "posix" or os.geteuid() != 0, reason="mounting a small file system needs root"
)
def test_a_really_full_disk(large, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk], capture_output=True, check=False)
    if mounted.returncode != 0:
        pytest.skip(f"cannot mount a small file system: {mounted.stderr.decode().strip()}")
    try:
        done = real("verify", large, *FIELD, "-o", disk / "o.csv")
        done.fails_with("cannot write", "no space left on device")
        assert os.listdir(disk) == []
    finally:
        subprocess.run(["umount", disk], check=True)


# --- ending a run midway ----------------------------------------------------------------------------------------


@pytest.fixture
def midway(tmp_path):
    """A run that has written a part of its output and waits for more input, which never comes."""
    out = tmp_path / "o.csv"
    process = subprocess.Popen(
        [sys.executable, "-m", "ablmatch", "verify", "-", *FIELD, "-o", out, "--report", tmp_path / "r.html"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdin.write(b"said,stored,pad\n" + b"1,1,%s\n" % (b"x" * 2000) * 12_000)
    process.stdin.flush()
    deadline = time.monotonic() + 60
    while not any(path.stat().st_size for path in tmp_path.glob(".o.csv.partial-*")):
        assert time.monotonic() < deadline, "no partial file was written"
        assert process.poll() is None
        time.sleep(0.05)
    assert not out.exists()
    yield process
    process.stdin.close()
    process.kill()
    process.wait()
    process.stderr.close()


@posix
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_removes_the_partial_files(midway, tmp_path, name):
    number = getattr(signal, name)
    midway.send_signal(number)
    # Standard input stays open and idle: a run that waits for it must end all the same.
    assert midway.wait(30) == -number
    err = midway.stderr.read().decode()
    assert err.count("\n") == 1
    assert "no output was written" in err
    assert os.listdir(tmp_path) == []


@posix
def test_kill_leaves_nothing_that_looks_complete(midway, tmp_path):
    midway.send_signal(signal.SIGKILL)
    midway.wait(30)
    left = os.listdir(tmp_path)
    assert "o.csv" not in left
    assert "r.html" not in left
    assert all(name.startswith((".o.csv.partial-", ".r.html.partial-")) for name in left), left
    assert left


@posix
def test_a_failure_does_not_wait_for_more_input(tmp_path):
    """A broken row in what has arrived ends the run, though the pipe stays open and a thread reads from it."""
    with subprocess.Popen(
        [sys.executable, "-m", "ablmatch", "verify", "-", *FIELD, "-o", tmp_path / "o.csv"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(b"said,stored,pad\n1,1,\xff\n" + b"1,1,%s\n" % (b"x" * 2000) * 9_000)
            process.stdin.flush()
        assert process.wait(30) == 2
        err = process.stderr.read().decode()
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()
    assert err.count("\n") == 1
    assert "row 1, is not UTF-8" in err
    assert os.listdir(tmp_path) == []


def test_the_same_input_gives_the_same_bytes(verify, large, tmp_path):
    outs = []
    for name in ("a.csv.gz", "b.csv.gz"):
        assert verify(large, *FIELD, "-o", tmp_path / name).status == 0
        outs.append((tmp_path / name).read_bytes())
    assert outs[0] == outs[1]


def watched(arguments, columns, **options):
    """(what a terminal of so many columns was sent, what went to standard output where that is a pipe)."""
    import fcntl
    import pty
    import struct
    import termios

    try:
        ours, theirs = pty.openpty()
    except OSError as error:
        pytest.skip(f"no pseudo-terminal to draw on: {error}")
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES", "NO_COLOR"}}
    streams = {"stdout": theirs, "stderr": theirs} | options
    with subprocess.Popen(
        [sys.executable, "-m", "ablmatch", *arguments], env={**environment, "TERM": "xterm"}, **streams
    ) as process:
        os.close(theirs)
        seen = b""
        with contextlib.suppress(OSError):  # how Linux tells that the other end is closed
            while part := os.read(ours, 65_536):
                seen += part
        out = b"" if process.stdout is None else process.stdout.read()
    os.close(ours)
    assert process.returncode == 0
    return seen.decode(), out.decode()


def without_controls(text):
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


@posix
def test_a_progress_bar_is_drawn_where_somebody_watches(large):
    seen, out = watched(["verify", large, *FIELD, "--json"], 120, stdout=subprocess.PIPE)
    assert json.loads(out)["rows"] == 60_000, "the bar went to standard output"
    for word in ("verifying", "60,000 rows", "rows/s", "100%", "left"):
        assert word in seen, word


@posix
def test_a_long_name_leaves_the_bar_its_figures(small, tmp_path):
    path = small.rename(tmp_path / f"{'callers of the spring ' * 5}.csv")
    seen, _ = watched(["verify", path, *FIELD], 80)
    assert "callers of the spri… " in seen
    assert re.search(r"[0-9] rows/s +[0-9:]+ left", without_controls(seen))


@posix
@pytest.mark.parametrize("columns", [40, 80, 200])
def test_a_summary_breaks_no_word_in_a_narrow_terminal(root, columns):
    examples = root / "examples"
    fields = ["-f", "name:said_name:name:person_name", "-f", "telephone:said_phone:phone:phone"]
    policy = ["--policy", examples / "callers.policy.abl"]
    seen, _ = watched(["verify", examples / "callers.csv", *fields, *policy, "--against", policy[1]], columns)
    shown = without_controls(seen.rpartition("\x1b[2K")[2])
    assert max(map(len, shown.splitlines())) <= columns
    words = {"person_name", "telephone", "mismatch", "MATCHES(said_member,", '"digits")', "escalate:another", "18"}
    assert words - set(shown.split()) == set()
    assert "…" not in shown


def test_json_summary_names_the_files(verify, small, tmp_path):
    summary = json.loads(verify(small, *FIELD, "-o", tmp_path / "o.csv", "--json").out)
    assert summary["output"] == str(tmp_path / "o.csv")
    assert summary["report"] is None
