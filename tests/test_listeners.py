"""Listeners: one for everybody, or some of their own; how many connections and bodies they take."""

import re
import resource
import socket
import subprocess
import threading
import time

import httpx
import pytest

from kofa import Server

HOLD_SECONDS = 20


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def own_address():
    """An address of this machine that is not loopback's."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        try:
            one.connect(("192.0.2.1", 9))
        except OSError:
            pytest.skip("this machine has no network")
        address = one.getsockname()[0]
    return address


def closed_by_peer(connection):
    connection.settimeout(0.2)
    try:
        return connection.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


def test_operators_and_metrics_have_listeners_of_their_own(tmp_path):
    operators, metrics = (f"127.0.0.1:{free_port()}" for _ in range(2))
    server = Server(tmp_path)
    server.environment = {"KOFA_OPERATORS_LISTEN": operators, "KOFA_METRICS_LISTEN": metrics}
    server.start()
    try:
        token = {"Authorization": f"Bearer {server.ready['adminToken']}"}
        paths = ["/console/sign-in", "/admin/v1/tenants", "/admin/openapi.json", "/metrics"]
        with server.client(**token) as client:
            for path in paths:
                refused = client.get(path)
                assert refused.status_code == 404, path
                assert refused.json()["code"] == "not_found"
            assert client.get("/setup/x").status_code == 404
            assert client.get("/docs").status_code == 200
            assert client.get("/healthz").status_code == 200
        with httpx.Client(base_url=f"http://{operators}", headers=token) as client:
            for path in paths[1:]:
                assert client.get(path).status_code == 200, path
        assert server.ready["consoleUrl"] == f"http://{operators}/console"
        with httpx.Client(base_url=f"http://{metrics}") as client:
            assert client.get("/metrics").text.endswith("# EOF\n")
            assert client.get("/healthz").status_code == 200
            assert client.get("/docs").status_code == 404
    finally:
        server.stop()


def test_metrics_of_the_one_listener_are_for_this_machine(tmp_path):
    server = Server(tmp_path)
    server.listen = "0.0.0.0:0"
    server.start()
    try:
        port = server.url.rsplit(":", 1)[1]
        assert httpx.get(f"http://127.0.0.1:{port}/metrics").status_code == 200
        proxied = {"X-Forwarded-For": "198.51.100.7"}
        assert httpx.get(f"http://127.0.0.1:{port}/metrics", headers=proxied).status_code == 404
        assert httpx.get(f"http://{own_address()}:{port}/metrics").status_code == 404
    finally:
        server.stop()


def test_one_address_leaves_connections_to_the_others(tmp_path):
    address = own_address()
    server = Server(tmp_path)
    server.listen = "0.0.0.0:0"
    server.environment = {"KOFA_CONNECTIONS_PER_ADDRESS": "20"}
    server.start()
    try:
        port = int(server.url.rsplit(":", 1)[1])
        crowd = [socket.create_connection((address, port)) for _ in range(50)]
        time.sleep(0.5)
        assert sum(closed_by_peer(one) for one in crowd) == 30
        assert httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200
        crowd[0].close()
        deadline = time.monotonic() + HOLD_SECONDS
        while True:
            try:
                answer = httpx.get(f"http://{address}:{port}/healthz")
                assert answer.status_code == 200
                break
            except httpx.TransportError:
                assert time.monotonic() < deadline, "a closed connection gives its place back"
                time.sleep(0.05)
        for one in crowd:
            one.close()
    finally:
        server.stop()


def test_a_process_with_few_file_descriptors_serves_on(tmp_path):
    """Under a low limit that it may raise, it raises it; under one that it may not, it takes fewer
    connections and says so."""
    for hard, expected in [(4_096, None), (256, "connections=64|\"connections\":64")]:
        server = Server(tmp_path / str(hard))
        server.folder.mkdir()
        server.process = None
        original = subprocess.Popen

        def limited(*args, **more):
            low = (128 if expected is None else 256, hard)
            more["preexec_fn"] = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, low)
            return original(*args, **more)

        subprocess.Popen = limited
        try:
            server.start()
        finally:
            subprocess.Popen = original
        try:
            port = int(server.url.rsplit(":", 1)[1])
            crowd = [socket.create_connection(("127.0.0.1", port)) for _ in range(150)]
            assert not expected or re.search(expected, server.log.read_text())
            if expected is None:
                assert httpx.get(f"{server.url}/healthz").status_code == 200
            else:
                assert "could not be accepted" not in server.log.read_text()
            for one in crowd:
                one.close()
            assert httpx.get(f"{server.url}/healthz", timeout=10).status_code == 200
        finally:
            server.stop()


def test_bodies_under_way_share_the_memory(tmp_path):
    server = Server(tmp_path)
    server.environment = {"KOFA_BODY_MEMORY_MIB": "64"}
    server.start()
    try:
        port = int(server.url.rsplit(":", 1)[1])
        head = (
            "POST /api/v1/proof-of-address/extract HTTP/1.1\r\nHost: localhost\r\n"
            f"X-API-Key: {server.ready['apiKey']}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {9 << 20}\r\n\r\n"
        ).encode()
        answers = []

        def send():
            with socket.create_connection(("127.0.0.1", port)) as one:
                one.settimeout(HOLD_SECONDS)
                try:
                    one.sendall(head + b" " * (8 << 20))
                    answers.append(one.recv(4096))
                except (TimeoutError, ConnectionError):
                    answers.append(b"")

        # Four fit into the tenant's half; the others are told so at once, and nobody is charged.
        crowd = [threading.Thread(target=send) for _ in range(8)]
        for one in crowd:
            one.start()
        deadline = time.monotonic() + HOLD_SECONDS
        while sum(b" 503 " in answer for answer in answers) < 4 and time.monotonic() < deadline:
            time.sleep(0.05)
        refused = [answer for answer in answers if b" 503 " in answer]
        assert len(refused) >= 4, answers
        assert all(b"retry-after: 1" in answer.lower() for answer in refused)
        with server.product(server.ready["apiKey"]) as client:
            assert client.get("/api/exchange-invest/offers").status_code == 200
        for one in crowd:
            one.join()
    finally:
        server.stop()
