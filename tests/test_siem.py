"""The audit log and the request log reach a SIEM, whatever becomes of it or of the server."""

import http.server
import json
import threading
import time

import pytest

from kofa import PostgresDatabase, Server

WAIT_SECONDS_MAX = 60


class Receiver:
    """A collector over HTTP that fails and dawdles as told, and keeps what it took."""

    def __init__(self, port=0):
        self.lines, self.refusals, self.slow, self.key = [], 0, 0.0, None
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                outer.key = self.headers["authorization"]
                time.sleep(outer.slow)
                if outer.refusals > 0:
                    outer.refusals -= 1
                    self.send_response(503)
                else:
                    assert self.headers["content-type"] == "application/x-ndjson"
                    outer.lines += [json.loads(line) for line in body.splitlines()]
                    self.send_response(200)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.port = self.server.server_port
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture(params=["sqlite", "postgres"])
def server(request, tmp_path):
    database = PostgresDatabase() if request.param == "postgres" else None
    server = Server(tmp_path, database)
    yield server
    if server.process and server.process.poll() is None:
        server.kill()
    if database:
        database.drop()


def wait_for(what):
    deadline = time.monotonic() + WAIT_SECONDS_MAX
    while not what():
        assert time.monotonic() < deadline, "it did not come"
        time.sleep(0.1)


def call(server, times):
    """Makes calls with the demo's key; their request ids."""
    ids = []
    with server.product(server.ready["apiKey"]) as client:
        for _ in range(times):
            reply = client.get("/api/exchange-invest/offers")
            # A server that takes the place of one that was killed begins with less than a burst.
            while reply.status_code == 429:
                time.sleep(0.1)
                reply = client.get("/api/exchange-invest/offers")
            assert reply.status_code == 200, reply.text
            ids.append(reply.headers["x-request-id"])
    return ids


def seqs(lines):
    return [line["seq"] for line in lines if line["stream"] == "audit"]


def calls(lines):
    return {line["requestId"] for line in lines if line["stream"] == "calls"}


def newest(server):
    return server.admin().client.get("/admin/v1/audit?limit=1").json()["items"][0]["seq"]


def tenant(server, number):
    """Leaves entries in the audit log that name an address."""
    body = {"name": f"Firm {number}", "email": f"firm{number}@example.com"}
    reply = server.admin().client.post("/admin/v1/tenants", json=body)
    assert reply.status_code in (200, 201), reply.text


def in_file(path):
    """Whole lines of the file and of those that were set aside."""
    lines = []
    for one in sorted(path.parent.glob(path.name + "*")):
        text = one.read_text()
        lines += [json.loads(line) for line in text.splitlines()]
    return lines


def test_nothing_is_left_out_when_the_other_side_fails_and_the_server_is_killed(server, tmp_path):
    receiver = Receiver()
    file = tmp_path / "siem.jsonl"
    server.environment = {
        "KOFA_SIEM_URL": f"http://127.0.0.1:{receiver.port}/take",
        "KOFA_SIEM_KEY": "bearer-of-the-siem",
        "KOFA_SIEM_FILE": str(file),
    }
    receiver.refusals = 2
    server.start()
    made = call(server, 20)
    tenant(server, 1)
    last = newest(server)
    wait_for(lambda: set(made) <= calls(receiver.lines) and last in seqs(receiver.lines))
    assert receiver.key == "Bearer bearer-of-the-siem"

    # It hangs while it takes a batch, and the server is killed: it is given again.
    receiver.slow = 1.0
    made += call(server, 20)
    for number in range(2, 6):
        tenant(server, number)
    last = newest(server)
    server.kill()
    # While it is down nothing comes, and a torn line is in the file.
    with file.open("ab") as torn:
        torn.write(b'{"stream":"aud')
    port = receiver.port
    kept = receiver.lines
    receiver.close()
    server.start()
    made += call(server, 20)
    receiver = Receiver(port)
    receiver.lines = kept
    wait_for(lambda: set(made) <= calls(receiver.lines) and last in seqs(receiver.lines))
    wait_for(lambda: set(made) <= calls(in_file(file)) and last in seqs(in_file(file)))
    for lines in (receiver.lines, in_file(file)):
        known = set(seqs(lines))
        assert set(range(1, last + 1)) <= known, sorted(set(range(1, last + 1)) - known)
        text = json.dumps(lines)
        assert "@example.com" not in text
        assert "<removed>" in text
    metrics = server.client().get("/metrics").text
    assert 'kofa_siem_lines_total{sink="http"}' in metrics
    assert 'kofa_siem_failures_total{sink="http"}' in metrics
    wait_for(lambda: 'kofa_siem_behind{sink="file"} 0' in server.client().get("/metrics").text)
    receiver.close()
    server.stop()
