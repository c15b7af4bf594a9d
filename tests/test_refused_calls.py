"""A dead key that calls and calls: counted exactly, logged as samples, in nobody's way."""

import os
import socket
import threading
import time

from envelopes import expect_success

PATH = "/api/v1/company/validation/company/rc?rcNumber=1885308"
CONNECTIONS = 4
CALLS = int(os.environ.get("KOFA_TEST_REFUSED_CALLS", "20000"))
# The minute, and what comes after it.
LOGGED_SECONDS_MAX = 75


def call_often(address, key, calls, refused):
    """So many calls on one connection, as fast as they are answered."""
    request = f"GET {PATH} HTTP/1.1\r\nHost: kofa\r\nX-API-Key: {key}\r\n\r\n".encode()
    count, left, rest = 0, calls, b""
    with socket.create_connection(address, timeout=60) as connection:
        while left:
            batch = min(left, 50)
            connection.sendall(request * batch)
            left -= batch
            answered = 0
            while answered < batch:
                piece = connection.recv(1 << 16)
                assert piece, "the server hung up"
                data = rest + piece
                answered += data.count(b"HTTP/1.1 401 ")
                rest = data[-12:] if not data.endswith(b"HTTP/1.1 401 ") else b""
            count += answered
    refused.append(count)


def test_a_dead_key_neither_fills_the_log_nor_slows_others(server, tenant):
    admin = server.admin()
    dead = tenant.issue()
    admin.post(f"/admin/v1/keys/{dead['id']}/revoke")
    other = admin.tenant("Another")
    host, port = server.url.removeprefix("http://").rsplit(":", 1)
    seq = len(list(tenant.pages("requests")))
    refused, times = [], []
    threads = [threading.Thread(target=call_often, args=(
        (host, int(port)), dead["key"], CALLS // CONNECTIONS, refused)) for _ in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    with server.product(other.key()) as client:
        while any(thread.is_alive() for thread in threads):
            begun = time.monotonic()
            expect_success(client.get(PATH))
            times.append(time.monotonic() - begun)
    for thread in threads:
        thread.join()
    assert sum(refused) == CALLS // CONNECTIONS * CONNECTIONS
    assert sorted(times)[len(times) // 2] < 0.5

    def counted():
        lines = admin.get(tenant.path("usage/sandbox?by=hour"))["items"]
        return sum(one["calls"] for one in lines if one["keyId"] == dead["id"])

    deadline = time.monotonic() + LOGGED_SECONDS_MAX
    while counted() < sum(refused) and time.monotonic() < deadline:
        time.sleep(1)
    assert counted() == sum(refused)
    rows = [row for row in tenant.pages("requests") if row["keyId"] == dead["id"]]
    assert len(list(tenant.pages("requests"))) - seq == len(rows) <= 8
    assert sum(row["count"] for row in rows) == sum(refused)
    assert {(row["status"], row["errorCode"]) for row in rows} == {(401, "api_key_revoked")}
    assert admin.post("/admin/v1/ledger/verify")["ok"]
