"""Offers that the operator runs in live: applied for, paid on a provider's page, allotted in part,
refunded through the provider, credited; each once, whatever fails on the way."""

import os
import random
import time
from collections import Counter
from datetime import datetime, timedelta, timezone

import httpx
import pytest

from envelopes import expect_failure, expect_success
from kofa import PostgresDatabase, eventually
from market import PAID, PATH, Fintech, moves, new_id, statuses
from payments import HmacProvider, Paystack
from test_market_crash import await_quiet
from test_payments import notices, outcomes_are, running, verify

SETTINGS = {"KOFA_EXCHANGE_OWN": "true", "KOFA_IDENTITY_ENQUIRY_POLICY": "skip",
            "KOFA_OFFER_APPROVAL_BY_ONE": "true",
            "KOFA_PAYMENTS_TIMEOUT_S": "2"}
PRICE = 10_000
# It is stored before the provider hears of its payment.
TAKEN = ["receive", *PAID]
# Set KOFA_OWN_KILLS for more rounds; six people apply in each.
KILLS = int(os.environ.get("KOFA_OWN_KILLS", "1"))
PEOPLE = 6 * KILLS


class House(Fintech):
    """A tenant in live, and the operator who runs the offers."""

    def __init__(self, server, provider):
        super().__init__(server, server.admin().tenant())
        self.provider = provider
        self.tenant.switch("investment_ipo", True, "live")
        self.tenant.limit(100_000, 100_000, "live")
        self.tenant.set_balance(10**10, "live")
        self.key = self.tenant.key(["investment_ipo"], ("live",))
        self.client.close()
        self.client = server.product(self.key)

    def make(self, shares_on_offer):
        """An approved offer that is open."""
        now, id = datetime.now(timezone.utc), new_id("OWN")
        offer = self.admin.post("/admin/v1/offers?environment=live", {
            "id": id, "name": "Iroko Steel Plc Public Offer", "offerType": "PrimaryOffer",
            "issuerName": "Iroko Steel Plc", "symbol": "IROKO", "isin": "NG0BAOBAB004",
            "sector": "Industrial Goods", "priceKobo": PRICE, "minimumShares": 100,
            "multiple": 50, "sharesOnOffer": shares_on_offer, "oversubscriptionLimitPct": 0,
            "openAt": (now - timedelta(days=1)).isoformat(),
            "closeAt": (now + timedelta(days=1)).isoformat(),
            "registrar": {"name": "Ada Registrars", "email": "offers@ada.example"}})
        self.do(offer, "approval", {"authority": "SEC Nigeria", "reference": "SEC/1",
                                    "date": "2026-07-01"}, "put")
        self.do(offer, "approval/confirm", {"reference": "SEC/1"})
        self.await_offer(offer, "open")
        return offer

    def do(self, offer, what, body=None, verb="post"):
        return getattr(self.admin, verb)(f"/admin/v1/offers/live/{offer['id']}/{what}", body or {})

    def subscribe(self, offer, shares=200, **changes):
        body = self.body(offer, shares, brokerId="meristem-stockbrokers", **changes)
        answer = expect_success(self.send(body))
        return answer.json()["data"]

    def page(self, reference):
        """Waits until it is known where this is paid."""

        def check():
            found = self.look(reference)
            assert "paymentUrl" in found, found
            return found["paymentUrl"]

        return eventually(check, 30)

    def called(self, reference):
        """What the provider calls the payment that can be paid."""
        of = [one for one in self.provider.payments if one.startswith(reference)]
        return max(of, key=len)

    def pay(self, reference, **changes):
        name = self.called(reference)
        self.provider.pay(name, **changes)
        sent = self.provider.notification(name)
        assert self.provider.notify(self.server, sent).status_code == 200
        return sent


@pytest.fixture(params=["sqlite", "postgres"])
def house(request, binary, tmp_path):
    database = PostgresDatabase() if request.param == "postgres" else None
    for server, provider in running(tmp_path, Paystack(), database, **SETTINGS):
        yield House(server, provider)


@pytest.fixture
def own_provider(binary, tmp_path):
    for server, provider in running(tmp_path, HmacProvider(), **SETTINGS):
        yield House(server, provider)


def allotted_and_refunded(house, offer, references):
    """Closes, allots half to each, refunds through the provider, credits."""
    house.do(offer, "close")
    house.do(offer, "allotment", {"seed": 1})
    house.do(offer, "refunds")
    for reference in references:
        house.until(reference, "partially_allotted")

    def asked():
        house.provider.send_refunds()
        for reference in references:
            assert house.look(reference)["paymentStatus"] == "refunded"

    eventually(asked, 60)
    house.do(offer, "credits", {"reference": "CSCS-1"})
    return [house.until(reference, "credited") for reference in references]


def test_an_application_is_paid_on_the_page_and_goes_through_to_its_credit(house):
    offer = house.make(200)
    card, bank = [house.subscribe(offer, isCardPayment=is_card) for is_card in (True, False)]
    references = [one["transactionReference"] for one in (card, bank)]
    for one, channels in [(card, ["card"]), (bank, ["bank", "bank_transfer"])]:
        assert one["paymentUrl"].startswith(house.provider.url)
        assert one["exchangeReferenceNumber"].startswith("KFX")
        begun = house.provider.payments[one["transactionReference"]]
        assert (begun["amount"], begun["channels"]) == (200 * PRICE, channels)
        found = house.look(one["transactionReference"])
        assert found["paymentUrl"] == one["paymentUrl"]
        assert found["isSettledPayment"] is False
    # Forged, and then what the provider does not confirm: nothing moves.
    headers, body = house.provider.notification(references[0])
    forged = {"x-paystack-signature": "0" * 128}
    assert house.provider.notify(house.server, (forged, body)).status_code == 401
    house.provider.notify(house.server, (headers, body))
    time.sleep(2)
    assert house.look(references[0])["status"] == "payment_pending"
    for reference in references:
        sent = house.pay(reference)
        for _ in range(5):
            house.provider.notify(house.server, sent)
    for reference in references:
        found = house.until(reference, "accepted")
        assert found["isSettledPayment"] is True and "paymentUrl" not in found
        assert moves(found) == TAKEN
    ended = allotted_and_refunded(house, offer, references)
    for one in ended:
        assert statuses(one) == ("credited", "refunded", "partial")
        assert (one["sharesAllotted"], one["refundAmount"]) == (100, PRICE)
    assert house.provider.sums_refunded() == {name: 100 * PRICE for name in references}
    assert Counter(one["outcome"] for one in notices(house.server))["applied"] == 2
    await_quiet(house.admin)
    verify(house.server)


def test_what_is_not_as_it_should_be_is_kept_or_goes_back(house):
    offer = house.make(10_000)
    short, foreign, late, twice = [
        house.subscribe(offer, isCardPayment=True)["transactionReference"] for _ in range(4)]
    house.pay(short, amount=200 * PRICE - 1)
    house.pay(foreign, currency="USD")

    def kept():
        stuck = house.admin.get("/admin/v1/outbox?limit=100")["items"]
        reasons = {one["lastError"] for one in stuck if one["state"] == "stuck"}
        assert len(reasons) == 2, stuck
        outcomes_are(house.server, ["kept", "kept"])

    eventually(kept, 30)
    for reference in (short, foreign):
        assert house.look(reference)["status"] == "payment_pending"
        id = house.look(reference)["subscription"]["id"]
        house.admin.post(f"/admin/v1/subscriptions/{id}/cancel", {"reason": "Paid wrongly"})
    # The bank was quicker than the page: the second payment goes back.
    house.admin.post("/admin/v1/settlements", {
        "environment": "live", "reference": "FT1", "transactionReference": twice,
        "amountKobo": 200 * PRICE, "paidAt": datetime.now(timezone.utc).isoformat()})
    house.until(twice, "accepted")
    # It is withdrawn while its page is open, and paid all the same.
    id = house.look(late)["subscription"]["id"]
    house.admin.post(f"/admin/v1/subscriptions/{id}/cancel", {"reason": "Withdrawn"})
    for reference in (late, twice):
        house.pay(reference)

    def back():
        house.provider.send_refunds()
        assert house.provider.sums_refunded() == {late: 200 * PRICE, twice: 200 * PRICE}

    eventually(back, 60)
    eventually(lambda: outcomes_are(house.server, ["returned"] * 2 + ["kept"] * 2), 30)
    assert statuses(house.look(late))[:2] == ("cancelled", "failed")
    assert "return_payment" in moves(house.look(twice))
    assert house.look(twice)["status"] == "accepted"
    eventually(lambda: await_quiet(house.admin), 60)
    # What the bank paid is not the provider's to send back.
    house.do(offer, "cancel", {"reason": "The issuer withdrew it"})
    house.until(twice, "cancelled")
    time.sleep(3)
    assert house.look(twice)["paymentStatus"] == "refund_pending"
    assert house.provider.sums_refunded()[twice] == 200 * PRICE
    body = {"environment": "live", "offerId": offer["id"]}
    batch = house.admin.post("/admin/v1/refund-batches", body)["batch"]
    assert (batch["refunds"], batch["sumKobo"]) == (1, 200 * PRICE)


def test_a_refund_leaves_by_one_way_only(house):
    offer = house.make(200)
    references = [house.subscribe(offer)["transactionReference"] for _ in range(2)]
    for reference in references:
        house.pay(reference)
        house.until(reference, "accepted")
    house.do(offer, "close")
    house.do(offer, "allotment", {"seed": 1})
    # The provider does what is asked, and nobody hears of it.
    house.provider.moods = {"POST /refund": "loses", "GET /refund": "cuts"}
    house.do(offer, "refunds")
    eventually(lambda: has_refunds(house, 2), 30)
    body = {"environment": "live", "offerId": offer["id"]}
    answer = house.admin.client.post("/admin/v1/refund-batches", json=body)
    assert answer.json()["code"] == "no_refunds_due", answer.text
    # Recorded as made outside: not these.
    house.do(offer, "refunds", {"reference": "BY-HAND"})
    assert {house.look(one)["paymentStatus"] for one in references} == {"refund_pending"}
    house.provider.moods = {}
    house.provider.send_refunds("failed")

    def stuck():
        items = house.admin.get("/admin/v1/outbox?limit=100")["items"]
        assert [one["state"] for one in items] == ["stuck"] * 2, items

    eventually(stuck, 90)
    assert len(house.provider.refunds) == 2
    # Refused for good: now the bank may send them.
    batch = house.admin.post("/admin/v1/refund-batches", body)["batch"]
    assert (batch["refunds"], batch["sumKobo"]) == (2, 2 * 100 * PRICE)
    house.do(offer, "refunds")
    time.sleep(2)
    assert len(house.provider.refunds) == 2, "the bank has them"
    house.provider.send_refunds()
    assert house.provider.sums_refunded() == {}


def has_refunds(house, count):
    assert len(house.provider.refunds) == count


def test_a_silent_provider_loses_and_doubles_nothing(house):
    offer = house.make(PEOPLE * 100)
    for mood in ("loses", "cuts", "hangs", 500):
        house.provider.moods = {"POST /transaction": mood}
        one = house.subscribe(offer)
        assert "paymentUrl" not in one, mood
        house.provider.moods = {}
        house.page(one["transactionReference"])
        house.pay(one["transactionReference"])
        house.until(one["transactionReference"], "accepted")
    paid = [name for name, it in house.provider.payments.items() if it["status"] == "success"]
    assert len(paid) == 4
    house.provider.moods = {"POST /transaction": 400}
    refused = house.subscribe(offer)["transactionReference"]
    assert house.until(refused, "payment_failed")["isSettledPayment"] is False
    # The line is cut when it is to be looked at, and the notice is looked at again.
    house.provider.moods = {}
    last = house.subscribe(offer)["transactionReference"]
    house.provider.moods = {"GET /": "cuts"}
    house.pay(last)
    time.sleep(3)
    assert house.look(last)["status"] == "payment_pending"
    house.provider.moods = {}
    house.until(last, "accepted")
    await_quiet(house.admin)


def test_kill_9_between_notice_and_application_applies_once(house):
    chance = random.Random(28)
    offer = house.make(PEOPLE * 100)
    references, sent = [], {}
    for kill in range(KILLS):
        for _ in range(PEOPLE // KILLS):
            house.provider.moods = {"POST /transaction": chance.choice(["well", "loses"])}
            reference = house.subscribe(offer)["transactionReference"]
            house.provider.moods = {}
            references.append(reference)
        for reference in references[-PEOPLE // KILLS:]:
            house.page(reference)
            sent[reference] = house.pay(reference)
        time.sleep(chance.uniform(0, 0.4))
        house.server.kill()
        house.server.start()
        house.come_back()
        again = chance.sample(list(sent.values()), len(sent))
        for one in again:
            assert house.provider.notify(house.server, one).status_code == 200
    for reference in references:
        assert moves(house.until(reference, "accepted")) == TAKEN
    house.do(offer, "close")
    house.do(offer, "allotment", {"seed": 1})
    house.provider.moods = {"POST /refund": "loses"}
    house.do(offer, "refunds")
    time.sleep(chance.uniform(0, 1))
    house.server.kill()
    house.provider.moods = {}
    house.server.start()
    house.come_back()

    def refunded():
        house.provider.send_refunds()
        for reference in references:
            assert house.look(reference)["paymentStatus"] == "refunded"

    eventually(refunded, 150)
    expected = {house.called(reference): 100 * PRICE for reference in references}
    assert house.provider.sums_refunded() == expected
    assert len(house.provider.refunds) == PEOPLE
    paid = [it for it in house.provider.payments.values() if it["status"] == "success"]
    assert len(paid) == PEOPLE
    verify(house.server)
    print(f"{PEOPLE} applications, {KILLS + 1} kills: {len(paid)} payments, "
          f"{len(house.provider.refunds)} refunds, {len(notices(house.server))} notices")


def test_a_provider_of_ones_own_collects_and_refunds(own_provider):
    house = own_provider
    offer = house.make(200)
    both = [house.subscribe(offer, isCardPayment=True) for _ in range(2)]
    references = [one["transactionReference"] for one in both]
    for one in both:
        assert one["paymentUrl"].startswith(house.provider.url)
        house.pay(one["transactionReference"])
        house.until(one["transactionReference"], "accepted")
    assert house.provider.asked[0][2]["channel"] == "card"
    house.provider.moods = {"POST /payments": "loses"}
    for ended in allotted_and_refunded(house, offer, references):
        assert statuses(ended) == ("credited", "refunded", "partial")
    sums = [house.provider.payments[one]["refunded"] for one in references]
    assert sums == [100 * PRICE] * 2


def test_without_the_setting_nothing_changes(binary, tmp_path):
    for server, provider in running(tmp_path, Paystack(), KOFA_OFFER_APPROVAL_BY_ONE="true"):
        house = House(server, provider)
        offer = house.make(200)
        listed = house.offers()[offer["id"]]
        assert listed["isSubscribable"] is False
        expect_failure(house.send(house.body(offer, brokerId="meristem-stockbrokers")), 503, "upstream_not_configured")
        assert httpx.get(f"{server.url}/healthz").is_success
