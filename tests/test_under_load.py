"""Changes that must hold within a second while calls are under way, and stopping in their midst."""

import concurrent.futures
import subprocess
import threading
import time

import httpx
import pytest

from envelopes import expect_success
from kofa import BINARY, Server, eventually

PATH = "/api/exchange-invest/offers"
CALLERS = 8
# The promise is one second; a busy machine may hold an answer up for as long again.
HOLDS_WITHIN_SECONDS = 1.0
ON_THE_WAY_SECONDS = 1.0


class Hammer:
    """Callers that never pause; every answer with the moments it was asked for and came."""

    def __init__(self, server, key):
        self.server, self.key = server, key
        self.answers = []
        self.over = threading.Event()

    def _call(self):
        with self.server.product(self.key) as client:
            while not self.over.is_set():
                asked = time.monotonic()
                try:
                    answer = client.get(PATH)
                except httpx.TransportError:
                    continue
                self.answers.append((asked, time.monotonic(), answer))

    def __enter__(self):
        self.threads = [threading.Thread(target=self._call) for _ in range(CALLERS)]
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        for thread in self.threads:
            thread.join()

    def expect_accepted(self):
        assert any(it.is_success for _, _, it in list(self.answers)), "no call was accepted yet"

    def accepted_after(self, moment):
        return [it for asked, _, it in self.answers if it.is_success and asked > moment]


def by_admin_api(server, tenant, issued):
    tenant.admin.post(f"/admin/v1/keys/{issued['id']}/revoke")


def by_rotation(server, tenant, issued):
    tenant.admin.post(f"/admin/v1/keys/{issued['id']}/rotate", {"graceSeconds": 0})


def by_suspension(server, tenant, issued):
    tenant.admin.put(tenant.path("status"), {"status": "suspended"})


def by_service_switch(server, tenant, issued):
    tenant.switch("investment_ipo", False)


def by_another_process(server, tenant, issued):
    command = [str(BINARY), "--data", str(server.data)]
    if server.database:
        command += ["--database-url", server.database.url]
    command += ["admin", "revokeKey", f"keyId={issued['id']}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


WAYS = [by_admin_api, by_rotation, by_suspension, by_service_switch, by_another_process]


@pytest.mark.parametrize("end", WAYS, ids=lambda way: way.__name__)
def test_a_right_that_ends_is_refused_within_a_second(server, tenant, end):
    issued = tenant.issue()
    with server.product(issued["key"]) as client:
        eventually(lambda: expect_success(client.get(PATH)))
    with Hammer(server, issued["key"]) as hammer:
        eventually(hammer.expect_accepted)
        end(server, tenant, issued)
        ended = time.monotonic()
        time.sleep(HOLDS_WITHIN_SECONDS + ON_THE_WAY_SECONDS)
    late = hammer.accepted_after(ended + HOLDS_WITHIN_SECONDS)
    assert not late, f"{len(late)} calls were accepted later than a second after"
    refused = {it.status_code for asked, _, it in hammer.answers if asked > ended + 1}
    assert refused <= {401, 403}, refused
    assert tenant.admin.post("/admin/v1/ledger/verify")["ok"]


def test_rotation_under_load_loses_no_call(server, tenant):
    issued = tenant.issue()
    with server.product(issued["key"]) as client:
        eventually(lambda: expect_success(client.get(PATH)))
    with Hammer(server, issued["key"]) as old:
        time.sleep(0.2)
        rotated = tenant.admin.post(f"/admin/v1/keys/{issued['id']}/rotate", {"graceSeconds": 900})
        with server.product(rotated["key"]) as client:
            eventually(lambda: expect_success(client.get(PATH)))
        time.sleep(0.5)
    assert {answer.status_code for _, _, answer in old.answers} == {200}, "grace holds"


def test_a_top_up_counts_once_and_at_once(server, tenant):
    key = tenant.key()
    tenant.set_balance(0)
    body = {"amountKobo": 1_000, "reference": "bank-7781", "reason": "five deliveries"}
    path = tenant.path("wallets/sandbox/credits")

    def deliver(number):
        with server.client(Authorization=f"Bearer {server.ready['adminToken']}") as client:
            headers = {"Idempotency-Key": f"delivery-{number}"}
            return client.post(path, json=body, headers=headers).status_code

    with concurrent.futures.ThreadPoolExecutor(5) as pool:
        statuses = list(pool.map(deliver, range(5)))
    assert sorted(statuses) == [200, 200, 200, 200, 201], statuses
    assert tenant.wallet()["balanceKobo"] == 1_000
    with server.product(key) as client:
        for _ in range(2):
            eventually(lambda: expect_success(client.get(PATH)))
        assert client.get(PATH).status_code == 402


def test_a_debit_in_the_midst_of_calls_keeps_the_books(server, tenant):
    key = tenant.key()
    tenant.set_balance(2_000_000)
    with Hammer(server, key) as hammer:
        for _ in range(10):
            tenant.move("debits", 1_000)
            tenant.move("credits", 500)
    charged = 500 * sum(answer.is_success for _, _, answer in hammer.answers)
    # A call whose answer its caller no longer waited for is charged all the same.
    rows = sum(row["chargeKobo"] for row in tenant.pages("requests"))
    assert rows >= charged
    assert tenant.wallet() | {"balanceKobo": 2_000_000 - 5_000 - rows} == tenant.wallet()
    assert tenant.admin.post("/admin/v1/ledger/verify")["ok"]


def test_stopping_answers_what_it_took(binary, tmp_path):
    server = Server(tmp_path).start()
    tenant = server.admin().tenant()
    key = tenant.key()
    with server.product(key) as client:
        eventually(lambda: expect_success(client.get(PATH)))
    with Hammer(server, key) as hammer:
        time.sleep(0.5)
        server.stop()
    assert len(hammer.answers) > 20
    answered = {it.headers["x-request-id"] for _, _, it in hammer.answers if it.is_success}
    server.start()
    tenant.admin = server.admin()
    charged = {row["requestId"] for row in tenant.pages("requests") if row["chargeKobo"]}
    assert answered <= charged
    assert tenant.admin.post("/admin/v1/ledger/verify")["ok"]
    server.stop()
