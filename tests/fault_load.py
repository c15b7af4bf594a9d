"""Callers and an operator of a world of faults: what they do is drawn from a seed."""

import base64
import http.client
import json
import random
import socket
import threading

from fault_history import Call, Claim, Key, Transfer, now
from kofa import SCOPES, bill, consent_code

CALLERS = 5
# Longer than the server lets anybody wait.
ANSWER_S_MAX = 60
REGISTRY = "/api/v1/company/validation"
SUBSCRIBE = "/api/exchange-invest/subscribe"
JOBS = "/api/v1/proof-of-address/extract/jobs"
# What callers do, and how often.
CALLS = {
    "look_up": 30, "offers": 10, "subscribe": 25, "again": 15, "subscribe_once": 3, "consent": 5,
    "job": 1, "revoked": 8, "expiring": 6, "hang_up": 3,
}
ACTS = {"issue": 3, "revoke": 3, "rotate": 2, "credit": 4, "debit": 3, "again": 3, "poor": 2}
DOCUMENT = json.dumps({"document_base64": base64.b64encode(bill()).decode()}).encode()


def draw(chance, what):
    return chance.choices(list(what), list(what.values()))[0]


class Line:
    """A connection to the server of now; opened anew where it broke."""

    def __init__(self, server, headers):
        self.server, self.headers, self.connection = server, headers, None

    def send(self, verb, path, body=None, headers=None):
        """Status, headers in lower case and body; None for no whole answer."""
        try:
            if self.connection is None:
                host, port = self.server.url.removeprefix("http://").split(":")
                self.connection = http.client.HTTPConnection(host, int(port), timeout=ANSWER_S_MAX)
            sent = self.headers | {"Content-Type": "application/json"} | (headers or {})
            self.connection.request(verb, path, body, sent)
            answer = self.connection.getresponse()
            content = answer.read()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, content
        except (OSError, http.client.HTTPException):
            self.close()
            return None

    def send_and_leave(self, verb, path, body=None):
        """Asks, and is gone before the answer."""
        try:
            host, port = self.server.url.removeprefix("http://").split(":")
            head = "".join(f"{name}: {value}\r\n" for name, value in self.headers.items())
            body = body or b""
            head = f"{verb} {path} HTTP/1.1\r\nHost: x\r\n{head}Content-Length: {len(body)}\r\n"
            with socket.create_connection((host, int(port)), timeout=ANSWER_S_MAX) as plain:
                plain.sendall(head.encode() + b"Content-Type: application/json\r\n\r\n" + body)
        except OSError:
            pass

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None


class Caller:
    """Calls with any of the keys."""

    def __init__(self, world, seed):
        self.world, self.history = world, world.history
        self.chance = random.Random(seed)
        self.line = Line(world.server, {})

    def run(self, over):
        while not over.is_set():
            done = self.one()
            # Where nobody answers, not as fast as it can.
            is_unwell = not done or done.status is None or done.status >= 500
            over.wait(0.1 if is_unwell else 0.005)
        self.line.close()

    def key(self, alive=True):
        keys = list(self.history.keys)
        found = [key for key in keys if (key.revoking is None) == alive]
        return self.chance.choice(found) if found else None

    def one(self):
        what = draw(self.chance, CALLS)
        key = self.key(alive=what != "revoked")
        if key is None:
            return None
        return getattr(self, what)(key)

    def look_up(self, key):
        return self.call(key, "getCompanyByRc", "GET", f"{REGISTRY}/company/rc?rcNumber=1885308")

    revoked = look_up

    def expiring(self, _):
        return self.look_up(self.world.expiring)

    def offers(self, key):
        return self.call(key, "listOffers", "GET", "/api/exchange-invest/offers")

    def subscribe(self, key):
        return self.claimed(key, self.claim(key.tenant, SUBSCRIBE))

    def subscribe_once(self, key):
        body = self.world.application(key.tenant)
        return self.call(key, "subscribe", "POST", SUBSCRIBE, body)

    def job(self, key):
        return self.claimed(key, self.claim(key.tenant, JOBS))

    def claim(self, tenant, path):
        body = DOCUMENT if path == JOBS else self.world.application(tenant)
        name = f"claim-{next(self.world.numbers)}"
        claim = Claim(name, tenant, path, body, len(self.history.offsets) - 1)
        self.history.claims[name] = claim
        return claim

    def again(self, key):
        """A request under a key that was sent before, answered or not."""
        claims = [it for it in list(self.history.claims.values())[-60:] if it.tenant == key.tenant]
        return self.claimed(key, self.chance.choice(claims)) if claims else None

    def consent(self, key):
        """A consent code, new or used."""
        codes = self.world.codes
        with self.history.lock:
            if len(codes) < 3 or self.chance.random() < 0.6:
                codes.append(consent_code())
        code = self.chance.choice(codes[-5:])
        path = f"{REGISTRY}/affiliates?vrcNumber={code}"
        return self.call(key, "getAffiliates", "GET", path, consent=f"{key.tenant}/{code}")

    def hang_up(self, key):
        """Nobody hears what becomes of it."""
        call = Call("getCompanyByRc", key, now())
        line = Line(self.world.server, {"X-API-Key": key.text})
        line.send_and_leave("GET", f"{REGISTRY}/company/rc?rcNumber=1885308")
        call.done = now()
        self.history.note(call, None)
        return call

    def claimed(self, key, claim):
        operation = "createExtractionJob" if claim.path == JOBS else "subscribe"
        return self.call(key, operation, "POST", claim.path, claim.body, claim=claim)

    def call(self, key, operation, verb, path, body=None, claim=None, consent=None):
        """Sends it, and takes down what came back."""
        headers = {"X-API-Key": key.text}
        if claim:
            headers["Idempotency-Key"] = claim.name
        call = Call(operation, key, now(), claim=claim, consent=consent)
        answer = self.line.send(verb, path, body, headers)
        call.done = now()
        if answer is None:
            self.history.note(call, None)
            return call
        call.status, headers, content = answer
        call.request_id = headers.get("x-request-id")
        charge = headers.get("x-charge-amount")
        call.charge = None if charge is None else int(charge)
        call.replayed = headers.get("idempotency-replayed") == "true"
        if not call.is_good:
            call.code = code_of(content)
        elif operation == "subscribe":
            call.local_id = json.loads(content)["data"]["localSubscriptionId"]
        self.history.note(call, content)
        return call


def code_of(content):
    """The first error code of an answer, in any envelope; None if there is none."""
    try:
        return json.loads(content)["errors"][0]["code"]
    except (ValueError, LookupError, TypeError):
        return None


class Operator:
    """Makes keys and ends them, and moves money."""

    def __init__(self, world, seed):
        self.world, self.history = world, world.history
        self.chance = random.Random(seed)
        token = world.server.ready["adminToken"]
        self.line = Line(world.server, {"Authorization": f"Bearer {token}"})

    def run(self, over):
        while not over.wait(0.03):
            getattr(self, draw(self.chance, ACTS))()
        self.line.close()

    def post(self, path, body=None, headers=None):
        """The body of a good answer, and the status; None for what is not there."""
        answer = self.line.send("POST", path, json.dumps(body or {}).encode(), headers)
        if answer is None:
            return None, None
        status, _, content = answer
        if status == 500:
            self.history.wrong.append(f"POST {path}: {answer}")
        return json.loads(content) if 200 <= status < 300 else None, status

    def issue(self):
        tenant = self.chance.randrange(len(self.world.tenants))
        body = {"name": "faults", "scopes": SCOPES, "environments": ["sandbox"]}
        made, _ = self.post(self.world.tenants[tenant].path("keys"), body)
        if made:
            self.history.keys.append(Key(made["id"], made["key"], tenant, now()))

    def old_key(self):
        """A key that works and is not the last of its tenant."""
        alive = [key for key in self.history.keys if key.revoking is None]
        counts = [sum(key.tenant == number for key in alive)
                  for number in range(len(self.world.tenants))]
        alive = [key for key in alive if counts[key.tenant] > 2]
        return self.chance.choice(alive) if alive else None

    def revoke(self, key=None):
        key = key or self.old_key()
        if key is None:
            return
        key.revoking = key.revoking or now()
        if self.post(f"/admin/v1/keys/{key.id}/revoke")[0]:
            key.revoked = key.revoked or now()

    def rotate(self):
        if (key := self.old_key()) is None:
            return
        key.revoking = now()
        made, _ = self.post(f"/admin/v1/keys/{key.id}/rotate", {"graceSeconds": 0})
        if made:
            key.revoked = now()
            self.history.keys.append(Key(made["id"], made["key"], key.tenant, now()))

    def credit(self, tenant=0):
        self.move(tenant, "credits", self.chance.randrange(1, 1_000_000))

    def debit(self):
        self.move(0, "debits", self.chance.randrange(1, 1_000_000))

    def poor(self):
        """Gives the tenant that has little enough for some calls, or takes what is left."""
        if self.chance.random() < 0.7:
            self.move(1, "credits", self.chance.randrange(10_000, 200_000))
        else:
            self.move(1, "debits", self.chance.randrange(1, 50_000))

    def again(self):
        """A movement that was sent before, answered or not."""
        if self.history.transfers:
            self.transfer(self.chance.choice(list(self.history.transfers.values())[-20:]))

    def move(self, tenant, direction, amount):
        reference = f"move-{next(self.world.numbers)}"
        transfer = Transfer(reference, tenant, direction, amount)
        self.history.transfers[reference] = transfer
        self.transfer(transfer)

    def transfer(self, transfer):
        path = self.world.tenants[transfer.tenant].path(f"wallets/sandbox/{transfer.direction}")
        body = {"amountKobo": transfer.amount, "reference": transfer.reference, "reason": "test"}
        made, status = self.post(path, body, {"Idempotency-Key": transfer.reference})
        transfer.answered = transfer.answered or made is not None
        transfer.unknown = transfer.unknown or status is None or status >= 500


class Load:
    """Callers and the operator, for as long as the round is."""

    def __init__(self, world, seed):
        self.over = threading.Event()
        workers = [Caller(world, f"{seed}/{number}") for number in range(CALLERS)]
        workers.append(Operator(world, f"{seed}/operator"))
        self.threads = [threading.Thread(target=one.run, args=(self.over,)) for one in workers]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        for thread in self.threads:
            thread.join()
