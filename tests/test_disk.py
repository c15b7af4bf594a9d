"""A disk that fills up: what can be missed stops first, then calls are refused, and nothing tears."""

import contextlib
import os
import subprocess
import time

import pytest

from conftest import running
from envelopes import expect_failure, expect_success
from kofa import Server, eventually

PATH = "/api/v1/company/validation/company/rc"
COMPANY = {"rcNumber": "1885308"}
MIB = 1 << 20
SIZE_MIB = 160


@pytest.fixture
def small(tmp_path):
    """A small file system of its own."""
    folder = tmp_path / "small"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE_MIB}m", "tmpfs", str(folder)]
    mounted = subprocess.run(command, capture_output=True, text=True)
    if mounted.returncode:
        pytest.skip(f"NOT TESTED: no file system can be mounted here: {mounted.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def free_mib(folder):
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize // MIB


def fill(folder, leave_mib):
    """Leaves so much room. A negative number fills it up to the last byte."""
    with (folder / "filler").open("ab", buffering=0) as file:
        with contextlib.suppress(OSError):
            while leave_mib < 0 or free_mib(folder) > leave_mib:
                file.write(bytes(MIB if leave_mib >= 0 else 4096))


def served(folder, least_mib):
    server = Server(folder)
    server.environment = {"KOFA_DISK_FREE_MIN_MIB": str(least_mib)}
    return server


def ask(client):
    return client.get(PATH, params=COMPANY)


def ready(server):
    with server.client() as client:
        answer = client.get("/readyz")
    return answer.status_code, answer.json()["checks"]["disk"]


def check(holds):
    assert holds


def test_calls_are_refused_before_the_disk_is_full(small, binary):
    for server in running(served(small, 20)):
        tenant = server.admin().tenant()
        key, dead = tenant.key(), tenant.issue()
        server.admin().post(f"/admin/v1/keys/{dead['id']}/revoke")
        with server.product(key) as client, server.product(dead["key"]) as lost:
            expect_success(ask(client))
            assert ready(server) == (200, "ok")

            # What can be missed stops; calls are served.
            fill(small, 30)
            eventually(lambda: check(ready(server) == (200, "low")))
            expect_success(ask(client))
            expect_failure(ask(lost), 401, "api_key_revoked")
            assert tenant.row(ask(lost).headers["x-request-id"]) is None

            fill(small, 15)
            eventually(lambda: check(ready(server) == (503, "full")))
            answer = ask(client)
            expect_failure(answer, 503, "service_unavailable")
            assert "disk" in answer.text and answer.headers["retry-after"]
            with server.client() as open_client:
                metrics = open_client.get("/metrics").text
            assert "kofa_disk_room 2" in metrics and "kofa_disk_free_bytes" in metrics
            balance = tenant.wallet()["balanceKobo"]

            (small / "filler").unlink()
            eventually(lambda: check(ready(server) == (200, "ok")))
            price = int(eventually(lambda: expect_success(ask(client))).headers["x-charge-amount"])
            assert tenant.wallet()["balanceKobo"] == balance - price
        assert server.admin().post("/admin/v1/ledger/verify")["ok"]


def test_nothing_tears_when_the_last_byte_is_taken(small, binary):
    """The guard is off: the disk itself says no, in the middle of a batch, and through a kill."""
    server = served(small, 0)
    charged, unknown = [], 0
    for server in running(server):
        tenant = server.admin().tenant()
        key = tenant.key()
        before = tenant.wallet()["balanceKobo"]
        with server.product(key) as client:
            first = expect_success(ask(client))
            price = int(first.headers["x-charge-amount"])
            charged.append(first.headers["x-request-id"])
            for round_ in range(3):
                fill(small, -1)
                end = time.monotonic() + 3
                while time.monotonic() < end:
                    answer = ask(client)
                    if answer.status_code == 200:
                        charged.append(answer.headers["x-request-id"])
                    else:
                        assert answer.status_code == 503, answer.text
                        unknown += "outcome_unknown" in answer.text
                if round_ == 1:
                    server.kill()
                    (small / "filler").unlink()
                    server.start()
                    tenant.admin = server.admin()
                    client.close()
                    break
                (small / "filler").unlink()
                eventually(lambda: check(ask(client).status_code == 200))
        admin = server.admin()
        assert admin.post("/admin/v1/ledger/verify")["ok"]
        rows = {row["requestId"] for row in tenant.pages("requests?status=200")}
        assert set(charged) <= rows, "an answer has no row"
        paid = before - tenant.wallet()["balanceKobo"]
        assert paid == len(rows) * price
        with server.product(key) as client:
            expect_success(ask(client))
