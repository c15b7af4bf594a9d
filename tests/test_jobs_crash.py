"""Jobs of documents when servers and readers are killed, or stop: nothing is lost or paid twice."""

import datetime
import http.client
import json
import os
import random
import signal
import threading
import time
from pathlib import Path

import pytest
from test_jobs import CREATE, OVER, PRICE, SECONDS_MAX, encoded, long_document, wait

from kofa import PostgresDatabase, Server


@pytest.fixture(params=["sqlite", "postgres"])
def own_server(binary, tmp_path, request):
    """Not the one of the other tests: it is killed."""
    database = PostgresDatabase() if request.param == "postgres" else None
    server = Server(tmp_path, database)
    try:
        yield server.start()
    finally:
        if server.process and server.process.poll() is None:
            server.kill()
        if database:
            database.drop()


def children(server):
    """The readers of the server."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[1]) == server.process.pid:
                found.append(int(folder.name))
    return found


def check_settled(tenant, records, opening):
    """Every job succeeded, and each is charged once, on its own row."""
    wrong = [record for record in records if record["status"] != "succeeded"]
    assert not wrong, wrong[:2]
    for record in records:
        assert tenant.row(record["request_id"])["chargeKobo"] == PRICE
    entries = [it for it in tenant.pages("ledger/sandbox") if it["kind"] == "charge"]
    jobs = sorted(record["request_id"] for record in records)
    assert sorted(entry["requestId"] for entry in entries) == jobs
    wallet = tenant.wallet()
    assert wallet["reservedKobo"] == 0
    assert wallet["balanceKobo"] == opening - PRICE * len(records)
    proof = tenant.admin.post("/admin/v1/ledger/verify")
    assert proof["ok"], proof


def test_kill_nine_of_the_server(own_server):
    server = own_server
    tenant = server.admin().tenant("Killed")
    tenant.move("credits", 10**9)
    opening = tenant.wallet()["balanceKobo"]
    key = tenant.key()
    chance = random.Random(20261121)
    # Long ones, so that there is always one to be cut off.
    large = encoded(long_document(6))
    places, sent, kills = {}, {}, []
    for round_number in range(6):
        over = threading.Event()

        def load():
            host, port = server.url.removeprefix("http://").split(":")
            connection = http.client.HTTPConnection(host, int(port), timeout=20)
            number = 0
            while not over.is_set() and number < 6:
                name = f"{round_number}-{number}"
                number += 1
                sent[name] = json.dumps({"document_base64": large, "client_reference": name})
                post(connection, name)

        def post(connection, name):
            headers = {
                "X-API-Key": key, "Idempotency-Key": name, "Content-Type": "application/json",
            }
            try:
                connection.request("POST", CREATE, sent[name], headers)
                answer = connection.getresponse()
                answer.read()
            except (OSError, http.client.HTTPException):
                connection.close()
                return
            assert answer.status == 202, answer.status
            places[name] = answer.getheader("location")

        thread = threading.Thread(target=load)
        thread.start()
        time.sleep(chance.uniform(0.2, 1.2))
        kills.append(datetime.datetime.now(datetime.UTC))
        server.kill()
        over.set()
        thread.join()
        server.start()
        tenant.admin = server.admin()
    with server.product(key) as client:
        # What was not answered is sent again: the same job, or its first.
        for name, text in sent.items():
            headers = {"Idempotency-Key": name, "Content-Type": "application/json"}
            made = client.post(CREATE, content=text, headers=headers)
            assert made.status_code == 202, made.text
            assert places.get(name, made.headers["location"]) == made.headers["location"]
            places[name] = made.headers["location"]
        records = [wait(client, place) for place in places.values()]
    moment = lambda record, name: datetime.datetime.fromisoformat(record[name])
    cut_off = [
        record for record in records
        if any(moment(record, "started_at") < kill < moment(record, "completed_at") for kill in kills)
    ]
    print(f"{len(records)} jobs, {len(cut_off)} of them cut off")
    assert cut_off, "a kill met a job that was being read"
    check_settled(tenant, records, opening)
    server.stop()


def test_kill_nine_of_the_readers(own_server):
    server = own_server
    tenant = server.admin().tenant("Readers killed")
    opening = tenant.wallet()["balanceKobo"]
    large = {"document_base64": encoded(long_document(6))}
    killed = 0
    with server.product(tenant.key()) as client:
        places = []
        for _ in range(10):
            made = client.post(CREATE, json=large)
            assert made.status_code == 202, made.text
            places.append(made.headers["location"])
        deadline = time.monotonic() + SECONDS_MAX
        while killed < 12 and time.monotonic() < deadline:
            for child in children(server):
                try:
                    os.kill(child, signal.SIGKILL)
                    killed += 1
                except ProcessLookupError:
                    pass
            if all(client.get(place).json()["status"] in OVER for place in places):
                break
            time.sleep(0.15)
        records = [wait(client, place) for place in places]
    print(f"{killed} readers killed")
    assert killed > 1
    check_settled(tenant, records, opening)
    server.stop()


def test_a_server_that_stops_gives_its_jobs_back(own_server):
    server = own_server
    tenant = server.admin().tenant("Stopped")
    opening = tenant.wallet()["balanceKobo"]
    key = tenant.key()
    large = {"document_base64": encoded(long_document(6))}
    with server.product(key) as client:
        places = [client.post(CREATE, json=large).headers["location"] for _ in range(6)]
    server.stop()
    server.start()
    tenant.admin = server.admin()
    with server.product(key) as client:
        records = [wait(client, place) for place in places]
    # Nothing was cut off: no attempt was lost.
    assert {record["attempts"] for record in records} == {1}
    check_settled(tenant, records, opening)
    server.stop()
