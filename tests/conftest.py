"""Shared by all tests: Hypothesis profiles, optional modules, and the open cases beside the checkout."""

import importlib.util
import json
import os
import shutil
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent
# The open acceptance cases lie beside the checkout, not in it; elsewhere their tests skip and say so.
SHARED = Path(os.environ.get("ABLMATCH_SHARED", ROOT.parent / "shared"))

# A run must say the same twice, so the usual profiles do not draw anew each time; `deep` does, to find more.
settings.register_profile("default", max_examples=200, deadline=None, derandomize=True)
settings.register_profile(
    "sanitizer",
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("deep", max_examples=5000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("ABLMATCH_HYPOTHESIS_PROFILE", "default"))


def pytest_configure():
    """Hear SIGINT even where the run stands in the background of a shell, which has it ignored there."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter):
    """Print what tests found out and recorded with `record_property("figures", text)`."""
    for report in terminalreporter.stats.get("passed", []):
        for name, text in report.user_properties:
            if name == "figures":
                terminalreporter.write_line(f"figures: {text}")


def pytest_runtest_setup(item):
    """Skip a test marked `needs("module", ...)` where one of the modules is not installed."""
    for marker in item.iter_markers("needs"):
        for module in marker.args:
            if importlib.util.find_spec(module) is None:
                pytest.skip(f"needs {module}, which is not installed")


def pytest_generate_tests(metafunc):
    """Run a test marked `shared_cases(file)` once for each line of that file, as its argument `case`."""
    marker = metafunc.definition.get_closest_marker("shared_cases")
    if marker is None:
        return
    path = SHARED / "cases" / marker.args[0]
    if path.is_file():
        cases = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
        metafunc.parametrize("case", cases, ids=[str(case["id"]) for case in cases])
    else:
        reason = f"open cases are not here: {path} (set ABLMATCH_SHARED)"
        metafunc.parametrize("case", [pytest.param(None, marks=pytest.mark.skip(reason=reason), id="absent")])


@pytest.fixture(scope="session")
def root():
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def shared():
    """The folder of open cases; a test that asks for it skips where the folder is absent."""
    if not (SHARED / "cases").is_dir():
        pytest.skip(f"open cases are not here: {SHARED / 'cases'} (set ABLMATCH_SHARED)")
    return SHARED


# --- Fact stores ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def postgres_server():
    """A real PostgreSQL; skips with a reason where it is not installed."""
    import servers

    with servers.postgres() as server:
        yield server


@pytest.fixture(scope="session")
def redis_server():
    """A real Redis; skips with a reason where it is not installed."""
    import servers

    with servers.redis() as server:
        yield server


@pytest.fixture(params=["memory", "sqlite", "postgres", "redis"])
def store_url(request, tmp_path):
    """The URL of an empty fact store, once for each backend."""
    if request.param == "memory":
        return "memory:"
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/facts.db"
    import servers

    return servers.emptied(request.param, request.getfixturevalue(f"{request.param}_server"))


@pytest.fixture
def store(store_url):
    """An empty fact store, once for each backend."""
    from ablmatch.stores import open_store

    opened = open_store(store_url)
    yield opened
    opened.close()


# --- Stores of agent memory -------------------------------------------------------------------------------------


@pytest.fixture
def medium(request, tmp_path):
    """Where stores of agent memory keep their data; the backend is its parameter."""
    import block_stores

    made = block_stores.medium(request.param, request, tmp_path)
    yield made
    made.close()


@pytest.fixture(params=["memory", "file", "sqlite", "postgres", "redis"])
def extracted_store(request, tmp_path):
    """An empty store of extracted values, once for each backend."""
    import block_stores

    made = block_stores.medium(request.param, request, tmp_path)
    yield made.extracted()
    made.close()


# --- Record stores ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def empty_records(tmp_path_factory):
    """An SQLite file with the record tables and nothing in them."""
    from ablmatch.stores.records import open_records

    path = tmp_path_factory.mktemp("records") / "empty.db"
    open_records(f"sqlite:///{path}", clock=int).close()
    return path


@pytest.fixture(params=["sqlite", "postgres"])
def records_url(request, tmp_path):
    """The URL of an empty record store, once for each backend."""
    if request.param == "sqlite":
        shutil.copy(request.getfixturevalue("empty_records"), tmp_path / "records.db")
        # The end of a process takes nothing either way, and the tests do not cut the power.
        return f"sqlite:///{tmp_path}/records.db?synchronous=normal"
    return request.getfixturevalue("emptied_records")


@pytest.fixture(scope="session")
def postgres_records(postgres_server):
    """The URL of a PostgreSQL with the record tables."""
    import servers
    from ablmatch.stores.records import open_records

    url = servers.emptied("postgres", postgres_server)
    open_records(url, clock=int).close()
    return url


@pytest.fixture
def emptied_records(postgres_records):
    """The same, with nothing in the tables."""
    import psycopg

    with psycopg.connect(postgres_records, autocommit=True) as connection:
        tables = b"SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
        found = {name for (name,) in connection.execute(tables)} - {"ablmatch_records_version"}
        # Faster than TRUNCATE, which makes a file a table.
        connection.execute("; ".join(f"DELETE FROM {name}" for name in sorted(found)).encode())  # noqa: S608
    return postgres_records


@pytest.fixture
def records(records_url):
    """An empty record store with the organisation `default` and its store `notes`, once for each backend."""
    from ablmatch.stores.records import open_records
    from record_parts import Clock

    clock = Clock()
    opened = open_records(records_url, clock=clock)
    opened.clock = clock
    opened.tenants.set_organisation("default", {})
    opened.tenants.create_store("default", "notes")
    yield opened
    opened.close()


@pytest.fixture
def service(records):
    """The service over an empty record store with the key `app`, which may write and erase, once for each backend."""
    pytest.importorskip("starlette", reason="needs starlette, which is not installed")
    from service_client import ServiceClient

    made = ServiceClient(records, records.clock)
    made.key()
    yield made
    made.close()
