"""Two hundred rounds of faults; docs/fault-tests.md says what they are and what was found. And the
check itself: it sees what it is there to see."""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from types import SimpleNamespace

import pytest

from fault_history import Call, Claim, History, Key, Transfer, check, now
from faults import FAULTS, SYNC_FAILS, WORLD_ROUNDS, Run, World, library

SEEDS = range(1, 6)


def rounds(folder, dialect):
    folder.mkdir()
    run = Run(folder, dialect)
    try:
        for seed in SEEDS:
            run.world(seed)
    finally:
        run.end()
    return run


def test_nothing_is_lost_whatever_the_machine_does(binary, tmp_path):
    # Both databases at once: most of a round is waiting.
    with ThreadPoolExecutor() as both:
        runs = list(both.map(lambda dialect: rounds(tmp_path / dialect, dialect), FAULTS))
    for run, dialect in zip(runs, FAULTS):
        print(f"{dialect}: {run.rounds} rounds, {run.calls} calls, {run.met}")
        assert run.rounds == len(SEEDS) * WORLD_ROUNDS and run.calls > 10 * run.rounds
    assert sum(run.failed for run in runs) > 100, "the disk hardly failed"


def test_what_was_said_to_be_free_is_free_after_a_crash(binary, tmp_path):
    """A sync fails: the call is in the log of SQLite, whole, and nobody promised anything."""
    with ExitStack() as end:
        world = World(tmp_path / "world", 0, library(tmp_path))
        end.callback(world.end)
        tenant, key = world.tenants[0], world.history.keys[0]
        for _ in range(3):
            caller = world.caller()
            assert caller.look_up(key).is_good
            balance = tenant.wallet()["balanceKobo"]
            world.control.disk(SYNC_FAILS)
            done = caller.look_up(key)
            assert done.status == 503 and done.charge in (0, None), done
            world.kill()
            world.control.disk(0)
            world.start()
            paid = balance - tenant.wallet()["balanceKobo"]
            assert paid == 0 or done.is_unknown, f"told that it is free, and charged {paid}"


# A world in which all is well, and one thing after the other that is not.

ID = "01a21e55-13e4-7a32-bdf2-37957e52eb16"
JOB = "01a21e55-13e4-7a32-bdf2-37957e52eb17"
LOOK_UP = ("getCompanyByRc", "key_1")


class Written:
    """Books with a look-up, a subscription, a job that waits and a top-up."""

    def __init__(self):
        self.wallets, self.given = [7], [{"given"}]
        self.log = {
            "look": (200, 5, None, *LOOK_UP), ID: (200, 9, None, "subscribe", "key_1"),
            JOB: (202, 0, None, "createExtractionJob", "key_1"),
        }
        self.moved = [("given", 100), ("top-up", 50)]
        self.left = 136
        self.made, self.waiting = {"sub": ID}, {JOB: "queued"}
        self.held, self.running, self.ends = {JOB: (7, 3)}, 0, Counter(["key_2"])

    rows = lambda self, tenant: self.log
    transfers = lambda self, tenant: self.moved
    balance = lambda self, tenant: self.left
    subscriptions = lambda self: self.made
    jobs = lambda self: self.waiting
    holds = lambda self: self.held
    running_claims = lambda self: self.running
    revocations = lambda self: self.ends


def seen():
    history, key = History(), Key("key_1", "text", 0)
    history.keys += [key, Key("key_2", "text", 0, revoking=5.0, revoked=6.0)]
    claim = Claim("claim", 0, "/subscribe", b"{}", 0)
    history.claims["claim"] = claim
    history.transfers["top-up"] = Transfer("top-up", 0, "credits", 50, answered=True)
    good = {"key": key, "sent": 1.0, "done": 2.0}
    body = b'{"data": {"localSubscriptionId": "sub"}}'
    history.note(Call(LOOK_UP[0], status=200, request_id="look", charge=5, **good), b"")
    history.note(Call("subscribe", status=200, request_id=ID, charge=9, claim=claim,
                      local_id="sub", **good), body)
    history.note(Call("createExtractionJob", status=202, request_id=JOB, charge=0, **good), b"")
    return history, Written()


def is_wrong(change, words):
    history, books = seen()
    change(history, books)
    found = check(history, books, [SimpleNamespace()])
    assert any(words in one for one in found), (words, found)


def test_the_check_finds_nothing_where_all_is_well():
    history, books = seen()
    assert check(history, books, [SimpleNamespace()]) == []


@pytest.mark.parametrize("change, words", [
    (lambda _, books: books.log.pop("look"), "an answer without a row"),
    (lambda _, books: books.log.update(look=(200, 6, None, *LOOK_UP)), "whose row is another"),
    (lambda _, books: books.log.update(more=(200, 5, None, *LOOK_UP)), "1 charges of"),
    (lambda _, books: books.moved.append(("top-up", 50)), "is there 2 times"),
    (lambda _, books: books.moved.pop(), "is there 0 times"),
    (lambda _, books: books.moved.append(("other", 1)), "money of nobody"),
    (lambda _, books: setattr(books, "left", 137), "the balance is 137, not 136"),
    (lambda _, books: books.made.clear(), "subscriptions that were answered and are not there"),
    (lambda _, books: books.made.update(second=JOB), "subscriptions that nobody was told of"),
    (lambda _, books: books.waiting.clear(), "a job that was accepted is not there"),
    (lambda _, books: books.held.clear(), "and its hold is None"),
    (lambda _, books: books.held.update(other=(7, 1)), "money is set aside for ever"),
    (lambda _, books: setattr(books, "running", 1), "1 idempotency keys are in progress"),
    (lambda _, books: books.ends.clear(), "the audit log says so 0 times"),
])
def test_the_check_sees_books_that_are_wrong(change, words):
    is_wrong(change, words)


def late(history, _):
    """A call that was sent more than a second after its key's revocation was acknowledged."""
    call = Call("listOffers", history.keys[1], sent=7.1, done=7.2, status=200, charge=0)
    history.note(call, b"")


def refused(history, _):
    call = Call("listOffers", history.keys[0], sent=1.1, done=2.0, status=401, code="x")
    history.note(call, b"")


def expired(history, _):
    key = Key("key_3", "text", 0, expires=time.time() - 100)
    history.note(Call("listOffers", key, sent=now(), done=now(), status=200, charge=0), b"")


def refused_too_soon(history, _):
    """By a clock that is half an hour ahead, and half an hour before it expires."""
    history.set_clock(1800)
    key = Key("key_3", "text", 0, expires=time.time() + 3600)
    call = Call("listOffers", key, sent=now(), done=now(), status=401, code="x")
    history.note(call, b"")


def free_and_charged(history, _):
    call = history.calls[0]
    call.status, call.charge, call.code = 503, 0, "service_unavailable"


def two_answers(history, _):
    call = Call("subscribe", history.keys[0], sent=1.0, done=2.0, status=200, request_id="again",
                charge=0, replayed=True, claim=history.claims["claim"])
    history.note(call, b'{"data": {"localSubscriptionId": "else"}}')


@pytest.mark.parametrize("change, words", [
    (late, "was admitted 1.100 s after its revocation"),
    (refused, "a key that works was refused"),
    (expired, "a key was admitted 100 s after it expired"),
    (refused_too_soon, "a key that works was refused"),
    (free_and_charged, "told that nothing was charged"),
    (two_answers, "two answers under claim"),
])
def test_the_check_sees_answers_that_are_wrong(change, words):
    is_wrong(change, words)
