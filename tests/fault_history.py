"""What the callers of a world of faults saw, and whether the books say the same."""

import json
import threading
import time
from collections import Counter
from dataclasses import dataclass, field

# Changes hold everywhere within one second, however the machine was treated meanwhile: a node whose
# copy was read more than 900 ms before a call came reads again, by a clock that neither jumps nor
# stops with the process. So there is no allowance for a server that was stopped for a while.
HOLDS_AFTER_S = 1.0
# How long an answer is kept for repetition, by the server's clock; at least 24 hours are promised.
REPLAYED_S = 47 * 3600
DAY_S = 86_400
# So near to its end a key may work or not.
NEARLY_S = 60
# A wallet's number in the ids of its log rows and transfers.
SHIFT = 1 << 40


@dataclass
class Key:
    """A key, when it was made, and when its revocation was asked for and acknowledged."""

    id: str
    text: str
    tenant: int
    made: float = 0.0
    # When it stops working by itself, in seconds of the epoch.
    expires: float | None = None
    revoking: float | None = None
    revoked: float | None = None


@dataclass
class Claim:
    """An `Idempotency-Key` with its request, and the first answer it got."""

    name: str
    tenant: int
    path: str
    body: bytes
    epoch: int
    status: int | None = None
    answer: bytes | None = None
    # Sent again when the keys may have been forgotten: it may stand for two effects.
    loose: bool = False


@dataclass
class Call:
    """A request with a key, and what came back; no status if nothing did."""

    operation: str
    key: Key
    sent: float
    claim: Claim | None = None
    code: str | None = None
    status: int | None = None
    request_id: str | None = None
    charge: int | None = None
    reserved: int = 0
    replayed: bool = False
    done: float | None = None
    local_id: str | None = None
    consent: str | None = None

    @property
    def is_good(self):
        return self.status is not None and 200 <= self.status < 300

    @property
    def is_unknown(self):
        """Whether anything may have become of it."""
        return self.status is None or self.code == "outcome_unknown"


@dataclass
class Transfer:
    """Money put in or taken out under a reference."""

    reference: str
    tenant: int
    direction: str
    amount: int
    answered: bool = False
    unknown: bool = False


@dataclass
class History:
    """Everything that was sent, since the world began."""

    calls: list = field(default_factory=list)
    keys: list = field(default_factory=list)
    claims: dict = field(default_factory=dict)
    transfers: dict = field(default_factory=dict)
    # How far the server's clock is off, in the order in which it was set; and when it was.
    offsets: list = field(default_factory=lambda: [0])
    set_at: list = field(default_factory=lambda: [0.0])
    wrong: list = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, call, body):
        """Takes down a call that ended, and looks at what can be seen at once."""
        with self.lock:
            self.calls.append(call)
            if call.is_good and call.claim:
                self.compare(call, body)
        self.check_admission(call)

    def set_clock(self, offset):
        self.offsets.append(offset)
        self.set_at.append(now())

    def left(self, key, call):
        """Seconds for which a key worked on when it was used, by the server's clock; None if the
        clock was set just then, or if that does not matter."""
        if key.expires is None or self.set_at[-1] > call.sent:
            return None
        return key.expires - (time.time() - (now() - call.sent) + self.offsets[-1])

    def may_be_forgotten(self, claim):
        since = self.offsets[claim.epoch:]
        return max(since) - min(since) > REPLAYED_S

    def compare(self, call, body):
        """The same request under the same key has one answer, to the byte."""
        claim = call.claim
        if claim.answer is None or self.may_be_forgotten(claim):
            claim.loose = claim.loose or claim.answer is not None
            claim.status, claim.answer = call.status, body
        elif (claim.status, claim.answer) != (call.status, body):
            self.wrong.append(f"two answers under {claim.name}: {claim.answer} and {body}")

    def check_admission(self, call):
        key = call.key
        if call.is_good and key.revoked is not None and call.sent > key.revoked + HOLDS_AFTER_S:
            late = call.sent - key.revoked
            self.wrong.append(f"{key.id} was admitted {late:.3f} s after its revocation: {call}")
        left = self.left(key, call)
        if call.is_good and left is not None and left < -NEARLY_S:
            self.wrong.append(f"a key was admitted {-left:.0f} s after it expired: {call}")
        is_alive = key.revoking is None or call.done < key.revoking
        is_alive = is_alive and (key.expires is None or (left is not None and left > NEARLY_S))
        if call.status == 401 and is_alive and call.sent > key.made + HOLDS_AFTER_S:
            self.wrong.append(f"a key that works was refused: {call}")
        if call.status == 500 or (call.status is not None and call.code is None
                                  and not call.is_good):
            self.wrong.append(f"an answer without sense: {call}")


class Books:
    """What is stored, read past the server: `query` runs one statement."""

    def __init__(self, query, tenants):
        self.query = query
        wallets = query("select no, tenant_id from wallet where environment = 'sandbox'")
        numbers = {tenant: no for no, tenant in wallets}
        self.wallets = [numbers[tenant.id] for tenant in tenants]
        # The money that was there before anything went wrong.
        self.given = [{reference for reference, _ in self.transfers(number)}
                      for number in range(len(tenants))]

    def rows(self, tenant):
        """The log of a tenant by request id: status, charge, late charge, operation, key."""
        low = self.wallets[tenant] * SHIFT
        rows = self.query(
            "select r.request_id, r.status, r.charge_kobo, l.charge_kobo, r.operation_id,"
            " r.key_id from request_log r left join late_charge l on l.request_id = r.request_id"
            f" where r.id >= {low} and r.id < {low + SHIFT}"
        )
        return {dashed(id): tuple(rest) for id, *rest in rows}

    def transfers(self, tenant):
        sql = "select reference, amount_kobo from transfer where wallet_no = {}"
        return self.query(sql.format(self.wallets[tenant]))

    def balance(self, tenant):
        sql = "select balance_kobo from wallet where no = {}"
        return self.query(sql.format(self.wallets[tenant]))[0][0]

    def subscriptions(self):
        return {id: dashed(request) for id, request in
                self.query("select id, request_id from subscription")}

    def jobs(self):
        return {dashed(id): status for id, status in
                self.query("select request_id, status from poa_job")}

    def holds(self):
        return {dashed(id): (wallet, amount) for id, wallet, amount in
                self.query("select request_id, wallet_no, amount_kobo from hold")}

    def running_claims(self):
        return self.query("select count(*) from idempotency where status is null")[0][0]

    def revocations(self):
        """How often the audit log ends each key; the test rotates without a grace."""
        sql = "select subject from audit where action in ('key.revoke', 'key.rotate')"
        return Counter(subject for (subject,) in self.query(sql))


def dashed(id):
    """A request id as headers spell it."""
    text = bytes(id).hex()
    return "-".join([text[:8], text[8:12], text[12:16], text[16:20], text[20:]])


def check(history, books, tenants):
    """Everything that was answered is in the books once, and nothing else is."""
    wrong = list(history.wrong)
    for number in range(len(tenants)):
        calls = [call for call in history.calls if call.key.tenant == number]
        wrong += check_calls(calls, books.rows(number))
        wrong += check_money(number, history, books)
    wrong += check_effects(history, books)
    wrong += check_keys(history, books)
    return wrong


def check_calls(calls, rows):
    known, lost = set(), Counter()
    for call in calls:
        if call.request_id is None:
            lost[call.operation, call.key.id] += 1
            continue
        if call.request_id in known:
            yield f"two answers have the id {call.request_id}"
        known.add(call.request_id)
        row = rows.get(call.request_id)
        if call.is_good:
            if row is None:
                yield f"an answer without a row: {call}"
            elif (row[0], row[1]) != (call.status, call.charge):
                yield f"an answer whose row is another: {call}, {row}"
        elif call.charge == 0 and row and (row[1] or row[2]):
            yield f"told that nothing was charged: {call}, {row}"
    charged = Counter(
        (operation, key) for id, (_, charge, late, operation, key) in rows.items()
        if id not in known and (charge or late)
    )
    for what, count in charged.items():
        if count > lost[what]:
            yield f"{count} charges of {what} beside those answered, {lost[what]} calls unanswered"


def check_money(number, history, books):
    found = books.transfers(number)
    references = Counter(reference for reference, _ in found)
    for transfer in history.transfers.values():
        if transfer.tenant != number:
            continue
        count = references[transfer.reference]
        expected = {True: {1}, False: {0, 1} if transfer.unknown else {0}}[transfer.answered]
        if count not in expected:
            yield f"{transfer} is there {count} times"
    ours = {name for name, one in history.transfers.items() if one.tenant == number}
    if strangers := set(references) - ours - books.given[number]:
        yield f"money of nobody: {strangers}"
    charges = sum(row[1] + (row[2] or 0) for row in books.rows(number).values())
    expected = sum(amount for _, amount in found) - charges
    if books.balance(number) != expected:
        yield f"the balance is {books.balance(number)}, not {expected}"


def check_effects(history, books):
    subscriptions, jobs, holds = books.subscriptions(), books.jobs(), books.holds()
    made, lost = {}, 0
    for call in history.calls:
        if call.local_id and not call.replayed:
            if made.setdefault(call.local_id, call.request_id) != call.request_id:
                yield f"two calls made the subscription {call.local_id}"
        if call.operation == "subscribe" and call.is_unknown:
            lost += 1
    for id, request in made.items():
        if subscriptions.get(id) != request:
            yield f"the subscription {id} of {request} is {subscriptions.get(id)}"
    told = {json.loads(claim.answer)["data"]["localSubscriptionId"]
            for claim in history.claims.values()
            if claim.answer is not None and claim.path.endswith("/subscribe")}
    strangers = set(subscriptions) - set(made) - told
    if len(strangers) > lost:
        yield f"{len(strangers)} subscriptions that nobody was told of, {lost} calls unanswered"
    if missing := told - set(subscriptions):
        yield f"subscriptions that were answered and are not there: {missing}"
    accepted = [call for call in history.calls
                if call.operation == "createExtractionJob" and call.is_good and not call.replayed]
    for call in accepted:
        if call.request_id not in jobs:
            yield f"a job that was accepted is not there: {call}"
    for id, status in jobs.items():
        if (status in ("queued", "processing")) != (id in holds):
            yield f"the job {id} is {status}, and its hold is {holds.get(id)}"
    if others := set(holds) - set(jobs):
        yield f"money is set aside for ever for {others}"
    if running := books.running_claims():
        yield f"{running} idempotency keys are in progress for ever"
    codes = Counter(call.consent for call in history.calls
                    if call.consent and call.is_good and call.charge)
    if twice := {code: count for code, count in codes.items() if count > 1}:
        yield f"consent codes were charged twice: {twice}"


def check_keys(history, books):
    revocations = books.revocations()
    for key in history.keys:
        if key.revoked is not None and revocations[key.id] != 1:
            yield f"{key.id} was revoked, and the audit log says so {revocations[key.id]} times"


def now():
    """Seconds by a clock that runs on whatever else is stopped or set."""
    return time.monotonic()
