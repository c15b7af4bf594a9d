"""Consent codes from outside: one use, one charge, nothing lost with the line or the server."""

import random
import secrets
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from conftest import running
from envelopes import expect_failure, expect_success
from kofa import CONSENT_PATHS, PostgresDatabase, consent_code
from test_privacy import texts_at_rest

BASE = "/api/v1/company/validation"
PRICE = 10_000
FUNDS = 10**10


def ask(client, path, code, **more):
    return client.get(f"{BASE}/{path}", params={"vrcNumber": code}, **more)


def charge(answer):
    return int(answer.headers["x-charge-amount"])


def told_again(answer, first):
    assert expect_success(answer).content == first.content
    assert charge(answer) == 0
    assert answer.headers["idempotency-replayed"] == "true"


def test_a_use_is_charged_once_and_told_again(server, tenant):
    before = tenant.wallet()["balanceKobo"]
    with server.product(tenant.key()) as client:
        for operation, path in CONSENT_PATHS.items():
            code = consent_code()
            first = expect_success(ask(client, path, code))
            assert charge(first) == PRICE, operation
            told_again(ask(client, path, code), first)
            told_again(ask(client, path, code.lower()), first)
            by_header = client.get(f"{BASE}/{path}", headers={"X-VRC-Number": code})
            told_again(by_header, first)
            row = tenant.row(by_header.headers["x-request-id"])
            assert (row["status"], row["chargeKobo"]) == (200, 0)
            assert code not in str(row)
    assert tenant.wallet()["balanceKobo"] == before - len(CONSENT_PATHS) * PRICE


def test_reserved_codes(server, tenant):
    expected = {
        1: (404, "vrc_not_found"), 2: (409, "vrc_already_used"), 3: (503, "upstream_unavailable"),
        5: (504, "upstream_timeout"), 7: (410, "vrc_expired"),
    }
    with server.product(tenant.key()) as client:
        for digit, (status, code) in expected.items():
            answer = ask(client, "affiliates", f"SANDBOXVR{digit}")
            expect_failure(answer, status, code)
            assert charge(answer) == 0
        first = expect_success(ask(client, "affiliates", "SANDBOXVR5"))
        assert charge(first) == PRICE
        told_again(ask(client, "affiliates", "SANDBOXVR5"), first)


def test_a_code_of_the_operator_leads_to_its_company(server, tenant):
    body = {"environment": "sandbox", "rcNumber": "1885308", "entityType": "COMPANY"}
    code = tenant.admin.post("/admin/v1/registry/consents", body)["code"]
    with server.product(tenant.key()) as client:
        for path in CONSENT_PATHS.values():
            first = expect_success(ask(client, path, code))
            assert first.json()["data"]["rcNumber"] == "1885308"
            assert charge(first) == PRICE
            told_again(ask(client, path, code), first)
    for place, content in texts_at_rest(server):
        assert code.encode() not in content, place


def test_of_many_at_once_one_pays(server, tenant):
    before = tenant.wallet()["balanceKobo"]
    with server.product(tenant.key()) as client, ThreadPoolExecutor(16) as threads:
        for code in [consent_code(), "SANDBOXVR4"]:
            asked = [threads.submit(ask, client, "share-distribution", code) for _ in range(16)]
            answers = [expect_success(one.result()) for one in asked]
            assert sorted(map(charge, answers)) == [0] * 15 + [PRICE]
            assert len({one.content for one in answers}) == 1
    assert tenant.wallet()["balanceKobo"] == before - 2 * PRICE


def test_who_hangs_up_is_told_later(server, tenant):
    before = tenant.wallet()["balanceKobo"]
    with server.product(tenant.key()) as client:
        with pytest.raises(httpx.ReadTimeout):
            ask(client, "assets", "SANDBOXVR4", timeout=0.5)
        # It still runs, or has ended: either way this is its answer.
        answer = expect_success(ask(client, "assets", "SANDBOXVR4"))
        assert charge(answer) == 0
    assert tenant.wallet()["balanceKobo"] == before - PRICE


@pytest.fixture(params=["sqlite", "postgres"])
def own_server(request, binary, tmp_path):
    """Not the one of the other tests: this one is killed."""
    database = PostgresDatabase() if request.param == "postgres" else None
    yield from running(tmp_path, database)


def killed(server, tenant):
    server.kill()
    server.start()
    tenant.admin = server.admin()


def test_a_call_cut_off_by_a_crash_is_free_and_can_be_repeated(own_server):
    server = own_server
    tenant = server.admin().tenant()
    key = tenant.key()
    before = tenant.wallet()["balanceKobo"]

    def slow():
        with server.product(key) as client, pytest.raises(httpx.TransportError):
            ask(client, "secure/rc", "SANDBOXVR4")

    thread = threading.Thread(target=slow)
    thread.start()
    time.sleep(1)
    killed(server, tenant)
    thread.join()
    assert tenant.wallet()["balanceKobo"] == before
    (cut,) = tenant.pages("requests")
    assert (cut["status"], cut["chargeKobo"]) == (503, 0)
    with server.product(key) as client:
        first = expect_success(ask(client, "secure/rc", "SANDBOXVR4"))
        assert charge(first) == PRICE
        killed(server, tenant)
    with server.product(key) as client:
        told_again(ask(client, "secure/rc", "SANDBOXVR4"), first)
    assert tenant.wallet()["balanceKobo"] == before - PRICE
    assert server.admin().post("/admin/v1/ledger/verify")["ok"]


def test_crashes_under_load_charge_each_code_once(own_server):
    server = own_server
    tenant = server.admin().tenant()
    tenant.move("credits", FUNDS)
    before = tenant.wallet()["balanceKobo"]
    key = tenant.key()
    chance = random.Random(7)
    brought = {}
    for _ in range(4):
        stop = threading.Event()

        def client_of(answers):
            try:
                with server.product(key) as client:
                    while not stop.is_set():
                        code = consent_code()
                        answers.append([code, None])
                        answers[-1][1] = expect_success(ask(client, "assets", code)).content
            except httpx.TransportError:
                pass

        lists = [[] for _ in range(12)]
        threads = [threading.Thread(target=client_of, args=(one,)) for one in lists]
        for thread in threads:
            thread.start()
        while not all(lists):
            time.sleep(0.01)
        time.sleep(chance.uniform(0, 0.5))
        server.kill()
        stop.set()
        for thread in threads:
            thread.join()
        server.start()
        tenant.admin = server.admin()
        round_codes = {code: content for one in lists for code, content in one}
        brought |= round_codes
        with server.product(key) as client:
            for code, content in round_codes.items():
                answer = expect_success(ask(client, "assets", code))
                # What was answered is stored and paid; what was not is paid by this call, or
                # was paid by the one that was cut off after its settlement.
                if content is not None:
                    assert (answer.content, charge(answer)) == (content, 0)
    assert tenant.wallet()["balanceKobo"] == before - len(brought) * PRICE
    charged = [row for row in tenant.pages("requests") if row["chargeKobo"]]
    assert len(charged) == len(brought)
    assert server.admin().post("/admin/v1/ledger/verify")["ok"]


def test_no_code_is_written_anywhere(binary, tmp_path, monkeypatch):
    # The log at its most talkative, third parties included.
    monkeypatch.setenv("KOFA_LOG", "trace")
    for database in [None, PostgresDatabase()]:
        folder = tmp_path / secrets.token_hex(4)
        folder.mkdir()
        for server in running(folder, database):
            tenant = server.admin().tenant()
            good = "QZ7XK9WJ4V"
            parts = [good, good.lower(), "QZ7XK-9WJ4V", "QZ7XK%209WJ4V"]
            with server.product(tenant.key()) as client:
                for path in CONSENT_PATHS.values():
                    for text in parts:
                        answer = client.get(f"{BASE}/{path}?vrcNumber={text}")
                        expect_success(answer)
                        assert good not in answer.text.upper()
                    client.get(f"{BASE}/{path}", headers={"X-VRC-Number": good})
                    differ = {"X-VRC-Number": good[:9] + "U"}
                    refused = client.get(f"{BASE}/{path}?vrcNumber={good}", headers=differ)
                    expect_failure(refused, 422, "invalid_vrc_number", "vrcNumber")
                    for wrong in [f"?vrcNumber={good}{good}", f"?vrc={good}", f"?{good}={good}",
                                  f"?vrcNumber={good}&include={good}"]:
                        answer = client.get(f"{BASE}/{path}{wrong}")
                        assert good not in answer.text
                client.get(f"{BASE}/affiliates/{good}")
                client.post(f"{BASE}/affiliates?vrcNumber={good}")
                client.get(f"{BASE}/affiliates?vrcNumber={good}", headers={"X-Environment": "live"})
            with server.product() as client:
                client.get(f"{BASE}/affiliates?vrcNumber={good}")
            written = 0
            for place, content in texts_at_rest(server):
                written += len(content)
                for text in parts + ["QZ7XK 9WJ4V", f"{good}{good}"]:
                    assert text.encode() not in content, place
                # An answer that is kept is sealed.
                assert b'"affiliateType"' not in content, place
            assert written > 10_000
            assert b'"level":"WARN"' in server.log.read_bytes(), "the log was read"
