"""Servers for the tests: one on each database, started once."""

import signal

import pytest

from browsing import chromium
from kofa import BINARY, PostgresDatabase, Server

# Whoever runs the tests may ignore it, and the servers would inherit that.
signal.signal(signal.SIGHUP, signal.SIG_DFL)


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
