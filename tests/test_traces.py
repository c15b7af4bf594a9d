"""Traces of calls reach a collector that others made, with what belongs in them and no more."""

import gzip
import http.server
import re
import signal
import socket
import subprocess
import sysconfig
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from failover import free_port
from kofa import PostgresDatabase, Server, eventually

ROTEL = Path(sysconfig.get_path("purelib")) / "rotel/rotel-agent"
TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = "b7ad6b7169203331"
RC = "/api/v1/company/validation/company/rc?rcNumber=1885308"


class Storage(http.server.BaseHTTPRequestHandler):
    """Where the collector sends what it was given."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        if self.headers["content-encoding"] == "gzip":
            body = gzip.decompress(body)
        self.server.batches.append(body)
        self.send_response(200)
        self.send_header("content-type", "application/x-protobuf")
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


@contextmanager
def collector(folder):
    """A collector; gives its address, and the batches that it passed on."""
    storage = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Storage)
    storage.batches = []
    threading.Thread(target=storage.serve_forever, daemon=True).start()
    port, grpc = free_port(), free_port()
    with (folder / "collector.log").open("wb") as log:
        process = subprocess.Popen([
            ROTEL, "start", "--otlp-http-endpoint", f"127.0.0.1:{port}",
            "--otlp-grpc-endpoint", f"127.0.0.1:{grpc}", "--exporter", "otlp",
            "--otlp-exporter-protocol", "http", "--batch-timeout", "100ms",
            "--otlp-exporter-endpoint", f"http://127.0.0.1:{storage.server_port}",
        ], stdout=log, stderr=log, cwd=folder, env={"HOME": str(folder)})
    url = f"http://127.0.0.1:{port}"
    try:
        eventually(lambda: connect(port))
        yield url, storage.batches
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(10)
        storage.shutdown()


def connect(port):
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError as error:
        raise AssertionError("the collector does not listen") from error


def spans(batches):
    found = []
    for batch in list(batches):
        for resource in ExportTraceServiceRequest.FromString(batch).resource_spans:
            names = {it.key: it.value.string_value for it in resource.resource.attributes}
            assert names["service.name"] == "kofa"
            found += [span for scope in resource.scope_spans for span in scope.spans]
    return found


def told(span):
    values = {it.key: it.value for it in span.attributes}
    return {key: getattr(value, value.WhichOneof("value")) for key, value in values.items()}


@pytest.mark.parametrize("on", ["sqlite", "postgres"])
def test_a_call_is_a_trace_from_its_caller_to_the_store(binary, tmp_path, on):
    database = PostgresDatabase() if on == "postgres" else None
    server = Server(tmp_path, database)
    with collector(tmp_path) as (url, batches):
        server.environment = {"KOFA_OTLP_ENDPOINT": url, "KOFA_OTLP_ONE_IN": "1"}
        try:
            server.start()
            tenant = server.admin().tenant()
            key = tenant.key()
            with server.product(key, traceparent=f"00-{TRACE}-{PARENT}-01") as client:
                answer = client.get(RC)
            assert answer.is_success, answer.text
            # What is left is sent where it ends.
            server.stop()
        finally:
            if server.process.poll() is None:
                server.kill()
            if database:
                database.drop()

        def arrived():
            of = [it for it in spans(batches) if it.trace_id.hex() == TRACE]
            assert {it.name for it in of} >= {"getCompanyByRc", "settle", "SettleWaiting"}
            return of

        ours = eventually(arrived)
    by_id = {span.span_id: span for span in ours}
    (call,) = [span for span in ours if span.name == "getCompanyByRc"]
    assert call.parent_span_id.hex() == PARENT
    said = told(call)
    assert said["kofa.request_id"] == answer.headers["x-request-id"]
    assert (said["kofa.environment"], said["http.response.status_code"]) == ("sandbox", 200)
    assert all(it is call or it.parent_span_id in by_id for it in ours)
    (stored,) = [span for span in ours if span.name == "SettleWaiting"]
    system = {"sqlite": "sqlite", "postgres": "postgresql"}[on]
    assert told(stored)["db.system.name"] == system
    assert by_id[stored.parent_span_id].name == "settle"
    everything = b"".join(batches)
    for secret in [b"1885308", b"rcNumber", key.encode(), b"127.0.0.1", b"/work/", b"crates/"]:
        assert secret not in everything, secret
    assert "kofa_trace" not in server.log.read_text()
