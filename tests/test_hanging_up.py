"""Callers who hang up while a source outside is asked for them: it is asked all the same."""

import contextlib
import http.client
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from conftest import running
from envelopes import expect_success
from kofa import PostgresDatabase, Server, eventually

PATH = "/api/v1/company/validation/company/rc"
ANSWERS_AFTER_SECONDS = 2
CALLS = 5


class Slow(BaseHTTPRequestHandler):
    """Passes what it is asked on to the server of the tests, and takes its time."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.server.asked.append(self.path)
        time.sleep(self.server.seconds)
        connection = http.client.HTTPConnection(*self.server.behind)
        names = ("x-api-key", "x-environment", "accept")
        headers = {name: self.headers[name] for name in names if self.headers[name]}
        connection.request("GET", self.path, headers=headers)
        answer = connection.getresponse()
        body = answer.read()
        self.send_response(answer.status)
        self.send_header("content-type", answer.headers["content-type"])
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        with contextlib.suppress(OSError):
            self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def upstream(sqlite_server):
    host, port = sqlite_server.url.removeprefix("http://").rsplit(":", 1)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Slow)
    server.behind, server.asked, server.seconds = (host, int(port)), [], 0
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()


def hang_up(server, key, number):
    """Asks, and closes the connection after half a second."""
    host, port = server.url.removeprefix("http://").rsplit(":", 1)
    with socket.create_connection((host, int(port))) as connection:
        head = f"GET {PATH}?rcNumber={number} HTTP/1.1\r\nHost: {host}\r\nX-API-Key: {key}\r\n\r\n"
        connection.sendall(head.encode())
        time.sleep(0.5)


@pytest.mark.parametrize("dialect", ["sqlite", "postgres"])
def test_who_hangs_up_pays_for_what_was_answered(
    sqlite_server, upstream, binary, tmp_path, dialect
):
    near = Server(tmp_path, PostgresDatabase() if dialect == "postgres" else None)
    near.environment = {
        "KOFA_REGISTRY_CONTRACT_SANDBOX_URL": f"http://127.0.0.1:{upstream.server_port}",
        "KOFA_REGISTRY_CONTRACT_SANDBOX_KEY": sqlite_server.admin().tenant("Other").key(),
    }
    for server in running(near, near.database):
        admin = server.admin()
        choice = {"source": "contract", "maxAgeSeconds": 0, "staleSeconds": 0}
        admin.put("/admin/v1/registry/sources/sandbox/getCompanyByRc", choice)
        tenant = admin.tenant()
        key = tenant.key()
        with server.product(key) as client:
            ask = lambda: client.get(PATH, params={"rcNumber": "1885308"})  # noqa: E731
            answer = eventually(lambda: expect_success(ask()))
        price = int(answer.headers["x-charge-amount"])
        assert price > 0
        upstream.asked.clear()
        upstream.seconds = ANSWERS_AFTER_SECONDS
        before, rows = tenant.wallet()["balanceKobo"], len(list(tenant.pages("requests")))
        threads = [threading.Thread(target=hang_up, args=(server, key, 1885308))
                   for _ in range(CALLS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(upstream.asked) == CALLS

        def settled():
            assert len(list(tenant.pages("requests"))) - rows == CALLS

        eventually(settled)
        lost = list(tenant.pages("requests?status=499"))
        assert len(lost) == CALLS
        assert {(one["errorCode"], one["chargeKobo"]) for one in lost} == {("caller_left", price)}
        assert before - tenant.wallet()["balanceKobo"] == CALLS * price
        assert admin.post("/admin/v1/ledger/verify")["ok"]
