"""kill -9 while the market is at work: everyone is paid for once, and allotted to once."""

import itertools
import json
import random
import threading
import time
from collections import Counter

import httpx
import pytest

from envelopes import expect_success
from kofa import PostgresDatabase, Server, open_offer, subscription
from market import PAID, PATH, Fintech, moves
from test_crash import Round, connect

ROUNDS = 4
# Long enough that debits of a second are under way, too.
LOAD_SECONDS = (0.2, 2.0)
# Work that was taken by a killed server is taken again after a minute.
QUIET_SECONDS_MAX = 150
OFFERS = 3
APPLICATIONS = 700
CONNECTIONS = 16
# From before the allotment began to after it was done: some of them hit.
ALLOTTING_SECONDS = (0.0, 0.12)


@pytest.fixture(params=["sqlite", "postgres"])
def killed(request, binary, tmp_path):
    """A server that is killed: of this test alone."""
    database = PostgresDatabase() if request.param == "postgres" else None
    server = Server(tmp_path, database)
    try:
        server.start()
        # Read once, before threads ask for it.
        open_offer(server)
        yield server
        server.stop()
    finally:
        if server.process and server.process.poll() is None:
            server.kill()
        if database:
            database.drop()


class MarketRound(Round):
    """Half of its people pay by card, at once; the others' banks take a second."""

    def person(self):
        number = next(self.people)
        name = f"market-crash-{number}"
        card = {"isCardPayment": number % 2 == 0}
        body = subscription(self.server, self.tenant.vendor_id, number, **card)
        self.bodies[name] = json.dumps(body)
        return name

    def check_lives(self):
        """Each subscription was paid once, and taken by the exchange once."""
        connection = connect(self.server)
        ask = lambda body: json.loads(
            self.send(
                connection, "POST", f"{PATH}/transactions", json.dumps(body),
                {"Content-Type": "application/json"},
            )[2]
        )["data"]
        answered = {
            json.loads(body)["data"]["localSubscriptionId"]
            for body in self.seen.subscribed.values()
        }
        found = set()
        for page in itertools.count(1):
            data = ask({"page": page, "size": 100})
            for listed in data["transactions"]:
                assert listed["status"] == "accepted", listed
                found.add(listed["subscription"]["id"])
                one = ask({"transactionReference": listed["transactionReference"]})
                seen = Counter(moves(one["transactions"][0]))
                assert seen == Counter(PAID), (listed, seen)
            if page >= data["totalPages"]:
                break
        connection.close()
        assert answered <= found, "every answer has its subscription"
        return len(found)


def test_kill_nine_while_payments_are_collected(killed):
    people = itertools.count(1)
    rounds = []
    for number in range(ROUNDS):
        chance = random.Random(f"market/{number}")
        one = MarketRound(killed, people)
        one.run(f"market/{number}", chance.uniform(*LOAD_SECONDS))
        one.check()
        rounds.append(one)
    admin = killed.admin()
    await_quiet(admin)
    total = 0
    for one in rounds:
        one.tenant.admin = admin
        total += one.check_lives()
        one.check_books()
    print(f"{total} subscriptions in {ROUNDS} rounds")
    assert total > 10 * ROUNDS, "the rounds met what they are about"


def await_quiet(admin):
    """Waits until no task is left, also none that waits for an operator."""
    deadline = time.monotonic() + QUIET_SECONDS_MAX
    while items := admin.get("/admin/v1/outbox?limit=100")["items"]:
        stuck = [task for task in items if task["state"] == "stuck"]
        assert not stuck, stuck
        assert time.monotonic() < deadline, items[:3]
        time.sleep(0.5)


def apply_all(fintech, offer, chance):
    """Applications over connections that stay open; their references."""
    sizes = [100, 100, 200, 500, 1_000, 5_000]
    bodies = [
        fintech.body(offer, chance.choice(sizes), isCardPayment=True)
        for _ in range(APPLICATIONS)
    ]
    taken = []

    def send(part):
        headers = {"X-API-Key": fintech.key}
        with httpx.Client(base_url=fintech.server.url, headers=headers, timeout=60) as client:
            for body in part:
                answer = expect_success(client.post(f"{PATH}/subscribe", json=body))
                taken.append(answer.json()["data"]["transactionReference"])

    threads = [
        threading.Thread(target=send, args=(bodies[number::CONNECTIONS],))
        for number in range(CONNECTIONS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(taken) == len(bodies)
    return taken


class Struck:
    """A server that is killed while it answers the operator."""

    def __init__(self, fintech):
        self.fintech = fintech

    def post(self, path, body, after_seconds):
        """Sends it, kills the server so much later, and starts it again."""
        server = self.fintech.server
        answers = []

        def send():
            try:
                answers.append(server.admin().client.post(path, json=body).status_code)
            except httpx.HTTPError:
                pass

        thread = threading.Thread(target=send)
        thread.start()
        time.sleep(after_seconds)
        server.process.kill()
        thread.join()
        server.kill()
        server.start()
        self.fintech.come_back()
        return answers


def test_kill_nine_in_an_allotment(killed):
    fintech = Fintech(killed, killed.admin().tenant("Allotment Crash"))
    fintech.tenant.move("credits", 10**12)
    chance = random.Random("allotment")
    interrupted = Counter()
    rounds = []
    for _ in range(OFFERS):
        offer = fintech.copy(sharesOnOffer=300_000, oversubscriptionLimitPct=15)
        references = apply_all(fintech, offer, chance)
        fintech.clock(offer, "closed")
        interrupted.update(allot_and_kill(fintech, offer, chance))
        basis = check_allotted(fintech, offer, references)
        rounds.append((offer, references, basis))
        clock = fintech.tenant.path(f"sandbox/offers/{offer['id']}/clock")
        Struck(fintech).post(clock, {"to": "credited"}, chance.uniform(0.05, 1.0))
    await_quiet(fintech.admin)
    for offer, references, basis in rounds:
        fintech.clock(offer, "credited")
        check_ended(fintech, references, basis)
    proof = fintech.admin.post("/admin/v1/ledger/verify")
    assert proof["ok"], proof
    print(f"killed when the allotment was: {dict(interrupted)}")


def allot_and_kill(fintech, offer, chance):
    """Allots, killed again and again at first; the states in which it was found."""
    path = f"/admin/v1/offers/sandbox/{offer['id']}/allotment"
    found = []
    for _ in range(3):
        Struck(fintech).post(path, {"seed": 7}, chance.uniform(*ALLOTTING_SECONDS))
        answer = fintech.admin.client.get(path)
        found.append(answer.json()["state"] if answer.is_success else "not begun")
        if found[-1] == "done":
            return found
    # Taken up where it was, with the seed that it began with.
    allotted = fintech.admin.post(path, {"seed": 8})
    assert allotted["state"] == "done"
    assert allotted["seed"] == (7 if "running" in found else 8)
    return found


def check_allotted(fintech, offer, references):
    """Every application was moved once, and nothing was given twice."""
    path = f"/admin/v1/offers/sandbox/{offer['id']}"
    kept = fintech.admin.get(f"{path}/allotment")
    basis = kept["basis"]
    assert kept["state"] == "done" and basis["applications"] == len(references)
    got = refunds = 0
    for reference in references:
        one = fintech.look(reference)
        steps = moves(one)
        assert steps[:-1] == PAID and steps[-1].startswith("allot_"), one
        assert 0 <= one["sharesAllotted"] <= one["numberOfShares"]
        got += one["sharesAllotted"]
        refunds += round((one["refundAmount"] or 0) * 100)
    assert got == basis["allotted"] <= basis["supply"]
    assert refunds == basis["refundsTotal"]
    assert basis["collectedTotal"] + refunds == basis["demand"] * offer["priceKobo"]
    assert fintech.admin.get(path)["status"] == "allotted"
    return basis


def check_ended(fintech, references, basis):
    """Money went back once, shares were credited once."""
    ended = Counter()
    for reference in references:
        one = fintech.look(reference)
        steps = Counter(moves(one))
        assert max(steps.values()) == 1, one
        assert ("refund" in steps) == bool(one["refundAmount"]), one
        assert ("credit" in steps) == (one["sharesAllotted"] > 0), one
        ended[one["status"]] += 1
    assert ended["credited"] == basis["full"] + basis["partial"]
    assert ended["refunded"] == basis["none"]
