"""A fintech and its customers in the market, and the operator's hand on its offers."""

import itertools
import secrets
import time

from envelopes import expect_success
from kofa import eventually, subscription

PATH = "/api/exchange-invest"
# Debits take a second, an unknown outcome is asked about after some; the rest is for a busy
# machine.
COME_TO_PASS_SECONDS_MAX = 60
PAID = ["register", "await_payment", "pay", "submit", "accept"]


def new_id(word):
    """An offer's id that no other test has."""
    return f"OFR-{word}-{secrets.token_hex(4).upper()}"


class Fintech:
    """A tenant with a key, people who apply through it, and offers of its own."""

    def __init__(self, server, tenant):
        self.server = server
        self.tenant = tenant
        self.admin = tenant.admin
        self.key = tenant.key()
        self.client = server.product(self.key)
        self.people = itertools.count(1)

    def come_back(self):
        """Speaks to the server at its new address, after it was started again."""
        self.client.close()
        self.client = self.server.product(self.key)
        self.admin = self.tenant.admin = self.server.admin()

    def body(self, offer, shares=None, **changes):
        """What a new person sends who applies for `offer`."""
        about = {
            "offerId": offer["id"],
            "offerType": offer["offerType"],
            "numberOfShares": shares or offer["minimumShares"],
        }
        number = next(self.people)
        return subscription(self.server, self.tenant.vendor_id, number, **about | changes)

    def send(self, body, **query):
        return self.client.post(f"{PATH}/subscribe", json=body, params=query)

    def apply(self, offer, shares=None, **changes):
        """The reference of an application that was taken."""
        answer = expect_success(self.send(self.body(offer, shares, **changes)))
        return answer.json()["data"]["transactionReference"]

    def offers(self):
        answer = expect_success(self.client.get(f"{PATH}/offers?size=100"))
        return {offer["id"]: offer for offer in answer.json()["data"]["offers"]}

    def await_offer(self, offer, status):
        """Waits until the products know it too: changes hold within a second."""

        def check():
            assert self.offers().get(offer["id"], {}).get("status") == status

        eventually(check)

    def transactions(self, **search):
        answer = self.client.post(f"{PATH}/transactions", json=search)
        return expect_success(answer).json()["data"]

    def look(self, reference):
        data = self.transactions(transactionReference=reference)
        assert data["totalCount"] == 1, data
        return data["transactions"][0]

    def until(self, reference, status):
        """The transaction once it has the status."""
        deadline = time.monotonic() + COME_TO_PASS_SECONDS_MAX
        while (found := self.look(reference))["status"] != status:
            assert time.monotonic() < deadline, f"not {status} but {found}"
            time.sleep(0.1)
        return found

    def copy(self, of="OFR-LAGOON", id=None, **changes):
        """A sandbox offer of the tenant's own, with other terms, open."""
        body = {"copyOf": of, "offerId": id or new_id("OWN")}
        made = self.admin.post(self.tenant.path("sandbox/offers"), body)
        assert made["tenantId"] == self.tenant.id
        if changes:
            made = self.admin.patch(f"/admin/v1/offers/sandbox/{made['id']}", changes)
        made = self.clock(made, "open")
        self.await_offer(made, "open")
        return made

    def clock(self, offer, to):
        return self.admin.post(self.tenant.path(f"sandbox/offers/{offer['id']}/clock"), {"to": to})


def moves(transaction):
    return [line["move"] for line in transaction["history"]]


def statuses(transaction):
    return tuple(transaction[name] for name in ["status", "paymentStatus", "allotmentStatus"])
