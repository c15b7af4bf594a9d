"""Events of the built server: the feed, and webhooks as a receiver meets them.

What is sent is verified by the library that others publish for it. Receivers are on this machine,
so the servers here are told that webhooks may go anywhere; another test leaves that out."""

import json
import os
import random
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from conftest import running
from envelopes import expect_failure
from kofa import PostgresDatabase, Server, subscription
from market import PAID, Fintech
from test_jobs import body as job_body

KILLS = int(os.environ.get("KOFA_TEST_WEBHOOK_KILLS", "4"))
WAIT_SECONDS_MAX = 30


class Receiver:
    """A server that is sent webhooks; `status` is what it answers, after `pause` seconds."""

    def __init__(self):
        self.got, self.status, self.pause = [], 204, 0.0
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                receiver.got.append((dict(self.headers.items()), body, time.time()))
                time.sleep(receiver.pause)
                self.send_response(receiver.status)
                if receiver.status in (301, 307):
                    self.send_header("location", receiver.url)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        class Http(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 256

            def handle_error(self, request, client_address):
                """A server that is killed cuts its connections."""

        self.http = Http(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}/hook"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def close(self):
        self.http.shutdown()
        self.http.server_close()

    def events(self):
        return [(headers["webhook-id"], json.loads(body)) for headers, body, _ in list(self.got)]

    def await_(self, count, seconds=WAIT_SECONDS_MAX):
        deadline = time.monotonic() + seconds
        while len(self.got) < count:
            assert time.monotonic() < deadline, f"{len(self.got)} of {count} came"
            time.sleep(0.01)
        return list(self.got)


@pytest.fixture
def receiver():
    one = Receiver()
    yield one
    one.close()


@pytest.fixture(params=["sqlite", "postgres"])
def open_server(request, binary, tmp_path):
    """A server of this test alone that may send to this machine."""
    database = PostgresDatabase() if request.param == "postgres" else None
    server = Server(tmp_path, database)
    server.environment = {"KOFA_WEBHOOK_TARGETS": "any"}
    yield from running(server, database)


def create(tenant, url, environment="sandbox", **more):
    return tenant.admin.post(tenant.path(f"webhooks/{environment}"), {"url": url, **more})


def verify(secret, headers, body):
    return Webhook(secret).verify(body.decode(), headers)


def feed(server, key, **query):
    """All events from `after` on, and the last cursor."""
    events, client = [], server.product(key)
    while True:
        answer = client.get("/api/v1/events", params={"limit": 100, **query})
        assert answer.status_code == 200, answer.text
        page = answer.json()
        if not page["events"]:
            return events, page["nextCursor"]
        events += page["events"]
        query["after"] = page["nextCursor"]


def test_what_is_sent_is_verified_by_the_published_library(open_server, receiver):
    tenant = open_server.admin().tenant()
    made = create(tenant, receiver.url)
    path = tenant.path(f"webhooks/sandbox/{made['id']}")
    tenant.move("credits", 12_300)
    headers, body, _ = receiver.await_(1)[0]
    event = verify(made["secret"], headers, body)
    assert event["type"] == "wallet.credited" and event["data"]["amountKobo"] == 12_300
    with pytest.raises(WebhookVerificationError):
        verify(made["secret"], headers, body.replace(b"12300", b"99999"))
    # For the grace there are two signatures, and either secret verifies.
    rotated = tenant.admin.post(f"{path}/rotate", {"graceSeconds": 3_600})
    tenant.admin.post(f"{path}/test")
    headers, body, _ = receiver.await_(2)[1]
    assert len(headers["webhook-signature"].split()) == 2
    for secret in (made["secret"], rotated["secret"]):
        assert verify(secret, headers, body)["type"] == "webhook.test"
    assert "secret" not in tenant.admin.get(tenant.path("webhooks/sandbox"))["items"][0]
    # The feed has the same events under the same ids.
    events, _ = feed(open_server, tenant.key())
    assert [event["id"] for event in events][-2:] == [id for id, _ in receiver.events()]


def test_the_life_of_a_subscription_is_told_without_numbers_of_people(open_server, receiver):
    tenant, key = (tenant := open_server.admin().tenant()), tenant.key()
    create(tenant, receiver.url, types=["subscription.updated", "payment.updated"])
    body = subscription(open_server, tenant.vendor_id, isCardPayment=True)
    answer = open_server.product(key).post("/api/exchange-invest/subscribe", json=body)
    assert answer.status_code == 200, answer.text
    local = answer.json()["data"]["localSubscriptionId"]
    deadline = time.monotonic() + WAIT_SECONDS_MAX
    while "accepted" not in (told := [
        event["data"].get("status") for _, event in receiver.events()
    ]):
        assert time.monotonic() < deadline, told
        time.sleep(0.05)
    events, _ = feed(open_server, key, types="subscription.updated,payment.updated")
    assert {event["data"]["subscriptionId"] for event in events} == {local}
    said = json.dumps([event for _, event in receiver.events()]) + json.dumps(events)
    for name in ("bvn", "nin", "bankAccountNumber", "email", "phoneNumber", "lastName"):
        assert str(body[name]) not in said, name


def test_the_feed_refuses_what_is_wrong_and_shows_nobody_elses(server):
    admin = server.admin()
    one, other = admin.tenant(), admin.tenant()
    one.move("credits", 5_000)
    client = server.product(one.key())
    for query, field in [
        ("after=zz", "after"), ("limit=0", "limit"), ("limit=101", "limit"), ("types=no", "types"),
    ]:
        answer = client.get(f"/api/v1/events?{query}")
        assert answer.status_code == 422 and answer.json()["errors"][0]["field"] == field
    assert server.product().get("/api/v1/events").status_code == 401
    time.sleep(1)
    mine, cursor = feed(server, one.key())
    theirs, _ = feed(server, other.key())
    assert not {event["id"] for event in mine} & {event["id"] for event in theirs}
    assert feed(server, one.key(), after=cursor) == ([], cursor)


def test_private_addresses_are_refused_where_nothing_else_is_said(server, receiver):
    tenant = server.admin().tenant()
    client = server.admin().client
    for url in [receiver.url, "https://127.0.0.1/", "https://169.254.169.254/latest/",
                "https://[::1]/", "https://kofa.internal/", "http://hooks.example.ng/"]:
        answer = client.post(tenant.path("webhooks/sandbox"), json={"url": url})
        assert answer.status_code == 422 and answer.json()["errors"][0]["field"] == "url", url
    # A public name that leads here is refused when it is connected to.
    made = create(tenant, "https://localhost.localtest.me/hook")
    path = tenant.path(f"webhooks/sandbox/{made['id']}")
    tenant.admin.post(f"{path}/test")
    deadline = time.monotonic() + WAIT_SECONDS_MAX
    while not (tried := tenant.admin.get(f"{path}/deliveries")["items"][0])["attempts"]:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert tried["responseStatus"] is None and tried["error"]
    assert not receiver.got


def test_a_job_tells_its_own_address(open_server, receiver):
    tenant = open_server.admin().tenant()
    client = open_server.product(tenant.key())
    jobs = "/api/v1/proof-of-address/extract/jobs"
    wanted = job_body(webhook_url=receiver.url)
    refused = client.post(jobs, json=wanted)
    expect_failure(refused, 422, "no_webhook_secret", "webhook_url")
    elsewhere = Receiver()
    secret = create(tenant, elsewhere.url, types=["wallet.low"])["secret"]
    made = client.post(jobs, json=wanted)
    assert made.status_code == 202, made.text
    headers, body, _ = receiver.await_(1, 90)[0]
    event = verify(secret, headers, body)
    assert event["type"] == "poa.job.completed"
    assert event["data"]["request_id"] == made.json()["request_id"]
    deadline = time.monotonic() + WAIT_SECONDS_MAX
    while True:
        job = client.get(f"/api/v1/proof-of-address/jobs/{event['data']['request_id']}").json()
        sent = job["webhook_deliveries"]
        if sent and sent[0]["status"] == "delivered":
            break
        assert time.monotonic() < deadline, sent
        time.sleep(0.05)
    assert sent[0]["id"] == headers["webhook-id"] and sent[0]["response_status"] == 204
    assert not elsewhere.got
    elsewhere.close()


def test_dead_and_slow_endpoints_do_not_delay_others(open_server, receiver):
    tenant = open_server.admin().tenant()
    slow = Receiver()
    slow.pause = 30
    create(tenant, "http://127.0.0.1:9/dead")
    create(tenant, slow.url)
    create(tenant, receiver.url)
    # The slow one is known to be slow only after a while: its lane is full until then.
    late = []
    for count in range(1, 61):
        tenant.move("credits", 1_000)
        sent = time.time()
        got = receiver.await_(count)
        late.append(got[count - 1][2] - sent)
    late.sort()
    print(f"beside a dead and a slow one: median {late[30]:.3f} s, p99 {late[-1]:.3f} s")
    assert late[-1] < 2.0
    assert len(slow.got) <= 17, "no more at once than a lane has places"
    slow.close()


def test_held_events_are_replayed(open_server, receiver):
    tenant = open_server.admin().tenant()
    made = create(tenant, receiver.url)
    path = tenant.path(f"webhooks/sandbox/{made['id']}")
    tenant.admin.patch(path, {"enabled": False})
    tenant.move("credits", 7_000)
    deadline = time.monotonic() + WAIT_SECONDS_MAX
    while not tenant.admin.get(tenant.path("webhooks/sandbox"))["items"][0]["held"]:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    tenant.admin.patch(path, {"enabled": True})
    assert not receiver.got
    replayed = tenant.admin.post(f"{path}/replay", {"from": "2020-01-01T00:00:00Z"})
    assert replayed["events"] >= 1
    receiver.await_(replayed["events"])
    time.sleep(0.5)
    for delivery in tenant.admin.get(f"{path}/deliveries")["items"]:
        assert delivery["state"] == "delivered" and delivery["responseStatus"] == 204
    again = f"{path}/deliveries/{delivery['id']}/retry"
    assert tenant.admin.post(again)["state"] == "due"
    receiver.await_(replayed["events"] + 1)
    deleted = tenant.admin.client.delete(path)
    assert deleted.status_code == 200, deleted.text
    assert tenant.admin.client.delete(path).status_code == 404


def test_kill_nine_loses_no_event(open_server, receiver):
    """Each event that was answered for is in the feed once and delivered at least once; who reads
    on across the kills meets all of them in order."""
    server = open_server
    tenant, chance = server.admin().tenant(), random.Random("webhooks")
    key = tenant.key()
    create(tenant, receiver.url)
    answered, read, cursor = [], [], None
    for _ in range(KILLS):
        admin = server.admin()
        tenant.admin = admin
        stop = threading.Event()

        def credit():
            while not stop.is_set():
                try:
                    answered.append(tenant.move("credits", 1_000)["id"])
                except Exception:
                    return

        threads = [threading.Thread(target=credit) for _ in range(4)]
        for thread in threads:
            thread.start()
        time.sleep(chance.uniform(0.2, 1.0))
        more, cursor = feed(server, key, **({"after": cursor} if cursor else {}))
        read += more
        time.sleep(chance.uniform(0.0, 0.3))
        server.process.kill()
        server.process.wait()
        stop.set()
        for thread in threads:
            thread.join()
        server.close()
        server.start()
    tenant.admin = server.admin()
    deadline = time.monotonic() + WAIT_SECONDS_MAX
    while True:
        more, cursor = feed(server, key, after=cursor)
        read += more
        ids = [event["data"]["transferId"] for event in read]
        delivered = {event["data"]["transferId"] for _, event in receiver.events()}
        if set(answered) <= set(ids) and set(ids) <= delivered | {ids[0]}:
            break
        assert time.monotonic() < deadline, (len(answered), len(ids), len(delivered))
        time.sleep(0.2)
    assert len(ids) == len(set(ids)), "no event twice"
    whole, _ = feed(server, key)
    assert [event["id"] for event in whole] == [event["id"] for event in read]
    print(f"{len(answered)} answered, {len(ids)} in the feed, {len(receiver.got)} deliveries")
    assert len(answered) > 5 * KILLS


def test_an_offers_life_is_told(server):
    fintech = Fintech(server, server.admin().tenant())
    offer = fintech.copy(sharesOnOffer=1_000)
    reference = fintech.apply(offer, 1_000, isCardPayment=True)
    fintech.until(reference, "accepted")
    for to in ["closed", "allotted", "refunded", "credited"]:
        fintech.clock(offer, to)
    deadline = time.monotonic() + WAIT_SECONDS_MAX
    while True:
        events, _ = feed(server, fintech.key)
        told = [
            (event["type"], event["data"].get("event") or event["data"].get("status"))
            for event in events if event["data"].get("offerId") == offer["id"]
        ]
        if ("subscription.updated", "credit") in told:
            break
        assert time.monotonic() < deadline, told
        time.sleep(0.1)
    moves = [word for of, word in told if of == "subscription.updated"]
    assert moves == [*PAID, "allot_all", "credit"]
    assert ("allotment.completed", None) in told
    assert ("offer.updated", "open") in told and ("offer.updated", "closed") in told
    done = next(event for event in events if event["type"] == "allotment.completed")
    assert done["data"] == {
        "offerId": offer["id"], "applications": 1, "sharesAllotted": 1_000,
    }
    paid = [event["data"]["paymentStatus"] for event in events
            if event["type"] == "payment.updated"]
    assert "successful" in paid, paid
