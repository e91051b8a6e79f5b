"""Real database servers for tests: started from Debian's packages in a temporary folder, stopped at the end."""

import glob
import os
import shutil
import socket
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

START_SECONDS = 30
# A sanitizer that is loaded before the tests is not for the servers.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}


def binary(name, *patterns):
    """Path of a server's program, or a skip that says what to install."""
    if os.name != "posix":
        pytest.skip(f"{name} is started on POSIX systems only")
    found = [path for pattern in patterns for path in sorted(glob.glob(pattern), reverse=True)]
    path = next(iter(found), None) or shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is not installed: apt-get install postgresql redis-server")
    return path


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@contextmanager
def server_folder(user=None):
    """A folder that a server's own user may enter, which a test's temporary folder is not."""
    folder = Path(tempfile.mkdtemp(prefix="ablmatch-"))
    if user is not None:
        shutil.chown(folder, user)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


class Server:
    """A server that a test may stop and start again; `url` stays the same."""

    def __init__(self, url, start, stop):
        self.url, self.start, self.stop = url, start, stop


def emptied(backend, server):
    """The URL of a store on a running server in which there is nothing yet."""
    if backend == "redis":
        import redis as library

        with library.Redis.from_url(server.url) as client:
            client.flushall()
        return server.url
    import psycopg

    schema = f"s{time.time_ns()}"
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {schema}".encode())
    return f"{server.url}&options=-csearch_path%3D{schema}"


@contextmanager
def postgres():
    """A PostgreSQL on a socket in its own folder; it refuses to run as root, so root runs it as Debian's user postgres."""
    pytest.importorskip("psycopg", reason="needs psycopg, which is not installed")
    pytest.importorskip("psycopg_pool", reason="needs psycopg_pool, which is not installed")
    control = binary("pg_ctl", "/usr/lib/postgresql/*/bin/pg_ctl")
    initialize = binary("initdb", str(Path(control).with_name("initdb")))
    as_other = []
    if os.geteuid() == 0:
        as_other = ["runuser", "-u", "postgres", "--"]
    with server_folder("postgres" if as_other else None) as folder:
        data, log = folder / "data", folder / "log"

        def run(*command):
            done = subprocess.run(
                [*as_other, *command], capture_output=True, check=False, cwd="/", timeout=120, env=ENVIRONMENT
            )
            assert done.returncode == 0, done.stderr.decode()

        options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"

        def start():
            # Its output goes to the log: pg_ctl would otherwise keep this process's pipe open.
            command = [*as_other, control, "-D", data, "-w", "-l", log, "-o", options, "start"]
            done = subprocess.run(
                command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, cwd="/", env=ENVIRONMENT
            )
            assert done.returncode == 0, log.read_text()

        def stop():
            run(control, "-D", data, "-w", "-m", "immediate", "stop")

        # A locale that sorts as people do, which a store must not, where this version can have one.
        version = subprocess.run(
            [initialize, "--version"], capture_output=True, check=True, text=True, env=ENVIRONMENT
        ).stdout
        recent = int(version.split()[2].split(".")[0]) >= 15
        locale = ["--locale-provider=icu", "--icu-locale=en-US", "--locale=C.UTF-8"] if recent else ["--no-locale"]
        run(initialize, "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", *locale, "--no-sync")
        start()
        try:
            yield Server(f"postgresql://postgres@/postgres?host={folder}", start, stop)
        finally:
            stop()


@contextmanager
def redis():
    """A Redis on a free port that keeps its data over a restart."""
    library = pytest.importorskip("redis", reason="needs redis, which is not installed")
    program = binary("redis-server")
    with server_folder() as folder:
        port = free_port()
        command = [program, "--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder)]
        command += ["--save", "", "--appendonly", "yes", "--appendfsync", "no"]
        running = []

        def start():
            with (folder / "log").open("ab") as log:
                running.append(subprocess.Popen(command, stdout=log, stderr=log, env=ENVIRONMENT))
            until = time.monotonic() + START_SECONDS
            with library.Redis(port=port, socket_timeout=5) as client:
                while True:
                    try:
                        return client.ping()
                    except library.RedisError:
                        assert time.monotonic() < until, (folder / "log").read_text()
                        time.sleep(0.02)

        def stop():
            process = running.pop()
            process.kill()  # what it wrote to its log survives; an orderly end waits for the disk
            process.wait(timeout=START_SECONDS)

        start()
        try:
            yield Server(f"redis://127.0.0.1:{port}/0", start, stop)
        finally:
            if running:
                stop()
