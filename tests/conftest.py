"""Servers for the tests: one on each database, started once."""

import signal

import pytest

from browsing import chromium
from kofa import BINARY, PostgresDatabase, Server

# Whoever runs the tests may ignore it, and the servers would inherit that.
signal.signal(signal.SIGHUP, signal.SIG_DFL)


# Files that take minutes, the longest first: one that begins last has the machine for itself.
LONG = ["test_schemathesis", "test_faults", "test_own_exchange", "test_jobs_crash",
        "test_market_crash", "test_master_key", "test_many_rows", "test_nodes", "test_nodes_once",
        "test_limits_nodes", "test_failover", "test_deploy", "test_clients", "test_refused_calls"]


def pytest_collection_modifyitems(items):
    place = {name: at for at, name in enumerate(LONG)}
    # Stable: the others keep their order.
    items.sort(key=lambda item: place.get(item.path.stem, len(LONG)))


@pytest.fixture(scope="session")
def binary():
    assert BINARY.exists(), f"build it first: cargo build -p kofa-server --bin kofa ({BINARY})"
    return BINARY


def running(folder, database=None):
    """The server on `folder`, or the one given, while the caller goes on."""
    server = folder if isinstance(folder, Server) else Server(folder, database)
    try:
        yield server.start()
        server.stop()
    finally:
        if server.process and server.process.poll() is None:
            server.kill()
        if database:
            database.drop()


@pytest.fixture(scope="session")
def sqlite_server(binary, tmp_path_factory):
    yield from running(tmp_path_factory.mktemp("sqlite"))


@pytest.fixture(scope="session")
def postgres_server(binary, tmp_path_factory):
    yield from running(tmp_path_factory.mktemp("postgres"), PostgresDatabase())


@pytest.fixture(params=["sqlite", "postgres"])
def server(request):
    """The server, once on each database."""
    return request.getfixturevalue(f"{request.param}_server")


@pytest.fixture
def tenant(server):
    """A new tenant of its own for the test."""
    return server.admin().tenant()


@pytest.fixture(scope="session")
def browser():
    with chromium() as browser:
        yield browser
