"""kill -9 in the middle of mixed load: what was answered is stored and charged, exactly once."""

import http.client
import itertools
import json
import random
import threading
import time
from dataclasses import dataclass, field

import pytest

from kofa import PostgresDatabase, Server, open_offer, subscription

ROUNDS = 10
FUNDS = 10**12
CLIENTS = 64
LOAD_SECONDS = (0.05, 0.5)
SUBSCRIBE = "/api/exchange-invest/subscribe"
LISTS = [
    "/api/exchange-invest/offers",
    "/api/v1/company/validation/company/rc?rcNumber=1885308",
]


@dataclass
class Seen:
    """What the clients of one round sent, and what they got."""

    answered: list = field(default_factory=list)
    subscribed: dict = field(default_factory=dict)
    unanswered: list = field(default_factory=list)
    unexpected: list = field(default_factory=list)


class Round:
    """A new tenant, load in its name, kill -9 at a random moment, and the server started again."""

    def __init__(self, server, people):
        self.server = server
        self.people = people
        self.tenant = server.admin().tenant("Crash Test")
        self.tenant.move("credits", FUNDS)
        self.key = self.tenant.key()
        self.bodies = {}
        self.seen = Seen()
        self.stop = threading.Event()

    def run(self, seed, load_seconds):
        threads = [
            threading.Thread(target=self.client, args=(f"{seed}/{number}",))
            for number in range(CLIENTS)
        ]
        for thread in threads:
            thread.start()
        time.sleep(load_seconds)
        self.server.kill()
        self.stop.set()
        for thread in threads:
            thread.join()
        self.server.start()
        self.tenant.admin = self.server.admin()

    def client(self, seed):
        chance = random.Random(seed)
        connection = connect(self.server)
        name = None
        try:
            while not self.stop.is_set():
                name = self.person() if chance.random() < 0.4 else None
                if name:
                    status, headers, body = self.subscribe(connection, name)
                else:
                    status, headers, body = self.send(connection, "GET", chance.choice(LISTS))
                self.note(name, status, headers, body)
        except (OSError, http.client.HTTPException):
            # No whole answer came: anything may have happened, but only once.
            if name:
                self.seen.unanswered.append(name)
        finally:
            connection.close()

    def note(self, name, status, headers, body):
        if not 200 <= status < 300:
            self.seen.unexpected.append((status, body))
            return
        self.seen.answered.append((headers["x-request-id"], status, headers["x-charge-amount"]))
        if name:
            self.seen.subscribed[name] = body

    def person(self):
        """A new Idempotency-Key with its body."""
        number = next(self.people)
        name = f"crash-{number}"
        self.bodies[name] = json.dumps(subscription(self.server, self.tenant.vendor_id, number))
        return name

    def subscribe(self, connection, name):
        headers = {"Idempotency-Key": name, "Content-Type": "application/json"}
        return self.send(connection, "POST", SUBSCRIBE, self.bodies[name], headers)

    def send(self, connection, verb, path, body=None, headers=None):
        connection.request(verb, path, body, {"X-API-Key": self.key, **(headers or {})})
        answer = connection.getresponse()
        content = answer.read()
        return answer.status, {k.lower(): v for k, v in answer.getheaders()}, content

    def check(self):
        assert not self.seen.unexpected, self.seen.unexpected[:3]
        self.check_books()
        connection = connect(self.server)
        replies = list(self.seen.subscribed.values())
        for name, body in self.seen.subscribed.items():
            status, headers, again = self.subscribe(connection, name)
            assert 200 <= status < 300 and headers["idempotency-replayed"] == "true", (name, again)
            assert again == body, name
        for name in self.seen.unanswered:
            status, _, body = self.subscribe(connection, name)
            assert 200 <= status < 300, (name, status, body)
            _, headers, again = self.subscribe(connection, name)
            assert again == body and headers["idempotency-replayed"] == "true", name
            replies.append(body)
        self.check_subscriptions(connection, replies)
        connection.close()
        self.check_books()

    def check_books(self):
        """Every answer has its row and its charge; every charge has its row."""
        rows = {row["requestId"]: row for row in self.tenant.pages("requests")}
        entries = [
            entry for entry in self.tenant.pages("ledger/sandbox") if entry["kind"] == "charge"
        ]
        charges = {entry["requestId"]: -entry["amountKobo"] for entry in entries}
        assert len(charges) == len(entries), "a call is charged once"
        for request_id, status, charge in self.seen.answered:
            assert request_id in rows, f"an answer without a row: {request_id}"
            row = rows[request_id]
            assert (row["status"], row["chargeKobo"]) == (status, int(charge)), row
        logged = {id: row["chargeKobo"] for id, row in rows.items() if row["chargeKobo"]}
        assert logged == charges, "charges and charged rows are the same"
        proof = self.tenant.admin.post("/admin/v1/ledger/verify")
        assert proof["ok"] and not proof["problems"], proof
        self.spent = sum(charges.values())
        self.check_wallet()

    def check_wallet(self):
        wallet = self.tenant.wallet()
        assert wallet["reservedKobo"] == 0, wallet
        assert wallet["balanceKobo"] == self.opening() - self.spent, wallet

    def opening(self):
        """What was put in: the operator's credit and what a new sandbox wallet holds."""
        return sum(
            entry["amountKobo"] for entry in self.tenant.pages("ledger/sandbox")
            if entry["kind"] != "charge"
        )

    def check_subscriptions(self, connection, replies):
        """Each key that was answered in the end stands for exactly one subscription."""
        headers = {"Content-Type": "application/json"}
        names = []
        for page in itertools.count(1):
            body = json.dumps({"page": page, "size": 100})
            path = "/api/exchange-invest/transactions"
            _, _, content = self.send(connection, "POST", path, body, headers)
            data = json.loads(content)["data"]
            names += [one["subscription"]["investorName"] for one in data["transactions"]]
            if page >= data["totalPages"]:
                break
        assert len(names) == len(set(names)), "nobody is subscribed twice"
        ids = {json.loads(body)["data"]["localSubscriptionId"] for body in replies}
        assert len(ids) == len(names) == len(replies)


def connect(server):
    host, port = server.url.removeprefix("http://").split(":")
    return http.client.HTTPConnection(host, int(port), timeout=20)


@pytest.mark.parametrize("dialect", ["sqlite", "postgres"])
def test_kill_nine_under_mixed_load(binary, tmp_path, dialect):
    database = PostgresDatabase() if dialect == "postgres" else None
    server = Server(tmp_path, database)
    try:
        server.start()
        # Read once, before the threads ask for it.
        open_offer(server)
        people = itertools.count(1)
        rounds = []
        for number in range(ROUNDS):
            rounds.append(Round(server, people))
            seed = f"{dialect}/{number}"
            rounds[-1].run(seed, random.Random(seed).uniform(*LOAD_SECONDS))
            rounds[-1].check()
        for earlier in rounds:
            # Nothing that happened later touched them.
            earlier.tenant.admin = server.admin()
            earlier.check_wallet()
        count = lambda name: sum(len(getattr(one.seen, name)) for one in rounds)
        answered, subscribed, cut_off = map(count, ["answered", "subscribed", "unanswered"])
        print(f"{answered} answers, {subscribed} subscriptions, {cut_off} cut off")
        # The rounds must have met what they are about.
        assert answered > 10 * ROUNDS and subscribed > ROUNDS and cut_off > ROUNDS
        server.stop()
    finally:
        if server.process and server.process.poll() is None:
            server.kill()
        if database:
            database.drop()
