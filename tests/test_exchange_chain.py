"""One Kofa is the exchange of another: live of the first is the sandbox of the second, over a line
that delays, cuts, repeats and garbles. KOFA_CHAIN_COUNT says how many people apply."""

import http.client
import os
import random
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from conftest import running
from envelopes import expect_failure, expect_success
from kofa import PostgresDatabase, Server, eventually, subscription
from market import new_id

PATH = "/api/exchange-invest"
COUNT = int(os.environ.get("KOFA_CHAIN_COUNT", "150"))
# Of the first server for an answer; the line sometimes takes longer.
PATIENCE_SECONDS = 2
SETTLE_SECONDS_MAX = 60 + COUNT / 4
PRICE = 10_000
# How often of a hundred something happens to an application on its way. Three in ten times nobody
# knows afterwards whether it arrived.
FAULTS = {
    "delay": 10, "repeat": 6, "late": 3, "arrive late": 3, "cut before": 6, "cut after": 6,
    "error before": 3, "error after": 3, "nonsense": 2, "half": 2,
}
# The same of what changes nothing.
FAULTS_OF_READS = {"delay": 2, "cut before": 2, "cut after": 2, "error before": 2, "nonsense": 1}


class Line(ThreadingHTTPServer):
    """Passes requests on to `address`, badly."""

    daemon_threads = True
    request_queue_size = 256

    def __init__(self, address):
        super().__init__(("127.0.0.1", 0), Passing)
        self.address = address
        self.chance = random.Random(7)
        self.lock = threading.Lock()
        self.happened = {}
        self.is_up = True
        self.is_good = False
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def fault(self, path):
        faults = FAULTS if path.endswith("/subscribe") else FAULTS_OF_READS
        with self.lock:
            drawn = self.chance.uniform(0, 100)
            for name, share in faults.items():
                drawn -= share
                if drawn < 0 and not self.is_good:
                    break
            else:
                name = "none"
            if path.endswith("/subscribe"):
                self.happened[name] = self.happened.get(name, 0) + 1
            return name

    def handle_error(self, request, client_address):
        """Whoever asks may leave."""


class Passing(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def forward(self, body):
        line = http.client.HTTPConnection(*self.server.address, timeout=30)
        kept = {"x-api-key", "x-environment", "idempotency-key", "content-type"}
        headers = {name: value for name, value in self.headers.items() if name.lower() in kept}
        line.request(self.command, self.path, body, headers)
        answer = line.getresponse()
        told = answer.status, answer.read()
        line.close()
        return told

    def cut(self):
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def tell(self, status, body, kind="application/json", length=None):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(length or len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if not self.server.is_up:
            return self.cut()
        fault = self.server.fault(self.path)
        if fault == "cut before":
            return self.cut()
        if fault == "error before":
            return self.tell(502, b"<html>Bad gateway</html>", "text/html")
        if fault == "arrive late":
            time.sleep(PATIENCE_SECONDS + 0.5)
        if fault == "delay":
            time.sleep(random.uniform(0.05, 0.8))
        status, answer = self.forward(body)
        if fault == "repeat":
            status, answer = self.forward(body)
        if fault == "late":
            time.sleep(PATIENCE_SECONDS + 0.5)
        if fault == "cut after":
            return self.cut()
        if fault == "error after":
            return self.tell(500, b'{"oops": true}')
        if fault == "nonsense":
            return self.tell(200, b'{"status": "ok", "items": [1, 2]}')
        if fault == "half":
            self.tell(status, answer[: len(answer) // 2], length=len(answer))
            return self.cut()
        self.tell(status, answer)

    do_POST = do_GET


class Chain:
    """An operator with a line to an exchange, where it is a tenant with an offer of its own."""

    def __init__(self, folder, exchange, database=None):
        self.exchange = exchange
        self.account = exchange.admin().tenant("The operator next door")
        self.account.set_balance(10**10)
        self.offer = new_id("CHAIN")
        path = self.account.path("sandbox/offers")
        exchange.admin().post(path, {"copyOf": "OFR-LAGOON", "offerId": self.offer})
        self.line = Line(tuple(exchange.url.removeprefix("http://").split(":")))
        folder.mkdir()
        self.server = Server(folder, database)
        self.server.environment = {
            "KOFA_EXCHANGE_CONTRACT_URL": self.line.url,
            "KOFA_EXCHANGE_CONTRACT_KEY": self.account.key(),
            "KOFA_EXCHANGE_CONTRACT_VENDOR_ID": self.account.vendor_id,
            "KOFA_EXCHANGE_CONTRACT_TIMEOUT_S": str(PATIENCE_SECONDS),
            "KOFA_EXCHANGE_CONTRACT_REFRESH_S": "1",
            "KOFA_EXCHANGE_CONTRACT_FOLLOW_S": "1",
            "KOFA_CONNECTIONS_PER_ADDRESS": "10000",
        }

    def begin(self):
        """Once the server runs: a tenant that may go live."""
        self.tenant = self.server.admin().tenant("Whose people apply")
        self.tenant.switch("investment_ipo", True, "live")
        self.tenant.limit(100_000, 100_000, "live")
        self.tenant.set_balance(10**10, "live")
        key = self.tenant.key(["investment_ipo"], ("live",))
        self.client = self.server.product(key)
        eventually(lambda: expect_success(self.client.get(f"{PATH}/offers")))

    def move(self, to):
        path = self.account.path(f"sandbox/offers/{self.offer}/clock")
        self.exchange.admin().post(path, {"to": to})

    def live(self, name):
        answer = expect_success(self.client.get(f"{PATH}/{name}"))
        return answer.json()["data"]

    def offered(self):
        offers = self.live("offers?size=100")["offers"]
        return next(offer for offer in offers if offer["id"] == self.offer)

    def await_offer(self, **wanted):
        def check():
            offer = self.offered()
            assert {name: offer[name] for name in wanted} == wanted
            return offer

        return eventually(check, 20)

    def body(self, number, offer, shares=None):
        about = {
            "offerId": offer["id"],
            "offerType": offer["offerType"],
            "brokerId": "meristem-stockbrokers",
            "numberOfShares": shares or offer["minimumShares"],
        }
        return subscription(self.server, self.tenant.vendor_id, number, **about)

    def apply(self, number, offer, shares=None):
        """Applies until somebody may have it: 503 is free and nothing."""
        body = self.body(number, offer, shares)
        for _ in range(200):
            answer = self.client.post(
                f"{PATH}/subscribe", json=body, headers={"Idempotency-Key": f"person-{number}"}
            )
            if answer.status_code != 503:
                return answer
            # A machine that is busy for longer than a second admits nobody, either.
            code = answer.json()["errors"][0]["code"]
            assert code in ("upstream_unavailable", "service_unavailable"), answer.text
            expect_failure(answer, 503, code)
            assert answer.headers["x-charge-amount"] == "0"
            time.sleep(0.5)
        raise AssertionError(f"503 for ever: {answer.text}")

    def here(self):
        """What the first server says of its applications, by its reference."""
        return book(self.client, {"offerId": self.offer}, "transactionReference")

    def there(self):
        """What the exchange says, by the first server's reference."""
        with self.exchange.product(self.account.key()) as client:
            return book(client, {"offerId": self.offer}, "clientReference")

    def until(self, wanted):
        """Both books, once all of ours are `wanted` or came to nothing."""

        def check():
            here = self.here()
            states = {one["status"] for one in here.values()}
            assert states <= {*wanted, "rejected"}, states
            return here

        return eventually(check, SETTLE_SECONDS_MAX)


def book(client, search, name):
    found, page = {}, 1
    while True:
        search = search | {"page": page, "size": 100}
        data = expect_success(client.post(f"{PATH}/transactions", json=search)).json()["data"]
        for one in data["transactions"]:
            assert one[name] not in found, f"twice: {one}"
            found[one[name]] = one
        if page >= data["totalPages"]:
            assert len(found) == data["totalCount"]
            return found
        page += 1


@pytest.fixture
def chain(sqlite_server, binary, tmp_path):
    """The exchange on SQLite, and who connects to it on PostgreSQL."""
    made = Chain(tmp_path / "near", sqlite_server, PostgresDatabase())
    for _ in running(made.server):
        made.begin()
        yield made
        made.client.close()
    made.line.shutdown()
    made.server.database.drop()


SAME = ["numberOfShares", "amount", "isSettledPayment", "status", "paymentStatus",
        "allotmentStatus", "sharesAllotted", "refundAmount"]


def compare(here, there):
    """Both have the same applications, at the same point, to the share and the kobo."""
    for reference, ours in here.items():
        if ours["status"] == "rejected" and reference not in there:
            continue
        theirs = there[reference]
        for name in SAME:
            assert ours[name] == theirs[name], (name, ours, theirs)
        names = ["exchangeReferenceNumber", "exchangeSubscriptionId"]
        if ours["status"] != "rejected":
            assert [ours["subscription"][n] for n in names] == [
                theirs["subscription"][n] for n in names
            ]
    assert set(there) <= set(here)
    in_kobo = lambda rows: sum(round(one["amount"] * 100) for one in rows)
    settled = lambda rows: [one for one in rows.values() if one["isSettledPayment"]]
    assert in_kobo(settled(here)) == in_kobo(settled(there))


def test_applications_cross_a_bad_line_once(chain):
    # Half of what is asked for, so that most get a part; the minimum of each is there.
    lagoon = chain.await_offer(status="upcoming", isSubscribable=False)
    least, step = lagoon["minimumShares"], lagoon["multiple"]
    asked = {number: least + step * (number % 4) for number in range(1, COUNT + 1)}
    refused = [number for number in asked if number % 50 == 0]
    for number in refused:
        asked[number] = least * 13
    wanted = sum(shares for number, shares in asked.items() if number not in refused)
    supply = (least * (COUNT - len(refused)) + wanted) // 2
    chain.exchange.admin().patch(
        f"/admin/v1/offers/sandbox/{chain.offer}",
        {"sharesOnOffer": supply, "oversubscriptionLimitPct": 0},
    )
    chain.move("open")
    offer = chain.await_offer(status="open", isSubscribable=True, sharesOnOffer=supply)
    assert chain.live("offers")["source"]["retrievedAt"]
    with ThreadPoolExecutor(24) as people:
        answers = list(people.map(lambda it: chain.apply(it[0], offer, it[1]), asked.items()))
    for number, answer in zip(asked, answers, strict=True):
        if number in refused and answer.status_code == 422:
            expect_failure(answer, 422, "upstream_rejected")
            assert answer.headers["x-charge-amount"] == "0"
        else:
            assert answer.status_code in (200, 202), answer.text
            assert answer.headers["x-charge-amount"] == str(PRICE)
    assert sum(answer.status_code == 202 for answer in answers) > COUNT // 20
    again = chain.client.post(f"{PATH}/subscribe", json=chain.body(1, offer))
    expect_failure(again, 409, "duplicate_subscription")

    here = chain.until({"accepted"})
    taken = [one for one in here.values() if one["status"] == "accepted"]
    assert len(taken) == COUNT - len(refused)
    compare(here, chain.there())

    for to in ("closed", "allotted", "refunded", "credited"):
        chain.move(to)
    here = chain.until({"credited", "refunded"})
    # A part is credited before or after the rest went back.
    eventually(lambda: compare(chain.here(), chain.there()), SETTLE_SECONDS_MAX)
    here = chain.here()
    allotted = sum(one["sharesAllotted"] or 0 for one in here.values())
    assert allotted == sum(one["sharesAllotted"] or 0 for one in chain.there().values())
    assert 0 < allotted <= supply
    parts = [one for one in here.values() if one["allotmentStatus"] == "partial"]
    assert parts and all(one["paymentStatus"] == "refunded" for one in parts)

    charged = sum(int(answer.headers["x-charge-amount"]) for answer in answers)
    rows = chain.tenant.pages("requests?environment=live")
    rows = [row for row in rows if row["operationId"] == "subscribe"]
    assert sum(row["chargeKobo"] for row in rows) == charged
    for server in (chain.server, chain.exchange):
        assert server.admin().post("/admin/v1/ledger/verify")["ok"] is True
    print(f"{COUNT} applications; the line: {chain.line.happened}")


def test_what_the_exchange_offers_is_told_with_its_age_while_it_is_away(chain):
    chain.line.is_good = True
    chain.move("open")
    chain.await_offer(isSubscribable=True)
    before = chain.live("offers")["source"]
    assert (before["cached"], before["stale"]) == (True, False)
    for name in ("supported-banks", "brokers"):
        assert chain.live(name)["source"]["retrievedAt"]
    chain.line.is_up = False
    away = chain.await_offer(isSubscribable=False)
    assert "has not responded since" in away["notSubscribableReason"]
    told = chain.live("offers")["source"]
    assert told["stale"] is True and told["retrievedAt"] >= before["retrievedAt"]
    assert chain.live("brokers")["source"]["stale"] is True
    # The line is cut after the request left: it may have arrived. Nothing is asked twice.
    answer = chain.client.post(f"{PATH}/subscribe", json=chain.body(1, away))
    assert answer.status_code in (202, 503), answer.text
    chain.line.is_up = True
    chain.await_offer(isSubscribable=True)
    if answer.status_code == 202:
        here = chain.until({"accepted"})
        compare(here, chain.there())


def test_rights_and_own_offers(chain):
    chain.line.is_good = True
    admin = chain.server.admin()
    rights = next(
        offer for offer in chain.live("offers?size=100")["offers"]
        if offer["rights"] and offer["status"] == "open"
    )
    search = {"offer": rights["id"], "chn": "C765432199"}
    first = expect_success(chain.client.get(f"{PATH}/rights-eligibility", params=search))
    with chain.exchange.product(chain.account.key()) as client:
        theirs = expect_success(client.get(f"{PATH}/rights-eligibility", params=search))
    ours, theirs = first.json()["data"], theirs.json()["data"]
    source = ours.pop("source")
    assert source["retrievedAt"] and source["cached"] is False
    assert theirs.pop("source")["retrievedAt"] is None
    assert ours == theirs
    chain.line.is_up = False
    kept = expect_success(chain.client.get(f"{PATH}/rights-eligibility", params=search))
    assert kept.json()["data"]["source"]["cached"] is True
    other = chain.client.get(f"{PATH}/rights-eligibility", params=search | {"chn": "C111111199"})
    expect_failure(other, 503, "upstream_unavailable")
    chain.line.is_up = True
    # What the exchange runs is not the operator's to change.
    path = f"/admin/v1/offers/live/{rights['id']}"
    refused = admin.client.patch(path, json={"sector": "Other"})
    assert (refused.status_code, refused.json()["code"]) == (409, "offer_of_exchange")


@pytest.fixture
def two(sqlite_server, postgres_server, binary, tmp_path):
    """Two exchanges, and who is connected to both; the second takes part with one offer."""
    first = Chain(tmp_path / "near", sqlite_server)
    second = Chain(tmp_path / "unused", postgres_server)
    file = tmp_path / "exchanges.toml"
    file.write_text(
        f'[desk]\nurl = "{second.line.url}"\nkey = "{second.account.key()}"\n'
        f'vendor_id = "{second.account.vendor_id}"\ntimeout_s = {PATIENCE_SECONDS}\n'
        f'refresh_s = 1\nfollow_s = 1\noffers = ["{second.offer}"]\n'
        'brokers = ["meristem-stockbrokers"]\n'
    )
    first.server.environment["KOFA_EXCHANGES_FILE"] = str(file)
    first.line.is_good = second.line.is_good = True
    for _ in running(first.server):
        first.begin()
        for name in ["server", "tenant", "client"]:
            setattr(second, name, getattr(first, name))
        yield first, second
        first.client.close()
    for one in (first, second):
        one.line.shutdown()


def test_each_offer_is_of_one_of_several_exchanges(two):
    first, second = two
    for one in two:
        one.move("open")
    offers = [one.await_offer(status="open", isSubscribable=True) for one in two]
    ids = [offer["id"] for offer in first.live("offers?size=100")["offers"]]
    assert len(ids) == len(set(ids)) > 3
    brokers = first.live("brokers")["brokers"]
    elsewhere = next(
        one["id"] for one in brokers
        if one["active"] and one["acceptsNewClients"] and one["id"] != "meristem-stockbrokers"
    )
    body = second.body(5, offers[1]) | {"brokerId": elsewhere}
    answer = second.client.post(f"{PATH}/subscribe", json=body)
    expect_failure(answer, 422, "broker_not_accepting", "brokerId")
    body = first.body(6, offers[0]) | {"brokerId": elsewhere}
    expect_success(first.client.post(f"{PATH}/subscribe", json=body))
    for number, (one, offer) in enumerate(zip(two, offers, strict=True), 10):
        expect_success(one.apply(number, offer))
    for one, count in zip(two, [2, 1], strict=True):
        here = one.until({"accepted"})
        assert len(here) == len(one.there()) == count
        compare(here, one.there())

    # The one that is silent stops, and nothing else does.
    second.line.is_up = False

    def is_stale():
        offer = second.offered()
        assert not offer["isSubscribable"] and "has not responded" in offer["notSubscribableReason"]
        assert first.live("offers")["source"]["stale"]

    eventually(is_stale, 20)
    assert first.offered()["isSubscribable"]
    expect_success(first.apply(21, offers[0]))

    second.line.is_up = True
    for to in ("closed", "allotted", "refunded", "credited"):
        for one in two:
            one.move(to)
    for one, count in zip(two, [3, 1], strict=True):
        one.until({"credited", "refunded"})
        eventually(lambda one=one: compare(one.here(), one.there()), SETTLE_SECONDS_MAX)
        taken = [each for each in one.here().values() if each["status"] != "rejected"]
        assert len(taken) == count
