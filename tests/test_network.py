"""PostgreSQL behind a network that swallows answers, is late, freezes, breaks and falls silent.

When it is well again: whatever was answered is in the books once, whatever is in the books adds
up, the wallet in memory is the one of the journal, and nothing is set aside for ever.
"""

import base64
import itertools
import random
import secrets
import threading
import time
from dataclasses import dataclass, field
from types import SimpleNamespace

import httpx
import psycopg
import pytest

from kofa import PostgresDatabase, Server, bill, open_offer, subscription
from network import Line

FUNDS = 10**10
CALLERS = 6
# Those of the silence: more than there are connections.
MANY_CALLERS = 24
# Connections that fall silent for ever are given up, and calls are served again.
SERVED_SECONDS_MAX = 15
# A call waits for what changed, for its own work and for its settlement.
ANSWERED_SECONDS_MAX = 60
# Whatever was open when the network broke ends when it is well again.
WELL_SECONDS_MAX = 60
REGISTRY = "/api/v1/company/validation"
ADDRESS = "/api/v1/proof-of-address"

# For how many seconds what is wrong.
SICK = {
    "loses answers": (5, {"lossy": 0.03}),
    "is slow": (5, {"slow": 2.0}),
    "freezes": (8, {"frozen": True}),
    "is down": (3, {"down": True}),
}


@dataclass
class Seen:
    """What callers sent, and what they got."""

    answers: list = field(default_factory=list)
    transfers: dict = field(default_factory=dict)
    slowest: float = 0


class Load:
    """Callers of what moves money at once, until they are told to stop. No jobs: one whose worker
    did not hear that it has it is begun again after two minutes."""

    def __init__(self, server, tenant, people, callers=CALLERS):
        self.server, self.tenant, self.people = server, tenant, people
        self.callers = callers
        self.key = tenant.key()
        self.seen = Seen()
        # When each caller was last answered well.
        self.served = dict.fromkeys(range(callers), 0)
        self.over = threading.Event()
        document = {"document_base64": base64.b64encode(bill()).decode()}
        self.kinds = [
            lambda: ("GET", f"{REGISTRY}/company/rc?rcNumber=1885308", {}),
            lambda: ("GET", "/api/exchange-invest/offers", {}),
            lambda: ("POST", f"{ADDRESS}/extract-base64", {"json": document}),
            self.subscribe,
        ]

    def subscribe(self):
        body = subscription(self.server, self.tenant.vendor_id, next(self.people))
        return "POST", "/api/exchange-invest/subscribe", {"json": body, "headers": named()}

    def __enter__(self):
        work = [self.call] * self.callers + [self.transfer]
        self.threads = [
            threading.Thread(target=one, args=(number,)) for number, one in enumerate(work)
        ]
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        for thread in self.threads:
            thread.join()

    def send(self, client, verb, path, **more):
        asked = time.monotonic()
        answer = client.request(verb, path, **more)
        self.seen.slowest = max(self.seen.slowest, time.monotonic() - asked)
        return answer

    def call(self, number):
        chance = random.Random(number)
        with self.server.client(**{"X-API-Key": self.key}) as client:
            client.timeout = httpx.Timeout(ANSWERED_SECONDS_MAX)
            while not self.over.is_set():
                verb, path, more = chance.choice(self.kinds)()
                answer = self.send(client, verb, path, **more)
                self.seen.answers.append(answer)
                if answer.is_success:
                    self.served[number] = time.monotonic()
                if answer.status_code >= 500:
                    time.sleep(0.2)

    def transfer(self, _):
        token = self.server.ready["adminToken"]
        with self.server.client(Authorization=f"Bearer {token}") as client:
            client.timeout = httpx.Timeout(ANSWERED_SECONDS_MAX)
            for direction in itertools.cycle(["credits", "debits"]):
                if self.over.is_set():
                    return
                reference = secrets.token_hex(8)
                body = {"amountKobo": 700, "reference": reference, "reason": "test"}
                self.seen.transfers[reference] = (direction, body, None)
                path = self.tenant.path(f"wallets/sandbox/{direction}")
                headers = {"Idempotency-Key": reference}
                answer = self.send(client, "POST", path, json=body, headers=headers)
                self.seen.transfers[reference] = (direction, body, answer)
                time.sleep(0.05)


def named():
    return {"Idempotency-Key": secrets.token_hex(12)}


def well_within(seconds, check):
    deadline = time.monotonic() + seconds
    while True:
        try:
            return check()
        except (AssertionError, httpx.HTTPError):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


def check_answers(tenant, seen):
    """Every answer that says something of a charge has its row and its charge."""
    rows = {row["requestId"]: row for row in tenant.pages("requests")}
    charged = [it for it in tenant.pages("ledger/sandbox") if it["kind"] == "charge"]
    charges = {it["requestId"]: -it["amountKobo"] for it in charged}
    assert len(charges) == len(charged), "a call is charged once"
    for answer in seen.answers:
        id = answer.headers["x-request-id"]
        if answer.is_success:
            assert id in rows, f"an answer without a row: {id}"
            assert charges.get(id, 0) == int(answer.headers["x-charge-amount"]), rows[id]
        elif answer.headers.get("x-charge-amount") == "0":
            assert id not in charges, f"told that nothing was charged: {answer.text}"
    assert {id: row["chargeKobo"] for id, row in rows.items() if row["chargeKobo"]} == charges


def check_transfers(tenant, seen, database):
    """Each transfer that was answered is there once; one that was not can be sent again."""
    posted = references(database)
    for reference, (direction, body, answer) in seen.transfers.items():
        if answer is not None and answer.is_success:
            assert reference in posted, answer.text
        path = tenant.path(f"wallets/sandbox/{direction}")
        tenant.admin.post(path, body, {"Idempotency-Key": reference})
    assert set(seen.transfers) <= set(references(database))


def references(database):
    with psycopg.connect(database.url) as connection:
        all_ = connection.execute("select wallet_no, reference from transfer").fetchall()
    assert len(all_) == len(set(all_)), "a reference counts once"
    return [reference for _, reference in all_]


def check_wallet(server, tenant, database):
    """Memory is what the journal says, and nothing is set aside."""
    wallet = tenant.wallet()
    assert wallet["reservedKobo"] == 0, wallet
    entries = sum(it["amountKobo"] for it in tenant.pages("ledger/sandbox"))
    assert wallet["balanceKobo"] == entries, wallet
    with psycopg.connect(database.url) as connection:
        (held,) = connection.execute("select count(*) from hold").fetchone()
        (open_,) = connection.execute(
            "select count(*) from idempotency where status is null"
        ).fetchone()
    assert (held, open_) == (0, 0)
    with server.product(tenant.key()) as client:
        answer = client.get("/api/exchange-invest/offers")
    assert answer.is_success, answer.text
    charge, left = (int(answer.headers[it]) for it in ("x-charge-amount", "x-wallet-balance"))
    assert left == entries - charge, (left, entries, charge)


@pytest.fixture(scope="module")
def behind(binary, tmp_path_factory):
    database = PostgresDatabase()
    line = Line(database.url)
    server = Server(tmp_path_factory.mktemp("network"), SimpleNamespace(url=line.url))
    try:
        server.start()
        open_offer(server)
        yield server, line, database
        server.stop()
    finally:
        if server.process and server.process.poll() is None:
            server.kill()
        line.close()
        database.drop()


PEOPLE = itertools.count(1)


@pytest.mark.parametrize("sickness", SICK)
def test_what_the_network_did_is_over_when_it_is_well(behind, sickness):
    server, line, database = behind
    seconds, how = SICK[sickness]
    tenant = server.admin().tenant("Network Test")
    tenant.move("credits", FUNDS)
    with Load(server, tenant, PEOPLE) as load:
        time.sleep(1)
        for name, value in how.items():
            setattr(line, name, value)
        if line.down:
            line.cut()
        if line.frozen or line.down:
            time.sleep(1)
            ready = httpx.get(f"{server.url}/readyz", timeout=ANSWERED_SECONDS_MAX)
            assert ready.status_code == 503, ready.text
        time.sleep(seconds)
        line.mend()
        well_within(WELL_SECONDS_MAX, lambda: expect_served(load))
    check_books(sickness, server, line, tenant, database, load.seen)


def test_connections_that_fall_silent_for_ever_are_given_up(behind):
    server, line, database = behind
    tenant = server.admin().tenant("Silence Test")
    tenant.move("credits", FUNDS)
    with Load(server, tenant, PEOPLE, MANY_CALLERS) as load:
        for turn in range(2):
            time.sleep(2)
            expect_served(load)
            began = time.monotonic()
            line.silence()
            health = httpx.get(f"{server.url}/healthz", timeout=5)
            assert health.status_code == 200, health.text
            well_within(SERVED_SECONDS_MAX, lambda: expect_all_served(load, began))
            after = time.monotonic() - began
            print(f"silence {turn + 1}: served again after {after:.1f} s")
            assert after < SERVED_SECONDS_MAX
    check_books("silence", server, line, tenant, database, load.seen)
    with psycopg.connect(database.url) as connection:
        sessions = connection.execute(
            "select state, count(*) from pg_stat_activity where datname = current_database()"
            " and application_name like 'kofa-%' group by state"
        ).fetchall()
    # Those given up are gone at the server, too: 16 connections, and the one with the lock.
    assert sum(count for _, count in sessions) <= 17, sessions
    assert httpx.get(f"{server.url}/healthz", timeout=5).text == "ok\n"


def check_books(sickness, server, line, tenant, database, seen):
    """Whatever was answered is in the books once, and they add up."""
    ok = sum(it.is_success for it in seen.answers)
    print(f"{sickness}: {len(seen.answers)} answers, {ok} good, slowest {seen.slowest:.1f} s,"
          f" {line.swallowed} swallowed, {len(seen.transfers)} transfers")
    odd = [it for it in seen.answers if not it.is_success and it.status_code not in (503, 504)]
    assert not odd, (odd[0].status_code, odd[0].text)
    assert httpx.get(f"{server.url}/readyz", timeout=30).status_code == 200
    well_within(WELL_SECONDS_MAX, lambda: check_wallet(server, tenant, database))
    check_transfers(tenant, seen, database)
    check_answers(tenant, seen)
    check_wallet(server, tenant, database)
    proof = tenant.admin.post("/admin/v1/ledger/verify")
    assert proof["ok"] and not proof["problems"], proof


def expect_all_served(load, began):
    """Calls of every kind are, and nobody who was there before waits any more."""
    expect_served(load)
    with load.server.product(load.key) as client:
        for kind in load.kinds:
            verb, path, more = kind()
            assert client.request(verb, path, **more).is_success
    assert min(load.served.values()) > began, "a caller still waits"


def expect_served(load):
    with load.server.product(load.key) as client:
        before = len(load.seen.answers)
        assert client.get("/api/exchange-invest/offers").is_success
        assert client.get(f"{REGISTRY}/company/rc?rcNumber=1885308").is_success
        assert len(load.seen.answers) > before, "callers are answered"
