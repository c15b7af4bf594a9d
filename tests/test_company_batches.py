"""Batches of look-ups and kill -9: what is charged is what was found, to the kobo."""

import random
import time

import pytest

from conftest import running
from envelopes import expect_success
from kofa import PostgresDatabase, Server, eventually

BATCHES = "/api/v1/company/batches"
PRICE = 5_000
ROUNDS = 4
COMPANIES = 1_000


@pytest.fixture(params=["sqlite", "postgres"])
def own_server(request, binary, tmp_path):
    database = PostgresDatabase() if request.param == "postgres" else None
    server = Server(tmp_path, database)
    yield from running(server)
    if database:
        database.drop()


def numbers(chance):
    """A thousand numbers, some of which the sandbox knows."""
    known = ["1885308", "0000010", "0000050", "0000019", "0000012", "0000011"]
    unknown = [str(700_000_000 + number) for number in range(COMPANIES - len(known))]
    all_of_them = known + unknown
    chance.shuffle(all_of_them)
    return all_of_them


def test_what_was_found_is_charged_whatever_kills_the_server(own_server):
    server, chance = own_server, random.Random(7)
    tenant = server.admin().tenant("Batches")
    tenant.move("credits", 10**10)
    key = tenant.key()
    before = tenant.wallet()["balanceKobo"]
    found, kills = 0, 0
    for turn in range(ROUNDS):
        body = {"companies": [{"rcNumber": one} for one in numbers(chance)]}
        with server.product(key, Idempotency_Key=f"turn-{turn}") as client:
            made = client.post(BATCHES, json=body)
            assert made.status_code == 202, made.text
            assert made.headers["x-charge-reserved"] == str(COMPANIES * PRICE)
            batch = made.json()["data"]["batchId"]
        time.sleep(chance.uniform(0.02, 0.8))
        server.kill()
        kills += 1
        server.start()
        tenant.admin = server.admin()
        with server.product(key, Idempotency_Key=f"turn-{turn}") as client:
            again = client.post(BATCHES, json=body)
            assert again.headers["idempotency-replayed"] == "true"
            assert again.json()["data"]["batchId"] == batch

            def over():
                told = expect_success(client.get(f"{BATCHES}/{batch}")).json()["data"]
                assert told["status"] == "completed", told
                return told

            told = eventually(over, 120)
            results = [
                one for page in range(1, 11)
                for one in expect_success(
                    client.get(f"{BATCHES}/{batch}/results?page={page}&size=100")
                ).json()["data"]["results"]
            ]
        outcomes = [one["outcome"] for one in results]
        assert len(outcomes) == COMPANIES and told["done"] == COMPANIES
        for word, name in [("FOUND", "found"), ("NOT_FOUND", "notFound"), ("FAILED", "failed")]:
            assert outcomes.count(word) == told[name], name
        assert told["found"] == 4 and told["failed"] == 1
        found += told["found"]
        assert tenant.row(batch)["chargeKobo"] == told["found"] * PRICE
    wallet = tenant.wallet()
    assert before - wallet["balanceKobo"] == found * PRICE
    assert wallet["reservedKobo"] == 0
    proof = server.admin().post("/admin/v1/ledger/verify")
    assert proof["ok"], proof
    print(f"{kills} kills, {found} found, {before - wallet['balanceKobo']} kobo charged")


def test_a_long_batch_does_not_hold_up_another_tenant(own_server):
    server, chance = own_server, random.Random(9)
    big, small = server.admin().tenant("Big"), server.admin().tenant("Small")
    for tenant in (big, small):
        tenant.move("credits", 10**11)
    with server.product(big.key()) as client:
        for _ in range(8):
            body = {"companies": [{"rcNumber": one} for one in numbers(chance)]}
            made = client.post(BATCHES, json=body)
            assert made.status_code == 202, made.text
        last = made.headers["location"]
        with server.product(small.key()) as other:
            made = other.post(BATCHES, json={"companies": [{"rcNumber": "1885308"}]})

            def over():
                told = other.get(made.headers["location"]).json()["data"]
                assert told["status"] == "completed", told

            eventually(over, 30)
        assert client.get(last).json()["data"]["status"] != "completed"
